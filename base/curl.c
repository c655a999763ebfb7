/* The few entry points that are needed, looked up by name. The only file that includes curl.h.
 *
 * What surprises: the header is used for constants and types alone; nothing of libcurl is linked,
 * so a machine without it runs everything but the commands that fetch. */
#include "base/curl.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Macros of the header that check types would hide the pointers of the same names. */
#undef curl_easy_setopt
#undef curl_easy_getinfo

/* CURLOPT_PROTOCOLS and CURLOPT_REDIR_PROTOCOLS by number: newer headers call them deprecated,
 * older ones do not have what replaces them, and every library takes them. */
enum { OPTION_PROTOCOLS = 181, OPTION_REDIR_PROTOCOLS = 182 };

struct library {
	void *handle;
	CURL *(*easy_init)(void);
	CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
	CURLcode (*easy_perform)(CURL *);
	CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
	void (*easy_cleanup)(CURL *);
	const char *(*easy_strerror)(CURLcode);
};

/* A function's address is not convertible from that of an object; their bytes are. */
static bool look_up(void *handle, const char *name, void *function)
{
	void *symbol = dlsym(handle, name);

	memcpy(function, &symbol, sizeof symbol);
	return symbol != NULL;
}

static bool load(struct library *lib)
{
	static const char *const names[] = {
	        "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl-nss.so.4"};

	*lib = (struct library){0};
	for (size_t i = 0; i < sizeof names / sizeof *names && !lib->handle; i++)
		lib->handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
	return lib->handle && look_up(lib->handle, "curl_easy_init", &lib->easy_init) &&
	       look_up(lib->handle, "curl_easy_setopt", &lib->easy_setopt) &&
	       look_up(lib->handle, "curl_easy_perform", &lib->easy_perform) &&
	       look_up(lib->handle, "curl_easy_getinfo", &lib->easy_getinfo) &&
	       look_up(lib->handle, "curl_easy_cleanup", &lib->easy_cleanup) &&
	       look_up(lib->handle, "curl_easy_strerror", &lib->easy_strerror);
}

struct body {
	FILE *file;
	uint64_t bytes;
	const struct curl_limits *limits;
	bool too_large;
};

static size_t take_bytes(char *bytes, size_t size, size_t count, void *context)
{
	struct body *b = context;
	size_t n = size * count;

	if (b->bytes + n > b->limits->bytes) {
		b->too_large = true;
		return 0;
	}
	b->bytes += n;
	return fwrite(bytes, 1, n, b->file);
}

/* "http://127.0.0.1:80@elsewhere/" is elsewhere. */
static bool is_own_machine(str url)
{
	static const char *const hosts[] = {"http://127.0.0.1", "http://localhost", "http://[::1]"};
	str authority = str_from_at(url, 7);

	if (str_has(str_slice(authority, 0, str_find_byte(authority, '/')), S("@")))
		return false;
	for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
		str rest = str_from_at(url, strlen(hosts[i]));

		if (str_starts(url, str_from(hosts[i])) &&
		        (!rest.len || rest.ptr[0] == ':' || rest.ptr[0] == '/'))
			return true;
	}
	return false;
}

static void set_options(
        const struct library *lib, CURL *easy, const char *url, const struct curl_limits *limits)
{
	bool local = is_own_machine(str_from(url));
	long protocols = local ? CURLPROTO_HTTP : CURLPROTO_HTTPS;

	lib->easy_setopt(easy, CURLOPT_URL, url);
	lib->easy_setopt(easy, (CURLoption)OPTION_PROTOCOLS, protocols);
	lib->easy_setopt(easy, (CURLoption)OPTION_REDIR_PROTOCOLS, protocols);
	lib->easy_setopt(easy, CURLOPT_FOLLOWLOCATION, local ? 0L : 1L);
	lib->easy_setopt(easy, CURLOPT_MAXREDIRS, 5L);
	lib->easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	lib->easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, 20L);
	lib->easy_setopt(easy, CURLOPT_TIMEOUT, (long)limits->seconds);
	lib->easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 64L);
	lib->easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, (long)limits->stalled_seconds);
	lib->easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
	lib->easy_setopt(easy, CURLOPT_USERAGENT, "portfit/" PORTFIT_VERSION);
	if (local)
		lib->easy_setopt(easy, CURLOPT_NOPROXY, "*");
}

/* A query may hold a key. */
static struct place place_of(str url)
{
	return (struct place){.path = str_slice(url, 0, str_find_byte(url, '?'))};
}

static bool perform(struct env *env, const struct library *lib, str url, struct body *body)
{
	struct place place = place_of(url);
	CURL *easy = lib->easy_init();
	CURLcode code;
	long status = 0;

	if (!easy)
		return diag_error(env->diags, place, "libcurl cannot be started");
	set_options(lib, easy, arena_cstr(env->temp, url), body->limits);
	lib->easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_bytes);
	lib->easy_setopt(easy, CURLOPT_WRITEDATA, body);
	code = lib->easy_perform(easy);
	lib->easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
	lib->easy_cleanup(easy);
	if (body->too_large)
		return diag_error(env->diags, place, "larger than the limit of %llu bytes",
		        (unsigned long long)body->limits->bytes);
	if (code != CURLE_OK)
		return diag_error(
		        env->diags, place, "cannot be fetched: %s", lib->easy_strerror(code));
	if (status != 200)
		return diag_error(env->diags, place, "answered with status %ld, not 200", status);
	return true;
}

/* The file outlives its descriptor as a mapping. */
static bool map_body(struct env *env, str url, struct body *body, struct file_view *view)
{
	void *at;

	if (fflush(body->file) != 0 || ferror(body->file))
		return diag_error(env->diags, place_of(url),
		        "cannot be kept in a temporary file: %s", strerror(errno));
	*view = (struct file_view){0};
	if (!body->bytes)
		return true;
	at = mmap(NULL, (size_t)body->bytes, PROT_READ, MAP_PRIVATE, fileno(body->file), 0);
	if (at == MAP_FAILED)
		return diag_error(
		        env->diags, place_of(url), "cannot be mapped: %s", strerror(errno));
	view->mapping = at;
	view->bytes = (str){at, (size_t)body->bytes};
	return true;
}

bool curl_fetch(struct env *env, str url, const struct curl_limits *limits, struct file_view *view)
{
	struct library lib;
	struct body body = {.limits = limits};
	bool ok;

	if (!str_starts(url, S("https://")) && !is_own_machine(url))
		return diag_error(env->diags, place_of(url),
		        "is not fetched: expected https:// (http:// only for the own machine)");
	if (memchr(url.ptr, 0, url.len))
		return diag_error(env->diags, place_of(url), "holds a NUL byte");
	if (!load(&lib))
		return diag_error(env->diags, (struct place){.path = S("libcurl")},
		        "cannot be loaded; install libcurl (Debian: libcurl4) to fetch prices");
	body.file = tmpfile();
	if (!body.file)
		return diag_error(env->diags, place_of(url), "no temporary file can be made: %s",
		        strerror(errno));
	ok = perform(env, &lib, url, &body) && map_body(env, url, &body, view);
	fclose(body.file);
	return ok;
}
