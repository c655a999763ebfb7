/* Prices from outside: a user's YAML, the cloud's price files over a real connection, plans. */
#include "assess/cost.h"
#include "assess/offers.h"
#include "base/curl.h"
#include "base/file.h"
#include "report/prices.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
	struct arena *keep, *temp;
	struct diags diags;
	struct env env;
	char path[64];
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);
	int fd;

	f->keep = arena_new();
	f->temp = arena_new();
	f->diags.arena = f->keep;
	f->env = (struct env){f->keep, f->temp, &f->diags, &limits_default, NULL};
	strcpy(f->path, "/tmp/portfit-prices.XXXXXX");
	fd = mkstemp(f->path);
	if (fd < 0)
		return -1;
	close(fd);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	unlink(f->path);
	arena_free(f->keep);
	arena_free(f->temp);
	free(f);
	return 0;
}

static struct book *overlay(struct fixture *f, const char *text)
{
	str path = str_from(f->path);

	assert_true(file_write(&f->env, path, str_from(text)));
	return book_open(&f->env, &path, 1);
}

static struct price find(
        struct fixture *f, const struct book *book, const char *purchase, const char *region)
{
	struct price_wish wish = {.instance = S("p5.48xlarge"),
	        .purchase = str_from(purchase),
	        .region = str_from(region)};
	struct price p;

	assert_true(book_price(&f->env, book, &wish, &p));
	return p;
}

/* ------------------------------------------------------------------ a user's own */

static void own_prices_win(void **state)
{
	struct fixture *f = *state;
	struct book *book = overlay(f,
	        "prices:\n"
	        "  - {instance: p5.48xlarge, region: us-east-1, purchase: on-demand, usd_per_hour: "
	        "44,"
	        " date: 2024-01-01, source: quote}\n"
	        "discounts:\n"
	        "  - {instance: 'p5*', purchase: capacity-block, percent: 10, date: 2026-01-01,"
	        " source: contract 7}\n"
	        "machines:\n"
	        "  - {name: own-box, provider: us, chips: 8, bf16_tflops: 1000}\n");

	assert_non_null(book);
	/* Older than the bundled row, and still the one that holds. */
	assert_true(find(f, book, "on-demand", "us-east-1").usd_per_hour == 44);
	assert_true(fabs(find(f, book, "capacity-block", "us").usd_per_hour - 37.3752) < 1e-9);
	assert_true(str_eq(find(f, book, "capacity-block", "us").discount, S("contract 7")));
	assert_true(book_machine(book, S("own-box"))->chips == 8);
	assert_int_equal(book->prices.len, 134);
}

static void wrong_prices_are_one_line(void **state)
{
	static const char head[] = "prices:\n  - {instance: x, region: r, purchase: on-demand, "
	                           "date: 2026-01-01, source: s, usd_per_hour: ";
	static const struct {
		const char *text;
		bool whole; /* else behind the head */
	} bad[] = {{"-1}", false}, {"inf}", false}, {"nan}", false}, {"1e9}", false},
	        {"12 EUR}", false}, {"about 5}", false}, {"''}", false},
	        {"5, currency: EUR}", false}, {"5, colour: red}", false},
	        {"5, evidence: hearsay}", false},
	        {"prices:\n  - {instance: x, region: r, purchase: on-demand, usd_per_hour: 1, "
	         "source: s}\n",
	                true},
	        {"prices:\n  - {instance: x, region: r, purchase: rented, usd_per_hour: 1, date: "
	         "2026-01-01, source: s}\n",
	                true},
	        {"prices:\n  - {instance: x, region: r, purchase: spot, usd_per_hour: 1, date: "
	         "2026-13-01, source: s}\n",
	                true},
	        {"discounts:\n  - {percent: 120, date: 2026-01-01, source: s}\n", true},
	        {"settings:\n  - {key: rho, unit: ratio, value: 1, origin: assumed, text: t}\n",
	                true},
	        {"nothing: here\n", true}, {"", true}, {"[]", true}, {"prices: {a: b}", true}};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		str text = bad[i].whole ? str_from(bad[i].text)
		                        : arena_format(f->temp, "%s%s\n", head, bad[i].text);

		f->diags.errors = 0;
		if (overlay(f, arena_cstr(f->temp, text)))
			fail_msg("taken: %s", bad[i].text);
		assert_int_equal(f->diags.errors, 1);
	}
}

