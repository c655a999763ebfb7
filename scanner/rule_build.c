/* From rows to a blob: who supersedes whom, and the one table of names.
 *
 * A name leads to its items through a run of references; names are collected as entries, put in
 * order, and each run becomes one slot of an open hash table that is at most half full. Other
 * public names of what a rule names (torch.concat for torch.cat) become entries of their own, so
 * that aliases cost nothing when a project is scanned. */
#include "scanner/rule_builder.h"

#include "base/text.h"
#include "pytorch/tables.h"
#include "scanner/requirement.h"

#include <stdlib.h>
#include <string.h>

struct entry {
	enum rule_name kind;
	str key;
	struct ref_row ref;
	uint32_t order;
};

struct index {
	struct rule_builder *b;
	struct arena *arena;
	VEC(struct entry) entries;
	uint32_t prefixes[RULE_NAME_KINDS][PREFIX_WORDS];
};

struct rule_builder *rule_builder_new(struct env *env)
{
	struct rule_builder *b = ARENA_NEW(env->keep, struct rule_builder);

	b->env = env;
	b->ids.arena = env->keep;
	blob_builder_init(&b->blob, env->keep);
	return b;
}

/* The rows of a section of a finished blob, at the end of a growing array. */
#define COPY_ROWS(b, vec, from, section)                                                           \
	do {                                                                                       \
		uint32_t words_;                                                                   \
		const uint32_t *rows_ = blob_section((from), (section), &words_);                  \
		uint32_t more_ = words_ * 4 / (uint32_t)sizeof *(vec)->at;                         \
		VEC_RESERVE((b)->env->keep, (vec), (size_t)more_ + 1);                             \
		memcpy((vec)->at + (vec)->len, rows_, (size_t)words_ * 4);                         \
		(vec)->len += more_;                                                               \
	} while (0)

static str text_of(const struct rule_builder *b, uint32_t offset)
{
	return blob_builder_text(&b->blob, offset);
}

struct rule_builder *rule_builder_from(struct env *env, struct blob blob)
{
	struct rule_builder *b = ARENA_NEW(env->keep, struct rule_builder);
	uint32_t count;
	const uint32_t *superseded = blob_section(blob, RULES_SUPERSEDES, &count);

	b->env = env;
	b->ids.arena = env->keep;
	blob_builder_init_from(&b->blob, env->keep, blob);
	COPY_ROWS(b, &b->rules, blob, RULES_RULES);
	COPY_ROWS(b, &b->items, blob, RULES_ITEMS);
	COPY_ROWS(b, &b->names, blob, RULES_NAMES);
	COPY_ROWS(b, &b->conditions, blob, RULES_CONDITIONS);
	COPY_ROWS(b, &b->values, blob, RULES_VALUES);
	COPY_ROWS(b, &b->replacements, blob, RULES_REPLACEMENTS);
	COPY_ROWS(b, &b->sources, blob, RULES_SOURCES);
	COPY_ROWS(b, &b->bad_at, blob, RULES_BAD_AT);
	COPY_ROWS(b, &b->targets, blob, RULES_TARGETS);
	COPY_ROWS(b, &b->needs, blob, RULES_NEEDS);
	for (uint32_t i = 0; i < b->targets.len; i++)
		b->target_names[i] = blob_text(blob, b->targets.at[i]);
	for (uint32_t i = 0; i < b->rules.len; i++)
		*map_at(&b->ids, blob_text(blob, b->rules.at[i].id), NULL) = i + 1;
	for (uint32_t i = 0; i < count; i++)
		*VEC_PUSH(env->keep, &b->superseded) =
		        (struct named_rule){b->rules.at[superseded[i]].id, {STR_NONE, 0, 0}};
	return b;
}

static void add(struct index *x, enum rule_name kind, str key, struct ref_row ref)
{
	struct entry *e = VEC_PUSH(x->arena, &x->entries);

	*e = (struct entry){kind, key, ref, x->entries.len};
	if (ref.flags & REF_PREFIX && key.len < PREFIX_MOST)
		x->prefixes[kind][key.len / 32] |= 1u << (key.len % 32);
}

