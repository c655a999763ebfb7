/* An import that may fail and has something in its place: from apex.normalization import
 * FusedRMSNorm as RMSNorm, and a class RMSNorm in the handler, or before the try. Nothing is
 * missing without the package then.
 *
 * What is put there has to be a way: not None, no stub that raises or does nothing, nothing of
 * another package that may be missing as well. */
#include "scanner/rule_guard.h"

#include <string.h>

enum { WAY_RECORDS = 50 }; /* as much as looking at one name takes */

/* The import whose names are looked at, and where it stands. */
struct optional {
	struct python_matching *p;
	uint32_t try, handler;
	uint32_t at, end; /* of the body of the try */
	bool replaced;    /* some name of it is */
};

/* A def or class is more than a stand-in: by its words it raises nothing that says so, and it ends
 * by giving something. */
static bool is_way(const struct optional *in, uint32_t statement)
{
	static const char *const stubs[] = {"ImportError", "ModuleNotFound", "NotImplemented",
	        "RuntimeError", "assert False", "Mock", NULL};
	const struct outline *o = &in->p->outline;
	str text = str_slice(in->p->file->text, o->list.at[statement].at,
	        outline_end(o, in->p->file, statement));
	bool made = false;

	if (!python_may_look(in->p, text.len) || str_has_one_of(text, stubs))
		return false;
	if (o->list.at[statement].kind == STATEMENT_DEF)
		return returns_made(in->p, statement);
	for (uint32_t i = o->list.at[statement].child; i != PYTHON_NONE; i = o->list.at[i].next) {
		if (o->list.at[i].exits)
			return false;
		made |= o->list.at[i].kind == STATEMENT_DEF && returns_made(in->p, i);
	}
	return made;
}

/* NAME = torch.nn.LayerNorm, NAME = Norm with a class Norm of the file. */
static bool is_way_named(const struct optional *in, const struct python_binding *b)
{
	struct python_file *file = in->p->file;
	const struct python_chain *chain;
	const uint32_t *targets;
	uint32_t count;

	if (b->kind != PYTHON_BIND_VALUE || b->value != PYTHON_VALUE_CHAIN || b->ref == PYTHON_NONE)
		return false;
	chain = &file->chains.at[b->ref];
	if (!chain->certain || !chain->name_count)
		return false;
	targets = python_chain_targets(file, chain, &count);
	for (uint32_t i = 0; i < count; i++)
		if (!str_starts(python_path(file, targets[i]), S("torch.")))
			return false;
	return count > 0;
}

/* from torch.optim import AdamW as FusedAdam; a module of the project may load or build what is
 * missing. */
static bool is_way_imported(const struct optional *in, uint32_t statement)
{
	const struct statement *s = &in->p->outline.list.at[statement];
	str text = str_slice(in->p->file->text, s->at, s->end);

	return str_starts(text, S("from torch.")) || str_starts(text, S("from torch import "));
}

/* What a statement binds is a way. */
static bool is_way_bound(
        const struct optional *in, const struct python_binding *b, uint32_t statement)
{
	switch ((enum statement_kind)in->p->outline.list.at[statement].kind) {
	case STATEMENT_DEF:
	case STATEMENT_CLASS: return is_way(in, statement);
	case STATEMENT_IMPORT: return is_way_imported(in, statement);
	case STATEMENT_SIMPLE: return is_way_named(in, b);
	default: return false;
	}
}

/* The handler puts a way in the place of a name, or leaves the def or class alone that has it
 * already. */
static bool is_replaced(const struct optional *in, uint32_t name)
{
	const struct outline *o = &in->p->outline;
	const struct python_file *file = in->p->file;
	bool before = false;

	for (uint32_t i = python_next_binding(in->p, name, PYTHON_NONE);
	        i != PYTHON_NONE && python_may_look(in->p, WAY_RECORDS);
	        i = python_next_binding(in->p, name, i)) {
		const struct python_binding *b = &file->bindings.at[i];
		uint32_t statement = outline_find(o, b->at);

		if (statement == PYTHON_NONE)
			continue;
		if (o->list.at[statement].parent == in->handler)
			return is_way_bound(in, b, statement);
		if (b->at < o->list.at[in->try].at && b->kind == PYTHON_BIND_DEFINITION &&
		        o->list.at[statement].parent == o->list.at[in->try].parent)
			before |= is_way(in, statement);
	}
	return before;
}

