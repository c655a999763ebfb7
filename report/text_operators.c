/* The operators that need thought, worst first, each with its reasons; the rest as one line that
 * adds up. */
#include "report/text_page.h"

#include "base/text.h"

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
	str eager = str_from(page_verdict(p, row_judged(row, t, MODE_EAGER)->worst));
	str compiled = str_from(page_verdict(p, row_judged(row, t, MODE_COMPILE)->worst));

	page_paint(p, verdict_paint(row_judged(row, t, p->a->mode)->worst));
	page_cell(p, arena_format(p->a->arena, "%.*s | %.*s", STR_ARG(eager), STR_ARG(compiled)),
	        p->cell_width);
	page_paint(p, PAINT_NONE);
	buf_byte(p->out, ' ');
}

static void where_cell(struct page *p, const struct op_row *row)
{
	const struct row_place *first = row->places.len ? row->places.at[0].like : NULL;
	struct arena *arena = p->a->arena;
	uint32_t lines = first != NULL;
	str text = STR_NONE;

	for (uint32_t i = 1; i < row->places.len; i++) {
		const struct row_place *place = row->places.at[i].like;

		lines += place != first &&
		         (place->line != first->line || !str_eq(place->path, first->path));
	}
	if (first && first->path.len)
		text = arena_format(arena, "%.*s:%u", STR_ARG(first->path), first->line);
	else if (first)
		text = row->places.at[0].module;
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
	str why = j->answer.condition;

	if (!why.len && (j->worst == VERDICT_FALLBACK || j->worst == VERDICT_UNSUPPORTED))
		why = mode == MODE_EAGER ? target->missing_eager : target->missing_compile;
	why = why.len ? page_said(p, SAID_ANSWER, why) : page_verdict_data(p, j->worst);
	if (j->answer.evidence != EVIDENCE_NONE)
		why = arena_format(p->a->arena, "%.*s %.*s", STR_ARG(why),
		        STR_ARG(page_ground(p, evidence_word(j->answer.evidence), j->answer.date)));
	if (j->calls[j->worst] < row->calls)
		why = PAGE_FILL(p, MESSAGE_TEXT_REASON_CALLS, why,
		        page_number(p, j->calls[j->worst]), page_number(p, row->calls));
	return why;
}

/* "trainium eager" */
static str of_mode(struct page *p, str target, enum mode mode)
{
	return arena_format(p->a->arena, "%.*s %.*s", STR_ARG(target), STR_ARG(page_mode(p, mode)));
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
		page_paint(p, PAINT_DIM);
		if (eager.len)
			page_wrapped(p, page_label(p, same ? name : of_mode(p, name, MODE_EAGER)),
			        6, eager);
		if (compiled.len && !same)
			page_wrapped(p, page_label(p, of_mode(p, name, MODE_COMPILE)), 6, compiled);
		if (row_exception(row, t))
			page_wrapped(p, page_label(p, name), 6,
			        page_exception(p, row_exception(row, t)));
		page_paint(p, PAINT_NONE);
	}
}

/* Two texts apart from each other. */
static str behind(struct page *p, str text, str next)
{
	return text.len ? arena_format(p->a->arena, "%.*s   %.*s", STR_ARG(text), STR_ARG(next))
	                : next;
}

/* The Python line, the API behind the operator, and what rules found on that line. */
static void source_lines(struct page *p, const struct op_row *row)
{
	const struct row_place *first = row->places.len ? row->places.at[0].like : NULL;
	struct arena *arena = p->a->arena;
	str text = first ? str_trim(first->source) : STR_NONE;

	if (first && row->places.at[0].module.len)
		text = behind(
		        p, text, PAGE_FILL(p, MESSAGE_TEXT_MODULE_IN, row->places.at[0].module));
	if (first && first->api.len && !str_eq(first->api, row->op))
		text = behind(p, text, PAGE_FILL(p, MESSAGE_TEXT_API_FROM, first->api));
	page_paint(p, PAINT_DIM);
	if (text.len)
		page_wrapped(p, "", 6, text);
	for (uint32_t i = 0; i < row->places.len; i++)
		for (uint32_t k = 0; k < row->places.at[i].like->findings.len; k++) {
			const struct finding *f =
			        &p->a->scan->findings.list
			                 .at[row->places.at[i].like->findings.at[k]];

			page_wrapped(p, page_say(p, MESSAGE_TEXT_ON_THAT_LINE), 6,
			        arena_format(arena, "%.*s:%u: %.*s", STR_ARG(f->path), f->line,
			                STR_ARG(page_said(p, SAID_FINDING, f->message))));
		}
	page_paint(p, PAINT_NONE);
}

static void row_line(struct page *p, const struct op_row *row)
{
	buf_puts(p->out, "  ");
	page_cell(p,
	        arena_format(p->a->arena, "%.*s (%.*s)", STR_ARG(row->op), STR_ARG(row->signature)),
	        p->op_width);
	buf_format(p->out, " %6llu  ", (unsigned long long)row->calls);
	for (uint32_t t = 0; t < p->a->n_targets; t++)
		target_cell(p, row, t);
	where_cell(p, row);
	page_line_end(p);
	source_lines(p, row);
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
	page_heading(p, MESSAGE_TEXT_OPERATORS);
	buf_format(p->out, "%s\n", page_say(p, MESSAGE_TEXT_OPERATORS_LEAD));
	buf_puts(p->out, "  ");
	page_paint(p, PAINT_DIM);
	page_cell(p, str_from(page_say(p, MESSAGE_TEXT_OPERATOR_DTYPES)), p->op_width);
	buf_puts(p->out, page_say(p, MESSAGE_TEXT_HEAD_CALLS));
	for (uint32_t t = 0; t < p->a->n_targets; t++) {
		page_cell(p, p->a->targets[t]->name, p->cell_width);
		buf_byte(p->out, ' ');
	}
	buf_puts(p->out, page_say(p, MESSAGE_TEXT_HEAD_WHERE));
	page_paint(p, PAINT_NONE);
	buf_byte(p->out, '\n');
}

void text_operators(struct page *p)
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
	buf_puts(p->out, any ? "  " : "\n  ");
	buf_put(p->out,
	        page_fill(p, MESSAGE_TEXT_FINE_ROWS,
	                (str[]){page_number(p, fine),
	                        str_from(page_say(
	                                p, fine == 1 ? MESSAGE_TEXT_ROW_ONE : MESSAGE_TEXT_ROW)),
	                        page_count(p, fine_calls, MESSAGE_TEXT_CALL_ONE, MESSAGE_TEXT_CALL),
	                        page_number(p, fine_calls), page_number(p, shown_calls),
	                        page_number(p, p->a->operator_nodes)},
	                6));
	if (host || wrapper)
		buf_put(p->out, page_fill(p,
		                        host + wrapper == 1 ? MESSAGE_TEXT_NO_WORK_ONE
		                                            : MESSAGE_TEXT_NO_WORK,
		                        (str[]){page_number(p, host + wrapper)}, 1));
	buf_byte(p->out, '\n');
}
