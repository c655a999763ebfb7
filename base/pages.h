/* Pages of memory before they are written: one call instead of a fault for each.
 *
 * Only a hint: where the system does not know it, nothing changes but the time. */
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include <stddef.h>

/* Most of these bytes of the heap, which hold nothing yet, will be written soon. What is small is
 * left alone; what is very large comes in large pages as it is written. */
void pages_expect(void *at, size_t bytes);

#endif
