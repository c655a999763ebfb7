/* Hours of work: the tabulated distribution, the method's worked examples, what must never happen.
 */
#include "assess/effort_plan.h"
#include "assess/statistics.h"
#include "tests/unit/time_scale.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

struct fixture {
	struct arena *arena, *temp;
	struct diags diags;
	struct env env;
	struct settings settings;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	f->arena = arena_new();
	f->temp = arena_new();
	f->diags.arena = f->arena;
	f->env = (struct env){f->arena, f->temp, &f->diags, &limits_default, NULL};
	settings_open(&f->env, &f->settings);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	arena_free(f->arena);
	arena_free(f->temp);
	free(f);
	return 0;
}

static struct effort_cause cause_of(const char *class, uint32_t places)
{
	return (struct effort_cause){.id = S("c"),
	        .title = S("a cause"),
	        .hours_class = str_from(class),
	        .places = places,
	        .way = true,
	        .severity = SEVERITY_MAJOR};
}

static void near(double got, double want, double share)
{
	if (!(fabs(got - want) <= share * fabs(want)))
		fail_msg("%.9g is not within %g %% of %.9g", got, 100 * share, want);
}

/* ------------------------------------------------------------------ statistics */

/* Share of Beta(alpha, 6 - alpha) below x, by Simpson's rule on a fine grid of its own. */
static double beta_share(double alpha, double x)
{
	double sums[2] = {0, 0};
	const int n = 40000;

	for (int half = 0; half < 2; half++) {
		double from = half ? x : 0, to = half ? 1 : x, h = (to - from) / n;

		for (int i = 0; i <= n; i++) {
			double t = from + i * h, w = i == 0 || i == n ? 1 : i % 2 ? 4 : 2;

			sums[half] += w * h / 3 * pow(t, alpha - 1) * pow(1 - t, 5 - alpha);
		}
	}
	return sums[0] / (sums[0] + sums[1]);
}

static void table_is_the_inverse(void **state)
{
	static const double alphas[] = {1, 1.0001, 1.571428571, 2, 2.714285714, 3, 4.2, 5};
	struct fixture *f = *state;
	struct pert_tables tables = {.arena = f->arena};
	double worst = 0;

	for (size_t a = 0; a < sizeof alphas / sizeof *alphas; a++) {
		struct points p = {0, (alphas[a] - 1) / 4, 1};
		const struct pert_table *t = pert_table_for(&tables, p);

		for (double u = 0.0013; u < 1; u += 0.0171) {
			uint32_t cell = (uint32_t)(u * PERT_CELLS);
			double part = u * PERT_CELLS - cell;
			double x = t->at[cell] + part * (t->at[cell + 1] - t->at[cell]);
			double error = fabs(beta_share(alphas[a], x) - u);

			worst = error > worst ? error : worst;
		}
	}
	print_message("worst error of the share: %.2g\n", worst);
	assert_true(worst < 1e-4);
}

static void table_has_the_mean(void **state)
{
	struct fixture *f = *state;
	struct pert_tables tables = {.arena = f->arena};

	for (double alpha = 1; alpha <= 5; alpha += 0.25) {
		struct points p = {0, (alpha - 1) / 4, 1};
		const struct pert_table *t = pert_table_for(&tables, p);
		double sum = 0;

		for (int i = 0; i < PERT_CELLS; i++)
			sum += (t->at[i] + t->at[i + 1]) / 2;
		near(sum / PERT_CELLS, pert_mean(p), 5e-4);
	}
}

static void same_shape_is_one_table(void **state)
{
	struct fixture *f = *state;
	struct pert_tables tables = {.arena = f->arena};
	const struct pert_table *a = pert_table_for(&tables, (struct points){2, 4, 7});

	assert_ptr_equal(a, pert_table_for(&tables, (struct points){20, 40, 70}));
	assert_ptr_not_equal(a, pert_table_for(&tables, (struct points){2, 3, 8}));
	assert_null(pert_table_for(&tables, (struct points){5, 5, 5}));
	assert_int_equal(tables.list.len, 2);
}

