/* What an attribute of a class or of an object may be. What is given to it before the place that
 * asks, or where the object is made, counts instead of what its class says. */
#include "scanner/rule_leaves.h"

#include "scanner/matcher_named.h"

enum {
	PATH_RECORDS = 100, /* as much as following a path through modules takes */
	AROUND_MOST = 40,
	SETS_MOST = 16,   /* of one field in a function */
	SET_RECORDS = 20, /* as much as asking where one stands takes */
};

/* A base of a class that the file defines as well; PYTHON_NONE. */
static uint32_t base_of(const struct reading *r, uint32_t class_)
{
	const struct python_class *c = &r->file->classes.at[class_];

	for (uint32_t b = 0; b < c->base_count; b++) {
		uint32_t chain = r->file->bases.at[c->bases + b];
		uint32_t base = chain == PYTHON_NONE || r->file->chains.at[chain].name_count
		                        ? PYTHON_NONE
		                        : leaves_class(r, r->file->chains.at[chain].root);

		if (base != PYTHON_NONE && base != class_)
			return base;
	}
	return PYTHON_NONE;
}

/* What a class, or a base of it, gives a name: in its body, by self.NAME = VALUE. */
void leaves_attribute(struct reading *r, uint32_t class_, uint32_t name, bool table, str key)
{
	uint32_t before = r->out->count;

	for (uint32_t deep = 0; class_ != PYTHON_NONE && deep < LEAVES_DEEP; deep++) {
		if (leaves_bound(r, name, r->file->classes.at[class_].body, table, key))
			return;
		leaves_stores(r, class_, name, table, key);
		if (r->out->count > before)
			return;
		class_ = base_of(r, class_);
	}
}

/* OBJECT.NAME = VALUE. True: before the place that asks, so that nothing else counts. */
static bool read_changes(struct reading *r, uint32_t object, uint32_t name, uint32_t scope)
{
	const struct python_file *file = r->file;
	bool before = false;

	for (uint32_t i = 0; i < r->p->leaves.stores.len && leaves_room(r); i++) {
		const struct python_chain *chain = &file->chains.at[r->p->leaves.stores.at[i]];
		uint32_t equal;

		if (file->attributes.at[chain->names] != name || chain->root != object)
			continue;
		before |= chain->at < r->at && chain->scope == scope;
		r->out->choice = true;
		equal = python_token_at(file, chain->end);
		if (r->tokens[equal].kind == TOKEN_EQUAL)
			leaves_value(r, (struct run){equal + 1, leaves_end(r, equal + 1, false),
			                        chain->scope});
	}
	return before;
}

/* The block of a statement is one of those around another. */
static bool is_around(const struct outline *o, uint32_t statement, uint32_t other)
{
	for (uint32_t deep = 0; other != PYTHON_NONE && deep < AROUND_MOST; deep++) {
		if (o->list.at[statement].parent == o->list.at[other].parent)
			return true;
		other = o->list.at[other].parent;
	}
	return false;
}

/* OBJECT.NAME = VALUE in the function that asks, before the place. */
static bool is_set_before(
        const struct reading *r, const struct python_chain *chain, uint32_t object, struct run run)
{
	return chain->root == object && chain->scope == run.scope && chain->at <= r->at &&
	       r->file->attributes.at[chain->names] == r->tokens[run.to - 1].value;
}

/* args.NAME, of whatever args is, and the same function has args.NAME = VALUE before: the last that
 * runs in any case, and those behind it. */
void leaves_set(struct reading *r, uint32_t object, struct run run)
{
	const struct python_file *file = r->file;
	const struct outline *o = python_outline(r->p);
	const struct python_chain *found[SETS_MOST];
	uint32_t place = outline_find(o, r->at), count = 0;
	bool sure = false;

	for (uint32_t i = 0; i < r->p->leaves.stores.len && leaves_room(r); i++) {
		const struct python_chain *chain = &file->chains.at[r->p->leaves.stores.at[i]];
		uint32_t at;

		if (!is_set_before(r, chain, object, run))
			continue;
		at = outline_find(o, chain->at);
		if (at != PYTHON_NONE && place != PYTHON_NONE && is_around(o, at, place)) {
			sure = true;
			count = 0;
		}
		if (count == SETS_MOST || !python_may_look(r->p, SET_RECORDS))
			return;
		found[count++] = chain;
	}
	r->out->choice |= count > 1 || (count && !sure);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t equal = python_token_at(file, found[i]->end);

		if (r->tokens[equal].kind == TOKEN_EQUAL)
			leaves_value(r, (struct run){equal + 1, leaves_end(r, equal + 1, false),
			                        found[i]->scope});
	}
}

/* What the call that makes an object gives its field; true: nothing else can be known of it. */
static bool read_made(struct reading *r, uint32_t call, uint32_t name)
{
	const struct python_call *c = call == PYTHON_NONE ? NULL : &r->file->calls.at[call];

	for (uint32_t i = 0; c && i < c->arg_count; i++) {
		const struct python_arg *arg = &r->file->args.at[c->args + i];

		if (arg->name && arg->name != name)
			continue;
		if (arg->name)
			leaves_value(r, (struct run){python_token_at(r->file, arg->at),
			                        python_token_at(r->file, arg->end), c->scope});
		return true;
	}
	return false;
}

bool leaves_may_be_outside(const struct reading *r, uint32_t name)
{
	str text = python_name(r->file, name);

	return r->file->outside && r->file->outside->fields && !has_small(text, "device") &&
	       !has_small(text, "accel") && !str_ends(text, S("dtype"));
}

/* The text that another file of the project gives the field of a class; STR_NONE. */
static str field_outside(struct reading *r, uint32_t path, uint32_t name)
{
	const struct python_outside *outside = r->file->outside;
	str out[PYTHON_TARGETS], whole = python_path(r->file, path);

	if (!leaves_may_be_outside(r, name) || str_starts(whole, S("torch.")) ||
	        !python_may_look(r->p, PATH_RECORDS))
		return STR_NONE;
	whole = arena_join(r->p->m.env->temp, whole, S("."), python_name(r->file, name));
	if (outside->path(outside->context, whole, out) != 1 || !str_starts(out[0], S("\"")))
		return STR_NONE;
	return str_slice(out[0], 1, out[0].len - 1);
}

/* cfg.NAME, self.cfg.NAME: a field of an object whose class is known. `object`: 0 for self.cfg. */
void leaves_field(struct reading *r, const struct instance *of, uint32_t object, struct run run)
{
	uint32_t name = r->tokens[run.to - 1].value;
	str outside = of->class_ == PYTHON_NONE ? field_outside(r, of->path, name) : STR_NONE;
	struct leaf *leaf;

	if (of->class_ == PYTHON_NONE && !outside.ptr)
		return;
	if (object && read_changes(r, object, name, run.scope))
		return;
	r->out->choice |= of->choice;
	if (read_made(r, of->call, name))
		return;
	if (of->class_ != PYTHON_NONE)
		leaves_attribute(r, of->class_, name, false, STR_NONE);
	else if ((leaf = leaves_add(r, PYTHON_VALUE_STR, run)))
		leaf->text = outside;
}
