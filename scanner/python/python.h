/* What stands in a Python file, resolved: imports, calls, attributes, decorators, classes, strings.
 *
 * python_read fills flat arrays of records. Names are numbers, dotted paths ("torch.cuda.Stream")
 * are numbers of interned paths, so that a rule is looked up once for a path and then compared as
 * an integer. All of it lives in env->temp: copy what must outlast the file.
 *
 * The rules of resolution: no order of execution, all bindings of a scope count, both sides of a
 * conditional expression among them, a name has up to eight targets, nothing is looked up in other
 * files. A place is a byte offset in `text`;
 * python_spot gives line and column.
 *
 * What it does not do: follow re-exports by itself, know types, open files, print. */
#ifndef SCANNER_PYTHON_PYTHON_H
#define SCANNER_PYTHON_PYTHON_H

#include "base/diag.h"

#define PYTHON_NONE UINT32_MAX /* no index */

enum {
	PYTHON_TARGETS = 8,          /* a name has at most so many; more are dropped */
	PYTHON_STAR_STEPS = 1 << 18, /* so often a star import of a file is asked for a name */
	PYTHON_TEXT = 120,           /* code points of a string argument that is kept */
};

/* What is known at a place. The first twelve are in the order in which they are printed. */
enum python_flag {
	PYTHON_TRY_IMPORT = 1 << 0,      /* body of a try that handles ImportError */
	PYTHON_TRY_BROAD = 1 << 1,       /* body of a try that handles everything, but not that */
	PYTHON_EXCEPT_IMPORT = 1 << 2,   /* in a handler for ImportError */
	PYTHON_TRY_IMPORT_ELSE = 1 << 3, /* else part of such a try */
	PYTHON_CUDA_IF = 1 << 4,         /* where torch.cuda.is_available() is known to be true */
	PYTHON_CUDA_ELSE = 1 << 5,       /* ... or false */
	PYTHON_TYPE_CHECKING = 1 << 6,
	PYTHON_MAIN = 1 << 7,
	PYTHON_ANNOTATION = 1 << 8,
	PYTHON_DECORATOR = 1 << 9,
	PYTHON_DEFAULT = 1 << 10,
	PYTHON_FSTRING = 1 << 11,
	/* Of a call: its value is the test of an if, while, conditional expression, assert or
	 * comprehension, alone or under and, or, not; it is compared there; it is the argument of
	 * bool(), int() or float(). */
	PYTHON_TESTED = 1 << 12,
	PYTHON_COMPARED = 1 << 13,
	PYTHON_CONVERTED = 1 << 14,
};

enum python_error_kind {
	PYTHON_OK,
	PYTHON_ERROR_IO, /* for who opens files; never from here */
	PYTHON_ERROR_DECODE,
	PYTHON_ERROR_NUL,
	PYTHON_ERROR_SYNTAX,
	PYTHON_ERROR_DEPTH,
	PYTHON_ERROR_NOTEBOOK,
	PYTHON_ERROR_LIMIT,
};

struct python_error {
	enum python_error_kind kind;
	bool has_line;
	uint32_t line, column; /* from 1, in code points; column 0: not known */
	uint32_t cell;         /* of a notebook */
	const char *text;
};

enum python_scope_kind {
	PYTHON_MODULE,
	PYTHON_FUNCTION, /* def or lambda */
	PYTHON_CLASS,
	PYTHON_COMPREHENSION,
	PYTHON_TYPES, /* a list of type parameters */
};

enum python_scope_flag {
	PYTHON_LAMBDA = 1,
	PYTHON_ASYNC = 2,
	PYTHON_FORWARD = 4,  /* a method named forward, or anywhere inside one */
	PYTHON_COMPILED = 8, /* a def decorated with torch.compile, or anywhere inside one */
};

struct python_scope {
	uint32_t parent; /* PYTHON_NONE for the module */
	uint32_t name;   /* of a def or class; "<lambda>"; 0 for the others */
	uint32_t at;     /* the keyword or bracket */
	uint32_t class_; /* index in classes of the innermost class around (its own for a class) */
	uint32_t function; /* the innermost def or lambda (itself for one) */
	uint8_t kind;
	uint8_t flags;
};

/* How the root of a chain is bound. */
enum python_bound {
	PYTHON_EXPR,    /* the root is no name */
	PYTHON_FREE,    /* bound nowhere in the file: a builtin, or from "import *" */
	PYTHON_LOCAL,   /* bound in the file, to nothing known */
	PYTHON_IMPORT,  /* to what `targets` says */
	PYTHON_DYNAMIC, /* no name, but targets: getattr(torch, "cuda"), import_module("x") */
};

