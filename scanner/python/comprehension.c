/* Comprehensions. The lexer has marked the bracket, so that the scope is open before its element is
 * read; only the first iterable belongs to the scope around. */
#include "scanner/python/parser.h"

void comprehension_open(struct parser *p, struct comprehension *c)
{
	p->capture = false;
	c->outer = p->scope;
	c->scope = parser_open_scope(p, PYTHON_COMPREHENSION, p->scope, 0, p->t->at);
	c->loops = p->loops;
	p->scope = c->scope;
	parser_enter_loop(p);
}

/* for TARGETS in ITERABLE, and the ifs behind it. */
static bool clause(struct parser *p, struct comprehension *c, bool first)
{
	uint8_t loops = p->loops;
	struct value v;

	p->t += p->t->kind == TOKEN_ASYNC;
	if (!parser_expect(p, TOKEN_FOR, "expected 'for'") || !parse_target_list(p, TARGET_BIND) ||
	        !parser_expect(p, TOKEN_IN, "expected 'in' after the targets of 'for'"))
		return false;
	if (first) {
		p->scope = c->outer;
		p->loops = c->loops;
	}
	if (!parse_operation(p, &v))
		return false;
	p->scope = c->scope;
	p->loops = loops;
	while (p->t->kind == TOKEN_IF) {
		const struct token *test = ++p->t;

		if (!parse_operation(p, &v))
			return false;
		guard_test(p, test, p->t);
	}
	return true;
}

bool comprehension_rest(struct parser *p, struct comprehension *c)
{
	bool first = true;

	do {
		if (!clause(p, c, first))
			return false;
		first = false;
	} while (p->t->kind == TOKEN_FOR ||
	         (p->t->kind == TOKEN_ASYNC && p->t[1].kind == TOKEN_FOR));
	p->scope = c->outer;
	p->loops = c->loops;
	return true;
}
