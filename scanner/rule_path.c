/* What the resolved names of a Python file mean to the rules, looked up once a file; and which of
 * its functions are kernels.
 *
 * Paths come in the order of their parts, so that the hash of "torch.cuda.Stream" goes on from that
 * of "torch.cuda". A path that no rule names has an empty run, and nearly all have. */
#include "scanner/rule_python.h"

#include "scanner/rule_build.h"

#include <stdlib.h>
#include <string.h>

static const struct slot_row *slot_of(
        struct python_matching *p, enum rule_name kind, uint32_t hash, uint32_t path, size_t length)
{
	const struct ruleset *rules = p->m.rules;
	uint32_t mask = rules->n_slots - 1;

	if (!(p->m.worker->target_filter[(hash & 0xffff) / 64] >> (hash & 63) & 1))
		return NULL;
	for (uint32_t i = hash & mask; rules->slots[i].n_refs; i = (i + 1) & mask) {
		const struct slot_row *slot = &rules->slots[i];

		if (slot->hash == hash && slot->kind == (uint32_t)kind &&
		        str_eq(ruleset_text(rules, slot->key),
		                str_slice(python_path(p->file, path), 0, length)))
			return slot;
	}
	return NULL;
}

/* References of a slot that are prefixes, or that are not. */
static void take_refs(struct python_matching *p, const struct slot_row *slot, bool prefixes)
{
	for (uint32_t i = 0; slot && i < slot->n_refs; i++) {
		uint32_t ref = slot->first_ref + i;

		if (((p->m.rules->refs[ref].flags & REF_PREFIX) != 0) == prefixes)
			*VEC_PUSH(p->m.env->temp, &p->refs) = ref;
	}
}

static bool is_prefix_length(const struct ruleset *rules, size_t length)
{
	return length < 32 * PREFIX_WORDS &&
	       rules->prefixes[RULE_NAME_TARGET * PREFIX_WORDS + length / 32] >> (length % 32) & 1;
}

/* Whether some rule names something below this root ("torch" yes, "numpy" perhaps not). A package
 * of the project itself is not the one that rules speak of. */
static bool is_known_root(const struct python_matching *p, str root)
{
	const struct rules_worker *w = p->m.worker;
	uint32_t hash = rule_hash(RULE_NAME_TARGET, root);

	if (!(w->root_filter[(hash & 0xfff) / 64] >> (hash & 63) & 1))
		return false;
	return !match_owns(&p->m, root);
}

/* Goes on with a path's hash over a piece of its text that begins at `before`, taking the prefixes
 * that end in it. */
static uint32_t hash_on(
        struct python_matching *p, uint32_t path, uint32_t hash, size_t before, str piece)
{
	for (size_t i = 0; i < piece.len; i++) {
		size_t length = before + i + 1;

		hash = rule_hash_step(hash, piece.ptr[i]);
		if (is_prefix_length(p->m.rules, length))
			take_refs(p, slot_of(p, RULE_NAME_TARGET, hash, path, length), true);
	}
	return hash;
}

static void take_path(struct python_matching *p, uint32_t path, uint32_t hash)
{
	struct path_refs *own = &p->paths[path];

	own->hash = hash;
	own->prefixes = p->refs.len - own->first;
	take_refs(
	        p, slot_of(p, RULE_NAME_TARGET, hash, path, p->file->paths.at[path].length), false);
	own->count = p->refs.len - own->first;
	for (uint32_t i = 0; i < own->count && !own->attribute; i++)
		own->attribute =
		        p->m.rules->items[p->m.rules->refs[p->refs.at[own->first + i]].item].kind ==
		        ITEM_ATTRIBUTE;
}

static void look_up_path(struct python_matching *p, uint32_t path)
{
	const struct python_path *row = &p->file->paths.at[path];
	const struct path_refs *parent = &p->paths[row->parent];
	struct path_refs *own = &p->paths[path];
	str name = python_name(p->file, row->name);
	uint32_t hash = parent->hash;
	size_t before = row->length - name.len;

	own->foreign = row->parent ? parent->foreign : !is_known_root(p, name);
	if (own->foreign)
		return;
	own->first = p->refs.len;
	for (uint32_t i = 0; row->parent && i < parent->prefixes; i++) {
		uint32_t inherited = p->refs.at[parent->first + i];

		*VEC_PUSH(p->m.env->temp, &p->refs) = inherited;
	}
	own->attribute = row->parent && parent->attribute;
	if (row->parent)
		hash = hash_on(p, path, hash, before - 1, S("."));
	take_path(p, path, hash_on(p, path, hash, before, name));
}

void python_look_up_paths(struct python_matching *p)
{
	p->paths = ARENA_ARRAY(p->m.env->temp, struct path_refs, p->file->paths.len + 1);
	p->canonical = ARENA_ARRAY(p->m.env->temp, str, p->file->paths.len + 1);
	p->paths[0].hash = rule_hash_start(RULE_NAME_TARGET);
	for (uint32_t i = 1; i < p->file->paths.len; i++)
		look_up_path(p, i);
}

uint32_t python_path_find(struct python_file *file, str path)
{
	uint32_t last = python_name_find(file, str_last_part(path, '.'));

	for (uint32_t i = 1; last && i < file->paths.len; i++)
		if (file->paths.at[i].name == last && file->paths.at[i].length == path.len &&
		        str_eq(python_path(file, i), path))
			return i;
	return 0;
}

/* Decorators that compile a function for a device by themselves. */
static bool makes_kernel(str path)
{
	static const char *const names[] = {"triton.jit", "triton.heuristics", "triton.autotune",
	        "triton.experimental.gluon.jit", "numba.cuda.jit", "cutlass.cute.jit",
	        "cutlass.cute.kernel", "helion.kernel", "tilelang.jit"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eq(path, str_from(names[i])))
			return true;
	return false;
}

static int compare_kernels(const void *left, const void *right)
{
	const struct kernel *a = left, *b = right;

	return a->at < b->at ? -1 : a->at > b->at;
}

void python_find_kernels(struct python_matching *p)
{
	for (uint32_t i = 0; i < p->file->decorators.len; i++) {
		const struct python_decorator *d = &p->file->decorators.at[i];
		const uint32_t *targets;
		uint32_t count;

		if (d->chain == PYTHON_NONE || d->body == PYTHON_NONE || d->on == 'c')
			continue;
		targets = python_chain_targets(p->file, &p->file->chains.at[d->chain], &count);
		if (count && makes_kernel(python_path(p->file, targets[0])))
			*VEC_PUSH(p->m.env->temp, &p->kernels) =
			        (struct kernel){p->file->scopes.at[d->body].at, d->body};
	}
	if (p->kernels.len)
		qsort(p->kernels.at, p->kernels.len, sizeof *p->kernels.at, compare_kernels);
}

bool python_is_kernel(const struct python_matching *p, uint32_t at)
{
	struct kernel wanted = {at, 0};

	return p->kernels.len && bsearch(&wanted, p->kernels.at, p->kernels.len,
	                                 sizeof *p->kernels.at, compare_kernels);
}

bool python_in_kernel(const struct python_matching *p, uint32_t scope)
{
	if (!p->kernels.len)
		return false;
	for (; scope != PYTHON_NONE; scope = p->file->scopes.at[scope].parent)
		if (python_is_kernel(p, p->file->scopes.at[scope].at))
			return true;
	return false;
}
