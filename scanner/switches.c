#include "scanner/switch_asks.h"
#include "scanner/switch_heirs.h"
#include "scanner/switch_keys.h"
#include "scanner/switch_texts.h"

#include "scanner/device_argument.h"
#include "scanner/python/names.h"

#include <stdlib.h>
#include <string.h>

enum {
	/* of a file alone: a name of it is a def or an import, its hash is known */
	MARK_FUNCTION = 32,
	MARK_HASHED = 64,
	MARK_PASSED = 128, /* handed on under its own name */
	DEEP_MOST = 50,
	FILE_BITS = 12, /* room for a file, as a power of two */
	LEAST_BITS = 13,
	MARK_BITS = 3, /* marks are more than places */
	MOST_BITS = 18,
};

void switches_start(struct switches *s, struct arena *arena, uint32_t files)
{
	uint32_t bits = FILE_BITS;

	while (bits < MOST_BITS && files >> (bits - FILE_BITS))
		bits++;
	if (bits < LEAST_BITS)
		bits = LEAST_BITS;
	*s = (struct switches){.arena = arena,
	        .mask = (1u << bits) - 1,
	        .mark_mask = (1u << (bits + MARK_BITS)) - 1};
	s->marks = ARENA_ARRAY(arena, uint64_t, (1u << (bits + MARK_BITS)) / 64);
	s->places = ARENA_ARRAY(arena, uint16_t, 1u << bits);
	s->loose = ARENA_ARRAY(arena, uint16_t, 1u << bits);
	s->words = ARENA_ARRAY(arena, uint64_t, SWITCH_WORD_BITS / 64);
}

uint64_t switch_hash(str name)
{
	return str_hash(name, 0);
}

/* The bit that says one thing of a name. */
static uint64_t bit_of(const struct switches *s, uint64_t hash, unsigned kind)
{
	return (hash * (2 * kind + 1)) >> 40 & s->mark_mask;
}

uint64_t switch_text_hash(uint64_t name, str text)
{
	return name ^ (switch_hash(text) | 1) * UINT64_C(0x9e3779b97f4a7c15);
}

void switches_say_within(struct switches *s, uint64_t hash, unsigned kinds)
{
	for (; kinds; kinds &= kinds - 1) {
		uint64_t bit = bit_of(s, hash, kinds & -kinds);

		s->marks[bit / 64] |= UINT64_C(1) << (bit & 63);
	}
}

void switches_say(struct switches *s, uint64_t hash, unsigned kinds)
{
	switches_say_within(s, hash, kinds | (kinds & MARK_ON ? MARK_LOOSE : 0u));
}

void switches_mark(struct switches *s, uint64_t hash, unsigned kinds)
{
	switches_say(s, hash, kinds | (kinds & VALUE_ANY ? MARK_SET : 0u));
}

bool switches_say_so(const struct switches *s, uint64_t hash, unsigned kind)
{
	uint64_t bit = bit_of(s, hash, kind);

	return s->marks[bit / 64] >> (bit & 63) & 1;
}

uint64_t switch_place_hash(uint64_t function, uint32_t place)
{
	return function + place * UINT64_C(0x9e3779b97f4a7c15);
}

uint16_t *switch_place(const struct switches *s, uint64_t function, uint32_t place)
{
	return &s->places[switch_place_hash(function, place) >> 7 & s->mask];
}

uint16_t *switch_loose(const struct switches *s, uint64_t function, uint32_t place)
{
	return &s->loose[switch_place_hash(function, place) >> 7 & s->mask];
}

void switches_number(struct switches *s, uint64_t hash, str digits)
{
	switches_say(s, switch_text_hash(hash, digits), MARK_TEXT);
	if (switch_is_several(digits))
		switches_say(s, switch_text_hash(hash, SWITCH_SEVERAL), MARK_TEXT);
}

uint16_t switch_sign(uint64_t hash)
{
	uint16_t sign = (uint16_t)(hash >> 3 | 1);

	return sign == SWITCH_PLACE_ANY ? 1 : sign;
}

void switch_give(uint16_t *place, uint16_t sign)
{
	if (sign)
		*place = *place && *place != sign ? SWITCH_PLACE_ANY : sign;
}

/* ------------------------------------------------------------------ Python */