static void draws_are_those_of_the_build(void **state)
{
	struct fixture *f = *state;
	struct draws *draws = ARENA_NEW(f->arena, struct draws);

	draws_make(draws);
	assert_memory_equal(&draws->behind, &assess_draws.behind, sizeof draws->behind);
	assert_memory_equal(draws->normal, assess_draws.normal, sizeof draws->normal);
	assert_memory_equal(draws->x, assess_draws.x, sizeof draws->x);
	assert_memory_equal(draws->log_x, assess_draws.log_x, sizeof draws->log_x);
	/* What is made for the defaults is what a run would make. */
	draws_make_factors(draws, settings_value(&f->settings, SET_U_SCAN), &draws->factors);
	assert_memory_equal(&draws->factors, &assess_draws.factors, sizeof draws->factors);
	assert_in_range(assess_draws.n_shapes, 5, PERT_SHAPES);
	for (uint32_t i = 0; i < assess_draws.n_shapes; i++) {
		draws_make_table(draws, assess_draws.shapes[i].alpha, draws->shapes);
		assert_memory_equal(draws->shapes, &assess_draws.shapes[i], sizeof *draws->shapes);
	}
}

/* The phases that are drawn by the build are those of the defaults. */
static void drawn_phases_are_the_defaults(void **state)
{
	static const enum setting_id ids[] = {SET_SETUP, SET_CHECK, SET_TUNE, SET_CUTOVER};
	struct fixture *f = *state;

	assert_int_equal(assess_draws.phases.count, 4);
	for (int i = 0; i < 4; i++)
		assert_true(
		        points_equal(assess_draws.phases.hours[i], f->settings.at[ids[i]].value));
}

/* A setting of one's own has its own shape and factors. */
static void other_shapes_are_made(void **state)
{
	struct fixture *f = *state;
	struct pert_tables tables = {.arena = f->arena};
	struct points own = {1, 2, 9}, bundled = settings_class(&f->settings, S("medium"))->hours;

	assert_non_null(pert_table_for(&tables, bundled));
	assert_int_equal(tables.list.len, 0);
	assert_non_null(pert_table_for(&tables, own));
	assert_int_equal(tables.list.len, 1);
}

static void normal_quantiles(void **state)
{
	(void)state;
	assert_true(fabs(normal_quantile(0.5)) < 1e-15);
	assert_true(fabs(normal_quantile(0.9) - 1.2815515655446004) < 1e-12);
	assert_true(fabs(normal_quantile(0.975) - 1.959963984540054) < 1e-12);
	assert_true(fabs(normal_quantile(1e-9) + 5.9978070150076869) < 1e-9);
	assert_true(fabs(normal_quantile(0.2) + normal_quantile(0.8)) < 1e-14);
}

static void quantiles_are_those_of_sorting(void **state)
{
	static const double q[] = {0, 0.1, 0.5, 0.5, 0.8, 0.9, 0.999999, 1};
	struct random r = random_from(7);
	double values[3000], scratch[3000], sorted[3000], out[8];
	uint16_t bins[3000];
	struct quantile_room room = {scratch, bins};
	struct quantiles ask = {q, out, 8};

	(void)state;
	for (int round = 0; round < 60; round++) {
		uint32_t n = round < 5 ? (uint32_t)round + 1 : 1 + random_below(&r, 3000);

		for (uint32_t i = 0; i < n; i++) {
			double u = random_unit(&r);

			/* ties, a long tail, values on both sides of 0 */
			values[i] = round % 3 == 0   ? floor(u * 5)
			            : round % 3 == 1 ? exp(20 * u)
			                             : u - 0.5;
			sorted[i] = values[i];
		}
		values_sort(sorted, n);
		quantiles_of(values, n, &room, &ask);
		for (int k = 0; k < 8; k++) {
			uint32_t rank = (uint32_t)(q[k] * n);

			assert_true(out[k] == sorted[rank < n ? rank : n - 1]);
		}
	}
}

