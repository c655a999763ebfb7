/* Named matchers that look at single calls. */
#include "scanner/matcher_named.h"

#include <stdlib.h>
#include <string.h>

/* method-call: a method of what some constructor made.
 *
 * Who made what is known by bindings: NAME = MAKER(…), self.NAME = MAKER(…), with MAKER(…) as NAME,
 * each also with .to(…), .eval(), .half(), .cuda() behind the call. */

enum { CHAINED_MOST = 4, SEEN_MOST = 64, INTO_BYTES = 120 };

/* The call behind conversions: MAKER(…) of MAKER(…).to(x).eval(). */
static const struct python_call *maker_of(struct python_matching *p, const struct python_call *call)
{
	static const char *const conversions[] = {
	        "to", "eval", "half", "cuda", "float", "train", NULL};

	for (uint32_t i = 0; i < CHAINED_MOST && call->chain != PYTHON_NONE; i++) {
		const struct python_chain *chain = &p->file->chains.at[call->chain];

		if (!str_is_one_of(call_last(p, call), conversions) ||
		        chain->root_kind != PYTHON_ROOT_CALL || chain->name_count != 1)
			break;
		call = &p->file->calls.at[chain->root];
	}
	return call;
}

/* The number of the last word of what a call resolves to, of its callee where that is nothing. */
static uint32_t maker_word(const struct python_matching *p, const struct python_call *maker)
{
	const struct python_chain *chain;
	const uint32_t *targets;
	uint32_t count;

	if (maker->chain == PYTHON_NONE)
		return 0;
	chain = &p->file->chains.at[maker->chain];
	targets = python_chain_targets(p->file, chain, &count);
	return count ? p->file->paths.at[targets[0]].name : python_chain_last(p->file, chain);
}

/* `words`: last words of makers, by name of the file; NULL: it holds none of them. */
static bool made_by(struct python_matching *p, const struct item_row *item, const bool *words,
        const struct python_call *call)
{
	const struct python_call *maker = words ? maker_of(p, call) : call;
	str target;

	if (!words || !words[maker_word(p, maker)])
		return false;
	target = call_target(p, maker);
	if (!target.len && maker->chain != PYTHON_NONE &&
	        p->file->chains.at[maker->chain].name_count) /* x.unfold(…): "*.unfold" */
		target = arena_join(p->m.env->temp, S("?"), S("."), call_last(p, maker));
	return target.len && option_fits(p, item, "made_by", target, false);
}

/* A binding of a name that some binding gives a maker's call. */
struct maker_binding {
	uint32_t name, scope;
	bool made;
};

/* The names and the attributes that get a maker's call. A name is looked for in its scope: another
 * function may use the same name for something else. */
struct made {
	const bool *words;                  /* see made_by() */
	bool *names, *attributes;           /* by name of the file */
	VEC(struct maker_binding) bindings; /* of those names, in order */
};

static int compare_bindings(const void *left, const void *right)
{
	const struct maker_binding *a = left, *b = right;

	if (a->name != b->name)
		return a->name < b->name ? -1 : 1;
	return a->scope < b->scope ? -1 : a->scope > b->scope;
}

static bool binds_maker(struct python_matching *p, const struct item_row *item,
        const struct made *m, const struct python_binding *b)
{
	return b->kind == PYTHON_BIND_VALUE && b->value == PYTHON_VALUE_CALL &&
	       made_by(p, item, m->words, &p->file->calls.at[b->ref]);
}

static void find_made_names(struct python_matching *p, const struct item_row *item, struct made *m)
{
	const struct python_file *file = p->file;

	for (uint32_t i = 0; i < file->bindings.len; i++)
		if (binds_maker(p, item, m, &file->bindings.at[i]))
			m->names[file->bindings.at[i].name] = true;
	for (uint32_t i = 0; i < file->bindings.len; i++) {
		const struct python_binding *b = &file->bindings.at[i];

		if (m->names[b->name])
			*VEC_PUSH(p->m.env->temp, &m->bindings) = (struct maker_binding){
			        b->name, b->scope, binds_maker(p, item, m, b)};
	}
	if (m->bindings.len)
		qsort(m->bindings.at, m->bindings.len, sizeof *m->bindings.at, compare_bindings);
}

