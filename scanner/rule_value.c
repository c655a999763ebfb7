/* Conditions on the arguments of a call.
 *
 * A keyword counts by its name; a position counts when no *args stands before it. What ** gives is
 * seen as far as the file tells it (mapping.c); what cannot be known does not hold. */
#include "scanner/matcher_named.h"

#include "pytorch/api.h"
#include "scanner/flow.h"

#include <ctype.h>
#include <string.h>

enum { DICT_BYTES = 4000 }; /* of a dict display that are looked at */

/* Arguments, by the bit of their kind: those that are no literals may have the value of one. In
 * what a condition wants, ONLY_LEAVES says that all its values are literals and names. */
#define KIND(name) (1u << PYTHON_VALUE_##name)
enum {
	KINDS_OF_LEAVES = KIND(EXPR) | KIND(CHAIN) | KIND(CALL) | KIND(FSTR),
	ONLY_LEAVES = 1u << 30,
	KINDS_KNOWN = 1u << 29,
};

enum { LIKE_BYTES = 160, LINE_BYTES = 300, LINE_RECORDS = 10 };

bool call_has_star(struct python_matching *p, const struct python_call *call)
{
	for (uint32_t i = 0; i < call->arg_count; i++) {
		uint8_t kind = p->file->args.at[call->args + i].kind;

		if (kind == PYTHON_VALUE_STAR ||
		        (kind == PYTHON_VALUE_DOUBLE_STAR &&
		                !python_spread(p, call, i, SPREAD_SURE)->whole))
			return true;
	}
	return false;
}

/* What a key asks for in this file: a keyword by its number, a position, or what no call of it can
 * have. */
static struct argument_key key_of(const struct python_matching *p, str key)
{
	struct argument_key k = {.asked = true};
	int64_t wanted;

	if (!key.len || key.ptr[0] < '0' || key.ptr[0] > '9')
		k.name = python_name_find(p->file, key);
	else if (str_int(key, &wanted) && wanted < UINT16_MAX)
		k.position = (uint16_t)(wanted + 1);
	return k;
}

/* A keyword that stands in what ** gives. */
static const struct spread_entry *given_argument(
        struct python_matching *p, const struct python_call *call, str key, enum spread_view view)
{
	for (uint32_t i = 0; i < call->arg_count; i++) {
		const struct spread *spread;

		if (p->file->args.at[call->args + i].kind != PYTHON_VALUE_DOUBLE_STAR)
			continue;
		spread = python_spread(p, call, i, view);
		for (uint32_t k = 0; k < spread->count; k++)
			if (str_eq(spread->at[k].key, key))
				return &spread->at[k];
	}
	return NULL;
}

static const struct python_arg *argument_at(const struct python_matching *p,
        const struct python_call *call, const struct argument_key *key)
{
	const struct python_arg *args = p->file->args.at + call->args;
	uint32_t seen = 0;

	if (key->name) {
		for (uint32_t i = 0; i < call->arg_count; i++)
			if (args[i].name == key->name)
				return &args[i];
		return NULL;
	}
	for (uint32_t i = 0; key->position && i < call->arg_count; i++) {
		if (args[i].kind == PYTHON_VALUE_STAR)
			return NULL;
		if (!args[i].name && args[i].kind != PYTHON_VALUE_DOUBLE_STAR &&
		        ++seen == key->position)
			return &args[i];
	}
	return NULL;
}

const struct python_arg *call_argument(
        struct python_matching *p, const struct python_call *call, str key)
{
	struct argument_key k = key_of(p, key);
	const struct python_arg *arg = argument_at(p, call, &k);
	const struct spread_entry *given = arg || !call->mapping || k.position
	                                           ? NULL
	                                           : given_argument(p, call, key, SPREAD_SURE);

	return given ? &given->arg : arg;
}

/* The key of a condition, looked up once a file. */
static const struct argument_key *key_at(struct python_matching *p, uint32_t condition)
{
	struct argument_key *key = &p->keys[p->m.worker->key_of[condition]];

	if (!key->asked)
		*key = key_of(p, ruleset_text(p->m.rules, p->m.rules->conditions[condition].key));
	return key;
}

str argument_text(const struct python_matching *p, const struct python_arg *arg)
{
	bool text = arg && (arg->kind == PYTHON_VALUE_STR || arg->kind == PYTHON_VALUE_FSTR) &&
	            arg->ref != PYTHON_NONE;

	return text ? p->file->texts.at[arg->ref] : STR_NONE;
}