static void bootstrap_encloses(void **state)
{
	struct fixture *f = *state;
	double a[] = {9, 10, 11, 10, 12, 9.5}, b[] = {20, 21, 19, 20, 22, 18}, out[2];
	struct sample x = {a, 6}, y = {b, 6};

	assert_true(bootstrap_median(f->arena, x, NULL, out));
	assert_true(out[0] >= 9 && out[0] <= 10 && out[1] >= 10 && out[1] <= 12);
	assert_true(bootstrap_median(f->arena, x, &y, out));
	assert_true(out[0] < 0.5 && out[1] > 0.5 && out[0] > 9 / 22.0 && out[1] < 12 / 18.0);
	x.n = 1;
	assert_false(bootstrap_median(f->arena, x, NULL, out));
}

/* E13 */
static void runs_for_an_interval(void **state)
{
	(void)state;
	assert_true(fabs(median_coverage(5) - 93.75) < 1e-12);
	assert_true(fabs(median_coverage(6) - 96.875) < 1e-12);
	assert_true(median_coverage(RUNS_FOR_INTERVAL - 1) < 95);
	assert_true(median_coverage(RUNS_FOR_INTERVAL) >= 95);
}

/* ------------------------------------------------------------------ the method's examples */

/* E9: 20 low, 8 medium, 3 high root causes, five phases. */
static void example_e9(void **state)
{
	static const double want[STAGE_COUNT][4] = {
	        {142, 294, 472, 604}, {186, 292, 393, 459}, {217, 292, 355, 393}};
	struct fixture *f = *state;
	struct effort_cause causes[31];
	struct effort e;

	for (int i = 0; i < 31; i++)
		causes[i] = cause_of(i < 20 ? "low" : i < 28 ? "medium" : "high", 1);
	for (int stage = 0; stage < STAGE_COUNT; stage++) {
		struct effort_input in = {.causes = causes,
		        .n_causes = 31,
		        .several_devices = true,
		        .stage = (enum effort_stage)stage};

		assert_true(effort_estimate(&f->env, &f->settings, &in, &e));
		near(e.likely_sum, 224, 1e-12);
		near(e.mean_hours, 294.16666666666669, 1e-12);
		assert_true(effort_days(&e, e.mean_hours) == 43);
		near(e.mean_hours * settings_value(&f->settings, SET_RATE), 35300, 1e-12);
		near(e.total.p10, want[stage][0], 0.02);
		near(e.total.p50, want[stage][1], 0.02);
		near(e.total.p80, want[stage][2], 0.02);
		near(e.total.p90, want[stage][3], 0.02);
	}
}

/* E15: 12 places of one medium cause. */
static void example_e15(void **state)
{
	struct fixture *f = *state;
	struct effort_cause cause = cause_of("medium", 12);
	struct effort_input in = {.causes = &cause, .n_causes = 1};
	struct effort e;

	assert_true(effort_estimate(&f->env, &f->settings, &in, &e));
	near(e.items.at[0].hours.likely, 10.6, 1e-12);
	cause.places = 5000; /* at most 20 further places count */
	assert_true(effort_estimate(&f->env, &f->settings, &in, &e));
	near(e.items.at[0].hours.likely, 16, 1e-12);
	cause.once = true;
	assert_true(effort_estimate(&f->env, &f->settings, &in, &e));
	near(e.items.at[0].hours.likely, 4, 1e-12);
}

/* E16: the asr-train project. */
static void example_e16(void **state)
{
	struct fixture *f = *state;
	struct effort_cause causes[] = {cause_of("low", 14), cause_of("low", 1), cause_of("low", 3),
	        cause_of("medium", 1), cause_of("medium", 1)};
	struct effort_input in = {.causes = causes, .n_causes = 5};
	struct effort e;

	causes[4].target_only = true;
	assert_true(effort_estimate(&f->env, &f->settings, &in, &e));
	/* The method says 108, 179 and 229, from 10,000 plain draws, of which the last is 2 % low:
	 * 20 million draws give these, and ten thousand plain ones differ from them by 1 %. */
	near(e.total.p10, 50.528, 0.005);
	near(e.total.p50, 108.757, 0.005);
	near(e.total.p80, 179.710, 0.005);
	near(e.total.p90, 233.463, 0.005);
	assert_int_equal(e.items.len, 5 + 4);
	assert_true(e.parts[PART_TARGET].p50 > 2 && e.parts[PART_TARGET].p50 < 6);
}

