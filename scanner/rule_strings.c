/* String constants of a Python file: those that name a device or a back end by where they stand,
 * and, where a rule may want one, all of them.
 *
 * Most files hold nothing that any string rule wants: only one that holds the longest run of some
 * pattern (see find_needles) is read by the lexer once more. */
#include "scanner/matcher_named.h"

#include "scanner/python/names.h"

#include "scanner/python/lexer.h"

#include <string.h>

enum { PATH_RECORDS = 100 }; /* as much as following a path through modules takes */
enum { STRING_BYTES = 200, QUOTES_MOST = 8 }; /* of a literal that rules may name; around it */

const struct python_call *call_around(const struct python_file *file, uint32_t at,
        const struct python_arg **arg, uint32_t *position)
{
	uint32_t low = python_call_from(file, at), steps = 0;

	for (; low > 0 && steps < 200; low--, steps++) {
		const struct python_call *call = &file->calls.at[low - 1];
		uint32_t n = 0;

		if (call->end <= at)
			continue;
		for (uint32_t i = 0; i < call->arg_count; i++) {
			*arg = &file->args.at[call->args + i];
			*position = n;
			if ((*arg)->at <= at && at < (*arg)->end)
				return call;
			n += !(*arg)->name;
		}
		return NULL;
	}
	return NULL;
}

/* The def or class of this file that a call is of; by what is called on self as well. */
static bool is_function_called(const struct python_file *file, const struct python_call *call,
        const struct python_chain *chain, uint32_t function)
{
	const struct python_scope *s = &file->scopes.at[function],
	                          *parent = &file->scopes.at[s->parent];

	if (chain->root_kind != PYTHON_ROOT_NAME || chain->target_count)
		return false;
	if (parent->kind != PYTHON_CLASS)
		return !chain->name_count && s->name == chain->root;
	if (!chain->name_count)
		return parent->name == chain->root &&
		       str_eq(python_name(file, s->name), S("__init__"));
	return chain->name_count == 1 && chain->root == NAME_SELF &&
	       s->name == file->attributes.at[chain->names] &&
	       s->class_ == file->scopes.at[call->scope].class_;
}

/* Functions of this file that have a parameter for a device, looked for when first needed. */
static const struct device_parameters *device_parameters(
        struct python_matching *p, const uint8_t *words)
{
	if (!p->devices)
		device_parameters_find(p->m.env->temp, p->file, words,
		        p->devices = ARENA_NEW(p->m.env->temp, struct device_parameters));
	return p->devices;
}

/* pick("cuda") of a function of the project whose parameter stands for a device. */
static bool is_parameter_of_device(struct python_matching *p, const uint8_t *words,
        const struct python_call *call, const struct python_arg *arg, uint32_t place)
{
	const struct python_chain *chain = &p->file->chains.at[call->chain];
	const struct python_outside *outside = p->file->outside;
	const struct device_parameters *own;
	uint32_t count;
	const uint32_t *targets = python_chain_targets(p->file, chain, &count);

	for (uint32_t i = 0; i < count && outside && python_may_look(p, PATH_RECORDS); i++)
		if (device_parameters_tell(
		            outside->devices(outside->context, python_path(p->file, targets[i])),
		            python_name(p->file, arg->name), place))
			return true;
	own = count ? NULL : device_parameters(p, words);
	for (uint32_t i = 0; own && i < own->list.len && python_may_look(p, 1); i++) {
		const struct device_parameter *d = &own->list.at[i];

		if ((arg->name ? d->name == arg->name : d->place == place) &&
		        is_function_called(p->file, call, chain, d->function))
			return true;
	}
	return false;
}

/* Whether a text as argument stands for a device. */
static bool is_device_argument(struct python_matching *p, const uint8_t *words,
        const struct python_call *call, const struct python_arg *arg, uint32_t position)
{
	return device_argument(p->file, words, call, arg, position) ||
	       (call->chain != PYTHON_NONE && !strchr("[{", p->file->text.ptr[arg->at]) &&
	               is_parameter_of_device(p, words, call, arg, position));
}

static bool is_backend_argument(
        struct python_matching *p, const struct python_arg *arg, uint32_t position)
{
	str name = python_name(p->file, arg->name);

	return arg->name ? str_eq(name, S("backend")) : position == 0;
}

struct string_match {
	struct python_matching *p;
	const struct python_string *string;
	bool device, backend;
};

