/* Idea: one pass over each event, which keeps views of the few fields that matter; what is new
 * among them is copied by the tables of the profile.
 *
 * What surprises: `args` may stand before or behind the fields that say what an event is, so an
 * event is read whole before it is counted. */
#include "scanner/graph/chrome_trace.h"

#include "base/json.h"
#include "scanner/graph/event_stream.h"
#include "scanner/graph/identity.h"
#include "scanner/graph/profile_graph.h"
#include "scanner/graph/target.h"
#include "scanner/phrases.h"

#include <string.h>

enum { KEYS_MOST = 64, NAME_MOST = 64 };

struct event {
	str ph, cat, name, pid, tid, ts, dur;
	str external, correlation, types, dims, bytes;
};

struct chrome {
	struct env *env;
	struct graph_file *file;
	struct profile *profile;
	struct profile_reader *reader;
	struct arena *scratch;
	bool list;
	/* Names met last, so that a run of equal ones is looked up once. */
	str category;
	uint32_t category_at;
};

bool chrome_trace_matches(str head)
{
	str start = str_trim(head = str_slice(head, 0, 1 << 16));

	if (!start.len)
		return false;
	if (start.ptr[0] == '{')
		return str_has(head, S("\"traceEvents\""));
	return start.ptr[0] == '[' && str_has(head, S("\"ph\"")) && str_has(head, S("\"name\"")) &&
	       str_has(head, S("\"ts\""));
}

/* ---- fields ---- */

static void read_args(struct raw *raw, struct event *e)
{
	str key;

	if (*raw->at != '{') {
		raw_value(raw);
		return;
	}
	raw_enter(raw, '{');
	while (raw_key(raw, &key)) {
		str value = raw_value(raw);

		switch (key.len) {
		case 5:
			if (str_eq(key, S("bytes")))
				e->bytes = value;
			break;
		case 10:
			if (str_eq(key, S("Input Dims")) || str_eq(key, S("Input dims")))
				e->dims = value;
			else if (str_eq(key, S("Input type")))
				e->types = value;
			break;
		case 11:
			if (str_eq(key, S("External id")) || str_eq(key, S("external id")))
				e->external = value;
			else if (str_eq(key, S("correlation")))
				e->correlation = value;
			break;
		default: break;
		}
	}
}

static bool read_event(struct raw *raw, struct event *e)
{
	str key;

	*e = (struct event){.dur = STR_NONE};
	raw_enter(raw, '{');
	while (raw_key(raw, &key)) {
		if (str_eq(key, S("args"))) {
			read_args(raw, e);
			continue;
		}
		switch (key.len) {
		case 2:
			if (str_eq(key, S("ph")))
				e->ph = raw_value(raw);
			else if (str_eq(key, S("ts")))
				e->ts = raw_value(raw);
			else
				raw_value(raw);
			break;
		case 3:
			if (str_eq(key, S("cat")))
				e->cat = raw_value(raw);
			else if (str_eq(key, S("pid")))
				e->pid = raw_value(raw);
			else if (str_eq(key, S("tid")))
				e->tid = raw_value(raw);
			else if (str_eq(key, S("dur")))
				e->dur = raw_value(raw);
			else
				raw_value(raw);
			break;
		case 4:
			if (str_eq(key, S("name"))) {
				e->name = raw_value(raw);
				break;
			}
			/* fallthrough */
		default: raw_value(raw); break;
		}
	}
	return !raw->bad;
}

/* The decoded text of a string value. Old writers did not escape; then it stands as it is. */
static str text_of(struct chrome *c, str value)
{
	str inside = raw_inside(value), text;
	struct json j;

	if (str_find_byte(inside, '\\') == inside.len)
		return inside;
	json_open(&j, value, 4, c->scratch);
	return json_string(&j, &text) && json_end(&j) ? text : inside;
}

/* ---- events ---- */

