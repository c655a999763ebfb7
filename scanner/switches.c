#include "scanner/switch_texts.h"

#include "scanner/python/names.h"

#include <stdlib.h>
#include <string.h>

enum {
	/* of a file alone: a name of it is a def or an import, its hash is known */
	MARK_FUNCTION = 32,
	MARK_HASHED = 64,
	PLACES_MOST = 24,
	PLACE_STAR = PLACES_MOST, /* f(*args) */
	PLACE_ANY = 0xffff,
	FILE_BITS = 12, /* room for a file, as a power of two */
	LEAST_BITS = 13,
	MOST_BITS = 18,
};

void switches_start(struct switches *s, struct arena *arena, uint32_t files)
{
	uint32_t bits = FILE_BITS;

	while (bits < MOST_BITS && files >> (bits - FILE_BITS))
		bits++;
	if (bits < LEAST_BITS)
		bits = LEAST_BITS;
	*s = (struct switches){.arena = arena, .mask = (1u << bits) - 1};
	s->marks = ARENA_ARRAY(arena, uint64_t, (1u << bits) / 64);
	s->places = ARENA_ARRAY(arena, uint16_t, 1u << bits);
}

uint64_t switch_hash(str name)
{
	return str_hash(name, 0);
}

/* The bit that says one thing of a name. */
static uint64_t bit_of(const struct switches *s, uint64_t hash, unsigned kind)
{
	return (hash * (2 * kind + 1)) >> 40 & s->mask;
}

void switches_mark(struct switches *s, uint64_t hash, unsigned kinds)
{
	for (; kinds; kinds &= kinds - 1) {
		uint64_t bit = bit_of(s, hash, kinds & -kinds);

		s->marks[bit / 64] |= UINT64_C(1) << (bit & 63);
	}
}

static bool is_marked(const struct switches *s, str name, unsigned kind)
{
	uint64_t bit = bit_of(s, switch_hash(name), kind);

	return s->marks[bit / 64] >> (bit & 63) & 1;
}

static uint16_t *place_of(const struct switches *s, uint64_t function, uint32_t place)
{
	return &s->places[(function + place * UINT64_C(0x9e3779b97f4a7c15)) >> 7 & s->mask];
}

/* A number for the name of what is given at a place, never that of anything. */
static uint16_t name_sign(uint64_t hash)
{
	uint16_t sign = (uint16_t)(hash >> 3 | 1);

	return sign == PLACE_ANY ? 1 : sign;
}

static void give(uint16_t *place, uint16_t sign)
{
	if (sign)
		*place = *place && *place != sign ? PLACE_ANY : sign;
}

/* ------------------------------------------------------------------ Python */

