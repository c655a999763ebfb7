/* UTF-8 by the table of RFC 3629, widths by ranges (Unicode 15, East Asian Wide and
 * Fullwidth; combining marks of the common scripts), dates by the civil calendar. */
#include "base/text.h"

#include "base/bytes.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* Length of the well-formed sequence at p, 0 when it is damaged. */
static size_t sequence(const unsigned char *p, size_t left)
{
	unsigned lead = p[0];
	size_t n = lead < 0x80   ? 1
	           : lead < 0xc2 ? 0
	           : lead < 0xe0 ? 2
	           : lead < 0xf0 ? 3
	           : lead < 0xf5 ? 4
	                         : 0;

	if (n > left)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	if ((lead == 0xe0 && p[1] < 0xa0) || (lead == 0xed && p[1] > 0x9f) ||
	        (lead == 0xf0 && p[1] < 0x90) || (lead == 0xf4 && p[1] > 0x8f))
		return 0;
	return n;
}

size_t utf8_valid(str s)
{
	size_t i = 0;

	while (i < s.len) {
		size_t n;

		i += bytes_ascii(s.ptr + i, s.len - i);
		if (i == s.len)
			break;
		n = sequence((const unsigned char *)s.ptr + i, s.len - i);
		if (!n)
			return i;
		i += n;
	}
	return i;
}

uint32_t utf8_decode(str s, size_t *length)
{
	const unsigned char *p = (const unsigned char *)s.ptr;
	size_t n = s.len ? sequence(p, s.len) : 0;
	uint32_t point;

	*length = n ? n : s.len > 0;
	if (!n)
		return 0xfffd;
	point = n == 1 ? p[0] : p[0] & (0x7fu >> n);
	for (size_t i = 1; i < n; i++)
		point = point << 6 | (p[i] & 0x3f);
	return point;
}

size_t utf8_encode(uint32_t point, char out[4])
{
	if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
		point = 0xfffd;
	if (point < 0x80) {
		out[0] = (char)point;
		return 1;
	}
	if (point < 0x800) {
		out[0] = (char)(0xc0 | point >> 6);
		out[1] = (char)(0x80 | (point & 0x3f));
		return 2;
	}
	if (point < 0x10000) {
		out[0] = (char)(0xe0 | point >> 12);
		out[1] = (char)(0x80 | (point >> 6 & 0x3f));
		out[2] = (char)(0x80 | (point & 0x3f));
		return 3;
	}
	out[0] = (char)(0xf0 | point >> 18);
	out[1] = (char)(0x80 | (point >> 12 & 0x3f));
	out[2] = (char)(0x80 | (point >> 6 & 0x3f));
	out[3] = (char)(0x80 | (point & 0x3f));
	return 4;
}

size_t utf8_count(str s)
{
	size_t count = 0, n;

	for (size_t i = 0; i < s.len; i += n) {
		utf8_decode(str_from_at(s, i), &n);
		count++;
	}
	return count;
}

str utf16_decode(struct arena *arena, str s)
{
	const unsigned char *p = (const unsigned char *)s.ptr;
	bool big = s.len >= 2 && p[0] == 0xfe;
	char *out = arena_alloc(arena, s.len / 2 * 3 + 1, 1);
	size_t len = 0;

	for (size_t i = 2; i + 1 < s.len; i += 2) {
		uint32_t unit =
		        big ? (uint32_t)p[i] << 8 | p[i + 1] : (uint32_t)p[i + 1] << 8 | p[i];

		if (unit >= 0xd800 && unit < 0xdc00 && i + 3 < s.len) {
			uint32_t low = big ? (uint32_t)p[i + 2] << 8 | p[i + 3]
			                   : (uint32_t)p[i + 3] << 8 | p[i + 2];

			if (low >= 0xdc00 && low < 0xe000) {
				unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
				i += 2;
			}
		}
		len += utf8_encode(unit, out + len);
	}
	return (str){out, len};
}

struct range {
	uint32_t from, to;
};

static bool in_ranges(uint32_t point, const struct range *ranges, size_t count)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t mid = (low + high) / 2;

		if (point > ranges[mid].to)
			low = mid + 1;
		else if (point < ranges[mid].from)
			high = mid;
		else
			return true;
	}
	return false;
}

