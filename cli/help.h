/* Help from the tables. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/request.h"

/* The overview, or the page of the request's command. */
void help_write(const struct request *request, struct buf *out);

/* The man page (troff, man macros), whole. */
void help_man(struct buf *out);
/* A completion script for bash. */
void help_completions(struct buf *out);

#endif