static struct made find_made(struct python_matching *p, const struct item_row *item)
{
	const struct python_file *file = p->file;
	struct made m = {.words = option_names(p, item, "made_by"),
	        .names = ARENA_ARRAY(p->m.env->temp, bool, (size_t)p->n_names + 1),
	        .attributes = ARENA_ARRAY(p->m.env->temp, bool, (size_t)p->n_names + 1)};

	if (m.words)
		find_made_names(p, item, &m);
	for (uint32_t i = 0; m.words && i < file->stores.len; i++) {
		const struct python_store *s = &file->stores.at[i];
		const struct python_chain *chain = &file->chains.at[s->chain];

		if (s->value == PYTHON_VALUE_CALL && chain->root_kind == PYTHON_ROOT_NAME &&
		        chain->name_count == 1 &&
		        made_by(p, item, m.words, &file->calls.at[s->ref]))
			m.attributes[file->attributes.at[chain->names]] = true;
	}
	return m;
}

/* Whether a name that stands in a scope is one that a maker's call is given to: the innermost
 * scope that binds it says so. */
static bool name_is_made(
        const struct python_file *file, const struct made *m, uint32_t name, uint32_t scope)
{
	for (; scope != PYTHON_NONE && m->names[name]; scope = file->scopes.at[scope].parent) {
		struct maker_binding wanted = {name, scope, false};
		uint32_t low = 0, high = m->bindings.len;
		bool found = false;

		while (low < high) {
			uint32_t mid = low + (high - low) / 2;

			if (compare_bindings(&m->bindings.at[mid], &wanted) < 0)
				low = mid + 1;
			else
				high = mid;
		}
		for (; low < m->bindings.len && !compare_bindings(&m->bindings.at[low], &wanted);
		        low++) {
			if (m->bindings.at[low].made)
				return true;
			found = true;
		}
		if (found)
			return false;
	}
	return false;
}

/* A name that the item wants by how it is written. */
static bool is_like(struct python_matching *p, const struct item_row *item, uint32_t name)
{
	str text = python_name(p->file, name);
	char *room = arena_room(p->m.env->temp, text.len + 1, 1);

	return option_fits(p, item, "name_like", str_lower(room, text.len, text), false);
}

/* The receiver of a call: its own names, without the method, of which `parts` count. The last of
 * them; 0: none. */
static uint32_t receiver_name(
        const struct python_file *file, const struct python_chain *chain, uint32_t parts)
{
	if (chain->root_kind != PYTHON_ROOT_NAME || !parts)
		return 0;
	return parts > 1 ? file->attributes.at[chain->names + parts - 2] : chain->root;
}

/* The call that a chain begins with, whose root is no name: MAKER(…) of MAKER(…).mul_(x). */
static const struct python_call *call_behind(
        const struct python_matching *p, const struct python_chain *chain)
{
	const struct python_file *file = p->file;
	uint32_t low = 0, high = file->calls.len;
	const struct python_call *found = NULL;

	if (chain->root_kind == PYTHON_ROOT_CALL)
		return &file->calls.at[chain->root];
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (file->calls.at[mid].open < chain->at)
			low = mid + 1;
		else
			high = mid;
	}
	for (uint32_t n = 0; low < file->calls.len && n < SEEN_MOST; low++, n++) {
		const struct python_call *call = &file->calls.at[low];

		if (call->open >= chain->end)
			break;
		if (call->at == chain->at && call->end < chain->end)
			found = call;
	}
	return found;
}

static bool receiver_is_wanted(struct python_matching *p, const struct item_row *item,
        const struct python_chain *chain, uint32_t parts, const struct made *made)
{
	uint32_t name = receiver_name(p->file, chain, parts);

	if (chain->root_kind != PYTHON_ROOT_NAME) {
		const struct python_call *maker = parts == 1 ? call_behind(p, chain) : NULL;

		return maker && made_by(p, item, made->words, maker);
	}
	if (!name)
		return false;
	if (is_like(p, item, name))
		return true;
	return parts == 1 ? name_is_made(p->file, made, name, chain->scope)
	                  : parts == 2 && made->attributes[name];
}

