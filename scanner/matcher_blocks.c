/* Named matchers that look at statements around a place: tests, handlers, loops, assignments. */
#include "scanner/matcher_named.h"

#include "scanner/python/names.h"

#include <string.h>

enum { HEAD_BYTES = 2000, SWALLOWED_MOST = 200 };

str statement_head(struct python_matching *p, const struct statement *s)
{
	uint32_t end = s->end - s->at > HEAD_BYTES ? s->at + HEAD_BYTES : s->end;

	return python_may_look(p, end - s->at) ? python_source_text(p, s->at, end) : S("");
}

/* import-swallowed: the failure of an import is hidden, and its name is used all the same. */

static bool handler_hides(struct python_matching *p, uint32_t handler)
{
	const struct outline *o = python_outline(p);

	for (uint32_t c = o->list.at[handler].child; c != PYTHON_NONE; c = o->list.at[c].next) {
		const struct statement *s = &o->list.at[c];

		if (s->kind == STATEMENT_PASS)
			continue;
		if (!statement_is_harmless(p, s))
			return false;
	}
	return true;
}

static bool catches_import(str head)
{
	static const char *const types[] = {"ImportError", "ModuleNotFoundError", "Exception"};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (str_has(head, str_from(types[i])))
			return true;
	return str_trim(str_from_at(head, 6)).len <= 1;
}

/* The try whose body holds the statement has a handler that hides a failed import. */
static bool is_swallowed(struct python_matching *p, uint32_t statement)
{
	const struct outline *o = python_outline(p);
	uint32_t try = o->list.at[statement].parent;

	if (try == PYTHON_NONE || o->list.at[try].kind != STATEMENT_TRY)
		return false;
	for (uint32_t next = o->list.at[try].next;
	        next != PYTHON_NONE && o->list.at[next].kind == STATEMENT_EXCEPT;
	        next = o->list.at[next].next)
		if (catches_import(statement_head(p, &o->list.at[next])))
			return handler_hides(p, next);
	return false;
}

/* Whether some statement around the place asks for the name, or catches what goes wrong. */
static bool is_protected(struct python_matching *p, uint32_t at, str name)
{
	const struct outline *o = python_outline(p);
	uint32_t s = outline_find(o, at);

	if (s == PYTHON_NONE)
		return false;
	if (str_has(statement_head(p, &o->list.at[s]), S(" if ")) &&
	        str_has(str_from_at(statement_head(p, &o->list.at[s]),
	                        str_find(statement_head(p, &o->list.at[s]), S(" if "))),
	                name))
		return true;
	for (s = o->list.at[s].parent; s != PYTHON_NONE; s = o->list.at[s].parent) {
		const struct statement *around = &o->list.at[s];

		if (around->kind == STATEMENT_TRY)
			return true;
		if ((around->kind == STATEMENT_IF || around->kind == STATEMENT_ELIF ||
		            around->kind == STATEMENT_ELSE) &&
		        str_has(statement_head(p, &o->list.at[around->head]), name))
			return true;
	}
	return false;
}

static bool used_bare(struct python_matching *p, const struct python_import *in, uint32_t bound)
{
	const struct python_file *file = p->file;
	str name = python_name(file, bound);

	for (uint32_t i = 0; i < file->chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[i];

		if (chain->root_kind == PYTHON_ROOT_NAME && chain->root == bound &&
		        chain->context == PYTHON_LOAD && chain->at > in->at &&
		        !is_protected(p, chain->at, name))
			return true;
	}
	return false;
}

/* A package that rules call a blocker or major, or what the option names. */
static bool is_wanted_module(struct python_matching *p, const struct item_row *item, str module)
{
	str root = str_slice(module, 0, str_find_byte(module, '.'));
	uint32_t count;
	const struct ref_row *refs = ruleset_refs(p->m.rules, RULE_NAME_IMPORT, root, &count);

	if (option_fits(p, item, "like", module, false) ||
	        option_fits(p, item, "like", root, false))
		return true;
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t t = 0; t < p->m.rules->n_targets; t++)
			if (rule_severity(p->m.rules, p->m.rules->items[refs[i].item].rule, t) >=
			        SEVERITY_MAJOR)
				return true;
	return false;
}

/* A match of an import, with the dotted name that begins at its place. */
static struct raw *add_import(struct python_matching *p, const struct item_row *item,
        const struct python_import *in, str module)
{
	str text = p->file->text;
	uint32_t end = in->at;
	struct raw *raw;

	while (end < text.len && (byte_is_name(text.ptr[end]) || text.ptr[end] == '.'))
		end++;
	raw = named_add(p, item, in->at, end);
	raw->scope = in->scope;
	raw->matched = module;
	return raw;
}

