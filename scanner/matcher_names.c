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

/* name-passed: register(torch.cuda.empty_cache), {"gpu": torch.cuda.synchronize}, a default, an
 * attribute, a choice, what a function gives back: a function that is called elsewhere, a module.
 * What stands under a key that says cuda is meant for CUDA. */

/* In front of a bracket: what only asks about what it is given, or puts something in its place. */
static bool is_asking(str name)
{
	static const char *const asking[] = {"isinstance", "issubclass", "hasattr", "getattr",
	        "except", "partial", "setattr", "delattr", "object", "patch", "dir", "vars",
	        "reload", "getmembers", "print", "type", "id", "register_kl", "add_docstr", NULL};

	return str_is_one_of(name, asking);
}

/* The bracket around a token that something is given in: of a call, a list, a tuple that a loop
 * runs over, a dict. */
static bool is_given_in(struct python_matching *p, uint32_t open, uint32_t token)
{
	const struct token *t = &p->file->tokens[open], *before = &p->file->tokens[token - 1];

	if (t->kind == TOKEN_LPAR && open > 3 && t[-1].kind == TOKEN_IN)
		return t[-2].kind == TOKEN_NAME && t[-3].kind == TOKEN_FOR;
	if (t->kind == TOKEN_LPAR)
		return open > 1 && t[-1].kind == TOKEN_NAME &&
		       !is_asking(python_name(p->file, t[-1].value));
	if (t->kind == TOKEN_LSQB)
		return open < 2 || (t[-1].kind != TOKEN_NAME && t[-1].kind != TOKEN_RSQB);
	if (before->kind != TOKEN_COLON || before[-1].kind != TOKEN_STRING)
		return false;
	return !has_small(str_slice(p->file->text, before[-1].at, before[-1].end), "cuda");
}

/* NAME = VALUE in the body of a class; one that says cuda by its name is meant for CUDA. */
static bool is_in_class(const struct python_file *file, uint32_t scope)
{
	return file->scopes.at[scope].kind == PYTHON_CLASS &&
	       !has_small(python_name(file, file->scopes.at[scope].name), "cuda");
}

/* Outside of brackets: given back, kept in an attribute or a class, chosen among several. A name
 * that is given it as it is is followed to where it is used, and may give it back to its place:
 * torch.cuda.Event = before. */
static bool is_kept(const struct python_matching *p, const struct statement *s,
        const struct python_chain *chain, bool choice)
{
	const struct token *t = &p->file->tokens[python_token_at(p->file, chain->at)];
	uint8_t next = p->file->tokens[python_token_at(p->file, chain->end)].kind;

	if (!chain->name_count || (next != TOKEN_NEWLINE && next != TOKEN_SEMI && next != TOKEN_IF))
		return false;
	if (s->kind == STATEMENT_RETURN)
		return choice || t[-1].kind == TOKEN_RETURN;
	if (s->kind != STATEMENT_SIMPLE || (t[-1].kind != TOKEN_EQUAL && t[-1].kind != TOKEN_ELSE))
		return false;
	return choice || is_in_class(p->file, chain->scope) ||
	       (t[-2].kind == TOKEN_NAME && t[-3].kind == TOKEN_DOT);
}

/* *choice: it is one side of a conditional expression. */
static bool is_passed(struct python_matching *p, const struct python_chain *chain, bool *choice)
{
	uint32_t token = python_token_at(p->file, chain->at), open = bracket_around(p, token);
	uint8_t next = p->file->tokens[python_token_at(p->file, chain->end)].kind;
	const struct statement *s = statement_at(p, chain->at);

	if (!s || s->kind == STATEMENT_EXCEPT || s->kind == STATEMENT_CLASS)
		return false;
	*choice = next == TOKEN_IF || p->file->tokens[token - 1].kind == TOKEN_ELSE;
	if (!open)
		return token > 3 && is_kept(p, s, chain, *choice);
	return (next == TOKEN_COMMA || next == TOKEN_RPAR || next == TOKEN_RBRACE ||
	               next == TOKEN_RSQB) &&
	       is_given_in(p, open, token);
}

/* What was told last is the one side of a conditional expression of which the chain is the other:
 * neither is better. */
static bool is_other_side(struct python_matching *p, const struct raw *last, uint32_t rule,
        const struct python_chain *chain)
{
	uint32_t from = python_token_at(p->file, last->end), elses = 0;
	uint32_t to = python_token_at(p->file, chain->at);

	if (last->rule != rule || !last->choice || from >= to ||
	        p->file->tokens[from].kind != TOKEN_IF ||
	        p->file->tokens[python_token_at(p->file, chain->end)].kind == TOKEN_IF)
		return false;
	for (uint32_t i = from; i < to; i++) {
		if (p->file->tokens[i].kind == TOKEN_NEWLINE || !python_may_look(p, 1))
			return false;
		elses += p->file->tokens[i].kind == TOKEN_ELSE;
	}
	return elses == 1 && p->file->tokens[to - 1].kind == TOKEN_ELSE;
}

void match_name_passed(struct python_matching *p, const struct item_row *item)
{
	const bool *wanted = option_paths(p, item, "name");

	if (!wanted || !python_keep_tokens(p->file))
		return;
	for (uint32_t i = 0; i < p->file->attrs.len; i++) {
		const struct python_chain *chain = &p->file->chains.at[p->file->attrs.at[i]];
		uint32_t count, before = p->raw.len;
		const uint32_t *targets = python_chain_targets(p->file, chain, &count);
		bool choice;

		if (!count || !wanted[targets[0]] ||
		        chain->flags & (PYTHON_ANNOTATION | PYTHON_DECORATOR) ||
		        !is_passed(p, chain, &choice))
			continue;
		if (before && is_other_side(p, &p->raw.at[before - 1], item->rule, chain))
			p->raw.at[before - 1].choice = choice = false;
		add_name(p, item, chain, targets[0])->choice = choice;
	}
}
