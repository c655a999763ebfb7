/* Sections of the text report about what graphs run: islands, dynamic shapes, what waits for the
 * device. Each only when it has something to say. */
#include "report/number.h"
#include "report/text_page.h"

#include "assess/analyses.h"
#include "base/text.h"

enum { FEW = 4 };

/* ------------------------------------------------------------------ islands */

static str crossing_text(struct page *p, const struct crossing *c)
{
	struct arena *arena = p->a->arena;
	str text = arena_format(arena, "%llu crossing%s, %.*s", (unsigned long long)c->count,
	        plural(c->count), STR_ARG(number_bytes(p->a->arena, c->bytes)));

	if (c->bytes)
		text = arena_format(arena, "%.*s, at least %.*s", STR_ARG(text),
		        STR_ARG(page_ms(p, crossing_ms(c))));
	if (c->unsized)
		text = arena_format(arena, "%.*s and %llu of no known size", STR_ARG(text),
		        (unsigned long long)c->unsized);
	return text;
}

static void island_line(struct page *p, const char *head, const struct island_set *set)
{
	bool same = set->least.count == set->alone.count && set->least.bytes == set->alone.bytes;
	str text = arena_format(p->a->arena, "%u island%s of %llu operator%s: %.*s", set->count,
	        plural(set->count), (unsigned long long)set->operators, plural(set->operators),
	        STR_ARG(crossing_text(p, &set->least)));

	if (!same)
		text = arena_format(p->a->arena,
		        "%.*s; while each operator moves its own tensors, as PyTorch's fallback "
		        "does: %.*s",
		        STR_ARG(text), STR_ARG(crossing_text(p, &set->alone)));
	page_wrapped(p, head, 2, text);
}

static void savings(struct page *p, const struct island_set *set)
{
	for (uint32_t i = 0; i < set->what_if.len && (i < FEW || p->style->verbose); i++) {
		const struct what_if *w = &set->what_if.at[i];

		page_wrapped(p, "what if: ", 6,
		        arena_format(p->a->arena,
		                "%.*s (%llu call%s) had a kernel: %lld crossing%s and %.*s less, "
		                "%u island%s gone",
		                STR_ARG(w->op), (unsigned long long)w->calls, plural(w->calls),
		                (long long)w->alone.crossings, w->alone.crossings == 1 ? "" : "s",
		                STR_ARG(number_bytes(p->a->arena,
		                        w->alone.bytes > 0 ? (uint64_t)w->alone.bytes : 0)),
		                w->islands, plural(w->islands)));
	}
	if (set->what_if.len > FEW && !p->style->verbose)
		page_wrapped(p, "", 6,
		        arena_format(p->a->arena, "%u more operators (-v shows them)",
		                set->what_if.len - FEW));
}

static void island_heading(struct page *p, bool *any)
{
	if (!*any) {
		page_heading(p, MESSAGE_TEXT_LEAVES);
		buf_puts(p->out,
		        "   a crossing is one tensor going one way; times at the 63 GB/s of the "
		        "best bus\n");
	}
	*any = true;
}

/* What run logs say, beside what the graphs let expect. */
static void seen_fallbacks(struct page *p, bool *any)
{
	const struct hostsync *h = &p->a->analyses->hostsync;
	struct arena *arena = p->a->arena;

	for (uint32_t i = 0; i < h->fallbacks.len && (i < 2 * FEW || p->style->verbose); i++) {
		const struct hostsync_fallback *f = &h->fallbacks.at[i];
		str text = arena_format(arena, "%.*s %s, %llu time%s", STR_ARG(f->op),
		        str_eq(f->how, S("missing")) ? "has no kernel" : "ran on the CPU",
		        (unsigned long long)f->times, plural(f->times));

		if (f->backend.len)
			text = arena_format(
			        arena, "%.*s (%.*s)", STR_ARG(text), STR_ARG(f->backend));
		if (f->place.path.len)
			text = arena_format(arena, "%.*s, called at %.*s", STR_ARG(text),
			        STR_ARG(page_place(p, &f->place)));
		island_heading(p, any);
		page_wrapped(p,
		        arena_format(arena,
		                "seen in %.*s: ", STR_ARG(p->a->scan->inputs.at[f->input].path))
		                .ptr,
		        2, text);
	}
	if (h->fallbacks.len > 2 * FEW && !p->style->verbose)
		buf_format(p->out, "  %u more seen in logs (-v shows them)\n",
		        h->fallbacks.len - 2 * FEW);
}

void text_islands(struct page *p)
{
	const struct islands *islands = &p->a->analyses->islands;
	bool any = false;

	for (uint32_t k = 0; k < p->a->n_targets * MODE_COUNT; k++) {
		const struct island_set *set = &islands->fallback[k], *hand = &islands->by_hand[k];
		str name = p->a->targets[k / MODE_COUNT]->name,
		    mode = k % MODE_COUNT == MODE_EAGER ? S("eager") : S("compiled");

		if (!set->count && !hand->count)
			continue;
		island_heading(p, &any);
		if (set->count) {
			island_line(p,
			        arena_format(
			                p->a->arena, "%-11.*s%.*s: ", STR_ARG(name), STR_ARG(mode))
			                .ptr,
			        set);
			savings(p, set);
		}
		if (hand->count)
			island_line(p,
			        arena_format(p->a->arena,
			                "%-11.*s%.*s, if what has no kernel is moved to the CPU by "
			                "hand: ",
			                STR_ARG(name), STR_ARG(mode))
			                .ptr,
			        hand);
	}
	seen_fallbacks(p, &any);
}

/* ------------------------------------------------------------------ dynamic shapes */

