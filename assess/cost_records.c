/* Measurements in the place of what a plan says.
 *
 * A record gives times, quality and units; prices and engineering stay the plan's. The first run is
 * cold: what it took beyond the median of the warm ones is the cold start (download, compilation),
 * unless phases tell it apart. */
#include "assess/cost.h"

static double first_phase(const struct job_summary *sum, const char *const *names)
{
	for (; *names; names++) {
		double v = named_number(&sum->phases, str_from(*names));

		if (!isnan(v))
			return v / 3600;
	}
	return 0;
}

static void take_times(const struct job_summary *sum, struct cost_side *side)
{
	static const char *const prep[] = {"prep", "setup", "download", "load", NULL};
	static const char *const compile[] = {"compile", "warmup", NULL};
	static const char *const out[] = {"out", "output", "save", NULL};
	double p = first_phase(sum, prep), o = first_phase(sum, out), c;
	double total = (sum->warm ? sum->median : sum->cold_seconds) / 3600;

	if (sum->warm)
		c = isnan(sum->cold_seconds) ? 0 : (sum->cold_seconds - sum->median) / 3600;
	else
		c = first_phase(sum, compile);
	side->prep = points_of(p);
	side->out = points_of(o);
	side->compile = points_of(c > 0 ? c : 0);
	side->run = points_of(total - p - o - (sum->warm ? 0 : c));
	side->speed = points_of(NAN);
	side->units_hour = NAN;
}

static enum cost_evidence evidence_of(const struct job_summary *sum)
{
	if (sum->stage2)
		return COST_STABLE;
	return sum->warm >= 3 ? COST_FEW : COST_ONCE;
}

/* Whether the record can carry any figure at all. */
static bool check_record(
        struct env *env, const struct job_record *record, const struct job_summary *sum)
{
	struct place place = {.path = record->path};

	if (!sum->finished)
		return diag_error(env->diags, place,
		        "no run of '%.*s' on %.*s finished; nothing can be said of its cost",
		        STR_ARG(record->name), STR_ARG(record->platform));
	if (record->checked && !sum->qualified)
		return diag_error(env->diags, place,
		        "no run of '%.*s' on %.*s qualified (%.*s); nothing can be said of its "
		        "cost",
		        STR_ARG(record->name), STR_ARG(record->platform), STR_ARG(record->check));
	if (!sum->warm && isnan(sum->cold_seconds))
		return diag_error(env->diags, place,
		        "only runs that do not count: no cold run and no warm run of '%.*s' "
		        "finished and qualified",
		        STR_ARG(record->name));
	return true;
}

static bool take_units(struct env *env, struct cost_plan *plan, const struct job_record *record,
        const struct job_summary *sum)
{
	struct place place = {.path = record->path};
	double units;

	if (!sum->units.list.len)
		return true;
	if (!plan->unit.len) {
		plan->unit = sum->units.list.at[0].name;
		plan->units_job = sum->units.list.at[0].value;
		return plan->units_job > 0 ||
		       diag_error(env->diags, place, "0 %.*s done: no job has a cost a unit",
		               STR_ARG(plan->unit));
	}
	units = named_number(&sum->units, plan->unit);
	if (!isnan(units) && fabs(units - plan->units_job) > 0.01 * plan->units_job)
		diag_warning(env->diags, place,
		        "%g %.*s a job, %g elsewhere; a job is the same work on both sides", units,
		        STR_ARG(plan->unit), plan->units_job);
	return true;
}

static bool lay_over(struct env *env, struct cost_plan *plan, const struct job_record *record,
        struct cost_side *side)
{
	struct job_summary sum;
	double *hours;

	job_record_sum(env, record, &sum);
	if (!check_record(env, record, &sum) || !take_units(env, plan, record, &sum))
		return false;
	take_times(&sum, side);
	hours = ARENA_ARRAY(env->keep, double, (size_t)sum.warm + 1);
	for (uint32_t i = 0; i < sum.warm; i++)
		hours[i] = sum.warm_seconds[i] / 3600;
	side->hours = (struct sample){hours, sum.warm};
	side->evidence = evidence_of(&sum);
	side->quality = sum.stage1 ? QUALITY_PASSED : QUALITY_NOT_CHECKED;
	if (!isnan(sum.pass_rate) && sum.pass_rate > 0)
		side->pass = sum.pass_rate;
	if (!isnan(sum.wait_p95))
		side->wait_p95 = sum.wait_p95;
	cost_side_check_wait(plan, side);
	side->record = record;
	return true;
}

