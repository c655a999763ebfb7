/* A traced graph as flat arrays: what every reader fills and everything behind it reads.
 *
 * One struct graph_file per input: its graphs (top graphs and the subgraphs nested in them),
 * and the nodes, arguments, values and sizes of all of them in common arrays, addressed by
 * index. Everything lives in the arena of `graph_file.arena`; texts are interned in
 * `names` (id 0: none). Readers consume bytes and emit this; they neither open files
 * nor print. Const once read. */
#ifndef SCANNER_GRAPH_GRAPH_H
#define SCANNER_GRAPH_GRAPH_H

#include "base/diag.h"
#include "base/map.h"
#include "pytorch/dtype.h"
#include "pytorch/operator.h"
#include "pytorch/schema.h"

#define GRAPH_NONE UINT32_MAX

/* X(enumerator, word of the `kind` of an input in the report, title) */
#define GRAPH_FORMAT_LIST(X)                                                                       \
	X(GRAPH_PT2, "pt2", "pt2")                                                                 \
	X(GRAPH_EXPORTED_JSON, "exported-json", "exported program JSON")                           \
	X(GRAPH_READABLE, "fx-readable", "python text")                                            \
	X(GRAPH_EXPORTED_TEXT, "fx-readable", "print(ExportedProgram)")                            \
	X(GRAPH_REPRO, "repro", "fx_graph_runnable")                                               \
	X(GRAPH_FX_STR, "fx-str", "str(graph)")                                                    \
	X(GRAPH_TABULAR, "fx-tabular", "print_tabular")                                            \
	X(GRAPH_TORCH_TRACE, "torch-trace", "TORCH_TRACE")                                         \
	X(GRAPH_CHROME_TRACE, "chrome-trace", "chrome trace")                                      \
	X(GRAPH_EXECUTION_TRACE, "execution-trace", "execution trace")                             \
	X(GRAPH_LOG_TEXT, "text", "log text")

enum graph_format {
	GRAPH_FORMAT_NONE,
#define X(name, word, title) name,
	GRAPH_FORMAT_LIST(X)
#undef X
};

/* One size, stride or offset. expr 0: the number `value`; else the expression's text as sympy
 * prints it ("2*s77"), and `value` is its hint (-1: none). */
struct dim {
	int64_t value;
	uint32_t expr;
};

struct tensor {
	enum dtype dtype;
	uint32_t dtype_text;              /* the word when dtype is DTYPE_UNKNOWN */
	uint32_t first_size, rank;        /* in dims */
	uint32_t first_stride, n_strides; /* in dims; n_strides 0: not known */
	struct dim offset;
	uint32_t device; /* "cpu", "cuda:0"; 0: not known */
	uint8_t layout;  /* enum tensor_layout */
	bool requires_grad;
	bool has_shape; /* false: only the dtype is known */
};

enum tensor_layout { LAYOUT_UNKNOWN, LAYOUT_STRIDED, LAYOUT_SPARSE, LAYOUT_MKLDNN };

enum value_kind {
	VALUE_UNKNOWN, /* a result whose type the form does not show */
	VALUE_TENSOR,
	VALUE_TENSORS, /* a list of tensors; `sym.value` parts stand right behind it as values of
	                  their own, among the outputs of the same node */
	VALUE_SYM_INT,
	VALUE_SYM_BOOL,
	VALUE_SYM_FLOAT,
	VALUE_NONE,
	VALUE_OBJECT,
	VALUE_CONSTANT,
};

/* Something a graph input or a node gives a name to. A constant of a symbolic kind has its number
 * in `sym`, a truth value or a float its Python text as `sym.expr`. */
struct value {
	uint32_t name;
	enum value_kind kind;
	uint32_t form;   /* the case it was written as ("as_tensors"); 0: the form has none */
	uint32_t tensor; /* in tensors, where equal ones may stand once; GRAPH_NONE: not known */
	struct dim sym;  /* of the symbolic kinds */
	uint32_t node;   /* producer; GRAPH_NONE: a graph input */
};

