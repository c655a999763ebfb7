/* Calls whose callee resolves to a public name of torch. A call with several targets counts for the
 * first that is public: the branches of one conditional import are one use. */
#include "scanner/api_use.h"

#include "pytorch/api.h"

static bool public_name(str path, struct api *api)
{
	return str_starts(path, S("torch.")) && api_find(path, api);
}

static void add(struct python_file *file, const struct python_chain *chain, const struct api *api,
        bool receiver, struct api_uses *out)
{
	struct python_spot spot = python_spot(file, chain->at);
	const struct python_scope *scope = &file->scopes.at[chain->scope];

	*VEC_PUSH(out->arena, &out->list) = (struct api_use){
	        .api = api->canonical,
	        .cell = file->notebook ? spot.cell + 1 : 0,
	        .line = spot.line,
	        .column = spot.character + 1,
	        .forward = scope->flags & PYTHON_FORWARD,
	        .compiled = scope->flags & PYTHON_COMPILED,
	        .in_loop = chain->loops > 0,
	        .receiver = receiver,
	};
}

void api_uses_find(struct env *env, struct python_file *file, struct api_uses *out)
{
	(void)env;
	for (uint32_t i = 0; i < file->calls.len; i++) {
		const struct python_call *call = &file->calls.at[i];
		const struct python_chain *chain;
		const uint32_t *targets;
		uint32_t count;

		if (call->chain == PYTHON_NONE ||
		        call->flags & (PYTHON_ANNOTATION | PYTHON_TYPE_CHECKING))
			continue;
		chain = &file->chains.at[call->chain];
		targets = python_chain_targets(file, chain, &count);
		for (uint32_t k = 0; k < count; k++) {
			struct api api;

			if (public_name(python_path(file, targets[k]), &api)) {
				add(file, chain, &api, false, out);
				break;
			}
		}
	}
}
