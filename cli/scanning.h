/* What the commands that scan share: from options to a plan, and from a plan to an assessment. */
#ifndef CLI_SCANNING_H
#define CLI_SCANNING_H

#include "assess/gate.h"
#include "cli/commands.h"
#include "report/writer.h"
#include "scanner/baseline.h"
#include "scanner/exceptions.h"

struct scanning {
	struct request request; /* with the configuration's values in it */
	struct rules_plan rules;
	struct scan_plan scan_plan;
	struct assess_plan assess_plan;
	struct style style;
	const struct writer *format;
	struct coverage *coverage;
	struct baseline baseline;
	struct exceptions exceptions;
	struct gate_plan gate_plan;
	struct scan scan;
	struct assessment assessment;
	bool assessed;
	/* Set before scanning_resolve: portfit.yaml is not looked for; the baseline is to be
	 * written, so that it is not read and need not exist. */
	bool without_config, writes_baseline;
};

/* Options, configuration, coverage and rules. False when reported. */
bool scanning_resolve(struct cli *cli, struct scanning *s);
/* Scans and assesses; `assessed` tells whether there is something to report even when this is
 * false. */
bool scanning_run(struct cli *cli, struct scanning *s);
/* What a baseline of this scan accepts: all that is not suppressed, or with `known_only` what the
 * old baseline accepted already and what lies outside of this scan. */
void scanning_gather(
        struct cli *cli, const struct scanning *s, bool known_only, struct baseline *out);
/* Width, colour and language from the options and the terminal. False when reported. */
bool scanning_style(struct cli *cli, const struct request *request, struct style *style);
void scanning_end(struct scanning *s);

#endif