str argument_constant(struct python_matching *p, const struct python_arg *arg)
{
	str text = argument_text(p, arg);

	if (text.ptr || !arg || arg->kind != PYTHON_VALUE_CHAIN)
		return text;
	return constant_text(p->file, &p->constants, &p->file->chains.at[arg->ref]);
}

/* The path's name, as torch properly calls it; looked up once a file. */
static str canonical_path(struct python_matching *p, uint32_t path)
{
	str *known = &p->canonical[path], text;
	struct api api;

	if (known->ptr)
		return *known;
	text = python_path(p->file, path);
	*known = str_starts(text, S("torch.")) && api_find(text, &api) ? api.canonical : text;
	return *known;
}

/* What an argument's name may stand for. */
struct meant {
	const uint32_t *targets;
	uint32_t count;
};

static bool names_path(struct python_matching *p, const struct meant *meant, str wanted)
{
	for (uint32_t i = 0; i < meant->count; i++)
		if (str_eq(canonical_path(p, meant->targets[i]), wanted))
			return true;
	return false;
}

static bool is_number(struct python_matching *p, const struct python_arg *arg, str wanted)
{
	str written = str_trim(str_slice(p->file->text, arg->at, arg->end));
	double a, b;
	int64_t n, w;

	if (arg->kind == PYTHON_VALUE_INT)
		return python_int(p->file, arg, &n) && str_int(wanted, &w) && n == w;
	return arg->kind == PYTHON_VALUE_FLOAT && str_float(written, &a) && str_float(wanted, &b) &&
	       !(a < b) && !(a > b);
}

/* By the last word of what is called, or by all of its name: numpy.*. */
static bool is_call_of(struct python_matching *p, const struct python_arg *arg, str name)
{
	uint32_t index =
	        arg->kind == PYTHON_VALUE_CALL ? p->file->calls.at[arg->ref].chain : PYTHON_NONE;
	const struct python_chain *chain;
	uint32_t count;
	const uint32_t *targets;

	if (index == PYTHON_NONE)
		return false;
	chain = &p->file->chains.at[index];
	if (str_find_byte(name, '.') == name.len)
		return str_eq(python_name(p->file, python_chain_last(p->file, chain)), name);
	targets = python_chain_targets(p->file, chain, &count);
	for (uint32_t i = 0; i < count; i++)
		if (!wildcard_match(name, canonical_path(p, targets[i])))
			return false;
	return count > 0;
}

/* By what is written there: self.cpu_group is like *cpu*. */
static bool is_like(struct python_matching *p, const struct python_arg *arg, str pattern)
{
	char lower[LIKE_BYTES];

	return wildcard_match(pattern,
	        str_lower(lower, sizeof lower, str_slice(p->file->text, arg->at, arg->end)));
}

/* {"": "cuda:0"}: a literal that stands behind a colon in a dict display; without `wanted` a
 * number.
 */
static bool is_in_dict(struct python_matching *p, const struct python_arg *arg, str wanted)
{
	uint32_t end = arg->end - arg->at > DICT_BYTES ? arg->at + DICT_BYTES : arg->end;
	str text = str_slice(p->file->text, 0, end);
	bool value = false;

	if (arg->kind != PYTHON_VALUE_EXPR || arg->at >= text.len || text.ptr[arg->at] != '{')
		return false;
	for (uint32_t i = arg->at + 1; i < text.len;) {
		uint32_t behind = i;
		str literal = literal_at(text, i, &behind);

		if (value && (literal.ptr ? wanted.ptr && wildcard_match(wanted, literal)
		                          : !wanted.ptr && isdigit((unsigned char)text.ptr[i])))
			return true;
		value = !literal.ptr && (text.ptr[i] == ':' || (value && text.ptr[i] == ' '));
		i = behind > i ? behind : i + 1;
	}
	return false;
}

