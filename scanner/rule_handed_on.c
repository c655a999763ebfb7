/* Whether an argument is what the function around was given, of which nothing is known: a
 * parameter, a part of one (args[0]), each value of **kwargs, or what .item() made of it. */
#include "scanner/matcher_named.h"

enum { BINDING_RECORDS = 20 }; /* as much as reading the statement of one takes */

/* for k, v in kwargs.items(): */
static bool is_each_of_given(struct python_matching *p, const struct python_binding *b)
{
	const struct statement *s = statement_at(p, b->at);
	str head = s ? statement_head(p, s) : STR_NONE;

	return str_starts(head, S("for ")) && str_has(head, S(" in kwargs.items()"));
}

/* v = v.item() */
static bool is_read_number(struct python_matching *p, const struct python_binding *b)
{
	const struct statement *s = statement_at(p, b->at);

	return s && s->kind == STATEMENT_SIMPLE &&
	       str_ends(str_trim(str_slice(p->file->text, s->at, s->end)), S(".item()"));
}

static bool is_given(struct python_matching *p, uint32_t name, uint32_t scope)
{
	const struct python_file *file = p->file;
	bool given = false;

	for (uint32_t i = python_next_binding(p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, name, i)) {
		const struct python_binding *b = &file->bindings.at[i];
		bool from_outside;

		if (!python_may_look(p, BINDING_RECORDS))
			return false;
		if (b->scope != scope)
			continue;
		from_outside = b->kind == PYTHON_BIND_PARAMETER || is_each_of_given(p, b);
		if (!from_outside && !is_read_number(p, b))
			return false;
		given |= from_outside;
	}
	return given;
}

bool argument_is_handed_on(struct python_matching *p, const struct python_arg *arg)
{
	const struct python_file *file = p->file;
	uint32_t i = python_name_chain_from(p, arg->at);
	const struct python_chain *chain =
	        i < p->name_chains.len ? &file->chains.at[p->name_chains.at[i]] : NULL;
	size_t end;

	if (!chain || chain->at != arg->at || chain->name_count ||
	        chain->root_kind != PYTHON_ROOT_NAME)
		return false;
	end = arg->at + python_name(file, chain->root).len;
	return (end == arg->end || file->text.ptr[end] == '[') &&
	       is_given(p, chain->root, chain->scope);
}
