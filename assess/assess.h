/* Where what a project does meets what a target can do. Prints nothing.
 *
 * Counting is per node; rows are per operator and input-dtype signature. Totals reconcile: the
 * calls of all rows with verdicts are the operator nodes of all counted graphs, and with host and
 * wrapper nodes they are every call node. */
#ifndef ASSESS_ASSESS_H
#define ASSESS_ASSESS_H

#include "coverage/coverage.h"
#include "pytorch/api.h"
#include "scanner/scan.h"

enum row_kind {
	ROW_DEVICE,
	ROW_HOST,
	ROW_WRAPPER,
	ROW_HIGHER_ORDER,
	ROW_COLLECTIVE,
	ROW_CUSTOM,
	ROW_API
};

/* What the database says of one question: [target * MODE_COUNT + mode]. */
struct node_answers {
	const struct answer *of;
};

/* Of one node of a counted graph. */
struct node_judged {
	uint32_t answers; /* in assessment.answers; GRAPH_NONE: no verdict is due */
	uint32_t row;     /* in assessment.rows; GRAPH_NONE: no call (a pick, an attribute) */
	uint8_t kind;     /* enum row_kind, of a call */
	/* Its work_node_flops; nodes that ask the same share it. NULL: not counted yet. */
	const struct flops *flops;
};

/* The nodes of a row on one target in one mode. */
struct judged {
	enum verdict worst;
	uint64_t calls[VERDICT_COUNT], flops[VERDICT_COUNT];
	uint64_t evidence[EVIDENCE_COUNT]; /* calls by the ground of their answer */
	struct answer answer; /* of a node with the worst verdict; unknown beats what is no worse
	                         than conditional */
};

struct row_place {
	str path; /* as it is shown: of the scanned source, else without the machine's folders */
	uint32_t line;
	uint32_t input; /* the scanned source, in scan.inputs; GRAPH_NONE: not scanned */
	str module, source, function;
	str api;                /* the Python function behind the operator; empty: not known */
	VEC(uint32_t) findings; /* on that line, in scan.findings */
};

/* A place of a row. The layers of a model repeat places but for the module: what they have in
 * common stands once. */
struct module_place {
	struct row_place *like; /* all but its module holds */
	str module;
};

/* Why the gate and the lists leave an operator alone on a target. */
struct row_exception {
	bool there;
	str reason, until; /* until: empty for always */
};

struct op_row {
	str op, signature;
	enum row_kind kind;
	uint64_t calls, flops,
	        flops_missing; /* missing: calls without a formula or with symbolic sizes */
	VEC(uint32_t) graphs;  /* in scan.graphs */
	VEC(struct module_place) places;
	bool known; /* no news: in the baseline with verdicts no better, or in unchanged graphs */
	enum finding_from from; /* of what is news */
	/* [target]: an exception leaves it alone there; NULL: nowhere */
	struct row_exception *excepted;
	struct judged *judged; /* [target * MODE_COUNT + mode]; NULL: no verdict is due */
};

/* A place of a row as one that stands by itself; all empty behind the last. */
static inline struct row_place row_place_at(const struct op_row *row, uint32_t at)
{
	struct row_place place = {0};

	if (at >= row->places.len)
		return place;
	place = *row->places.at[at].like;
	place.module = row->places.at[at].module;
	return place;
}

/* A public name of torch that sources call, and what its operators say: for float32 data and
 * default arguments, since no graph tells more. */
struct api_row {
	str api;
	uint64_t calls, in_forward, in_loop;
	VEC(uint32_t) uses; /* in scan.api_uses */
	uint64_t workloads;
	struct api_sync sync;
	VEC(str) operators;
	struct answer *answers; /* [target * MODE_COUNT + mode]; NULL: which operators it calls was
	                           not measured */
};

/* Findings that one piece of work removes. */
struct cause {
	str id;
	uint32_t rule; /* of the first finding */
	enum severity worst;
	bool way_known;
	VEC(uint32_t) findings; /* in scan.findings; only new ones that some workload reaches */
	uint32_t files;
	enum severity *severity; /* by target */
};

struct graph_sum {
	uint64_t nodes, operator_nodes, host_nodes, wrapper_nodes, api_nodes;
	uint64_t placeholders, parameters;
	uint64_t parameter_bytes, bytes;
	uint64_t flops, flops_symbolic, flops_unknown; /* calls without a number, by reason */
};

struct totals {
	uint64_t operators[VERDICT_COUNT], unique[VERDICT_COUNT], flops[VERDICT_COUNT];
	uint64_t evidence[EVIDENCE_COUNT];
	str oldest, newest; /* dates of the facts that answered */
};

/* Of the findings: per target and severity, those that are new and reached. */
struct finding_sum {
	uint64_t by_severity[SEVERITY_COUNT];
	uint64_t drifted[SEVERITY_COUNT]; /* of them: by newer rules or the calendar */
};

/* The gate: which target hit it and why, in words. */
struct gate {
	bool asked; /* a level or a threshold is set; without a named target it is off all the same
	             */
	bool on, hit;
	VEC(str) reasons;
	VEC(str) notes; /* what does not decide: told apart, fixed, how much changed */
};

struct baseline;
struct since;
struct exceptions;

