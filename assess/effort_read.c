/* Two readers that end in the same list of causes.
 *
 * A result is foreign input: numbers out of bounds, unknown words and a second object of one name
 * are errors with line and column; fields that are not known are skipped, as the contract says. */
#include "assess/effort_read.h"

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"

#include <string.h>

enum { CAUSES_MOST = 20000, COUNT_MOST = 100000000 };

static bool read_count(struct env *env, const struct yaml *map, const char *key, uint32_t *out)
{
	const struct yaml *node = yaml_get(map, key);
	double value;

	if (!node)
		return true;
	if (!quantity_read(env, node, QUANTITY_COUNT, &value))
		return false;
	if (value > COUNT_MOST)
		return diag_error(
		        env->diags, node->place, "%s %.0f is too large to be meant", key, value);
	*out = (uint32_t)value;
	return true;
}

static bool read_flag(struct env *env, const struct yaml *map, const char *key, bool *out)
{
	const struct yaml *node = yaml_get(map, key);

	if (!node)
		return true;
	if (node->kind == YAML_SCALAR && str_eq(node->text, S("true")))
		*out = true;
	else if (node->kind == YAML_SCALAR && str_eq(node->text, S("false")))
		*out = false;
	else
		return diag_error(env->diags, node->place, "%s is true or false", key);
	return true;
}

static bool read_text(struct env *env, const struct yaml *map, const char *key, str *out)
{
	const struct yaml *node = yaml_get(map, key);

	if (!node)
		return true;
	if (!yaml_want(env, node, YAML_SCALAR, key))
		return false;
	*out = node->text;
	return true;
}

struct group {
	struct effort_cause cause;
	struct place place;
	uint32_t times; /* `causes: 8` stands for eight causes of the same kind */
};

static bool push_causes(struct env *env, struct effort_given *out, const struct group *g)
{
	if (g->times > CAUSES_MOST || out->causes.len + g->times > CAUSES_MOST)
		return diag_error(env->diags, g->place, "more than %u root causes", CAUSES_MOST);
	for (uint32_t i = 0; i < g->times; i++) {
		struct effort_cause *c = VEC_PUSH(env->keep, &out->causes);

		*c = g->cause;
		if (!c->id.len)
			c->id = arena_format(env->keep, "group-%u", out->causes.len);
	}
	return true;
}

static bool read_group(struct env *env, const struct yaml *node, struct effort_given *out)
{
	static const char *const keys[] = {"id", "title", "class", "places", "files", "once",
	        "neutral", "causes", "blocker", "way", "where", "instead", "done", NULL};
	struct effort_cause cause = {.places = 1, .way = true, .severity = SEVERITY_MAJOR};
	bool neutral = true, blocker = false, done = false, ok;
	uint32_t times = 1;

	if (!yaml_want(env, node, YAML_MAP, "a group") || !yaml_check_keys(env, node, keys))
		return false;
	ok = read_text(env, node, "id", &cause.id) && read_text(env, node, "title", &cause.title) &&
	     read_text(env, node, "class", &cause.hours_class) &&
	     read_text(env, node, "where", &cause.where) &&
	     read_text(env, node, "instead", &cause.instead) &&
	     read_count(env, node, "places", &cause.places) &&
	     read_count(env, node, "files", &cause.files) &&
	     read_count(env, node, "causes", &times) && read_flag(env, node, "once", &cause.once) &&
	     read_flag(env, node, "way", &cause.way) && read_flag(env, node, "neutral", &neutral) &&
	     read_flag(env, node, "blocker", &blocker) && read_flag(env, node, "done", &done);
	if (!ok)
		return false;
	if (!cause.places || !times)
		return diag_error(env->diags, node->place,
		        "a group without a place or a cause is no work; leave it out");
	if (done && !cause.id.len)
		return diag_error(
		        env->diags, node->place, "a group that is done needs an id to be known by");
	if (done) {
		*VEC_PUSH(env->keep, &out->done) = cause.id;
		return true;
	}
	cause.target_only = !neutral;
	cause.severity = blocker ? SEVERITY_BLOCKER : SEVERITY_MAJOR;
	if (!cause.title.len)
		cause.title = cause.id.len ? cause.id : S("a root cause");
	return push_causes(env, out, &(struct group){cause, node->place, times});
}

