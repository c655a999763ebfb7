/* Expressions and simple statements of Python, as a flat tree over the text.
 *
 * What torch.fx prints is ordinary Python with few forms: names, calls, subscripts, literals, one
 * operator a statement. Everything that is not understood becomes one PY_OTHER node or makes
 * py_statement_next say so; the caller counts such statements. Depth is bounded; the tree is
 * used again for every statement. Reprs in angle brackets ("<built-in function add>") are taken
 * as one atom, since print_tabular shows them. */
#ifndef SCANNER_GRAPH_PY_EXPR_H
#define SCANNER_GRAPH_PY_EXPR_H

#include "base/arena.h"

#define PY_NONE UINT32_MAX

enum py_kind {
	PY_NAME,      /* also dotted: "torch.ops.aten.add.Tensor" */
	PY_NUMBER,    /* as written, with a 'j' at the end for an imaginary one */
	PY_STRING,    /* one or several literals behind each other */
	PY_WORD,      /* None True False Ellipsis (also "...") */
	PY_ATTRIBUTE, /* child: the object; text of `name_at` is the attribute (may be dotted) */
	PY_CALL,      /* children: function, then arguments */
	PY_SUBSCRIPT, /* children: object, index */
	PY_TUPLE,
	PY_LIST,
	PY_SET,
	PY_DICT,    /* children: key, value, key, value … */
	PY_KEYWORD, /* name=value in a call: child is the value, name_at the name */
	PY_STAR,    /* *x, **x */
	PY_SLICE,   /* a:b:c */
	PY_UNARY,   /* op, child */
	PY_BINARY,  /* op, two children */
	PY_COMPARE, /* op, two children (further ones dropped) */
	PY_BOOLEAN, /* and, or, not */
	PY_REPR,    /* <…> */
	PY_OTHER,   /* lambda, comprehension, conditional, await … */
};

enum py_op {
	PY_OP_NONE,
	PY_ADD,
	PY_SUB,
	PY_MUL,
	PY_DIV,
	PY_FLOORDIV,
	PY_MOD,
	PY_POW,
	PY_MATMUL,
	PY_LSHIFT,
	PY_RSHIFT,
	PY_AND,
	PY_OR,
	PY_XOR,
	PY_EQ,
	PY_NE,
	PY_LT,
	PY_LE,
	PY_GT,
	PY_GE,
	PY_NEG,
	PY_POS,
	PY_INVERT,
	PY_NOT,
};

struct py_node {
	uint8_t kind, op;
	uint32_t start, end;        /* in the text */
	uint32_t name_at, name_end; /* of an attribute or keyword */
	uint32_t child, next;       /* PY_NONE: none */
};

struct py_tree {
	struct arena *arena;
	str text;
	uint32_t at;
	VEC(struct py_node) nodes;
	uint32_t depth;
	bool failed;
};

/* Begins a text (at most 4 GiB). */
void py_tree_open(struct py_tree *tree, str text);
/* One expression from where the tree stands; a bare comma makes a tuple. PY_NONE and failed when
 * there is none. */
uint32_t py_expression(struct py_tree *tree);
/* Nothing but blanks and comments left? */
bool py_at_end(struct py_tree *tree);
/* The text of a node, without newlines in names. */
str py_text(const struct py_tree *tree, uint32_t node);
/* Of an attribute or keyword. */
str py_name(const struct py_tree *tree, uint32_t node);
/* The decoded content of a string literal (escapes of one byte and \x \u \U; prefixes taken off).
 * A view where nothing is to be decoded. */
str py_string(const struct py_tree *tree, uint32_t node);

enum py_statement_kind {
	PY_PASS, /* pass, a string or "..." alone, import … */
	PY_RETURN,
	PY_ASSIGN,   /* targets = value */
	PY_ANNOTATE, /* target: annotation, without a value */
	PY_AUGMENT,  /* target op= value */
	PY_EXPRESSION,
	PY_BROKEN, /* not understood */
};

enum { PY_TARGETS_MOST = 4096 };

struct py_statement {
	enum py_statement_kind kind;
	uint32_t first_target; /* targets are chained by py_node.next */
	uint32_t value;        /* PY_NONE: `return` alone */
	enum py_op op;
	str annotation; /* as written, without quotes; empty: none */
};

/* The next simple statement of a logical line; false at its end. */
bool py_statement_next(struct py_tree *tree, struct py_statement *out);
/* Comment text ("# …" without the mark) that stands at or behind `at` before the next newline or
 * code; empty: none. */
str py_comment_behind(str text, uint32_t at);

#endif
