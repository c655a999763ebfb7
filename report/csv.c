/* CSV (RFC 4180), one table: findings, operators and the hours of the work as rows. A cell that a
 * spreadsheet would take for a formula gets an apostrophe in front; control characters are made
 * visible. */
#include "assess/effort.h"
#include "report/item.h"

#include "base/text.h"

#include <string.h>

static void cell(struct buf *out, str text, bool last)
{
	struct buf visible = {0};
	str shown;

	text_visible(&visible, text);
	shown = buf_str(&visible);
	buf_byte(out, '"');
	if (shown.len && memchr("=+-@|%", shown.ptr[0], 6))
		buf_byte(out, '\'');
	for (size_t i = 0; i < shown.len; i++) {
		if (shown.ptr[i] == '"')
			buf_byte(out, '"');
		buf_byte(out, shown.ptr[i]);
	}
	buf_puts(out, last ? "\"\r\n" : "\",");
	buf_free(&visible);
}

static str number(struct arena *arena, uint64_t n)
{
	return n ? arena_format(arena, "%llu", (unsigned long long)n) : STR_NONE;
}

/* P50, P80, P90; empty where there are none. */
static void hours_cells(struct buf *out, struct arena *arena, const struct spread *spread)
{
	const double hours[] = {
	        spread ? spread->p50 : 0, spread ? spread->p80 : 0, spread ? spread->p90 : 0};

	for (size_t i = 0; i < 3; i++)
		cell(out, spread ? arena_format(arena, "%.2f", hours[i]) : STR_NONE, i == 2);
}

static void item_row(struct buf *out, const struct assessment *a, const struct item *item)
{
	cell(out, item->operator.len ? S("operator") : S("finding"), false);
	cell(out, item->rule, false);
	cell(out, severity_word(item->severity), false);
	cell(out, item->targets, false);
	cell(out, item->path, false);
	cell(out, number(a->arena, item->line), false);
	cell(out, number(a->arena, item->column), false);
	cell(out, item->message, false);
	cell(out, item->why, false);
	cell(out, item->advice, false);
	cell(out, item->fingerprint, false);
	hours_cells(out, a->arena, NULL);
}

/* A piece of work on a target; its part of the work stands for the severity. */
static void effort_row(struct buf *out, const struct assessment *a, const struct effort *effort,
        const struct effort_item *item)
{
	cell(out, S("effort"), false);
	cell(out, item->id, false);
	cell(out, effort_part_word(item->part), false);
	cell(out, effort->target, false);
	for (int i = 0; i < 3; i++) /* path, line, column */
		cell(out, STR_NONE, false);
	cell(out, item->title, false);
	cell(out, item->origin, false);
	cell(out, STR_NONE, false);
	cell(out, STR_NONE, false);
	hours_cells(out, a->arena, &item->spread);
}

void write_csv(const struct assessment *a, const struct style *style, struct buf *out)
{
	struct items items = items_of(a, LANGUAGE_EN);

	(void)style;
	buf_puts(out, "kind,rule,severity,targets,path,line,column,message,why,instead,fingerprint,"
	              "p50_hours,p80_hours,p90_hours\r\n");
	for (uint32_t i = 0; i < items.count; i++)
		item_row(out, a, &items.at[i]);
	for (uint32_t t = 0; a->effort && t < a->n_targets; t++)
		for (uint32_t i = 0; i < a->effort[t].items.len; i++)
			effort_row(out, a, &a->effort[t], &a->effort[t].items.at[i]);
}
