/* Graph readers: one row each in the table of readers.c, tried in its order.
 *
 * A file is recognised by its content, never by its name. Whatever wraps it
 * (gzip, a ZIP that holds one file, UTF-16, a byte-order mark) is taken off
 * first; a reader sees the bare bytes. Model files that hold no graph, or hold
 * it as code that would have to be run, are refused with what to do instead. */
#ifndef SCANNER_GRAPH_READER_H
#define SCANNER_GRAPH_READER_H

#include "base/stream.h"
#include "scanner/graph/graph.h"

struct graph_reader {
	enum graph_format format;
	const char *name; /* as a person would say it: "print_tabular" */
	/* Does this look like it? Linear at worst, reports nothing, allocates nothing. */
	bool (*matches)(str bytes);
	/* Fills *out, whose arena, names and path are set. False when reported. `bytes` lives
	 * until the reading of the file is over; nothing in *out may point into it. */
	bool (*read)(struct env *env, str path, str bytes, struct graph_file *out);
	/* For forms of files larger than memory; NULL for the others. `matches` is asked about the
	 * beginning only, and gzip is undone by the stream. */
	bool (*stream)(struct env *env, str path, struct stream *stream, struct graph_file *out);
};

enum graph_answer {
	GRAPH_ANSWER_NONE,    /* no graph, and nothing that could be mistaken for one */
	GRAPH_ANSWER_GRAPH,   /* a reader takes it (whether it is whole, reading shows) */
	GRAPH_ANSWER_REFUSED, /* a model in a form that graph_read refuses with advice */
};

/* What a file is, for those who walk a folder. Reports nothing; needs env->temp for what it
 * unwraps. `bytes` is the whole file. */
enum graph_answer graph_recognise(struct env *env, str bytes);
/* Does a file that begins so hold a profile, which graph_read_file reads through a window? 64 KB of
 * it are enough, as it stands on disk (gzip or not). Then it need not be read into memory. */
bool graph_head_is_profile(str head);
/* Reads a file of any known form. What is kept lives in env->keep. False when reported: no graph,
 * refused, or damaged. `bytes` is the whole file and may go away afterwards. */
bool graph_read(struct env *env, str path, str bytes, struct graph_file *out);
/* The same for a file on disk. Of an archive only what is needed is read, so gigabytes of weights
 * cost nothing. "-" is standard input. */
bool graph_read_file(struct env *env, str path, struct graph_file *out);

#endif
