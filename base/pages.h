/* Memory by many pages at once. A page that is touched for the first time costs a trap of its own,
 * more than it takes to clear it. Nothing here changes what memory holds or who owns it: where the
 * system cannot do it, nothing is done. */
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__)
#define UNDER_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_ADDRESS_SANITIZER 1
#endif
#endif
#ifndef UNDER_ADDRESS_SANITIZER
#define UNDER_ADDRESS_SANITIZER 0
#endif

/* All of that will be written. */
void pages_fetch(void *at, size_t size);
/* From that many bytes on an array has pages of its own, large ones where the system has them, and
 * grows by moving them: fewer traps, no copies. A roomy one does so earlier and takes whole large
 * pages, up to 2 MB more than it needs. */
enum { ARRAY_LARGE = 2 << 20, ARRAY_LARGE_ROOMY = 1 << 19 };
static inline bool array_is_large(size_t size, bool roomy)
{
	return size >= (roomy ? ARRAY_LARGE_ROOMY : ARRAY_LARGE);
}
/* An array of `size` bytes with what was in the `old` bytes of `at`, which is taken; at NULL and
 * old 0 for a new one. NULL when there is no memory; then `at` stays. An array is roomy or not for
 * all of its life. */
void *array_resize(void *at, size_t old, size_t size, bool roomy);
void array_free(void *at, size_t size, bool roomy);
/* Whether a new large array is all zero. */
#if defined(__linux__) && !UNDER_ADDRESS_SANITIZER
#define ARRAY_COMES_CLEAR 1
#else
#define ARRAY_COMES_CLEAR 0
#endif
/* Pieces of memory will be asked for that are that much in all. The earlier it is said the better;
 * saying it again costs nothing. */
void pages_expect(size_t size);

#endif
