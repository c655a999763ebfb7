/* Whether an argument is one text and no list of several: what is padded to the longest of one text
 * is not padded at all. */
#include "scanner/matcher_named.h"

#include "scanner/python/lexer.h"

#include <string.h>

/* A parameter that is said to be a text, and is given no other value. */
static bool is_text_parameter(struct python_matching *p, const struct python_arg *arg)
{
	const struct python_file *file = p->file;
	const struct python_chain *chain = &file->chains.at[arg->ref];
	bool text = false;

	if (chain->name_count || chain->root_kind != PYTHON_ROOT_NAME)
		return false;
	for (uint32_t i = python_next_binding(p, chain->root, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, chain->root, i)) {
		const struct python_binding *b = &file->bindings.at[i];
		uint32_t end = b->at + (uint32_t)python_name(file, chain->root).len;

		if (b->scope != chain->scope)
			continue;
		if (!python_may_look(p, 1) || b->kind != PYTHON_BIND_PARAMETER ||
		        !str_starts(str_from_at(file->text, end), S(": str")) ||
		        !strchr(",)\n =", file->text.ptr[end + 5]))
			return false;
		text = !str_starts(str_trim(str_slice(file->text, end + 5, end + 16)), S("|"));
	}
	return text;
}

/* [text], "{}".format(x), "a" + x */
static bool is_one_text_written(struct python_matching *p, const struct python_arg *arg)
{
	const struct token *tokens;
	uint32_t from, close, end;

	if (!python_keep_tokens(p->file))
		return false;
	tokens = p->file->tokens;
	from = python_token_at(p->file, arg->at);
	end = from;
	while (tokens[end].end < arg->end && python_may_look(p, 1))
		end = python_token_behind(p->file, end);
	close = tokens[from].value;
	if (tokens[from].kind == TOKEN_LSQB)
		return close > from + 1 && tokens[close].end == arg->end &&
		       !(tokens[from].flags & TOKEN_COMPREHENSION) &&
		       tokens[from + 1].kind != TOKEN_STAR &&
		       python_token_find(p->file, from + 1, close, TOKEN_COMMA) == close;
	if (tokens[from].kind != TOKEN_STRING ||
	        python_token_find(p->file, from, end, TOKEN_IF) < end)
		return false;
	return tokens[from + 1].kind == TOKEN_PLUS ||
	       (tokens[from + 1].kind == TOKEN_DOT &&
	               !str_has(python_name(p->file, tokens[from + 2].value), S("split")));
}

bool argument_is_one_text(struct python_matching *p, const struct python_arg *arg)
{
	if (arg->kind == PYTHON_VALUE_STR || arg->kind == PYTHON_VALUE_FSTR)
		return true;
	if (arg->kind == PYTHON_VALUE_CHAIN)
		return argument_constant(p, arg).ptr || is_text_parameter(p, arg);
	return (arg->kind == PYTHON_VALUE_EXPR || arg->kind == PYTHON_VALUE_CALL) &&
	       is_one_text_written(p, arg);
}