void match_import_swallowed(struct python_matching *p, const struct item_row *item)
{
	uint32_t looked = 0;

	for (uint32_t i = 0; i < p->file->imports.len && looked < SWALLOWED_MOST; i++) {
		const struct python_import *in = &p->file->imports.at[i];
		uint32_t bound = in->alias ? in->alias : in->name, statement;
		str module;

		if (!(in->flags & (PYTHON_TRY_IMPORT | PYTHON_TRY_BROAD)) || in->level ||
		        !in->module || in->star || in->dynamic)
			continue;
		module = python_path(p->file, in->module);
		if (!bound) /* import a.b: the name is a */
			bound = python_name_find(
			        p->file, str_slice(module, 0, str_find_byte(module, '.')));
		statement = outline_find(python_outline(p), in->at);
		if (statement == PYTHON_NONE || !is_wanted_module(p, item, module) ||
		        !is_swallowed(p, statement))
			continue;
		looked++;
		if (!used_bare(p, in, bound))
			continue;
		add_import(p, item, in, module);
	}
}

/* own-extension: an import of what the project's setup.py builds with CUDA. */

/* What a rule knows by its name is told by that one. */
static bool is_known_import(struct python_matching *p, str module)
{
	uint32_t count;

	ruleset_refs(p->m.rules, RULE_NAME_IMPORT, str_slice(module, 0, str_find_byte(module, '.')),
	        &count);
	return count > 0;
}

/* import A.B, from A.B import x, from A import B; with level dots in front of A. */
static str own_extension(struct python_matching *p, const struct cuda_extensions *known,
        const struct python_import *in)
{
	str module = in->module ? python_path(p->file, in->module) : S("");
	str whole = in->name ? str_from_at(python_path(p->file, in->target), in->level) : module;

	if (cuda_extensions_has(known, module, in->level))
		return module;
	return cuda_extensions_has(known, whole, in->level) ? whole : S("");
}

void match_own_extension(struct python_matching *p, const struct item_row *item)
{
	struct cuda_extensions own = {0};
	const struct cuda_extensions *known = p->m.worker->extensions;

	if (!known) { /* nothing but this file is known */
		cuda_extensions_add(&own, p->m.env->temp, p->file);
		known = &own;
	}
	for (uint32_t i = 0; known->names.len && i < p->file->imports.len; i++) {
		const struct python_import *in = &p->file->imports.at[i];
		struct raw *raw;
		str module;

		if (in->dynamic || !python_may_look(p, known->names.len))
			continue;
		module = own_extension(p, known, in);
		if (!module.len || is_known_import(p, module) ||
		        (!in->level && !str_has(module, S(".")) && match_owns(&p->m, module)))
			continue;
		raw = add_import(p, item, in, module);
		raw->flags = in->flags;
		raw->import = true;
	}
}

/* model-built-on-host: built on the CPU, then moved. */

/* For each name, the last place where it is moved, and in which scope. */
struct moves {
	uint32_t *at, *scope;
};

static struct moves find_moves(struct python_matching *p)
{
	static const char *const moves[] = {"to", "cuda", "tpu", NULL};
	struct moves m = {ARENA_ARRAY(p->m.env->temp, uint32_t, (size_t)p->n_names + 1),
	        ARENA_ARRAY(p->m.env->temp, uint32_t, (size_t)p->n_names + 1)};

	for (uint32_t i = 0; i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];
		const struct python_chain *chain;

		if (call->chain == PYTHON_NONE)
			continue;
		chain = &p->file->chains.at[call->chain];
		if (chain->root_kind != PYTHON_ROOT_NAME || chain->name_count != 1)
			continue;
		if (str_is_one_of(call_last(p, call), moves)) {
			m.at[chain->root] = call->at;
			m.scope[chain->root] = call->scope;
		}
	}
	return m;
}

static bool inside_device_context(struct python_matching *p, uint32_t at)
{
	const struct outline *o = python_outline(p);
	uint32_t s = outline_find(o, at);

	for (; s != PYTHON_NONE; s = o->list.at[s].parent)
		if (o->list.at[s].kind == STATEMENT_WITH &&
		        str_has(statement_head(p, &o->list.at[s]), S("device(")))
			return true;
	return false;
}

