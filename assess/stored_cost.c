/* What a plan of costs said, as far as a report of a scan shows it: nothing is computed again. The
 * JSON itself is kept as it stands (assessment.cost_text). */
#include "assess/cost.h"
#include "assess/stored_parts.h"

#define TEXT(key, type, member)                                                                    \
	{                                                                                          \
		key, JSON_FIELD_TEXT, offsetof(type, member), NULL                                 \
	}
#define NUMBER(key, type, member)                                                                  \
	{                                                                                          \
		key, JSON_FIELD_FLOAT, offsetof(type, member), NULL                                \
	}
#define FLAG(key, type, member)                                                                    \
	{                                                                                          \
		key, JSON_FIELD_FLAG, offsetof(type, member), NULL                                 \
	}
#define PART(key, read)                                                                            \
	{                                                                                          \
		key, JSON_FIELD_VALUE, 0, read                                                     \
	}

static const struct cost_side no_side = {
        .price = {.usd_per_hour = NAN}, .count = 1, .bill_month = NAN};
static const struct job_cost no_job = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};

/* ------------------------------------------------------------------ sides */

static const stored_table price_table[] = {TEXT("provider", struct price, provider),
        TEXT("instance", struct price, instance), TEXT("region", struct price, region),
        TEXT("purchase", struct price, purchase),
        NUMBER("usd_per_hour", struct price, usd_per_hour), TEXT("date", struct price, date)};

struct read_side {
	struct cost_side side;
	struct job_cost job;
	double month;
};

STORED_READ(side_price)
{
	struct cost_side *side = &((struct read_side *)into)->side;

	JSON_FIELDS(j, price_table, context, &side->price);
	side->instance = side->price.instance;
	side->purchase = side->price.purchase;
	side->region = side->price.region;
}

STORED_READ(side_evidence)
{
	struct cost_side *side = &((struct read_side *)into)->side;
	str text;

	(void)context;
	if (!json_string(j, &text))
		return;
	for (int e = 0; e < COST_EVIDENCE_COUNT; e++)
		if (str_eq(text, cost_evidence_text((enum cost_evidence)e)))
			side->evidence = (enum cost_evidence)e;
}

STORED_READ(side_quality)
{
	struct cost_side *side = &((struct read_side *)into)->side;
	str text;

	(void)context;
	if (!json_string(j, &text))
		return;
	for (int q = 0; q <= QUALITY_LATE; q++)
		if (str_eq(text, cost_quality_text((enum cost_quality)q)))
			side->quality = (enum cost_quality)q;
}

STORED_READ(side_job)
{
	static const stored_table table[] = {NUMBER("t_job_hours", struct job_cost, t_job),
	        NUMBER("t_cold_hours", struct job_cost, t_cold),
	        NUMBER("t_steady_hours", struct job_cost, t_steady),
	        NUMBER("c_run_usd", struct job_cost, c_run),
	        NUMBER("c_job_usd", struct job_cost, c_job),
	        NUMBER("c_cold_usd", struct job_cost, c_cold),
	        NUMBER("c_steady_usd", struct job_cost, c_steady),
	        NUMBER("idle_usd", struct job_cost, idle)};

	JSON_FIELDS(j, table, context, &((struct read_side *)into)->job);
}

STORED_READ(read_side)
{
	static const stored_table table[] = {TEXT("name", struct read_side, side.name),
	        TEXT("target", struct read_side, side.target), PART("price", side_price),
	        NUMBER("count", struct read_side, side.count),
	        NUMBER("bill_month_usd", struct read_side, side.bill_month),
	        PART("evidence", side_evidence), PART("qualified_result", side_quality),
	        PART("job", side_job), NUMBER("month_usd", struct read_side, month)};

	JSON_FIELDS(j, table, context, into);
}

/* ------------------------------------------------------------------ the whole */

struct read_cost {
	struct cost_result result;
	struct cost_plan plan;
	struct read_side today, best;
	VEC(struct cost_compare) targets;
	bool has_best;
};

STORED_READ(cost_today)
{
	read_side(j, context, &((struct read_cost *)into)->today);
}

STORED_READ(cost_best)
{
	((struct read_cost *)into)->has_best = true;
	read_side(j, context, &((struct read_cost *)into)->best);
}

struct read_option {
	struct cost_option option;
	str remark;
	double less;
	bool best;
};

STORED_READ(option_price)
{
	JSON_FIELDS(j, price_table, context, &((struct read_option *)into)->option.price);
}

STORED_READ(cost_option)
{
	static const stored_table table[] = {PART("price", option_price),
	        NUMBER("less_an_hour_percent", struct read_option, less),
	        NUMBER("util", struct read_option, option.util),
	        NUMBER("month_usd", struct read_option, option.month),
	        NUMBER("saving_month_usd", struct read_option, option.saving_month),
	        TEXT("not_counted", struct read_option, remark),
	        FLAG("best", struct read_option, best)};
	struct read_cost *out = into;
	struct read_option read = {.less = NAN,
	        .option = {.price.usd_per_hour = NAN, .month = NAN, .saving_month = NAN}};

	JSON_FIELDS(j, table, context, &read);
	read.option.hour_share = 1 - read.less / 100;
	if (read.remark.len)
		read.option.remark = arena_cstr(READER->keep, read.remark);
	if (read.best)
		out->result.best_option = out->result.options.len;
	*VEC_PUSH(READER->keep, &out->result.options) = read.option;
}