/* ------------------------------------------------------------------ what must hold */

static void same_input_same_draws(void **state)
{
	struct fixture *f = *state;
	struct effort_cause causes[] = {cause_of("low", 3), cause_of("high", 1)};
	struct effort_input in = {.causes = causes, .n_causes = 2};
	struct effort a, b;

	assert_true(effort_estimate(&f->env, &f->settings, &in, &a));
	assert_true(effort_estimate(&f->env, &f->settings, &in, &b));
	assert_memory_equal(a.draws, b.draws, EFFORT_DRAWS * sizeof *a.draws);
}

static void spreads_alone_are_the_same(void **state)
{
	struct fixture *f = *state;
	struct effort_cause causes[] = {
	        cause_of("low", 3), cause_of("high", 1), cause_of("medium", 2)};
	struct effort_input in = {.causes = causes, .shared = effort_shared_new(f->arena)};

	causes[2].target_only = true;
	/* One after another with the same room, with ever more causes and back. */
	for (int round = 0; round < 7; round++) {
		struct effort whole, spreads;

		in.n_causes = (uint32_t)(round < 4 ? round : 6 - round);
		in.spreads_only = false;
		assert_true(effort_estimate(&f->env, &f->settings, &in, &whole));
		in.spreads_only = true;
		assert_true(effort_estimate(&f->env, &f->settings, &in, &spreads));
		assert_null(spreads.draws);
		assert_null(spreads.pilot_draws);
		assert_memory_equal(&whole.total, &spreads.total, sizeof whole.total);
		assert_memory_equal(&whole.code, &spreads.code, sizeof whole.code);
		assert_memory_equal(whole.parts, spreads.parts, sizeof whole.parts);
		for (uint32_t i = 0; i < whole.items.len; i++)
			assert_memory_equal(&whole.items.at[i].spread, &spreads.items.at[i].spread,
			        sizeof whole.items.at[i].spread);
	}
}

/* Each item has the percentiles of its own three points, whatever items stand beside it. */
static void items_do_not_share_percentiles(void **state)
{
	static const struct points shapes[] = {
	        {0, 0, 0}, {0, 0, 8}, {0, 8, 8}, {0, 1, 8}, {1, 1, 8}, {1, 8, 8}, {8, 8, 8}};
	enum { SHAPES = sizeof shapes / sizeof *shapes };
	struct fixture *f = *state;
	struct effort_input in = {.entry_points = 1};

	for (int part = PART_SETUP; part < PART_COUNT; part++)
		in.without[part] = part != PART_CHECK;
	for (int i = 0; i < SHAPES * SHAPES; i++) {
		struct points setup = shapes[i / SHAPES], check = shapes[i % SHAPES];
		struct effort alone, both;

		in.without[PART_SETUP] = true;
		f->settings.at[SET_CHECK].value = check;
		assert_true(effort_estimate(&f->env, &f->settings, &in, &alone));
		in.without[PART_SETUP] = false;
		f->settings.at[SET_SETUP].value = setup;
		assert_true(effort_estimate(&f->env, &f->settings, &in, &both));
		near(both.parts[PART_CHECK].p80, alone.parts[PART_CHECK].p80, 0.05);
		near(VEC_LAST(&both.items)->spread.p80, alone.items.at[0].spread.p80, 0.05);
	}
}

static void blockers_are_no_hours(void **state)
{
	struct fixture *f = *state;
	struct effort_cause causes[4];
	struct effort_input in = {.causes = causes, .n_causes = 4};
	struct effort with, without;

	for (int i = 0; i < 4; i++)
		causes[i] = cause_of("medium", 1);
	causes[1].way = false;
	causes[1].severity = SEVERITY_BLOCKER;
	causes[2].hours_class = S("research");
	causes[3].severity = SEVERITY_INFO;
	assert_true(effort_estimate(&f->env, &f->settings, &in, &with));
	assert_true(effort_is_blocked(&with));
	assert_int_equal(with.blockers.len, 1);
	assert_int_equal(with.apart.len, 1);
	in.n_causes = 1;
	assert_true(effort_estimate(&f->env, &f->settings, &in, &without));
	assert_false(effort_is_blocked(&without));
	assert_true(with.total.p50 == without.total.p50);
}

