/* A parameter is looked at where its function stands: what is done with it in functions that it is
 * handed on to is not followed. */
#include "scanner/device_argument.h"

#include "base/buf.h"
#include "scanner/python/names.h"

#include <stdio.h>
#include <string.h>

enum {
	USES_MOST = 256,  /* parameters given to a device's place, of one file */
	PLACES_MOST = 64, /* parameters of one function */
	NAME_BYTES = 64,
};

/* What a name says of the arguments that it is given or called with. */
enum {
	WORD_KEYWORD = 1, /* device=… */
	WORD_TYPE = 2,    /* type=…, of torch.device alone */
	WORD_FIRST = 4,   /* to(…) */
	WORD_SECOND = 8,  /* load(file, …) */
	WORD_DEVICE = 16,
};

static void mark_words(
        const struct python_file *file, uint8_t *words, const char *const *list, uint8_t what)
{
	for (; *list; list++)
		words[python_name_find(file, str_from(*list))] |= what;
}

static size_t count_names(const struct python_file *file)
{
	return file->names ? (size_t)file->names->list.len + 1 : 1;
}

const uint8_t *device_words(struct arena *arena, const struct python_file *file)
{
	static const char *const keywords[] = {
	        "device", "map_location", "device_type", "torch_device", "type", NULL};
	static const char *const firsts[] = {"to", "device", "set_default_device",
	        "get_device_module", "to_empty", "Generator", NULL};
	static const char *const seconds[] = {"load", "load_model", "load_checkpoint",
	        "load_pretrained", "build_model", "create_model", "get_model", "from_group",
	        "to_device", "move_to_device", "send_to_device", "move_data_to_device",
	        "move_batch_to_device", NULL},
	                         *const device[] = {"device", NULL}, *const type[] = {"type", NULL};
	uint8_t *words = ARENA_ARRAY(arena, uint8_t, count_names(file));

	mark_words(file, words, keywords, WORD_KEYWORD);
	mark_words(file, words, firsts, WORD_FIRST);
	mark_words(file, words, seconds, WORD_SECOND);
	mark_words(file, words, device, WORD_DEVICE);
	mark_words(file, words, type, WORD_TYPE);
	words[0] = 0;
	return words;
}

bool device_argument(const struct python_file *file, const uint8_t *words,
        const struct python_call *call, const struct python_arg *arg, uint32_t place)
{
	uint32_t callee;

	if (call->chain == PYTHON_NONE ||
	        (arg->name ? !(words[arg->name] & WORD_KEYWORD) : place > 1))
		return false;
	/* device=["cuda", "cpu"] says for which devices something is */
	if (strchr("[{", file->text.ptr[arg->at]))
		return false;
	callee = words[python_chain_last(file, &file->chains.at[call->chain])];
	if (arg->name)
		return !(words[arg->name] & WORD_TYPE) || callee & WORD_DEVICE;
	return (callee & (place == 0 ? WORD_FIRST : WORD_SECOND)) != 0;
}

bool call_may_take_device(
        const struct python_file *file, const uint8_t *words, const struct python_call *call)
{
	if (call->chain == PYTHON_NONE || !call->arg_count)
		return false;
	if (words[python_chain_last(file, &file->chains.at[call->chain])] &
	        (WORD_FIRST | WORD_SECOND))
		return true;
	for (uint32_t i = 0; i < call->arg_count; i++)
		if (words[file->args.at[call->args + i].name] & WORD_KEYWORD)
			return true;
	return false;
}

bool is_device_name(str name)
{
	char lower[NAME_BYTES];
	size_t n = name.len < sizeof lower ? name.len : sizeof lower;
	str s;

	for (size_t i = 0; i < n; i++)
		lower[i] = name.ptr[i] >= 'A' && name.ptr[i] <= 'Z' ? (char)(name.ptr[i] | 32)
		                                                    : name.ptr[i];
	s = (str){lower, n};
	if (str_eq(s, S("pin_memory_device"))) /* of a data loader: nothing is computed there */
		return false;
	return str_eq(s, S("device")) || str_eq(s, S("dev")) || str_ends(s, S("_device")) ||
	       str_starts(s, S("device_")) || str_starts(s, S("default_device"));
}

/* The names that a file gives to a device's place. */
struct uses {
	struct {
		uint32_t scope, name;
	} at[USES_MOST];
	uint32_t count;
	bool *named; /* by name: some use has it */
};

static void note_use(const struct python_file *file, uint32_t index, struct uses *uses)
{
	const struct python_chain *chain = &file->chains.at[index];

	if (chain->name_count || chain->root_kind != PYTHON_ROOT_NAME || uses->count == USES_MOST)
		return;
	uses->named[chain->root] = true;
	uses->at[uses->count].scope = file->scopes.at[chain->scope].function;
	uses->at[uses->count++].name = chain->root;
}

/* self.device, self._device, not self.device_type: what is kept as a type is compared. */
static bool keeps_device(str name)
{
	return str_eq(name, S("device")) || str_eq(name, S("dev")) || str_ends(name, S("_device"));
}

