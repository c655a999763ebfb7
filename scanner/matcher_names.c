/* Names of PyTorch that stand where something else takes them: as an entry of a table, a default,
 * an argument. Read from the tokens around them, since the records hold nothing of displays. */
#include "scanner/matcher_named.h"

#include "scanner/python/lexer.h"

static struct raw *add_name(struct python_matching *p, const struct item_row *item,
        const struct python_chain *chain, uint32_t path)
{
	struct raw *raw = named_add(p, item, chain->at, chain->end);

	raw->flags = chain->flags;
	raw->scope = chain->scope;
	raw->matched = raw->detail = python_path(p->file, path);
	return raw;
}

/* name-given: {"fp8": torch.float8_e4m3fn}, dtype: torch.dtype = torch.float8_e4m3fn in a class or
 * as a default. A long table is a list of all that there is. */

enum { CATALOGUE_LEAST = 9 };

/* The bracket that is open at a token; 0: none. */
static uint32_t bracket_around(struct python_matching *p, uint32_t token)
{
	for (uint32_t i = token - 1; i && python_may_look(p, 1); i--) {
		uint8_t kind = p->file->tokens[i].kind;

		if (kind == TOKEN_RPAR || kind == TOKEN_RSQB || kind == TOKEN_RBRACE)
			i = p->file->tokens[i].value < i ? p->file->tokens[i].value : i;
		else if (kind == TOKEN_LPAR || kind == TOKEN_LSQB || kind == TOKEN_LBRACE)
			return i;
		else if (kind == TOKEN_NEWLINE)
			return 0;
	}
	return 0;
}

/* The entries of the dict whose value begins at a token; 0: it is none. */
static uint32_t entries_around(struct python_matching *p, uint32_t token)
{
	uint32_t open, count = 1;

	if (!token || p->file->tokens[token - 1].kind != TOKEN_COLON)
		return 0;
	open = bracket_around(p, token);
	if (!open || p->file->tokens[open].kind != TOKEN_LBRACE)
		return 0;
	for (uint32_t i = open + 1; i < p->file->tokens[open].value && count < CATALOGUE_LEAST;
	        count++)
		i = python_token_find(p->file, i, p->file->tokens[open].value, TOKEN_COMMA) + 1;
	return count - 1;
}

/* NAME = or NAME: T = before a token, in the body of a class or among parameters. */
static bool is_default_value(
        struct python_matching *p, const struct python_chain *chain, uint32_t token)
{
	if (p->file->tokens[token - 1].kind != TOKEN_EQUAL)
		return false;
	return chain->flags & PYTHON_DEFAULT ||
	       p->file->scopes.at[chain->scope].kind == PYTHON_CLASS;
}

void match_name_given(struct python_matching *p, const struct item_row *item)
{
	const bool *wanted = option_paths(p, item, "name");

	if (!wanted || !python_keep_tokens(p->file))
		return;
	for (uint32_t i = 0; i < p->file->attrs.len; i++) {
		const struct python_chain *chain = &p->file->chains.at[p->file->attrs.at[i]];
		uint32_t count, token, entries;
		const uint32_t *targets = python_chain_targets(p->file, chain, &count);

		if (!count || !wanted[targets[0]] || chain->flags & PYTHON_ANNOTATION)
			continue;
		token = python_token_at(p->file, chain->at);
		entries = entries_around(p, token);
		if (entries ? entries >= CATALOGUE_LEAST - 1 : !is_default_value(p, chain, token))
			continue;
		add_name(p, item, chain, targets[0])->choice = true;
	}
}

/* name-passed: register(torch.cuda.empty_cache), {"gpu": torch.cuda.synchronize}, a default: a
 * function that is called elsewhere. What stands under a key that says cuda is meant for CUDA. */

/* The bracket around a token that something is given in: of a call, a list, a dict. */
static bool is_given_in(struct python_matching *p, uint32_t open, uint32_t token)
{
	static const char *const asking[] = {
	        "isinstance", "issubclass", "hasattr", "getattr", "except", "partial", NULL};
	const struct token *t = &p->file->tokens[open], *before = &p->file->tokens[token - 1];

	if (t->kind == TOKEN_LPAR)
		return open > 1 && t[-1].kind == TOKEN_NAME &&
		       !str_is_one_of(python_name(p->file, t[-1].value), asking);
	if (t->kind == TOKEN_LSQB)
		return open < 2 || (t[-1].kind != TOKEN_NAME && t[-1].kind != TOKEN_RSQB);
	if (before->kind != TOKEN_COLON || before[-1].kind != TOKEN_STRING)
		return false;
	return !has_small(str_slice(p->file->text, before[-1].at, before[-1].end), "cuda");
}

void match_name_passed(struct python_matching *p, const struct item_row *item)
{
	const bool *wanted = option_paths(p, item, "name");

	if (!wanted || !python_keep_tokens(p->file))
		return;
	for (uint32_t i = 0; i < p->file->attrs.len; i++) {
		const struct python_chain *chain = &p->file->chains.at[p->file->attrs.at[i]];
		uint32_t count, token, open;
		const uint32_t *targets = python_chain_targets(p->file, chain, &count);
		const struct statement *s;
		uint8_t next;

		if (!count || !wanted[targets[0]] ||
		        chain->flags & (PYTHON_ANNOTATION | PYTHON_DECORATOR))
			continue;
		token = python_token_at(p->file, chain->at);
		next = p->file->tokens[python_token_at(p->file, chain->end)].kind;
		s = statement_at(p, chain->at);
		open = bracket_around(p, token);
		if (!open || !s || s->kind == STATEMENT_EXCEPT || s->kind == STATEMENT_CLASS ||
		        (next != TOKEN_COMMA && next != TOKEN_RPAR && next != TOKEN_RBRACE &&
		                next != TOKEN_RSQB) ||
		        !is_given_in(p, open, token))
			continue;
		add_name(p, item, chain, targets[0]);
	}
}
