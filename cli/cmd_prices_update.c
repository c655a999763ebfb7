/* portfit prices update: the public prices of a cloud beside what the book says. A cloud is a row.
 */
#include "cli/costing.h"

#include "assess/catalog.h"
#include "base/curl.h"
#include "report/prices.h"

#include <stdlib.h>

static const struct curl_limits small = {(uint64_t)16 << 20, 60, 20};
static const struct curl_limits large = {(uint64_t)4 << 30, 1800, 60};

struct price_fetch {
	struct cli *cli;
	const struct costing *costing;
	str url; /* of the cloud, or as the user gave it; no slash at the end */
	const str *regions, *instances;
	uint32_t n_regions, n_instances;
	struct offers *offers; /* one a region */
};

/* ------------------------------------------------------------------ AWS: offer files */

static bool fetch_region(struct price_fetch *f, str region, struct offers *out)
{
	struct env *env = &f->cli->env;
	struct offers_ask ask = {
	        .region = region, .instances = f->instances, .n_instances = f->n_instances};
	struct file_view view;
	str path;
	bool ok;

	ask.url = arena_format(env->keep,
	        "%.*s/offers/v1.0/aws/AmazonEC2/current/region_index.json", STR_ARG(f->url));
	if (!curl_fetch(env, ask.url, &small, &view))
		return false;
	ok = offers_region_path(env, &ask, view.bytes, &path);
	file_view_close(&view);
	if (!ok)
		return false;
	ask.url = arena_format(env->keep, "%.*s%.*s", STR_ARG(f->url), STR_ARG(path));
	if (!curl_fetch(env, ask.url, &large, &view))
		return false;
	ok = offers_read(env, &ask, view.bytes, out);
	file_view_close(&view);
	return ok;
}

static bool fetch_aws(struct price_fetch *f)
{
	for (uint32_t i = 0; i < f->n_regions; i++)
		if (!fetch_region(f, f->regions[i], &f->offers[i]))
			return false;
	return true;
}

/* ------------------------------------------------------------------ Google Cloud: catalogue */

/* What may stand in a URL as it is; a token of a page is such text. */
static bool is_token(str token)
{
	for (size_t i = 0; i < token.len; i++) {
		char c = token.ptr[i];

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		            str_find_byte(S("-_.~=%"), c) < 6))
			return false;
	}
	return token.len < 4096;
}

static bool fetch_page(struct price_fetch *f, struct catalog *catalog, str token, str *next)
{
	struct env *env = &f->cli->env;
	const char *key = getenv("PORTFIT_GOOGLE_API_KEY");
	bool query = str_find_byte(f->url, '?') < f->url.len;
	str url = arena_format(env->keep, "%.*s%scurrencyCode=USD&pageSize=5000", STR_ARG(f->url),
	        query ? "&" : "?");
	struct file_view view;
	bool ok;

	if (token.len)
		url = arena_format(env->keep, "%.*s&pageToken=%.*s", STR_ARG(url), STR_ARG(token));
	if (key && *key)
		url = arena_format(env->keep, "%.*s&key=%s", STR_ARG(url), key);
	if (!curl_fetch(env, url, &small, &view))
		return false;
	ok = catalog_read_page(env, catalog, view.bytes, next);
	file_view_close(&view);
	return ok;
}

static bool fetch_gcp(struct price_fetch *f)
{
	struct catalog_ask ask = {.url = str_slice(f->url, 0, str_find_byte(f->url, '?')),
	        .book = f->costing->book,
	        .instances = f->instances,
	        .n_instances = f->n_instances,
	        .regions = f->regions,
	        .n_regions = f->n_regions,
	        .month_hours = settings_value(&f->costing->settings, SET_MONTH_HOURS)};
	struct catalog catalog = {.ask = &ask};
	struct place place = {.path = ask.url};
	str token = STR_NONE, next;

	for (uint32_t page = 0; page < 1000; page++) {
		struct arena_mark mark = arena_mark(f->cli->env.temp);
		bool ok = fetch_page(f, &catalog, token, &next);

		arena_rewind(f->cli->env.temp, mark);
		if (!ok)
			return false;
		if (!next.len) {
			catalog_join(&f->cli->env, &catalog, f->offers);
			return true;
		}
		if (!is_token(next) || str_eq(next, token))
			return diag_error(f->cli->env.diags, place,
			        "names no page that can follow (nextPageToken)");
		token = next;
	}
	return diag_error(f->cli->env.diags, place, "has more than 1,000 pages");
}

