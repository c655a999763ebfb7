/* Money: the method's worked examples to the cent, and what must hold whatever the numbers are:
 * more expensive never looks cheaper, parts add up to their whole, what is not known stays so. */
#include "assess/book.h"
#include "assess/buckets.h"
#include "assess/cost_case.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
	struct arena *keep, *temp;
	struct diags diags;
	struct env env;
	struct book *book;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	f->keep = arena_new();
	f->temp = arena_new();
	f->diags.arena = f->keep;
	f->env = (struct env){f->keep, f->temp, &f->diags, &limits_default, NULL};
	f->book = book_open(&f->env, NULL, 0);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	arena_free(f->keep);
	arena_free(f->temp);
	free(f);
	return 0;
}

static double price(
        struct fixture *f, const char *instance, const char *purchase, const char *region)
{
	struct price_wish wish = {.instance = str_from(instance),
	        .purchase = str_from(purchase),
	        .region = str_from(region)};
	struct price p;

	assert_true(book_price(&f->env, f->book, &wish, &p));
	return p.usd_per_hour;
}

/* Rounded as it is shown. */
static void shows(double got, double want, int digits)
{
	double scale = pow(10, digits);

	if (round(got * scale) != round(want * scale))
		fail_msg("%.9g is not shown as %.9g", got, want);
}

#define P5_OD price(f, "p5.48xlarge", "on-demand", "us-east-1")
#define P5_CB price(f, "p5.48xlarge", "capacity-block", "us-east-1")
#define P4_OD price(f, "p4d.24xlarge", "on-demand", "us-east-1")
#define P4_CB price(f, "p4d.24xlarge", "capacity-block", "us-east-1")
#define T1_OD price(f, "trn1.32xlarge", "on-demand", "us-east-1")
#define T1_CB price(f, "trn1.32xlarge", "capacity-block", "us-east-1")
#define T2_CB price(f, "trn2.48xlarge", "capacity-block", "us-east-2")
#define T3_CB price(f, "trn2.3xlarge", "capacity-block", "")
#define A3_OD price(f, "a3-highgpu-8g", "on-demand", "us-central1")
#define A3_C3 price(f, "a3-highgpu-8g", "committed-3y", "us-central1")
#define V6_OD (8 * price(f, "TPU v6e 1 chip", "on-demand", "us-east5"))

/* E1 to E7 */
static void parity_and_months(void **state)
{
	struct fixture *f = *state;
	const struct {
		double gpu, target, parity, r100, r090;
	} cases[] = {
	        {P5_CB, T2_CB, 0.861, 4210.06, 1309.46},
	        {P5_OD, T2_CB, 0.650, 14073.82, 11173.22},
	        {P4_OD, T1_OD, 0.979, 334.08, -1409.81},
	        {P4_CB, T1_CB, 0.808, 1655.64, 882.49},
	        {A3_OD, V6_OD, 0.244, 48829.70, 47077.70},
	        {A3_C3, V6_OD, 0.556, 12603.01, 10851.01},
	        {P5_OD, V6_OD, 0.392, 24411.20, 22659.20},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		double gpu = cases[i].gpu, target = cases[i].target;

		shows(target / gpu, cases[i].parity, 3);
		shows((gpu - target) * 730, cases[i].r100, 2);
		shows((gpu - target / 0.9) * 730, cases[i].r090, 2);
	}
}

static struct cost_case example_e8(struct fixture *f)
{
	return (struct cost_case){
	        .base = {P5_CB, 0.5, 0, 1, 10, 0.25, 0.9, 0.02, 0.95, 500 * 0.023},
	        .target = {T2_CB, 0.5, 1, 4, 10 / 0.95, 0.25, 0.9, 0.05, 0.95, 500 * 0.023},
	        .base_job = NAN,
	        .jobs = 60,
	        .hours = 294,
	        .rate = 120,
	        .debug_price = T3_CB,
	        .debug_share = 0.5,
	        .dual_months = 0.5,
	        .u_model = 1,
	        .h_model = 0.05,
	        .u_sdk = 7,
	        .h_sdk = 0.05,
	        .discount = 0.1,
	};
}

