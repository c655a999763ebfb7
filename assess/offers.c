/* Two walks in one file: products tell which SKU is which machine, terms tell what a SKU costs.
 *
 * {"publicationDate", "products": {SKU: {"attributes": {…}}}, "terms": {"OnDemand": {SKU: {TERM:
 * {"priceDimensions": {RATE: {"unit", "pricePerUnit": {"USD": "…"}}}, "termAttributes": {…}}}},
 * "Reserved": …}}. The terms may stand before the products, so both are collected and joined in
 * the end; only SKUs of machines asked for are kept. */
#include "assess/offers.h"

#include "base/map.h"
#include "base/text.h"

struct product {
	str sku, instance;
};

struct term {
	str sku, purchase;
	double usd;
};

struct offer_reader {
	struct env *env;
	const struct offers_ask *ask;
	struct json j;
	struct offers *out;
	VEC(struct product) products;
	VEC(struct term) terms;
};

/* What of a product decides whether it is taken. */
struct attributes {
	str instance, system, tenancy, software, capacity, region, market;
};

static void read_attributes(struct json *j, struct attributes *a)
{
	const struct {
		const char *key;
		str *value;
	} fields[] = {{"instanceType", &a->instance}, {"operatingSystem", &a->system},
	        {"tenancy", &a->tenancy}, {"preInstalledSw", &a->software},
	        {"capacitystatus", &a->capacity}, {"regionCode", &a->region},
	        {"marketoption", &a->market}};
	str key;

	for (json_object(j); json_key(j, &key);) {
		size_t i = 0;

		while (i < sizeof fields / sizeof *fields && !str_eq(key, str_from(fields[i].key)))
			i++;
		if (i < sizeof fields / sizeof *fields)
			json_string(j, fields[i].value);
		else
			json_skip(j);
	}
}

static bool is_or_absent(str value, const char *wish)
{
	return !value.len || str_eq(value, str_from(wish));
}

static bool is_asked_for(const struct offer_reader *r, const struct attributes *a)
{
	if (!str_eq(a->system, S("Linux")) || !str_eq(a->tenancy, S("Shared")) ||
	        !is_or_absent(a->software, "NA") || !is_or_absent(a->capacity, "Used") ||
	        !is_or_absent(a->market, "OnDemand"))
		return false;
	if (a->region.len && !str_eq(a->region, r->ask->region))
		return false;
	for (uint32_t i = 0; i < r->ask->n_instances; i++)
		if (str_eq(a->instance, r->ask->instances[i]))
			return true;
	return false;
}

static void read_products(struct offer_reader *r)
{
	str sku, key;

	for (json_object(&r->j); json_key(&r->j, &sku);) {
		struct attributes a = {0};

		for (json_object(&r->j); json_key(&r->j, &key);)
			if (str_eq(key, S("attributes")))
				read_attributes(&r->j, &a);
			else
				json_skip(&r->j);
		r->out->products++;
		if (json_ok(&r->j) && is_asked_for(r, &a))
			*VEC_PUSH(r->env->keep, &r->products) = (struct product){
			        arena_dup(r->env->keep, sku), arena_dup(r->env->keep, a.instance)};
	}
}

static void read_usd(struct json *j, str *text)
{
	str key;

	for (json_object(j); json_key(j, &key);)
		if (str_eq(key, S("USD")))
			json_string(j, text);
		else
			json_skip(j);
}

/* One price dimension: an hourly amount in USD. */
static void read_dimension(struct json *j, double *usd)
{
	str key, unit = STR_NONE, text = STR_NONE;

	for (json_object(j); json_key(j, &key);)
		if (str_eq(key, S("unit")))
			json_string(j, &unit);
		else if (str_eq(key, S("pricePerUnit")))
			read_usd(j, &text);
		else
			json_skip(j);
	if (!json_ok(j) || !str_eq(unit, S("Hrs")) || !text.len)
		return;
	if (!str_float(text, usd) || !(*usd >= 0 && *usd < 1e6))
		json_fail(j, "expected a price in USD");
}

struct term_attributes {
	str length, payment, offering;
};

static void read_term_attributes(struct json *j, struct term_attributes *a)
{
	str key;

	for (json_object(j); json_key(j, &key);)
		if (str_eq(key, S("LeaseContractLength")))
			json_string(j, &a->length);
		else if (str_eq(key, S("PurchaseOption")))
			json_string(j, &a->payment);
		else if (str_eq(key, S("OfferingClass")))
			json_string(j, &a->offering);
		else
			json_skip(j);
}

/* STR_NONE: a way to buy that is not listed. */
static str purchase_of(bool on_demand, const struct term_attributes *a)
{
	if (on_demand)
		return S("on-demand");
	if (!str_eq(a->payment, S("No Upfront")) || !is_or_absent(a->offering, "standard"))
		return STR_NONE;
	if (str_eq(a->length, S("1yr")))
		return S("committed-1y");
	return str_eq(a->length, S("3yr")) ? S("committed-3y") : STR_NONE;
}