enum arg_kind {
	ARG_NONE,
	ARG_VALUE, /* .value: index in values */
	ARG_LIST,  /* .list: a run of args */
	ARG_INT,
	ARG_FLOAT,
	ARG_BOOL,
	ARG_STRING, /* .text */
	ARG_COMPLEX,
	ARG_DTYPE,
	ARG_DEVICE,        /* .text: "cuda:0" */
	ARG_LAYOUT,        /* .integer: enum tensor_layout */
	ARG_MEMORY_FORMAT, /* .text: "contiguous_format" */
	ARG_GRAPH,         /* .graph: index in graphs */
	ARG_OPERATOR,      /* .text: "aten.add.Tensor" */
	ARG_SYM,           /* .dim: a symbolic expression written in place */
	ARG_OPAQUE,        /* .text: as written; a form that shows text only */
};

struct arg {
	uint32_t name; /* of the schema, or the keyword; 0: by position only */
	enum arg_kind kind : 8;
	bool keyword;
	bool optional; /* ARG_NONE in the place of a tensor */
	uint8_t of; /* of a list: the kind of its items as declared, ARG_NONE: mixed or not known,
	               ARG_SYM: sizes; an empty list has one too */
	union {
		uint32_t value, text, graph;
		int64_t integer;
		double real;
		bool flag;
		enum dtype dtype;
		struct dim dim;
		struct {
			uint32_t first, count;
		} list;
		struct {
			double real, imag;
		} complex;
	};
};

enum node_kind {
	NODE_CALL_FUNCTION,
	NODE_CALL_METHOD,
	NODE_CALL_MODULE,
	NODE_GET_ATTR,
	NODE_GETITEM, /* picks one of several results or indexes: counted apart */
};

struct node {
	uint32_t name;
	uint32_t target; /* "aten.add.Tensor", "higher_order.cond", "_operator.mul", "torch.relu",
	                    "view" */
	enum node_kind kind : 8;
	bool backward; /* known to belong to a backward graph */
	uint32_t first_arg, n_args;
	uint32_t first_out, n_outs; /* values */
	uint32_t graph;
	/* The innermost stack frame outside PyTorch, and what stands there; 0: not known. */
	uint32_t file, line, function, source_text;
	uint32_t module_path; /* "layers.0.attn"; 0: none or the root */
	uint32_t module_type;
	uint32_t original;  /* what it was decomposed from (from_node, source_fn, torch_fn); 0: none
	                     */
	uint32_t text_line; /* line in a text form; 0: none */
	uint32_t spelled;   /* the target as a text form writes it; 0: `target` says it */
	uint32_t calls;     /* of a profile: how often it ran; 0: once */
	uint32_t profile_row; /* its row in a profile, from 1; 0: none */
};

/* What the value of an input of a top graph is. */
enum input_role {
	INPUT_USER,
	INPUT_PARAMETER,
	INPUT_BUFFER,
	INPUT_TENSOR_CONSTANT,
	INPUT_OBJECT,
	INPUT_TOKEN,
	INPUT_CONSTANT,
	INPUT_TANGENT,
};

struct graph_input {
	uint32_t value; /* GRAPH_NONE, or a value of kind VALUE_CONSTANT, for a constant */
	enum input_role role;
	uint32_t target; /* "fc.weight" */
	uint32_t weight; /* name that tied weights share; 0: none */
	bool persistent;
};

struct graph_output {
	uint32_t value; /* GRAPH_NONE: none or a constant */
	uint32_t role;  /* "user_output", "buffer_mutation", … */
	uint32_t target;
};

struct graph {
	uint32_t name;  /* "main", "main/cond.true_graph_0", "GraphModule.true_graph_0" */
	uint32_t model; /* name of the model in a file of several; heading in a log */
	uint32_t stage; /* word of a stage table ("export", "core", "dynamo", "joint", "forward", …)
	                 */
	uint32_t group; /* graphs of one group are views of the same work; 0: a work of its own */
	uint32_t parent, parent_node; /* GRAPH_NONE: a top graph */
	uint32_t first_node, n_nodes; /* nodes of one graph stand together */
	uint32_t first_input, n_inputs, first_output, n_outputs;
	uint32_t n_tensor_values, n_sym_values;
	uint32_t repeat_of;   /* the same subgraph, met before; GRAPH_NONE: first of its kind */
	bool counted;         /* false: another view of the same work */
	uint32_t cut;         /* statements cut off in the middle */
	uint64_t identity[2]; /* digest of operators, shapes and parameters */
	uint64_t operators;   /* what all forms of a graph share (identity.h): its operators, */
	uint64_t shapes;      /* shapes and types of results, 0: the form shows none, */
	uint64_t tensors;     /* types and shapes of its inputs in any order, 0: not shown */
};

