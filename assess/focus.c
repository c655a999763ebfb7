/* Rows to sums. The specification is focus.finops.org, version 1.2.
 *
 * The columns are found by name in the header; those that carry the sums must be there, others are
 * read where they are. Names are kept in one map for all kinds, prefixed by their kind, so that
 * a row costs a few look-ups; beyond 1,000 names of a kind the rest is summed as "other". */
#include "assess/focus.h"

#include "base/map.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* X(enumerator, column, must be there) */
#define FOCUS_COLUMNS(X)                                                                           \
	X(COL_EFFECTIVE, "EffectiveCost", true)                                                    \
	X(COL_BILLED, "BilledCost", true)                                                          \
	X(COL_LIST, "ListCost", true)                                                              \
	X(COL_CONTRACTED, "ContractedCost", true)                                                  \
	X(COL_CURRENCY, "BillingCurrency", true)                                                   \
	X(COL_CHARGE, "ChargeCategory", true)                                                      \
	X(COL_START, "ChargePeriodStart", true)                                                    \
	X(COL_END, "ChargePeriodEnd", true)                                                        \
	X(COL_BILLING_START, "BillingPeriodStart", true)                                           \
	X(COL_BILLING_END, "BillingPeriodEnd", true)                                               \
	X(COL_SERVICE, "ServiceName", true)                                                        \
	X(COL_CATEGORY, "ServiceCategory", true)                                                   \
	X(COL_QUANTITY, "PricingQuantity", true)                                                   \
	X(COL_UNIT, "PricingUnit", true)                                                           \
	X(COL_PROVIDER, "ProviderName", true)                                                      \
	X(COL_PRICING, "PricingCategory", false)                                                   \
	X(COL_REGION, "RegionId", false)                                                           \
	X(COL_COMMITMENT, "CommitmentDiscountStatus", false)                                       \
	X(COL_RESERVATION, "CapacityReservationStatus", false)                                     \
	X(COL_METER, "SkuMeter", false)                                                            \
	X(COL_DETAILS, "SkuPriceDetails", false)                                                   \
	X(COL_TAGS, "Tags", false)

enum {
#define X(name, column, must) name,
	FOCUS_COLUMNS(X)
#undef X
	        COL_COUNT
};

static const struct {
	const char *name;
	bool must;
} columns[COL_COUNT] = {
#define X(name, column, must) [name] = {column, must},
        FOCUS_COLUMNS(X)
#undef X
};

static const char *const charge_words[] = {"Usage", "Purchase", "Tax", "Credit", "Adjustment"};

/* ------------------------------------------------------------------ amounts */

enum { PICO_DIGITS = 12 };
static const int64_t pico = 1000000000000;
#define SUM_MOST INT64_C(4000000000000000000)

struct amount amount_add(struct amount a, struct amount b)
{
	struct amount s = {a.units + b.units, a.pico + b.pico};

	s.units += s.pico / pico;
	s.pico %= pico;
	if (s.units > 0 && s.pico < 0) {
		s.units--;
		s.pico += pico;
	} else if (s.units < 0 && s.pico > 0) {
		s.units++;
		s.pico -= pico;
	}
	return s;
}

double amount_value(struct amount a)
{
	return (double)a.units + (double)a.pico / (double)pico;
}

str amount_text(struct arena *arena, struct amount a)
{
	bool minus = a.units < 0 || a.pico < 0;
	long long whole = a.units < 0 ? -a.units : a.units, part = a.pico < 0 ? -a.pico : a.pico;
	str s = arena_format(arena, "%s%lld.%012lld", minus ? "-" : "", whole, part);

	while (s.len > 3 && s.ptr[s.len - 1] == '0' && s.ptr[s.len - 3] != '.')
		s.len--;
	return s;
}

/* A decimal with an exponent: rare in bills, so it may be slow. */
static bool parse_scientific(str text, struct amount *out)
{
	double value;

	if (!str_float(text, &value) || !(fabs(value) < 1e12))
		return false;
	out->units = (int64_t)value;
	out->pico = (int64_t)llround((value - (double)out->units) * (double)pico);
	*out = amount_add(*out, (struct amount){0, 0});
	return true;
}

