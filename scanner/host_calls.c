/* One table of marks by 64 bits of a hash: of names, of a name and a place, of a name and a
 * keyword. */
#include "scanner/host_calls.h"

#include "base/file.h"
#include "scanner/entry.h"
#include "scanner/python/names.h"
#include "scanner/switches.h"

#include <stdlib.h>
#include <string.h>

enum {
	MARK_HOST = 1, /* of an argument: given from there; of a name: some argument is */
	MARK_FRESH = 2,
	MARK_OTHER = 4,
	MARK_SPREAD = 8, /* of a name: called with arguments that are not seen */
	MARK_TEXT = 16,  /* some text is this name, by which it may be asked for */
	MARK_THERE = 64,
	MARK_CALLED = 128, /* by more than tests and examples */
	MARK_SHOWN = 32,   /* a package has it as a name of its own */
	MARK_WAITS = 256,  /* of an argument: something else that is handed on is not known yet */
	MARK_AGAIN = 512,  /* of a name: some call of it may run again and again */
	MARK_LATER = 1024, /* likewise: of what calls it that is not known not to */
	MARK_ASKED = 2048, /* MARK_LATER of the round at hand */
	MARK_PATH = 4096,  /* of a name: the end of a dotted text, or asked for by getattr */
	TURNS_DEEP = 8,    /* functions that call each other */
	BOUND_DEFINED = 1, /* of a name of a file: by a def or class */
	BOUND_IMPORTED = 2,
	HANDED_DEEP = 8, /* functions that hand on to each other */
	LEAST_ENTRIES = 1024,
	NAME_MOST = 60,
	PLACES_MOST = 24,
};

