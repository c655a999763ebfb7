/* A report format is a row: an assessment in, bytes out. */
#ifndef REPORT_WRITER_H
#define REPORT_WRITER_H

#include "assess/assess.h"
#include "base/buf.h"
#include "report/message.h"

struct style {
	uint32_t columns; /* of text */
	bool color, verbose;
	enum language language; /* of what a manager reads */
	str version;            /* of the tool */
};

/* The file that an output goes to, as it is before. */
struct old_file {
	str path;
	str bytes; /* empty: there is none */
};

struct writer {
	const char *name, *suffix, *what;
	/* NULL when `append` is there. */
	void (*write)(
	        const struct assessment *assessment, const struct style *style, struct buf *out);
	bool gate;   /* says for a person whether the gate passed */
	bool effort; /* shows the hours of the work: they are estimated only for such */
	/* The new content of a file that holds many results, with this one in it. False when
	 * reported. */
	bool (*append)(struct env *env, const struct assessment *assessment,
	        const struct style *style, const struct old_file *old, struct buf *out);
	bool many;     /* several results may stand one behind the other */
	bool excerpts; /* shows the lines around findings */
};

const struct writer *writer_find(str name);
/* By the suffix of a file name; NULL when it tells nothing. */
const struct writer *writer_for_file(str path);
/* Names of all writers; *count is their number. */
const struct writer *writer_list(uint32_t *count);

void write_text(const struct assessment *assessment, const struct style *style, struct buf *out);
void write_json(const struct assessment *assessment, const struct style *style, struct buf *out);
void write_jsonl(const struct assessment *assessment, const struct style *style, struct buf *out);
void write_sarif(const struct assessment *assessment, const struct style *style, struct buf *out);
void write_junit(const struct assessment *assessment, const struct style *style, struct buf *out);
void write_github(const struct assessment *assessment, const struct style *style, struct buf *out);
void write_gitlab(const struct assessment *assessment, const struct style *style, struct buf *out);
void write_markdown(
        const struct assessment *assessment, const struct style *style, struct buf *out);
void write_html(const struct assessment *assessment, const struct style *style, struct buf *out);
void write_csv(const struct assessment *assessment, const struct style *style, struct buf *out);

bool append_sqlite(struct env *env, const struct assessment *assessment, const struct style *style,
        const struct old_file *old, struct buf *out);

#endif
