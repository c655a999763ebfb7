/* For engineers: where graphs leave the device, sizes that are not fixed, memory, environment. */
#include "report/html_page.h"

#include "assess/analyses.h"
#include "report/number.h"

enum { STRIPS_MOST = 40, MARKS_MOST = 400, RUNS_TOLD = 20, FEW = 8 };

/* ------------------------------------------------------------------ islands */

static void crossing(struct html *h, const struct crossing *c)
{
	html_count(h, c->count, MESSAGE_CROSSINGS_ONE, MESSAGE_CROSSINGS);
	buf_puts(h->out, " \xc2\xb7 ");
	html_text(h, number_bytes(h->a->arena, c->bytes));
	if (c->bytes) {
		buf_puts(h->out, " \xc2\xb7 ");
		html_message(h, MESSAGE_AT_LEAST);
		buf_format(h->out, " %.3g ms", crossing_ms(c));
	}
}

/* What the strip shows, for who cannot see it: the runs in their order. */
static void strip_in_words(struct html *h, const struct island_set *set, uint32_t graph)
{
	uint32_t shown = 0;

	for (uint32_t i = 0; i < set->list.len && shown < RUNS_TOLD; i++) {
		const struct island *island = &set->list.at[i];

		if (island->graph != graph || !island->n_nodes)
			continue;
		if (shown++)
			html_comma(h);
		html_text(h, h->a->rows.at[island->rows[0]].op);
		buf_format(h->out, " (%u\xe2\x80\x93%u / %llu)", island->nodes[0] + 1,
		        island->nodes[island->n_nodes - 1] + 1,
		        (unsigned long long)h->a->graphs[graph].nodes);
	}
}

/* One graph from its first to its last operator, with the runs on the CPU marked. */
static void strip(struct html *h, uint32_t target, uint32_t graph)
{
	const struct island_set *set =
	        &h->a->analyses->islands.fallback[target * MODE_COUNT + (uint32_t)h->a->mode];
	const struct graph_ref *ref = &h->a->scan->graphs.at[graph];
	double nodes = (double)(h->a->graphs[graph].nodes ? h->a->graphs[graph].nodes : 1);
	uint32_t pieces = 0, marks = 0;
	struct crossing sum = {0};

	for (uint32_t i = 0; i < set->list.len; i++)
		if (set->list.at[i].graph == graph) {
			pieces++;
			sum.count += set->list.at[i].least.count;
			sum.bytes += set->list.at[i].least.bytes;
		}
	buf_format(h->out,
	        "<figure><svg viewBox=\"0 0 980 34\" width=\"100%%\" height=\"34\" "
	        "preserveAspectRatio=\"none\" role=\"img\" aria-labelledby=\"strip%u-%u\" "
	        "aria-describedby=\"runs%u-%u\"><title id=\"strip%u-%u\">",
	        target, graph, target, graph, target, graph);
	html_message(h, MESSAGE_ISLAND_STRIP);
	buf_format(h->out, "</title><desc id=\"runs%u-%u\">", target, graph);
	strip_in_words(h, set, graph);
	buf_puts(h->out, "</desc><rect x=\"0\" y=\"8\" width=\"980\" height=\"18\" class=\"on\"/>");
	for (uint32_t i = 0; i < set->list.len && marks < MARKS_MOST; i++) {
		const struct island *island = &set->list.at[i];
		double from, to;

		if (island->graph != graph || !island->n_nodes)
			continue;
		marks++;
		from = 980 * (double)island->nodes[0] / nodes;
		to = 980 * ((double)island->nodes[island->n_nodes - 1] + 1) / nodes;
		from = from > 974 ? 974 : from;
		buf_format(h->out,
		        "<rect x=\"%.1f\" y=\"3\" width=\"%.1f\" height=\"28\" class=\"off\">"
		        "<title>",
		        from,
		        to - from < 4     ? 4
		        : to - from > 980 ? 980
		                          : to - from);
		html_text(h, h->a->rows.at[island->rows[0]].op);
		buf_format(h->out, " (%u)</title></rect>", island->n_nodes);
	}
	buf_puts(h->out, "</svg><figcaption class=\"small\"><code>");
	html_text(h, h->a->scan->inputs.at[ref->input].path);
	buf_puts(h->out, "</code> ");
	html_text(h, graph_text(ref->file, ref->file->graphs.at[ref->graph].name));
	buf_puts(h->out, " \xc2\xb7 ");
	html_count(h, pieces, MESSAGE_PIECES_ONE, MESSAGE_PIECES);
	buf_puts(h->out, " \xc2\xb7 ");
	crossing(h, &sum);
	buf_puts(h->out, "</figcaption></figure>\n");
}