static void on_device_string(void *context, const struct ref_row *ref, size_t length)
{
	struct string_match *s = context;
	struct python_matching *p = s->p;
	const struct item_row *item = &p->m.rules->items[ref->item];
	uint32_t end = s->string->at;
	struct raw *raw;

	(void)length;
	if (item->kind != ITEM_STRING || p->m.rules->off[item->rule])
		return;
	if (item->in == IN_DEVICE ? !s->device : item->in == IN_BACKEND ? !s->backend : true)
		return;
	while (end < s->string->at + 2 && strchr("rRfF", p->file->text.ptr[end]))
		end++; /* an f is no prefix of what literal_at reads */
	literal_at(p->file->text, end, &end);
	raw = raw_add(p, item->rule, s->string->at, end);
	raw->flags = s->string->flags;
	raw->scope = s->string->scope;
	raw->matched = s->string->value;
	raw->detail = arena_format(p->m.env->temp, "\"%.*s\"", STR_ARG(s->string->value));
}

/* Adds what rules say of a device or back end that an argument stands for. */
static void match_meant(struct python_matching *p, const struct python_call *call,
        const struct python_arg *arg, str value)
{
	struct string_match s = {p, NULL, true, false};
	struct python_string string = {.value = value,
	        .at = arg->at,
	        .scope = call->scope,
	        .flags = call->flags,
	        .form = PYTHON_VALUE_STR};
	uint32_t before = p->raw.len;

	s.string = &string;
	ruleset_visit(p->m.rules, RULE_NAME_STRING, value, on_device_string, &s);
	for (uint32_t i = before; i < p->raw.len; i++) {
		p->raw.at[i].end = arg->end;
		p->raw.at[i].detail = arena_format(p->m.env->temp, "%.*s (\"%.*s\")",
		        STR_ARG(python_shown_text(p, arg->at, arg->end)), STR_ARG(value));
	}
}

/* The leaf is a text that stands in the argument itself and is found there. */
static bool is_found_inside(struct python_matching *p, const uint8_t *words,
        const struct python_arg *arg, const struct leaf *leaf)
{
	const struct python_call *call;
	const struct python_arg *inner;
	uint32_t position;

	if (leaf->at < arg->at || leaf->at >= arg->end)
		return false;
	if (leaf->joined) /* a matcher of its own */
		return str_has(str_slice(p->file->text, leaf->at, leaf->end), S("cuda"));
	if (!literal_at(p->file->text, leaf->at, &position).ptr) /* of another file */
		return false;
	call = call_around(p->file, leaf->at, &inner, &position);
	return call && is_device_argument(p, words, call, inner, position);
}

/* x.to(Place.GPU.value), x.to(PLACES[i]), x.to(NAME + ":0"): what is written there names no device,
 * but what it may be does. */
static void match_device_leaves(struct python_matching *p, const uint8_t *words,
        const struct python_call *call, const struct python_arg *arg)
{
	const struct leaves *leaves = python_leaves(p, arg->at, arg->end, call->scope);
	uint32_t before = p->raw.len;

	for (uint32_t i = 0; i < leaves->count && p->raw.len == before; i++) {
		const struct leaf *leaf = &leaves->at[i];

		if (leaf->kind == PYTHON_VALUE_STR && !is_found_inside(p, words, arg, leaf) &&
		        !leaf_is_told(p, leaf))
			match_meant(p, call, arg, leaf->text);
	}
	for (uint32_t i = before; i < p->raw.len; i++)
		p->raw.at[i].choice = leaves->choice;
}

/* x.to(TARGET), where TARGET = "cuda" stands somewhere: found here only when the name does not say
 * that it is a device, since else the assignment is what is found. */
static void match_device_constant(struct python_matching *p, const uint8_t *words,
        const struct python_call *call, const struct python_arg *arg, uint32_t position)
{
	const struct python_chain *chain =
	        arg->kind == PYTHON_VALUE_CHAIN ? &p->file->chains.at[arg->ref] : NULL;
	str value;

	if (!device_argument(p->file, words, call, arg, position))
		return;
	if (chain && chain->bound != PYTHON_LOCAL && chain->bound != PYTHON_IMPORT)
		return;
	value = chain ? argument_constant(p, arg) : STR_NONE;
	if (!value.ptr)
		match_device_leaves(p, words, call, arg);
	else if (value.ptr &&
	         !is_device_name(python_name(p->file, python_chain_last(p->file, chain))))
		match_meant(p, call, arg, value);
}