static size_t point_width(uint32_t point)
{
	static const struct range wide[] = {{0x1100, 0x115f}, {0x231a, 0x231b}, {0x2329, 0x232a},
	        {0x23e9, 0x23ec}, {0x23f0, 0x23f0}, {0x23f3, 0x23f3}, {0x25fd, 0x25fe},
	        {0x2614, 0x2615}, {0x2648, 0x2653}, {0x267f, 0x267f}, {0x2693, 0x2693},
	        {0x26a1, 0x26a1}, {0x26aa, 0x26ab}, {0x26bd, 0x26be}, {0x26c4, 0x26c5},
	        {0x26ce, 0x26ce}, {0x26d4, 0x26d4}, {0x26ea, 0x26ea}, {0x26f2, 0x26f3},
	        {0x26f5, 0x26f5}, {0x26fa, 0x26fa}, {0x26fd, 0x26fd}, {0x2705, 0x2705},
	        {0x270a, 0x270b}, {0x2728, 0x2728}, {0x274c, 0x274c}, {0x274e, 0x274e},
	        {0x2753, 0x2755}, {0x2757, 0x2757}, {0x2795, 0x2797}, {0x27b0, 0x27b0},
	        {0x27bf, 0x27bf}, {0x2b1b, 0x2b1c}, {0x2b50, 0x2b50}, {0x2b55, 0x2b55},
	        {0x2e80, 0x303e}, {0x3041, 0x33ff}, {0x3400, 0x4dbf}, {0x4e00, 0xa4cf},
	        {0xa960, 0xa97f}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe10, 0xfe19},
	        {0xfe30, 0xfe6f}, {0xff01, 0xff60}, {0xffe0, 0xffe6}, {0x16fe0, 0x18aff},
	        {0x1b000, 0x1b2ff}, {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f18e},
	        {0x1f191, 0x1f19a}, {0x1f200, 0x1f320}, {0x1f32d, 0x1f335}, {0x1f337, 0x1f37c},
	        {0x1f37e, 0x1f393}, {0x1f3a0, 0x1f3ca}, {0x1f3cf, 0x1f3d3}, {0x1f3e0, 0x1f3f0},
	        {0x1f3f4, 0x1f3f4}, {0x1f3f8, 0x1f43e}, {0x1f440, 0x1f440}, {0x1f442, 0x1f4fc},
	        {0x1f4ff, 0x1f53d}, {0x1f54b, 0x1f54e}, {0x1f550, 0x1f567}, {0x1f57a, 0x1f57a},
	        {0x1f595, 0x1f596}, {0x1f5a4, 0x1f5a4}, {0x1f5fb, 0x1f64f}, {0x1f680, 0x1f6c5},
	        {0x1f6cc, 0x1f6cc}, {0x1f6d0, 0x1f6d2}, {0x1f6d5, 0x1f6d7}, {0x1f6dc, 0x1f6df},
	        {0x1f6eb, 0x1f6ec}, {0x1f6f4, 0x1f6fc}, {0x1f7e0, 0x1f7eb}, {0x1f7f0, 0x1f7f0},
	        {0x1f90c, 0x1f93a}, {0x1f93c, 0x1f945}, {0x1f947, 0x1f9ff}, {0x1fa70, 0x1faff},
	        {0x20000, 0x3fffd}};
	static const struct range none[] = {{0x300, 0x36f}, {0x483, 0x489}, {0x591, 0x5bd},
	        {0x610, 0x61a}, {0x64b, 0x65f}, {0x6d6, 0x6dc}, {0x900, 0x902}, {0x93c, 0x93c},
	        {0x941, 0x948}, {0x94d, 0x94d}, {0xe31, 0xe31}, {0xe34, 0xe3a}, {0xe47, 0xe4e},
	        {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200f}, {0x202a, 0x202e},
	        {0x2060, 0x2064}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
	        {0xfeff, 0xfeff}, {0xe0100, 0xe01ef}};

	if (point < 0x20 || (point >= 0x7f && point < 0xa0))
		return 0;
	if (point < 0x300)
		return 1;
	if (in_ranges(point, none, sizeof none / sizeof *none))
		return 0;
	return in_ranges(point, wide, sizeof wide / sizeof *wide) ? 2 : 1;
}

/* A printable character of ASCII: one byte, one column, nothing to be made visible. */
static inline bool is_plain(char c)
{
	return c >= ' ' && c <= '~';
}

/* Where those that stand from `at` on end. */
static inline size_t behind_plain(str s, size_t at)
{
	while (at < s.len && is_plain(s.ptr[at]))
		at++;
	return at;
}

