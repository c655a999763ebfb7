/* JSON: a pull reader and a writer that keeps its output valid.
 *
 * The reader takes RFC 8259 plus the bare NaN, Infinity and -Infinity that
 * Python writes. Depth is bounded, bytes must be UTF-8, numbers are kept as
 * text until asked for (64-bit integers never go through a double). Errors
 * stick: after the first one every call returns false and does nothing, so a
 * reader checks json_ok once at the end. Raw control characters in strings,
 * leading zeros, trailing commas, comments and data after the value are errors.
 *
 *	json_open(&j, text, depth, arena);
 *	for (json_object(&j); json_key(&j, &key);)
 *		if (str_eq(key, S("nodes")))
 *			for (json_array(&j); json_item(&j);)
 *				read_node(&j);
 *		else
 *			json_skip(&j);
 *	if (!json_end(&j)) ... j.error, json_place(&j, …)
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/arena.h"
#include "base/buf.h"

enum json_kind {
	JSON_ERROR,
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT,
};

struct json {
	const char *start, *at, *end; /* after an error the text ends where it stands */
	const char *error;            /* what was expected; NULL while all is well */
	struct arena *arena;          /* where strings with escapes are decoded */
	uint32_t depth, depth_limit;
	bool first; /* nothing read yet in the innermost array or object */
};

void json_open(struct json *j, str text, uint32_t depth_limit, struct arena *arena);
/* What comes next, nothing consumed. */
static inline enum json_kind json_peek(struct json *j);
/* Enter; then loop on json_key or json_item until false, which leaves. A value
 * of another kind is an error. Each key or item must be consumed by one call. */
bool json_object(struct json *j);
bool json_array(struct json *j);
/* False at the end (or after an error). Keys are decoded. */
bool json_key(struct json *j, str *key);
/* A key that a reader expects, made ready to be compared: as Python writes it, with quotes, colon
 * and a blank. */
struct json_guess {
	uint64_t head, mask, tail; /* mask: of the bytes of head that count */
	str quoted;                /* "\"name\": "; must live as long as the guess */
};
/* `quoted` has at least 7 bytes. */
struct json_guess json_guess_make(str quoted);
/* Passes the next key when it is this one; else false and nothing has happened. */
static inline bool json_key_guess(struct json *j, const struct json_guess *guess);
/* At the closing brace: leaves the object, as json_key would. Else false and nothing has
 * happened. */
static inline bool json_object_over(struct json *j);
/* A whole object of one key, {"as_int": 4} or {"name": "x"}, as Python writes it, the value an
 * integer or a text without escapes; else false and nothing has happened. */
bool json_one_int(struct json *j, const struct json_guess *guess, int64_t *value);
bool json_one_string(struct json *j, const struct json_guess *guess, str *value);
/* The same of an object in an object: {"as_tensor": {"name": "x"}}. */
bool json_one_string_in(
        struct json *j, const struct json_guess *outer, const struct json_guess *guess, str *value);
bool json_item(struct json *j);
/* Decoded text: a view into the input where it holds no escape, else in the arena. A lone
 * surrogate escape becomes U+FFFD. */
bool json_string(struct json *j, str *value);
/* The bytes between the quotes as written, escapes and all (checked, not decoded). */
bool json_string_raw(struct json *j, str *value);
/* json_string_raw for a string that probably begins like `raw`, which json_string_raw gave: the
 * common beginning is not looked at again. The very same string gives `raw` itself. */
bool json_string_like(struct json *j, str raw, str *value);
/* Decodes what json_string_raw gave. */
str json_unescape(struct arena *arena, str raw);
/* The same for an object or array that json_skip_raw gave, or whose text was noted in passing. */
bool json_value_again(struct json *j, str raw);
bool json_bool(struct json *j, bool *value);
bool json_null(struct json *j);
/* A number as written, NaN and Infinity included. */
bool json_number(struct json *j, str *value);
/* An integer of 64 bits; a fraction, an exponent or overflow is an error. */
bool json_int(struct json *j, int64_t *value);
bool json_float(struct json *j, double *value);
/* Consumes one value of any kind, checked like any other. */
bool json_skip(struct json *j);
/* The same, and *raw is its text. */
bool json_skip_raw(struct json *j, str *raw);
/* Nothing but blanks may follow. True when all was well. */
bool json_end(struct json *j);
bool json_ok(const struct json *j);
/* Makes the reader fail at this place with a word of one's own. Always false. */
bool json_fail(struct json *j, const char *expected);
/* Line and column (from 1, in code points) of where it stands. */
void json_position(const struct json *j, uint32_t *line, uint32_t *column);

