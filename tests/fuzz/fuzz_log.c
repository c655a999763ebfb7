/* Can any text break the un-wrapping, the facts of logs, or the mixture of all forms? */
#include "scanner/graph/text_read.h"
#include "tests/fuzz/graph_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	str bytes = {(const char *)data, size};

	/* Recognition looks at everything as well. */
	if (python_text_matches(bytes) + fx_str_matches(bytes) + tabular_matches(bytes) +
	                log_text_matches(bytes) >
	        4)
		return 1;
	return graph_fuzz(data, size, GRAPH_LOG_TEXT, text_read);
}
