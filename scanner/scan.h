/* What a project does: every input read, as flat lists that are const afterwards. */
#ifndef SCANNER_SCAN_H
#define SCANNER_SCAN_H

#include "scanner/api_use.h"
#include "scanner/graph/graph.h"
#include "scanner/registration.h"
#include "scanner/rules.h"
#include "scanner/walk.h"

enum input_status { INPUT_READ, INPUT_PARTLY, INPUT_SKIPPED, INPUT_FAILED };

struct input {
	str path;
	str kind; /* word of the contract: pt2, fx-readable, python, … */
	enum input_status status;
	str reason; /* why not whole */
	uint64_t lines, nodes;
	str torch_version;
	uint64_t workloads; /* bits: which reach it */
};

/* A graph of some input. */
struct graph_ref {
	const struct graph_file *file;
	uint32_t graph; /* in file->graphs */
	uint32_t input; /* in scan.inputs */
	bool counted;   /* takes part in totals */
	bool timed;     /* a profile whose times are used though another graph is counted */
	str why_not;    /* when it does not: the same work as ..., another view of it */
	str note;       /* when it does: what it stands for, or what it may be the same as */
};

/* A file that a graph reader took; a log may tell much and hold no graph. */
struct scan_graph_file {
	const struct graph_file *file;
	uint32_t input;       /* in scan.inputs */
	uint32_t first, last; /* its graphs in scan.graphs, from first to one before last */
};

/* A use of a public name, and in which input. */
struct scan_api_use {
	struct api_use use;
	uint32_t input;
};

/* An operator or a kernel of the project's own, and in which input it is registered. */
struct scan_registration {
	struct registration registration;
	uint32_t input;
};

enum { WORKLOADS_MOST = 64 };

/* An entry point and what its imports reach. */
struct workload {
	str name, entry;
	uint32_t input;     /* of the entry */
	uint32_t reached;   /* inputs */
	uint32_t functions; /* defs in them */
	bool configured;
};

struct scan {
	struct arena *arena;
	VEC(struct input) inputs;
	VEC(struct graph_ref) graphs;
	VEC(struct scan_graph_file) graph_files;
	VEC(struct scan_api_use) api_uses;
	VEC(struct scan_registration) registrations;
	VEC(struct workload) workloads; /* at most WORKLOADS_MOST */
	/* Sources that none of them reaches, and the defs in them; none without workloads. */
	uint32_t unreached_inputs, unreached_functions;
	VEC(struct left_out) not_scanned;
	struct findings findings;
	const struct ruleset *rules;
	uint64_t source_files, source_lines, other_files;
	VEC(struct arena *) arenas; /* of the workers */
};

/* Called now and then from one thread while files are read; done of total. */
typedef void scan_progress(void *context, uint32_t done, uint32_t total);

struct scan_plan {
	const str *paths;
	uint32_t n_paths;
	struct walk_options walk;
	const struct ruleset *rules;
	const str *entries; /* configured entry points; none: found */
	uint32_t n_entries;
	uint32_t jobs;      /* 0: one per core */
	str standard_input; /* what "-" held, when it has been read already; it is read once */
	scan_progress *progress;
	void *progress_context;
};

/* Reads all that the plan names. False only when nothing could be looked at at all (reported);
 * problems with single inputs are in the list, and reported when the path was named. End with
 * scan_close. */
bool scan_run(struct env *env, const struct scan_plan *plan, struct scan *out);
void scan_close(struct scan *scan);
str input_status_word(enum input_status status);
bool input_is_python(const struct input *input);

#endif
