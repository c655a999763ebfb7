/* PLAN.yaml to struct cost_plan. The schema is docs/cost.md.
 *
 * Numbers of a side are rows of a table: key, kind, where it goes, what bounds it. What surprises:
 * a price without a date is an error here, and a machine without a purchase option too, since
 * both would give a figure that looks right. A machine that nobody prices is no error: its cost
 * is "not priced" and there is no verdict. */
#include "assess/cost.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/text.h"

#include <stddef.h>

/* What every reader here needs. */
struct plan_reader {
	struct env *env;
	const struct book *book;
	struct cost_plan *plan;
};

static bool problem(struct plan_reader *r, const struct yaml *node, const char *text)
{
	return diag_error(r->env->diags, node->place, "%s", text);
}

static bool read_text(struct plan_reader *r, const struct yaml *map, const char *key, str *out)
{
	const struct yaml *node = yaml_get(map, key);

	if (!node)
		return true;
	if (!yaml_want(r->env, node, YAML_SCALAR, key))
		return false;
	*out = node->text;
	return true;
}

static bool read_quantity(
        struct plan_reader *r, const struct yaml *node, enum quantity kind, double *out)
{
	return !node || quantity_read(r->env, node, kind, out);
}

/* A day; "2026" and "2026-07" are their first day. */
static bool read_date(struct plan_reader *r, const struct yaml *node, str *out, int32_t *days)
{
	if (!node)
		return true;
	if (!yaml_want(r->env, node, YAML_SCALAR, "a date"))
		return false;
	*out = node->text;
	if (!date_parse(node->text, days))
		return problem(r, node, "no date; expected YYYY-MM-DD");
	if (*days > r->plan->as_of)
		return problem(r, node, "a date in the future of the report (--as-of)");
	return true;
}

/* A map that carries money must say from when it is. */
static bool want_date(struct plan_reader *r, const struct yaml *map, str date)
{
	return date.len || problem(r, map, "a price without a date; add date: YYYY-MM-DD");
}

/* ------------------------------------------------------------------ prices of a side */

static bool read_own_price(struct plan_reader *r, const struct yaml *map, struct price *out)
{
	static const char *const keys[] = {
	        "usd_per_hour", "date", "source", "currency", "note", NULL};
	str currency = STR_NONE;
	double usd = NAN;

	if (!yaml_want(r->env, map, YAML_MAP, "price") || !yaml_check_keys(r->env, map, keys))
		return false;
	out->evidence = STR_NONE;
	if (!(read_quantity(r, yaml_get(map, "usd_per_hour"), QUANTITY_USD, &usd) &&
	            read_text(r, map, "currency", &currency) &&
	            read_text(r, map, "source", &out->source) &&
	            read_text(r, map, "note", &out->note) &&
	            read_date(r, yaml_get(map, "date"), &out->date, &out->days)))
		return false;
	if (currency.len && !str_eq(currency, S("USD")))
		return problem(r, map,
		        "a price in another currency; all money is USD and nothing "
		        "is converted");
	if (isnan(usd))
		return problem(r, map, "'usd_per_hour' is missing");
	if (!out->source.len)
		out->source = S("the plan");
	out->usd_per_hour = out->list_usd_per_hour = usd;
	return want_date(r, map, out->date);
}

static bool check_purchase(struct plan_reader *r, const struct yaml *map, str purchase)
{
	const struct yaml *node = yaml_get(map, "purchase");

	if (!node)
		return problem(r, map,
		        "'purchase' is missing: say how the machine is bought "
		        "(on-demand, spot, committed-1y, committed-3y, "
		        "capacity-block, flex-start, calendar-reservation)");
	if (!purchase_is_known(purchase))
		return problem(r, node,
		        "unknown purchase option; expected on-demand, spot, "
		        "committed-1y, committed-3y, capacity-block, flex-start "
		        "or calendar-reservation");
	return true;
}