void match_built_on_host(struct python_matching *p, const struct item_row *item)
{
	struct moves moves = {NULL, NULL};
	uint32_t from_config = python_name_find(p->file, S("from_config"));
	uint8_t *fits = ARENA_ARRAY(p->m.env->temp, uint8_t, (size_t)p->n_names + 1);

	for (uint32_t i = 0; i < p->file->bindings.len; i++) {
		const struct python_binding *b = &p->file->bindings.at[i];
		const struct python_call *call;
		const struct python_chain *chain;
		uint32_t last;

		if (b->kind != PYTHON_BIND_VALUE || b->value != PYTHON_VALUE_CALL)
			continue;
		call = &p->file->calls.at[b->ref];
		if (call->chain == PYTHON_NONE)
			continue;
		chain = &p->file->chains.at[call->chain];
		last = python_chain_last(p->file, chain);
		if (from_config && last == from_config && chain->name_count)
			last = chain->name_count > 1
			               ? p->file->attributes
			                         .at[chain->names + chain->name_count - 2]
			               : chain->root;
		if (!fits[last]) /* looked up once: 1 no, 2 yes */
			fits[last] = option_fits(p, item, "class_like", python_name(p->file, last),
			                     false)
			                     ? 2
			                     : 1;
		if (fits[last] == 1)
			continue;
		if (!moves.at)
			moves = find_moves(p);
		if (moves.at[b->name] >= call->end && moves.scope[b->name] == call->scope &&
		        !inside_device_context(p, call->at))
			named_add_call(p, item, call);
	}
}

/* sum-of-losses: N += loss inside of a loop keeps every graph alive, or adds up in low precision.
 */

static bool is_loss(str word)
{
	if (!str_ends(word, S("loss")) && !str_ends(word, S(")")))
		return false;
	if (str_ends(word, S(".detach()")))
		word.len -= 9;
	word = str_last_part(word, '.');
	for (size_t i = 0; i < word.len; i++)
		if (!byte_is_name(word.ptr[i]))
			return false;
	return str_eq(word, S("loss")) || str_ends(word, S("_loss"));
}

/* What is added ends in such a word, so the file has to have one. */
static bool names_a_loss(const struct python_file *file)
{
	for (uint32_t i = 1; file->names && i < file->names->list.len; i++)
		if (is_loss(python_name(file, i)))
			return true;
	return false;
}

/* By name of the file, whether every binding of it is a call, and none a number that was read. */
static bool *find_call_bound(struct python_matching *p)
{
	bool *bound = ARENA_ARRAY(p->m.env->temp, bool, (size_t)p->n_names + 1);
	bool *not = ARENA_ARRAY(p->m.env->temp, bool, (size_t)p->n_names + 1);

	for (uint32_t i = 0; i < p->file->bindings.len; i++) {
		const struct python_binding *b = &p->file->bindings.at[i];
		bool call = b->kind == PYTHON_BIND_VALUE && b->value == PYTHON_VALUE_CALL;
		str last = call ? call_last(p, &p->file->calls.at[b->ref]) : S("");

		if (!call || str_eq(last, S("item")) || str_eq(last, S("float")))
			not [b->name] = true;
		bound[b->name] = !not [b->name];
	}
	return bound;
}

static bool in_loop(const struct outline *o, uint32_t statement)
{
	for (uint32_t s = o->list.at[statement].parent; s != PYTHON_NONE;
	        s = o->list.at[s].parent) {
		if (o->list.at[s].kind == STATEMENT_FOR || o->list.at[s].kind == STATEMENT_WHILE)
			return true;
		if (o->list.at[s].kind == STATEMENT_DEF || o->list.at[s].kind == STATEMENT_CLASS)
			return false;
	}
	return false;
}

/* total.backward() of the chain on the left of a sum, by its last name. */
static bool *find_backwarded(struct python_matching *p)
{
	bool *names = ARENA_ARRAY(p->m.env->temp, bool, (size_t)p->n_names + 1);
	uint32_t backward = python_name_find(p->file, S("backward"));

	for (uint32_t i = 0; backward && i < p->file->chains.len; i++) {
		const struct python_chain *chain = &p->file->chains.at[i];
		uint32_t n = chain->name_count;

		if (!n || p->file->attributes.at[chain->names + n - 1] != backward)
			continue;
		if (n > 1)
			names[p->file->attributes.at[chain->names + n - 2]] = true;
		else if (chain->root_kind == PYTHON_ROOT_NAME)
			names[chain->root] = true;
	}
	return names;
}

/* A sum at "+=" of what looks like a loss: its statement; NULL when it is none. */
static const struct statement *loss_sum(
        struct python_matching *p, uint32_t place, const bool *call_bound, const bool *backwarded)
{
	str text = p->file->text;
	size_t line = place + str_find_byte(str_from_at(text, place), '\n');
	str right = str_trim(str_slice(text, place + 2, line));
	const struct statement *s;
	const struct outline *o;
	uint32_t root, left;

