/* What the commands about effort and money share: settings, price book, day, output. */
#ifndef CLI_COSTING_H
#define CLI_COSTING_H

#include "assess/book.h"
#include "assess/settings.h"
#include "cli/commands.h"

struct costing {
	struct settings settings;
	struct book *book;
	int32_t as_of;
	uint32_t columns;
	bool no_labour;
};

/* Defaults, then `effort:`, `cost:` and `prices:` of portfit.yaml (--config, else looked for
 * upward from what is scanned or planned), then --prices. False when reported. */
bool costing_open(struct cli *cli, struct costing *out);

/* A format of one of these commands; `report` is the command's own. */
struct costing_format {
	const char *name, *suffix;
	void (*write)(struct arena *arena, const void *report, struct buf *out);
};

/* Writes to standard output (--format, not with -q) and into every --output. */
bool costing_report(
        struct cli *cli, const struct costing_format *formats, uint32_t n, const void *report);

/* --OPTION as a number from `least` to `most`; the default stays when it is not given. */
bool option_number(struct cli *cli, enum option_id option, struct points bounds, double *out);

#endif
