/* From what was typed to what will be done. */
#include "cli/commands.h"

#include "base/text.h"

bool option_problem(struct cli *cli, enum option_id option, str value, const char *expected)
{
	return diag_error(cli->env.diags,
	        (struct place){
	                .path = arena_format(cli->env.keep, "--%s", option_row(option)->name)},
	        "wrong value '%.*s'; expected %s", STR_ARG(value), expected);
}

bool option_format(struct cli *cli, str words)
{
	str format = request_text(cli->request, OPTION_FORMAT), rest = words, word, all = STR_NONE;

	if (!format.ptr)
		return true;
	while (str_cut(&rest, ' ', &word)) {
		if (str_eq(format, word))
			return true;
		all = arena_format(cli->env.keep, "%.*s%s%.*s", STR_ARG(all),
		        !all.len   ? ""
		        : rest.len ? ", "
		                   : " or ",
		        STR_ARG(word));
	}
	return option_problem(cli, OPTION_FORMAT, format, arena_cstr(cli->env.keep, all));
}

bool choose_targets(struct env *env, const struct coverage *coverage, const struct request *request,
        const struct target *const **out, uint32_t *n)
{
	uint32_t given, all = coverage_targets(coverage);
	const str *names = request_list(request, OPTION_TARGET, &given);
	const struct target **list =
	        ARENA_ARRAY(env->keep, const struct target *, (size_t)given + all);

	*n = 0;
	for (uint32_t i = 0; i < given; i++) {
		uint32_t at = coverage_find_target(coverage, names[i]);
		str known[64], nearest;

		if (at != UINT32_MAX) {
			list[(*n)++] = coverage_target(coverage, at);
			continue;
		}
		for (uint32_t k = 0; k < all && k < 64; k++)
			known[k] = coverage_target(coverage, k)->name;
		nearest = text_nearest(names[i], known, all < 64 ? all : 64);
		return diag_error(env->diags, (struct place){.path = S("--target")},
		        "unknown target '%.*s'%s%.*s%s", STR_ARG(names[i]),
		        nearest.len ? "; did you mean '" : "; portfit coverage stats lists them",
		        STR_ARG(nearest), nearest.len ? "'?" : "");
	}
	for (uint32_t k = 0; !given && k < all; k++)
		list[(*n)++] = coverage_target(coverage, k);
	*out = list;
	return true;
}
