/* From a match to a finding: severities, message, fingerprint; and what the file's findings do to
 * each other. */
#include "scanner/rule_match.h"
#include "scanner/phrases.h"
#include "scanner/rule_guard.h"

#include <assert.h>
#include <string.h>

enum { MATCHED_MOST = 160, WHOLE_MOST = 800 };

str item_name(const struct ruleset *rules, const struct item_row *item, uint32_t index)
{
	return ruleset_text(rules, rules->names[item->first_name + index]);
}

const struct condition_row *item_condition(
        const struct ruleset *rules, const struct item_row *item, const char *key)
{
	for (uint32_t i = 0; i < item->n_conditions; i++) {
		const struct condition_row *c = &rules->conditions[item->first_condition + i];

		if (c->option && str_eq(ruleset_text(rules, c->key), str_from(key)))
			return c;
	}
	return NULL;
}

bool condition_holds_text(
        const struct ruleset *rules, const struct condition_row *condition, str text, bool absent)
{
	if (!condition)
		return absent;
	for (uint32_t i = 0; i < condition->n_values; i++)
		if (wildcard_match(
		            ruleset_text(rules, rules->values[condition->first_value + i].text),
		            text))
			return true;
	return false;
}

bool item_env_fits(const struct ruleset *rules, const struct item_row *item, str value)
{
	return condition_holds_text(rules, item_condition(rules, item, "value"), value, true) &&
	       !(value.ptr && condition_holds_text(
	                              rules, item_condition(rules, item, "except"), value, false));
}

uint32_t item_lacking(
        const struct ruleset *rules, const struct item_row *item, const str *given, uint32_t count)
{
	const str prefix = S("lacking/");
	uint32_t targets = (1u << RULE_TARGETS) - 1;

	for (uint32_t i = 0; i < item->n_conditions; i++) {
		const struct condition_row *c = &rules->conditions[item->first_condition + i];
		str key = ruleset_text(rules, c->key);
		uint32_t target;

		if (!str_starts(key, prefix))
			continue;
		target = ruleset_target_find(rules, str_from_at(key, prefix.len));
		for (uint32_t g = 0; g < count && target < RULE_TARGETS; g++)
			if (condition_holds_text(rules, c, given[g], false))
				targets &= ~(1u << target);
	}
	return targets;
}

