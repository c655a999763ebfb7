/* Statements, and how reading goes on behind one that is no Python: with the next line. If the line
 * was the head of a block, the block is read as if it stood outside, so that what is in it is not
 * lost. */
#include "scanner/python/parser.h"

static bool optional_list(struct parser *p)
{
	struct value v;

	if (p->t->kind == TOKEN_NEWLINE || p->t->kind == TOKEN_SEMI)
		return true;
	return parse_list(p, &v);
}

static bool delete_statement(struct parser *p)
{
	p->t++;
	return parse_target_list(p, TARGET_DELETE);
}

static bool raise_statement(struct parser *p)
{
	struct value v;

	p->t++;
	if (p->t->kind == TOKEN_NEWLINE || p->t->kind == TOKEN_SEMI)
		return true;
	if (!parse_expression(p, &v))
		return false;
	if (p->t->kind != TOKEN_FROM)
		return true;
	p->t++;
	return parse_expression(p, &v);
}

static bool assert_statement(struct parser *p)
{
	const struct token *test = ++p->t;
	struct value v;

	if (!parse_expression(p, &v))
		return false;
	guard_test(p, test, p->t);
	if (p->t->kind != TOKEN_COMMA)
		return true;
	p->t++;
	return parse_expression(p, &v);
}

static bool declaration(struct parser *p)
{
	bool global = p->t->kind == TOKEN_GLOBAL;

	do {
		p->t++;
		if (p->t->kind != TOKEN_NAME)
			return parser_fail(p, "expected a name");
		*PUSH(p->arena, &p->declarations) =
		        (struct declaration){p->t->value, p->scope, global};
		p->t++;
	} while (p->t->kind == TOKEN_COMMA);
	return true;
}

/* `type` is a name like others unless a name and then '=' or '[' follow. */
static bool is_type_alias(const struct parser *p)
{
	return p->t->kind == TOKEN_NAME && p->t->value == NAME_TYPE && p->t[1].kind == TOKEN_NAME &&
	       (p->t[2].kind == TOKEN_EQUAL || p->t[2].kind == TOKEN_LSQB);
}

static bool simple_statement(struct parser *p)
{
	switch (p->t->kind) {
	case TOKEN_IMPORT: return parse_import(p);
	case TOKEN_FROM: return parse_from(p);
	case TOKEN_RETURN: p->t++; return optional_list(p);
	case TOKEN_DEL: return delete_statement(p);
	case TOKEN_RAISE: return raise_statement(p);
	case TOKEN_ASSERT: return assert_statement(p);
	case TOKEN_GLOBAL:
	case TOKEN_NONLOCAL: return declaration(p);
	case TOKEN_PASS:
	case TOKEN_BREAK:
	case TOKEN_CONTINUE: p->t++; return true;
	default: return is_type_alias(p) ? parse_type_alias(p) : parse_expression_statement(p);
	}
}

/* Simple statements up to the end of the line. */
static bool simple_statements(struct parser *p)
{
	for (;;) {
		if (!simple_statement(p))
			return false;
		if (p->t->kind == TOKEN_NEWLINE)
			break;
		if (p->t->kind != TOKEN_SEMI)
			return parser_fail(p, "expected the end of the statement");
		p->t++;
		if (p->t->kind == TOKEN_NEWLINE)
			break;
	}
	parser_next_line(p);
	return true;
}

static bool async_statement(struct parser *p)
{
	p->t++;
	switch (p->t->kind) {
	case TOKEN_DEF: return parse_def(p, p->file->decorators.len, true);
	case TOKEN_WITH: return parse_with(p);
	case TOKEN_FOR: return parse_for(p);
	default: return parser_fail(p, "expected 'def', 'with' or 'for' behind 'async'");
	}
}

static bool statement(struct parser *p)
{
	switch (p->t->kind) {
	case TOKEN_IF: return parse_if(p);
	case TOKEN_WHILE: return parse_while(p);
	case TOKEN_FOR: return parse_for(p);
	case TOKEN_TRY: return parse_try(p);
	case TOKEN_WITH: return parse_with(p);
	case TOKEN_DEF: return parse_def(p, p->file->decorators.len, false);
	case TOKEN_CLASS: return parse_class(p, p->file->decorators.len);
	case TOKEN_ASYNC: return async_statement(p);
	case TOKEN_AT: return parse_decorated(p);
	case TOKEN_INDENT:
		p->failed_indent |= !p->failed;
		return parser_fail(p, "unexpected indentation");
	case TOKEN_NAME:
		if (p->t->value == NAME_MATCH && is_match_statement(p))
			return parse_match(p);
		return simple_statements(p);
	default: return simple_statements(p);
	}
}

/* Calls that were cut off end where reading stopped. */
static void close_calls(struct parser *p, uint32_t first)
{
	for (uint32_t i = first; i < p->file->calls.len; i++)
		if (!p->file->calls.at[i].end)
			p->file->calls.at[i].end = p->t->at;
}

/* Everything as it was before the statement that failed; then the next line, and the block below.
 */
void parser_recover(struct parser *p, struct parser_place place, uint32_t calls, uint32_t guards)
{
	uint32_t depth = 0;

	parser_return(p, place);
	p->depth = 0;
	p->capture = false;
	p->arguments.len = 0;
	close_calls(p, calls);
	guard_end(p, guards, p->t->at);
	while (p->t->kind != TOKEN_NEWLINE && p->t->kind != TOKEN_END && p->t->kind != TOKEN_INDENT)
		p->t++;
	if (p->t->kind == TOKEN_NEWLINE)
		parser_next_line(p);
	while (p->t->kind == TOKEN_INDENT && depth < LEXER_INDENTS) {
		p->t++;
		depth++;
	}
	while (depth && p->t->kind != TOKEN_END) {
		if (p->t->kind == TOKEN_DEDENT) {
			p->t++;
			depth--;
		} else {
			parse_statement(p);
		}
	}
}

void parse_statement(struct parser *p)
{
	struct parser_place place = parser_place(p);
	uint32_t calls = p->file->calls.len, guards = p->guards.len;

	if (!statement(p))
		parser_recover(p, place, calls, guards);
}

bool parse_block(struct parser *p)
{
	if (!parser_expect(p, TOKEN_COLON, "expected ':'"))
		return false;
	if (p->t->kind != TOKEN_NEWLINE)
		return simple_statements(p);
	parser_next_line(p);
	if (p->t->kind != TOKEN_INDENT)
		return parser_fail(p, "expected an indented block");
	p->t++;
	while (p->t->kind != TOKEN_DEDENT && p->t->kind != TOKEN_END)
		parse_statement(p);
	p->t += p->t->kind == TOKEN_DEDENT;
	return true;
}
