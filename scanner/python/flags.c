/* Flags that hang on what was read later than the place itself: tests, once names are resolved, and
 * the handlers of a try. Both cover stretches of source that lie in each other like brackets, so
 * that all arrays of records can be passed over once, side by side with the stretches. */
#include "scanner/python/resolver.h"

#include "scanner/python/paths.h"

#include <stdlib.h>

/* From this byte on, up to the next one's, these flags hold. */
struct step {
	uint32_t from;
	uint16_t flags;
};

struct steps {
	struct arena *arena;
	VEC(struct step) list;
};

struct known_paths {
	uint32_t is_available, type_checking, type_checking_extensions, compile;
};

static uint32_t path_of(struct parser *p, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t path = paths_join(p->paths, paths_join(p->paths, 0, a), b);

	return c ? paths_join(p->paths, path, c) : path;
}

static bool stands_for(const struct python_file *file, uint32_t chain, uint32_t path)
{
	uint32_t count;
	const uint32_t *targets = python_chain_targets(file, &file->chains.at[chain], &count);

	for (uint32_t i = 0; i < count; i++)
		if (targets[i] == path)
			return true;
	return false;
}

/* What a leaf says when its outcome is known. */
static uint16_t flags_of_atom(const struct python_file *file, const struct known_paths *paths,
        const struct atom *atom, enum outcome outcome)
{
	const struct python_chain *chain = &file->chains.at[atom->ref];

	switch (atom->kind) {
	case ATOM_CALL:
		if (!stands_for(file, atom->ref, paths->is_available))
			return 0;
		return outcome == OUTCOME_TRUE ? PYTHON_CUDA_IF : PYTHON_CUDA_ELSE;
	case ATOM_CHAIN:
		if (outcome != OUTCOME_TRUE)
			return 0;
		if (chain->root_kind == PYTHON_ROOT_NAME && !chain->name_count &&
		        chain->root == NAME_TYPE_CHECKING)
			return PYTHON_TYPE_CHECKING;
		return stands_for(file, atom->ref, paths->type_checking) ||
		                       stands_for(file, atom->ref, paths->type_checking_extensions)
		               ? PYTHON_TYPE_CHECKING
		               : 0;
	default: return outcome == OUTCOME_TRUE ? PYTHON_MAIN : 0;
	}
}

/* Guards that mean something become spans. */
static void settle_guards(struct parser *p, const struct known_paths *paths)
{
	for (uint32_t i = 0; i < p->guards.len; i++) {
		const struct guard *guard = &p->guards.at[i];
		struct span span = {guard->at, guard->end, 0};

		for (uint32_t n = 0; n < guard->atom_count; n++) {
			const struct atom *atom = &p->atoms.at[guard->atoms + n];
			uint8_t outcome = guard->outcome ? atom->when_true : atom->when_false;

			if (outcome != OUTCOME_NONE)
				span.flags |= flags_of_atom(p->file, paths, atom, outcome);
		}
		if (span.flags)
			*PUSH(p->arena, &p->spans) = span;
	}
}

/* By start, the outer one first. */
static int by_start(const void *a, const void *b)
{
	const struct span *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return x->end > y->end ? -1 : x->end < y->end;
}

static void put_step(struct steps *steps, uint32_t from, uint16_t flags)
{
	*PUSH(steps->arena, &steps->list) = (struct step){from, flags};
}

/* The spans as a staircase. */
static void make_steps(struct parser *p, struct steps *steps)
{
	struct span *open = ARENA_ARRAY(p->arena, struct span, p->spans.len + 1);
	uint32_t depth = 0;

	qsort(p->spans.at, p->spans.len, sizeof *p->spans.at, by_start);
	put_step(steps, 0, 0);
	for (uint32_t i = 0; i <= p->spans.len; i++) {
		uint32_t at = i < p->spans.len ? p->spans.at[i].at : PYTHON_NONE;

		while (depth && open[depth - 1].end <= at) {
			depth--;
			put_step(steps, open[depth].end, depth ? open[depth - 1].flags : 0);
		}
		if (i == p->spans.len)
			break;
		open[depth] = p->spans.at[i];
		if (depth)
			open[depth].flags |= open[depth - 1].flags;
		put_step(steps, at, open[depth].flags);
		depth++;
	}
	put_step(steps, PYTHON_NONE, 0);
}