size_t text_width(str s)
{
	size_t i = behind_plain(s, 0), width = i, n, end;

	for (; i < s.len; i = end) {
		width += point_width(utf8_decode(str_from_at(s, i), &n));
		end = behind_plain(s, i + n);
		width += end - (i + n);
	}
	return width;
}

str text_fit(str s, size_t columns)
{
	size_t width = 0, n;

	for (size_t i = 0; i < s.len; i += n) {
		width += point_width(utf8_decode(str_from_at(s, i), &n));
		if (width > columns)
			return str_slice(s, 0, i);
	}
	return s;
}

/* Characters that do not begin a line, and that do not end one. */
static bool closes(uint32_t point)
{
	switch (point) {
	case 0x3001: /* ideographic comma, full stop, brackets */
	case 0x3002:
	case 0x3009:
	case 0x300b:
	case 0x300d:
	case 0x300f:
	case 0xff01: /* fullwidth ! ) , . : ; ? % */
	case 0xff09:
	case 0xff0c:
	case 0xff0e:
	case 0xff1a:
	case 0xff1b:
	case 0xff1f:
	case 0xff05:
	case ')':
	case ']':
	case ',':
	case '.':
	case ':':
	case ';': return true;
	default: return false;
	}
}

static bool opens(uint32_t point)
{
	return point == 0x3008 || point == 0x300a || point == 0x300c || point == 0x300e ||
	       point == 0xff08 || point == '(' || point == '[';
}

/* Whether a line may end between two characters that stand side by side. */
static bool may_break(uint32_t before, uint32_t after)
{
	if (after == ' ' || closes(after) || opens(before))
		return false;
	return point_width(before) == 2 || point_width(after) == 2;
}

bool text_piece(str whole, size_t *at, str *piece, bool *blank)
{
	size_t from = *at, n, m;

	*blank = from > 0 && from < whole.len && whole.ptr[from] == ' ';
	if (from < whole.len && whole.ptr[from] == ' ')
		from++;
	if (from >= whole.len)
		return false;
	for (size_t i = from; i < whole.len; i += n) {
		uint32_t point;

		/* between two that are plain no line ends but at a blank */
		while (i + 1 < whole.len && whole.ptr[i] != ' ' && is_plain(whole.ptr[i]) &&
		        is_plain(whole.ptr[i + 1]))
			i++;
		point = utf8_decode(str_from_at(whole, i), &n);
		if (point == ' ' ||
		        (i + n < whole.len &&
		                may_break(point, utf8_decode(str_from_at(whole, i + n), &m)))) {
			*at = point == ' ' ? i : i + n;
			*piece = str_slice(whole, from, *at);
			return true;
		}
	}
	*at = whole.len;
	*piece = str_from_at(whole, from);
	return true;
}

bool text_hostile(uint32_t point)
{
	return point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0x2028 ||
	       point == 0x2029 || (point >= 0x202a && point <= 0x202e) ||
	       (point >= 0x2066 && point <= 0x2069) || point == 0x200e || point == 0x200f ||
	       point == 0x061c || point == 0xfeff;
}

void text_visible(struct buf *out, str s)
{
	size_t from = 0, n;

	for (size_t i = behind_plain(s, 0); i < s.len; i = behind_plain(s, i + n)) {
		uint32_t point = utf8_decode(str_from_at(s, i), &n);
		bool damaged = point == 0xfffd && n == 1;

		if (!damaged && !text_hostile(point))
			continue;
		buf_put(out, str_slice(s, from, i));
		from = i + n;
		if (point == '\t')
			buf_byte(out, ' ');
		else if (damaged)
			buf_format(out, "\\x%02x", (unsigned char)s.ptr[i]);
		else if (point == '\n')
			buf_puts(out, "\\n");
		else if (point == '\r')
			buf_puts(out, "\\r");
		else if (point < 0x100)
			buf_format(out, "\\x%02x", (unsigned)point);
		else
			buf_format(out, "\\u%04x", (unsigned)point);
	}
	buf_put(out, str_from_at(s, from));
}

bool text_is_clean(str s)
{
	size_t n;

	for (size_t i = behind_plain(s, 0); i < s.len; i = behind_plain(s, i + n)) {
		uint32_t point = utf8_decode(str_from_at(s, i), &n);

		if (text_hostile(point) || (point == 0xfffd && n == 1))
			return false;
	}
	return true;
}

