/* Can any C++ text break the search for registered operators? */
#include "scanner/registration.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct registrations found = {.arena = arena_new()};

	registrations_find_cpp((str){(const char *)data, size}, &found);
	arena_free(found.arena);
	return 0;
}
