/* Reading is by keys; what is not known is passed over, so a newer file still reads. */
#include "scanner/baseline.h"

#include "base/file.h"
#include "base/json.h"
#include "scanner/rule_print.h"

#include <stdlib.h>

static str operator_key(struct arena *arena, const struct baseline_operator *o)
{
	return arena_format(arena, "%.*s(%.*s) %.*s %.*s", STR_ARG(o->operator),
	        STR_ARG(o->signature), STR_ARG(o->mode), STR_ARG(o->target));
}

static str place_key(struct arena *arena, str fingerprint, str path)
{
	return arena_format(arena, "%.*s %.*s", STR_ARG(fingerprint), STR_ARG(path));
}

static bool text_of(struct json *j, struct baseline *b, str *out)
{
	str text;

	if (!json_string(j, &text))
		return false;
	*out = arena_dup(b->arena, text);
	return true;
}

static void read_finding(struct json *j, struct baseline *b)
{
	struct baseline_entry e = {0};
	int64_t count = 1;
	uint32_t *at;
	str key;

	for (json_object(j); json_key(j, &key);) {
		if (str_eq(key, S("fingerprint")))
			text_of(j, b, &e.fingerprint);
		else if (str_eq(key, S("rule")))
			text_of(j, b, &e.rule);
		else if (str_eq(key, S("path")))
			text_of(j, b, &e.path);
		else if (str_eq(key, S("count")))
			json_int(j, &count);
		else
			json_skip(j);
	}
	if (!e.fingerprint.len || count < 1 || count > UINT32_MAX - b->accepted) {
		json_fail(j, "a finding with a fingerprint and a count");
		return;
	}
	b->accepted += (uint32_t)count;
	at = map_at(&b->by_fingerprint, e.fingerprint, NULL);
	e.count = (uint32_t)count;
	e.next = *at;
	*VEC_PUSH(b->arena, &b->entries) = e;
	*at = b->entries.len;
	*map_at(&b->by_place, place_key(b->arena, e.fingerprint, e.path), NULL) = b->entries.len;
}

static void read_operator(struct json *j, struct baseline *b)
{
	struct baseline_operator o = {0};
	uint32_t first = b->operators.len;
	str key;

	for (json_object(j); json_key(j, &key);) {
		if (str_eq(key, S("operator")))
			text_of(j, b, &o.operator);
		else if (str_eq(key, S("signature")))
			text_of(j, b, &o.signature);
		else if (str_eq(key, S("mode")))
			text_of(j, b, &o.mode);
		else if (str_eq(key, S("verdicts")))
			for (json_object(j); json_key(j, &key);) {
				struct baseline_operator *p = VEC_PUSH(b->arena, &b->operators);

				*p = (struct baseline_operator){.target = arena_dup(b->arena, key)};
				text_of(j, b, &p->verdict);
			}
		else
			json_skip(j);
	}
	if (!o.operator.len || !o.mode.len)
		json_fail(j, "an operator with its mode and verdicts");
	for (uint32_t i = first; i < b->operators.len; i++) {
		struct baseline_operator *p = &b->operators.at[i];

		p->operator= o.operator;
		p->signature = o.signature;
		p->mode = o.mode;
		*map_at(&b->by_operator, operator_key(b->arena, p), NULL) = i + 1;
	}
}

static void read_prints(struct json *j, struct baseline *b)
{
	str key;

	for (json_object(j); json_key(j, &key);) {
		uint32_t *at = map_at(&b->by_rule, arena_dup(b->arena, key), NULL);

		if (text_of(j, b, VEC_PUSH(b->arena, &b->prints)))
			*at = b->prints.len;
	}
}

static void read_facts(struct json *j, struct baseline *b)
{
	str key;

	for (json_object(j); json_key(j, &key);) {
		struct baseline_facts *f = VEC_PUSH(b->arena, &b->facts);

		*f = (struct baseline_facts){.target = arena_dup(b->arena, key)};
		text_of(j, b, &f->date);
	}
}

static void read_body(struct json *j, struct baseline *b, str *schema)
{
	str key;

	for (json_object(j); json_key(j, &key);) {
		if (str_eq(key, S("schema")))
			json_string(j, schema);
		else if (str_eq(key, S("tool")))
			text_of(j, b, &b->tool);
		else if (str_eq(key, S("facts")))
			read_facts(j, b);
		else if (str_eq(key, S("rules")))
			read_prints(j, b);
		else if (str_eq(key, S("findings")))
			for (json_array(j); json_item(j);)
				read_finding(j, b);
		else if (str_eq(key, S("operators")))
			for (json_array(j); json_item(j);)
				read_operator(j, b);
		else
			json_skip(j);
	}
}