bool leaf_is_told(struct python_matching *p, const struct leaf *leaf)
{
	str name = python_name(p->file, leaf->name);
	bool cuda = str_starts(leaf->text, S("cuda"));

	if (!cuda && !str_eq(leaf->text, S("nccl")) && !str_eq(leaf->text, S("NCCL")))
		return false;
	if (cuda && leaf->asked) /* by cuda-if-available */
		return true;
	/* as a name that is built at run time */
	if (leaf->joined && str_has(str_slice(p->file->text, leaf->at, leaf->end), S("cuda:")))
		return true;
	switch ((enum leaf_origin)leaf->origin) {
	case LEAF_LOOKUP: return true;
	case LEAF_RETURNED: return cuda;
	case LEAF_DEFAULT: return !cuda || has_small(name, "device") || has_small(name, "accel");
	case LEAF_ASSIGNED:
		return cuda && is_device_name(name) &&
		       (leaf->joined || device_is_given(p, leaf->at));
	case LEAF_ENTRY: return false;
	}
	return false;
}

static bool leaf_holds(struct python_matching *p, const struct value_row *value,
        const struct leaf *leaf, str wanted)
{
	struct meant meant = {NULL, 0};

	switch ((enum rule_value)value->kind) {
	case RULE_VALUE_LITERAL:
		return leaf->kind == PYTHON_VALUE_STR && wildcard_match(wanted, leaf->text) &&
		       !leaf_is_told(p, leaf);
	case RULE_VALUE_NAME:
		if (leaf->kind != PYTHON_VALUE_CHAIN)
			return false;
		meant.targets = python_chain_targets(
		        p->file, &p->file->chains.at[leaf->chain], &meant.count);
		return names_path(p, &meant, wanted);
	case RULE_VALUE_TRUE: return leaf->kind == PYTHON_VALUE_TRUE;
	case RULE_VALUE_FALSE: return leaf->kind == PYTHON_VALUE_FALSE;
	default: return false;
	}
}

/* The values of a condition, and the conditions of a call, ask for the same one in a row. */
static const struct leaves *leaves_of(struct python_matching *p, const struct python_arg *arg)
{
	if (!p->leaves.last || p->leaves.last_at != arg->at) {
		p->leaves.last = python_leaves(p, arg->at, arg->end, p->scope);
		p->leaves.last_at = arg->at;
	}
	return p->leaves.last;
}

/* Another value of the same kind: "flash_attention_3" beside "flash_attention_2". */
static bool has_relative(const struct leaves *leaves, uint32_t index)
{
	str kind = str_slice(leaves->at[index].text, 0, str_find_byte(leaves->at[index].text, '_'));

	for (uint32_t i = 0; i < leaves->count; i++)
		if (i != index && (leaves->at[i].kind != PYTHON_VALUE_STR ||
		                          str_has(leaves->at[i].text, kind)))
			return true;
	return false;
}

/* An argument that is no literal: one of the values that it may have. */
static bool value_may_hold(struct python_matching *p, const struct value_row *value,
        const struct python_arg *arg, str wanted)
{
	const struct leaves *leaves;

	if (!(KINDS_OF_LEAVES >> arg->kind & 1))
		return false;
	leaves = leaves_of(p, arg);
	if (!leaves->count)
		return false;
	/* perhaps to the host: no more than any other device that is asked for there */
	if (leaves->choice && str_eq(wanted, S("cpu")))
		return false;
	for (uint32_t i = 0; i < leaves->count; i++)
		if (leaf_holds(p, value, &leaves->at[i], wanted)) {
			p->choice |= leaves->choice;
			p->leaf = leaves->at[i].text;
			p->leaf_at = has_relative(leaves, i) ? 0 : leaves->at[i].at;
			return true;
		}
	return false;
}

static bool ends_as_none(str text)
{
	return str_has(text, S(" if ")) && str_ends(str_trim(text), S(" else None"));
}

/* device_ids=[0] if on_cuda else None, or a name that is given so on one line. */
static bool value_may_be_none(struct python_matching *p, const struct python_arg *arg)
{
	str text = p->file->text;
	const struct python_chain *chain;

	if (arg->kind == PYTHON_VALUE_EXPR)
		return ends_as_none(str_slice(text, arg->at, arg->end));
	if (arg->kind != PYTHON_VALUE_CHAIN)
		return false;
	chain = &p->file->chains.at[arg->ref];
	if (chain->name_count || chain->root_kind != PYTHON_ROOT_NAME)
		return false;
	for (uint32_t i = python_next_binding(p, chain->root, PYTHON_NONE);
	        i != PYTHON_NONE && python_may_look(p, LINE_RECORDS);
	        i = python_next_binding(p, chain->root, i)) {
		const struct python_binding *b = &p->file->bindings.at[i];
		str line = str_slice(text, b->at, b->at + LINE_BYTES);

		if (b->scope == chain->scope &&
		        ends_as_none(str_slice(line, 0, str_find_byte(line, '\n'))))
			return true;
	}
	return false;
}

