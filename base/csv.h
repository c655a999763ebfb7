/* CSV (RFC 4180) as a stream: one row at a time in constant memory.
 *
 * Fields are split at commas; one in double quotes may hold commas, line ends and doubled quotes.
 * Lines end in LF or CRLF; a byte-order mark at the start is skipped; an empty line is skipped.
 * A quote that is not closed, text behind a closing quote, a row of more than 1 MiB or 1,024
 * fields is an error; after one every call returns false. Any byte may stand in a field. */
#ifndef BASE_CSV_H
#define BASE_CSV_H

#include "base/diag.h"

enum { CSV_ROW_MOST = 1 << 20, CSV_FIELDS_MOST = 1024 };

struct csv {
	str *fields; /* of the row; valid until the next call */
	uint32_t n_fields;
	uint64_t line;     /* where the row began, from 1 */
	const char *error; /* NULL while all is well */
	/* own */
	unsigned char *doubled; /* fields that hold doubled quotes */
	int fd;                 /* -1: from memory */
	char *buffer;
	size_t len, at;
	bool last; /* nothing more to read */
	uint64_t next_line;
};

/* A file, or "-" for standard input. False when reported. */
bool csv_open_file(struct env *env, str path, struct csv *csv);
/* A text, which is copied. */
void csv_open_text(struct arena *arena, str text, struct csv *csv);
/* The next row; false at the end or after an error. */
bool csv_row(struct csv *csv);
void csv_close(struct csv *csv);

#endif
