/* Tasks, progress, and the fit of estimates.
 *
 * Order: changes for any device, set-up, changes for the target alone, verification, several
 * devices, tuning, cut-over. What surprises: a finished phase cannot be seen in a scan, so progress
 * counts root causes only, and phases leave the forecast when their hours are recorded. */
#include "assess/effort_plan.h"

#include "assess/statistics.h"
#include "base/file.h"
#include "base/json.h"
#include "base/map.h"
#include "base/text.h"

static const enum effort_part order[] = {PART_NEUTRAL, PART_SETUP, PART_TARGET, PART_CHECK,
        PART_DISTRIBUTED, PART_TUNE, PART_CUTOVER};

/* Which parts must be done before a part begins; bits. */
static const uint32_t needs[PART_COUNT] = {
        [PART_TARGET] = 1u << PART_SETUP,
        [PART_CHECK] = 1u << PART_NEUTRAL | 1u << PART_TARGET | 1u << PART_SETUP,
        [PART_DISTRIBUTED] = 1u << PART_CHECK,
        [PART_TUNE] = 1u << PART_CHECK | 1u << PART_DISTRIBUTED,
        [PART_CUTOVER] = 1u << PART_TUNE | 1u << PART_CHECK,
};

/* "T1 to T4, T6" of the tasks whose part is asked for: they stand one after another. */
static str tasks_of(struct arena *arena, const struct effort_tasks *tasks, uint32_t parts)
{
	str out = STR_NONE;

	for (uint32_t i = 0; i < tasks->list.len;) {
		uint32_t last = i;

		if (!(parts >> tasks->list.at[i].part & 1)) {
			i++;
			continue;
		}
		while (last + 1 < tasks->list.len && parts >> tasks->list.at[last + 1].part & 1)
			last++;
		out = arena_format(arena, "%.*s%s%.*s", STR_ARG(out), out.len ? ", " : "",
		        STR_ARG(tasks->list.at[i].id));
		if (last > i)
			out = arena_format(arena, "%.*s%s%.*s", STR_ARG(out),
			        last > i + 1 ? " to " : ", ", STR_ARG(tasks->list.at[last].id));
		i = last + 1;
	}
	return out;
}

/* The job that a task is about: its name and its command, as far as the entry point tells. */
struct task_job {
	str name, command;
};

static struct task_job job_of(struct arena *arena, const struct effort *e, str where)
{
	struct task_job job = {S("JOB"), S("COMMAND")};
	str name;

	if (!where.len) /* one entry point serves all phases */
		for (uint32_t i = 0; i < e->items.len && e->entry_points == 1; i++)
			if (e->items.at[i].part == PART_CHECK)
				where = e->items.at[i].where;
	if (!str_ends(where, S(".py")))
		return job;
	name = path_base(where);
	job.name = text_shell_word(arena, str_slice(name, 0, name.len - 3));
	job.command = arena_format(arena, "python3 %.*s", STR_ARG(text_shell_word(arena, where)));
	return job;
}

static str done_command(const struct effort *e, const struct effort_item *item, str source)
{
	struct arena *a = e->arena;
	str target = text_shell_word(a, e->target.len ? e->target : S("NAME"));
	struct task_job job = job_of(a, e, item->part == PART_CHECK ? item->where : STR_NONE);

	switch (item->part) {
	case PART_NEUTRAL:
	case PART_TARGET:
		return arena_format(a, "portfit plan %.*s --target %.*s --done %.*s",
		        STR_ARG(source), STR_ARG(target), STR_ARG(text_shell_word(a, item->id)));
	case PART_SETUP: return arena_format(a, "portfit env --check %.*s", STR_ARG(target));
	case PART_TUNE:
		return arena_format(a,
		        "portfit cost PLAN.yaml TODAY.json %.*s.%.*s.job.json --fail-on parity",
		        STR_ARG(job.name), STR_ARG(target));
	case PART_CUTOVER:
		return arena_format(a,
		        "portfit job run --name %.*s --platform %.*s --repeat 6 --qualify CHECK "
		        "--fail-on unstable -- %.*s",
		        STR_ARG(job.name), STR_ARG(target), STR_ARG(job.command));
	default:
		return arena_format(a,
		        "portfit job run --name %.*s --platform %.*s --qualify CHECK -- %s%.*s",
		        STR_ARG(job.name), STR_ARG(target),
		        item->part == PART_DISTRIBUTED ? "LAUNCHER " : "", STR_ARG(job.command));
	}
}