/* A name that may end in *. */
static void add_pattern(struct index *x, enum rule_name kind, str name, struct ref_row ref)
{
	if (str_ends(name, S("*"))) {
		name.len--;
		ref.flags |= REF_PREFIX;
	}
	add(x, kind, name, ref);
}

/* torch.Tensor.x and torch.nn.Module.x are reached through .x(...) as well. */
static void add_target(struct index *x, str name, struct ref_row ref)
{
	const str tensor = S("torch.Tensor."), module = S("torch.nn.Module.");

	if (str_eq(name, S("*"))) {
		add(x, RULE_NAME_ALWAYS, S("call"), ref);
		return;
	}
	if (str_starts(name, S("*."))) {
		ref.flags |= REF_ANY;
		add(x, RULE_NAME_METHOD, str_from_at(name, 2), ref);
		return;
	}
	if (str_starts(name, S("*"))) {
		add(x, RULE_NAME_ALWAYS, S("target"), ref);
		return;
	}
	add_pattern(x, RULE_NAME_TARGET, name, ref);
	if (str_starts(name, tensor)) {
		ref.flags |= REF_TENSOR;
		add_pattern(x, RULE_NAME_METHOD, str_from_at(name, tensor.len), ref);
	} else if (str_starts(name, module)) {
		ref.flags |= REF_MODULE;
		add_pattern(x, RULE_NAME_METHOD, str_from_at(name, module.len), ref);
	}
}

static void add_text_name(
        struct index *x, enum rule_name kind, const char *always, str name, struct ref_row ref)
{
	if (str_find_byte(name, '*') + 1 < name.len || str_eq(name, S("*")))
		add(x, RULE_NAME_ALWAYS, str_from(always), ref);
	else
		add_pattern(x, kind, name, ref);
}

/* Where the part of a glob begins that stands as it is at the end of every name that matches. */
static size_t glob_tail(str glob)
{
	size_t at = glob.len;

	while (at && !strchr("*?[]/", glob.ptr[at - 1]))
		at--;
	return at;
}

/* A glob is found by what it says for certain of a file's name: all of it, its beginning, what
 * stands behind its last dot. REF_GLOB: the rest is still to be looked at. */
static void add_file(struct index *x, str glob, struct ref_row ref)
{
	size_t tail = glob_tail(glob), dot = str_rfind_byte(glob, '.');
	str front = str_slice(glob, 0, glob.len - 1);

	if (!tail) {
		add(x, RULE_NAME_FILE, glob, ref);
	} else if (dot >= tail && dot < glob.len) {
		if (tail != 1 || dot != 1 || glob.ptr[0] != '*')
			ref.flags |= REF_GLOB;
		add(x, RULE_NAME_EXTENSION, str_from_at(glob, dot), ref);
	} else if (tail == glob.len && front.len && front.len < PREFIX_MOST && !glob_tail(front) &&
	           str_ends(glob, S("*"))) {
		add_pattern(x, RULE_NAME_FILE, glob, ref);
	} else {
		ref.flags |= REF_GLOB;
		add(x, RULE_NAME_ALWAYS, S("file"), ref);
	}
}

static void add_name(struct index *x, const struct item_row *item, str name, struct ref_row ref)
{
	switch ((enum item_kind)item->kind) {
	case ITEM_CALL:
	case ITEM_ATTRIBUTE:
	case ITEM_DECORATOR:
	case ITEM_BASE_CLASS: add_target(x, name, ref); return;
	case ITEM_IMPORT: add_pattern(x, RULE_NAME_IMPORT, name, ref); return;
	case ITEM_STRING: add_text_name(x, RULE_NAME_STRING, "string", name, ref); return;
	case ITEM_REQUIREMENT:
		name = requirement_normal(x->arena, str_slice(name, 0, str_find_byte(name, '[')));
		add_text_name(x, RULE_NAME_REQUIREMENT, "requirement", name, ref);
		return;
	case ITEM_ENV: add_text_name(x, RULE_NAME_ENV, "env", name, ref); return;
	case ITEM_OPERATOR: add_pattern(x, RULE_NAME_OPERATOR, name, ref); return;
	case ITEM_MATCHER: add(x, RULE_NAME_MATCHER, name, ref); return;
	case ITEM_FILE: add_file(x, name, ref); return;
	case ITEM_SHELL:
	case ITEM_KIND_COUNT: return;
	}
}

