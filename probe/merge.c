/* The order of the files decides everything: newest release of PyTorch first, then of the back end,
 * then the newest date, then as named. Within a row the first file that ran it speaks; others that
 * say something else are kept beside it. */
#include "probe/merge.h"

#include "base/file.h"
#include "probe/probe.h"
#include "scanner/version.h"

#include <stdlib.h>

enum { JSON_DEPTH = 32 };

struct loaded {
	struct merged_file file;
	VEC(struct kept_outcome) outcomes;
	uint32_t order;
};

static void read_session(struct json *j, struct arena *arena, struct merged_file *file)
{
	str key, value;

	for (json_object(j); json_key(j, &key);) {
		if (json_peek(j) != JSON_STRING) {
			json_skip(j);
			continue;
		}
		if (!json_string(j, &value))
			break;
		if (str_eq(key, S("torch"))) {
			str rest;

			str_split(value, '+', &file->release, &rest);
			file->release = arena_dup(arena, file->release);
		} else if (str_eq(key, S("backend_version"))) {
			file->backend_version = arena_dup(arena, value);
		}
	}
}

static void read_environment(struct json *j, struct arena *arena, struct merged_file *file)
{
	str key, raw;

	for (json_object(j); json_key(j, &key);) {
		struct json inner;

		if (!str_eq(key, S("session")) || json_peek(j) != JSON_OBJECT) {
			json_skip(j);
			continue;
		}
		if (!json_skip_raw(j, &raw))
			break;
		file->environment = arena_dup(arena, raw);
		json_open(&inner, file->environment, JSON_DEPTH, arena);
		read_session(&inner, arena, file);
	}
}

static void read_experiments(struct json *j, struct arena *arena, struct loaded *out)
{
	for (json_array(j); json_item(j);)
		outcome_read(j, arena, VEC_PUSH(arena, &out->outcomes));
}

static bool read_results(struct env *env, str path, struct loaded *out)
{
	str text, key, schema = STR_NONE;
	struct place place = {.path = path};
	struct json j;

	out->file.path = path;
	if (!file_read(env, path, env->limits->file_bytes, &text))
		return false;
	json_open(&j, text, JSON_DEPTH, env->keep);
	for (json_object(&j); json_key(&j, &key);) {
		str *into = str_eq(key, S("schema"))   ? &schema
		            : str_eq(key, S("device")) ? &out->file.device
		            : str_eq(key, S("target")) ? &out->file.target
		            : str_eq(key, S("date"))   ? &out->file.date
		                                       : NULL;

		if (into && json_peek(&j) == JSON_STRING) {
			if (json_string(&j, into))
				*into = arena_dup(env->keep, *into);
		} else if (str_eq(key, S("environment")) && json_peek(&j) == JSON_OBJECT) {
			read_environment(&j, env->keep, &out->file);
		} else if (str_eq(key, S("experiments")) && json_peek(&j) == JSON_ARRAY) {
			read_experiments(&j, env->keep, out);
		} else {
			json_skip(&j);
		}
	}
	if (!json_end(&j)) {
		json_position(&j, &place.line, &place.column);
		return diag_error(env->diags, place, "expected %s", j.error);
	}
	if (!str_starts(schema, S("portfit-probe/")))
		return diag_error(env->diags, place,
		        "holds no results of a probe; expected results.json of 'portfit probe'");
	return true;
}

static int compare_versions(str a, str b)
{
	struct version x, y;
	bool has_x = version_parse(a, &x), has_y = version_parse(b, &y);

	if (has_x != has_y)
		return has_x ? -1 : 1;
	return has_x ? -version_compare(&x, &y) : 0;
}

static int by_age(const void *a, const void *b)
{
	const struct loaded *x = a, *y = b;
	int c = compare_versions(x->file.release, y->file.release);

	if (!c)
		c = compare_versions(x->file.backend_version, y->file.backend_version);
	if (!c)
		c = -str_cmp(x->file.date, y->file.date);
	return c ? c : x->order < y->order ? -1 : x->order > y->order;
}

static int by_operator(const void *a, const void *b)
{
	const struct merged *x = a, *y = b;
	int c = str_cmp(x->op, y->op);

	if (!c)
		c = str_cmp(x->signature, y->signature);
	return c ? c : str_cmp(x->key, y->key);
}