enum python_context { PYTHON_LOAD, PYTHON_STORE, PYTHON_DELETE };
enum python_root { PYTHON_ROOT_NAME, PYTHON_ROOT_CALL, PYTHON_ROOT_OTHER };

/* NAME, chain.NAME, call().NAME and so on, as long as it goes on. */
struct python_chain {
	uint32_t at, end;
	uint32_t root;              /* a name, or with PYTHON_ROOT_CALL the index of a call */
	uint32_t names, name_count; /* the attributes, in file->attributes */
	uint32_t scope;
	uint32_t targets; /* python_chain_targets reads it */
	uint16_t flags;
	uint8_t loops; /* loops around it within its def */
	uint8_t target_count;
	uint8_t root_kind, bound, context;
	bool certain; /* every binding of the root is an import or an alias of one */
	bool choice;  /* the root is given a conditional expression */
	bool callee;  /* what a call calls */
};

enum python_value {
	PYTHON_VALUE_EXPR,
	PYTHON_VALUE_CHAIN, /* ref: a chain */
	PYTHON_VALUE_CALL,  /* ref: a call */
	PYTHON_VALUE_STR,   /* ref: in file->texts, PYTHON_NONE for one that is too long */
	PYTHON_VALUE_FSTR,  /* likewise, with {} for each field */
	PYTHON_VALUE_TSTR,
	PYTHON_VALUE_BYTES,
	PYTHON_VALUE_INT, /* python_int reads it */
	PYTHON_VALUE_FLOAT,
	PYTHON_VALUE_COMPLEX,
	PYTHON_VALUE_TRUE,
	PYTHON_VALUE_FALSE,
	PYTHON_VALUE_NULL,
	PYTHON_VALUE_ELLIPSIS,
	PYTHON_VALUE_STAR,
	PYTHON_VALUE_DOUBLE_STAR,
};

struct python_arg {
	uint32_t name; /* 0: positional, or "**" */
	uint32_t at, end;
	uint32_t ref;
	uint8_t kind;
};

struct python_call {
	uint32_t at,
	        end;    /* from the callee's own parentheses on; cut off by an error: up to there */
	uint32_t open;  /* the bracket */
	uint32_t chain; /* what is called; PYTHON_NONE when it is no chain */
	uint32_t args, arg_count; /* in file->args, in source order */
	uint32_t scope;
	uint32_t targets; /* of the value: getattr(torch, "cuda") */
	uint32_t text;    /* in texts: the name or module that a dynamic one is asked for */
	uint16_t flags;
	uint8_t loops;
	uint8_t target_count;
	bool certain;
	uint8_t dynamic; /* enum python_dynamic */
	uint8_t shape;   /* which special form it may be, before names are resolved */
	bool mapping;    /* a ** is among its arguments */
};

enum python_dynamic {
	PYTHON_NOT_DYNAMIC,
	PYTHON_GETATTR,
	PYTHON_DUNDER_IMPORT,
	PYTHON_IMPORT_MODULE
};

struct python_import {
	uint32_t at;
	uint32_t module; /* a path, without dots in front; 0: "from . import x" */
	uint32_t name;   /* 0: "import x", a star, a dynamic one */
	uint32_t alias;
	uint32_t level;
	uint32_t target; /* the path that the name stands for, with its dots; 0 for a star */
	uint32_t scope;
	uint16_t flags;
	uint32_t call;   /* of a dynamic one */
	uint8_t dynamic; /* enum python_dynamic */
	bool star;
};

struct python_decorator {
	uint32_t at;
	uint32_t chain; /* the expression, or what it calls; PYTHON_NONE: no chain */
	uint32_t call;  /* PYTHON_NONE: not called */
	uint32_t name;  /* of what is decorated */
	uint32_t scope; /* around it */
	uint32_t body;  /* its own; PYTHON_NONE when its head is broken */
	uint16_t flags;
	uint8_t on; /* 'd' def, 'a' async def, 'c' class */
};

struct python_class {
	uint32_t at;
	uint32_t name;
	uint32_t scope; /* around it */
	uint32_t body;  /* its own */
	uint32_t bases, base_count;
	uint16_t flags;
};