struct noting {
	struct switches *s;
	struct python_file *file;
	bool *called;     /* by chain */
	uint8_t *said;    /* by name: MARK_… */
	uint64_t *hashes; /* by name, where MARK_HASHED says so */
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

/* What is handed on; of what is no bare name it may be a function. */
static void note_ref(struct noting *n, uint32_t chain)
{
	const struct python_chain *c = &n->file->chains.at[chain];

	n->said[last_name(n, chain)] |=
	        c->name_count || c->bound == PYTHON_FREE ? MARK_REF | MARK_FUNCTION : MARK_REF;
}

static uint8_t argument_says(struct noting *n, const struct python_arg *arg)
{
	switch ((enum python_value)arg->kind) {
	case PYTHON_VALUE_TRUE: return MARK_ON;
	case PYTHON_VALUE_FALSE:
	case PYTHON_VALUE_NULL: return MARK_OFF;
	case PYTHON_VALUE_CHAIN:
		if (python_chain_last(n->file, &n->file->chains.at[arg->ref]) == arg->name)
			return 0;
		return MARK_ON | MARK_OFF;
	default: return MARK_ON | MARK_OFF;
	}
}

/* What the arguments of a call give. */
static void note_call(struct noting *n, const struct python_call *call)
{
	uint64_t function = 0;
	uint32_t place = 0;

	for (uint32_t a = 0; a < call->arg_count; a++) {
		const struct python_arg *arg = &n->file->args.at[call->args + a];
		uint16_t sign = PLACE_ANY;

		if (arg->kind == PYTHON_VALUE_CHAIN)
			note_ref(n, arg->ref);
		if (arg->name)
			n->said[arg->name] |= argument_says(n, arg);
		if (arg->name || arg->kind == PYTHON_VALUE_DOUBLE_STAR ||
		        call->chain == PYTHON_NONE || place >= PLACES_MOST)
			continue;
		if (!function)
			function = hash_of(n, last_name(n, call->chain));
		if (arg->kind == PYTHON_VALUE_STAR) {
			give(place_of(n->s, function, PLACE_STAR), sign);
			continue;
		}
		if (arg->kind == PYTHON_VALUE_CHAIN)
			sign = name_sign(hash_of(n, last_name(n, arg->ref)));
		give(place_of(n->s, function, place++), sign);
	}
}

static str text_argument(const struct noting *n, const struct python_arg *arg)
{
	return arg->kind == PYTHON_VALUE_STR && arg->ref != PYTHON_NONE
	               ? n->file->texts.at[arg->ref]
	               : STR_NONE;
}

/* parser.add_argument("--use-perf", action="store_true") */
static void note_flag(struct noting *n, const struct python_call *call)
{
	unsigned said = 0;
	bool off = false;
	char room[64];
	str flag = STR_NONE, brief = STR_NONE, name;

	for (uint32_t a = 0; a < call->arg_count; a++) {
		const struct python_arg *arg = &n->file->args.at[call->args + a];
		str key = python_name(n->file, arg->name), text = text_argument(n, arg);

		if (!arg->name && str_starts(text, S("--")))
			flag = text;
		else if (!arg->name && str_starts(text, S("-")))
			brief = text;
		else if (arg->name && str_eq(key, S("action")))
			off |= str_eq(text, S("store_true"));
		else if (arg->name && str_eq(key, S("default")))
			said |= argument_says(n, arg);
		else if (arg->name && str_eq(key, S("dest")))
			return;
	}
	name = switch_flag_name(room, sizeof room, flag);
	if (!name.len)
		return;
	switches_mark(n->s, switch_hash(name), said & MARK_ON ? MARK_ON | MARK_OFF : 0);
	if (off || said == MARK_OFF)
		*VEC_PUSH(n->s->arena, &n->s->flags) = (struct switch_flag){switch_hash(name),
		        arena_dup(n->s->arena, flag), arena_dup(n->s->arena, brief)};
}

static void note_calls(struct noting *n)
{
	uint32_t argument = python_name_find(n->file, S("add_argument"));

	for (uint32_t i = 0; i < n->file->calls.len; i++) {
		const struct python_call *call = &n->file->calls.at[i];

		note_call(n, call);
		if (call->chain != PYTHON_NONE)
			n->called[call->chain] = true;
		if (argument && call->chain != PYTHON_NONE &&
		        python_chain_last(n->file, &n->file->chains.at[call->chain]) == argument)
			note_flag(n, call);
	}
}

/* A path that may lead to the project: not one of PyTorch. */
static bool is_of_others(const struct noting *n, uint32_t path)
{
	while (n->file->paths.at[path].parent)
		path = n->file->paths.at[path].parent;
	return n->file->paths.at[path].name != NAME_TORCH;
}

static void note_binding(struct noting *n, const struct python_binding *b)
{
	str name = python_name(n->file, b->name);
	size_t behind = b->at + name.len;
	char next;

	if (b->kind == PYTHON_BIND_IMPORT || b->kind == PYTHON_BIND_DEFINITION) {
		n->said[b->name] |= MARK_FUNCTION;
		if (b->kind == PYTHON_BIND_IMPORT && is_of_others(n, b->ref))
			n->said[b->name] |= MARK_PART;
		return;
	}
	if (b->kind == PYTHON_BIND_VALUE && b->value == PYTHON_VALUE_CHAIN)
		note_ref(n, b->ref);
	if ((n->said[b->name] & VALUE_ANY) == VALUE_ANY) /* it cannot say more */
		return;
	while (behind < n->file->text.len && n->file->text.ptr[behind] == ' ')
		behind++;
	next = behind < n->file->text.len ? n->file->text.ptr[behind] : '\n';
	if (b->kind == PYTHON_BIND_PARAMETER || next == '=' || next == ':')
		n->said[b->name] |= (uint8_t)switch_value_behind(n->file->text, behind, name);
	else
		n->said[b->name] |= MARK_ON | MARK_OFF;
}

/* self.use_perf = True, args.fp16 = …; others take it from a tuple, a loop. */
static void note_store(struct noting *n, const struct python_chain *chain)
{
	uint32_t name = python_chain_last(n->file, chain);
	size_t equals = switch_equals_behind(n->file->text, chain->end);

	n->said[name] |= equals < n->file->text.len
	                         ? (uint8_t)switch_value_of(str_from_at(n->file->text, equals + 1),
	                                   python_name(n->file, name))
	                         : MARK_ON | MARK_OFF;
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
		note_binding(n, &file->bindings.at[i]);
	for (uint32_t i = 0; i < file->chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[i];

		if (chain->context == PYTHON_LOAD && !n->called[i])
			note_ref(n, i); /* in a table, a tuple, a test */
		if (!chain->name_count)
			continue;
		n->s->compiles |= is_compile(file, chain);
		if (chain->context == PYTHON_STORE)
			note_store(n, chain);
		if (chain->bound == PYTHON_IMPORT && chain->name_count == 1 &&
		        is_of_others(n, *python_chain_targets(file, chain, &count)))
			n->said[python_chain_last(file, chain)] |= MARK_PART;
	}
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
	struct noting n = {.s = s, .file = file};
	uint32_t names = file->names ? file->names->list.len : 0;

	n.said = ARENA_ARRAY(temp, uint8_t, (size_t)names + 1);
	n.called = ARENA_ARRAY(temp, bool, (size_t)file->chains.len + 1);
	n.hashes = ARENA_ROOM(temp, uint64_t, (size_t)names + 1);
	note_calls(&n);
	note_names(&n);
	switches_note_literals(s, file->text);
	for (uint32_t i = 1; i < names; i++) {
		unsigned said = n.said[i] & MARK_ALL;

		if (!(n.said[i] & MARK_FUNCTION))
			said &= ~(unsigned)MARK_REF;
		if (said)
			switches_mark(s, hash_of(&n, i), said);
	}
	s->compiles = s->compiles || names_compiler(file);
}

/* ------------------------------------------------------------------ the whole project */

void switches_join(struct switches *into, const struct switches *from)
{
	for (uint32_t i = 0; i <= into->mask / 64; i++)
		into->marks[i] |= from->marks[i];
	for (uint32_t i = 0; i <= into->mask; i++)
		give(&into->places[i], from->places[i]);
	for (uint32_t i = 0; i < from->flags.len; i++)
		*VEC_PUSH(into->arena, &into->flags) = from->flags.at[i];
	into->compiles |= from->compiles;
}

/* Some call gives the function something at the parameter's place, or may. */
static bool is_given(const struct switches *s, const struct switch_need *need)
{
	uint64_t function = switch_hash(need->function);
	uint16_t given;

	if (*place_of(s, function, PLACE_STAR) || is_marked(s, need->function, MARK_REF) ||
	        (need->made && is_marked(s, need->function, MARK_BASE)))
		return true;
	if (need->place == PYTHON_NONE)
		return false;
	if (need->place >= PLACES_MOST)
		return true;
	given = *place_of(s, function, need->place);
	return given && given != name_sign(switch_hash(need->name));
}

static int by_hash(const void *left, const void *right)
{
	const struct switch_flag *a = left, *b = right;

	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	return str_cmp(a->spelled, b->spelled);
}

void switches_close(struct switches *s)
{
	if (s->flags.len)
		qsort(s->flags.at, s->flags.len, sizeof *s->flags.at, by_hash);
}

/* As the first of those that are spelled otherwise. */
static const struct switch_flag *flag_of(const struct switches *s, str name)
{
	uint64_t hash = switch_hash(name);
	uint32_t low = 0, high = s->flags.len;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (s->flags.at[mid].hash < hash)
			low = mid + 1;
		else
			high = mid;
	}
	return low < s->flags.len && s->flags.at[low].hash == hash ? &s->flags.at[low] : NULL;
}

