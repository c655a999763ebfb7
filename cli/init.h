/* What `portfit init` writes, as text. Pure: nothing here asks, opens or prints. */
#ifndef CLI_INIT_H
#define CLI_INIT_H

#include "assess/book.h"
#include "cli/commands.h"

enum ci_host { CI_NONE, CI_GITHUB, CI_GITLAB };

/* A machine to put on paper for a target, with the price that made it the choice. */
struct init_machine {
	str target;
	const struct price *price; /* NULL: none is priced */
	uint32_t count;            /* as many as have the peak of today's machines */
};

struct init_answers {
	const str *targets;
	uint32_t n_targets;
	const str *entries; /* as found or given */
	uint32_t n_entries;
	str path;                      /* that was looked at, as it stands in portfit.yaml */
	str jobs_month, bill, quality; /* empty: not told */
	str instance, machines, purchase, region;
	str today; /* ISO date */
	bool training;
	enum ci_host ci;
	const struct init_machine *paper; /* one a target */
};

void init_write_config(const struct init_answers *answers, struct buf *out);
/* The plan of costs on paper; only when today's machine is told. */
void init_write_plan(const struct init_answers *answers, struct buf *out);
void init_write_ci(const struct init_answers *answers, struct buf *out);
/* Where the CI file goes; empty for CI_NONE. */
str init_ci_path(enum ci_host host);

#endif