enum python_binding_kind {
	PYTHON_BIND_OTHER,  /* for, with, except, del, +=, a capture, a value of no known form */
	PYTHON_BIND_VALUE,  /* x = VALUE, with a chain or a call on the right */
	PYTHON_BIND_IMPORT, /* ref: the path */
	PYTHON_BIND_PARAMETER,
	PYTHON_BIND_DEFINITION, /* def, class, type */
};

/* One place where a name gets a value. */
struct python_binding {
	uint32_t name;
	uint32_t scope;       /* where it is written */
	uint32_t value_scope; /* where the value is looked up */
	uint32_t at;
	/* Of the value: a chain or a call. Of one of no known form that is A if test else B the
	 * chains that its sides are. */
	uint32_t ref, other;
	uint32_t annotation; /* a chain, PYTHON_NONE when it is none */
	uint8_t kind;
	uint8_t value; /* PYTHON_VALUE_CHAIN or PYTHON_VALUE_CALL */
};

/* self.layer = VALUE, with a chain or a call on the right. */
struct python_store {
	uint32_t chain;
	uint32_t ref;
	uint32_t annotation;
	uint8_t value;
};

enum python_string_class { PYTHON_PLAIN, PYTHON_DEVICE, PYTHON_BACKEND, PYTHON_MODE };

struct python_string {
	str value;
	uint32_t at;
	uint32_t scope;
	uint16_t flags;
	uint8_t loops;
	uint8_t class_;
	uint8_t form; /* PYTHON_VALUE_STR, _FSTR or _TSTR */
};

/* A dotted path as its parent and its last part. */
struct python_path {
	uint32_t parent; /* 0: this is the first part */
	uint32_t name;
	uint32_t length; /* of the text */
	const char *text;
};

struct python_cell {
	uint32_t at;     /* first byte of the cell in text */
	uint32_t line;   /* lines of the cells before it */
	uint32_t number; /* counted over all cells */
};

/* A cell that holds lines for IPython or the shell, as written; with plain line ends. */
struct python_magics {
	str text;
	uint32_t number;
	bool shell; /* all of it behind the first line (%%bash) */
};

struct names;
struct token;

/* Longer paths are not asked for in other files. */
enum { PYTHON_LONGEST_PATH = 1000 };

/* What other files say about names of this one. Each gives how many paths (in full, without dots in
 * front) it put into `out`; they must outlive the file. */
struct python_outside {
	/* What a path stands for that this file imports ("..ops.relu"); 0: for itself. NULL: not
	 * known yet, nor are fields. */
	uint32_t (*path)(void *context, str path, str out[PYTHON_TARGETS]);
	/* What a star import of a module gives under a name; 0: nothing that is known. */
	uint32_t (*star)(void *context, str module, str name, str out[PYTHON_TARGETS]);
	/* Which arguments of a function or class of the project stand for devices, as
	 * device_parameters_tell reads it; STR_NONE: none that is known. */
	str (*devices)(void *context, str path);
	void *context;
	bool fields; /* of some classes texts are known, as paths "module.Class.field" */
};

struct python_file {
	str path, below; /* below: the part of the path that lies in the project */
	str text;        /* decoded, line ends are '\n'; of a notebook: its code cells */
	str encoding;
	bool ascii, notebook;
	struct python_error error; /* the first; the records are what could be read all the same */

	/* Each in the order of the source, but that dynamic imports stand behind the others and a
	 * call where its bracket opens. */
	VEC(struct python_import) imports;
	VEC(struct python_call) calls;
	VEC(struct python_chain) chains;
	/* Chains that have targets and are no callee: the uses of what is imported. */
	VEC(uint32_t) attrs;
	VEC(struct python_decorator) decorators;
	VEC(struct python_class) classes;
	VEC(struct python_string) strings; /* those that name a device or a backend */
	VEC(uint32_t) stars;               /* indices of star imports */
	VEC(struct python_scope) scopes;   /* [0] is the module */
	VEC(struct python_binding) bindings;
	VEC(struct python_store) stores;
	VEC(struct python_arg) args;
	/* What records point into. */
	VEC(uint32_t) bases; /* chains, PYTHON_NONE for a base that is none */
	VEC(uint32_t) attributes;
	VEC(str) texts;
	VEC(struct python_path) paths; /* [0] is none */
	VEC(uint32_t) target_lists;
	VEC(uint32_t) line_starts;     /* made when first asked for, like the next */
	VEC(uint32_t) character_marks; /* characters before every 256th byte */
	VEC(struct python_cell) cells;
	VEC(uint32_t) bad_cells;
	VEC(struct python_magics) magics;
	struct names *names;
	const struct python_outside *outside;
	/* All tokens of a file that is not large or of which they were asked for, as the lexer gave
	 * them in one batch; python_lexer gives them again, and those of a large file. */
	struct token *tokens;
	uint32_t n_tokens;
	struct arena *arena;
};