static void not_priced_is_a_word(void **state)
{
	struct fixture *f = *state;
	struct book *book = overlay(f, "prices:\n  - {instance: p5.48xlarge, region: us-east-1, "
	                               "purchase: on-demand, usd_per_hour: not priced, date: "
	                               "2026-01-01, source: s}\n");

	assert_non_null(book);
	assert_true(isnan(find(f, book, "on-demand", "us-east-1").usd_per_hour));
}

/* ------------------------------------------------------------------ offer files */

static const char offer[] =
        "{\"formatVersion\": \"v1.0\", \"offerCode\": \"AmazonEC2\", \"publicationDate\": "
        "\"2026-11-28T20:00:00Z\", \"products\": {"
        "\"AAA\": {\"sku\": \"AAA\", \"attributes\": {\"instanceType\": \"p5.48xlarge\", "
        "\"operatingSystem\": \"Linux\", \"tenancy\": \"Shared\", \"preInstalledSw\": \"NA\", "
        "\"capacitystatus\": \"Used\", \"regionCode\": \"us-east-1\", \"marketoption\": "
        "\"OnDemand\"}},"
        "\"BBB\": {\"sku\": \"BBB\", \"attributes\": {\"instanceType\": \"p5.48xlarge\", "
        "\"operatingSystem\": \"Windows\", \"tenancy\": \"Shared\", \"regionCode\": "
        "\"us-east-1\"}},"
        "\"CCC\": {\"sku\": \"CCC\", \"attributes\": {\"instanceType\": \"m5.large\", "
        "\"operatingSystem\": \"Linux\", \"tenancy\": \"Shared\", \"regionCode\": "
        "\"us-east-1\"}}},"
        "\"terms\": {\"OnDemand\": {"
        "\"AAA\": {\"AAA.T\": {\"priceDimensions\": {\"AAA.T.R\": {\"unit\": \"Hrs\", "
        "\"pricePerUnit\": {\"USD\": \"54.5000000000\"}}}, \"termAttributes\": {}}},"
        "\"BBB\": {\"BBB.T\": {\"priceDimensions\": {\"r\": {\"unit\": \"Hrs\", "
        "\"pricePerUnit\": {\"USD\": \"99\"}}}, \"termAttributes\": {}}}},"
        "\"Reserved\": {\"AAA\": {"
        "\"AAA.1\": {\"priceDimensions\": {\"r\": {\"unit\": \"Hrs\", \"pricePerUnit\": {\"USD\": "
        "\"40.25\"}}}, \"termAttributes\": {\"LeaseContractLength\": \"1yr\", \"OfferingClass\": "
        "\"standard\", \"PurchaseOption\": \"No Upfront\"}},"
        "\"AAA.2\": {\"priceDimensions\": {\"q\": {\"unit\": \"Quantity\", \"pricePerUnit\": "
        "{\"USD\": \"90000\"}}, \"r\": {\"unit\": \"Hrs\", \"pricePerUnit\": {\"USD\": \"0\"}}}, "
        "\"termAttributes\": {\"LeaseContractLength\": \"3yr\", \"OfferingClass\": \"standard\", "
        "\"PurchaseOption\": \"All Upfront\"}}}}}}";

static const str p5 = {"p5.48xlarge", 11};
static const struct offers_ask ask = {{"http://test", 11}, {"us-east-1", 9}, &p5, 1};

static void offers_become_prices(void **state)
{
	struct fixture *f = *state;
	struct offers o;

	assert_true(offers_read(&f->env, &ask, str_from(offer), &o));
	assert_int_equal(o.products, 3);
	assert_int_equal(o.prices.len, 2);
	assert_true(o.prices.at[0].usd_per_hour == 54.5);
	assert_true(str_eq(o.prices.at[0].date, S("2026-11-28")));
	assert_true(str_eq(o.prices.at[1].purchase, S("committed-1y")));
	assert_true(o.prices.at[1].usd_per_hour == 40.25);
}

