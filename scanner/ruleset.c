/* Reading a finished ruleset: rows, texts, and the one table of names.
 *
 * The table is open addressing with linear steps over slots that hold the hash, the kind and
 * the text of a name and its run of references. The hash is FNV-1a of the kind and the bytes,
 * so that walking along a name gives the hash of all its beginnings: parts and prefixes cost
 * one pass over the name. */
#include "scanner/ruleset.h"

#include "scanner/rule_build.h"

static const void *section(struct blob blob, enum rule_section which, uint32_t row, uint32_t *rows)
{
	uint32_t words;
	const uint32_t *at = blob_section(blob, which, &words);

	*rows = words / row;
	return at;
}

#define SECTION(blob, which, type, rows)                                                           \
	((const type *)section((blob), (which), (uint32_t)(sizeof(type) / 4), (rows)))

struct ruleset *ruleset_from(struct env *env, struct blob blob)
{
	struct ruleset *set = ARENA_NEW(env->keep, struct ruleset);
	bool *off;
	uint32_t *severities, n;
	str *ids;

	set->blob = blob;
	set->rules = SECTION(blob, RULES_RULES, struct rule_row, &set->n_rules);
	set->items = SECTION(blob, RULES_ITEMS, struct item_row, &set->n_items);
	set->names = SECTION(blob, RULES_NAMES, uint32_t, &n);
	set->conditions = SECTION(blob, RULES_CONDITIONS, struct condition_row, &set->n_conditions);
	set->values = SECTION(blob, RULES_VALUES, struct value_row, &n);
	set->replacements = SECTION(blob, RULES_REPLACEMENTS, struct replacement_row, &n);
	set->sources = SECTION(blob, RULES_SOURCES, struct source_row, &n);
	set->bad_at = SECTION(blob, RULES_BAD_AT, struct bad_at_row, &n);
	set->supersedes = SECTION(blob, RULES_SUPERSEDES, uint32_t, &n);
	set->targets = SECTION(blob, RULES_TARGETS, uint32_t, &set->n_targets);
	set->slots = SECTION(blob, RULES_SLOTS, struct slot_row, &set->n_slots);
	set->refs = SECTION(blob, RULES_REFS, struct ref_row, &n);
	set->prefixes = SECTION(blob, RULES_PREFIXES, uint32_t, &n);
	set->needs = SECTION(blob, RULES_NEEDS, struct need_row, &set->n_needs);
	off = ARENA_ARRAY(env->keep, bool, (size_t)set->n_rules + 1);
	severities = ARENA_ARRAY(env->keep, uint32_t, (size_t)set->n_rules + 1);
	ids = ARENA_ARRAY(env->keep, str, (size_t)set->n_rules + 1);
	for (uint32_t i = 0; i < set->n_rules; i++) {
		severities[i] = set->rules[i].severities;
		ids[i] = ruleset_text(set, set->rules[i].id);
	}
	set->off = off;
	set->severities = severities;
	set->ids = ids;
	return set;
}

str ruleset_text(const struct ruleset *set, uint32_t offset)
{
	return blob_text(set->blob, offset);
}

str ruleset_target(const struct ruleset *set, uint32_t target)
{
	return target < set->n_targets ? ruleset_text(set, set->targets[target]) : S("");
}

uint32_t ruleset_target_find(const struct ruleset *set, str name)
{
	for (uint32_t i = 0; i < set->n_targets; i++)
		if (str_eq(ruleset_text(set, set->targets[i]), name))
			return i;
	return UINT32_MAX;
}

uint32_t ruleset_find(const struct ruleset *set, str id)
{
	uint32_t count;
	const struct ref_row *refs = ruleset_refs(set, RULE_NAME_RULE, id, &count);

	return refs ? refs->item : UINT32_MAX;
}

enum severity rule_severity(const struct ruleset *set, uint32_t rule, uint32_t target)
{
	return (enum severity)(set->severities[rule] >> (4 * target) & 15);
}

