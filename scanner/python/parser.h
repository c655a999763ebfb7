/* The parser's state and what its files share. Not for others: python.h is the way in.
 *
 * The parser makes no tree. An expression comes back as a `struct value`, a few bytes that say what
 * the whole of it is; records are pushed where their text is met. What can be known only later
 * (all bindings of a scope, how a try ends, what a test means) is written down in flat arrays
 * and settled by the resolver.
 *
 * Every parse function returns false when the text is no Python; the first such place has then been
 * noted, and the caller gives up its statement. */
#ifndef SCANNER_PYTHON_PARSER_H
#define SCANNER_PYTHON_PARSER_H

#include "scanner/python/lexer.h"
#include "scanner/python/python.h"

/* Like VEC_PUSH, but the common case makes no call; the new element is not zeroed. */
#define PUSH(arena, vec)                                                                           \
	((vec)->len == (vec)->cap ? (void)VEC_EXPECT((arena), (vec), 1) : (void)0,                 \
	        &(vec)->at[(vec)->len++])

/* Kinds of values that no record shows, beside enum python_value. */
enum value_kind {
	VALUE_NUMBER = 64, /* ref: where it stands */
	VALUE_NEGATIVE,    /* '-' and a number */
	VALUE_STRING,      /* ref: index of its first token; str, fstr and tstr by `inner` */
	VALUE_SUBSCRIPT,   /* inner and ref are what stands before the bracket */
	VALUE_TUPLE,
	VALUE_LIST,
	VALUE_STARRED,
	VALUE_CHOICE, /* A if test else B: ref and other are chains, PYTHON_NONE for none */
};

struct value {
	uint32_t at, ref;
	uint8_t kind, inner;
	uint32_t other;
};

/* Special forms whose value may be a path. */
enum call_shape {
	SHAPE_NONE,
	SHAPE_GETATTR, /* getattr(x, "name"), getattr(x, "name", y) */
	SHAPE_STRING,  /* f("text"): perhaps __import__ or importlib.import_module */
};

/* `global x` or `nonlocal x`. */
struct declaration {
	uint32_t name, scope;
	bool global;
};

/* A name of the left side of an assignment whose right side is not read yet; or an attribute: then
 * name is 0, and `at` a chain. */
struct pending {
	uint32_t name, at;
	uint32_t group; /* in groups; PYTHON_NONE: stands for the whole value */
	uint32_t index; /* in the tuple; PYTHON_NONE: deeper in it */
};

struct group {
	uint32_t count;
	bool star;
};

/* A leaf of a test under and, or, not: what outcome of the whole test makes it true, or false. */
enum outcome { OUTCOME_NONE, OUTCOME_TRUE, OUTCOME_FALSE };

enum atom_kind { ATOM_CALL, ATOM_CHAIN, ATOM_MAIN };

struct atom {
	uint32_t ref;
	uint8_t kind;
	uint8_t when_true,
	        when_false; /* enum outcome of the leaf when the test is true, or false */
};

/* A stretch of source where the outcome of a test is known. */
struct guard {
	uint32_t at, end;
	uint32_t atoms, atom_count;
	bool outcome;
};

/* A stretch of source with flags. */
struct span {
	uint32_t at, end;
	uint16_t flags;
};

struct parser {
	const struct token *t;
	struct lexer *lexer;
	struct arena *arena;
	struct names *names;
	struct python_file *file;
	struct python_paths *paths;

	uint32_t scope; /* where names are looked up now */
	uint32_t owner; /* where := binds: the nearest scope that is no comprehension */
	uint16_t flags;
	uint8_t loops;
	bool capture; /* the next tuple or list is to put its elements into `elements` */
	uint32_t depth;

	bool failed;        /* an error has been noted */
	bool failed_indent; /* by an indentation that no block begins */
	uint32_t failed_at;
	enum python_error_kind failed_kind;
	const char *failed_text;

	VEC(struct declaration) declarations;
	VEC(struct pending) pending;
	VEC(struct group) groups;
	VEC(struct value) elements;
	VEC(struct python_arg) arguments; /* of the calls that are open */
	VEC(struct guard) guards;
	VEC(struct atom) atoms;
	VEC(struct span) spans;
	VEC(char) scratch;
};

/* How long the arrays are, so that an expression can be read again as something else. */
struct parser_mark {
	uint32_t chains, attributes, calls, args, strings, texts, scopes;
	uint32_t bindings, stores, guards, atoms;
};

/* Where the parser stands in scopes and loops. */
struct parser_place {
	uint32_t scope, owner;
	uint16_t flags;
	uint8_t loops;
};

static inline struct parser_place parser_place(const struct parser *p)
{
	return (struct parser_place){p->scope, p->owner, p->flags, p->loops};
}

static inline void parser_return(struct parser *p, struct parser_place place)
{
	p->scope = place.scope;
	p->owner = place.owner;
	p->flags = place.flags;
	p->loops = place.loops;
}

static inline void parser_enter_loop(struct parser *p)
{
	if (p->loops < UINT8_MAX)
		p->loops++;
}

static inline struct parser_mark parser_mark(const struct parser *p)
{
	const struct python_file *f = p->file;

	return (struct parser_mark){.chains = f->chains.len,
	        .attributes = f->attributes.len,
	        .calls = f->calls.len,
	        .args = f->args.len,
	        .strings = f->strings.len,
	        .texts = f->texts.len,
	        .scopes = f->scopes.len,
	        .bindings = f->bindings.len,
	        .stores = f->stores.len,
	        .guards = p->guards.len,
	        .atoms = p->atoms.len};
}

