/* The release matrix is written for people ("package torch-neuronx 2.13.3.0 / pairs with PyTorch
 * 2.13.0", "Python 3.12 to 3.14", "torch>=2.11.0,<=2.15.0"). Read here are the few shapes in which
 * features of area "version" state a demand; a row in no such shape is no demand and is passed
 * over.
 */
#include "probe/environment.h"

#include "scanner/version.h"

#include <ctype.h>
#include <string.h>

struct checker {
	const struct record *record;
	const struct remark *remarks;
	uint32_t n_remarks;
	struct arena *arena;
	struct fits *out;
};

static void add(struct checker *c, const struct remark *remark, struct fit_row row)
{
	row.source = remark->source;
	row.date = remark->date;
	c->out->bad += row.fit == FIT_NO;
	c->out->unknown += row.fit == FIT_UNKNOWN;
	*VEC_PUSH(c->arena, &c->out->rows) = row;
}

static str normal(struct arena *arena, str name)
{
	char *text = arena_alloc(arena, name.len + 1, 1);

	for (size_t i = 0; i < name.len; i++)
		text[i] = name.ptr[i] == '_' || name.ptr[i] == '.'
		                  ? '-'
		                  : (char)tolower((unsigned char)name.ptr[i]);
	return (str){text, name.len};
}

/* The installed version of a package; empty: it is not there, or Python is not known. */
static str installed(struct checker *c, str name)
{
	str key = normal(c->arena, name);
	str version = record_get(c->record, "packages", arena_cstr(c->arena, key));

	if (!version.ptr && str_eq(key, S("torch")))
		version = record_get(c->record, "torch", "version");
	return version;
}

static bool has_python(const struct checker *c)
{
	return record_get(c->record, "python", "version").len > 0;
}

static str without_local(str version)
{
	str head, rest;

	str_split(version, '+', &head, &rest);
	return head;
}

/* ------------------------------------------------------------------ pairs */

/* "package NAME VERSION" with "pairs with PyTorch VERSION": all rows of one name together. */
static bool read_pair(const struct remark *r, str *name, str *version, str *torch)
{
	str rest = str_from_at(r->name, 8), tail;
	size_t at = str_find(r->text, S("pairs with PyTorch "));

	if (!str_starts(r->name, S("package ")) || at == r->text.len ||
	        !str_split(rest, ' ', name, version))
		return false;
	str_split(str_from_at(r->text, at + 19), ' ', torch, &tail);
	return true;
}

static void check_pairs(struct checker *c, uint32_t first)
{
	struct buf wanted = {0};
	str name, version, torch, other, have, have_torch, advice = STR_NONE;
	enum fit fit = FIT_UNKNOWN;

	read_pair(&c->remarks[first], &name, &version, &torch);
	have = installed(c, name);
	have_torch = without_local(installed(c, S("torch")));
	for (uint32_t i = first; i < c->n_remarks; i++) {
		if (!read_pair(&c->remarks[i], &other, &version, &torch) || !str_eq(other, name))
			continue;
		buf_format(&wanted, "%s%.*s with PyTorch %.*s", wanted.len ? ", or " : "",
		        STR_ARG(version), STR_ARG(torch));
		if (str_eq(torch, have_torch) && !str_eq(version, without_local(have)))
			advice = arena_format(c->arena, "install %.*s %.*s for this PyTorch",
			        STR_ARG(name), STR_ARG(version));
		if (have.len && str_eq(version, without_local(have))) {
			fit = str_eq(torch, have_torch) ? FIT_YES : FIT_NO;
			if (fit == FIT_NO && !advice.len)
				advice = arena_format(c->arena, "install torch %.*s for this %.*s",
				        STR_ARG(torch), STR_ARG(name));
		}
	}
	if (has_python(c) && fit == FIT_UNKNOWN)
		fit = FIT_NO;
	if (fit == FIT_NO && !advice.len)
		advice = S("install one of the pairs");
	add(c, &c->remarks[first],
	        (struct fit_row){.feature = name,
	                .wanted = arena_dup(c->arena, buf_str(&wanted)),
	                .found = arena_format(c->arena, "%.*s with torch %.*s",
	                        STR_ARG(have.len ? have : S("not installed")),
	                        STR_ARG(have_torch.len ? have_torch : S("not installed"))),
	                .fit = fit,
	                .advice = fit == FIT_YES ? STR_NONE : advice});
	buf_free(&wanted);
}

