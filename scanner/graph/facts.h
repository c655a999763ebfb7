/* What logs, repro files and profiles say beside graphs: graph_file.extra of the text, log and
 * profile readers points to a struct graph_facts. Everything lives in the arena of the file; ids
 * are names of the file. */
#ifndef SCANNER_GRAPH_FACTS_H
#define SCANNER_GRAPH_FACTS_H

#include "scanner/graph/graph.h"

struct profile;

/* Names with their counts, in order of first appearance. */
struct count_list {
	struct count *at;
	uint32_t len, cap;
	struct map index; /* of a name in `at` */
};

/* Beside each graph of the file, by the same index. */
struct graph_note {
	uint32_t def_inputs; /* parameters of `def forward`, as written */
	uint32_t record;     /* kind of the TORCH_TRACE record; 0: none */
	uint32_t artifact;   /* name of its artifact */
	uint32_t compile_id; /* "0/0_0" in a structured log, "0/0" in a text one */
	uint32_t payload;    /* graphs of one payload have the same number, from 1 */
	int32_t rank;        /* -1: not known */
	bool returns;        /* the text holds its output */
};

/* A place in the user's code, as a log names it. */
struct log_place {
	uint32_t file, function, source_text; /* 0: not known */
	uint32_t line;
};

/* Where Dynamo left the graph. */
struct graph_break {
	uint32_t reason, explanation, hint; /* texts */
	struct log_place place;
	uint32_t compile_id;
	uint32_t text_line;
	bool error; /* it ended compilation (dynamo_error, Unsupported) */
	bool told;  /* in Dynamo's report; false: in a warning of the call, or as an exception */
};

/* One event; its reasons are first_reason … in `reasons`, newest cache entry first. */
struct recompile {
	struct log_place place;
	uint32_t compile_id;
	uint32_t first_reason, n_reasons;
	uint32_t text_line;
	bool limit; /* the recompile limit was hit: from here on the function runs uncompiled */
};

enum fallback_kind {
	FALLBACK_CPU,     /* it ran, on the CPU */
	FALLBACK_MISSING, /* an error: no kernel, and no fallback */
	FALLBACK_COUNTER, /* a counter of torch_xla: calls that went to the CPU */
};

/* An operator that a device's software did not run, as a run log tells it. */
struct fallback {
	uint32_t operator;      /* "aten.linalg_qr", with the overload where the log has it */
	uint32_t backend;       /* "neuron", "tpu", "xla", "npu"; 0: not named */
	uint32_t text_line;     /* of the first mention */
	struct log_place place; /* of the call, where the warning shows one */
	enum fallback_kind kind;
	uint64_t times; /* lines, or the counter's value */
};

/* One compilation of one frame. */
struct compilation {
	uint32_t compile_id, function, file, line;
	uint32_t fail_type, fail_reason; /* 0: it went well */
	uint64_t operators, nodes;
	double seconds;
	bool backward;
};

/* A symbol that a log tells of; the ranges themselves are graph_file.symbols. */
struct symbol_note {
	uint32_t symbol;
	uint32_t source; /* "L['x'].size()[0]" */
	struct log_place place;
	bool unbacked;
};

/* An operator without a fake kernel (draft export). */
struct missing_kernel {
	uint32_t operator, reason;
};

/* A payload of a structured log that held graphs; graph_note.payload is its number from 1. */
struct trace_payload {
	uint32_t record, artifact, compile_id;
};

/* What a structured log consists of. */
struct trace_counts {
	uint64_t records, payloads, hash_mismatch, broken_json, foreign_lines;
	struct count_list kinds, artifacts;
	uint32_t compile_ids;
	VEC(struct trace_payload) graph_payloads;
};

/* Text of torch._dynamo.explain. */
struct explain_counts {
	bool seen;
	uint64_t graphs, breaks, operators;
	struct count_list targets; /* operators named under "Ops per Graph" */
};

/* reader.tensor of a repro file, its sizes as written. */
struct repro_tensor {
	uint32_t name;
	uint32_t first_size, n_sizes; /* in graph_facts.repro_sizes */
};

struct graph_facts {
	VEC(struct graph_note) notes;
	VEC(struct graph_break) breaks;
	VEC(struct recompile) recompiles;
	VEC(uint32_t) reasons;
	VEC(struct fallback) fallbacks;
	VEC(struct compilation) compilations;
	VEC(struct symbol_note) symbol_notes;
	VEC(struct missing_kernel) missing_kernels;
	struct trace_counts trace;
	struct explain_counts explain;
	VEC(struct repro_tensor) repro_tensors;
	VEC(uint32_t) repro_sizes; /* texts */
	uint64_t storages;
	/* The signature block of print(ExportedProgram): kinds with their counts. */
	struct count_list signature_inputs, signature_outputs;
	struct profile *profile; /* NULL: no profile */
};

/* The facts of a file; NULL when its reader leaves none (exported programs). */
const struct graph_facts *graph_facts(const struct graph_file *file);
/* For readers: the facts to fill, made when there are none yet. */
struct graph_facts *graph_facts_of(struct graph_file *file);
/* The note of a graph, made when there is none yet. */
struct graph_note *graph_note_of(struct graph_file *file, uint32_t graph);
/* Adds to the count of a name. */
void count_add(struct graph_file *file, struct count_list *list, str name, uint64_t times);
/* The same for graph_file.left_out, whose names are few. */
void left_out_add(struct graph_file *file, const char *what, uint64_t times);

#endif