struct noting {
	struct switches *s;
	struct python_file *file;
	bool *called;     /* by chain */
	uint16_t *said;   /* by name: MARK_… */
	uint64_t *hashes; /* by name, where MARK_HASHED says so */
	uint32_t *fields; /* by scope: those of the class so far */
	uint32_t init;    /* the name __init__ */
	bool *stars;      /* by class: its constructor hands its stars on */
};

/* Of a name of the file; it is made once. */
static uint64_t hash_of(struct noting *n, uint32_t name)
{
	if (!(n->said[name] & MARK_HASHED))
		n->hashes[name] = switch_hash(python_name(n->file, name));
	n->said[name] |= MARK_HASHED;
	return n->hashes[name];
}

static uint32_t last_name(const struct noting *n, uint32_t chain)
{
	return python_chain_last(n->file, &n->file->chains.at[chain]);
}

/* What is handed on, or is a type; of what is no bare name it may be a function. */
static void note_use(struct noting *n, uint32_t chain, unsigned mark)
{
	const struct python_chain *c = &n->file->chains.at[chain];

	if (c->name_count || c->bound == PYTHON_FREE)
		mark |= MARK_FUNCTION;
	n->said[last_name(n, chain)] |= (uint16_t)mark;
}

static void note_ref(struct noting *n, uint32_t chain)
{
	note_use(n, chain, MARK_REF);
}

/* What a name is given, if it is given anything. */
static void say(struct noting *n, uint32_t name, unsigned value)
{
	n->said[name] |= (uint16_t)(value | (value ? MARK_SET : 0u));
}

/* super(Net, self): the class is not handed on there. */
static bool is_super(const struct noting *n, const struct python_call *call)
{
	const struct python_chain *chain =
	        call->chain == PYTHON_NONE ? NULL : &n->file->chains.at[call->chain];

	return chain && !chain->name_count && chain->bound == PYTHON_FREE &&
	       str_eq(python_name(n->file, chain->root), S("super"));
}

static void note_super(struct noting *n, const struct python_call *call)
{
	const struct python_arg *arg = &n->file->args.at[call->args];

	if (call->arg_count && arg->kind == PYTHON_VALUE_CHAIN && !arg->name)
		n->called[arg->ref] = true;
}

/* Names and commas in brackets. */
static bool is_plain_tuple(str text)
{
	for (size_t i = 1; i + 1 < text.len; i++)
		if (!byte_is_name(text.ptr[i]) && !strchr("., \n", text.ptr[i]))
			return false;
	return text.len > 1 && text.ptr[0] == '(' && text.ptr[text.len - 1] == ')';
}

static uint32_t chain_from(const struct python_file *file, uint32_t at)
{
	uint32_t low = 0, high = file->chains.len;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (file->chains.at[mid].at < at)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* isinstance(x, Net), isinstance(x, (Net, Other)): the classes are not handed on. */
static bool note_asked_class(struct noting *n, const struct python_call *call)
{
	const struct python_file *file = n->file;
	const struct python_chain *callee =
	        call->chain == PYTHON_NONE ? NULL : &file->chains.at[call->chain];
	const struct python_arg *of = &file->args.at[call->args] + 1;

	if (!callee || callee->name_count || callee->bound != PYTHON_FREE || call->arg_count != 2 ||
	        (callee->root != NAME_ISINSTANCE &&
	                !str_eq(python_name(file, callee->root), S("issubclass"))))
		return false;
	if (of->kind == PYTHON_VALUE_CHAIN)
		n->called[of->ref] = true;
	else if (is_plain_tuple(str_slice(file->text, of->at, of->end)))
		for (uint32_t i = chain_from(file, of->at);
		        i < file->chains.len && file->chains.at[i].at < of->end; i++)
			n->called[i] = true;
	return true;
}

/* What is given a number; 0 and 1 say what is false and true, too. */
static void note_number(struct noting *n, uint32_t name, str number)
{
	switches_number(n->s, hash_of(n, name), number);
	n->said[name] |= (uint16_t)switch_value_of(number, STR_NONE);
}

/* The digits that an argument is; "" for anything else. */
static str number_argument(const struct noting *n, const struct python_arg *arg)
{
	str text = str_slice(n->file->text, arg->at, arg->end);

	if (arg->kind == PYTHON_VALUE_CHAIN)
		return STR_NONE;
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] < '0' || text.ptr[i] > '9')
			return STR_NONE;
	return text;
}