/* Arguments that are no literals and may stand for a device. */
static void match_device_constants(struct python_matching *p, const uint8_t *words)
{
	for (uint32_t i = 0; i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];
		uint32_t position = 0;

		if (!call_may_take_device(p->file, words, call))
			continue;
		for (uint32_t a = 0; a < call->arg_count; a++) {
			const struct python_arg *arg = &p->file->args.at[call->args + a];

			if ((arg->kind == PYTHON_VALUE_CHAIN || arg->kind == PYTHON_VALUE_EXPR ||
			            arg->kind == PYTHON_VALUE_CALL ||
			            arg->kind == PYTHON_VALUE_FSTR) &&
			        (arg->name || position < 2))
				match_device_constant(p, words, call, arg, position);
			position += !arg->name;
		}
	}
}

/* x.device == torch.device("cuda"), torch.device("cuda").type == kind: asked for, not chosen. */
static bool is_compared_device(const struct python_matching *p, const struct python_call *call)
{
	str text = p->file->text;
	str before = str_trim(str_slice(text, call->at > 8 ? call->at - 8 : 0, call->at));
	str behind = str_slice(text, call->end, call->end + 16);

	if (call->chain == PYTHON_NONE ||
	        !str_eq(python_name(p->file,
	                        python_chain_last(p->file, &p->file->chains.at[call->chain])),
	                S("device")))
		return false;
	behind = str_trim(str_starts(behind, S(".type")) ? str_from_at(behind, 5) : behind);
	return str_ends(before, S("==")) || str_ends(before, S("!=")) ||
	       str_starts(behind, S("==")) || str_starts(behind, S("!="));
}

/* "cuda", and f"cuda", which fills nothing in. */
static bool is_plain(const struct python_string *string)
{
	return string->form == PYTHON_VALUE_STR ||
	       (string->form == PYTHON_VALUE_FSTR &&
	               str_find_byte(string->value, '{') == string->value.len);
}

/* load_engine(…), Runner(…), send_to(…): by its name it puts something on a device. */
static bool places_something(str name)
{
	static const char *const words[] = {"load", "serve", "move", "place", "model", "build",
	        "create", "init", "engine", "device", "setup", "infer", "pipeline", "worker",
	        "encoder", "decoder", "session", "runner", "agent", "trainer", "transfer", "upload",
	        "allocate", NULL};

	for (const char *const *word = words; *word; word++)
		if (has_small(name, *word))
			return true;
	return false;
}

/* engine.serve(weights, "cuda:0"): a device with its index. */
static bool is_indexed_device(struct python_matching *p, const struct python_call *call,
        const struct python_arg *arg, str value)
{
	return str_starts(value, S("cuda:")) && call->chain != PYTHON_NONE && !arg->name &&
	       arg->kind == PYTHON_VALUE_STR &&
	       places_something(python_name(
	               p->file, python_chain_last(p->file, &p->file->chains.at[call->chain])));
}

void match_device_strings(struct python_matching *p)
{
	const uint8_t *words = device_words(p->m.env->temp, p->file);

	for (uint32_t i = 0; i < p->file->strings.len; i++) {
		const struct python_string *string = &p->file->strings.at[i];
		struct string_match s = {p, string, false, false};
		const struct python_arg *arg;
		const struct python_call *call;
		uint32_t position, count;
		const struct ref_row *refs;

		if (!is_plain(string))
			continue; /* made at run time: a matcher of its own */
		call = call_around(p->file, string->at, &arg, &position);
		if (!call)
			continue;
		s.device = is_device_argument(p, words, call, arg, position) ||
		           is_indexed_device(p, call, arg, string->value);
		s.backend = is_backend_argument(p, arg, position);
		if ((!s.device && !s.backend) || is_compared_device(p, call))
			continue;
		ruleset_visit(p->m.rules, RULE_NAME_STRING, string->value, on_device_string, &s);
		refs = ruleset_refs(p->m.rules, RULE_NAME_ALWAYS, S("string"), &count);
		for (uint32_t r = 0; r < count; r++)
			on_device_string(&s, &refs[r], 0);
	}
	match_device_constants(p, words);
}

/* All strings. */

struct string_walk {
	struct python_matching *p;
	struct lexer *lexer;
	const struct token *t;
	const struct ref_row *always; /* items for which every string is looked at */
	uint32_t n_always;
	str value;
};

/* Whether the file speaks of environment variables. */
static bool may_hold_env(struct python_matching *p)
{
	static const char *const words[] = {"environ", "getenv", "putenv", "setenv", "env",
	        "all_envs", "env_vars", "env_dict", "runtime_env", "set_env_var", NULL};

	for (const char *const *word = words; *word; word++)
		if (python_name_find(p->file, str_from(*word)))
			return true;
	return false;
}