/* The price of instance, region and purchase in `out`, from the map's own `price:` or the book. */
static bool find_price(struct plan_reader *r, const struct yaml *map, struct price *out)
{
	const struct yaml *own = yaml_get(map, "price");
	const struct yaml *instance = yaml_get(map, "instance");
	struct price_wish wish = {out->instance, out->purchase, out->region, map->place};

	if (own)
		return read_own_price(r, own, out);
	if (!instance)
		return problem(r, map, "'instance' is missing, and there is no price of its own");
	wish.place = instance->place;
	if (!book_know_instance(r->env, r->book, instance->place, out->instance) ||
	        !book_price(r->env, r->book, &wish, out))
		return false;
	if (!isnan(out->usd_per_hour) && !out->date.len)
		return diag_error(r->env->diags, instance->place,
		        "the price of %.*s %.*s has no date (%.*s); give one with a date in price: "
		        "or --prices",
		        STR_ARG(out->instance), STR_ARG(out->purchase), STR_ARG(out->source));
	return true;
}

static bool read_purchase(struct plan_reader *r, const struct yaml *map, struct price *out)
{
	*out = (struct price){.usd_per_hour = NAN, .list_usd_per_hour = NAN};
	return read_text(r, map, "instance", &out->instance) &&
	       read_text(r, map, "region", &out->region) &&
	       read_text(r, map, "purchase", &out->purchase) &&
	       check_purchase(r, map, out->purchase) && find_price(r, map, out);
}

/* {gb: 500, item: NAME} or {gb: 500, usd: 0.023, date: …} */
static bool read_usage(
        struct plan_reader *r, const struct yaml *map, const char *volume, struct cost_usage *out)
{
	const char *const keys[] = {volume, "item", "usd", "date", "source", NULL};
	const struct yaml *item;
	enum quantity kind = str_eq(str_from(volume), S("gb")) ? QUANTITY_GB : QUANTITY_NUMBER;
	const struct rate *rate;

	*out = (struct cost_usage){.usd = NAN};
	if (!map)
		return true;
	if (!yaml_want(r->env, map, YAML_MAP, "a volume with its price") ||
	        !yaml_check_keys(r->env, map, keys) ||
	        !(read_quantity(r, yaml_get(map, volume), kind, &out->quantity) &&
	                read_quantity(r, yaml_get(map, "usd"), QUANTITY_USD, &out->usd) &&
	                read_text(r, map, "item", &out->item) &&
	                read_text(r, map, "source", &out->source) &&
	                read_date(r, yaml_get(map, "date"), &out->date, &out->days)))
		return false;
	if (!yaml_get(map, volume))
		return diag_error(r->env->diags, map->place, "'%s' is missing", volume);
	if (!isnan(out->usd))
		return want_date(r, map, out->date);
	item = yaml_get(map, "item");
	if (!item)
		return true; /* a volume that nobody prices */
	rate = book_rate(r->env, r->book, item->place, out->item);
	if (!rate)
		return false;
	out->usd = rate->usd;
	out->date = rate->date;
	out->days = rate->days;
	out->source = rate->source;
	return rate->date.len || isnan(rate->usd) ||
	       diag_error(r->env->diags, item->place,
	               "the price of '%.*s' has no date; give usd: and date: instead",
	               STR_ARG(out->item));
}

/* ------------------------------------------------------------------ a side */

/* The numbers of a side; [low, likely, high] where `points`. */
struct side_number {
	const char *key;
	enum quantity kind;
	bool points;
	size_t offset;
	double least, most; /* most 0: no bound beside that of the kind */
};

#define NUMBER(key, kind, field, least, most)                                                      \
	{                                                                                          \
		key, kind, false, offsetof(struct cost_side, field), least, most                   \
	}
#define POINTS(key, kind, field, least, most)                                                      \
	{                                                                                          \
		key, kind, true, offsetof(struct cost_side, field), least, most                    \
	}
