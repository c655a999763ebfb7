/* Sections of the text report about what graphs run: islands, dynamic shapes, what waits for the
 * device. Each only when it has something to say. */
#include "report/number.h"
#include "report/text_page.h"

#include "assess/analyses.h"

enum { FEW = 4 };

/* ------------------------------------------------------------------ islands */

static str crossing_text(struct page *p, const struct crossing *c)
{
	str text = PAGE_FILL(p, MESSAGE_TEXT_CROSSING,
	        page_count(p, c->count, MESSAGE_CROSSINGS_ONE, MESSAGE_CROSSINGS),
	        number_bytes(p->a->arena, c->bytes));

	if (c->bytes)
		text = PAGE_FILL(p, MESSAGE_TEXT_CROSSING_LEAST, text, page_ms(p, crossing_ms(c)));
	if (c->unsized)
		text = PAGE_FILL(
		        p, MESSAGE_TEXT_CROSSING_UNSIZED, text, page_number(p, c->unsized));
	return text;
}

static void island_line(struct page *p, const char *head, const struct island_set *set)
{
	bool same = set->least.count == set->alone.count && set->least.bytes == set->alone.bytes;
	str text = PAGE_FILL(p, MESSAGE_TEXT_ISLAND_LINE,
	        page_count(p, set->count, MESSAGE_TEXT_ISLAND_ONE, MESSAGE_TEXT_ISLAND),
	        page_operators(p, set->operators), crossing_text(p, &set->least));

	if (!same)
		text = PAGE_FILL(p, MESSAGE_TEXT_ISLAND_ALONE, text, crossing_text(p, &set->alone));
	page_wrapped(p, head, 2, text);
}

static void saving(struct page *p, const struct what_if *w)
{
	/* A kernel may also make more crossings: the number has a sign. */
	str crossings = arena_format(p->a->arena, "%lld %s", (long long)w->alone.crossings,
	        page_say(p, w->alone.crossings == 1 ? MESSAGE_CROSSINGS_ONE : MESSAGE_CROSSINGS));

	page_wrapped(p, page_say(p, MESSAGE_TEXT_WHAT_IF), 6,
	        PAGE_FILL(p, MESSAGE_TEXT_WHAT_IF_LINE, w->op, page_calls(p, w->calls), crossings,
	                number_bytes(
	                        p->a->arena, w->alone.bytes > 0 ? (uint64_t)w->alone.bytes : 0),
	                page_count(p, w->islands, MESSAGE_TEXT_ISLAND_ONE, MESSAGE_TEXT_ISLAND)));
}

static void savings(struct page *p, const struct island_set *set)
{
	for (uint32_t i = 0; i < set->what_if.len && (i < FEW || p->style->verbose); i++)
		saving(p, &set->what_if.at[i]);
	if (set->what_if.len > FEW && !p->style->verbose)
		page_wrapped(p, "", 6,
		        PAGE_FILL(p, MESSAGE_TEXT_MORE_OPERATORS,
		                page_number(p, set->what_if.len - FEW)));
}

static void island_heading(struct page *p, bool *any)
{
	if (!*any) {
		page_heading(p, MESSAGE_TEXT_LEAVES);
		page_line(p, 0, str_from(page_say(p, MESSAGE_TEXT_LEAVES_LEAD)));
	}
	*any = true;
}

/* What run logs say, beside what the graphs let expect. */
static void seen_fallbacks(struct page *p, bool *any)
{
	const struct hostsync *h = &p->a->analyses->hostsync;

	for (uint32_t i = 0; i < h->fallbacks.len && (i < 2 * FEW || p->style->verbose); i++) {
		const struct hostsync_fallback *f = &h->fallbacks.at[i];
		str text = PAGE_FILL(p,
		        str_eq(f->how, S("missing")) ? MESSAGE_TEXT_SEEN_MISSING
		                                     : MESSAGE_TEXT_SEEN_CPU,
		        f->op, page_count(p, f->times, MESSAGE_TEXT_TIME_ONE, MESSAGE_TEXT_TIME));

		if (f->backend.len)
			text = PAGE_FILL(p, MESSAGE_TEXT_SEEN_BACKEND, text, f->backend);
		if (f->place.path.len)
			text = PAGE_FILL(
			        p, MESSAGE_TEXT_SEEN_CALLED, text, page_place(p, &f->place));
		island_heading(p, any);
		page_wrapped(p,
		        PAGE_FILL(p, MESSAGE_TEXT_SEEN_IN, p->a->scan->inputs.at[f->input].path)
		                .ptr,
		        2, text);
	}
	if (h->fallbacks.len > 2 * FEW && !p->style->verbose)
		page_line(p, 2,
		        PAGE_FILL(p, MESSAGE_TEXT_SEEN_LEFT,
		                page_number(p, h->fallbacks.len - 2 * FEW)));
}

