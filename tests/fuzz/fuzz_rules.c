/* Can any YAML break the loader of rules, or what is made of them? */
#include "scanner/rule_build.h"
#include "scanner/rules.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct diags diags = {.arena = arena};
	struct env env = {arena, arena, &diags, &limits_default, NULL};
	struct rule_builder *builder = rule_builder_new(&env);
	str blob;

	if (rule_builder_read(builder, S("fuzz.yaml"), (str){(const char *)data, size}) &&
	        rule_builder_finish(builder, &blob)) {
		struct ruleset *rules = ruleset_from(&env, blob_from(blob));
		struct rule_explained explained;

		for (uint32_t i = 0; i < rules->n_rules; i++)
			rules_explain(&env, rules, rules->ids[i], &explained);
	}
	arena_free(arena);
	return 0;
}