static str guard_words(struct arena *arena, const struct spot *spot)
{
	switch (spot->guard) {
	case GUARD_NONE: return S("");
	case GUARD_IMPORT: return PHRASE(phrase_guard_import);
	case GUARD_REPLACED: return PHRASE(phrase_guard_replaced);
	case GUARD_SPARE: return PHRASE(phrase_guard_spare);
	case GUARD_TRY: return PHRASE(phrase_guard_try);
	case GUARD_CUDA: return PHRASE(phrase_guard_cuda);
	case GUARD_CHOICE: return PHRASE(phrase_guard_choice);
	case GUARD_OTHER_WAY: return PHRASE(phrase_guard_other_way);
	case GUARD_ONCE: return PHRASE(phrase_guard_once);
	case GUARD_ELSEWHERE:
	case GUARD_NAMED:
		return arena_format(arena, phrase_guard_elsewhere, STR_ARG(spot->guard_text));
	case GUARD_UNUSED:
		return arena_format(arena, phrase_guard_unused, STR_ARG(spot->guard_text));
	case GUARD_UNNAMED:
		return arena_format(arena, phrase_guard_unnamed, STR_ARG(spot->guard_text));
	case GUARD_DONE: return arena_format(arena, phrase_guard_done, STR_ARG(spot->guard_text));
	case GUARD_SKIP: return PHRASE(phrase_guard_skip);
	case GUARD_EXTRA: return arena_format(arena, phrase_guard_extra, STR_ARG(spot->guard_text));
	case GUARD_AVAILABLE:
	case GUARD_DEVICE:
		return arena_format(arena, phrase_guard_available, STR_ARG(spot->guard_text));
	case GUARD_SKIPPED:
		return arena_format(arena, phrase_guard_skipped, STR_ARG(spot->guard_text));
	case GUARD_FLAG: return arena_format(arena, phrase_guard_flag, STR_ARG(spot->guard_text));
	case GUARD_UNSET: return arena_format(arena, phrase_guard_unset, STR_ARG(spot->guard_text));
	case GUARD_HOST_JOB: return PHRASE(phrase_guard_host_job);
	case GUARD_OLDER: return PHRASE(phrase_guard_older);
	case GUARD_UNREAD: return PHRASE(phrase_guard_unread);
	case GUARD_BUILT: return PHRASE(phrase_guard_built);
	case GUARD_OPTIONAL: return PHRASE(phrase_guard_optional);
	case GUARD_REFERENCE: return PHRASE(phrase_guard_reference);
	case GUARD_PREPARED: return PHRASE(phrase_guard_prepared);
	case GUARD_ALWAYS:
		return arena_format(arena, phrase_guard_always, STR_ARG(spot->guard_text));
	case GUARD_GIVEN: return arena_format(arena, phrase_guard_given, STR_ARG(spot->guard_text));
	case GUARD_BROUGHT: return PHRASE(phrase_guard_brought);
	case GUARD_TRIED: return PHRASE(phrase_guard_tried);
	case GUARD_DOCS: return PHRASE(phrase_guard_docs);
	case GUARD_STORED: return PHRASE(phrase_guard_stored);
	case GUARD_ANSWER: return PHRASE(phrase_guard_answer);
	case GUARD_WRITTEN: return PHRASE(phrase_guard_written);
	case GUARD_CHOSEN: return PHRASE(phrase_guard_chosen);
	case GUARD_FRESH: return PHRASE(phrase_guard_fresh);
	case GUARD_IDLE: return PHRASE(phrase_guard_idle);
	case GUARD_SINGLE: return PHRASE(phrase_guard_single);
	case GUARD_SIZES: return PHRASE(phrase_guard_sizes);
	case GUARD_RESIZED: return PHRASE(phrase_guard_resized);
	case GUARD_ABSENT:
		return arena_format(arena, phrase_guard_absent, STR_ARG(spot->guard_text));
	case GUARD_BLOCKS: return PHRASE(phrase_guard_blocks);
	case GUARD_UNCALLED:
		return arena_format(arena, phrase_guard_uncalled, STR_ARG(spot->guard_text));
	case GUARD_SELF_TEST: return PHRASE(phrase_guard_self_test);
	case GUARD_RAISES: return PHRASE(phrase_guard_raises);
	case GUARD_LEFTOVER:
		return arena_format(arena, phrase_guard_leftover, STR_ARG(spot->guard_text));
	}
	return S("");
}

bool match_owns(const struct matching *m, str module)
{
	const struct rules_worker *w = m->worker;

	return w->is_own_module && w->is_own_module(w->own_context, m->path, module);
}

/* One line of at most so many bytes, cut between two characters. */
static str one_line(struct arena *arena, str text, size_t most)
{
	char *out = arena_alloc(arena, (text.len < most ? text.len : most) + 4, 1);
	size_t n = 0, i = 0;

	for (; i < text.len && n < most; i++) {
		bool blank = strchr(" \t\r\n\f\v", text.ptr[i]) != NULL;

		if (!blank)
			out[n++] = text.ptr[i];
		else if (n && out[n - 1] != ' ')
			out[n++] = ' ';
	}
	if (i < text.len) {
		while (n && ((unsigned char)out[n - 1] & 0xc0) == 0x80)
			n--;
		n -= n && (unsigned char)out[n - 1] >= 0xc0;
	}
	while (n && out[n - 1] == ' ')
		n--;
	if (i < text.len) {
		memcpy(out + n, "…", 3);
		n += 3;
	}
	return (str){out, n};
}