enum category {
	CATEGORY_OTHER,
	CATEGORY_OPERATOR,
	CATEGORY_RUNTIME,
	CATEGORY_DEVICE,
	CATEGORY_ANNOTATION,
};

static enum category category_of(str cat)
{
	static const struct {
		str word;
		enum category category;
	} rows[] = {{{"cpu_op", 6}, CATEGORY_OPERATOR}, {{"Operator", 8}, CATEGORY_OPERATOR},
	        {{"kernel", 6}, CATEGORY_DEVICE}, {{"Kernel", 6}, CATEGORY_DEVICE},
	        {{"gpu_memcpy", 10}, CATEGORY_DEVICE}, {{"Memcpy", 6}, CATEGORY_DEVICE},
	        {{"gpu_memset", 10}, CATEGORY_DEVICE}, {{"Memset", 6}, CATEGORY_DEVICE},
	        {{"mtia_ccp_events", 15}, CATEGORY_DEVICE}, {{"hpu_op", 6}, CATEGORY_DEVICE},
	        {{"xpu_kernel", 10}, CATEGORY_DEVICE}, {{"cuda_runtime", 12}, CATEGORY_RUNTIME},
	        {{"cuda_driver", 11}, CATEGORY_RUNTIME}, {{"Runtime", 7}, CATEGORY_RUNTIME},
	        {{"hip_runtime", 11}, CATEGORY_RUNTIME}, {{"xpu_runtime", 11}, CATEGORY_RUNTIME},
	        {{"user_annotation", 15}, CATEGORY_ANNOTATION}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (str_eq(cat, rows[i].word))
			return rows[i].category;
	return CATEGORY_OTHER;
}

/* Process and thread as one name, in a scratch. */
static struct profile_span span_of(const struct event *e, char scratch[2 * NAME_MOST + 1])
{
	size_t n = e->pid.len < NAME_MOST ? e->pid.len : NAME_MOST;
	size_t m = e->tid.len < NAME_MOST ? e->tid.len : NAME_MOST;

	if (n)
		memcpy(scratch, e->pid.ptr, n);
	scratch[n] = '/';
	if (m)
		memcpy(scratch + n + 1, e->tid.ptr, m);
	return (struct profile_span){{scratch, n + 1 + m}, raw_number(e->ts), raw_number(e->dur)};
}

static void take_operator(struct chrome *c, const struct event *e)
{
	char scratch[2 * NAME_MOST + 1];
	struct profile_span span = span_of(e, scratch);
	struct profile_key key = {.name = text_of(c, e->name), .types = e->types, .dims = e->dims};
	uint32_t row = profile_row_at(c->reader, &key);

	profile_external(c->reader, raw_integer(e->external), row);
	profile_call(c->reader, &span, row);
}

static void add_work(struct chrome *c, const struct event *e, double us)
{
	uint32_t at = profile_work_at(c->reader, raw_inside(e->cat), text_of(c, e->name));
	struct profile_work *work = &c->profile->work.at[at];
	int64_t bytes = raw_integer(e->bytes);

	work->calls++;
	work->us += us;
	work->bytes += bytes > 0 ? (uint64_t)bytes : 0;
}

static void take_device(struct chrome *c, const struct event *e)
{
	double us = raw_number(e->dur);

	add_work(c, e, us);
	profile_kernel(c->reader, raw_integer(e->external), raw_integer(e->correlation), us);
}

static void take_runtime(struct chrome *c, const struct event *e)
{
	char scratch[2 * NAME_MOST + 1];
	struct profile_span span = span_of(e, scratch);

	add_work(c, e, span.length);
	if (!e->external.len && e->correlation.len)
		profile_launch(c->reader, &span, raw_integer(e->correlation));
}

/* Counts by category; most events have the category of the one before. */
static void count_event(struct chrome *c, str cat, str ph)
{
	struct profile *p = c->profile;

	p->events++;
	if (!c->category.ptr || !str_eq(cat, c->category)) {
		count_add(c->file, &p->by_category, cat, 0);
		c->category_at = *map_get(&p->by_category.index, cat);
		c->category = graph_text(c->file, p->by_category.at[c->category_at].name);
		if (!c->category.ptr)
			c->category = S("");
	}
	p->by_category.at[c->category_at].count++;
	count_add(c->file, &p->by_phase, ph, 1);
}

static void take_event(struct chrome *c, const struct event *e)
{
	str cat = text_of(c, e->cat), ph = text_of(c, e->ph);
	enum category category = category_of(cat);

	count_event(c, cat, ph);
	if (!str_eq(ph, S("X")))
		return;
	/* Without Kineto there are no categories: all is calls of operators. */
	if (!cat.len && c->list)
		category = CATEGORY_OPERATOR;
	switch (category) {
	case CATEGORY_OPERATOR: take_operator(c, e); break;
	case CATEGORY_DEVICE: take_device(c, e); break;
	case CATEGORY_RUNTIME: take_runtime(c, e); break;
	case CATEGORY_ANNOTATION:
		c->profile->steps += str_starts(raw_inside(e->name), S("ProfilerStep#"));
		break;
	case CATEGORY_OTHER: break;
	}
}

/* "aten::addmm" to "aten.addmm", once a row. */
static void name_targets(struct chrome *c)
{
	struct profile *p = c->profile;

	for (uint32_t i = 0; i < p->rows.len; i++) {
		struct profile_row *row = &p->rows.at[i];
		str target = target_from_schema(c->scratch, graph_text(c->file, row->name));

		row->target = intern_id(&c->file->names, target);
	}
}

static void report(
        struct chrome *c, str path, const struct event_stream *events, const struct stream *stream)
{
	struct place place = {.path = path};

