/* A comparison of platforms: text for a terminal, Markdown, JSON (portfit-cost/1, docs/cost.md). */
#ifndef REPORT_COST_H
#define REPORT_COST_H

#include "assess/cost.h"
#include "base/json.h"
#include "report/message.h"

struct cost_report {
	const struct cost_result *result;
	str version;
	uint32_t columns;
	bool verbose;
	enum language language; /* of answers, table and curve; the rest is English */
};

/* Parts of it, without headings. */
void cost_answers_text(struct arena *arena, const struct cost_report *report, struct buf *out);
void cost_table_text(struct arena *arena, const struct cost_report *report, struct buf *out);
void cost_options_text(struct arena *arena, const struct cost_result *result, struct buf *out);
void cost_compare_text(
        struct arena *arena, const struct cost_report *report, uint32_t target, struct buf *out);
/* The curve of a target by its number. */
void cost_curve_text(
        struct arena *arena, const struct cost_report *report, uint32_t target, struct buf *out);
void cost_ground_text(struct arena *arena, const struct cost_report *report, struct buf *out);
void cost_table_markdown(struct arena *arena, const struct cost_report *report, struct buf *out);
/* Answers, table, what is not priced. */
void cost_summary_markdown(struct arena *arena, const struct cost_report *report, struct buf *out);
/* The word of an answer for a manager; in English that of the method. */
enum message cost_answer_message(enum cost_answer answer);
/* What stands for a result that was or was not checked. */
enum message cost_quality_message(enum cost_quality quality);

void report_cost_markdown(struct arena *arena, const struct cost_report *report, struct buf *out);
void report_cost_text(struct arena *arena, const struct cost_report *report, struct buf *out);
/* The fields of portfit-cost/1 behind its head, into an object that is open. */
void report_cost_fields(struct json_out *w, const struct cost_result *result);
void report_cost_json(const struct cost_report *report, struct buf *out);

#endif
