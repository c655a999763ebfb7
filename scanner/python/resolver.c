/* Look-up of names by the rules in python.h.
 *
 * Most names of a file are bound in one scope only, so each name knows that scope and its entry
 * there. Names that several scopes bind have their entries in a hash table by scope and name, and
 * the walk outwards is needed for them alone.
 *
 * Order matters for aliases only: all imports come first, then the assignments, scope by scope from
 * outside inwards (a scope has a higher number than those around it), in each by place. When all
 * are settled, chains are looked up in the order in which they were pushed: what a chain rests on
 * (the call that is its root) was pushed before it. */
#include "scanner/python/resolver.h"

#include "base/map.h"
#include "scanner/python/paths.h"

#include <stdlib.h>

#define MANY (PYTHON_NONE - 1)

enum {
	MODULE = 0,
	SPECIAL_DEPTH = 200, /* calls that a call's value rests on, while aliases are settled */
	DECLARED_GLOBAL = 1,
	DECLARED_NONLOCAL = 2,
};

/* A name in a scope that binds it. */
struct entry {
	uint32_t scope, name;
	uint32_t targets[PYTHON_TARGETS];
	uint8_t count;
	bool uncertain, choice;
};

struct name_info {
	uint32_t scope; /* the only one that binds it; PYTHON_NONE: none does; MANY */
	uint32_t entry;
	bool declared;      /* global or nonlocal somewhere */
	bool hopeful;       /* has targets somewhere */
	uint8_t seen_bound; /* how it was bound as seen from there */
	uint32_t seen; /* the scope from which it was looked up last, once aliases are settled */
};

/* What a chain stands for. */
struct meaning {
	uint32_t targets[PYTHON_TARGETS];
	uint32_t count;
	uint8_t bound;
	bool certain, choice;
};

/* What a path comes to by what other files say. */
struct expansion {
	uint32_t targets[PYTHON_TARGETS];
	uint8_t count; /* 0: it stands for itself */
	bool asked;
};

/* A set of (scope, name), each with a number. */
struct pairs {
	uint32_t *slots; /* index + 1 in the list of whoever owns the set */
	uint32_t mask;
};

struct resolver {
	struct parser *p;
	struct python_file *file;
	struct arena *arena;
	struct name_info *infos;
	VEC(struct entry) entries;
	struct pairs table, declared;
	uint32_t import_module;           /* the path importlib.import_module */
	VEC(struct expansion) expansions; /* by path, of those that were asked for */
	bool settled;                     /* aliases are done: what is found stays */
	uint8_t *known;                   /* of each call: its value has been found */
};

static uint32_t hash_of(uint32_t scope, uint32_t name)
{
	return (uint32_t)bytes_fold(
	        (uint64_t)scope << 32 | name | UINT64_C(1) << 63, UINT64_C(0xa0761d6478bd642f));
}

static void pairs_init(struct pairs *pairs, struct arena *arena, uint32_t expected)
{
	uint32_t count = 16;

	while (count < expected * 2)
		count *= 2;
	pairs->slots = ARENA_ARRAY(arena, uint32_t, count);
	pairs->mask = count - 1;
}

static struct entry *find_entry(const struct resolver *r, uint32_t scope, uint32_t name)
{
	const struct name_info *info = &r->infos[name];
	uint32_t i;

	if (info->scope != MANY)
		return info->scope == scope ? &r->entries.at[info->entry] : NULL;
	for (i = hash_of(scope, name) & r->table.mask; r->table.slots[i];
	        i = (i + 1) & r->table.mask) {
		struct entry *entry = &r->entries.at[r->table.slots[i] - 1];

		if (entry->scope == scope && entry->name == name)
			return entry;
	}
	return NULL;
}

static void put_in_table(struct resolver *r, uint32_t entry)
{
	const struct entry *e = &r->entries.at[entry];
	uint32_t i = hash_of(e->scope, e->name) & r->table.mask;

	while (r->table.slots[i])
		i = (i + 1) & r->table.mask;
	r->table.slots[i] = entry + 1;
}

