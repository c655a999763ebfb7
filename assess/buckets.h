/* Length buckets: where a device compiles one program a shape, inputs are padded up to a few
 * lengths. Which few waste least? */
#ifndef ASSESS_BUCKETS_H
#define ASSESS_BUCKETS_H

#include "assess/quantity.h"

enum { LENGTHS_MOST = 4096, BUCKETS_MOST = 64 };

struct length_count {
	double length, count;
};

/* A histogram: lengths rise strictly. */
struct lengths {
	VEC(struct length_count) list;
	uint32_t buckets; /* asked for; 0: to be chosen */
};

struct buckets {
	uint32_t n;
	double edge[BUCKETS_MOST]; /* the longest of each bucket */
	double loss;               /* share of the padded work that is padding */
	bool chosen;               /* the number was ours */
};

/* `lengths: {histogram: [[LENGTH, COUNT], …], buckets: K}`. */
bool lengths_read(struct env *env, const struct yaml *map, struct lengths *out);
/* The k buckets with the least padding; k is at most the number of lengths. */
void buckets_choose(
        struct arena *temp, const struct lengths *lengths, uint32_t k, struct buckets *out);
struct bucket_times {
	double run, compile; /* of the work without padding; of one bucket */
};
/* The number of buckets with the least total time: run / (1 - loss) + k * compile. */
void buckets_balance(struct arena *temp, const struct lengths *lengths,
        const struct bucket_times *times, struct buckets *out);

#endif
