/* The journal is the truth of a run: one line an experiment, in one write. The last line may be cut
 * by a kill; it is dropped when the journal is read. results.json and facts.yaml are made from the
 * outcomes whenever at least a second, and twenty times what it takes, has passed. */
#include "probe/probe.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define JOURNAL_SCHEMA "portfit-probe-journal/1"
#define RESULTS_SCHEMA "portfit-probe/1"

enum { SAVE_MS = 1000, SAVE_SHARE = 20, JSON_DEPTH = 16 };

static struct place at(const struct results *r)
{
	return (struct place){.path = r->journal_path};
}

/* ------------------------------------------------------------------ the journal */

static bool write_line(struct results *r, str line)
{
	off_t before = lseek(r->journal, 0, SEEK_END);
	struct buf text = {0};
	ssize_t n;
	bool ok;

	buf_put(&text, line);
	buf_byte(&text, '\n');
	n = write(r->journal, text.ptr, text.len);
	ok = n == (ssize_t)text.len;
	if (!ok) {
		int reason = n < 0 ? errno : ENOSPC;

		if (before < 0 || ftruncate(r->journal, before) != 0)
			reason = reason ? reason : errno;
		diag_error(r->env->diags, at(r),
		        "cannot be written: %s; what was measured before is kept, go on with "
		        "--resume",
		        strerror(reason));
	}
	buf_free(&text);
	return ok;
}

static str header_line(const struct probe_plan *plan, struct arena *arena)
{
	struct buf text = {0};
	struct json_out w = {.out = &text};
	str out;

	json_out_object(&w);
	json_out_pair_str(&w, "schema", S(JOURNAL_SCHEMA));
	json_out_pair_str(&w, "task", plan->greeting.task);
	json_out_pair_str(&w, "device", plan->greeting.device);
	json_out_key(&w, "seed");
	json_out_uint(&w, plan->greeting.seed);
	json_out_object_end(&w);
	out = arena_dup(arena, buf_str(&text));
	buf_free(&text);
	return out;
}

static bool same_run(const struct results *r, str line)
{
	str want = header_line(r->plan, r->env->temp);

	return str_eq(line, want) ||
	       diag_error(r->env->diags, at(r),
	               "is of another run (device, seed or kind differ); --resume goes on with "
	               "the same ones only, or name another folder with --folder");
}

static void adopt(struct results *r, struct map *index, str line)
{
	struct kept_outcome kept;
	const uint32_t *known;
	struct json j;

	json_open(&j, line, JSON_DEPTH, r->env->keep);
	outcome_read(&j, r->env->keep, &kept);
	if (!json_end(&j) || !(known = map_get(index, kept.key)))
		return;
	((struct probe_result *)(uintptr_t)r->result)->resumed +=
	        !r->result->outcomes[*known].ran && !r->result->outcomes[*known].skip;
	r->result->outcomes[*known] = kept.outcome;
}

/* Takes over the outcomes of an earlier run; *whole is how much of the file stands. */
static bool read_journal(struct results *r, off_t *whole)
{
	const struct experiments *x = r->plan->experiments;
	struct map index = {.arena = r->env->keep};
	str text, line;
	bool first = true;

	*whole = 0;
	if (!file_read(r->env, r->journal_path, r->env->limits->file_bytes, &text))
		return false;
	for (uint32_t i = 0; i < x->list.len; i++)
		*map_at(&index, x->list.at[i].key, NULL) = i;
	while (text.len && str_find_byte(text, '\n') < text.len && str_cut(&text, '\n', &line)) {
		if (first && !same_run(r, line))
			return false;
		if (!first)
			adopt(r, &index, line);
		first = false;
		*whole += (off_t)line.len + 1;
	}
	return true;
}

static bool make_folder(struct env *env, str path)
{
	const char *name = arena_cstr(env->temp, path);

	if (mkdir(name, 0777) == 0 || errno == EEXIST)
		return true;
	return diag_error(
	        env->diags, (struct place){.path = path}, "cannot be made: %s", strerror(errno));
}

bool results_open(struct env *env, const struct probe_plan *plan, struct probe_result *result,
        struct results *out)
{
	off_t whole = 0;
	bool there;

