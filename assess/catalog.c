/* A SKU is kept for a part when its description has the part's pieces in order, whatever stands
 * between: "Nvidia H100 80GB GPU running in Americas" and the same "attached to Spot Preemptible
 * VMs" are one part, told apart by usageType. What surprises: some SKUs of the same usage type
 * are another way to buy (reserved, queued, sole tenancy), which only their words tell. */
#include "assess/catalog.h"

#include "base/text.h"

struct catalog_price {
	uint32_t part, region; /* in book.parts, in ask.regions */
	bool spot, twice;      /* twice: another SKU says another price */
	double usd;            /* of the unit an hour */
	str date;
};

/* What of a SKU decides. */
struct sku {
	str description, usage_type, unit, currency, units, date;
	double nanos;
	VEC(str) regions;
	bool priced;
};

/* Where `piece` ends in `text`, from `at`; text.len + 1: it is not there. */
static size_t piece_end(str text, size_t at, str piece)
{
	for (; at + piece.len <= text.len; at++) {
		size_t i = 0;

		while (i < piece.len && byte_lower(text.ptr[at + i]) == byte_lower(piece.ptr[i]))
			i++;
		if (i == piece.len)
			return at + i;
	}
	return text.len + 1;
}

static bool has_piece(str text, const char *piece)
{
	return piece_end(text, 0, str_from(piece)) <= text.len;
}

/* Pieces of `match` stand between " ... ". */
static bool matches(str description, str match)
{
	static const char gap[] = " ... ";
	size_t at = 0;

	while (match.len) {
		size_t n = 0;
		str piece;

		while (n < match.len && !str_starts(str_from_at(match, n), S(gap)))
			n++;
		piece = str_slice(match, 0, n);
		match = n < match.len ? str_from_at(match, n + sizeof gap - 1) : STR_NONE;
		at = piece_end(description, at, piece);
		if (at > description.len)
			return false;
	}
	return true;
}