static const struct side_number side_numbers[] = {
        NUMBER("count", QUANTITY_COUNT, count, 1, 100000),
        POINTS("t_prep", QUANTITY_HOURS, prep, 0, 0),
        POINTS("t_compile", QUANTITY_HOURS, compile, 0, 0),
        POINTS("t_run", QUANTITY_HOURS, run, 1e-9, 0),
        POINTS("t_out", QUANTITY_HOURS, out, 0, 0),
        POINTS("R", QUANTITY_NUMBER, speed, 1e-6, 1e6),
        NUMBER("k_reuse", QUANTITY_NUMBER, reuse, 1, 1e9),
        NUMBER("util", QUANTITY_SHARE, util, 1e-6, 1),
        NUMBER("block_hours", QUANTITY_HOURS, block_hours, 1e-3, 4367.5),
        NUMBER("q_pass", QUANTITY_SHARE, pass, 1e-6, 1),
        NUMBER("units_hour", QUANTITY_NUMBER, units_hour, 1e-9, 0),
        NUMBER("wait_p95", QUANTITY_SECONDS, wait_p95, 0, 0),
};
#undef NUMBER
#undef POINTS

static bool read_side_number(struct plan_reader *r, const struct yaml *map,
        const struct side_number *n, struct cost_side *out)
{
	const struct yaml *node = yaml_get(map, n->key);
	char *field = (char *)out + n->offset;
	struct points p;

	if (!node)
		return true;
	if (n->points) {
		if (!quantity_read_points(r->env, node, n->kind, &p))
			return false;
		*(struct points *)(void *)field = p;
	} else {
		if (!quantity_read(r->env, node, n->kind, &p.low))
			return false;
		*(double *)(void *)field = p.high = p.low;
	}
	if (p.low < n->least || (n->most > 0 && p.high > n->most))
		return diag_error(r->env->diags, node->place, "%s is %.*s; expected %g or more%s",
		        n->key, STR_ARG(node->text), n->least,
		        n->most > 0 ? " and nothing beyond reason" : "");
	return true;
}

static void side_defaults(const struct cost_plan *plan, struct cost_side *side)
{
	const struct settings *s = &plan->settings;

	*side = (struct cost_side){
	        .count = 1,
	        .bill_month = NAN,
	        .run = points_of(NAN),
	        .speed = points_of(NAN),
	        .reuse = settings_value(s, SET_K_REUSE),
	        .util = NAN,
	        .block_hours = NAN,
	        .retry = s->at[SET_F_RETRY].value,
	        .pass = settings_value(s, SET_Q_PASS),
	        .units_hour = NAN,
	        .wait_p95 = NAN,
	        .storage.usd = NAN,
	        .requests.usd = NAN,
	        .egress.usd = NAN,
	};
}

/* Bands of the AWS spot advisor. The last one has no end: a half is as far as it is taken. */
static const struct {
	const char *word;
	struct points points;
} bands[] = {
        {"<5%", {0, 0.025, 0.05}},
        {"5-10%", {0.05, 0.075, 0.10}},
        {"10-15%", {0.10, 0.125, 0.15}},
        {"15-20%", {0.15, 0.175, 0.20}},
        {">20%", {0.20, 0.25, 0.50}},
};

static bool is_band(str text, struct points *out)
{
	struct buf word = {0};
	bool found = false;

	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] != ' ')
			buf_byte(&word, text.ptr[i]);
	for (size_t i = 0; i < sizeof bands / sizeof *bands; i++)
		if (str_eq(buf_str(&word), str_from(bands[i].word))) {
			*out = bands[i].points;
			found = true;
		}
	buf_free(&word);
	return found;
}