/* "s77": [2, …]; INT64_MIN and INT64_MAX: open. */
struct symbol {
	uint32_t name;
	int64_t low, high;
	bool has_low, has_high;
};

struct count {
	uint32_t name;
	uint64_t count;
};

/* One exported program of a file; a .pt2 may hold several. Its runs in the common lists. */
struct graph_program {
	uint32_t name;     /* of the model; 0: none */
	uint32_t graph;    /* its top graph */
	uint32_t n_graphs; /* subgraphs included; they stand together from there */
	uint32_t torch_version, schema_version;
	uint32_t first_verifier, n_verifiers, first_opset, n_opset, first_symbol, n_symbols;
	uint32_t guards;
	uint64_t json_bytes;
};

/* The bundled row of an operator with its schema read, once for all its calls. */
struct graph_operator {
	struct operator row;
	const struct schema *schema;
	bool flops; /* there is a formula */
};

struct graph_file {
	struct arena *arena;
	struct intern names;
	enum graph_format format;
	str path;
	uint32_t torch_version, schema_version; /* of the first program */
	VEC(struct graph_program) programs;
	VEC(uint32_t) verifiers;
	VEC(struct count) opset;
	VEC(uint32_t) models;
	uint64_t json_bytes;
	uint32_t guards;
	VEC(struct graph) graphs;
	VEC(struct node) nodes;
	VEC(struct arg) args;
	VEC(struct value) values;
	VEC(struct tensor) tensors;
	VEC(struct dim) dims;
	VEC(struct graph_input) inputs;
	VEC(struct graph_output) outputs;
	VEC(struct symbol) symbols;
	/* What a reader saw and left out, in words with a count ("statement cut off at the end").
	 */
	VEC(struct count) left_out;
	/* By the name of a target; NULL where it is no bundled overload. Filled when sealed. */
	const struct graph_operator **operators;
	uint32_t n_operators;
	/* Facts of a log or profile that are no graph: see the reader that fills it. */
	void *extra;
};

/* Number of elements, -1 when a size is symbolic or unknown, -2 on overflow. */
/* A name as a part of the names of all graphs below: the end of a very long one is left out. */
enum { NAME_PART_MOST = 1024 };
str graph_name_part(str name);

/* A shape of more dimensions than operators of PyTorch take is none: every use of the tensor would
 * pass over it. */
enum { TENSOR_RANK_MOST = 64 };
void tensor_bound_rank(struct tensor *tensor);

int64_t tensor_numel(const struct graph_file *file, const struct tensor *tensor);
/* Bytes, with the same exceptions. */
int64_t tensor_bytes(const struct graph_file *file, const struct tensor *tensor);
/* The argument of that schema name, else the one at that position among the positional ones
 * (UINT32_MAX: by name only). NULL when the call left it out. */
const struct arg *node_arg(const struct graph_file *file, const struct node *node, const char *name,
        uint32_t position);
const struct arg *node_arg_named(
        const struct graph_file *file, const struct node *node, str name, uint32_t position);
/* The tensor a value stands for, NULL when it is none or unknown. */
static inline const struct tensor *value_tensor(const struct graph_file *file, uint32_t value)
{
	uint32_t tensor;

	if (value >= file->values.len)
		return NULL;
	tensor = file->values.at[value].tensor;
	return tensor < file->tensors.len ? &file->tensors.at[tensor] : NULL;
}
static inline str graph_text(const struct graph_file *file, uint32_t id)
{
	return intern_name(&file->names, id);
}
/* The bundled row of a call's operator; NULL for a custom or torch-level name. */
static inline const struct graph_operator *node_operator(
        const struct graph_file *file, const struct node *node)
{
	return node->kind == NODE_CALL_FUNCTION && node->target < file->n_operators
	               ? file->operators[node->target]
	               : NULL;
}
/* Is a stack frame with that path the user's? Not those inside PyTorch, nor code it generated. */
bool graph_frame_counts(str path);
/* Gives every graph its identity and looks the operators up; a reader's last step, called by
 * graph_read. */
void graph_file_seal(struct graph_file *file);

#endif
