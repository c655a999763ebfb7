/* The report for a terminal: first the answer per target, then what needs thought, worst first,
 * then what it rests on and what was not looked at. Width is respected by cutting cells, never
 * words of the reasons, which wrap. */
#include "report/writer.h"

#include "base/text.h"

struct page {
	const struct assessment *a;
	const struct style *style;
	struct buf *out;
	uint32_t op_width, cell_width, where_width;
};

enum paint { PAINT_NONE, PAINT_BOLD, PAINT_RED, PAINT_YELLOW, PAINT_GREEN, PAINT_CYAN, PAINT_DIM };

static void paint(struct page *p, enum paint color)
{
	static const char *const codes[] = {"0", "1", "31", "33", "32", "36", "2"};

	if (p->style->color)
		buf_format(p->out, "\033[%sm", codes[color]);
}

static void heading(struct page *p, const char *text)
{
	buf_byte(p->out, '\n');
	paint(p, PAINT_BOLD);
	buf_puts(p->out, text);
	paint(p, PAINT_NONE);
}

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

/* Text in a cell of fixed width, cut with an ellipsis. */
static void cell(struct page *p, str text, uint32_t width)
{
	size_t from = p->out->len;
	struct buf visible = {0};
	str shown;

	text_visible(&visible, text);
	shown = buf_str(&visible);
	if (text_width(shown) > width) {
		shown = text_fit(shown, width > 1 ? width - 1 : 0);
		buf_put(p->out, shown);
		buf_puts(p->out, "\xe2\x80\xa6");
	} else {
		buf_put(p->out, shown);
	}
	shown = str_from_at(buf_str(p->out), from);
	if (text_width(shown) < width)
		buf_repeat(p->out, ' ', width - text_width(shown));
	buf_free(&visible);
}

/* Words wrapped to the page behind an indentation; the first line has its own head. */
static void wrapped(struct page *p, const char *head, uint32_t indent, str text)
{
	size_t column = indent + text_width(str_from(head));
	bool first = true;
	str word;

	buf_repeat(p->out, ' ', indent);
	buf_puts(p->out, head);
	while (text.len && str_cut(&text, ' ', &word)) {
		size_t width = text_width(word);

		if (!first && column + 1 + width > p->style->columns) {
			buf_byte(p->out, '\n');
			buf_repeat(p->out, ' ', indent + 2);
			column = indent + 2;
		} else if (!first) {
			buf_byte(p->out, ' ');
			column++;
		}
		text_visible(p->out, word);
		column += width;
		first = false;
	}
	buf_byte(p->out, '\n');
}

/* ------------------------------------------------------------------ the head */

static void title(struct page *p)
{
	const struct scan *scan = p->a->scan;
	uint32_t counted = 0;

	for (uint32_t i = 0; i < scan->graphs.len; i++)
		counted += scan->graphs.at[i].counted &&
		           scan->graphs.at[i].file->graphs.at[scan->graphs.at[i].graph].parent ==
		                   GRAPH_NONE;
	paint(p, PAINT_BOLD);
	buf_format(p->out, "portfit %.*s", STR_ARG(p->style->version));
	paint(p, PAINT_NONE);
	buf_puts(p->out, "   ");
	text_visible(p->out, scan->inputs.len == 1
	                             ? scan->inputs.at[0].path
	                             : arena_format(p->a->arena, "%u inputs", scan->inputs.len));
	buf_format(p->out, "   %u graph%s, %llu operator call%s", counted, plural(counted),
	        (unsigned long long)p->a->operator_nodes, plural(p->a->operator_nodes));
	if (scan->inputs.len == 1 && scan->inputs.at[0].torch_version.len)
		buf_format(p->out, ", torch %.*s", STR_ARG(scan->inputs.at[0].torch_version));
	buf_puts(p->out, "   scanned only, nothing was run\n\n");
}

struct part {
	enum verdict verdict;
	const char *one, *many;
};

static void sentence(struct page *p, const struct totals *t, uint64_t all)
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
	if (!all)
		buf_puts(p->out, "no operator was looked at");
	else if (!any)
		buf_format(p->out, "all %llu calls are supported or made of supported parts",
		        (unsigned long long)all);
}

/* One word for what the operators alone say. It never says ready: a graph is not the whole port. */
static const char *word_for(const struct totals *t, uint64_t all, enum paint *color)
{
	*color = PAINT_DIM;
	if (!all)
		return "NOT LOOKED AT";
	*color = PAINT_RED;
	if (t->operators[VERDICT_UNSUPPORTED])
		return "STOPS";
	*color = PAINT_CYAN;
	if (t->operators[VERDICT_UNKNOWN])
		return "CANNOT SAY";
	*color = PAINT_YELLOW;
	if (t->operators[VERDICT_SKIPPED] || t->operators[VERDICT_FALLBACK] ||
	        t->operators[VERDICT_CONDITIONAL])
		return "NEEDS THOUGHT";
	*color = PAINT_GREEN;
	return "NOTHING FOUND";
}

