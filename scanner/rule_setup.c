/* setup.py: what setuptools.setup is given, and noxfile.py: what its sessions install, as far as
 * literals tell. A list that is named is looked for where a line begins with that name. */
#include "scanner/rule_python.h"

#include "base/file.h"
#include "scanner/rule_text.h"

#include <string.h>

enum { CALLS_MOST = 8 /* of setup(), that are looked at */ };

static struct spot spot_at(struct python_matching *p, uint32_t at, uint32_t end)
{
	struct python_spot from = python_spot(p->file, at), to = python_spot(p->file, end);

	return (struct spot){.cell = p->file->notebook ? from.cell + 1 : 0,
	        .line = from.line,
	        .column = from.character + 1,
	        .end_line = to.line,
	        .end_column = to.character + 1,
	        .statement = python_source_text(p, at, end)};
}

static void take_requirement(struct python_matching *p, str text, uint32_t at, bool python)
{
	struct text_file file = {.env = p->m.env,
	        .path = p->m.path,
	        .text = p->file->text,
	        .extra = p->extra ? S("extras_require") : STR_NONE};
	struct spot spot;

	if (python)
		text_add_pin(&file, S("python"), text, at, at + (uint32_t)text.len);
	else
		text_add_requirement(&file, text, at, false);
	for (uint32_t i = 0; i < file.requirements.len; i++) {
		const struct text_requirement *r = &file.requirements.at[i];

		spot = spot_at(p, r->at, r->end);
		rule_requirement(&p->m, &spot, r, str_slice(p->file->text, r->at, r->end));
	}
}

/* {"extra": […]}: the name of an extra is no requirement. */
static bool is_key(str text, uint32_t at)
{
	while (at < text.len && strchr(" \t\n", text.ptr[at]))
		at++;
	return at < text.len && text.ptr[at] == ':';
}

/* deps["torch"]: looks up what stands elsewhere. */
static bool is_looked_up(str text, uint32_t at)
{
	char before = at > 1 ? text.ptr[at - 2] : ' ';

	return at > 1 && text.ptr[at - 1] == '[' &&
	       ((before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z') ||
	               (before >= '0' && before <= '9') || before == '_');
}

/* Behind the bracket that closes the one at the place. */
static uint32_t list_end(str text, uint32_t at)
{
	uint32_t depth = 0, stop;

	while (at < text.len) {
		char c = text.ptr[at];

		stop = at;
		if (c == '#')
			at += (uint32_t)str_find_byte(str_from_at(text, at), '\n');
		else if (c == '"' || c == '\'')
			literal_at(text, at, &stop);
		depth += c == '[';
		depth -= c == ']';
		at = stop > at ? stop : at + 1;
		if (!depth)
			break;
	}
	return at < text.len ? at : (uint32_t)text.len;
}

/* All literals between two places. */
static void take_literals(struct python_matching *p, uint32_t at, uint32_t end, bool python)
{
	str text = p->file->text;

	while (at < end) {
		uint32_t stop = at;
		str literal = STR_NONE;

		if (text.ptr[at] == '#')
			at += (uint32_t)str_find_byte(str_from_at(text, at), '\n');
		else if (text.ptr[at] == '"' || text.ptr[at] == '\'')
			literal = literal_at(text, at, &stop);
		if (literal.len && !is_key(text, stop) && !is_looked_up(text, at))
			take_requirement(p, literal, (uint32_t)(literal.ptr - text.ptr), python);
		at = stop > at ? stop : at + 1;
	}
}

/* NAME = [ … ] at the start of a line. */
static void take_named(struct python_matching *p, str name)
{
	str text = p->file->text;

	for (size_t at = 0; at < text.len; at += str_find_byte(str_from_at(text, at), '\n') + 1) {
		str line = str_from_at(text, at), rest;
		size_t open;

		if (!str_starts(line, name))
			continue;
		rest = str_trim(str_slice(line, name.len, name.len + 20));
		open = str_find_byte(str_slice(line, 0, name.len + 40), '[');
		if (rest.len && rest.ptr[0] == '=' && open < line.len) {
			uint32_t from = (uint32_t)(at + open);

			take_literals(p, from, list_end(text, from), false);
			return;
		}
	}
}

/* noxfile.py: session.install("torch==2.1", …) */
static void match_sessions(struct python_matching *p)
{
	uint32_t install = str_eq(path_base(p->m.path), S("noxfile.py"))
	                           ? python_name_find(p->file, S("install"))
	                           : 0;

	for (uint32_t i = 0; install && i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];

		if (call->chain != PYTHON_NONE &&
		        python_chain_last(p->file, &p->file->chains.at[call->chain]) == install)
			take_literals(p, call->open, call->end, false);
	}
}

/* _deps = ["torch>=2.6", …], from which lists of requirements are looked up by name. */
static void take_tables(struct python_matching *p)
{
	static const char *const names[] = {"_deps", "deps", "dependencies", "_DEPS", "DEPS", NULL};
	static const char *const lookups[] = {"deps[", "dependencies[", "DEPS[", NULL};

	if (!str_has_one_of(p->file->text, lookups))
		return;
	for (const char *const *name = names; *name; name++)
		if (python_name_find(p->file, str_from(*name)))
			take_named(p, str_from(*name));
}

void match_setup(struct python_matching *p)
{
	static const struct {
		const char *keyword;
		bool python;
	} keywords[] = {{"install_requires", false}, {"extras_require", false},
	        {"setup_requires", false}, {"tests_require", false}, {"python_requires", true}};
	uint32_t setup = python_name_find(p->file, S("setup"));

	uint32_t calls = 0;

	match_sessions(p);
	if (!setup || !python_name_find(p->file, S("setuptools")))
		return;
	take_tables(p);
	for (uint32_t i = 0; i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];

		if (call->chain == PYTHON_NONE ||
		        python_chain_last(p->file, &p->file->chains.at[call->chain]) != setup)
			continue;
		if (calls++ == CALLS_MOST)
			return;
		for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++) {
			const struct python_arg *arg =
			        call_argument(p, call, str_from(keywords[k].keyword));

			if (!arg)
				continue;
			p->extra = str_eq(str_from(keywords[k].keyword), S("extras_require"));
			take_literals(p, arg->at, arg->end, keywords[k].python);
			if (arg->kind == PYTHON_VALUE_CHAIN)
				take_named(p, str_slice(p->file->text, arg->at, arg->end));
			p->extra = false;
		}
	}
}
