/* Can any JSON break the reading of a result, or the comparison with another? */
#include "assess/diff.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char plain[] = "{\"schema\": \"portfit-report/1\", \"targets\": [{\"name\": "
	                            "\"chip\"}], \"operators\": []}";
	struct arena *arena = arena_new();
	struct diags diags = {.arena = arena};
	struct env env = {arena, arena, &diags, &limits_default, NULL};
	struct diff_plan plan = {.fail_on = GATE_INFO};
	struct result a, b;
	struct diff diff;

	if (result_read(&env, S("a"), (str){plain, sizeof plain - 1}, &a) &&
	        result_read(&env, S("b"), (str){(const char *)data, size}, &b))
		diff_results(&env, &a, &b, &plan, &diff);
	arena_free(arena);
	return 0;
}
