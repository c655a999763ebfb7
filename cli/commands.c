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
};

uint32_t command_count(void)
{
	return sizeof commands / sizeof *commands;
}

const struct command *command_at(uint32_t index)
{
	return &commands[index];
}
