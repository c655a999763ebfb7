/* What all of a project says of its switches together. */
#include "scanner/switch_heirs.h"
#include "scanner/switch_keys.h"
#include "scanner/switch_texts.h"

enum { NUMBERS_DEEP = 4 };

void switches_join(struct switches *into, const struct switches *from)
{
	for (uint32_t i = 0; i <= into->mark_mask / 64; i++)
		into->marks[i] |= from->marks[i];
	for (uint32_t i = 0; i < SWITCH_WORD_BITS / 64; i++)
		into->words[i] |= from->words[i];
	for (uint32_t i = 0; i <= into->mask; i++) {
		switch_give(&into->places[i], from->places[i]);
		switch_give(&into->loose[i], from->loose[i]);
	}
	for (uint32_t i = 0; i < from->flags.len; i++)
		*VEC_PUSH(into->arena, &into->flags) = from->flags.at[i];
	for (uint32_t i = 0; i < from->passes.len; i++)
		*VEC_PUSH(into->arena, &into->passes) = from->passes.at[i];
	for (uint32_t i = 0; i < from->heirs.len; i++)
		*VEC_PUSH(into->arena, &into->heirs) = from->heirs.at[i];
	into->compiles |= from->compiles;
	into->any |= from->any;
	into->asks |= from->asks;
	into->typed |= from->typed;
}

static bool is_marked(const struct switches *s, str name, unsigned kind)
{
	return switches_say_so(s, switch_hash(name), kind);
}

/* Whether a function, or a class, may be called where its name does not stand. */
static bool is_handed_on(const struct switches *s, str name)
{
	return is_marked(s, name, MARK_REF) || (s->typed && is_marked(s, name, MARK_TYPE));
}

/* super().__init__(…) in a class without bases: of which class that is, is not known. */
static bool gives_somewhere(const struct switches *s, uint32_t place)
{
	uint64_t init = switch_hash(S("__init__"));

	return *switch_place(s, init, SWITCH_PLACE_STAR) ||
	       (place < SWITCH_PLACES_MOST && *switch_place(s, init, place));
}

/* Some call of the function, or of what hands on to it as it is called, gives it a number there. */
static bool is_given_number(
        const struct switches *s, uint64_t function, uint32_t place, str number, uint32_t deep)
{
	if (switches_say_so(
	            s, switch_text_hash(switch_place_hash(function, place), number), MARK_TEXT))
		return true;
	for (uint32_t i = 0; i < s->heirs.len && deep < NUMBERS_DEEP; i++)
		if (s->heirs.at[i].base == function && !s->heirs.at[i].starred &&
		        is_given_number(s, s->heirs.at[i].heir, place, number, deep + 1))
			return true;
	return false;
}

/* Some call gives the function something at the parameter's place, or may. */
static bool is_given(const struct switches *s, const struct switch_need *need)
{
	uint64_t function = switch_hash(need->function);
	uint16_t given;

	if (*switch_place(s, function, SWITCH_PLACE_STAR) || is_handed_on(s, need->function) ||
	        (need->made && is_marked(s, need->function, MARK_BASE) &&
	                gives_somewhere(s, need->place)))
		return true;
	if (*switch_place(s, switch_hash(S(SWITCH_NO_NAME)), SWITCH_PLACE_STAR))
		return true;
	if (need->place == PYTHON_NONE)
		return false;
	if (need->place >= SWITCH_PLACES_MOST)
		return true;
	if (switch_is_number(need->text) &&
	        is_given_number(s, function, need->place, need->text, 0))
		return true;
	given = *(switch_is_number(need->text) ? switch_loose : switch_place)(
	        s, function, need->place);
	return (given && given != switch_sign(switch_hash(need->name))) ||
	       *switch_place(s, switch_hash(S(SWITCH_NO_NAME)), need->place);
}