static bool value_holds(struct python_matching *p, const struct value_row *value,
        const struct python_arg *arg, const struct meant *meant)
{
	str wanted = ruleset_text(p->m.rules, value->text), text;

	switch ((enum rule_value)value->kind) {
	case RULE_VALUE_LITERAL:
		text = argument_constant(p, arg);
		return text.ptr && (arg->kind != PYTHON_VALUE_FSTR || wildcard_match(wanted, text))
		               ? wildcard_match(wanted, text)
		               : is_in_dict(p, arg, wanted) ||
		                         value_may_hold(p, value, arg, wanted);
	case RULE_VALUE_TRUE:
		return arg->kind == PYTHON_VALUE_TRUE || value_may_hold(p, value, arg, wanted);
	case RULE_VALUE_FALSE:
		return arg->kind == PYTHON_VALUE_FALSE || value_may_hold(p, value, arg, wanted);
	case RULE_VALUE_NONE: return arg->kind == PYTHON_VALUE_NULL;
	case RULE_VALUE_NUMBER: return is_number(p, arg, wanted);
	case RULE_VALUE_NAME:
		return meant->count ? names_path(p, meant, wanted)
		                    : value_may_hold(p, value, arg, wanted);
	/* None is how many a function says "left out" */
	case RULE_VALUE_ANY:
		p->choice |= value_may_be_none(p, arg);
		return arg->kind != PYTHON_VALUE_NULL;
	case RULE_VALUE_ANY_INT:
		return arg->kind == PYTHON_VALUE_INT || is_in_dict(p, arg, STR_NONE);
	case RULE_VALUE_ANY_NUMBER:
		return arg->kind == PYTHON_VALUE_INT || arg->kind == PYTHON_VALUE_FLOAT;
	case RULE_VALUE_ANY_STR:
		return arg->kind == PYTHON_VALUE_STR || arg->kind == PYTHON_VALUE_FSTR;
	case RULE_VALUE_ONE_TEXT: return argument_is_one_text(p, arg);
	case RULE_VALUE_HANDED_ON: return argument_is_handed_on(p, arg);
	case RULE_VALUE_TENSOR: return flow_is_tensor(p, arg->at, arg->end);
	case RULE_VALUE_CALL: return is_call_of(p, arg, wanted);
	case RULE_VALUE_LIKE: return is_like(p, arg, wanted);
	case RULE_VALUE_GIVEN: return argument_is_given_like(p, arg, wanted);
	}
	return false;
}

/* A name that one branch gives this and another one that: true when each of them has some value of
 * the condition. */
static bool all_hold(
        struct python_matching *p, const struct condition_row *condition, const struct meant *meant)
{
	const struct ruleset *rules = p->m.rules;

	for (uint32_t t = 0; t < meant->count; t++) {
		bool holds = false;

		for (uint32_t i = 0; i < condition->n_values && !holds; i++) {
			const struct value_row *value = &rules->values[condition->first_value + i];

			holds = value->kind == RULE_VALUE_ANY ||
			        (value->kind == RULE_VALUE_NAME &&
			                str_eq(canonical_path(p, meant->targets[t]),
			                        ruleset_text(rules, value->text)));
		}
		if (!holds)
			return false;
	}
	return true;
}

/* A name that is a parameter as well, or that is also bound to something unknown, may be another
 * value. */
static bool is_certain(struct python_matching *p, const struct python_arg *arg)
{
	const struct python_file *file = p->file;
	const struct python_chain *chain;

	if (arg->kind != PYTHON_VALUE_CHAIN)
		return true;
	chain = &file->chains.at[arg->ref];
	if (chain->name_count)
		return true;
	for (uint32_t i = python_next_binding(p, chain->root, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, chain->root, i)) {
		const struct python_binding *b = &file->bindings.at[i];
		uint32_t count = 1;

		if (b->scope != chain->scope)
			continue;
		if (b->kind == PYTHON_BIND_VALUE && b->value == PYTHON_VALUE_CHAIN)
			python_chain_targets(file, &file->chains.at[b->ref], &count);
		if (b->kind == PYTHON_BIND_PARAMETER || b->kind == PYTHON_BIND_OTHER || !count)
			return false;
	}
	return true;
}