/* Nothing runs it as the project stands, or what it tells of meets no device, or is one number. */
static bool is_moot(enum finding_guard guard)
{
	return guard == GUARD_OLDER || guard == GUARD_UNUSED || guard == GUARD_UNREAD ||
	       guard == GUARD_STORED || guard == GUARD_GIVEN || guard == GUARD_PREPARED ||
	       guard == GUARD_ALWAYS || guard == GUARD_FRESH || guard == GUARD_IDLE ||
	       guard == GUARD_SINGLE || guard == GUARD_ABSENT || guard == GUARD_REFERENCE ||
	       guard == GUARD_SIZES || guard == GUARD_WRITTEN || guard == GUARD_ANSWER ||
	       guard == GUARD_RAISES;
}

/* No target comes to it, and goes without. */
static bool is_left_out(enum finding_guard guard)
{
	return guard == GUARD_DEVICE || guard == GUARD_SKIPPED || guard == GUARD_ELSEWHERE ||
	       guard == GUARD_BUILT || guard == GUARD_CHOSEN || guard == GUARD_UNNAMED ||
	       guard == GUARD_UNSET || guard == GUARD_SPARE;
}

/* A step lower; what is left out is worth no more than a look, and what never runs is good to
 * know. */
static enum severity guarded(const struct spot *spot, enum severity severity)
{
	if (severity <= SEVERITY_INFO || spot->guard == GUARD_NONE)
		return severity;
	if (spot->told || is_moot(spot->guard) || spot->guard == GUARD_REPLACED)
		return SEVERITY_INFO;
	if (spot->guard == GUARD_BROUGHT || spot->guard == GUARD_SELF_TEST)
		return severity > SEVERITY_MINOR ? SEVERITY_MINOR : severity;
	return is_left_out(spot->guard) && severity > SEVERITY_MAJOR ? SEVERITY_MINOR
	                                                             : severity - 1;
}

static bool set_severities(
        const struct ruleset *rules, struct finding *f, const struct spot *spot, uint32_t targets)
{
	bool any = false;

	for (uint32_t t = 0; t < rules->n_targets; t++) {
		enum severity s = rule_severity(rules, f->rule, t);

		if (!(targets >> t & 1))
			s = SEVERITY_NONE;
		s = guarded(spot, s);
		f->severity[t] = (uint8_t)s;
		any |= s != SEVERITY_NONE;
	}
	return any;
}

/* The guard says how things are, not where the place lies. */
static bool guard_is_said_alone(enum finding_guard guard)
{
	return guard == GUARD_ONCE || guard == GUARD_BLOCKS || guard == GUARD_DONE ||
	       guard == GUARD_HOST_JOB || guard == GUARD_BUILT || guard == GUARD_DOCS ||
	       guard == GUARD_BROUGHT || guard == GUARD_LEFTOVER || guard == GUARD_UNCALLED ||
	       guard == GUARD_UNNAMED || guard == GUARD_SELF_TEST || guard == GUARD_OPTIONAL ||
	       is_moot(guard);
}

static str message_of(struct arena *arena, str title, str detail, const struct finding *f)
{
	if (!f->guard.len)
		return arena_format(arena, phrase_finding, STR_ARG(title), STR_ARG(detail));
	return arena_format(arena,
	        guard_is_said_alone(f->guarded_by) ? phrase_finding_once : phrase_finding_behind,
	        STR_ARG(title), STR_ARG(detail), STR_ARG(f->guard));
}