str rule_replacement(const struct ruleset *set, uint32_t rule, uint32_t target)
{
	const struct rule_row *r = &set->rules[rule];
	const struct replacement_row *rows = set->replacements + r->first_replacement;
	uint32_t text = 0;

	for (uint32_t i = 0; i < r->n_replacements; i++)
		if (rows[i].target == target + 1 || (!rows[i].target && !text))
			text = rows[i].text;
	return ruleset_text(set, text);
}

static const struct slot_row *slot_find(
        const struct ruleset *set, enum rule_name kind, str name, uint32_t hash)
{
	uint32_t mask = set->n_slots - 1;

	for (uint32_t i = hash & mask; set->n_slots && set->slots[i].n_refs; i = (i + 1) & mask) {
		const struct slot_row *slot = &set->slots[i];

		if (slot->hash == hash && slot->kind == (uint32_t)kind &&
		        str_eq(ruleset_text(set, slot->key), name))
			return slot;
	}
	return NULL;
}

static bool has_prefix_length(const struct ruleset *set, enum rule_name kind, size_t length)
{
	return length < 32 * PREFIX_WORDS &&
	       set->prefixes[(size_t)kind * PREFIX_WORDS + length / 32] >> (length % 32) & 1;
}

/* A walk along a name. */
struct walk {
	const struct ruleset *set;
	enum rule_name kind;
	str name;
	rule_visitor *visitor;
	void *context;
};

static void probe(const struct walk *w, size_t length, uint32_t hash, bool whole)
{
	const struct slot_row *slot = slot_find(w->set, w->kind, (str){w->name.ptr, length}, hash);
	bool prefix = has_prefix_length(w->set, w->kind, length);

	for (uint32_t i = 0; slot && i < slot->n_refs; i++) {
		const struct ref_row *ref = &w->set->refs[slot->first_ref + i];

		if (ref->flags & REF_PREFIX ? prefix : whole)
			w->visitor(w->context, ref, length);
	}
}

static void walk_name(const struct walk *w, bool parts)
{
	uint32_t hash = rule_hash_start(w->kind);

	for (size_t i = 0; i < w->name.len; i++) {
		bool ends = i + 1 == w->name.len || (parts && w->name.ptr[i + 1] == '.');

		hash = rule_hash_step(hash, w->name.ptr[i]);
		if (ends || has_prefix_length(w->set, w->kind, i + 1))
			probe(w, i + 1, hash, ends);
	}
}

void ruleset_visit(const struct ruleset *set, enum rule_name kind, str name, rule_visitor *visitor,
        void *context)
{
	walk_name(&(struct walk){set, kind, name, visitor, context}, false);
}

void ruleset_visit_parts(const struct ruleset *set, enum rule_name kind, str name,
        rule_visitor *visitor, void *context)
{
	walk_name(&(struct walk){set, kind, name, visitor, context}, true);
}

const struct ref_row *ruleset_refs(
        const struct ruleset *set, enum rule_name kind, str name, uint32_t *count)
{
	const struct slot_row *slot = slot_find(set, kind, name, rule_hash(kind, name));

	*count = slot ? slot->n_refs : 0;
	return slot ? &set->refs[slot->first_ref] : NULL;
}

bool wildcard_match(str pattern, str text)
{
	size_t p = 0, t = 0, star = SIZE_MAX, resume = 0;

	/* most texts end in another byte */
	if (pattern.len && text.len && pattern.ptr[pattern.len - 1] != '*' &&
	        pattern.ptr[pattern.len - 1] != text.ptr[text.len - 1])
		return false;
	while (t < text.len) {
		if (p < pattern.len && pattern.ptr[p] == '*') {
			star = p++;
			resume = t;
		} else if (p < pattern.len && pattern.ptr[p] == text.ptr[t]) {
			p++;
			t++;
		} else if (star != SIZE_MAX) {
			p = star + 1;
			t = ++resume;
		} else {
			return false;
		}
	}
	while (p < pattern.len && pattern.ptr[p] == '*')
		p++;
	return p == pattern.len;
}
