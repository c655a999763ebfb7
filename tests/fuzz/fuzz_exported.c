/* Can any bytes break the reader of exported programs, and all that prints what it read? */
#include "scanner/graph/exported.h"
#include "tests/fuzz/graph_check.h"

static bool read_and_print(struct env *env, str path, str bytes, struct graph_file *out)
{
	struct buf nodes = {0};

	if (!exported_read(env, path, bytes, out)) {
		graph_must(env->diags->errors > 0); /* a refusal says why */
		return false;
	}
	graph_file_seal(out);
	graph_check(out);
	graph_dump_nodes(out, &nodes);
	buf_free(&nodes);
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return graph_fuzz(data, size, GRAPH_EXPORTED_JSON, read_and_print);
}
