/* MD5 as RFC 1321 writes it. The state is kept as the difference to its start values, so that a
 * zeroed struct is an empty digest.
 *
 * What surprises: one digest is a chain of dependent steps that leaves most of a processor idle, so
 * many texts are taken in lanes, a block of each at a time; a lane whose text is over takes the
 * next one. */
#include "base/md5.h"

#include <string.h>

static const uint32_t start[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

/* floor(2^32 * abs(sin(i + 1))) */
static const uint32_t sine[64] = {0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf,
        0x4787c62a, 0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
        0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51,
        0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6,
        0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942,
        0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
        0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8,
        0xc4ac5665, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92,
        0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82,
        0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

static const unsigned char turn[4][4] = {
        {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static uint32_t word_at(const unsigned char *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* F in the form with the shortest way from b; G adds its halves, which never overlap. The same text
 * serves numbers and lanes of numbers. */
#define F(b, c, d) ((d) ^ ((b) & ((c) ^ (d))))
#define G(b, c, d) (((d) & (b)) + (~(d) & (c)))
#define H(b, c, d) ((b) ^ (c) ^ (d))
#define I(b, c, d) ((c) ^ ((b) | ~(d)))
#define STEP(f, a, b, c, d, i, g)                                                                  \
	((a) += f(b, c, d) + (sine[i] + word[(g)&15]),                                             \
	        (a) = (b) + ((a) << turn[(i) / 16][(i)&3] | (a) >> (32 - turn[(i) / 16][(i)&3])))
#define FOUR(f, i, k, m)                                                                           \
	(STEP(f, a, b, c, d, (i), (k) * (i) + (m)),                                                \
	        STEP(f, d, a, b, c, (i) + 1, (k) * ((i) + 1) + (m)),                               \
	        STEP(f, c, d, a, b, (i) + 2, (k) * ((i) + 2) + (m)),                               \
	        STEP(f, b, c, d, a, (i) + 3, (k) * ((i) + 3) + (m)))
#define SIXTEEN(f, i, k, m)                                                                        \
	(FOUR(f, (i), k, m), FOUR(f, (i) + 4, k, m), FOUR(f, (i) + 8, k, m),                       \
	        FOUR(f, (i) + 12, k, m))
#define ROUNDS                                                                                     \
	(SIXTEEN(F, 0, 1, 0), SIXTEEN(G, 16, 5, 1), SIXTEEN(H, 32, 3, 5), SIXTEEN(I, 48, 7, 0))

static void take_block(uint32_t state[4], const unsigned char *p)
{
	uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
	uint32_t word[16];

	for (unsigned k = 0; k < 16; k++)
		word[k] = word_at(p + 4 * k);
	ROUNDS;
	state[0] += a;
	state[1] += b;
	state[2] += c;
	state[3] += d;
}

static void take(struct md5 *md5, const unsigned char *block)
{
	uint32_t state[4];

	for (int i = 0; i < 4; i++)
		state[i] = md5->state[i] + start[i];
	take_block(state, block);
	for (int i = 0; i < 4; i++)
		md5->state[i] = state[i] - start[i];
}

void md5_add(struct md5 *md5, str piece)
{
	size_t have = md5->bytes & 63;
	const unsigned char *p = (const unsigned char *)piece.ptr;
	size_t left = piece.len;

	md5->bytes += left;
	if (have) {
		size_t part = left < 64 - have ? left : 64 - have;

		if (part)
			memcpy(md5->block + have, p, part);
		if (have + part < 64)
			return;
		take(md5, md5->block);
		p += part;
		left -= part;
	}
	for (; left >= 64; p += 64, left -= 64)
		take(md5, p);
	if (left)
		memcpy(md5->block, p, left);
}

static void write_hex(const uint32_t state[4], char hex[33])
{
	static const char digits[] = "0123456789abcdef";

	for (int i = 0; i < 16; i++) {
		uint32_t byte = state[i / 4] >> (8 * (i & 3)) & 0xff;

		hex[2 * i] = digits[byte >> 4];
		hex[2 * i + 1] = digits[byte & 15];
	}
	hex[32] = 0;
}

/* What stands behind the text in its last one or two blocks. */
static void write_length(unsigned char out[8], uint64_t bytes)
{
	for (int i = 0; i < 8; i++)
		out[i] = (unsigned char)(bytes * 8 >> (8 * i) & 0xff);
}

void md5_hex(struct md5 *md5, char hex[33])
{
	static const char padding[64] = "\x80";
	size_t have = md5->bytes & 63;
	unsigned char length[8];
	uint32_t state[4];

	write_length(length, md5->bytes);
	md5_add(md5, (str){padding, have < 56 ? 56 - have : 120 - have});
	md5_add(md5, (str){(const char *)length, 8});
	for (int i = 0; i < 4; i++)
		state[i] = md5->state[i] + start[i];
	write_hex(state, hex);
}

/* Fewer lanes than that are done faster one after the other. */
enum { LANES = 8, LANES_WORTH = 4 };

typedef uint32_t lanes __attribute__((vector_size(4 * LANES)));
typedef uint32_t half __attribute__((vector_size(16)));

struct lane {
	const unsigned char *at; /* of whole blocks */
	size_t blocks, tail_blocks;
	uint32_t text; /* which one; UINT32_MAX: none */
	unsigned char tail[128];
};

struct lane_set {
	const str *texts;
	uint32_t count, next;
	struct lane lane[LANES];
	lanes state[4];
};

static void fill_lane(struct lane_set *set, int l)
{
	static const unsigned char nothing[64];
	struct lane *lane = &set->lane[l];
	str text;
	size_t rest;

	lane->text = set->next < set->count ? set->next++ : UINT32_MAX;
	if (lane->text == UINT32_MAX) {
		lane->at = nothing;
		return;
	}
	text = set->texts[lane->text];
	rest = text.len & 63;
	lane->at = (const unsigned char *)text.ptr;
	lane->blocks = text.len / 64;
	lane->tail_blocks = rest < 56 ? 1 : 2;
	memset(lane->tail, 0, sizeof lane->tail);
	if (rest)
		memcpy(lane->tail, text.ptr + text.len - rest, rest);
	lane->tail[rest] = 0x80;
	write_length(lane->tail + 64 * lane->tail_blocks - 8, text.len);
	for (int i = 0; i < 4; i++)
		set->state[i][l] = start[i];
}

/* The block that a lane gives next. */
static const unsigned char *lane_block(struct lane *lane)
{
	const unsigned char *block;

	if (lane->text == UINT32_MAX)
		return lane->at;
	if (!lane->blocks) {
		lane->at = lane->tail;
		lane->blocks = lane->tail_blocks;
		lane->tail_blocks = 0;
	}
	block = lane->at;
	lane->at += 64;
	lane->blocks--;
	return block;
}

/* Four words of four blocks, turned so that each vector holds one word of all. */
static void turn_words(const unsigned char *const block[4], unsigned offset, half out[4])
{
	half row[4], low, high, low2, high2;

	for (int i = 0; i < 4; i++)
		memcpy(&row[i], block[i] + offset, sizeof row[i]);
	low = __builtin_shufflevector(row[0], row[1], 0, 4, 1, 5);
	high = __builtin_shufflevector(row[0], row[1], 2, 6, 3, 7);
	low2 = __builtin_shufflevector(row[2], row[3], 0, 4, 1, 5);
	high2 = __builtin_shufflevector(row[2], row[3], 2, 6, 3, 7);
	out[0] = __builtin_shufflevector(low, low2, 0, 1, 4, 5);
	out[1] = __builtin_shufflevector(low, low2, 2, 3, 6, 7);
	out[2] = __builtin_shufflevector(high, high2, 0, 1, 4, 5);
	out[3] = __builtin_shufflevector(high, high2, 2, 3, 6, 7);
}

static void take_lanes(struct lane_set *set, const unsigned char *const block[LANES])
{
	lanes a = set->state[0], b = set->state[1], c = set->state[2], d = set->state[3];
	lanes word[16];

	for (unsigned k = 0; k < 16; k += 4) {
		half left[4], right[4];

		turn_words(block, 4 * k, left);
		turn_words(block + 4, 4 * k, right);
		for (unsigned i = 0; i < 4; i++)
			word[k + i] =
			        __builtin_shufflevector(left[i], right[i], 0, 1, 2, 3, 4, 5, 6, 7);
	}
	ROUNDS;
	set->state[0] += a;
	set->state[1] += b;
	set->state[2] += c;
	set->state[3] += d;
}

/* The rest of one lane in the plain way. */
static void finish_lane(struct lane_set *set, int l, char (*hex)[33])
{
	struct lane *lane = &set->lane[l];
	uint32_t state[4];

	for (int i = 0; i < 4; i++)
		state[i] = set->state[i][l];
	while (lane->blocks || lane->tail_blocks)
		take_block(state, lane_block(lane));
	write_hex(state, hex[lane->text]);
}

static void md5_hex_one(str text, char hex[33])
{
	struct md5 md5 = {0};

	md5_add(&md5, text);
	md5_hex(&md5, hex);
}

void md5_hex_many(const str *texts, uint32_t count, char (*hex)[33])
{
	struct lane_set set = {.texts = texts, .count = count};
	int busy = count < LANES ? (int)count : LANES;

	if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) { /* vectors are loaded as they stand */
		for (uint32_t i = 0; i < count; i++)
			md5_hex_one(texts[i], hex[i]);
		return;
	}
	for (int l = 0; l < LANES; l++)
		fill_lane(&set, l);
	while (busy >= LANES_WORTH) {
		const unsigned char *block[LANES];

		for (int l = 0; l < LANES; l++)
			block[l] = lane_block(&set.lane[l]);
		take_lanes(&set, block);
		for (int l = 0; l < LANES; l++) {
			const struct lane *lane = &set.lane[l];

			if (lane->text == UINT32_MAX || lane->blocks || lane->tail_blocks)
				continue;
			finish_lane(&set, l, hex);
			fill_lane(&set, l);
			busy -= lane->text == UINT32_MAX;
		}
	}
	for (int l = 0; l < LANES; l++)
		if (set.lane[l].text != UINT32_MAX)
			finish_lane(&set, l, hex);
}
