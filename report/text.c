/* The report for a terminal: first the answer per target, then what stops, then the operators that
 * need thought, then what it rests on and what was not looked at. */
#include "report/gate_line.h"
#include "report/text_page.h"

#include "base/text.h"

/* ------------------------------------------------------------------ the head */

static void title(struct page *p)
{
	const struct scan *scan = p->a->scan;
	uint32_t counted = 0;

	for (uint32_t i = 0; i < scan->graphs.len; i++)
		counted += scan->graphs.at[i].counted &&
		           scan->graphs.at[i].file->graphs.at[scan->graphs.at[i].graph].parent ==
		                   GRAPH_NONE;
	page_paint(p, PAINT_BOLD);
	buf_format(p->out, "portfit %.*s", STR_ARG(p->style->version));
	page_paint(p, PAINT_NONE);
	buf_puts(p->out, "   ");
	text_visible(p->out, scan->inputs.len == 1
	                             ? scan->inputs.at[0].path
	                             : arena_format(p->a->arena, "%u inputs", scan->inputs.len));
	buf_format(p->out, "   %u graph%s, %llu operator call%s", counted, plural(counted),
	        (unsigned long long)p->a->operator_nodes, plural(p->a->operator_nodes));
	if (scan->source_files)
		buf_format(p->out, ", %llu source file%s (%llu lines)",
		        (unsigned long long)scan->source_files, plural(scan->source_files),
		        (unsigned long long)scan->source_lines);
	if (scan->other_files)
		buf_format(p->out, ", %llu other file%s", (unsigned long long)scan->other_files,
		        plural(scan->other_files));
	if (scan->inputs.len == 1 && scan->inputs.at[0].torch_version.len)
		buf_format(p->out, ", torch %.*s", STR_ARG(scan->inputs.at[0].torch_version));
	buf_puts(p->out, "   scanned only, nothing was run\n\n");
}

struct part {
	enum verdict verdict;
	const char *one, *many;
};

/* "3 causes stop the run, each has a known change" */
static bool say_findings(struct page *p, uint32_t t)
{
	uint32_t stops = 0, no_way = 0, changes = 0;

	for (uint32_t i = 0; i < p->a->causes.len; i++) {
		const struct cause *c = &p->a->causes.at[i];

		stops += c->severity[t] == SEVERITY_BLOCKER;
		no_way += c->severity[t] == SEVERITY_BLOCKER && !c->way_known;
		changes += c->severity[t] == SEVERITY_MAJOR;
	}
	if (stops && no_way)
		buf_format(p->out, "%u cause%s the run, for %u no way is known", stops,
		        stops == 1 ? " stops" : "s stop", no_way);
	else if (stops)
		buf_format(p->out, "%u cause%s the run, each has a known change", stops,
		        stops == 1 ? " stops" : "s stop");
	if (changes)
		buf_format(p->out, "%s%u need%s a change", stops ? ", " : "", changes,
		        changes == 1 ? "s" : "");
	return stops || changes;
}

static void say_operators(struct page *p, const struct totals *t, uint64_t all)
{
	static const struct part parts[] = {
	        {VERDICT_UNSUPPORTED, "has no kernel", "have no kernel"},
	        {VERDICT_SKIPPED, "is skipped by the vendor", "are skipped by the vendor"},
	        {VERDICT_FALLBACK, "runs on the CPU", "run on the CPU"},
	        {VERDICT_UNKNOWN, "is unknown", "are unknown"},
	        {VERDICT_CONDITIONAL, "depends on conditions", "depend on conditions"}};
	bool any = false;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		uint64_t calls = t->operators[parts[i].verdict],
		         unique = t->unique[parts[i].verdict];

		if (!calls)
			continue;
		buf_format(p->out, "%s%llu operator%s (%llu call%s) %s", any ? ", " : "",
		        (unsigned long long)unique, plural(unique), (unsigned long long)calls,
		        plural(calls), unique == 1 ? parts[i].one : parts[i].many);
		any = true;
	}
	if (!any)
		buf_format(p->out, "all %llu calls are supported or made of supported parts",
		        (unsigned long long)all);
}