static void savings(struct html *h, const struct island_set *set)
{
	if (!set->what_if.len)
		return;
	buf_puts(h->out, "<p class=\"small\">");
	html_message(h, MESSAGE_WHAT_IF);
	buf_puts(h->out, "</p><ul class=\"small\">");
	for (uint32_t i = 0; i < set->what_if.len && i < FEW; i++) {
		const struct what_if *w = &set->what_if.at[i];

		buf_puts(h->out, "<li><code>");
		html_text(h, w->op);
		buf_format(h->out, "</code> \xc2\xb7 %lld ", (long long)w->alone.crossings);
		html_message(h, MESSAGE_CROSSINGS);
		buf_puts(h->out, " \xc2\xb7 ");
		html_text(h, number_bytes(h->a->arena,
		                     w->alone.bytes > 0 ? (uint64_t)w->alone.bytes : 0));
		buf_puts(h->out, "</li>");
	}
	buf_puts(h->out, "</ul>\n");
}

static void target_islands(struct html *h, uint32_t t)
{
	const struct island_set *set =
	        &h->a->analyses->islands.fallback[t * MODE_COUNT + (uint32_t)h->a->mode];
	uint32_t strips = 0, last = GRAPH_NONE;

	buf_puts(h->out, "<h3>");
	html_text(h, h->a->targets[t]->name);
	buf_puts(h->out, " <span class=\"soft small\">");
	html_message(h, h->a->mode == MODE_EAGER ? MESSAGE_EAGER : MESSAGE_COMPILED);
	buf_puts(h->out, "</span></h3>\n");
	if (!set->count) {
		buf_puts(h->out, "<p>");
		html_message(h, MESSAGE_NO_ISLANDS);
		buf_puts(h->out, "</p>\n");
		return;
	}
	buf_puts(h->out, "<p>");
	html_count(h, set->count, MESSAGE_PIECES_ONE, MESSAGE_PIECES);
	buf_puts(h->out, " \xc2\xb7 ");
	crossing(h, &set->least);
	buf_puts(h->out, "</p>\n");
	for (uint32_t i = 0; i < set->list.len && strips < STRIPS_MOST; i++)
		if (set->list.at[i].graph != last) {
			last = set->list.at[i].graph;
			strips++;
			strip(h, t, last);
		}
	savings(h, set);
}

static void seen(struct html *h)
{
	const struct hostsync *s = &h->a->analyses->hostsync;

	if (!s->fallbacks.len)
		return;
	buf_puts(h->out, "<h3>");
	html_message(h, MESSAGE_SEEN_IN_LOGS);
	buf_puts(h->out, "</h3><ul>");
	for (uint32_t i = 0; i < s->fallbacks.len && i < 2 * FEW; i++) {
		const struct hostsync_fallback *f = &s->fallbacks.at[i];

		buf_puts(h->out, "<li><code>");
		html_text(h, f->op);
		buf_format(h->out, "</code> \xc3\x97 %llu <span class=\"soft\">",
		        (unsigned long long)f->times);
		html_text(h, h->a->scan->inputs.at[f->input].path);
		buf_puts(h->out, "</span></li>");
	}
	buf_puts(h->out, "</ul>\n");
}

void html_islands(struct html *h)
{
	if (!h->a->operator_nodes && !h->a->analyses->hostsync.fallbacks.len)
		return;
	html_heading(h, "islands", MESSAGE_ISLANDS);
	for (uint32_t t = 0; h->a->operator_nodes && t < h->a->n_targets; t++)
		target_islands(h, t);
	seen(h);
}