void text_islands(struct page *p)
{
	const struct islands *islands = &p->a->analyses->islands;
	bool any = false;

	for (uint32_t k = 0; k < p->a->n_targets * MODE_COUNT; k++) {
		const struct island_set *set = &islands->fallback[k], *hand = &islands->by_hand[k];
		str head = arena_format(p->a->arena, "%s%.*s",
		        page_padded(p, p->a->targets[k / MODE_COUNT]->name, 11),
		        STR_ARG(page_mode(p, (enum mode)(k % MODE_COUNT))));

		if (!set->count && !hand->count)
			continue;
		island_heading(p, &any);
		if (set->count) {
			island_line(p, page_label(p, head), set);
			savings(p, set);
		}
		if (hand->count)
			island_line(p, PAGE_FILL(p, MESSAGE_TEXT_BY_HAND, head).ptr, hand);
	}
	seen_fallbacks(p, &any);
}

/* ------------------------------------------------------------------ dynamic shapes */

static str size_of(struct page *p, int64_t size)
{
	return arena_format(p->a->arena, "%lld", (long long)size);
}

static str range_of(struct page *p, const struct dynamic_symbol *s)
{
	if (s->has_low && s->has_high)
		return PAGE_FILL(p, MESSAGE_TEXT_RANGE, size_of(p, s->low), size_of(p, s->high));
	if (s->has_low)
		return PAGE_FILL(p, MESSAGE_TEXT_RANGE_LOW, size_of(p, s->low));
	return str_from(page_say(p, MESSAGE_TEXT_RANGE_NONE));
}

static void symbol_line(struct page *p, const struct dynamic_symbol *s)
{
	str text = range_of(p, s);

	if (s->source.len)
		text = PAGE_FILL(
		        p, MESSAGE_TEXT_SYMBOL_SOURCE, text, page_said(p, SAID_ADVICE, s->source));
	if (s->op.len)
		text = PAGE_FILL(p,
		        s->place.path.len ? MESSAGE_TEXT_SYMBOL_MADE_AT : MESSAGE_TEXT_SYMBOL_MADE,
		        text, s->op, page_place(p, &s->place));
	text = PAGE_FILL(p, MESSAGE_TEXT_SYMBOL_IN, text, page_operator_calls(p, s->nodes));
	page_wrapped(p,
	        s->unbacked ? PAGE_FILL(p, MESSAGE_TEXT_SYMBOL_UNBACKED, s->name).ptr
	                    : page_label(p, s->name),
	        4, text);
}

static void dynamic_operators(struct page *p, const struct dynamic_target *d)
{
	str text = STR_NONE;
	uint32_t shown = 0;

	for (uint32_t i = 0; i < d->operators.len; i++) {
		const struct dynamic_operator *o = &d->operators.at[i];

		if (shown >= FEW && !p->style->verbose)
			break;
		text = page_list(p, text,
		        PAGE_FILL(p, MESSAGE_TEXT_COUNTED_GRAPHS, o->op,
		                page_list(p, page_said(p, SAID_WORD, o->remark.verdict),
		                        o->remark.detail)));
		shown++;
	}
	if (d->operators.len > shown)
		text = PAGE_FILL(
		        p, MESSAGE_TEXT_AND_MORE, text, page_number(p, d->operators.len - shown));
	if (text.len)
		page_wrapped(p, page_say(p, MESSAGE_TEXT_NOT_FINE_SHAPES), 6, text);
}

static void dynamic_target(struct page *p, uint32_t t)
{
	const struct dynamic_target *d = &p->a->analyses->dynamic.targets[t];
	str rule = p->a->targets[t]->dynamic_shapes;
	str text =
	        str_from(page_say(p, str_eq(rule, S("none"))      ? MESSAGE_TEXT_SHAPES_NONE
	                             : str_eq(rule, S("bounded")) ? MESSAGE_TEXT_SHAPES_BOUNDED
	                                                          : MESSAGE_TEXT_SHAPES_UNKNOWN));

	if (d->programs > 1)
		text = PAGE_FILL(
		        p, MESSAGE_TEXT_SHAPES_PROGRAMS, text, page_number(p, d->programs));
	page_wrapped(p, page_padded(p, p->a->targets[t]->name, 11), 2, text);
	for (uint32_t i = 0; i < d->advice.len && (i < FEW || p->style->verbose); i++)
		page_wrapped(p, "", 6, page_said(p, SAID_ADVICE, d->advice.at[i]));
	dynamic_operators(p, d);
}

