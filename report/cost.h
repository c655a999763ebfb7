/* A comparison of platforms: text for a terminal, Markdown, JSON (portfit-cost/1, docs/cost.md). */
#ifndef REPORT_COST_H
#define REPORT_COST_H

#include "assess/cost.h"
#include "base/json.h"

struct cost_report {
	const struct cost_result *result;
	str version;
	uint32_t columns;
	bool verbose;
};

/* Parts of it, without headings. */
void cost_answers_text(
        struct arena *arena, const struct cost_result *result, uint32_t columns, struct buf *out);
void cost_table_text(struct arena *arena, const struct cost_result *result, struct buf *out);
void cost_options_text(struct arena *arena, const struct cost_result *result, struct buf *out);
void cost_compare_text(struct arena *arena, const struct cost_result *result,
        const struct cost_compare *compare, struct buf *out);
void cost_curve_text(struct arena *arena, const struct payback *payback, struct buf *out);
void cost_ground_text(struct arena *arena, const struct cost_report *report, struct buf *out);
void cost_table_markdown(struct arena *arena, const struct cost_result *result, struct buf *out);
/* Answers, table, what is not priced. */
void cost_summary_markdown(struct arena *arena, const struct cost_result *result, struct buf *out);

void report_cost_markdown(struct arena *arena, const struct cost_report *report, struct buf *out);
void report_cost_text(struct arena *arena, const struct cost_report *report, struct buf *out);
/* The fields of portfit-cost/1 behind its head, into an object that is open. */
void report_cost_fields(struct json_out *w, const struct cost_result *result);
void report_cost_json(const struct cost_report *report, struct buf *out);

#endif