/* What is to be read. */
struct python_source {
	str path;     /* says by its end whether this is a notebook (.ipynb) */
	size_t above; /* so much of it leads to the project */
	str bytes;
	/* BYTES_PAD zero bytes stand behind the bytes, as file_read leaves them, and they outlive
	 * the file: then they are not copied. */
	bool padded;
	const struct python_outside *outside; /* NULL: nothing is known of other files */
};

/* Reads one file. False only when it could not be read at all (encoding, NUL bytes, no notebook, a
 * limit): file->error says why, nothing is reported to env->diags; also true with file->error set
 * when only a part could be read. */
bool python_read(struct env *env, const struct python_source *source, struct python_file *file);

/* The tokens of a file that is so large that they are not kept, from now on as well. False: there
 * are none. */
bool python_keep_tokens(struct python_file *file);

struct lexer;
/* The tokens of the file once more, in the file's arena: the first batch stands in the lexer,
 * lexer_fill gives the next unless `ended`. */
struct lexer *python_lexer(const struct python_file *file);

/* Among the kept tokens: the one at a place, that is no layout; behind a token, or behind the
 * bracket that it opens; the first of a kind outside of brackets in [from, to), else `to`; where
 * the statement ends in which one stands outside of brackets. */
uint32_t python_token_at(const struct python_file *file, uint32_t at);
uint32_t python_token_behind(const struct python_file *file, uint32_t token);
uint32_t python_token_find(
        const struct python_file *file, uint32_t from, uint32_t to, uint8_t kind);
uint32_t python_statement_end(const struct python_file *file, uint32_t token);

/* The first call whose bracket does not open before a place: its number. */
uint32_t python_call_from(const struct python_file *file, uint32_t open);

struct python_spot {
	uint32_t line;      /* from 1; of a notebook: in its cell */
	uint32_t column;    /* bytes from 0 */
	uint32_t character; /* the same in code points */
	uint32_t cell;
};

struct python_spot python_spot(struct python_file *file, uint32_t at);
/* Lines of file->text; what stands behind the last line end is one too. */
uint32_t python_lines(struct python_file *file);
str python_name(const struct python_file *file, uint32_t name);
/* The number of a name in this file, 0 when the file does not hold it. */
uint32_t python_name_find(const struct python_file *file, str name);
/* The module of a star import as written, with its dots ("..ops"); at most 32 of them. */
str python_star_module(
        struct python_file *file, struct arena *arena, const struct python_import *star);
/* The text of a path. It is made when first asked for, so look at paths.at[path].length first where
 * long ones are of no use. */
str python_path(struct python_file *file, uint32_t path);
/* The paths that a chain, or the value of a call, stands for. */
const uint32_t *python_chain_targets(
        const struct python_file *file, const struct python_chain *chain, uint32_t *count);
const uint32_t *python_call_targets(
        const struct python_file *file, const struct python_call *call, uint32_t *count);
const uint32_t *python_arg_targets(
        const struct python_file *file, const struct python_arg *arg, uint32_t *count);
/* Whether that path is among those that a chain, or what is called, stands for. */
bool python_call_stands_for(
        const struct python_file *file, const struct python_call *call, uint32_t path);
bool python_chain_stands_for(
        const struct python_file *file, const struct python_chain *chain, uint32_t path);
/* "self.model.cuda", "?.cuda": the root is "?" when it is no name. */
str python_chain_text(struct python_file *file, const struct python_chain *chain);
/* The last part of a chain: the method of a call. */
uint32_t python_chain_last(const struct python_file *file, const struct python_chain *chain);
/* The last part of a base of a class, by its number; "": it has none. */
str python_base_name(
        const struct python_file *file, const struct python_class *class, uint32_t base);
/* An integer argument; false when it does not fit 64 bits. */
bool python_int(const struct python_file *file, const struct python_arg *arg, int64_t *value);
/* "Model.forward": the defs and classes around, "" at the module. */
str python_scope_path(struct python_file *file, uint32_t scope);

#endif