/* The kinds of arguments for which value_holds() may say yes. */
static uint32_t kinds_of_value(enum rule_value value)
{
	switch (value) {
	case RULE_VALUE_LITERAL: return KINDS_OF_LEAVES | KIND(STR);
	case RULE_VALUE_NAME: return KINDS_OF_LEAVES;
	case RULE_VALUE_TRUE: return KINDS_OF_LEAVES | KIND(TRUE);
	case RULE_VALUE_FALSE: return KINDS_OF_LEAVES | KIND(FALSE);
	case RULE_VALUE_NONE: return KIND(NULL);
	case RULE_VALUE_NUMBER: return KIND(INT) | KIND(FLOAT);
	default: return ONLY_LEAVES - 1;
	}
}

static uint32_t wanted_kinds(struct python_matching *p, const struct condition_row *condition)
{
	const struct value_row *values = p->m.rules->values + condition->first_value;
	uint32_t *known = &p->m.worker->wanted_kinds[condition - p->m.rules->conditions];
	uint32_t kinds = KINDS_KNOWN | ONLY_LEAVES;

	for (uint32_t i = 0; i < condition->n_values && !*known; i++) {
		kinds |= kinds_of_value((enum rule_value)values[i].kind);
		if (values[i].kind != RULE_VALUE_LITERAL && values[i].kind != RULE_VALUE_NAME)
			kinds &= ~(uint32_t)ONLY_LEAVES;
	}
	if (!*known)
		*known = kinds;
	return *known;
}

/* A name, a call of which nothing is known that could be a literal or a name of a library. Items of
 * one method ask for the same one in a row. */
static bool says_nothing(struct python_matching *p, const struct python_arg *arg)
{
	uint32_t count;

	if (arg->kind != PYTHON_VALUE_CHAIN && arg->kind != PYTHON_VALUE_CALL)
		return false;
	if (p->leaves.nothing_at == arg->at + 1)
		return true;
	python_arg_targets(p->file, arg, &count);
	if (count || argument_constant(p, arg).ptr || leaves_of(p, arg)->count)
		return false;
	p->leaves.nothing_at = arg->at + 1;
	return true;
}

static bool value_is_wanted(struct python_matching *p, const struct condition_row *condition,
        const struct python_arg *arg)
{
	const struct value_row *values = p->m.rules->values + condition->first_value;
	uint32_t kinds = wanted_kinds(p, condition);
	struct meant meant = {NULL, 0};

	if (!(kinds >> arg->kind & 1) || (kinds & ONLY_LEAVES && says_nothing(p, arg)))
		return false;
	meant.targets = python_arg_targets(p->file, arg, &meant.count);
	for (uint32_t i = 0; i < condition->n_values; i++)
		if (value_holds(p, &values[i], arg, &meant)) {
			p->choice |= values[i].kind == RULE_VALUE_NAME &&
			             (!is_certain(p, arg) || !all_hold(p, condition, &meant));
			return true;
		}
	return false;
}

/* What a condition asks about in a call: an argument, or what ** gives. */
struct asked {
	const struct python_arg *arg;
	const struct spread_entry *given; /* NULL: it stands in the call */
};

static struct asked asked_of(struct python_matching *p, const struct python_call *call,
        uint32_t condition, enum spread_view view)
{
	const struct argument_key *key = key_at(p, condition);
	struct asked a = {argument_at(p, call, key), NULL};

	if (a.arg || !call->mapping || key->position)
		return a;
	a.given = given_argument(
	        p, call, ruleset_text(p->m.rules, p->m.rules->conditions[condition].key), view);
	a.arg = a.given ? &a.given->arg : NULL;
	return a;
}

/* Whether some value that it may have is wanted; it is that one then. */
static bool condition_holds(
        struct python_matching *p, const struct condition_row *condition, struct asked *asked)
{
	const uint32_t scope = p->scope;

	while (asked->arg) {
		p->scope = asked->given ? asked->given->scope : scope;
		if (value_is_wanted(p, condition, asked->arg))
			break;
		asked->given = asked->given ? asked->given->more : NULL;
		asked->arg = asked->given ? &asked->given->arg : NULL;
	}
	p->scope = scope;
	if (asked->given && !asked->given->loose) {
		p->choice |= asked->given->perhaps;
		p->place = asked->given->arg.at + 1;
		p->given = true;
	}
	return asked->arg != NULL;
}

