/* Opening, listing and explaining rules; workers; what needs the whole project. */
#include "scanner/rules.h"

#include "base/text.h"
#include "scanner/matcher.h"
#include "scanner/rule_build.h"
#include "scanner/rule_match.h"
#include "scanner/version.h"
#include "scanner/phrases.h"

#include <stdlib.h>
#include <string.h>

extern const uint32_t scanner_rules[];

/* What a choice names: a rule, a category, or rules by a wildcard. Calls back for each rule. */
struct choosing {
	struct env *env;
	struct ruleset *set;
	bool *off;
	uint32_t *severities;
	enum severity severity;
	bool value;
	void (*apply)(struct choosing *c, uint32_t rule);
};

static void apply_off(struct choosing *c, uint32_t rule)
{
	c->off[rule] = c->value;
}

/* All targets that the rule concerns get the severity. */
static void apply_severity(struct choosing *c, uint32_t rule)
{
	uint32_t now = c->set->rules[rule].severities, next = 0;

	for (uint32_t t = 0; t < RULE_TARGETS; t++)
		if (now >> (4 * t) & 15)
			next |= (uint32_t)c->severity << (4 * t);
	c->severities[rule] = next;
}

str rules_nearest(struct env *env, const struct ruleset *rules, str word)
{
	(void)env;
	return text_nearest(word, rules->ids, rules->n_rules);
}

str rules_nearest_category(struct env *env, const struct ruleset *rules, str word)
{
	str *words = ARENA_ARRAY(env->temp, str, (size_t)rules->n_rules + 1);

	for (uint32_t i = 0; i < rules->n_rules; i++)
		words[i] = ruleset_text(rules, rules->rules[i].category);
	return text_nearest(word, words, rules->n_rules);
}

bool rules_named(
        struct env *env, const struct ruleset *rules, str name, struct place place, bool *chosen)
{
	uint32_t count, found = 0;
	const struct ref_row *refs = ruleset_refs(rules, RULE_NAME_RULE, name, &count);
	str nearest;

	if (!refs)
		refs = ruleset_refs(rules, RULE_NAME_CATEGORY, name, &count);
	for (uint32_t i = 0; i < count; i++, found++)
		chosen[refs[i].item] = true;
	if (!refs && str_has(name, S("*")))
		for (uint32_t i = 0; i < rules->n_rules; i++)
			if (wildcard_match(name, rules->ids[i])) {
				chosen[i] = true;
				found++;
			}
	if (found)
		return true;
	nearest = rules_nearest(env, rules, name);
	if (!nearest.len)
		nearest = rules_nearest_category(env, rules, name);
	return diag_error(env->diags, place, "unknown rule or category '%.*s'%s%.*s%s",
	        STR_ARG(name), nearest.len ? "; did you mean '" : "", STR_ARG(nearest),
	        nearest.len ? "'?" : "");
}

static bool choose(struct choosing *c, str name)
{
	bool *chosen = ARENA_ARRAY(c->env->temp, bool, (size_t)c->set->n_rules + 1);

	if (!rules_named(c->env, c->set, name, (struct place){0}, chosen))
		return false;
	for (uint32_t i = 0; i < c->set->n_rules; i++)
		if (chosen[i])
			c->apply(c, i);
	return true;
}

static bool apply_plan(struct env *env, struct ruleset *set, const struct rules_plan *plan)
{
	bool *off = ARENA_ARRAY(env->keep, bool, (size_t)set->n_rules + 1);
	uint32_t *severities = ARENA_ARRAY(env->keep, uint32_t, (size_t)set->n_rules + 1);
	struct choosing c = {.env = env, .set = set, .off = off, .severities = severities};
	bool ok = true;

	memcpy(severities, set->severities, (size_t)set->n_rules * sizeof *severities);
	c.apply = apply_off;
	for (uint32_t i = 0; i < set->n_rules; i++)
		off[i] = plan->n_select > 0;
	for (uint32_t i = 0; i < plan->n_select; i++)
		ok &= choose(&c, plan->select[i].name);
	c.value = true;
	for (uint32_t i = 0; i < plan->n_ignore; i++)
		ok &= choose(&c, plan->ignore[i].name);
	c.apply = apply_severity;
	for (uint32_t i = 0; i < plan->n_severity; i++) {
		c.severity = plan->severity[i].severity;
		ok &= choose(&c, plan->severity[i].name);
	}
	set->off = off;
	set->severities = severities;
	set->as_of = plan->as_of ? plan->as_of : date_today();
	set->walk_all = plan->walk_all;
	return ok;
}