static struct entry *make_entry(struct resolver *r, uint32_t scope, uint32_t name)
{
	struct entry *entry = find_entry(r, scope, name);
	struct name_info *info = &r->infos[name];
	uint32_t index = r->entries.len;

	if (entry)
		return entry;
	entry = PUSH(r->arena, &r->entries);
	entry->scope = scope;
	entry->name = name;
	entry->count = 0;
	entry->uncertain = entry->choice = false;
	if (info->scope == PYTHON_NONE) {
		info->scope = scope;
		info->entry = index;
		return entry;
	}
	if (info->scope != MANY)
		put_in_table(r, info->entry);
	info->scope = MANY;
	put_in_table(r, index);
	return entry;
}

/* DECLARED_… of a name in a scope. */
static uint32_t declared(const struct resolver *r, uint32_t scope, uint32_t name)
{
	uint32_t i, found = 0;

	if (!r->infos[name].declared)
		return 0;
	for (i = hash_of(scope, name) & r->declared.mask; r->declared.slots[i];
	        i = (i + 1) & r->declared.mask) {
		const struct declaration *d = &r->p->declarations.at[r->declared.slots[i] - 1];

		if (d->scope == scope && d->name == name)
			found |= d->global ? DECLARED_GLOBAL : DECLARED_NONLOCAL;
	}
	return found;
}

static void note_declarations(struct resolver *r)
{
	struct parser *p = r->p;

	pairs_init(&r->declared, r->arena, p->declarations.len);
	for (uint32_t n = 0; n < p->declarations.len; n++) {
		const struct declaration *d = &p->declarations.at[n];
		uint32_t i, same = declared(r, d->scope, d->name);

		if (same & (d->global ? DECLARED_GLOBAL : DECLARED_NONLOCAL))
			continue;
		r->infos[d->name].declared = true;
		i = hash_of(d->scope, d->name) & r->declared.mask;
		while (r->declared.slots[i])
			i = (i + 1) & r->declared.mask;
		r->declared.slots[i] = n + 1;
	}
}

/* The entry that `nonlocal name` in a scope means. */
static struct entry *nonlocal(const struct resolver *r, uint32_t scope, uint32_t name)
{
	const struct python_scope *scopes = r->file->scopes.at;
	struct entry *entry;

	for (scope = scopes[scope].parent; scope != PYTHON_NONE; scope = scopes[scope].parent) {
		if (scopes[scope].kind != PYTHON_FUNCTION &&
		        scopes[scope].kind != PYTHON_COMPREHENSION)
			continue;
		entry = find_entry(r, scope, name);
		if (entry)
			return entry;
	}
	return NULL;
}

/* The entry in which a name is bound as seen from a scope, when some scope declares it. */
static struct entry *find_declared(const struct resolver *r, uint32_t scope, uint32_t name)
{
	const struct python_scope *scopes = r->file->scopes.at;
	uint32_t here = declared(r, scope, name);
	bool sees_class = true;

	if (here & DECLARED_GLOBAL)
		return find_entry(r, MODULE, name);
	if (here)
		return nonlocal(r, scope, name);
	for (; scope != PYTHON_NONE; scope = scopes[scope].parent) {
		struct entry *entry;

		if (scopes[scope].kind != PYTHON_CLASS &&
		        (declared(r, scope, name) & DECLARED_GLOBAL))
			return find_entry(r, MODULE, name);
		entry = scopes[scope].kind != PYTHON_CLASS || sees_class
		                ? find_entry(r, scope, name)
		                : NULL;
		if (entry)
			return entry;
		sees_class = sees_class && scopes[scope].kind == PYTHON_TYPES;
	}
	return NULL;
}

static struct entry *find(const struct resolver *r, uint32_t scope, uint32_t name)
{
	const struct python_scope *scopes = r->file->scopes.at;
	const struct name_info *info = &r->infos[name];
	bool sees_class = true;

