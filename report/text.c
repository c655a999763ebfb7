/* The report for a terminal: first the answer per target, then what stops, then the operators that
 * need thought, then what it rests on and what was not looked at. */
#include "report/gate_line.h"
#include "report/text_page.h"

#include "base/text.h"

/* ------------------------------------------------------------------ the head */

/* What was written behind `from`, taken back to be broken into lines. */
static str taken_back(struct page *p, size_t from)
{
	str text = arena_dup(p->a->arena, str_from_at(buf_str(p->out), from));

	p->out->len = from;
	return text;
}

static void title(struct page *p)
{
	const struct scan *scan = p->a->scan;
	uint32_t counted = 0;
	size_t from;

	for (uint32_t i = 0; i < scan->graphs.len; i++)
		counted += scan->graphs.at[i].counted &&
		           scan->graphs.at[i].file->graphs.at[scan->graphs.at[i].graph].parent ==
		                   GRAPH_NONE;
	page_paint(p, PAINT_BOLD);
	buf_format(p->out, "portfit %.*s", STR_ARG(p->style->version));
	page_paint(p, PAINT_NONE);
	buf_puts(p->out, "   ");
	from = p->out->len;
	text_visible(p->out, scan->inputs.len == 1
	                             ? scan->inputs.at[0].path
	                             : page_fill(p, MESSAGE_TEXT_INPUTS,
	                                       (str[]){page_number(p, scan->inputs.len)}, 1));
	buf_puts(p->out, "   ");
	buf_put(p->out, page_count(p, counted, MESSAGE_GRAPHS_ONE, MESSAGE_GRAPHS));
	buf_puts(p->out, page_say(p, MESSAGE_TEXT_COMMA));
	buf_put(p->out, page_count(p, p->a->operator_nodes, MESSAGE_CALLS_ONE, MESSAGE_CALLS));
	if (scan->source_files) {
		buf_puts(p->out, page_say(p, MESSAGE_TEXT_COMMA));
		buf_put(p->out,
		        page_count(p, scan->source_files, MESSAGE_SOURCES_ONE, MESSAGE_SOURCES));
		buf_put(p->out, PAGE_FILL(p, MESSAGE_TEXT_COUNTED_GRAPHS, S(""),
		                        page_count(p, scan->source_lines, MESSAGE_LINES_ONE,
		                                MESSAGE_LINES)));
	}
	if (scan->other_files) {
		buf_puts(p->out, page_say(p, MESSAGE_TEXT_COMMA));
		buf_put(p->out, page_count(p, scan->other_files, MESSAGE_TEXT_OTHER_ONE,
		                        MESSAGE_TEXT_OTHER));
	}
	if (scan->inputs.len == 1 && scan->inputs.at[0].torch_version.len)
		buf_format(p->out, "%storch %.*s", page_say(p, MESSAGE_TEXT_COMMA),
		        STR_ARG(scan->inputs.at[0].torch_version));
	buf_format(p->out, "   %s", page_say(p, MESSAGE_SCANNED_ONLY));
	page_hanging(p, 11 + (uint32_t)text_width(p->style->version), 2, taken_back(p, from));
	buf_byte(p->out, '\n');
}

struct part {
	enum verdict verdict;
	enum message one, many;
};