static void add_string(struct string_walk *w, const struct item_row *item, str matched)
{
	struct raw *raw = raw_add(w->p, item->rule, w->t->at, w->t->end);

	raw->matched = matched;
	raw->detail = str_slice(w->p->file->text, w->t->at, w->t->end);
}

static void on_string(void *context, const struct ref_row *ref, size_t length)
{
	struct string_walk *w = context;
	const struct ruleset *rules = w->p->m.rules;
	const struct item_row *item = &rules->items[ref->item];

	if (item->kind != ITEM_STRING || item->in != IN_ANY || rules->off[item->rule])
		return;
	if (!length) { /* a pattern with stars elsewhere than at its end */
		bool holds = false;

		for (uint32_t n = 0; n < item->n_names && !holds; n++)
			holds = wildcard_match(item_name(rules, item, n), w->value);
		if (!holds)
			return;
	}
	add_string(w, item, w->value);
}

/* The literal that the variable is given: env["X"] = "1", setenv("X", "1"). */
static str given_value(const struct string_walk *w)
{
	const struct token *t = w->t + 1;
	uint32_t end;

	if (t->kind == TOKEN_RSQB && t[1].kind == TOKEN_EQUAL)
		t += 2;
	else if (t->kind == TOKEN_COMMA || t->kind == TOKEN_COLON)
		t += 1;
	else
		return STR_NONE;
	return t->kind == TOKEN_STRING ? literal_at(w->p->file->text, t->at, &end) : STR_NONE;
}

static void on_env(void *context, const struct ref_row *ref, size_t length)
{
	struct string_walk *w = context;
	const struct ruleset *rules = w->p->m.rules;
	const struct item_row *item = &rules->items[ref->item];

	(void)length;
	if (item->kind == ITEM_ENV && !rules->off[item->rule] &&
	        item_env_fits(rules, item, given_value(w)))
		add_string(w, item, w->value);
}

/* A name of an environment variable: capitals, digits and underscores. One that ends in an
 * underscore is the beginning of several. */
static bool is_variable(str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!((s.ptr[i] >= 'A' && s.ptr[i] <= 'Z') || s.ptr[i] == '_' ||
		            (i && s.ptr[i] >= '0' && s.ptr[i] <= '9')))
			return false;
	return s.len > 1 && s.ptr[s.len - 1] != '_';
}

/* report["CUDA_HOME"]: the key of something that is no environment by its name. */
static bool is_other_key(const struct string_walk *w)
{
	const struct token *t = w->t;
	str name;

	if (t[-1].kind != TOKEN_LSQB || t[1].kind != TOKEN_RSQB || t[-2].kind != TOKEN_NAME)
		return false;
	name = str_slice(w->p->file->text, t[-2].at, t[-2].end);
	return str_has(name, S("info")) ||
	       (!str_has(name, S("env")) && !str_has(name, S("Env")) && !str_has(name, S("ENV")));
}

/* Some item of dict-entry has a key that begins as this text does. */
static bool may_be_key(const struct python_matching *p, str text)
{
	return text.len && p->m.worker->entry_begins[(unsigned char)text.ptr[0]];
}

/* {"key": value}, x["key"] = value: items of dict-entry. */
static void look_at_entry(struct string_walk *w)
{
	struct python_matching *p = w->p;
	const struct matcher_run *run = &p->m.worker->matchers[MATCHER_DICT_ENTRY];
	bool store = w->t[-1].kind == TOKEN_LSQB && w->t[1].kind == TOKEN_RSQB &&
	             w->t[2].kind == TOKEN_EQUAL;
	const struct token *value = w->t + (store ? 3 : 2);
	uint8_t behind = value->kind == TOKEN_NONE ? TOKEN_NONE : value[1].kind;
	bool choice;

	/* {"key": "text" if TEST else "other"} */
	choice = value->kind == TOKEN_STRING && behind == TOKEN_IF;
	if (store ? behind != TOKEN_NEWLINE && behind != TOKEN_SEMI && !choice
	          : w->t[1].kind != TOKEN_COLON ||
	                        (behind != TOKEN_COMMA && behind != TOKEN_RBRACE && !choice))
		return;
	for (uint32_t i = 0; may_be_key(p, w->value) && i < run->count; i++) {
		const struct item_row *item = &p->m.rules->items[run->refs[i].item];
		str written = str_slice(p->file->text, value->at, value->end);
		struct raw *raw;

		if (p->m.rules->off[item->rule] || !option_fits(p, item, "key", w->value, false) ||
		        (store && !p->m.worker->entry_stored[i]) ||
		        !entry_value_fits(p, item, written))
			continue;
		raw = named_add(p, item, value->at, value->end);
		raw->choice = choice;
		raw->detail = python_shown_text(p, w->t->at, value->end);
	}
}

