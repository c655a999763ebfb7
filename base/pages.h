/* Memory by many pages at once. A page that is touched for the first time costs a trap of its own,
 * more than it takes to clear it. Nothing here changes what memory holds or who owns it: where the
 * system cannot do it, nothing is done. */
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include <stddef.h>

/* All of that will be written. */
void pages_fetch(void *at, size_t size);
/* A large array, in large pages where the system has them: fewer traps, fewer misses. Of a small one
 * nothing is asked. */
void pages_large(void *at, size_t size);
/* Pieces of memory will be asked for that are that much in all. The earlier it is said the better;
 * saying it again costs nothing. */
void pages_expect(size_t size);

#endif