/* "3 causes stop the run, each has a known change" */
static bool say_findings(struct page *p, uint32_t t)
{
	uint32_t stops = 0, no_way = 0, changes = 0;
	enum message said;

	for (uint32_t i = 0; i < p->a->causes.len; i++) {
		const struct cause *c = &p->a->causes.at[i];

		stops += c->severity[t] == SEVERITY_BLOCKER;
		no_way += c->severity[t] == SEVERITY_BLOCKER && !c->way_known;
		changes += c->severity[t] == SEVERITY_MAJOR;
	}
	if (no_way)
		said = stops == 1 ? MESSAGE_TEXT_STOPS_ONE_NONE : MESSAGE_TEXT_STOPS_NONE;
	else
		said = stops == 1 ? MESSAGE_TEXT_STOPS_ONE_KNOWN : MESSAGE_TEXT_STOPS_KNOWN;
	if (stops)
		buf_put(p->out, page_fill(p, said,
		                        (str[]){page_number(p, stops), page_number(p, no_way)}, 2));
	if (changes) {
		buf_puts(p->out, stops ? page_say(p, MESSAGE_TEXT_COMMA) : "");
		buf_put(p->out,
		        page_fill(p, changes == 1 ? MESSAGE_TEXT_NEEDS_ONE : MESSAGE_TEXT_NEEDS,
		                (str[]){page_number(p, changes)}, 1));
	}
	return stops || changes;
}

static void say_operators(struct page *p, const struct totals *t, uint64_t all)
{
	static const struct part parts[] = {
	        {VERDICT_UNSUPPORTED, MESSAGE_TEXT_NO_KERNEL_ONE, MESSAGE_TEXT_NO_KERNEL},
	        {VERDICT_SKIPPED, MESSAGE_TEXT_SKIPPED_ONE, MESSAGE_TEXT_SKIPPED},
	        {VERDICT_FALLBACK, MESSAGE_TEXT_CPU_ONE, MESSAGE_TEXT_CPU},
	        {VERDICT_UNKNOWN, MESSAGE_TEXT_UNKNOWN_ONE, MESSAGE_TEXT_UNKNOWN},
	        {VERDICT_CONDITIONAL, MESSAGE_TEXT_DEPENDS_ONE, MESSAGE_TEXT_DEPENDS}};
	bool any = false;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		uint64_t calls = t->operators[parts[i].verdict],
		         unique = t->unique[parts[i].verdict];

		if (!calls)
			continue;
		buf_puts(p->out, any ? page_say(p, MESSAGE_TEXT_COMMA) : "");
		buf_put(p->out, page_fill(p, MESSAGE_TEXT_OPERATORS_ARE,
		                        (str[]){page_count(p, unique, MESSAGE_TEXT_OPERATOR_ONE,
		                                        MESSAGE_TEXT_OPERATOR),
		                                page_count(p, calls, MESSAGE_TEXT_CALL_ONE,
		                                        MESSAGE_TEXT_CALL),
		                                str_from(page_say(p, unique == 1 ? parts[i].one
		                                                                 : parts[i].many))},
		                        3));
		any = true;
	}
	if (!any)
		buf_put(p->out,
		        page_fill(p, MESSAGE_TEXT_ALL_FINE, (str[]){page_number(p, all)}, 1));
}

/* One word for what was seen. It never says ready: what was scanned is not the whole port. */
static enum message word_for(
        const struct page *p, uint32_t target, const struct totals *t, enum paint *color)
{
	const struct finding_sum *f = &p->a->findings[target];

	*color = PAINT_DIM;
	if (!p->a->operator_nodes && !p->a->scan->source_files && !p->a->scan->other_files)
		return MESSAGE_TEXT_WORD_NOT_LOOKED;
	*color = PAINT_RED;
	if (t->operators[VERDICT_UNSUPPORTED] || f->by_severity[SEVERITY_BLOCKER])
		return MESSAGE_TEXT_WORD_STOPS;
	*color = PAINT_CYAN;
	if (t->operators[VERDICT_UNKNOWN])
		return MESSAGE_TEXT_WORD_CANNOT_SAY;
	*color = PAINT_YELLOW;
	if (t->operators[VERDICT_SKIPPED] || t->operators[VERDICT_FALLBACK] ||
	        t->operators[VERDICT_CONDITIONAL] || f->by_severity[SEVERITY_MAJOR])
		return MESSAGE_TEXT_WORD_THOUGHT;
	*color = PAINT_GREEN;
	return findings_left_out(p->a) ? MESSAGE_TEXT_WORD_NOTHING_NEW : MESSAGE_TEXT_WORD_NOTHING;
}

