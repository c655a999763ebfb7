/* Inside of rule_text.c, rule_shell.c and rule_valued.c: one text while rules are asked about it.
 */
#ifndef SCANNER_RULE_TEXT_MATCH_H
#define SCANNER_RULE_TEXT_MATCH_H

#include "scanner/rule_text.h"

struct text_matching {
	struct matching m;
	struct text_file *file;
	const struct text_env *env; /* the one that is looked up */
	place_guard *guard;         /* NULL: the text's own conditionals */
	void *context;
	bool full; /* of findings */
};

/* Whether one more finding of the file is told. */
bool text_match_has_room(struct text_matching *t);
struct spot text_match_spot(struct text_file *file, size_t at, size_t end);

/* The patterns of shell items. A head stands for the beginning of a command, an option for an
 * argument of it. */
struct shell_patterns {
	struct pcre_set *heads, *options;
	uint32_t *head_items, n_heads;
	uint32_t *option_items, n_options;
	/* By option: the head that its command must have; UINT32_MAX for any command. */
	uint32_t *head_of;
};

/* rule_shell.c: the commands of the text. False when a limit was met, as for the next two. */
bool text_match_commands(struct text_matching *t);
/* Where an argument ends of which [start, end) matched: quotes that open in it close in it. */
size_t shell_argument_end(str text, size_t start, size_t end);

/* rule_valued.c: images and the like as they are with the values of variables. */
bool text_match_valued(struct text_matching *t, struct pcre_set *set, const uint32_t *items);
/* The same of commands. */
bool text_match_valued_commands(struct text_matching *t, const struct shell_patterns *patterns);

#endif
