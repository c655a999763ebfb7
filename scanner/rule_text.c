/* Rules on files that are no Python: facts of the readers looked up by name, regular expressions in
 * one pass over the masked text.
 *
 * The file patterns that concern a file depend on its name alone; those of its ending are compiled
 * once a worker, and so is each combination of the others. Commands are looked at in rule_shell.c.
 */
#include "scanner/rule_text_match.h"

#include "base/file.h"
#include "base/text.h"
#include "scanner/matcher.h"
#include "scanner/suppress.h"
#include "scanner/text/glob.h"
#include "scanner/version.h"
#include "scanner/phrases.h"

#include <stdlib.h>
#include <string.h>

enum {
	LIST_LINES = 16, /* of a list that are looked at above an item, for its key */
	LINE_LOOKED = 300
};

bool text_match_has_room(struct text_matching *t)
{
	t->full |= t->m.out->list.len - t->m.first >= FINDINGS_MOST;
	return !t->full;
}

struct spot text_match_spot(struct text_file *file, size_t at, size_t end)
{
	struct text_spot from, to;
	struct spot spot = {0};
	size_t start, stop;

	while (end > at && strchr(" \t\r\n", file->text.ptr[end - 1]))
		end--;
	from = text_spot(file, at);
	to = text_spot(file, end);
	spot.cell = file->cell;
	spot.line = from.line;
	spot.column = from.column;
	spot.end_line = to.line;
	spot.end_column = to.column;
	start = file->line_starts.at[from.line - 1];
	stop = end + str_find_byte(str_slice(file->text, end, end + 200), '\n');
	if (at - start > 400)
		start = at;
	spot.statement = statement_text(file->env->temp, str_slice(file->text, start, stop));
	return spot;
}

str statement_text(struct arena *arena, str text)
{
	char *out = arena_alloc(arena, text.len + 1, 1);
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++) {
		bool blank = memchr(" \t\r\n", text.ptr[i], 4) != NULL;

		if (!blank)
			out[n++] = text.ptr[i];
		else if (n && out[n - 1] != ' ')
			out[n++] = ' ';
	}
	while (n && out[n - 1] == ' ')
		n--;
	return (str){out, n};
}

static struct spot suppress_spot_of(void *context, uint32_t at)
{
	return text_match_spot(context, at, at);
}

/* requirements */

static bool extras_hold(str wanted, str given)
{
	str part;

	while (given.len && str_cut(&given, ',', &part))
		if (wildcard_match(wanted, str_trim(part)))
			return true;
	return false;
}

/* A requirement while rules are asked about it. */
struct asked {
	struct matching *m;
	const struct spot *spot;
	const struct text_requirement *requirement;
	str normal, shown;
};

/* Whether one of an item's names is this distribution. */
static bool names_distribution(const struct asked *a, const struct item_row *item)
{
	for (uint32_t i = 0; i < item->n_names; i++) {
		str name = item_name(a->m->rules, item, i), extra;
		size_t bracket = str_find_byte(name, '[');

		extra = str_slice(name, bracket + 1, str_find_byte(name, ']'));
		name = requirement_normal(a->m->env->temp, str_slice(name, 0, bracket));
		if (wildcard_match(name, a->normal) &&
		        (!extra.len || extras_hold(extra, a->requirement->what.extras)))
			return true;
	}
	return false;
}

static bool version_holds(const struct asked *a, const struct item_row *item)
{
	str range = ruleset_text(a->m->rules, item->text);
	str local = ruleset_text(a->m->rules, item->local);
	struct version_span wanted, given;

	if (!range.len && !local.len)
		return true;
	if (!a->requirement->what.spec.len || !version_span(a->requirement->what.spec, &given))
		return false;
	if (local.len && !(given.pinned && wildcard_match(local, given.low.local)))
		return false;
	return !range.len || (version_span(range, &wanted) && version_span_within(&given, &wanted));
}

