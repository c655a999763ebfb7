/* Which graphs count and which are other views of the same work. */
#include "report/text_page.h"

enum { LINES_MOST = 12, STAGES_MOST = 16, HEAD_WIDTH = 13 };

static str stage_of(const struct graph_ref *ref)
{
	return graph_text(ref->file, ref->file->graphs.at[ref->graph].stage);
}

static bool is_top(const struct graph_ref *ref)
{
	return ref->file->graphs.at[ref->graph].parent == GRAPH_NONE;
}

/* Several files, or several views, or a word to say. */
static bool has_choice(const struct scan *scan)
{
	for (uint32_t i = 0; i < scan->graphs.len; i++)
		if (!scan->graphs.at[i].counted || scan->graphs.at[i].note.len)
			return true;
	return false;
}

static const char *head_of(struct page *p, enum message m)
{
	return page_padded(p, str_from(page_say(p, m)), HEAD_WIDTH);
}

static void counted_line(struct page *p, uint32_t index)
{
	const struct graph_ref *ref = &p->a->scan->graphs.at[index];
	str text = p->a->scan->inputs.at[ref->input].path;

	if (stage_of(ref).len)
		text = PAGE_FILL(p, MESSAGE_TEXT_COUNTED_GRAPHS, text, stage_of(ref));
	text = arena_format(p->a->arena, "%s%.*s", page_label(p, text),
	        STR_ARG(page_operator_calls(p, p->a->graphs[index].operator_nodes)));
	if (ref->note.len)
		text = arena_format(p->a->arena, "%.*s%s%.*s", STR_ARG(text),
		        page_say(p, MESSAGE_TEXT_SEMICOLON),
		        STR_ARG(page_said(p, SAID_FILE, ref->note)));
	page_wrapped(p, head_of(p, MESSAGE_TEXT_COUNTED), 2, text);
}

/* All that stands behind `index` in the same file with the same reason; `told` marks it. */
static void other_line(struct page *p, uint32_t index, bool *told)
{
	const struct scan *scan = p->a->scan;
	const struct graph_ref *ref = &scan->graphs.at[index];
	str stages[STAGES_MOST], list = STR_NONE;
	uint32_t n = 0, graphs = 0;

	for (uint32_t i = index; i < scan->graphs.len && scan->graphs.at[i].input == ref->input;
	        i++) {
		const struct graph_ref *one = &scan->graphs.at[i];
		bool known = false;

		if (one->counted || told[i] || !is_top(one) || !str_eq(one->why_not, ref->why_not))
			continue;
		told[i] = true;
		graphs++;
		for (uint32_t k = 0; k < n; k++)
			known |= str_eq(stages[k], stage_of(one));
		if (!known && n < STAGES_MOST && stage_of(one).len)
			stages[n++] = stage_of(one);
	}
	for (uint32_t k = 0; k < n; k++)
		list = page_list(p, list, stages[k]);
	list = n ? PAGE_FILL(p, MESSAGE_TEXT_COUNTED_GRAPHS, scan->inputs.at[ref->input].path, list)
	         : scan->inputs.at[ref->input].path;
	list = arena_format(p->a->arena, "%s%.*s", page_label(p, list),
	        STR_ARG(page_said(p, SAID_FILE, ref->why_not)));
	if (graphs > 1)
		list = PAGE_FILL(p, MESSAGE_TEXT_COUNTED_GRAPHS, list,
		        page_count(p, graphs, MESSAGE_GRAPHS_ONE, MESSAGE_GRAPHS));
	page_wrapped(p, head_of(p, MESSAGE_TEXT_NOT_COUNTED), 2, list);
}

void text_counted(struct page *p)
{
	const struct scan *scan = p->a->scan;
	uint32_t lines = 0, most = p->style->verbose ? UINT32_MAX : LINES_MOST, left = 0;
	bool *told;

	if (!has_choice(scan))
		return;
	told = ARENA_ARRAY(p->a->arena, bool, (size_t)scan->graphs.len + 1);
	page_heading(p, MESSAGE_TEXT_GRAPHS);
	page_line(p, 0, str_from(page_say(p, MESSAGE_TEXT_COUNTED_LEAD)));
	for (uint32_t i = 0; i < scan->graphs.len; i++) {
		if (!scan->graphs.at[i].counted || !is_top(&scan->graphs.at[i]))
			continue;
		if (lines++ < most)
			counted_line(p, i);
		else
			left++;
	}
	lines = 0;
	for (uint32_t i = 0; i < scan->graphs.len; i++) {
		if (scan->graphs.at[i].counted || told[i] || !is_top(&scan->graphs.at[i]))
			continue;
		if (lines++ < most)
			other_line(p, i, told);
		else
			left++;
	}
	if (left)
		page_line(p, 2,
		        PAGE_FILL(p,
		                left == 1 ? MESSAGE_TEXT_GRAPHS_LEFT_ONE : MESSAGE_TEXT_GRAPHS_LEFT,
		                page_number(p, left)));
}
