/* What lexer.c and lexer_literal.c share. Not for others. */
#ifndef SCANNER_PYTHON_LEXER_INTERNAL_H
#define SCANNER_PYTHON_LEXER_INTERNAL_H

#include "scanner/python/lexer.h"

/* A token from `from` up to `to`; the pointer is good until the next one. */
struct token *lexer_put(
        struct lexer *lexer, enum token_kind kind, const char *from, const char *to);
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