/* A flag that stands nowhere but where it is declared, in any of its forms. */
static bool flag_left_off(const struct switches *s, str name, str *spelled)
{
	uint64_t hash = switch_hash(name);
	const struct switch_flag *flag = flag_of(s, name), *end = s->flags.at + s->flags.len;

	if (!flag)
		return false;
	*spelled = flag->spelled;
	for (; flag < end && flag->hash == hash; flag++)
		if (flag->brief.len && is_marked(s, flag->brief, MARK_ON))
			return false;
	return true;
}

static bool leaves_off(const struct switches *s, const struct switch_need *need, str *flag)
{
	*flag = STR_NONE;
	if (need->kind == SWITCH_COMPILER)
		return !s->compiles;
	if (is_marked(s, need->name, need->off ? MARK_OFF : MARK_ON))
		return false;
	switch (need->kind) {
	case SWITCH_FLAG: return flag_left_off(s, need->name, flag);
	case SWITCH_PARAMETER: return !is_given(s, need);
	default: return true;
	}
}

static const struct switch_need *one_left_off(
        const struct switches *s, const struct switch_need *need, str *flag)
{
	for (; need; need = need->other)
		if (leaves_off(s, need, flag))
			return need;
	return NULL;
}

const struct switch_need *switches_leave_off(
        const struct switches *s, const struct switch_wait *wait, str *flag)
{
	const struct switch_need *found = one_left_off(s, wait->here, flag);

	if (found || is_marked(s, wait->called, MARK_REF) || is_marked(s, wait->called, MARK_PART))
		return found;
	for (uint32_t i = 0; i < wait->n_calls; i++) {
		found = one_left_off(s, wait->calls[i], flag);
		if (!found)
			return NULL;
	}
	return found;
}