/* What prices update writes is what --prices reads. */
static void fetched_prices_are_an_overlay(void **state)
{
	struct fixture *f = *state;
	struct offers o;
	struct price_update update = {.offers = &o, .n = 1};
	struct buf out = {0};
	struct book *book;

	assert_true(offers_read(&f->env, &ask, str_from(offer), &o));
	report_update_yaml(f->keep, &update, &out);
	buf_byte(&out, 0);
	book = overlay(f, out.ptr);
	assert_non_null(book);
	assert_true(find(f, book, "on-demand", "us-east-1").usd_per_hour == 54.5);
	assert_true(find(f, book, "committed-1y", "us-east-1").usd_per_hour == 40.25);
	buf_free(&out);
}

static void damaged_offers_are_refused(void **state)
{
	struct fixture *f = *state;
	size_t len = strlen(offer);
	struct offers o;

	for (size_t cut = 0; cut < len; cut += 13)
		if (offers_read(&f->env, &ask, (str){offer, cut}, &o))
			fail_msg("taken when cut at %zu", cut);
	assert_false(offers_read(&f->env, &ask, S("{}"), &o));
	assert_false(offers_read(&f->env, &ask, S("{\"publicationDate\": \"soon\"}"), &o));
}

static void regions_have_a_path(void **state)
{
	struct fixture *f = *state;
	str path;

	assert_true(offers_region_path(&f->env, &ask,
	        S("{\"regions\": {\"eu\": {\"currentVersionUrl\": \"/e\"}, \"us-east-1\": "
	          "{\"regionCode\": \"us-east-1\", \"currentVersionUrl\": \"/u/index.json\"}}}"),
	        &path));
	assert_true(str_eq(path, S("/u/index.json")));
	assert_false(offers_region_path(&f->env, &ask, S("{\"regions\": {}}"), &path));
}

/* ------------------------------------------------------------------ a server */

/* Answers by path until it is killed. Not for strangers: on the loop-back interface only. */
static _Noreturn void serve(int listener)
{
	for (;;) {
		int fd = accept(listener, NULL, NULL);
		char request[4096], head[256];
		ssize_t n = fd < 0 ? -1 : read(fd, request, sizeof request - 1);
		const char *body = offer, *status = "200 OK", *more = "";

		request[n > 0 ? n : 0] = 0;
		if (strncmp(request, "GET /large", 10) == 0)
			more = "a line that is repeated until it is too much\n";
		else if (strncmp(request, "GET /moved", 10) == 0)
			status = "302 Found\r\nLocation: http://example.com/";
		else if (strncmp(request, "GET /offer", 10) != 0)
			status = "404 Not Found";
		n = snprintf(head, sizeof head, "HTTP/1.1 %s\r\nConnection: close\r\n\r\n", status);
		if (write(fd, head, (size_t)n) < 0 || write(fd, body, strlen(body)) < 0)
			close(fd);
		for (int i = 0; *more && i < 100000; i++)
			if (write(fd, more, strlen(more)) < 0)
				break;
		close(fd);
	}
}

struct server {
	pid_t pid;
	int port;
};

static struct server start_server(void)
{
	struct sockaddr_in address = {.sin_family = AF_INET};
	socklen_t len = sizeof address;
	struct server s;
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_true(fd >= 0);
	assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
	assert_int_equal(listen(fd, 8), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &len), 0);
	s.port = ntohs(address.sin_port);
	s.pid = fork();
	if (s.pid == 0) {
		signal(SIGPIPE, SIG_IGN);
		serve(fd);
	}
	close(fd);
	return s;
}

static bool fetch(struct fixture *f, const struct server *s, const char *path, uint64_t most,
        struct file_view *view)
{
	struct curl_limits limits = {most, 20, 10};
	str url = arena_format(f->keep, "http://127.0.0.1:%d%s", s->port, path);

	return curl_fetch(&f->env, url, &limits, view);
}