	if (info->declared)
		return find_declared(r, scope, name);
	if (info->scope == PYTHON_NONE)
		return NULL;
	if (info->scope == scope || info->scope == MODULE)
		return &r->entries.at[info->entry];
	for (; scope != PYTHON_NONE; scope = scopes[scope].parent) {
		if (scopes[scope].kind != PYTHON_CLASS || sees_class) {
			struct entry *entry = info->scope == MANY    ? find_entry(r, scope, name)
			                      : info->scope == scope ? &r->entries.at[info->entry]
			                                             : NULL;

			if (entry)
				return entry;
		}
		sees_class = sees_class && scopes[scope].kind == PYTHON_TYPES;
	}
	return NULL;
}

static bool is_free(const struct resolver *r, uint32_t scope, uint32_t name)
{
	return !find(r, scope, name);
}

static void add_target(struct resolver *r, struct entry *entry, uint32_t path)
{
	for (uint32_t i = 0; i < entry->count; i++)
		if (entry->targets[i] == path)
			return;
	if (entry->count < PYTHON_TARGETS)
		entry->targets[entry->count++] = path;
	r->infos[entry->name].hopeful = true;
}

static void call_value(struct resolver *r, uint32_t index, uint32_t depth, struct meaning *m);

/* What a chain stands for, as the tables are now. */
static void meaning_of(
        struct resolver *r, const struct python_chain *chain, uint32_t depth, struct meaning *m)
{
	const struct entry *entry;

	m->count = 0;
	m->certain = m->choice = false;
	m->bound = PYTHON_EXPR;
	if (chain->root_kind == PYTHON_ROOT_CALL) {
		call_value(r, chain->root, depth, m);
		m->bound = m->count ? PYTHON_DYNAMIC : PYTHON_EXPR;
		m->certain = m->count && m->certain;
	} else if (chain->root_kind == PYTHON_ROOT_NAME) {
		entry = find(r, chain->scope, chain->root);
		m->bound = entry ? PYTHON_LOCAL : PYTHON_FREE;
		if (!entry || !entry->count)
			return;
		m->bound = PYTHON_IMPORT;
		m->certain = !entry->uncertain;
		m->choice = entry->choice;
		m->count = entry->count;
		memcpy(m->targets, entry->targets, sizeof *m->targets * entry->count);
	}
	for (uint32_t i = 0; i < m->count; i++)
		for (uint32_t n = 0; n < chain->name_count; n++)
			m->targets[i] = paths_join(r->p->paths, m->targets[i],
			        r->file->attributes.at[chain->names + n]);
}

/* getattr(x, "name"): the targets of x, and the name. */
static void getattr_value(
        struct resolver *r, const struct python_call *call, uint32_t depth, struct meaning *m)
{
	const struct python_arg *arg = &r->file->args.at[call->args];
	uint32_t part;

	if (!is_free(r, call->scope, NAME_GETATTR))
		return;
	if (arg->kind == PYTHON_VALUE_CHAIN)
		meaning_of(r, &r->file->chains.at[arg->ref], depth, m);
	else if (arg->kind == PYTHON_VALUE_CALL && r->file->calls.at[arg->ref].shape)
		call_value(r, arg->ref, depth, m);
	part = m->count ? names_id(r->p->names, r->file->texts.at[call->text]) : 0;
	for (uint32_t i = 0; i < m->count; i++)
		m->targets[i] = paths_join(r->p->paths, m->targets[i], part);
}

/* __import__("a.b"), importlib.import_module("a.b") */
static void import_value(
        struct resolver *r, struct python_call *call, uint32_t depth, struct meaning *m)
{
	const struct python_chain *callee = &r->file->chains.at[call->chain];
	str text = r->file->texts.at[call->text];

	if (callee->root_kind == PYTHON_ROOT_NAME && !callee->name_count &&
	        callee->root == NAME_DUNDER_IMPORT && is_free(r, call->scope, callee->root)) {
		str top = str_slice(text, 0, str_find_byte(text, '.'));

		if (top.len)
			m->targets[m->count++] = paths_text(r->p->paths, top);
		m->certain = true;
		call->dynamic = PYTHON_DUNDER_IMPORT;
		return;
	}
	if (str_starts(text, S(".")) ||
	        (callee->root_kind == PYTHON_ROOT_CALL && !callee->name_count))
		return;
	meaning_of(r, callee, depth, m);
	for (uint32_t i = 0; i < m->count; i++)
		if (m->targets[i] == r->import_module) {
			m->targets[0] = paths_text(r->p->paths, text);
			m->count = 1;
			m->certain = true;
			call->dynamic = PYTHON_IMPORT_MODULE;
			return;
		}
	m->count = 0;
}

