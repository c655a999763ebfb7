/* The few entry points that are needed, looked up by name. The only file that includes sqlite3.h.
 *
 * What surprises: the header is used for constants and types alone; nothing of libsqlite3 is
 * linked, so a machine without it runs everything but this one format. */
#include "base/sqlite.h"

#include "base/text.h"

#include <dlfcn.h>
#include <sqlite3.h>

struct library {
	void *handle;
	int (*open)(const char *, sqlite3 **);
	int (*close)(sqlite3 *);
	int (*config)(sqlite3 *, int, ...);
	int (*exec)(
	        sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **);
	const char *(*message)(sqlite3 *);
	int (*prepare)(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
	int (*finalize)(sqlite3_stmt *);
	int (*reset)(sqlite3_stmt *);
	int (*step)(sqlite3_stmt *);
	int (*bind_int64)(sqlite3_stmt *, int, sqlite3_int64);
	int (*bind_double)(sqlite3_stmt *, int, double);
	int (*bind_null)(sqlite3_stmt *, int);
	int (*bind_text)(sqlite3_stmt *, int, const char *, int, void (*)(void *));
	sqlite3_int64 (*column_int64)(sqlite3_stmt *, int);
	void *(*malloc64)(sqlite3_uint64);
	void (*free)(void *);
	unsigned char *(*serialize)(sqlite3 *, const char *, sqlite3_int64 *, unsigned int);
	int (*deserialize)(
	        sqlite3 *, const char *, unsigned char *, sqlite3_int64, sqlite3_int64, unsigned);
};

struct sqlite_statement {
	struct sqlite *db;
	sqlite3_stmt *statement;
};

struct sqlite {
	struct env *env;
	struct place place;
	struct library lib;
	sqlite3 *db;
	VEC(struct sqlite_statement *) statements;
	struct buf visible; /* the text being bound */
};

/* A function's address is not convertible from that of an object; their bytes are. */
static bool look_up(void *handle, const char *name, void *function)
{
	void *symbol = dlsym(handle, name);

	memcpy(function, &symbol, sizeof symbol);
	return symbol != NULL;
}

static bool load(struct library *lib)
{
	void *handle = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);

	*lib = (struct library){.handle = handle};
	return handle && look_up(handle, "sqlite3_open", &lib->open) &&
	       look_up(handle, "sqlite3_close", &lib->close) &&
	       look_up(handle, "sqlite3_db_config", &lib->config) &&
	       look_up(handle, "sqlite3_exec", &lib->exec) &&
	       look_up(handle, "sqlite3_errmsg", &lib->message) &&
	       look_up(handle, "sqlite3_prepare_v2", &lib->prepare) &&
	       look_up(handle, "sqlite3_finalize", &lib->finalize) &&
	       look_up(handle, "sqlite3_reset", &lib->reset) &&
	       look_up(handle, "sqlite3_step", &lib->step) &&
	       look_up(handle, "sqlite3_bind_int64", &lib->bind_int64) &&
	       look_up(handle, "sqlite3_bind_double", &lib->bind_double) &&
	       look_up(handle, "sqlite3_bind_null", &lib->bind_null) &&
	       look_up(handle, "sqlite3_bind_text", &lib->bind_text) &&
	       look_up(handle, "sqlite3_column_int64", &lib->column_int64) &&
	       look_up(handle, "sqlite3_malloc64", &lib->malloc64) &&
	       look_up(handle, "sqlite3_free", &lib->free) &&
	       look_up(handle, "sqlite3_serialize", &lib->serialize) &&
	       look_up(handle, "sqlite3_deserialize", &lib->deserialize);
}

static bool trouble(struct sqlite *db, const char *what)
{
	return diag_error(db->env->diags, db->place, "%s: %s; the old file was left as it was",
	        what, db->lib.message(db->db));
}

/* Bytes 18 and 19 of a file in write-ahead mode are 2: it cannot be opened in memory, and part of
 * it may lie in a file beside it. */
static bool is_write_ahead(str bytes)
{
	return bytes.len > 19 && (bytes.ptr[18] == 2 || bytes.ptr[19] == 2);
}

static bool fill_from(struct sqlite *db, str previous)
{
	unsigned char *copy;

	if (!previous.len)
		return true;
	if (!str_starts(previous, (str){"SQLite format 3", 16}))
		return diag_error(db->env->diags, db->place,
		        "is there and no SQLite database; the old file was left as it was");
	if (is_write_ahead(previous))
		return diag_error(db->env->diags, db->place,
		        "is in write-ahead mode; first 'PRAGMA journal_mode=DELETE'; the old file "
		        "was left as it was");
	copy = db->lib.malloc64(previous.len);
	if (!copy)
		return diag_error(db->env->diags, db->place, "too large to be opened in memory");
	memcpy(copy, previous.ptr, previous.len);
	/* The library frees the copy, even when this fails. */
	if (db->lib.deserialize(db->db, "main", copy, (sqlite3_int64)previous.len,
	            (sqlite3_int64)previous.len,
	            SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE) != SQLITE_OK)
		return trouble(db, "cannot be opened");
	return true;
}