/* The ** behind which an entry stands that is not written in the call. */
static str given_by(
        struct python_matching *p, const struct python_call *call, const struct spread_entry *given)
{
	for (uint32_t i = 0; given && i < call->arg_count; i++) {
		const struct python_arg *arg = &p->file->args.at[call->args + i];
		const struct spread *spread = python_spread(p, call, i, SPREAD_SURE);

		if (given >= spread->at && given < spread->at + spread->count &&
		        (given->arg.at < arg->at || given->arg.at >= arg->end))
			return python_shown_text(p, arg->at, arg->end);
	}
	return STR_NONE;
}

static void put_detail(struct python_matching *p, const struct python_call *call,
        const struct asked *asked, struct buf *detail)
{
	const struct python_arg *arg = asked->arg;
	str text = asked->given ? asked->given->key : python_name(p->file, arg->name);

	buf_puts(detail, detail->len ? ", " : "");
	if (asked->given || arg->name) {
		buf_put(detail, text);
		buf_byte(detail, '=');
	}
	buf_put(detail, python_shown_text(p, arg->at, arg->end));
	text = arg->kind == PYTHON_VALUE_CHAIN ? argument_constant(p, arg) : STR_NONE;
	if (!text.ptr && arg->kind != PYTHON_VALUE_STR)
		text = p->leaf;
	if (text.ptr)
		buf_format(detail, " (\"%.*s\")", STR_ARG(text));
	text = given_by(p, call, asked->given);
	if (text.ptr)
		buf_format(detail, " in %.*s", STR_ARG(text));
}

static bool keys_are_there(struct python_matching *p, const struct item_row *item)
{
	for (uint32_t i = 0; i < item->n_conditions; i++) {
		const struct condition_row *c = &p->m.rules->conditions[item->first_condition + i];
		const struct argument_key *key;

		if (c->option || c->sense != CONDITION_WITH)
			continue;
		key = key_at(p, item->first_condition + i);
		if (!key->name && !key->position)
			return false;
	}
	return true;
}

static bool look_at_keys(struct python_matching *p, const struct item_row *item)
{
	bool may = keys_are_there(p, item);

	p->may_hold[item - p->m.rules->items] = may ? 2 : 1;
	return may;
}

static inline bool may_hold(struct python_matching *p, const struct item_row *item)
{
	uint8_t known = p->may_hold[item - p->m.rules->items];

	return known ? known == 2 : look_at_keys(p, item);
}

bool item_may_hold(struct python_matching *p, const struct item_row *item)
{
	return may_hold(p, item);
}

/* A condition that the call must hold. *asked: by what. */
static bool is_given(struct python_matching *p, const struct python_call *call, uint32_t condition,
        struct asked *asked)
{
	const struct condition_row *c = &p->m.rules->conditions[condition];

	asked->arg = argument_at(p, call, key_at(p, condition));
	if (!asked->arg && !call->mapping)
		return false;
	if (!asked->arg)
		*asked = asked_of(p, call, condition, SPREAD_ANY);
	if (!condition_holds(p, c, asked))
		return false;
	if (!asked->given)
		return true;
	/* now that it may be there */
	*asked = asked_of(p, call, condition, SPREAD_SURE);
	return condition_holds(p, c, asked);
}

/* What an item asks for first, beside where that condition stands among its own. */
enum lead { LEAD_NOT_ASKED, LEAD_OTHER, LEAD_FIRST_VALUE, LEAD_KEYWORD, LEAD_BITS = 2 };

/* The first argument that a call of the item must have: a keyword, or a literal or a name that
 * stands before all others. */
static uint8_t find_lead(struct python_matching *p, const struct item_row *item)
{
	enum { OFFSET_MOST = 63 };

	for (uint32_t i = 0; i < item->n_conditions && i <= OFFSET_MOST; i++) {
		const struct condition_row *c = &p->m.rules->conditions[item->first_condition + i];
		const struct argument_key *key;
		int64_t position;

		if (c->option || c->sense != CONDITION_WITH)
			continue;
		key = key_at(p, item->first_condition + i);
		if (str_int(ruleset_text(p->m.rules, c->key), &position))
			return key->position == 1 && wanted_kinds(p, c) & ONLY_LEAVES
			               ? (uint8_t)(i << LEAD_BITS | LEAD_FIRST_VALUE)
			               : LEAD_OTHER;
		return (uint8_t)(i << LEAD_BITS | LEAD_KEYWORD);
	}
	return LEAD_OTHER;
}

