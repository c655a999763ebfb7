/* From a public name back to the rules that speak of it, for who asks what a name means. */
#include "scanner/rules.h"

#include <stdlib.h>
#include <string.h>

struct naming {
	const struct ruleset *rules;
	bool *named;
	size_t length;   /* of the name */
	uint32_t wanted; /* flags of a method's references; 0: any */
};

static void on_name(void *context, const struct ref_row *ref, size_t length)
{
	struct naming *n = context;
	const struct item_row *item = &n->rules->items[ref->item];
	/* "torch.*" says nothing of one name; a module that is an attribute speaks for its parts */
	bool whole = ref->flags & REF_PREFIX ? length > strlen("torch.")
	                                     : length == n->length || item->kind == ITEM_ATTRIBUTE;

	if (n->wanted ? ref->flags & n->wanted : whole)
		n->named[item->rule] = true;
}

static int by_id(const void *a, const void *b, void *ids)
{
	const str *names = ids;

	return str_cmp(names[*(const uint32_t *)a], names[*(const uint32_t *)b]);
}

const uint32_t *rules_naming(
        struct env *env, const struct ruleset *rules, str name, uint32_t *count)
{
	struct naming n = {
	        rules, ARENA_ARRAY(env->temp, bool, (size_t)rules->n_rules + 1), name.len, 0};
	uint32_t *list = ARENA_ARRAY(env->temp, uint32_t, (size_t)rules->n_rules + 1);
	str *ids = ARENA_ARRAY(env->temp, str, (size_t)rules->n_rules + 1);
	str last = str_from_at(name, str_rfind_byte(name, '.') + 1);

	ruleset_visit_parts(rules, RULE_NAME_TARGET, name, on_name, &n);
	if (str_starts(name, S("torch.Tensor.")))
		n.wanted = REF_TENSOR;
	else if (str_starts(name, S("torch.nn.Module.")))
		n.wanted = REF_MODULE;
	if (n.wanted)
		ruleset_visit(rules, RULE_NAME_METHOD, last, on_name, &n);
	*count = 0;
	for (uint32_t i = 0; i < rules->n_rules; i++) {
		ids[i] = rules->ids[i];
		if (n.named[i])
			list[(*count)++] = i;
	}
	qsort_r(list, *count, sizeof *list, by_id, ids);
	return list;
}