static void answers(struct page *p)
{
	for (uint32_t t = 0; t < p->a->n_targets; t++)
		for (int m = 0; m < MODE_COUNT; m++) {
			enum mode mode = m == 0 ? p->a->mode : (enum mode)(1 - (int)p->a->mode);
			const struct totals *totals =
			        &p->a->totals[t * MODE_COUNT + (uint32_t)mode];
			enum paint color;
			const char *word = word_for(totals, p->a->operator_nodes, &color);
			struct buf line = {0};
			struct page inner = *p;

			buf_puts(p->out, "  ");
			cell(p, m == 0 ? p->a->targets[t]->name : STR_NONE, 11);
			cell(p, mode == MODE_EAGER ? S("eager") : S("compiled"), 10);
			paint(p, m == 0 ? color : PAINT_DIM);
			cell(p, str_from(word), 15);
			paint(p, PAINT_NONE);
			inner.out = &line;
			sentence(&inner, totals, p->a->operator_nodes);
			buf_put(p->out, buf_str(&line));
			buf_byte(p->out, '\n');
			buf_free(&line);
		}
}

/* ------------------------------------------------------------------ the table */

static str short_word(enum verdict verdict)
{
	static const char *const words[VERDICT_COUNT] = {[VERDICT_UNKNOWN] = "?",
	        [VERDICT_SUPPORTED] = "ok",
	        [VERDICT_DECOMPOSED] = "ok",
	        [VERDICT_CONDITIONAL] = "depends",
	        [VERDICT_FALLBACK] = "CPU",
	        [VERDICT_SKIPPED] = "skipped",
	        [VERDICT_UNSUPPORTED] = "unsupported"};

	return str_from(words[verdict]);
}

static enum paint verdict_paint(enum verdict verdict)
{
	switch (verdict) {
	case VERDICT_UNSUPPORTED: return PAINT_RED;
	case VERDICT_UNKNOWN: return PAINT_CYAN;
	case VERDICT_SUPPORTED:
	case VERDICT_DECOMPOSED: return PAINT_GREEN;
	default: return PAINT_YELLOW;
	}
}

static void target_cell(struct page *p, const struct op_row *row, uint32_t t)
{
	str eager = short_word(row_judged(row, t, MODE_EAGER)->worst);
	str compiled = short_word(row_judged(row, t, MODE_COMPILE)->worst);

	paint(p, verdict_paint(row_judged(row, t, p->a->mode)->worst));
	cell(p, arena_format(p->a->arena, "%.*s | %.*s", STR_ARG(eager), STR_ARG(compiled)),
	        p->cell_width);
	paint(p, PAINT_NONE);
	buf_byte(p->out, ' ');
}

static void where_cell(struct page *p, const struct op_row *row)
{
	const struct row_place *first = row->places.len ? &row->places.at[0] : NULL;
	struct arena *arena = p->a->arena;
	uint32_t lines = 0;
	str text = STR_NONE;

	for (uint32_t i = 0; i < row->places.len; i++)
		lines += i == 0 || row->places.at[i].line != first->line ||
		         !str_eq(row->places.at[i].path, first->path);
	if (first && first->path.len)
		text = arena_format(arena, "%.*s:%u", STR_ARG(first->path), first->line);
	else if (first)
		text = first->module;
	if (lines > 1)
		text = arena_format(arena, "%.*s +%u", STR_ARG(text), lines - 1);
	/* The end of a path tells more than its start. */
	if (text_width(text) > p->where_width && p->where_width > 4)
		text = arena_format(arena, "\xe2\x80\xa6%.*s",
		        STR_ARG(str_from_at(text, text.len > p->where_width - 1
		                                          ? text.len - (p->where_width - 1)
		                                          : 0)));
	text_visible(p->out, text);
}

static bool is_fine(enum verdict verdict)
{
	return verdict == VERDICT_SUPPORTED || verdict == VERDICT_DECOMPOSED;
}

