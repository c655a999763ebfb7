/* A bill: what was used stands first and by category, everything else apart. */
#include "report/prices.h"

#include "base/text.h"
#include "report/number.h"

#include <math.h>

static const char *const cost_words[FOCUS_COSTS] = {"effective", "billed", "list", "contracted"};

/* To the cent, with commas; the JSON has every digit. */
static str money(struct arena *a, struct amount amount)
{
	return number_fixed(a, amount_value(amount), 2);
}

static void sum_row(struct text_table *t, const struct focus_sum *s)
{
	str cells[TABLE_COLUMNS] = {s->name.len ? s->name : S("(none)"),
	        money(t->arena, s->cost[FOCUS_EFFECTIVE]), money(t->arena, s->cost[FOCUS_BILLED]),
	        money(t->arena, s->cost[FOCUS_CONTRACTED]), money(t->arena, s->cost[FOCUS_LIST]),
	        arena_format(t->arena, "%llu", (unsigned long long)s->rows)};

	table_row(t, cells);
}

static void text_sums(struct arena *a, const struct focus_bill *b, struct buf *out)
{
	struct text_table t = {.arena = a, .columns = 6, .left = {true}, .indent = 2};
	struct focus_sum usage = b->usage;
	str head[] = {S("usage by service category"), S("effective"), S("billed"), S("contracted"),
	        S("list"), S("rows")};

	table_row(&t, head);
	for (uint32_t i = 0; i < b->categories.len; i++)
		sum_row(&t, &b->categories.at[i]);
	usage.name = S("all usage");
	sum_row(&t, &usage);
	for (uint32_t i = 0; i < b->charges.len; i++) {
		struct focus_sum apart = b->charges.at[i];

		if (str_eq(apart.name, S("Usage")))
			continue;
		apart.name = arena_format(a, "apart: %.*s", STR_ARG(apart.name));
		sum_row(&t, &apart);
	}
	table_write(&t, out);
}

static void text_machines(struct arena *a, const struct focus_bill *b, struct buf *out)
{
	struct text_table t = {.arena = a, .columns = 6, .left = {true, true, true}, .indent = 2};
	str head[] = {S("machine"), S("region"), S("pricing"), S("hours"), S("effective an hour"),
	        S("list an hour")};

	if (!b->machines.len)
		return;
	table_row(&t, head);
	for (uint32_t i = 0; i < b->machines.len; i++) {
		const struct focus_machine *m = &b->machines.at[i];
		str cells[] = {m->instance, m->region, m->category, number_fixed(a, m->hours, 2),
		        number_fixed(
		                a, m->hours > 0 ? amount_value(m->effective) / m->hours : NAN, 4),
		        number_fixed(a, m->hours > 0 ? amount_value(m->list) / m->hours : NAN, 4)};

		table_row(&t, cells);
	}
	buf_byte(out, '\n');
	table_write(&t, out);
}

void report_bill_text(struct arena *a, const struct bill_report *r, struct buf *out)
{
	const struct focus_bill *b = r->bill;
	double months = b->months ? b->months : 1;

	text_visible(out, r->path);
	buf_puts(out, "   ");
	text_visible(out, b->provider);
	buf_format(out, "   %llu rows", (unsigned long long)b->rows);
	if (b->used_rows != b->rows)
		buf_format(out, ", %llu with the tags", (unsigned long long)b->used_rows);
	buf_format(out, ", %.*s to %.*s, %u billing period%s, all in ",
	        STR_ARG(date_format(a, b->first)), STR_ARG(date_format(a, b->last - 1)), b->months,
	        b->months == 1 ? "" : "s");
	text_visible(out, b->currency);
	buf_puts(out, "\n\n");
	text_sums(a, b, out);
	text_machines(a, b, out);
	buf_format(out, "\n  idle (unused commitments and reservations, within usage): %.*s\n",
	        STR_ARG(money(a, b->idle)));
	if (str_eq(b->currency, S("USD")))
		buf_format(out,
		        "  for a plan:  bill: {usd_month: %.2f, date: %.*s, source: a FOCUS "
		        "bill}\n",
		        amount_value(b->usage.cost[FOCUS_EFFECTIVE]) / months,
		        STR_ARG(date_format(a, b->last - 1)));
	else
		buf_puts(out, "  no plan can be made of it: plans are in USD and nothing is "
		              "converted\n");
	if (b->folded)
		buf_puts(out, "  more than 999 names of a kind: the rest stands under 'other'\n");
	for (uint32_t i = 0; i < b->absent.len; i++) {
		buf_puts(out, i ? ", " : "  not in the file: ");
		text_visible(out, b->absent.at[i]);
	}
	if (b->absent.len)
		buf_byte(out, '\n');
}

