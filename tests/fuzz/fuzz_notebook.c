/* Any bytes as a notebook, cells mended and joined. */
#include "scanner/python/dump_python.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct env env = {.temp = arena_new(), .limits = &limits_default};
	struct buf out = {0};

	python_dump(&env, S("fuzz.ipynb"), (str){(const char *)data, size}, &out);
	buf_free(&out);
	arena_free(env.temp);
	return 0;
}
