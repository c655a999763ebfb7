/* What lexer.c and lexer_literal.c share. Not for others. */
#ifndef SCANNER_PYTHON_LEXER_INTERNAL_H
#define SCANNER_PYTHON_LEXER_INTERNAL_H

#include "scanner/python/lexer.h"

static inline uint32_t lexer_offset(const struct lexer *lexer, const char *at)
{
	return (uint32_t)(at - lexer->start);
}

/* A token from `from` up to `to`; the pointer is good until the next one. */
static inline struct token *lexer_put(
        struct lexer *lexer, enum token_kind kind, const char *from, const char *to)
{
	struct token *t;

	if (lexer->tokens.len + 1 >= lexer->tokens.cap)
		VEC_EXPECT(lexer->arena, &lexer->tokens, 2);
	t = &lexer->tokens.at[lexer->tokens.len++];
	*t = (struct token){
	        lexer_offset(lexer, from), lexer_offset(lexer, to), 0, (uint8_t)kind, 0};
	return t;
}
/* An error at `at`; reading goes on with the next line. */
void lexer_fail(struct lexer *lexer, const char *at, const char *what);
/* An opening bracket or field. False: too deep, reported. */
bool lexer_open(struct lexer *lexer, const char *s, bool field);
/* A string whose prefix has `prefix` bytes at `s`. False: no prefix, nothing was read. */
bool lexer_string(struct lexer *lexer, const char *s, size_t prefix);
/* The text of an f-string up to its next field or its end. */
void lexer_middle(struct lexer *lexer);
void lexer_number(struct lexer *lexer, const char *s);

#endif
