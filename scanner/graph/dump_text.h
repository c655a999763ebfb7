/* `dump graph` of the text, log and profile forms: the fields of the reference reading
 * (contract 6). */
#ifndef SCANNER_GRAPH_DUMP_TEXT_H
#define SCANNER_GRAPH_DUMP_TEXT_H

#include "base/json.h"
#include "scanner/graph/facts.h"

/* The fields of one object, which the caller opened. True when the format is one of these. */
bool dump_text_form(struct env *env, const struct graph_file *file, struct json_out *w);

/* The parts, by form. */
void dump_python(struct env *env, const struct graph_file *file, struct json_out *w);
void dump_fx_str(struct env *env, const struct graph_file *file, struct json_out *w);
void dump_tabular(struct env *env, const struct graph_file *file, struct json_out *w);
void dump_log(struct env *env, const struct graph_file *file, struct json_out *w);
void dump_trace(struct env *env, const struct graph_file *file, struct json_out *w);
void dump_chrome(struct env *env, const struct graph_file *file, struct json_out *w);
void dump_execution(struct env *env, const struct graph_file *file, struct json_out *w);

/* A tally of words, written as an object in the order of the words. */
struct tally {
	struct arena *arena;
	struct map index;
	VEC(struct tally_row {
		str word;
		uint64_t count;
	})
	rows;
};

void tally_add(struct tally *tally, str word, uint64_t count);
void tally_write(struct tally *tally, const char *key, struct json_out *w);
/* The counts of a file's list into a tally. */
void tally_add_list(
        struct tally *tally, const struct graph_file *file, const struct count_list *list);
/* What a node of Python text counts as ("call_method:view", "operator.add"). */
str dump_python_word(struct env *env, const struct graph_file *file, const struct node *node);
/* The nodes of one graph into a tally; returns how many. */
uint64_t dump_python_tally(
        struct env *env, const struct graph_file *file, uint32_t graph, struct tally *tally);

#endif
