/* What the commands share that write a report: standard output, then every --output. */
#ifndef CLI_REPORTING_H
#define CLI_REPORTING_H

#include "cli/commands.h"
#include "report/writer.h"

struct reporting {
	const struct request *request; /* with the configuration's values in it */
	const struct writer *format;   /* of standard output */
	const struct style *style;
	const struct assessment *assessment;
};

/* The writer of a name; none: text. False when reported. */
bool reporting_format(struct cli *cli, str name, const struct writer **out);
/* Whether a format that is asked for shows hours. */
bool reporting_wants_effort(const struct request *request, const struct writer *format);
/* Whether everything that is asked for can take several results. False when reported. */
bool reporting_holds_many(
        struct cli *cli, const struct request *request, const struct writer *format);
/* Whether a format that is asked for shows the lines around findings. */
bool reporting_wants_excerpts(const struct request *request, const struct writer *format);
/* False when some output failed (reported); the others are written all the same. */
bool reporting_write(struct cli *cli, const struct reporting *reporting);

#endif
