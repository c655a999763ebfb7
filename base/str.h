/* Text views: a pointer and a length, no terminator, memory owned elsewhere.
 *
 * A str never frees and never copies. Functions that make new text take an
 * arena. All comparisons are bytewise, so the order is the same everywhere. */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct str {
	const char *ptr;
	size_t len;
} str;

#define S(literal) ((str){(literal), sizeof(literal) - 1})
#define STR_NONE ((str){NULL, 0})
/* For printf formats: "%.*s", STR_ARG(s). Text longer than INT_MAX is cut. */
#define STR_ARG(s) ((s).len > 0x7fffffff ? 0x7fffffff : (int)(s).len), ((s).ptr ? (s).ptr : "")

/* The str of a terminated string; NULL gives the empty one. */
static inline str str_from(const char *terminated)
{
	return terminated ? (str){terminated, strlen(terminated)} : STR_NONE;
}
static inline bool str_eq(str a, str b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}
/* A letter, a digit or an underscore, of ASCII alone. */
static inline bool byte_is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}
/* The same, or a part of a character outside of ASCII: of a name of Python. */
static inline bool byte_is_name(char c)
{
	return byte_is_word(c) || (unsigned char)c >= 0x80;
}
/* In small letters, of ASCII alone. */
static inline char byte_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 32) : c;
}
/* The first bytes in small letters of ASCII, as many as there is room for. */
str str_lower(char *room, size_t most, str s);
/* What stands behind the last of such a byte: d of a.b.d; all of it when there is none. */
str str_last_part(str s, char between);
/* Whether it is one of some words, behind the last of which NULL stands. */
static inline bool str_is_one_of(str s, const char *const *words)
{
	for (; *words; words++)
		if (s.len && s.ptr[0] == (*words)[0] && str_eq(s, str_from(*words)))
			return true;
	return false;
}
/* Bytewise order: below, at or above zero. */
static inline int str_cmp(str a, str b)
{
	size_t n = a.len < b.len ? a.len : b.len;
	int c = n ? memcmp(a.ptr, b.ptr, n) : 0;

	if (c)
		return c;
	return a.len < b.len ? -1 : a.len > b.len;
}
static inline bool str_starts(str s, str prefix)
{
	return s.len >= prefix.len && (!prefix.len || memcmp(s.ptr, prefix.ptr, prefix.len) == 0);
}
static inline bool str_ends(str s, str suffix)
{
	return s.len >= suffix.len &&
	       (!suffix.len || memcmp(s.ptr + s.len - suffix.len, suffix.ptr, suffix.len) == 0);
}
/* The same of some words, behind the last of which NULL stands. */
static inline bool str_starts_one_of(str s, const char *const *words)
{
	for (; *words; words++)
		if (str_starts(s, str_from(*words)))
			return true;
	return false;
}
static inline bool str_ends_one_of(str s, const char *const *words)
{
	for (; *words; words++)
		if (str_ends(s, str_from(*words)))
			return true;
	return false;
}
/* Position of the first (last) `needle`, or s.len when there is none. */
size_t str_find(str s, str needle);
/* Where a name stands that is no part of another one; the length where it does not. */
size_t str_find_name(str s, str name);
size_t str_find_byte(str s, char byte);
size_t str_rfind_byte(str s, char byte);
bool str_has(str s, str needle);
bool str_has_one_of(str s, const char *const *words);
/* From `from` up to (not with) `to`; both are brought into the text first. */
static inline str str_slice(str s, size_t from, size_t to)
{
	if (to > s.len)
		to = s.len;
	if (from > to)
		from = to;
	return s.ptr ? (str){s.ptr + from, to - from} : s;
}
static inline str str_from_at(str s, size_t from)
{
	return str_slice(s, from, s.len);
}
/* Without blanks, tabs and line ends at both ends. */
str str_trim(str s);
/* Splits off everything before the first `byte` and moves *rest behind it.
 * False when *rest is used up; a text without the byte is one whole part. */
bool str_cut(str *rest, char byte, str *part);
/* Both halves around the first `byte`; false (and *left = s) without it. */
bool str_split(str s, char byte, str *left, str *right);
/* Whole-text decimal number with an optional sign; false on anything else or overflow. */
bool str_int(str s, int64_t *value);
/* Whole-text floating number as strtod reads it; also inf, -inf and nan. */
bool str_float(str s, double *value);
uint64_t str_hash(str s, uint64_t seed);

#endif
