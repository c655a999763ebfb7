/* The `match` list of a rule: one item a kind, with the options that kind takes.
 *
 * A scalar in quotes is a string literal, a plain one is True, False, None, a number, <int>,
 * <number>, <str>, <one text>, <handed on>, <any>, <tensor>, <call NAME>, <like GLOB>, <given GLOB>
 * or a dotted name. What an option means is in docs/rules.md. */
#include "scanner/rule_builder.h"

#include "base/pcre.h"
#include "pytorch/tables.h"
#include "base/text.h"
#include "scanner/matcher.h"
#include "scanner/version.h"

#include <string.h>

static const char *const kind_words[ITEM_KIND_COUNT] = {
#define X(name, word) word,
        ITEM_KIND_LIST(X)
#undef X
};

enum { OPTIONS_MOST = 4 };

/* Which options a kind takes beside its own key. Matchers have their own. */
static const char *const kind_options[ITEM_KIND_COUNT][OPTIONS_MOST + 1] = {
        [ITEM_CALL] = {"with", "without", "unless", "receiver"},
        [ITEM_ATTRIBUTE] = {"receiver"},
        [ITEM_DECORATOR] = {"with", "without", "unless"},
        [ITEM_STRING] = {"in"},
        [ITEM_REQUIREMENT] = {"version", "local"},
        [ITEM_ENV] = {"value", "except"},
        [ITEM_FILE] = {"text"},
        [ITEM_SHELL] = {"option", "in"},
};

struct item_row *builder_item(struct rule_builder *b, enum item_kind kind)
{
	struct item_row *item = VEC_PUSH(b->env->keep, &b->items);

	*item = (struct item_row){.rule = b->rules.len,
	        .kind = (uint32_t)kind,
	        .first_name = b->names.len,
	        .first_condition = b->conditions.len};
	return item;
}

void builder_name(struct rule_builder *b, struct item_row *item, str name)
{
	*VEC_PUSH(b->env->keep, &b->names) = builder_text(b, name);
	item->n_names++;
}

static bool is_dotted_name(str s)
{
	bool start = true;

	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];
		bool letter = ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_' || c >= 0x80;

		if (c == '.' && !start)
			start = true;
		else if (letter || (c >= '0' && c <= '9' && !start))
			start = false;
		else
			return false;
	}
	return s.len && !start;
}

/* A dotted name, or the beginning or the end of one with * for the rest. */
static bool is_name_pattern(str s)
{
	if (str_ends(s, S("*"))) {
		s.len--;
		s.len -= str_ends(s, S("."));
	} else if (str_starts(s, S("*"))) {
		s = str_from_at(s, str_starts(s, S("*.")) ? 2 : 1);
	}
	return is_dotted_name(s);
}

/* <call astype>, <call numpy.*>: its name; STR_NONE when it is none. */
static str called_name(str text)
{
	str name = str_slice(text, 6, text.len ? text.len - 1 : 0);
	size_t most = str_ends(name, S(".*")) ? name.len - 2 : name.len;

	if (!str_starts(text, S("<call ")) || !str_ends(text, S(">")) ||
	        !is_dotted_name(str_slice(name, 0, most)))
		return STR_NONE;
	return name;
}

/* <like *cpu*>: the pattern; STR_NONE when it is none. */
static str liked(str text)
{
	str pattern = str_slice(text, 6, text.len ? text.len - 1 : 0);

	return str_starts(text, S("<like ")) && str_ends(text, S(">")) && pattern.len ? pattern
	                                                                              : STR_NONE;
}

/* <given *gpu*>, the same. */
static str given_like(str text)
{
	str pattern = str_slice(text, 7, text.len ? text.len - 1 : 0);

	return str_starts(text, S("<given ")) && str_ends(text, S(">")) && pattern.len ? pattern
	                                                                               : STR_NONE;
}

static bool value_of(const struct yaml *node, enum rule_value *kind)
{
	static const struct {
		const char *word;
		enum rule_value kind;
	} words[] = {{"True", RULE_VALUE_TRUE}, {"true", RULE_VALUE_TRUE},
	        {"False", RULE_VALUE_FALSE}, {"false", RULE_VALUE_FALSE}, {"None", RULE_VALUE_NONE},
	        {"<any>", RULE_VALUE_ANY}, {"<int>", RULE_VALUE_ANY_INT},
	        {"<number>", RULE_VALUE_ANY_NUMBER}, {"<str>", RULE_VALUE_ANY_STR},
	        {"<one text>", RULE_VALUE_ONE_TEXT}, {"<handed on>", RULE_VALUE_HANDED_ON},
	        {"<tensor>", RULE_VALUE_TENSOR}};
	double number;

	*kind = RULE_VALUE_LITERAL;
	if (node->quoted)
		return true;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_eq(node->text, str_from(words[i].word))) {
			*kind = words[i].kind;
			return true;
		}
	if (given_like(node->text).ptr) {
		*kind = RULE_VALUE_GIVEN;
		return true;
	}
	if (called_name(node->text).ptr || liked(node->text).ptr) {
		*kind = liked(node->text).ptr ? RULE_VALUE_LIKE : RULE_VALUE_CALL;
		return true;
	}
	*kind = str_float(node->text, &number) ? RULE_VALUE_NUMBER : RULE_VALUE_NAME;
	return *kind == RULE_VALUE_NUMBER || is_dotted_name(node->text);
}