	right = str_trim(str_slice(right, 0, str_find_byte(right, '#')));
	if (!is_loss(right))
		return NULL;
	root = python_name_find(p->file, str_slice(right, 0, str_find_byte(right, '.')));
	if (!root || !call_bound[root])
		return NULL;
	o = python_outline(p);
	s = statement_at(p, place);
	if (!s || s->kind != STATEMENT_SIMPLE || !in_loop(o, (uint32_t)(s - o->list.at)))
		return NULL;
	left = python_name_find(
	        p->file, str_last_part(str_trim(str_slice(text, s->at, place)), '.'));
	return left && backwarded[left] ? NULL : s;
}

void match_sum_of_losses(struct python_matching *p, const struct item_row *item)
{
	str text = p->file->text;
	bool *call_bound, *backwarded;

	if (!p->torch || !names_a_loss(p->file))
		return;
	call_bound = find_call_bound(p);
	backwarded = find_backwarded(p);
	for (size_t at = 0; (at += str_find_byte(str_from_at(text, at), '+')) < text.len; at++) {
		const struct statement *s = NULL;

		if (at + 1 < text.len && text.ptr[at + 1] == '=')
			s = loss_sum(p, (uint32_t)at, call_bound, backwarded);
		if (s)
			named_add(p, item, s->at, s->end);
	}
}

/* compiled-optimizer-step and inference-mode-compiled */

static bool is_compile_call(struct python_matching *p, const struct python_call *call)
{
	return call->chain != PYTHON_NONE && p->file->chains.at[call->chain].target_count &&
	       str_eq(call_target(p, call), S("torch.compile"));
}

/* By name, the defs that are given to torch.compile. */
static bool *find_passed(struct python_matching *p)
{
	bool *names = ARENA_ARRAY(p->m.env->temp, bool, (size_t)p->n_names + 1);

	for (uint32_t i = 0; i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];
		const struct python_arg *arg;

		if (!is_compile_call(p, call))
			continue;
		arg = call_argument(p, call, S("0"));
		if (arg && arg->kind == PYTHON_VALUE_CHAIN) {
			const struct python_chain *chain = &p->file->chains.at[arg->ref];

			if (chain->root_kind == PYTHON_ROOT_NAME && !chain->name_count)
				names[chain->root] = true;
		}
	}
	return names;
}

/* By name, whose step() is called in compiled code: of x.step() x, of self.x.step() x too. */
static bool *find_compiled_steps(struct python_matching *p)
{
	bool *names = ARENA_ARRAY(p->m.env->temp, bool, (size_t)p->n_names + 1);
	bool *passed = find_passed(p);
	uint32_t step = python_name_find(p->file, S("step"));

	for (uint32_t i = 0; step && i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];
		const struct python_scope *scope = &p->file->scopes.at[call->scope];
		const struct python_chain *chain;
		bool compiled = (scope->flags & PYTHON_COMPILED) != 0;

		if (call->chain == PYTHON_NONE)
			continue;
		if (!compiled && scope->function != PYTHON_NONE)
			compiled = passed[p->file->scopes.at[scope->function].name];
		chain = &p->file->chains.at[call->chain];
		if (!compiled || chain->root_kind != PYTHON_ROOT_NAME ||
		        python_chain_last(p->file, chain) != step)
			continue;
		if (chain->name_count == 1)
			names[chain->root] = true;
		else if (chain->name_count == 2)
			names[p->file->attributes.at[chain->names]] = true;
	}
	return names;
}

static void match_optimizer(
        struct python_matching *p, const struct item_row *item, const struct python_call *call)
{
	if (call->chain != PYTHON_NONE && p->file->chains.at[call->chain].target_count &&
	        option_fits(p, item, "call", call_target(p, call), false) &&
	        call_holds(p, item, call, NULL))
		named_add_call(p, item, call)->choice = p->choice;
}

void match_compiled_optimizer(struct python_matching *p, const struct item_row *item)
{
	bool *stepped;

	if (!python_name_find(p->file, S("compile")) || !python_name_find(p->file, S("step")))
		return;
	stepped = find_compiled_steps(p);
	for (uint32_t i = 0; i < p->file->bindings.len; i++) {
		const struct python_binding *b = &p->file->bindings.at[i];

		if (b->kind == PYTHON_BIND_VALUE && b->value == PYTHON_VALUE_CALL &&
		        stepped[b->name])
			match_optimizer(p, item, &p->file->calls.at[b->ref]);
	}
	for (uint32_t i = 0; i < p->file->stores.len; i++) {
		const struct python_store *s = &p->file->stores.at[i];
		const struct python_chain *chain = &p->file->chains.at[s->chain];

		if (s->value == PYTHON_VALUE_CALL && chain->name_count == 1 &&
		        stepped[p->file->attributes.at[chain->names]])
			match_optimizer(p, item, &p->file->calls.at[s->ref]);
	}
}

