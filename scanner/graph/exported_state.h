/* What the parts of the exported-program reader share; nobody else includes this.
 *
 * exported.c reads the program around the graph, exported_graph.c graphs and nodes,
 * exported_arg.c arguments, results and tensors, exported_origin.c where a node comes from. */
#ifndef SCANNER_GRAPH_EXPORTED_STATE_H
#define SCANNER_GRAPH_EXPORTED_STATE_H

#include "base/json.h"
#include "scanner/graph/exported.h"
#include "scanner/graph/exported_words.h"

/* A name and what the lists of values say of it; waits on a stack until its graph is whole. */
struct declared {
	uint32_t name, tensor;
};

struct declared_sym {
	uint32_t name;
	enum value_kind kind;
	struct dim sym;
};

/* What a name means in the graph `scope` (index + 1); names are numbers, so this is an array. */
struct slot {
	uint32_t declared_in, declared; /* in exported.declared, behind these in exported.syms */
	uint32_t made_in, value;
};

/* One entry of the signature, until the graph is known. */
struct spec {
	uint32_t name; /* of the graph's input or output; 0: a constant */
	enum word role;
	uint32_t target;
	bool persistent;
};

/* Raw text that stood in the node before, and what came of it: most nodes repeat it. */
struct origin_cache {
	str stack, modules;
	uint32_t file, line, code, source_text, module_path, module_type;
	/* The paths of the last two frames, as they stand, and what came of them. */
	struct {
		str raw;
		uint32_t file;
	} paths[2];
};

/* The two keys that came last after two others: writers keep an order. Few pairs occur; what two
 * that share a place tell of each other is a guess that fails. */
struct follower {
	unsigned char first, second;
};

enum { FOLLOWERS = 2048 };

/* Descriptions of tensors that were met, by a digest of how their text begins: most values of a
 * graph look like another one, and the same text is the same tensor. */
struct tensor_seen {
	str text;
	uint32_t tensor;
};

enum { TENSORS_SEEN = 128, TENSOR_HEAD = 96 };

/* The newest first. Some begin alike and differ in their strides, so one place is not enough. */
struct tensors_seen {
	struct tensor_seen at[4];
};

struct exported {
	struct env *env;
	const struct exported_source *source;
	struct graph_file *out;
	struct json j;
	struct words words;
	struct follower follows[FOLLOWERS];
	unsigned char before, last;
	str key;        /* the last one that was not guessed */
	uint32_t depth; /* of nested graphs */
	uint32_t graph; /* the graph that is being read, GRAPH_NONE: none */
	/* The graph's nodes so far: in out->nodes, until a graph begins inside it. Then they wait
	 * on the stack, so that the nodes of each graph stand together. */
	uint32_t first;
	bool stacked;
	/* Stacks: a graph inside a node's arguments reads in between. */
	VEC(struct node) nodes;
	VEC(struct arg) args;
	VEC(struct declared) declared;
	VEC(struct declared_sym) syms;
	VEC(struct slot) slots;
	struct map expressions; /* text in the file to its printed form */
	struct map paths;       /* of stack frames to their name; 0: a frame that does not count */
	struct origin_cache origin;
	struct tensors_seen seen[TENSORS_SEEN];
	struct intern_recent recent;
	uint32_t forms[WORD_COUNT]; /* cases as names; 0: not met */
	str device_type;            /* the last one, */
	int64_t device_index;
	uint32_t device; /* and its name; 0: none yet */
	struct graph_program program;
	VEC(struct spec) input_specs, output_specs;
	bool specs_by_name; /* the signature of schema 1 */
	uint32_t top;       /* index of the top graph, GRAPH_NONE: not met */
	int64_t major, minor;
	bool reported;
};

/* Reports in the name of the file and entry, and ends the reading. Always false. */
bool exported_fail(struct exported *x, const char *format, ...)
        __attribute__((format(printf, 2, 3)));
uint32_t exported_intern(struct exported *x, str text);
/* The same for a name, which may not hold a NUL character: other programs would cut it. */
uint32_t exported_name(struct exported *x, str name);
/* The next key of an object as a word, WORD_NONE for one that is not known; false at the end. */
static inline bool exported_key(struct exported *x, enum word *word);
/* The same for a key that is not the one that came last after these two. */
bool exported_key_other(struct exported *x, struct follower *after, enum word *word);
/* Passes over a null. */
bool exported_null(struct exported *x);
/* "torch.ops.aten.add.Tensor" to "aten.add.Tensor" */
str exported_target(str target);

/* exported_graph.c: one Graph object; its index in *index. */
bool exported_graph(struct exported *x, uint32_t parent, uint32_t *index);

/* exported_arg.c */
/* An Argument; *form is its case. */
bool exported_arg(struct exported *x, struct arg *arg, enum word *form);
/* Moves the arguments from `base` on from the stack to where they stay; the first one's index. */
uint32_t exported_settle_args(struct exported *x, uint32_t base);
/* Reads a result of a node, an input or an output of a graph and appends its values. */
bool exported_value(struct exported *x);
/* {"name": meta, …}; pushes on `declared`. `value` is the graph's first one, if it is known. */
bool exported_tensor_values(struct exported *x, uint32_t value);
bool exported_sym_values(struct exported *x, enum value_kind kind);
/* A size: a plain number or a union. */
bool exported_dim(struct exported *x, struct dim *dim);

/* exported_origin.c: one metadata object. */
bool exported_metadata(struct exported *x, struct node *node);

static inline bool exported_key(struct exported *x, enum word *word)
{
	struct follower *after = &x->follows[(x->before * 75u + x->last) % FOLLOWERS];
	unsigned char next = after->first;

	if (json_object_over(&x->j))
		return false;
	if (!next || !json_key_guess(&x->j, &x->words.guesses[next]))
		return exported_key_other(x, after, word);
	x->before = x->last;
	x->last = next;
	*word = (enum word)next;
	return true;
}

#endif