/* A share, three of them, or a band of the spot advisor. */
static bool read_retry(struct plan_reader *r, const struct yaml *map, struct cost_side *side)
{
	const struct yaml *node = yaml_get(map, "f_retry");
	double share;

	if (!node)
		return true;
	side->retry_given = true;
	if (node->kind == YAML_SCALAR && is_band(node->text, &side->retry))
		return true;
	if (node->kind == YAML_SCALAR && str_find_byte(node->text, '%') < node->text.len &&
	        quantity_parse(node->text, QUANTITY_SHARE, &share))
		return diag_error(r->env->diags, node->place,
		        "'%.*s' is neither a share (5 %%) nor a band of the spot advisor (<5 %%, "
		        "5-10 %%, 10-15 %%, 15-20 %%, >20 %%)",
		        STR_ARG(node->text));
	if (!quantity_read_points(r->env, node, QUANTITY_SHARE, &side->retry))
		return false;
	return side->retry.high <= 0.999 ||
	       problem(r, node, "f_retry of 1: all machine time is lost and no job ends");
}

static bool read_evidence(struct plan_reader *r, const struct yaml *map, struct cost_side *side)
{
	const struct yaml *node = yaml_get(map, "evidence");

	if (!node || str_eq(node->text, S("paper")))
		return true;
	if (!str_eq(node->text, S("compiled")))
		return problem(r, node,
		        "evidence in a plan is paper or compiled; what is measured "
		        "comes from records of portfit job run");
	side->evidence = COST_COMPILED;
	return true;
}

static bool read_bill(struct plan_reader *r, const struct yaml *map, struct cost_side *side)
{
	static const char *const keys[] = {"usd_month", "date", "source", NULL};
	const struct yaml *bill = yaml_get(map, "bill");
	int32_t days = 0;

	if (!bill)
		return true;
	if (!yaml_want(r->env, bill, YAML_MAP, "bill") || !yaml_check_keys(r->env, bill, keys) ||
	        !(read_quantity(r, yaml_get(bill, "usd_month"), QUANTITY_USD, &side->bill_month) &&
	                read_text(r, bill, "source", &side->bill_source) &&
	                read_date(r, yaml_get(bill, "date"), &side->bill_date, &days)))
		return false;
	if (isnan(side->bill_month))
		return problem(r, bill, "'usd_month' is missing");
	return want_date(r, bill, side->bill_date);
}

static bool read_committed(struct plan_reader *r, const struct yaml *map, struct cost_side *side)
{
	static const char *const keys[] = {"usd_month", "until", NULL};
	const struct yaml *node = yaml_get(map, "committed"), *until;

	for (uint32_t i = 0; !node && i < r->book->commitments.len; i++)
		if (str_eq(r->book->commitments.at[i].instance, side->instance)) {
			side->committed_month = r->book->commitments.at[i].usd_month;
			side->committed_until = r->book->commitments.at[i].until;
		}
	if (!node)
		return true;
	if (!yaml_want(r->env, node, YAML_MAP, "committed") ||
	        !yaml_check_keys(r->env, node, keys) ||
	        !read_quantity(
	                r, yaml_get(node, "usd_month"), QUANTITY_USD, &side->committed_month))
		return false;
	until = yaml_get(node, "until");
	if (!yaml_get(node, "usd_month") || !until ||
	        !date_parse(until->text, &side->committed_until))
		return problem(r, node, "a commitment has usd_month and until: YYYY-MM-DD");
	return true;
}

/* What may not stand together, and what follows from what. */
static bool check_side(struct plan_reader *r, const struct yaml *map, struct cost_side *side)
{
	double paid;

	if (!isnan(side->run.likely) + !isnan(side->units_hour) + !isnan(side->speed.likely) > 1)
		return problem(r, map, "give one of t_run, units_hour and R, not two of them");
	if (!isnan(side->units_hour) && !(r->plan->units_job > 0))
		return problem(r, map, "units_hour needs 'unit: {name, per_job}' in the plan");
	if (!isnan(side->units_hour))
		side->run = points_of(r->plan->units_job / side->units_hour);
	if (!isnan(side->util) && !isnan(side->block_hours))
		return problem(r, map, "give util or block_hours, not both");
	if (!isnan(side->block_hours)) {
		if (!str_eq(side->purchase, S("capacity-block")))
			return problem(r, map, "block_hours belongs to a capacity-block");
		paid = block_hours_paid(side->block_hours);
		if (isnan(paid))
			return problem(r, map, "a Capacity Block lasts at most 182 days");
		side->util = side->block_hours / paid;
	}
	if (str_eq(side->purchase, S("capacity-block")) && side->count > 64)
		return problem(r, map, "a Capacity Block has at most 64 instances");
	cost_side_check_wait(r->plan, side);
	return true;
}

