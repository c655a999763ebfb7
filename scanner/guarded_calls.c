/* Tests are few, calls are many: first the regions behind tests are found, then the calls in them.
 */
#include "scanner/guarded_calls.h"

#include "scanner/project.h"
#include "scanner/rule_guard.h"

enum {
	HEAD_BYTES = 400,       /* of a longer test nothing is told */
	HEAD_RECORDS = 4,       /* as much as a byte of one takes */
	PREDICATE_BYTES = 2000, /* of a longer def nothing is told */
	PARTS_MOST = 40,        /* of one if */
};

/* What a test says of the branch that it stands before. */
struct region {
	uint32_t from, to;
	str test;
	bool of_device;
};

/* A def of this file, short enough, that speaks of CUDA: what it answers may be such a test. */
static bool may_be_predicate(struct python_matching *p, const struct python_call *call)
{
	const struct python_file *file = p->file;
	const struct outline *o = &p->outline;
	uint32_t name, binding, def, end;

	if (call->chain == PYTHON_NONE || !python_may_look(p, 1))
		return false;
	name = python_chain_last(file, &file->chains.at[call->chain]);
	binding = python_next_binding(p, name, PYTHON_NONE);
	if (binding == PYTHON_NONE || file->bindings.at[binding].kind != PYTHON_BIND_DEFINITION)
		return false;
	def = outline_find(o, file->bindings.at[binding].at);
	if (def == PYTHON_NONE || o->list.at[def].kind != STATEMENT_DEF)
		return false;
	end = outline_end(o, file, def);
	return end - o->list.at[def].at < PREDICATE_BYTES &&
	       python_may_look(p, end - o->list.at[def].at) &&
	       str_has(str_slice(file->text, o->list.at[def].at, end), S("cuda"));
}

static bool may_test(struct python_matching *p, uint32_t statement, str head)
{
	const struct python_file *file = p->file;
	const struct statement *s = &p->outline.list.at[statement];

	if (str_has(head, S("cuda")))
		return true;
	for (uint32_t i = python_call_from(file, s->at);
	        i < file->calls.len && file->calls.at[i].at < s->end; i++)
		if (may_be_predicate(p, &file->calls.at[i]))
			return true;
	return false;
}

/* The words of a test that it is about, STR_NONE: it is none. *negated: it is false there. */
static str tested(struct python_matching *p, str head, bool *negated, bool *of_device)
{
	struct guard_subject subject = {.word = S("cuda"), .p = p, .width = WIDTH_OF_DEVICE};
	str word = protection_test(head, &subject, negated);

	*of_device = word.len > 0;
	if (word.len)
		return word;
	subject.width = WIDTH_ASKED;
	return protection_test(head, &subject, negated);
}

/* A branch makes something, on whatever device. */
static bool branch_works(struct python_matching *p, uint32_t part)
{
	const struct outline *o = &p->outline;

	return way_works(p, o->list.at[part].child) &&
	       !names_device_between(p, o->list.at[part].end, outline_end(o, p->file, part));
}

/* What follows an if in its block: its beginning and end. */
static bool rest_of_block(struct python_matching *p, uint32_t part, uint32_t next, uint32_t *end)
{
	const struct outline *o = &p->outline;
	uint32_t parent = o->list.at[part].parent;

	*end = parent == PYTHON_NONE ? (uint32_t)p->file->text.len
	                             : outline_end(o, p->file, parent);
	return returns_made(p, part) && next != PYTHON_NONE;
}

/* When none of the tests of an if that is taken holds: its else, or what follows where the branch
 * returns what it made. */
static bool other_way_works(struct python_matching *p, uint32_t part)
{
	const struct outline *o = &p->outline;
	uint32_t at = part, parts = 0, end;

	while (o->list.at[at].next != PYTHON_NONE && parts++ < PARTS_MOST) {
		at = o->list.at[at].next;
		if (o->list.at[at].kind == STATEMENT_ELSE)
			return branch_works(p, at);
		if (o->list.at[at].kind != STATEMENT_ELIF)
			return rest_of_block(p, part, at, &end) && way_works(p, at) &&
			       !names_device_between(p, o->list.at[at].at, end);
	}
	return false;
}

