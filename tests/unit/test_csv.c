/* CSV as a stream, and bills in FOCUS 1.2: no byte and no cent may get lost. */
#include "assess/focus.h"
#include "base/file.h"
#include "base/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
	struct arena *keep, *temp;
	struct diags diags;
	struct env env;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	f->keep = arena_new();
	f->temp = arena_new();
	f->diags.arena = f->keep;
	f->env = (struct env){f->keep, f->temp, &f->diags, &limits_default, NULL};
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

/* Rows as "a|b;c|d;" and the error behind it. */
static void reads(struct fixture *f, str text, const char *want)
{
	struct buf got = {0};
	struct csv csv;

	csv_open_text(f->temp, text, &csv);
	while (csv_row(&csv)) {
		for (uint32_t i = 0; i < csv.n_fields; i++) {
			if (i)
				buf_byte(&got, '|');
			buf_put(&got, csv.fields[i]);
		}
		buf_byte(&got, ';');
	}
	if (csv.error)
		buf_format(&got, "!%u", (unsigned)csv.line);
	buf_byte(&got, 0);
	assert_string_equal(got.ptr, want);
	buf_free(&got);
}

static void rows_and_fields(void **state)
{
	struct fixture *f = *state;

	reads(f, S(""), "");
	reads(f, S("\n\n"), "");
	reads(f, S("a"), "a;");
	reads(f, S("a,b\nc,d\n"), "a|b;c|d;");
	reads(f, S("a,b\r\nc,d"), "a|b;c|d;");
	reads(f, S("a,\n,b\n"), "a|;|b;");
	reads(f, S("a,b,"), "a|b|;");
	reads(f,
	        S("\xef\xbb\xbf"
	          "a,b\n"),
	        "a|b;");
	reads(f, S("\"a\",\"b,c\"\n"), "a|b,c;");
	reads(f, S("\"a\"\"b\",\"\"\"\"\n"), "a\"b|\";");
	reads(f, S("\"a\nb\",c\n\"d\""), "a\nb|c;d;");
	reads(f, S("a\"b,c\n"), "a\"b|c;");
	reads(f, S("a\r,b\n"), "a\r|b;");
	reads(f, S("\"a\"\r\nb\n"), "a;b;");
	reads(f, S("\"a\"\r"), "a;");
}

static void damage_is_an_error(void **state)
{
	struct fixture *f = *state;

	reads(f, S("a\n\"b"), "a;!2");
	reads(f, S("a\n\"x\ny\",1\n\"b\" c\n"), "a;x\ny|1;!4");
	reads(f, S("\"a\"b"), "!1");
}

static void nul_bytes_are_bytes(void **state)
{
	struct fixture *f = *state;
	struct csv csv;

	csv_open_text(f->temp, S("a\0b,c\n"), &csv);
	assert_true(csv_row(&csv));
	assert_int_equal(csv.n_fields, 2);
	assert_int_equal(csv.fields[0].len, 3);
	assert_false(csv_row(&csv));
}

static void put_field(struct buf *out, str field, bool quote)
{
	if (quote)
		buf_byte(out, '"');
	for (size_t i = 0; i < field.len; i++) {
		if (quote && field.ptr[i] == '"')
			buf_byte(out, '"');
		buf_byte(out, field.ptr[i]);
	}
	if (quote)
		buf_byte(out, '"');
}

static str random_field(struct fixture *f, struct random *r)
{
	static const char letters[] = "ab,\"\n\r x1.;\\";
	uint32_t n = random_below(r, 10) ? random_below(r, 12) : random_below(r, 3000);
	char *out = arena_alloc(f->temp, n + 1, 1);

	for (uint32_t i = 0; i < n; i++)
		out[i] = letters[random_below(r, sizeof letters - 1)];
	return (str){out, n};
}

/* Random rows through a file that is many times the buffer, then through memory. */
static void what_goes_in_comes_out(void **state)
{
	struct fixture *f = *state;
	char path[] = "/tmp/portfit-csv.XXXXXX";
	struct buf text = {0};
	VEC(str) fields = {0};
	struct csv csv;
	uint32_t k = 0;
	struct random r = random_from(11);
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	for (int row = 0; row < 4000; row++) {
		for (int i = 0; i < 7; i++) {
			str field = random_field(f, &r);
			bool must = i == 0;

			for (size_t b = 0; b < field.len; b++)
				must |= strchr(",\"\n\r", field.ptr[b]) != NULL;
			if (i)
				buf_byte(&text, ',');
			put_field(&text, field, must || random_below(&r, 3) == 0);
			*VEC_PUSH(f->keep, &fields) = field;
		}
		buf_puts(&text, random_below(&r, 2) ? "\n" : "\r\n");
	}
	assert_true(file_write(&f->env, str_from(path), buf_str(&text)));
	for (int round = 0; round < 2; round++) {
		if (round)
			csv_open_text(f->keep, buf_str(&text), &csv);
		else
			assert_true(csv_open_file(&f->env, str_from(path), &csv));
		for (k = 0; csv_row(&csv);) {
			assert_int_equal(csv.n_fields, 7);
			for (uint32_t i = 0; i < 7; i++, k++)
				assert_true(str_eq(csv.fields[i], fields.at[k]));
		}
		assert_null(csv.error);
		assert_int_equal(k, fields.len);
		csv_close(&csv);
	}
	print_message("%zu bytes\n", text.len);
	buf_free(&text);
	close(fd);
	unlink(path);
}

