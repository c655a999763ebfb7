/* A comparison of platforms: text for a terminal, JSON (portfit-cost/1, docs/cost.md). */
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

void report_cost_text(struct arena *arena, const struct cost_report *report, struct buf *out);
/* The fields of portfit-cost/1 behind its head, into an object that is open. */
void report_cost_fields(struct json_out *w, const struct cost_result *result);
void report_cost_json(const struct cost_report *report, struct buf *out);

#endif