static const char *const side_keys[] = {"name", "target", "instance", "count", "purchase", "region",
        "price", "bill", "committed", "t_prep", "t_compile", "t_run", "t_out", "R", "k_reuse",
        "util", "block_hours", "f_retry", "q_pass", "units_hour", "wait_p95", "storage", "requests",
        "egress", "evidence", NULL};

static bool read_side(struct plan_reader *r, const struct yaml *map, struct cost_side *side)
{
	bool ok;

	side_defaults(r->plan, side);
	side->place = map->place;
	if (!yaml_want(r->env, map, YAML_MAP, "a platform") ||
	        !yaml_check_keys(r->env, map, side_keys))
		return false;
	ok = read_text(r, map, "name", &side->name) && read_text(r, map, "target", &side->target) &&
	     read_bill(r, map, side);
	/* A real bill needs no price of a machine. */
	if (ok && (isnan(side->bill_month) || yaml_get(map, "instance")))
		ok = read_purchase(r, map, &side->price);
	else
		side->price = (struct price){.usd_per_hour = NAN, .list_usd_per_hour = NAN};
	side->instance = side->price.instance;
	side->region = side->price.region;
	ok = ok && read_text(r, map, "region", &side->region);
	side->purchase = side->price.purchase;
	side->machine = book_machine(r->book, side->instance);
	for (size_t i = 0; ok && i < sizeof side_numbers / sizeof *side_numbers; i++)
		ok = read_side_number(r, map, &side_numbers[i], side);
	if (!side->name.len)
		side->name = side->instance.len ? side->instance : S("today");
	return ok && read_retry(r, map, side) && read_committed(r, map, side) &&
	       read_evidence(r, map, side) &&
	       read_usage(r, yaml_get(map, "storage"), "gb", &side->storage) &&
	       read_usage(r, yaml_get(map, "requests"), "thousand", &side->requests) &&
	       read_usage(r, yaml_get(map, "egress"), "gb", &side->egress) &&
	       check_side(r, map, side);
}

/* ------------------------------------------------------------------ the rest of a plan */

static bool read_sides(struct plan_reader *r, const struct yaml *root)
{
	const struct yaml *today = yaml_get(root, "today"), *targets = yaml_get(root, "targets");
	bool ok = true;

	if (!today || !targets)
		return problem(r, root, "a plan has 'today:' and 'targets:'");
	if (!yaml_want(r->env, targets, YAML_LIST, "targets") ||
	        !read_side(r, today, &r->plan->today))
		return false;
	if (!targets->child)
		return problem(r, targets, "no target to compare with");
	if (targets->count > 16)
		return problem(r, targets, "more than 16 targets");
	if (!isnan(r->plan->today.speed.likely))
		return problem(r, today, "R belongs to a target: it is measured against today");
	for (const struct yaml *node = targets->child; node; node = node->next) {
		struct cost_side *side = VEC_PUSH(r->env->keep, &r->plan->targets);

		ok &= read_side(r, node, side);
		if (ok && !isnan(side->bill_month))
			ok = problem(r, node, "a bill belongs to today");
	}
	return ok;
}