/* ------------------------------------------------------------------ dynamic shapes */

static void symbol_row(struct html *h, const struct dynamic_symbol *s)
{
	buf_puts(h->out, "<tr><th scope=\"row\"><code>");
	html_text(h, s->name);
	buf_puts(h->out, "</code></th><td>");
	if (s->has_low)
		buf_format(h->out, "%lld\xe2\x80\x93", (long long)s->low);
	if (s->has_high)
		buf_format(h->out, "%s%lld", s->has_low ? "" : "\xe2\x80\x93", (long long)s->high);
	if (!s->has_high) {
		buf_byte(h->out, ' ');
		html_message(h, MESSAGE_NO_BOUND);
	}
	buf_puts(h->out, "</td><td>");
	html_said(h, SAID_ADVICE, s->source.len ? s->source : s->op);
	buf_format(h->out, "</td><td class=\"n\">%llu</td></tr>\n", (unsigned long long)s->nodes);
}

static void dynamic_target(struct html *h, uint32_t t)
{
	const struct dynamic_target *d = &h->a->analyses->dynamic.targets[t];

	buf_puts(h->out, "<p><strong>");
	html_text(h, h->a->targets[t]->name);
	buf_puts(h->out, "</strong> ");
	html_verdict(h, d->compile);
	if (d->programs > 1) {
		buf_format(h->out, " %llu ", (unsigned long long)d->programs);
		html_message(h, MESSAGE_PROGRAMS);
	}
	buf_puts(h->out, "</p><ul class=\"small\">");
	for (uint32_t i = 0; i < d->advice.len && i < FEW; i++) {
		buf_puts(h->out, "<li>");
		html_said(h, SAID_ADVICE, d->advice.at[i]);
		buf_puts(h->out, "</li>");
	}
	buf_puts(h->out, "</ul>\n");
}

void html_dynamic(struct html *h)
{
	static const enum message heads[] = {
	        MESSAGE_SYMBOL, MESSAGE_RANGE, MESSAGE_SOURCE, MESSAGE_NUMBER_CALLS};
	const struct dynamic *d = &h->a->analyses->dynamic;

	if (!d->symbols.len)
		return;
	html_heading(h, "dynamic", MESSAGE_DYNAMIC);
	html_wrap(h, MESSAGE_DYNAMIC, "plain");
	buf_puts(h->out, "<thead><tr>");
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		buf_puts(h->out, i == 3 ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">");
		html_message(h, heads[i]);
		buf_puts(h->out, "</th>");
	}
	buf_puts(h->out, "</tr></thead><tbody>\n");
	for (uint32_t i = 0; i < d->symbols.len && i < 200; i++)
		symbol_row(h, &d->symbols.at[i]);
	buf_puts(h->out, "</tbody></table></div>\n");
	for (uint32_t t = 0; t < h->a->n_targets; t++)
		dynamic_target(h, t);
}

/* ------------------------------------------------------------------ memory */

static void need(struct html *h, const struct memory_device *d, uint32_t devices)
{
	const struct machine *machine = devices ? memory_machine(d, devices) : NULL;

	if (!devices) {
		html_message(h, MESSAGE_FITS_NOT);
		return;
	}
	buf_format(h->out, "%u", devices);
	if (machine && devices > 1) {
		buf_puts(h->out, " <span class=\"soft small\">");
		html_text(h, machine->name);
		buf_puts(h->out, "</span>");
	}
}

static void memory_row(struct html *h, const struct memory_device *d, uint32_t worst)
{
	const struct memory_graph *g = &h->a->analyses->memory.graphs.at[worst];

	buf_puts(h->out, "<tr><td>");
	html_text(h, h->a->targets[d->target]->name);
	buf_puts(h->out, "</td><th scope=\"row\">");
	html_text(h, d->accelerator);
	buf_puts(h->out, "</th><td class=\"n\">");
	html_text(h, number_bytes(h->a->arena, (uint64_t)d->bytes));
	buf_puts(h->out, "</td><td class=\"n\">");
	need(h, d, d->fits[worst].inference);
	buf_puts(h->out, "</td><td class=\"n\">");
	if (g->training)
		need(h, d, d->fits[worst].training);
	else
		buf_puts(h->out, "\xe2\x80\x93");
	buf_puts(h->out, "</td></tr>\n");
}