static void on_requirement(void *context, const struct ref_row *ref, size_t length)
{
	struct asked *a = context;
	const struct item_row *item = &a->m->rules->items[ref->item];

	(void)length;
	if (item->kind == ITEM_REQUIREMENT && !a->m->rules->off[item->rule] &&
	        names_distribution(a, item) && version_holds(a, item))
		match_add_for(a->m, item->rule, a->spot, a->normal, a->shown,
		        rule_marker_targets(a->m->rules, a->requirement->what.marker));
}

/* triton among the CUDA libraries that a build of PyTorch brings, as a list of all that is
 * installed has it. */
static bool stands_among_cuda(const struct matching *m, str name)
{
	return str_eq(name, S("triton")) && m->text &&
	       str_has(m->text->text, S("nvidia-cuda-runtime-cu")) &&
	       str_has(m->text->text, S("nvidia-cublas-cu"));
}

void rule_requirement(struct matching *m, const struct spot *place,
        const struct text_requirement *requirement, str shown)
{
	struct spot at = *place, *spot = &at;
	struct asked a = {m, spot, requirement,
	        requirement_normal(m->env->temp, requirement->what.name), shown};
	uint32_t count;
	const struct ref_row *refs =
	        ruleset_refs(m->rules, RULE_NAME_ALWAYS, S("requirement"), &count);

	if (requirement->extra.len) { /* it is installed when somebody asks for it */
		at.guard = GUARD_EXTRA;
		at.guard_text = requirement->extra;
	} else if (requirement->brought ||
	           stands_among_cuda(m, a.normal)) { /* it goes with that build */
		at.guard = GUARD_BROUGHT;
	}
	ruleset_visit(m->rules, RULE_NAME_REQUIREMENT, a.normal, on_requirement, &a);
	for (uint32_t i = 0; i < count; i++)
		on_requirement(&a, &refs[i], 0);
	at.guard = requirement->extra.len ? GUARD_EXTRA : GUARD_NONE;
	if (requirement->what.spec.len)
		rule_needs(m, spot,
		        &(struct pin){a.normal, requirement->what.spec, m->path, spot->line,
		                requirement->locked},
		        requirement);
}

static void match_requirements(struct text_matching *t)
{
	struct arena *temp = t->m.env->temp;

	text_spot(t->file, 0); /* what it makes for itself stays */
	t->m.text = t->file;
	for (uint32_t i = 0; i < t->file->requirements.len && text_match_has_room(t); i++) {
		const struct text_requirement *r = &t->file->requirements.at[i];
		struct arena_mark mark = arena_mark(temp);
		struct spot spot = text_match_spot(t->file, r->at, r->end);

		rule_requirement(&t->m, &spot, r, str_slice(t->file->text, r->at, r->end));
		arena_rewind(temp, mark);
	}
}

/* variables */

static void on_env(void *context, const struct ref_row *ref, size_t length)
{
	struct text_matching *t = context;
	const struct item_row *item = &t->m.rules->items[ref->item];
	struct spot spot;

	(void)length;
	if (item->kind != ITEM_ENV || t->m.rules->off[item->rule] ||
	        !item_env_fits(t->m.rules, item, t->env->value))
		return;
	spot = text_match_spot(t->file, t->env->at, t->env->end);
	match_add(&t->m, item->rule, &spot, t->env->name, STR_NONE);
}

static void match_envs(struct text_matching *t)
{
	uint32_t count;
	const struct ref_row *refs = ruleset_refs(t->m.rules, RULE_NAME_ALWAYS, S("env"), &count);

	for (uint32_t i = 0; i < t->file->envs.len && text_match_has_room(t); i++) {
		t->env = &t->file->envs.at[i];
		ruleset_visit(t->m.rules, RULE_NAME_ENV, t->env->name, on_env, t);
		for (uint32_t r = 0; r < count; r++)
			on_env(t, &refs[r], 0);
	}
}

/* configurations */

static void on_class(void *context, uint32_t rule, str name)
{
	struct text_matching *t = context;
	uint32_t at = text_at(t->file, name);
	struct spot spot = text_match_spot(t->file, at, at + name.len);

	if (text_match_has_room(t))
		match_add(&t->m, rule, &spot, name, name);
}

