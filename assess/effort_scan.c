/* Findings become causes by the piece of work that removes them; an operator that the target does
 * not have is one cause with one workaround, whatever its dtypes. An operator that falls back to
 * the CPU is no work of its own: what it costs is time, and that is what tuning is for. */
#include "assess/effort_scan.h"

#include "base/map.h"

#include <math.h>

static str class_of(const struct rule_row *rule)
{
	static const char *const words[] = {
#define X(name, word) [name] = word,
	        EFFORT_CLASS_LIST(X)
#undef X
	};

	return str_from(words[rule->effort]);
}

/* A change whose replacement still runs on CUDA is useful without the port. */
static bool is_target_only(const struct rule_row *rule)
{
	return rule->way == RULE_WAY_KNOWN && !rule->keeps_cuda;
}

static str place_of(struct env *env, const struct finding *f)
{
	return arena_format(env->keep, "%.*s:%u", STR_ARG(f->path), f->line);
}

struct scan_reader {
	struct env *env;
	const struct assessment *a;
	uint32_t target;
};

/* What a cause without a way would have to be given up for, or what would have to be written. */
static str instead_of(const struct scan_reader *r, const struct cause *c)
{
	const struct assessment *a = r->a;
	str text = STR_NONE;

	if (c->way_known)
		return STR_NONE;
	if (a->rule_target[r->target] != UINT32_MAX)
		text = rule_replacement(a->scan->rules, c->rule, a->rule_target[r->target]);
	return text.len ? text
	                : S("write what it does with operators of PyTorch or as a kernel for the "
	                    "target, or give it up");
}

static void add_cause(const struct scan_reader *r, const struct cause *c, struct effort_given *out)
{
	const struct assessment *a = r->a;
	const struct ruleset *rules = a->scan->rules;
	const struct rule_row *rule = &rules->rules[c->rule];
	struct effort_cause *e;
	uint32_t places = 0;

	if (c->severity[r->target] <= SEVERITY_INFO)
		return;
	for (uint32_t i = 0; i < c->findings.len; i++)
		places += finding_severity(a, c->findings.at[i], r->target) > SEVERITY_INFO;
	e = VEC_PUSH(r->env->keep, &out->causes);
	*e = (struct effort_cause){
	        .id = c->id,
	        .title = ruleset_text(rules, rule->title),
	        .hours_class = class_of(rule),
	        .places = places,
	        .files = c->files,
	        .once = !rule->effort_repeats,
	        .way = c->way_known,
	        .target_only = is_target_only(rule),
	        .severity = c->severity[r->target],
	        .where = place_of(r->env, &a->scan->findings.list.at[c->findings.at[0]]),
	        .instead = instead_of(r, c),
	};
}

/* `known`: number of the first cause of each id. */
static bool is_known(struct map *known, struct effort_given *out, str id, uint32_t places)
{
	uint32_t *at = map_at(known, id, NULL);

	if (*at)
		out->causes.at[*at - 1].places += places;
	else
		*at = out->causes.len + 1;
	return *at <= out->causes.len;
}

static void add_operator(struct env *env, const struct op_row *row, enum verdict verdict,
        struct map *known, struct effort_given *out)
{
	bool custom = row->kind == ROW_CUSTOM;
	uint32_t places = row->places.len ? row->places.len : 1;
	str id = arena_format(env->keep, "operator-%.*s", STR_ARG(row->op));
	struct effort_cause *e;

	if (verdict != VERDICT_UNSUPPORTED && !(custom && verdict == VERDICT_UNKNOWN))
		return;
	if (is_known(known, out, id, places))
		return;
	e = VEC_PUSH(env->keep, &out->causes);
	*e = (struct effort_cause){
	        .id = id,
	        .title = custom ? arena_format(env->keep, "custom operator %.*s: its kernel",
	                                  STR_ARG(row->op))
	                        : arena_format(env->keep,
	                                  "%.*s has no kernel: the same with operators that have",
	                                  STR_ARG(row->op)),
	        .hours_class = custom ? S("research") : S("medium"),
	        .places = places,
	        .way = !custom,
	        .severity = verdict == VERDICT_UNSUPPORTED ? SEVERITY_BLOCKER : SEVERITY_MAJOR,
	        .instead = custom ? S("its own formula in PyTorch, or a kernel for the target")
	                          : STR_NONE,
	};
	if (row->places.len)
		e->where = arena_format(env->keep, "%.*s:%u", STR_ARG(row->places.at[0].like->path),
		        row->places.at[0].like->line);
}

/* By bit, workloads that come to something of PyTorch: a name of its API or a graph. */
static uint64_t uses_torch(const struct scan *scan)
{
	uint64_t out = 0;

	for (uint32_t i = 0; i < scan->api_uses.len; i++)
		out |= scan->inputs.at[scan->api_uses.at[i].input].workloads;
	for (uint32_t i = 0; i < scan->graph_files.len; i++)
		out |= scan->inputs.at[scan->graph_files.at[i].input].workloads;
	return out;
}

/* What prepares data or draws a picture has no result to hold against the GPU's. */
static void add_entries(struct env *env, const struct scan *scan, struct effort_given *out)
{
	uint64_t wanted = uses_torch(scan);

	for (uint32_t i = 0; i < scan->workloads.len; i++)
		if (!wanted || wanted >> i & 1 || scan->workloads.at[i].configured)
			*VEC_PUSH(env->keep, &out->entries) = scan->workloads.at[i].entry;
	out->input.entry_points = out->entries.len;
	out->input.entries = out->entries.at;
}

void effort_from_scan(
        struct env *env, const struct assessment *a, uint32_t target, struct effort_given *out)
{
	struct scan_reader r = {env, a, target};
	struct map known = {.arena = env->temp};

	*out = (struct effort_given){.some = true};
	out->input.target = a->targets[target]->name;
	add_entries(env, a->scan, out);
	for (uint32_t i = 0; i < a->causes.len; i++)
		add_cause(&r, &a->causes.at[i], out);
	for (uint32_t i = out->causes.len; i; i--)
		*map_at(&known, out->causes.at[i - 1].id, NULL) = i;
	for (uint32_t i = 0; i < a->rows.len; i++) {
		const struct op_row *row = &a->rows.at[i];

		out->input.several_devices |= row->kind == ROW_COLLECTIVE;
		if (row->judged)
			add_operator(
			        env, row, row_judged(row, target, a->mode)->worst, &known, out);
	}
	out->input.causes = out->causes.at;
	out->input.n_causes = out->causes.len;
}

static void settle(struct spread *s)
{
	s->p10 = round(s->p10 * 1e3) / 1e3;
	s->p50 = round(s->p50 * 1e3) / 1e3;
	s->p80 = round(s->p80 * 1e3) / 1e3;
	s->p90 = round(s->p90 * 1e3) / 1e3;
}

void effort_settle(struct effort *e)
{
	settle(&e->total);
	for (int p = 0; p < PART_COUNT; p++)
		settle(&e->parts[p]);
	for (uint32_t i = 0; i < e->items.len; i++)
		settle(&e->items.at[i].spread);
	e->mean_hours = round(e->mean_hours * 1e6) / 1e6;
}
