/* Branches that are not meant to be taken: what they do comes to nothing, on CUDA as well.
 *
 *     elif args.gpu is not None:
 *         model = model.cuda(args.gpu)
 *         raise NotImplementedError("Only DistributedDataParallel is supported.")
 */
#include "scanner/rule_guard.h"

enum { DEEP_MOST = 20, INSIDE_MOST = 60 };

/* Something in a branch, before its last statement, may leave it otherwise. */
static bool may_leave(struct python_matching *p, uint32_t part, uint32_t last)
{
	const struct outline *o = &p->outline;

	if (last - part > INSIDE_MOST)
		return true;
	for (uint32_t i = part + 1; i < last; i++) {
		const struct statement *s = &o->list.at[i];

		if (!python_may_look(p, 1) || s->kind == STATEMENT_RETURN ||
		        s->kind == STATEMENT_OTHER || s->kind == STATEMENT_DEF || s->exits)
			return true; /* break, continue; a def may be handed out */
	}
	return false;
}

bool branch_raises(struct python_matching *p, uint32_t statement)
{
	const struct outline *o = python_outline(p);

	for (uint32_t at = statement, deep = 0; deep < DEEP_MOST; deep++) {
		uint32_t part = o->list.at[at].parent, last;
		uint8_t kind;

		if (part == PYTHON_NONE)
			return false;
		kind = o->list.at[part].kind;
		if (kind == STATEMENT_DEF || kind == STATEMENT_CLASS || kind == STATEMENT_TRY)
			return false;
		last = o->list.at[part].last_child;
		if ((kind == STATEMENT_IF || kind == STATEMENT_ELIF || kind == STATEMENT_ELSE) &&
		        last != at && o->list.at[last].kind == STATEMENT_RAISE)
			return !may_leave(p, part, last);
		at = part;
	}
	return false;
}
