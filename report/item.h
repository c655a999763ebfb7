/* What list formats have in common: findings and operators that need a change, as one list of items
 * in a fixed order. What is suppressed, in the baseline or reached by no entry point is not in it.
 */
#ifndef REPORT_ITEM_H
#define REPORT_ITEM_H

#include "report/writer.h"

struct item {
	str rule;  /* rule id; operator-unsupported, operator-skipped, operator-fallback,
	              operator-unknown */
	str title; /* of the rule */
	enum severity severity; /* the worst over the targets; operators as the gate counts them,
	                           unknown: info */
	str targets;            /* "trainium: blocker, tpu: major" */
	str message;
	str advice; /* what to write instead; empty: nothing is known */
	str path;   /* empty: not known */
	uint32_t line, column, end_line, end_column; /* from 1; 0: not known */
	str fingerprint;
	str operator, verdict; /* of an operator's item */
	str why;
	uint32_t rule_index; /* in the ruleset; UINT32_MAX for operators */
};

struct items {
	const struct item *at;
	uint32_t count;
};

/* In assessment->arena; messages in that language. */
struct items items_of(const struct assessment *assessment, enum language language);
/* The way to write it instead, of the first target that has one; replacements that differ are
 * joined. */
str item_advice(const struct assessment *assessment, uint32_t finding);

enum message item_verdict_message(enum verdict verdict);
enum message item_severity_message(enum severity severity);

#endif