struct finding *match_add_for(struct matching *m, uint32_t rule, const struct spot *spot,
        str matched, str detail, uint32_t targets)
{
	const struct ruleset *rules = m->rules;
	struct arena *arena = m->out->arena;
	str title = ruleset_text(rules, rules->rules[rule].title);
	struct finding f = {.rule = rule,
	        .path = m->path,
	        .cell = spot->cell,
	        .line = spot->line,
	        .column = spot->column,
	        .end_line = spot->end_line,
	        .end_column = spot->end_column,
	        .deferred = spot->deferred,
	        .loads = spot->loads,
	        .guarded_by = spot->guard,
	        .wait = spot->wait,
	        .need = spot->need,
	        .around = spot->around};

	if (rules->off[rule] || !set_severities(rules, &f, spot, targets))
		return NULL;
	f.matched = one_line(arena, matched, MATCHED_MOST);
	detail = detail.len
	                 ? one_line(m->env->temp, detail, spot->whole ? WHOLE_MOST : MATCHED_MOST)
	                 : f.matched;
	f.guard = guard_words(arena, spot);
	f.function = arena_dup(arena, spot->function);
	f.cause = ruleset_text(rules, rules->rules[rule].cause);
	f.message = message_of(arena, title, detail, &f);
	finding_fingerprint(rules->ids[rule], f.matched, spot->statement, f.fingerprint);
	*VEC_PUSH(arena, &m->out->list) = f;
	return VEC_LAST(&m->out->list);
}

/* Its guard is taken back; what it lowered stays. */
static void unguard(struct arena *arena, struct finding *f)
{
	str none = STR_NONE, tail = arena_format(arena, phrase_finding_behind, STR_ARG(none),
	                             STR_ARG(none), STR_ARG(f->guard));

	f->message = str_slice(f->message, 0, f->message.len - (tail.len - S(": ").len));
	f->guarded_by = GUARD_NONE;
	f->guard = STR_NONE;
}

void rules_lower(struct arena *arena, const struct ruleset *rules, struct finding *f,
        enum finding_guard guard, str text)
{
	const struct spot spot = {.guard = guard, .guard_text = text};
	str title = ruleset_text(rules, rules->rules[f->rule].title);
	str detail;

	if (f->guarded_by != GUARD_NONE)
		unguard(arena, f);
	/* behind the title and a colon, as message_of wrote it */
	detail = str_from_at(f->message, title.len + 2);
	f->guarded_by = guard;
	f->guard = guard_words(arena, &spot);
	f->message = message_of(arena, title, detail, f);
	for (uint32_t t = 0; t < rules->n_targets; t++)
		f->severity[t] = (uint8_t)guarded(&spot, (enum severity)f->severity[t]);
}

void rules_raise(struct arena *arena, const struct ruleset *rules, struct finding *f, str words,
        enum severity severity)
{
	str title = ruleset_text(rules, rules->rules[f->rule].title);
	str detail = str_from_at(f->message, title.len + 2);

	assert(f->guarded_by == GUARD_NONE);
	f->message = arena_format(
	        arena, phrase_finding_once, STR_ARG(title), STR_ARG(detail), STR_ARG(words));
	for (uint32_t t = 0; t < rules->n_targets; t++)
		if (f->severity[t] == SEVERITY_MINOR)
			f->severity[t] = (uint8_t)severity;
}

/* if args.enable_deepspeed: import deepspeed, and a command of the project gives that option: no
 * guard of a program that is started so. */
static bool imports_as_told(
        const struct ruleset *rules, const struct switches *switches, const struct finding *f)
{
	return f->guarded_by == GUARD_AVAILABLE && str_ends(rules->ids[f->rule], S("-import")) &&
	       switches_give_flag(switches, f->wait->here);
}

static void settle_wait(const struct ruleset *rules, const struct switches *switches,
        struct finding *f, struct arena *arena)
{
	str flag;
	const struct switch_need *need = switches_leave_off(switches, f->wait, &flag);
	enum finding_guard guard;

