/* What the readers of text forms share: where they are in the file, names in force, and the making
 * of nodes, values and arguments.
 *
 * One builder serves one file, text after text. Names are looked up per graph (build_graph_begin
 * forgets those of the graph before). Argument lists are collected on a stack, since nested lists
 * must stand together in graph_file.args. */
#ifndef SCANNER_GRAPH_TEXT_BUILD_H
#define SCANNER_GRAPH_TEXT_BUILD_H

#include "scanner/graph/facts.h"
#include "scanner/graph/py_expr.h"
#include "scanner/graph/stage.h"

struct scope_entry {
	uint32_t epoch, value;
};

/* Where a text comes from: what every graph in it is marked with. */
struct text_origin {
	const uint32_t *lines; /* line in the file of each line of the text; NULL: first_line on */
	uint32_t first_line, n_lines;
	int32_t rank;
	str compile_id, artifact, record;
	str source; /* what logged it; empty: not told */
	str group;  /* what tells works apart; empty: the compile id */
	uint32_t payload;
	enum stage stage; /* STAGE_NONE: the heading or the graph tells */
	bool old;
};

/* What an annotation says, by the id of its text: most are met many times. */
struct known_type {
	bool known;
	enum value_kind kind;
	uint32_t tensor;
	struct dim sym;
};

struct text_build {
	struct env *env;
	struct graph_file *file;
	struct text_origin origin;
	int32_t group_rank; /* of the last graph: most of a text are of one origin */
	uint32_t group;     /* its id, 0: none yet */
	struct py_tree tree;
	VEC(struct arg) stack;
	VEC(struct scope_entry) scope; /* by the id of a name */
	VEC(struct known_type) types;  /* by the id of an annotation */
	uint32_t epoch;
	struct log_place place; /* of the comment in force */
	str heading;            /* of the log, in force */
	enum stage heading_stage;
	struct map symbols;   /* names in file->symbols */
	struct map fallbacks; /* "operator|backend|kind" to the index in facts->fallbacks */
	/* The last top graph when there were so many graphs, and its inputs by name: index + 1 in
	 * file->inputs. All signatures behind it ask. */
	struct map signed_inputs;
	uint32_t signed_graph, signed_at;
	uint32_t graph;       /* being built; GRAPH_NONE: none */
	uint32_t first_value; /* of that graph */
};

void build_open(struct text_build *b, struct env *env, struct graph_file *file);
/* Line in the file of a line of the text (from 0). */
uint32_t build_line(const struct text_build *b, uint32_t line);

/* Starts a graph with that name; its note is filled from the origin. Returns its index. */
uint32_t build_graph_begin(struct text_build *b, str name);
/* Counts its values and finds its stage. */
void build_graph_end(struct text_build *b);
/* Decides the stage of a graph: from the origin, the heading, or the graph itself (again, once its
 * children are known). */
enum stage build_stage(struct text_build *b, uint32_t graph);

/* A new value of the graph being built, known by its name from now on. */
uint32_t build_value(struct text_build *b, str name, enum value_kind kind, uint32_t node);
/* The value a name stands for, GRAPH_NONE when it is not known. */
uint32_t build_find(struct text_build *b, str name);
void build_define(struct text_build *b, str name, uint32_t value);
/* Gives a value the type that an annotation tells. */
void build_annotate(struct text_build *b, uint32_t value, str annotation);
/* An input of the graph being built. */
struct graph_input *build_input(struct text_build *b, str name, str annotation);

struct node_spec {
	str name;    /* empty: no result */
	str target;  /* in its one spelling */
	str spelled; /* as written, where that is something else */
	enum node_kind kind;
	uint32_t line;  /* of the text */
	uint32_t stack; /* the arguments are what stands on the stack from here on */
	str annotation;
};
/* The node's index; its arguments leave the stack. */
uint32_t build_node(struct text_build *b, const struct node_spec *spec);

uint32_t build_stack(const struct text_build *b);
void build_push(struct text_build *b, struct arg arg);
/* A list of what stands on the stack from `from` on, which leaves it. */
struct arg build_list(struct text_build *b, uint32_t from);
/* An expression of the tree as an argument. */
struct arg build_arg(struct text_build *b, uint32_t node);
/* A word that is no value: dtype, device, layout, number, constant, else opaque text. */
struct arg build_word(struct text_build *b, str word);
/* Adds an output for every value (or constant) in an expression. */
void build_outputs(struct text_build *b, uint32_t node);
void build_output(struct text_build *b, uint32_t value, str role);

#endif
