/* MD5 as RFC 1321 writes it. The state is kept as the difference to its start values, so that a
 * zeroed struct is an empty digest. */
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

static const unsigned char turn[64] = {7, 12, 17, 22, 7, 12, 17, 22, 7, 12, 17, 22, 7, 12, 17, 22,
        5, 9, 14, 20, 5, 9, 14, 20, 5, 9, 14, 20, 5, 9, 14, 20, 4, 11, 16, 23, 4, 11, 16, 23, 4, 11,
        16, 23, 4, 11, 16, 23, 6, 10, 15, 21, 6, 10, 15, 21, 6, 10, 15, 21, 6, 10, 15, 21};

static uint32_t word_at(const unsigned char *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint32_t rotate(uint32_t x, uint32_t n)
{
	return x << n | x >> (32 - n);
}

#define STEP(f, g)                                                                                 \
	do {                                                                                       \
		uint32_t mixed = a + (f) + sine[i] + word[g];                                      \
                                                                                                   \
		a = d;                                                                             \
		d = c;                                                                             \
		c = b;                                                                             \
		b += rotate(mixed, turn[i]);                                                       \
	} while (0)

static void take_block(uint32_t state[4], const unsigned char *p)
{
	uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
	uint32_t word[16];
	unsigned i = 0;

	for (unsigned k = 0; k < 16; k++)
		word[k] = word_at(p + 4 * k);
	for (; i < 16; i++)
		STEP((b & c) | (~b & d), i);
	for (; i < 32; i++)
		STEP((d & b) | (~d & c), (5 * i + 1) & 15);
	for (; i < 48; i++)
		STEP(b ^ c ^ d, (3 * i + 5) & 15);
	for (; i < 64; i++)
		STEP(c ^ (b | ~d), (7 * i) & 15);
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

void md5_hex(struct md5 *md5, char hex[33])
{
	static const char digits[] = "0123456789abcdef";
	static const char padding[64] = "\x80";
	uint64_t bits = md5->bytes * 8;
	size_t have = md5->bytes & 63;
	char length[8];

	for (int i = 0; i < 8; i++)
		length[i] = (char)(bits >> (8 * i) & 0xff);
	md5_add(md5, (str){padding, have < 56 ? 56 - have : 120 - have});
	md5_add(md5, (str){length, 8});
	for (int i = 0; i < 16; i++) {
		uint32_t byte = (md5->state[i / 4] + start[i / 4]) >> (8 * (i & 3)) & 0xff;

		hex[2 * i] = digits[byte >> 4];
		hex[2 * i + 1] = digits[byte & 15];
	}
	hex[32] = 0;
}