bool baseline_read(struct env *env, str path, struct baseline *out)
{
	struct place place = {.path = path};
	str text, schema = STR_NONE;
	struct json j;

	*out = (struct baseline){.arena = env->keep,
	        .by_fingerprint = {.arena = env->keep},
	        .by_place = {.arena = env->keep},
	        .by_operator = {.arena = env->keep},
	        .by_rule = {.arena = env->keep}};
	if (!file_read(env, path, env->limits->text_file_bytes, &text))
		return false;
	json_open(&j, text, 16, env->temp);
	read_body(&j, out, &schema);
	if (!json_end(&j)) {
		json_position(&j, &place.line, &place.column);
		return diag_error(env->diags, place,
		        "damaged baseline: expected %s; write it anew with 'portfit baseline "
		        "write'",
		        j.error);
	}
	if (!str_eq(schema, S("portfit-baseline/1")))
		return diag_error(env->diags, place,
		        "is no baseline of this program: schema '%.*s', expected "
		        "portfit-baseline/1",
		        STR_ARG(schema));
	return true;
}

/* Whether the baseline was made with the rule as it is now. A baseline without prints knows
 * nothing newer. */
static bool knows_rule(struct env *env, const struct baseline *b, const struct ruleset *rules,
        uint32_t rule, uint8_t *known)
{
	enum { NOT_ASKED, YES, NO };
	const uint32_t *at;

	if (known[rule] == NOT_ASKED) {
		at = map_get(&b->by_rule, rules->ids[rule]);
		known[rule] = !b->prints.len || (at && str_eq(b->prints.at[*at - 1],
		                                               rule_print(env->temp, rules, rule)))
		                      ? YES
		                      : NO;
	}
	return known[rule] == YES;
}

/* An entry that accepts one more of a fingerprint; in that file, or with `anywhere` in any. */
static struct baseline_entry *room_for(
        struct env *env, struct baseline *b, str fingerprint, str path, bool anywhere)
{
	const uint32_t *in_file = map_get(&b->by_place, place_key(env->temp, fingerprint, path));
	struct baseline_entry *e = in_file ? &b->entries.at[*in_file - 1] : NULL;
	uint32_t *first;

	if (!anywhere)
		return e && e->found < e->count ? e : NULL;
	if (!map_get(&b->by_fingerprint, fingerprint))
		return NULL;
	/* full entries are passed once */
	first = map_at(&b->by_fingerprint, fingerprint, NULL);
	while (*first) {
		e = &b->entries.at[*first - 1];
		if (e->found < e->count)
			return e;
		*first = e->next;
	}
	return NULL;
}

static void accept(struct env *env, struct baseline *b, struct findings *findings, bool anywhere)
{
	for (uint32_t i = 0; i < findings->list.len; i++) {
		struct finding *f = &findings->list.at[i];
		struct baseline_entry *e;

		if (f->state != FINDING_NEW)
			continue;
		e = room_for(
		        env, b, fingerprint_text(env->temp, f->fingerprint), f->path, anywhere);
		if (!e)
			continue;
		e->found++;
		b->used++;
		f->state = FINDING_BASELINE;
	}
}

void baseline_mark(
        struct env *env, struct baseline *b, const struct ruleset *rules, struct findings *findings)
{
	uint8_t *known = ARENA_ARRAY(env->temp, uint8_t, (size_t)rules->n_rules + 1);

	/* each in its own file first, then what moved to another */
	accept(env, b, findings, false);
	accept(env, b, findings, true);
	for (uint32_t i = 0; i < findings->list.len; i++) {
		struct finding *f = &findings->list.at[i];

		if (f->state == FINDING_NEW && f->from == FROM_CHANGE &&
		        !knows_rule(env, b, rules, f->rule, known))
			f->from = FROM_RULES;
	}
}

str baseline_verdict(const struct baseline *b, const struct baseline_operator *operator)
{
	const uint32_t *at = map_get(&b->by_operator, operator_key(b->arena, operator));

	return at ? b->operators.at[*at - 1].verdict : STR_NONE;
}

struct baseline_reach baseline_reach_of(struct arena *arena, const str *paths, uint32_t n_paths)
{
	struct baseline_reach out = {.paths = {.arena = arena}};

	for (uint32_t i = 0; i < n_paths; i++) {
		str p = paths[i];

		while (str_starts(p, S("./")))
			p = str_from_at(p, 2);
		while (p.len > 1 && p.ptr[p.len - 1] == '/')
			p.len--;
		out.all |= !p.len || str_eq(p, S("."));
		map_at(&out.paths, p, NULL);
	}
	return out;
}

