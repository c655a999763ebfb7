/* Prices with their dates; list-price ratios are for screening and say so. */
#include "report/prices.h"

#include "base/text.h"
#include "report/effort.h"
#include "report/number.h"

#include <math.h>
#include <stdio.h>

static str price_text(struct arena *a, double usd)
{
	return isnan(usd) ? S("not priced") : arena_format(a, "%.9g", usd);
}

static double per_pflop(const struct price_list *l, const struct price *p)
{
	const struct machine *m = book_machine(l->book, p->instance);

	return m && m->bf16_tflops > 0 ? p->usd_per_hour / (m->bf16_tflops / 1000) : NAN;
}

static double per_tbps(const struct price_list *l, const struct price *p)
{
	const struct machine *m = book_machine(l->book, p->instance);

	return m && m->hbm_tbps > 0 ? p->usd_per_hour / m->hbm_tbps : NAN;
}

static str ratio(struct arena *a, double value)
{
	return isnan(value) ? S("") : number_fixed(a, value, 2);
}

static str age(struct arena *a, const struct price_list *l, str date, int32_t days)
{
	if (!date.len)
		return S("undated");
	if (l->as_of - days > l->stale_days)
		return arena_format(a, "%d days old", l->as_of - days);
	return S("");
}

static void text_storage(struct arena *a, const struct price_list *l, struct buf *out)
{
	struct text_table t = {.arena = a,
	        .columns = 6,
	        .left = {true, true, true, false, true, true},
	        .indent = 0};
	str head[] = {S("provider"), S("storage, requests, transfer"), S("unit"), S("USD"),
	        S("date"), S("")};

	table_row(&t, head);
	for (uint32_t i = 0; i < l->book->rates.len; i++) {
		const struct rate *r = &l->book->rates.at[i];
		str cells[] = {r->provider, r->item, r->unit, price_text(a, r->usd), r->date,
		        age(a, l, r->date, r->days)};

		table_row(&t, cells);
	}
	buf_byte(out, '\n');
	table_write(&t, out);
}

void report_prices_text(struct arena *a, const struct price_list *l, struct buf *out)
{
	struct text_table t = {.arena = a,
	        .columns = 9,
	        .left = {true, true, true, false, false, false, true, true, true}};
	str head[] = {S("machine"), S("region"), S("bought"), S("USD/h"), S("per PFLOPS-h"),
	        S("per TB/s-h"), S("date"), S("evidence"), S("")};
	uint32_t priced = 0;

	table_row(&t, head);
	for (uint32_t i = 0; i < l->n; i++) {
		const struct price *p = &l->prices[i];
		str remark = age(a, l, p->date, p->days);
		str cells[] = {p->instance, p->region, p->purchase, price_text(a, p->usd_per_hour),
		        ratio(a, per_pflop(l, p)), ratio(a, per_tbps(l, p)), p->date, p->evidence,
		        p->discount.len
		                ? arena_format(a, "%.9g before %.*s; %.*s", p->list_usd_per_hour,
		                          STR_ARG(p->discount), STR_ARG(remark))
		                : remark};

		priced += isnan(p->usd_per_hour) ? 0 : 1;
		table_row(&t, cells);
	}
	table_write(&t, out);
	if (l->storage)
		text_storage(a, l, out);
	buf_format(out,
	        "\n%u with a price, %u without; USD; PFLOPS are dense BF16 and, like TB/s, the "
	        "vendor's peak: good for screening, never for a saving\n",
	        priced, l->n - priced);
}

static void put_price(struct json_out *w, const struct price_list *l, const struct price *p)
{
	json_out_object(w);
	text_json(w, "provider", p->provider);
	json_out_pair_str(w, "instance", p->instance);
	json_out_pair_str(w, "region", p->region);
	json_out_pair_str(w, "purchase", p->purchase);
	if (isnan(p->usd_per_hour)) {
		json_out_key(w, "priced");
		json_out_bool(w, false);
	}
	number_json(w, "usd_per_hour", p->usd_per_hour, 9);
	json_out_pair_str(w, "currency", S("USD"));
	if (p->discount.len) {
		number_json(w, "list_usd_per_hour", p->list_usd_per_hour, 9);
		json_out_pair_str(w, "discount", p->discount);
	}
	number_json(w, "usd_per_pflops_hour", per_pflop(l, p), 6);
	number_json(w, "usd_per_tbps_hour", per_tbps(l, p), 6);
	text_json(w, "date", p->date);
	if (p->date.len)
		json_out_pair_int(w, "age_days", l->as_of - p->days);
	text_json(w, "evidence", p->evidence);
	text_json(w, "source", p->source);
	text_json(w, "note", p->note);
	json_out_object_end(w);
}

static void put_rate(struct json_out *w, const struct rate *r)
{
	json_out_object(w);
	text_json(w, "provider", r->provider);
	json_out_pair_str(w, "item", r->item);
	json_out_pair_str(w, "unit", r->unit);
	number_json(w, "usd", r->usd, 9);
	text_json(w, "date", r->date);
	text_json(w, "source", r->source);
	json_out_object_end(w);
}

void report_prices_json(struct arena *arena, const struct price_list *l, struct buf *out)
{
	struct json_out w = {.out = out, .indent = 2};

	(void)arena;
	json_out_object(&w);
	json_out_pair_str(&w, "schema", S("portfit-prices/1"));
	json_out_key(&w, "prices");
	json_out_array(&w);
	for (uint32_t i = 0; i < l->n; i++)
		put_price(&w, l, &l->prices[i]);
	json_out_array_end(&w);
	if (l->storage) {
		json_out_key(&w, "storage");
		json_out_array(&w);
		for (uint32_t i = 0; i < l->book->rates.len; i++)
			put_rate(&w, &l->book->rates.at[i]);
		json_out_array_end(&w);
	}
	json_out_object_end(&w);
	buf_byte(out, '\n');
}