/* Restricted Damerau distance (a swap of neighbours is one step), given up above `most`. */
static size_t distance(str a, str b, size_t most)
{
	size_t rows[3][64];
	size_t *before = rows[0], *last = rows[1], *row = rows[2];

	if (b.len >= 63 || a.len >= 63 || a.len > b.len + most || b.len > a.len + most)
		return most + 1;
	for (size_t j = 0; j <= b.len; j++)
		last[j] = j;
	memcpy(before, last, sizeof rows[0]);
	for (size_t i = 1; i <= a.len; i++) {
		size_t *swap = before;

		row[0] = i;
		for (size_t j = 1; j <= b.len; j++) {
			size_t cost = a.ptr[i - 1] != b.ptr[j - 1];
			size_t best = last[j - 1] + cost;

			if (last[j] + 1 < best)
				best = last[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			if (i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] &&
			        a.ptr[i - 2] == b.ptr[j - 1] && before[j - 2] + 1 < best)
				best = before[j - 2] + 1;
			row[j] = best;
		}
		before = last;
		last = row;
		row = swap;
	}
	return last[b.len];
}

str text_nearest(str word, const str *candidates, size_t count)
{
	size_t most = word.len < 4 ? 1 : word.len < 9 ? 2 : 3;
	size_t best = most + 1;
	str nearest = STR_NONE;

	for (size_t i = 0; i < count; i++) {
		size_t d = distance(word, candidates[i], most);

		if (d < best) {
			best = d;
			nearest = candidates[i];
		}
	}
	return nearest;
}

/* Days from the civil calendar, after the public-domain algorithm by Howard Hinnant. */
static int32_t days_of(int32_t year, int32_t month, int32_t day)
{
	int32_t era, yoe, doy, doe;

	year -= month <= 2;
	era = (year >= 0 ? year : year - 399) / 400;
	yoe = year - era * 400;
	doy = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
	doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
	return era * 146097 + doe - 719468;
}

bool date_parse(str iso, int32_t *days)
{
	static const int32_t lengths[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	str year, month, rest;
	int64_t y, m = 1, d = 1;

	if (iso.len != 4 && iso.len != 7 && iso.len != 10)
		return false;
	for (size_t i = 0; i < iso.len; i++)
		if (i == 4 || i == 7 ? iso.ptr[i] != '-' : iso.ptr[i] < '0' || iso.ptr[i] > '9')
			return false;
	year = str_slice(iso, 0, 4);
	month = str_slice(iso, 5, 7);
	rest = str_slice(iso, 8, 10);
	if (!str_int(year, &y) || (month.len && !str_int(month, &m)) ||
	        (rest.len && !str_int(rest, &d)))
		return false;
	if (m < 1 || m > 12 || d < 1 || d > lengths[m - 1] ||
	        (m == 2 && d == 29 && (y % 4 || (y % 100 == 0 && y % 400))))
		return false;
	*days = days_of((int32_t)y, (int32_t)m, (int32_t)d);
	return true;
}

str date_format(struct arena *arena, int32_t days)
{
	int32_t z = days + 719468;
	int32_t era = (z >= 0 ? z : z - 146096) / 146097;
	int32_t doe = z - era * 146097;
	int32_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	int32_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	int32_t mp = (5 * doy + 2) / 153;
	int32_t month = mp < 10 ? mp + 3 : mp - 9;

	return arena_format(arena, "%04d-%02d-%02d", (int)(yoe + era * 400 + (month <= 2)),
	        (int)month, (int)(doy - (153 * mp + 2) / 5 + 1));
}

int32_t date_today(void)
{
	return (int32_t)(time(NULL) / 86400);
}

str text_shell_word(struct arena *arena, str s)
{
	static const char plain[] = "%+,-./:=@_";
	bool safe = s.len > 0;
	str out = S("'");

	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];

		safe &= (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		        (c >= '0' && c <= '9') || (c && strchr(plain, c));
	}
	if (safe)
		return s;
	while (s.len) {
		size_t n = str_find_byte(s, '\'');

		out = arena_format(
		        arena, "%.*s%.*s%s", STR_ARG(out), (int)n, s.ptr, n < s.len ? "'\\''" : "");
		s = str_from_at(s, n < s.len ? n + 1 : n);
	}
	return arena_format(arena, "%.*s'", STR_ARG(out));
}