/* One word for what was seen. It never says ready: what was scanned is not the whole port. */
static const char *word_for(
        const struct page *p, uint32_t target, const struct totals *t, enum paint *color)
{
	const struct finding_sum *f = &p->a->findings[target];

	*color = PAINT_DIM;
	if (!p->a->operator_nodes && !p->a->scan->source_files && !p->a->scan->other_files)
		return "NOT LOOKED AT";
	*color = PAINT_RED;
	if (t->operators[VERDICT_UNSUPPORTED] || f->by_severity[SEVERITY_BLOCKER])
		return "STOPS";
	*color = PAINT_CYAN;
	if (t->operators[VERDICT_UNKNOWN])
		return "CANNOT SAY";
	*color = PAINT_YELLOW;
	if (t->operators[VERDICT_SKIPPED] || t->operators[VERDICT_FALLBACK] ||
	        t->operators[VERDICT_CONDITIONAL] || f->by_severity[SEVERITY_MAJOR])
		return "NEEDS THOUGHT";
	*color = PAINT_GREEN;
	return "NOTHING FOUND";
}

static void answer_line(struct page *p, uint32_t t, enum mode mode, bool first)
{
	const struct totals *totals = &p->a->totals[t * MODE_COUNT + (uint32_t)mode];
	enum paint color;
	const char *word = word_for(p, t, totals, &color);
	bool said = false;

	buf_puts(p->out, "  ");
	page_cell(p, first ? p->a->targets[t]->name : STR_NONE, 11);
	if (p->a->operator_nodes)
		page_cell(p, mode == MODE_EAGER ? S("eager") : S("compiled"), 10);
	page_paint(p, first ? color : PAINT_DIM);
	page_cell(p, str_from(word), 15);
	page_paint(p, PAINT_NONE);
	if (first)
		said = say_findings(p, t);
	if (p->a->operator_nodes) {
		buf_puts(p->out, said ? "; " : "");
		say_operators(p, totals, p->a->operator_nodes);
	} else if (!said) {
		buf_puts(p->out, p->a->scan->source_files + p->a->scan->other_files
		                         ? "nothing in the sources binds the project elsewhere; no "
		                           "graph was looked at"
		                         : "nothing was looked at");
	}
	buf_byte(p->out, '\n');
}

static void answers(struct page *p)
{
	for (uint32_t t = 0; t < p->a->n_targets; t++) {
		answer_line(p, t, p->a->mode, true);
		if (p->a->operator_nodes)
			answer_line(
			        p, t, p->a->mode == MODE_EAGER ? MODE_COMPILE : MODE_EAGER, false);
	}
}

/* ------------------------------------------------------------------ the rest */

static void what_to_do(struct page *p)
{
	static const struct {
		enum verdict verdict;
		const char *head, *text;
	} lines[] = {
	        {VERDICT_UNSUPPORTED, "unsupported  ",
	                "write it with other operators, or move the call to the CPU by hand; "
	                "'portfit coverage show OP' tells on whose word"},
	        {VERDICT_FALLBACK, "CPU          ",
	                "it runs, but each call crosses to the host and back; replace it where it "
	                "stands in a loop"},
	        {VERDICT_SKIPPED, "skipped      ",
	                "the vendor leaves it out of the product or of its tests; it may work, "
	                "nobody vouches for it: probe it"},
	        {VERDICT_CONDITIONAL, "depends      ",
	                "read the condition under the row; change dtype, shape or argument where "
	                "it bites"},
	        {VERDICT_UNKNOWN, "?            ",
	                "no list says; ask the device: portfit probe GRAPH --device NAME --only "
	                "unknown"},
	};
	bool any = false;

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		bool present = false;

		for (uint32_t k = 0; k < p->a->n_targets * MODE_COUNT; k++)
			present |= p->a->totals[k].operators[lines[i].verdict] > 0;
		if (!present)
			continue;
		if (!any) {
			page_heading(p, "WHAT TO DO");
			buf_byte(p->out, '\n');
		}
		any = true;
		page_wrapped(p, lines[i].head, 2, str_from(lines[i].text));
	}
}