static bool differs(struct arena *arena, const struct outcome *a, const struct outcome *b)
{
	for (int mode = 0; mode < MODE_COUNT; mode++) {
		str text;
		enum verdict x = outcome_verdict(arena, a, (enum mode)mode, &text),
		             y = outcome_verdict(arena, b, (enum mode)mode, &text);

		if (x != VERDICT_UNKNOWN && y != VERDICT_UNKNOWN && x != y)
			return true;
	}
	return false;
}

static void add_outcome(
        struct merge *m, struct map *index, uint32_t file, const struct kept_outcome *kept)
{
	struct merged *row;
	uint32_t *at;
	bool fresh;

	if (!kept->key.len)
		return;
	at = map_at(index, kept->key, &fresh);
	if (fresh) {
		*at = m->rows.len;
		*VEC_PUSH(m->arena, &m->rows) = (struct merged){
		        kept->key, kept->op, kept->signature, kept->fact_signature, {0}, false};
	}
	row = &m->rows.at[*at];
	for (uint32_t i = 0; kept->outcome.ran && i < row->answers.len; i++)
		row->disagree |= row->answers.at[i].outcome.ran &&
		                 differs(m->arena, &row->answers.at[i].outcome, &kept->outcome);
	*VEC_PUSH(m->arena, &row->answers) = (struct merged_answer){file, kept->outcome};
}

bool merge_read(struct env *env, const str *paths, uint32_t count, struct merge *out)
{
	struct loaded *files = ARENA_ARRAY(env->keep, struct loaded, (size_t)count + 1);
	struct map index = {.arena = env->keep};
	bool ok = true;

	*out = (struct merge){.arena = env->keep};
	for (uint32_t i = 0; i < count; i++) {
		files[i].order = i;
		ok &= read_results(env, paths[i], &files[i]);
	}
	for (uint32_t i = 1; ok && i < count; i++)
		if (!str_eq(files[i].file.device, files[0].file.device))
			ok = diag_error(env->diags, (struct place){.path = paths[i]},
			        "is of device %.*s, %.*s of device %.*s; results of one device "
			        "can be merged",
			        STR_ARG(files[i].file.device), STR_ARG(paths[0]),
			        STR_ARG(files[0].file.device));
	if (!ok)
		return false;
	qsort(files, count, sizeof *files, by_age);
	for (uint32_t i = 0; i < count; i++) {
		*VEC_PUSH(env->keep, &out->files) = files[i].file;
		for (uint32_t k = 0; k < files[i].outcomes.len; k++)
			add_outcome(out, &index, i, &files[i].outcomes.at[k]);
	}
	if (out->rows.len)
		qsort(out->rows.at, out->rows.len, sizeof *out->rows.at, by_operator);
	return true;
}

/* ------------------------------------------------------------------ forms */

/* The answer that counts: the first that ran, else the first. */
static const struct merged_answer *deciding(const struct merged *row)
{
	for (uint32_t i = 0; i < row->answers.len; i++)
		if (row->answers.at[i].outcome.ran)
			return &row->answers.at[i];
	return &row->answers.at[0];
}

static void put_answer(struct buf *out, struct arena *arena, const struct outcome *o)
{
	if (!o->ran) {
		buf_format(out, "not run: %.*s", STR_ARG(skip_word(o->skip)));
		return;
	}
	for (int mode = 0; mode < MODE_COUNT; mode++) {
		str text;
		enum verdict verdict = outcome_verdict(arena, o, (enum mode)mode, &text);

		buf_format(out, "%s%.*s %.*s", mode ? ", " : "",
		        STR_ARG(mode_word((enum mode)mode)), STR_ARG(verdict_word(verdict)));
	}
}

