/* Small exported programs put together from pieces, and a reader with everything it needs. */
#ifndef TESTS_EXPORTED_PROGRAM_H
#define TESTS_EXPORTED_PROGRAM_H

#include "base/buf.h"
#include "scanner/graph/exported.h"
#include "scanner/graph/graph.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define DIM(n) "{\"as_int\": " #n "}"
/* A tensor of 32-bit floats; sizes as "DIM(2)", joined with commas. */
#define META(sizes)                                                                                \
	"{\"dtype\": 7, \"sizes\": [" sizes "], \"requires_grad\": false, \"device\": "            \
	"{\"type\": \"cpu\", \"index\": null}, \"strides\": [], \"storage_offset\": "              \
	"{\"as_int\": 0}, \"layout\": 7}"
#define TENSOR(name) "{\"as_tensor\": {\"name\": \"" name "\"}}"
#define ARG(name, arg) "{\"name\": \"" name "\", \"arg\": " arg ", \"kind\": 1}"
#define NODE(name, target, args, outs)                                                             \
	"{\"target\": \"" target "\", \"inputs\": [" args "], \"outputs\": [" outs                 \
	"], \"metadata\": {}, \"is_hop_single_tensor_return\": null, \"name\": \"" name "\"}"
#define GRAPH(inputs, outputs, nodes, values)                                                      \
	"{\"inputs\": [" inputs "], \"outputs\": [" outputs "], \"nodes\": [" nodes                \
	"], \"tensor_values\": {" values "}, \"sym_int_values\": {}, \"sym_bool_values\": {}}"
#define SPEC(name) "{\"user_input\": {\"arg\": " TENSOR(name) "}}"
#define OUT_SPEC(name) "{\"user_output\": {\"arg\": " TENSOR(name) "}}"
#define PROGRAM(graph, in_specs, out_specs)                                                        \
	"{\"graph_module\": {\"graph\": " graph ", \"signature\": {\"input_specs\": [" in_specs    \
	"], \"output_specs\": [" out_specs "]}, \"module_call_graph\": []}, \"opset_version\": "   \
	"{\"aten\": 10}, \"range_constraints\": {}, \"schema_version\": {\"major\": 8, "           \
	"\"minor\": 20}, \"verifiers\": [\"TRAINING\"], \"torch_version\": \"2.13.0\", "           \
	"\"guards_code\": []}"
/* One input x, one output y, both of two elements; `nodes` makes y. */
#define ONE(nodes)                                                                                 \
	PROGRAM(GRAPH(TENSOR("x"), TENSOR("y"), nodes,                                             \
	                "\"x\": " META(DIM(2)) ", \"y\": " META(DIM(2))),                          \
	        SPEC("x"), OUT_SPEC("y"))
#define RELU NODE("y", "torch.ops.aten.relu.default", ARG("self", TENSOR("x")), TENSOR("y"))

struct reading {
	struct arena *keep, *temp;
	struct diags diags;
	struct env env;
	struct graph_file file;
	bool ok;
};

static void reading_open(struct reading *r)
{
	*r = (struct reading){.keep = arena_new(), .temp = arena_new()};
	r->diags.arena = r->keep;
	r->env = (struct env){r->keep, r->temp, &r->diags, &limits_default, NULL};
}

/* Reads a text as the JSON of an exported program. */
static inline void reading_json(struct reading *r, str text)
{
	reading_open(r);
	r->file = (struct graph_file){.arena = r->keep, .format = GRAPH_EXPORTED_JSON};
	r->file.names.arena = r->keep;
	r->ok = exported_read(&r->env, S("x.json"), text, &r->file);
}

static void reading_close(struct reading *r)
{
	arena_free(r->keep);
	arena_free(r->temp);
}

/* The first problem, empty when there is none. */
static inline str reading_problem(const struct reading *r)
{
	return r->diags.list.len ? r->diags.list.at[0].text : S("");
}

/* Reads what must be read. */
static inline void expect_read(struct reading *r, const char *text)
{
	reading_json(r, str_from(text));
	if (!r->ok)
		print_error("%.*s\n", STR_ARG(reading_problem(r)));
	assert_true(r->ok);
}

static inline str text_of(const struct reading *r, uint32_t id)
{
	return graph_text(&r->file, id);
}

#endif
