/* Can any bytes break the readers of profiles? The first byte of an execution trace is a blank. */
#include "scanner/graph/chrome_trace.h"
#include "scanner/graph/execution_trace.h"
#include "tests/fuzz/graph_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size && data[0] == ' ')
		return graph_fuzz(data, size, GRAPH_EXECUTION_TRACE, execution_trace_read);
	return graph_fuzz(data, size, GRAPH_CHROME_TRACE, chrome_trace_read);
}
