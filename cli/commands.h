/* The functions of the command files, and what several of them share. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/command.h"
#include "coverage/coverage.h"

bool cmd_coverage_show(struct cli *cli);
bool cmd_coverage_list(struct cli *cli);
bool cmd_coverage_stats(struct cli *cli);
bool cmd_help(struct cli *cli);
bool cmd_explain(struct cli *cli);
bool cmd_rules_list(struct cli *cli);
bool cmd_rules_test(struct cli *cli);
bool cmd_scan(struct cli *cli);
bool cmd_report(struct cli *cli);
bool cmd_diff(struct cli *cli);
bool cmd_baseline_write(struct cli *cli);
bool cmd_baseline_show(struct cli *cli);
bool cmd_baseline_prune(struct cli *cli);
bool cmd_config_show(struct cli *cli);
bool cmd_config_schema(struct cli *cli);
bool cmd_init(struct cli *cli);
bool cmd_probe(struct cli *cli);
bool cmd_probe_plan(struct cli *cli);
bool cmd_probe_merge(struct cli *cli);
bool cmd_env(struct cli *cli);
bool cmd_env_diff(struct cli *cli);
bool cmd_plan(struct cli *cli);
bool cmd_effort_record(struct cli *cli);
bool cmd_effort_show(struct cli *cli);
bool cmd_cost(struct cli *cli);
bool cmd_job_run(struct cli *cli);
bool cmd_prices_list(struct cli *cli);
bool cmd_prices_update(struct cli *cli);
bool cmd_prices_import(struct cli *cli);
bool cmd_dump_graph(struct cli *cli);
bool cmd_dump_python(struct cli *cli);
bool cmd_dump_tokens(struct cli *cli);

/* The targets that --target names, else all. False when a name is unknown (reported with the
 * nearest). */
bool choose_targets(struct env *env, const struct coverage *coverage, const struct request *request,
        const struct target *const **out, uint32_t *n);
/* Reports a wrong value of an option. Always false. */
bool option_problem(struct cli *cli, enum option_id option, str value, const char *expected);
/* Whether --format is one of the words ("text json"), or not given; else reported. */
bool option_format(struct cli *cli, str words);

#endif
