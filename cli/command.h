/* A command is a row: its words, its options, its function. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/request.h"

enum { STATUS_OK = 0, STATUS_GATE = 1, STATUS_TROUBLE = 2 };

/* What a command works with. It writes into `out`; main flushes, renders problems and decides the
 * status. */
struct cli {
	struct env env;
	const struct request *request;
	struct buf out;
	bool gate_hit;
	bool is_terminal; /* of standard output */
	bool no_color;    /* NO_COLOR is set */
	uint32_t columns; /* of the terminal; 0: none */
	str locale;       /* LC_ALL, LC_MESSAGES or LANG */
	/* Asks the person at the terminal and gives the line typed; NULL: there is no terminal. */
	str (*ask)(struct cli *cli, const char *question);
};

struct command {
	const char *name, *sub; /* sub NULL: the command has one form */
	const char *words;      /* for the usage line: "PATH..." */
	const char *summary;
	const char *help; /* further text of --help, lines to 100 columns */
	enum option_id options[32];
	uint32_t n_options;
	uint32_t least_words;
	bool (*run)(struct cli *cli); /* false: trouble, already reported */
};

uint32_t command_count(void);
const struct command *command_at(uint32_t index);

#endif
