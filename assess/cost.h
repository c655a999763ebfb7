/* What one qualified job costs on each platform, and whether the port pays.
 *
 * A plan (YAML) or records of jobs (JSON) in, a comparison out: the same machine bought otherwise
 * first, then each target against the cheapest way to stay. Nothing is printed here. Money is not
 * rounded; NAN is "not priced" or "not known", and where it reaches a verdict there is none. */
#ifndef ASSESS_COST_H
#define ASSESS_COST_H

#include "assess/book.h"
#include "assess/buckets.h"
#include "assess/cost_case.h"
#include "assess/effort_read.h"
#include "assess/job_record.h"
#include "assess/payback.h"
#include "assess/statistics.h"

/* ------------------------------------------------------------------ what is given */

/* What a side's figures rest on, weakest first. X(enumerator, word, what it says) */
#define COST_EVIDENCE_LIST(X)                                                                      \
	X(COST_PAPER, "paper", "on paper")                                                         \
	X(COST_COMPILED, "compiled", "compiled there, speed assumed")                              \
	X(COST_ONCE, "once", "measured once")                                                      \
	X(COST_FEW, "few", "measured, few runs")                                                   \
	X(COST_STABLE, "stable", "measured, 6 runs or more")
enum cost_evidence {
#define X(name, word, what) name,
	COST_EVIDENCE_LIST(X)
#undef X
	        COST_EVIDENCE_COUNT
};

enum cost_quality { QUALITY_NOT_MEASURED, QUALITY_PASSED, QUALITY_NOT_CHECKED, QUALITY_LATE };

/* A volume and what one of it costs. */
struct cost_usage {
	double quantity; /* 0: none */
	double usd;      /* of one; NAN: not priced */
	str item, date, source;
	int32_t days;
};

struct cost_side {
	str name, target, instance, region, purchase;
	struct place place;
	const struct machine *machine; /* NULL: not in the tables */
	double count;
	struct price price; /* of one machine */
	double bill_month;  /* of a real bill; NAN: none */
	str bill_date, bill_source;
	struct points prep, compile, run, out; /* hours; run NAN: not given */
	struct points speed;                   /* R, as given; NAN: not given */
	double reuse, util, block_hours, pass;
	struct points retry; /* share of machine time lost to interruptions */
	bool retry_given;
	double units_hour; /* throughput instead of run; NAN: not given */
	struct cost_usage storage, requests, egress;
	enum cost_evidence evidence;
	enum cost_quality quality;
	double wait_p95;        /* seconds; NAN: not given */
	double committed_month; /* paid until that day whatever happens; 0: nothing */
	int32_t committed_until;
	const struct effort_given *effort; /* from a scan, of this target; NULL: the plan's */
	struct sample hours;               /* measured, warm and qualified jobs */
	const struct job_record *record;   /* NULL: none */
};

/* A purchase of machine time, for debugging or a pilot. */
struct cost_rental {
	str instance, region, purchase;
	struct place place;
	struct price price;
	bool given;
};

struct cost_plan {
	str name, path;
	str workload; /* of a scan, whose job it is; empty: not said */
	struct place workload_place;
	struct points jobs; /* a month; NAN: not given */
	str unit;           /* empty: none */
	double units_job;
	double wait_limit; /* seconds; NAN: none */
	struct cost_side today;
	VEC(struct cost_side) targets;
	struct effort_given effort;
	struct cost_rental debug, pilot;
	double pilot_budget; /* NAN: not given */
	double pilot_hours;  /* of the machine; NAN: from pilot_days */
	struct cost_usage move;
	double extra_storage;
	bool stay_put;       /* today's purchase is not up for change */
	double flops, bytes; /* of one job; 0: not given */
	double steps;        /* of `work:`; NAN: there is none */
	bool scanned;        /* set before reading: a scan fills what is left open */
	str dtype;
	struct lengths lengths;
	double compile_each; /* hours for one length bucket; NAN: not given */
	struct settings settings;
	bool no_labour;
	int32_t as_of;
};

/* Reads a plan; settings come with the defaults (and portfit.yaml) in them. */
bool cost_plan_read(struct env *env, const struct book *book, str path, struct cost_plan *plan);
/* A plan made from records alone: the first is today. */
bool cost_plan_from_records(struct env *env, const struct book *book,
        const struct job_record *const *records, struct cost_plan *plan);
/* Lays measurements over the sides of the same platform; a record that fits none is reported. */
bool cost_plan_add_records(
        struct env *env, const struct job_record *const *records, struct cost_plan *plan);

/* FLOPs and bytes of one step: the sums over the counted graphs of a result (portfit-report/1). */
bool cost_work_read(struct env *env, str path, double *flops, double *bytes);

/* ------------------------------------------------------------------ what comes out */

/* Today's machine under another purchase option. */
struct cost_option {
	struct price price;
	double hour_share; /* price an hour against today's */
	double month;      /* USD for the jobs of a month; NAN: jobs not given */
	double saving_month;
	double util;
	const char *remark; /* why it is not counted; NULL: it is */
};