void effort_tasks_from(const struct effort *e, str source, struct effort_tasks *out)
{
	*out = (struct effort_tasks){0};
	for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
		str after = tasks_of(e->arena, out, needs[order[k]]);

		for (uint32_t i = 0; i < e->items.len; i++) {
			const struct effort_item *item = &e->items.at[i];

			if (item->part != order[k])
				continue;
			*VEC_PUSH(e->arena, &out->list) = (struct effort_task){
			        .id = arena_format(e->arena, "T%u", out->list.len),
			        .item = item->id,
			        .title = item->title,
			        .part = item->part,
			        .hours = item->spread,
			        .places = item->places,
			        .where = item->where,
			        .after = after,
			        .done = done_command(e, item, source),
			};
		}
	}
}

/* ------------------------------------------------------------------ what it really took */

static void read_hours(struct json *j, double *out)
{
	if (json_float(j, out) && !(*out >= 0 && *out <= 1e9))
		json_fail(j, "expected hours of 0 or more");
}

static void read_record_field(struct json *j, str key, struct effort_record *r)
{
	const struct {
		const char *key;
		str *text;
		double *hours;
	} fields[] = {
	        {"target", &r->target, NULL},
	        {"item", &r->item, NULL},
	        {"title", &r->title, NULL},
	        {"class", &r->hours_class, NULL},
	        {"part", &r->part, NULL},
	        {"date", &r->date, NULL},
	        {"note", &r->note, NULL},
	        {"p10_hours", NULL, &r->hours.p10},
	        {"p50_hours", NULL, &r->hours.p50},
	        {"p80_hours", NULL, &r->hours.p80},
	        {"p90_hours", NULL, &r->hours.p90},
	        {"unit_scale", NULL, &r->unit_scale},
	        {"actual_hours", NULL, &r->actual},
	};

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (str_eq(key, str_from(fields[i].key))) {
			if (fields[i].text)
				json_string(j, fields[i].text);
			else
				read_hours(j, fields[i].hours);
			return;
		}
	json_skip(j);
}

static void read_records(struct env *env, struct json *j, struct effort_history *out)
{
	str key;

	for (json_array(j); json_item(j);) {
		struct effort_record r = {.unit_scale = 1};
		str *texts[] = {
		        &r.target, &r.item, &r.title, &r.hours_class, &r.part, &r.date, &r.note};

		for (json_object(j); json_key(j, &key);)
			read_record_field(j, key, &r);
		if (json_ok(j) && (!r.item.len || !(r.hours.p50 > 0) || !(r.actual > 0) ||
		                          !(r.unit_scale > 0))) {
			json_fail(j, "expected a record with an item, p50_hours and actual_hours "
			             "above 0");
			return;
		}
		for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
			*texts[i] = arena_dup(env->keep, *texts[i]);
		if (json_ok(j))
			*VEC_PUSH(env->keep, &out->list) = r;
	}
}

bool effort_history_read(struct env *env, str path, struct effort_history *out)
{
	struct place place = {.path = path};
	struct json j;
	str text, key, schema = STR_NONE;

	*out = (struct effort_history){0};
	if (file_kind_of(env, path) == FILE_NONE)
		return true;
	if (!file_read(env, path, env->limits->file_bytes, &text))
		return false;
	json_open(&j, text, env->limits->json_depth, env->temp);
	for (json_object(&j); json_key(&j, &key);)
		if (str_eq(key, S("schema")))
			json_string(&j, &schema);
		else if (str_eq(key, S("records")))
			read_records(env, &j, out);
		else
			json_skip(&j);
	if (json_ok(&j) && !str_starts(schema, S("portfit-effort/1")))
		json_fail(&j, "expected schema portfit-effort/1");
	if (json_end(&j))
		return true;
	json_position(&j, &place.line, &place.column);
	return diag_error(env->diags, place, "not a record of effort: %s", j.error);
}

void effort_fit_of(struct env *env, const struct effort_history *history, struct effort_fit *out)
{
	uint32_t n = history->list.len;
	double *ratios = ARENA_ARRAY(env->temp, double, (size_t)n + 1), unscaled = 0;

	*out = (struct effort_fit){
	        .n = n, .ratio = NAN, .median_ratio = NAN, .unit_scale = NAN, .few = n < 5};
	for (uint32_t i = 0; i < n; i++) {
		const struct effort_record *r = &history->list.at[i];

		ratios[i] = r->actual / r->hours.p50;
		out->actual += r->actual;
		out->estimated += r->hours.p50;
		unscaled += r->hours.p50 / r->unit_scale;
		out->inside += r->actual >= r->hours.p10 && r->actual <= r->hours.p90;
	}
	if (!n)
		return;
	values_sort(ratios, n);
	out->ratio = out->actual / out->estimated;
	out->median_ratio = sorted_median(ratios, n);
	out->unit_scale = out->actual / unscaled;
}

