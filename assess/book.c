/* Layers of the price book laid over each other.
 *
 * Rows are kept as they are read; a question walks them once. What surprises: the region of a row
 * is free text ("us", "any", "a, b"), since that is how clouds publish Capacity Blocks. */
#include "assess/book.h"

#include "assess/book_load.h"
#include "base/file.h"
#include "base/map.h"
#include "base/text.h"

#include <stdlib.h>

extern const uint32_t assess_tables[];

static const char *const purchase_order[] = {"on-demand", "capacity-block", "committed-1y",
        "committed-3y", "spot", "flex-start", "calendar-reservation"};
enum { PURCHASES = sizeof purchase_order / sizeof *purchase_order };

static int32_t day_of(str date)
{
	int32_t days = 0;

	return date.len && date_parse(date, &days) ? days : 0;
}

static void add_machines(struct env *env, struct book *book, struct blob b)
{
	for (uint32_t i = 0; i < book_rows(b, BOOK_MACHINES); i++)
		*VEC_PUSH(env->keep, &book->machines) = (struct machine){
		        .name = book_text(b, BOOK_MACHINES, i, MACHINE_NAME),
		        .provider = book_text(b, BOOK_MACHINES, i, MACHINE_PROVIDER),
		        .role = book_text(b, BOOK_MACHINES, i, MACHINE_ROLE),
		        .accelerator = book_text(b, BOOK_MACHINES, i, MACHINE_ACCELERATOR),
		        .chips = book_number(b, BOOK_MACHINES, i, MACHINE_CHIPS),
		        .devices = book_number(b, BOOK_MACHINES, i, MACHINE_DEVICES),
		        .memory_gib = book_number(b, BOOK_MACHINES, i, MACHINE_MEMORY),
		        .hbm_tbps = book_number(b, BOOK_MACHINES, i, MACHINE_HBM),
		        .bf16_tflops = book_number(b, BOOK_MACHINES, i, MACHINE_BF16),
		        .fp8_tflops = book_number(b, BOOK_MACHINES, i, MACHINE_FP8),
		        .network_gbps = book_number(b, BOOK_MACHINES, i, MACHINE_NETWORK),
		        .date = book_text(b, BOOK_MACHINES, i, MACHINE_DATE),
		        .source = book_text(b, BOOK_MACHINES, i, MACHINE_SOURCE),
		        .note = book_text(b, BOOK_MACHINES, i, MACHINE_NOTE),
		};
}

static void add_prices(struct env *env, struct book *book, struct blob b, uint32_t layer)
{
	for (uint32_t i = 0; i < book_rows(b, BOOK_PRICES); i++) {
		struct price *p = VEC_PUSH(env->keep, &book->prices);

		*p = (struct price){
		        .provider = book_text(b, BOOK_PRICES, i, PRICE_PROVIDER),
		        .instance = book_text(b, BOOK_PRICES, i, PRICE_INSTANCE),
		        .region = book_text(b, BOOK_PRICES, i, PRICE_REGION),
		        .purchase = book_text(b, BOOK_PRICES, i, PRICE_PURCHASE),
		        .usd_per_hour = book_number(b, BOOK_PRICES, i, PRICE_USD),
		        .date = book_text(b, BOOK_PRICES, i, PRICE_DATE),
		        .evidence = book_text(b, BOOK_PRICES, i, PRICE_EVIDENCE),
		        .source = book_text(b, BOOK_PRICES, i, PRICE_SOURCE),
		        .note = book_text(b, BOOK_PRICES, i, PRICE_NOTE),
		        .layer = layer,
		};
		p->days = day_of(p->date);
		p->list_usd_per_hour = p->usd_per_hour;
	}
}

