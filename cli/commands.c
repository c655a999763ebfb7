/* The commands, one row each. */
#include "cli/commands.h"

static const struct command commands[] = {
        {.name = "scan",
                .words = "PATH...",
                .summary = "the main job: read graphs and sources, judge, report, gate",
                .help = "PATH is a file, a folder or - for standard input; files are recognised by "
                        "their content.\n"
                        "Formats: text, json.",
                .options = {OPTION_TARGET, OPTION_MODE, OPTION_FORMAT, OPTION_OUTPUT,
                        OPTION_COVERAGE, OPTION_EXCLUDE, OPTION_INCLUDE, OPTION_FAIL_ON,
                        OPTION_AS_OF, OPTION_JOBS, OPTION_RULES},
                .n_options = 11,
                .least_words = 1,
                .run = cmd_scan},
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
                        OPTION_MEMORY_LIMIT, OPTION_TENSOR_LIMIT, OPTION_MAX_MINUTES, OPTION_FOLDER,
                        OPTION_RESUME, OPTION_OFFLINE, OPTION_TOPOLOGY, OPTION_KEEP_PROGRAMS,
                        OPTION_MODEL, OPTION_SETTINGS, OPTION_COVERAGE, OPTION_FORMAT,
                        OPTION_OUTPUT, OPTION_AS_OF},
                .n_options = 25,
                .run = cmd_probe},
        {.name = "probe",
                .sub = "plan",
                .words = "GRAPH...",
                .summary = "what a probe would run, why and how long; needs no Python",
                .options = {OPTION_DEVICE, OPTION_TARGET, OPTION_IMPORT, OPTION_MODES,
                        OPTION_FORWARD_ONLY, OPTION_ONLY, OPTION_SEED, OPTION_COMPILE_SAMPLE,
                        OPTION_TENSOR_LIMIT, OPTION_OFFLINE, OPTION_COVERAGE, OPTION_FORMAT,
                        OPTION_AS_OF},
                .n_options = 13,
                .least_words = 1,
                .run = cmd_probe_plan},
        {.name = "plan",
                .words = "RESULT.json|PLAN.yaml",
                .summary =
                        "the work as ordered tasks with hours, each with a way to tell it is done",
                .help = "Formats: text, markdown, csv, json. With --earlier what is done since and "
                        "what is left;\nwith --done CAUSE status 0 when that work is done, 1 while "
                        "it "
                        "is not.",
                .options = {OPTION_TARGET, OPTION_EARLIER, OPTION_HISTORY, OPTION_DONE,
                        OPTION_NO_LABOUR, OPTION_FORMAT, OPTION_OUTPUT, OPTION_CONFIG,
                        OPTION_PRICES, OPTION_AS_OF},
                .n_options = 10,
                .least_words = 1,
                .run = cmd_plan},
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
};

uint32_t command_count(void)
{
	return sizeof commands / sizeof *commands;
}

const struct command *command_at(uint32_t index)
{
	return &commands[index];
}
