/* Every option once: parser, --help, man page and completions come from this table. */
#ifndef CLI_OPTION_H
#define CLI_OPTION_H

#include "base/str.h"

enum option_kind { OPTION_FLAG, OPTION_TEXT, OPTION_LIST_OF };

/* X(enumerator, long name, short letter or 0, argument or NULL, kind, help) */
#define OPTION_LIST(X)                                                                             \
	X(OPTION_TARGET, "target", 't', "NAME", OPTION_LIST_OF,                                    \
	        "target to judge for; repeatable (default: every bundled target)")                 \
	X(OPTION_MODE, "mode", 0, "eager|compile", OPTION_TEXT,                                    \
	        "mode that decides where one answer is needed (default eager)")                    \
	X(OPTION_FORMAT, "format", 'f', "NAME", OPTION_TEXT,                                       \
	        "format for standard output (default text)")                                       \
	X(OPTION_OUTPUT, "output", 'o', "FORMAT:FILE", OPTION_LIST_OF,                             \
	        "also write FILE in that format, whole or not at all; repeatable")                 \
	X(OPTION_CONFIG, "config", 0, "FILE", OPTION_TEXT,                                         \
	        "configuration (default: portfit.yaml, looked for upward)")                        \
	X(OPTION_COVERAGE, "coverage", 0, "FILE", OPTION_LIST_OF,                                  \
	        "facts of your own on top of the bundled ones; repeatable")                        \
	X(OPTION_RULES, "rules", 0, "PATH", OPTION_LIST_OF, "rules of your own; repeatable")       \
	X(OPTION_EXCLUDE, "exclude", 0, "GLOB", OPTION_LIST_OF,                                    \
	        "leave out paths that match; repeatable")                                          \
	X(OPTION_INCLUDE, "include", 0, "GLOB", OPTION_LIST_OF,                                    \
	        "look into paths that match though they are left out by default; repeatable")      \
	X(OPTION_SOURCE_ROOT, "source-root", 0, "DIR", OPTION_TEXT,                                \
	        "folder of the sources behind the graphs, as it is named there or here")           \
	X(OPTION_TRAINING, "training", 0, NULL, OPTION_FLAG,                                       \
	        "judge what a backward pass and an optimizer would add to forward graphs")         \
	X(OPTION_OPTIMIZER, "optimizer", 0, "NAME", OPTION_TEXT,                                   \
	        "class of torch.optim to train with (default: the sources', else AdamW)")          \
	X(OPTION_AS_OF, "as-of", 0, "DATE", OPTION_TEXT,                                           \
	        "day that ages are measured from (default today)")                                 \
	X(OPTION_FAIL_ON, "fail-on", 0, "LEVEL", OPTION_TEXT,                                      \
	        "gate: status 1 when something is at or above blocker, major, minor or info")      \
	X(OPTION_SINCE, "since", 0, "REV", OPTION_TEXT,                                            \
	        "only what changed since that git revision: findings on changed lines, changed "   \
	        "graphs")                                                                          \
	X(OPTION_THRESHOLD, "threshold", 0, "NAME=N", OPTION_LIST_OF,                              \
	        "bound of the gate, as in unknown=0 or coverage=95%; repeatable")                  \
	X(OPTION_DRIFT, "drift", 0, NULL, OPTION_FLAG,                                             \
	        "the gate counts what newer rules, facts or the calendar bring as well")           \
	X(OPTION_EXCEPTIONS, "exceptions", 0, "FILE", OPTION_TEXT,                                 \
	        "exceptions with reason and end (default .portfit-ignore.yaml, found upward)")     \
	X(OPTION_JOBS_MONTH, "jobs-a-month", 0, "N", OPTION_TEXT, "jobs of that kind in a month")  \
	X(OPTION_BILL, "bill", 0, "USD", OPTION_TEXT, "today's bill of a month for these jobs")    \
	X(OPTION_QUALITY, "quality", 0, "METRIC<=N", OPTION_TEXT,                                  \
	        "what a result must reach to count")                                               \
	X(OPTION_CI, "ci", 0, "github|gitlab|none", OPTION_TEXT,                                   \
	        "whose CI file to write (default: what the checkout shows)")                       \
	X(OPTION_FORCE, "force", 0, NULL, OPTION_FLAG, "write over files that are there")          \
	X(OPTION_BASELINE, "baseline", 0, "FILE", OPTION_TEXT,                                     \
	        "accepted findings: what is in it does not gate")                                  \
	X(OPTION_ENTRY, "entry", 0, "FILE", OPTION_LIST_OF,                                        \
	        "an entry point (default: found); repeatable")                                     \
	X(OPTION_SELECT, "select", 0, "RULE", OPTION_LIST_OF,                                      \
	        "only these rules: an id, a category, or a name with *; repeatable")               \
	X(OPTION_IGNORE, "ignore", 0, "RULE", OPTION_LIST_OF, "not these rules; repeatable")       \
	X(OPTION_SEVERITY, "severity", 0, "RULE=LEVEL", OPTION_LIST_OF,                            \
	        "another severity for a rule; repeatable")                                         \
	X(OPTION_SIGNATURE, "signature", 0, "DTYPES", OPTION_TEXT,                                 \
	        "dtypes of the tensor operands in schema order: f32,i64")                          \
	X(OPTION_ARGS, "args", 0, "JSON", OPTION_TEXT,                                             \
	        "arguments of the call: {\"sorted\": false}")                                      \
	X(OPTION_CONTEXT, "context", 0, "JSON", OPTION_TEXT,                                       \
	        "context of the call: {\"shape\": \"dynamic\"}, {\"out_dtype\": [\"f32\"]}")       \
	X(OPTION_RELEASE, "release", 0, "2.13|2.14", OPTION_TEXT,                                  \
	        "release of PyTorch to answer for (default: the graph's, else 2.13)")              \
	X(OPTION_NODES, "nodes", 0, NULL, OPTION_FLAG,                                             \
	        "with arguments, module path and source frame of every node")                      \
	X(OPTION_MAN, "man", 0, NULL, OPTION_FLAG, "the man page, as troff")                       \
	X(OPTION_COMPLETIONS, "completions", 0, NULL, OPTION_FLAG, "a completion script for bash") \
	X(OPTION_DEVICE, "device", 0, "NAME", OPTION_TEXT,                                         \
	        "device as PyTorch calls it: neuron, tpu, xla, cpu")                               \
	X(OPTION_PYTHON, "python", 0, "PATH", OPTION_TEXT,                                         \
	        "interpreter that runs the workers (default: the active python3)")                 \
	X(OPTION_IMPORT, "import", 0, "MODULE", OPTION_LIST_OF,                                    \
	        "import it first in every worker: custom operators, a back end; repeatable")       \
	X(OPTION_SEED, "seed", 0, "N", OPTION_TEXT, "seed of inputs and draws (default 0)")        \
	X(OPTION_ONLY, "only", 0, "OP|unknown", OPTION_LIST_OF,                                    \
	        "only this operator, or only what the database does not know; repeatable")         \
	X(OPTION_MODES, "modes", 0, "eager,compile", OPTION_TEXT, "modes to try (default both)")   \
	X(OPTION_FORWARD_ONLY, "forward-only", 0, NULL, OPTION_FLAG, "no backward pass")           \
	X(OPTION_COMPILE_SAMPLE, "compile-sample", 0, "N", OPTION_TEXT,                            \
	        "compiled mode for N experiments only, drawn by the seed")                         \
	X(OPTION_COMPILE_BACKEND, "compile-backend", 0, "NAME", OPTION_TEXT,                       \
	        "backend of torch.compile (default: the device's own)")                            \
	X(OPTION_TIME_LIMIT, "time-limit", 0, "SECONDS", OPTION_TEXT,                              \
	        "of one experiment (default 60)")                                                  \
	X(OPTION_MEMORY_LIMIT, "memory-limit", 0, "MIB", OPTION_TEXT,                              \
	        "of host memory for one experiment (default 8192)")                                \
	X(OPTION_TENSOR_LIMIT, "tensor-limit", 0, "MIB", OPTION_TEXT,                              \
	        "of one experiment's tensors; larger shapes are scaled down (default 32; "         \
	        "--offline: none)")                                                                \
	X(OPTION_WORK_LIMIT, "work-limit", 0, "GFLOP", OPTION_TEXT,                                \
	        "of one experiment's products; larger shapes are scaled down (default 2; "         \
	        "--offline: none)")                                                                \
	X(OPTION_MAX_MINUTES, "max-minutes", 0, "N", OPTION_TEXT, "stop after that time")          \
	X(OPTION_FOLDER, "folder", 0, "PATH", OPTION_TEXT,                                         \
	        "where results are kept (default portfit-probe)")                                  \
	X(OPTION_RESUME, "resume", 0, NULL, OPTION_FLAG, "go on with the results in the folder")   \
	X(OPTION_OFFLINE, "offline", 0, NULL, OPTION_FLAG,                                         \
	        "ask the device's own software without the device (TPU)")                          \
	X(OPTION_TOPOLOGY, "topology", 0, "NAME", OPTION_TEXT,                                     \
	        "TPU to compile for, as in v5e:2x2 (default; none: do not compile)")               \
	X(OPTION_KEEP_PROGRAMS, "keep-programs", 0, NULL, OPTION_FLAG,                             \
	        "keep the StableHLO of every experiment in the folder")                            \
	X(OPTION_MODEL, "model", 0, "FILE.py:FUNCTION", OPTION_TEXT,                               \
	        "try the whole path of a real model instead of single operators")                  \
	X(OPTION_SETTINGS, "settings", 0, "JSON", OPTION_TEXT,                                     \
	        "keyword arguments for that function: {\"layers\": 2}")                            \
	X(OPTION_CHECK, "check", 0, "TARGET", OPTION_TEXT,                                         \
	        "hold the environment against the target's release matrix")                        \
	X(OPTION_INSTANCE_TYPE, "instance-type", 0, NULL, OPTION_FLAG,                             \
	        "ask the platform's metadata service for the instance type")                       \
	X(OPTION_CLOUD, "cloud", 0, "aws|gcp", OPTION_TEXT, "whose public prices (default aws)")   \
	X(OPTION_PRICES, "prices", 0, "FILE", OPTION_LIST_OF,                                      \
	        "prices of your own on top of the bundled ones; repeatable")                       \
	X(OPTION_PLAN, "plan", 0, "PLAN.yaml", OPTION_TEXT,                                        \
	        "also what a job costs, by this plan; its work comes from the scan")               \
	X(OPTION_NO_LABOUR, "no-labour", 0, NULL, OPTION_FLAG,                                     \
	        "leave engineering hours out of the money")                                        \
	X(OPTION_EARLIER, "earlier", 0, "RESULT.json", OPTION_TEXT,                                \
	        "an earlier plan or result: what is done since, what is left")                     \
	X(OPTION_HISTORY, "history", 0, "FILE", OPTION_TEXT,                                       \
	        "actual hours (default portfit-effort.json)")                                      \
	X(OPTION_DONE, "done", 0, "CAUSE", OPTION_TEXT,                                            \
	        "only tell whether that work is done: status 0, else 1")                           \
	X(OPTION_NOTE, "note", 0, "TEXT", OPTION_TEXT, "a remark to keep with the record")         \
	X(OPTION_NAME, "name", 0, "NAME", OPTION_TEXT,                                             \
	        "name of the job: the same on every platform")                                     \
	X(OPTION_PLATFORM, "platform", 0, "NAME", OPTION_TEXT,                                     \
	        "where it runs, as the comparison calls it")                                       \
	X(OPTION_REPEAT, "repeat", 0, "K", OPTION_TEXT,                                            \
	        "warm runs after the first, cold one (6 or more make it count; default 0)")        \
	X(OPTION_QUALIFY, "qualify", 0, "COMMAND", OPTION_TEXT,                                    \
	        "check after each run; status 0: the result qualifies")                            \
	X(OPTION_REQUIRE, "require", 0, "METRIC<=N", OPTION_LIST_OF,                               \
	        "bound for a number that the check or the job prints; repeatable")                 \
	X(OPTION_COMPARE, "compare", 0, "FILE=REFERENCE", OPTION_LIST_OF,                          \
	        "the result must equal the reference, numbers within the tolerance; repeatable")   \
	X(OPTION_TOLERANCE, "tolerance", 0, "REL[,ABS]", OPTION_TEXT,                              \
	        "of --compare (default 0: equal)")                                                 \
	X(OPTION_UNITS, "units", 0, "NAME=N|PATTERN", OPTION_LIST_OF,                              \
	        "units done by one job, by number or by the number in a line it prints; "          \
	        "repeatable")                                                                      \
	X(OPTION_WAIT, "wait", 0, "UNIT=PATTERN", OPTION_TEXT,                                     \
	        "waiting time of a request in a line it prints; UNIT is s, ms or us")              \
	X(OPTION_PHASE_PATTERN, "phase-pattern", 0, "NAME=PATTERN", OPTION_LIST_OF,                \
	        "a line that matches begins that phase; repeatable")                               \
	X(OPTION_TIMEOUT, "timeout", 0, "SECONDS", OPTION_TEXT,                                    \
	        "end a run and all it started after that time")                                    \
	X(OPTION_INSTANCE, "instance", 0, "NAME", OPTION_LIST_OF,                                  \
	        "machine, as the price list calls it")                                             \
	X(OPTION_MACHINES, "machines", 0, "N", OPTION_TEXT, "how many of them (default 1)")        \
	X(OPTION_PURCHASE, "purchase", 0, "OPTION", OPTION_TEXT,                                   \
	        "how it is bought: on-demand, capacity-block, ...")                                \
	X(OPTION_REGION, "region", 0, "NAME", OPTION_LIST_OF,                                      \
	        "region that the price is for; repeatable where several make sense")               \
	X(OPTION_INCLUDES, "includes", 0, "setup,download", OPTION_TEXT,                           \
	        "what of the preparation is in the measured time (or none)")                       \
	X(OPTION_URL, "url", 0, "URL", OPTION_TEXT,                                                \
	        "where the prices are (default: the public place of the cloud)")                   \
	X(OPTION_TAG, "tag", 0, "KEY=VALUE", OPTION_LIST_OF,                                       \
	        "only rows of the bill with that tag; repeatable")                                 \
	X(OPTION_CATEGORY, "category", 0, "NAME", OPTION_TEXT, "only rules of that category")      \
	X(OPTION_LANG, "lang", 0, "en|zh-TW", OPTION_TEXT,                                         \
	        "language of what a manager reads (default: the locale's)")                        \
	X(OPTION_JOBS, "jobs", 'j', "N", OPTION_TEXT, "workers (default: one per core)")           \
	X(OPTION_COLOR, "color", 0, "auto|always|never", OPTION_TEXT,                              \
	        "colour in text (default auto)")                                                   \
	X(OPTION_WIDTH, "width", 0, "N", OPTION_TEXT,                                              \
	        "columns of the text report (default: the terminal's, else 120)")                  \
	X(OPTION_QUIET, "quiet", 'q', NULL, OPTION_FLAG, "no report on standard output, no notes") \
	X(OPTION_VERBOSE, "verbose", 'v', NULL, OPTION_FLAG,                                       \
	        "list everything that is folded away otherwise")                                   \
	X(OPTION_HELP, "help", 'h', NULL, OPTION_FLAG, "show help and exit")                       \
	X(OPTION_VERSION, "version", 'V', NULL, OPTION_FLAG, "show the version and exit")

enum option_id {
#define X(name, long_name, letter, argument, kind, help) name,
	OPTION_LIST(X)
#undef X
	        OPTION_COUNT
};

struct option_row {
	const char *name;
	char letter;
	const char *argument;
	enum option_kind kind;
	const char *help;
};

const struct option_row *option_row(enum option_id option);

#endif