bool amount_parse(str text, struct amount *out)
{
	size_t i = text.len && (text.ptr[0] == '-' || text.ptr[0] == '+');
	bool minus = i && text.ptr[0] == '-', some = false;
	int64_t units = 0, part = 0;
	int digits = 0;

	for (; i < text.len && text.ptr[i] >= '0' && text.ptr[i] <= '9'; i++, some = true) {
		units = units * 10 + (text.ptr[i] - '0');
		if (units >= 1000000000000)
			return false;
	}
	if (i < text.len && text.ptr[i] == '.')
		for (i++; i < text.len && text.ptr[i] >= '0' && text.ptr[i] <= '9'; i++, digits++) {
			if (digits < PICO_DIGITS)
				part = part * 10 + (text.ptr[i] - '0');
			else if (digits == PICO_DIGITS && text.ptr[i] >= '5')
				part++;
			some = true;
		}
	if (!some)
		return false;
	if (i < text.len)
		return (text.ptr[i] == 'e' || text.ptr[i] == 'E') && parse_scientific(text, out);
	for (; digits < PICO_DIGITS; digits++)
		part *= 10;
	*out = amount_add((struct amount){minus ? -units : units, minus ? -part : part},
	        (struct amount){0, 0});
	return true;
}

/* ------------------------------------------------------------------ one row */

struct focus_reader {
	struct env *env;
	const struct focus_plan *plan;
	struct csv *csv;
	struct focus_bill *out;
	uint32_t at[COL_COUNT]; /* column + 1; 0: not there */
	uint32_t n_columns;
	struct map names; /* "c" charge, "s" service category, "m" machine, "b" billing period */
	struct amount row[FOCUS_COSTS];
	char day_text[11]; /* the day that was read last */
	int32_t day;
};

static str cell(const struct focus_reader *r, uint32_t column)
{
	return r->at[column] ? r->csv->fields[r->at[column] - 1] : STR_NONE;
}

/* Bills write missing values in several ways. */
static bool is_null(str s)
{
	return !s.len || str_eq(s, S("NULL")) || str_eq(s, S("null"));
}

static bool row_error(const struct focus_reader *r, const char *format, str value)
{
	struct place place = {r->plan->path, (uint32_t)r->csv->line, 0};

	if (value.len > 80)
		value.len = 80;
	return diag_error(r->env->diags, place, "%s '%.*s'", format, STR_ARG(value));
}

static bool read_header(struct focus_reader *r)
{
	struct place place = {r->plan->path, 1, 0};
	str missing = STR_NONE;

	if (!csv_row(r->csv))
		return diag_error(r->env->diags, place, "%s",
		        r->csv->error ? r->csv->error : "an empty file; expected a FOCUS bill");
	r->n_columns = r->csv->n_fields;
	for (uint32_t i = 0; i < r->n_columns; i++)
		for (uint32_t c = 0; c < COL_COUNT; c++)
			if (str_eq(str_trim(r->csv->fields[i]), str_from(columns[c].name))) {
				if (r->at[c])
					return diag_error(r->env->diags, place,
					        "column %s stands twice", columns[c].name);
				r->at[c] = i + 1;
			}
	for (uint32_t c = 0; c < COL_COUNT; c++) {
		if (r->at[c])
			continue;
		if (columns[c].must)
			missing = arena_format(r->env->keep, "%.*s%s%s", STR_ARG(missing),
			        missing.len ? ", " : "", columns[c].name);
		else
			*VEC_PUSH(r->env->keep, &r->out->absent) = str_from(columns[c].name);
	}
	return !missing.len ||
	       diag_error(r->env->diags, place,
	               "a bill in FOCUS 1.2 has columns that are missing here: %.*s",
	               STR_ARG(missing));
}

enum { KEY_MOST = 512 };

/* Appends what fits of a text to a key. */
static void add_text(char *key, size_t *len, str text)
{
	size_t n = text.len < KEY_MOST - *len ? text.len : KEY_MOST - *len;

	if (n)
		memcpy(key + *len, text.ptr, n);
	*len += n;
}

/* The index of a name of a kind, put in when it is new. The last place of a kind is "other": what
 * no place is left for goes there, and *name says so. */
