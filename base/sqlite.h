/* SQLite databases made in memory, through libsqlite3, which is loaded only when one is written.
 *
 * A database is opened from bytes (none: a new one), changed, and given back as bytes, so that a
 * file is written whole or not at all, by file_write. What an old file brings along is not
 * trusted: its triggers do not run, its schema cannot call functions with side effects. */
#ifndef BASE_SQLITE_H
#define BASE_SQLITE_H

#include "base/diag.h"

struct sqlite;
struct sqlite_statement;

enum sqlite_kind { SQLITE_NOTHING, SQLITE_WHOLE, SQLITE_REAL, SQLITE_TEXT_VALUE };

struct sqlite_value {
	enum sqlite_kind kind;
	int64_t whole;
	double real;
	str text;
};

static inline struct sqlite_value sqlite_whole(uint64_t value)
{
	return (struct sqlite_value){
	        .kind = SQLITE_WHOLE, .whole = value > INT64_MAX ? INT64_MAX : (int64_t)value};
}

/* Empty: NULL. */
static inline struct sqlite_value sqlite_text(str text)
{
	return (struct sqlite_value){
	        .kind = text.len ? SQLITE_TEXT_VALUE : SQLITE_NOTHING, .text = text};
}

static inline struct sqlite_value sqlite_real(double value)
{
	return (struct sqlite_value){.kind = SQLITE_REAL, .real = value};
}

/* `path` is for messages, `previous` the bytes of an older database, which are copied. NULL when
 * reported: no libsqlite3, not a database. End with sqlite_close. */
struct sqlite *sqlite_open(struct env *env, str path, str previous);
void sqlite_close(struct sqlite *db);
/* Statements of one's own, separated by semicolons. False when reported. */
bool sqlite_run(struct sqlite *db, const char *sql);
/* The first number that a query gives; `otherwise` when it gives none. */
bool sqlite_number(struct sqlite *db, const char *sql, int64_t *out);
/* A statement with ?1 … to be filled; belongs to the database. NULL when reported. */
struct sqlite_statement *sqlite_prepare(struct sqlite *db, const char *sql);
/* Runs it with these values; text that is no UTF-8 or could steer a terminal is made visible. */
bool sqlite_fill(struct sqlite_statement *statement, const struct sqlite_value *values, uint32_t n);
/* The same for a query of one row and column: false in *found when there is no row. */
bool sqlite_ask(struct sqlite_statement *statement, const struct sqlite_value *values, uint32_t n,
        bool *found, int64_t *out);
/* The whole database as bytes behind what is in `out`. */
bool sqlite_bytes(struct sqlite *db, struct buf *out);

#endif
