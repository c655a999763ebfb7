/* Tables looked up by halving; Hangul by arithmetic (Unicode, section 3.12).
 *
 * Normalising is: decompose every character fully, put the marks behind a starter in order of
 * their class, compose again. What surprises: marks are sorted by counting, since a name
 * may be a megabyte of marks and an insertion sort would be quadratic on it. */
#include "scanner/python/unicode.h"

#include "base/bytes.h"
#include "base/text.h"
#include "scanner/python/unicode_table.h"

#include <stdlib.h>
#include <string.h>

enum {
	HANGUL = 0xac00,
	HANGUL_LEAD = 0x1100,
	HANGUL_VOWEL = 0x1161,
	HANGUL_TAIL = 0x11a7,
	HANGUL_LEADS = 19,
	HANGUL_VOWELS = 21,
	HANGUL_TAILS = 28,
	HANGUL_ALL = HANGUL_LEADS * HANGUL_VOWELS * HANGUL_TAILS,
	NAME_LONGEST = 100,
};

/* One character on its way through normalisation. */
struct mark {
	uint32_t point, class;
};

struct marks {
	struct arena *arena;
	VEC(struct mark) list;
};

/* How many of `n` sorted values are at most `point`. */
static uint32_t count_upto(const uint32_t *values, uint32_t n, uint32_t point)
{
	uint32_t low = 0;

	while (n) {
		uint32_t half = n / 2;

		if (values[low + half] <= point) {
			low += half + 1;
			n -= half + 1;
		} else {
			n = half;
		}
	}
	return low;
}

static bool in_ranges(const uint32_t *ranges, uint32_t n, uint32_t point)
{
	return count_upto(ranges, n, point) & 1;
}

static bool is_ascii_word(unsigned char c, bool first)
{
	return c == '_' || (unsigned)((c | 0x20) - 'a') < 26 ||
	       (!first && (unsigned)(c - '0') < 10);
}

size_t unicode_identifier(str word)
{
	size_t at = 0, n;

	while (at < word.len) {
		unsigned char c = (unsigned char)word.ptr[at];
		uint32_t point;

		if (c < 0x80) {
			if (!is_ascii_word(c, at == 0))
				return at;
			at++;
			continue;
		}
		point = utf8_decode(str_from_at(word, at), &n);
		if (at == 0 ? !in_ranges(unicode_start, unicode_start_count, point)
		            : !in_ranges(unicode_more, unicode_more_count, point))
			return at;
		at += n;
	}
	return at;
}

static uint32_t class_of(uint32_t point)
{
	uint32_t n = count_upto(unicode_class, unicode_class_count, point << 8 | 0xff);

	return n ? unicode_class[n - 1] & 0xff : 0;
}

static void put_mark(struct marks *out, uint32_t point)
{
	*VEC_PUSH(out->arena, &out->list) = (struct mark){point, class_of(point)};
}

static void put_decomposed(struct marks *out, uint32_t point)
{
	uint32_t low = 0, high = unicode_decomposed_count;

	if (point - HANGUL < HANGUL_ALL) {
		uint32_t i = point - HANGUL, tail = i % HANGUL_TAILS;

		put_mark(out, HANGUL_LEAD + i / (HANGUL_VOWELS * HANGUL_TAILS));
		put_mark(out, HANGUL_VOWEL + i / HANGUL_TAILS % HANGUL_VOWELS);
		if (tail)
			put_mark(out, HANGUL_TAIL + tail);
		return;
	}
	while (low < high) {
		uint32_t half = (low + high) / 2;
		uint64_t entry = unicode_decomposed[half];

		if ((uint32_t)(entry >> 32) == point) {
			const uint32_t *from = unicode_pool + (entry & 0xffffff);

			for (uint32_t i = 0; i < (entry >> 24 & 0xff); i++)
				put_mark(out, from[i]);
			return;
		}
		if ((uint32_t)(entry >> 32) < point)
			low = half + 1;
		else
			high = half;
	}
	put_mark(out, point);
}