static void read_term(struct offer_reader *r, bool on_demand, str sku)
{
	struct term_attributes a = {0};
	struct json *j = &r->j;
	double usd = NAN;
	str key, purchase;

	for (json_object(j); json_key(j, &key);)
		if (str_eq(key, S("termAttributes")))
			read_term_attributes(j, &a);
		else if (!str_eq(key, S("priceDimensions")))
			json_skip(j);
		else
			for (json_object(j); json_key(j, &key);)
				read_dimension(j, &usd);
	purchase = purchase_of(on_demand, &a);
	/* 0 is how the files say that a price is not theirs to tell. */
	if (json_ok(j) && purchase.len && usd > 0)
		*VEC_PUSH(r->env->keep, &r->terms) = (struct term){sku, purchase, usd};
}

/* Terms of other SKUs are skipped where the products are known already; else all are kept. */
static bool is_wanted(const struct offer_reader *r, const struct map *skus, str sku)
{
	return !r->out->products || map_get(skus, sku);
}

static void read_terms_of(struct offer_reader *r, bool on_demand)
{
	struct map skus = {.arena = r->env->keep};
	str sku, code;

	for (uint32_t i = 0; i < r->products.len; i++)
		*map_at(&skus, r->products.at[i].sku, NULL) = 1;
	for (json_object(&r->j); json_key(&r->j, &sku);) {
		if (!is_wanted(r, &skus, sku)) {
			json_skip(&r->j);
			continue;
		}
		sku = arena_dup(r->env->keep, sku);
		for (json_object(&r->j); json_key(&r->j, &code);)
			read_term(r, on_demand, sku);
	}
}

static void read_terms(struct offer_reader *r)
{
	str key;

	for (json_object(&r->j); json_key(&r->j, &key);)
		if (str_eq(key, S("OnDemand")))
			read_terms_of(r, true);
		else if (str_eq(key, S("Reserved")))
			read_terms_of(r, false);
		else
			json_skip(&r->j);
}

static void join(struct offer_reader *r)
{
	struct map skus = {.arena = r->env->keep};

	for (uint32_t i = 0; i < r->products.len; i++)
		*map_at(&skus, r->products.at[i].sku, NULL) = i;
	for (uint32_t i = 0; i < r->terms.len; i++) {
		const struct term *t = &r->terms.at[i];
		const uint32_t *product = map_get(&skus, t->sku);
		struct price p = {.provider = S("aws"),
		        .region = r->ask->region,
		        .purchase = t->purchase,
		        .usd_per_hour = t->usd,
		        .list_usd_per_hour = t->usd,
		        .date = r->out->published,
		        .evidence = S("documented"),
		        .source = r->ask->url};

		if (!product)
			continue;
		p.instance = r->products.at[*product].instance;
		date_parse(p.date, &p.days);
		*VEC_PUSH(r->env->keep, &r->out->prices) = p;
		r->out->taken++;
	}
}

bool offers_read(struct env *env, const struct offers_ask *ask, str text, struct offers *out)
{
	struct offer_reader r = {.env = env, .ask = ask, .out = out};
	struct place place = {.path = ask->url};
	str key, date;
	int32_t days;

	*out = (struct offers){.region = ask->region};
	json_open(&r.j, text, env->limits->json_depth, env->temp);
	for (json_object(&r.j); json_key(&r.j, &key);)
		if (str_eq(key, S("publicationDate"))) {
			if (json_string(&r.j, &date))
				out->published = arena_dup(env->keep, str_slice(date, 0, 10));
		} else if (str_eq(key, S("products"))) {
			read_products(&r);
		} else if (str_eq(key, S("terms"))) {
			read_terms(&r);
		} else {
			json_skip(&r.j);
		}
	if (json_ok(&r.j) && (out->published.len != 10 || !date_parse(out->published, &days)))
		json_fail(&r.j, "expected a price file with a publicationDate");
	if (!json_end(&r.j)) {
		json_position(&r.j, &place.line, &place.column);
		return diag_error(env->diags, place, "not a price file: %s", r.j.error);
	}
	if (!out->products)
		return diag_error(env->diags, place, "not a price file: it lists no products");
	join(&r);
	return true;
}

bool offers_region_path(struct env *env, const struct offers_ask *ask, str index, str *path)
{
	struct place place = {.path = ask->url};
	str key, region, value = STR_NONE;
	struct json j;

	*path = STR_NONE;
	json_open(&j, index, env->limits->json_depth, env->temp);
	for (json_object(&j); json_key(&j, &key);) {
		if (!str_eq(key, S("regions"))) {
			json_skip(&j);
			continue;
		}
		for (json_object(&j); json_key(&j, &region);) {
			bool own = str_eq(region, ask->region);

			for (json_object(&j); json_key(&j, &key);)
				if (own && str_eq(key, S("currentVersionUrl")))
					json_string(&j, &value);
				else
					json_skip(&j);
		}
	}
	if (!json_end(&j)) {
		json_position(&j, &place.line, &place.column);
		return diag_error(env->diags, place, "not a region index: %s", j.error);
	}
	if (!str_starts(value, S("/")))
		return diag_error(env->diags, place, "lists no price file for region '%.*s'",
		        STR_ARG(ask->region));
	*path = arena_dup(env->keep, value);
	return true;
}
