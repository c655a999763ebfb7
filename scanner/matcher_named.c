/* Which named matcher is which function, and their common ground. */
#include "scanner/matcher_named.h"

#include <string.h>

static named_matcher *const matchers[MATCHER_COUNT] = {
        [MATCHER_METHOD_CALL] = match_method_call,
        [MATCHER_CUSTOM_OP] = match_custom_op,
        [MATCHER_ARGPARSE_CHOICES] = match_argparse_choices,
        [MATCHER_ARGPARSE_DEFAULT_LIST] = match_argparse_default_list,
        [MATCHER_ARGV_COMMAND] = match_argv_command,
        [MATCHER_FACTORY_IN_BACKWARD] = match_factory_in_backward,
        [MATCHER_INDEX_UNCLAMPED] = match_index_unclamped,
        [MATCHER_UNTYPED_ARRAY] = match_untyped_array,
        [MATCHER_DEVICE_VALUE] = match_device_value,
        [MATCHER_CAT_IN_LOOP] = match_cat_in_loop,
        [MATCHER_COLLATE_BATCH_MAX] = match_collate,
        [MATCHER_PROVIDER_LIST] = match_provider_list,
        [MATCHER_DEVICE_ASSIGNED] = match_device_assigned,
        [MATCHER_DICT_ENTRY] = match_dict_entry,
        [MATCHER_STRING_DEFAULT] = match_string_default,
        [MATCHER_NAME_PASSED] = match_name_passed,
        [MATCHER_NAME_GIVEN] = match_name_given,
        [MATCHER_DEVICE_RETURNED] = match_device_returned,
        [MATCHER_DEVICE_REQUIRED] = match_device_required,
        [MATCHER_CUDA_AVAILABLE] = match_cuda_available,
        [MATCHER_IMPORT_SWALLOWED] = match_import_swallowed,
        [MATCHER_OWN_EXTENSION] = match_own_extension,
        [MATCHER_MODEL_BUILT_ON_HOST] = match_built_on_host,
        [MATCHER_SUM_OF_LOSSES] = match_sum_of_losses,
        [MATCHER_COMPILED_OPTIMIZER] = match_compiled_optimizer,
        [MATCHER_INFERENCE_COMPILED] = match_inference_compiled,
        [MATCHER_NOTEBOOK_INSTALL] = match_notebook_install,
};

void match_named(struct python_matching *p)
{
	for (int i = 1; i < MATCHER_COUNT; i++) {
		const struct matcher_run *run = &p->m.worker->matchers[i];

		for (uint32_t r = 0; matchers[i] && r < run->count; r++) {
			const struct item_row *item = &p->m.rules->items[run->refs[r].item];

			if (!p->m.rules->off[item->rule])
				matchers[i](p, item);
		}
	}
}

struct raw *named_add(
        struct python_matching *p, const struct item_row *item, uint32_t at, uint32_t end)
{
	struct raw *raw = raw_add(p, item->rule, at, end);

	raw->matched = item_name(p->m.rules, item, 0);
	raw->detail = python_shown_text(p, at, end);
	return raw;
}

struct raw *named_add_call(
        struct python_matching *p, const struct item_row *item, const struct python_call *call)
{
	struct raw *raw = named_add(p, item, call->at, call->end);
	str target = call_target(p, call);

	raw->flags =
	        call->chain == PYTHON_NONE ? call->flags : p->file->chains.at[call->chain].flags;
	raw->scope = call->scope;
	if (target.len)
		raw->matched = target;
	return raw;
}

str call_target(struct python_matching *p, const struct python_call *call)
{
	uint32_t count;
	const uint32_t *targets;

	if (call->chain == PYTHON_NONE)
		return S("");
	targets = python_chain_targets(p->file, &p->file->chains.at[call->chain], &count);
	return count ? python_path(p->file, targets[0]) : S("");
}

str call_last(const struct python_matching *p, const struct python_call *call)
{
	if (call->chain == PYTHON_NONE)
		return S("");
	return python_name(p->file, python_chain_last(p->file, &p->file->chains.at[call->chain]));
}

bool option_fits(const struct python_matching *p, const struct item_row *item, const char *key,
        str text, bool absent)
{
	return condition_holds_text(
	        p->m.rules, item_condition(p->m.rules, item, key), text, absent);
}