static uint32_t name_index(struct focus_reader *r, char kind, str *name, uint32_t count)
{
	char key[KEY_MOST];
	str k = {key, 0};
	const uint32_t *found = NULL;

	key[0] = kind;
	for (int i = 0; i < 2 && !found; i++) {
		if (i && count < FOCUS_NAMES_MOST - 1)
			break;
		if (i) {
			*name = S("other");
			r->out->folded = true;
		}
		k.len = 1;
		add_text(key, &k.len, *name);
		found = map_get(&r->names, k);
	}
	if (found)
		return *found;
	*map_at(&r->names, arena_dup(r->env->keep, k), NULL) = count;
	return count;
}

static void add_to(struct focus_sum *sum, const struct amount *row)
{
	sum->rows++;
	for (int i = 0; i < FOCUS_COSTS; i++)
		sum->cost[i] = amount_add(sum->cost[i], row[i]);
}

static bool add_charge(struct focus_reader *r, str name)
{
	uint32_t i = name_index(r, 'c', &name, r->out->charges.len);
	struct focus_sum *sum;

	if (i == r->out->charges.len)
		VEC_PUSH(r->env->keep, &r->out->charges)->name = arena_dup(r->env->keep, name);
	sum = &r->out->charges.at[i];
	add_to(sum, r->row);
	for (int k = 0; k < FOCUS_COSTS; k++)
		if (sum->cost[k].units > SUM_MOST || sum->cost[k].units < -SUM_MOST)
			return row_error(r, "amounts that add up beyond reason, up to",
			        cell(r, COL_EFFECTIVE));
	return true;
}

static void add_category(struct focus_reader *r, str name)
{
	uint32_t i = name_index(r, 's', &name, r->out->categories.len);

	if (i == r->out->categories.len)
		VEC_PUSH(r->env->keep, &r->out->categories)->name = arena_dup(r->env->keep, name);
	add_to(&r->out->categories.at[i], r->row);
}

/* "InstanceType": "p5.48xlarge" within SkuPriceDetails, else what stands behind the last colon of
 * the meter. */
static str instance_of(const struct focus_reader *r)
{
	str details = cell(r, COL_DETAILS), meter = cell(r, COL_METER), rest;
	size_t at = str_find(details, S("nstanceType\""));
	size_t colon = str_rfind_byte(meter, ':');

	if (at < details.len) {
		rest = str_from_at(details, at + 12);
		rest = str_from_at(rest, str_find_byte(rest, '"') + 1);
		return str_slice(rest, 0, str_find_byte(rest, '"'));
	}
	if (colon < meter.len &&
	        str_find_byte(str_from_at(meter, colon), '.') < str_from_at(meter, colon).len)
		return str_from_at(meter, colon + 1);
	return STR_NONE;
}

static bool is_hours(str unit)
{
	return str_eq(unit, S("Hours")) || str_eq(unit, S("Hour")) || str_eq(unit, S("Hrs")) ||
	       str_eq(unit, S("hours")) || str_eq(unit, S("hour")) || str_eq(unit, S("h"));
}

static bool add_machine(struct focus_reader *r)
{
	str instance = instance_of(r), region = cell(r, COL_REGION), pricing = cell(r, COL_PRICING);
	struct focus_machine *m;
	char key[KEY_MOST];
	size_t len = 0;
	str name;
	double hours;
	uint32_t i;

	if (!instance.len || !is_hours(cell(r, COL_UNIT)))
		return true;
	if (!str_float(cell(r, COL_QUANTITY), &hours) || !(fabs(hours) < 1e12))
		return row_error(r, "no quantity in PricingQuantity:", cell(r, COL_QUANTITY));
	add_text(key, &len, str_slice(instance, 0, 150));
	add_text(key, &len, S("\n"));
	add_text(key, &len, str_slice(region, 0, 150));
	add_text(key, &len, S("\n"));
	add_text(key, &len, str_slice(pricing, 0, 150));
	name = (str){key, len};
	i = name_index(r, 'm', &name, r->out->machines.len);
	if (i == r->out->machines.len) {
		m = VEC_PUSH(r->env->keep, &r->out->machines);
		m->instance = arena_dup(r->env->keep, name.ptr == key ? instance : name);
		m->region = arena_dup(r->env->keep, region);
		m->category = arena_dup(r->env->keep, pricing);
	}
	m = &r->out->machines.at[i];
	m->rows++;
	m->hours += hours;
	m->effective = amount_add(m->effective, r->row[FOCUS_EFFECTIVE]);
	m->list = amount_add(m->list, r->row[FOCUS_LIST]);
	return true;
}