static void price_files_are_fetched(void **state)
{
	struct fixture *f = *state;
	struct server s = start_server();
	struct file_view view;
	struct offers o;
	bool ok = fetch(f, &s, "/offer/index.json", 1 << 20, &view);

	if (ok) {
		ok = offers_read(&f->env, &ask, view.bytes, &o);
		file_view_close(&view);
	}
	assert_false(fetch(f, &s, "/nothing", 1 << 20, &view));
	assert_true(str_has(VEC_LAST(&f->diags.list)->text, S("status 404")));
	assert_false(fetch(f, &s, "/large", 100000, &view));
	assert_true(str_has(VEC_LAST(&f->diags.list)->text, S("limit of 100000 bytes")));
	assert_false(fetch(f, &s, "/moved", 1 << 20, &view));
	assert_true(str_has(VEC_LAST(&f->diags.list)->text, S("status 302")));
	kill(s.pid, SIGKILL);
	waitpid(s.pid, NULL, 0);
	assert_false(fetch(f, &s, "/offer", 1 << 20, &view));
	assert_true(ok);
	assert_int_equal(o.prices.len, 2);
}

static void only_safe_addresses_are_fetched(void **state)
{
	static const char *const bad[] = {"http://example.com/x", "ftp://127.0.0.1/x",
	        "file:///etc/passwd", "http://127.0.0.1:80@example.com/x",
	        "http://127.0.0.1.example.com/", "http://localhost@example.com", "", "127.0.0.1"};
	struct fixture *f = *state;
	struct curl_limits limits = {1000, 1, 1};
	struct file_view view;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_false(curl_fetch(&f->env, str_from(bad[i]), &limits, &view));
		assert_true(str_has(VEC_LAST(&f->diags.list)->text, S("is not fetched")));
	}
}

/* ------------------------------------------------------------------ plans */

static const char plan_text[] =
        "name: job\n"
        "jobs_month: 50\n"
        "today: {instance: p5.48xlarge, purchase: on-demand, region: us-east-1, t_run: 10 h}\n"
        "targets:\n"
        "  - {name: t, instance: trn2.48xlarge, purchase: capacity-block, region: us-east-2, "
        "t_prep: 1 h, R: 0.9}\n"
        "effort: {hours: 100}\n";

static bool read_plan(struct fixture *f, const char *from, const char *to, struct cost_plan *plan)
{
	size_t at = from ? (size_t)(strstr(plan_text, from) - plan_text) : 0;
	str text = from ? arena_format(f->keep, "%.*s%s%s", (int)at, plan_text, to,
	                          plan_text + at + strlen(from))
	                : str_from(plan_text);
	struct book *book = book_open(&f->env, NULL, 0);

	*plan = (struct cost_plan){.as_of = 20787}; /* 2026-11-30 */
	settings_open(&f->env, &plan->settings);
	assert_true(file_write(&f->env, str_from(f->path), text));
	return cost_plan_read(&f->env, book, str_from(f->path), plan);
}

static void plans_are_read(void **state)
{
	struct fixture *f = *state;
	struct cost_plan plan;
	struct cost_result r;

	assert_true(read_plan(f, NULL, NULL, &plan));
	assert_true(cost_run(&f->env, book_open(&f->env, NULL, 0), &plan, &r));
	assert_int_equal(r.n_targets, 1);
	assert_true(r.targets[0].label == 'D');
	assert_true(fabs(r.today.base.c_job - 550.4) < 1e-9);
	/* 500 hours a month as blocks: 21 days, so 504 paid hours of 500 */
	assert_true(r.best_option != UINT32_MAX);
	assert_true(fabs(r.options.at[r.best_option].month - 504 * 41.528) < 1e-6);
}