uint32_t literals_between(
        const struct python_matching *p, uint32_t at, uint32_t end, str *out, uint32_t most)
{
	str text = p->file->text;
	uint32_t count = 0, stop;

	while (at < end) {
		str literal;

		if (strchr(" \t\n,()[]{}\\", text.ptr[at])) {
			at++;
			continue;
		}
		if (text.ptr[at] == '#') {
			at += (uint32_t)str_find_byte(str_from_at(text, at), '\n');
			continue;
		}
		literal = literal_at(text, at, &stop);
		if (!literal.ptr)
			return 0;
		if (count < most)
			out[count++] = literal;
		at = stop;
	}
	return count;
}

const struct statement *statement_at(struct python_matching *p, uint32_t at)
{
	const struct outline *o = python_outline(p);
	uint32_t index = outline_find(o, at);

	return index == PYTHON_NONE ? NULL : &o->list.at[index];
}

str chain_written(struct python_matching *p, const struct python_chain *chain)
{
	return chain->root_kind == PYTHON_ROOT_NAME ? python_chain_text(p->file, chain) : S("");
}

bool class_is_function(struct python_matching *p, uint32_t class_)
{
	const struct python_class *c = &p->file->classes.at[class_];

	for (uint32_t i = 0; i < c->base_count; i++) {
		uint32_t chain = p->file->bases.at[c->bases + i], count;
		const uint32_t *targets;

		if (chain == PYTHON_NONE)
			continue;
		targets = python_chain_targets(p->file, &p->file->chains.at[chain], &count);
		for (uint32_t t = 0; t < count; t++)
			if (str_starts(python_path(p->file, targets[t]), S("torch.autograd.")) &&
			        str_ends(python_path(p->file, targets[t]), S(".Function")))
				return true;
	}
	return false;
}

/* Kept from file to file. */
static const struct option_word *words_of(
        struct python_matching *p, const struct condition_row *condition)
{
	const struct ruleset *rules = p->m.rules;
	struct rules_worker *worker = p->m.worker;
	struct option_word **known = &worker->option_words[condition - rules->conditions];
	struct option_word *words = *known;

	if (words)
		return words;
	words = ARENA_ARRAY(worker->arena, struct option_word, (size_t)condition->n_values + 1);
	for (uint32_t i = 0; i < condition->n_values; i++) {
		str text = ruleset_text(rules, rules->values[condition->first_value + i].text);

		text = str_last_part(text, '.');
		words[i] = (struct option_word){text, str_has(text, S("*"))};
	}
	*known = words;
	return words;
}

bool *option_names(struct python_matching *p, const struct item_row *item, const char *key)
{
	const struct condition_row *c = item_condition(p->m.rules, item, key);
	const struct option_word *words = c ? words_of(p, c) : NULL;
	bool *names = NULL;

	for (uint32_t i = 0; c && i < c->n_values; i++) {
		uint32_t name = python_name_find(p->file, words[i].last);

		if (!name && !words[i].any)
			continue;
		if (!names)
			names = ARENA_ARRAY(p->m.env->temp, bool, (size_t)p->n_names + 1);
		if (words[i].any)
			memset(names, true, (size_t)p->n_names + 1);
		names[name] = true;
	}
	return names;
}

/* Whether a value of the option with that last word names a path. */
static bool option_names_path(struct python_matching *p, const struct condition_row *condition,
        const struct option_word *words, uint32_t path)
{
	const struct value_row *values = p->m.rules->values + condition->first_value;
	str last = python_name(p->file, p->file->paths.at[path].name);

	for (uint32_t i = 0; i < condition->n_values; i++)
		if ((words[i].any || str_eq(words[i].last, last)) &&
		        wildcard_match(ruleset_text(p->m.rules, values[i].text),
		                python_path(p->file, path)))
			return true;
	return false;
}

bool *option_paths(struct python_matching *p, const struct item_row *item, const char *key)
{
	const struct condition_row *c = item_condition(p->m.rules, item, key);
	const bool *names = option_names(p, item, key);
	bool *paths = NULL;

	for (uint32_t i = 1; names && i < p->file->paths.len; i++) {
		if (!names[p->file->paths.at[i].name] ||
		        !option_names_path(p, c, words_of(p, c), i))
			continue;
		if (!paths)
			paths = ARENA_ARRAY(p->m.env->temp, bool, p->file->paths.len);
		paths[i] = true;
	}
	return paths;
}
