/* Any bytes through decoding and the lexer, comments and all. */
#include "scanner/python/dump_tokens.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct env env = {.temp = arena_new(), .limits = &limits_default};
	struct buf out = {0};

	python_dump_tokens(&env, (str){(const char *)data, size}, &out);
	buf_free(&out);
	arena_free(env.temp);
	return 0;
}
