#include "scanner/switches.h"

#include "scanner/python/names.h"

#include <stdlib.h>
#include <string.h>

enum {
	MARK_ON = 1,    /* given something that is true, or not known */
	MARK_OFF = 2,   /* given something that is false, None, or not known */
	MARK_REF = 4,   /* handed on: who calls it then gives what is not seen */
	MARK_BASE = 8,  /* a class that others derive from */
	MARK_PART = 16, /* imported by that name, or asked of something: x.NAME */
	MARK_ALL = 31,
	/* of a file alone: a name of it is a def or an import, its hash is known */
	MARK_FUNCTION = 32,
	MARK_HASHED = 64,
	PLACES_MOST = 24,
	PLACE_STAR = PLACES_MOST, /* f(*args) */
	PLACE_ANY = 0xffff,
	ANNOTATION_MOST = 200,
	CALL_MOST = 300,
	NAME_MOST = 100,       /* from a text to the bracket that it stands in */
	DECLARED_MOST = 20000, /* texts of a file that may declare an option */
	FILE_BITS = 12,        /* room for a file, as a power of two */
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

static uint64_t name_hash(str name)
{
	return str_hash(name, 0);
}

/* The bit that says one thing of a name. */
static uint64_t bit_of(const struct switches *s, uint64_t hash, unsigned kind)
{
	return (hash * (2 * kind + 1)) >> 40 & s->mask;
}

static void mark(struct switches *s, uint64_t hash, unsigned kinds)
{
	for (; kinds; kinds &= kinds - 1) {
		uint64_t bit = bit_of(s, hash, kinds & -kinds);

		s->marks[bit / 64] |= UINT64_C(1) << (bit & 63);
	}
}

static bool is_marked(const struct switches *s, str name, unsigned kind)
{
	uint64_t bit = bit_of(s, name_hash(name), kind);

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

/* ------------------------------------------------------------------ values as they are written */

static bool is_name_byte(char c)
{
	return byte_is_word(c) || c == '.';
}

static bool ends_value(char c)
{
	return c == ',' || c == ')' || c == '\n' || c == '}' || c == ']' || c == ';' || c == '#' ||
	       c == '\r';
}

/* The text behind blanks and a quote. */
static str behind_quote(str text)
{
	size_t i = 0;

	while (i < text.len && (text.ptr[i] == ' ' || text.ptr[i] == '\t' || text.ptr[i] == '"' ||
	                               text.ptr[i] == '\''))
		i++;
	return str_from_at(text, i);
}

/* A value, up to what ends it: True, False, None, args.NAME. */
static enum switch_value value_of(str text, str name)
{
	static const char *const off[] = {
	        "False", "None", "false", "null", "0", "off", "no", "~", NULL};
	static const char *const on[] = {"True", "true", "1", "on", "yes", NULL};
	size_t n = 0, dot;
	str word, rest;

	text = behind_quote(text);
	while (n < text.len && (is_name_byte(text.ptr[n]) || text.ptr[n] == '~'))
		n++;
	word = str_slice(text, 0, n);
	rest = behind_quote(str_from_at(text, n));
	if (rest.len && !ends_value(rest.ptr[0]))
		return VALUE_ANY;
	if (str_is_one_of(word, off))
		return VALUE_OFF;
	if (str_is_one_of(word, on))
		return VALUE_ON;
	dot = str_rfind_byte(word, '.');
	if (dot < word.len)
		word = str_from_at(word, dot + 1);
	return word.len && str_eq(word, name) ? VALUE_NOTHING : VALUE_ANY;
}

/* Where the = stands behind a name and its annotation; the length: nowhere. */
static size_t equals_behind(str text, size_t at)
{
	size_t depth = 0, end = at + ANNOTATION_MOST < text.len ? at + ANNOTATION_MOST : text.len;
	bool annotated = false;

	for (; at < end; at++) {
		char c = text.ptr[at];

		if (c == ' ' || byte_is_word(c)) {
			if (c != ' ' && !annotated)
				return text.len;
			continue;
		}
		switch (c) {
		case '(':
		case '[': depth++; break;
		case ')':
		case ']':
			if (!depth--)
				return text.len;
			break;
		case '=':
			if (depth)
				break;
			return at + 1 < text.len && text.ptr[at + 1] == '=' ? text.len : at;
		case ':': annotated = true; break;
		case ',':
		case '\n':
			if (!depth)
				return text.len;
			break;
		default:
			if (!annotated)
				return text.len;
		}
	}
	return text.len;
}

enum switch_value switch_value_behind(str text, size_t at, str name)
{
	size_t equals = equals_behind(text, at);

	return equals < text.len ? value_of(str_from_at(text, equals + 1), name) : VALUE_NOTHING;
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
		n->hashes[name] = name_hash(python_name(n->file, name));
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

/* "--use-perf" as the name that it is kept under. */
static str flag_name(char *out, size_t room, str flag)
{
	size_t k = 0;

	for (size_t i = 0; i < flag.len && k < room; i++)
		if (k || flag.ptr[i] != '-')
			out[k++] = flag.ptr[i] == '-' ? '_' : flag.ptr[i];
	return (str){out, k};
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
	name = flag_name(room, sizeof room, flag);
	if (!name.len)
		return;
	mark(n->s, name_hash(name), said & MARK_ON ? MARK_ON | MARK_OFF : 0);
	if (off || said == MARK_OFF)
		*VEC_PUSH(n->s->arena, &n->s->flags) = (struct switch_flag){name_hash(name),
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
	size_t equals = equals_behind(n->file->text, chain->end);

	n->said[name] |= equals < n->file->text.len
	                         ? (uint8_t)value_of(str_from_at(n->file->text, equals + 1),
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

/* The word that ends before `at`. */
static str word_before(str text, size_t at)
{
	size_t from = at;

	while (from > 0 && byte_is_word(text.ptr[from - 1]))
		from--;
	return str_slice(text, from, at);
}

/* {"use_perf": True}, options["use_perf"] = True: at the closing quote. */
static void note_key(struct switches *s, str text, size_t quote)
{
	str name = word_before(text, quote);
	size_t from = quote - name.len, equals;

	if (!name.len || !from || text.ptr[from - 1] != text.ptr[quote])
		return;
	if (text.ptr[quote + 1] == ':') {
		mark(s, name_hash(name), value_of(str_from_at(text, quote + 2), name));
		return;
	}
	equals = equals_behind(text, quote + 2);
	if (equals < text.len)
		mark(s, name_hash(name), value_of(str_from_at(text, equals + 1), name));
}

/* Inside of the brackets of parser.add_argument( and its like, as far as the text before shows. */
static bool declares_option(str text, size_t at)
{
	static const char *const ends[] = {
	        "argument", "option", "Option", "Argument", "arg", "flag", NULL};
	size_t depth = 0, least = at > CALL_MOST ? at - CALL_MOST : 0;

	while (at > least) {
		char c = text.ptr[--at];

		depth += c == ')';
		if (c == '(' && !depth)
			return str_ends_one_of(word_before(text, at), ends);
		depth -= c == '(' && depth;
	}
	return false;
}

/* --use-perf, --use_perf=false, --no-use-perf; `at` behind the two signs. */
static void note_option(struct switches *s, str text, size_t at)
{
	char room[64];
	size_t end = at;
	unsigned value = MARK_ON;
	str name;

	while (end < text.len && (byte_is_word(text.ptr[end]) || text.ptr[end] == '-'))
		end++;
	name = flag_name(room, sizeof room, str_slice(text, at, end));
	if (end < text.len && text.ptr[end] == '=')
		value = value_of(str_from_at(text, end + 1), name);
	if (name.len)
		mark(s, name_hash(name), value);
	if (str_starts(name, S("no_")))
		mark(s, name_hash(str_from_at(name, 3)), MARK_OFF);
}

/* -p: under its own spelling. */
static void note_brief(struct switches *s, str text, size_t at)
{
	size_t end = at + 1;

	while (end < text.len && byte_is_word(text.ptr[end]))
		end++;
	if (end > at + 1)
		mark(s, name_hash(str_slice(text, at, end)), MARK_ON);
}

/* A text that is a name, and is not only asked for: setattr(args, "use_perf", True),
 * ("use_perf", True); `quote` is where it begins. */
static void note_name(struct switches *s, str text, size_t quote)
{
	static const char *const readers[] = {"getattr", "hasattr", "get", "pop", "delattr", NULL};
	size_t end = quote + 1, before = quote;
	str name;

	while (end < text.len && byte_is_word(text.ptr[end]))
		end++;
	name = str_slice(text, quote + 1, end);
	if (!name.len || end >= text.len || text.ptr[end] != text.ptr[quote])
		return;
	if (end + 1 < text.len && text.ptr[end + 1] == ':')
		return; /* a key, see note_key */
	if (end + 1 < text.len && text.ptr[end + 1] == ']' && quote > 1 &&
	        text.ptr[quote - 1] == '[' &&
	        (byte_is_word(text.ptr[quote - 2]) || strchr(")]", text.ptr[quote - 2])))
		return; /* the same; not a list of one */
	while (before > 0 && text.ptr[before - 1] == ' ')
		before--;
	if (before > 0 && text.ptr[before - 1] == '=' &&
	        str_eq(word_before(text, before - 1), S("dest")))
		return;
	for (size_t i = before, n = 0; i > 0 && n < NAME_MOST && text.ptr[i - 1] != '\n'; i--, n++)
		if (text.ptr[i - 1] == '(') {
			if (str_is_one_of(word_before(text, i - 1), readers))
				return;
			break;
		}
	mark(s, name_hash(name), MARK_ON | MARK_OFF);
}

/* Keys, names and options among the texts of a source, at a quote. */
static void note_quote(struct switches *s, str text, size_t i, uint32_t *declared)
{
	char next = text.ptr[i + 1];

	if (next == ':' || next == ']')
		note_key(s, text, i);
	else if (byte_is_word(next))
		note_name(s, text, i);
	else if (next == '-' && text.ptr[i + 2] != '-' && text.ptr[i + 2] != text.ptr[i] &&
	         (++*declared > DECLARED_MOST || !declares_option(text, i)))
		note_brief(s, text, i + 1);
}

/* Options stand anywhere in a text: "python work.py --use-perf". */
static void note_literals(struct switches *s, str text)
{
	static const char quotes[] = "\"'";
	uint32_t declared = 0;
	const char *end = text.ptr + (text.len < 3 ? 0 : text.len - 3);

	for (int q = 0; q < 2; q++)
		for (const char *at = text.ptr;
		        at < end && (at = memchr(at, quotes[q], (size_t)(end - at))); at++)
			note_quote(s, text, (size_t)(at - text.ptr), &declared);
	for (const char *at = text.ptr; at < end && (at = memchr(at, '-', (size_t)(end - at)));) {
		size_t i = (size_t)(at - text.ptr), n = 1;

		while (at + n < end && at[n] == '-')
			n++;
		at += n;
		if (n == 2 && i && byte_is_name(*at) && strchr(" \"'=[,", text.ptr[i - 1]) &&
		        (++declared > DECLARED_MOST || !declares_option(text, i)))
			note_option(s, text, i + 2);
	}
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
	note_literals(s, file->text);
	for (uint32_t i = 1; i < names; i++) {
		unsigned said = n.said[i] & MARK_ALL;

		if (!(n.said[i] & MARK_FUNCTION))
			said &= ~(unsigned)MARK_REF;
		if (said)
			mark(s, hash_of(&n, i), said);
	}
	s->compiles = s->compiles || names_compiler(file);
}

/* ------------------------------------------------------------------ texts */

void switches_note_text(struct switches *s, str text)
{
	s->compiles = s->compiles || str_has(text, S("compile"));
	for (size_t i = 0; i < text.len;) {
		size_t from = i, next;
		char room[64];
		str name;

		if (!byte_is_word(text.ptr[i])) {
			i++;
			continue;
		}
		while (i < text.len && (byte_is_word(text.ptr[i]) || text.ptr[i] == '-'))
			i++;
		if (from > 1 && text.ptr[from - 1] == '-' && text.ptr[from - 2] == '-') {
			note_option(s, text, from);
			continue;
		}
		if (from > 1 && text.ptr[from - 1] == '-' && strchr(" \t\"'[,", text.ptr[from - 2]))
			note_brief(s, text, from - 1);
		for (next = i; next < text.len && strchr(" \t\"'", text.ptr[next]);)
			next++;
		if (next >= text.len || !strchr(":=", text.ptr[next]) || i - from > sizeof room)
			continue;
		name = flag_name(room, sizeof room, str_slice(text, from, i));
		mark(s, name_hash(name), value_of(str_from_at(text, next + 1), name));
	}
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
	uint64_t function = name_hash(need->function);
	uint16_t given;

	if (*place_of(s, function, PLACE_STAR) || is_marked(s, need->function, MARK_REF) ||
	        (need->made && is_marked(s, need->function, MARK_BASE)))
		return true;
	if (need->place == PYTHON_NONE)
		return false;
	if (need->place >= PLACES_MOST)
		return true;
	given = *place_of(s, function, need->place);
	return given && given != name_sign(name_hash(need->name));
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
	uint64_t hash = name_hash(name);
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
	uint64_t hash = name_hash(name);
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
