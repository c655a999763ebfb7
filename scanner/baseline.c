/* Reading is by keys; what is not known is passed over, so a newer file still reads. */
#include "scanner/baseline.h"

#include "base/file.h"
#include "base/json.h"

#include <stdlib.h>

static void read_finding(struct json *j, struct baseline *b)
{
	str key, fingerprint = STR_NONE;
	int64_t count = 1;

	for (json_object(j); json_key(j, &key);) {
		if (str_eq(key, S("fingerprint")))
			json_string(j, &fingerprint);
		else if (str_eq(key, S("count")))
			json_int(j, &count);
		else
			json_skip(j);
	}
	if (!fingerprint.len || count < 1 || count > UINT32_MAX) {
		json_fail(j, "a finding with a fingerprint and a count");
		return;
	}
	*map_at(&b->findings, arena_dup(b->arena, fingerprint), NULL) += (uint32_t)count;
	b->accepted += (uint32_t)count;
}

static void read_body(struct json *j, struct baseline *b, str *schema)
{
	str key, text;

	for (json_object(j); json_key(j, &key);) {
		if (str_eq(key, S("schema"))) {
			json_string(j, schema);
		} else if (str_eq(key, S("tool"))) {
			if (json_string(j, &text))
				b->tool = arena_dup(b->arena, text);
		} else if (str_eq(key, S("findings"))) {
			for (json_array(j); json_item(j);)
				read_finding(j, b);
		} else if (str_eq(key, S("operators"))) {
			for (json_array(j); json_item(j);)
				if (json_string(j, &text)) {
					*map_at(&b->operators, arena_dup(b->arena, text), NULL) = 1;
					b->n_operators++;
				}
		} else {
			json_skip(j);
		}
	}
}

bool baseline_read(struct env *env, str path, struct baseline *out)
{
	struct place place = {.path = path};
	str text, schema = STR_NONE;
	struct json j;

	*out = (struct baseline){.arena = env->keep,
	        .findings = {.arena = env->keep},
	        .operators = {.arena = env->keep}};
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

void baseline_mark(struct env *env, struct baseline *b, struct findings *findings)
{
	struct map left = {.arena = env->temp};

	for (uint32_t i = 0; i < findings->list.len; i++) {
		struct finding *f = &findings->list.at[i];
		str fingerprint = fingerprint_text(env->temp, f->fingerprint);
		const uint32_t *accepted = map_get(&b->findings, fingerprint);
		uint32_t *seen;

		if (!accepted || f->state != FINDING_NEW)
			continue;
		seen = map_at(&left, fingerprint, NULL);
		if (*seen == *accepted)
			continue;
		++*seen;
		b->used++;
		f->state = FINDING_BASELINE;
	}
}

static int by_fingerprint(const void *a, const void *b)
{
	const struct baseline_entry *x = a, *y = b;
	int c = str_cmp(x->fingerprint, y->fingerprint);

	return c ? c : str_cmp(x->path, y->path);
}

static int by_bytes(const void *a, const void *b)
{
	return str_cmp(*(const str *)a, *(const str *)b);
}

void baseline_write(struct buf *out, struct arena *arena, str version,
        const struct baseline_entry *entries, uint32_t n, const str *operators,
        uint32_t n_operators)
{
	struct json_out w = {.out = out, .indent = 1, .flat_from = 2};
	struct baseline_entry *sorted = ARENA_ARRAY(arena, struct baseline_entry, (size_t)n + 1);
	str *names = ARENA_ARRAY(arena, str, (size_t)n_operators + 1);

	for (uint32_t i = 0; i < n; i++)
		sorted[i] = entries[i];
	for (uint32_t i = 0; i < n_operators; i++)
		names[i] = operators[i];
	qsort(sorted, n, sizeof *sorted, by_fingerprint);
	qsort(names, n_operators, sizeof *names, by_bytes);
	json_out_object(&w);
	json_out_pair_str(&w, "schema", S("portfit-baseline/1"));
	json_out_pair_str(&w, "tool", version);
	json_out_key(&w, "findings");
	json_out_array(&w);
	for (uint32_t i = 0; i < n; i++) {
		json_out_object(&w);
		json_out_pair_str(&w, "fingerprint", sorted[i].fingerprint);
		json_out_pair_str(&w, "rule", sorted[i].rule);
		json_out_pair_str(&w, "path", sorted[i].path);
		json_out_pair_int(&w, "count", sorted[i].count);
		json_out_object_end(&w);
	}
	json_out_array_end(&w);
	json_out_key(&w, "operators");
	json_out_array(&w);
	for (uint32_t i = 0; i < n_operators; i++)
		json_out_str(&w, names[i]);
	json_out_array_end(&w);
	json_out_object_end(&w);
	buf_byte(out, '\n');
}
