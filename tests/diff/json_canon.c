/* What base/json.h makes of JSON documents, one line each, for json_reader.py to compare with
 *Python.
 *
 *	json_canon FILE...     the files
 *	json_canon             documents on standard input, each behind its length and a line end
 *
 * A line is "error LINE COLUMN what was expected", or "ok " and the value: n t f, a number as
 * written behind i (no fraction, no exponent) or d and the bits of the double, text in hex
 * behind s, [a,b], {key:value,key:value}. `--skip` passes over the value instead and says ok;
 * `--guess` reads with the calls for readers that guess, and must say the same. */
#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 256 };

/* What was met last, to guess with; NULL: no guessing. */
struct memory {
	struct arena *arena;
	struct json_guess key;   /* of the last key, if it is long enough */
	str key_text;            /* in hex */
	str string, string_text; /* raw, and what it came to */
	str object, object_text;
};

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

static void put_value(struct json *j, struct memory *m, struct buf *out);

/* The next key and what it is in hex, guessed where that can be. */
static bool next_key(struct json *j, struct memory *m, bool first, struct buf *out)
{
	size_t from;
	str key;

	if (m && json_object_over(j))
		return false;
	if (m && m->key.quoted.len && json_key_guess(j, &m->key)) {
		buf_puts(out, first ? "" : ",");
		buf_put(out, m->key_text);
		return true;
	}
	if (!json_key(j, &key))
		return false;
	buf_puts(out, first ? "" : ",");
	from = out->len;
	put_hex(out, key);
	if (m && key.len >= 3 && key.len < 200) {
		m->key = json_guess_make(arena_format(m->arena, "\"%.*s\": ", STR_ARG(key)));
		m->key_text = arena_dup(m->arena, str_from_at(buf_str(out), from));
	}
	return true;
}

/* {"key": 1}, {"key": "text"} and {"key": {"key": "text"}} in one call, with the last key. */
static bool put_one(struct json *j, const struct memory *m, struct buf *out)
{
	int64_t integer;
	str text;

	if (json_one_int(j, &m->key, &integer)) {
		buf_format(out, "{%.*s:i%lld=%lld}", STR_ARG(m->key_text), (long long)integer,
		        (long long)integer);
		return true;
	}
	if (json_one_string_in(j, &m->key, &m->key, &text)) {
		buf_format(out, "{%.*s:{%.*s:s", STR_ARG(m->key_text), STR_ARG(m->key_text));
		put_hex(out, text);
		buf_puts(out, "}}");
		return true;
	}
	if (!json_one_string(j, &m->key, &text))
		return false;
	buf_format(out, "{%.*s:s", STR_ARG(m->key_text));
	put_hex(out, text);
	buf_byte(out, '}');
	return true;
}

static void put_object(struct json *j, struct memory *m, struct buf *out)
{
	const char *start;
	size_t from = out->len;
	bool first = true;

	if (m && json_value_again(j, m->object)) {
		buf_put(out, m->object_text);
		return;
	}
	if (m && m->key.quoted.len && put_one(j, m, out))
		return;
	start = j->at;
	buf_byte(out, '{');
	for (json_object(j); next_key(j, m, first, out); first = false) {
		buf_byte(out, ':');
		put_value(j, m, out);
	}
	buf_byte(out, '}');
	if (m && json_ok(j)) {
		m->object = (str){start, (size_t)(j->at - start)};
		m->object_text = arena_dup(m->arena, str_from_at(buf_str(out), from));
	}
}

static void put_string(struct json *j, struct memory *m, struct buf *out)
{
	size_t from = out->len;
	str text;

	if (m ? !json_string_like(j, m->string, &text) : !json_string(j, &text))
		return;
	if (m && text.ptr == m->string.ptr) {
		buf_put(out, m->string_text);
		return;
	}
	buf_byte(out, 's');
	put_hex(out, m ? json_unescape(m->arena, text) : text);
	if (m) {
		m->string = text;
		m->string_text = arena_dup(m->arena, str_from_at(buf_str(out), from));
	}
}

static void put_array(struct json *j, struct memory *m, struct buf *out)
{
	bool first = true;

	buf_byte(out, '[');
	for (json_array(j); json_item(j); first = false) {
		if (!first)
			buf_byte(out, ',');
		put_value(j, m, out);
	}
	buf_byte(out, ']');
}

static void put_value(struct json *j, struct memory *m, struct buf *out)
{
	bool flag;

	switch (json_peek(j)) {
	case JSON_NULL:
		json_null(j);
		buf_byte(out, 'n');
		break;
	case JSON_FALSE:
	case JSON_TRUE: buf_byte(out, json_bool(j, &flag) && flag ? 't' : 'f'); break;
	case JSON_NUMBER: put_number(j, out); break;
	case JSON_STRING: put_string(j, m, out); break;
	case JSON_ARRAY: put_array(j, m, out); break;
	case JSON_OBJECT: put_object(j, m, out); break;
	case JSON_ERROR: break;
	}
}

enum mode { READ, SKIP, GUESS };

static void answer(struct arena *arena, str document, enum mode mode)
{
	struct memory memory = {.arena = arena};
	struct buf out = {0};
	struct json j;
	uint32_t line, column;

	json_open(&j, document, DEPTH, arena);
	if (mode == SKIP)
		json_skip(&j);
	else
		put_value(&j, mode == GUESS ? &memory : NULL, &out);
	if (json_end(&j)) {
		printf("ok %.*s\n", STR_ARG(buf_str(&out)));
	} else {
		json_position(&j, &line, &column);
		printf("error %u %u %s\n", line, column, j.error);
	}
	buf_free(&out);
}

static bool next_document(str *document)
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
	*document = (str){text, (size_t)len};
	return true;
}

int main(int argc, char **argv)
{
	struct arena *arena = arena_new();
	struct diags diags = {.arena = arena};
	struct env env = {arena, arena, &diags, &limits_default, NULL};
	struct arena_mark mark = arena_mark(arena);
	enum mode mode = argc > 1 && strcmp(argv[1], "--skip") == 0    ? SKIP
	                 : argc > 1 && strcmp(argv[1], "--guess") == 0 ? GUESS
	                                                               : READ;
	int first = mode == READ ? 1 : 2;
	str document;

	for (int i = first; i < argc; i++)
		if (file_read(&env, str_from(argv[i]), limits_default.file_bytes, &document))
			answer(arena, document, mode);
	while (argc == first && next_document(&document)) {
		answer(arena, document, mode);
		free((void *)(uintptr_t)document.ptr);
		arena_rewind(arena, mark);
	}
	arena_free(arena);
	return 0;
}