static const struct expansion *expand(struct resolver *r, uint32_t path)
{
	const struct python_outside *outside = r->file->outside;
	str texts[PYTHON_TARGETS];
	struct expansion *e;

	while (r->expansions.len <= path)
		*VEC_PUSH(r->arena, &r->expansions) = (struct expansion){.asked = false};
	e = &r->expansions.at[path];
	if (e->asked)
		return e;
	e->asked = true;
	if (r->file->paths.at[path].length <= PYTHON_LONGEST_PATH)
		e->count =
		        (uint8_t)outside->path(outside->context, python_path(r->file, path), texts);
	for (uint32_t i = 0; i < e->count; i++)
		e->targets[i] = paths_text(r->p->paths, texts[i]);
	return e;
}

static void add_meaning(struct meaning *m, uint32_t path)
{
	for (uint32_t i = 0; i < m->count; i++)
		if (m->targets[i] == path)
			return;
	if (m->count < PYTHON_TARGETS)
		m->targets[m->count++] = path;
}

/* Paths that another file passes on are replaced by what they come to. */
static void go_outside(struct resolver *r, struct meaning *m)
{
	struct meaning out;
	uint32_t found = 0;

	if (!r->file->outside || !r->file->outside->path)
		return;
	for (uint32_t i = 0; i < m->count; i++)
		found += expand(r, m->targets[i])->count;
	if (!found)
		return;
	out.bound = m->bound;
	out.certain = m->certain;
	out.choice = m->choice;
	out.count = 0;
	for (uint32_t i = 0; i < m->count; i++) {
		const struct expansion *e = expand(r, m->targets[i]);

		if (!e->count)
			add_meaning(&out, m->targets[i]);
		for (uint32_t k = 0; k < e->count; k++)
			add_meaning(&out, e->targets[k]);
	}
	*m = out;
}

static uint32_t keep(struct resolver *r, const struct meaning *m)
{
	uint32_t first = r->file->target_lists.len;

	if (m->count < 2)
		return m->count ? m->targets[0] : 0;
	for (uint32_t i = 0; i < m->count; i++)
		*PUSH(r->arena, &r->file->target_lists) = m->targets[i];
	return first;
}

/* The value of a call of special shape. Once aliases are settled it is found only once. */
static void call_value(struct resolver *r, uint32_t index, uint32_t depth, struct meaning *m)
{
	struct python_call *call = &r->file->calls.at[index];

	m->count = 0;
	m->certain = false;
	if (r->settled && r->known[index]) {
		const uint32_t *targets = python_call_targets(r->file, call, &m->count);

		memcpy(m->targets, targets, sizeof *targets * m->count);
		m->certain = call->certain;
		return;
	}
	if (depth == SPECIAL_DEPTH)
		return;
	if (call->shape == SHAPE_GETATTR)
		getattr_value(r, call, depth + 1, m);
	else
		import_value(r, call, depth + 1, m);
	if (!r->settled)
		return;
	go_outside(r, m);
	r->known[index] = true;
	call->target_count = (uint8_t)m->count;
	call->targets = keep(r, m);
	call->certain = m->certain;
	if (call->shape == SHAPE_GETATTR && m->count)
		call->dynamic = PYTHON_GETATTR;
}

static bool may_bind_stars(const struct resolver *r)
{
	return r->file->outside && r->file->stars.len;
}

/* The entry that owns each binding, PYTHON_NONE when none does; global and nonlocal once all others
 * are known. */
