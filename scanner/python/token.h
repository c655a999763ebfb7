/* The tokens of Python 3.8 to 3.14, f-strings taken apart as since 3.12. */
#ifndef SCANNER_PYTHON_TOKEN_H
#define SCANNER_PYTHON_TOKEN_H

#include "scanner/python/names.h"

/* clang-format off */
/* Kind and how Python's `tokenize` calls it (a keyword is a NAME there). */
#define PYTHON_TOKENS(X) \
	X(NONE, "") X(END, "ENDMARKER") X(NEWLINE, "NEWLINE") X(INDENT, "INDENT") \
	X(DEDENT, "DEDENT") X(ERROR, "ERRORTOKEN") X(COMMENT, "COMMENT") X(NL, "NL") \
	X(NAME, "NAME") X(NUMBER, "NUMBER") X(STRING, "STRING") \
	X(FSTRING_START, "FSTRING_START") X(FSTRING_MIDDLE, "FSTRING_MIDDLE") \
	X(FSTRING_END, "FSTRING_END")

#define PYTHON_OPERATORS(X) \
	X(LPAR, "LPAR") X(LSQB, "LSQB") X(LBRACE, "LBRACE") X(RPAR, "RPAR") \
	X(RSQB, "RSQB") X(RBRACE, "RBRACE") X(DOT, "DOT") X(ELLIPSIS, "ELLIPSIS") \
	X(COMMA, "COMMA") X(COLON, "COLON") X(COLONEQUAL, "COLONEQUAL") X(SEMI, "SEMI") \
	X(AT, "AT") X(RARROW, "RARROW") X(EXCLAMATION, "EXCLAMATION") X(EQUAL, "EQUAL") \
	X(PLUS, "PLUS") X(MINUS, "MINUS") X(STAR, "STAR") X(DOUBLESTAR, "DOUBLESTAR") \
	X(SLASH, "SLASH") X(DOUBLESLASH, "DOUBLESLASH") X(PERCENT, "PERCENT") \
	X(AMPER, "AMPER") X(VBAR, "VBAR") X(CIRCUMFLEX, "CIRCUMFLEX") X(TILDE, "TILDE") \
	X(LEFTSHIFT, "LEFTSHIFT") X(RIGHTSHIFT, "RIGHTSHIFT") X(LESS, "LESS") \
	X(GREATER, "GREATER") X(LESSEQUAL, "LESSEQUAL") X(GREATEREQUAL, "GREATEREQUAL") \
	X(EQEQUAL, "EQEQUAL") X(NOTEQUAL, "NOTEQUAL") X(OLD_NOTEQUAL, "NOTEQUAL") \
	X(PLUSEQUAL, "PLUSEQUAL") X(MINEQUAL, "MINEQUAL") X(STAREQUAL, "STAREQUAL") \
	X(SLASHEQUAL, "SLASHEQUAL") X(PERCENTEQUAL, "PERCENTEQUAL") \
	X(AMPEREQUAL, "AMPEREQUAL") X(VBAREQUAL, "VBAREQUAL") \
	X(CIRCUMFLEXEQUAL, "CIRCUMFLEXEQUAL") X(LEFTSHIFTEQUAL, "LEFTSHIFTEQUAL") \
	X(RIGHTSHIFTEQUAL, "RIGHTSHIFTEQUAL") X(DOUBLESTAREQUAL, "DOUBLESTAREQUAL") \
	X(DOUBLESLASHEQUAL, "DOUBLESLASHEQUAL") X(ATEQUAL, "ATEQUAL")

enum token_kind {
#define X(id, word) TOKEN_##id,
	PYTHON_TOKENS(X) PYTHON_OPERATORS(X)
#undef X
	TOKEN_BEFORE_KEYWORDS,
	/* One for each keyword, in the order of its number: TOKEN_BEFORE_KEYWORDS + NAME_… */
#define X(id, word) TOKEN_##id,
	PYTHON_KEYWORDS(X)
#undef X
	TOKEN_KINDS,
};
/* clang-format on */

enum token_flag {
	TOKEN_COMPREHENSION = 1, /* of an opening bracket: a `for` stands directly in it */
	TOKEN_HAS_AS = 2,        /* likewise: an `as` */
	TOKEN_ESCAPED = 1,       /* of a string or a middle: it holds a backslash */
	TOKEN_RAW = 2,
	TOKEN_BYTES = 4,
	TOKEN_TEMPLATE = 8, /* t"..." */
	TOKEN_TRIPLE = 16,
};

struct token {
	uint32_t at, end; /* bytes in the decoded source */
	/* NAME and keywords: number of the name. Brackets: index of the other one among the tokens
	 * at hand. STRING, FSTRING_START: bytes before the text. */
	uint32_t value;
	uint8_t kind;
	uint8_t flags;
};

/* A string that is a whole statement says nothing: it is documentation. The tokens around it have
 * to be there. */
static inline bool token_is_documentation(const struct token *t)
{
	uint8_t before = t[-1].kind;

	return (before == TOKEN_NEWLINE || before == TOKEN_INDENT || before == TOKEN_DEDENT ||
	               before == TOKEN_NONE) &&
	       t[1].kind == TOKEN_NEWLINE;
}

#endif