static void one_job_e8(void **state)
{
	struct fixture *f = *state;
	struct cost_case c = example_e8(f);
	struct cost_outcome o;

	cost_of_case(&c, &o);
	shows(o.base.t_job, 10.75, 4);
	shows(o.target.t_job, 11.5263, 4);
	shows(o.base.c_run, 496.03, 2);
	shows(o.target.c_run, 457.99, 2);
	shows(o.base.c_job, 544.90, 2);
	shows(o.target.c_job, 519.57, 2);
	shows(o.saving_job, 25.32, 2);
}

static void break_even_e10(void **state)
{
	struct fixture *f = *state;
	struct cost_case c = example_e8(f);
	struct cost_outcome o;

	cost_of_case(&c, &o);
	shows(o.c_debug, 328.54, 2);
	shows(o.base_month, 32693.81, 2);
	shows(o.c_dual, 16346.90, 2);
	shows(o.c_once, 51955.45, 2);
	shows(o.c_rec, 1176.00, 2);
	shows(o.s_month, 343.46, 2);
	shows(o.break_even_months, 151.3, 1);
	c.jobs = 200;
	cost_of_case(&c, &o);
	shows(o.s_month, 3888.85, 2);
	shows(o.c_once, 90098.22, 2);
	shows(o.break_even_months, 23.2, 1);
	shows(cost_npv(&o, 0.1, 24), -5459.07, 2);
}

/* E11 */
static void capacity_blocks_are_whole_days(void **state)
{
	struct fixture *f = *state;

	assert_true(block_hours_paid(30) == 48);
	shows(block_hours_paid(30) * T2_CB, 1716.52, 2);
	shows(block_hours_paid(30) * T2_CB / 30, 57.22, 2);
	assert_true(block_hours_paid(23.5) == 24);
	assert_true(block_hours_paid(23.6) == 48);
	assert_true(block_hours_paid(14 * 24 - 0.5) == 14 * 24);
	assert_true(block_hours_paid(14 * 24) == 21 * 24);
	assert_true(block_hours_paid(182 * 24 - 0.5) == 182 * 24);
	assert_true(isnan(block_hours_paid(182 * 24)));
}

/* E12, E14, E17, E18 */
static void small_examples(void **state)
{
	struct fixture *f = *state;

	shows(P5_OD / 7.912, 6.96, 2);
	shows(P5_CB / 7.912, 5.25, 2);
	shows(T2_CB / 10.672, 3.35, 2);
	shows(T1_OD / 3.04, 7.07, 2);
	shows(V6_OD / 7.344, 2.94, 2);
	shows(P5_OD / 26.8, 2.05, 2);
	shows(T2_CB / 46.4, 0.77, 2);
	assert_true(book_machine(f->book, S("p5.48xlarge"))->bf16_tflops == 7912);
	assert_true(book_machine(f->book, S("trn2.48xlarge"))->hbm_tbps == 46.4);
	shows(144570 * 1.4 / 1800, 112.44, 2);
	shows(100 * (1 - P5_CB / P5_OD), 24.5, 1);
	shows(100 * (1 - T2_CB / P5_CB), 13.9, 1);
	shows(48 * T3_CB, 107.28, 2);
	shows(24 * T3_CB, 53.64, 2);
}

/* E16 with H = 108 h */
static void payback_curve_e16(void **state)
{
	struct fixture *f = *state;
	struct cost_case c = example_e8(f);
	struct cost_outcome o;

	c.base = (struct side_case){P5_CB, 0, 0, 1, 9.2, 0, 1, 0, 1, 0};
	c.target = (struct side_case){T2_CB, 0, 0, 1, 9.2, 0, 1, 0, 1, 0};
	c.hours = 108;
	c.jobs = NAN;
	cost_of_case(&c, &o);
	shows(o.base.c_job, 382.06, 2);
	shows(o.target_equal, 329.00, 2);
	shows(o.base.c_job / o.target_equal, 1.161, 3);
	shows(cost_r_max(&o, &c, 20, 12), 0.882, 3);
	shows(cost_r_max(&o, &c, 40, 12), 0.997, 3);
	shows(cost_r_max(&o, &c, 100, 12), 1.067, 3);
	assert_true(ceil(cost_jobs_needed(&o, &c, 12)) == 41);
}

