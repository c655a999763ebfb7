/* Idea: everything is tried in the window; when something runs into its end, the window moves or
 * grows and it is tried again. Invariant: a try that failed has consumed nothing. */
#include "scanner/graph/event_stream.h"

#include <string.h>

void event_stream_open(struct event_stream *e, struct stream *stream, const char *array)
{
	*e = (struct event_stream){.stream = stream, .array = array};
	e->view = stream_view(stream, 1);
}

static const char *here(const struct event_stream *e)
{
	return e->view.ptr + e->at;
}

/* Moves the window so that more stands behind `at`. False when no more can be had. */
static bool more(struct event_stream *e)
{
	size_t left = e->view.len - e->at;

	stream_advance(e->stream, e->at);
	e->at = 0;
	e->view = stream_view(e->stream, left + 1);
	return e->view.len > left;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == ',';
}

/* The next byte that is no blank or comma, without consuming it; 0 at the end. */
static char peek(struct event_stream *e)
{
	for (;;) {
		while (e->at < e->view.len && is_blank(*here(e)))
			e->at++;
		if (e->at < e->view.len)
			return *here(e);
		if (!more(e))
			return 0;
	}
}

/* Passes a broken item: to the next "{" behind "}" and a comma. */
static bool pass_broken(struct event_stream *e)
{
	char before = 0, last = 0; /* the last two bytes that are no blanks */

	e->broken++;
	for (e->at++;; e->at++) {
		char c;

		if (e->at >= e->view.len && !more(e))
			return false;
		c = *here(e);
		if (c == '{' && last == ',' && before == '}')
			return true;
		if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
			before = last;
			last = c;
		}
	}
}

static enum event_step end(struct event_stream *e, bool cut)
{
	e->state = EVENTS_OVER;
	e->cut |= cut;
	return EVENT_END;
}

static enum event_step next_item(struct event_stream *e, struct raw *raw)
{
	for (;;) {
		char c = peek(e);

		if (c == '{') {
			*raw = (struct raw){.at = here(e)};
			return EVENT_ITEM;
		}
		if (c != ']')
			break;
		e->at++;
		if (e->list)
			return end(e, false);
		e->state = EVENTS_MEMBERS;
		return EVENT_MEMBER;
	}
	/* No object where one was expected: look for the next one. */
	if (peek(e) && pass_broken(e))
		return next_item(e, raw);
	return end(e, true);
}

/* A member of the outermost object, or the way into the array. */
static enum event_step next_member(struct event_stream *e, struct raw *raw)
{
	for (;;) {
		struct raw r = {.at = here(e)};

		if (!peek(e))
			return end(e, true);
		r.at = here(e);
		if (*r.at == '}')
			return end(e, false);
		if (raw_key(&r, &e->key)) {
			if (*r.at == '[' && str_eq(e->key, str_from(e->array))) {
				e->at = (size_t)(r.at - e->view.ptr) + 1;
				e->state = EVENTS_ITEMS;
				e->found = true;
				return next_item(e, raw);
			}
			e->value = raw_value(&r);
		}
		if (!r.bad) {
			e->at = (size_t)(r.at - e->view.ptr);
			return EVENT_MEMBER;
		}
		if (r.at || !more(e))
			return end(e, true);
	}
}

enum event_step event_stream_next(struct event_stream *e, struct raw *raw)
{
	enum event_step step;

	if (e->state == EVENTS_START) {
		char c = peek(e);

		e->list = e->found = c == '[';
		e->state = c == '[' ? EVENTS_ITEMS : c == '{' ? EVENTS_MEMBERS : EVENTS_OVER;
		e->at += c != 0;
	}
	do {
		e->key = e->value = STR_NONE;
		step = EVENT_END;
		if (e->state == EVENTS_ITEMS)
			step = next_item(e, raw);
		else if (e->state == EVENTS_MEMBERS)
			step = next_member(e, raw);
		/* The end of the array is a step without a key. */
	} while (step == EVENT_MEMBER && !e->key.ptr);
	return step;
}

bool event_stream_read(struct event_stream *e, const struct raw *raw)
{
	if (!raw->bad) {
		e->at = (size_t)(raw->at - e->view.ptr);
		return true;
	}
	if (!raw->at && more(e))
		return false; /* the same item again, in a wider window */
	if (!pass_broken(e))
		end(e, true);
	return false;
}