bool baseline_covers(const struct baseline_reach *reach, str path)
{
	if (reach->all)
		return true;
	for (size_t end = 0; end <= path.len; end++)
		if ((end == path.len || path.ptr[end] == '/') &&
		        map_get(&reach->paths, str_slice(path, 0, end)))
			return true;
	return false;
}

uint32_t baseline_gone(const struct baseline *b, const str *paths, uint32_t n_paths)
{
	struct baseline_reach reach = baseline_reach_of(b->arena, paths, n_paths);
	uint32_t gone = 0;

	for (uint32_t i = 0; i < b->entries.len; i++) {
		const struct baseline_entry *e = &b->entries.at[i];

		if (e->found < e->count && baseline_covers(&reach, e->path))
			gone += e->count - e->found;
	}
	return gone;
}

static int by_fingerprint(const void *a, const void *b)
{
	const struct baseline_entry *x = a, *y = b;
	int c = str_cmp(x->fingerprint, y->fingerprint);

	return c ? c : str_cmp(x->path, y->path);
}

static int by_operator(const void *a, const void *b)
{
	const struct baseline_operator *x = a, *y = b;
	int c = str_cmp(x->operator, y->operator);

	c = c ? c : str_cmp(x->signature, y->signature);
	c = c ? c : str_cmp(x->mode, y->mode);
	return c ? c : str_cmp(x->target, y->target);
}

static void write_findings(struct json_out *w, struct arena *arena, const struct baseline *b)
{
	uint32_t n = b->entries.len;
	struct baseline_entry *sorted = ARENA_ARRAY(arena, struct baseline_entry, (size_t)n + 1);

	for (uint32_t i = 0; i < n; i++)
		sorted[i] = b->entries.at[i];
	qsort(sorted, n, sizeof *sorted, by_fingerprint);
	json_out_key(w, "findings");
	json_out_array(w);
	for (uint32_t i = 0; i < n; i++) {
		json_out_object(w);
		json_out_pair_str(w, "fingerprint", sorted[i].fingerprint);
		json_out_pair_str(w, "rule", sorted[i].rule);
		json_out_pair_str(w, "path", sorted[i].path);
		json_out_pair_int(w, "count", sorted[i].count);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static bool same_row(const struct baseline_operator *a, const struct baseline_operator *b)
{
	return str_eq(a->operator, b->operator) && str_eq(a->signature, b->signature) &&
	       str_eq(a->mode, b->mode);
}

static void write_operators(struct json_out *w, struct arena *arena, const struct baseline *b)
{
	uint32_t n = b->operators.len;
	struct baseline_operator *sorted =
	        ARENA_ARRAY(arena, struct baseline_operator, (size_t)n + 1);

	for (uint32_t i = 0; i < n; i++)
		sorted[i] = b->operators.at[i];
	qsort(sorted, n, sizeof *sorted, by_operator);
	json_out_key(w, "operators");
	json_out_array(w);
	for (uint32_t i = 0, first = 0; i < n; i = first) {
		json_out_object(w);
		json_out_pair_str(w, "operator", sorted[i].operator);
		json_out_pair_str(w, "signature", sorted[i].signature);
		json_out_pair_str(w, "mode", sorted[i].mode);
		json_out_key(w, "verdicts");
		json_out_object(w);
		for (; first < n && same_row(&sorted[i], &sorted[first]); first++) {
			json_out_key_str(w, sorted[first].target);
			json_out_str(w, sorted[first].verdict);
		}
		json_out_object_end(w);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void write_prints(struct json_out *w, struct arena *arena, const struct ruleset *rules)
{
	/* one line: it changes with the program alone */
	w->flat_from = 2;
	json_out_key(w, "rules");
	json_out_object(w);
	for (uint32_t i = 0; i < rules->n_rules; i++) {
		json_out_key_str(w, rules->ids[i]);
		json_out_str(w, rule_print(arena, rules, i));
	}
	json_out_object_end(w);
}

void baseline_write(
        struct buf *out, struct arena *arena, const struct baseline *b, const struct ruleset *rules)
{
	struct json_out w = {.out = out, .indent = 1, .flat_from = 3};

	json_out_object(&w);
	json_out_pair_str(&w, "schema", S("portfit-baseline/1"));
	json_out_pair_str(&w, "tool", b->tool);
	json_out_key(&w, "facts");
	json_out_object(&w);
	for (uint32_t i = 0; i < b->facts.len; i++) {
		json_out_key_str(&w, b->facts.at[i].target);
		json_out_str(&w, b->facts.at[i].date);
	}
	json_out_object_end(&w);
	write_findings(&w, arena, b);
	write_operators(&w, arena, b);
	write_prints(&w, arena, rules);
	json_out_object_end(&w);
	buf_byte(out, '\n');
}