/* A blocker written by hand has no way: with one it would be a group. */
static bool read_blocker(struct env *env, const struct yaml *node, struct effort_given *out)
{
	static const char *const keys[] = {"id", "title", "where", "instead", NULL};
	struct effort_cause cause = {.places = 1, .severity = SEVERITY_BLOCKER};

	if (!yaml_want(env, node, YAML_MAP, "a blocker") || !yaml_check_keys(env, node, keys) ||
	        !(read_text(env, node, "id", &cause.id) &&
	                read_text(env, node, "title", &cause.title) &&
	                read_text(env, node, "where", &cause.where) &&
	                read_text(env, node, "instead", &cause.instead)))
		return false;
	if (!cause.title.len)
		return diag_error(env->diags, node->place, "a blocker has a title");
	return push_causes(env, out, &(struct group){cause, node->place, 1});
}

static bool read_list(struct env *env, const struct yaml *list, struct effort_given *out,
        bool (*read)(struct env *, const struct yaml *, struct effort_given *))
{
	bool ok = true;

	if (!list)
		return true;
	if (!yaml_want(env, list, YAML_LIST, "groups or blockers"))
		return false;
	for (const struct yaml *node = list->child; node; node = node->next)
		ok &= read(env, node, out);
	return ok;
}

/* `phases:` names those that come up; the others do not. */
static bool read_phases(struct env *env, const struct yaml *list, struct effort_input *input)
{
	bool named[PART_COUNT] = {false};

	if (!list)
		return true;
	if (!yaml_want(env, list, YAML_LIST, "phases"))
		return false;
	for (const struct yaml *node = list->child; node; node = node->next) {
		enum effort_part part;

		if (!yaml_want(env, node, YAML_SCALAR, "a phase"))
			return false;
		if (!effort_part_parse(node->text, &part) || part < PART_SETUP)
			return diag_error(env->diags, node->place,
			        "unknown phase '%.*s'; expected setup, check, distributed, tune or "
			        "cutover",
			        STR_ARG(node->text));
		named[part] = true;
		if (part == PART_DISTRIBUTED)
			input->several_devices = true;
	}
	for (int p = PART_SETUP; p < PART_COUNT; p++)
		input->without[p] = !named[p];
	return true;
}

static bool read_stage(struct env *env, const struct yaml *map, enum effort_stage *out)
{
	const struct yaml *node = yaml_get(map, "stage");

	if (!node || (node->kind == YAML_SCALAR && effort_stage_parse(node->text, out)))
		return true;
	return diag_error(
	        env->diags, node->place, "unknown stage; expected scan, compiled or measured");
}

bool effort_read_yaml(struct env *env, const struct yaml *map, struct effort_given *out)
{
	static const char *const keys[] = {"hours", "stage", "groups", "phases", "entry_points",
	        "several_devices", "blockers", "report", "target", NULL};
	const struct yaml *report, *hours;
	bool ok;

	*out = (struct effort_given){.some = true};
	out->input.place = map->place;
	if (!yaml_want(env, map, YAML_MAP, "effort") || !yaml_check_keys(env, map, keys))
		return false;
	report = yaml_get(map, "report");
	hours = yaml_get(map, "hours");
	ok = read_text(env, map, "target", &out->input.target);
	if (ok && report) {
		str path = path_join(env->keep, path_folder(map->place.path), report->text);

		ok = yaml_want(env, report, YAML_SCALAR, "report") &&
		     effort_read_result(env, path, out->input.target, out);
	}
	ok = ok && read_stage(env, map, &out->input.stage) &&
	     (!hours || quantity_read_points(env, hours, QUANTITY_HOURS, &out->input.hours)) &&
	     (read_count(env, map, "entry_points", &out->input.entry_points) &&
	             read_flag(env, map, "several_devices", &out->input.several_devices) &&
	             read_phases(env, yaml_get(map, "phases"), &out->input) &&
	             read_list(env, yaml_get(map, "groups"), out, read_group) &&
	             read_list(env, yaml_get(map, "blockers"), out, read_blocker));
	if (ok && out->input.entry_points != out->entries.len)
		out->input.entries = NULL;
	if (ok && out->input.entry_points > 1000)
		return diag_error(env->diags, map->place, "more than 1,000 entry points");
	if (ok && hours && out->input.hours.high <= 0)
		return diag_error(env->diags, hours->place, "hours of 0 are no estimate");
	out->input.causes = out->causes.at;
	out->input.n_causes = out->causes.len;
	return ok;
}

