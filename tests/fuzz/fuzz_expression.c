/* Can any bytes break the printer of symbolic sizes? What it gives must be readable memory, and no
 * longer than a constant times what it was given. */
#include "scanner/graph/expression.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	str text = expression_text(arena, (str){(const char *)data, size});
	unsigned sum = 0;

	for (size_t i = 0; i < text.len; i++)
		sum += (unsigned char)text.ptr[i];
	if (text.len > 16 * size + 64 || (text.len && !sum && data[0]))
		abort();
	arena_free(arena);
	return 0;
}