/* ------------------------------------------------------------------ what must hold */

static double between(struct random *r, double low, double high)
{
	return low + (high - low) * random_unit(r);
}

static struct side_case random_side(struct random *r)
{
	return (struct side_case){between(r, 0.1, 100), between(r, 0, 2), between(r, 0, 5),
	        between(r, 1, 20), between(r, 0.01, 50), between(r, 0, 1), between(r, 0.2, 1),
	        between(r, 0, 0.4), between(r, 0.5, 1), between(r, 0, 30)};
}

static struct cost_case random_case(struct random *r)
{
	return (struct cost_case){random_side(r), random_side(r), NAN, between(r, 1, 500),
	        between(r, 1, 2000), between(r, 50, 200), between(r, 0.5, 40), between(r, 0, 1),
	        between(r, 0, 2), between(r, 0, 5000), between(r, 0, 5000), between(r, 0, 4),
	        between(r, 0, 8), between(r, 0, 0.1), between(r, 0, 0.1), between(r, 0, 100),
	        between(r, 0, 0.2)};
}

static bool close_to(double a, double b)
{
	return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b) + 1);
}

static void parts_are_the_whole(void **state)
{
	struct random r = random_from(1);

	(void)state;
	for (int i = 0; i < 20000; i++) {
		struct cost_case c = random_case(&r);
		struct cost_outcome o;

		cost_of_case(&c, &o);
		assert_true(close_to(
		        o.c_once, o.c_labour + o.c_debug + o.c_dual + c.move + c.committed));
		assert_true(close_to(o.c_once - o.c_dual, o.c_fixed));
		assert_true(close_to(o.base_month - o.target_month, o.s_month + o.c_rec));
		assert_true(close_to(o.saving_job, o.base.c_job - o.target.c_job));
		assert_true(o.target.idle >= 0 && o.target.idle <= o.target.c_run);
		assert_true(o.target.t_cold >= o.target.t_job - 1e-12 &&
		            o.target.t_job >= o.target.t_steady - 1e-12);
		if (o.s_month > 0)
			assert_true(close_to(o.break_even_months * o.s_month, o.c_once));
		else
			assert_true(isinf(o.break_even_months));
	}
}

/* Everything that makes the target dearer, one by one. */
static void dearer_never_looks_cheaper(void **state)
{
	static const size_t dearer[] = {offsetof(struct cost_case, target.price),
	        offsetof(struct cost_case, target.prep), offsetof(struct cost_case, target.compile),
	        offsetof(struct cost_case, target.run), offsetof(struct cost_case, target.out),
	        offsetof(struct cost_case, target.other), offsetof(struct cost_case, hours),
	        offsetof(struct cost_case, rate), offsetof(struct cost_case, debug_price),
	        offsetof(struct cost_case, dual_months), offsetof(struct cost_case, move),
	        offsetof(struct cost_case, committed), offsetof(struct cost_case, u_sdk),
	        offsetof(struct cost_case, extra_storage)};
	struct random r = random_from(2);

	(void)state;
	for (int i = 0; i < 20000; i++) {
		struct cost_case c = random_case(&r), more = c;
		struct cost_outcome a, b;
		size_t at = dearer[random_below(&r, sizeof dearer / sizeof *dearer)];
		double *field = (double *)(void *)((char *)&more + at);

		*field *= between(&r, 1, 2);
		cost_of_case(&c, &a);
		cost_of_case(&more, &b);
		assert_true(b.target.c_job >= a.target.c_job - 1e-9);
		assert_true(b.s_month <= a.s_month + 1e-6);
		assert_true(b.c_once >= a.c_once - 1e-6);
		assert_true(b.break_even_months >= a.break_even_months - 1e-6);
		assert_true(cost_npv(&b, 0.1, 24) <= cost_npv(&a, 0.1, 24) + 1e-6);
		/* Below 0 nothing pays, whatever the ratio. */
		if (cost_r_max(&a, &c, 50, 12) > 0)
			assert_true(
			        cost_r_max(&b, &more, 50, 12) <= cost_r_max(&a, &c, 50, 12) + 1e-9);
	}
}