struct sqlite *sqlite_open(struct env *env, str path, str previous)
{
	struct sqlite *db = ARENA_NEW(env->keep, struct sqlite);

	db->env = env;
	db->place = (struct place){.path = path};
	if (!load(&db->lib)) {
		diag_error(env->diags, db->place,
		        "libsqlite3 is not there or too old; install it (Debian: libsqlite3-0)");
		return NULL;
	}
	if (db->lib.open(":memory:", &db->db) != SQLITE_OK || !fill_from(db, previous)) {
		sqlite_close(db);
		return NULL;
	}
	db->lib.config(db->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)NULL);
	db->lib.config(db->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
	db->lib.config(db->db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
	return db;
}

void sqlite_close(struct sqlite *db)
{
	for (uint32_t i = 0; i < db->statements.len; i++)
		db->lib.finalize(db->statements.at[i]->statement);
	db->statements.len = 0;
	if (db->db)
		db->lib.close(db->db);
	db->db = NULL;
	buf_free(&db->visible);
}

bool sqlite_run(struct sqlite *db, const char *sql)
{
	if (db->lib.exec(db->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		return trouble(db, "cannot be written");
	return true;
}

struct sqlite_statement *sqlite_prepare(struct sqlite *db, const char *sql)
{
	struct sqlite_statement *s = ARENA_NEW(db->env->keep, struct sqlite_statement);

	s->db = db;
	if (db->lib.prepare(db->db, sql, -1, &s->statement, NULL) != SQLITE_OK) {
		trouble(db, "is not laid out as expected");
		return NULL;
	}
	*VEC_PUSH(db->env->keep, &db->statements) = s;
	return s;
}

static int bind_text(struct sqlite_statement *s, int at, str text)
{
	struct sqlite *db = s->db;

	if (!text_is_clean(text)) {
		db->visible.len = 0;
		text_visible(&db->visible, text);
		text = buf_str(&db->visible);
	}
	if (text.len > INT32_MAX)
		text.len = INT32_MAX;
	/* -1: the library copies it */
	return db->lib.bind_text(s->statement, at, text.ptr, (int)text.len, SQLITE_TRANSIENT);
}

static bool bind(struct sqlite_statement *s, const struct sqlite_value *values, uint32_t n)
{
	const struct library *lib = &s->db->lib;

	for (uint32_t i = 0; i < n; i++) {
		int at = (int)i + 1, done = SQLITE_OK;

		switch (values[i].kind) {
		case SQLITE_NOTHING: done = lib->bind_null(s->statement, at); break;
		case SQLITE_WHOLE: done = lib->bind_int64(s->statement, at, values[i].whole); break;
		case SQLITE_REAL: done = lib->bind_double(s->statement, at, values[i].real); break;
		case SQLITE_TEXT_VALUE: done = bind_text(s, at, values[i].text); break;
		}
		if (done != SQLITE_OK)
			return trouble(s->db, "cannot be written");
	}
	return true;
}

bool sqlite_ask(struct sqlite_statement *s, const struct sqlite_value *values, uint32_t n,
        bool *found, int64_t *out)
{
	int done;

	if (!bind(s, values, n))
		return false;
	done = s->db->lib.step(s->statement);
	*found = done == SQLITE_ROW;
	if (*found && out)
		*out = s->db->lib.column_int64(s->statement, 0);
	if (done != SQLITE_ROW && done != SQLITE_DONE)
		trouble(s->db, "cannot be written");
	s->db->lib.reset(s->statement);
	return done == SQLITE_ROW || done == SQLITE_DONE;
}

bool sqlite_fill(struct sqlite_statement *s, const struct sqlite_value *values, uint32_t n)
{
	bool found;

	return sqlite_ask(s, values, n, &found, NULL);
}

bool sqlite_number(struct sqlite *db, const char *sql, int64_t *out)
{
	struct sqlite_statement *s = sqlite_prepare(db, sql);
	bool found;

	return s && sqlite_ask(s, NULL, 0, &found, out);
}

bool sqlite_bytes(struct sqlite *db, struct buf *out)
{
	sqlite3_int64 size = 0;
	unsigned char *bytes = db->lib.serialize(db->db, "main", &size, 0);

	if (!bytes)
		return trouble(db, "cannot be written");
	buf_put(out, (str){(const char *)bytes, (size_t)size});
	db->lib.free(bytes);
	return true;
}
