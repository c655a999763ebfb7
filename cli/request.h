/* What was typed, nothing else: step 1 of the way of the data, a pure function of argv. */
#ifndef CLI_REQUEST_H
#define CLI_REQUEST_H

#include "base/diag.h"
#include "cli/option.h"

struct command;

struct request {
	const struct command *command;
	VEC(str) words;   /* what is no option */
	str words_origin; /* where they come from when none was typed; set by config_apply */
	struct {
		VEC(str) values;
		bool given;
		str origin; /* where a value comes from that was not typed; set by config_apply */
	} options[OPTION_COUNT];
};

/* False when reported; then the status is 2. */
bool request_parse(struct env *env, int argc, char **argv, struct request *out);
bool request_flag(const struct request *request, enum option_id option);
/* The last value given, STR_NONE when there is none. */
str request_text(const struct request *request, enum option_id option);
const str *request_list(const struct request *request, enum option_id option, uint32_t *count);

#endif