static void match_classes(struct text_matching *t)
{
	if (t->file->reader && strcmp(t->file->reader->kind, "yaml") == 0)
		rule_named_classes(&t->m, (str){t->file->masked, t->file->text.len}, on_class, t);
}

/* file patterns */

struct file_search {
	struct text_matching *t;
	const uint32_t *items; /* of the patterns */
};

/* What stands inside of a literal is no code, unless a pattern that has a quote asks for it. */
static bool is_in_literal(const struct text_file *file, size_t at)
{
	uint32_t low = 0, high = file->literals.len;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (file->literals.at[mid].end <= at)
			low = mid + 1;
		else
			high = mid;
	}
	return low < file->literals.len && file->literals.at[low].at < at;
}

static bool asks_for_literals(const struct text_matching *t, uint32_t item)
{
	str pattern = ruleset_text(t->m.rules, t->m.rules->items[item].text);

	return str_find_byte(pattern, '"') < pattern.len;
}

static bool is_data(str path)
{
	static const char *const endings[] = {".yaml", ".yml", ".toml", ".json", NULL};
	str name = path_base(path);

	return str_is_one_of(str_from_at(name, str_rfind_byte(name, '.')), endings);
}

/* The key that stands last in a piece of a line: of "exclude_providers: [" exclude_providers. */
static str last_key(str line)
{
	size_t end = str_rfind_byte(line, ':'), from;

	if (end == line.len)
		end = str_rfind_byte(line, '=');
	if (end == line.len)
		return STR_NONE;
	while (end && strchr(" \t\"'", line.ptr[end - 1]))
		end--;
	for (from = end; from && !strchr(" \t\"'{,[", line.ptr[from - 1]);)
		from--;
	return str_slice(line, from, end);
}

static bool leaves_out(str key)
{
	static const char *const words[] = {
	        "exclude", "disable", "skip", "Exclude", "Disable", "Skip", NULL};

	return str_has_one_of(key, words);
}

/* Whether a line above an item of a list ends with its key: "skip:", "skip": [ */
static bool opens_list(str line)
{
	return str_ends(line, S(":")) || str_ends(line, S("["));
}

/* exclude_providers: [CUDAExecutionProvider]: what is not used, on the line or as an item of the
 * list below such a key. */
static bool is_left_out(struct text_file *file, size_t at)
{
	bool quoted = at < file->text.len && strchr("\"'", file->text.ptr[at]);

	if (!is_data(file->path))
		return false;
	for (uint32_t i = 0; i < LIST_LINES; i++) {
		str before = str_slice(file->text, at > LINE_LOOKED ? at - LINE_LOOKED : 0, at);
		size_t start = str_rfind_byte(before, '\n');
		str line = start < before.len ? str_from_at(before, start + 1) : before;
		str key = last_key(line), item = str_trim(line);

		if (key.len)
			return (!i || opens_list(item)) && leaves_out(key);
		if (start == before.len || (!item.len && !(quoted && !i)) ||
		        (item.len && !strchr("-\"'", item.ptr[0])))
			return false;
		at -= line.len + 1;
	}
	return false;
}

static void on_file(void *context, uint32_t pattern, size_t start, size_t end)
{
	struct file_search *s = context;
	struct spot spot;
	uint32_t rule;
	str shown = str_slice((str){s->t->file->masked, s->t->file->text.len}, start, end);

	/* patterns that begin with ^\s* match from the line's start: the place is the first word */
	while (shown.len && strchr(" \t\r\n", shown.ptr[0]) && start < end) {
		shown = str_from_at(shown, 1);
		start++;
	}
	if (!text_match_has_room(s->t) || is_left_out(s->t->file, start) ||
	        (is_in_literal(s->t->file, start) && !asks_for_literals(s->t, s->items[pattern])))
		return;
	spot = text_match_spot(s->t->file, start, end);
	rule = s->t->m.rules->items[s->items[pattern]].rule;
	spot.guard_text = text_protection(s->t->file, start);
	spot.guard = spot.guard_text.len ? GUARD_AVAILABLE : GUARD_NONE;
	if (s->t->guard)
		s->t->guard(s->t->context, rule, (uint32_t)start, (uint32_t)end, &spot);
	match_add(&s->t->m, rule, &spot, shown, STR_NONE);
}