/* A name is read somewhere else than in the body of the try. */
static bool is_read_outside(const struct optional *in, uint32_t name)
{
	const struct python_file *file = in->p->file;

	for (uint32_t i = python_name_chain_from(in->p, 0); i < in->p->name_chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[in->p->name_chains.at[i]];

		if (!python_may_look(in->p, 1) ||
		        (chain->root == name && chain->context == PYTHON_LOAD &&
		                (chain->at < in->at || chain->at >= in->end)))
			return true;
	}
	return false;
}

/* NAME = True: tells that the import went well. */
static bool is_flag(const struct optional *in, uint32_t statement)
{
	static const char *const flags[] = {"= True", "= False", NULL};
	const struct statement *s = &in->p->outline.list.at[statement];
	str text = str_slice(in->p->file->text, s->at, s->end);

	return s->kind == STATEMENT_SIMPLE && str_ends_one_of(text, flags);
}

/* Nothing is missing of what a statement of the body binds. */
static bool is_complete(struct optional *in, uint32_t statement, bool own)
{
	const struct outline *o = &in->p->outline;
	const struct python_file *file = in->p->file;
	uint32_t end = outline_end(o, file, statement);

	for (uint32_t i = python_binding_from(file, o->list.at[statement].at);
	        i < file->bindings.len && file->bindings.at[i].at < end; i++) {
		const struct python_binding *b = &file->bindings.at[i];
		bool replaced;

		if (!python_may_look(in->p, WAY_RECORDS))
			return false;
		if (outline_find(o, b->at) != statement || b->kind == PYTHON_BIND_PARAMETER)
			continue;
		replaced = is_replaced(in, b->name);
		if (!replaced && !(own && !is_read_outside(in, b->name)))
			return false;
		in->replaced |= replaced;
	}
	return true;
}

/* The file imports the package somewhere else as well, so that it is the name which may be missing
 * in an older one. */
static bool is_imported_outside(const struct optional *in, str matched)
{
	struct python_file *file = in->p->file;
	str root = str_slice(matched, 0, str_find_byte(matched, '.'));

	for (uint32_t i = 0; i < file->imports.len; i++) {
		const struct python_import *other = &file->imports.at[i];
		str path;

		if (!python_may_look(in->p, 1))
			return true;
		path = other->level || !other->module ? STR_NONE : python_path(file, other->module);
		if (str_eq(str_slice(path, 0, str_find_byte(path, '.')), root) &&
		        (other->at < in->at || other->at >= in->end))
			return true;
	}
	return false;
}

bool import_is_replaced(struct python_matching *p, uint32_t statement, str matched)
{
	const struct outline *o = &p->outline;
	struct optional in = {.p = p, .try = o->list.at[statement].parent};

	if (in.try == PYTHON_NONE || o->list.at[in.try].kind != STATEMENT_TRY)
		return false;
	in.handler = import_handler(p, in.try);
	if (in.handler == PYTHON_NONE || o->list.at[in.try].next == PYTHON_NONE)
		return false;
	in.at = o->list.at[in.try].at;
	in.end = o->list.at[o->list.at[in.try].next].at;
	if (is_imported_outside(&in, matched))
		return false;
	for (uint32_t i = o->list.at[in.try].child; i != PYTHON_NONE; i = o->list.at[i].next) {
		uint8_t kind = o->list.at[i].kind;

		if (!python_may_look(p, WAY_RECORDS))
			return false;
		if (i == statement ? !is_complete(&in, i, true)
		                   : kind != STATEMENT_IMPORT && !is_flag(&in, i) &&
		                             !is_complete(&in, i, false))
			return false;
	}
	return in.replaced;
}

/* Something in the file reads a name. */
static bool is_read(struct python_matching *p, uint32_t name)
{
	for (uint32_t i = 0; i < p->file->chains.len; i++) {
		const struct python_chain *chain = &p->file->chains.at[i];

		if (!python_may_look(p, 1) ||
		        (chain->root_kind == PYTHON_ROOT_NAME && chain->root == name &&
		                chain->context == PYTHON_LOAD))
			return true;
	}
	return false;
}

bool import_is_spare(struct python_matching *p, uint32_t statement)
{
	const struct statement *s = &p->outline.list.at[statement];
	const struct python_file *file = p->file;
	uint32_t names = 0;

	/* what "from x import y" binds, others may take from here */
	if (!str_starts(str_slice(file->text, s->at, s->end), S("import ")))
		return false;
	for (uint32_t i = python_binding_from(file, s->at);
	        i < file->bindings.len && file->bindings.at[i].at < s->end; i++, names++)
		if (is_read(p, file->bindings.at[i].name))
			return false;
	return names > 0;
}
