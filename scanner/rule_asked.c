/* Names that are asked for by a text: getattr(torch.cuda, NAME), ProfilerActivity["CUDA"]. */
#include "scanner/rule_python.h"

#include "pytorch/api.h"

/* getattr(torch.cuda, NAME) where NAME stands for a text, setattr(torch.backends.cudnn,
 * "benchmark", True), ProfilerActivity["CUDA"]: what rules say of that name. */
struct asked_name {
	uint32_t item; /* + 1 */
	const struct ruleset *rules;
};

static void on_asked_name(void *context, const struct ref_row *ref, size_t length)
{
	struct asked_name *a = context;
	const struct item_row *item = &a->rules->items[ref->item];

	(void)length;
	if (!a->item && !item->n_conditions && !a->rules->off[item->rule] &&
	        (item->kind == ITEM_ATTRIBUTE || item->kind == ITEM_CALL))
		a->item = ref->item + 1;
}

/* The rule for a name of what a path stands for; false: there is none. *whole: all of it. */
static bool find_asked_name(
        struct python_matching *p, uint32_t path, str name, uint32_t *rule, str *whole)
{
	struct asked_name asked = {0, p->m.rules};
	struct api api;

	*whole = arena_join(p->m.env->temp, python_path(p->file, path), S("."), name);
	if (api_find(*whole, &api))
		*whole = api.canonical;
	ruleset_visit(p->m.rules, RULE_NAME_TARGET, *whole, on_asked_name, &asked);
	if (asked.item)
		*rule = p->m.rules->items[asked.item - 1].rule;
	return asked.item != 0;
}

static void add_asked_name(struct python_matching *p, const struct python_call *call, uint32_t path,
        str name, bool choice)
{
	uint32_t rule;
	struct raw *raw;
	str whole;

	if (!find_asked_name(p, path, name, &rule, &whole))
		return;
	raw = raw_add(p, rule, call->at, call->end);
	raw->flags = call->flags;
	raw->scope = call->scope;
	raw->choice = choice;
	raw->matched = raw->detail = whole;
}

/* getattr(args, "device", "cuda"): what rules say of the call itself. */
static void match_getattr(struct python_matching *p, const struct python_call *call)
{
	const struct python_chain *chain = &p->file->chains.at[call->chain];
	uint32_t count;
	const struct ref_row *refs =
	        ruleset_refs(p->m.rules, RULE_NAME_TARGET, S("builtins.getattr"), &count);

	for (uint32_t i = 0; chain->bound == PYTHON_FREE && i < count; i++) {
		const struct item_row *item = &p->m.rules->items[refs[i].item];

		if (item->kind == ITEM_CALL && !p->m.rules->off[item->rule])
			python_method_match(p, item, call, chain, S(""), S("getattr"));
	}
}

/* getattr(torch, NAME).set_device(0): what is asked of what is asked for. */
static void add_asked_further(struct python_matching *p, const struct python_call *call,
        uint32_t path, str name, bool choice)
{
	const struct python_file *file = p->file;
	str rest = str_slice(file->text, call->end, call->end + 1);

	if (!str_eq(rest, S(".")) || !python_may_look(p, file->chains.len))
		return;
	for (uint32_t i = 0; i < file->chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[i];
		str whole = name;

		if (chain->root_kind == PYTHON_ROOT_NAME || chain->at != call->at ||
		        chain->end <= call->end)
			continue;
		for (uint32_t n = 0; n < chain->name_count; n++)
			whole = arena_join(p->m.env->temp, whole, S("."),
			        python_name(file, file->attributes.at[chain->names + n]));
		add_asked_name(p, call, path, whole, choice);
	}
}

/* getattr(model, "cuda")(): a move to the device by its name. */
static void add_asked_move(
        struct python_matching *p, const struct python_call *call, str name, bool choice)
{
	str rest = str_slice(p->file->text, call->end, call->end + 1);
	uint32_t count = 0;
	const struct ref_row *refs;
	struct raw *raw;

	if (!p->torch || !str_eq(name, S("cuda")) || !str_eq(rest, S("(")))
		return;
	refs = python_method_refs(p, python_name_find(p->file, name), &count);
	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = &p->m.rules->items[refs[i].item];

		if (item->kind != ITEM_CALL || item->n_conditions || p->m.rules->off[item->rule] ||
		        !(refs[i].flags & REF_TENSOR))
			continue;
		raw = raw_add(p, item->rule, call->at, call->end);
		raw->flags = call->flags;
		raw->scope = call->scope;
		raw->choice = choice;
		raw->matched = S("torch.Tensor.cuda");
		raw->detail = python_shown_text(p, call->at, call->end);
		return;
	}
}

/* What is asked of the first argument by a text that the second is known to be. */
static void add_asked(struct python_matching *p, const struct python_call *call, str text,
        bool choice, bool literal)
{
	uint32_t count;
	const uint32_t *targets =
	        python_arg_targets(p->file, &p->file->args.at[call->args], &count);

	if (!count) {
		add_asked_move(p, call, text, choice);
		return;
	}
	if (literal) /* the front end has followed it */
		return;
	add_asked_name(p, call, targets[0], text, choice);
	add_asked_further(p, call, targets[0], text, choice);
}

void python_asked_name(struct python_matching *p, const struct python_call *call, bool store)
{
	const struct python_arg *args = &p->file->args.at[call->args];
	const struct leaves *leaves;
	uint32_t count;
	const uint32_t *targets;

	if (!store && call->arg_count == 3)
		match_getattr(p, call);
	if (call->arg_count < 2 || args[0].kind != PYTHON_VALUE_CHAIN)
		return;
	targets = python_arg_targets(p->file, &args[0], &count);
	if (count && store && args[1].kind == PYTHON_VALUE_STR)
		add_asked_name(p, call, targets[0], argument_text(p, &args[1]), false);
	if (args[1].kind == PYTHON_VALUE_STR) {
		if (!store)
			add_asked(p, call, argument_text(p, &args[1]), false, true);
		return;
	}
	if (!count && store)
		return;
	leaves = python_leaves(p, args[1].at, args[1].end, call->scope);
	for (uint32_t i = 0; i < leaves->count; i++)
		if (leaves->at[i].kind == PYTHON_VALUE_STR)
			add_asked(p, call, leaves->at[i].text, leaves->choice, false);
}

/* ProfilerActivity["CUDA"]: a member of an enumeration by its name. */
void python_member(struct python_matching *p, const struct python_chain *chain, uint32_t path)
{
	str text = p->file->text, name, whole;
	uint32_t end, rule;
	struct raw *raw;

	if (chain->end + 4 >= text.len || text.ptr[chain->end] != '[' || p->paths[path].foreign)
		return;
	name = literal_at(text, chain->end + 1, &end);
	if (!name.len || name.ptr[0] < 'A' || name.ptr[0] > 'Z' || text.ptr[end] != ']' ||
	        !find_asked_name(p, path, name, &rule, &whole))
		return;
	raw = raw_add(p, rule, chain->at, end + 1);
	raw->flags = chain->flags;
	raw->scope = chain->scope;
	raw->matched = raw->detail = whole;
}