static void add_rates(struct env *env, struct book *book, struct blob b, uint32_t layer)
{
	for (uint32_t i = 0; i < book_rows(b, BOOK_STORAGE); i++) {
		struct rate *r = VEC_PUSH(env->keep, &book->rates);

		*r = (struct rate){
		        .provider = book_text(b, BOOK_STORAGE, i, STORAGE_PROVIDER),
		        .item = book_text(b, BOOK_STORAGE, i, STORAGE_ITEM),
		        .unit = book_text(b, BOOK_STORAGE, i, STORAGE_UNIT),
		        .usd = book_number(b, BOOK_STORAGE, i, STORAGE_USD),
		        .date = book_text(b, BOOK_STORAGE, i, STORAGE_DATE),
		        .source = book_text(b, BOOK_STORAGE, i, STORAGE_SOURCE),
		        .layer = layer,
		};
		r->days = day_of(r->date);
	}
}

static void add_terms(struct env *env, struct book *book, struct blob b)
{
	for (uint32_t i = 0; i < book_rows(b, BOOK_DISCOUNTS); i++)
		*VEC_PUSH(env->keep, &book->discounts) = (struct discount){
		        .provider = book_text(b, BOOK_DISCOUNTS, i, DISCOUNT_PROVIDER),
		        .instance = book_text(b, BOOK_DISCOUNTS, i, DISCOUNT_INSTANCE),
		        .region = book_text(b, BOOK_DISCOUNTS, i, DISCOUNT_REGION),
		        .purchase = book_text(b, BOOK_DISCOUNTS, i, DISCOUNT_PURCHASE),
		        .percent = book_number(b, BOOK_DISCOUNTS, i, DISCOUNT_PERCENT),
		        .date = book_text(b, BOOK_DISCOUNTS, i, DISCOUNT_DATE),
		        .source = book_text(b, BOOK_DISCOUNTS, i, DISCOUNT_SOURCE),
		};
	for (uint32_t i = 0; i < book_rows(b, BOOK_COMMITMENTS); i++)
		*VEC_PUSH(env->keep, &book->commitments) = (struct commitment){
		        .instance = book_text(b, BOOK_COMMITMENTS, i, COMMITMENT_INSTANCE),
		        .purchase = book_text(b, BOOK_COMMITMENTS, i, COMMITMENT_PURCHASE),
		        .usd_month = book_number(b, BOOK_COMMITMENTS, i, COMMITMENT_USD_MONTH),
		        .until = day_of(book_text(b, BOOK_COMMITMENTS, i, COMMITMENT_UNTIL)),
		        .date = book_text(b, BOOK_COMMITMENTS, i, COMMITMENT_DATE),
		        .source = book_text(b, BOOK_COMMITMENTS, i, COMMITMENT_SOURCE),
		};
}

static void add_parts(struct env *env, struct book *book, struct blob b)
{
	for (uint32_t i = 0; i < book_rows(b, BOOK_PARTS); i++)
		*VEC_PUSH(env->keep, &book->parts) = (struct machine_part){
		        .machine = book_text(b, BOOK_PARTS, i, PART_MACHINE),
		        .part = book_text(b, BOOK_PARTS, i, PART_NAME),
		        .match = book_text(b, BOOK_PARTS, i, PART_MATCH),
		        .unit = book_text(b, BOOK_PARTS, i, PART_UNIT),
		        .quantity = book_number(b, BOOK_PARTS, i, PART_QUANTITY),
		};
}

static void add_layer(struct env *env, struct book *book, struct blob b, uint32_t layer)
{
	add_machines(env, book, b);
	add_prices(env, book, b, layer);
	add_rates(env, book, b, layer);
	add_terms(env, book, b);
	add_parts(env, book, b);
}

struct book *book_of_machines(struct env *env)
{
	struct book *book = ARENA_NEW(env->keep, struct book);

	add_machines(env, book, (struct blob){assess_tables});
	return book;
}

struct book *book_open(struct env *env, const str *overlays, uint32_t n_overlays)
{
	struct book *book = ARENA_NEW(env->keep, struct book);
	bool ok = true;

