/* What base/json.h makes of JSON documents, one line each, for json_reader.py to compare with Python.
 *
 *	json_canon FILE...     the files
 *	json_canon             documents on standard input, each behind its length and a line end
 *
 * A line is "error LINE COLUMN what was expected", or "ok " and the value: n t f, a number as
 * written behind i (no fraction, no exponent) or d and the bits of the double, text in hex
 * behind s, [a,b], {key:value,key:value}. `--skip` passes over the value instead and says ok. */
#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 256 };

static void put_hex(struct buf *out, str text)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < text.len; i++) {
		buf_byte(out, digits[(unsigned char)text.ptr[i] >> 4]);
		buf_byte(out, digits[(unsigned char)text.ptr[i] & 15]);
	}
}

/* Twice from the same place: as text, then as a double. */
static void put_number(struct json *j, struct buf *out)
{
	struct json again = *j;
	double value = 0;
	uint64_t bits;
	int64_t integer;
	str text;

	if (!json_number(j, &text))
		return;
	if (!memchr(text.ptr, '.', text.len) && !memchr(text.ptr, 'e', text.len) &&
	        !memchr(text.ptr, 'E', text.len) && !memchr(text.ptr, 'N', text.len) &&
	        !memchr(text.ptr, 'I', text.len)) {
		buf_byte(out, 'i');
		buf_put(out, text);
		if (json_int(&again, &integer))
			buf_format(out, "=%lld", (long long)integer);
		return;
	}
	json_float(&again, &value);
	memcpy(&bits, &value, sizeof bits);
	buf_format(out, "d%016llx", (unsigned long long)(value == value ? bits : 0));
}

static void put_value(struct json *j, struct buf *out);

static void put_object(struct json *j, struct buf *out)
{
	bool first = true;
	str key;

	buf_byte(out, '{');
	for (json_object(j); json_key(j, &key); first = false) {
		if (!first)
			buf_byte(out, ',');
		put_hex(out, key);
		buf_byte(out, ':');
		put_value(j, out);
	}
	buf_byte(out, '}');
}

static void put_array(struct json *j, struct buf *out)
{
	bool first = true;

	buf_byte(out, '[');
	for (json_array(j); json_item(j); first = false) {
		if (!first)
			buf_byte(out, ',');
		put_value(j, out);
	}
	buf_byte(out, ']');
}

static void put_value(struct json *j, struct buf *out)
{
	bool flag;
	str text;

	switch (json_peek(j)) {
	case JSON_NULL:
		json_null(j);
		buf_byte(out, 'n');
		break;
	case JSON_FALSE:
	case JSON_TRUE: buf_byte(out, json_bool(j, &flag) && flag ? 't' : 'f'); break;
	case JSON_NUMBER: put_number(j, out); break;
	case JSON_STRING:
		if (json_string(j, &text)) {
			buf_byte(out, 's');
			put_hex(out, text);
		}
		break;
	case JSON_ARRAY: put_array(j, out); break;
	case JSON_OBJECT: put_object(j, out); break;
	case JSON_ERROR: break;
	}
}

static void answer(struct arena *arena, str document, bool skip)
{
	struct buf out = {0};
	struct json j;
	uint32_t line, column;

	json_open(&j, document, DEPTH, arena);
	if (skip)
		json_skip(&j);
	else
		put_value(&j, &out);
	if (json_end(&j)) {
		printf("ok %.*s\n", STR_ARG(buf_str(&out)));
	} else {
		json_position(&j, &line, &column);
		printf("error %u %u %s\n", line, column, j.error);
	}
	buf_free(&out);
}

static bool next_document(struct arena *arena, str *document)
{
	unsigned long long len;
	char *text;

	if (scanf("%llu", &len) != 1 || getchar() != '\n')
		return false;
	/* Exactly as long as the document: a tool that watches memory sees any read past its end.
	 */
	text = malloc(len ? (size_t)len : 1);
	if (!text || fread(text, 1, (size_t)len, stdin) != len)
		exit(2);
	(void)arena;
	*document = (str){text, (size_t)len};
	return true;
}

int main(int argc, char **argv)
{
	struct arena *arena = arena_new();
	struct diags diags = {.arena = arena};
	struct env env = {arena, arena, &diags, &limits_default, NULL};
	struct arena_mark mark = arena_mark(arena);
	bool skip = argc > 1 && strcmp(argv[1], "--skip") == 0;
	str document;

	for (int i = 1 + skip; i < argc; i++)
		if (file_read(&env, str_from(argv[i]), limits_default.file_bytes, &document))
			answer(arena, document, skip);
	while (argc == 1 + skip && next_document(arena, &document)) {
		answer(arena, document, skip);
		free((void *)(uintptr_t)document.ptr);
		arena_rewind(arena, mark);
	}
	arena_free(arena);
	return 0;
}