/* The text of a value; a public name of torch by what it is properly called. */
static uint32_t value_text(struct rule_builder *b, enum rule_value kind, str text)
{
	uint32_t count;
	const struct api_name_row *row =
	        kind == RULE_VALUE_NAME ? TABLES_FIND(TABLE_API_NAMES, api_name_row, text, &count)
	                                : NULL;

	if (row && row->canonical)
		text = tables_text(row->canonical);
	if (kind == RULE_VALUE_CALL)
		text = called_name(text);
	else if (kind == RULE_VALUE_LIKE)
		text = liked(text);
	else if (kind == RULE_VALUE_GIVEN)
		text = given_like(text);
	return builder_text(b, text);
}

static bool read_value(struct rule_builder *b, const struct yaml *scalar, void *context)
{
	struct condition_row *condition = context;
	enum rule_value kind;

	if (!value_of(scalar, &kind))
		return builder_error(b, scalar->place,
		        "'%.*s' is no value; expected a literal in quotes, True, False, None, a "
		        "number, <int>, <number>, <str>, <one text>, <handed on>, <any>, <tensor>, "
		        "<call NAME>, <like GLOB>, <given GLOB> or a dotted name",
		        STR_ARG(scalar->text));
	*VEC_PUSH(b->env->keep, &b->values) =
	        (struct value_row){(uint32_t)kind, value_text(b, kind, scalar->text)};
	condition->n_values++;
	return true;
}

/* Of a matcher's own options: what is no value is a pattern or a word. */
static bool read_pattern(struct rule_builder *b, const struct yaml *scalar, void *context)
{
	struct condition_row *condition = context;
	enum rule_value kind;

	if (!value_of(scalar, &kind) || kind == RULE_VALUE_NAME)
		kind = RULE_VALUE_LITERAL;
	*VEC_PUSH(b->env->keep, &b->values) =
	        (struct value_row){(uint32_t)kind, builder_text(b, scalar->text)};
	condition->n_values++;
	return true;
}

/* A condition of patterns. */
static bool read_patterns(struct rule_builder *b, str key, const struct yaml *values)
{
	struct condition_row row = {
	        .key = builder_text(b, key), .first_value = b->values.len, .option = 1};
	bool ok = builder_scalars(b, values, "an option", read_pattern, &row);

	*VEC_PUSH(b->env->keep, &b->conditions) = row;
	return ok;
}

/* One condition: `key: value`, `key: [values]`. */
static bool read_condition(
        struct rule_builder *b, str key, const struct yaml *values, enum condition_sense sense)
{
	struct condition_row row = {.key = builder_text(b, key),
	        .first_value = b->values.len,
	        .sense = (uint32_t)sense};
	bool ok = builder_scalars(b, values, "a condition", read_value, &row);

	*VEC_PUSH(b->env->keep, &b->conditions) = row;
	return ok;
}

/* with, unless: a map of conditions. */
static bool read_conditions(
        struct rule_builder *b, const struct yaml *map, enum condition_sense sense)
{
	bool ok = true;

	if (!yaml_want(b->env, map, YAML_MAP, sense == CONDITION_WITH ? "with" : "unless"))
		return false;
	for (const struct yaml *n = map->child; n; n = n->next)
		ok &= read_condition(b, n->key, n, sense);
	return ok;
}

static bool read_without_name(struct rule_builder *b, const struct yaml *scalar, void *context)
{
	(void)context;
	*VEC_PUSH(b->env->keep, &b->conditions) = (struct condition_row){
	        builder_text(b, scalar->text), b->values.len, 1, CONDITION_WITHOUT, false};
	*VEC_PUSH(b->env->keep, &b->values) = (struct value_row){RULE_VALUE_ANY, 0};
	return true;
}

/* A list of keywords that must not be given, or a map of values that they must not have. */
static bool read_without(struct rule_builder *b, const struct yaml *node)
{
	bool ok = true;

	if (node->kind != YAML_MAP)
		return builder_scalars(b, node, "without", read_without_name, NULL);
	for (const struct yaml *n = node->child; n; n = n->next)
		ok &= read_condition(b, n->key, n, CONDITION_WITHOUT);
	return ok;
}

