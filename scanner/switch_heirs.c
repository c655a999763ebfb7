/* Names stand for classes, as everywhere in switches: two of one name count as one, which gives
 * more and leaves out nothing. What super() means in a class without bases is not told: whatever
 * is given there counts for each class that has heirs. */
#include "scanner/switch_heirs.h"

#include "scanner/switch_texts.h"

enum { ROUNDS_MOST = 6 }; /* heirs of heirs */

static uint32_t class_around(const struct python_file *file, uint32_t scope)
{
	return file->scopes.at[scope].class_;
}

static void add_base(struct switch_init *out, str name)
{
	if (name.len && !str_eq(name, S("object")) && out->count < SWITCH_BASES_MOST)
		out->bases[out->count++] = switch_hash(name);
}

/* Stars of the call are those of the constructor that it stands in:
 * def __init__(self, n, *args, **kwargs): super().__init__(n, *args, **kwargs). */
static bool hands_own_star(
        const struct python_file *file, uint32_t init, const struct python_call *call)
{
	uint32_t function = file->scopes.at[call->scope].function;
	bool any = false;

	for (uint32_t a = 0; a < call->arg_count; a++) {
		const struct python_arg *arg = &file->args.at[call->args + a];
		str text = str_slice(file->text, arg->at, arg->end);

		any |= arg->kind == PYTHON_VALUE_STAR || arg->kind == PYTHON_VALUE_DOUBLE_STAR;
		if (arg->kind == PYTHON_VALUE_STAR && !str_eq(text, S("*args")))
			return false;
	}
	return any && function != PYTHON_NONE && file->scopes.at[function].name == init;
}

void switch_init_of(const struct python_file *file, uint32_t init, const struct python_call *call,
        struct switch_init *out)
{
	const struct python_chain *chain =
	        call->chain == PYTHON_NONE ? NULL : &file->chains.at[call->chain];
	uint32_t class_ = class_around(file, call->scope);

	*out = (struct switch_init){.count = 0};
	if (!init || !chain || !chain->name_count || class_ == PYTHON_NONE ||
	        python_chain_last(file, chain) != init)
		return;
	if (str_starts(str_from_at(file->text, chain->at), S("super("))) {
		const struct python_class *c = &file->classes.at[class_];

		for (uint32_t i = 0; i < c->base_count; i++)
			add_base(out, python_base_name(file, c, i));
		out->count = c->base_count > SWITCH_BASES_MOST ? 0 : out->count;
	} else if (chain->root_kind == PYTHON_ROOT_NAME) {
		add_base(out,
		        chain->name_count > 1
		                ? python_name(file,
		                          file->attributes.at[chain->names + chain->name_count - 2])
		                : python_name(file, chain->root));
		out->skipped = 1;
	}
	out->own = out->count && hands_own_star(file, init, call);
}

/* Of the classes of a file, by their numbers. */
struct heirs {
	const struct python_file *file;
	uint32_t *constructor; /* the scope of its own; 0: none */
	uint32_t *before;      /* parameters of that before *args, with self */
	bool *behind;          /* *args has been seen */
};

static bool is_constructor(const struct heirs *h, uint32_t scope)
{
	uint32_t class_ = class_around(h->file, scope);

	return class_ != PYTHON_NONE && h->constructor[class_] == scope && scope;
}

static void find_constructors(struct heirs *h)
{
	const struct python_file *file = h->file;
	const uint32_t name = python_name_find(file, S("__init__"));

	for (uint32_t i = 1; name && i < file->scopes.len; i++)
		if (file->scopes.at[i].name == name && file->scopes.at[i].kind == PYTHON_FUNCTION &&
		        class_around(file, i) != PYTHON_NONE &&
		        file->scopes.at[i].parent == file->classes.at[class_around(file, i)].body)
			h->constructor[class_around(file, i)] = i;
	for (uint32_t i = 0; name && i < file->bindings.len; i++) {
		const struct python_binding *b = &file->bindings.at[i];
		uint32_t class_ = class_around(file, b->scope);

		if (b->kind != PYTHON_BIND_PARAMETER || !is_constructor(h, b->scope))
			continue;
		h->behind[class_] |= str_eq(python_name(file, b->name), S("args"));
		h->before[class_] += !h->behind[class_];
	}
}

static void note_heir(struct switches *s, const struct heirs *h, uint32_t class_)
{
	const struct python_class *c = &h->file->classes.at[class_];
	struct switch_heir heir = {.heir = switch_hash(python_name(h->file, c->name)),
	        .starred = h->constructor[class_] != 0};

	if (heir.starred && h->before[class_])
		heir.before = h->before[class_] - 1;
	for (uint32_t i = 0; i < c->base_count; i++) {
		str base = python_base_name(h->file, c, i);

		if (!base.len || str_eq(base, S("object")))
			continue;
		heir.base = switch_hash(base);
		*VEC_PUSH(s->arena, &s->heirs) = heir;
	}
}

void switches_note_heirs(
        struct switches *s, struct arena *temp, const struct python_file *file, const bool *stars)
{
	struct heirs h = {.file = file};
	size_t n = (size_t)file->classes.len + 1;

	if (!file->classes.len)
		return;
	h.constructor = ARENA_ARRAY(temp, uint32_t, n);
	h.before = ARENA_ARRAY(temp, uint32_t, n);
	h.behind = ARENA_ARRAY(temp, bool, n);
	find_constructors(&h);
	for (uint32_t i = 0; i < file->classes.len; i++)
		if (!h.constructor[i] || stars[i])
			note_heir(s, &h, i);
}

void switches_settle_heirs(struct switches *s)
{
	for (uint32_t round = 0; round < ROUNDS_MOST; round++)
		for (uint32_t i = 0; i < s->heirs.len; i++)
			switches_give_on(s, &s->heirs.at[i]);
}
