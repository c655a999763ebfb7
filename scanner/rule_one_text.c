/* Whether an argument is one text and no list of several: what is padded to the longest of one text
 * is not padded at all. What a loop goes over is several texts where an annotation or literals say
 * so: it may go over batches as well, and then each turn pads one. */
#include "scanner/matcher_named.h"

#include "scanner/python/lexer.h"

#include <string.h>

static bool annotation_ends(const struct token *t)
{
	return t->kind == TOKEN_COMMA || t->kind == TOKEN_RPAR || t->kind == TOKEN_EQUAL;
}

/* At the colon of an annotation: List[str], typing.Sequence[str], Tuple[str, ...]. */
static bool is_said_to_be_texts(const struct python_file *file, const struct token *t)
{
	static const char *const names[] = {"list", "List", "tuple", "Tuple", "set", "Set",
	        "Sequence", "Iterable", "Iterator", "Collection", NULL};

	if (t->kind != TOKEN_COLON)
		return false;
	while (t[1].kind == TOKEN_NAME && t[2].kind == TOKEN_DOT)
		t += 2;
	if (t[1].kind != TOKEN_NAME || !str_is_one_of(python_name(file, t[1].value), names) ||
	        t[2].kind != TOKEN_LSQB || t[3].kind != TOKEN_NAME ||
	        !str_eq(python_name(file, t[3].value), S("str")))
		return false;
	t += t[4].kind == TOKEN_COMMA && t[5].kind == TOKEN_ELLIPSIS ? 6 : 4;
	return t->kind == TOKEN_RSQB && annotation_ends(t + 1);
}

/* At the name of a statement: NAME = ["a", "b"], and nothing but literals. */
static bool is_given_literals(struct python_matching *p, const struct token *t)
{
	if (t[1].kind != TOKEN_EQUAL || t[2].kind != TOKEN_LSQB || t[3].kind != TOKEN_STRING)
		return false;
	for (t += 3; t->kind == TOKEN_STRING || t->kind == TOKEN_COMMA; t++)
		if ((t->flags & TOKEN_BYTES && t->kind == TOKEN_STRING) || !python_may_look(p, 1))
			return false;
	return t->kind == TOKEN_RSQB && t[1].kind == TOKEN_NEWLINE;
}

/* A name, as it is read in a scope, that stands for several texts whatever gives it a value. */
static bool is_several_texts(struct python_matching *p, uint32_t name, uint32_t scope)
{
	const struct python_file *file = p->file;

	for (uint32_t s = scope; s != PYTHON_NONE; s = file->scopes.at[s].parent) {
		bool texts = false;

		if (s != scope && file->scopes.at[s].kind == PYTHON_CLASS)
			continue;
		for (uint32_t i = python_next_binding(p, name, PYTHON_NONE); i != PYTHON_NONE;
		        i = python_next_binding(p, name, i)) {
			const struct python_binding *b = &file->bindings.at[i];
			const struct token *t = &file->tokens[python_token_at(file, b->at)];

			if (b->scope != s)
				continue;
			if (b->kind == PYTHON_BIND_PARAMETER
			                ? t[-1].kind == TOKEN_STAR ||
			                          !is_said_to_be_texts(file, t + 1)
			                : !is_given_literals(p, t))
				return false;
			texts = true;
		}
		if (texts || !python_may_look(p, 1))
			return texts;
	}
	return false;
}

/* for NAME in TEXTS: as a statement, in a comprehension. */
static bool is_each_of_texts(struct python_matching *p, const struct python_binding *b)
{
	const struct python_file *file = p->file;
	const struct token *t = &file->tokens[python_token_at(file, b->at)];
	uint32_t scope = b->scope;

	if (t[-1].kind != TOKEN_FOR || t[1].kind != TOKEN_IN || t[2].kind != TOKEN_NAME ||
	        (t[3].kind != TOKEN_COLON && t[3].kind != TOKEN_RSQB && t[3].kind != TOKEN_RPAR &&
	                t[3].kind != TOKEN_RBRACE && t[3].kind != TOKEN_IF))
		return false;
	return is_several_texts(p, t[2].value, scope);
}

/* A name that is a text whatever gives it a value: a parameter that is said to be one, each of
 * several. */
static bool is_text_name(struct python_matching *p, const struct python_arg *arg)
{
	const struct python_file *file = p->file;
	const struct python_chain *chain = &file->chains.at[arg->ref];
	bool text = false;

	if (chain->name_count || chain->root_kind != PYTHON_ROOT_NAME ||
	        !python_keep_tokens(p->file))
		return false;
	for (uint32_t i = python_next_binding(p, chain->root, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, chain->root, i)) {
		const struct python_binding *b = &file->bindings.at[i];
		const struct token *t;

		if (b->scope != chain->scope)
			continue;
		t = &file->tokens[python_token_at(file, b->at)];
		text = b->kind == PYTHON_BIND_PARAMETER
		               ? t[-1].kind != TOKEN_STAR && t[1].kind == TOKEN_COLON &&
		                         t[2].kind == TOKEN_NAME &&
		                         str_eq(python_name(file, t[2].value), S("str")) &&
		                         annotation_ends(t + 3)
		               : is_each_of_texts(p, b);
		if (!text || !python_may_look(p, 1))
			return false;
	}
	return text;
}

/* [text], "{}".format(x), "a" + x, str(x) */
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
	if (tokens[from].kind == TOKEN_NAME && tokens[from + 1].kind == TOKEN_LPAR)
		return str_eq(python_name(p->file, tokens[from].value), S("str")) &&
		       python_token_behind(p->file, from + 1) == end;
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
		return argument_constant(p, arg).ptr || is_text_name(p, arg);
	return (arg->kind == PYTHON_VALUE_EXPR || arg->kind == PYTHON_VALUE_CALL) &&
	       is_one_text_written(p, arg);
}