	add_layer(env, book, (struct blob){assess_tables}, 0);
	for (uint32_t i = 0; i < n_overlays; i++) {
		struct book_loader *loader = book_loader_new(env, false);
		str text;

		if (file_read(env, overlays[i], env->limits->text_file_bytes, &text) &&
		        book_loader_read(loader, overlays[i], text))
			add_layer(env, book, blob_from(book_loader_finish(loader)), i + 1);
		else
			ok = false;
	}
	return ok ? book : NULL;
}

const struct machine *book_machine(const struct book *book, str name)
{
	for (uint32_t i = book->machines.len; i-- > 0;)
		if (str_eq(book->machines.at[i].name, name))
			return &book->machines.at[i];
	return NULL;
}

double machine_least_hours(
        const struct machine *m, double count, str dtype, const double flops_and_bytes[2])
{
	double peak = (str_eq(dtype, S("fp8")) ? m->fp8_tflops : m->bf16_tflops) * count * 1e12;
	double compute = flops_and_bytes[0] > 0 ? flops_and_bytes[0] / peak : 0;
	double move =
	        flops_and_bytes[1] > 0 ? flops_and_bytes[1] / (m->hbm_tbps * count * 1e12) : 0;

	if (isnan(compute) || isnan(move) || isinf(compute) || isinf(move))
		return NAN;
	return (compute > move ? compute : move) / 3600;
}

bool book_know_instance(struct env *env, const struct book *book, struct place place, str instance)
{
	uint32_t n = 0;
	str *names = ARENA_ARRAY(env->temp, str, (size_t)book->machines.len + book->prices.len + 1);
	str nearest;

	for (uint32_t i = 0; i < book->machines.len; i++)
		names[n++] = book->machines.at[i].name;
	for (uint32_t i = 0; i < book->prices.len; i++)
		names[n++] = book->prices.at[i].instance;
	for (uint32_t i = 0; i < n; i++)
		if (str_eq(names[i], instance))
			return true;
	nearest = text_nearest(instance, names, n);
	return diag_error(env->diags, place,
	        "machine '%.*s' is in no table%s%.*s%s; portfit "
	        "prices list shows them, --prices adds one",
	        STR_ARG(instance), nearest.len ? "; did you mean '" : "", STR_ARG(nearest),
	        nearest.len ? "'?" : "");
}

bool region_answers(str row, str asked)
{
	str part;

	if (str_eq(row, S("any")) || str_eq(row, asked))
		return true;
	while (str_cut(&row, ',', &part)) {
		part = str_trim(part);
		if (str_eq(part, asked) ||
		        (part.len && part.len < asked.len && str_starts(asked, part) &&
		                asked.ptr[part.len] == '-'))
			return true;
	}
	return false;
}

bool purchase_is_known(str purchase)
{
	return purchase_rank(purchase) < PURCHASES;
}

uint32_t purchase_rank(str purchase)
{
	uint32_t i = 0;

	while (i < PURCHASES && !str_eq(purchase, str_from(purchase_order[i])))
		i++;
	return i;
}

static bool glob_matches(str pattern, str name)
{
	if (!pattern.len)
		return true;
	if (pattern.ptr[pattern.len - 1] == '*')
		return str_starts(name, str_slice(pattern, 0, pattern.len - 1));
	return str_eq(pattern, name);
}

/* The last discount that fits. */
static void apply_discount(const struct book *book, struct price *p)
{
	for (uint32_t i = book->discounts.len; i-- > 0;) {
		const struct discount *d = &book->discounts.at[i];

		if ((d->provider.len && !str_eq(d->provider, p->provider)) ||
		        !glob_matches(d->instance, p->instance) ||
		        (d->region.len && !region_answers(p->region, d->region)) ||
		        (d->purchase.len && !str_eq(d->purchase, p->purchase)))
			continue;
		p->usd_per_hour = p->list_usd_per_hour * (1 - d->percent / 100);
		p->discount = d->source;
		return;
	}
}

/* Whether `a` stands before `b`: a later layer, then a price before none, then the newer date. */
static bool is_better(const struct price *a, const struct price *b)
{
	if (a->layer != b->layer)
		return a->layer > b->layer;
	if (isnan(a->usd_per_hour) != isnan(b->usd_per_hour))
		return isnan(b->usd_per_hour);
	return a->days >= b->days;
}