/* What ** gives is looked at where the name alone says who is called. *known: by name, 1 no,
 * 2 yes. */
static bool takes_mapping(struct python_matching *p, const struct item_row *item,
        const struct python_chain *chain, uint32_t parts, uint8_t **known)
{
	uint32_t name = receiver_name(p->file, chain, parts);

	if (!*known)
		*known = ARENA_ARRAY(p->m.env->temp, uint8_t, (size_t)p->n_names + 1);
	if (name && !(*known)[name])
		(*known)[name] = is_like(p, item, name) ? 2 : 1;
	return name && (*known)[name] == 2;
}

/* untruncated_ids = tokenizer(…): what is given a name that says that it is only looked at. */
static bool goes_into_unwanted(const struct python_matching *p, const struct item_row *item,
        const struct python_call *call)
{
	uint32_t from = call->at > INTO_BYTES ? call->at - INTO_BYTES : 0;
	str before = str_slice(p->file->text, from, call->at);
	size_t line = str_rfind_byte(before, '\n');

	if (!item_condition(p->m.rules, item, "not_into"))
		return false;
	before = str_trim(line < before.len ? str_from_at(before, line + 1) : before);
	return str_ends(before, S("=")) &&
	       option_fits(
	               p, item, "not_into", str_trim(str_slice(before, 0, before.len - 1)), false);
}

/* What begins at a place is counted, or made text again: len(x.input_ids), decode(x[:, 77:]). */
static bool is_counted(struct python_matching *p, uint32_t at)
{
	static const char *const counts[] = {
	        " len(", "(len(", "[len(", "=len(", "{len(", ".decode(", ".batch_decode(", NULL};
	uint32_t from = at > INTO_BYTES ? at - INTO_BYTES : 0;

	return str_ends_one_of(str_trim(str_slice(p->file->text, from, at)), counts);
}

static bool use_is_counted(struct python_matching *p, const struct python_chain *chain)
{
	static const char *const sizes[] = {"shape", "size", "numel", "ndim", NULL};
	const uint32_t *names = p->file->attributes.at + chain->names;
	uint32_t first =
	        chain->name_count && str_eq(python_name(p->file, names[0]), S("input_ids"));

	return (chain->name_count > first &&
	               str_is_one_of(python_name(p->file, names[first]), sizes)) ||
	       is_counted(p, chain->at);
}

/* ids = tokenizer(…).input_ids, of which only the length is asked, or the text. */
static bool is_only_counted(
        struct python_matching *p, const struct item_row *item, const struct python_call *call)
{
	static const char *const parts[] = {".input_ids", "[\"input_ids\"]", "['input_ids']", NULL};
	const struct statement *s;
	uint32_t statement, uses;
	str rest;

	if (!item_condition(p->m.rules, item, "not_into"))
		return false;
	if (is_counted(p, call->at))
		return true;
	statement = outline_find(python_outline(p), call->at);
	s = &p->outline.list.at[statement == PYTHON_NONE ? 0 : statement];
	if (statement == PYTHON_NONE || s->end < call->end)
		return false;
	rest = str_slice(p->file->text, call->end, s->end);
	return (!rest.len || str_is_one_of(rest, parts)) &&
	       python_uses_pass(p, statement, call->at, s->end, use_is_counted, &uses) && uses;
}

void match_method_call(struct python_matching *p, const struct item_row *item)
{
	bool direct, ready = false, *methods;
	struct made made = {.names = NULL};
	uint8_t *like = NULL;

	if (!item_may_hold(p, item))
		return;
	direct = option_fits(p, item, "method", S("__call__"), false);
	methods = option_names(p, item, "method");
	for (uint32_t i = 0; (methods || direct) && i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];
		const struct python_chain *chain;
		bool method;

		if (call->chain == PYTHON_NONE)
			continue;
		chain = &p->file->chains.at[call->chain];
		method = chain->name_count && !chain->target_count && methods &&
		         methods[python_chain_last(p->file, chain)];
		if (!method && !(direct && !chain->target_count && call->arg_count))
			continue;
		if ((call->mapping &&
		            !takes_mapping(p, item, chain, chain->name_count + !method, &like)) ||
		        !call_holds(p, item, call, NULL) || goes_into_unwanted(p, item, call) ||
		        is_only_counted(p, item, call))
			continue;
		if (!ready)
			made = find_made(p, item);
		ready = true;
		if ((method && receiver_is_wanted(p, item, chain, chain->name_count, &made)) ||
		        (direct &&
		                receiver_is_wanted(p, item, chain, chain->name_count + 1, &made)))
			named_add_call(p, item, call)->choice = p->choice;
	}
}

