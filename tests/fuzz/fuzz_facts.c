/* Can any YAML break the loader of facts? */
#include "coverage/facts.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct diags diags = {.arena = arena};
	struct env env = {arena, arena, &diags, &limits_default, NULL};
	struct facts_loader *loader = facts_loader_new(&env, NULL, 0);
	str bytes;

	facts_loader_read(loader, S("fuzz.yaml"), (str){(const char *)data, size});
	facts_loader_finish(loader, &bytes);
	arena_free(arena);
	return 0;
}
