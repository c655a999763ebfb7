/* Objects read into structs by a table: one row a key. Keys that the table does not know are
 * passed over, so that what a later version adds does no harm; a value of another kind than its
 * row says is an error of the reader (json.h), and what is absent stays as it was. */
#ifndef BASE_JSON_FIELDS_H
#define BASE_JSON_FIELDS_H

#include "base/json.h"

enum json_field_kind {
	JSON_FIELD_TEXT,  /* str: a view as json_string gives it */
	JSON_FIELD_COUNT, /* uint64_t */
	JSON_FIELD_SMALL, /* uint32_t, below UINT32_MAX */
	JSON_FIELD_INT,   /* int64_t */
	JSON_FIELD_FLOAT, /* double */
	JSON_FIELD_FLAG,  /* bool */
	JSON_FIELD_VALUE, /* `read` takes the value */
	JSON_FIELD_ITEMS, /* `read` takes each item of an array */
};

/* Consumes one value; `into` is the struct that the table is of. */
typedef void json_field_read(struct json *j, void *context, void *into);

struct json_field {
	const char *key;
	enum json_field_kind kind;
	size_t at; /* offsetof, of the plain kinds */
	json_field_read *read;
};

/* An object. `context` is handed on. */
void json_fields(
        struct json *j, const struct json_field *fields, size_t n, void *context, void *into);
/* A whole number that is not below zero, of 64 bits. */
bool json_uint(struct json *j, uint64_t *value);

#define JSON_FIELDS(j, table, context, into)                                                       \
	json_fields((j), (table), sizeof(table) / sizeof *(table), (context), (into))

#endif