/* custom-op: torch.ops.NAMESPACE.OPERATOR of a namespace that is not PyTorch's own. */

static bool is_custom(struct python_matching *p, const struct item_row *item, uint32_t path)
{
	str text, rest, space, name;

	if (p->file->paths.at[path].length < 11)
		return false;
	text = python_path(p->file, path);
	if (!str_starts(text, S("torch.ops.")))
		return false;
	rest = str_from_at(text, 10);
	return str_split(rest, '.', &space, &name) && name.len &&
	       !option_fits(p, item, "except", space, false);
}

static void add_custom(struct python_matching *p, const struct item_row *item,
        const struct python_chain *chain, uint32_t at, uint32_t end)
{
	uint32_t count;
	const uint32_t *targets = python_chain_targets(p->file, chain, &count);

	for (uint32_t t = 0; t < count; t++) {
		struct raw *raw;

		if (!is_custom(p, item, targets[t]))
			continue;
		raw = named_add(p, item, at, end);
		raw->flags = chain->flags;
		raw->scope = chain->scope;
		raw->matched = python_path(p->file, targets[t]);
		return;
	}
}

void match_custom_op(struct python_matching *p, const struct item_row *item)
{
	uint32_t ops = python_name_find(p->file, S("ops"));

	if (!ops)
		return;
	for (uint32_t i = 0; i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];

		if (call->chain != PYTHON_NONE)
			add_custom(p, item, &p->file->chains.at[call->chain], call->at, call->end);
	}
	for (uint32_t i = 0; i < p->file->attrs.len; i++) {
		const struct python_chain *chain = &p->file->chains.at[p->file->attrs.at[i]];

		add_custom(p, item, chain, chain->at, chain->end);
	}
}

/* argparse-choices */

enum { CHOICES_MOST = 64 };

void match_argparse_choices(struct python_matching *p, const struct item_row *item)
{
	if (!python_name_find(p->file, S("add_argument")) &&
	        !python_name_find(p->file, S("Choice")))
		return;
	for (uint32_t i = 0; i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];
		str last = call_last(p, call), given[CHOICES_MOST];
		const struct python_arg *list = NULL;
		uint32_t n, targets;
		bool holds = false;

		if (str_eq(last, S("add_argument")))
			list = call_argument(p, call, S("choices"));
		else if (str_eq(last, S("Choice")))
			list = call_argument(p, call, S("0"));
		n = list ? literals_between(p, list->at, list->end, given, CHOICES_MOST) : 0;
		/* of a longer list the end is not known */
		targets = n && n < CHOICES_MOST ? item_lacking(p->m.rules, item, given, n) : 0;
		for (uint32_t k = 0; k < n && targets && !holds; k++)
			holds = option_fits(p, item, "value", given[k], false);
		if (holds) {
			struct raw *raw = named_add(p, item, list->at, list->end);

			raw->targets = targets;
			raw->scope = call->scope;
		}
	}
}

/* argparse-default-list: add_argument("--devices", default=["cuda:0", "cuda:1"]) */
void match_argparse_default_list(struct python_matching *p, const struct item_row *item)
{
	uint32_t name = python_name_find(p->file, S("add_argument"));

	for (uint32_t i = python_next_call(p, name, PYTHON_NONE); name && i != PYTHON_NONE;
	        i = python_next_call(p, name, i)) {
		const struct python_call *call = &p->file->calls.at[i];
		const struct python_arg *list = call_argument(p, call, S("default"));
		str given[CHOICES_MOST];
		uint32_t n = 0;
		bool holds = false;

		if (list && list->kind == PYTHON_VALUE_EXPR)
			n = literals_between(p, list->at, list->end, given, CHOICES_MOST);
		for (uint32_t k = 0; k < n && !holds; k++)
			holds = option_fits(p, item, "value", given[k], false);
		if (holds)
			named_add(p, item, list->at, list->end)->scope = call->scope;
	}
}

