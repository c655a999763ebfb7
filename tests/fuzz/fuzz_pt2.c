/* Can any bytes break archives, what wraps files, or the choice of a reader? */
#include "scanner/graph/reader.h"
#include "tests/fuzz/graph_check.h"

static bool read_any(struct env *env, str path, str bytes, struct graph_file *out)
{
	enum graph_answer answer = graph_recognise(env, bytes);
	bool read = graph_read(env, path, bytes, out);

	/* What reads was recognised; what does not read says why. */
	graph_must(!read || answer == GRAPH_ANSWER_GRAPH);
	graph_must(read || env->diags->errors > 0);
	return read;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return graph_fuzz(data, size, GRAPH_PT2, read_any);
}