/* x.key = "value" as a statement: items of dict-entry that look at what is stored. */
static void look_at_attribute(struct string_walk *w)
{
	struct python_matching *p = w->p;
	const struct matcher_run *run = &p->m.worker->matchers[MATCHER_DICT_ENTRY];
	const struct token *t = w->t;
	str key, written = str_slice(p->file->text, t->at, t->end);

	if (t[-1].kind != TOKEN_EQUAL || t[-2].kind != TOKEN_NAME || t[-3].kind != TOKEN_DOT ||
	        (t[1].kind != TOKEN_NEWLINE && t[1].kind != TOKEN_SEMI && t[1].kind != TOKEN_IF))
		return;
	key = str_slice(p->file->text, t[-2].at, t[-2].end);
	for (uint32_t i = 0; may_be_key(p, key) && i < run->count; i++) {
		const struct item_row *item = &p->m.rules->items[run->refs[i].item];
		struct raw *raw;

		if (p->m.rules->off[item->rule] || !p->m.worker->entry_stored[i] ||
		        !option_fits(p, item, "key", key, false) ||
		        !entry_value_fits(p, item, written))
			continue;
		raw = named_add(p, item, t->at, t->end);
		raw->choice = t[1].kind == TOKEN_IF;
		raw->detail = python_shown_text(p, t[-2].at, t->end);
	}
}

/* Some rule names a string that begins as this one does. */
static bool may_be_named(const struct rules_worker *worker, str value)
{
	uint32_t first = (uint32_t)(unsigned char)value.ptr[0] << 8;

	first |= value.len > 1 ? (unsigned char)value.ptr[1] : 0;
	return worker->string_filter[first / 64] >> (first & 63) & 1;
}

static void look_at_string(struct string_walk *w, bool env)
{
	const struct ruleset *rules = w->p->m.rules;
	uint32_t end;

	if (w->t->end - w->t->at > STRING_BYTES + QUOTES_MOST || token_is_documentation(w->t))
		return;
	w->value = literal_at(w->p->file->text, w->t->at, &end);
	if (!w->value.len || w->value.len > STRING_BYTES)
		return;
	look_at_entry(w);
	if (w->t >= &w->lexer->tokens.at[3])
		look_at_attribute(w);
	if (env && is_variable(w->value) && !is_other_key(w))
		ruleset_visit(rules, RULE_NAME_ENV, w->value, on_env, w);
	if (may_be_named(w->p->m.worker, w->value))
		ruleset_visit(rules, RULE_NAME_STRING, w->value, on_string, w);
	for (uint32_t i = 0; i < w->n_always; i++)
		on_string(w, &w->always[i], 0);
}

/* Some name of the file is a key that is looked for where it is stored as an attribute: there it
 * stands without quotes. */
static bool may_store_key(struct python_matching *p)
{
	const struct matcher_run *run = &p->m.worker->matchers[MATCHER_DICT_ENTRY];
	const struct ruleset *rules = p->m.rules;

	for (uint32_t i = 0; i < run->count; i++) {
		const struct item_row *item = &rules->items[run->refs[i].item];
		const struct condition_row *c = item_condition(rules, item, "key");

		if (rules->off[item->rule] || !p->m.worker->entry_stored[i])
			continue;
		for (uint32_t v = 0; c && v < c->n_values; v++) {
			str key = ruleset_text(rules, rules->values[c->first_value + v].text);

			if (python_name_find(p->file, key) || str_has(key, S("*")))
				return true;
		}
	}
	return false;
}

void match_strings(struct python_matching *p)
{
	struct string_walk w = {.p = p};
	bool env = may_hold_env(p);

	if (!env && !(p->needles & p->m.worker->string_bits) && !may_store_key(p))
		return;
	w.always = ruleset_refs(p->m.rules, RULE_NAME_ALWAYS, S("string"), &w.n_always);
	w.lexer = python_lexer(p->file);
	for (;;) {
		for (w.t = &w.lexer->tokens.at[1];
		        w.t->kind != TOKEN_NONE && w.t->kind != TOKEN_END; w.t++)
			if (w.t->kind == TOKEN_STRING)
				look_at_string(&w, env);
		if (w.lexer->ended || w.t->kind == TOKEN_END)
			break;
		lexer_fill(w.lexer);
	}
}
