/* setup.py: what setuptools.setup is given, and noxfile.py: what its sessions install, as far as
 * literals tell. A list that is named is looked for where a line begins with that name. */
#include "scanner/rule_python.h"

#include "base/file.h"
#include "scanner/rule_text.h"
#include "scanner/text/installed.h"

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

/* What a name is given at the start of a line: a list, or a table of lists. */
struct named {
	uint32_t at, end; /* end 0: nothing */
	bool taken;
};

/* The lists of a file while they are read; first for what is installed, then for all. */
struct setup {
	struct python_matching *p;
	struct text_file file; /* of one requirement at a time */
	struct installed installed;
	struct map named; /* lists and tables by name, from 1 */
	VEC(struct named) lists;
	bool asking, python, extras; /* what the value is that is read */
};

static void take_requirement(struct setup *s, str text, uint32_t at, str extra)
{
	struct python_matching *p = s->p;

	if (s->asking) {
		installed_ask_text(
		        &s->installed, installed_node(&s->installed, INSTALLED_EXTRA, extra), text);
		return;
	}
	s->file.requirements.len = 0;
	s->file.extra = installed_holds(&s->installed, INSTALLED_EXTRA, extra) ? STR_NONE : extra;
	if (s->python)
		text_add_pin(&s->file, S("python"), text, at, at + (uint32_t)text.len);
	else
		text_add_requirement(&s->file, text, at, false);
	for (uint32_t i = 0; i < s->file.requirements.len; i++) {
		const struct text_requirement *r = &s->file.requirements.at[i];
		struct spot spot = spot_at(p, r->at, r->end);

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

	return at > 1 && text.ptr[at - 1] == '[' && byte_is_word(before);
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
		depth += c == '[' || c == '{' || c == '(';
		depth -= c == ']' || c == '}' || c == ')';
		at = stop > at ? stop : at + 1;
		if (!depth)
			break;
	}
	return at < text.len ? at : (uint32_t)text.len;
}

/* dict(gpu=[…]): the name before the "=" at the place; without one the extra before it goes on. */
static str keyword_at(str text, uint32_t at, str extra)
{
	uint32_t from, end;

	if (at + 1 < text.len && text.ptr[at + 1] == '=')
		return extra;
	while (at && text.ptr[at - 1] == ' ')
		at--;
	for (end = from = at; from && byte_is_word(text.ptr[from - 1]);)
		from--;
	return from < end ? str_slice(text, from, end) : extra;
}

/* All literals between two places; in a table of extras each behind the key of its list. */
static void take_literals(struct setup *s, uint32_t at, uint32_t end)
{
	str text = s->p->file->text, extra = s->extras ? S("extras_require") : STR_NONE;

	while (at < end) {
		uint32_t stop = at;
		str literal = STR_NONE;

		if (text.ptr[at] == '#')
			at += (uint32_t)str_find_byte(str_from_at(text, at), '\n');
		else if (text.ptr[at] == '"' || text.ptr[at] == '\'')
			literal = literal_at(text, at, &stop);
		else if (s->extras && text.ptr[at] == '=')
			extra = keyword_at(text, at, extra);
		if (literal.ptr && is_key(text, stop))
			extra = s->extras ? installed_extra(literal) : STR_NONE;
		else if (literal.len && !is_looked_up(text, at))
			take_requirement(s, literal, (uint32_t)(literal.ptr - text.ptr), extra);
		at = stop > at ? stop : at + 1;
	}
}

/* NAME = [ … ] at the start of a line; a table NAME = { … } as well. */
static struct named find_named(str text, str name, bool table)
{
	for (size_t at = 0; at < text.len; at += str_find_byte(str_from_at(text, at), '\n') + 1) {
		str line = str_from_at(text, at), rest;
		size_t open;

		if (!str_starts(line, name))
			continue;
		rest = str_trim(str_slice(line, name.len, name.len + 20));
		line = str_slice(line, 0, name.len + 40);
		open = str_find_byte(line, '[');
		if (table && str_find_byte(line, '{') < open)
			open = str_find_byte(line, '{');
		if (rest.len && rest.ptr[0] == '=' && open < line.len)
			return (struct named){(uint32_t)(at + open),
			        list_end(text, (uint32_t)(at + open)), false};
	}
	return (struct named){0};
}