static bool is_first_pair(const struct checker *c, uint32_t index)
{
	str name, other, version, torch;

	if (!read_pair(&c->remarks[index], &name, &version, &torch))
		return false;
	for (uint32_t i = 0; i < index; i++)
		if (read_pair(&c->remarks[i], &other, &version, &torch) && str_eq(other, name))
			return false;
	return true;
}

/* ------------------------------------------------------------------ Python */

static int minor_of(str version)
{
	str major, rest, minor, tail;
	int64_t n;

	if (!str_split(version, '.', &major, &rest) || !str_eq(major, S("3")))
		return -1;
	str_split(rest, '.', &minor, &tail);
	return str_int(minor, &n) && n >= 0 && n < 1000 ? (int)n : -1;
}

/* The next "3.N" of a text; -1 at its end. */
static int next_minor(str *rest)
{
	for (;;) {
		size_t at = str_find(*rest, S("3.")), end = at + 2;
		int64_t n;
		bool starts;

		if (at == rest->len)
			return -1;
		starts = at == 0 ||
		         !(isdigit((unsigned char)rest->ptr[at - 1]) || rest->ptr[at - 1] == '.');
		while (end < rest->len && isdigit((unsigned char)rest->ptr[end]))
			end++;
		if (starts && str_int(str_slice(*rest, at + 2, end), &n) && n < 1000) {
			*rest = str_from_at(*rest, end);
			return (int)n;
		}
		*rest = str_from_at(*rest, at + 2);
	}
}

/* "Python 3.12 to 3.14", or "Python versions" with a list in the text. */
static void check_python(struct checker *c, const struct remark *r)
{
	bool range = str_has(r->name, S(" to "));
	str rest = range ? r->name : r->text, found = record_get(c->record, "python", "version");
	int have = minor_of(found), n, low = 1000, high = -1;
	bool listed = false;

	while ((n = next_minor(&rest)) >= 0) {
		listed |= n == have;
		low = n < low ? n : low;
		high = n > high ? n : high;
	}
	if (high < 0)
		return;
	if (range)
		listed = have >= low && have <= high;
	add(c, r,
	        (struct fit_row){.feature = S("Python"),
	                .wanted = arena_format(c->arena, "3.%d to 3.%d", low, high),
	                .found = found.len ? found : S("not found"),
	                .fit = have < 0 ? FIT_UNKNOWN
	                       : listed ? FIT_YES
	                                : FIT_NO,
	                .advice = listed ? STR_NONE
	                                 : arena_format(c->arena, "use Python 3.%d to 3.%d", low,
	                                           high)});
}

/* ------------------------------------------------------------------ operating system */

static void check_systems(struct checker *c)
{
	str id = record_get(c->record, "system", "os_id"),
	    version = record_get(c->record, "system", "os_version"),
	    pretty = record_get(c->record, "system", "os");
	const struct remark *first = NULL, *match = NULL;
	struct buf wanted = {0};
	enum fit fit = FIT_NO;

	for (uint32_t i = 0; i < c->n_remarks; i++) {
		const struct remark *r = &c->remarks[i];

		if (!str_starts(r->name, S("Ubuntu ")))
			continue;
		first = first ? first : r;
		if (!str_eq(r->verdict, S("unsupported")))
			buf_format(&wanted, "%s%.*s (%.*s)", wanted.len ? ", " : "",
			        STR_ARG(r->name), STR_ARG(r->verdict));
		if (str_eq(id, S("ubuntu")) && str_eq(str_from_at(r->name, 7), version))
			match = r;
	}
	if (match)
		fit = str_eq(match->verdict, S("supported"))     ? FIT_YES
		      : str_eq(match->verdict, S("unsupported")) ? FIT_NO
		                                                 : FIT_UNKNOWN;
	if (first)
		add(c, match ? match : first,
		        (struct fit_row){.feature = S("operating system"),
		                .wanted = arena_dup(c->arena, buf_str(&wanted)),
		                .found = pretty.len ? pretty : S("not known"),
		                .fit = pretty.len ? fit : FIT_UNKNOWN,
		                .advice = fit == FIT_YES ? STR_NONE
		                          : match        ? match->text
		                                  : S("use one of these, or a container of it")});
	buf_free(&wanted);
}

