/* Rules and what they found. The rules become a ruleset of their own, of the few that are told, so
 * that everything behind asks it as it asks the bundled one. */
#include "assess/stored_parts.h"

/* The number of a target in the ruleset, by its first mention. */
static bool rule_target(struct stored_reader *r, str name, uint32_t *out)
{
	for (*out = 0; *out < r->rule_targets.len; ++*out)
		if (str_eq(r->rule_targets.at[*out], name))
			return true;
	if (r->rule_targets.len == RULE_TARGETS)
		return json_fail(&r->json, "findings of at most 8 targets");
	*VEC_PUSH(r->keep, &r->rule_targets) = arena_dup(r->keep, name);
	return true;
}

/* ------------------------------------------------------------------ rules */

struct read_rule {
	str id, title, why, way, category;
	uint32_t first, n; /* replacements */
};

STORED_READ(rule_replacements)
{
	struct read_rule *rule = into;
	struct stored_reader *r = context;
	uint32_t target;
	str key, text;

	rule->first = blob_count(&r->ruleset, RULES_REPLACEMENTS) / 2;
	for (json_object(j); json_key(j, &key);) {
		if (!rule_target(r, key, &target) || !json_string(j, &text))
			continue;
		blob_put(&r->ruleset, RULES_REPLACEMENTS, target + 1);
		blob_put(&r->ruleset, RULES_REPLACEMENTS, blob_put_text(&r->ruleset, text));
		rule->n++;
	}
}

static uint32_t put_rule(struct stored_reader *r, const struct read_rule *rule)
{
	struct rule_row row = {.id = blob_put_text(&r->ruleset, rule->id),
	        .title = blob_put_text(&r->ruleset, rule->title),
	        .why = blob_put_text(&r->ruleset, rule->why),
	        .category = blob_put_text(&r->ruleset, rule->category),
	        .way = str_eq(rule->way, S("known")) ? RULE_WAY_KNOWN : RULE_WAY_NONE,
	        .first_replacement = rule->first,
	        .n_replacements = rule->n};
	uint32_t words[sizeof row / sizeof(uint32_t)];
	uint32_t index = blob_count(&r->ruleset, RULES_RULES) / (sizeof row / sizeof(uint32_t));

	memcpy(words, &row, sizeof row);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		blob_put(&r->ruleset, RULES_RULES, words[i]);
	*map_at(&r->rules, rule->id, NULL) = index;
	return index;
}

void stored_rule(struct json *j, void *context, void *into)
{
	static const stored_table table[] = {
	        {"id", JSON_FIELD_TEXT, offsetof(struct read_rule, id), NULL},
	        {"title", JSON_FIELD_TEXT, offsetof(struct read_rule, title), NULL},
	        {"why", JSON_FIELD_TEXT, offsetof(struct read_rule, why), NULL},
	        {"category", JSON_FIELD_TEXT, offsetof(struct read_rule, category), NULL},
	        {"way", JSON_FIELD_TEXT, offsetof(struct read_rule, way), NULL},
	        {"replacement", JSON_FIELD_VALUE, 0, rule_replacements}};
	struct read_rule rule = {0};

	(void)into;
	JSON_FIELDS(j, table, context, &rule);
	if (json_ok(j))
		put_rule(context, &rule);
}

void stored_rules_close(struct stored_reader *r)
{
	for (uint32_t i = 0; i < r->rule_targets.len; i++)
		blob_put(&r->ruleset, RULES_TARGETS,
		        blob_put_text(&r->ruleset, r->rule_targets.at[i]));
	r->scan->rules = ruleset_from(r->env, blob_from(blob_finish(&r->ruleset)));
}

/* ------------------------------------------------------------------ findings */

struct read_finding {
	struct finding f;
	str rule, way, print;
	uint64_t workloads;
};

STORED_READ(finding_targets)
{
	struct read_finding *out = into;
	uint32_t target;
	str key, word;

	for (json_object(j); json_key(j, &key);) {
		enum severity severity = SEVERITY_NONE;

		if (!json_string(j, &word) || !rule_target(context, key, &target))
			continue;
		if (!severity_parse(word, &severity))
			json_fail(j, "a severity of the contract");
		out->f.severity[target] = (uint8_t)severity;
	}
}

