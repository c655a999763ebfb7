/* Can any bytes break the reader of this form, begun wherever it may? */
#include "scanner/graph/tabular.h"
#include "tests/fuzz/graph_check.h"

static bool read_all(struct env *env, str path, str bytes, struct graph_file *out)
{
	(void)path;
	return graph_fuzz_part(env, bytes, out, tabular_take);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return graph_fuzz(data, size, GRAPH_TABULAR, read_all);
}