bool rules_open(struct env *env, const struct rules_plan *plan, const struct ruleset **rules)
{
	struct blob bundled = {scanner_rules};
	struct rule_builder *builder;
	struct ruleset *set;
	bool ok = true;
	str blob;

	set = ruleset_from(env, bundled);
	if (plan->n_paths || plan->without_bundled) {
		uint32_t before = plan->without_bundled ? 0 : set->n_rules;

		builder = plan->without_bundled ? rule_builder_new(env)
		                                : rule_builder_from(env, bundled);
		for (uint32_t i = 0; i < plan->n_paths; i++)
			ok &= rule_builder_read_path(builder, plan->paths[i]);
		if (!ok || !rule_builder_finish(builder, &blob))
			return false;
		set = ruleset_from(env, blob_from(blob));
		set->n_bundled = before;
	} else {
		set->n_bundled = set->n_rules;
	}
	*rules = set;
	return apply_plan(env, set, plan);
}

/* is_cuda of torch.Tensor.is_cuda, x of *.x. */
static void find_attribute_methods(struct rules_worker *w)
{
	const struct ruleset *rules = w->rules;

	w->attribute_methods = ARENA_ARRAY(w->arena, str, (size_t)rules->n_items + 1);
	for (uint32_t i = 0; i < rules->n_items; i++) {
		const struct item_row *item = &rules->items[i];

		for (uint32_t n = 0; item->kind == ITEM_ATTRIBUTE && n < item->n_names; n++) {
			str name = item_name(rules, item, n);
			bool method = str_starts(name, S("torch.Tensor.")) ||
			              str_starts(name, S("torch.nn.Module.")) ||
			              str_starts(name, S("*."));

			if (method && w->n_attribute_methods < rules->n_items)
				w->attribute_methods[w->n_attribute_methods++] =
				        str_from_at(name, str_rfind_byte(name, '.') + 1);
		}
	}
}

/* The longest run of a pattern without a star. */
static str longest_run(str pattern)
{
	str best = STR_NONE, part;

	while (pattern.ptr && str_cut(&pattern, '*', &part))
		if (part.len > best.len)
			best = part;
	return best;
}

/* Whether some other string that is wanted stands in this one, and is looked for without quotes:
 * then that one is enough. */
static bool holds_another(const struct ruleset *rules, const struct item_row *item, uint32_t own)
{
	str run = longest_run(item_name(rules, item, own));

	for (uint32_t n = 0; n < item->n_names; n++) {
		str other = longest_run(item_name(rules, item, n));

		if (other.len >= NEEDLE_BYTES_LEAST && other.len < run.len && str_has(run, other))
			return true;
	}
	return false;
}

/* A bit for a needle; where there is no room, the one that every file has. */
static uint64_t needle_bit(struct rules_worker *w, str pattern)
{
	uint64_t bit = needles_add(w->needles, longest_run(pattern));

	return bit ? bit : NEEDLE_OF_EVERY_FILE;
}

/* All that is looked for among strings shares a bit. */
static void want_string(struct rules_worker *w, str text)
{
	if (!(w->string_bits & ~NEEDLE_OF_EVERY_FILE))
		w->string_bits |= needle_bit(w, text);
	else if (!needles_add_to(
	                 w->needles, longest_run(text), w->string_bits & ~NEEDLE_OF_EVERY_FILE))
		w->string_bits |= NEEDLE_OF_EVERY_FILE;
}

/* With the quote behind it, since the word alone is common, or short. */
static void want_quoted(struct rules_worker *w, str text)
{
	static const char quotes[] = "\"'";

	for (size_t q = 0; q < 2; q++)
		want_string(w, arena_format(w->arena, "%.*s%c", STR_ARG(text), quotes[q]));
}

/* A string that a rule names, with or without stars. */
static void want_name(struct rules_worker *w, str name)
{
	if (name.len < NEEDLE_BYTES_LEAST && !str_has(name, S("*")))
		want_quoted(w, name);
	else
		want_string(w, name);
}

/* The table is large, and graphs need none. */
static void make_needles(struct rules_worker *w)
{
	if (!w->needles)
		w->needles = ARENA_NEW(w->arena, struct needles);
}