static bool read_rental(struct plan_reader *r, const struct yaml *map, struct cost_rental *out)
{
	out->given = true;
	out->place = map->place;
	if (!read_purchase(r, map, &out->price))
		return false;
	out->instance = out->price.instance;
	out->region = out->price.region;
	out->purchase = out->price.purchase;
	return true;
}

static bool read_debug(struct plan_reader *r, const struct yaml *map)
{
	static const char *const keys[] = {"instance", "purchase", "region", "price", NULL};

	if (!map)
		return true;
	return yaml_want(r->env, map, YAML_MAP, "debug") && yaml_check_keys(r->env, map, keys) &&
	       read_rental(r, map, &r->plan->debug);
}

static bool read_pilot(struct plan_reader *r, const struct yaml *map)
{
	static const char *const keys[] = {
	        "instance", "purchase", "region", "price", "hours", "budget", NULL};
	struct cost_plan *plan = r->plan;

	if (!map)
		return true;
	if (!yaml_want(r->env, map, YAML_MAP, "pilot") || !yaml_check_keys(r->env, map, keys))
		return false;
	if (yaml_get(map, "instance") && !read_rental(r, map, &plan->pilot))
		return false;
	return read_quantity(r, yaml_get(map, "hours"), QUANTITY_HOURS, &plan->pilot_hours) &&
	       read_quantity(r, yaml_get(map, "budget"), QUANTITY_USD, &plan->pilot_budget);
}

static bool read_unit(struct plan_reader *r, const struct yaml *map)
{
	static const char *const keys[] = {"name", "per_job", NULL};
	struct cost_plan *plan = r->plan;

	if (!map)
		return true;
	if (!yaml_want(r->env, map, YAML_MAP, "unit") || !yaml_check_keys(r->env, map, keys) ||
	        !(read_text(r, map, "name", &plan->unit) &&
	                read_quantity(
	                        r, yaml_get(map, "per_job"), QUANTITY_NUMBER, &plan->units_job)))
		return false;
	if (!plan->unit.len)
		return problem(r, map, "a unit has a name: audio-hours, 1M tokens");
	if (yaml_get(map, "per_job") && !(plan->units_job > 0))
		return problem(r, map, "per_job is 0: a job that does nothing has no unit cost");
	return true;
}

static bool read_work(struct plan_reader *r, const struct yaml *map)
{
	static const char *const keys[] = {"flops", "bytes", "steps", "dtype", "report", NULL};
	struct cost_plan *plan = r->plan;
	const struct yaml *report = yaml_get(map, "report");
	double steps = 1;

	plan->dtype = S("bf16");
	if (!map)
		return true;
	if (!yaml_want(r->env, map, YAML_MAP, "work") || !yaml_check_keys(r->env, map, keys) ||
	        !(read_quantity(r, yaml_get(map, "flops"), QUANTITY_WORK, &plan->flops) &&
	                read_quantity(r, yaml_get(map, "bytes"), QUANTITY_WORK, &plan->bytes) &&
	                read_quantity(r, yaml_get(map, "steps"), QUANTITY_NUMBER, &steps) &&
	                read_text(r, map, "dtype", &plan->dtype)))
		return false;
	if (!str_eq(plan->dtype, S("bf16")) && !str_eq(plan->dtype, S("fp8")))
		return problem(r, yaml_get(map, "dtype"),
		        "dtype is bf16 or fp8: of others the tables hold no peak");
	if (report &&
	        (!yaml_want(r->env, report, YAML_SCALAR, "report") ||
	                !cost_work_read(r->env,
	                        path_join(r->env->keep, path_folder(plan->path), report->text),
	                        &plan->flops, &plan->bytes)))
		return false;
	plan->steps = steps;
	plan->flops *= steps;
	plan->bytes *= steps;
	if (!plan->scanned && !(plan->flops > 0) && !(plan->bytes > 0))
		return problem(r, map, "work needs flops or bytes above 0");
	return true;
}