/* ------------------------------------------------------------------ results */

static bool json_count(struct json *j, uint32_t *out)
{
	int64_t value;

	if (!json_int(j, &value))
		return false;
	if (value < 0 || value > COUNT_MOST)
		return json_fail(j, "expected a number from 0 to 100,000,000");
	*out = (uint32_t)value;
	return true;
}

static bool json_hours(struct json *j, double *out)
{
	if (!json_float(j, out))
		return false;
	if (!(*out >= 0 && *out <= 1e9))
		return json_fail(j, "expected hours of 0 or more");
	return true;
}

struct item_reader {
	struct effort_cause cause;
	struct effort_item item;
	bool way, phase;
};

static void read_part(struct json *j, struct item_reader *r)
{
	str word;

	if (!json_string(j, &word))
		return;
	if (!effort_part_parse(word, &r->item.part))
		json_fail(
		        j, "expected neutral, target, setup, check, distributed, tune or cutover");
	r->cause.target_only = r->item.part == PART_TARGET;
	r->phase = r->item.part >= PART_SETUP;
}

static void read_severity(struct json *j, struct item_reader *r)
{
	str word;

	if (json_string(j, &word) && !severity_parse(word, &r->cause.severity))
		json_fail(j, "expected blocker, major, minor or info");
}

static void read_item_field(struct json *j, str key, struct item_reader *r)
{
	if (str_eq(key, S("id")))
		json_string(j, &r->cause.id);
	else if (str_eq(key, S("title")))
		json_string(j, &r->cause.title);
	else if (str_eq(key, S("class")))
		json_string(j, &r->cause.hours_class);
	else if (str_eq(key, S("part")))
		read_part(j, r);
	else if (str_eq(key, S("severity")))
		read_severity(j, r);
	else if (str_eq(key, S("where")))
		json_string(j, &r->cause.where);
	else if (str_eq(key, S("instead")))
		json_string(j, &r->cause.instead);
	else if (str_eq(key, S("places")))
		json_count(j, &r->cause.places);
	else if (str_eq(key, S("files")))
		json_count(j, &r->cause.files);
	else if (str_eq(key, S("once")))
		json_bool(j, &r->cause.once);
	else if (str_eq(key, S("p10_hours")))
		json_hours(j, &r->item.spread.p10);
	else if (str_eq(key, S("p50_hours")))
		json_hours(j, &r->item.spread.p50);
	else if (str_eq(key, S("p80_hours")))
		json_hours(j, &r->item.spread.p80);
	else if (str_eq(key, S("p90_hours")))
		json_hours(j, &r->item.spread.p90);
	else
		json_skip(j);
}

/* Texts of the reader point into the file in temp: what is kept is copied. */
static void keep_item(struct env *env, struct item_reader *r, struct effort_given *out)
{
	struct effort_cause *c = &r->cause;
	str *texts[] = {&c->id, &c->title, &c->hours_class, &c->where, &c->instead};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		*texts[i] = arena_dup(env->keep, *texts[i]);
	r->item.id = c->id;
	r->item.title = c->title;
	r->item.hours_class = c->hours_class;
	r->item.places = c->places ? c->places : 1;
	r->item.files = c->files;
	r->item.once = c->once;
	r->item.severity = c->severity;
	r->item.where = c->where;
	if (r->way)
		*VEC_PUSH(env->keep, &out->items) = r->item;
	if (!r->phase)
		*VEC_PUSH(env->keep, &out->causes) = *c;
	if (r->item.part == PART_CHECK && c->where.len)
		*VEC_PUSH(env->keep, &out->entries) = c->where;
}

static void read_items(struct env *env, struct json *j, bool way, struct effort_given *out)
{
	str key;

	for (json_array(j); json_item(j);) {
		struct item_reader r = {.way = way};

		r.cause.way = way;
		r.cause.severity = SEVERITY_MAJOR;
		for (json_object(j); json_key(j, &key);)
			read_item_field(j, key, &r);
		if (!json_ok(j))
			return;
		if (!r.cause.id.len) {
			json_fail(j, "expected an item with an id");
			return;
		}
		if (out->causes.len + out->items.len >= 2 * CAUSES_MOST) {
			json_fail(j, "expected at most 20,000 items");
			return;
		}
		keep_item(env, &r, out);
	}
}