static void unknown_class_is_reported(void **state)
{
	struct fixture *f = *state;
	struct effort_cause cause = cause_of("medum", 1);
	struct effort_input in = {.causes = &cause, .n_causes = 1};
	struct effort e;

	assert_false(effort_estimate(&f->env, &f->settings, &in, &e));
	assert_int_equal(f->diags.errors, 1);
	assert_true(str_has(f->diags.list.at[0].text, S("did you mean 'medium'")));
}

static void more_is_never_less(void **state)
{
	struct fixture *f = *state;
	struct effort_cause causes[2] = {cause_of("small", 1), cause_of("large", 2)};
	struct effort_input in = {.causes = causes, .n_causes = 2};
	double last = 0;

	for (uint32_t places = 1; places < 40; places += 3) {
		struct effort e;

		causes[0].places = places;
		assert_true(effort_estimate(&f->env, &f->settings, &in, &e));
		assert_true(e.total.p50 >= last);
		assert_true(e.total.p10 <= e.total.p50 && e.total.p50 <= e.total.p80 &&
		            e.total.p80 <= e.total.p90);
		last = e.total.p50;
	}
}

static void scale_scales(void **state)
{
	struct fixture *f = *state;
	struct effort_cause cause = cause_of("medium", 4);
	struct effort_input in = {.causes = &cause, .n_causes = 1};
	struct effort a, b;

	assert_true(effort_estimate(&f->env, &f->settings, &in, &a));
	f->settings.at[SET_UNIT_SCALE].value = points_of(2);
	f->settings.at[SET_F_TEAM].value = points_of(0.5);
	assert_true(effort_estimate(&f->env, &f->settings, &in, &b));
	near(b.total.p80, a.total.p80, 1e-9);
	f->settings.at[SET_F_TEAM].value = points_of(1);
	assert_true(effort_estimate(&f->env, &f->settings, &in, &b));
	near(b.total.p80, 2 * a.total.p80, 1e-9);
}

/* The shared factor must not average out: 400 items are about as uncertain as 4. */
static void uncertainty_does_not_average_out(void **state)
{
	struct fixture *f = *state;
	static struct effort_cause causes[400];
	struct effort_input in = {.causes = causes, .n_causes = 400};
	struct effort e;

	for (int i = 0; i < 400; i++)
		causes[i] = cause_of("medium", 1);
	for (int p = PART_SETUP; p < PART_COUNT; p++)
		in.without[p] = true;
	assert_true(effort_estimate(&f->env, &f->settings, &in, &e));
	near(e.total.p90 / e.total.p50, 2, 0.02);
}

static void given_hours_are_kept(void **state)
{
	struct fixture *f = *state;
	struct effort_input in = {.hours = {294, 294, 294}};
	struct effort e;

	assert_true(effort_estimate(&f->env, &f->settings, &in, &e));
	assert_true(e.fixed && e.total.p10 == 294 && e.total.p90 == 294);
}

static void five_hundred_items_are_fast(void **state)
{
	struct fixture *f = *state;
	static struct effort_cause causes[500];
	static const char *const classes[] = {"low", "medium", "high"};
	struct effort_input in = {.causes = causes, .n_causes = 500};
	struct effort e;
	clock_t start;
	double took;

	for (int i = 0; i < 500; i++)
		causes[i] = cause_of(classes[i % 3], (uint32_t)i % 7 + 1);
	start = clock();
	assert_true(effort_estimate(&f->env, &f->settings, &in, &e));
	took = (double)(clock() - start) / CLOCKS_PER_SEC;
	print_message("10,000 draws over 500 items: %.1f ms\n", 1000 * took);
	assert_true(took < 0.5 * time_scale());
}

/* ------------------------------------------------------------------ tasks and progress */

