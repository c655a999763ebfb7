/* Numbers that look random and are the same on every machine: xoshiro256** seeded by splitmix64
 * (both in the public domain). For simulation, never for secrets. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

struct random {
	uint64_t s[4];
};

static inline struct random random_from(uint64_t seed)
{
	struct random r;

	for (int i = 0; i < 4; i++) {
		uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);

		z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
		z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
		r.s[i] = z ^ (z >> 31);
	}
	return r;
}

static inline uint64_t random_bits(struct random *r)
{
	uint64_t m = r->s[1] * 5, out = ((m << 7) | (m >> 57)) * 9, t = r->s[1] << 17;

	r->s[2] ^= r->s[0];
	r->s[3] ^= r->s[1];
	r->s[1] ^= r->s[2];
	r->s[0] ^= r->s[3];
	r->s[2] ^= t;
	r->s[3] = (r->s[3] << 45) | (r->s[3] >> 19);
	return out;
}

/* Evenly from 0 (in) to 1 (out). */
static inline double random_unit(struct random *r)
{
	return (double)(random_bits(r) >> 11) * 0x1p-53;
}

/* Evenly from 0 to n - 1; n of at least 1. */
static inline uint32_t random_below(struct random *r, uint32_t n)
{
	return (uint32_t)(((random_bits(r) >> 32) * n) >> 32);
}

#endif
