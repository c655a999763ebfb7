/* Folding by carry-less products, 64 bytes a step, or 256 where the processor has wide ones.
 *
 * V. Gopal and others, "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction"
 * (Intel, 2009), the bit-reflected form. The constants are powers of x modulo the
 * polynomial 0x104c11db7, reflected: x^(64*8+32), x^(64*8-32), x^(128+32), x^(128-32), x^64, and
 * the polynomial with its Barrett quotient; x^(256*8+32), x^(256*8-32) for the wide steps. */
#include "base/crc32.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>
#if defined(__has_include)
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif
#endif

/* What the loader of the program found out is asked where it tells: to ask the processor again, as
 * the compiler's own way does when any program starts, takes longest of all on a virtual one. */
static bool processor_folds(void)
{
#if defined(CPU_FEATURE_ACTIVE)
	return CPU_FEATURE_ACTIVE(PCLMULQDQ) && CPU_FEATURE_ACTIVE(SSE4_1);
#else
	return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
#endif
}

static bool processor_folds_wide(void)
{
#if defined(CPU_FEATURE_ACTIVE)
	return CPU_FEATURE_ACTIVE(VPCLMULQDQ) && CPU_FEATURE_ACTIVE(AVX512F);
#else
	return __builtin_cpu_supports("vpclmulqdq") && __builtin_cpu_supports("avx512f");
#endif
}

enum { WIDE_LEAST = 4096 };

#define FOLDING __attribute__((target("pclmul,sse4.1")))
#define WIDE __attribute__((target("pclmul,sse4.1,avx512f,vpclmulqdq")))

FOLDING static inline __m128i load(const char *p)
{
	return _mm_loadu_si128((const __m128i *)(const void *)p);
}

/* Moves a remainder forward by the distance that the constants stand for, onto `next`. */
FOLDING static inline __m128i fold(__m128i x, __m128i by, __m128i next)
{
	__m128i low = _mm_clmulepi64_si128(x, by, 0x00), high = _mm_clmulepi64_si128(x, by, 0x11);

	return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

/* 128 bits to 32: the last two folds and Barrett's reduction. */
FOLDING static uint32_t reduce(__m128i x, __m128i by16)
{
	const __m128i mask = _mm_setr_epi32(-1, 0, -1, 0);
	const __m128i by8 = _mm_set_epi64x(0, 0x163cd6124);
	const __m128i barrett = _mm_set_epi64x(0x1f7011641, 0x1db710641);
	__m128i t = _mm_clmulepi64_si128(x, by16, 0x10);

	x = _mm_xor_si128(_mm_srli_si128(x, 8), t);
	t = _mm_srli_si128(x, 4);
	x = _mm_xor_si128(_mm_clmulepi64_si128(_mm_and_si128(x, mask), by8, 0x00), t);
	t = _mm_clmulepi64_si128(_mm_and_si128(x, mask), barrett, 0x10);
	t = _mm_clmulepi64_si128(_mm_and_si128(t, mask), barrett, 0x00);
	return (uint32_t)_mm_extract_epi32(_mm_xor_si128(x, t), 1);
}

WIDE static inline __m512i fold_four(__m512i x, __m512i by, __m512i next)
{
	__m512i low = _mm512_clmulepi64_epi128(x, by, 0x00);
	__m512i high = _mm512_clmulepi64_epi128(x, by, 0x11);

	return _mm512_xor_si512(_mm512_xor_si512(low, high), next);
}

/* Folds 256 bytes a step, at least 512 of them, into the first 64 that are left: the same remainder
 * as of all before `p`. Returns how many bytes are done. */
WIDE static size_t fold_wide(const char *p, size_t len, uint32_t sum, char rest[64])
{
	const __m512i by256 = _mm512_broadcast_i32x4(_mm_set_epi64x(0x1322d1430, 0x11542778a));
	const __m512i by64 = _mm512_broadcast_i32x4(_mm_set_epi64x(0x1c6e41596, 0x154442bd4));
	__m512i a = _mm512_loadu_si512(p), b = _mm512_loadu_si512(p + 64);
	__m512i c = _mm512_loadu_si512(p + 128), d = _mm512_loadu_si512(p + 192);
	size_t done = 256;

	a = _mm512_xor_si512(a, _mm512_zextsi128_si512(_mm_cvtsi32_si128((int)sum)));
	for (; len - done >= 256; done += 256) {
		a = fold_four(a, by256, _mm512_loadu_si512(p + done));
		b = fold_four(b, by256, _mm512_loadu_si512(p + done + 64));
		c = fold_four(c, by256, _mm512_loadu_si512(p + done + 128));
		d = fold_four(d, by256, _mm512_loadu_si512(p + done + 192));
	}
	a = fold_four(fold_four(fold_four(a, by64, b), by64, c), by64, d);
	_mm512_storeu_si512(rest, a);
	return done;
}

/* At least 64 bytes, a multiple of 16. */
FOLDING static uint32_t fold_all(const char *p, size_t len, uint32_t sum)
{
	const __m128i by64 = _mm_set_epi64x(0x1c6e41596, 0x154442bd4);
	const __m128i by16 = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
	char rest[64];
	const char *first = p;
	size_t done = 64;
	__m128i a, b, c, d;

	if (len >= WIDE_LEAST && processor_folds_wide()) {
		done = fold_wide(p, len, sum, rest);
		first = rest;
		sum = 0;
	}
	a = _mm_xor_si128(load(first), _mm_cvtsi32_si128((int)sum));
	b = load(first + 16), c = load(first + 32), d = load(first + 48);
	for (p += done, len -= done; len >= 64; p += 64, len -= 64) {
		a = fold(a, by64, load(p));
		b = fold(b, by64, load(p + 16));
		c = fold(c, by64, load(p + 32));
		d = fold(d, by64, load(p + 48));
	}
	a = fold(fold(fold(a, by16, b), by16, c), by16, d);
	for (; len; p += 16, len -= 16)
		a = fold(a, by16, load(p));
	return reduce(a, by16);
}

bool crc32_quick(str bytes, uint32_t *sum)
{
	size_t folded = bytes.len >= 64 ? bytes.len & ~(size_t)15 : 0;
	uint32_t c = 0xffffffff;

	if (!processor_folds())
		return false;
	if (folded)
		c = fold_all(bytes.ptr, folded, c);
	for (size_t i = folded; i < bytes.len; i++) {
		c ^= (unsigned char)bytes.ptr[i];
		for (int bit = 0; bit < 8; bit++)
			c = c >> 1 ^ (0xedb88320 & (0 - (c & 1)));
	}
	*sum = ~c;
	return true;
}

#else

bool crc32_quick(str bytes, uint32_t *sum)
{
	(void)bytes;
	(void)sum;
	return false;
}

#endif