/* ------------------------------------------------------------------ targets */

struct read_compare {
	struct read_side side;
	struct cost_compare c;
	str answer, label;
	double r;
	uint32_t points;
	bool pays, has_pays;
};

STORED_READ(curve_point)
{
	struct read_compare *out = into;
	double value[2] = {0, 0};
	uint32_t n = 0;

	(void)context;
	for (json_array(j); json_item(j); n++)
		if (!json_float(j, &value[n < 2 ? n : 1]))
			return;
	if (out->points < PAYBACK_POINTS)
		out->c.payback.at[out->points] = (struct payback_point){value[0], value[1]};
	out->points++;
}

STORED_READ(payback_pays)
{
	struct read_compare *out = into;

	(void)context;
	out->has_pays = json_bool(j, &out->pays);
}

STORED_READ(compare_payback)
{
	static const stored_table table[] = {
	        NUMBER("months", struct read_compare, c.payback.months),
	        NUMBER("r", struct read_compare, c.payback.r),
	        NUMBER("r_parity", struct read_compare, c.payback.parity),
	        NUMBER("r_max", struct read_compare, c.payback.own_r_max),
	        NUMBER("jobs_needed_at_equal_speed", struct read_compare, c.payback.least_jobs),
	        NUMBER("r_ceiling", struct read_compare, c.payback.ceiling),
	        NUMBER("axis_r_to", struct read_compare, c.payback.top), PART("pays", payback_pays),
	        {"line", JSON_FIELD_ITEMS, 0, curve_point}};
	struct read_compare *out = into;
	struct payback *p = &out->c.payback;

	p->r = p->parity = p->own_r_max = p->ceiling = NAN;
	p->least_jobs = INFINITY;
	JSON_FIELDS(j, table, context, out);
	p->some = out->points == PAYBACK_POINTS && p->top > 0 && p->at[0].jobs > 0 &&
	          p->at[PAYBACK_POINTS - 1].jobs > p->at[0].jobs;
}

STORED_READ(pilot_price)
{
	JSON_FIELDS(j, price_table, context, &((struct read_compare *)into)->c.pilot.rental.price);
}

STORED_READ(compare_pilot)
{
	static const stored_table table[] = {PART("price", pilot_price),
	        NUMBER("machine_hours", struct read_compare, c.pilot.machine_hours),
	        NUMBER("paid_hours", struct read_compare, c.pilot.paid_hours),
	        NUMBER("device_usd", struct read_compare, c.pilot.device_usd),
	        NUMBER("people_p80_hours", struct read_compare, c.pilot.people_hours),
	        NUMBER("labour_usd", struct read_compare, c.pilot.labour_usd),
	        NUMBER("total_usd", struct read_compare, c.pilot.total_usd),
	        NUMBER("stop_above_time_ratio", struct read_compare, c.pilot.stop_ratio)};

	JSON_FIELDS(j, table, context, into);
}

STORED_READ(compare_blocker)
{
	struct effort *e = &((struct read_compare *)into)->c.effort;

	VEC_PUSH(READER->keep, &e->blockers);
	json_skip(j);
}

STORED_READ(compare_effort)
{
	static const stored_table table[] = {
	        NUMBER("p50_hours", struct read_compare, c.effort.total.p50),
	        NUMBER("p80_hours", struct read_compare, c.effort.total.p80),
	        {"blockers", JSON_FIELD_ITEMS, 0, compare_blocker}};

	((struct read_compare *)into)->c.effort_some = true;
	JSON_FIELDS(j, table, context, into);
}

STORED_READ(compare_price)
{
	side_price(j, context, &((struct read_compare *)into)->side);
}

STORED_READ(compare_evidence)
{
	side_evidence(j, context, &((struct read_compare *)into)->side);
}

STORED_READ(compare_quality)
{
	side_quality(j, context, &((struct read_compare *)into)->side);
}

STORED_READ(compare_job)
{
	side_job(j, context, &((struct read_compare *)into)->side);
}