/* What the arguments of a constructor's call give to the classes that it may be of. */
static void note_init(
        struct noting *n, const struct python_call *call, const struct switch_init *init)
{
	uint32_t place = 0;

	for (uint32_t a = 0; a < call->arg_count; a++) {
		const struct python_arg *arg = &n->file->args.at[call->args + a];
		bool star = arg->kind == PYTHON_VALUE_STAR;
		uint16_t sign = SWITCH_PLACE_ANY;

		if (arg->name || arg->kind == PYTHON_VALUE_DOUBLE_STAR || (star && init->own) ||
		        place++ < init->skipped)
			continue;
		if (arg->kind == PYTHON_VALUE_CHAIN)
			sign = switch_sign(hash_of(n, last_name(n, arg->ref)));
		for (uint32_t b = 0; b < init->count; b++) {
			uint64_t base = init->bases[b];
			uint32_t at = star ? SWITCH_PLACE_STAR : place - 1 - init->skipped;

			if (at > SWITCH_PLACE_STAR)
				continue;
			switch_give(switch_place(n->s, base, at), sign);
			switch_give(switch_loose(n->s, base, at), sign);
		}
	}
}

void switches_give_on(struct switches *s, const struct switch_heir *heir)
{
	bool handed = switches_say_so(s, heir->heir, MARK_REF);
	bool star = *switch_place(s, heir->heir, SWITCH_PLACE_STAR) || (handed && heir->starred);

	if (handed)
		switches_say(s, heir->base, MARK_REF);
	if (heir->starred)
		star |= heir->before >= SWITCH_PLACES_MOST ||
		        *switch_place(s, heir->heir, heir->before);
	for (uint32_t place = 0; !heir->starred && place < SWITCH_PLACES_MOST; place++) {
		uint16_t sign = *switch_place(s, heir->heir, place);

		if (!sign) /* what stands behind is given neither */
			break;
		switch_give(switch_place(s, heir->base, place), sign);
		switch_give(
		        switch_loose(s, heir->base, place), *switch_loose(s, heir->heir, place));
	}
	if (star)
		switch_give(switch_place(s, heir->base, SWITCH_PLACE_STAR), SWITCH_PLACE_ANY);
}

/* What the arguments of a call give. */
static void note_call(struct noting *n, const struct python_call *call)
{
	struct switch_init init;
	uint64_t function = 0;
	uint32_t place = 0, called = call->chain == PYTHON_NONE ? 0 : last_name(n, call->chain);
	enum switch_asked of = called ? ASKED_NOTHING : switch_asked_of(n->file, call);
	bool asked = of == ASKED_MODULE || of == ASKED_OBJECT;

	n->s->asks |= of == ASKED_MODULE;
	switch_init_of(n->file, n->init, call, &init);
	if (init.count)
		note_init(n, call, &init);
	if (init.own)
		n->stars[n->file->scopes.at[call->scope].class_] = true;
	for (uint32_t a = 0; a < call->arg_count; a++) {
		const struct python_arg *arg = &n->file->args.at[call->args + a];
		str number = number_argument(n, arg);
		uint16_t sign = SWITCH_PLACE_ANY;

		if (arg->kind == PYTHON_VALUE_CHAIN) {
			note_ref(n, arg->ref);
			n->said[last_name(n, arg->ref)] |= MARK_PASSED;
		}
		if (arg->name && number.len)
			note_number(n, arg->name, number);
		else if (arg->name)
			say(n, arg->name, switch_argument_says(n->file, arg));
		if (arg->name || arg->kind == PYTHON_VALUE_DOUBLE_STAR || (!called && !asked) ||
		        place >= SWITCH_PLACES_MOST)
			continue;
		if (init.count) /* it is of these */
			continue;
		if (!function)
			function = called ? hash_of(n, called) : switch_hash(S(SWITCH_NO_NAME));
		if (arg->kind == PYTHON_VALUE_STAR) {
			switch_give(switch_place(n->s, function, SWITCH_PLACE_STAR), sign);
			continue;
		}
		if (arg->kind == PYTHON_VALUE_CHAIN)
			sign = switch_sign(hash_of(n, last_name(n, arg->ref)));
		if (number.len)
			switches_number(n->s, switch_place_hash(function, place), number);
		else
			switch_give(switch_loose(n->s, function, place), sign);
		switch_give(switch_place(n->s, function, place++), sign);
	}
}

