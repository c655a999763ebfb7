/* Defaults that a place is, or stands behind: of a parameter, of a field of a class that is made of
 * its fields. Whether anything leaves them is told when all of the project is read
 * (default_needs.h). */
#include "scanner/default_needs.h"
#include "scanner/device_argument.h"
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"
#include "scanner/switch_texts.h"

enum { DEFAULT_BYTES = 200 };

/* The parameter whose default begins at a place, or has it in it: the last one before it, of a def
 * whose body comes later. */
static uint32_t parameter_before(const struct python_file *file, uint32_t at)
{
	uint32_t next = python_binding_from(file, at);

	return next && file->bindings.at[next - 1].kind == PYTHON_BIND_PARAMETER ? next - 1
	                                                                         : PYTHON_NONE;
}

/* @register on the class around a place: who calls it is not seen. */
static bool class_is_decorated(struct python_matching *p, uint32_t at)
{
	const struct outline *o = python_outline(p);
	uint32_t i = outline_find(o, at);

	while (i != PYTHON_NONE && o->list.at[i].kind != STATEMENT_CLASS)
		i = o->list.at[i].parent;
	return i != PYTHON_NONE && i > 0 && o->list.at[i - 1].kind == STATEMENT_DECORATOR;
}

/* A call, but of torch.device, whose value is a name. */
static bool makes_something(str written)
{
	return str_has(written, S("(")) && !str_has(written, S("device(\"")) &&
	       !str_has(written, S("device('"));
}

uint32_t parameter_by_default(struct python_matching *p, const struct raw *raw)
{
	const struct python_file *file = p->file;
	uint32_t binding = parameter_before(file, raw->at);
	str between, name;

	if (binding == PYTHON_NONE || !python_may_look(p, 1))
		return PYTHON_NONE;
	name = python_name(file, file->bindings.at[binding].name);
	between = str_slice(file->text, file->bindings.at[binding].at + name.len, raw->end);
	return between.len > DEFAULT_BYTES ||
	                       !str_ends(str_trim(str_slice(
	                                         between, 0, between.len - (raw->end - raw->at))),
	                               S("=")) ||
	                       makes_something(str_slice(file->text, raw->at, raw->end))
	               ? PYTHON_NONE
	               : binding;
}

/* @dataclass, @attr.s, @attrs.define(slots=True) on the class whose body a place is in: its fields
 * are what it is made of, in order. PYTHON_NONE: it is no such class. */
static uint32_t record_around(struct python_matching *p, uint32_t statement)
{
	static const char *const makers[] = {"@dataclass", "@dataclasses.dataclass", "@attr.s",
	        "@attr.dataclass", "@attr.define", "@attrs.define", "@define", "@attrs", NULL};
	const struct outline *o = python_outline(p);
	uint32_t at = statement == PYTHON_NONE ? PYTHON_NONE : o->list.at[statement].parent;

	return at != PYTHON_NONE && at > 0 && o->list.at[at].kind == STATEMENT_CLASS &&
	                       o->list.at[at - 1].kind == STATEMENT_DECORATOR &&
	                       str_starts_one_of(head_written(p, at - 1, 40), makers)
	               ? at
	               : PYTHON_NONE;
}

/* The field of such a class whose default stands at a place. Only who gives it by its name counts:
 * what it derives from may have fields before it. */
static uint32_t field_by_default(struct python_matching *p, uint32_t statement,
        const struct raw *raw, struct default_need *need)
{
	const struct python_file *file = p->file;
	uint32_t class_ = record_around(p, statement), next, binding;
	const struct python_scope *s;

	if (class_ == PYTHON_NONE)
		return PYTHON_NONE;
	next = python_binding_from(file, raw->at);
	binding = next ? next - 1 : PYTHON_NONE;
	if (!next || file->bindings.at[binding].at < p->outline.list.at[statement].at)
		return PYTHON_NONE;
	s = &file->scopes.at[file->bindings.at[binding].scope];
	if (s->kind != PYTHON_CLASS || s->class_ == PYTHON_NONE)
		return PYTHON_NONE;
	need->function = python_name(file, s->name);
	need->made = true;
	need->place = PYTHON_NONE;
	return binding;
}

const struct default_need *default_need_of(
        struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	const struct python_file *file = p->file;
	struct guard_subject subject = guard_subject_of(raw->matched);
	uint32_t binding = PYTHON_NONE;
	struct default_need need = {.test = STR_NONE}, *out;

	subject.p = p;
	if (raw->flags & PYTHON_DEFAULT)
		binding = parameter_by_default(p, raw);
	if (binding == PYTHON_NONE)
		binding = chosen_by_default(p, statement, &subject, &need.test);
	if (binding != PYTHON_NONE) {
		need.function = function_called_by(p, file->bindings.at[binding].scope, &need.made);
		need.place = parameter_place(file, binding);
		if (need.made && class_is_decorated(p, file->bindings.at[binding].at))
			return NULL;
	} else {
		binding = field_by_default(p, statement, raw, &need);
	}
	if (binding == PYTHON_NONE || !need.function.len)
		return NULL;
	out = ARENA_NEW(p->m.out->arena, struct default_need);
	need.function = arena_dup(p->m.out->arena, need.function);
	need.name = arena_dup(p->m.out->arena, python_name(file, file->bindings.at[binding].name));
	need.test = arena_dup(p->m.out->arena, need.test);
	*out = need;
	return out;
}