static void read_stage_word(struct json *j, enum effort_stage *out)
{
	str word;

	if (json_string(j, &word) && !effort_stage_parse(word, out))
		json_fail(j, "expected scan, compiled or measured");
}

static void read_target(struct env *env, struct json *j, struct effort_given *out)
{
	str key;

	for (json_object(j); json_key(j, &key);)
		if (str_eq(key, S("items")))
			read_items(env, j, true, out);
		else if (str_eq(key, S("blockers")) || str_eq(key, S("apart")))
			read_items(env, j, false, out);
		else if (str_eq(key, S("stage")))
			read_stage_word(j, &out->input.stage);
		else if (str_eq(key, S("entry_points")))
			json_count(j, &out->input.entry_points);
		else if (str_eq(key, S("several_devices")))
			json_bool(j, &out->input.several_devices);
		else if (str_eq(key, S("unit_scale")))
			json_float(j, &out->unit_scale);
		else
			json_skip(j);
	out->some = true;
}

struct result_reader {
	struct env *env;
	struct json j;
	str target; /* asked for; empty: the only one */
	str names;  /* of all targets, for a message */
	uint32_t n_names;
	struct effort_given *out;
};

static void read_effort(struct result_reader *r)
{
	struct json *j = &r->j;
	str key;

	for (json_object(j); json_key(j, &key);) {
		key = arena_dup(r->env->keep, key);
		r->names = r->n_names++ ? arena_format(r->env->keep, "%.*s, %.*s",
		                                  STR_ARG(r->names), STR_ARG(key))
		                        : key;
		if (r->target.len ? str_eq(key, r->target) : !r->out->some) {
			r->out->input.target = key;
			read_target(r->env, j, r->out);
		} else {
			json_skip(j);
		}
	}
}

static bool read_root(struct result_reader *r)
{
	struct json *j = &r->j;
	str key, schema = STR_NONE;

	for (json_object(j); json_key(j, &key);)
		if (str_eq(key, S("schema")))
			json_string(j, &schema);
		else if (str_eq(key, S("effort")))
			read_effort(r);
		else
			json_skip(j);
	if (json_ok(j) && !str_starts(schema, S("portfit-report/1")) &&
	        !str_starts(schema, S("portfit-plan/1")))
		return json_fail(j, "expected a result of portfit (schema portfit-report/1 or "
		                    "portfit-plan/1)");
	return json_end(j);
}

static bool check_target(const struct result_reader *r, struct place place)
{
	struct diags *diags = r->env->diags;

	if (!r->out->some && r->target.len && r->n_names)
		return diag_error(diags, place, "no effort for target '%.*s'; it has %.*s",
		        STR_ARG(r->target), STR_ARG(r->names));
	if (!r->out->some)
		return diag_error(diags, place, "holds no effort to work with");
	if (!r->target.len && r->n_names > 1)
		return diag_error(diags, place,
		        "has effort for several targets (%.*s); choose one with --target",
		        STR_ARG(r->names));
	return true;
}

bool effort_read_result(struct env *env, str path, str target, struct effort_given *out)
{
	struct result_reader r = {.env = env, .target = target, .out = out};
	struct place place = {.path = path};
	str text;

	*out = (struct effort_given){.input = {.target = target, .place = place}};
	if (!file_read(env, path, env->limits->file_bytes, &text))
		return false;
	json_open(&r.j, text, env->limits->json_depth, env->temp);
	if (!read_root(&r)) {
		json_position(&r.j, &place.line, &place.column);
		return diag_error(env->diags, place, "not a result of portfit: %s", r.j.error);
	}
	if (!check_target(&r, place))
		return false;
	out->input.causes = out->causes.at;
	out->input.n_causes = out->causes.len;
	for (int p = PART_SETUP; p < PART_COUNT; p++)
		out->input.without[p] = true;
	for (uint32_t i = 0; i < out->items.len; i++)
		out->input.without[out->items.at[i].part] = false;
	if (out->entries.len && out->entries.len == out->input.entry_points)
		out->input.entries = out->entries.at;
	out->input.several_devices |= !out->input.without[PART_DISTRIBUTED];
	return true;
}