/* A run of marks into the order of their classes, equal ones as they stood. */
static void sort_run(struct marks *all, uint32_t from, uint32_t to)
{
	uint32_t starts[257] = {0};
	struct mark *sorted;

	if (to - from < 2)
		return;
	sorted = ARENA_ARRAY(all->arena, struct mark, to - from);
	for (uint32_t i = from; i < to; i++)
		starts[all->list.at[i].class + 1]++;
	for (uint32_t i = 0; i < 256; i++)
		starts[i + 1] += starts[i];
	for (uint32_t i = from; i < to; i++)
		sorted[starts[all->list.at[i].class]++] = all->list.at[i];
	memcpy(all->list.at + from, sorted, (to - from) * sizeof *sorted);
}

static void sort_marks(struct marks *all)
{
	uint32_t from = 0;

	for (uint32_t i = 0; i <= all->list.len; i++)
		if (i == all->list.len || !all->list.at[i].class) {
			sort_run(all, from, i);
			from = i + 1;
		}
}

static uint32_t composed_hangul(uint32_t a, uint32_t b)
{
	if (a - HANGUL_LEAD < HANGUL_LEADS && b - HANGUL_VOWEL < HANGUL_VOWELS)
		return HANGUL +
		       ((a - HANGUL_LEAD) * HANGUL_VOWELS + (b - HANGUL_VOWEL)) * HANGUL_TAILS;
	if (a - HANGUL < HANGUL_ALL && (a - HANGUL) % HANGUL_TAILS == 0 && b > HANGUL_TAIL &&
	        b < HANGUL_TAIL + HANGUL_TAILS)
		return a + (b - HANGUL_TAIL);
	return 0;
}

/* What a and b make together, 0: nothing. */
static uint32_t composed(uint32_t a, uint32_t b)
{
	uint32_t low = 0, high = unicode_pairs_count / 3;

	while (low < high) {
		uint32_t half = (low + high) / 2;
		const uint32_t *pair = unicode_pairs + (size_t)half * 3;

		if (pair[0] == a && pair[1] == b)
			return pair[2];
		if (pair[0] < a || (pair[0] == a && pair[1] < b))
			low = half + 1;
		else
			high = half;
	}
	return composed_hangul(a, b);
}

/* Unicode, section 3.11, D117: a character joins the last starter when nothing between blocks it.
 */
static void compose(struct marks *all)
{
	uint32_t starter = UINT32_MAX, last_class = 0, kept = 0;

	for (uint32_t i = 0; i < all->list.len; i++) {
		struct mark m = all->list.at[i];
		bool adjacent = starter != UINT32_MAX && starter + 1 == kept;
		uint32_t whole = 0;

		if (starter != UINT32_MAX && (adjacent || last_class < m.class))
			whole = composed(all->list.at[starter].point, m.point);
		if (whole) {
			all->list.at[starter].point = whole;
			continue;
		}
		if (!m.class)
			starter = kept;
		last_class = m.class;
		all->list.at[kept++] = m;
	}
	all->list.len = kept;
}

str unicode_nfkc(struct arena *arena, str word)
{
	struct marks all = {.arena = arena};
	size_t at = 0, n, len = 0;
	char *out;

	while (at < word.len) {
		put_decomposed(&all, utf8_decode(str_from_at(word, at), &n));
		at += n;
	}
	sort_marks(&all);
	compose(&all);
	out = arena_alloc(arena, (size_t)all.list.len * 4 + BYTES_PAD, 1);
	for (uint32_t i = 0; i < all.list.len; i++)
		len += utf8_encode(all.list.at[i].point, out + len);
	return (str){out, len};
}

/* As name_hash of tools/unicode_tables.py. */
static uint64_t name_hash(const char *name, size_t len)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < len; i++)
		h = (h ^ (unsigned char)name[i]) * UINT64_C(0x100000001b3);
	h ^= h >> 32;
	return h * UINT64_C(0x9e3779b97f4a7c15) >> 21;
}