/* The bits of what a matcher's items look for: the texts of an option, with each of the ends. */
static uint64_t option_bits(
        struct rules_worker *w, enum matcher matcher, const char *option, const char *const *ends)
{
	const struct ruleset *rules = w->rules;
	const struct matcher_run *run = &w->matchers[matcher];
	uint64_t bits = 0;

	for (uint32_t i = 0; i < run->count; i++) {
		const struct item_row *item = &rules->items[run->refs[i].item];
		const struct condition_row *c = item_condition(rules, item, option);

		for (uint32_t v = 0; c && v < c->n_values && !rules->off[item->rule]; v++)
			for (const char *const *end = ends; *end; end++)
				bits |= needle_bit(
				        w, arena_join(w->arena,
				                   ruleset_text(rules,
				                           rules->values[c->first_value + v].text),
				                   str_from(*end), STR_NONE));
	}
	return bits;
}

static void find_entries(struct rules_worker *w)
{
	const struct ruleset *rules = w->rules;
	const struct matcher_run *run = &w->matchers[MATCHER_DICT_ENTRY];

	w->entry_stored = ARENA_ARRAY(w->arena, bool, (size_t)run->count + 1);
	for (uint32_t i = 0; i < run->count; i++) {
		const struct item_row *item = &rules->items[run->refs[i].item];
		const struct condition_row *keys = item_condition(rules, item, "key");

		if (rules->off[item->rule])
			continue;
		w->entry_stored[i] = condition_holds_text(
		        rules, item_condition(rules, item, "context"), S("store"), false);
		for (uint32_t v = 0; keys && v < keys->n_values; v++) {
			str key = ruleset_text(rules, rules->values[keys->first_value + v].text);

			if (str_starts(key, S("*")))
				memset(w->entry_begins, true, sizeof w->entry_begins);
			else if (key.len)
				w->entry_begins[(unsigned char)key.ptr[0]] = true;
		}
	}
}

static void find_needles(struct rules_worker *w)
{
	static const char *const whole[] = {"", NULL}, *const begun[] = {"\"", "'", "%", "{", NULL};
	const struct ruleset *rules = w->rules;
	const struct matcher_run *entries = &w->matchers[MATCHER_DICT_ENTRY];

	make_needles(w);
	w->suppression_bit = needles_add(w->needles, S("portfit:"));
	for (uint32_t i = 0; i < rules->n_items; i++) {
		const struct item_row *item = &rules->items[i];
		bool wanted =
		        item->kind == ITEM_STRING && item->in == IN_ANY && !rules->off[item->rule];

		for (uint32_t n = 0; wanted && n < item->n_names; n++)
			if (!holds_another(rules, item, n))
				want_name(w, item_name(rules, item, n));
	}
	for (uint32_t i = 0; i < entries->count; i++) {
		const struct item_row *item = &rules->items[entries->refs[i].item];
		const struct condition_row *c = item_condition(rules, item, "key");

		for (uint32_t v = 0; c && v < c->n_values && !rules->off[item->rule]; v++)
			want_quoted(w, ruleset_text(rules, rules->values[c->first_value + v].text));
	}
	find_entries(w);
	w->provider_bits = option_bits(w, MATCHER_PROVIDER_LIST, "value", whole);
	w->prefix_bits = option_bits(w, MATCHER_DEVICE_STRING, "prefix", begun);
}

/* Categories of what runs on any target, only slowly, elsewhere or with other numbers. */
static bool is_of_what_runs(str category)
{
	static const char *const words[] = {"alias", "autograd", "control-flow", "dtype",
	        "dynamic-shape", "numerics", "operator", "rng", "rnn", "sparse", "sync"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_eq(category, str_from(words[i])))
			return true;
	return false;
}