/* The options that ask for arguments of a call. *is: whether it is one of them. */
static bool read_argument_option(struct rule_builder *b, const struct yaml *n, bool *is)
{
	*is = true;
	if (str_eq(n->key, S("with")))
		return read_conditions(b, n, CONDITION_WITH);
	if (str_eq(n->key, S("without")))
		return read_without(b, n);
	if (str_eq(n->key, S("unless")))
		return read_conditions(b, n, CONDITION_UNLESS);
	*is = false;
	return true;
}

/* Options of a named matcher: a list is a condition of that key, a map in it one for each of its
 * keys ("lacking/trainium"); with, without and unless are as for calls. */
static bool read_matcher_option(struct rule_builder *b, const struct yaml *n)
{
	bool is, ok = read_argument_option(b, n, &is);

	if (is)
		return ok;
	if (n->kind != YAML_MAP)
		return read_patterns(b, n->key, n);
	for (const struct yaml *inner = n->child; inner; inner = inner->next) {
		str key = arena_format(
		        b->env->temp, "%.*s/%.*s", STR_ARG(n->key), STR_ARG(inner->key));

		ok &= read_patterns(b, key, inner);
	}
	return ok;
}

static bool check_option(
        struct rule_builder *b, const struct yaml *n, const char *const *options, const char *kind)
{
	str views[16], nearest;
	size_t count = 0;

	while (count < sizeof views / sizeof *views && options[count]) {
		views[count] = str_from(options[count]);
		if (str_eq(n->key, views[count]))
			return true;
		count++;
	}
	nearest = text_nearest(n->key, views, count);
	return builder_error(b, n->key_place, "unknown key '%.*s' beside %s%s%.*s%s",
	        STR_ARG(n->key), kind, nearest.len ? "; did you mean '" : "", STR_ARG(nearest),
	        nearest.len ? "'?" : "");
}

static bool read_option(struct rule_builder *b, const struct yaml *n, struct item_row *item)
{
	static const char *const receivers[] = {"", "tensor", "module", "unknown-too", "host"};
	static const char *const places[] = {"any", "device", "backend"};
	bool is, ok = read_argument_option(b, n, &is);

	if (is)
		return ok;
	if (str_eq(n->key, S("receiver")))
		return builder_word(b, n, "receiver", receivers, 5, &item->receiver);
	if (str_eq(n->key, S("in")))
		return builder_word(b, n, "place of a string", places, 3, &item->in);
	if (str_eq(n->key, S("value")) || str_eq(n->key, S("except")))
		return read_patterns(b, n->key, n);
	if (!yaml_want(b->env, n, YAML_SCALAR, "an option"))
		return false;
	if (str_eq(n->key, S("local"))) {
		item->local = builder_text(b, n->text);
		return true;
	}
	item->text = builder_text(b, n->text);
	if (str_eq(n->key, S("version")) && !version_range_check(n->text))
		return builder_error(b, n->place, "'%.*s' is no version range; expected \">=2,<3\"",
		        STR_ARG(n->text));
	return !str_eq(n->key, S("text")) || pcre_check(b->env, n->place, n->text);
}

/* A name of an item, checked for its kind. */
static bool check_name(
        struct rule_builder *b, const struct yaml *scalar, const struct item_row *item)
{
	str name = scalar->text;
	size_t star = str_find_byte(name, '*');

	if (!name.len)
		return builder_error(b, scalar->place, "an empty name");
	switch ((enum item_kind)item->kind) {
	case ITEM_SHELL: return pcre_check(b->env, scalar->place, name);
	case ITEM_STRING:
	case ITEM_FILE:
	case ITEM_ENV: return true;
	case ITEM_MATCHER:
		if (matcher_find(name) != MATCHER_NONE)
			return true;
		return builder_error(b, scalar->place,
		        "unknown matcher '%.*s'; did you mean '%.*s'?", STR_ARG(name),
		        STR_ARG(matcher_nearest(name)));
	case ITEM_CALL:
		if (str_eq(name, S("*")))
			return true;
		/* fall through */
	case ITEM_ATTRIBUTE:
	case ITEM_IMPORT:
	case ITEM_DECORATOR:
	case ITEM_BASE_CLASS:
		return is_name_pattern(name) ||
		       builder_error(b, scalar->place,
		               "'%.*s' is no dotted name; expected one, with * at one end at most",
		               STR_ARG(name));
	default:
		if (star < name.len && star + 1 < name.len && item->kind != ITEM_REQUIREMENT)
			return builder_error(b, scalar->place,
			        "'%.*s': expected * at the end at most", STR_ARG(name));
		return true;
	}
}

