#include "scanner/switched.h"

#include "scanner/rule_guard.h"

#include <stdlib.h>

/* The scope of the first name between two places of the text; PYTHON_NONE: there is none. */
static uint32_t scope_between(struct python_matching *p, uint32_t from, uint32_t to)
{
	uint32_t i = python_name_chain_from(p, from);
	const struct python_chain *chain =
	        i < p->name_chains.len ? &p->file->chains.at[p->name_chains.at[i]] : NULL;

	return chain && chain->at < to ? chain->scope : PYTHON_NONE;
}

static void take_part(
        struct switched_parts *out, uint32_t from, uint32_t to, const struct switch_need *needs)
{
	if (needs && from < to)
		*VEC_PUSH(out->arena, &out->list) = (struct switched_part){from, to, needs};
}

/* What follows a statement in its block. */
static uint32_t block_end(struct python_matching *p, uint32_t statement)
{
	uint32_t parent = p->outline.list.at[statement].parent;

	return parent == PYTHON_NONE ? (uint32_t)p->file->text.len
	                             : outline_end(&p->outline, p->file, parent);
}

static void take_parts(struct python_matching *p, uint32_t i, struct switched_parts *out)
{
	const struct outline *o = &p->outline;
	uint32_t from = o->list.at[i].end, to = outline_end(o, p->file, i),
	         scope = scope_between(p, from, to);

	if (scope != PYTHON_NONE)
		take_part(out, from, to, branch_waits(p, i, scope));
	if (o->list.at[i].kind != STATEMENT_IF)
		return;
	from = to;
	to = block_end(p, i);
	scope = scope_between(p, from, to);
	if (scope != PYTHON_NONE)
		take_part(out, from, to, rest_waits(p, i, scope));
}

void switched_find(struct python_matching *p, struct switched_parts *out)
{
	const struct outline *o = python_outline(p);

	for (uint32_t i = 0; i < o->list.len && python_may_look(p, 1); i++)
		if (o->list.at[i].kind == STATEMENT_IF || o->list.at[i].kind == STATEMENT_ELIF ||
		        o->list.at[i].kind == STATEMENT_ELSE)
			take_parts(p, i, out);
}

static int by_place(const void *left, const void *right)
{
	const struct off_part *a = left, *b = right;

	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return (a->to < b->to) - (a->to > b->to); /* the one around first */
}

void switched_close(const struct switches *s, struct arena *arena,
        const struct switched_parts *parts, struct off_parts *out)
{
	uint32_t kept = 0;

	*out = (struct off_parts){.list = {0}};
	for (uint32_t i = 0; i < parts->list.len; i++) {
		const struct switched_part *part = &parts->list.at[i];
		str flag;
		const struct switch_need *need =
		        switches_leave_off(s, &(struct switch_wait){.here = part->needs}, &flag);

		if (need)
			*VEC_PUSH(arena, &out->list) = (struct off_part){
			        part->from, part->to, flag.len ? flag : need->name, flag.len > 0};
	}
	if (out->list.len)
		qsort(out->list.at, out->list.len, sizeof *out->list.at, by_place);
	for (uint32_t i = 0; i < out->list.len; i++)
		if (!kept || out->list.at[i].to > out->list.at[kept - 1].to)
			out->list.at[kept++] = out->list.at[i];
	out->list.len = kept;
}