static void find_what_runs(struct rules_worker *w)
{
	const struct ruleset *rules = w->rules;

	w->runs_anyway = ARENA_ARRAY(w->arena, bool, (size_t)rules->n_rules + 1);
	w->waits = ARENA_ARRAY(w->arena, bool, (size_t)rules->n_rules + 1);
	w->reads_values = ARENA_ARRAY(w->arena, bool, (size_t)rules->n_rules + 1);
	w->stays = ARENA_ARRAY(w->arena, bool, (size_t)rules->n_rules + 1);
	w->stores = ARENA_ARRAY(w->arena, bool, (size_t)rules->n_rules + 1);
	w->draws = ARENA_ARRAY(w->arena, bool, (size_t)rules->n_rules + 1);
	for (uint32_t i = 0; i < rules->n_rules; i++) {
		str category = ruleset_text(rules, rules->rules[i].category);

		w->runs_anyway[i] = is_of_what_runs(category);
		w->waits[i] = str_eq(category, S("sync"));
		w->reads_values[i] = w->waits[i] || str_eq(category, S("dynamic-shape"));
		w->stays[i] = str_eq(category, S("dtype"));
		w->stores[i] = str_eq(category, S("checkpoint"));
		w->draws[i] = str_eq(category, S("rng"));
	}
}

/* The first two bytes of a string as a number; a string of one byte has a zero behind it. */
static void filter_string(struct rules_worker *w, str key, bool prefix)
{
	uint32_t first = key.len ? (unsigned char)key.ptr[0] : 0;
	uint32_t second = key.len > 1 ? (unsigned char)key.ptr[1] : 0;

	if (prefix && key.len < 2) { /* could begin any string */
		memset(w->string_filter, 0xff, sizeof w->string_filter);
		return;
	}
	first = first << 8 | second;
	w->string_filter[first / 64] |= UINT64_C(1) << (first & 63);
}

static void filter_strings(struct rules_worker *w, const struct slot_row *slot)
{
	bool prefix = false;

	for (uint32_t r = 0; r < slot->n_refs; r++)
		prefix |= (w->rules->refs[slot->first_ref + r].flags & REF_PREFIX) != 0;
	filter_string(w, ruleset_text(w->rules, slot->key), prefix);
}

static void fill_filters(struct rules_worker *w)
{
	const struct ruleset *rules = w->rules;

	for (uint32_t i = 0; i < rules->n_slots; i++) {
		const struct slot_row *slot = &rules->slots[i];
		str key, root;
		uint32_t hash;

		if (slot->n_refs && slot->kind == RULE_NAME_STRING)
			filter_strings(w, slot);
		if (slot->n_refs && slot->kind == RULE_NAME_METHOD)
			w->method_filter[(slot->hash & 0xffff) / 64] |= UINT64_C(1)
			                                                << (slot->hash & 63);
		if (!slot->n_refs || slot->kind != RULE_NAME_TARGET)
			continue;
		key = ruleset_text(rules, slot->key);
		root = str_slice(key, 0, str_find_byte(key, '.'));
		hash = rule_hash(RULE_NAME_TARGET, root);
		w->target_filter[(slot->hash & 0xffff) / 64] |= UINT64_C(1) << (slot->hash & 63);
		w->root_filter[(hash & 0xfff) / 64] |= UINT64_C(1) << (hash & 63);
		/* a prefix that ends inside of the first part could begin any root */
		if (root.len == key.len)
			for (uint32_t r = 0; r < slot->n_refs; r++)
				if (rules->refs[slot->first_ref + r].flags & REF_PREFIX)
					memset(w->root_filter, 0xff, sizeof w->root_filter);
	}
}

static void find_endings(struct rules_worker *w)
{
	const struct ruleset *rules = w->rules;
	uint32_t count;
	const struct ref_row *refs = ruleset_refs(rules, RULE_NAME_ALWAYS, S("target"), &count);

	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = &rules->items[refs[i].item];

		if (item->kind != ITEM_CALL || rules->off[item->rule] ||
		        (i && refs[i].item == refs[i - 1].item)) /* once for each of its names */
			continue;
		for (uint32_t n = 0; n < item->n_names; n++) {
			str name = item_name(rules, item, n);

			if (!str_starts(name, S("*")) || name.len < 2)
				continue;
			*VEC_PUSH(w->arena, &w->endings) =
			        (struct ending){item, str_from_at(name, 1)};
			w->ends_so[(unsigned char)name.ptr[name.len - 1]] = true;
		}
	}
}

/* Many conditions ask for few keys. */
static void number_keys(struct rules_worker *w)
{
	const struct ruleset *rules = w->rules;
	struct map known = {.arena = w->arena};

	w->key_of = ARENA_ARRAY(w->arena, uint32_t, (size_t)rules->n_conditions + 1);
	for (uint32_t i = 0; i < rules->n_conditions; i++) {
		bool fresh;
		uint32_t *number =
		        map_at(&known, ruleset_text(rules, rules->conditions[i].key), &fresh);

		if (fresh)
			*number = w->n_keys++;
		w->key_of[i] = *number;
	}
}

