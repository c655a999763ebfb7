/* Can any bytes break the JSON reader? Skipping and reading must agree on what is valid. */
#include "base/json.h"

#include <stdint.h>
#include <stdlib.h>

static void walk(struct json *j)
{
	str text;
	double number;
	bool flag;

	switch (json_peek(j)) {
	case JSON_NULL: json_null(j); break;
	case JSON_TRUE:
	case JSON_FALSE: json_bool(j, &flag); break;
	case JSON_NUMBER: json_float(j, &number); break;
	case JSON_STRING: json_string(j, &text); break;
	case JSON_ARRAY:
		for (json_array(j); json_item(j);)
			walk(j);
		break;
	case JSON_OBJECT:
		for (json_object(j); json_key(j, &text);)
			walk(j);
		break;
	case JSON_ERROR: break;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct json read, skipped;
	str text = {(const char *)data, size};
	bool ok;

	json_open(&read, text, 64, arena);
	walk(&read);
	ok = json_end(&read);
	json_open(&skipped, text, 64, arena);
	json_skip(&skipped);
	if (json_end(&skipped) != ok)
		abort();
	arena_free(arena);
	return 0;
}