STORED_READ(finding_workload)
{
	struct read_finding *out = into;
	str name;

	if (!json_string(j, &name))
		return;
	for (uint32_t i = 0; i < READER->scan->workloads.len; i++)
		if (str_eq(READER->scan->workloads.at[i].name, name))
			out->workloads |= (uint64_t)1 << i;
}

STORED_READ(finding_cell)
{
	uint64_t cell;

	(void)context;
	if (json_uint(j, &cell) && cell < UINT32_MAX - 1)
		((struct read_finding *)into)->f.cell = (uint32_t)cell + 1;
}

STORED_READ(finding_state)
{
	static const char *const words[] = {"new", "baseline", "suppressed", "unchanged", NULL};

	(void)context;
	((struct read_finding *)into)->f.state =
	        (enum finding_state)stored_word(j, words, "new, baseline, suppressed or unchanged");
}

enum finding_from stored_from(struct json *j)
{
	static const char *const words[] = {"change", "rules", "facts", "calendar", NULL};

	return (enum finding_from)stored_word(j, words, "change, rules, facts or calendar");
}

STORED_READ(finding_from)
{
	(void)context;
	((struct read_finding *)into)->f.from = stored_from(j);
}

#define TEXT(key, member)                                                                          \
	{                                                                                          \
		key, JSON_FIELD_TEXT, offsetof(struct read_finding, member), NULL                  \
	}
#define NUMBER(key, member)                                                                        \
	{                                                                                          \
		key, JSON_FIELD_SMALL, offsetof(struct read_finding, member), NULL                 \
	}

static const stored_table finding_table[] = {TEXT("rule", rule), TEXT("way", way),
        {"targets", JSON_FIELD_VALUE, 0, finding_targets},
        {"workloads", JSON_FIELD_ITEMS, 0, finding_workload}, TEXT("cause", f.cause),
        TEXT("path", f.path), {"cell", JSON_FIELD_VALUE, 0, finding_cell}, NUMBER("line", f.line),
        NUMBER("column", f.column), NUMBER("end_line", f.end_line),
        NUMBER("end_column", f.end_column), TEXT("function", f.function),
        TEXT("message", f.message), TEXT("matched", f.matched),
        TEXT("replacement_held_back", f.held_back), TEXT("guard", f.guard),
        TEXT("fingerprint", print), {"state", JSON_FIELD_VALUE, 0, finding_state},
        {"from", JSON_FIELD_VALUE, 0, finding_from}, TEXT("reason", f.reason),
        TEXT("until", f.until)};

/* "1:" and 32 hexadecimal digits. */
static bool read_print(str text, uint64_t out[2])
{
	if (text.len != 34 || !str_starts(text, S("1:")))
		return false;
	out[0] = out[1] = 0;
	for (size_t i = 0; i < 32; i++) {
		size_t digit = str_find_byte(S("0123456789abcdef"), text.ptr[i + 2]);

		if (digit > 15)
			return false;
		out[i / 16] = out[i / 16] << 4 | digit;
	}
	return true;
}

/* Findings of one fingerprint are a chain, in order. */
static void chain(struct stored_reader *r, str print)
{
	uint32_t index = r->scan->findings.list.len - 1, *first;
	bool fresh;

	*VEC_PUSH(r->keep, &r->next_print) = GRAPH_NONE;
	first = map_at(&r->prints, print, &fresh);
	if (!fresh)
		r->next_print.at[index] = *first;
	*first = index;
}

void stored_finding(struct json *j, void *context, void *into)
{
	struct stored_reader *r = context;
	struct read_finding read = {0};
	const uint32_t *rule, *input;

	(void)into;
	JSON_FIELDS(j, finding_table, context, &read);
	if (!json_ok(j))
		return;
	if (!read.rule.len || !read_print(read.print, read.f.fingerprint)) {
		json_fail(j, "a finding with its rule and fingerprint");
		return;
	}
	rule = map_get(&r->rules, read.rule);
	read.f.rule =
	        rule ? *rule
	             : put_rule(r, &(struct read_rule){
	                                   .id = read.rule, .title = read.rule, .way = read.way});
	input = map_get(&r->inputs, read.f.path);
	if (input)
		r->scan->inputs.at[*input].workloads |= read.workloads;
	*VEC_PUSH(r->keep, &r->scan->findings.list) = read.f;
	chain(r, read.print);
}