static uint32_t *own_bindings(struct resolver *r)
{
	const struct python_file *file = r->file;
	uint32_t *owners = ARENA_ARRAY(r->arena, uint32_t, file->bindings.len + 1);

	pairs_init(&r->table, r->arena,
	        file->bindings.len + (may_bind_stars(r) ? r->p->names->list.len : 0));
	for (uint32_t i = 0; i < file->bindings.len; i++) {
		const struct python_binding *b = &file->bindings.at[i];

		owners[i] = PYTHON_NONE;
		if (!declared(r, b->scope, b->name))
			owners[i] = (uint32_t)(make_entry(r, b->scope, b->name) - r->entries.at);
	}
	for (uint32_t i = 0; r->p->declarations.len && i < file->bindings.len; i++) {
		const struct python_binding *b = &file->bindings.at[i];
		const struct entry *entry;

		if (owners[i] != PYTHON_NONE)
			continue;
		entry = declared(r, b->scope, b->name) & DECLARED_GLOBAL
		                ? make_entry(r, MODULE, b->name)
		                : nonlocal(r, b->scope, b->name);
		if (entry)
			owners[i] = (uint32_t)(entry - r->entries.at);
	}
	return owners;
}

/* Assignments whose value may have targets, in the order of the scopes that own their names. */
struct aliases {
	uint32_t *list; /* bindings */
	uint32_t *ends; /* of each scope's part of the list */
};

static bool may_have_targets(const struct python_file *file, const struct python_binding *b)
{
	if (b->kind != PYTHON_BIND_VALUE)
		return b->kind == PYTHON_BIND_OTHER &&
		       (b->ref != PYTHON_NONE || b->other != PYTHON_NONE);
	if (b->value == PYTHON_VALUE_CALL)
		return file->calls.at[b->ref].shape != SHAPE_NONE;
	return file->chains.at[b->ref].root_kind != PYTHON_ROOT_OTHER;
}

/* Imports give their targets now, aliases are counted for each scope, all else is not certain. */
static void sort_out(struct resolver *r, const uint32_t *owners, uint32_t *counts)
{
	const struct python_file *file = r->file;

	for (uint32_t i = 0; i < file->bindings.len; i++) {
		const struct python_binding *b = &file->bindings.at[i];
		struct entry *owner;

		if (owners[i] == PYTHON_NONE)
			continue;
		owner = &r->entries.at[owners[i]];
		if (b->kind == PYTHON_BIND_IMPORT)
			add_target(r, owner, b->ref);
		else if (may_have_targets(file, b))
			counts[owner->scope]++;
		else
			owner->uncertain = true;
	}
}

static struct aliases order_aliases(struct resolver *r, const uint32_t *owners)
{
	const struct python_file *file = r->file;
	struct aliases a = {.ends = ARENA_ARRAY(r->arena, uint32_t, file->scopes.len + 1)};
	uint32_t before = 0;

	sort_out(r, owners, a.ends);
	for (uint32_t s = 0; s < file->scopes.len; s++) {
		uint32_t count = a.ends[s];

		a.ends[s] = before;
		before += count;
	}
	a.list = ARENA_ARRAY(r->arena, uint32_t, before + 1);
	for (uint32_t i = 0; i < file->bindings.len; i++)
		if (owners[i] != PYTHON_NONE && may_have_targets(file, &file->bindings.at[i]))
			a.list[a.ends[r->entries.at[owners[i]].scope]++] = i;
	return a;
}

struct placed {
	uint32_t at, binding;
};