struct rules_worker *rules_worker_new(const struct ruleset *rules)
{
	struct arena *arena = arena_new();
	struct rules_worker *w = ARENA_NEW(arena, struct rules_worker);

	w->rules = rules;
	w->arena = arena;
	w->sets.arena = arena;
	return w;
}

void rules_worker_prepare(struct rules_worker *w)
{
	const struct ruleset *rules = w->rules;

	if (w->matchers)
		return;
	w->matchers = ARENA_ARRAY(w->arena, struct matcher_run, MATCHER_COUNT);
	for (int i = 1; i < MATCHER_COUNT; i++)
		w->matchers[i].refs = ruleset_refs(rules, RULE_NAME_MATCHER,
		        matcher_name((enum matcher)i), &w->matchers[i].count);
	w->wants_tensor = ARENA_ARRAY(w->arena, uint8_t, (size_t)rules->n_items + 1);
	w->leads = ARENA_ARRAY(w->arena, uint8_t, (size_t)rules->n_items + 1);
	w->wanted_kinds = ARENA_ARRAY(w->arena, uint32_t, (size_t)rules->n_conditions + 1);
	w->option_words =
	        ARENA_ARRAY(w->arena, struct option_word *, (size_t)rules->n_conditions + 1);
	find_attribute_methods(w);
	find_needles(w);
	fill_filters(w);
	find_endings(w);
	number_keys(w);
	find_what_runs(w);
}

uint64_t rules_look_for(struct rules_worker *w, str text)
{
	make_needles(w);
	return needles_add(w->needles, text);
}

uint64_t rules_look(struct rules_worker *w, str text)
{
	rules_worker_prepare(w);
	return needles_find(w->needles, text);
}

void rules_worker_own_modules(struct rules_worker *worker, rules_own_module *own, void *context)
{
	worker->is_own_module = own;
	worker->own_context = context;
}

void rules_worker_free(struct rules_worker *worker)
{
	if (!worker)
		return;
	shell_patterns_free(worker->shell);
	for (uint32_t i = 0; i < worker->file_sets.len; i++)
		pcre_set_free(worker->file_sets.at[i]);
	arena_free(worker->arena);
}

/* The pin of torch that counts: a wish before a lock file, the lowest of several. */
static const struct pin *torch_pin(const struct findings *findings, struct version *low)
{
	const struct pin *best = NULL;

	for (uint32_t i = 0; i < findings->pins.len; i++) {
		const struct pin *pin = &findings->pins.at[i];
		struct version_span span;

		if (!str_eq(pin->package, S("torch")) || !version_span(pin->spec, &span) ||
		        !span.has_high)
			continue;
		if (!best || (best->locked && !pin->locked) ||
		        (best->locked == pin->locked && version_compare(&span.high, low) < 0)) {
			best = pin;
			*low = span.high;
		}
	}
	return best;
}

void rules_finish(struct env *env, const struct ruleset *rules, struct findings *findings)
{
	struct version pinned = {0}, needed;
	const struct pin *pin = torch_pin(findings, &pinned);

	(void)env;
	for (uint32_t i = 0; pin && i < findings->list.len; i++) {
		struct finding *f = &findings->list.at[i];
		str least = ruleset_text(rules, rules->rules[f->rule].least_torch);

		if (!least.len || !version_parse(least, &needed) ||
		        version_compare(&pinned, &needed) >= 0)
			continue;
		f->held_back = arena_format(findings->arena, phrase_held_back, STR_ARG(least),
		        STR_ARG(pin->path), pin->line, STR_ARG(pin->spec));
	}
	findings_sort(findings, rules->ids);
}

static bool passes(const struct ruleset *rules, const struct rules_filter *filter, uint32_t rule,
        uint32_t target)
{
	const struct rule_row *r = &rules->rules[rule];
	enum severity worst = SEVERITY_NONE;

	for (uint32_t t = 0; t < rules->n_targets; t++)
		if ((target == UINT32_MAX || target == t) && rule_severity(rules, rule, t) > worst)
			worst = rule_severity(rules, rule, t);
	if (!r->n_items || worst == SEVERITY_NONE || worst < filter->least)
		return false;
	if (filter->category.len && !str_eq(filter->category, ruleset_text(rules, r->category)))
		return false;
	if (filter->only_own && rule < rules->n_bundled)
		return false;
	if (filter->only_without_way && r->way == RULE_WAY_KNOWN)
		return false;
	return !filter->text.len || str_has(rules->ids[rule], filter->text) ||
	       str_has(ruleset_text(rules, r->title), filter->text);
}