/* Some call gives it a value by its place, or may. */
static bool pass_is_given(const struct switches *s, const struct switch_pass *pass)
{
	uint32_t last = pass->field ? SWITCH_PLACES_MOST : pass->place + 1;

	if (!pass->field && (switches_say_so(s, pass->function, MARK_REF) ||
	                            (switches_say_so(s, pass->function, MARK_BASE) &&
	                                    gives_somewhere(s, pass->place))))
		return true;
	if (pass->place >= SWITCH_PLACES_MOST)
		return pass->place != PYTHON_NONE;
	for (uint32_t place = pass->place; place < last; place++) {
		uint16_t given = *switch_place(s, pass->function, place);

		if (given && given != switch_sign(pass->name))
			return true;
	}
	return *switch_place(s, pass->function, SWITCH_PLACE_STAR) != 0;
}

void switches_close(struct switches *s)
{
	switches_settle_heirs(s);
	for (uint32_t i = 0; i < s->passes.len; i++)
		if (pass_is_given(s, &s->passes.at[i]))
			switches_mark(s, s->passes.at[i].name, VALUE_ANY);
	switches_sort_flags(s);
}

/* Nothing gives the option its text, and something gives it one that it may be instead. */
static bool is_another_word(const struct switches *s, const struct switch_need *need)
{
	bool given = !need->n_others;

	for (uint32_t i = 0; i < need->n_others; i++)
		given |= switches_have_hash(s, need->others[i]);
	return given && !switches_have_word(s, need->text);
}

/* Some configuration has the key. */
static bool is_known(const struct switches *s, str name)
{
	return is_marked(s, name, MARK_OFF) || is_marked(s, name, MARK_ON);
}

static bool leaves_off(const struct switches *s, const struct switch_need *need, str *flag)
{
	*flag = STR_NONE;
	if (need->kind == SWITCH_COMPILER)
		return !s->compiles;
	if (need->kind == SWITCH_WORD)
		return is_another_word(s, need);
	if (need->text.len)
		return !is_marked(s, need->name, MARK_SET) &&
		       (need->kind == SWITCH_KEY ? is_known(s, need->name) : !is_given(s, need)) &&
		       !switches_say_so(
		               s, switch_text_hash(switch_hash(need->name), need->text), MARK_TEXT);
	if (s->any && !need->off)
		return false;
	if (need->kind == SWITCH_FLAG && switches_leave_key(s, need->key)) {
		*flag = need->key;
		return true;
	}
	if (is_marked(s, need->name, need->off ? MARK_OFF : MARK_ON))
		return false;
	switch (need->kind) {
	case SWITCH_FLAG: return switches_leave_flag(s, need->name, flag);
	case SWITCH_PARAMETER: return !is_given(s, need);
	default: return true;
	}
}

static const struct switch_need *one_left_off(
        const struct switches *s, const struct switch_need *need, str *flag)
{
	for (; need; need = need->other)
		if (leaves_off(s, need, flag))
			return need;
	return NULL;
}

bool switches_hand_on(const struct switches *s, str function)
{
	return s->asks || switches_name(s, function) ||
	       *switch_place(s, switch_hash(S(SWITCH_NO_NAME)), SWITCH_PLACE_STAR);
}

bool switches_name(const struct switches *s, str function)
{
	return is_handed_on(s, function) || is_marked(s, function, MARK_ALIAS);
}

bool switches_have_heirs(const struct switches *s, str class_)
{
	return is_marked(s, class_, MARK_BASE);
}

bool switches_ask_at(const struct switches *s, uint32_t place)
{
	return place < SWITCH_PLACES_MOST &&
	       *switch_place(s, switch_hash(S(SWITCH_NO_NAME)), place);
}

const struct switch_need *switches_leave_off(
        const struct switches *s, const struct switch_wait *wait, str *flag)
{
	const struct switch_need *found = one_left_off(s, wait->here, flag);

	if (found || s->asks || switches_name(s, wait->called) ||
	        is_marked(s, wait->called, MARK_PART) || is_marked(s, wait->called, MARK_BASE))
		return found;
	for (uint32_t i = 0; i < wait->n_calls; i++) {
		found = one_left_off(s, wait->calls[i], flag);
		if (!found)
			return NULL;
	}
	return found;
}

bool switches_never_choose(const struct switches *s, const struct switch_need *needs)
{
	str flag;

	for (; needs; needs = needs->other)
		if (needs->kind != SWITCH_FLAG && leaves_off(s, needs, &flag))
			return true;
	return false;
}
