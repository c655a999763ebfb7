#include "scanner/exceptions.h"

#include "base/file.h"
#include "base/text.h"
#include "base/yaml.h"
#include "scanner/matcher.h"
#include "scanner/rule_match.h"
#include "scanner/walk.h"

#include <string.h>

static const char *const keys[] = {
        "rule", "rules", "operator", "target", "path", "until", "reason", NULL};

static bool read_text(struct env *env, const struct yaml *entry, const char *key, str *out)
{
	const struct yaml *node = yaml_get(entry, key);

	if (!node)
		return true;
	*out = node->text;
	return yaml_want(env, node, YAML_SCALAR, key);
}

static bool read_rules(
        struct env *env, const struct ruleset *rules, const struct yaml *entry, struct exception *e)
{
	const struct yaml *node = yaml_get(entry, "rules");
	bool ok = true;

	if (!node)
		node = yaml_get(entry, "rule");
	if (!node)
		return true;
	e->rules = ARENA_ARRAY(env->keep, bool, (size_t)rules->n_rules + 1);
	for (const struct yaml *v = node->kind == YAML_SCALAR ? node : node->child; v;
	        v = v->next) {
		if (!yaml_want(env, v, YAML_SCALAR, "a rule"))
			return false;
		ok &= rules_named(env, rules, v->text, v->place, e->rules);
		e->names = e->names.len ? arena_format(env->keep, "%.*s, %.*s", STR_ARG(e->names),
		                                  STR_ARG(v->text))
		                        : v->text;
		if (node->kind == YAML_SCALAR)
			break;
	}
	return ok;
}

static void add_entry(struct env *env, struct exception *e, struct exceptions *out)
{
	uint32_t *last = NULL;

	if (e->operator.len) {
		out->by_operator.arena = env->keep;
		last = map_at(&out->by_operator, e->operator, NULL);
		e->next = *last;
	}
	*VEC_PUSH(env->keep, &out->list) = *e;
	if (last)
		*last = out->list.len;
}

static bool read_entry(struct env *env, const struct ruleset *rules, const struct yaml *entry,
        struct exceptions *out)
{
	struct exception e = {.place = entry->place, .own_file = true};
	int32_t until;

	if (!yaml_want(env, entry, YAML_MAP, "an exception") ||
	        !yaml_check_keys(env, entry, keys) || !read_rules(env, rules, entry, &e) ||
	        !read_text(env, entry, "operator", &e.operator) ||
	        !read_text(env, entry, "target", &e.target) ||
	        !read_text(env, entry, "path", &e.path) ||
	        !read_text(env, entry, "until", &e.until) ||
	        !read_text(env, entry, "reason", &e.reason))
		return false;
	if (!e.rules == !e.operator.len)
		return diag_error(env->diags, e.place,
		        "an exception is for rules or for an operator; expected 'rule:', 'rules:' "
		        "or 'operator:'");
	if (!str_trim(e.reason).len)
		return diag_error(env->diags, e.place,
		        "an exception without a reason; expected 'reason: ...' in words");
	if (e.until.len && !date_parse(e.until, &until))
		return diag_error(env->diags, yaml_get(entry, "until")->place,
		        "'%.*s' is no date; expected one as in 2027-03-01", STR_ARG(e.until));
	e.expired = e.until.len && until < rules->as_of;
	if (e.operator.len)
		e.names = e.operator;
	add_entry(env, &e, out);
	return true;
}

bool exceptions_read(struct env *env, const struct ruleset *rules, str path, struct exceptions *out)
{
	struct yaml *root = NULL;
	bool ok = true;
	str text;

	out->path = path;
	if (!file_read(env, path, env->limits->text_file_bytes, &text) ||
	        !yaml_read(env, env->keep, path, text, &root))
		return false;
	if (!root)
		return true;
	if (!yaml_want(env, root, YAML_LIST, "exceptions, one '- rule: ...' each"))
		return false;
	for (const struct yaml *entry = root->child; entry; entry = entry->next)
		ok &= read_entry(env, rules, entry, out);
	return ok;
}

bool exceptions_add(struct env *env, const struct ruleset *rules, str glob, str name,
        enum severity severity, str origin, struct exceptions *out)
{
	struct exception e = {.path = glob,
	        .names = name,
	        .severity = severity,
	        .rules = ARENA_ARRAY(env->keep, bool, (size_t)rules->n_rules + 1)};

	e.reason =
	        arena_format(env->keep, "ignored in %.*s by %.*s", STR_ARG(glob), STR_ARG(origin));
	*VEC_PUSH(env->keep, &out->list) = e;
	return rules_named(env, rules, name, (struct place){.path = origin}, e.rules);
}

/* What all exceptions for one rule in one file come to: of several, these alone change anything. */
struct effect {
	uint32_t expired, severity, silence; /* number in the list; 0: none */
	uint32_t file;                       /* for which it is known */
};

/* Findings of a file stand together: the globs are asked once for each, and the entries once for
 * each rule of it. */
struct applying {
	struct exceptions *exceptions;
	uint8_t *here;          /* by exception: an answer for the file; 0: not asked yet */
	struct effect *effects; /* by rule */
	uint32_t file;
	str path;
};