static uint64_t place_key(uint64_t function, uint32_t place)
{
	return (function ^ UINT64_C(0x51ed270b)) + (place + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

/* Of calls with so many arguments by place. */
static uint64_t number_key(uint64_t function, uint32_t number)
{
	return place_key(function, PLACES_MOST + 1 + number);
}

static uint64_t keyword_key(uint64_t function, uint64_t keyword)
{
	return function * UINT64_C(0xbf58476d1ce4e5b9) ^ keyword;
}

/* A function or class that a file defines. */
static uint64_t own_key(uint64_t path, uint64_t name)
{
	return path * UINT64_C(0x94d049bb133111eb) ^ name;
}

/* Functions of a name that are called as such; or what is asked of objects. */
static uint64_t kind_key(uint64_t name, bool method)
{
	return place_key(name, 2 * PLACES_MOST + 2 + method);
}

static uint32_t slot_of(const struct host_calls *calls, uint64_t key)
{
	uint32_t slot = (uint32_t)(key >> 32 ^ key) & (calls->cap - 1);

	while (calls->entries[slot].key && calls->entries[slot].key != key)
		slot = (slot + 1) & (calls->cap - 1);
	return slot;
}

static void grow(struct host_calls *calls)
{
	struct host_calls larger = *calls;

	larger.cap = calls->cap ? calls->cap * 2 : LEAST_ENTRIES;
	larger.entries = ARENA_ARRAY(calls->arena, struct host_entry, larger.cap);
	for (uint32_t i = 0; i < calls->cap; i++)
		if (calls->entries[i].key)
			larger.entries[slot_of(&larger, calls->entries[i].key)] = calls->entries[i];
	*calls = larger;
}

static struct host_entry *entry_at(struct host_calls *calls, uint64_t key)
{
	struct host_entry *entry;

	key += !key;
	if (calls->len * 2 >= calls->cap)
		grow(calls);
	entry = &calls->entries[slot_of(calls, key)];
	calls->len += !entry->key;
	entry->key = key;
	return entry;
}

static void mark(struct host_calls *calls, uint64_t key, uint32_t marks)
{
	entry_at(calls, key)->marks |= marks;
}

static uint32_t marks_of(const struct host_calls *calls, uint64_t key)
{
	return calls->cap ? calls->entries[slot_of(calls, key + !key)].marks : 0;
}

static uint32_t count_of(const struct host_calls *calls, uint64_t key)
{
	return calls->cap ? calls->entries[slot_of(calls, key + !key)].count : 0;
}

/* ------------------------------------------------------------------ one file */

struct noting {
	struct host_calls *calls;
	const struct python_file *file;
	const struct host_notes *notes;
	uint64_t *hashes; /* by name; 0: not made yet */
	uint32_t *counts; /* by name: its calls */
	uint8_t *bound;   /* by name: BOUND_… */
	bool aside;       /* what it calls shows nothing of how a program does it */
	bool test;
};

static uint64_t hash_of(struct noting *n, uint32_t name)
{
	if (!n->hashes[name])
		n->hashes[name] = str_hash(python_name(n->file, name), 0);
	return n->hashes[name];
}

/* Of tests, examples and notebooks: their values are small and made on the spot. */
static bool is_aside(const struct python_file *file)
{
	static const char *const parts[] = {
	        "example", "demo", "tutorial", "docs/", "notebook", "benchmark", NULL};

	return file->notebook || entry_is_test(file->below) || str_has_one_of(file->below, parts);
}

/* x.cpu(), x.numpy() */
static bool is_copy(const struct noting *n, const struct python_call *call)
{
	const struct python_chain *chain =
	        call->chain == PYTHON_NONE ? NULL : &n->file->chains.at[call->chain];
	str name;

	if (!chain || !chain->name_count || call->arg_count)
		return false;
	name = python_name(n->file, python_chain_last(n->file, chain));
	return str_eq(name, S("cpu")) || str_eq(name, S("numpy"));
}

/* What an argument shows by itself where nothing else is known of it. */
static enum host_given shown(const struct noting *n, const struct python_arg *arg)
{
	switch ((enum python_value)arg->kind) {
	case PYTHON_VALUE_CALL:
		return is_copy(n, &n->file->calls.at[arg->ref]) ? GIVEN_HOST : GIVEN_OTHER;
	case PYTHON_VALUE_CHAIN: return GIVEN_UNTOLD;
	case PYTHON_VALUE_EXPR:
	case PYTHON_VALUE_STAR:
	case PYTHON_VALUE_DOUBLE_STAR: return GIVEN_OTHER;
	default: return GIVEN_NOTHING;
	}
}

static void mark_given(
        struct host_calls *calls, uint64_t function, uint64_t key, enum host_given given)
{
	static const uint32_t marks[] = {[GIVEN_HOST] = MARK_HOST,
	        [GIVEN_FRESH] = MARK_FRESH,
	        [GIVEN_THERE] = MARK_THERE,
	        [GIVEN_OTHER] = MARK_OTHER};

	mark(calls, key, marks[given]);
	if (given != GIVEN_OTHER)
		mark(calls, function, MARK_HOST);
}

/* A parameter that is handed on: what that is given is asked for when all calls are known. A
 * function that calls itself with it is given nothing else. */
static bool note_handed(struct noting *n, uint64_t function, uint64_t key, uint32_t argument)
{
	const struct host_handed *handed = n->notes->handed;
	struct host_edge edge;
	uint64_t from, given;

	if (!handed || !handed[argument].from || n->aside || marks_of(n->calls, key) & MARK_OTHER)
		return false;
	handed += argument;
	edge = (struct host_edge){.from = handed->from,
	        .keyword = hash_of(n, handed->name),
	        .to = key,
	        .to_function = function,
	        .place = handed->place};
	from = str_hash(edge.from->function, 0);
	given = keyword_key(from, edge.keyword);
	if (key == given || key == place_key(from, edge.place))
		return true;
	if ((marks_of(n->calls, given) | marks_of(n->calls, place_key(from, edge.place))) &
	        MARK_OTHER)
		return false;
	*VEC_PUSH(n->calls->arena, &n->calls->edges) = edge;
	return true;
}

static void note_argument(
        struct noting *n, uint64_t function, uint64_t key, enum host_given given, uint32_t argument)
{
	if (given == GIVEN_NOTHING)
		return;
	if (given == GIVEN_UNTOLD && note_handed(n, function, key, argument))
		return;
	given = given == GIVEN_UNTOLD ? GIVEN_OTHER : given;
	if (!n->aside || given == GIVEN_OTHER)
		mark_given(n->calls, function, key, given);
}

/* The note of a call; NULL. Calls come in the order of their brackets, so do notes. */
static const struct host_note *note_at(const struct noting *n, uint32_t open)
{
	uint32_t low = 0, high = n->notes->list.len;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (n->notes->list.at[mid].open < open)
			low = mid + 1;
		else
			high = mid;
	}
	return low < n->notes->list.len && n->notes->list.at[low].open == open
	               ? &n->notes->list.at[low]
	               : NULL;
}

static void note_walked(struct noting *n, uint64_t function, const struct host_note *note,
        const struct python_call *call)
{
	uint32_t place = 0;

	for (uint32_t i = 0; i < note->count; i++) {
		const struct host_argument *a = &n->notes->arguments.at[note->first + i];
		uint64_t key = a->name ? keyword_key(function, hash_of(n, a->name))
		                       : place_key(function, place++);

		note_argument(n, function, key, (enum host_given)a->given, call->args + i);
	}
	if (note->spread)
		mark(n->calls, function, MARK_SPREAD);
}

static void note_unwalked(struct noting *n, uint64_t function, const struct python_call *call)
{
	uint32_t place = 0;

	for (uint32_t i = 0; i < call->arg_count; i++) {
		const struct python_arg *a = &n->file->args.at[call->args + i];

		if (a->kind == PYTHON_VALUE_STAR || a->kind == PYTHON_VALUE_DOUBLE_STAR)
			mark(n->calls, function, MARK_SPREAD);
		else
			note_argument(n, function,
			        a->name ? keyword_key(function, hash_of(n, a->name))
			                : place_key(function, place++),
			        shown(n, a), call->args + i);
	}
}

/* Net.step(self, x): the places are those of another call. */
static bool gives_self(const struct python_file *file, const struct python_call *call)
{
	const struct python_arg *first = &file->args.at[call->args];

	return call->arg_count && !first->name && first->kind == PYTHON_VALUE_CHAIN &&
	       !file->chains.at[first->ref].name_count &&
	       file->chains.at[first->ref].root == NAME_SELF;
}

bool host_calls_of_library(const struct python_file *file, const struct python_chain *chain)
{
	uint32_t count = 0, path;
	const uint32_t *targets = python_chain_targets(file, chain, &count);

	if (!count)
		return false;
	path = targets[0];
	while (file->paths.at[path].parent)
		path = file->paths.at[path].parent;
	return file->paths.at[path].name == NAME_TORCH;
}

/* Which arguments a call gives, whatever they are. */
static void count_arguments(struct noting *n, uint64_t function, const struct python_call *call)
{
	uint32_t number = 0;

	for (uint32_t i = 0; i < call->arg_count; i++) {
		const struct python_arg *a = &n->file->args.at[call->args + i];

		if (a->name)
			entry_at(n->calls, keyword_key(function, hash_of(n, a->name)))->count++;
		else
			number++;
	}
	if (number)
		entry_at(
		        n->calls, number_key(function, number < PLACES_MOST ? number : PLACES_MOST))
		        ->count++;
}

static void count_calls(struct noting *n)
{
	for (uint32_t i = 1; i < n->file->names->list.len; i++) {
		struct host_entry *entry = n->counts[i] ? entry_at(n->calls, hash_of(n, i)) : NULL;

		if (!entry)
			continue;
		entry->count += n->counts[i];
		entry->marks |= n->aside ? 0u : MARK_CALLED;
	}
}

static void note_turn_of(struct noting *n, uint64_t to, const struct host_caller *from)
{
	struct host_calls *calls = n->calls;

	if (!n->aside)
		mark(calls, to, MARK_CALLED);
	if (!from)
		mark(calls, to, MARK_AGAIN);
	else if (from->name.len && !(marks_of(calls, to) & MARK_AGAIN))
		*VEC_PUSH(calls->arena, &calls->turns) = (struct host_turn){from, to};
}

/* How often a call runs, of what may be called: a method by what is asked of an object, else a
 * function. A bare name that is a definition of the file is no other one. */
static void note_turn(struct noting *n, uint32_t name, uint32_t call)
{
	const struct python_file *file = n->file;
	const struct python_chain *chain = &file->chains.at[file->calls.at[call].chain];
	const struct host_caller *from = n->notes->callers ? n->notes->callers[call] : NULL;
	uint64_t hash = hash_of(n, name);
	bool bare = !chain->name_count, own = bare && n->bound[name] & BOUND_DEFINED;

	if (n->test) /* that is no step of anything */
		return;
	if (from && str_eq(from->name, python_name(file, name)))
		from = NULL; /* it calls itself */
	if (own)
		note_turn_of(n, own_key(str_hash(file->path, 0), hash), from);
	if (!bare)
		note_turn_of(n, kind_key(hash, true), from);
	if ((bare && !own) || n->bound[name] & BOUND_IMPORTED || chain->bound == PYTHON_IMPORT ||
	        file->stars.len)
		note_turn_of(n, kind_key(hash, false), from);
}

static void find_bound(struct noting *n)
{
	const struct python_file *file = n->file;

	for (uint32_t i = 0; i < file->bindings.len; i++) {
		const struct python_binding *b = &file->bindings.at[i];

		if (b->kind == PYTHON_BIND_DEFINITION)
			n->bound[b->name] |= BOUND_DEFINED;
		else if (b->kind == PYTHON_BIND_IMPORT)
			n->bound[b->name] |= BOUND_IMPORTED;
	}
}

static void note_calls(struct noting *n)
{
	const struct python_file *file = n->file;

	for (uint32_t i = 0; i < file->calls.len; i++) {
		const struct python_call *call = &file->calls.at[i];
		const struct host_note *note;
		uint64_t function;
		uint32_t name;

		if (call->dynamic == PYTHON_GETATTR && call->text)
			mark(n->calls, str_hash(file->texts.at[call->text], 0), MARK_PATH);
		if (call->chain == PYTHON_NONE ||
		        host_calls_of_library(file, &file->chains.at[call->chain]))
			continue;
		name = python_chain_last(file, &file->chains.at[call->chain]);
		n->counts[name]++;
		note_turn(n, name, i);
		if (!call->arg_count)
			continue;
		function = hash_of(n, name);
		count_arguments(n, function, call);
		note = note_at(n, call->open);
		if (gives_self(file, call))
			mark(n->calls, function, MARK_SPREAD);
		else if (note)
			note_walked(n, function, note, call);
		else
			note_unwalked(n, function, call);
	}
}

/* Texts that are names: getattr(meter, "update"), __all__ = ["update"], "meters.update". */
static void note_texts(struct noting *n)
{
	for (uint32_t i = 0; i < n->file->texts.len; i++) {
		str text = n->file->texts.at[i];
		size_t at = 0, from = 0;

		for (; at < text.len && (byte_is_word(text.ptr[at]) || strchr(".:", text.ptr[at]));
		        at++)
			if (!byte_is_word(text.ptr[at]))
				from = at + 1;
		if (at > from && at == text.len && at - from <= NAME_MOST)
			mark(n->calls, str_hash(str_from_at(text, from), 0),
			        from ? MARK_PATH : MARK_TEXT);
	}
}

/* Where the word begins that a dot or a colon stands before. */
static size_t asked_from(str text, size_t at)
{
	bool key = text.ptr[at++] == ':';

	while (key && at < text.len && text.ptr[at] == ' ')
		at++;
	return at + (key && at < text.len && (text.ptr[at] == '"' || text.ptr[at] == '\''));
}

/* pkg.meters.update, meters:update; no code that calls it, and no file of that name. */
static bool is_path_end(str text, size_t between, size_t end)
{
	static const char behind[] = "(./[";

	return between && byte_is_word(text.ptr[between - 1]) &&
	       byte_is_word(text.ptr[between + 1]) &&
	       !(end < text.len && strchr(behind, text.ptr[end]));
}

void host_calls_note_text(struct host_calls *calls, str text)
{
	for (size_t i = 0, from, end; i < text.len; i++) {
		if (text.ptr[i] != '.' && text.ptr[i] != ':')
			continue;
		from = end = asked_from(text, i);
		while (end < text.len && end - from <= NAME_MOST && byte_is_word(text.ptr[end]))
			end++;
		if (end > from && end - from <= NAME_MOST &&
		        !(text.ptr[from] >= '0' && text.ptr[from] <= '9'))
			mark(calls, str_hash(str_slice(text, from, end), 0),
			        is_path_end(text, i, end) ? MARK_TEXT | MARK_PATH : MARK_TEXT);
		i = from > i + 1 ? from - 1 : i; /* a run of blanks is gone through once */
	}
}

/* What an __init__.py imports it has itself. */
static void note_shown(struct noting *n)
{
	const struct python_file *file = n->file;

	if (!str_eq(path_base(file->path), S("__init__.py")))
		return;
	for (uint32_t i = 0; i < file->imports.len; i++) {
		const struct python_import *in = &file->imports.at[i];

		if (in->name)
			mark(n->calls, hash_of(n, in->name), MARK_SHOWN);
		else if (in->star && in->module)
			mark(n->calls, hash_of(n, file->paths.at[in->module].name), MARK_SHOWN);
	}
}

static int by_open(const void *left, const void *right)
{
	const struct host_note *a = left, *b = right;

	return a->open < b->open ? -1 : a->open > b->open;
}

void host_calls_note(struct host_calls *calls, struct arena *temp, const struct python_file *file,
        struct host_notes *notes)
{
	struct noting n = {.calls = calls,
	        .file = file,
	        .notes = notes,
	        .aside = is_aside(file),
	        .test = entry_is_test(file->below)};

	if (!file->names)
		return;
	n.hashes = ARENA_ARRAY(temp, uint64_t, (size_t)file->names->list.len + 1);
	if (notes->list.len)
		qsort(notes->list.at, notes->list.len, sizeof *notes->list.at, by_open);
	n.counts = ARENA_ARRAY(temp, uint32_t, (size_t)file->names->list.len + 1);
	n.bound = ARENA_ARRAY(temp, uint8_t, (size_t)file->names->list.len + 1);
	find_bound(&n);
	note_calls(&n);
	count_calls(&n);
	note_texts(&n);
	note_shown(&n);
}

/* ------------------------------------------------------------------ the whole project */

void host_calls_join(struct host_calls *into, const struct host_calls *from)
{
	for (uint32_t i = 0; i < from->cap; i++)
		if (from->entries[i].key) {
			struct host_entry *entry = entry_at(into, from->entries[i].key);

			entry->marks |= from->entries[i].marks;
			entry->count += from->entries[i].count;
		}
	for (uint32_t i = 0; i < from->edges.len; i++)
		*VEC_PUSH(into->arena, &into->edges) = from->edges.at[i];
	for (uint32_t i = 0; i < from->turns.len; i++)
		*VEC_PUSH(into->arena, &into->turns) = from->turns.at[i];
}

bool host_calls_may(const struct host_calls *calls, str function)
{
	uint32_t marks = marks_of(calls, str_hash(function, 0));

	return marks & MARK_HOST && !(marks & (MARK_SPREAD | MARK_TEXT | MARK_SHOWN));
}

bool host_calls_shown(const struct host_calls *calls, str name)
{
	return (marks_of(calls, str_hash(name, 0)) & (MARK_SHOWN | MARK_TEXT)) != 0;
}

static uint32_t given_marks(
        const struct host_calls *calls, str function, uint32_t place, uint64_t parameter)
{
	uint64_t key = str_hash(function, 0);

	return marks_of(calls, keyword_key(key, parameter)) |
	       (place == PYTHON_NONE ? 0 : marks_of(calls, place_key(key, place)));
}

static enum host_given given_from(
        const struct host_calls *calls, str function, uint32_t place, uint64_t parameter)
{
	uint32_t marks;

	if (!host_calls_may(calls, function) || (place != PYTHON_NONE && place >= PLACES_MOST))
		return GIVEN_OTHER;
	marks = given_marks(calls, function, place, parameter);
	if (marks & MARK_OTHER || !(marks & (MARK_HOST | MARK_FRESH | MARK_THERE)))
		return GIVEN_OTHER;
	if (marks & MARK_THERE)
		return GIVEN_THERE;
	return marks & MARK_FRESH ? GIVEN_FRESH : GIVEN_HOST;
}

enum host_given host_calls_give(
        const struct host_calls *calls, str function, uint32_t place, str parameter)
{
	return given_from(calls, function, place, str_hash(parameter, 0));
}

static void settle_edge(
        struct host_calls *calls, const struct host_edge *edge, const struct switches *switches)
{
	const struct host_giver *from = edge->from;
	bool asked = switches_hand_on(switches, from->function) ||
	             (from->class_.len && (host_calls_shown(calls, from->class_) ||
	                                          switches_ask_at(switches, edge->place)));

	mark_given(calls, edge->to_function, edge->to,
	        asked ? GIVEN_OTHER
	              : given_from(calls, from->function, edge->place, edge->keyword));
}

/* Settles those that wait for no other among the first n; gives how many do, which are first then.
 */
static uint32_t settle_round(struct host_calls *calls, uint32_t n, const struct switches *switches)
{
	uint32_t waiting = 0;

	for (uint32_t i = 0; i < n; i++)
		mark(calls, calls->edges.at[i].to, MARK_WAITS);
	for (uint32_t i = 0; i < n; i++) {
		const struct host_edge edge = calls->edges.at[i];

		if (!(given_marks(calls, edge.from->function, edge.place, edge.keyword) &
		            MARK_WAITS)) {
			settle_edge(calls, &edge, switches);
			continue;
		}
		calls->edges.at[i] = calls->edges.at[waiting];
		calls->edges.at[waiting++] = edge;
	}
	for (uint32_t i = 0; i < n; i++)
		entry_at(calls, calls->edges.at[i].to)->marks &= ~(uint32_t)MARK_WAITS;
	return waiting;
}

void host_calls_settle(struct host_calls *calls, const struct switches *switches)
{
	uint32_t n = calls->edges.len;

	for (uint32_t round = 0; round < HANDED_DEEP && n; round++)
		n = settle_round(calls, n, switches);
	for (uint32_t i = 0; i < n; i++)
		mark(calls, calls->edges.at[i].to, MARK_OTHER);
}

bool host_calls_always_give(
        const struct host_calls *calls, str function, uint32_t place, str parameter)
{
	uint64_t key = str_hash(function, 0);
	uint32_t marks = marks_of(calls, key), given;

	if (!(marks & MARK_CALLED) || marks & (MARK_SPREAD | MARK_TEXT | MARK_SHOWN))
		return false;
	given = count_of(calls, keyword_key(key, str_hash(parameter, 0)));
	for (uint32_t number = place; number < PLACES_MOST; number++)
		given += count_of(calls, number_key(key, number + 1));
	return given == count_of(calls, key);
}

/* What is said of a function by all calls that may be its own. */
static uint32_t turns_of(const struct host_calls *calls, const struct host_caller *function)
{
	uint64_t name = str_hash(function->name, 0);
	uint32_t marks = marks_of(calls, kind_key(name, function->method));

	/* who starts a program by a text of its name starts it once */
	if (!str_eq(function->name, S("main")) &&
	        marks_of(calls, name) & ((function->method ? MARK_TEXT : MARK_PATH) | MARK_SHOWN))
		marks |= MARK_AGAIN;
	return marks |
	       (function->method ? marks_of(calls, kind_key(name, false))
	                         : marks_of(calls, own_key(str_hash(function->path, 0), name)));
}

bool host_calls_run_once(const struct host_calls *calls, const struct host_caller *function)
{
	uint32_t marks = turns_of(calls, function);

	return marks & MARK_CALLED && !(marks & (MARK_AGAIN | MARK_LATER));
}

/* Whom a function calls that is not known to run once is not known to either; gives whether that
 * changed anything. */
static bool settle_turns_once(struct host_calls *calls)
{
	bool changed = false;

	for (uint32_t i = 0; i < calls->turns.len; i++)
		if (!host_calls_run_once(calls, calls->turns.at[i].from))
			mark(calls, calls->turns.at[i].to, MARK_ASKED);
	for (uint32_t i = 0; i < calls->turns.len; i++) {
		struct host_entry *to = entry_at(calls, calls->turns.at[i].to);

		changed |= !(to->marks & MARK_ASKED) && to->marks & MARK_LATER;
		if (!(to->marks & MARK_ASKED))
			to->marks &= ~(uint32_t)MARK_LATER;
	}
	for (uint32_t i = 0; i < calls->turns.len; i++)
		entry_at(calls, calls->turns.at[i].to)->marks &= ~(uint32_t)MARK_ASKED;
	return changed;
}

/* What something unknown may call runs again and again. */
static void mark_unknown(struct host_calls *calls, const struct host_caller *function)
{
	uint64_t name = str_hash(function->name, 0);

	mark(calls,
	        function->method ? kind_key(name, true)
	                         : own_key(str_hash(function->path, 0), name),
	        MARK_AGAIN);
}

void host_calls_settle_turns(struct host_calls *calls, host_caller_known *known, void *context)
{
	const struct host_caller *last = NULL;

	for (uint32_t i = 0; i < calls->turns.len; i++) {
		const struct host_turn *turn = &calls->turns.at[i];

		mark(calls, turn->to, MARK_LATER);
		if (turn->from != last && !known(context, turn->from))
			mark_unknown(calls, turn->from);
		last = turn->from;
	}
	for (uint32_t round = 0; round < TURNS_DEEP && settle_turns_once(calls); round++)
		;
}