static void put_amount(struct arena *a, struct json_out *w, const char *key, struct amount v)
{
	json_out_key(w, key);
	json_out_raw(w, amount_text(a, v));
}

static void put_sum(struct arena *a, struct json_out *w, const struct focus_sum *s)
{
	json_out_object(w);
	text_json(w, "name", s->name);
	json_out_pair_int(w, "rows", (int64_t)s->rows);
	for (int i = 0; i < FOCUS_COSTS; i++)
		put_amount(a, w, cost_words[i], s->cost[i]);
	json_out_object_end(w);
}

struct sums {
	const struct focus_sum *list;
	uint32_t n;
};

static void put_sums(struct arena *a, struct json_out *w, const char *key, struct sums sums)
{
	json_out_key(w, key);
	json_out_array(w);
	for (uint32_t i = 0; i < sums.n; i++)
		put_sum(a, w, &sums.list[i]);
	json_out_array_end(w);
}

static void put_machines(struct arena *a, struct json_out *w, const struct focus_bill *b)
{
	json_out_key(w, "machines");
	json_out_array(w);
	for (uint32_t i = 0; i < b->machines.len; i++) {
		const struct focus_machine *m = &b->machines.at[i];

		json_out_object(w);
		json_out_pair_str(w, "instance", m->instance);
		text_json(w, "region", m->region);
		text_json(w, "pricing", m->category);
		json_out_pair_int(w, "rows", (int64_t)m->rows);
		number_json(w, "hours", m->hours, 6);
		put_amount(a, w, "effective", m->effective);
		put_amount(a, w, "list", m->list);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

void report_bill_json(struct arena *a, const struct bill_report *r, struct buf *out)
{
	const struct focus_bill *b = r->bill;
	struct json_out w = {.out = out, .indent = 2};

	json_out_object(&w);
	json_out_pair_str(&w, "schema", S("portfit-bill/1"));
	text_json(&w, "provider", b->provider);
	json_out_pair_str(&w, "currency", b->currency);
	json_out_pair_int(&w, "rows", (int64_t)b->rows);
	json_out_pair_int(&w, "rows_used", (int64_t)b->used_rows);
	json_out_pair_str(&w, "first_day", date_format(a, b->first));
	json_out_pair_str(&w, "last_day", date_format(a, b->last - 1));
	json_out_pair_int(&w, "billing_periods", b->months);
	json_out_key(&w, "usage");
	put_sum(a, &w, &b->usage);
	put_sums(a, &w, "usage_by_service_category",
	        (struct sums){b->categories.at, b->categories.len});
	put_sums(a, &w, "charges", (struct sums){b->charges.at, b->charges.len});
	put_amount(a, &w, "idle_effective", b->idle);
	put_machines(a, &w, b);
	json_out_key(&w, "columns_absent");
	json_out_array(&w);
	for (uint32_t i = 0; i < b->absent.len; i++)
		json_out_str(&w, b->absent.at[i]);
	json_out_array_end(&w);
	json_out_object_end(&w);
	buf_byte(out, '\n');
}

static str purchase_of(str category)
{
	if (str_eq(category, S("Standard")))
		return S("on-demand");
	return str_eq(category, S("Dynamic")) ? S("spot") : STR_NONE;
}

void report_bill_yaml(struct arena *a, const struct bill_report *r, struct buf *out)
{
	const struct focus_bill *b = r->bill;

	buf_puts(out, "# What an hour really cost, from a bill; commitments are left out, since an "
	              "hour of them has no price of its own\nprices:");
	if (!str_eq(b->currency, S("USD"))) {
		buf_puts(out, " []\n");
		return;
	}
	buf_byte(out, '\n');
	for (uint32_t i = 0; i < b->machines.len; i++) {
		const struct focus_machine *m = &b->machines.at[i];
		struct price p = {.instance = m->instance,
		        .region = m->region.len ? m->region : S("any"),
		        .purchase = purchase_of(m->category),
		        .usd_per_hour = amount_value(m->effective) / m->hours,
		        .date = date_format(a, b->last - 1),
		        .evidence = S("measured"),
		        .source = arena_format(a, "bill %.*s", STR_ARG(r->path))};

		if (p.purchase.len && m->hours > 0 && p.usd_per_hour >= 0)
			price_yaml(out, &p);
	}
}