/* Whether `"KEY":"VALUE"` stands in the JSON of Tags, with or without a blank. */
static bool has_tag(str tags, str wish)
{
	str key, value;

	str_split(wish, '=', &key, &value);
	for (size_t at; (at = str_find(tags, key)) < tags.len;) {
		str rest = str_from_at(tags, at + key.len);
		bool opened = at > 0 && tags.ptr[at - 1] == '"';

		tags = rest;
		if (!opened || !str_starts(rest, S("\"")))
			continue;
		rest = str_trim(str_from_at(rest, 1));
		if (!str_starts(rest, S(":")))
			continue;
		rest = str_trim(str_from_at(rest, 1));
		if (str_starts(rest, S("\"")) && str_starts(str_from_at(rest, 1), value) &&
		        str_starts(str_from_at(rest, 1 + value.len), S("\"")))
			return true;
	}
	return false;
}

static bool is_chosen(const struct focus_reader *r)
{
	for (uint32_t i = 0; i < r->plan->n_tags; i++)
		if (!has_tag(cell(r, COL_TAGS), r->plan->tags[i]))
			return false;
	return true;
}

/* "2026-10-01T00:00:00Z" or with a blank. */
static bool day_of(struct focus_reader *r, uint32_t column, int32_t *day)
{
	str text = cell(r, column);

	/* Neighbouring rows are mostly of one day. */
	if (text.len == 20 && memcmp(text.ptr, r->day_text, 11) == 0) {
		*day = r->day;
		return true;
	}
	if (text.len >= 10 && date_parse(str_slice(text, 0, 10), day) &&
	        (text.len == 10 || text.ptr[10] == 'T' || text.ptr[10] == ' ')) {
		memcpy(r->day_text, text.ptr, text.len > 10 ? 11 : 10);
		r->day = *day;
		return true;
	}
	return row_error(r, "no date and time:", text);
}

static bool take_period(struct focus_reader *r)
{
	int32_t first, last;
	str month;
	uint32_t i;

	if (!day_of(r, COL_START, &first) || !day_of(r, COL_END, &last))
		return false;
	if (last < first)
		return row_error(
		        r, "a charge period that ends before it starts:", cell(r, COL_END));
	if (last == first)
		last++;
	if (!r->out->used_rows || first < r->out->first)
		r->out->first = first;
	if (!r->out->used_rows || last > r->out->last)
		r->out->last = last;
	month = str_slice(cell(r, COL_BILLING_START), 0, 10);
	i = name_index(r, 'b', &month, r->out->months_seen.len);
	if (i == r->out->months_seen.len) {
		if (!day_of(r, COL_BILLING_START, &first))
			return false;
		*VEC_PUSH(r->env->keep, &r->out->months_seen) = arena_dup(r->env->keep, month);
	}
	return true;
}

static bool take_costs(struct focus_reader *r)
{
	static const uint32_t cost_columns[FOCUS_COSTS] = {
	        COL_EFFECTIVE, COL_BILLED, COL_LIST, COL_CONTRACTED};

	for (int i = 0; i < FOCUS_COSTS; i++) {
		str text = cell(r, cost_columns[i]);

		r->row[i] = (struct amount){0, 0};
		/* Only list and contracted prices may be unknown to the provider. */
		if (is_null(text) && i >= FOCUS_LIST)
			continue;
		if (!amount_parse(text, &r->row[i]))
			return row_error(r,
			        i == 0   ? "no amount in EffectiveCost:"
			        : i == 1 ? "no amount in BilledCost:"
			        : i == 2 ? "no amount in ListCost:"
			                 : "no amount in ContractedCost:",
			        text);
	}
	return true;
}

