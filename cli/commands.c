/* The commands, one row each. */
#include "cli/commands.h"

static const struct command commands[] = {
        {.name = "scan",
                .words = "[PATH]...",
                .summary = "the main job: read graphs and sources, judge, report, gate",
                .help = "PATH is a file, a folder or - for standard input; files are recognised by "
                        "their content. Without one the paths of portfit.yaml are read.\n"
                        "Formats: text, json, jsonl, markdown, sarif, junit, github, gitlab, csv, "
                        "html, sqlite.",
                .options = {OPTION_TARGET, OPTION_MODE, OPTION_FORMAT, OPTION_OUTPUT, OPTION_CONFIG,
                        OPTION_COVERAGE, OPTION_RULES, OPTION_SELECT, OPTION_IGNORE,
                        OPTION_SEVERITY, OPTION_EXCLUDE, OPTION_INCLUDE, OPTION_ENTRY,
                        OPTION_SOURCE_ROOT, OPTION_TRAINING, OPTION_OPTIMIZER, OPTION_BASELINE,
                        OPTION_FAIL_ON, OPTION_THRESHOLD, OPTION_SINCE, OPTION_DRIFT,
                        OPTION_EXCEPTIONS, OPTION_AS_OF, OPTION_JOBS, OPTION_LANG, OPTION_PLAN,
                        OPTION_PRICES, OPTION_NO_LABOUR},
                .n_options = 28,
                .run = cmd_scan},
        {.name = "report",
                .words = "RESULT.json...",
                .summary = "the same result in other formats, later, without scanning again",
                .help = "RESULT.json is what 'portfit scan --format json' wrote. Every format is "
                        "the same, byte for byte, as\nthe scan would have written it, but that "
                        "the lines around a finding are not there.\nSeveral results go into one "
                        "portfolio: "
                        "--output sqlite:FILE -q.",
                .options = {OPTION_FORMAT, OPTION_OUTPUT, OPTION_LANG},
                .n_options = 3,
                .least_words = 1,
                .run = cmd_report},
        {.name = "diff",
                .words = "A B",
                .summary = "two results or graphs: what appeared, vanished, changed verdict",
                .help = "A and B are results of 'portfit scan --format json', graphs or folders; "
                        "what is no result is\nscanned first. With --fail-on and --target the "
                        "status is 1 when something new, or worse than\nbefore, is at or above the "
                        "level. Formats: text, json.",
                .options = {OPTION_TARGET, OPTION_MODE, OPTION_FORMAT, OPTION_OUTPUT, OPTION_CONFIG,
                        OPTION_COVERAGE, OPTION_RULES, OPTION_EXCLUDE, OPTION_INCLUDE,
                        OPTION_FAIL_ON, OPTION_AS_OF, OPTION_JOBS},
                .n_options = 12,
                .least_words = 2,
                .run = cmd_diff},
        {.name = "dump",
                .sub = "graph",
                .words = "FILE...",
                .summary = "what the graph readers see, as JSON",
                .options = {OPTION_NODES},
                .n_options = 1,
                .least_words = 1,
                .run = cmd_dump_graph},
        {.name = "dump",
                .sub = "python",
                .words = "PATH...",
                .summary = "what the Python front end sees, one JSON line a file",
                .least_words = 1,
                .run = cmd_dump_python},
        {.name = "dump",
                .sub = "tokens",
                .words = "FILE...",
                .summary = "the tokens of Python files in the form of Python's tokenize",
                .least_words = 1,
                .run = cmd_dump_tokens},
        {.name = "baseline",
                .sub = "write",
                .words = "[PATH]...",
                .summary = "accepts every finding and operator verdict as it is now",
                .options = {OPTION_TARGET, OPTION_MODE, OPTION_CONFIG, OPTION_COVERAGE,
                        OPTION_RULES, OPTION_SELECT, OPTION_IGNORE, OPTION_SEVERITY, OPTION_EXCLUDE,
                        OPTION_INCLUDE, OPTION_ENTRY, OPTION_BASELINE, OPTION_EXCEPTIONS,
                        OPTION_JOBS},
                .n_options = 14,
                .run = cmd_baseline_write},
        {.name = "baseline",
                .sub = "show",
                .words = "[PATH]...",
                .summary = "accepted findings that are still there",
                .options = {OPTION_TARGET, OPTION_MODE, OPTION_CONFIG, OPTION_COVERAGE,
                        OPTION_RULES, OPTION_SELECT, OPTION_IGNORE, OPTION_SEVERITY, OPTION_EXCLUDE,
                        OPTION_INCLUDE, OPTION_ENTRY, OPTION_BASELINE, OPTION_EXCEPTIONS,
                        OPTION_JOBS},
                .n_options = 14,
                .run = cmd_baseline_show},
        {.name = "baseline",
                .sub = "prune",
                .words = "[PATH]...",
                .summary = "drops from the baseline what was fixed",
                .options = {OPTION_TARGET, OPTION_MODE, OPTION_CONFIG, OPTION_COVERAGE,
                        OPTION_RULES, OPTION_SELECT, OPTION_IGNORE, OPTION_SEVERITY, OPTION_EXCLUDE,
                        OPTION_INCLUDE, OPTION_ENTRY, OPTION_BASELINE, OPTION_EXCEPTIONS,
                        OPTION_JOBS},
                .n_options = 14,
                .run = cmd_baseline_prune},
        {.name = "init",
                .words = "[PATH]",
                .summary =
                        "find workloads, graphs and pins; write portfit.yaml, baseline and CI file",
                .help = "What moves the answer most is asked for on a terminal, or given by "
                        "options: "
                        "targets, jobs a\nmonth, today's machine and bill, the quality limit. "
                        "Without a terminal nothing is asked, and what is\nmissing is listed. A "
                        "file that is there is never written over without --force.",
                .options = {OPTION_TARGET, OPTION_ENTRY, OPTION_EXCLUDE, OPTION_JOBS_MONTH,
                        OPTION_BILL, OPTION_INSTANCE, OPTION_MACHINES, OPTION_PURCHASE,
                        OPTION_REGION, OPTION_QUALITY, OPTION_CI, OPTION_FORCE, OPTION_AS_OF,
                        OPTION_JOBS},
                .n_options = 14,
                .run = cmd_init},
        {.name = "config",
                .sub = "schema",
                .words = "",
                .summary = "a JSON Schema of portfit.yaml, for editors",
                .run = cmd_config_schema},
        {.name = "config",
                .sub = "show",
                .words = "[PATH]",
                .summary = "the configuration that holds, and where each value comes from",
                .options = {OPTION_CONFIG},
                .n_options = 1,
                .run = cmd_config_show},
        {.name = "explain",
                .words = "NAME",
                .summary =
                        "a rule, an operator, a name of torch, a verdict or a category, in words",
                .options = {OPTION_RULES, OPTION_COVERAGE},
                .n_options = 2,
                .least_words = 1,
                .run = cmd_explain},
        {.name = "rules",
                .sub = "list",
                .words = "[TEXT]",
                .summary = "the rules, a line each",
                .options = {OPTION_TARGET, OPTION_CATEGORY, OPTION_FORMAT, OPTION_RULES},
                .n_options = 4,
                .run = cmd_rules_list},
        {.name = "rules",
                .sub = "test",
                .words = "[PATH...]",
                .summary = "runs the rules' own snippets: bad must be found, good must not",
                .run = cmd_rules_test},
        {.name = "coverage",
                .sub = "show",
                .words = "OP...",
                .summary = "every fact about an operator and how the answer comes about",
                .help = "OP is NAMESPACE.NAME.OVERLOAD, as in aten.add.Tensor; without an overload "
                        "it stands for all.\n"
                        "Without --signature, --args and --context the answer is for float32 data "
                        "and default arguments.",
                .options = {OPTION_TARGET, OPTION_SIGNATURE, OPTION_ARGS, OPTION_CONTEXT,
                        OPTION_RELEASE, OPTION_COVERAGE, OPTION_FORMAT},
                .n_options = 7,
                .least_words = 1,
                .run = cmd_coverage_show},
        {.name = "coverage",
                .sub = "list",
                .words = "",
                .summary = "the answer for every operator that some fact names",
                .options = {OPTION_TARGET, OPTION_COVERAGE, OPTION_FORMAT},
                .n_options = 3,
                .run = cmd_coverage_list},
        {.name = "coverage",
                .sub = "stats",
                .words = "",
                .summary = "how many facts there are, by verdict and evidence",
                .options = {OPTION_TARGET, OPTION_COVERAGE},
                .n_options = 2,
                .run = cmd_coverage_stats},
        {.name = "help",
                .words = "",
                .summary = "this overview; with --man the man page, with --completions a script "
                           "for bash",
                .options = {OPTION_MAN, OPTION_COMPLETIONS},
                .n_options = 2,
                .run = cmd_help},
        {.name = "probe",
                .words = "GRAPH...",
                .summary = "run a graph's operators on a device, one by one; write facts",
                .help = "Every different call of the graphs is tried once: eager and compiled, "
                        "forward and backward,\nagainst the CPU. Results are kept in a folder; "
                        "facts.yaml there is for 'portfit scan --coverage'.\n"
                        "--offline asks the device's own software without the device (TPU). "
                        "--model tries a whole model.",
                .options = {OPTION_DEVICE, OPTION_TARGET, OPTION_PYTHON, OPTION_IMPORT,
                        OPTION_MODES, OPTION_FORWARD_ONLY, OPTION_ONLY, OPTION_SEED,
                        OPTION_COMPILE_SAMPLE, OPTION_COMPILE_BACKEND, OPTION_TIME_LIMIT,
                        OPTION_MEMORY_LIMIT, OPTION_TENSOR_LIMIT, OPTION_WORK_LIMIT,
                        OPTION_MAX_MINUTES, OPTION_FOLDER, OPTION_RESUME, OPTION_OFFLINE,
                        OPTION_TOPOLOGY, OPTION_KEEP_PROGRAMS, OPTION_MODEL, OPTION_SETTINGS,
                        OPTION_COVERAGE, OPTION_FORMAT, OPTION_OUTPUT, OPTION_AS_OF},
                .n_options = 26,
                .run = cmd_probe},
        {.name = "probe",
                .sub = "plan",
                .words = "GRAPH...",
                .summary = "what a probe would run, why and how long; needs no Python",
                .options = {OPTION_DEVICE, OPTION_TARGET, OPTION_IMPORT, OPTION_MODES,
                        OPTION_FORWARD_ONLY, OPTION_ONLY, OPTION_SEED, OPTION_COMPILE_SAMPLE,
                        OPTION_TENSOR_LIMIT, OPTION_WORK_LIMIT, OPTION_OFFLINE, OPTION_COVERAGE,
                        OPTION_FORMAT, OPTION_AS_OF},
                .n_options = 14,
                .least_words = 1,
                .run = cmd_probe_plan},
        {.name = "plan",
                .words = "PATH...|RESULT.json|PLAN.yaml",
                .summary =
                        "the work as ordered tasks with hours, each with a way to tell it is done",
                .help = "Paths are scanned; a result of 'portfit scan --format json' or a plan by "
                        "hand "
                        "(docs/effort.md) is not.\nFormats: text, markdown, csv, json. With "
                        "--earlier what is done since and "
                        "what is left;\nwith --done CAUSE status 0 when that work is done, 1 while "
                        "it is not, 2 when no work is called so.",
                .options = {OPTION_TARGET, OPTION_EARLIER, OPTION_HISTORY, OPTION_DONE,
                        OPTION_NO_LABOUR, OPTION_FORMAT, OPTION_OUTPUT, OPTION_CONFIG,
                        OPTION_PRICES, OPTION_AS_OF, OPTION_MODE, OPTION_COVERAGE, OPTION_RULES,
                        OPTION_EXCLUDE, OPTION_INCLUDE, OPTION_ENTRY, OPTION_SOURCE_ROOT,
                        OPTION_TRAINING, OPTION_OPTIMIZER, OPTION_BASELINE, OPTION_JOBS},
                .n_options = 21,
                .least_words = 1,
                .run = cmd_plan},
        {.name = "job",
                .sub = "run",
                .words = "-- COMMAND...",
                .summary = "measure one whole job: cold, then warm, each result checked",
                .help = "The first run is cold; --repeat K adds K warm ones, 6 or more of which "
                        "make "
                        "a stable figure.\nA job marks itself with lines 'portfit: phase NAME', "
                        "'portfit: units NAME=N', 'portfit: metric NAME=N',\n'portfit: wait "
                        "SECONDS', or patterns find its own lines. The record (docs/job-record.md) "
                        "is "
                        "kept\nafter every run in NAME.PLATFORM.job.json or --output json:FILE; "
                        "what "
                        "the job prints goes to standard error.\nWith --fail-on unstable the "
                        "status is 1 unless the "
                        "cold run and 6 warm ones end and qualify.",
                .options = {OPTION_NAME, OPTION_PLATFORM, OPTION_REPEAT, OPTION_QUALIFY,
                        OPTION_REQUIRE, OPTION_COMPARE, OPTION_TOLERANCE, OPTION_UNITS, OPTION_WAIT,
                        OPTION_PHASE_PATTERN, OPTION_TIMEOUT, OPTION_INSTANCE, OPTION_MACHINES,
                        OPTION_PURCHASE, OPTION_REGION, OPTION_INCLUDES, OPTION_FAIL_ON,
                        OPTION_FORMAT, OPTION_OUTPUT},
                .n_options = 19,
                .least_words = 1,
                .run = cmd_job_run},
        {.name = "cost",
                .words = "PLAN.yaml|JOB.json...",
                .summary = "what one qualified job costs on each platform, and whether a port pays",
                .help = "A plan (docs/cost.md), records of 'portfit job run' (the first is today's "
                        "platform), or a plan\nwith records that take the place of its times. "
                        "--fail-on stay: status 1 when the answer is to stay;\n--fail-on parity: "
                        "while a job costs more there than today. Formats: text, markdown, json.",
                .options = {OPTION_PRICES, OPTION_NO_LABOUR, OPTION_FAIL_ON, OPTION_AS_OF,
                        OPTION_CONFIG, OPTION_FORMAT, OPTION_OUTPUT},
                .n_options = 7,
                .least_words = 1,
                .run = cmd_cost},
        {.name = "prices",
                .sub = "list",
                .words = "[MACHINE]...",
                .summary = "the dated price book",
                .help = "Formats: text, json, csv. A price without a date or of a machine nobody "
                        "prices says so.",
                .options = {OPTION_PURCHASE, OPTION_REGION, OPTION_PRICES, OPTION_AS_OF,
                        OPTION_CONFIG, OPTION_FORMAT, OPTION_OUTPUT},
                .n_options = 7,
                .run = cmd_prices_list},
        {.name = "prices",
                .sub = "update",
                .words = "",
                .summary = "fetch prices from the cloud's public price files",
                .help = "Shows what changed; '-o yaml:FILE' keeps the prices for --prices. "
                        "Formats: "
                        "text, json, yaml.",
                .options = {OPTION_CLOUD, OPTION_REGION, OPTION_INSTANCE, OPTION_URL, OPTION_PRICES,
                        OPTION_CONFIG, OPTION_FORMAT, OPTION_OUTPUT},
                .n_options = 8,
                .run = cmd_prices_update},
        {.name = "prices",
                .sub = "import",
                .words = "BILL.csv",
                .summary = "what the platform really cost, from a bill in FOCUS 1.2",
                .help = "'-' reads standard input. '-o yaml:FILE' keeps what an hour of each "
                        "machine "
                        "really cost\nfor --prices. Formats: text, json, yaml.",
                .options = {OPTION_TAG, OPTION_FORMAT, OPTION_OUTPUT},
                .n_options = 3,
                .least_words = 1,
                .run = cmd_prices_import},
        {.name = "effort",
                .sub = "record",
                .words = "PLAN.json ITEM=HOURS...",
                .summary = "keep what finished items really took",
                .options = {OPTION_TARGET, OPTION_HISTORY, OPTION_NOTE, OPTION_AS_OF, OPTION_FORMAT,
                        OPTION_OUTPUT},
                .n_options = 6,
                .least_words = 2,
                .run = cmd_effort_record},
        {.name = "effort",
                .sub = "show",
                .words = "",
                .summary = "how the estimate did, and which scale fits the team",
                .options = {OPTION_HISTORY, OPTION_FORMAT, OPTION_OUTPUT},
                .n_options = 3,
                .run = cmd_effort_show},
        {.name = "probe",
                .sub = "merge",
                .words = "RESULTS.json...",
                .summary = "join results of several machines; disagreements are shown",
                .help = "The newest release of PyTorch speaks first, then the newest back end, "
                        "then the newest date.\n"
                        "--format json gives results, --format yaml facts.",
                .options = {OPTION_FORMAT},
                .n_options = 1,
                .least_words = 1,
                .run = cmd_probe_merge},
        {.name = "env",
                .words = "",
                .summary = "environment record, and whether the versions fit a target",
                .help = "Nothing is imported and nothing asked over the network, unless "
                        "--instance-type says so.\n"
                        "With --check the status is 1 when a row of the release matrix does not "
                        "fit.",
                .options = {OPTION_PYTHON, OPTION_CHECK, OPTION_INSTANCE_TYPE, OPTION_COVERAGE,
                        OPTION_FORMAT},
                .n_options = 5,
                .run = cmd_env},
        {.name = "env",
                .sub = "diff",
                .words = "A B",
                .summary = "what changed between two records, and what to check again",
                .least_words = 2,
                .run = cmd_env_diff},
};

uint32_t command_count(void)
{
	return sizeof commands / sizeof *commands;
}

const struct command *command_at(uint32_t index)
{
	return &commands[index];
}