static const stored_table compare_table[] = {TEXT("name", struct read_compare, side.side.name),
        TEXT("target", struct read_compare, side.side.target), PART("price", compare_price),
        NUMBER("count", struct read_compare, side.side.count),
        NUMBER("bill_month_usd", struct read_compare, side.side.bill_month),
        PART("evidence", compare_evidence), PART("qualified_result", compare_quality),
        TEXT("answer", struct read_compare, answer),
        TEXT("rule", struct read_compare, c.answer_rule), TEXT("label", struct read_compare, label),
        TEXT("label_reason", struct read_compare, c.label_reason),
        FLAG("speed_known", struct read_compare, c.speed_known),
        NUMBER("R", struct read_compare, r), PART("job", compare_job),
        NUMBER("target_month_usd", struct read_compare, c.o.target_month),
        NUMBER("hours", struct read_compare, c.c.hours),
        NUMBER("c_labour_usd", struct read_compare, c.o.c_labour),
        NUMBER("c_rec_month_usd", struct read_compare, c.o.c_rec), PART("payback", compare_payback),
        PART("effort", compare_effort), PART("pilot", compare_pilot)};

static enum cost_answer answer_of(str word)
{
	for (int a = 0; a <= ANSWER_STAY_BUY; a++)
		if (str_eq(word, cost_answer_word((enum cost_answer)a)))
			return (enum cost_answer)a;
	return ANSWER_INSUFFICIENT;
}

STORED_READ(cost_target)
{
	struct read_cost *out = into;
	struct read_compare *read = ARENA_NEW(READER->keep, struct read_compare);
	struct cost_compare *c = &read->c;

	read->side = (struct read_side){no_side, no_job, NAN};
	read->r = NAN;
	c->o.target_month = c->o.c_labour = c->o.c_rec = c->c.hours = NAN;
	c->pilot = (struct cost_pilot){
	        .machine_hours = NAN, .device_usd = NAN, .people_hours = NAN, .stop_ratio = NAN};
	JSON_FIELDS(j, compare_table, context, read);
	c->side = &read->side.side;
	c->o.target = read->side.job;
	c->answer = answer_of(read->answer);
	c->label = read->label.len == 1 && read->label.ptr[0] >= 'A' && read->label.ptr[0] <= 'D'
	                   ? read->label.ptr[0]
	                   : 'X';
	c->speed.likely = read->r;
	c->payback.own_known = c->payback.some && read->has_pays;
	c->payback.pays = read->pays;
	*VEC_PUSH(READER->keep, &out->targets) = *c;
}

/* ------------------------------------------------------------------ the section */

STORED_READ(cost_unit)
{
	static const stored_table table[] = {TEXT("name", struct read_cost, plan.unit),
	        NUMBER("per_job", struct read_cost, plan.units_job)};

	JSON_FIELDS(j, table, context, into);
}

STORED_READ(cost_missing)
{
	json_string(j, VEC_PUSH(READER->keep, &((struct read_cost *)into)->result.missing));
}

STORED_READ(cost_stale)
{
	json_string(j, VEC_PUSH(READER->keep, &((struct read_cost *)into)->result.stale));
}

STORED_READ(cost_ideal)
{
	json_string(j, VEC_PUSH(READER->keep, &((struct read_cost *)into)->result.ideal));
}

static const stored_table cost_table[] = {TEXT("name", struct read_cost, plan.name),
        TEXT("workload", struct read_cost, plan.workload),
        NUMBER("jobs_month", struct read_cost, plan.jobs.likely), PART("unit", cost_unit),
        FLAG("no_labour", struct read_cost, plan.no_labour), PART("today", cost_today),
        PART("today_otherwise", cost_best), {"bought_otherwise", JSON_FIELD_ITEMS, 0, cost_option},
        {"targets", JSON_FIELD_ITEMS, 0, cost_target},
        {"not_priced", JSON_FIELD_ITEMS, 0, cost_missing},
        {"stale", JSON_FIELD_ITEMS, 0, cost_stale},
        {"taken_at_its_best", JSON_FIELD_ITEMS, 0, cost_ideal}};

void stored_cost(struct json *j, void *context, void *into)
{
	struct stored_reader *r = context;
	struct read_cost *read = ARENA_NEW(r->keep, struct read_cost);
	const char *start;

	(void)into;
	json_peek(j);
	start = j->at;
	read->today = read->best = (struct read_side){no_side, no_job, NAN};
	read->plan.jobs = points_of(NAN);
	read->plan.units_job = NAN;
	read->result.best_option = UINT32_MAX;
	JSON_FIELDS(j, cost_table, context, read);
	if (!json_ok(j))
		return;
	r->a->cost_text = (str){start, (size_t)(j->at - start)};
	read->plan.today = read->today.side;
	read->result.plan = &read->plan;
	read->result.arena = r->keep;
	read->result.today.base = read->today.job;
	read->result.today.base_month = read->today.month;
	if (!read->has_best)
		read->result.best_option = UINT32_MAX;
	read->result.best = read->best.side;
	read->result.targets = read->targets.at;
	read->result.n_targets = read->targets.len;
	for (uint32_t i = 0; i < read->targets.len; i++) {
		struct cost_compare *c = &read->targets.at[i];

		c->o.base = read->has_best ? read->best.job : read->today.job;
		c->o.base_month = read->has_best ? read->best.month : read->today.month;
		c->payback.jobs = read->plan.jobs.likely;
	}
	r->a->cost = &read->result;
}
