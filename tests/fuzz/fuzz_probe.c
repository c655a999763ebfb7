/* Can anything a worker says, or a kept result, break what reads it? */
#include "probe/protocol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	str text = {(const char *)data, size};
	struct kept_outcome kept;
	struct event event;
	struct json j;

	event_read(arena, text, &event);
	json_open(&j, text, 16, arena);
	outcome_read(&j, arena, &kept);
	arena_free(arena);
	return 0;
}