static void a_row_without_end_is_refused(void **state)
{
	struct fixture *f = *state;
	char path[] = "/tmp/portfit-csv.XXXXXX";
	struct buf text = {0};
	struct csv csv;
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	buf_puts(&text, "a,\"");
	buf_repeat(&text, 'x', 5 << 20);
	assert_true(file_write(&f->env, str_from(path), buf_str(&text)));
	assert_true(csv_open_file(&f->env, str_from(path), &csv));
	assert_false(csv_row(&csv));
	assert_non_null(csv.error);
	csv_close(&csv);
	buf_free(&text);
	close(fd);
	unlink(path);
}

/* ------------------------------------------------------------------ amounts */

static void amounts(void **state)
{
	static const struct {
		const char *text, *shown;
	} cases[] = {{"0", "0.00"}, {"12.5", "12.50"}, {"-12.5", "-12.50"}, {"-0.05", "-0.05"},
	        {"1e-7", "0.0000001"}, {"0.000000000001", "0.000000000001"},
	        {"0.0000000000004", "0.00"}, {"0.0000000000005", "0.000000000001"},
	        {"999999999999.999999999999", "999999999999.999999999999"}, {"+3", "3.00"},
	        {"5.", "5.00"}, {".5", "0.50"}, {"1.2E+3", "1200.00"}};
	static const char *const bad[] = {"", "-", ".", "1,5", "abc", "1 ", "1e", "1e400",
	        "1000000000000", "nan", "inf", "1.2.3"};
	struct fixture *f = *state;
	struct amount a;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_true(amount_parse(str_from(cases[i].text), &a));
		assert_string_equal(arena_cstr(f->temp, amount_text(f->temp, a)), cases[i].shown);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (amount_parse(str_from(bad[i]), &a))
			fail_msg("taken: %s", bad[i]);
}

/* Sums do not depend on the order, and what is added can be taken away again. */
static void sums_are_exact(void **state)
{
	struct random r = random_from(12);
	struct amount list[2000], up = {0, 0}, down = {0, 0};

	(void)state;
	for (int i = 0; i < 2000; i++) {
		int64_t sign = random_below(&r, 2) ? 1 : -1;

		list[i] = amount_add((struct amount){sign * (int64_t)random_below(&r, 1000000),
		                             sign * (int64_t)(random_bits(&r) % 1000000000000)},
		        (struct amount){0, 0});
		up = amount_add(up, list[i]);
	}
	for (int i = 2000; i-- > 0;)
		down = amount_add(down, list[i]);
	assert_true(up.units == down.units && up.pico == down.pico);
	for (int i = 0; i < 2000; i++)
		up = amount_add(up, (struct amount){-list[i].units, -list[i].pico});
	assert_true(up.units == 0 && up.pico == 0);
}

/* ------------------------------------------------------------------ bills */

static const char header[] =
        "EffectiveCost,BilledCost,ListCost,ContractedCost,BillingCurrency,ChargeCategory,"
        "ChargePeriodStart,ChargePeriodEnd,BillingPeriodStart,BillingPeriodEnd,ServiceName,"
        "ServiceCategory,PricingQuantity,PricingUnit,ProviderName,PricingCategory,RegionId,"
        "CapacityReservationStatus,SkuMeter,SkuPriceDetails,Tags\n";

static void put_charge(struct buf *out, const char *cost, const char *charge, const char *category,
        const char *rest)
{
	buf_format(out,
	        "%s,1,%s,,USD,%s,2026-10-01T00:00:00Z,2026-10-01T01:00:00Z,2026-10-01T00:00:00Z,"
	        "2026-11-01T00:00:00Z,EC2,%s,1,Hours,AWS,Standard,us-east-1,%s\n",
	        cost, cost, charge, category, rest);
}

static bool import(struct fixture *f, const struct buf *text, struct focus_bill *bill)
{
	struct focus_plan plan = {.path = S("bill.csv")};
	struct csv csv;

	csv_open_text(f->temp, buf_str(text), &csv);
	return focus_read(&f->env, &plan, &csv, bill);
}