static bool read_lengths(struct plan_reader *r, const struct yaml *map)
{
	if (!map)
		return true;
	return lengths_read(r->env, map, &r->plan->lengths) &&
	       read_quantity(r, yaml_get(map, "compile"), QUANTITY_HOURS, &r->plan->compile_each);
}

static bool read_head(struct plan_reader *r, const struct yaml *root)
{
	struct cost_plan *plan = r->plan;
	const struct yaml *jobs = yaml_get(root, "jobs_month");
	const struct yaml *settings = yaml_get(root, "settings"), *put = yaml_get(root, "stay_put");
	const struct yaml *workload = yaml_get(root, "workload");
	str currency = STR_NONE;

	if (workload)
		plan->workload_place = workload->place;
	if (!(read_text(r, root, "name", &plan->name) &&
	            read_text(r, root, "workload", &plan->workload) &&
	            read_text(r, root, "currency", &currency) &&
	            read_quantity(
	                    r, yaml_get(root, "wait_limit"), QUANTITY_SECONDS, &plan->wait_limit) &&
	            read_quantity(r, yaml_get(root, "extra_storage"), QUANTITY_USD,
	                    &plan->extra_storage)))
		return false;
	if (currency.len && !str_eq(currency, S("USD")))
		return problem(r, yaml_get(root, "currency"),
		        "another currency; all money is USD and nothing is converted");
	if (!plan->name.len)
		return problem(r, root, "'name' is missing: which job is compared");
	if (jobs && !quantity_read_points(r->env, jobs, QUANTITY_NUMBER, &plan->jobs))
		return false;
	if (jobs && !(plan->jobs.low > 0))
		return problem(
		        r, jobs, "jobs_month of 0: without jobs there is nothing to compare");
	if (put && !str_eq(put->text, S("true")) && !str_eq(put->text, S("false")))
		return problem(r, put, "stay_put is true or false");
	plan->stay_put = put && str_eq(put->text, S("true"));
	return !settings || settings_read(r->env, &plan->settings, settings);
}

static bool read_effort(struct plan_reader *r, const struct yaml *map)
{
	if (!map)
		return true;
	return effort_read_yaml(r->env, map, &r->plan->effort);
}

static void plan_defaults(struct cost_plan *plan)
{
	plan->jobs = points_of(NAN);
	plan->wait_limit = NAN;
	plan->pilot_budget = NAN;
	plan->pilot_hours = NAN;
	plan->compile_each = NAN;
	plan->steps = NAN;
	plan->move.usd = NAN;
	plan->dtype = S("bf16");
}

bool cost_plan_read(struct env *env, const struct book *book, str path, struct cost_plan *plan)
{
	static const char *const keys[] = {"name", "workload", "jobs_month", "unit", "currency",
	        "wait_limit", "today", "targets", "effort", "debug", "pilot", "move",
	        "extra_storage", "stay_put", "settings", "lengths", "work", NULL};
	struct plan_reader r = {env, book, plan};
	struct yaml *root = NULL;
	str text;

	plan_defaults(plan);
	plan->path = path;
	if (!file_read(env, path, env->limits->text_file_bytes, &text) ||
	        !yaml_read(env, env->keep, path, text, &root))
		return false;
	if (!root)
		return diag_error(env->diags, (struct place){.path = path},
		        "an empty plan; expected name:, today: and targets:");
	return yaml_want(env, root, YAML_MAP, "a plan") && yaml_check_keys(env, root, keys) &&
	       read_head(&r, root) && read_unit(&r, yaml_get(root, "unit")) &&
	       read_sides(&r, root) && read_effort(&r, yaml_get(root, "effort")) &&
	       read_debug(&r, yaml_get(root, "debug")) && read_pilot(&r, yaml_get(root, "pilot")) &&
	       read_usage(&r, yaml_get(root, "move"), "gb", &plan->move) &&
	       read_work(&r, yaml_get(root, "work")) && read_lengths(&r, yaml_get(root, "lengths"));
}