static bool take_currency(struct focus_reader *r)
{
	str currency = cell(r, COL_CURRENCY);

	if (!r->out->currency.len) {
		if (is_null(currency))
			return row_error(r, "no BillingCurrency:", currency);
		r->out->currency = arena_dup(r->env->keep, currency);
	}
	if (!str_eq(currency, r->out->currency))
		return row_error(
		        r, "a second currency in one bill, and nothing is converted:", currency);
	return true;
}

static bool take_usage(struct focus_reader *r)
{
	str category = cell(r, COL_CATEGORY);

	add_to(&r->out->usage, r->row);
	add_category(r, is_null(category) ? S("Other") : category);
	if (str_eq(cell(r, COL_COMMITMENT), S("Unused")) ||
	        str_eq(cell(r, COL_RESERVATION), S("Unused")))
		r->out->idle = amount_add(r->out->idle, r->row[FOCUS_EFFECTIVE]);
	return !str_eq(category, S("Compute")) || add_machine(r);
}

static bool take_row(struct focus_reader *r)
{
	str charge = cell(r, COL_CHARGE);
	uint32_t i = 0;

	if (r->csv->n_fields != r->n_columns)
		return diag_error(r->env->diags,
		        (struct place){r->plan->path, (uint32_t)r->csv->line, 0},
		        "a row of %u fields; the header has %u", r->csv->n_fields, r->n_columns);
	r->out->rows++;
	if (r->plan->n_tags && !is_chosen(r))
		return true;
	if (!take_currency(r) || !take_period(r) || !take_costs(r))
		return false;
	while (i < 5 && !str_eq(charge, str_from(charge_words[i])))
		i++;
	if (i == 5)
		return row_error(r, "unknown ChargeCategory", charge);
	if (!r->out->used_rows)
		r->out->provider = arena_dup(r->env->keep, cell(r, COL_PROVIDER));
	r->out->used_rows++;
	return add_charge(r, charge) && (i > 0 || take_usage(r));
}

/* Dearest first. */
static int by_cost(const void *a, const void *b)
{
	const struct focus_sum *x = a, *y = b;
	double i = amount_value(x->cost[FOCUS_EFFECTIVE]),
	       k = amount_value(y->cost[FOCUS_EFFECTIVE]);

	return i < k ? 1 : i > k ? -1 : str_cmp(x->name, y->name);
}

static int by_machine(const void *a, const void *b)
{
	const struct focus_machine *x = a, *y = b;
	int c = str_cmp(x->instance, y->instance);

	c = c ? c : str_cmp(x->region, y->region);
	return c ? c : str_cmp(x->category, y->category);
}

bool focus_read(
        struct env *env, const struct focus_plan *plan, struct csv *csv, struct focus_bill *out)
{
	struct focus_reader *r = ARENA_NEW(env->temp, struct focus_reader);

	*out = (struct focus_bill){0};
	*r = (struct focus_reader){.env = env, .plan = plan, .csv = csv, .out = out};
	r->names.arena = env->keep;
	if (!read_header(r))
		return false;
	while (csv_row(csv))
		if (!take_row(r))
			return false;
	if (csv->error)
		return diag_error(env->diags, (struct place){plan->path, (uint32_t)csv->line, 0},
		        "not valid CSV: %s", csv->error);
	if (!out->used_rows)
		return diag_error(env->diags, (struct place){.path = plan->path},
		        plan->n_tags ? "no row carries the tags" : "no rows behind the header");
	out->months = out->months_seen.len;
	if (out->categories.len)
		qsort(out->categories.at, out->categories.len, sizeof *out->categories.at, by_cost);
	if (out->machines.len)
		qsort(out->machines.at, out->machines.len, sizeof *out->machines.at, by_machine);
	return true;
}

bool focus_import(struct env *env, const struct focus_plan *plan, struct focus_bill *out)
{
	struct csv csv;
	bool ok;

	for (uint32_t i = 0; i < plan->n_tags; i++)
		if (str_find_byte(plan->tags[i], '=') == plan->tags[i].len)
			return diag_error(env->diags, (struct place){.path = S("--tag")},
			        "wrong value '%.*s'; expected KEY=VALUE", STR_ARG(plan->tags[i]));
	if (!csv_open_file(env, plan->path, &csv))
		return false;
	ok = focus_read(env, plan, &csv, out);
	csv_close(&csv);
	return ok;
}