void parser_rewind(struct parser *p, const struct parser_mark *mark);
/* Notes the first error at the current token. Always false. */
bool parser_fail(struct parser *p, const char *text);
bool parser_fail_at(struct parser *p, uint32_t at, enum python_error_kind kind, const char *text);
/* Takes a token of this kind, or fails. */
bool parser_expect(struct parser *p, enum token_kind kind, const char *text);
/* Behind a NEWLINE: to the first token of the next line. */
void parser_next_line(struct parser *p);
uint32_t parser_open_scope(
        struct parser *p, enum python_scope_kind kind, uint32_t parent, uint32_t name, uint32_t at);
struct python_binding *parser_bind(struct parser *p, uint32_t name, uint32_t scope, uint32_t at);
/* Binds a name to a value in the scope that is no comprehension, which may make it an alias. NULL:
 * to nothing known. */
struct python_binding *parser_bind_value(
        struct parser *p, uint32_t name, uint32_t at, const struct value *value);
/* The chain that a base class is, PYTHON_NONE when it is none. */
uint32_t parser_base(struct parser *p, const struct python_arg *arg);
void parser_decorator(struct parser *p, const struct value *v);
/* A new chain without attributes; at and end are for the caller to set. */
static inline uint32_t parser_chain(struct parser *p, uint32_t root, enum python_root kind)
{
	struct python_chain *chain = PUSH(p->arena, &p->file->chains);

	*chain = (struct python_chain){.root = kind == PYTHON_ROOT_OTHER ? 0 : root,
	        .names = p->file->attributes.len,
	        .scope = p->scope,
	        .flags = p->flags,
	        .loops = p->loops,
	        .root_kind = (uint8_t)kind};
	return p->file->chains.len - 1;
}

/* parser.c */
void parse_module(struct parser *p);

/* expression.c */
bool parse_expression(struct parser *p, struct value *v);
bool parse_named(struct parser *p, struct value *v);
/* Without a conditional expression: disjunction in the grammar. */
bool parse_operation(struct parser *p, struct value *v);
bool parse_primary(struct parser *p, struct value *v);
/* star_expressions: one, or a tuple without parentheses. */
bool parse_list(struct parser *p, struct value *v);
bool parse_list_or_yield(struct parser *p, struct value *v);
/* The test of an if, while, ...: named_expression. Sets the atoms of the guard. */
bool parse_test(struct parser *p, struct guard *guard);

/* atom.c */
bool parse_atom(struct parser *p, struct value *v);

/* call.c */
bool parse_call(struct parser *p, struct value *v, uint32_t start);
/* The arguments up to the closing bracket, pushed on p->arguments. Class heads have them too. */
struct arguments {
	struct value first, second;
	uint32_t positional, keywords;
	bool star, mapping;
	bool bases; /* of a class: B[T] counts as B */
};
bool parse_arguments(struct parser *p, struct arguments *seen);

/* comprehension.c */
struct comprehension {
	uint32_t outer, scope;
	uint8_t loops; /* around it */
};
void comprehension_open(struct parser *p, struct comprehension *c);
/* The for and if parts, up to the closing bracket. */
bool comprehension_rest(struct parser *p, struct comprehension *c);

/* literal.c */
bool parse_strings(struct parser *p, struct value *v);
/* Puts the text of the strings that begin at this token, decoded and joined, into file->texts.
 * PYTHON_NONE when it has more than `most` code points. */
uint32_t literal_keep(struct parser *p, uint32_t token, size_t most);
/* Whether the strings from this token on are together this text. */
bool literal_is(struct parser *p, uint32_t token, str text);
/* A number that is no integer literal is PYTHON_VALUE_FLOAT or PYTHON_VALUE_COMPLEX. */
enum python_value literal_number(const struct parser *p, uint32_t at);

/* target.c */
enum target_use { TARGET_BIND, TARGET_DELETE, TARGET_ASSIGN };
bool parse_target(struct parser *p, enum target_use use);
bool parse_target_list(struct parser *p, enum target_use use);
bool parse_expression_statement(struct parser *p);

/* definition.c */
bool parse_lambda(struct parser *p, struct value *v);
bool parse_def(struct parser *p, uint32_t decorators, bool async);
bool parse_class(struct parser *p, uint32_t decorators);
bool parse_decorated(struct parser *p);
bool parse_type_alias(struct parser *p);

/* import.c */
bool parse_import(struct parser *p);
bool parse_from(struct parser *p);

/* statement.c */
void parse_statement(struct parser *p);
bool parse_block(struct parser *p);
void parser_recover(struct parser *p, struct parser_place place, uint32_t calls, uint32_t guards);

/* compound.c */
bool parse_if(struct parser *p);
bool parse_while(struct parser *p);
bool parse_for(struct parser *p);
bool parse_try(struct parser *p);
bool parse_with(struct parser *p);

/* pattern.c */
bool is_match_statement(const struct parser *p);
bool parse_match(struct parser *p);

/* guard.c */
/* What the test between two tokens says: atoms are pushed, calls in it are marked. Returns the
 * atoms. */
uint32_t guard_test(struct parser *p, const struct token *from, const struct token *to);
/* Where the outcome of the test whose atoms are the last `atoms` before `mark` ... */
void guard_push(struct parser *p, const struct guard *guard);
/* Ends the guards that were pushed from `first` on and have no end yet. */
void guard_end(struct parser *p, uint32_t first, uint32_t end);

#endif
