/* One rule in full, all rules a line each, and the outcome of their own snippets. */
#include "report/rules.h"

#include "base/json.h"
#include "base/text.h"

static str text_of(const struct ruleset *rules, uint32_t offset)
{
	return ruleset_text(rules, offset);
}

static void severities(struct buf *out, const struct ruleset *rules, uint32_t rule)
{
	bool any = false;

	for (uint32_t t = 0; t < rules->n_targets; t++) {
		enum severity s = rule_severity(rules, rule, t);

		if (s == SEVERITY_NONE)
			continue;
		buf_format(out, "%s%.*s: %.*s", any ? ", " : "", STR_ARG(ruleset_target(rules, t)),
		        STR_ARG(severity_word(s)));
		any = true;
	}
}

static void list_text(struct buf *out, const struct ruleset *rules, uint32_t rule)
{
	const struct rule_row *row = &rules->rules[rule];
	size_t from = out->len;

	buf_put(out, text_of(rules, row->id));
	buf_repeat(out, ' ', out->len - from < 40 ? 40 - (out->len - from) : 1);
	severities(out, rules, rule);
	buf_repeat(out, ' ', out->len - from < 76 ? 76 - (out->len - from) : 1);
	buf_format(out, "%.*s\n", STR_ARG(text_of(rules, row->title)));
}

static void list_json(struct json_out *w, const struct ruleset *rules, uint32_t rule)
{
	const struct rule_row *row = &rules->rules[rule];

	json_out_object(w);
	json_out_pair_str(w, "id", text_of(rules, row->id));
	json_out_pair_str(w, "title", text_of(rules, row->title));
	json_out_pair_str(w, "category", text_of(rules, row->category));
	json_out_pair_str(w, "why", text_of(rules, row->why));
	json_out_pair_str(w, "way", row->way == RULE_WAY_KNOWN ? S("known") : S("none"));
	json_out_key(w, "severity");
	json_out_object(w);
	for (uint32_t t = 0; t < rules->n_targets; t++)
		if (rule_severity(rules, rule, t) != SEVERITY_NONE) {
			json_out_key_str(w, ruleset_target(rules, t));
			json_out_str(w, severity_word(rule_severity(rules, rule, t)));
		}
	json_out_object_end(w);
	json_out_object_end(w);
}

static void list_markdown(struct buf *out, const struct ruleset *rules, uint32_t rule)
{
	const struct rule_row *row = &rules->rules[rule];

	buf_format(out, "| `%.*s` | %.*s | ", STR_ARG(text_of(rules, row->id)),
	        STR_ARG(text_of(rules, row->title)));
	severities(out, rules, rule);
	buf_format(out, " | %.*s |\n", STR_ARG(text_of(rules, row->why)));
}

void report_rules(struct buf *out, const struct ruleset *rules, const uint32_t *list, uint32_t n,
        enum rules_format format)
{
	struct json_out w = {.out = out, .indent = 1, .flat_from = 2};

	if (format == RULES_JSON)
		json_out_array(&w);
	if (format == RULES_MARKDOWN)
		buf_puts(out, "| rule | what | severity | why |\n| --- | --- | --- | --- |\n");
	for (uint32_t i = 0; i < n; i++)
		switch (format) {
		case RULES_TEXT: list_text(out, rules, list[i]); break;
		case RULES_JSON: list_json(&w, rules, list[i]); break;
		case RULES_MARKDOWN: list_markdown(out, rules, list[i]); break;
		}
	if (format == RULES_JSON) {
		json_out_array_end(&w);
		buf_byte(out, '\n');
	} else if (format == RULES_TEXT) {
		buf_format(out, "%u rule%s\n", n, n == 1 ? "" : "s");
	}
}

static void indented(struct buf *out, const char *head, str text)
{
	str line;

	buf_format(out, "  %s\n", head);
	while (text.len && str_cut(&text, '\n', &line))
		if (line.len || text.len) {
			buf_puts(out, "      ");
			text_visible(out, line);
			buf_byte(out, '\n');
		}
}

static void pair(struct buf *out, const char *head, str text)
{
	if (!text.len)
		return;
	buf_format(out, "  %-10s ", head);
	text_visible(out, text);
	buf_byte(out, '\n');
}

static void sources(struct buf *out, const struct ruleset *rules, const struct rule_explained *r)
{
	for (uint32_t i = 0; i < r->n_sources; i++) {
		str date = text_of(rules, r->sources[i].date);

		buf_format(out, "  %-10s ", i ? "" : "source");
		text_visible(out, text_of(rules, r->sources[i].link));
		buf_format(out, "%s%.*s\n", date.len ? ", " : "", STR_ARG(date));
	}
}

void report_rule(struct buf *out, const struct ruleset *rules, const struct rule_explained *r)
{
	bool finds = false;

	buf_format(out, "%.*s: %.*s\n", STR_ARG(r->id), STR_ARG(r->title));
	pair(out, "category", r->category);
	pair(out, "why", r->why);
	for (uint32_t t = 0; t < r->n_targets; t++) {
		const struct rule_target_explained *target = &r->targets[t];

		buf_format(out, "  %-10.*s %.*s\n", STR_ARG(target->target),
		        STR_ARG(target->severity == SEVERITY_NONE
		                        ? target->standing
		                        : severity_word(target->severity)));
		if (target->replacement.len) {
			buf_puts(out, "             instead: ");
			text_visible(out, target->replacement);
			buf_byte(out, '\n');
		}
	}
	for (uint32_t t = 0; t < r->n_targets; t++)
		finds |= r->targets[t].severity != SEVERITY_NONE;
	if (!finds) { /* a package that is known and no finding */
		sources(out, rules, r);
		return;
	}
	pair(out, "way", r->way_known ? S("a change is known") : S("none is known"));
	if (r->least_torch.len)
		buf_format(
		        out, "  %-10s PyTorch %.*s or later\n", "needs", STR_ARG(r->least_torch));
	pair(out, "cuda", r->keeps_cuda ? S("the replacement still runs on CUDA") : STR_NONE);
	pair(out, "evidence", r->evidence);
	buf_format(out, "  %-10s %.*s%s%s\n", "effort", STR_ARG(r->effort),
	        r->effort_repeats ? ", for each place" : ", once",
	        r->effort_sourced ? "" : " (assumed)");
	sources(out, rules, r);
	indented(out, "found in", r->bad);
	indented(out, "not in", r->good);
	pair(out, "silence", r->suppression);
}

void report_rules_test(
        struct buf *out, const struct ruleset *rules, const struct rules_report *report)
{
	for (uint32_t i = 0; i < report->faults.len; i++) {
		const struct rule_result *f = &report->faults.at[i];

		buf_format(out, "%.*s:%u: %.*s: ", STR_ARG(f->place.path), f->place.line,
		        STR_ARG(text_of(rules, rules->rules[f->rule].id)));
		text_visible(out, f->text);
		buf_byte(out, '\n');
	}
	buf_format(out, "rules: %u passed, %u failed\n", report->passed,
	        report->rules - report->passed);
}
