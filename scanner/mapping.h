/* Inside the reading of mappings that calls are given through **: its state, shared by its files.
 *
 * mapping.c         displays, dict(…), what joins and copies mappings, the values of entries
 * mapping_follow.c  names and attributes of self that hold a mapping */
#ifndef SCANNER_MAPPING_H
#define SCANNER_MAPPING_H

#include "scanner/python/lexer.h"
#include "scanner/rule_python.h"

/* What is known of a mapping on the way to the call. */
struct entries {
	VEC(struct spread_entry) list;
	bool open; /* there may be more */
};

struct mapping {
	struct python_matching *p;
	struct python_file *file;
	const struct token *tokens;
	uint32_t depth;
	bool loose; /* all that may be in it is wanted: where things stand does not matter */
};

/* A run of tokens, and the scope in which it stands. */
struct part {
	uint32_t from, to, scope;
};

/* mapping.c: what an expression gives; `out` is empty and open. */
void mapping_read(struct mapping *m, struct part part, struct entries *out);
/* The arguments of dict() or update(), brackets included. */
void mapping_read_arguments(struct mapping *m, struct part part, struct entries *out);
struct spread_entry mapping_entry(struct mapping *m, str key, struct part value);
str mapping_text(const struct mapping *m, uint32_t token);
/* The plain text of a string's token; STR_NONE when it is none. */
str mapping_plain(const struct mapping *m, uint32_t token);

/* All entries are there perhaps. */
void entries_doubt(struct entries *e);
/* The same, and there may be others. */
void entries_open(struct entries *e);
/* Takes an entry out, or makes it one that is there perhaps. */
void entries_drop(struct entries *e, str key, bool perhaps);
/* Puts one in; perhaps: beside what is there of that key. */
void entries_put(
        const struct mapping *m, struct entries *e, const struct spread_entry *entry, bool perhaps);
void entries_merge(
        const struct mapping *m, struct entries *e, const struct entries *more, bool perhaps);

/* mapping_follow.c: what a name holds at a place of its scope. */
void mapping_of_name(
        struct mapping *m, uint32_t name, uint32_t at, uint32_t scope, struct entries *out);
/* What self.ATTRIBUTE holds there. */
void mapping_of_self(
        struct mapping *m, uint32_t attribute, uint32_t at, uint32_t scope, struct entries *out);

#endif