/* A worse pass rate, use of paid hours or retry rate never makes a job cheaper. */
static void waste_costs(void **state)
{
	struct random r = random_from(3);

	(void)state;
	for (int i = 0; i < 20000; i++) {
		struct side_case a = random_side(&r), b = a;
		struct job_cost x, y;

		b.pass *= between(&r, 0.5, 1);
		b.util *= between(&r, 0.5, 1);
		b.retry += between(&r, 0, 0.3);
		side_cost(&a, &x);
		side_cost(&b, &y);
		assert_true(y.c_job >= x.c_job - 1e-9 * x.c_job);
	}
}

/* At the time ratio r_max the port pays back in exactly that many months. */
static void r_max_is_the_edge(void **state)
{
	struct random r = random_from(4);

	(void)state;
	for (int i = 0; i < 5000; i++) {
		struct cost_case c = random_case(&r);
		struct cost_outcome o, at_edge;
		double months = 1 + floor(between(&r, 1, 36)), most;

		c.target = (struct side_case){between(&r, 1, 60), 0, 0, 1, 1, 0,
		        between(&r, 0.3, 1), between(&r, 0, 0.3), between(&r, 0.6, 1), 0};
		cost_of_case(&c, &o);
		most = cost_r_max(&o, &c, c.jobs, months);
		if (!(most > 0.01))
			continue;
		c.target.run = most * o.base.t_job;
		cost_of_case(&c, &at_edge);
		assert_true(fabs(at_edge.break_even_months - months) < 1e-6 * months);
	}
}

static void not_known_stays_unknown(void **state)
{
	struct fixture *f = *state;
	struct cost_case c = example_e8(f);
	struct cost_outcome o;

	c.target.price = NAN;
	cost_of_case(&c, &o);
	assert_true(isnan(o.target.c_job) && isnan(o.saving_job) && isnan(o.s_month) &&
	            isnan(o.break_even_months) && isnan(cost_npv(&o, 0.1, 24)));
	shows(o.base.c_job, 544.90, 2);
	c = example_e8(f);
	c.jobs = NAN;
	cost_of_case(&c, &o);
	assert_true(isnan(o.break_even_months) && isnan(o.c_once) && !isnan(o.saving_job));
}

/* ------------------------------------------------------------------ the book */

static void the_newest_price_answers(void **state)
{
	struct fixture *f = *state;

	assert_true(P5_CB == 41.528); /* 31.464 in March */
	assert_true(isnan(price(f, "trn2.48xlarge", "on-demand", "us-east-1")));
	assert_true(isnan(price(f, "trn2.48xlarge", "flex-start", "us-east-1")));
	assert_true(T3_CB == 2.235);
	assert_true(price(f, "trn2.3xlarge", "capacity-block", "ap-southeast-4") == 2.235);
	assert_true(isnan(price(f, "trn2.3xlarge", "capacity-block", "eu-west-1")));
	assert_int_equal(f->book->machines.len, 48);
	assert_int_equal(f->book->prices.len, 133);
	assert_int_equal(f->book->rates.len, 13);
	assert_int_equal(f->diags.errors, 0);
}

static void several_regions_must_be_chosen(void **state)
{
	struct fixture *f = *state;
	struct price_wish wish = {
	        .instance = S("TPU v6e 1 chip"), .purchase = S("on-demand"), .region = STR_NONE};
	struct price p;

	assert_false(book_price(&f->env, f->book, &wish, &p));
	assert_int_equal(f->diags.errors, 1);
}

