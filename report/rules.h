/* Rules in words: what `rules list`, `rules test` and `explain` print. */
#ifndef REPORT_RULES_H
#define REPORT_RULES_H

#include "base/buf.h"
#include "scanner/rules.h"

enum rules_format { RULES_TEXT, RULES_JSON, RULES_MARKDOWN };

void report_rules(struct buf *out, const struct ruleset *rules, const uint32_t *list, uint32_t n,
        enum rules_format format);
void report_rule(struct buf *out, const struct ruleset *rules, const struct rule_explained *rule);
void report_rules_test(
        struct buf *out, const struct ruleset *rules, const struct rules_report *report);

#endif