/* "Linux x86_64 manylinux 2.31" */
static void check_platform(struct checker *c, const struct remark *r)
{
	size_t at = str_find(r->name, S("manylinux "));
	str machine = record_get(c->record, "system", "machine"),
	    libc = record_get(c->record, "system", "libc"), want = str_from_at(r->name, at + 10);
	struct version have, least;
	bool fits;

	if (at == r->name.len || !version_parse(want, &least))
		return;
	fits = str_has(r->name, machine) && version_parse(libc, &have) &&
	       version_compare(&have, &least) >= 0;
	add(c, r,
	        (struct fit_row){.feature = S("platform"),
	                .wanted = r->name,
	                .found = arena_format(c->arena, "Linux %.*s, glibc %.*s", STR_ARG(machine),
	                        STR_ARG(libc)),
	                .fit = !machine.len || !libc.len ? FIT_UNKNOWN
	                       : fits                    ? FIT_YES
	                                                 : FIT_NO,
	                .advice = fits ? STR_NONE : r->text});
}

/* ------------------------------------------------------------------ NAME>=VERSION */

static bool is_name_byte(char c)
{
	return isalnum((unsigned char)c) || c == '-' || c == '_' || c == '.';
}

static bool is_operator(char c)
{
	return c == '<' || c == '>' || c == '=' || c == '!' || c == '~';
}

static str without_blanks(struct arena *arena, str text)
{
	char *out = arena_alloc(arena, text.len + 1, 1);
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] != ' ')
			out[n++] = text.ptr[i];
	return (str){out, n};
}

static void check_demand(struct checker *c, const struct remark *r, str name, str demand)
{
	str have = installed(c, name);
	struct version_span wanted, point;
	enum fit fit = FIT_UNKNOWN;

	name = normal(c->arena, name);
	demand = without_blanks(c->arena, demand);
	if (!version_span(demand, &wanted))
		return;
	if (have.len && version_span(arena_format(c->arena, "==%.*s", STR_ARG(without_local(have))),
	                        &point))
		fit = version_spans_meet(&point, &wanted) ? FIT_YES : FIT_NO;
	else if (!have.len && has_python(c) && str_eq(r->verdict, S("required")))
		fit = FIT_NO;
	add(c, r,
	        (struct fit_row){.feature = arena_dup(c->arena, name),
	                .wanted = arena_dup(c->arena, demand),
	                .found = have.len ? have : S("not installed"),
	                .fit = fit,
	                .advice = fit == FIT_YES ? STR_NONE
	                                         : arena_format(c->arena, "install '%.*s%.*s'",
	                                                   STR_ARG(name), STR_ARG(demand))});
}

/* Every demand of a text; one without a name in front is about `subject`. */
static void check_demands(struct checker *c, const struct remark *r, str text, str subject)
{
	size_t i = 0;

	while (i < text.len) {
		size_t at = i, name_end, from, end;

		while (at < text.len && !is_operator(text.ptr[at]))
			at++;
		if (at == text.len)
			return;
		name_end = at;
		while (name_end > i && text.ptr[name_end - 1] == ' ')
			name_end--;
		from = name_end;
		while (from > i && is_name_byte(text.ptr[from - 1]))
			from--;
		end = at;
		while (end < text.len &&
		        (is_name_byte(text.ptr[end]) || is_operator(text.ptr[end]) ||
		                (text.ptr[end] == ' ' && is_operator(text.ptr[end - 1])) ||
		                (text.ptr[end] == ',' && end + 1 < text.len &&
		                        is_operator(text.ptr[end + 1]))))
			end++;
		check_demand(c, r, from < name_end ? str_slice(text, from, name_end) : subject,
		        str_slice(text, at, end));
		i = end > at ? end : at + 1;
	}
}