/* dict-entry: {"key": value}, dict(key=value), options.update(key=value); with the context store
 * options["key"] = value. Displays and stores are met where all strings are read. */

bool entry_value_fits(const struct python_matching *p, const struct item_row *item, str written)
{
	const struct ruleset *rules = p->m.rules;
	const struct condition_row *c = item_condition(rules, item, "value");
	uint32_t end = 0;
	str literal = literal_at(written, 0, &end);
	double number;

	for (uint32_t i = 0; c && i < c->n_values; i++) {
		const struct value_row *value = &rules->values[c->first_value + i];
		str text = ruleset_text(rules, value->text);
		bool fits = false;

		switch ((enum rule_value)value->kind) {
		case RULE_VALUE_LITERAL:
			fits = literal.ptr && end == written.len && wildcard_match(text, literal);
			break;
		case RULE_VALUE_TRUE: fits = str_eq(written, S("True")); break;
		case RULE_VALUE_FALSE: fits = str_eq(written, S("False")); break;
		case RULE_VALUE_NONE: fits = str_eq(written, S("None")); break;
		case RULE_VALUE_NUMBER: fits = str_eq(written, text); break;
		case RULE_VALUE_ANY: fits = !str_eq(written, S("None")); break;
		case RULE_VALUE_ANY_STR: fits = literal.ptr && end == written.len; break;
		case RULE_VALUE_ANY_INT:
		case RULE_VALUE_ANY_NUMBER: fits = str_float(written, &number); break;
		default: break;
		}
		if (fits)
			return true;
	}
	return !c;
}

/* Whether the call itself is a match of the rule: one is enough. */
static bool is_matched(struct python_matching *p, uint32_t rule, uint32_t at)
{
	if (!python_may_look(p, p->raw.len))
		return false;
	for (uint32_t i = 0; i < p->raw.len; i++)
		if (p->raw.at[i].rule == rule && p->raw.at[i].at == at)
			return true;
	return false;
}

/* What is told of the call as a whole is less than what the entry tells. */
static void drop_weaker(struct python_matching *p, uint32_t rule, const struct python_call *call)
{
	uint32_t kept = 0;

	if (!python_may_look(p, p->raw.len))
		return;
	for (uint32_t i = 0; i < p->raw.len; i++) {
		const struct raw *raw = &p->raw.at[i];

		if (raw->at != call->at || raw->end != call->end ||
		        !match_supersedes(p->m.rules, rule, raw->rule))
			p->raw.at[kept++] = *raw;
	}
	p->raw.len = kept;
}

/* dict(…), or the update of what is a dict by that. */
static bool gives_entries(const struct python_file *file, const struct python_call *call,
        uint32_t dict, uint32_t update)
{
	const struct python_chain *chain;

	if (call->chain == PYTHON_NONE || !call->arg_count)
		return false;
	chain = &file->chains.at[call->chain];
	if (chain->name_count)
		return update && !chain->target_count && python_chain_last(file, chain) == update;
	return dict && chain->root == dict && chain->bound == PYTHON_FREE;
}

static void match_entries(struct python_matching *p, const struct item_row *item,
        const struct python_call *call, const bool *keys)
{
	for (uint32_t a = 0; a < call->arg_count; a++) {
		const struct python_arg *arg = &p->file->args.at[call->args + a];
		struct raw *raw;

		if (!arg->name || !keys[arg->name] ||
		        !entry_value_fits(p, item, str_slice(p->file->text, arg->at, arg->end)) ||
		        is_matched(p, item->rule, call->at))
			continue;
		drop_weaker(p, item->rule, call);
		raw = named_add(p, item, arg->at, arg->end);
		raw->scope = call->scope;
		raw->detail = arena_format(p->m.env->temp, "%.*s=%.*s",
		        STR_ARG(python_name(p->file, arg->name)),
		        STR_ARG(python_shown_text(p, arg->at, arg->end)));
	}
}