static void regions_answer(void **state)
{
	(void)state;
	assert_true(region_answers(S("us"), S("us-east-1")));
	assert_true(region_answers(S("any"), S("mars")));
	assert_true(region_answers(S("a, b-c"), S("b-c")));
	assert_false(region_answers(S("us"), S("usa-east-1")));
	assert_false(region_answers(S("us-east-1"), S("us-east-2")));
	assert_false(region_answers(S("us-east-1"), S("us")));
}

/* ------------------------------------------------------------------ length buckets */

static double padded_work(const struct lengths *l, const uint32_t *cuts, uint32_t n)
{
	double work = 0;
	uint32_t from = 0;

	for (uint32_t b = 0; b < n; b++) {
		for (uint32_t i = from; i < cuts[b]; i++)
			work += l->list.at[cuts[b] - 1].length * l->list.at[i].count;
		from = cuts[b];
	}
	return work;
}

/* Every way to cut `n` lengths into k runs, tried out. */
static double best_by_hand(const struct lengths *l, uint32_t k)
{
	double best = INFINITY;
	uint32_t n = l->list.len;

	for (uint32_t mask = 0; mask < 1u << (n - 1); mask++) {
		uint32_t cuts[16], m = 0;

		for (uint32_t i = 0; i + 1 < n; i++)
			if (mask >> i & 1)
				cuts[m++] = i + 1;
		cuts[m++] = n;
		if (m == k && padded_work(l, cuts, m) < best)
			best = padded_work(l, cuts, m);
	}
	return best;
}

static void buckets_waste_least(void **state)
{
	struct fixture *f = *state;
	struct random r = random_from(5);

	for (int round = 0; round < 300; round++) {
		struct lengths l = {0};
		uint32_t n = 1 + random_below(&r, 11), k = 1 + random_below(&r, n);
		double length = 0, real = 0;
		struct buckets b;

		for (uint32_t i = 0; i < n; i++) {
			length += 1 + random_below(&r, 50);
			*VEC_PUSH(f->keep, &l.list) =
			        (struct length_count){length, random_below(&r, 20) + (i == 0)};
			real += length * l.list.at[i].count;
		}
		buckets_choose(f->temp, &l, k, &b);
		assert_int_equal(b.n, k);
		assert_true(b.edge[k - 1] == length);
		assert_true(close_to(b.loss, 1 - real / best_by_hand(&l, k)));
	}
}

static void as_many_buckets_as_lengths_waste_nothing(void **state)
{
	struct fixture *f = *state;
	struct lengths l = {0};
	struct buckets b;

	for (int i = 1; i <= 40; i++)
		*VEC_PUSH(f->keep, &l.list) = (struct length_count){i * 7, 3};
	buckets_choose(f->temp, &l, 40, &b);
	assert_true(fabs(b.loss) < 1e-12);
	buckets_balance(f->temp, &l, &(struct bucket_times){10, 1e6},
	        &b); /* compiling is dear: one program */
	assert_int_equal(b.n, 1);
	buckets_balance(f->temp, &l, &(struct bucket_times){10, 0}, &b); /* and free: all of them */
	assert_true(fabs(b.loss) < 1e-12);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
	        TEST(parity_and_months),
	        TEST(one_job_e8),
	        TEST(break_even_e10),
	        TEST(capacity_blocks_are_whole_days),
	        TEST(small_examples),
	        TEST(payback_curve_e16),
	        TEST(parts_are_the_whole),
	        TEST(dearer_never_looks_cheaper),
	        TEST(waste_costs),
	        TEST(r_max_is_the_edge),
	        TEST(not_known_stays_unknown),
	        TEST(the_newest_price_answers),
	        TEST(several_regions_must_be_chosen),
	        TEST(regions_answer),
	        TEST(buckets_waste_least),
	        TEST(as_many_buckets_as_lengths_waste_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