/* Absurd, negative, contradicting, in other currencies: one line, and no plan. */
static void wrong_plans_are_one_line(void **state)
{
	static const struct {
		const char *from, *to;
	} bad[] = {{"t_run: 10 h", "t_run: -10 h"}, {"t_run: 10 h", "t_run: 0"},
	        {"t_run: 10 h", "t_run: 10 fortnights"}, {"t_run: 10 h", "t_run: 1e99"},
	        {"t_run: 10 h", "t_run: inf"}, {"t_run: 10 h", "t_run: nan"},
	        {"t_run: 10 h", "t_run: [3, 2, 1]"}, {"t_run: 10 h", "t_run: [1, 2]"},
	        {"t_run: 10 h", "t_run: 10 h, t_rum: 3"}, {"R: 0.9", "R: 0"}, {"R: 0.9", "R: -1"},
	        {"R: 0.9", "R: 0.9, t_run: 5"}, {"R: 0.9", "R: 0.9, util: 0"},
	        {"R: 0.9", "R: 0.9, util: 120 %"}, {"R: 0.9", "R: 0.9, f_retry: 1"},
	        {"R: 0.9", "R: 0.9, q_pass: 0"}, {"R: 0.9", "R: 0.9, k_reuse: 0.5"},
	        {"R: 0.9", "R: 0.9, count: 1.5"}, {"R: 0.9", "R: 0.9, count: 65"},
	        {"R: 0.9", "R: 0.9, util: 0.5, block_hours: 30"},
	        {"R: 0.9", "R: 0.9, block_hours: 5000"}, {"R: 0.9", "R: 0.9, evidence: measured"},
	        {"R: 0.9", "R: 0.9, storage: {gb: 5, usd: 0.02}"},
	        {"R: 0.9", "R: 0.9, storage: {gb: 5, item: nothing known}"},
	        {"R: 0.9", "R: 0.9, egress: {gb: 5, item: region to region}"} /* undated */,
	        {"R: 0.9", "R: 0.9, price: {usd_per_hour: 3}"},
	        {"R: 0.9", "R: 0.9, price: {usd_per_hour: 3 EUR, date: 2026-01-01}"},
	        {"R: 0.9", "R: 0.9, price: {usd_per_hour: 3, date: 2027-01-01}"},
	        {"purchase: capacity-block", "purchase: spot"} /* undated */,
	        {"purchase: capacity-block", "purchase: leased"},
	        {"purchase: capacity-block, ", ""}, {"trn2.48xlarge", "trn9.48xlarge"},
	        {"jobs_month: 50", "jobs_month: 0"}, {"jobs_month: 50", "jobs_month: -5"},
	        {"jobs_month: 50", "currency: EUR"},
	        {"jobs_month: 50", "unit: {name: x, per_job: 0}"},
	        {"jobs_month: 50", "settings: {rho: 2}"},
	        {"jobs_month: 50", "settings: {rhoo: 0.1}"},
	        {"jobs_month: 50", "settings: {rate: [1, 2]}"}, {"name: job", "title: job"},
	        {"hours: 100", "hours: 0"}, {"hours: 100", "hours: -4"},
	        {"hours: 100", "groups: [{class: hgih}], target: x, blockers: [{}]"},
	        {"hours: 100", "groups: [{class: low, places: 0}]"},
	        {"hours: 100", "phases: [dance]"}, {"hours: 100", "stage: guessed"}};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct cost_plan plan;

		f->diags.errors = 0;
		if (read_plan(f, bad[i].from, bad[i].to, &plan))
			fail_msg("taken: %s", bad[i].to);
		if (f->diags.errors != 1)
			fail_msg("%u lines for %s", f->diags.errors, bad[i].to);
	}
}

static void missing_price_is_no_verdict(void **state)
{
	struct fixture *f = *state;
	struct cost_plan plan;
	struct cost_result r;

	assert_true(read_plan(f, "capacity-block", "on-demand", &plan));
	assert_true(cost_run(&f->env, book_open(&f->env, NULL, 0), &plan, &r));
	assert_true(r.targets[0].label == 'X');
	assert_int_equal(r.targets[0].answer, ANSWER_INSUFFICIENT);
	assert_int_equal(r.missing.len, 1);
	assert_true(isnan(r.targets[0].o.target.c_job) && isnan(r.targets[0].p24));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
	        TEST(own_prices_win),
	        TEST(wrong_prices_are_one_line),
	        TEST(not_priced_is_a_word),
	        TEST(offers_become_prices),
	        TEST(fetched_prices_are_an_overlay),
	        TEST(damaged_offers_are_refused),
	        TEST(regions_have_a_path),
	        TEST(price_files_are_fetched),
	        TEST(only_safe_addresses_are_fetched),
	        TEST(plans_are_read),
	        TEST(wrong_plans_are_one_line),
	        TEST(missing_price_is_no_verdict),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