/* Why it is not better, on whose word, and of how many of the calls that holds. */
static str reason_of(struct page *p, const struct op_row *row, uint32_t t, enum mode mode)
{
	const struct judged *j = row_judged(row, t, mode);
	const struct target *target = p->a->targets[t];
	struct arena *arena = p->a->arena;
	str why = j->answer.condition;

	if (!why.len && (j->worst == VERDICT_FALLBACK || j->worst == VERDICT_UNSUPPORTED))
		why = mode == MODE_EAGER ? target->missing_eager : target->missing_compile;
	if (!why.len)
		why = verdict_word(j->worst);
	if (j->answer.evidence != EVIDENCE_NONE)
		why = arena_format(arena, "%.*s [%.*s %.*s]", STR_ARG(why),
		        STR_ARG(evidence_word(j->answer.evidence)),
		        STR_ARG(str_slice(j->answer.date, 0, 7)));
	if (j->calls[j->worst] < row->calls)
		why = arena_format(arena, "%.*s (%llu of %llu calls)", STR_ARG(why),
		        (unsigned long long)j->calls[j->worst], (unsigned long long)row->calls);
	return why;
}

static void reason_lines(struct page *p, const struct op_row *row)
{
	for (uint32_t t = 0; t < p->a->n_targets; t++) {
		str eager = STR_NONE, compiled = STR_NONE, name = p->a->targets[t]->name;
		bool same;

		if (!is_fine(row_judged(row, t, MODE_EAGER)->worst))
			eager = reason_of(p, row, t, MODE_EAGER);
		if (!is_fine(row_judged(row, t, MODE_COMPILE)->worst))
			compiled = reason_of(p, row, t, MODE_COMPILE);
		same = eager.len && str_eq(eager, compiled);
		paint(p, PAINT_DIM);
		if (eager.len)
			wrapped(p,
			        arena_format(p->a->arena, "%.*s%s: ", STR_ARG(name),
			                same ? "" : " eager")
			                .ptr,
			        6, eager);
		if (compiled.len && !same)
			wrapped(p, arena_format(p->a->arena, "%.*s compiled: ", STR_ARG(name)).ptr,
			        6, compiled);
		paint(p, PAINT_NONE);
	}
}

static void row_line(struct page *p, const struct op_row *row)
{
	buf_puts(p->out, "  ");
	cell(p, arena_format(p->a->arena, "%.*s (%.*s)", STR_ARG(row->op), STR_ARG(row->signature)),
	        p->op_width);
	buf_format(p->out, " %6llu  ", (unsigned long long)row->calls);
	for (uint32_t t = 0; t < p->a->n_targets; t++)
		target_cell(p, row, t);
	where_cell(p, row);
	while (p->out->len && p->out->ptr[p->out->len - 1] == ' ')
		p->out->len--;
	buf_byte(p->out, '\n');
	reason_lines(p, row);
}

static bool needs_thought(const struct assessment *a, const struct op_row *row)
{
	for (uint32_t k = 0; row->judged && k < a->n_targets * MODE_COUNT; k++)
		if (!is_fine(row->judged[k].worst))
			return true;
	return false;
}

static void table_head(struct page *p)
{
	heading(p, "OPERATORS THAT NEED THOUGHT");
	buf_puts(p->out, "   worst first; each target: eager | compiled\n");
	buf_puts(p->out, "  ");
	paint(p, PAINT_DIM);
	cell(p, S("operator (dtypes)"), p->op_width);
	buf_puts(p->out, "  calls  ");
	for (uint32_t t = 0; t < p->a->n_targets; t++) {
		cell(p, p->a->targets[t]->name, p->cell_width);
		buf_byte(p->out, ' ');
	}
	buf_puts(p->out, "where");
	paint(p, PAINT_NONE);
	buf_byte(p->out, '\n');
}

static void table(struct page *p)
{
	uint64_t shown_calls = 0, fine_calls = 0, host = 0, wrapper = 0;
	uint32_t fine = 0;
	bool any = false;

	for (uint32_t i = 0; i < p->a->rows.len; i++) {
		const struct op_row *row = &p->a->rows.at[i];

		host += row->kind == ROW_HOST ? row->calls : 0;
		wrapper += row->kind == ROW_WRAPPER ? row->calls : 0;
		if (!row->judged)
			continue;
		if (!needs_thought(p->a, row) && !p->style->verbose) {
			fine++;
			fine_calls += row->calls;
			continue;
		}
		if (!any)
			table_head(p);
		any = true;
		shown_calls += row->calls;
		row_line(p, row);
	}
	if (!p->a->operator_nodes)
		return;
	buf_format(p->out,
	        "%s  %u more row%s, %llu call%s: supported or made of supported parts (%llu + %llu "
	        "= %llu)",
	        any ? "" : "\n", fine, plural(fine), (unsigned long long)fine_calls,
	        plural(fine_calls), (unsigned long long)fine_calls, (unsigned long long)shown_calls,
	        (unsigned long long)p->a->operator_nodes);
	if (host || wrapper)
		buf_format(p->out, "; %llu node%s no device work",
		        (unsigned long long)(host + wrapper),
		        host + wrapper == 1 ? " does" : "s do");
	buf_byte(p->out, '\n');
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
			heading(p, "WHAT TO DO");
			buf_byte(p->out, '\n');
		}
		any = true;
		wrapped(p, lines[i].head, 2, str_from(lines[i].text));
	}
}

