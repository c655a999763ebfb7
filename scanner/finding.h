/* A finding: a rule matched a place. What every part of the rule engine emits.
 *
 * Findings are plain data; texts live in the arena that the collector names. One place of one
 * rule is one finding; findings with the same cause are one piece of work. */
#ifndef SCANNER_FINDING_H
#define SCANNER_FINDING_H

#include "base/diag.h"

/* Worst last; the order is used. NONE: the target is not concerned. */
enum severity { SEVERITY_NONE, SEVERITY_INFO, SEVERITY_MINOR, SEVERITY_MAJOR, SEVERITY_BLOCKER };
enum { SEVERITY_COUNT = 5 };

/* "blocker"; "" for SEVERITY_NONE */
str severity_word(enum severity severity);
/* False when it is no such word. */
bool severity_parse(str word, enum severity *severity);

/* UNCHANGED: on lines that did not change since the revision that was asked for. */
enum finding_state { FINDING_NEW, FINDING_BASELINE, FINDING_SUPPRESSED, FINDING_UNCHANGED };

/* What made a finding new: the project's change, or rules and facts that are newer than the
 * baseline, or a day that has come. What is not the change's doing does not fail a gate that looks
 * at changes. */
enum finding_from { FROM_CHANGE, FROM_RULES, FROM_FACTS, FROM_CALENDAR };
enum { FROM_COUNT = 4 };

/* "change", "rules", "facts", "calendar" */
str finding_from_word(enum finding_from from);
/* "new", "baseline", "suppressed", "unchanged" */
str finding_state_word(enum finding_state state);

/* How many targets rules can name together. */
enum { RULE_TARGETS = 8 };

/* What protects a place. */
enum finding_guard {
	GUARD_NONE,
	GUARD_IMPORT,   /* in a try whose handler of ImportError goes on without it */
	GUARD_REPLACED, /* the same, and something of its own is put in the place of each name */
	GUARD_SPARE,    /* the same, and nothing in the file uses it */
	GUARD_CUDA, /* runs only where torch.cuda.is_available(), and the rest goes on without it */
	GUARD_AVAILABLE, /* the same for another test of availability that names it */
	GUARD_DEVICE,  /* the same for a test of a device's name, for what other devices need not */
	GUARD_SKIPPED, /* a target skips it, and nothing is lost */
	GUARD_OLDER,   /* for a PyTorch that is older than the targets need */
	GUARD_TRY,     /* in a try whose handler of what it raises goes on without it */
	GUARD_ELSEWHERE, /* code for another accelerator, by its name */
	GUARD_NAMED,     /* in what is called after the package that it imports */
	GUARD_CHOICE,    /* a value that is one of several that a name may have */
	GUARD_SKIP,      /* it decides whether a test runs */
	GUARD_DONE,      /* what replaces it stands beside it */
	GUARD_EXTRA,     /* a package that only an extra or a group asks for */
	GUARD_OTHER_WAY, /* a test that chooses a way, and the one for other devices goes on */
	GUARD_ONCE,      /* what costs each step something runs once there */
	GUARD_FLAG,      /* behind a flag of a command line that is off at first */
	GUARD_UNSET,     /* behind a value that nothing in the project gives */
	GUARD_HOST_JOB,  /* a job of continuous integration that has the CPU alone */
	GUARD_UNREAD,    /* a mark that only a compiler reads, and nothing compiles */
	GUARD_UNUSED,    /* in a function or class that nothing uses */
	GUARD_UNNAMED,   /* likewise, but for names that are made at run time */
	GUARD_BUILT,     /* a source of an extension that is built only where CUDA is */
	GUARD_OPTIONAL,  /* of an extension that is only imported in a try that goes on */
	GUARD_REFERENCE, /* the same at run time, and other devices have a way of their own */
	GUARD_BROUGHT,   /* a package that a build of PyTorch brings, and nothing else asks for */
	GUARD_TRIED,     /* of a file that is imported only in a try that goes on without it */
	GUARD_DOCS,      /* installed only to build the documentation */
	GUARD_PREPARED,  /* where data are prepared, and nothing shows that they left the host */
	GUARD_GIVEN,     /* of what each call gives from the host's memory */
	GUARD_ALWAYS,    /* a default that each call gives another value for */
	GUARD_STORED,    /* made for a file, not to compute with */
	GUARD_ANSWER,    /* copied to the host as what a function answers, outside of loops */
	GUARD_WRITTEN,   /* copied to the host where a file is written */
	GUARD_CHOSEN,    /* a value that is chosen only where its package is there, else another */
	GUARD_FRESH,     /* of a file that the test at hand has made itself */
	GUARD_IDLE,      /* it binds what nothing reads */
	GUARD_SINGLE,    /* one number, made where no tensor is given */
	GUARD_SIZES,     /* what it compares are sizes of tensors */
	GUARD_RESIZED,   /* only for another size than the model is built for */
	GUARD_ABSENT,    /* it runs only where torch_xla is, which no target has */
	GUARD_BLOCKS,    /* once for each of few large blocks of rows */
	GUARD_UNCALLED,  /* in a method for others, which no program here calls */
	GUARD_SELF_TEST, /* in a part of a module that only tries it out */
	GUARD_RAISES,    /* its branch ends in an error, whatever it does */
	GUARD_LEFTOVER,  /* of a script that starts nothing but files that are not there */
};