static void find_uses(const struct python_file *file, const uint8_t *words, struct uses *uses)
{
	for (uint32_t i = 0; i < file->calls.len; i++) {
		const struct python_call *call = &file->calls.at[i];
		uint32_t place = 0;

		if (!call_may_take_device(file, words, call))
			continue;
		for (uint32_t a = 0; a < call->arg_count; a++) {
			const struct python_arg *arg = &file->args.at[call->args + a];

			if (arg->kind == PYTHON_VALUE_CHAIN &&
			        device_argument(file, words, call, arg, place))
				note_use(file, arg->ref, uses);
			place += !arg->name;
		}
	}
	for (uint32_t i = 0; i < file->stores.len; i++) { /* self.device = device */
		const struct python_store *s = &file->stores.at[i];

		if (s->value == PYTHON_VALUE_CHAIN &&
		        keeps_device(python_name(
		                file, python_chain_last(file, &file->chains.at[s->chain]))))
			note_use(file, s->ref, uses);
	}
}

static bool is_used(const struct uses *uses, const struct python_binding *b)
{
	for (uint32_t i = 0; uses->named[b->name] && i < uses->count; i++)
		if (uses->at[i].name == b->name && uses->at[i].scope == b->scope)
			return true;
	return false;
}

uint32_t parameter_place(const struct python_file *file, uint32_t binding)
{
	const struct python_binding *all = file->bindings.at, *b = &all[binding];
	uint32_t function = b->scope, from = file->scopes.at[function].at, place = 0, steps = 0;
	uint32_t first = b->name;
	str before;

	for (uint32_t i = binding; i-- > 0 && all[i].at > from; steps++) {
		if (steps >= PLACES_MOST)
			return PYTHON_NONE;
		if (all[i].scope != function || all[i].kind != PYTHON_BIND_PARAMETER)
			continue;
		first = all[i].name;
		place++;
	}
	before = str_slice(file->text, from, b->at);
	if (str_find_byte(before, '*') < before.len &&
	        (str_has(before, S("*,")) || str_has(before, S("*args")) ||
	                str_ends(before, S("*"))))
		return PYTHON_NONE;
	if (!str_eq(python_name(file, first), S("self")) &&
	        !str_eq(python_name(file, first), S("cls")))
		return place;
	return place ? place - 1 : PYTHON_NONE;
}

void device_parameters_find(struct arena *arena, const struct python_file *file,
        const uint8_t *words, struct device_parameters *out)
{
	struct uses uses = {.named = ARENA_ARRAY(arena, bool, count_names(file))};

	find_uses(file, words, &uses);
	for (uint32_t i = 0; i < file->bindings.len; i++) {
		const struct python_binding *b = &file->bindings.at[i];

		if (b->kind == PYTHON_BIND_PARAMETER && is_used(&uses, b) &&
		        file->scopes.at[b->scope].kind == PYTHON_FUNCTION &&
		        !(file->scopes.at[b->scope].flags & PYTHON_LAMBDA))
			*VEC_PUSH(arena, &out->list) = (struct device_parameter){
			        b->scope, b->name, parameter_place(file, i)};
	}
}

/* The name under which other modules call it: of a def of the module, or of the class whose
 * __init__ it is; 0: none. */
static uint32_t name_outside(const struct python_file *file, uint32_t function)
{
	const struct python_scope *s = &file->scopes.at[function],
	                          *parent = &file->scopes.at[s->parent];

	if (parent->kind != PYTHON_CLASS)
		return s->parent == 0 ? s->name : 0;
	return parent->parent == 0 && str_eq(python_name(file, s->name), S("__init__"))
	               ? parent->name
	               : 0;
}

uint32_t device_parameters_told(struct arena *arena, const struct python_file *file,
        const struct device_parameters *parameters, uint32_t i, uint32_t *name, str *text)
{
	uint32_t function = parameters->list.at[i].function;
	struct buf out = {0};

	for (; i < parameters->list.len && parameters->list.at[i].function == function; i++) {
		const struct device_parameter *d = &parameters->list.at[i];

		buf_byte(&out, out.len ? ',' : '(');
		if (d->place != PYTHON_NONE)
			buf_format(&out, "%u", d->place);
		buf_byte(&out, ' ');
		buf_put(&out, python_name(file, d->name));
	}
	*name = name_outside(file, function);
	*text = *name ? arena_dup(arena, buf_str(&out)) : STR_NONE;
	buf_free(&out);
	return i;
}

bool device_parameters_tell(str text, str name, uint32_t place)
{
	char digits[16];
	str part, number;

	if (!str_starts(text, S("(")))
		return false;
	snprintf(digits, sizeof digits, "%u", place);
	text = str_from_at(text, 1);
	while (str_cut(&text, ',', &part)) {
		size_t blank = str_find_byte(part, ' ');

		number = str_slice(part, 0, blank);
		if (name.len ? str_eq(str_from_at(part, blank + 1), name)
		             : number.len && str_eq(number, str_from(digits)))
			return true;
	}
	return false;
}
