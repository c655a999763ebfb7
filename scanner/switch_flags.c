/* Options of command lines, as parsers declare them. */
#include "scanner/switch_texts.h"

#include <stdlib.h>

static bool has_mark(const struct switches *s, str name, unsigned kind)
{
	return switches_say_so(s, switch_hash(name), kind);
}

/* ------------------------------------------------------------------ declared */

unsigned switch_argument_says(const struct python_file *file, const struct python_arg *arg)
{
	switch ((enum python_value)arg->kind) {
	case PYTHON_VALUE_TRUE: return MARK_ON;
	case PYTHON_VALUE_FALSE:
	case PYTHON_VALUE_NULL: return MARK_OFF;
	case PYTHON_VALUE_CHAIN:
		if (python_chain_last(file, &file->chains.at[arg->ref]) == arg->name)
			return 0;
		return MARK_ON | MARK_OFF;
	case PYTHON_VALUE_STR: return MARK_ON | MARK_OFF;
	default: /* 0.0, or what is not known */
		return switch_value_of(str_slice(file->text, arg->at, arg->end), STR_NONE);
	}
}

static str text_argument(const struct python_file *file, const struct python_arg *arg)
{
	return arg->kind == PYTHON_VALUE_STR && arg->ref != PYTHON_NONE ? file->texts.at[arg->ref]
	                                                                : STR_NONE;
}

struct declared {
	str flag, brief, dest;
	unsigned said;
	bool off;
};

static void add_flag(struct switches *s, uint64_t hash, const struct declared *d, bool other)
{
	*VEC_PUSH(s->arena, &s->flags) = (struct switch_flag){
	        hash, arena_dup(s->arena, d->flag), arena_dup(s->arena, d->brief), other};
}

/* A spelling of an option; the first long one names it. */
static void take_spelling(struct switches *s, struct declared *d, str text)
{
	char room[64];
	struct declared second = {.flag = text};

	if (!str_starts(text, S("--")))
		d->brief = text;
	else if (!d->flag.len)
		d->flag = text;
	else
		add_flag(s, switch_hash(switch_flag_name(room, sizeof room, d->flag)), &second,
		        true);
}

/* parser.add_argument("--use-perf", action="store_true") */
void switches_note_flag(
        struct switches *s, const struct python_file *file, const struct python_call *call)
{
	struct declared d = {0};
	char room[64];
	uint64_t hash;

	for (uint32_t a = 0; a < call->arg_count; a++) {
		const struct python_arg *arg = &file->args.at[call->args + a];
		str key = python_name(file, arg->name), text = text_argument(file, arg);

		if (!arg->name && str_starts(text, S("-")))
			take_spelling(s, &d, text);
		else if (arg->name && str_eq(key, S("action")))
			d.off |= str_eq(text, S("store_true"));
		else if (arg->name && str_eq(key, S("default")))
			d.said |= switch_argument_says(file, arg);
		else if (arg->name && str_eq(key, S("required")))
			d.said |= arg->kind == PYTHON_VALUE_FALSE ? 0u : MARK_ON;
		else if (arg->name && str_eq(key, S("dest")))
			d.dest = text;
	}
	if (!d.flag.len)
		return;
	hash = switch_hash(d.dest.len ? d.dest : switch_flag_name(room, sizeof room, d.flag));
	switches_mark(s, hash, d.said & MARK_ON ? VALUE_ANY : 0);
	if (d.dest.len || d.off || d.said == MARK_OFF)
		add_flag(s, hash, &d, d.dest.len > 0);
}

/* ------------------------------------------------------------------ given */

static int by_hash(const void *left, const void *right)
{
	const struct switch_flag *a = left, *b = right;

	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	if (a->other != b->other)
		return a->other ? 1 : -1;
	return str_cmp(a->spelled, b->spelled);
}

void switches_sort_flags(struct switches *s)
{
	if (s->flags.len)
		qsort(s->flags.at, s->flags.len, sizeof *s->flags.at, by_hash);
}

/* As the first of those that are spelled otherwise. */
static const struct switch_flag *flag_of(const struct switches *s, str name)
{
	uint64_t hash = switch_hash(name);
	uint32_t low = 0, high = s->flags.len;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (s->flags.at[mid].hash < hash)
			low = mid + 1;
		else
			high = mid;
	}
	return low < s->flags.len && s->flags.at[low].hash == hash ? &s->flags.at[low] : NULL;
}

/* A flag that stands nowhere but where it is declared, in any of its forms. */
bool switches_leave_flag(const struct switches *s, str name, str *spelled)
{
	uint64_t hash = switch_hash(name);
	const struct switch_flag *flag = flag_of(s, name), *end = s->flags.at + s->flags.len;
	bool declared = false;
	char room[64];

	if (!flag) { /* compile: False of each configuration */
		*spelled = name;
		return switches_say_so(s, hash, MARK_KEY);
	}
	*spelled = flag->spelled;
	for (; flag < end && flag->hash == hash; flag++) {
		if (has_mark(s, switch_flag_name(room, sizeof room, flag->spelled), MARK_ON) ||
		        (flag->brief.len && has_mark(s, flag->brief, MARK_ON)))
			return false;
		declared |= !flag->other;
	}
	return declared;
}

bool switches_give_flag(const struct switches *s, const struct switch_need *need)
{
	const struct switch_flag *flag =
	        need && need->kind == SWITCH_FLAG && !need->other ? flag_of(s, need->name) : NULL;
	char room[64];

	return flag && !flag->other &&
	       has_mark(s, switch_flag_name(room, sizeof room, flag->spelled), MARK_GIVEN);
}