struct switch_wait;
struct default_need;
struct host_caller;

struct finding {
	uint32_t rule; /* in the ruleset */
	str path;
	uint32_t cell;                  /* notebook cell + 1; 0: no notebook */
	uint32_t line, column;          /* from 1; columns in characters */
	uint32_t end_line, end_column;  /* one past the last character */
	uint8_t severity[RULE_TARGETS]; /* enum severity, by target of the ruleset; guards are in */
	str message;                    /* title and what was matched, one line */
	str matched;                    /* the canonical name or the text that matched */
	str guard;                      /* what protects the place, in words; empty: nothing */
	str cause;                      /* names the piece of work */
	str function; /* innermost def or class chain around it, "Model.forward"; empty: the module
	               */
	/* What to write instead is rule_replacement(); held_back says why it is not told. */
	str held_back;
	bool loads;    /* an import that runs when the file is loaded */
	bool deferred; /* inside of a def or lambda: to load the file does not run it */
	uint64_t fingerprint[2];
	enum finding_guard guarded_by;
	enum finding_state state;
	enum finding_from from;
	/* What the place waits for, where only the whole project tells whether it comes; NULL. */
	const struct switch_wait *wait;
	const struct default_need *need;  /* likewise, of what a parameter is by default */
	const struct host_caller *around; /* likewise, the function that it runs as often as */
	str reason, until;                /* of the suppression; until: empty for always */
};

/* A version that the project asks for, for what needs the whole project. */
struct pin {
	str package; /* normalised */
	str spec, path;
	uint32_t line;
	bool locked;
};

struct findings {
	struct arena *arena;
	VEC(struct finding) list;
	VEC(struct pin) pins;
};

/* The worst over the targets whose bits are set. */
enum severity finding_worst(const struct finding *finding, uint32_t targets);
/* The version of the recipe below; changes only with a line in CHANGES.md. */
#define FINGERPRINT_VERSION 1
/* 128 bits of rule, canonical name and normalised statement: the same on every machine and
 * however the statement is laid out. */
void finding_fingerprint(str rule, str matched, str statement, uint64_t out[2]);
/* "1:" and 32 hexadecimal digits */
str fingerprint_text(struct arena *arena, const uint64_t fingerprint[2]);
/* By path (bytewise), cell, line, column, rule, end; repeats of the same rule and place go. */
void findings_sort(struct findings *findings, const str *rule_ids);
/* Only those from `first` on. */
void findings_sort_from(struct findings *findings, uint32_t first, const str *rule_ids);

#endif