/* What is done behind an if or elif for CUDA alone; the head itself may be part of it. */
static bool region_of(struct python_matching *p, uint32_t part, struct region *out)
{
	const struct outline *o = &p->outline;
	const struct statement *s = &o->list.at[part];
	str head = str_slice(p->file->text, s->at, s->end);
	uint32_t otherwise;
	bool negated = false;

	if (head.len > HEAD_BYTES || !python_may_look(p, 1) || !may_test(p, part, head) ||
	        !python_may_look(p, head.len * HEAD_RECORDS))
		return false;
	out->test = tested(p, head, &negated, &out->of_device);
	if (!out->test.len)
		return false;
	if (!negated) {
		out->from = s->at;
		out->to = outline_end(o, p->file, part);
		return other_way_works(p, part);
	}
	otherwise = s->next;
	if (otherwise == PYTHON_NONE || o->list.at[otherwise].kind == STATEMENT_ELIF ||
	        !branch_works(p, part))
		return false;
	out->from = o->list.at[otherwise].at;
	if (o->list.at[otherwise].kind != STATEMENT_ELSE)
		return s->kind == STATEMENT_IF && rest_of_block(p, part, otherwise, &out->to);
	out->to = outline_end(o, p->file, otherwise);
	return true;
}

/* In the test itself what is asked once the device is known: x.is_cuda and build(). */
static bool is_asked_behind(
        struct python_matching *p, uint32_t part, const struct region *region, uint32_t at)
{
	const struct statement *s = &p->outline.list.at[part];
	struct guard_subject subject = {.word = S("cuda"),
	        .p = p,
	        .width = region->of_device ? WIDTH_OF_DEVICE : WIDTH_ASKED};

	return at >= s->end ||
	       (python_may_look(p, (uint64_t)(s->end - s->at) * HEAD_RECORDS) &&
	               protection_in_expression(p->file->text, s->at, s->end, at, at, &subject)
	                               .guard != GUARD_NONE);
}

/* The regions of a file, and for each call the one that tells most of it + 1. */
struct found {
	VEC(struct region) regions;
	uint32_t *of;
};

static void take_calls(struct python_matching *p, uint32_t part, struct found *found)
{
	const struct python_file *file = p->file;
	const struct region *region = VEC_LAST(&found->regions);

	for (uint32_t i = python_call_from(file, region->from); i < file->calls.len; i++) {
		const struct python_call *call = &file->calls.at[i];
		const struct python_chain *chain =
		        call->chain == PYTHON_NONE ? NULL : &file->chains.at[call->chain];

		if (call->open >= region->to || !python_may_look(p, 1))
			break;
		if (chain && chain->root_kind == PYTHON_ROOT_NAME && chain->at >= region->from &&
		        (!found->of[i] || region->of_device >
		                                  found->regions.at[found->of[i] - 1].of_device) &&
		        is_asked_behind(p, part, region, chain->at))
			found->of[i] = found->regions.len;
	}
}

/* Of a def or class of this file, or of what it imports from another one of the project. */
static bool is_of_project(
        struct python_matching *p, const struct python_chain *chain, const struct project *project)
{
	const struct python_file *file = p->file;
	uint32_t count = 0, binding;
	const uint32_t *targets;

	if (chain->bound == PYTHON_FREE)
		return file->stars.len > 0;
	if (chain->bound != PYTHON_IMPORT) {
		binding = python_next_binding(p, chain->root, PYTHON_NONE);
		return binding != PYTHON_NONE &&
		       file->bindings.at[binding].kind == PYTHON_BIND_DEFINITION;
	}
	targets = python_chain_targets(file, chain, &count);
	for (uint32_t i = 0; i < count && python_may_look(p, 1); i++)
		if (project_may(project, python_path(p->file, targets[i])))
			return true;
	return false;
}

/* Brackets open in the order of what they call. */
static void tell(struct python_matching *p, const struct found *found, struct guarded_calls *out)
{
	const struct python_file *file = p->file;

	for (uint32_t i = 0; i < file->calls.len; i++) {
		const struct python_chain *chain;
		const struct region *region;

		if (!found->of[i])
			continue;
		chain = &file->chains.at[file->calls.at[i].chain];
		region = &found->regions.at[found->of[i] - 1];
		out->of_functions |= is_of_project(p, chain, out->project);
		*VEC_PUSH(out->arena, &out->list) = (struct guarded_call){
		        chain->at, chain->end, region->test, region->of_device};
	}
}

void find_guarded_calls(struct python_matching *p, struct guarded_calls *out)
{
	struct arena *temp = p->m.env->temp;
	struct found found = {.of = NULL};
	const struct outline *o;

	if (!str_has(p->file->text, S("cuda")))
		return;
	o = python_outline(p);
	for (uint32_t i = 0; i < o->list.len; i++) {
		struct region region;

		if ((o->list.at[i].kind != STATEMENT_IF && o->list.at[i].kind != STATEMENT_ELIF) ||
		        !region_of(p, i, &region))
			continue;
		if (!found.of)
			found.of = ARENA_ARRAY(temp, uint32_t, (size_t)p->file->calls.len + 1);
		region.test = arena_dup(out->arena, region.test);
		*VEC_PUSH(temp, &found.regions) = region;
		take_calls(p, i, &found);
	}
	if (found.of)
		tell(p, &found, out);
}