/* options.setdefault("key", value) is an update. */
static void match_setdefault(struct python_matching *p, const struct item_row *item)
{
	uint32_t name = python_name_find(p->file, S("setdefault"));

	for (uint32_t i = python_next_call(p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_call(p, name, i)) {
		const struct python_call *call = &p->file->calls.at[i];
		const struct python_arg *args = &p->file->args.at[call->args];
		struct raw *raw;

		if (call->arg_count != 2 || args[0].kind != PYTHON_VALUE_STR || args[1].name ||
		        !option_fits(p, item, "key", argument_text(p, &args[0]), false) ||
		        !entry_value_fits(
		                p, item, str_slice(p->file->text, args[1].at, args[1].end)))
			continue;
		raw = named_add_call(p, item, call);
		raw->choice = true; /* unless it is given otherwise */
		raw->detail = python_shown_text(p, call->open + 1, call->end - 1);
	}
}

void match_dict_entry(struct python_matching *p, const struct item_row *item)
{
	uint32_t dict = python_name_find(p->file, S("dict"));
	uint32_t update = python_name_find(p->file, S("update"));
	const bool *keys = dict || update ? option_names(p, item, "key") : NULL;

	for (uint32_t i = 0; keys && i < p->file->calls.len; i++)
		if (gives_entries(p->file, &p->file->calls.at[i], dict, update))
			match_entries(p, item, &p->file->calls.at[i], keys);
	match_setdefault(p, item);
}

/* argv-command: subprocess.run(["nvidia-smi", …]) */

void match_argv_command(struct python_matching *p, const struct item_row *item)
{
	if (!python_name_find(p->file, S("subprocess")) && !python_name_find(p->file, S("asyncio")))
		return;
	for (uint32_t i = 0; i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];
		const struct python_arg *arg;
		str target, first, base;
		uint32_t at, end;

		if (call->chain == PYTHON_NONE || !p->file->chains.at[call->chain].target_count)
			continue;
		target = call_target(p, call);
		if (!str_starts(target, S("subprocess.")) && !str_starts(target, S("asyncio.")))
			continue;
		arg = call_argument(p, call, S("args"));
		arg = arg ? arg : call_argument(p, call, S("0"));
		if (!arg || !strchr("[(", p->file->text.ptr[arg->at]))
			continue;
		for (at = arg->at + 1; at < arg->end && strchr(" \t\n", p->file->text.ptr[at]);)
			at++;
		first = literal_at(p->file->text, at, &end);
		base = str_from_at(first, str_rfind_byte(first, '/') == first.len
		                                  ? 0
		                                  : str_rfind_byte(first, '/') + 1);
		if (base.len && option_fits(p, item, "value", base, false))
			named_add_call(p, item, call);
	}
}

/* provider-list: names in a list or as an argument. */

/* "X" in names, "X" == name: asked for, not chosen. */
static bool is_compared(str text, uint32_t end)
{
	static const char *const operators[] = {"in ", "not in ", "==", "!=", "is "};
	str rest;

	while (end < text.len && strchr(" \t\n", text.ptr[end]))
		end++;
	rest = str_from_at(text, end);
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		if (str_starts(rest, str_from(operators[i])))
			return true;
	return false;
}

/* A statement that is nothing but a text: documentation. */
static bool is_in_documentation(struct python_matching *p, uint32_t at)
{
	const struct statement *s = statement_at(p, at);
	uint32_t from = s ? s->at : 0;

	if (!s || s->kind != STATEMENT_SIMPLE)
		return false;
	while (from < at && strchr("rRuUbB", p->file->text.ptr[from]))
		from++;
	return from < at && strchr("'\"", p->file->text.ptr[from]);
}