struct wanting {
	const struct ruleset *rules;
	struct arena *arena;
	str path;
	VEC(uint32_t) items;
};

static bool globs_match(const struct ruleset *rules, const struct item_row *item, str path)
{
	for (uint32_t i = 0; i < item->n_names; i++)
		if (glob_matches(item_name(rules, item, i), path))
			return true;
	return false;
}

static void on_file_name(void *context, const struct ref_row *ref, size_t length)
{
	struct wanting *w = context;
	const struct item_row *item = &w->rules->items[ref->item];

	(void)length;
	if (!w->rules->off[item->rule] &&
	        (!(ref->flags & REF_GLOB) || globs_match(w->rules, item, w->path)))
		*VEC_PUSH(w->arena, &w->items) = ref->item;
}

static int by_index(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

uint32_t *rule_file_items(
        struct arena *arena, const struct ruleset *rules, str path, uint32_t *count)
{
	str name = path_base(path);
	struct wanting w = {rules, arena, path, {0}};
	uint32_t n, kept = 0;
	const struct ref_row *refs = ruleset_refs(rules, RULE_NAME_ALWAYS, S("file"), &n);

	for (uint32_t i = 0; i < n; i++)
		on_file_name(&w, &refs[i], 0);
	refs = ruleset_refs(
	        rules, RULE_NAME_EXTENSION, str_from_at(name, str_rfind_byte(name, '.')), &n);
	for (uint32_t i = 0; i < n; i++)
		on_file_name(&w, &refs[i], 0);
	ruleset_visit(rules, RULE_NAME_FILE, name, on_file_name, &w);
	if (w.items.len)
		qsort(w.items.at, w.items.len, sizeof *w.items.at, by_index);
	for (uint32_t i = 0; i < w.items.len; i++)
		if (!i || w.items.at[i] != w.items.at[i - 1])
			w.items.at[kept++] = w.items.at[i];
	*count = kept;
	return w.items.at;
}

bool rules_want_text(struct env *env, const struct ruleset *rules, str path, str head)
{
	struct arena_mark mark = arena_mark(env->temp);
	const struct text_reader *reader;
	uint32_t count;

	rule_file_items(env->temp, rules, path, &count);
	arena_rewind(env->temp, mark);
	if (count)
		return true;
	reader = text_reader_find(path, head);
	return reader && reader->read;
}

str rules_text_kind(str path, str head)
{
	const struct text_reader *reader = text_reader_find(path, head);

	return reader ? str_from(reader->kind) : S("text");
}

/* The compiled set of some items' patterns; those without a pattern are no part of it. */
static struct pcre_set *file_set(struct rules_worker *w, const uint32_t *items, uint32_t count)
{
	str key = {(const char *)items, (size_t)count * sizeof *items};
	bool fresh;
	uint32_t *slot;
	str *patterns;

	if (!map_get(&w->sets, key))
		key = arena_dup(w->arena, key);
	slot = map_at(&w->sets, key, &fresh);
	if (!fresh)
		return w->file_sets.at[*slot];
	patterns = ARENA_ARRAY(w->arena, str, (size_t)count + 1);
	for (uint32_t i = 0; i < count; i++)
		patterns[i] = ruleset_text(w->rules, w->rules->items[items[i]].text);
	*slot = w->file_sets.len;
	*VEC_PUSH(w->arena, &w->file_sets) = pcre_set_new(patterns, count);
	return *VEC_LAST(&w->file_sets);
}

static bool match_items(struct text_matching *t, const uint32_t *items, uint32_t count)
{
	struct file_search search = {t, items};
	struct pcre_result result;
	struct pcre_set *set;

	if (!count)
		return true;
	set = file_set(t->m.worker, items, count);
	result = pcre_set_search(set, (str){t->file->masked, t->file->text.len}, on_file, &search);
	return text_match_valued(t, set, items) && !result.stopped && !result.skips;
}

/* Puts the items that concern every file with the ending of this one in front, and gives their
 * number: their patterns are then compiled once, not once for each kind of name. */
static uint32_t common_first(struct text_matching *t, uint32_t *items, uint32_t count)
{
	struct arena *temp = t->m.env->temp;
	str name = path_base(t->m.path);
	str ending = str_from_at(name, str_rfind_byte(name, '.'));
	uint32_t n, first = 0, rest = 0, k = 0;
	uint32_t *common =
	        rule_file_items(temp, t->m.rules, arena_join(temp, S("-"), ending, S("")), &n);
	uint32_t *others = ARENA_ARRAY(temp, uint32_t, (size_t)count + 1);

	for (uint32_t i = 0; i < count; i++) {
		while (k < n && common[k] < items[i])
			k++;
		if (k < n && common[k] == items[i])
			items[first++] = items[i];
		else
			others[rest++] = items[i];
	}
	if (rest)
		memcpy(items + first, others, rest * sizeof *others);
	return first;
}

static bool match_file(struct text_matching *t)
{
	uint32_t count, n = 0, common;
	uint32_t *items = rule_file_items(t->m.env->temp, t->m.rules, t->m.path, &count);

	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = &t->m.rules->items[items[i]];
		struct spot spot = {.line = 1, .column = 1, .end_line = 1, .end_column = 1};

		if (item->text)
			items[n++] = items[i];
		else
			match_add(&t->m, item->rule, &spot, path_base(t->m.path), STR_NONE);
	}
	common = common_first(t, items, n);
	return match_items(t, items, common) & match_items(t, items + common, n - common);
}