/* What makes another of the class around: cls(…), self.__class__(…), type(self)(…). */
static void note_own_class(struct noting *n, const struct python_call *call)
{
	static const char *const own[] = {"cls", "__class__", "type", NULL};
	uint32_t class_ = n->file->scopes.at[call->scope].class_;
	str name;

	if (class_ == PYTHON_NONE || call->chain == PYTHON_NONE)
		return;
	name = python_name(n->file, last_name(n, call->chain));
	if (!str_is_one_of(name, own) ||
	        (n->file->chains.at[call->chain].name_count && str_eq(name, S("type"))))
		return; /* x.type(dtype) */
	for (uint32_t scope = call->scope, deep = 0; scope != PYTHON_NONE && deep < DEEP_MOST;
	        scope = n->file->scopes.at[scope].parent, deep++)
		if (n->file->scopes.at[scope].kind == PYTHON_CLASS)
			n->said[n->file->scopes.at[scope].name] |= MARK_REF | MARK_FUNCTION;
}

/* setattr(args, name, True) */
static void note_setter(struct noting *n, const struct python_call *call)
{
	const struct python_arg *args = &n->file->args.at[call->args];

	n->s->any |= call->arg_count == 3 && args[1].kind != PYTHON_VALUE_STR &&
	             args[2].kind == PYTHON_VALUE_TRUE;
}

static void note_calls(struct noting *n)
{
	uint32_t setter = python_name_find(n->file, S("setattr"));
	uint32_t argument = python_name_find(n->file, S("add_argument"));

	for (uint32_t i = 0; i < n->file->calls.len; i++) {
		const struct python_call *call = &n->file->calls.at[i];

		if (is_super(n, call)) {
			note_super(n, call);
			continue;
		}
		if (!note_asked_class(n, call))
			note_call(n, call);
		note_own_class(n, call);
		if (setter && call->chain != PYTHON_NONE && last_name(n, call->chain) == setter)
			note_setter(n, call);
		if (call->chain != PYTHON_NONE)
			n->called[call->chain] = true;
		if (argument && call->chain != PYTHON_NONE &&
		        python_chain_last(n->file, &n->file->chains.at[call->chain]) == argument)
			switches_note_flag(n->s, n->file, call);
	}
}

/* A path that may lead to the project: not one of PyTorch. */
static bool is_of_others(const struct noting *n, uint32_t path)
{
	while (n->file->paths.at[path].parent)
		path = n->file->paths.at[path].parent;
	return n->file->paths.at[path].name != NAME_TORCH;
}

static void add_pass(struct noting *n, uint32_t function, uint32_t name, uint32_t place, bool field)
{
	*VEC_PUSH(n->s->arena, &n->s->passes) =
	        (struct switch_pass){hash_of(n, function), hash_of(n, name), place, field};
}

/* def build(n, use_perf): return Model(n, use_perf), and the fields of a class, which its calls
 * give in order: what gives these a value gives it to what they are handed to. */
static void note_pass(struct noting *n, uint32_t binding, char next)
{
	const struct python_binding *b = &n->file->bindings.at[binding];
	const struct python_scope *s = &n->file->scopes.at[b->scope], *around;
	str name = python_name(n->file, s->name);

	if (s->kind == PYTHON_CLASS && next == ':')
		add_pass(n, s->name, b->name, n->fields[b->scope]++, true);
	if (b->kind != PYTHON_BIND_PARAMETER || s->kind != PYTHON_FUNCTION ||
	        s->flags & PYTHON_LAMBDA || s->parent == PYTHON_NONE ||
	        !(n->said[b->name] & MARK_PASSED))
		return;
	around = &n->file->scopes.at[s->parent];
	if (around->kind == PYTHON_CLASS && str_eq(name, S("__init__")))
		add_pass(n, around->name, b->name, parameter_place(n->file, binding), false);
	else if (!str_starts(name, S("__")) && !str_eq(name, S("forward")))
		add_pass(n, s->name, b->name, parameter_place(n->file, binding), false);
	else if (next != '=' && next != ':') /* who calls it does not write its name */
		say(n, b->name, VALUE_ANY);
}

