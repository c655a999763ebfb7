/* What binds a name that nothing reads: an import, of whose package nothing runs there; a variable
 * of a function that holds a device's name, a parameter by its default. */
#include "scanner/rule_guard.h"

#include <string.h>

enum { READ_BYTES = 64, LINE_BYTES = 300 }; /* of a text, what one look is worth; of a statement */

/* Where a line's comment stands before a place, quotes aside: what a "#" in a string hides is taken
 * for read. */
static bool is_in_comment(str text, size_t at)
{
	size_t from = at;

	while (from && text.ptr[from - 1] != '\n')
		from--;
	for (; from < at && !strchr("'\"", text.ptr[from]); from++)
		if (text.ptr[from] == '#')
			return true;
	return false;
}

/* A text says the name from `from` to `to`, in code or in a string ("__all__"). */
static bool is_said(str text, str name, size_t from, size_t to)
{
	while ((from += str_find_name(str_slice(text, from, to), name)) < to) {
		if (!is_in_comment(text, from))
			return true;
		from += name.len;
	}
	return false;
}

/* The statement ends in a word for those who check: it is there on purpose. */
static bool is_kept(str text, size_t end)
{
	str rest = str_from_at(text, end);

	return str_has(str_slice(rest, 0, str_find_byte(rest, '\n')), S("noqa"));
}

/* What "from x import y" binds. STR_NONE: a star, or a module, which may be imported for what its
 * import does (torch_npu). */
static str bound_name(struct python_file *file, const struct python_import *in)
{
	if (!in->name || in->dynamic != PYTHON_NOT_DYNAMIC)
		return STR_NONE;
	return python_name(file, in->alias ? in->alias : in->name);
}

/* By the rules it is there on every target: where it works wrongly its import may fail already. */
static bool is_there(const struct ruleset *rules, uint32_t rule)
{
	for (uint32_t t = 0; t < rules->n_targets; t++)
		if (rule_severity(rules, rule, t) > SEVERITY_MINOR)
			return false;
	return true;
}

static bool import_is_idle(struct python_matching *p, const struct statement *s, uint32_t rule)
{
	struct python_file *file = p->file;
	bool any = false;

	if (!is_there(p->m.rules, rule) || str_ends(p->m.path, S("__init__.py")) ||
	        str_ends(p->m.path, S(".ipynb")) || is_kept(file->text, s->end))
		return false;
	for (uint32_t i = 0; i < file->imports.len; i++) {
		const struct python_import *in = &file->imports.at[i];
		str name;

		if (in->at < s->at || in->at >= s->end)
			continue;
		name = bound_name(file, in);
		if (!name.len || !python_may_look(p, 1 + (uint32_t)(file->text.len / READ_BYTES)) ||
		        is_said(file->text, name, 0, s->at) ||
		        is_said(file->text, name, s->end, file->text.len))
			return false;
		any = true;
	}
	return any;
}

/* A value that is a name of a device or back end, a type: nothing that fails or waits by itself. */
static bool is_plain(str value)
{
	static const char *const calls[] = {
	        "torch.device", "torch.cuda.is_available", "str", ".format", NULL};

	for (size_t i = 0; i < value.len; i++) {
		str before = str_slice(value, 0, i);

		if (value.ptr[i] == '[' ||
		        (value.ptr[i] == '(' && i && byte_is_word(before.ptr[i - 1]) &&
		                !str_ends_one_of(before, calls)))
			return false;
	}
	return true;
}

/* The name that a statement gives a plain value and does nothing else: NAME = "cuda:0". */
static str name_given(const struct python_matching *p, uint32_t statement)
{
	str text = head_written(p, statement, LINE_BYTES), rest;
	size_t end = 0;

	while (end < text.len && byte_is_name(text.ptr[end]))
		end++;
	rest = str_trim(str_from_at(text, end));
	return text.len < LINE_BYTES && end && str_starts(rest, S("=")) &&
	                       !str_starts(rest, S("==")) && is_plain(rest)
	               ? str_slice(text, 0, end)
	               : STR_NONE;
}

/* The name may be read in a def by other means than its word. */
static bool is_read_unseen(str body)
{
	static const char *const means[] = {
	        "global ", "nonlocal ", "locals(", "vars(", "eval(", NULL};

	return str_has_one_of(body, means);
}

/* A place in a def is come to again, or a function in front of it may read later what it gives. */
static bool may_be_read_before(const struct python_matching *p, uint32_t statement, uint32_t def)
{
	static const char *const inner[] = {"def ", "lambda", NULL};
	const struct outline *o = &p->outline;

	for (uint32_t at = o->list.at[statement].parent; at != def && at != PYTHON_NONE;
	        at = o->list.at[at].parent)
		if (o->list.at[at].kind == STATEMENT_FOR || o->list.at[at].kind == STATEMENT_WHILE)
			return true;
	return str_has_one_of(
	        str_slice(p->file->text, o->list.at[def].end, o->list.at[statement].at), inner);
}

/* What a statement of a def gives a name, or the def itself a parameter, is read in the def. */
static bool is_read_behind(struct python_matching *p, uint32_t statement, uint32_t def, str name)
{
	const struct outline *o = &p->outline;
	str text = p->file->text;
	size_t from = o->list.at[def].end, to = outline_end(o, p->file, def);

	if (!python_may_look(p, 1 + (uint32_t)((to - from) / READ_BYTES)) ||
	        is_read_unseen(str_slice(text, from, to)))
		return true;
	if (statement != def && may_be_read_before(p, statement, def) &&
	        is_said(text, name, from, o->list.at[statement].at))
		return true;
	return is_said(text, name, o->list.at[statement].end, to);
}

bool binding_is_idle(struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	const struct outline *o = python_outline(p);
	const struct statement *s = &o->list.at[statement];
	bool asks = str_starts(raw->matched, S("torch.cuda.")) &&
	            !str_ends(raw->matched, S(".is_available"));
	uint32_t parameter, def;
	str name;

	if (raw->import)
		return import_is_idle(p, s, raw->rule);
	if (s->kind == STATEMENT_DEF) {
		parameter = parameter_by_default(p, raw);
		return parameter != PYTHON_NONE &&
		       !is_read_behind(p, statement, statement,
		               python_name(p->file, p->file->bindings.at[parameter].name));
	}
	def = s->kind == STATEMENT_SIMPLE && !asks ? outline_def(o, statement) : PYTHON_NONE;
	name = def == PYTHON_NONE ? STR_NONE : name_given(p, statement);
	return name.len && !is_read_behind(p, statement, def, name);
}