static str range_of(struct page *p, const struct dynamic_symbol *s)
{
	struct arena *arena = p->a->arena;

	if (s->has_low && s->has_high)
		return arena_format(arena, "%lld to %lld", (long long)s->low, (long long)s->high);
	if (s->has_low)
		return arena_format(arena, "%lld or more", (long long)s->low);
	return S("no range known");
}

static void symbol_line(struct page *p, const struct dynamic_symbol *s)
{
	struct arena *arena = p->a->arena;
	str text = range_of(p, s);

	if (s->source.len)
		text = arena_format(arena, "%.*s, %.*s", STR_ARG(text), STR_ARG(s->source));
	if (s->op.len)
		text = arena_format(arena, "%.*s, made by %.*s%s%.*s", STR_ARG(text),
		        STR_ARG(s->op), s->place.path.len ? " at " : "",
		        STR_ARG(page_place(p, &s->place)));
	text = arena_format(arena, "%.*s; in %llu operator call%s", STR_ARG(text),
	        (unsigned long long)s->nodes, plural(s->nodes));
	page_wrapped(p,
	        arena_format(arena, "%.*s%s: ", STR_ARG(s->name),
	                s->unbacked ? " (known only on the device)" : "")
	                .ptr,
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
		text = arena_format(p->a->arena, "%.*s%s%.*s (%.*s, %.*s)", STR_ARG(text),
		        shown ? ", " : "", STR_ARG(o->op), STR_ARG(o->remark.verdict),
		        STR_ARG(o->remark.detail));
		shown++;
	}
	if (d->operators.len > shown)
		text = arena_format(
		        p->a->arena, "%.*s and %u more", STR_ARG(text), d->operators.len - shown);
	if (text.len)
		page_wrapped(p, "not fine with such shapes: ", 6, text);
}

static void dynamic_target(struct page *p, uint32_t t)
{
	const struct dynamic_target *d = &p->a->analyses->dynamic.targets[t];
	str rule = p->a->targets[t]->dynamic_shapes;
	struct arena *arena = p->a->arena;
	str text = str_eq(rule, S("none")) ? S("compiles one program per shape, no dynamic shapes")
	           : str_eq(rule, S("bounded")) ? S("compiles with bounded dynamic shapes")
	                                        : S("what it makes of dynamic shapes is not known");

	if (d->programs > 1)
		text = arena_format(arena, "%.*s; %llu programs for all sizes", STR_ARG(text),
		        (unsigned long long)d->programs);
	page_wrapped(
	        p, arena_format(arena, "%-11.*s", STR_ARG(p->a->targets[t]->name)).ptr, 2, text);
	for (uint32_t i = 0; i < d->advice.len && (i < FEW || p->style->verbose); i++)
		page_wrapped(p, "", 6, d->advice.at[i]);
	dynamic_operators(p, d);
}

void text_dynamic(struct page *p)
{
	const struct dynamic *d = &p->a->analyses->dynamic;

	if (!d->symbols.len)
		return;
	page_heading(p, MESSAGE_TEXT_DYNAMIC);
	buf_format(p->out, "   %u symbol%s, in %llu operator call%s\n", d->symbols.len,
	        plural(d->symbols.len), (unsigned long long)d->nodes, plural(d->nodes));
	for (uint32_t i = 0; i < d->symbols.len && (i < 2 * FEW || p->style->verbose); i++)
		symbol_line(p, &d->symbols.at[i]);
	for (uint32_t t = 0; t < p->a->n_targets; t++)
		dynamic_target(p, t);
}

/* ------------------------------------------------------------------ host synchronisation */

static void event_line(struct page *p, const struct hostsync_event *e)
{
	struct arena *arena = p->a->arena;
	str text = e->reason.len ? e->reason : S("no reason given");

	text = str_slice(text, 0, str_find_byte(text, '\n'));
	if (e->place.path.len)
		text = arena_format(
		        arena, "%.*s at %.*s", STR_ARG(text), STR_ARG(page_place(p, &e->place)));
	if (e->times > 1)
		text = arena_format(
		        arena, "%.*s (%llu times)", STR_ARG(text), (unsigned long long)e->times);
	if (e->stops)
		text = arena_format(arena, "%.*s; %s", STR_ARG(text),
		        e->recompile ? "from here on it runs uncompiled" : "compilation ends here");
	page_wrapped(p, e->recompile ? "recompiled: " : "graph break: ", 4, text);
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
	buf_format(p->out,
	        "   %llu call%s in graphs, %u graph break%s and recompilation%s in logs\n",
	        (unsigned long long)calls, plural(calls), h->events.len, plural(h->events.len),
	        plural(h->events.len));
	for (uint32_t i = 0; i < h->places.len && (i < 2 * FEW || p->style->verbose); i++) {
		const struct hostsync_place *at = &h->places.at[i];

		page_wrapped(p, "", 4,
		        arena_format(p->a->arena, "%.*s (%llu call%s): %.*s; %.*s", STR_ARG(at->op),
		                (unsigned long long)at->calls, plural(at->calls),
		                STR_ARG(hostsync_text(at->kind)),
		                STR_ARG(page_place(p, &at->place))));
	}
	if (h->places.len > 2 * FEW && !p->style->verbose)
		buf_format(p->out, "    %u more places (-v shows them)\n", h->places.len - 2 * FEW);
	for (uint32_t i = 0; i < h->events.len && (i < 2 * FEW || p->style->verbose); i++)
		event_line(p, &h->events.at[i]);
	if (h->events.len > 2 * FEW && !p->style->verbose)
		buf_format(p->out, "    %u more (-v shows them)\n", h->events.len - 2 * FEW);
}