static bool has_keyword(
        const struct python_file *file, const struct python_call *call, uint32_t name)
{
	for (uint32_t i = 0; name && i < call->arg_count; i++)
		if (file->args.at[call->args + i].name == name)
			return true;
	return false;
}

/* A call that lacks what the item asks for first. x.to(y) is asked for each dtype that some rule
 * names: that nothing is known of y is kept from one item to the next. */
static inline bool lacks_lead(
        struct python_matching *p, const struct item_row *item, const struct python_call *call)
{
	const struct python_arg *first = &p->file->args.at[call->args];
	uint8_t *known = &p->m.worker->leads[item - p->m.rules->items];

	if (!*known)
		*known = find_lead(p, item);
	switch ((enum lead)(*known & ((1 << LEAD_BITS) - 1))) {
	case LEAD_FIRST_VALUE:
		return !call->arg_count || (!first->name && first->at + 1 == p->leaves.nothing_at);
	case LEAD_KEYWORD:
		return !call->mapping &&
		       !has_keyword(p->file, call,
		               key_at(p, item->first_condition + (*known >> LEAD_BITS))->name);
	default: return false;
	}
}

bool call_holds(struct python_matching *p, const struct item_row *item,
        const struct python_call *call, struct buf *detail)
{
	p->choice = false;
	p->place = 0;
	p->leaf_at = 0;
	p->scope = call->scope;
	/* a key of a mapping is no name of the file */
	if (lacks_lead(p, item, call) || (!may_hold(p, item) && !call->mapping))
		return false;
	for (uint32_t i = 0; i < item->n_conditions; i++) {
		const uint32_t condition = item->first_condition + i;
		const struct condition_row *c = &p->m.rules->conditions[condition];
		struct asked asked = {NULL, NULL};

		if (c->option)
			continue;
		p->leaf = STR_NONE;
		if (c->sense == CONDITION_WITH) {
			if (!call->arg_count || !is_given(p, call, condition, &asked))
				return false;
			if (detail)
				put_detail(p, call, &asked, detail);
			continue;
		}
		if (call->arg_count)
			asked = asked_of(p, call, condition, SPREAD_SURE);
		if ((c->sense == CONDITION_WITHOUT && call_has_star(p, call)) ||
		        condition_holds(p, c, &asked))
			return false;
	}
	return true;
}

static bool asks_for_tensor(const struct ruleset *rules, const struct item_row *item)
{
	for (uint32_t i = 0; i < item->n_conditions; i++) {
		const struct condition_row *c = &rules->conditions[item->first_condition + i];

		for (uint32_t v = 0; v < c->n_values; v++)
			if (rules->values[c->first_value + v].kind == RULE_VALUE_TENSOR)
				return true;
	}
	return false;
}

bool item_wants_tensor(const struct python_matching *p, const struct item_row *item)
{
	uint8_t *known = &p->m.worker->wants_tensor[item - p->m.rules->items];

	if (!*known)
		*known = asks_for_tensor(p->m.rules, item) ? 2 : 1;
	return *known == 2;
}

str literal_at(str text, uint32_t at, uint32_t *end)
{
	uint32_t i = at, start;
	bool triple;
	char quote;

	while (i < text.len && i < at + 2 && strchr("rRuUbB", text.ptr[i]))
		i++;
	if (i >= text.len || (text.ptr[i] != '"' && text.ptr[i] != '\''))
		return STR_NONE;
	quote = text.ptr[i];
	triple = i + 2 < text.len && text.ptr[i + 1] == quote && text.ptr[i + 2] == quote;
	start = i += triple ? 3 : 1;
	for (; i < text.len; i++) {
		if (text.ptr[i] == '\\')
			i++;
		else if (text.ptr[i] == quote &&
		         (!triple || (i + 2 < text.len && text.ptr[i + 1] == quote &&
		                             text.ptr[i + 2] == quote)))
			break;
		else if (text.ptr[i] == '\n' && !triple)
			return STR_NONE;
	}
	*end = i + (triple ? 3 : 1);
	return str_slice(text, start, i);
}
