/* Can any bytes break the reader of this form, begun wherever it may? */
#include "scanner/graph/python_text.h"
#include "tests/fuzz/graph_check.h"

static bool read_all(struct env *env, str path, str bytes, struct graph_file *out)
{
	(void)path;
	return graph_fuzz_part(env, bytes, out, python_text_take);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return graph_fuzz(data, size, GRAPH_READABLE, read_all);
}