/* Each is read once: it may be asked for again and again. */
static void take_named(struct setup *s, str name)
{
	struct arena *temp = s->p->m.env->temp;
	struct named *named;
	bool fresh;
	uint32_t *number = map_at(&s->named, name, &fresh);

	if (fresh) {
		*VEC_PUSH(temp, &s->lists) = find_named(s->p->file->text, name, s->extras);
		*number = s->lists.len;
	}
	named = &s->lists.at[*number - 1];
	if (!named->taken || s->asking)
		take_literals(s, named->at, named->end);
	named->taken = !s->asking;
}

/* noxfile.py: session.install("torch==2.1", …) */
static void match_sessions(struct setup *s)
{
	const struct python_file *file = s->p->file;
	uint32_t install = str_eq(path_base(s->p->m.path), S("noxfile.py"))
	                           ? python_name_find(file, S("install"))
	                           : 0;

	for (uint32_t i = 0; install && i < file->calls.len; i++) {
		const struct python_call *call = &file->calls.at[i];

		if (call->chain != PYTHON_NONE &&
		        python_chain_last(file, &file->chains.at[call->chain]) == install)
			take_literals(s, call->open, call->end);
	}
}

/* _deps = ["torch>=2.6", …], from which lists of requirements are looked up by name. */
static void take_tables(struct setup *s)
{
	static const char *const names[] = {"_deps", "deps", "dependencies", "_DEPS", "DEPS", NULL};
	static const char *const lookups[] = {"deps[", "dependencies[", "DEPS[", NULL};

	if (!str_has_one_of(s->p->file->text, lookups))
		return;
	for (const char *const *name = names; *name; name++)
		if (python_name_find(s->p->file, str_from(*name)))
			take_named(s, str_from(*name));
}

/* What one call of setup() is given. */
static void take_call(struct setup *s, const struct python_call *call)
{
	static const char *const keywords[] = {"install_requires", "extras_require",
	        "setup_requires", "tests_require", "python_requires", NULL};
	const struct python_arg *name = call_argument(s->p, call, S("name"));

	if (name && s->asking)
		s->installed.project = argument_text(s->p, name);
	for (const char *const *keyword = keywords; *keyword; keyword++) {
		const struct python_arg *arg = call_argument(s->p, call, str_from(*keyword));

		s->extras = strcmp(*keyword, "extras_require") == 0;
		s->python = strcmp(*keyword, "python_requires") == 0;
		if (!arg || (s->asking && (s->python || (!s->extras && keyword != keywords))))
			continue;
		take_literals(s, arg->at, arg->end);
		if (arg->kind == PYTHON_VALUE_CHAIN)
			take_named(s, str_slice(s->p->file->text, arg->at, arg->end));
	}
	s->extras = s->python = false;
}

static void take_calls(struct setup *s, uint32_t setup)
{
	const struct python_file *file = s->p->file;
	uint32_t calls = 0;

	for (uint32_t i = 0; i < file->calls.len && calls < CALLS_MOST; i++) {
		const struct python_call *call = &file->calls.at[i];

		if (call->chain == PYTHON_NONE ||
		        python_chain_last(file, &file->chains.at[call->chain]) != setup)
			continue;
		calls++;
		take_call(s, call);
	}
}

void match_setup(struct python_matching *p)
{
	struct arena *temp = p->m.env->temp;
	uint32_t setup = python_name_find(p->file, S("setup"));
	struct setup s = {.p = p,
	        .named = {.arena = temp},
	        .file = {.env = p->m.env, .path = p->m.path, .text = p->file->text}};

	installed_init(&s.installed, temp);
	match_sessions(&s);
	if (!setup || !python_name_find(p->file, S("setuptools")))
		return;
	s.asking = true;
	if (python_name_find(p->file, S("extras_require")))
		take_calls(&s, setup);
	installed_settle(&s.installed);
	s.asking = false;
	take_tables(&s);
	take_calls(&s, setup);
}