static bool price_of_record(struct env *env, const struct book *book,
        const struct job_record *record, struct cost_side *side)
{
	struct place place = {.path = record->path};
	struct price_wish wish = {record->instance, record->purchase, record->region, place};

	side->price = (struct price){.usd_per_hour = NAN, .list_usd_per_hour = NAN};
	if (!record->instance.len)
		return true;
	if (!record->purchase.len || !purchase_is_known(record->purchase))
		return diag_error(env->diags, place,
		        "names the machine %.*s but not how it is bought; give --purchase to "
		        "portfit job run, or a plan",
		        STR_ARG(record->instance));
	if (!book_know_instance(env, book, place, record->instance) ||
	        !book_price(env, book, &wish, &side->price))
		return false;
	if (!isnan(side->price.usd_per_hour) && !side->price.date.len)
		return diag_error(env->diags, place,
		        "the price of %.*s %.*s has no date; give one with --prices",
		        STR_ARG(record->instance), STR_ARG(record->purchase));
	return true;
}

static bool side_of_record(struct env *env, const struct book *book, struct cost_plan *plan,
        const struct job_record *record)
{
	const struct settings *s = &plan->settings;
	struct cost_side side = {
	        .name = record->platform,
	        .target = record->platform,
	        .instance = record->instance,
	        .region = record->region,
	        .purchase = record->purchase,
	        .place = {.path = record->path},
	        .machine = book_machine(book, record->instance),
	        .count = record->count > 0 ? record->count : 1,
	        .bill_month = NAN,
	        .reuse = settings_value(s, SET_K_REUSE),
	        .util = NAN,
	        .block_hours = NAN,
	        .retry = s->at[SET_F_RETRY].value,
	        .pass = settings_value(s, SET_Q_PASS),
	        .wait_p95 = NAN,
	        .storage.usd = NAN,
	        .requests.usd = NAN,
	        .egress.usd = NAN,
	};

	if (!price_of_record(env, book, record, &side))
		return false;
	if (!plan->today.name.len)
		plan->today = side;
	else
		*VEC_PUSH(env->keep, &plan->targets) = side;
	return true;
}

static bool same_jobs(struct env *env, const struct job_record *const *records)
{
	for (uint32_t i = 0; records[i]; i++)
		for (uint32_t k = 0; k < i; k++) {
			struct place place = {.path = records[i]->path};

			if (!str_eq(records[i]->name, records[k]->name))
				return diag_error(env->diags, place,
				        "another job: '%.*s', not '%.*s'; a job is the same work "
				        "on "
				        "both sides",
				        STR_ARG(records[i]->name), STR_ARG(records[k]->name));
			if (str_eq(records[i]->platform, records[k]->platform))
				return diag_error(env->diags, place,
				        "a second record of platform '%.*s'; give one for each",
				        STR_ARG(records[i]->platform));
		}
	return true;
}

static struct cost_side *side_for(struct cost_plan *plan, str platform)
{
	if (str_eq(plan->today.name, platform))
		return &plan->today;
	for (uint32_t i = 0; i < plan->targets.len; i++)
		if (str_eq(plan->targets.at[i].name, platform))
			return &plan->targets.at[i];
	for (uint32_t i = 0; i < plan->targets.len; i++)
		if (str_eq(plan->targets.at[i].target, platform) ||
		        str_eq(plan->targets.at[i].instance, platform))
			return &plan->targets.at[i];
	return str_eq(plan->today.instance, platform) ? &plan->today : NULL;
}

bool cost_plan_add_records(
        struct env *env, const struct job_record *const *records, struct cost_plan *plan)
{
	if (!same_jobs(env, records))
		return false;
	for (uint32_t i = 0; records[i]; i++) {
		struct cost_side *side = side_for(plan, records[i]->platform);

		if (!side)
			return diag_error(env->diags, (struct place){.path = records[i]->path},
			        "platform '%.*s' is neither today nor a target of the plan",
			        STR_ARG(records[i]->platform));
		if (!lay_over(env, plan, records[i], side))
			return false;
	}
	return true;
}

bool cost_plan_from_records(struct env *env, const struct book *book,
        const struct job_record *const *records, struct cost_plan *plan)
{
	plan->name = records[0]->name;
	plan->path = records[0]->path;
	plan->jobs = points_of(NAN);
	plan->wait_limit = plan->pilot_budget = plan->pilot_hours = plan->compile_each = NAN;
	plan->move.usd = NAN;
	plan->dtype = S("bf16");
	if (!records[1])
		return diag_error(env->diags, (struct place){.path = records[0]->path},
		        "one record alone; give a second platform's, or a plan");
	if (!same_jobs(env, records))
		return false;
	for (uint32_t i = 0; records[i]; i++)
		if (!side_of_record(env, book, plan, records[i]))
			return false;
	return cost_plan_add_records(env, records, plan);
}