static bool find_hash(uint64_t hash, uint32_t *point)
{
	uint32_t low = 0, high = unicode_names_count;

	while (low < high) {
		uint32_t half = (low + high) / 2;

		if (unicode_names[half] >> 21 == hash) {
			*point = (uint32_t)(unicode_names[half] & 0x1fffff);
			return true;
		}
		if (unicode_names[half] >> 21 < hash)
			low = half + 1;
		else
			high = half;
	}
	return false;
}

/* "CJK UNIFIED IDEOGRAPH-4E00": the code point is in the name. */
static bool ideograph(str name, uint32_t *point)
{
	static const uint32_t ranges[] = {0x3400, 0x4dc0, 0x4e00, 0xa000, 0x20000, 0x2a6e0, 0x2a700,
	        0x2b73a, 0x2b740, 0x2b81e, 0x2b820, 0x2cea2, 0x2ceb0, 0x2ebe1, 0x2ebf0, 0x2ee5e,
	        0x30000, 0x3134b, 0x31350, 0x323b0};
	str digits = str_from_at(name, S("CJK UNIFIED IDEOGRAPH-").len);
	uint32_t value = 0;

	if (!str_starts(name, S("CJK UNIFIED IDEOGRAPH-")) || digits.len < 4 || digits.len > 5)
		return false;
	for (size_t i = 0; i < digits.len; i++) {
		const char *hex = "0123456789ABCDEF", *hit = memchr(hex, digits.ptr[i], 16);

		if (!hit)
			return false;
		value = value * 16 + (uint32_t)(hit - hex);
	}
	*point = value;
	return in_ranges(ranges, sizeof ranges / sizeof *ranges, value);
}

/* The longest of `words` that `text` starts with; moves `text` behind it. */
static uint32_t jamo(str *text, const char *const *words, uint32_t count)
{
	uint32_t best = count;
	size_t length = 0;

	for (uint32_t i = 0; i < count; i++) {
		str word = str_from(words[i]);

		if (str_starts(*text, word) && (best == count || word.len > length)) {
			best = i;
			length = word.len;
		}
	}
	*text = str_from_at(*text, length);
	return best;
}

static bool hangul(str name, uint32_t *point)
{
	static const char *const leads[] = {"G", "GG", "N", "D", "DD", "R", "M", "B", "BB", "S",
	        "SS", "", "J", "JJ", "C", "K", "T", "P", "H"};
	static const char *const vowels[] = {"A", "AE", "YA", "YAE", "EO", "E", "YEO", "YE", "O",
	        "WA", "WAE", "OE", "YO", "U", "WEO", "WE", "WI", "YU", "EU", "YI", "I"};
	static const char *const tails[] = {"", "G", "GG", "GS", "N", "NJ", "NH", "D", "L", "LG",
	        "LM", "LB", "LS", "LT", "LP", "LH", "M", "B", "BS", "S", "SS", "NG", "J", "C", "K",
	        "T", "P", "H"};
	str rest = str_from_at(name, S("HANGUL SYLLABLE ").len);
	uint32_t lead, vowel, tail;

	if (!str_starts(name, S("HANGUL SYLLABLE ")))
		return false;
	lead = jamo(&rest, leads, HANGUL_LEADS);
	vowel = jamo(&rest, vowels, HANGUL_VOWELS);
	tail = jamo(&rest, tails, HANGUL_TAILS);
	*point = HANGUL + (lead * HANGUL_VOWELS + vowel) * HANGUL_TAILS + tail;
	return lead < HANGUL_LEADS && vowel < HANGUL_VOWELS && tail < HANGUL_TAILS && !rest.len;
}

bool unicode_by_name(str name, uint32_t *point)
{
	char upper[NAME_LONGEST];

	if (!name.len || name.len > sizeof upper)
		return false;
	for (size_t i = 0; i < name.len; i++) {
		char c = name.ptr[i];

		if (c & 0x80)
			return false;
		upper[i] = c >= 'a' && c <= 'z' ? (char)(c - 0x20) : c;
	}
	name.ptr = upper;
	return hangul(name, point) || ideograph(name, point) ||
	       find_hash(name_hash(upper, name.len), point);
}