/* "torch_tpu release" with "0.2.0 on the Python package index" */
static void check_release(struct checker *c, const struct remark *r)
{
	str name = str_slice(r->name, 0, r->name.len - 8), version, rest, have = installed(c, name);
	struct version parsed;

	str_split(r->text, ' ', &version, &rest);
	if (!version_parse(version, &parsed) || str_find_byte(name, ' ') < name.len)
		return;
	add(c, r,
	        (struct fit_row){.feature = name,
	                .wanted = arena_format(
	                        c->arena, "%.*s, the release that is known", STR_ARG(version)),
	                .found = have.len ? have : S("not installed"),
	                .fit = !has_python(c)                         ? FIT_UNKNOWN
	                       : !have.len                            ? FIT_NO
	                       : str_eq(without_local(have), version) ? FIT_YES
	                                                              : FIT_UNKNOWN,
	                .advice = str_eq(without_local(have), version)
	                                  ? STR_NONE
	                                  : arena_format(c->arena, "install '%.*s==%.*s'",
	                                            STR_ARG(name), STR_ARG(version))});
}

void record_check(const struct record *record, const struct coverage *coverage,
        const struct target *target, struct fits *out)
{
	struct arena *arena = out->arena;
	struct remark *all;
	uint32_t n = coverage_remarks(coverage, arena, "features", target, &all), kept = 0;
	struct checker c = {.record = record, .arena = arena, .out = out};

	*out = (struct fits){.arena = arena};
	for (uint32_t i = 0; i < n; i++)
		if (str_eq(all[i].detail, S("version")))
			all[kept++] = all[i];
	c.remarks = all;
	c.n_remarks = kept;
	check_systems(&c);
	for (uint32_t i = 0; i < kept; i++) {
		const struct remark *r = &all[i];

		if (is_first_pair(&c, i))
			check_pairs(&c, i);
		else if (str_starts(r->name, S("Python ")))
			check_python(&c, r);
		else if (str_starts(r->name, S("Linux ")))
			check_platform(&c, r);
		else if (str_ends(r->name, S(" release")) && r->text.len)
			check_release(&c, r);
		else if (!str_eq(r->verdict, S("published"))) {
			check_demands(&c, r, r->name, STR_NONE);
			check_demands(&c, r, r->text, r->name);
		}
	}
}

static str fit_word(enum fit fit)
{
	return fit == FIT_YES ? S("fits") : fit == FIT_NO ? S("does not fit") : S("not decided");
}

void fits_text(const struct fits *fits, str target, struct buf *out)
{
	buf_format(out, "release matrix of %.*s: %u rows, %u do not fit, %u not decided\n",
	        STR_ARG(target), fits->rows.len, fits->bad, fits->unknown);
	for (uint32_t i = 0; i < fits->rows.len; i++) {
		const struct fit_row *row = &fits->rows.at[i];

		buf_format(out, "\n%.*s: %.*s\n    wanted: %.*s\n    found:  %.*s\n",
		        STR_ARG(row->feature), STR_ARG(fit_word(row->fit)), STR_ARG(row->wanted),
		        STR_ARG(row->found));
		if (row->advice.len)
			buf_format(out, "    do:     %.*s\n", STR_ARG(row->advice));
		buf_format(out, "    source: %.*s%s%.*s\n", STR_ARG(row->source),
		        row->date.len ? ", " : "", STR_ARG(row->date));
	}
	if (!fits->rows.len)
		buf_puts(out, "the facts of this target hold no release matrix\n");
}

void fits_json(const struct fits *fits, struct json_out *w)
{
	json_out_array(w);
	for (uint32_t i = 0; i < fits->rows.len; i++) {
		const struct fit_row *row = &fits->rows.at[i];

		json_out_object(w);
		json_out_pair_str(w, "feature", row->feature);
		json_out_pair_str(w, "fit", fit_word(row->fit));
		json_out_pair_str(w, "wanted", row->wanted);
		json_out_pair_str(w, "found", row->found);
		if (row->advice.len)
			json_out_pair_str(w, "advice", row->advice);
		json_out_pair_str(w, "source", row->source);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}
