/* setup.py: packages and modules as far as literals tell, packages=["net"] or find_packages(). */
#include "scanner/distributions.h"

struct reader {
	str text;
	size_t at;
};

static char byte_at(const struct reader *r)
{
	return r->at < r->text.len ? r->text.ptr[r->at] : '\0';
}

static void skip_blank(struct reader *r)
{
	while (r->at < r->text.len) {
		char c = r->text.ptr[r->at];

		if (c == '#')
			r->at += str_find_byte(str_from_at(r->text, r->at), '\n');
		else if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
			r->at++;
		else
			break;
	}
}

/* What is within the quotes that stand here. */
static str read_string(struct reader *r)
{
	char quote = byte_at(r);
	str rest = str_from_at(r->text, r->at);
	bool three = rest.len > 2 && rest.ptr[1] == quote && rest.ptr[2] == quote;
	size_t from = r->at += three ? 3 : 1;

	while (r->at < r->text.len) {
		rest = str_from_at(r->text, r->at);
		if (rest.ptr[0] == '\\' && rest.len > 1)
			r->at++;
		else if (rest.ptr[0] == quote &&
		         (!three || (rest.len > 2 && rest.ptr[1] == quote && rest.ptr[2] == quote)))
			break;
		r->at++;
	}
	rest = str_slice(r->text, from, r->at);
	r->at += three ? 3 : 1;
	return rest;
}

static bool is_quote(char c)
{
	return c == '"' || c == '\'';
}

static str read_name(struct reader *r)
{
	size_t from = r->at;

	while (byte_is_name(byte_at(r)) || byte_at(r) == '.')
		r->at++;
	return str_slice(r->text, from, r->at);
}

/* Up to the comma or bracket that ends an argument. */
static void skip_argument(struct reader *r)
{
	uint32_t depth = 0;

	for (;;) {
		char c;

		skip_blank(r);
		c = byte_at(r);
		if (!c || (!depth && (c == ',' || c == ')' || c == ']' || c == '}')))
			return;
		if (is_quote(c)) {
			read_string(r);
			continue;
		}
		depth += c == '(' || c == '[' || c == '{';
		depth -= c == ')' || c == ']' || c == '}';
		r->at++;
	}
}

static bool ends_argument(struct reader *r)
{
	skip_blank(r);
	return byte_at(r) == ',' || byte_at(r) == ')';
}

/* ["net", "net.layers"]: false when it is anything else. */
static bool read_list(
        struct reader *r, struct distribution *of, void (*take)(struct distribution *of, str name))
{
	if (byte_at(r) != '[' && byte_at(r) != '(')
		return false;
	r->at++;
	for (;;) {
		skip_blank(r);
		if (byte_at(r) == ']' || byte_at(r) == ')') {
			r->at++;
			return ends_argument(r);
		}
		if (!is_quote(byte_at(r)))
			return false;
		take(of, read_string(r));
		skip_blank(r);
		if (byte_at(r) == ',')
			r->at++;
		else if (byte_at(r) != ']' && byte_at(r) != ')')
			return false;
	}
}

/* The arguments of find_packages(); a lone text for exclude is one of letters, which excludes
 * nothing. */
static bool read_find(struct reader *r, struct distribution *of)
{
	while (skip_blank(r), byte_at(r) != ')') {
		str key = read_name(r);

		skip_blank(r);
		if (!key.len || byte_at(r) != '=')
			return false;
		r->at++;
		skip_blank(r);
		if (!str_eq(key, S("exclude")))
			return false;
		if (is_quote(byte_at(r)))
			read_string(r);
		else if (!read_list(r, of, distribution_exclude))
			return false;
		if (!ends_argument(r))
			return false;
		r->at += byte_at(r) == ',';
	}
	r->at++;
	of->found = true;
	if (of->says == SAYS_NOTHING)
		of->says = SAYS_WHICH;
	return ends_argument(r);
}

static bool read_packages(struct reader *r, struct distribution *of)
{
	str name;

	skip_blank(r);
	if (byte_at(r) == '[' || byte_at(r) == '(')
		return read_list(r, of, distribution_add);
	name = read_name(r);
	skip_blank(r);
	if (!str_eq(str_last_part(name, '.'), S("find_packages")) || byte_at(r) != '(')
		return false;
	r->at++;
	return read_find(r, of);
}

/* The arguments of setup(), behind its bracket. */
static void read_call(struct reader *r, struct distribution *of)
{
	while (skip_blank(r), r->at < r->text.len && byte_at(r) != ')') {
		str key = read_name(r);

		skip_blank(r);
		if (byte_at(r) == '=') {
			r->at++;
			if (str_eq(key, S("package_dir")) ||
			        ((str_eq(key, S("packages")) || str_eq(key, S("py_modules"))) &&
			                !read_packages(r, of)))
				of->says = SAYS_OTHERWISE;
		} else if (byte_at(r) == '*') {
			of->says = SAYS_OTHERWISE; /* **options */
		}
		skip_argument(r);
		if (byte_at(r) == ',')
			r->at++;
		else if (byte_at(r) != ')')
			return;
	}
}

void distribution_read_setup(struct distribution *of, str text)
{
	struct reader r = {.text = text};

	for (;;) {
		size_t next = str_find_name(
		        str_from_at(text, r.at < text.len ? r.at : text.len), S("setup"));

		r.at += next + S("setup").len;
		if (r.at >= text.len)
			return;
		skip_blank(&r);
		if (byte_at(&r) != '(')
			continue;
		r.at++;
		read_call(&r, of);
	}
}
