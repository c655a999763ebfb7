/* The statements of a Python file and how they lie in each other: for what must know the block
 * around a place. Made from the tokens alone, in one pass, when somebody asks. */
#ifndef SCANNER_PYTHON_OUTLINE_H
#define SCANNER_PYTHON_OUTLINE_H

#include "scanner/python/python.h"

enum statement_kind {
	STATEMENT_SIMPLE, /* an expression, an assignment */
	STATEMENT_PASS,   /* also a lone ... */
	STATEMENT_RAISE,
	STATEMENT_RETURN,
	STATEMENT_ASSERT,
	STATEMENT_IMPORT,
	STATEMENT_DECORATOR,
	STATEMENT_IF,
	STATEMENT_ELIF,
	STATEMENT_ELSE,
	STATEMENT_TRY,
	STATEMENT_EXCEPT,
	STATEMENT_FINALLY,
	STATEMENT_FOR,
	STATEMENT_WHILE,
	STATEMENT_WITH,
	STATEMENT_DEF,
	STATEMENT_CLASS,
	STATEMENT_OTHER, /* match, case, continue, global, … */
};

/* Of a compound statement: its head, up to the colon. */
struct statement {
	uint32_t at, end;
	uint32_t parent;            /* PYTHON_NONE: the module */
	uint32_t next;              /* the next one in the same block; PYTHON_NONE: the last */
	uint32_t child, last_child; /* of its block */
	uint32_t head; /* of an elif, else, except, finally: the if, for, while or try; else itself
	                */
	uint8_t kind;
	bool exits; /* a simple one: raise, or a call of sys.exit, exit, quit, os._exit, pytest.skip
	             */
};

struct outline {
	VEC(struct statement) list; /* by place */
};

/* In file->arena. */
void outline_read(struct python_file *file, struct outline *out);
/* The innermost statement whose head (or whole) holds the place; PYTHON_NONE when there is none. */
uint32_t outline_find(const struct outline *outline, uint32_t at);
/* The innermost def that a statement is, or lies in; PYTHON_NONE when there is none. */
uint32_t outline_def(const struct outline *outline, uint32_t statement);
/* Where a compound statement's block ends: at the next statement that is not in it. */
uint32_t outline_end(
        const struct outline *outline, const struct python_file *file, uint32_t statement);
/* The statement as text on one line: without comments, joined lines and blanks that mean nothing.
 */
str outline_text(struct arena *arena, const struct python_file *file, uint32_t at, uint32_t end);
/* The block of a compound statement ends by leaving: its last statement exits or raises, or each
 * branch of it does. */
bool outline_leaves(const struct outline *outline, uint32_t statement);
/* The else, or the handlers' first: the next part of the same compound statement of that kind. */
uint32_t outline_part(const struct outline *outline, uint32_t statement, enum statement_kind kind);

#endif