static bool is_here(struct applying *a, uint32_t index)
{
	enum { NO = 1, YES };
	const struct exception *e = &a->exceptions->list.at[index];

	if (!e->path.len)
		return true;
	if (!a->here[index])
		a->here[index] = walk_matches(a->path, &e->path, 1) ? YES : NO;
	return a->here[index] == YES;
}

static struct effect *effect_of(struct applying *a, uint32_t rule)
{
	struct effect *effect = &a->effects[rule];

	if (effect->file == a->file)
		return effect;
	*effect = (struct effect){.file = a->file};
	for (uint32_t i = 0; i < a->exceptions->list.len; i++) {
		struct exception *e = &a->exceptions->list.at[i];

		if (!e->rules || !e->rules[rule] || !is_here(a, i))
			continue;
		e->used = true;
		if (e->expired && !effect->silence)
			effect->expired = i + 1;
		else if (!e->expired && e->severity != SEVERITY_NONE)
			effect->severity = i + 1;
		else if (!e->expired && !effect->silence)
			effect->silence = i + 1;
	}
	return effect;
}

static void apply_one(const struct exception *e, const struct ruleset *rules, struct finding *f)
{
	if (e->expired) {
		if (f->state == FINDING_NEW)
			f->from = FROM_CALENDAR;
		return;
	}
	for (uint32_t t = 0; e->severity != SEVERITY_NONE && t < rules->n_targets; t++)
		if (f->severity[t] != SEVERITY_NONE)
			f->severity[t] = (uint8_t)e->severity;
	if (e->severity != SEVERITY_NONE || f->state == FINDING_SUPPRESSED)
		return;
	f->state = FINDING_SUPPRESSED;
	f->reason = e->reason;
	f->until = e->until;
}

static void apply_all(struct env *env, const struct ruleset *rules, struct exceptions *exceptions,
        struct findings *findings)
{
	struct applying a = {.exceptions = exceptions};

	a.here = ARENA_ARRAY(env->temp, uint8_t, exceptions->list.len);
	a.effects = ARENA_ARRAY(env->temp, struct effect, (size_t)rules->n_rules + 1);
	for (uint32_t i = 0; i < findings->list.len; i++) {
		struct finding *f = &findings->list.at[i];
		const struct effect *effect;

		if (!a.file || !str_eq(f->path, a.path)) {
			a.file++;
			a.path = f->path;
			memset(a.here, 0, exceptions->list.len);
		}
		effect = effect_of(&a, f->rule);
		if (effect->expired)
			apply_one(&exceptions->list.at[effect->expired - 1], rules, f);
		if (effect->severity)
			apply_one(&exceptions->list.at[effect->severity - 1], rules, f);
		if (effect->silence)
			apply_one(&exceptions->list.at[effect->silence - 1], rules, f);
	}
}

/* A finding about the entry itself, by the rules that tell the same of comments. */
static void tell(struct env *env, const struct ruleset *rules, const struct exception *e,
        enum matcher which, str detail, struct findings *findings)
{
	struct matching m = {.env = env,
	        .rules = rules,
	        .path = e->place.path,
	        .out = findings,
	        .first = findings->list.len};
	struct spot spot = {.line = e->place.line,
	        .column = e->place.column,
	        .end_line = e->place.line,
	        .end_column = e->place.column,
	        .statement = e->names};
	uint32_t count;
	const struct ref_row *refs =
	        ruleset_refs(rules, RULE_NAME_MATCHER, matcher_name(which), &count);

	for (uint32_t i = 0; i < count; i++) {
		struct finding *f =
		        match_add(&m, rules->items[refs[i].item].rule, &spot, e->names, detail);

		if (f && which == MATCHER_SUPPRESSION_EXPIRED)
			f->from = FROM_CALENDAR;
	}
}

void exceptions_apply(struct env *env, const struct ruleset *rules, struct exceptions *exceptions,
        bool whole, struct findings *findings)
{
	uint32_t n = findings->list.len;

	if (exceptions->list.len)
		apply_all(env, rules, exceptions, findings);
	for (uint32_t i = 0; i < exceptions->list.len; i++) {
		const struct exception *e = &exceptions->list.at[i];

		if (!e->own_file)
			continue;
		if (e->expired)
			tell(env, rules, e, MATCHER_SUPPRESSION_EXPIRED,
			        arena_format(env->temp, "the exception for %.*s ended on %.*s",
			                STR_ARG(e->names), STR_ARG(e->until)),
			        findings);
		else if (!e->used && whole && e->rules)
			tell(env, rules, e, MATCHER_SUPPRESSION_UNUSED,
			        arena_format(env->temp, "the exception for %.*s silences nothing",
			                STR_ARG(e->names)),
			        findings);
	}
	if (findings->list.len > n)
		findings_sort(findings, rules->ids);
}

const struct exception *exceptions_operator(struct exceptions *exceptions, str operator, str target)
{
	const uint32_t *last = map_get(&exceptions->by_operator, operator);
	const struct exception *first = NULL;

	for (uint32_t i = last ? *last : 0; i; i = exceptions->list.at[i - 1].next) {
		struct exception *e = &exceptions->list.at[i - 1];

		if (e->expired || (e->target.len && !str_eq(e->target, target)))
			continue;
		e->used = true;
		first = e;
	}
	return first;
}
