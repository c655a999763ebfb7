/* Uses of torch's public names in the sources: those that need thought, and what waits for the
 * device. */
#include "report/text_page.h"

#include "base/text.h"

enum { ROWS_SHOWN = 20 };

static const char *word(const struct page *p, const struct api_row *row, uint32_t k)
{
	return row->answers ? page_verdict(p, row->answers[k].verdict) : "-";
}

/* "waits for the device for some inputs, in a loop" */
static str sync_said(struct page *p, const struct api_row *row)
{
	static const enum message words[] = {[SYNC_READ] = MESSAGE_TEXT_WAITS_DEVICE,
	        [SYNC_COPY] = MESSAGE_TEXT_COPIES_HOST,
	        [SYNC_SHAPE] = MESSAGE_TEXT_SHAPE_DATA};

	return arena_format(p->a->arena, "%s%s%s%s", page_say(p, words[row->sync.effect]),
	        row->sync.always ? "" : page_say(p, MESSAGE_TEXT_SYNC_SOME),
	        row->in_loop ? page_say(p, MESSAGE_TEXT_SYNC_LOOP) : "",
	        row->in_forward ? page_say(p, MESSAGE_TEXT_SYNC_FORWARD) : "");
}

/* What a graph would settle (conditional, unknown) is folded away: of an API all ways of calling
 * are joined. */
static bool needs_thought(const struct page *p, const struct api_row *row)
{
	for (uint32_t t = 0; row->answers && t < p->a->n_targets; t++) {
		enum verdict v = row->answers[t * MODE_COUNT + (uint32_t)p->a->mode].verdict;

		if (v == VERDICT_FALLBACK || v == VERDICT_SKIPPED || v == VERDICT_UNSUPPORTED)
			return true;
	}
	return row->sync.effect != SYNC_NONE && row->sync.always;
}

static void where(struct page *p, const struct api_row *row)
{
	const struct scan_api_use *use = &p->a->scan->api_uses.at[row->uses.at[0]];
	str text = arena_format(p->a->arena, "%.*s:%u",
	        STR_ARG(p->a->scan->inputs.at[use->input].path), use->use.line);

	if (row->uses.len > 1)
		text = arena_format(p->a->arena, "%.*s +%u", STR_ARG(text), row->uses.len - 1);
	if (text_width(text) > p->where_width && p->where_width > 4 && text.len > p->where_width)
		text = arena_format(p->a->arena, "\xe2\x80\xa6%.*s",
		        STR_ARG(str_from_at(text, text.len - (p->where_width - 1))));
	text_visible(p->out, text);
}

static void row_line(struct page *p, const struct api_row *row)
{
	buf_puts(p->out, "  ");
	page_cell(p, row->api, p->op_width);
	buf_format(p->out, " %6llu  ", (unsigned long long)row->calls);
	for (uint32_t t = 0; t < p->a->n_targets; t++) {
		page_cell(p,
		        arena_format(p->a->arena, "%s | %s", word(p, row, t * MODE_COUNT),
		                word(p, row, t * MODE_COUNT + 1)),
		        p->cell_width);
		buf_byte(p->out, ' ');
	}
	where(p, row);
	page_line_end(p);
	if (row->sync.effect != SYNC_NONE)
		page_wrapped(p, "", 6, sync_said(p, row));
}

void text_apis(struct page *p)
{
	uint64_t calls = 0, shown_calls = 0;
	uint32_t shown = 0;

	for (uint32_t i = 0; i < p->a->apis.len; i++)
		calls += p->a->apis.at[i].calls;
	if (!calls)
		return;
	page_heading(p, MESSAGE_TEXT_APIS);
	buf_format(p->out, "%s\n", page_say(p, MESSAGE_TEXT_APIS_LEAD));
	for (uint32_t i = 0; i < p->a->apis.len; i++) {
		const struct api_row *row = &p->a->apis.at[i];

		if ((!needs_thought(p, row) || shown == ROWS_SHOWN) && !p->style->verbose)
			continue;
		shown++;
		shown_calls += row->calls;
		row_line(p, row);
	}
	page_line(p, 2,
	        PAGE_FILL(p, MESSAGE_TEXT_API_REST,
	                page_count(p, p->a->apis.len - shown, MESSAGE_TEXT_NAME_ONE,
	                        MESSAGE_TEXT_NAME),
	                page_calls(p, calls - shown_calls), page_number(p, calls - shown_calls),
	                page_number(p, shown_calls), page_number(p, calls)));
}