static bool is_bought_otherwise(str description)
{
	static const char *const words[] = {"Commitment", "Reserved", "Sole Tenancy", "Premium",
	        "Custom", "DWS", "Defined Duration", "Calendar", "Flex", "suspended", "Upgrade"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (has_piece(description, words[i]))
			return true;
	return false;
}

/* ------------------------------------------------------------------ one SKU */

static void read_money(struct json *j, struct sku *sku)
{
	str key;

	sku->units = STR_NONE;
	sku->nanos = 0;
	for (json_object(j); json_key(j, &key);)
		if (str_eq(key, S("currencyCode")))
			json_string(j, &sku->currency);
		else if (str_eq(key, S("units")))
			json_string(j, &sku->units);
		else if (str_eq(key, S("nanos")))
			json_float(j, &sku->nanos);
		else
			json_skip(j);
	sku->priced = json_ok(j);
}

/* The last tier is what much of it costs. */
static void read_expression(struct json *j, struct sku *sku)
{
	str key;

	for (json_object(j); json_key(j, &key);) {
		if (str_eq(key, S("usageUnit"))) {
			json_string(j, &sku->unit);
		} else if (str_eq(key, S("tieredRates"))) {
			for (json_array(j); json_item(j);)
				for (json_object(j); json_key(j, &key);)
					if (str_eq(key, S("unitPrice")))
						read_money(j, sku);
					else
						json_skip(j);
		} else {
			json_skip(j);
		}
	}
}

static void read_pricing(struct json *j, struct sku *sku)
{
	str key;

	for (json_array(j); json_item(j);)
		for (json_object(j); json_key(j, &key);)
			if (str_eq(key, S("pricingExpression")))
				read_expression(j, sku);
			else if (str_eq(key, S("effectiveTime")))
				json_string(j, &sku->date);
			else
				json_skip(j);
}

static void read_sku(struct env *env, struct json *j, struct sku *sku)
{
	str key, region;

	for (json_object(j); json_key(j, &key);)
		if (str_eq(key, S("description"))) {
			json_string(j, &sku->description);
		} else if (str_eq(key, S("category"))) {
			for (json_object(j); json_key(j, &key);)
				if (str_eq(key, S("usageType")))
					json_string(j, &sku->usage_type);
				else
					json_skip(j);
		} else if (str_eq(key, S("serviceRegions"))) {
			for (json_array(j); json_item(j);)
				if (json_string(j, &region))
					*VEC_PUSH(env->temp, &sku->regions) = region;
		} else if (str_eq(key, S("pricingInfo"))) {
			read_pricing(j, sku);
		} else {
			json_skip(j);
		}
}

/* ------------------------------------------------------------------ what it is a price of */

static bool is_asked_for(const struct catalog_ask *ask, str machine)
{
	for (uint32_t i = 0; i < ask->n_instances; i++)
		if (str_eq(ask->instances[i], machine))
			return true;
	return false;
}

static void keep(struct env *env, struct catalog *c, const struct catalog_price *price)
{
	for (uint32_t i = 0; i < c->prices.len; i++) {
		struct catalog_price *p = c->prices.at[i];

		if (p->part != price->part || p->region != price->region || p->spot != price->spot)
			continue;
		p->twice |= p->usd < price->usd || p->usd > price->usd;
		return;
	}
	*VEC_PUSH(env->keep, &c->prices) = ARENA_NEW(env->keep, struct catalog_price);
	**VEC_LAST(&c->prices) = *price;
	(*VEC_LAST(&c->prices))->date = arena_dup(env->keep, price->date);
}

/* USD of one unit an hour; NAN: the amount is no price. */
static double amount_of(const struct sku *sku)
{
	double units = 0;

	if (!sku->priced || (sku->units.len && !str_float(sku->units, &units)))
		return NAN;
	units += sku->nanos / 1e9;
	return units > 0 && units < 1e6 ? units : NAN;
}

static void take_part(
        struct env *env, struct catalog *c, const struct sku *sku, struct catalog_price *price)
{
	const struct machine_part *part = &c->ask->book->parts.at[price->part];

	if (!is_asked_for(c->ask, part->machine) || !str_eq(part->unit, sku->unit) ||
	        !matches(sku->description, part->match))
		return;
	price->usd = amount_of(sku);
	if (str_ends(part->unit, S(".mo")))
		price->usd /= c->ask->month_hours;
	for (uint32_t i = 0; i < sku->regions.len; i++)
		for (uint32_t k = 0; k < c->ask->n_regions; k++)
			if (str_eq(sku->regions.at[i], c->ask->regions[k])) {
				price->region = k;
				keep(env, c, price);
			}
}

static bool take_sku(struct env *env, struct catalog *c, struct json *j, const struct sku *sku)
{
	struct catalog_price price = {.spot = str_eq(sku->usage_type, S("Preemptible"))};
	int32_t days;

	c->skus++;
	if (!price.spot && !str_eq(sku->usage_type, S("OnDemand")))
		return true;
	if (is_bought_otherwise(sku->description) || isnan(amount_of(sku)))
		return true;
	if (!str_eq(sku->currency, S("USD")))
		return json_fail(j, "expected prices in USD (currencyCode=USD)");
	price.date = str_slice(sku->date, 0, sku->date.len < 10 ? sku->date.len : 10);
	if (price.date.len != 10 || !date_parse(price.date, &days))
		return json_fail(j, "expected an effectiveTime");
	for (price.part = 0; price.part < c->ask->book->parts.len; price.part++)
		take_part(env, c, sku, &price);
	return true;
}

bool catalog_read_page(struct env *env, struct catalog *c, str text, str *next)
{
	struct place place = {.path = c->ask->url};
	bool some = false;
	struct json j;
	str key;

	*next = STR_NONE;
	json_open(&j, text, env->limits->json_depth, env->temp);
	for (json_object(&j); json_key(&j, &key);)
		if (str_eq(key, S("skus"))) {
			some = true;
			for (json_array(&j); json_item(&j);) {
				struct sku sku = {0};

				read_sku(env, &j, &sku);
				if (!json_ok(&j) || !take_sku(env, c, &j, &sku))
					break;
			}
		} else if (str_eq(key, S("nextPageToken"))) {
			if (json_string(&j, next))
				*next = arena_dup(env->keep, *next);
		} else {
			json_skip(&j);
		}
	if (json_ok(&j) && !some)
		json_fail(&j, "expected a list of skus");
	if (json_end(&j))
		return true;
	json_position(&j, &place.line, &place.column);
	return diag_error(env->diags, place, "not a price catalogue: %s", j.error);
}

/* ------------------------------------------------------------------ machines */

static const struct catalog_price *part_price(
        const struct catalog *c, uint32_t part, uint32_t region, bool spot)
{
	for (uint32_t i = 0; i < c->prices.len; i++) {
		const struct catalog_price *p = c->prices.at[i];

		if (p->part == part && p->region == region && p->spot == spot)
			return p->twice ? NULL : p;
	}
	return NULL;
}

/* The sum of the parts; false: one of them has no price, or two. */
static bool sum_of(const struct catalog *c, struct price *p, uint32_t region, bool spot)
{
	const struct book *book = c->ask->book;
	bool some = false;

	p->usd_per_hour = 0;
	for (uint32_t i = 0; i < book->parts.len; i++) {
		const struct machine_part *part = &book->parts.at[i];
		const struct catalog_price *own;

		if (!str_eq(part->machine, p->instance))
			continue;
		own = part_price(c, i, region, spot);
		if (!own)
			return false;
		some = true;
		p->usd_per_hour += part->quantity * own->usd;
		/* As old as its oldest part. */
		if (!p->date.len || str_cmp(own->date, p->date) < 0)
			p->date = own->date;
	}
	p->list_usd_per_hour = p->usd_per_hour;
	date_parse(p->date, &p->days);
	return some;
}

void catalog_join(struct env *env, const struct catalog *c, struct offers *out)
{
	const struct catalog_ask *ask = c->ask;

	for (uint32_t r = 0; r < ask->n_regions; r++) {
		out[r] = (struct offers){.region = ask->regions[r], .products = c->skus};
		for (uint32_t i = 0; i < ask->n_instances * 2; i++) {
			struct price p = {.provider = S("gcp"),
			        .instance = ask->instances[i / 2],
			        .region = ask->regions[r],
			        .purchase = i % 2 ? S("spot") : S("on-demand"),
			        .evidence = S("documented"),
			        .source = ask->url};

			if (!sum_of(c, &p, r, i % 2))
				continue;
			*VEC_PUSH(env->keep, &out[r].prices) = p;
			out[r].taken++;
			if (str_cmp(p.date, out[r].published) > 0)
				out[r].published = p.date;
		}
	}
}