static void tasks_are_in_order(void **state)
{
	struct fixture *f = *state;
	struct effort_cause causes[] = {cause_of("low", 1), cause_of("low", 1)};
	struct effort_input in = {.causes = causes, .n_causes = 2, .target = S("tpu")};
	struct effort_tasks tasks;
	struct effort e;

	causes[0].target_only = true;
	causes[0].id = S("own");
	causes[1].id = S("any");
	assert_true(effort_estimate(&f->env, &f->settings, &in, &e));
	effort_tasks_from(&e, S("x.json"), &tasks);
	assert_int_equal(tasks.list.len, 6);
	assert_true(str_eq(tasks.list.at[0].item, S("any")) && !tasks.list.at[0].after.len);
	assert_true(str_eq(tasks.list.at[1].item, S("setup")));
	assert_true(
	        str_eq(tasks.list.at[2].item, S("own")) && str_eq(tasks.list.at[2].after, S("T2")));
	assert_true(str_eq(tasks.list.at[3].after, S("T1 to T3")));
	assert_true(
	        str_eq(tasks.list.at[0].done, S("portfit plan x.json --target tpu --done any")));
}

static void progress_counts_causes(void **state)
{
	struct fixture *f = *state;
	struct effort_cause now[] = {cause_of("low", 1), cause_of("low", 1)};
	struct effort_cause before[] = {cause_of("low", 1), cause_of("low", 1), cause_of("low", 1)};
	struct effort_given earlier = {0};
	struct effort_history history = {0};
	struct effort_input in = {.causes = now, .n_causes = 2};
	struct effort_record record = {
	        .item = S("gone"), .hours = {1, 2, 3, 4}, .unit_scale = 1, .actual = 5};
	struct effort_progress p;
	struct effort e;

	now[0].id = before[0].id = S("left");
	now[1].id = S("new");
	before[1].id = S("gone");
	before[2].id = S("gone too");
	for (int i = 0; i < 3; i++)
		*VEC_PUSH(f->arena, &earlier.causes) = before[i];
	*VEC_PUSH(f->arena, &history.list) = record;
	assert_true(effort_estimate(&f->env, &f->settings, &in, &e));
	effort_progress_of(&f->env, &e, &(struct effort_since){&earlier, &history}, &p);
	assert_int_equal(p.before, 3);
	assert_int_equal(p.gone, 2);
	assert_int_equal(p.left, 1);
	assert_int_equal(p.fresh, 1);
	near(p.scale, 2.5, 1e-12);
	near(p.rest.p50, 2.5 * e.total.p50, 1e-9);
}

static void fit_suggests_a_scale(void **state)
{
	struct fixture *f = *state;
	struct effort_history h = {0};
	struct effort_fit fit;

	for (int i = 0; i < 6; i++)
		*VEC_PUSH(f->arena, &h.list) = (struct effort_record){
		        .item = S("x"), .hours = {1, 2, 3, 4}, .unit_scale = 2, .actual = 3};
	effort_fit_of(&f->env, &h, &fit);
	near(fit.ratio, 1.5, 1e-12);
	near(fit.unit_scale, 3, 1e-12);
	assert_int_equal(fit.inside, 6);
	assert_false(fit.few);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
	        TEST(table_is_the_inverse),
	        TEST(table_has_the_mean),
	        TEST(same_shape_is_one_table),
	        TEST(normal_quantiles),
	        TEST(draws_are_those_of_the_build),
	        TEST(drawn_phases_are_the_defaults),
	        TEST(other_shapes_are_made),
	        TEST(quantiles_are_those_of_sorting),
	        TEST(bootstrap_encloses),
	        TEST(runs_for_an_interval),
	        TEST(example_e9),
	        TEST(example_e15),
	        TEST(example_e16),
	        TEST(same_input_same_draws),
	        TEST(spreads_alone_are_the_same),
	        TEST(items_do_not_share_percentiles),
	        TEST(blockers_are_no_hours),
	        TEST(unknown_class_is_reported),
	        TEST(more_is_never_less),
	        TEST(scale_scales),
	        TEST(uncertainty_does_not_average_out),
	        TEST(given_hours_are_kept),
	        TEST(five_hundred_items_are_fast),
	        TEST(tasks_are_in_order),
	        TEST(progress_counts_causes),
	        TEST(fit_suggests_a_scale),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