static bool several_regions(struct env *env, const struct price_wish *wish, str one, str other)
{
	return diag_error(env->diags, wish->place,
	        "%.*s %.*s has a price in several regions (%.*s; %.*s); name a region",
	        STR_ARG(wish->instance), STR_ARG(wish->purchase), STR_ARG(one), STR_ARG(other));
}

bool book_price(
        struct env *env, const struct book *book, const struct price_wish *wish, struct price *out)
{
	const struct price *best = NULL;

	*out = (struct price){.instance = wish->instance,
	        .region = wish->region,
	        .purchase = wish->purchase,
	        .usd_per_hour = NAN,
	        .list_usd_per_hour = NAN};
	for (uint32_t i = 0; i < book->prices.len; i++) {
		const struct price *p = &book->prices.at[i];
		bool exact = best && str_eq(best->region, wish->region);

		if (!str_eq(p->instance, wish->instance) || !str_eq(p->purchase, wish->purchase))
			continue;
		if (wish->region.len && !region_answers(p->region, wish->region))
			continue;
		if (!wish->region.len && best && !str_eq(best->region, p->region) &&
		        !isnan(best->usd_per_hour) && !isnan(p->usd_per_hour) &&
		        best->layer == p->layer)
			return several_regions(env, wish, best->region, p->region);
		/* A row for the very region is nearer than one for all, within a layer. */
		if (exact && p->layer == best->layer && !str_eq(p->region, wish->region))
			continue;
		if (!best || is_better(p, best) ||
		        (!exact && str_eq(p->region, wish->region) && p->layer == best->layer))
			best = p;
	}
	if (best) {
		*out = *best;
		apply_discount(book, out);
	}
	return true;
}

static int by_purchase(const void *a, const void *b)
{
	const struct price *x = a, *y = b;
	uint32_t i = purchase_rank(x->purchase), k = purchase_rank(y->purchase);
	int c = i < k ? -1 : i > k;

	return c ? c : str_cmp(x->region, y->region);
}

uint32_t book_offers(struct env *env, const struct book *book, str instance, struct price **out)
{
	VEC(struct price) list = {0};
	struct map known = {.arena = env->temp};

	for (uint32_t i = 0; i < book->prices.len; i++) {
		const struct price *p = &book->prices.at[i];
		uint32_t *at; /* number in the list */
		bool fresh;

		if (!str_eq(p->instance, instance))
			continue;
		at = map_at(&known, arena_join(env->temp, p->purchase, S("\n"), p->region), &fresh);
		if (fresh) {
			*VEC_PUSH(env->keep, &list) = *p;
			*at = list.len;
		} else if (is_better(p, &list.at[*at - 1])) {
			list.at[*at - 1] = *p;
		}
	}
	for (uint32_t k = 0; k < list.len; k++)
		apply_discount(book, &list.at[k]);
	if (list.len)
		qsort(list.at, list.len, sizeof *list.at, by_purchase);
	*out = list.at;
	return list.len;
}

const struct rate *book_rate(struct env *env, const struct book *book, struct place place, str item)
{
	const struct rate *best = NULL;
	str *names = ARENA_ARRAY(env->temp, str, (size_t)book->rates.len + 1);
	str nearest;

	for (uint32_t i = 0; i < book->rates.len; i++) {
		const struct rate *r = &book->rates.at[i];

		names[i] = r->item;
		if (!str_eq(r->item, item))
			continue;
		if (!best || r->layer > best->layer ||
		        (r->layer == best->layer && r->days >= best->days))
			best = r;
	}
	if (best)
		return best;
	nearest = text_nearest(item, names, book->rates.len);
	diag_error(env->diags, place,
	        "no price for '%.*s'%s%.*s%s; portfit prices list shows the items", STR_ARG(item),
	        nearest.len ? "; did you mean '" : "", STR_ARG(nearest), nearest.len ? "'?" : "");
	return NULL;
}