static str left_out(struct page *p)
{
	uint64_t n = findings_left_out(p->a);

	return PAGE_FILL(p, n == 1 ? MESSAGE_LEFT_OUT_ONE : MESSAGE_LEFT_OUT, page_number(p, n));
}

/* Nothing is told of the sources: what was folded away is said all the same. */
static void say_nothing(struct page *p)
{
	bool looked = p->a->scan->source_files + p->a->scan->other_files;

	if (looked && p->a->unreached)
		buf_put(p->out, page_fill(p, MESSAGE_TEXT_NOTHING_REACHED,
		                        (str[]){page_number(p, p->a->unreached)}, 1));
	else
		buf_puts(p->out, page_say(p, looked ? MESSAGE_TEXT_NOTHING_BINDS
		                                    : MESSAGE_TEXT_NOTHING_LOOKED));
}

static void answer_line(struct page *p, uint32_t t, enum mode mode, bool first)
{
	bool english = p->style->language == LANGUAGE_EN;
	uint32_t mode_width = !p->a->operator_nodes ? 0
	                      : english             ? 10
	                                            : 21,
	         column = 13 + mode_width + (english ? 15 : 20);
	size_t from;
	const struct totals *totals = &p->a->totals[t * MODE_COUNT + (uint32_t)mode];
	enum paint color;
	enum message word = word_for(p, t, totals, &color);
	bool said = false;

	buf_puts(p->out, "  ");
	page_cell(p, first ? p->a->targets[t]->name : STR_NONE, 11);
	if (p->a->operator_nodes)
		page_cell(p,
		        str_from(page_say(p,
		                mode == MODE_EAGER ? MESSAGE_TEXT_EAGER : MESSAGE_TEXT_COMPILED)),
		        english ? 10 : 21);
	page_paint(p, first ? color : PAINT_DIM);
	page_cell(p, str_from(page_say(p, word)), english ? 15 : 20);
	page_paint(p, PAINT_NONE);
	from = p->out->len;
	if (first)
		said = say_findings(p, t);
	if (p->a->operator_nodes) {
		buf_puts(p->out, said ? page_say(p, MESSAGE_TEXT_SEMICOLON) : "");
		say_operators(p, totals, p->a->operator_nodes);
	} else if (!said && !findings_left_out(p->a)) {
		say_nothing(p);
	}
	if (first && findings_left_out(p->a)) {
		buf_puts(p->out, p->out->len > from ? page_say(p, MESSAGE_TEXT_SEMICOLON) : "");
		buf_put(p->out, left_out(p));
	}
	page_hanging(
	        p, column, column + 2 < p->style->columns / 2 ? column : 15, taken_back(p, from));
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
		enum message head, text;
	} lines[] = {
	        {VERDICT_UNSUPPORTED, MESSAGE_TEXT_DO_UNSUPPORTED,
	                MESSAGE_TEXT_DO_UNSUPPORTED_TEXT},
	        {VERDICT_FALLBACK, MESSAGE_TEXT_DO_CPU, MESSAGE_TEXT_DO_CPU_TEXT},
	        {VERDICT_SKIPPED, MESSAGE_TEXT_DO_SKIPPED, MESSAGE_TEXT_DO_SKIPPED_TEXT},
	        {VERDICT_CONDITIONAL, MESSAGE_TEXT_DO_DEPENDS, MESSAGE_TEXT_DO_DEPENDS_TEXT},
	        {VERDICT_UNKNOWN, MESSAGE_TEXT_DO_UNKNOWN, MESSAGE_TEXT_DO_UNKNOWN_TEXT},
	};
	bool any = false;

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		bool present = false;

		for (uint32_t k = 0; k < p->a->n_targets * MODE_COUNT; k++)
			present |= p->a->totals[k].operators[lines[i].verdict] > 0;
		if (!present)
			continue;
		if (!any) {
			page_heading(p, MESSAGE_TEXT_WHAT_TO_DO);
			buf_byte(p->out, '\n');
		}
		any = true;
		page_wrapped(
		        p, page_say(p, lines[i].head), 2, str_from(page_say(p, lines[i].text)));
	}
}

