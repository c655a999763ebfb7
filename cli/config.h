/* portfit.yaml: values for options that were not given. One row a key; what is typed wins.
 *
 * Found upward from the first path that is scanned (else from here), or named by --config. Files in
 * it are relative to its folder. Sections of other commands (effort, cost, prices) are left to
 * them. */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H

#include "cli/command.h"

/* Fills options of the request that were not given; remembers where each value comes from. False
 * when reported. */
bool config_apply(struct cli *cli, struct request *request);
/* A file of that name in the folder of the first path, or above; STR_NONE when there is none. */
str config_find_upward(struct env *env, const struct request *request, str name);
/* "command line", "portfit.yaml:3" or "default" */
str config_origin(const struct request *request, enum option_id option);
enum config_kind {
	CONFIG_WORD,    /* one value */
	CONFIG_LIST,    /* one or several */
	CONFIG_MAP,     /* name: word */
	CONFIG_NUMBERS, /* name: number */
	CONFIG_FLAG,    /* true or false */
};

/* A key and the option whose values it gives. */
struct config_key {
	const char *name;
	enum option_id option;
	enum config_kind kind;
	bool path;         /* values are files, relative to the configuration */
	const char *words; /* the only values it takes, blanks between; NULL: any */
};

/* The keys, for `config show` and `config schema`. */
uint32_t config_keys(void);
const struct config_key *config_key(uint32_t index);

#endif
