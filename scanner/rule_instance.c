/* Of which class an object is, as far as the file says: cfg = Config(), cfg: Config, self.cfg =
 * cfg.
 */
#include "scanner/rule_python.h"

#include "scanner/python/names.h"

enum { NAMES_DEEP = 4 }; /* names behind names */

static bool of_name(struct python_matching *p, uint32_t name, uint32_t scope, uint32_t deep,
        struct instance *out);

/* The class that a callee or an annotation names. */
static bool of_class(struct python_matching *p, uint32_t index, struct instance *out)
{
	const struct python_file *file = p->file;
	const struct python_chain *chain = index == PYTHON_NONE ? NULL : &file->chains.at[index];

	if (!chain || chain->root_kind != PYTHON_ROOT_NAME)
		return false;
	if (chain->target_count == 1) {
		out->path = chain->targets;
		return true;
	}
	if (chain->target_count || chain->name_count || !python_may_look(p, file->classes.len))
		return false;
	for (uint32_t i = 0; i < file->classes.len; i++)
		if (file->classes.at[i].name == chain->root) {
			out->class_ = i;
			return true;
		}
	return false;
}

/* What is given to a name or an attribute: a call, a name, an attribute of self. */
static bool of_value(
        struct python_matching *p, uint8_t kind, uint32_t ref, uint32_t deep, struct instance *out)
{
	const struct python_file *file = p->file;
	const struct python_chain *chain;

	if (kind == PYTHON_VALUE_CALL) {
		out->call = ref;
		return of_class(p, file->calls.at[ref].chain, out);
	}
	chain = kind == PYTHON_VALUE_CHAIN ? &file->chains.at[ref] : NULL;
	if (!chain || chain->root_kind != PYTHON_ROOT_NAME || deep >= NAMES_DEEP)
		return false;
	if (!chain->name_count)
		return of_name(p, chain->root, chain->scope, deep + 1, out);
	return chain->name_count == 1 && chain->root == NAME_SELF &&
	       python_instance_of_self(
	               p, file->attributes.at[chain->names], chain->scope, deep + 1, out);
}

static bool of_name(struct python_matching *p, uint32_t name, uint32_t scope, uint32_t deep,
        struct instance *out)
{
	const struct python_file *file = p->file;
	bool own = true;

	for (; scope != PYTHON_NONE; scope = file->scopes.at[scope].parent, own = false) {
		const struct python_binding *found = NULL;
		uint32_t count = 0;

		for (uint32_t i = python_next_binding(p, name, PYTHON_NONE); i != PYTHON_NONE;
		        i = python_next_binding(p, name, i))
			if (file->bindings.at[i].scope == scope && !count++)
				found = &file->bindings.at[i];
		if (!count || (!own && file->scopes.at[scope].kind == PYTHON_CLASS))
			continue;
		out->choice |= count > 1 || found->kind == PYTHON_BIND_PARAMETER;
		if (found->kind == PYTHON_BIND_VALUE &&
		        of_value(p, found->value, found->ref, deep, out))
			return true;
		out->call = PYTHON_NONE;
		return of_class(p, found->annotation, out);
	}
	return false;
}

bool python_instance_of_name(
        struct python_matching *p, uint32_t name, uint32_t scope, struct instance *out)
{
	*out = (struct instance){.class_ = PYTHON_NONE, .call = PYTHON_NONE};
	return of_name(p, name, scope, 0, out);
}

bool python_instance_of_self(struct python_matching *p, uint32_t attribute, uint32_t scope,
        uint32_t deep, struct instance *out)
{
	const struct python_file *file = p->file;
	uint32_t class_ = file->scopes.at[scope].class_;

	if (!deep)
		*out = (struct instance){.class_ = PYTHON_NONE, .call = PYTHON_NONE};
	if (class_ == PYTHON_NONE || !python_may_look(p, file->stores.len))
		return false;
	for (uint32_t i = 0; i < file->stores.len; i++) {
		const struct python_store *s = &file->stores.at[i];
		const struct python_chain *to = &file->chains.at[s->chain];

		if (to->root != NAME_SELF || to->name_count != 1 ||
		        file->attributes.at[to->names] != attribute ||
		        file->scopes.at[to->scope].class_ != class_)
			continue;
		if (of_class(p, s->annotation, out)) {
			out->choice = true;
			return true;
		}
		return of_value(p, s->value, s->ref, deep, out);
	}
	for (uint32_t i = python_next_binding(p, attribute, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, attribute, i))
		if (file->bindings.at[i].scope == file->classes.at[class_].body) {
			out->choice = true;
			return of_class(p, file->bindings.at[i].annotation, out);
		}
	return false;
}
