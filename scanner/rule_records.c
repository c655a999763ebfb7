/* Looking up the records of a Python file: by name, by place.
 *
 * A rule asks at each of its findings, and a file may have as many findings as records, so that all
 * of it counts against one number for the file. */
#include "scanner/rule_python.h"

#include <stdlib.h>

/* Thirty times what the largest file of PyTorch takes; about a tenth of a second. */
#define RECORDS_MOST (25u * 1000 * 1000)

bool python_may_look(struct python_matching *p, uint64_t records)
{
	if (p->records <= RECORDS_MOST)
		p->records += records;
	return p->records <= RECORDS_MOST;
}

uint32_t python_next_binding(struct python_matching *p, uint32_t name, uint32_t after)
{
	return name && python_may_look(p, 1) ? constants_next(p->file, &p->constants, name, after)
	                                     : PYTHON_NONE;
}

static void make_calls(struct python_matching *p)
{
	const struct python_file *file = p->file;
	struct calls_by_name *c = &p->calls;

	c->first = ARENA_ARRAY(p->m.env->temp, uint32_t, (size_t)p->n_names + 1);
	c->next = ARENA_ARRAY(p->m.env->temp, uint32_t, (size_t)file->calls.len + 1);
	for (uint32_t i = file->calls.len; i-- > 0;) {
		uint32_t chain = file->calls.at[i].chain, name;

		if (chain == PYTHON_NONE)
			continue;
		name = python_chain_last(file, &file->chains.at[chain]);
		c->next[i] = c->first[name];
		c->first[name] = i + 1;
	}
}

uint32_t python_next_call(struct python_matching *p, uint32_t name, uint32_t after)
{
	uint32_t next;

	if (!name || !python_may_look(p, 1))
		return PYTHON_NONE;
	if (!p->calls.first)
		make_calls(p);
	next = after == PYTHON_NONE ? p->calls.first[name] : p->calls.next[after];
	return next ? next - 1 : PYTHON_NONE;
}

void python_name_chains(struct python_matching *p)
{
	const struct python_file *file = p->file;

	if (p->name_chains.len || !file->chains.len)
		return;
	VEC_EXPECT(p->m.env->temp, &p->name_chains, file->chains.len);
	for (uint32_t i = 0; i < file->chains.len; i++) {
		p->name_chains.at[p->name_chains.len] = i;
		p->name_chains.len += file->chains.at[i].root_kind == PYTHON_ROOT_NAME;
	}
}

uint32_t python_name_chain_from(struct python_matching *p, uint32_t at)
{
	uint32_t low = 0, high;

	python_name_chains(p);
	high = p->name_chains.len;
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (p->file->chains.at[p->name_chains.at[mid]].at < at)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

uint32_t python_binding_from(const struct python_file *file, uint32_t at)
{
	uint32_t low = 0, high = file->bindings.len;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (file->bindings.at[mid].at < at)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

bool places_between(const uint32_t *places, uint32_t count, uint32_t from, uint32_t to)
{
	uint32_t low = 0, high = count;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (places[mid] < from)
			low = mid + 1;
		else
			high = mid;
	}
	return low < count && places[low] < to;
}

static int compare_places(const void *left, const void *right)
{
	const uint32_t *a = left, *b = right;

	return *a < *b ? -1 : *a > *b;
}

void places_sort(uint32_t *places, uint32_t count)
{
	if (count)
		qsort(places, count, sizeof *places, compare_places);
}

bool python_uses_pass(struct python_matching *p, uint32_t statement, uint32_t at, uint32_t end,
        name_use *passes, uint32_t *uses)
{
	const struct python_file *file = p->file;
	const struct outline *o = python_outline(p);
	const struct statement *s = &o->list.at[statement];
	str written = str_slice(file->text, s->at, at), body;
	uint32_t name = 0, def = s->parent, behind;

	*uses = 0;
	if (s->kind == STATEMENT_SIMPLE && end == s->end && str_ends(written, S(" = ")))
		name = python_name_find(file, str_slice(written, 0, written.len - 3));
	while (def != PYTHON_NONE && o->list.at[def].kind != STATEMENT_DEF &&
	        o->list.at[def].kind != STATEMENT_CLASS)
		def = o->list.at[def].parent;
	if (!name || def == PYTHON_NONE || o->list.at[def].kind == STATEMENT_CLASS)
		return false;
	behind = outline_end(o, file, def);
	body = str_slice(file->text, o->list.at[def].at, behind);
	if (!python_may_look(p, body.len) || str_has(body, S("global ")) ||
	        str_has(body, S("nonlocal ")) || str_has(body, S("locals()")))
		return false;
	for (uint32_t i = python_name_chain_from(p, o->list.at[def].at); i < p->name_chains.len;
	        i++) {
		const struct python_chain *chain = &file->chains.at[p->name_chains.at[i]];

		if (chain->at >= behind)
			break;
		if (!python_may_look(p, 1))
			return false;
		if (chain->root != name || chain->context != PYTHON_LOAD)
			continue;
		if (!passes(p, chain))
			return false;
		++*uses;
	}
	return true;
}