static int by_id(const void *a, const void *b, void *ids)
{
	const str *names = ids;

	return str_cmp(names[*(const uint32_t *)a], names[*(const uint32_t *)b]);
}

const uint32_t *rules_list(struct env *env, const struct ruleset *rules,
        const struct rules_filter *filter, uint32_t *count)
{
	uint32_t *list = ARENA_ARRAY(env->temp, uint32_t, (size_t)rules->n_rules + 1);
	str *ids = ARENA_ARRAY(env->temp, str, (size_t)rules->n_rules + 1);
	uint32_t target =
	        filter->target.len ? ruleset_target_find(rules, filter->target) : UINT32_MAX;

	*count = 0;
	if (filter->target.len && target == UINT32_MAX)
		return list;
	for (uint32_t i = 0; i < rules->n_rules; i++) {
		ids[i] = rules->ids[i];
		if (passes(rules, filter, i, target))
			list[(*count)++] = i;
	}
	qsort_r(list, *count, sizeof *list, by_id, ids);
	return list;
}

static void explain_targets(
        const struct ruleset *rules, const struct rule_row *r, struct rule_explained *out)
{
	static const char *const standings[] = {"", "works", "pure-python", "unknown"};

	for (uint32_t t = 0; t < rules->n_targets; t++) {
		struct rule_target_explained *target = &out->targets[out->n_targets];
		uint32_t standing = r->standings >> (4 * t) & 15;

		target->severity = rule_severity(rules, out->rule, t);
		if (target->severity == SEVERITY_NONE && !standing)
			continue;
		target->target = ruleset_target(rules, t);
		target->standing = str_from(standings[standing]);
		target->replacement = rule_replacement(rules, out->rule, t);
		out->n_targets++;
	}
}

/* The comment sign of a language. */
static str suppression_of(struct env *env, const struct rule_row *r, str id)
{
	bool c = r->language == RULE_CUDA;

	return arena_format(
	        env->temp, "%s portfit: ignore[%.*s] -- reason", c ? "//" : "#", STR_ARG(id));
}

bool rules_explain(struct env *env, const struct ruleset *rules, str id, struct rule_explained *out)
{
	static const char *const evidence[] = {
#define X(name, word) word,
	        RULE_EVIDENCE_LIST(X)
#undef X
	};
	static const char *const efforts[] = {
#define X(name, word) word,
	        EFFORT_CLASS_LIST(X)
#undef X
	};
	static const char *const languages[] = {
#define X(name, word, file) word,
	        RULE_LANGUAGE_LIST(X)
#undef X
	};
	uint32_t rule = ruleset_find(rules, id);
	const struct rule_row *r;

	*out = (struct rule_explained){.rule = rule};
	if (rule == UINT32_MAX)
		return false;
	r = &rules->rules[rule];
	*out = (struct rule_explained){.rule = rule,
	        .id = rules->ids[rule],
	        .title = ruleset_text(rules, r->title),
	        .category = ruleset_text(rules, r->category),
	        .why = ruleset_text(rules, r->why),
	        .evidence = str_from(evidence[r->evidence]),
	        .effort = str_from(efforts[r->effort]),
	        .least_torch = ruleset_text(rules, r->least_torch),
	        .bad = ruleset_text(rules, r->bad),
	        .good = ruleset_text(rules, r->good),
	        .language = str_from(languages[r->language]),
	        .cause = ruleset_text(rules, r->cause),
	        .way_known = r->way == RULE_WAY_KNOWN,
	        .keeps_cuda = r->keeps_cuda,
	        .own_evidence = r->own_evidence,
	        .effort_repeats = r->effort_repeats,
	        .effort_sourced = r->effort_sourced,
	        .bundled = rule < rules->n_bundled,
	        .off = rules->off[rule],
	        .sources = rules->sources + r->first_source,
	        .n_sources = r->n_sources,
	        .suppression = suppression_of(env, r, id)};
	explain_targets(rules, r, out);
	return true;
}