void merge_text(const struct merge *m, bool verbose, struct buf *out)
{
	uint64_t counts[MODE_COUNT][VERDICT_COUNT] = {{0}}, disagree = 0, not_run = 0;

	buf_format(out, "%u experiments from %u results, newest release first:\n", m->rows.len,
	        m->files.len);
	for (uint32_t i = 0; i < m->files.len; i++)
		buf_format(out, "  %u. %.*s: PyTorch %.*s, %.*s\n", i + 1,
		        STR_ARG(m->files.at[i].path), STR_ARG(m->files.at[i].release),
		        STR_ARG(m->files.at[i].date));
	for (uint32_t i = 0; i < m->rows.len; i++) {
		const struct outcome *o = &deciding(&m->rows.at[i])->outcome;

		disagree += m->rows.at[i].disagree;
		not_run += !o->ran;
		for (int mode = 0; o->ran && mode < MODE_COUNT; mode++) {
			str text;

			counts[mode][outcome_verdict(m->arena, o, (enum mode)mode, &text)]++;
		}
	}
	for (int mode = 0; mode < MODE_COUNT; mode++) {
		buf_format(out, "\n  %.*s:", STR_ARG(mode_word((enum mode)mode)));
		for (int v = 0; v < VERDICT_COUNT; v++)
			if (counts[mode][v])
				buf_format(out, " %llu %.*s", (unsigned long long)counts[mode][v],
				        STR_ARG(verdict_word((enum verdict)v)));
	}
	buf_format(out, "\n  not run anywhere: %llu\n\n%llu disagreements\n",
	        (unsigned long long)not_run, (unsigned long long)disagree);
	for (uint32_t i = 0; i < m->rows.len; i++) {
		const struct merged *row = &m->rows.at[i];

		if (!row->disagree && !verbose)
			continue;
		buf_format(out, "  %.*s (%.*s)\n", STR_ARG(row->op), STR_ARG(row->signature));
		for (uint32_t k = 0; k < row->answers.len; k++) {
			buf_format(out, "      %u. ", row->answers.at[k].file + 1);
			put_answer(out, m->arena, &row->answers.at[k].outcome);
			buf_byte(out, '\n');
		}
	}
}

/* The rows as experiments and outcomes, for the writers of a single run. */
static void as_run(const struct merge *m, struct arena *arena, struct experiments *x,
        struct probe_result *result)
{
	str *releases = ARENA_ARRAY(arena, str, (size_t)m->rows.len + 1);
	str *dates = ARENA_ARRAY(arena, str, (size_t)m->rows.len + 1);

	*result = (struct probe_result){
	        .outcomes = ARENA_ARRAY(arena, struct outcome, (size_t)m->rows.len + 1),
	        .releases = releases,
	        .dates = dates};
	*x = (struct experiments){.arena = arena};
	for (uint32_t i = 0; i < m->rows.len; i++) {
		const struct merged *row = &m->rows.at[i];
		const struct merged_answer *answer = deciding(row);

		*VEC_PUSH(arena, &x->list) = (struct experiment){.op = row->op,
		        .signature = row->signature,
		        .fact_signature = row->fact_signature,
		        .key = row->key,
		        .skip = answer->outcome.ran ? SKIP_NONE : answer->outcome.skip,
		        .why = answer->outcome.why};
		result->outcomes[i] = answer->outcome;
		releases[i] = m->files.at[answer->file].release;
		dates[i] = m->files.at[answer->file].date;
	}
	if (m->files.len)
		result->environment = m->files.at[0].environment;
}

static struct probe_plan plan_of(const struct merge *m, const struct experiments *x)
{
	const struct merged_file *first = m->files.len ? &m->files.at[0] : NULL;

	return (struct probe_plan){.experiments = x,
	        .target = first ? first->target : STR_NONE,
	        .date = first ? first->date : STR_NONE,
	        .describe_target = first && str_eq(first->target, first->device) &&
	                           !str_eq(first->target, S("tpu")),
	        .greeting = {.device = first ? first->device : STR_NONE, .task = S("merged")}};
}

void merge_json(const struct merge *m, struct buf *out)
{
	struct experiments x;
	struct probe_result result;
	struct probe_plan plan;

	as_run(m, m->arena, &x, &result);
	plan = plan_of(m, &x);
	results_json(&plan, &result, out);
}

void merge_facts(const struct merge *m, struct arena *temp, struct buf *out)
{
	struct experiments x;
	struct probe_result result;
	struct probe_plan plan;

	as_run(m, temp, &x, &result);
	plan = plan_of(m, &x);
	facts_yaml(&plan, &result, temp, out);
}