/* ------------------------------------------------------------------ the command */

static const struct cloud {
	const char *name, *url, *regions[4]; /* regions: without --region */
	bool (*fetch)(struct price_fetch *f);
} clouds[] = {
        {"aws", "https://pricing.us-east-1.amazonaws.com", {"us-east-1"}, fetch_aws},
        {"gcp", "https://cloudbilling.googleapis.com/v1/services/6F81-5844-456A/skus",
                {"us-central1", "us-east5"}, fetch_gcp},
};

static const struct cloud *choose_cloud(struct cli *cli)
{
	str name = request_text(cli->request, OPTION_CLOUD);

	for (size_t i = 0; i < sizeof clouds / sizeof *clouds; i++)
		if (!name.ptr || str_eq(name, str_from(clouds[i].name)))
			return &clouds[i];
	option_problem(cli, OPTION_CLOUD, name, "aws or gcp");
	return NULL;
}

/* The machines that --instance names, else all of the cloud in the book. */
static void choose_instances(struct price_fetch *f, const struct cloud *cloud)
{
	const struct book *book = f->costing->book;
	VEC(str) names = {0};

	f->instances = request_list(f->cli->request, OPTION_INSTANCE, &f->n_instances);
	if (f->n_instances)
		return;
	for (uint32_t i = 0; i < book->machines.len; i++)
		if (str_eq(book->machines.at[i].provider, str_from(cloud->name)))
			*VEC_PUSH(f->cli->env.keep, &names) = book->machines.at[i].name;
	f->instances = names.at;
	f->n_instances = names.len;
}

static void choose_regions(struct price_fetch *f, const struct cloud *cloud)
{
	VEC(str) names = {0};

	f->regions = request_list(f->cli->request, OPTION_REGION, &f->n_regions);
	if (f->n_regions)
		return;
	for (size_t i = 0; i < sizeof cloud->regions / sizeof *cloud->regions; i++)
		if (cloud->regions[i])
			*VEC_PUSH(f->cli->env.keep, &names) = str_from(cloud->regions[i]);
	f->regions = names.at;
	f->n_regions = names.len;
}

/* Prices of nothing are no update, and an empty file would stand for one. */
static bool check_some(struct price_fetch *f)
{
	for (uint32_t i = 0; i < f->n_regions; i++)
		if (f->offers[i].prices.len)
			return true;
	return diag_error(f->cli->env.diags,
	        (struct place){.path = str_slice(f->url, 0, str_find_byte(f->url, '?'))},
	        "has no price of the machines asked for in %.*s%s", STR_ARG(f->regions[0]),
	        f->n_regions > 1 ? " and the other regions" : "");
}

static void update_text(struct arena *arena, const void *report, struct buf *out)
{
	report_update_text(arena, report, out);
}

static void update_json(struct arena *arena, const void *report, struct buf *out)
{
	report_update_json(arena, report, out);
}

static void update_yaml(struct arena *arena, const void *report, struct buf *out)
{
	report_update_yaml(arena, report, out);
}

bool cmd_prices_update(struct cli *cli)
{
	static const struct costing_format formats[] = {{"text", ".txt", update_text},
	        {"json", ".json", update_json}, {"yaml", ".yaml", update_yaml}};
	const struct cloud *cloud = choose_cloud(cli);
	struct costing costing;
	struct price_fetch fetch = {.cli = cli, .costing = &costing};
	struct price_update update;

	if (!cloud || !costing_open(cli, &costing))
		return false;
	fetch.url = request_text(cli->request, OPTION_URL);
	if (!fetch.url.ptr)
		fetch.url = str_from(cloud->url);
	while (fetch.url.len && fetch.url.ptr[fetch.url.len - 1] == '/')
		fetch.url.len--;
	choose_instances(&fetch, cloud);
	choose_regions(&fetch, cloud);
	fetch.offers = ARENA_ARRAY(cli->env.keep, struct offers, fetch.n_regions);
	if (!cloud->fetch(&fetch))
		return false;
	if (!check_some(&fetch))
		return false;
	update = (struct price_update){costing.book, fetch.offers, fetch.n_regions};
	return costing_report(cli, formats, sizeof formats / sizeof *formats, &update);
}