/* One machine all month, at given speeds. */
struct cost_parity {
	str against;
	double parity;     /* R* */
	double r100, r090; /* saving of 730 h */
	bool mixed;        /* purchase options differ */
};

struct cost_curve_point {
	double jobs, r_max;
};

struct cost_swing {
	const char *what;
	double low_value, high_value; /* of the number that was moved */
	double low, high;             /* present value after 24 months */
	bool flips;                   /* the sign changes */
};

struct cost_bound {
	bool some;
	double base_hours, target_hours; /* least time of a job; NAN: no peak known */
	double most_speed; /* R that cannot be passed; NAN: today's time is not known */
	bool unreachable;  /* R* lies above it */
	str dtype;
};

struct cost_pilot {
	struct cost_rental rental;
	double machine_hours, paid_hours, device_usd, people_hours, labour_usd, total_usd;
	double stop_ratio; /* give up above this time ratio */
	bool affordable, judged;
};

/* X(enumerator, word) */
#define COST_ANSWER_LIST(X)                                                                        \
	X(ANSWER_INSUFFICIENT, "insufficient evidence")                                            \
	X(ANSWER_PORT, "port")                                                                     \
	X(ANSWER_PILOT, "pilot")                                                                   \
	X(ANSWER_STAY, "stay")                                                                     \
	X(ANSWER_STAY_BUY, "stay, buy differently")
enum cost_answer {
#define X(name, word) name,
	COST_ANSWER_LIST(X)
#undef X
};

enum { COST_CURVE_MOST = 12, COST_SWINGS_MOST = 10, COST_LENGTH_MOST = 3 };

/* The same with `factor` times the work a job. */
struct cost_length {
	double factor, base, target; /* USD a job */
};

/* One target against the way to stay. */
struct cost_compare {
	const struct cost_side *side, *base;
	struct points speed;
	struct cost_case c;
	struct cost_outcome o;
	struct effort effort;
	struct cost_parity parity[2]; /* against today; against the option, if it is cheaper */
	double r, r_parity;
	double ratio_interval[2]; /* 95 % of the cost ratio, of measured runs; NAN */
	struct cost_curve_point curve[COST_CURVE_MOST];
	double r_max, jobs_needed, months;
	struct payback payback;        /* the same curve for a drawing */
	double npv12, npv24, p12, p24; /* p: NAN when it cannot be said */
	double month_range[2];         /* 80 % of the draws of s_month; NAN */
	struct cost_swing swings[COST_SWINGS_MOST];
	struct cost_length lengths[COST_LENGTH_MOST]; /* shorter and longer jobs */
	double cold_share;                            /* of preparation and compile in a cold job */
	struct buckets buckets;
	struct cost_bound bound;
	struct cost_rental debug; /* the plan's, else the cheapest machine of the same kind, bought
	                             the same way */
	struct cost_pilot pilot;
	str label_reason, answer_rule;
	uint32_t n_parity, n_curve, n_swings;
	enum cost_answer answer;
	bool speed_known; /* else all money is "at equal speed" */
	bool effort_some;
	char label; /* A to D, X */
};

struct cost_result {
	struct arena *arena;
	const struct cost_plan *plan;
	struct cost_outcome today; /* today's side alone: .base */
	VEC(struct cost_option) options;
	uint32_t best_option;  /* in options; UINT32_MAX: today is the cheapest */
	struct cost_side best; /* today's machine, bought so */
	struct cost_compare *targets;
	uint32_t n_targets;
	VEC(str) missing; /* what is not priced or not known */
	VEC(str) stale;   /* prices past their age */
	VEC(str) ideal;   /* what is taken as at its best because nobody gave it */
};

bool cost_run(struct env *env, const struct book *book, const struct cost_plan *plan,
        struct cost_result *out);
str cost_evidence_text(enum cost_evidence evidence);
str cost_answer_word(enum cost_answer answer);
str cost_quality_text(enum cost_quality quality);

/* ------------------------------------------------------------------ between the files of cost */

/* The numbers of a side as the formulas take them. `run` NAN: the side's own. */
struct side_case cost_side_case(
        const struct cost_plan *plan, const struct cost_side *side, double run);
/* Marks a side whose waiting time is above the plan's limit. */
void cost_side_check_wait(const struct cost_plan *plan, struct cost_side *side);
/* All figures of a target whose side, base and plan are set; label and answer come after. */
bool cost_compare_fill(struct env *env, const struct cost_plan *plan, struct cost_compare *compare);
/* Sensitivity and probabilities, where everything they need is known. */
void cost_compare_risk(struct env *env, const struct cost_plan *plan, struct cost_compare *compare);
/* The label by evidence. */
void cost_compare_label(const struct cost_plan *plan, struct cost_compare *compare);
/* Takes away all that would look like a saving: for label X. */
void cost_compare_void(struct cost_compare *compare);
/* The answer by the rules of docs/cost.md, in their order. */
void cost_compare_judge(
        struct env *env, const struct cost_result *result, struct cost_compare *compare);

#endif
