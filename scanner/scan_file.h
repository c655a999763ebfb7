/* Reading one file of a project, on one worker. */
#ifndef SCANNER_SCAN_FILE_H
#define SCANNER_SCAN_FILE_H

#include "base/needles.h"
#include "scanner/entry.h"
#include "scanner/guarded_calls.h"
#include "scanner/handed.h"
#include "scanner/host_calls.h"
#include "scanner/name_signs.h"
#include "scanner/project.h"
#include "scanner/scan.h"
#include "scanner/search_paths.h"
#include "scanner/switched.h"

struct scan_candidate {
	str path;
	bool named;   /* on the command line: trouble with it is an error */
	size_t above; /* so much of the path leads to the project and says nothing of the file */
};

/* A path of calls and attributes that may lead through the project. */
struct own_use {
	str path;
	bool called, handed; /* handed: somewhere it is a value, and not only called */
};

/* A module that a file imports, as written: ".ops", "torch.nn". */
struct scan_import {
	str module;
	uint32_t at;
	bool tried; /* in a try that goes on when it fails */
};

/* What came of a file. Lives in the arena of the worker that read it. */
struct scan_result {
	struct input input;
	str left_out; /* not empty: no input at all, and why */
	struct graph_file *graph;
	struct findings findings;
	struct api_uses api_uses;
	struct registrations registrations;
	struct diags diags;
	VEC(struct scan_import) imports;
	VEC(str) stars;               /* modules of which it takes all names, in full */
	struct search_texts searched; /* folders in which modules are looked for too */
	/* These are gone once it is settled which files are read again: */
	VEC(struct own_use) own_uses;
	VEC(str) free;            /* then: names that no binding of the file explains */
	bool names_device;        /* some text of it is one: "cuda:0" */
	uint32_t functions;       /* defs, methods and inner ones too */
	struct launches launches; /* of a text file: scripts and modules */
	struct entry_signs signs;
	struct name_signs names;        /* of a whole project */
	struct guarded_calls guarded;   /* likewise, by place in the file as it is */
	struct switched_parts switched; /* likewise */
};

/* What all workers read. */
struct scan_shared {
	const struct scan_candidate *files;
	const struct ruleset *rules;
	struct project *project;
	str standard_input;          /* of the plan */
	struct scan_result *results; /* one per file; each written by one worker */
	bool whole;                  /* all of a project is scanned (whole_project): what it does
	                              * not have matters, so signs of it are looked for */
	struct handed handed;        /* then */
	/* Once all files are read; by file: some function of it may be given tensors of the host.
	 */
	const bool *given;
	const struct host_calls *host_calls;
	const struct switches *switches;
	const bool *quiet_roots; /* scan_file_quiet_roots */
	bool has_fields;         /* some class of the project has fields that are known */
	bool redirect;           /* second reading: names that modules pass on are replaced */
};

struct scan_worker {
	struct env env;
	struct arena *links; /* for own_uses and exports of modules: until all files are read */
	struct diags diags;
	struct rules_worker *rules;
	struct switches switches;     /* of all that it has read */
	struct host_calls host_calls; /* likewise */
	struct needles *traced_marks; /* where there are no rules; NULL: no source was met yet */
	uint64_t traced_bits;         /* theirs, or among what rules look for */
};

void scan_worker_start(struct scan_worker *worker, const struct env *env, struct arena *keep,
        struct arena *temp, const struct ruleset *rules);
/* Switches of the project are noted: so many files will be read. */
void scan_worker_note_switches(struct scan_worker *worker, uint32_t files);
/* All files have been read, as often as they are: what ties them together goes. */
void scan_worker_unlink(struct scan_worker *worker);
void scan_worker_stop(struct scan_worker *worker);
void scan_file_read(struct scan_shared *shared, struct scan_worker *worker, uint32_t index);
/* A file of tests, by its path and by what is in it (entry_is_tested), once it is read. */
bool scan_file_is_tested(const struct scan_shared *shared, uint32_t index);
/* Which of the packages that say nothing to any rule unless they are called this set of rules
 * really leaves alone. */
const bool *scan_file_quiet_roots(struct arena *arena, const struct ruleset *rules);
/* Whether some name of a file comes to something outside the project through its modules, so that
 * rules or names of APIs could see it otherwise than as it is written. */
bool scan_file_passes_on(const struct scan_shared *shared, struct arena *temp, uint32_t index);

#endif
