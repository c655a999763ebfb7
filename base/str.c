/* Views over text. Nothing here allocates. */
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

size_t str_find(str s, str needle)
{
	const char *hit;

	if (!needle.len)
		return 0;
	if (s.len < needle.len)
		return s.len;
	hit = memmem(s.ptr, s.len, needle.ptr, needle.len);
	return hit ? (size_t)(hit - s.ptr) : s.len;
}

size_t str_find_name(str s, str name)
{
	for (size_t at = 0; (at += str_find(str_from_at(s, at), name)) < s.len; at++)
		if ((!at || !byte_is_name(s.ptr[at - 1])) &&
		        (at + name.len == s.len || !byte_is_name(s.ptr[at + name.len])))
			return at;
	return s.len;
}

size_t str_find_byte(str s, char byte)
{
	const char *hit = s.len ? memchr(s.ptr, byte, s.len) : NULL;

	return hit ? (size_t)(hit - s.ptr) : s.len;
}

size_t str_rfind_byte(str s, char byte)
{
	const char *hit = s.len ? memrchr(s.ptr, byte, s.len) : NULL;

	return hit ? (size_t)(hit - s.ptr) : s.len;
}

str str_last_part(str s, char between)
{
	size_t at = str_rfind_byte(s, between);

	return at < s.len ? str_from_at(s, at + 1) : s;
}

str str_lower(char *room, size_t most, str s)
{
	size_t n = s.len < most ? s.len : most;

	for (size_t i = 0; i < n; i++)
		room[i] = byte_lower(s.ptr[i]);
	return (str){room, n};
}

bool str_has(str s, str needle)
{
	return !needle.len || str_find(s, needle) < s.len;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

str str_trim(str s)
{
	while (s.len && is_blank(s.ptr[0])) {
		s.ptr++;
		s.len--;
	}
	while (s.len && is_blank(s.ptr[s.len - 1]))
		s.len--;
	return s;
}

bool str_cut(str *rest, char byte, str *part)
{
	size_t at;

	if (!rest->ptr)
		return false;
	at = str_find_byte(*rest, byte);
	*part = str_slice(*rest, 0, at);
	if (at == rest->len)
		*rest = STR_NONE;
	else
		*rest = str_from_at(*rest, at + 1);
	return true;
}

bool str_split(str s, char byte, str *left, str *right)
{
	size_t at = str_find_byte(s, byte);

	*left = str_slice(s, 0, at);
	*right = at == s.len ? STR_NONE : str_from_at(s, at + 1);
	return at < s.len;
}

bool str_int(str s, int64_t *value)
{
	bool minus = s.len && s.ptr[0] == '-';
	uint64_t limit = minus ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
	uint64_t n = 0;
	size_t i = s.len && (s.ptr[0] == '-' || s.ptr[0] == '+');

	if (i == s.len)
		return false;
	for (; i < s.len; i++) {
		unsigned d = (unsigned)((unsigned char)s.ptr[i] - '0');

		if (d > 9 || n > (limit - d) / 10)
			return false;
		n = n * 10 + d;
	}
	*value = minus ? (int64_t)(0 - n) : (int64_t)n;
	return true;
}

bool str_float(str s, double *value)
{
	char copy[512];
	char *end;

	if (!s.len || s.len >= sizeof copy || is_blank(s.ptr[0]) || memchr(s.ptr, 0, s.len))
		return false;
	memcpy(copy, s.ptr, s.len);
	copy[s.len] = 0;
	*value = strtod(copy, &end);
	return *end == 0;
}

/* A 64-bit multiply-and-fold hash over 8-byte steps. Not for secrets; the seed only keeps
 * hostile inputs from aiming at one bucket. */
static uint64_t fold(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	__extension__ typedef unsigned __int128 wide;
	wide p = (wide)a * b;

	return (uint64_t)p ^ (uint64_t)(p >> 64);
#else
	a ^= b * UINT64_C(0x9e3779b97f4a7c15);
	a ^= a >> 29;
	a *= UINT64_C(0xbf58476d1ce4e5b9);
	return a ^ (a >> 32);
#endif
}

bool str_has_one_of(str s, const char *const *words)
{
	for (; *words; words++)
		if (str_has(s, str_from(*words)))
			return true;
	return false;
}

uint64_t str_hash(str s, uint64_t seed)
{
	uint64_t h = seed ^ UINT64_C(0xa0761d6478bd642f);
	size_t i = 0;
	uint64_t w = 0;

	for (; i + 8 <= s.len; i += 8) {
		memcpy(&w, s.ptr + i, 8);
		h = fold(h ^ w, UINT64_C(0xe7037ed1a0b428db));
	}
	w = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	/* The last eight bytes without those that were there already: no call for a few of them. */
	if (i && i < s.len) {
		memcpy(&w, s.ptr + s.len - 8, 8);
		w >>= 8 * (8 - (s.len - i));
		i = s.len;
	}
#endif
	if (i < s.len)
		memcpy(&w, s.ptr + i, s.len - i);
	return fold(h ^ w ^ (uint64_t)s.len, UINT64_C(0x8ebc6af09c88c6e3));
}