void match_provider_list(struct python_matching *p, const struct item_row *item)
{
	const struct condition_row *c = item_condition(p->m.rules, item, "value");
	str text = p->file->text;

	if (!(p->needles & p->m.worker->provider_bits))
		return;
	for (uint32_t i = 0; c && i < c->n_values; i++) {
		str value = ruleset_text(p->m.rules, p->m.rules->values[c->first_value + i].text);

		if (!value.len || !needles_may_hold(p->m.worker->needles, p->needles, value))
			continue;
		for (size_t from = 0, at;
		        (at = str_find(str_from_at(text, from), value)) < text.len - from;
		        from += at + value.len) {
			uint32_t quote = (uint32_t)(from + at), end, before;
			str literal;

			if (!quote || !strchr("'\"", text.ptr[quote - 1]))
				continue;
			literal = literal_at(text, quote - 1, &end);
			if (!str_eq(literal, value))
				continue;
			for (before = quote - 1;
			        before > 0 && strchr(" \t\n", text.ptr[before - 1]);)
				before--;
			if (before && strchr("[(,=", text.ptr[before - 1]) &&
			        !(text.ptr[before - 1] == '=' && before > 1 &&
			                strchr("=!<>", text.ptr[before - 2])) &&
			        !is_compared(text, end) && !is_in_documentation(p, quote))
				named_add(p, item, quote - 1, end)->matched = value;
		}
	}
}

/* factory-in-backward */

void match_factory_in_backward(struct python_matching *p, const struct item_row *item)
{
	uint32_t backward = python_name_find(p->file, S("backward"));

	if (!backward)
		return;
	for (uint32_t i = 0; i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];
		const struct python_scope *scope = &p->file->scopes.at[call->scope];
		str target;

		if (scope->function == PYTHON_NONE || scope->class_ == PYTHON_NONE ||
		        p->file->scopes.at[scope->function].name != backward)
			continue;
		target = call_target(p, call);
		if (target.len && option_fits(p, item, "call", target, false) &&
		        !call_argument(p, call, S("device")) && !call_has_star(p, call) &&
		        class_is_function(p, scope->class_))
			named_add_call(p, item, call);
	}
}

/* index-unclamped: an index that is computed where it is used. */

static bool is_computed(str text)
{
	static const char *const safe[] = {"clamp", "clip", "minimum", "%", "remainder", "where"};
	uint32_t depth = 0;
	bool sum = false;

	for (size_t i = 0; i < sizeof safe / sizeof *safe; i++)
		if (str_has(text, str_from(safe[i])))
			return false;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		depth += strchr("([{", c) != NULL;
		depth -= strchr(")]}", c) != NULL && depth;
		sum |= !depth && i > 0 && strchr("+-*", c) && text.ptr[i - 1] != '*';
	}
	return sum;
}

static const struct python_arg *index_argument(
        struct python_matching *p, const struct python_call *call, str name, bool method)
{
	const struct python_arg *arg = call_argument(p, call, S("index"));
	uint32_t position = str_eq(name, S("gather")) || str_eq(name, S("index_select")) ? 2 : 1;

	if (!arg)
		arg = call_argument(p, call, S("indices"));
	if (arg)
		return arg;
	position -= method;
	return call_argument(p, call, position == 0 ? S("0") : position == 1 ? S("1") : S("2"));
}

void match_index_unclamped(struct python_matching *p, const struct item_row *item)
{
	const bool *names = p->torch ? option_names(p, item, "call") : NULL;
	const bool *paths = names ? option_paths(p, item, "call") : NULL;

	for (uint32_t i = 0; names && i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];
		const struct python_chain *chain;
		const struct python_arg *arg;
		uint32_t count;
		bool method;
		str name;

		if (call->chain == PYTHON_NONE)
			continue;
		chain = &p->file->chains.at[call->chain];
		if (chain->target_count
		                ? !paths || !paths[*python_chain_targets(p->file, chain, &count)]
		                : !names[python_chain_last(p->file, chain)])
			continue;
		method = !chain->target_count && chain->name_count;
		name = method                ? arena_format(p->m.env->temp, "torch.Tensor.%.*s",
		                                       STR_ARG(call_last(p, call)))
		       : chain->target_count ? call_target(p, call)
		                             : S("");
		if (!name.len || !option_fits(p, item, "call", name, false))
			continue;
		arg = index_argument(p, call, call_last(p, call), method);
		if (method && python_in_kernel(p, call->scope))
			continue;
		if (arg && arg->kind == PYTHON_VALUE_EXPR &&
		        is_computed(python_source_text(p, arg->at, arg->end)))
			named_add_call(p, item, call);
	}
}
