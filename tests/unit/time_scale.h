/* How many times as long a test gives a program: more than 1 under a sanitizer or valgrind, set by
 * the Makefile (CONTRIBUTING.md). */
#ifndef TESTS_UNIT_TIME_SCALE_H
#define TESTS_UNIT_TIME_SCALE_H

#include <stdlib.h>

static inline double time_scale(void)
{
	const char *word = getenv("TIME_SCALE");

	return word ? strtod(word, NULL) : 1;
}

#endif