void html_memory(struct html *h)
{
	static const enum message heads[] = {MESSAGE_TARGET, MESSAGE_DEVICE, MESSAGE_ITS_MEMORY,
	        MESSAGE_INFERENCE, MESSAGE_TRAINING};
	const struct memory *memory = &h->a->analyses->memory;
	const struct memory_graph *g;
	uint32_t worst = 0;

	if (!memory->graphs.len)
		return;
	for (uint32_t i = 1; i < memory->graphs.len; i++)
		if (memory->graphs.at[i].inference > memory->graphs.at[worst].inference)
			worst = i;
	g = &memory->graphs.at[worst];
	html_heading(h, "memory", MESSAGE_MEMORY);
	buf_puts(h->out, "<p>");
	html_message(h, MESSAGE_PARAMETERS);
	buf_byte(h->out, ' ');
	html_text(h, number_bytes(h->a->arena, g->parameters));
	buf_puts(h->out, " \xc2\xb7 ");
	html_message(h, MESSAGE_INFERENCE);
	buf_byte(h->out, ' ');
	html_text(h, number_bytes(h->a->arena, g->inference));
	if (g->training) {
		buf_puts(h->out, " \xc2\xb7 ");
		html_message(h, MESSAGE_TRAINING);
		buf_byte(h->out, ' ');
		html_text(h, number_bytes(h->a->arena, g->training));
	}
	buf_puts(h->out, "</p><p class=\"soft small\">");
	html_message(h, MESSAGE_MEMORY_LEAST);
	buf_puts(h->out, "</p>");
	html_wrap(h, MESSAGE_MEMORY, "plain");
	buf_puts(h->out, "<thead><tr>");
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		buf_puts(h->out, i > 1 ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">");
		html_message(h, heads[i]);
		if (i > 2) {
			buf_puts(h->out, " <span class=\"soft small\">(");
			html_message(h, MESSAGE_NEEDS_DEVICES);
			buf_puts(h->out, ")</span>");
		}
		buf_puts(h->out, "</th>");
	}
	buf_puts(h->out, "</tr></thead><tbody>\n");
	for (uint32_t i = 0; i < memory->devices.len; i++)
		memory_row(h, &memory->devices.at[i], worst);
	buf_puts(h->out, "</tbody></table></div>\n");
}

/* ------------------------------------------------------------------ environment */

void html_environment(struct html *h)
{
	str last = STR_NONE;

	html_heading(h, "environment", MESSAGE_ENVIRONMENT);
	buf_puts(h->out, "<ul>");
	for (uint32_t t = 0; t < h->a->n_targets; t++) {
		const struct target *target = h->a->targets[t];

		buf_puts(h->out, "<li><strong>");
		html_text(h, target->name);
		buf_puts(h->out, "</strong> \xc2\xb7 ");
		html_message(h, MESSAGE_BACKEND);
		buf_byte(h->out, ' ');
		html_text(h, target->backend);
		buf_byte(h->out, ' ');
		html_text(h, target->version);
		buf_puts(h->out, " \xc2\xb7 <code>");
		html_text(h, target->device);
		buf_puts(h->out, "</code> <code>");
		html_text(h, target->process_group);
		buf_puts(h->out, "</code></li>");
	}
	for (uint32_t i = 0; i < h->a->scan->inputs.len; i++) {
		str version = h->a->scan->inputs.at[i].torch_version;

		if (!version.len || str_eq(version, last))
			continue;
		last = version;
		buf_puts(h->out, "<li>");
		html_message(h, MESSAGE_ASKS_TORCH);
		buf_byte(h->out, ' ');
		html_text(h, version);
		buf_puts(h->out, "</li>");
	}
	buf_puts(h->out, "</ul>\n");
}