/* Flags for records in the order of a place inside each: the one of `key`. */
#define APPLY(steps, records, key)                                                                 \
	do {                                                                                       \
		const struct step *step_ = (steps)->list.at;                                       \
		for (uint32_t i_ = 0; i_ < (records)->len; i_++) {                                 \
			while (step_[1].from <= (records)->at[i_].key)                             \
				step_++;                                                           \
			(records)->at[i_].flags |= step_->flags;                                   \
		}                                                                                  \
	} while (0)

static void apply(struct parser *p, const struct steps *steps)
{
	struct python_file *file = p->file;
	const struct step *step = steps->list.at;

	/* The end of a chain is one past its last byte, and no span ends inside a chain. */
	for (uint32_t i = 0; i < file->chains.len; i++) {
		while (step[1].from < file->chains.at[i].end)
			step++;
		file->chains.at[i].flags |= step->flags;
	}
	APPLY(steps, &file->calls, open);
	APPLY(steps, &file->strings, at);
	APPLY(steps, &file->decorators, at);
	APPLY(steps, &file->classes, at);
	/* Dynamic imports stand behind the others; they have the flags of their calls. */
	step = steps->list.at;
	for (uint32_t i = 0; i < file->imports.len; i++) {
		struct python_import *import = &file->imports.at[i];

		if (import->dynamic) {
			import->flags = file->calls.at[import->call].flags;
			continue;
		}
		while (step[1].from <= import->at)
			step++;
		import->flags |= step->flags;
	}
}

/* What scopes lie in: the class, the function, forward, torch.compile. */
static void settle_scopes(struct python_file *file, const struct known_paths *paths)
{
	for (uint32_t i = 0; i < file->decorators.len; i++) {
		const struct python_decorator *d = &file->decorators.at[i];

		if (d->chain != PYTHON_NONE && d->body != PYTHON_NONE && d->on != 'c' &&
		        stands_for(file, d->chain, paths->compile))
			file->scopes.at[d->body].flags |= PYTHON_COMPILED;
	}
	for (uint32_t i = 1; i < file->scopes.len; i++) {
		struct python_scope *scope = &file->scopes.at[i];
		const struct python_scope *around = &file->scopes.at[scope->parent];
		const struct python_scope *holder = around;

		while (holder->kind == PYTHON_TYPES)
			holder = &file->scopes.at[holder->parent];
		scope->flags |= around->flags & (PYTHON_FORWARD | PYTHON_COMPILED);
		scope->function = scope->kind == PYTHON_FUNCTION ? i : around->function;
		if (scope->kind != PYTHON_CLASS)
			scope->class_ = around->class_;
		if (scope->kind == PYTHON_FUNCTION && scope->name == NAME_FORWARD &&
		        holder->kind == PYTHON_CLASS)
			scope->flags |= PYTHON_FORWARD;
	}
}

void resolve_flags(struct parser *p)
{
	struct steps steps = {.arena = p->arena};
	struct known_paths paths = {
	        .is_available = path_of(p, NAME_TORCH, NAME_CUDA, NAME_IS_AVAILABLE),
	        .type_checking = path_of(p, NAME_TYPING, NAME_TYPE_CHECKING, 0),
	        .type_checking_extensions =
	                path_of(p, NAME_TYPING_EXTENSIONS, NAME_TYPE_CHECKING, 0),
	        .compile = path_of(p, NAME_TORCH, NAME_COMPILE, 0),
	};

	settle_guards(p, &paths);
	if (p->spans.len) {
		make_steps(p, &steps);
		apply(p, &steps);
	}
	settle_scopes(p->file, &paths);
}
