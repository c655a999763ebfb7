/* Can any bytes break the reader of structured logs? */
#include "scanner/graph/torch_trace.h"
#include "tests/fuzz/graph_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return graph_fuzz(data, size, GRAPH_TORCH_TRACE, torch_trace_read);
}