static void apis(struct page *p)
{
	uint64_t calls = 0;
	uint32_t n = 0;

	for (uint32_t i = 0; i < p->a->rows.len; i++)
		if (p->a->rows.at[i].kind == ROW_API) {
			n++;
			calls += p->a->rows.at[i].calls;
		}
	if (!n)
		return;
	heading(p, "TORCH-LEVEL CALLS");
	buf_format(p->out,
	        "   %llu calls of %u names in graphs that stand above the operators: not in the "
	        "totals\n",
	        (unsigned long long)calls, n);
}

static void rests_on(struct page *p)
{
	heading(p, "RESTS ON");
	buf_byte(p->out, '\n');
	for (uint32_t t = 0; t < p->a->n_targets; t++) {
		const struct totals *totals = &p->a->totals[t * MODE_COUNT + (uint32_t)p->a->mode];
		bool any = false;

		buf_puts(p->out, "  ");
		cell(p, p->a->targets[t]->name, 11);
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

static void flops_line(struct page *p)
{
	uint64_t flops = 0, symbolic = 0, unknown = 0, bytes = 0;

	for (uint32_t i = 0; i < p->a->scan->graphs.len; i++)
		if (p->a->scan->graphs.at[i].counted) {
			flops += p->a->graphs[i].flops;
			symbolic += p->a->graphs[i].flops_symbolic;
			unknown += p->a->graphs[i].flops_unknown;
			bytes += p->a->graphs[i].parameter_bytes;
		}
	if (!p->a->operator_nodes)
		return;
	heading(p, "WORK");
	buf_format(p->out, "       %.4g GFLOP counted once over the graph", (double)flops / 1e9);
	if (symbolic)
		buf_format(p->out, "; %llu call%s with symbolic sizes not counted",
		        (unsigned long long)symbolic, plural(symbolic));
	if (unknown)
		buf_format(p->out, "; %llu call%s without a formula", (unsigned long long)unknown,
		        plural(unknown));
	if (bytes)
		buf_format(p->out, "; parameters %.1f MB", (double)bytes / 1e6);
	buf_byte(p->out, '\n');
}

static void not_seen(struct page *p)
{
	const struct scan *scan = p->a->scan;
	uint64_t files = 0;
	uint32_t other = 0;

	for (uint32_t i = 0; i < scan->not_scanned.len; i++)
		files += scan->not_scanned.at[i].files;
	for (uint32_t i = 0; i < scan->graphs.len; i++)
		other += !scan->graphs.at[i].counted;
	for (uint32_t i = 0; i < scan->inputs.len; i++)
		if (scan->inputs.at[i].status != INPUT_READ) {
			buf_puts(p->out, "  ");
			text_visible(p->out, scan->inputs.at[i].path);
			buf_format(p->out,
			        ": %.*s: ", STR_ARG(input_status_word(scan->inputs.at[i].status)));
			text_visible(p->out, scan->inputs.at[i].reason);
			buf_byte(p->out, '\n');
		}
	if (files || other) {
		heading(p, "NOT SEEN");
		buf_format(p->out, "   %llu file%s", (unsigned long long)files, plural(files));
		for (uint32_t i = 0; i < scan->not_scanned.len; i++) {
			buf_format(p->out, "%s%llu ", i ? ", " : " (",
			        (unsigned long long)scan->not_scanned.at[i].files);
			text_visible(p->out, scan->not_scanned.at[i].reason);
		}
		buf_puts(p->out, scan->not_scanned.len ? ")" : "");
		if (other)
			buf_format(p->out,
			        "; %u graph%s listed but not counted (other views of the same "
			        "work, repeats)",
			        other, plural(other));
		buf_byte(p->out, '\n');
	}
}

static void gate_line(struct page *p)
{
	const struct gate *g = &p->a->gate;

	buf_puts(p->out, "\ngate: ");
	if (!g->on) {
		buf_puts(p->out, "off (--fail-on LEVEL with --target NAME switches it on)\n");
		return;
	}
	buf_puts(p->out, g->hit ? "hit" : "passed, nothing at or above the level");
	for (uint32_t i = 0; i < g->reasons.len; i++)
		buf_format(p->out, "%s%.*s", i ? "; " : ": ", STR_ARG(g->reasons.at[i]));
	buf_byte(p->out, '\n');
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
	table(&p);
	apis(&p);
	what_to_do(&p);
	flops_line(&p);
	if (a->operator_nodes)
		rests_on(&p);
	not_seen(&p);
	gate_line(&p);
}
