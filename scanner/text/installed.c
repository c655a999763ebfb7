/* Extras and groups as nodes, and who asks for whom, as lists of each node: one walk from the
 * project on finds all that is installed with it. */
#include "scanner/text/installed.h"

#include "scanner/requirement.h"

void installed_init(struct installed *in, struct arena *arena)
{
	*in = (struct installed){.arena = arena, .names = {.arena = arena}};
	*VEC_PUSH(arena, &in->nodes) = (struct installed_node){.holds = true};
}

static str node_key(struct installed *in, enum installed_kind kind, str name)
{
	return arena_format(
	        in->arena, "%d %.*s", kind, STR_ARG(requirement_normal(in->arena, str_trim(name))));
}

uint32_t installed_node(struct installed *in, enum installed_kind kind, str name)
{
	uint32_t *slot;
	bool fresh;

	if (!name.len)
		return INSTALLED_ALWAYS;
	slot = map_at(&in->names, node_key(in, kind, name), &fresh);
	if (fresh) {
		*slot = in->nodes.len;
		*VEC_PUSH(in->arena, &in->nodes) = (struct installed_node){0};
	}
	return *slot;
}

void installed_ask(struct installed *in, uint32_t by, uint32_t what)
{
	*VEC_PUSH(in->arena, &in->asks) = (struct installed_ask){what, in->nodes.at[by].first};
	in->nodes.at[by].first = in->asks.len;
}

void installed_ask_text(struct installed *in, uint32_t by, str requirement)
{
	struct requirement what;
	str extra;

	if (!in->project.len || !str_has(requirement, S("[")) ||
	        !requirement_parse(requirement, &what) ||
	        !str_eq(requirement_normal(in->arena, what.name),
	                requirement_normal(in->arena, in->project)))
		return;
	while (what.extras.len && str_cut(&what.extras, ',', &extra))
		installed_ask(in, by, installed_node(in, INSTALLED_EXTRA, extra));
}

void installed_settle(struct installed *in)
{
	VEC(uint32_t) queue = {0};

	*VEC_PUSH(in->arena, &queue) = INSTALLED_ALWAYS;
	for (uint32_t i = 0; i < queue.len; i++)
		for (uint32_t a = in->nodes.at[queue.at[i]].first; a; a = in->asks.at[a - 1].next) {
			uint32_t what = in->asks.at[a - 1].what;

			if (!in->nodes.at[what].holds)
				*VEC_PUSH(in->arena, &queue) = what;
			in->nodes.at[what].holds = true;
		}
}

bool installed_holds(struct installed *in, enum installed_kind kind, str name)
{
	const uint32_t *node;

	if (!name.len)
		return true;
	node = map_get(&in->names, node_key(in, kind, name));
	return node && in->nodes.at[*node].holds;
}

str installed_extra(str key)
{
	key = str_trim(str_slice(key, 0, str_find_byte(key, ':')));
	return key.len ? key : STR_NONE;
}