void text_dynamic(struct page *p)
{
	const struct dynamic *d = &p->a->analyses->dynamic;

	if (!d->symbols.len)
		return;
	page_heading(p, MESSAGE_TEXT_DYNAMIC);
	page_line(p, 0,
	        PAGE_FILL(p, MESSAGE_TEXT_DYNAMIC_LEAD,
	                page_count(p, d->symbols.len, MESSAGE_TEXT_SYMBOL_ONE, MESSAGE_TEXT_SYMBOL),
	                page_operator_calls(p, d->nodes)));
	for (uint32_t i = 0; i < d->symbols.len && (i < 2 * FEW || p->style->verbose); i++)
		symbol_line(p, &d->symbols.at[i]);
	for (uint32_t t = 0; t < p->a->n_targets; t++)
		dynamic_target(p, t);
}

/* ------------------------------------------------------------------ host synchronisation */

static void event_line(struct page *p, const struct hostsync_event *e)
{
	str text = e->reason.len ? e->reason : str_from(page_say(p, MESSAGE_TEXT_NO_REASON));

	text = str_slice(text, 0, str_find_byte(text, '\n'));
	if (e->place.path.len)
		text = PAGE_FILL(p, MESSAGE_TEXT_EVENT_AT, text, page_place(p, &e->place));
	if (e->times > 1)
		text = PAGE_FILL(p, MESSAGE_TEXT_EVENT_TIMES, text, page_number(p, e->times));
	if (e->stops)
		text = PAGE_FILL(p,
		        e->recompile ? MESSAGE_TEXT_EVENT_UNCOMPILED : MESSAGE_TEXT_EVENT_ENDS,
		        text);
	page_wrapped(p,
	        page_say(p, e->recompile ? MESSAGE_TEXT_RECOMPILED : MESSAGE_TEXT_GRAPH_BREAK), 4,
	        text);
}

static void waiting_line(struct page *p, const struct hostsync_place *at)
{
	static const enum message kinds[HOSTSYNC_COUNT] = {[HOSTSYNC_READ] = MESSAGE_TEXT_SYNC_READ,
	        [HOSTSYNC_SHAPE] = MESSAGE_TEXT_SYNC_SHAPE,
	        [HOSTSYNC_COPY] = MESSAGE_TEXT_SYNC_COPY,
	        [HOSTSYNC_BRANCH] = MESSAGE_TEXT_SYNC_BRANCH};

	page_wrapped(p, "", 4,
	        PAGE_FILL(p, MESSAGE_TEXT_WAITS_LINE, at->op, page_calls(p, at->calls),
	                str_from(page_say(p, kinds[at->kind])), page_place(p, &at->place)));
}

void text_hostsync(struct page *p)
{
	const struct hostsync *h = &p->a->analyses->hostsync;
	uint64_t calls = 0;

	for (int k = 0; k < HOSTSYNC_COUNT; k++)
		calls += h->calls[k];
	if (!calls && !h->events.len)
		return;
	page_heading(p, MESSAGE_TEXT_WAITS);
	page_line(p, 0,
	        PAGE_FILL(p,
	                h->events.len == 1 ? MESSAGE_TEXT_WAITS_LEAD_ONE : MESSAGE_TEXT_WAITS_LEAD,
	                page_calls(p, calls), page_number(p, h->events.len)));
	for (uint32_t i = 0; i < h->places.len && (i < 2 * FEW || p->style->verbose); i++)
		waiting_line(p, &h->places.at[i]);
	if (h->places.len > 2 * FEW && !p->style->verbose)
		page_line(p, 4,
		        PAGE_FILL(p, MESSAGE_TEXT_MORE_PLACES,
		                page_number(p, h->places.len - 2 * FEW)));
	for (uint32_t i = 0; i < h->events.len && (i < 2 * FEW || p->style->verbose); i++)
		event_line(p, &h->events.at[i]);
	if (h->events.len > 2 * FEW && !p->style->verbose)
		page_line(p, 4,
		        PAGE_FILL(p, MESSAGE_TEXT_MORE_SHOWN,
		                page_number(p, h->events.len - 2 * FEW)));
}