	if (stream_problem(stream))
		diag_warning(c->env->diags, place, "%s; %llu events before that were read",
		        stream_problem(stream), (unsigned long long)c->profile->events);
	else if (events->cut)
		diag_warning(c->env->diags, place,
		        "the trace ends too early (the job was killed, or the file was cut); %llu "
		        "whole events were read",
		        (unsigned long long)c->profile->events);
	if (stream_problem(stream) || events->cut)
		left_out_add(c->file, phrase_cut_trace, 1);
	if (events->broken)
		left_out_add(c->file, phrase_bad_event, events->broken);
}

bool chrome_trace_stream(struct env *env, str path, struct stream *stream, struct graph_file *out)
{
	struct chrome c = {.env = env, .file = out, .profile = profile_of(out)};
	struct event_stream events;
	struct arena_mark mark;
	struct event event;
	struct raw raw;
	enum event_step step;

	c.reader = profile_open(env, out);
	c.scratch = arena_new();
	mark = arena_mark(c.scratch);
	event_stream_open(&events, stream, "traceEvents");
	while ((step = event_stream_next(&events, &raw)) != EVENT_END) {
		if (step == EVENT_MEMBER) {
			if (c.profile->keys.len < KEYS_MOST)
				count_add(out, &c.profile->keys, events.key, 1);
			continue;
		}
		c.list = events.list;
		read_event(&raw, &event);
		if (event_stream_read(&events, &raw))
			take_event(&c, &event);
		arena_rewind(c.scratch, mark);
	}
	profile_finish(c.reader);
	name_targets(&c);
	profile_close(c.reader);
	report(&c, path, &events, stream);
	arena_free(c.scratch);
	if (!c.profile->events)
		return diag_error(env->diags, (struct place){.path = path},
		        "no event could be read; expected a trace of torch.profiler with "
		        "traceEvents");
	profile_make_graph(env, out);
	graph_file_identify(out);
	return true;
}

bool chrome_trace_read(struct env *env, str path, str bytes, struct graph_file *out)
{
	struct stream *stream = stream_over(bytes);
	bool ok = chrome_trace_stream(env, path, stream, out);

	stream_close(stream);
	return ok;
}