static void a_bill_adds_up(void **state)
{
	static const char *const charges[] = {"Usage", "Purchase", "Tax", "Credit", "Adjustment"};
	struct fixture *f = *state;
	struct buf text = {0};
	struct focus_bill bill;
	struct amount all = {0, 0}, parts = {0, 0}, categories = {0, 0};
	struct random r = random_from(13);

	buf_puts(&text, header);
	for (int i = 0; i < 5000; i++) {
		char cost[64], category[32];
		struct amount a;

		snprintf(cost, sizeof cost, "%s%u.%09u", random_below(&r, 4) ? "" : "-",
		        random_below(&r, 5000), random_below(&r, 1000000000));
		snprintf(category, sizeof category, "C%u", random_below(&r, 1400));
		put_charge(&text, cost, charges[random_below(&r, 5)], category,
		        ",BoxUsage:p5.48xlarge,,\"{\"\"job\"\":\"\"a\"\"}\"");
		assert_true(amount_parse(str_from(cost), &a));
		all = amount_add(all, a);
	}
	assert_true(import(f, &text, &bill));
	assert_int_equal(bill.rows, 5000);
	for (uint32_t i = 0; i < bill.charges.len; i++)
		parts = amount_add(parts, bill.charges.at[i].cost[FOCUS_EFFECTIVE]);
	for (uint32_t i = 0; i < bill.categories.len; i++)
		categories = amount_add(categories, bill.categories.at[i].cost[FOCUS_EFFECTIVE]);
	assert_true(parts.units == all.units && parts.pico == all.pico);
	assert_true(categories.units == bill.usage.cost[FOCUS_EFFECTIVE].units &&
	            categories.pico == bill.usage.cost[FOCUS_EFFECTIVE].pico);
	assert_true(bill.categories.len <= FOCUS_NAMES_MOST);
	buf_free(&text);
}

static void machines_and_idle_hours(void **state)
{
	struct fixture *f = *state;
	struct buf text = {0};
	struct focus_bill bill;

	buf_puts(&text, header);
	put_charge(&text, "40", "Usage", "Compute",
	        "Used,x,\"{\"\"InstanceType\"\": \"\"p5.48xlarge\"\"}\",");
	put_charge(&text, "42", "Usage", "Compute", "Unused,BoxUsage:p5.48xlarge,,");
	put_charge(&text, "2", "Usage", "Compute", ",DataTransfer,,");
	put_charge(&text, "5", "Usage", "Storage", ",BoxUsage:p5.48xlarge,,");
	assert_true(import(f, &text, &bill));
	assert_int_equal(bill.machines.len, 1);
	assert_true(bill.machines.at[0].hours == 2);
	assert_true(amount_value(bill.machines.at[0].effective) == 82);
	assert_true(amount_value(bill.idle) == 42);
	assert_true(str_eq(bill.categories.at[0].name, S("Compute")));
	assert_int_equal(bill.months, 1);
	assert_int_equal(bill.absent.len, 1);
	buf_free(&text);
}

/* Each of these is one line with the place, and no bill. */
static void bad_bills_are_refused(void **state)
{
	static const char line[] =
	        "1,1,1,1,USD,Usage,2026-10-01T00:00:00Z,2026-10-01T01:00:00Z,2026-10-01T00:00:00Z,"
	        "2026-11-01T00:00:00Z,EC2,Compute,1,Hours,AWS,Standard,us-east-1,,"
	        "BoxUsage:p5.4xlarge,,\n";
	static const struct {
		const char *from, *to;
	} damage[] = {{"1,1,1,1", "x,1,1,1"}, {"1,1,1,1", ",1,1,1"}, {"1,1,1,1", "nan,1,1,1"},
	        {"USD", "EUR"}, {"USD", ""}, {"Usage", "Useage"},
	        {"2026-10-01T01", "2026-09-01T01"},
	        {"2026-10-01T00:00:00Z,2026-10", "yesterday,2026-10"}, {",Standard", ""},
	        {"Compute,1,", "Compute,many,"}};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
		struct buf text = {0};
		struct focus_bill bill;
		const char *at = strstr(line, damage[i].from);

		buf_puts(&text, header);
		buf_puts(&text, line);
		buf_put(&text, (str){line, (size_t)(at - line)});
		buf_puts(&text, damage[i].to);
		buf_puts(&text, at + strlen(damage[i].from));
		f->diags.errors = 0;
		if (import(f, &text, &bill))
			fail_msg("taken: %s", damage[i].to);
		assert_int_equal(f->diags.errors, 1);
		assert_int_equal(VEC_LAST(&f->diags.list)->place.line, 3);
		buf_free(&text);
	}
}

static void missing_columns_are_named(void **state)
{
	struct fixture *f = *state;
	struct buf text = {0};
	struct focus_bill bill;

	buf_puts(&text, "BilledCost,BillingCurrency\n1,USD\n");
	assert_false(import(f, &text, &bill));
	assert_int_equal(f->diags.errors, 1);
	assert_true(str_has(f->diags.list.at[0].text, S("EffectiveCost, ")));
	assert_true(str_has(f->diags.list.at[0].text, S(", ProviderName")));
	assert_false(str_has(f->diags.list.at[0].text, S("BilledCost")));
	buf_free(&text);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
	        TEST(rows_and_fields),
	        TEST(damage_is_an_error),
	        TEST(nul_bytes_are_bytes),
	        TEST(what_goes_in_comes_out),
	        TEST(a_row_without_end_is_refused),
	        TEST(amounts),
	        TEST(sums_are_exact),
	        TEST(a_bill_adds_up),
	        TEST(machines_and_idle_hours),
	        TEST(bad_bills_are_refused),
	        TEST(missing_columns_are_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