static int by_place(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

/* Bindings of one scope by place. They nearly are: only := within a value comes before its target.
 */
static void sort_aliases(struct resolver *r, uint32_t *list, uint32_t count)
{
	const struct python_binding *bindings = r->file->bindings.at;
	struct placed *placed;
	bool sorted = true;

	for (uint32_t i = 1; i < count && sorted; i++)
		sorted = bindings[list[i - 1]].at <= bindings[list[i]].at;
	if (sorted)
		return;
	placed = ARENA_ARRAY(r->arena, struct placed, count);
	for (uint32_t i = 0; i < count; i++)
		placed[i] = (struct placed){bindings[list[i]].at, list[i]};
	qsort(placed, count, sizeof *placed, by_place);
	for (uint32_t i = 0; i < count; i++)
		list[i] = placed[i].binding;
}

static void settle_alias(
        struct resolver *r, struct entry *owner, const struct python_binding *b, uint32_t ref)
{
	struct meaning m = {.count = 0};

	if (b->kind == PYTHON_BIND_VALUE && b->value == PYTHON_VALUE_CALL) {
		call_value(r, ref, 0, &m);
	} else {
		const struct python_chain *chain = &r->file->chains.at[ref];

		if (chain->root_kind == PYTHON_ROOT_CALL ||
		        (chain->root_kind == PYTHON_ROOT_NAME && r->infos[chain->root].hopeful))
			meaning_of(r, chain, 0, &m);
	}
	for (uint32_t i = 0; i < m.count; i++)
		add_target(r, owner, m.targets[i]);
	owner->choice |= m.choice || (m.count && b->kind == PYTHON_BIND_OTHER);
	if (!m.count || owner->choice)
		owner->uncertain = true;
}

/* Both sides of a conditional expression count. */
static void settle_binding(struct resolver *r, struct entry *owner, const struct python_binding *b)
{
	if (b->ref != PYTHON_NONE)
		settle_alias(r, owner, b, b->ref);
	if (b->other != PYTHON_NONE)
		settle_alias(r, owner, b, b->other);
}

/* The modules of star imports, the last first, each once; how often one was asked for a name. */
struct stars {
	const str *at;
	uint32_t len, steps;
};

static struct stars list_stars(struct resolver *r)
{
	str *list = ARENA_ARRAY(r->arena, str, (size_t)r->file->stars.len + 1);
	struct map seen = {.arena = r->arena};
	struct stars out = {.at = list};

	for (uint32_t i = r->file->stars.len; i; i--) {
		const struct python_import *star = &r->file->imports.at[r->file->stars.at[i - 1]];
		bool fresh;

		list[out.len] = python_star_module(r->file, r->arena, star);
		map_at(&seen, list[out.len], &fresh);
		out.len += fresh;
	}
	return out;
}

/* The paths of a name that the last star import that has it gives. */
static uint32_t ask_stars(
        struct resolver *r, struct stars *stars, str name, str out[PYTHON_TARGETS])
{
	const struct python_outside *outside = r->file->outside;
	uint32_t n = 0;

	for (uint32_t i = 0; i < stars->len && !n && stars->steps < PYTHON_STAR_STEPS; i++) {
		n = outside->star(outside->context, stars->at[i], name, out);
		stars->steps++;
	}
	return n;
}

/* Names that the module does not bind, but a star import of it does. */
static void bind_stars(struct resolver *r)
{
	bool *seen = ARENA_ARRAY(r->arena, bool, r->p->names->list.len);
	struct stars stars = list_stars(r);
	uint32_t n = r->file->chains.len;

	for (uint32_t i = 0; i < n; i++) {
		const struct python_chain *chain = &r->file->chains.at[i];
		str texts[PYTHON_TARGETS];
		struct entry *entry;
		uint32_t count;

		if (chain->root_kind != PYTHON_ROOT_NAME || seen[chain->root])
			continue;
		seen[chain->root] = true;
		if (find_entry(r, MODULE, chain->root))
			continue;
		count = ask_stars(r, &stars, names_text(r->p->names, chain->root), texts);
		entry = count ? make_entry(r, MODULE, chain->root) : NULL;
		for (uint32_t k = 0; k < count; k++)
			add_target(r, entry, paths_text(r->p->paths, texts[k]));
	}
}

/* def f(torch, x), torch = lazy("torch"): a name that is `torch` and nothing known is the module.
 * Of a scan alone: Python itself says no such thing. */
static void name_modules(struct resolver *r)
{
	for (uint32_t i = 0; r->file->outside && i < r->entries.len; i++) {
		struct entry *entry = &r->entries.at[i];

		if (entry->name != NAME_TORCH || entry->count)
			continue;
		add_target(r, entry, paths_join(r->p->paths, 0, NAME_TORCH));
		entry->uncertain = true;
	}
}

static void settle_aliases(struct resolver *r)
{
	uint32_t *owners = own_bindings(r);
	struct aliases a = order_aliases(r, owners);
	uint32_t first = 0;

	if (may_bind_stars(r))
		bind_stars(r);
	for (uint32_t s = 0; s < r->file->scopes.len; s++) {
		sort_aliases(r, a.list + first, a.ends[s] - first);
		for (; first < a.ends[s]; first++)
			settle_binding(r, &r->entries.at[owners[a.list[first]]],
			        &r->file->bindings.at[a.list[first]]);
	}
	name_modules(r);
	r->settled = true;
}

/* The chain stands for nothing, as most do: its root is bound to nothing known, if at all. Names
 * that many scopes bind are used many times in each. */
static bool settle_plain(const struct resolver *r, struct python_chain *chain)
{
	struct name_info *info;

	if (chain->root_kind != PYTHON_ROOT_NAME)
		return false;
	info = &r->infos[chain->root];
	if (info->hopeful)
		return false;
	if (info->seen != chain->scope) {
		info->seen = chain->scope;
		info->seen_bound =
		        (uint8_t)(find(r, chain->scope, chain->root) ? PYTHON_LOCAL : PYTHON_FREE);
	}
	chain->bound = info->seen_bound;
	chain->certain = chain->choice = false;
	return true;
}

static void settle_chains(struct resolver *r)
{
	struct python_file *file = r->file;

	for (uint32_t i = 0; i < file->chains.len; i++) {
		struct python_chain *chain = &file->chains.at[i];
		struct meaning m;

		if (settle_plain(r, chain))
			continue;
		meaning_of(r, chain, 0, &m);
		if (m.choice && !chain->callee && !chain->name_count) {
			m.bound = PYTHON_LOCAL; /* as a value it may be more than that */
			m.choice = false;
			m.count = 0;
		}
		go_outside(r, &m);
		chain->bound = m.bound;
		chain->certain = m.certain;
		chain->choice = m.choice;
		if (!m.count)
			continue;
		chain->target_count = (uint8_t)m.count;
		chain->targets = keep(r, &m);
		if (m.bound == PYTHON_IMPORT && !chain->callee)
			*PUSH(r->arena, &file->attrs) = i;
	}
}

/* The values of the calls that may have one, and the imports among them. */
static void settle_calls(struct resolver *r)
{
	struct python_file *file = r->file;

	for (uint32_t i = 0; i < file->calls.len; i++) {
		struct python_call *call = &file->calls.at[i];
		struct meaning m;

		if (!call->shape)
			continue;
		call_value(r, i, 0, &m);
		if (!m.count || call->shape != SHAPE_STRING) {
			call->dynamic = m.count ? call->dynamic : PYTHON_NOT_DYNAMIC;
			continue;
		}
		*PUSH(r->arena, &file->imports) = (struct python_import){.at = call->at,
		        .module = paths_text(r->p->paths, file->texts.at[call->text]),
		        .target = m.targets[0],
		        .scope = call->scope,
		        .flags = call->flags,
		        .dynamic = call->dynamic,
		        .call = i};
	}
}

void resolve_names(struct parser *p)
{
	struct resolver r = {.p = p, .file = p->file, .arena = p->arena};
	uint32_t path;

	r.infos = arena_room(
	        p->arena, p->names->list.len * sizeof *r.infos, _Alignof(struct name_info));
	for (uint32_t i = 0; i < p->names->list.len; i++)
		r.infos[i] = (struct name_info){.scope = PYTHON_NONE, .seen = PYTHON_NONE};
	VEC_EXPECT(p->arena, &r.entries, p->file->bindings.len);
	path = paths_join(p->paths, 0, NAME_IMPORTLIB);
	r.import_module = paths_join(p->paths, path, NAME_IMPORT_MODULE);
	r.known = ARENA_ARRAY(p->arena, uint8_t, p->file->calls.len + 1);
	note_declarations(&r);
	settle_aliases(&r);
	settle_chains(&r);
	settle_calls(&r);
}
