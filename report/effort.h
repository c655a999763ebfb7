/* Effort and plans of work: text, Markdown, CSV, JSON. */
#ifndef REPORT_EFFORT_H
#define REPORT_EFFORT_H

#include "assess/effort_plan.h"
#include "base/json.h"

struct work_report {
	const struct effort *effort;
	const struct effort_tasks *tasks;
	const struct effort_progress *progress;
	const struct settings *settings;
	str source;  /* what the plan was made from */
	str version; /* of the tool */
	uint32_t columns;
	bool no_labour, verbose;
};

/* The object of the contract's effort.TARGET. */
void report_effort_json(
        struct json_out *w, const struct effort *effort, const struct settings *settings);
void report_work_text(struct arena *arena, const struct work_report *report, struct buf *out);
void report_work_markdown(struct arena *arena, const struct work_report *report, struct buf *out);
void report_work_csv(struct arena *arena, const struct work_report *report, struct buf *out);
void report_work_json(const struct work_report *report, struct buf *out);

/* Every setting that is used, with its origin. */
void report_settings_json(struct json_out *w, const struct settings *settings);
/* Those that a team changed, or all; and how many come from where. */
void report_settings_text(
        struct arena *arena, const struct settings *settings, bool all, struct buf *out);

/* The file of actual hours (portfit-effort/1). */
void report_history_json(const struct effort_history *history, struct buf *out);
struct history_report {
	const struct effort_history *history;
	const struct effort_fit *fit;
	uint32_t columns;
};
void report_history_text(struct arena *arena, const struct history_report *report, struct buf *out);

/* Text in a cell or a line of Markdown: nothing in it is markup. */
void markdown_cell(struct buf *out, str text);
/* A CSV cell: quoted where it must be; what a spreadsheet would run as a formula gets a quote
 * before it. */
void csv_cell(struct buf *out, str text);

#endif
