/* From decoded source to tokens, some logical lines at a time.
 *
 * A batch always ends behind a NEWLINE outside of all brackets (or at the end of the file), so that
 * whoever reads it sees whole statements: an opening bracket knows its closing one and
 * whether it holds a comprehension, before it is read. The next batch overwrites the last one, so
 * memory stays small however long the file is; one statement must fit as a whole.
 *
 * What cannot be a token becomes one ERROR token, and reading goes on with the next line. */
#ifndef SCANNER_PYTHON_LEXER_H
#define SCANNER_PYTHON_LEXER_H

#include "scanner/python/token.h"

enum {
	LEXER_BRACKETS = 200, /* as CPython's MAXLEVEL */
	LEXER_INDENTS = 100,  /* as CPython's MAXINDENT */
	LEXER_FSTRINGS = 150, /* as CPython's MAXFSTRINGLEVEL */
};

/* CPython reads on behind a place that its parser does not understand, and speaks of the first
 * place that is no token instead. Not so for these: */
enum lexer_rank {
	LEXER_FIRST,
	LEXER_LAYOUT,   /* indentation and joined lines: the parser's place comes first */
	LEXER_UNCLOSED, /* a bracket that never closes: only if it is on a line before */
};

struct lexer_bracket {
	uint32_t token; /* index in the batch of the opening one */
	uint32_t at;
	char close;
	bool field, spec; /* opens a field of an f-string; we are in its format specification */
};

struct lexer_fstring {
	char quote;
	uint8_t flags;
	uint32_t depth; /* brackets around it */
	uint32_t at;
};

struct lexer {
	const char *start, *end, *at;
	struct arena *arena;
	struct names *names;
	VEC(struct token) tokens; /* [0] is the last token before the batch */
	struct lexer_bracket brackets[LEXER_BRACKETS];
	struct lexer_fstring fstrings[LEXER_FSTRINGS];
	uint32_t indents[LEXER_INDENTS], alternate[LEXER_INDENTS];
	uint32_t depth, fstring_depth, indent;
	uint32_t token_limit; /* tokens one statement may have */
	uint32_t bound;       /* below it there is room for one more token */
	uint32_t batch;       /* a batch ends with the statement that passes so many */
	bool trivia;          /* give out comments and NL tokens too */
	bool middle;          /* at the text of an f-string */
	bool fresh;           /* at the start of a logical line */
	bool ended;
	const char *error; /* the first one, in words */
	uint32_t error_at;
	uint8_t error_rank; /* enum lexer_rank */
};

/* Sets all of `lexer` but the arrays of what is open, of which nothing is read before it is
 * written. `source` is valid UTF-8 of less than 2 GB with '\n' as its only line end, without NUL,
 * and with BYTES_PAD zero bytes behind it; it must outlive the names. */
void lexer_init(struct lexer *lexer, struct arena *arena, struct names *names, str source);
/* Before the first batch: it is to hold the whole file. */
void lexer_keep_all(struct lexer *lexer);
/* Tokens that were kept, as one batch that has been read. */
void lexer_from_kept(struct lexer *lexer, struct token *tokens, uint32_t count);
/* The next batch: tokens.at[1] on, with a NONE token behind the last. After the batch that ends
 * with END there is none. */
void lexer_fill(struct lexer *lexer);

#endif