static void add_items(struct index *x)
{
	const struct rule_builder *b = x->b;

	for (uint32_t i = 0; i < b->items.len; i++) {
		const struct item_row *item = &b->items.at[i];

		if (item->kind == ITEM_SHELL)
			add(x, RULE_NAME_ALWAYS, S("shell"), (struct ref_row){i, 0});
		for (uint32_t n = 0; n < item->n_names; n++) {
			str name =
			        arena_dup(x->arena, text_of(b, b->names.at[item->first_name + n]));

			add_name(x, item, name, (struct ref_row){i, 0});
		}
	}
	for (uint32_t i = 0; i < b->rules.len; i++) {
		str id = arena_dup(x->arena, text_of(b, b->rules.at[i].id));
		str category = arena_dup(x->arena, text_of(b, b->rules.at[i].category));

		add(x, RULE_NAME_RULE, id, (struct ref_row){i, 0});
		add(x, RULE_NAME_CATEGORY, category, (struct ref_row){i, 0});
	}
}

static int compare(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;
	int c = a->kind < b->kind ? -1 : a->kind > b->kind;

	if (!c)
		c = str_cmp(a->key, b->key);
	if (!c)
		c = a->ref.item < b->ref.item ? -1 : a->ref.item > b->ref.item;
	return c ? c : a->order < b->order ? -1 : a->order > b->order;
}

static uint32_t refs_of_run(struct index *x, uint32_t first, struct blob_builder *blob)
{
	const struct entry *e = x->entries.at;
	uint32_t i = first;

	while (i < x->entries.len && e[i].kind == e[first].kind && str_eq(e[i].key, e[first].key)) {
		blob_put(blob, RULES_REFS, e[i].ref.item);
		blob_put(blob, RULES_REFS, e[i].ref.flags);
		i++;
	}
	return i;
}

static void put_index(struct index *x)
{
	struct blob_builder *blob = &x->b->blob;
	uint32_t n = 64;
	struct slot_row *slots;

	while (n < x->entries.len * 2)
		n *= 2;
	slots = ARENA_ARRAY(x->arena, struct slot_row, n);
	if (x->entries.len)
		qsort(x->entries.at, x->entries.len, sizeof *x->entries.at, compare);
	for (uint32_t i = 0; i < x->entries.len;) {
		const struct entry *e = &x->entries.at[i];
		uint32_t hash = rule_hash(e->kind, e->key), at = hash & (n - 1);
		uint32_t first = blob_count(blob, RULES_REFS) / 2;
		uint32_t end = refs_of_run(x, i, blob);

		while (slots[at].n_refs)
			at = (at + 1) & (n - 1);
		slots[at] = (struct slot_row){
		        hash, (uint32_t)e->kind, blob_put_text(blob, e->key), first, end - i};
		i = end;
	}
	for (uint32_t i = 0; i < n; i++)
		for (size_t w = 0; w < sizeof *slots / 4; w++)
			blob_put(blob, RULES_SLOTS, ((const uint32_t *)(const void *)&slots[i])[w]);
	for (uint32_t k = 0; k < RULE_NAME_KINDS; k++)
		for (uint32_t w = 0; w < PREFIX_WORDS; w++)
			blob_put(blob, RULES_PREFIXES, x->prefixes[k][w]);
}

/* `name` leads to where an entry leads. A method's short name comes with it. */
static void add_alias(struct index *x, str name, uint32_t entry)
{
	struct entry e = x->entries.at[entry];

	if (str_eq(name, e.key))
		return;
	e.ref.flags |= REF_ALIAS;
	add_target(x, name, e.ref);
}