static void rests_on(struct page *p)
{
	page_heading(p, "RESTS ON");
	buf_byte(p->out, '\n');
	for (uint32_t t = 0; t < p->a->n_targets; t++) {
		const struct totals *totals = &p->a->totals[t * MODE_COUNT + (uint32_t)p->a->mode];
		bool any = false;

		buf_puts(p->out, "  ");
		page_cell(p, p->a->targets[t]->name, 11);
		for (int e = EVIDENCE_COUNT - 1; e > 0; e--)
			if (totals->evidence[e]) {
				buf_format(p->out, "%s%.1f %% %.*s", any ? ", " : "",
				        100.0 * (double)totals->evidence[e] /
				                (double)p->a->operator_nodes,
				        STR_ARG(evidence_word((enum evidence)e)));
				any = true;
			}
		if (totals->evidence[EVIDENCE_NONE])
			buf_format(p->out, "%s%.1f %% nothing", any ? ", " : "",
			        100.0 * (double)totals->evidence[EVIDENCE_NONE] /
			                (double)p->a->operator_nodes);
		buf_format(p->out, "; facts of %.*s to %.*s; %.*s %.*s\n", STR_ARG(totals->oldest),
		        STR_ARG(totals->newest), STR_ARG(p->a->targets[t]->backend),
		        STR_ARG(p->a->targets[t]->version));
	}
}

static void not_seen(struct page *p)
{
	const struct scan *scan = p->a->scan;
	uint64_t files = 0;

	for (uint32_t i = 0; i < scan->not_scanned.len; i++)
		files += scan->not_scanned.at[i].files;
	for (uint32_t i = 0; i < scan->inputs.len; i++)
		if (scan->inputs.at[i].status != INPUT_READ) {
			buf_puts(p->out, "  ");
			text_visible(p->out, scan->inputs.at[i].path);
			buf_format(p->out,
			        ": %.*s: ", STR_ARG(input_status_word(scan->inputs.at[i].status)));
			text_visible(p->out, scan->inputs.at[i].reason);
			buf_byte(p->out, '\n');
		}
	if (files) {
		page_heading(p, "NOT SEEN");
		buf_format(p->out, "   %llu file%s", (unsigned long long)files, plural(files));
		for (uint32_t i = 0; i < scan->not_scanned.len; i++) {
			buf_format(p->out, "%s%llu ", i ? ", " : " (",
			        (unsigned long long)scan->not_scanned.at[i].files);
			text_visible(p->out, scan->not_scanned.at[i].reason);
		}
		buf_puts(p->out, scan->not_scanned.len ? ")" : "");
		buf_byte(p->out, '\n');
	}
}

static void measure(struct page *p)
{
	uint32_t n = p->a->n_targets, columns = p->style->columns, rest;

	p->cell_width = 25;
	rest = columns > 11 + n * (p->cell_width + 1) ? columns - 11 - n * (p->cell_width + 1) : 0;
	p->op_width = rest * 3 / 5 > 24 ? rest * 3 / 5 : 24;
	p->where_width = rest > p->op_width + 8 ? rest - p->op_width : 8;
}

void write_text(const struct assessment *a, const struct style *style, struct buf *out)
{
	struct page p = {.a = a, .style = style, .out = out};

	measure(&p);
	title(&p);
	answers(&p);
	text_findings(&p);
	text_operators(&p);
	text_apis(&p);
	text_custom(&p);
	text_islands(&p);
	text_dynamic(&p);
	text_hostsync(&p);
	text_dtypes(&p);
	text_collectives(&p);
	text_training(&p);
	what_to_do(&p);
	text_work(&p);
	text_memory(&p);
	text_cost(&p);
	if (a->operator_nodes)
		rests_on(&p);
	text_counted(&p);
	not_seen(&p);
	buf_byte(out, '\n');
	report_gate_line(&a->gate, out);
	buf_byte(out, '\n');
}