	if (!need && imports_as_told(rules, switches, f)) {
		unguard(arena, f);
		for (uint32_t t = 0; t < rules->n_targets; t++)
			if (f->severity[t] != SEVERITY_NONE)
				f->severity[t] = (uint8_t)rule_severity(rules, f->rule, t);
		return;
	}
	/* lowered once, and for a second time to minor at most */
	if (f->guarded_by != GUARD_NONE && (!need || need->kind == SWITCH_COMPILER ||
	                                           finding_worst(f, UINT32_MAX) <= SEVERITY_MINOR))
		return;
	if (!need && !(f->wait->otherwise && !switches_never_choose(switches, f->wait->otherwise)))
		return;
	guard = !need                           ? GUARD_CHOICE
	        : flag.len                      ? GUARD_FLAG
	        : need->kind == SWITCH_COMPILER ? GUARD_UNREAD
	                                        : GUARD_UNSET;
	rules_lower(arena, rules, f, guard, flag.len ? flag : need ? need->name : STR_NONE);
}

void findings_settle_waits(
        const struct ruleset *rules, const struct switches *switches, struct findings *findings)
{
	for (uint32_t i = 0; i < findings->list.len; i++)
		if (findings->list.at[i].wait)
			settle_wait(rules, switches, &findings->list.at[i], findings->arena);
}

void rules_lower_guarded(struct arena *arena, const struct ruleset *rules, struct finding *f,
        str test, bool of_device)
{
	bool alone = of_device && is_for_cuda_alone(f->matched);

	rules_lower(arena, rules, f, alone ? GUARD_DEVICE : GUARD_AVAILABLE, test);
}

struct matching matching_of(
        struct env *env, struct rules_worker *worker, str path, struct findings *out)
{
	assert(out->arena != env->temp);
	return (struct matching){env, worker, worker->rules, path, out, out->list.len, NULL};
}

struct finding *match_add(
        struct matching *m, uint32_t rule, const struct spot *spot, str matched, str detail)
{
	return match_add_for(m, rule, spot, matched, detail, UINT32_MAX);
}

/* -1, 0, 1 as [cell, line, column] is before, at, behind. */
static int place_order(const uint32_t a[3], const uint32_t b[3])
{
	for (int i = 0; i < 3; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

static bool inside(const struct finding *in, const struct finding *out)
{
	const uint32_t a[3] = {in->cell, in->line, in->column};
	const uint32_t b[3] = {out->cell, out->line, out->column};
	const uint32_t c[3] = {in->cell, in->end_line, in->end_column};
	const uint32_t d[3] = {out->cell, out->end_line, out->end_column};

	return place_order(a, b) >= 0 && place_order(c, d) <= 0;
}

static bool starts_within(const struct finding *in, const struct finding *out)
{
	const uint32_t a[3] = {in->cell, in->line, in->column};
	const uint32_t b[3] = {out->cell, out->end_line, out->end_column};

	return place_order(a, b) <= 0;
}

bool match_supersedes(const struct ruleset *rules, uint32_t rule, uint32_t other)
{
	const struct rule_row *r = &rules->rules[rule];

	for (uint32_t i = 0; i < r->n_superseded; i++)
		if (rules->supersedes[r->first_superseded + i] == other)
			return true;
	return false;
}

/* Over findings in order of place: what lies inside a range stands around its start. */
void match_supersede(struct matching *m)
{
	struct finding *list = m->out->list.at;
	uint32_t first = m->first, end = m->out->list.len, kept = first;
	bool *gone = ARENA_ARRAY(m->env->temp, bool, (size_t)end - first + 1);

	for (uint32_t i = first; i < end; i++) {
		uint32_t from = i;

		if (!m->rules->rules[list[i].rule].n_superseded)
			continue;
		while (from > first && inside(&list[from - 1], &list[i]))
			from--;
		for (uint32_t k = from; k < end && starts_within(&list[k], &list[i]); k++)
			if (k != i && match_supersedes(m->rules, list[i].rule, list[k].rule) &&
			        inside(&list[k], &list[i]))
				gone[k - first] = true;
	}
	for (uint32_t i = first; i < end; i++)
		if (!gone[i - first])
			list[kept++] = list[i];
	m->out->list.len = kept;
}