static void share_of(struct page *p, const struct totals *totals, enum evidence e, bool *any)
{
	if (!totals->evidence[e])
		return;
	buf_format(p->out, "%s%.1f %% %.*s", *any ? page_say(p, MESSAGE_TEXT_COMMA) : "",
	        100.0 * (double)totals->evidence[e] / (double)p->a->operator_nodes,
	        STR_ARG(e == EVIDENCE_NONE ? str_from(page_say(p, MESSAGE_NO_GROUND))
	                                   : page_said(p, SAID_WORD, evidence_word(e))));
	*any = true;
}

static void rests_on(struct page *p)
{
	page_heading(p, MESSAGE_TEXT_RESTS_ON);
	buf_byte(p->out, '\n');
	for (uint32_t t = 0; t < p->a->n_targets; t++) {
		const struct totals *totals = &p->a->totals[t * MODE_COUNT + (uint32_t)p->a->mode];
		bool any = false;

		buf_puts(p->out, "  ");
		page_cell(p, p->a->targets[t]->name, 11);
		for (int e = EVIDENCE_COUNT - 1; e >= 0; e--)
			share_of(p, totals, (enum evidence)e, &any);
		buf_put(p->out, page_fill(p, MESSAGE_TEXT_FACTS_FROM_TO,
		                        (str[]){totals->oldest, totals->newest,
		                                arena_format(p->a->arena, "%.*s %.*s",
		                                        STR_ARG(p->a->targets[t]->backend),
		                                        STR_ARG(p->a->targets[t]->version))},
		                        3));
		buf_byte(p->out, '\n');
	}
}

/* "a.py: partly: line 3: invalid syntax" */
static void input_line(struct page *p, const struct input *input)
{
	static const enum message words[] = {[INPUT_PARTLY] = MESSAGE_TEXT_STATUS_PARTLY,
	        [INPUT_SKIPPED] = MESSAGE_TEXT_STATUS_SKIPPED,
	        [INPUT_FAILED] = MESSAGE_TEXT_STATUS_FAILED};

	page_line(p, 2,
	        arena_format(p->a->arena, "%s%s%.*s", page_label(p, input->path),
	                page_label(p, str_from(page_say(p, words[input->status]))),
	                STR_ARG(page_said(p, SAID_FILE, input->reason))));
}

static void not_seen(struct page *p)
{
	const struct scan *scan = p->a->scan;
	uint64_t files = 0;
	str reasons = STR_NONE, all;

	for (uint32_t i = 0; i < scan->inputs.len; i++)
		if (scan->inputs.at[i].status != INPUT_READ)
			input_line(p, &scan->inputs.at[i]);
	for (uint32_t i = 0; i < scan->not_scanned.len; i++) {
		files += scan->not_scanned.at[i].files;
		reasons = page_list(p, reasons,
		        PAGE_FILL(p, MESSAGE_TEXT_FILES_BECAUSE,
		                page_number(p, scan->not_scanned.at[i].files),
		                page_said(p, SAID_FILE, scan->not_scanned.at[i].reason)));
	}
	if (!files)
		return;
	page_heading(p, MESSAGE_TEXT_NOT_SEEN);
	all = page_count(p, files, MESSAGE_TEXT_FILE_ONE, MESSAGE_TEXT_FILE);
	page_line(p, 3, PAGE_FILL(p, MESSAGE_TEXT_COUNTED_GRAPHS, all, reasons));
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
	text_workloads(&p);
	if (a->operator_nodes)
		rests_on(&p);
	text_counted(&p);
	not_seen(&p);
	buf_byte(out, '\n');
	report_gate_line(a->arena, &a->gate, style->language, out);
	buf_byte(out, '\n');
}