/* Kind of the value that a byte begins; JSON_ERROR for blanks and what begins none. */
extern const unsigned char json_kind_of_byte[256];
enum json_kind json_peek_behind_blanks(struct json *j);

static inline enum json_kind json_peek(struct json *j)
{
	unsigned char kind = j->at < j->end ? json_kind_of_byte[(unsigned char)*j->at] : JSON_ERROR;

	return kind ? (enum json_kind)kind : json_peek_behind_blanks(j);
}

/* Position of the first byte at or behind `p` that is a quote, a backslash, a control character or
 * above ASCII; `end` when there is none. */
const char *json_plain_run(const char *p, const char *end);

/* Is the guessed text at `p`? Eight bytes and more are readable there. */
static inline bool json_guess_is(const char *p, const struct json_guess *guess)
{
	const char *text = guess->quoted.ptr;
	size_t len = guess->quoted.len;
	uint64_t head, here, there;

	memcpy(&head, p, 8);
	if ((head & guess->mask) != guess->head)
		return false;
	if (len <= 8)
		return true;
	memcpy(&here, p + len - 8, 8);
	if (here != guess->tail)
		return false;
	if (len <= 16)
		return true;
	memcpy(&here, p + 8, 8);
	memcpy(&there, text + 8, 8);
	return here == there && (len <= 24 || memcmp(p, text, len) == 0);
}

static inline bool json_key_guess(struct json *j, const struct json_guess *guess)
{
	const char *p = j->at;

	if ((size_t)(j->end - p) < guess->quoted.len + 3)
		return false;
	if (!j->first) {
		if (p[0] != ',' || p[1] != ' ')
			return false;
		p += 2;
	}
	if (!json_guess_is(p, guess))
		return false;
	j->at = p + guess->quoted.len;
	j->first = false;
	return true;
}

static inline bool json_object_over(struct json *j)
{
	if (j->at >= j->end || *j->at != '}')
		return false;
	j->at++;
	j->depth--;
	j->first = false;
	return true;
}

/* Writer: indentation 0 writes everything on one line ("a": 1, "b": 2). Keys and
 * values must alternate as JSON asks; the writer puts commas and blanks. Text is
 * escaped; bytes that are no UTF-8 become U+FFFD. */
struct json_out {
	struct buf *out;
	uint32_t indent, depth;
	uint32_t flat_from; /* from this depth on everything stands on one line; 0: never */
	bool fresh, after_key, ascii;
};

void json_out_object(struct json_out *w);
void json_out_object_end(struct json_out *w);
void json_out_array(struct json_out *w);
void json_out_array_end(struct json_out *w);
void json_out_key_str(struct json_out *w, str key);
/* In place, so that the length of a literal is no call. */
static inline void json_out_key(struct json_out *w, const char *key)
{
	json_out_key_str(w, str_from(key));
}
void json_out_str(struct json_out *w, str value);
void json_out_int(struct json_out *w, int64_t value);
void json_out_uint(struct json_out *w, uint64_t value);
/* Shortest text that reads back to the same double; NaN and infinities become null. */
void json_out_float(struct json_out *w, double value);
void json_out_bool(struct json_out *w, bool value);
void json_out_null(struct json_out *w);
/* Members of an object once more: those between two places of the output, written at this depth,
 * the first of an object without a comma before it, others with theirs. */
void json_out_again(struct json_out *w, size_t from, size_t to);
/* Text that is valid JSON already. */
void json_out_raw(struct json_out *w, str json);
/* key: value in one call */
void json_out_pair_str(struct json_out *w, const char *key, str value);
void json_out_pair_int(struct json_out *w, const char *key, int64_t value);

#endif