bool rule_file_patterns(struct matching *m, str text, place_guard *guard, void *context)
{
	struct text_file file;
	struct text_matching t = {.m = *m, .file = &file, .guard = guard, .context = context};
	uint32_t count;

	rule_file_items(m->env->temp, m->rules, m->path, &count);
	if (!count)
		return true;
	text_file_read(m->env, m->path, text, &file);
	return match_file(&t) && !t.full;
}

void rule_shell_text(struct matching *m, struct text_file *file)
{
	struct text_matching t = {.m = *m, .file = file};

	match_envs(&t);
	text_match_commands(&t);
}

static void apply_suppressions(struct text_matching *t)
{
	struct text_file *f = t->file;
	struct suppress_source source = {
	        f->text, f->masked, f->comments.at, f->comments.len, suppress_spot_of, f};

	if (f->comments.len && suppress_may(f->text))
		suppress_apply(&t->m, &source);
}

static void hand_out_launches(struct text_file *file, struct launches *out)
{
	text_find_launches(file);
	out->installed = file->installs;
	out->alone = text_only_launches(file);
	out->rank_maybe = file->gives_rank_maybe;
	for (uint32_t i = 0; i < file->launches.len; i++)
		*VEC_PUSH(out->arena, &out->list) =
		        (struct launch){arena_dup(out->arena, file->launches.at[i].what),
		                file->launches.at[i].module, file->launches.at[i].given_rank};
}

bool rules_apply_text(struct env *env, struct rules_worker *worker, str path, str text,
        struct findings *out, struct rules_text *told)
{
	struct text_file file;
	struct text_matching t = {.m = matching_of(env, worker, path, out), .file = &file};
	bool whole;

	rules_worker_prepare(worker);
	text_file_read(env, path, text, &file);
	match_requirements(&t);
	match_envs(&t);
	match_classes(&t);
	whole = text_match_commands(&t);
	whole &= match_file(&t);
	findings_sort_from(out, t.m.first, worker->rules->ids);
	match_supersede(&t.m);
	apply_suppressions(&t);
	if (told->launches)
		hand_out_launches(&file, told->launches);
	told->partly = file.partly;
	if (t.full && !told->partly)
		told->partly = phrase_partly_findings;
	if (!whole && !told->partly)
		told->partly = phrase_partly_search;
	return true;
}
