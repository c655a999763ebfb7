/* portfit prices list | import: the dated price book, a real bill. */
#include "cli/costing.h"

#include "assess/focus.h"
#include "base/map.h"
#include "report/prices.h"

static bool is_listed(const str *list, uint32_t n, str value)
{
	for (uint32_t i = 0; i < n; i++)
		if (str_eq(list[i], value))
			return true;
	return n == 0;
}

static bool region_is_listed(const str *list, uint32_t n, str region)
{
	for (uint32_t i = 0; i < n; i++)
		if (region_answers(region, list[i]))
			return true;
	return n == 0;
}

static bool check_instances(struct cli *cli, const struct book *book)
{
	bool ok = true;

	for (uint32_t i = 0; i < cli->request->words.len; i++)
		ok &= book_know_instance(
		        &cli->env, book, (struct place){0}, cli->request->words.at[i]);
	return ok;
}

/* Every machine that has a price row, once, in the order of the book. */
static uint32_t all_instances(struct cli *cli, const struct book *book, str **out)
{
	struct intern names = {.arena = cli->env.keep};

	for (uint32_t i = 0; i < book->prices.len; i++)
		intern_id(&names, book->prices.at[i].instance);
	*out = names.names.at;
	return names.names.len;
}

struct price_rows {
	VEC(struct price) list;
};

static void add_rows(struct cli *cli, const struct price *rows, uint32_t n, struct price_rows *out)
{
	str purchase = request_text(cli->request, OPTION_PURCHASE);
	uint32_t n_regions;
	const str *regions = request_list(cli->request, OPTION_REGION, &n_regions);

	for (uint32_t k = 0; k < n; k++)
		if ((!purchase.ptr || str_eq(purchase, rows[k].purchase)) &&
		        region_is_listed(regions, n_regions, rows[k].region))
			*VEC_PUSH(cli->env.keep, &out->list) = rows[k];
}

/* The rows that answer; with -v every row of every date. */
static void fill_list(struct cli *cli, const struct book *book, struct price_list *list)
{
	const struct request *q = cli->request;
	bool all = request_flag(q, OPTION_VERBOSE);
	str *instances;
	uint32_t n = all_instances(cli, book, &instances);
	struct price_rows rows = {0};

	for (uint32_t i = 0; i < n && !all; i++) {
		struct price *offers;
		uint32_t n_offers;

		if (!is_listed(q->words.at, q->words.len, instances[i]))
			continue;
		n_offers = book_offers(&cli->env, book, instances[i], &offers);
		add_rows(cli, offers, n_offers, &rows);
	}
	for (uint32_t i = 0; i < book->prices.len && all; i++)
		if (is_listed(q->words.at, q->words.len, book->prices.at[i].instance))
			add_rows(cli, &book->prices.at[i], 1, &rows);
	list->prices = rows.list.at;
	list->n = rows.list.len;
	list->storage = !q->words.len && !request_flag(q, OPTION_PURCHASE) &&
	                !request_flag(q, OPTION_REGION);
}

static void list_text(struct arena *arena, const void *report, struct buf *out)
{
	report_prices_text(arena, report, out);
}

static void list_json(struct arena *arena, const void *report, struct buf *out)
{
	report_prices_json(arena, report, out);
}

static void list_csv(struct arena *arena, const void *report, struct buf *out)
{
	report_prices_csv(arena, report, out);
}

bool cmd_prices_list(struct cli *cli)
{
	static const struct costing_format formats[] = {{"text", ".txt", list_text},
	        {"json", ".json", list_json}, {"csv", ".csv", list_csv}};
	str purchase = request_text(cli->request, OPTION_PURCHASE);
	struct costing costing;
	struct price_list list = {0};

	if (purchase.ptr && !purchase_is_known(purchase))
		return option_problem(cli, OPTION_PURCHASE, purchase,
		        "on-demand, spot, committed-1y, committed-3y, capacity-block, flex-start "
		        "or calendar-reservation");
	if (!costing_open(cli, &costing) || !check_instances(cli, costing.book))
		return false;
	list.book = costing.book;
	list.as_of = costing.as_of;
	list.stale_days = settings_value(&costing.settings, SET_STALE_DAYS);
	fill_list(cli, costing.book, &list);
	return costing_report(cli, formats, sizeof formats / sizeof *formats, &list);
}

/* ------------------------------------------------------------------ import */

static void bill_text(struct arena *arena, const void *report, struct buf *out)
{
	report_bill_text(arena, report, out);
}

static void bill_json(struct arena *arena, const void *report, struct buf *out)
{
	report_bill_json(arena, report, out);
}

static void bill_yaml(struct arena *arena, const void *report, struct buf *out)
{
	report_bill_yaml(arena, report, out);
}

bool cmd_prices_import(struct cli *cli)
{
	static const struct costing_format formats[] = {{"text", ".txt", bill_text},
	        {"json", ".json", bill_json}, {"yaml", ".yaml", bill_yaml}};
	struct focus_plan plan = {.path = cli->request->words.at[0]};
	struct focus_bill bill;
	struct bill_report report = {&bill, plan.path};

	if (cli->request->words.len > 1)
		return diag_error(
		        cli->env.diags, (struct place){0}, "portfit prices import takes one bill");
	plan.tags = request_list(cli->request, OPTION_TAG, &plan.n_tags);
	return focus_import(&cli->env, &plan, &bill) &&
	       costing_report(cli, formats, sizeof formats / sizeof *formats, &report);
}