static bool read_name(struct rule_builder *b, const struct yaml *scalar, void *context)
{
	struct item_row *item = context;

	if (!check_name(b, scalar, item))
		return false;
	builder_name(b, item, scalar->text);
	return true;
}

/* The kind of an item: the one key of it that is a kind. */
static const struct yaml *kind_of(struct rule_builder *b, const struct yaml *node, uint32_t *kind)
{
	const struct yaml *found = NULL;
	str views[ITEM_KIND_COUNT], nearest = STR_NONE;

	for (uint32_t k = 0; k < ITEM_KIND_COUNT; k++)
		views[k] = str_from(kind_words[k]);
	if (yaml_get(node, "matcher")) { /* whose options may be called like kinds */
		*kind = ITEM_MATCHER;
		return yaml_get(node, "matcher");
	}
	for (const struct yaml *n = node->child; n; n = n->next)
		for (uint32_t k = 0; k < ITEM_KIND_COUNT; k++)
			if (str_eq(n->key, views[k])) {
				if (found) {
					builder_error(b, n->key_place,
					        "'%s' beside '%s'; expected one kind an item",
					        kind_words[k], kind_words[*kind]);
					return NULL;
				}
				found = n;
				*kind = k;
			}
	for (const struct yaml *n = node->child; n && !found && !nearest.len; n = n->next)
		nearest = text_nearest(n->key, views, ITEM_KIND_COUNT);
	if (!found)
		builder_error(b, node->place, "an item of no kind%s%.*s%s",
		        nearest.len ? "; did you mean '" : "; expected call, attribute, import, …",
		        STR_ARG(nearest), nearest.len ? "'?" : "");
	return found;
}

/* Regular expressions are one an item. */
static bool read_shell(struct rule_builder *b, const struct yaml *scalar, void *context)
{
	struct item_row *item;

	(void)context;
	if (!pcre_check(b->env, scalar->place, scalar->text))
		return false;
	item = builder_item(b, ITEM_SHELL);
	item->text = builder_text(b, scalar->text);
	return true;
}

/* The commands of an item, and the option that each of them must have. */
static bool read_shell_item(
        struct rule_builder *b, const struct yaml *node, const struct yaml *commands)
{
	static const char *const places[] = {"any", "notebook"};
	uint32_t first = b->items.len, in = IN_ALL;
	bool ok = builder_scalars(b, commands, "shell", read_shell, NULL);

	for (const struct yaml *n = node->child; n; n = n->next) {
		if (n == commands)
			continue;
		if (!check_option(b, n, kind_options[ITEM_SHELL], kind_words[ITEM_SHELL]) ||
		        !yaml_want(b->env, n, YAML_SCALAR, "an option"))
			return false;
		if (str_eq(n->key, S("in"))) {
			ok &= builder_word(b, n, "place of a command", places, 2, &in);
			continue;
		}
		if (!pcre_check(b->env, n->place, n->text))
			return false;
		for (uint32_t i = first; i < b->items.len; i++)
			b->items.at[i].option = builder_text(b, n->text);
	}
	for (uint32_t i = first; i < b->items.len; i++)
		b->items.at[i].in = in;
	return ok;
}

static bool read_item(struct rule_builder *b, const struct yaml *node)
{
	struct item_row item;
	const struct yaml *names;
	uint32_t kind = 0;
	bool ok;

	if (!yaml_want(b->env, node, YAML_MAP, "a match item"))
		return false;
	names = kind_of(b, node, &kind);
	if (!names)
		return false;
	if (kind == ITEM_SHELL)
		return read_shell_item(b, node, names);
	item = *builder_item(b, (enum item_kind)kind);
	ok = builder_scalars(b, names, kind_words[kind], read_name, &item);
	for (const struct yaml *n = node->child; n; n = n->next) {
		if (n == names)
			continue;
		if (kind == ITEM_MATCHER)
			ok &= ok &&
			      check_option(b, n, matcher_options(matcher_find(names->text)),
			              "that matcher") &&
			      read_matcher_option(b, n);
		else
			ok &= check_option(b, n, kind_options[kind], kind_words[kind]) &&
			      read_option(b, n, &item);
	}
	item.n_conditions = b->conditions.len - item.first_condition;
	*VEC_LAST(&b->items) = item;
	return ok;
}

bool builder_read_match(struct rule_builder *b, const struct yaml *node, struct rule_row *rule)
{
	bool ok = true;

	rule->first_item = b->items.len;
	if (!yaml_want(b->env, node, YAML_LIST, "match"))
		return false;
	if (!node->child)
		return builder_error(b, node->place, "match is empty; expected at least one item");
	for (const struct yaml *n = node->child; n; n = n->next)
		ok &= read_item(b, n);
	rule->n_items = b->items.len - rule->first_item;
	return ok;
}