struct join;
struct analyses;
struct book;

struct excerpt;
struct cost_result;
struct effort;
struct settings;

struct assessment {
	struct arena *arena;
	const struct scan *scan;
	const struct coverage *coverage;
	const struct target *const *targets;
	uint32_t n_targets;
	enum mode mode; /* that decides where one answer is needed */
	bool targets_named;
	int32_t as_of;
	uint64_t *facts;         /* one per target: how many the database holds */
	VEC(struct op_row) rows; /* worst first, then most calls, then by name */
	VEC(struct node_answers) answers;
	struct node_judged **nodes;   /* per scan.graphs, one per node of it; NULL: not counted */
	struct node_judged **timed;   /* the same, and profiles that are not counted as well */
	struct graph_sum *graphs;     /* one per scan.graphs */
	struct totals *totals;        /* [target * MODE_COUNT + mode] */
	uint64_t operator_nodes;      /* of the counted graphs */
	VEC(struct api_row) apis;     /* most calls first */
	VEC(struct cause) causes;     /* worst first */
	struct finding_sum *findings; /* one per target */
	uint32_t *finding_input;      /* the input of each finding */
	uint32_t workload_findings[WORKLOADS_MOST]; /* new ones in the files that each reaches */
	bool *finding_reached; /* false: no workload reaches it, so it is folded away */
	uint32_t *rule_target; /* of each target: its number in the ruleset, UINT32_MAX: no rule
	                          names it */
	uint64_t unreached, suppressed, baseline, unchanged;
	struct join *join;         /* graph and source (join.h) */
	struct analyses *analyses; /* what the graphs tell beyond verdicts (analyses.h) */
	struct gate gate;
	/* One per target, by these settings; NULL: nobody asked (effort_scan.h). */
	const struct effort *effort;
	const struct settings *settings;
	const struct cost_result *cost; /* by a plan of costs; NULL: none was given (cost_scan.h) */
	str cost_text; /* of a result read back: the same as JSON, as it stands there */
	VEC(struct excerpt) excerpts; /* lines around findings (excerpt.h), by cause */
	bool has_excerpts;            /* false: nobody read them */
};

/* What a gate stops at. An operator that is unsupported counts as blocker, skipped and fallback as
 * major, conditional as minor; unknown has a level of its own. */
enum gate_level { GATE_OFF, GATE_INFO, GATE_MINOR, GATE_MAJOR, GATE_BLOCKER };

struct assess_plan {
	const struct target *const *targets;
	uint32_t n_targets;
	bool targets_named;
	enum mode mode;
	int32_t as_of;
	const struct baseline *baseline; /* NULL: none */
	const struct since *since;       /* NULL: none */
	struct exceptions *exceptions;   /* NULL: none */
	str source_root;                 /* of the graphs' sources (join.h); empty: none */
	bool training;                   /* judge what a backward pass and an optimizer would add */
	str optimizer;           /* class of torch.optim; empty: that of the sources, else AdamW */
	const struct book *book; /* machines; NULL: the bundled ones */
};

bool assess_run(struct env *env, const struct scan *scan, const struct coverage *coverage,
        const struct assess_plan *plan, struct assessment *out);

/* Fills apis (assess/apis.c) and causes (assess/causes.c); parts of assess_run. */
bool assess_apis(struct env *env, struct assessment *assessment);
void assess_causes(struct env *env, struct assessment *assessment);
/* The severity of a finding for a target of the assessment. */
enum severity finding_severity(
        const struct assessment *assessment, uint32_t finding, uint32_t target);

static inline const struct judged *row_judged(
        const struct op_row *row, uint32_t target, enum mode mode)
{
	return &row->judged[target * MODE_COUNT + (uint32_t)mode];
}

/* Findings that are left out of causes, counts and hours because they are accepted, suppressed or
 * not changed: what is said without them is no word on the whole port. */
static inline uint64_t findings_left_out(const struct assessment *assessment)
{
	return assessment->baseline + assessment->suppressed + assessment->unchanged;
}

/* Whether the gate looks at a row on a target: judged, not known, not excepted. */
bool row_is_news(const struct op_row *row, uint32_t target);
/* What leaves a row alone on a target; NULL: nothing does. */
static inline const struct row_exception *row_exception(const struct op_row *row, uint32_t target)
{
	return row->excepted && row->excepted[target].there ? &row->excepted[target] : NULL;
}

/* The answer to a node of a counted graph, by its number within that graph; NULL: none is due. */
static inline const struct answer *node_answer(const struct assessment *assessment, uint32_t graph,
        uint32_t node, uint32_t target, enum mode mode)
{
	uint32_t at =
	        assessment->nodes[graph] ? assessment->nodes[graph][node].answers : GRAPH_NONE;

	return at == GRAPH_NONE
	               ? NULL
	               : &assessment->answers.at[at].of[target * MODE_COUNT + (uint32_t)mode];
}

/* The worst of a row over the targets, in the deciding mode. Unknown ranks above decomposed, below
 * conditional. */
uint32_t row_rank(const struct assessment *assessment, const struct op_row *row);
uint32_t verdict_rank(enum verdict verdict);
str row_kind_word(enum row_kind kind);

#endif