	*out = (struct results){.env = env, .plan = plan, .result = result, .journal = -1};
	out->journal_path = path_join(env->keep, plan->folder, S("journal.jsonl"));
	if (!make_folder(env, plan->folder))
		return false;
	there = file_kind_of(env, out->journal_path) != FILE_NONE;
	if (there && !plan->resume)
		return diag_error(env->diags, at(out),
		        "is there already; --resume goes on with it, or name another folder with "
		        "--folder");
	if (there && !read_journal(out, &whole))
		return false;
	out->journal = open(
	        arena_cstr(env->temp, out->journal_path), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	if (out->journal < 0 || ftruncate(out->journal, whole) != 0)
		return diag_error(env->diags, at(out), "cannot be written: %s", strerror(errno));
	return whole > 0 || write_line(out, header_line(plan, env->temp));
}

bool results_add(struct results *r, uint32_t index)
{
	struct buf text = {0};
	struct json_out w = {.out = &text};
	bool ok;

	if (r->journal < 0)
		return true;
	outcome_write(&w, &r->plan->experiments->list.at[index], &r->result->outcomes[index]);
	ok = write_line(r, buf_str(&text));
	buf_free(&text);
	return ok;
}

bool results_save(struct results *r, bool now)
{
	int64_t began = clock_ms();
	struct arena_mark mark = arena_mark(r->env->temp);
	struct buf text = {0};
	bool ok;

	if (!now && began - r->last_ms < SAVE_MS + SAVE_SHARE * r->took_ms)
		return true;
	results_json(r->plan, r->result, &text);
	ok = file_write(r->env, path_join(r->env->temp, r->plan->folder, S("results.json")),
	        buf_str(&text));
	text.len = 0;
	facts_yaml(r->plan, r->result, r->env->temp, &text);
	ok = ok && file_write(r->env, path_join(r->env->temp, r->plan->folder, S("facts.yaml")),
	                   buf_str(&text));
	buf_free(&text);
	arena_rewind(r->env->temp, mark);
	r->last_ms = clock_ms();
	r->took_ms = r->last_ms - began;
	return ok;
}

void results_close(struct results *r)
{
	if (r->journal >= 0)
		close(r->journal);
	r->journal = -1;
}

/* ------------------------------------------------------------------ results.json */

static void put_plan(struct json_out *w, const struct probe_plan *plan)
{
	json_out_pair_str(w, "target", plan->target);
	json_out_pair_str(w, "device", plan->greeting.device);
	json_out_pair_str(w, "task", plan->greeting.task);
	json_out_pair_str(w, "date", plan->date);
	json_out_key(w, "seed");
	json_out_uint(w, plan->greeting.seed);
	if (plan->compile_sample)
		json_out_pair_int(w, "compile_sample", plan->compile_sample);
}

static void put_environment(
        struct json_out *w, const struct probe_plan *plan, const struct probe_result *result)
{
	json_out_key(w, "environment");
	json_out_object(w);
	if (plan->environment.len) {
		json_out_key(w, "machine");
		json_out_raw(w, plan->environment);
	}
	if (result->environment.len) {
		json_out_key(w, "session");
		json_out_raw(w, result->environment);
	}
	json_out_object_end(w);
}

void results_json(const struct probe_plan *plan, const struct probe_result *result, struct buf *out)
{
	struct json_out w = {.out = out, .indent = 1, .flat_from = 3};
	const struct experiments *x = plan->experiments;

	json_out_object(&w);
	json_out_pair_str(&w, "schema", S(RESULTS_SCHEMA));
	json_out_key(&w, "tool");
	json_out_object(&w);
	json_out_pair_str(&w, "name", S("portfit"));
	json_out_pair_str(&w, "version", S(PORTFIT_VERSION));
	json_out_object_end(&w);
	put_plan(&w, plan);
	put_environment(&w, plan, result);
	json_out_key(&w, "experiments");
	json_out_array(&w);
	for (uint32_t i = 0; i < x->list.len; i++)
		outcome_write(&w, &x->list.at[i], &result->outcomes[i]);
	json_out_array_end(&w);
	json_out_object_end(&w);
	buf_byte(out, '\n');
}
