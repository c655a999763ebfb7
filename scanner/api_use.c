/* Calls whose callee resolves to a public name of torch. A call with several targets counts for the
 * first that is public: the branches of one conditional import are one use. */
#include "scanner/api_use.h"

#include "pytorch/api.h"

/* What the paths of the file are, each looked up once. */
enum answer { NOT_ASKED, NO_API, AN_API };
struct paths_seen {
	uint8_t *answers; /* enum answer */
	struct api *apis;
};

static const struct api *public_name(
        struct python_file *file, struct paths_seen *seen, uint32_t path)
{
	uint8_t *answer = &seen->answers[path];

	if (*answer == NOT_ASKED) {
		str text = python_path(file, path);

		*answer = str_starts(text, S("torch.")) && api_find(text, &seen->apis[path])
		                  ? AN_API
		                  : NO_API;
	}
	return *answer == AN_API ? &seen->apis[path] : NULL;
}

static void add(struct python_file *file, const struct python_chain *chain, const struct api *api,
        struct api_uses *out)
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
	};
}

void api_uses_find(struct env *env, struct python_file *file, struct api_uses *out)
{
	struct paths_seen seen = {ARENA_ARRAY(env->temp, uint8_t, (size_t)file->paths.len + 1),
	        arena_room(env->temp, ((size_t)file->paths.len + 1) * sizeof *seen.apis,
	                _Alignof(struct api))};

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
			const struct api *api = public_name(file, &seen, targets[k]);

			if (api) {
				add(file, chain, api, out);
				break;
			}
		}
	}
}