void report_prices_csv(struct arena *a, const struct price_list *l, struct buf *out)
{
	buf_puts(out, "provider,instance,region,purchase,usd_per_hour,currency,date,evidence,"
	              "source,note\n");
	for (uint32_t i = 0; i < l->n; i++) {
		const struct price *p = &l->prices[i];
		str cells[] = {p->provider, p->instance, p->region, p->purchase,
		        price_text(a, p->usd_per_hour), S("USD"), p->date, p->evidence, p->source,
		        p->note};

		for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) {
			if (k)
				buf_byte(out, ',');
			csv_cell(out, cells[k]);
		}
		buf_byte(out, '\n');
	}
}

/* ------------------------------------------------------------------ YAML */

/* JSON's quoted text is YAML's too. */
static void yaml_text(struct buf *out, const char *key, str value)
{
	struct json_out w = {.out = out};

	if (!value.len)
		return;
	buf_format(out, "    %s: ", key);
	json_out_str(&w, value);
	buf_byte(out, '\n');
}

void price_yaml(struct buf *out, const struct price *p)
{
	struct json_out w = {.out = out};

	buf_puts(out, "  - instance: ");
	json_out_str(&w, p->instance);
	buf_byte(out, '\n');
	yaml_text(out, "provider", p->provider);
	yaml_text(out, "region", p->region);
	yaml_text(out, "purchase", p->purchase);
	buf_format(out, "    usd_per_hour: %.9g\n    currency: USD\n", p->usd_per_hour);
	yaml_text(out, "date", p->date);
	yaml_text(out, "evidence", p->evidence);
	yaml_text(out, "source", p->source);
	yaml_text(out, "note", p->note);
}

/* ------------------------------------------------------------------ fetched */

/* What the book says for the same machine, region and option; NAN: nothing. */
static struct price known_price(const struct book *book, const struct price *p)
{
	struct price found = {.usd_per_hour = NAN};

	for (uint32_t i = 0; i < book->prices.len; i++) {
		const struct price *k = &book->prices.at[i];

		if (str_eq(k->instance, p->instance) && str_eq(k->region, p->region) &&
		        str_eq(k->purchase, p->purchase) && !isnan(k->usd_per_hour) &&
		        (isnan(found.usd_per_hour) || k->days >= found.days))
			found = *k;
	}
	return found;
}

void report_update_text(struct arena *a, const struct price_update *u, struct buf *out)
{
	struct text_table t = {
	        .arena = a, .columns = 6, .left = {true, true, true, false, false, true}};
	str head[] = {
	        S("machine"), S("region"), S("bought"), S("USD/h now"), S("USD/h known"), S("")};
	uint64_t taken = 0;

	table_row(&t, head);
	for (uint32_t k = 0; k < u->n; k++)
		for (uint32_t i = 0; i < u->offers[k].prices.len; i++) {
			const struct price *p = &u->offers[k].prices.at[i];
			struct price known = known_price(u->book, p);
			double change = 100 * (p->usd_per_hour / known.usd_per_hour - 1);
			str cells[] = {p->instance, p->region, p->purchase,
			        price_text(a, p->usd_per_hour),
			        isnan(known.usd_per_hour) ? S("-")
			                                  : price_text(a, known.usd_per_hour),
			        isnan(change)           ? S("new")
			        : fabs(change) < 0.0005 ? S("same")
			                                : arena_format(a, "%+.1f %%", change)};

			taken++;
			table_row(&t, cells);
		}
	table_write(&t, out);
	for (uint32_t k = 0; k < u->n; k++)
		buf_format(out, "%.*s: %s%.*s, %llu products, %llu prices taken\n",
		        STR_ARG(u->offers[k].region),
		        u->offers[k].published.len ? "published " : "nothing published",
		        STR_ARG(u->offers[k].published), (unsigned long long)u->offers[k].products,
		        (unsigned long long)u->offers[k].taken);
	if (taken)
		buf_puts(out, "-o yaml:FILE keeps them; --prices FILE uses them\n");
}

void report_update_json(struct arena *arena, const struct price_update *u, struct buf *out)
{
	struct price_list none = {.book = u->book};
	struct json_out w = {.out = out, .indent = 2};

	(void)arena;
	json_out_object(&w);
	json_out_pair_str(&w, "schema", S("portfit-prices/1"));
	json_out_key(&w, "prices");
	json_out_array(&w);
	for (uint32_t k = 0; k < u->n; k++)
		for (uint32_t i = 0; i < u->offers[k].prices.len; i++) {
			none.as_of = u->offers[k].prices.at[i].days;
			put_price(&w, &none, &u->offers[k].prices.at[i]);
		}
	json_out_array_end(&w);
	json_out_object_end(&w);
	buf_byte(out, '\n');
}

void report_update_yaml(struct arena *arena, const struct price_update *u, struct buf *out)
{
	(void)arena;
	buf_puts(out, "# Prices as published by the cloud; use with --prices or prices: in "
	              "portfit.yaml\nprices:\n");
	for (uint32_t k = 0; k < u->n; k++)
		for (uint32_t i = 0; i < u->offers[k].prices.len; i++)
			price_yaml(out, &u->offers[k].prices.at[i]);
}
