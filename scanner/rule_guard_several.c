/* Choices by the name of a package: backend == "flash_attn". Somebody makes them, or the default of
 * a parameter does. */
#include "scanner/python/lexer.h"
#include "scanner/rule_guard.h"

#include <string.h>

enum {
	LINE_BYTES = 200,
	VALUE_RECORDS = 20, /* as much as a value that a parameter is given takes */
};

/* What is compared is a name that the file gives one text once and for all. */
static bool is_fixed(struct python_matching *p, str operand)
{
	uint32_t name = python_name_find(p->file, str_trim(operand)), binding;
	str line;

	binding = python_next_binding(p, name, PYTHON_NONE);
	if (binding == PYTHON_NONE || python_next_binding(p, name, binding) != PYTHON_NONE)
		return false;
	line = str_slice(p->file->text, p->file->bindings.at[binding].at,
	        p->file->bindings.at[binding].at + LINE_BYTES);
	line = str_from_at(line, python_name(p->file, name).len);
	return str_starts(line, S(" = \"")) || str_starts(line, S(" = '"));
}

/* "apex", OptimizerNames.ADAMW_APEX_FUSED: one of several that somebody may choose. */
static bool is_constant(str word)
{
	str last = str_last_part(word, '.');

	if (word.len && strchr("'\"", word.ptr[word.len - 1]))
		return true;
	for (size_t i = 0; i < last.len; i++)
		if (!(last.ptr[i] >= 'A' && last.ptr[i] <= 'Z') && last.ptr[i] != '_' &&
		        !(last.ptr[i] >= '0' && last.ptr[i] <= '9'))
			return false;
	return last.len && last.len < word.len;
}

/* The default of a parameter as written, "" when it has none. */
static str default_written(struct python_matching *p, uint32_t binding)
{
	const struct python_file *file = p->file;
	uint32_t t, from = 0;

	if (!python_keep_tokens(p->file))
		return STR_NONE;
	t = python_token_at(file, file->bindings.at[binding].at) + 1;
	for (; python_may_look(p, 1); t = python_token_behind(file, t)) {
		uint8_t kind = file->tokens[t].kind;

		if (kind == TOKEN_EQUAL)
			from = file->tokens[t].end;
		if (kind == TOKEN_COMMA || kind == TOKEN_RPAR || kind == TOKEN_END)
			break;
	}
	return from ? str_trim(str_slice(file->text, from, file->tokens[t].at)) : STR_NONE;
}

static bool is_same_value(str a, str b)
{
	uint32_t end;
	str one = literal_at(a, 0, &end), other = literal_at(b, 0, &end);

	return one.ptr && other.ptr ? str_eq(one, other) : str_eq(a, b);
}

/* The parameter that is compared, where its default is what it is compared with: mode == "flash" in
 * a def with mode="flash". */
static uint32_t compared_default(struct python_matching *p, str operand, str value)
{
	const struct python_file *file = p->file;
	uint32_t at = (uint32_t)(operand.ptr - file->text.ptr), i, binding;
	const struct python_chain *chain;

	i = python_name_chain_from(p, at);
	if (i == p->name_chains.len || !python_may_look(p, VALUE_RECORDS))
		return PYTHON_NONE;
	chain = &file->chains.at[p->name_chains.at[i]];
	if (chain->at != at || chain->name_count)
		return PYTHON_NONE;
	binding = only_binding(p, chain->root, chain->scope);
	return binding != PYTHON_NONE && file->bindings.at[binding].kind == PYTHON_BIND_PARAMETER &&
	                       is_same_value(default_written(p, binding), value)
	               ? binding
	               : PYTHON_NONE;
}

/* Adam8bit, Linear4bit: an object of such a class is there where somebody asked for few bits. */
static bool is_class_of_package(str name, const struct guard_subject *subject)
{
	return str_eq(subject->word, S("bitsandbytes")) &&
	       (str_has(name, S("8bit")) || str_has(name, S("4bit")));
}

str choice_test(str test, const struct guard_subject *subject, bool *negated, uint32_t *by_default)
{
	bool may_choose = !str_eq(subject->word, S("cuda")) && subject->width != WIDTH_TORCH_XLA;

	*by_default = PYTHON_NONE;
	for (size_t at = 0; at + 4 < test.len && may_choose; at++) {
		size_t from, end;
		str other, value, operand;
		bool of_class;

		if ((test.ptr[at] != '=' && test.ptr[at] != '!') || test.ptr[at + 1] != '=')
			continue;
		other = compared_with(test, at + 2, &end);
		value = str_trim(str_slice(test, at + 2, end));
		of_class = is_class_of_package(other, subject);
		if ((!of_class && !names_package(other, subject)) || !is_constant(value)) {
			at++;
			continue;
		}
		from = operand_start(test, at);
		operand = str_slice(test, from, at);
		if (of_class && !str_ends(str_trim(operand), S(".__name__")))
			return STR_NONE;
		*negated = (test.ptr[at] == '!') != stands_behind_not(test, from);
		if (str_has(test, *negated ? S(" and ") : S(" or ")) ||
		        (!of_class && str_has(test, S("__name__"))) || is_in_not(test, operand) ||
		        is_fixed(subject->p, operand))
			return STR_NONE;
		*by_default = compared_default(subject->p, operand, value);
		return str_slice(test, from, end);
	}
	return STR_NONE;
}