/* make = Model: what make(3, True) gives is given to Model. */
static bool note_alias(struct noting *n, uint32_t name, uint32_t chain)
{
	const struct python_chain *c = &n->file->chains.at[chain];

	if (c->name_count || c->root_kind != PYTHON_ROOT_NAME || c->root == name ||
	        (c->bound != PYTHON_IMPORT && !(n->said[c->root] & MARK_FUNCTION)))
		return false;
	n->called[chain] = true;
	n->said[c->root] |= MARK_ALIAS | MARK_FUNCTION;
	n->said[name] |= MARK_FUNCTION;
	*VEC_PUSH(n->s->arena, &n->s->heirs) =
	        (struct switch_heir){.heir = hash_of(n, name), .base = hash_of(n, c->root)};
	return true;
}

static void note_binding(struct noting *n, uint32_t binding)
{
	const struct python_binding *b = &n->file->bindings.at[binding];
	str name = python_name(n->file, b->name), text = STR_NONE, number = STR_NONE;
	size_t behind = b->at + name.len;
	char next;

	if (b->kind == PYTHON_BIND_IMPORT || b->kind == PYTHON_BIND_DEFINITION) {
		n->said[b->name] |= MARK_FUNCTION;
		if (b->kind == PYTHON_BIND_IMPORT && is_of_others(n, b->ref))
			n->said[b->name] |= MARK_PART;
		return;
	}
	if (b->kind == PYTHON_BIND_VALUE && b->value == PYTHON_VALUE_CHAIN &&
	        !note_alias(n, b->name, b->ref))
		note_ref(n, b->ref);
	if ((n->said[b->name] & (VALUE_ANY | MARK_SET)) == (VALUE_ANY | MARK_SET))
		return; /* it cannot say more */
	while (behind < n->file->text.len && n->file->text.ptr[behind] == ' ')
		behind++;
	next = behind < n->file->text.len ? n->file->text.ptr[behind] : '\n';
	note_pass(n, binding, next);
	if (b->kind == PYTHON_BIND_PARAMETER)
		text = switch_text_behind(n->file->text, behind);
	if (b->kind == PYTHON_BIND_PARAMETER && !text.len)
		number = switch_number_behind(n->file->text, behind);
	if (text.len) {
		switches_say(n->s, switch_text_hash(hash_of(n, b->name), text), MARK_TEXT);
		n->said[b->name] |= VALUE_ANY;
	} else if (number.len) {
		note_number(n, b->name, number);
	} else if (b->kind == PYTHON_BIND_PARAMETER || next == '=' || next == ':') {
		say(n, b->name, switch_value_behind(n->file->text, behind, name));
	} else {
		say(n, b->name, VALUE_ANY);
	}
}

/* self.use_perf = True, args.fp16 = …; others take it from a tuple, a loop. */
static void note_store(struct noting *n, const struct python_chain *chain)
{
	const struct python_file *file = n->file;
	uint32_t name = python_chain_last(file, chain), count = chain->name_count;
	size_t equals = switch_equals_behind(file->text, chain->end);
	unsigned value = VALUE_ANY;

	if (equals < file->text.len)
		value = switch_value_of(
		        str_from_at(file->text, equals + 1), python_name(file, name));
	if (count > 1 && !chain->scope && value)
		switches_give_key(n->s,
		        python_name(file, file->attributes.at[chain->names + count - 2]),
		        python_name(file, name),
		        value | MARK_SET | (value == VALUE_OFF ? MARK_KEY : 0u));
	else
		say(n, name, value);
}

/* x.compile, torch.compile, but not re.compile. */
static bool is_compile(const struct python_file *file, const struct python_chain *chain)
{
	static const char *const others[] = {"re", "regex", "_re", NULL};

	return chain->name_count && python_chain_last(file, chain) == NAME_COMPILE &&
	       !(chain->root_kind == PYTHON_ROOT_NAME &&
	               str_is_one_of(python_name(file, chain->root), others));
}