/* By name, what is bound to torch.compile(…) or is a def decorated with it. */
static bool *find_compiled(struct python_matching *p)
{
	bool *names = ARENA_ARRAY(p->m.env->temp, bool, (size_t)p->n_names + 1);

	for (uint32_t i = 0; i < p->file->bindings.len; i++) {
		const struct python_binding *b = &p->file->bindings.at[i];

		if (b->kind == PYTHON_BIND_VALUE && b->value == PYTHON_VALUE_CALL &&
		        is_compile_call(p, &p->file->calls.at[b->ref]))
			names[b->name] = true;
	}
	for (uint32_t i = 0; i < p->file->stores.len; i++) {
		const struct python_store *s = &p->file->stores.at[i];
		const struct python_chain *chain = &p->file->chains.at[s->chain];

		if (s->value == PYTHON_VALUE_CALL && chain->name_count == 1 &&
		        is_compile_call(p, &p->file->calls.at[s->ref]))
			names[p->file->attributes.at[chain->names]] = true;
	}
	for (uint32_t i = 0; i < p->file->decorators.len; i++) {
		const struct python_decorator *d = &p->file->decorators.at[i];

		if (d->body != PYTHON_NONE && p->file->scopes.at[d->body].flags & PYTHON_COMPILED)
			names[d->name] = true;
	}
	return names;
}

/* Places where a compiled name is called, ascending. */
struct places {
	VEC(uint32_t) at;
};

static void find_compiled_calls(struct python_matching *p, struct places *out)
{
	bool *compiled = find_compiled(p);

	for (uint32_t i = 0; i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];
		const struct python_chain *chain;

		if (call->chain == PYTHON_NONE)
			continue;
		chain = &p->file->chains.at[call->chain];
		if (chain->root_kind == PYTHON_ROOT_NAME && chain->name_count <= 1 &&
		        !chain->target_count && compiled[python_chain_last(p->file, chain)])
			*VEC_PUSH(p->m.env->temp, &out->at) = call->open;
	}
}

static bool is_inference_mode(struct python_matching *p, uint32_t chain_index)
{
	uint32_t count;
	const uint32_t *targets;

	if (chain_index == PYTHON_NONE)
		return false;
	targets = python_chain_targets(p->file, &p->file->chains.at[chain_index], &count);
	return count && str_starts(python_path(p->file, targets[0]), S("torch.")) &&
	       str_ends(python_path(p->file, targets[0]), S("inference_mode"));
}

static void match_inference_decorators(
        struct python_matching *p, const struct item_row *item, const struct places *calls)
{
	const struct outline *o = python_outline(p);

	for (uint32_t i = 0; i < p->file->decorators.len; i++) {
		const struct python_decorator *d = &p->file->decorators.at[i];
		const struct python_scope *body;
		uint32_t def;

		if (!is_inference_mode(p, d->chain) || d->body == PYTHON_NONE)
			continue;
		body = &p->file->scopes.at[d->body];
		def = outline_find(o, body->at);
		if (body->flags & PYTHON_COMPILED ||
		        (def != PYTHON_NONE && places_between(calls->at.at, calls->at.len, body->at,
		                                       outline_end(o, p->file, def))))
			named_add(p, item, d->at,
			        d->call == PYTHON_NONE ? p->file->chains.at[d->chain].end
			                               : p->file->calls.at[d->call].end)
			        ->scope = d->scope;
	}
}

void match_inference_compiled(struct python_matching *p, const struct item_row *item)
{
	struct places calls = {{0}};

	if (!python_name_find(p->file, S("inference_mode")) ||
	        !python_name_find(p->file, S("compile")))
		return;
	find_compiled_calls(p, &calls);
	match_inference_decorators(p, item, &calls);
	for (uint32_t i = 0; i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];
		const struct outline *o = python_outline(p);
		uint32_t s;

		if (!is_inference_mode(p, call->chain))
			continue;
		s = outline_find(o, call->at);
		if (s != PYTHON_NONE && o->list.at[s].kind == STATEMENT_WITH &&
		        places_between(calls.at.at, calls.at.len, o->list.at[s].end,
		                outline_end(o, p->file, s)))
			named_add_call(p, item, call);
	}
}