/* ------------------------------------------------------------------ progress */

enum { NOT_OF_CAUSES = 1, OF_CAUSES };

/* By id, whether it is a root cause: the first item of an id says so. */
static struct map causes_of(struct env *env, const struct effort *effort)
{
	struct map out = {.arena = env->temp};
	bool fresh;

	for (uint32_t i = 0; i < effort->items.len; i++) {
		const struct effort_item *item = &effort->items.at[i];
		uint32_t *at = map_at(&out, item->id, &fresh);

		if (fresh)
			*at = item->part < PART_SETUP ? OF_CAUSES : NOT_OF_CAUSES;
	}
	for (uint32_t i = 0; i < effort->blockers.len; i++)
		*map_at(&out, effort->blockers.at[i].id, NULL) = OF_CAUSES;
	for (uint32_t i = 0; i < effort->apart.len; i++)
		*map_at(&out, effort->apart.at[i].id, NULL) = OF_CAUSES;
	return out;
}

static bool has_cause(const struct map *causes, str id)
{
	const uint32_t *at = map_get(causes, id);

	return at && *at == OF_CAUSES;
}

bool effort_has_cause(struct env *env, const struct effort *effort, str id)
{
	struct map causes = causes_of(env, effort);

	return has_cause(&causes, id);
}

/* How many causes of an estimate were not there earlier. */
static uint32_t count_fresh(
        struct env *env, const struct effort *now, const struct effort_given *earlier)
{
	struct map before = {.arena = env->temp};
	uint32_t fresh = 0;

	for (uint32_t i = 0; i < earlier->causes.len; i++)
		map_at(&before, earlier->causes.at[i].id, NULL);
	for (uint32_t i = 0; i < now->items.len; i++)
		fresh += now->items.at[i].part < PART_SETUP &&
		         !map_get(&before, now->items.at[i].id);
	for (uint32_t i = 0; i < now->blockers.len; i++)
		fresh += !map_get(&before, now->blockers.at[i].id);
	for (uint32_t i = 0; i < now->apart.len; i++)
		fresh += !map_get(&before, now->apart.at[i].id);
	return fresh;
}

/* The records of one target, the last of each item. */
static void records_of(
        struct env *env, const struct effort_history *all, str target, struct effort_history *out)
{
	struct map known = {.arena = env->temp};

	*out = (struct effort_history){0};
	for (uint32_t i = 0; i < all->list.len; i++) {
		const struct effort_record *r = &all->list.at[i];
		uint32_t *at;

		if (target.len && r->target.len && !str_eq(r->target, target))
			continue;
		at = map_at(&known, r->item, NULL);
		if (!*at) {
			VEC_PUSH(env->temp, &out->list);
			*at = out->list.len;
		}
		out->list.at[*at - 1] = *r;
	}
}

/* What is left: the total without recorded phases, stretched as the finished items came out. */
static void forecast(struct env *env, const struct effort *now, const struct effort_history *own,
        struct effort_progress *out)
{
	double whole = 0, rest = 0, share;
	struct map recorded = {.arena = env->temp};

	for (uint32_t i = 0; i < own->list.len; i++)
		map_at(&recorded, own->list.at[i].item, NULL);
	for (uint32_t i = 0; i < now->items.len; i++) {
		const struct effort_item *item = &now->items.at[i];

		whole += item->spread.p50;
		if (item->part < PART_SETUP || !map_get(&recorded, item->id))
			rest += item->spread.p50;
	}
	share = whole > 0 ? rest / whole * out->scale : 0;
	out->rest = (struct spread){now->total.p10 * share, now->total.p50 * share,
	        now->total.p80 * share, now->total.p90 * share};
}

void effort_progress_of(struct env *env, const struct effort *now, const struct effort_since *since,
        struct effort_progress *out)
{
	const struct effort_given *earlier = since->earlier;
	struct map causes = causes_of(env, now);
	struct effort_history own;

	*out = (struct effort_progress){.some = true, .scale = 1};
	for (uint32_t i = 0; i < earlier->causes.len; i++) {
		str id = earlier->causes.at[i].id;

		out->before++;
		if (has_cause(&causes, id))
			out->left++;
		else
			out->gone++;
	}
	for (uint32_t i = 0; i < earlier->items.len; i++) {
		const struct effort_item *item = &earlier->items.at[i];

		if (item->part < PART_SETUP && !has_cause(&causes, item->id))
			out->gone_p50 += item->spread.p50;
	}
	out->fresh = count_fresh(env, now, earlier);
	records_of(env, since->history, now->target, &own);
	effort_fit_of(env, &own, &out->fit);
	if (out->fit.n)
		out->scale = out->fit.ratio;
	forecast(env, now, &own, out);
}