static void note_names(struct noting *n)
{
	const struct python_file *file = n->file;
	uint32_t count;

	for (uint32_t i = 0; i < file->bindings.len; i++)
		note_binding(n, i);
	for (uint32_t i = 0; i < file->bases.len; i++)
		if (file->bases.at[i] != PYTHON_NONE) /* what its heirs are given is followed */
			n->called[file->bases.at[i]] = true;
	for (uint32_t i = 0; i < file->chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[i];

		if (chain->context == PYTHON_LOAD &&
		        !n->called[i]) /* in a table, a tuple, a test */
			note_use(n, i, chain->flags & PYTHON_ANNOTATION ? MARK_TYPE : MARK_REF);
		if (chain->bound == PYTHON_FREE && chain->callee) /* from a star */
			n->said[last_name(n, i)] |= MARK_PART;
		if (!chain->name_count)
			continue;
		n->s->compiles |= is_compile(file, chain);
		if (chain->context == PYTHON_STORE)
			note_store(n, chain);
		if (chain->bound != PYTHON_IMPORT ||
		        is_of_others(n, *python_chain_targets(file, chain, &count)))
			n->said[python_chain_last(file, chain)] |= MARK_PART;
	}
	for (uint32_t i = 0; i < file->imports.len; i++)
		if (file->imports.at[i].name && file->imports.at[i].alias &&
		        file->imports.at[i].alias != file->imports.at[i].name)
			n->said[file->imports.at[i].name] |= MARK_REF | MARK_BASE | MARK_FUNCTION;
	for (uint32_t i = 0; i < file->stores.len; i++)
		if (file->stores.at[i].value == PYTHON_VALUE_CHAIN)
			note_ref(n, file->stores.at[i].ref);
	for (uint32_t i = 0; i < file->bases.len; i++)
		if (file->bases.at[i] != PYTHON_NONE)
			n->said[python_chain_last(file, &file->chains.at[file->bases.at[i]])] |=
			        MARK_BASE;
}

/* Names that what compiles or exports without .compile() has. */
static bool names_compiler(const struct python_file *file)
{
	static const char *const names[] = {"torch_compile", "dynamo_export", "dynamo",
	        "aot_compile", "aot_export_module", "make_fx", "torch_tensorrt", "_inductor",
	        "aot_function", "optimize_assert", "dynamic_shapes", "export_for_training", NULL};
	uint32_t export = python_name_find(file, S("export"));

	for (const char *const *name = names; *name; name++)
		if (python_name_find(file, str_from(*name)))
			return true;
	for (uint32_t i = 1; export && i < file->paths.len; i++) {
		const struct python_path *path = &file->paths.at[i];

		if (path->name == export && path->parent &&
		        file->paths.at[path->parent].name == NAME_TORCH &&
		        !file->paths.at[path->parent].parent)
			return true;
	}
	return false;
}

bool python_compiles(const struct python_file *file)
{
	bool found = names_compiler(file);

	for (uint32_t i = 0; !found && i < file->chains.len; i++)
		found = is_compile(file, &file->chains.at[i]);
	return found;
}

void switches_note_python(struct switches *s, struct arena *temp, struct python_file *file)
{
	struct noting n = {.s = s, .file = file, .init = python_name_find(file, S("__init__"))};
	uint32_t names = file->names ? file->names->list.len : 0;

	n.said = ARENA_ARRAY(temp, uint16_t, (size_t)names + 1);
	n.fields = ARENA_ARRAY(temp, uint32_t, (size_t)file->scopes.len + 1);
	n.called = ARENA_ARRAY(temp, bool, (size_t)file->chains.len + 1);
	n.stars = ARENA_ARRAY(temp, bool, (size_t)file->classes.len + 1);
	n.hashes = ARENA_ROOM(temp, uint64_t, (size_t)names + 1);
	note_calls(&n);
	note_names(&n);
	switches_note_literals(s, file->text);
	switches_note_heirs(s, temp, file, n.stars);
	for (uint32_t i = 1; i < names; i++) {
		unsigned said = n.said[i] & MARK_ALL;

		if (!(n.said[i] & MARK_FUNCTION))
			said &= ~(unsigned)(MARK_REF | MARK_TYPE);
		if (said)
			switches_say(s, hash_of(&n, i), said);
	}
	s->compiles = s->compiles || names_compiler(file);
	s->typed = s->typed || switch_reads_annotations(file);
}