/* What a rule names, by its canonical name: entries of one name stand in a list. */
struct named {
	uint32_t entry, next; /* next: in the list + 1 */
};

/* Other public names of what the rules name, also where a rule names an alias itself. */
static void add_aliases(struct index *x)
{
	uint32_t n = x->entries.len, rows;
	const struct api_name_row *names = TABLES_ROWS(TABLE_API_NAMES, api_name_row, &rows);
	struct map canonical = {.arena = x->arena}, heads = {.arena = x->arena};
	VEC(struct named) list = {0};

	for (uint32_t i = 0; i < rows; i++)
		if (names[i].canonical)
			*map_at(&canonical, tables_text(names[i].name), NULL) = names[i].canonical;
	for (uint32_t i = 0; i < n; i++) {
		const struct entry *e = &x->entries.at[i];
		const uint32_t *other = map_get(&canonical, e->key);
		uint32_t *head;

		if (e->kind != RULE_NAME_TARGET || e->ref.flags & REF_PREFIX)
			continue;
		head = map_at(&heads, other ? tables_text(*other) : e->key, NULL);
		*VEC_PUSH(x->arena, &list) = (struct named){i, *head};
		*head = list.len;
	}
	for (uint32_t i = 0; i < rows; i++) {
		str name = tables_text(names[i].name);
		str shared = names[i].canonical ? tables_text(names[i].canonical) : name;
		const uint32_t *head = map_get(&heads, shared);

		for (uint32_t at = head ? *head : 0; at; at = list.at[at - 1].next)
			add_alias(x, name, list.at[at - 1].entry);
	}
}

static bool resolve_superseded(struct rule_builder *b)
{
	bool ok = true;

	for (uint32_t i = 0; i < b->superseded.len; i++) {
		const struct named_rule *named = &b->superseded.at[i];
		str id = arena_dup(b->env->temp, text_of(b, named->id));
		const uint32_t *index = map_get(&b->ids, id);
		str nearest, *ids;

		if (index) {
			blob_put(&b->blob, RULES_SUPERSEDES, *index - 1);
			continue;
		}
		ids = ARENA_ARRAY(b->env->temp, str, b->rules.len + 1);
		for (uint32_t r = 0; r < b->rules.len; r++)
			ids[r] = text_of(b, b->rules.at[r].id);
		nearest = text_nearest(id, ids, b->rules.len);
		ok = builder_error(b, named->place, "unknown rule '%.*s'%s%.*s%s", STR_ARG(id),
		        nearest.len ? "; did you mean '" : "", STR_ARG(nearest),
		        nearest.len ? "'?" : "");
	}
	return ok;
}

#define PUT_ROWS(b, vec, section)                                                                  \
	for (size_t i_ = 0; i_ < (size_t)(vec)->len * sizeof *(vec)->at / 4; i_++)                 \
	blob_put(&(b)->blob, (section), ((const uint32_t *)(const void *)(vec)->at)[i_])

bool rule_builder_finish(struct rule_builder *b, str *blob)
{
	struct index x = {.b = b, .arena = b->env->temp};

	if (!resolve_superseded(b))
		return false;
	add_items(&x);
	add_aliases(&x);
	put_index(&x);
	PUT_ROWS(b, &b->rules, RULES_RULES);
	PUT_ROWS(b, &b->items, RULES_ITEMS);
	PUT_ROWS(b, &b->names, RULES_NAMES);
	PUT_ROWS(b, &b->conditions, RULES_CONDITIONS);
	PUT_ROWS(b, &b->values, RULES_VALUES);
	PUT_ROWS(b, &b->replacements, RULES_REPLACEMENTS);
	PUT_ROWS(b, &b->sources, RULES_SOURCES);
	PUT_ROWS(b, &b->bad_at, RULES_BAD_AT);
	PUT_ROWS(b, &b->targets, RULES_TARGETS);
	PUT_ROWS(b, &b->needs, RULES_NEEDS);
	*blob = blob_finish(&b->blob);
	return true;
}
