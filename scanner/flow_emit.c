/* Matches that the flow finds. Each asks the rules that have the matcher, and their options. */
#include "scanner/flow_internal.h"
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

#include <stdlib.h>
#include <string.h>

/* The items of a matcher, in order of the rules. */
static const struct ref_row *items_of(struct flow *f, enum matcher matcher, uint32_t *count)
{
	const struct matcher_run *run = &f->p->m.worker->matchers[matcher];

	*count = run->count;
	return run->refs;
}

static const struct item_row *item_at(struct flow *f, const struct ref_row *ref)
{
	const struct item_row *item = &f->p->m.rules->items[ref->item];

	return f->p->m.rules->off[item->rule] ? NULL : item;
}

static struct raw *add(struct flow *f, const struct item_row *item, uint32_t at, uint32_t end)
{
	struct raw *raw = raw_add(f->p, item->rule, at, end);

	raw->matched = matcher_name(matcher_find(item_name(f->p->m.rules, item, 0)));
	raw->detail = python_shown_text(f->p, at, end);
	return raw;
}

void emit_place(struct flow *f, enum matcher matcher, uint32_t at, uint32_t end)
{
	uint32_t count;
	const struct ref_row *refs = items_of(f, matcher, &count);

	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = item_at(f, &refs[i]);

		if (item)
			add(f, item, at, end);
	}
}

/* Matches of the items whose option has this word. */
static void emit_word(struct flow *f, enum matcher matcher, const char *option, str word,
        uint32_t at, uint32_t end)
{
	uint32_t count;
	const struct ref_row *refs = items_of(f, matcher, &count);

	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = item_at(f, &refs[i]);

		if (item && condition_holds_text(f->p->m.rules,
		                    item_condition(f->p->m.rules, item, option), word, true))
			add(f, item, at, end);
	}
}

bool option_holds(struct flow *f, enum matcher matcher, const char *key, str text)
{
	uint32_t count;
	const struct ref_row *refs = items_of(f, matcher, &count);

	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = item_at(f, &refs[i]);

		if (item && condition_holds_text(f->p->m.rules,
		                    item_condition(f->p->m.rules, item, key), text, false))
			return true;
	}
	return false;
}

str option_text(struct flow *f, enum matcher matcher, const char *key, uint32_t n)
{
	const struct ruleset *rules = f->p->m.rules;
	uint32_t count;
	const struct ref_row *refs = items_of(f, matcher, &count);

	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = item_at(f, &refs[i]);
		const struct condition_row *c = item ? item_condition(rules, item, key) : NULL;

		if (c && n < c->n_values)
			return ruleset_text(rules, rules->values[c->first_value + n].text);
		n -= c ? c->n_values : 0;
	}
	return STR_NONE;
}

void emit_masked(struct flow *f, const struct masked *m, bool store)
{
	emit_word(f, MATCHER_BOOL_MASK_INDEX, "context", store ? S("store") : S("load"), m->at,
	        m->end);
}

void emit_loads(struct flow *f, uint32_t from)
{
	for (uint32_t i = from; i < f->masked.len; i++)
		emit_masked(f, &f->masked.at[i], false);
	f->masked.len = from;
}

static const char *const truth_forms[] = {"all-any", "operator", "condition"};

bool truth_is_told_anywhere(struct flow *f, enum truth_form form)
{
	const struct ruleset *rules = f->p->m.rules;
	uint32_t count;
	const struct ref_row *refs = items_of(f, MATCHER_TENSOR_TRUTH, &count);

	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = item_at(f, &refs[i]);

		if (item &&
		        condition_holds_text(rules, item_condition(rules, item, "form"),
		                str_from(truth_forms[form]), false) &&
		        condition_holds_text(
		                rules, item_condition(rules, item, "scope"), S("any"), true))
			return true;
	}
	return false;
}

void emit_truth(struct flow *f, enum truth_form form, uint32_t at, uint32_t end)
{
	const struct ruleset *rules = f->p->m.rules;
	uint32_t count;
	const struct ref_row *refs = items_of(f, MATCHER_TENSOR_TRUTH, &count);

	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = item_at(f, &refs[i]);
		const struct condition_row *scope;

		if (!item || !condition_holds_text(rules, item_condition(rules, item, "form"),
		                     str_from(truth_forms[form]), false))
			continue;
		scope = item_condition(rules, item, "scope");
		if (f->forward || condition_holds_text(rules, scope, S("any"), true) ||
		        (condition_holds_text(rules, scope, S("training"), false) &&
		                is_in_training(f->p, at)))
			add(f, item, at, end);
	}
}

void emit_read(struct flow *f, struct what value, uint32_t at, uint32_t end)
{
	if (value.kind == WHAT_TENSOR && !(value.flags & (WHAT_FRESH | WHAT_SUPPOSED)) &&
	        !f->in_message && !flow_is_host(f, value) && is_in_training(f->p, at))
		emit_place(f, MATCHER_TENSOR_TO_NUMBER, at, end);
}

void emit_size(struct flow *f, uint32_t read)
{
	struct read *r = &f->reads.at[read];

	if (!r->told)
		emit_place(f, MATCHER_TENSOR_VALUE_AS_SIZE, r->at, r->end);
	r->told = true;
}

/* A rule of what costs, or comes out wrong, because the tensor is on the device. */
static bool is_of_device(const struct flow *f, uint32_t rule)
{
	return f->p->m.worker->runs_anyway[rule];
}

bool flow_reads_in_training(const struct flow *f, uint32_t method, uint32_t at)
{
	str name = python_name(f->file, method);

	return (str_eq(name, S("item")) || str_eq(name, S("cpu"))) &&
	       python_name_find(f->file, S("backward")) && is_in_training(f->p, at);
}

/* Whether an item takes this receiver for a method that it names. */
static bool receiver_fits(struct flow *f, const struct item_row *item, uint32_t flags,
        struct what receiver, uint32_t method)
{
	bool wants_known = item->receiver == RECEIVER_TENSOR || item->receiver == RECEIVER_MODULE ||
	                   (item->receiver == RECEIVER_DEFAULT && flow_is_common_method(f, method));

	if (item->receiver == RECEIVER_HOST)
		return flags & REF_TENSOR && receiver.flags & WHAT_FRESH &&
		       (receiver.kind == WHAT_TENSOR || flow_is_copy(receiver));
	switch ((enum what_kind)receiver.kind) {
	case WHAT_TENSORS: /* perhaps a list, which has methods of its own */
		if (str_eq(python_name(f->file, method), S("sort")) ||
		        str_eq(python_name(f->file, method), S("index")))
			return false;
		return flags & REF_TENSOR && item->receiver != RECEIVER_MODULE;
	case WHAT_TENSOR: return flags & REF_TENSOR && item->receiver != RECEIVER_MODULE;
	case WHAT_MODULE:
		if (receiver.flags & WHAT_STATELESS &&
		        str_eq(python_name(f->file, method), S("cuda")))
			return false; /* nothing of it is moved */
		return flags & REF_MODULE && item->receiver != RECEIVER_TENSOR;
	case WHAT_SELF: /* a method of one's own class: of a module, when that is one */
		return f->module_class && flags & REF_MODULE && !wants_known;
	case WHAT_UNKNOWN: /* a class of the project may have a method of that name */
		if (receiver.flags & WHAT_OBJECT &&
		        (is_of_device(f, item->rule) ||
		                (flow_is_own(f, method, OWN_METHOD) &&
		                        !flow_is_own(f, method, OWN_BASED))))
			return false;
		if (wants_known && item->receiver == RECEIVER_TENSOR && flags & REF_TENSOR &&
		        !(receiver.flags & (WHAT_MEMORY | WHAT_OBJECT)))
			return f->p->torch && flow_reads_in_training(f, method, receiver.at);
		return f->p->torch && !wants_known &&
		       !(is_of_device(f, item->rule) && flow_is_own(f, method, OWN_METHOD));
	default: return false;
	}
}

/* The rule says nothing of this tensor: it is on the host, or just made there and read at once. */
static bool is_elsewhere(const struct flow *f, uint32_t rule, struct what tensor)
{
	if (flow_is_host(f, tensor))
		return is_of_device(f, rule) &&
		       !((f->loading || tensor.flags & WHAT_FRESH) && f->p->m.worker->stays[rule]);
	return tensor.flags & WHAT_FRESH && f->p->m.worker->reads_values[rule];
}

static int compare_places(const void *left, const void *right)
{
	const struct host_call *a = left, *b = right;

	return a->at < b->at ? -1 : a->at > b->at;
}

/* A match in a test that runs on the host says nothing of a device. */
static bool is_in_host_span(const struct flow *f, const struct raw *raw)
{
	bool saved = f->p->m.worker->stores[raw->rule];

	for (uint32_t i = 0; i < f->host_spans.len; i++) {
		const struct span *s = &f->host_spans.at[i];

		if (raw->at >= s->at && raw->at < s->end)
			return (saved && str_eq(raw->matched, S("torch.save"))) ||
			       (!s->saves && is_of_device(f, raw->rule));
	}
	return false;
}

/* A match in a branch for another accelerator: what only costs, or comes out wrong, is not reached.
 */
static bool is_elsewhere_alone(const struct flow *f, const struct raw *raw)
{
	uint32_t low = 0, high = f->elsewhere.len;

	if (!high || !is_of_device(f, raw->rule))
		return false;
	while (high - low > 1) {
		uint32_t mid = low + (high - low) / 2;

		if (f->elsewhere.at[mid].at <= raw->at)
			low = mid;
		else
			high = mid;
	}
	return raw->at >= f->elsewhere.at[low].at && raw->at < f->elsewhere.at[low].end;
}

static int compare_spans(const void *left, const void *right)
{
	const struct span *a = left, *b = right;

	return a->at < b->at ? -1 : a->at > b->at;
}

void emit_settle(struct flow *f)
{
	struct host_call *calls = f->on_host_calls.at;
	uint32_t n = f->on_host_calls.len, kept = 0;

	if (!n && !f->host_spans.len && !f->elsewhere.len)
		return;
	if (f->elsewhere.len)
		qsort(f->elsewhere.at, f->elsewhere.len, sizeof *f->elsewhere.at, compare_spans);
	if (n)
		qsort(calls, n, sizeof *calls, compare_places);
	for (uint32_t i = 0; i < f->p->raw.len; i++) {
		const struct raw *raw = &f->p->raw.at[i];
		struct host_call wanted = {.at = raw->at};
		const struct host_call *call = NULL;

		if (is_in_host_span(f, raw) || is_elsewhere_alone(f, raw))
			continue;
		if (n && (is_of_device(f, raw->rule) || f->p->m.worker->stores[raw->rule]))
			call = bsearch(&wanted, calls, n, sizeof *calls, compare_places);
		if (!call || call->end != raw->end ||
		        (call->fresh && !f->p->m.worker->reads_values[raw->rule]) ||
		        (call->moved && !f->p->m.worker->stays[raw->rule]) ||
		        (call->loading && f->p->m.worker->stays[raw->rule]) ||
		        (!call->loading && f->p->m.worker->stores[raw->rule]))
			f->p->raw.at[kept++] = *raw;
	}
	f->p->raw.len = kept;
}

/* The record of a call by the place of its bracket. */
static const struct python_call *call_at(const struct python_file *file, uint32_t open)
{
	uint32_t index = python_call_from(file, open);

	return index < file->calls.len && file->calls.at[index].open == open
	               ? &file->calls.at[index]
	               : NULL;
}

static void note_tensor_args(struct flow *f, const struct flow_args *args, uint32_t *places)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < args->count; i++)
		if (args->at[i].kind == WHAT_TENSOR) {
			places[2 * n] = args->at[i].at;
			places[2 * n + 1] = args->at[i].end;
			n++;
		}
	f->p->tensor_args = places;
	f->p->n_tensor_args = n;
}

void emit_method(struct flow *f, struct what receiver, uint32_t name, const struct flow_args *args)
{
	uint32_t count, places[2 * FLOW_ARGS];
	const struct ref_row *refs = python_method_refs(f->p, name, &count);
	str text = python_name(f->file, name);
	const struct python_call *call = NULL;

	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = item_at(f, &refs[i]);

		if (!item || item->kind != ITEM_CALL || refs[i].flags & REF_ANY ||
		        !receiver_fits(f, item, refs[i].flags, receiver, name) ||
		        is_elsewhere(f, item->rule, receiver))
			continue;
		if (!call)
			call = call_at(f->file, args->open);
		if (!call || call->chain == PYTHON_NONE || f->idle[call - f->file->calls.at])
			return;
		note_tensor_args(f, args, places);
		python_method_match(f->p, item, call, &f->file->chains.at[call->chain],
		        refs[i].flags & REF_MODULE && receiver.kind != WHAT_TENSOR
		                ? S("torch.nn.Module")
		                : S("torch.Tensor"),
		        text);
		f->p->n_tensor_args = 0;
	}
}

void emit_attribute(struct flow *f, struct what receiver, uint32_t name, uint32_t end)
{
	uint32_t count;
	const struct ref_row *refs = python_method_refs(f->p, name, &count);
	str text = python_name(f->file, name);

	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = item_at(f, &refs[i]);
		struct raw *raw;

		if (!item || item->kind != ITEM_ATTRIBUTE)
			continue;
		if (!(refs[i].flags & REF_ANY) &&
		        !receiver_fits(f, item, refs[i].flags, receiver, name))
			continue;
		raw = raw_add(f->p, item->rule, receiver.at, end);
		raw->matched = arena_format(f->arena, "torch.Tensor.%.*s", STR_ARG(text));
	}
}

void emit_path_call(struct flow *f, uint32_t path, const struct flow_args *args)
{
	const struct path_refs *known = &f->p->paths[path];
	const struct ruleset *rules = f->p->m.rules;
	uint32_t places[2 * FLOW_ARGS];

	for (uint32_t i = 0; i < known->count; i++) {
		const struct item_row *item =
		        item_at(f, &rules->refs[f->p->refs.at[known->first + i]]);
		const struct python_call *call;

		if (!item || item->kind != ITEM_CALL || !item_wants_tensor(f->p, item))
			continue;
		call = call_at(f->file, args->open);
		if (!call || call->chain == PYTHON_NONE || f->idle[call - f->file->calls.at])
			return;
		note_tensor_args(f, args, places);
		python_method_match(f->p, item, call, &f->file->chains.at[call->chain], S(""),
		        python_path(f->file, path));
		f->p->n_tensor_args = 0;
	}
}

uint32_t device_flags(str text)
{
	if (str_eq(text, S("cpu")) || str_starts(text, S("cpu:")))
		return WHAT_HOST;
	if (str_eq(text, S("cuda")) || str_starts(text, S("cuda:")))
		return WHAT_CUDA;
	if (str_has(text, S("neuron")) || str_has(text, S("tpu")) ||
	        str_has(text, S("accelerator")))
		return WHAT_TARGET;
	return 0;
}

/* The literals of a list, tuple or set of them (or frozenset and set of one); 0 when it is
 * something else as well. */
static uint32_t literals(struct flow *f, const struct token *t, str *out, uint32_t most)
{
	static const char *const makers[] = {"frozenset", "set", "tuple", NULL};
	const struct token *close;
	uint32_t count = 0, end;

	if (t->kind == TOKEN_NAME && t[1].kind == TOKEN_LPAR &&
	        str_is_one_of(python_name(f->file, t->value), makers))
		t += 2;
	close = flow_close(f, t);
	if (close == t)
		return 0;
	for (t++; t < close; t++) {
		if (t->kind == TOKEN_COMMA)
			continue;
		if (t->kind != TOKEN_STRING)
			return 0;
		if (count < most)
			out[count++] = literal_at(f->file->text, t->at, &end);
	}
	return count;
}

/* Items of a matcher that want one of `value` among the literals, for targets that lack one. */
static void emit_lacking(struct flow *f, enum matcher matcher, const str *given, uint32_t n,
        uint32_t at, uint32_t end)
{
	const struct ruleset *rules = f->p->m.rules;
	uint32_t count;
	const struct ref_row *refs = items_of(f, matcher, &count);

	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = item_at(f, &refs[i]);
		const struct condition_row *value =
		        item ? item_condition(rules, item, "value") : NULL;
		uint32_t targets = item ? item_lacking(rules, item, given, n) : 0;
		bool holds = false;

		for (uint32_t k = 0; k < n && targets && !holds; k++)
			holds = condition_holds_text(rules, value, given[k], false);
		if (holds)
			add(f, item, at, end)->targets = targets;
	}
}

uint32_t device_list_flags(struct flow *f, const struct token *list)
{
	str given[8];
	uint32_t n = literals(f, list, given, 8), others = 0;

	while (others < n && other_accelerator(given[others]).len == given[others].len)
		others++;
	if (n && others == n)
		return WHAT_TRUE_ELSEWHERE;
	return n == 1 && str_eq(given[0], S("cpu")) ? WHAT_TRUE_HOST : 0;
}

/* The list that a name stands for which the file binds once; the token itself when it is none. */
static const struct token *list_of_name(struct flow *f, const struct token *t)
{
	const struct python_binding *only = NULL;
	uint32_t token;

	if (!f->kept || t->kind != TOKEN_NAME || t[1].kind == TOKEN_LPAR || t[1].kind == TOKEN_DOT)
		return t;
	for (uint32_t i = python_next_binding(f->p, t->value, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(f->p, t->value, i)) {
		if (only)
			return t;
		only = &f->file->bindings.at[i];
	}
	if (!only || only->kind == PYTHON_BIND_PARAMETER || only->kind == PYTHON_BIND_IMPORT)
		return t;
	token = python_token_at(f->file, only->at);
	return f->file->tokens[token + 1].kind == TOKEN_EQUAL ? &f->file->tokens[token + 2] : t;
}

void emit_device_in(struct flow *f, uint32_t at, uint32_t end, const struct token *list)
{
	str given[32];
	uint32_t n = literals(f, list_of_name(f, list), given, 32);

	if (n)
		emit_lacking(f, MATCHER_DEVICE_ALLOW_LIST, given, n, at, end);
}

/* What stands behind a test and in the branches that follow does nothing but give memory back: who
 * takes none of them loses nothing. */
static bool only_tidies(str text)
{
	static const char *const calls[] = {
	        "empty_cache()", "ipc_collect()", "gc.collect()", "pass", NULL};
	str line;
	bool any = false;

	str_cut(&text, '\n', &line); /* the rest of the test's own */
	while (str_cut(&text, '\n', &line)) {
		line = str_trim(str_slice(line, 0, str_find(line, S("  #"))));
		if (!line.len || line.ptr[0] == '#' || str_starts(line, S("elif ")) ||
		        str_starts(line, S("else:")))
			continue;
		if (!str_ends_one_of(line, calls))
			return false;
		any = true;
	}
	return any;
}

void emit_device_chain(
        struct flow *f, const str *literals_given, uint32_t count, uint32_t at, uint32_t end)
{
	static const char *const devices[] = {
	        "cuda", "cpu", "mps", "xpu", "hpu", "npu", "mlu", "musa", "meta", NULL};

	for (uint32_t i = 0; i < count; i++) {
		const char *const *device = devices;

		while (*device && !str_eq(literals_given[i], str_from(*device)))
			device++;
		if (!*device)
			return;
	}
	if (only_tidies(str_slice(f->file->text, end, f->t->at)))
		return;
	emit_lacking(f, MATCHER_DEVICE_TYPE_CHAIN, literals_given, count, at, end);
}

/* The text of a dict's value; of a name or path, how it is written. */
static str entry_value(struct flow *f, const struct token *t)
{
	const struct token *last = t;
	uint32_t end;

	if (t->kind == TOKEN_STRING)
		return literal_at(f->file->text, t->at, &end);
	while (last->kind == TOKEN_NAME && last[1].kind == TOKEN_DOT)
		last += 2;
	return last->kind == TOKEN_NAME &&
	                       (last[1].kind == TOKEN_COMMA || last[1].kind == TOKEN_RBRACE)
	               ? str_slice(f->file->text, t->at, last->end)
	               : STR_NONE;
}

/* {"cuda": "nccl", "cpu": "gloo"}, {"cuda": torch.cuda, "cpu": torch.cpu} */
void emit_device_map(struct flow *f, const struct token *open)
{
	const struct token *close = flow_close(f, open);
	const struct ruleset *rules = f->p->m.rules;
	str keys[32], values[32];
	uint32_t n = 0, count, end;
	const struct ref_row *refs = items_of(f, MATCHER_DEVICE_BACKEND_MAP, &count);

	for (const struct token *t = open + 1; t < close && n < 32; t++) {
		if (t->kind == TOKEN_STRING && t[1].kind == TOKEN_COLON) {
			values[n] = entry_value(f, &t[2]);
			keys[n] = literal_at(f->file->text, t->at, &end);
			if (str_eq(keys[n], S("default")))
				return;
			n += values[n].ptr != NULL;
			t += 2;
		}
		t = flow_close(f, t);
	}
	for (uint32_t i = 0; i < count; i++) {
		const struct item_row *item = item_at(f, &refs[i]);
		uint32_t targets = item ? item_lacking(rules, item, keys, n) : 0;

		for (uint32_t k = 0; k < n && targets; k++)
			if (condition_holds_text(
			            rules, item_condition(rules, item, "key"), keys[k], false) &&
			        condition_holds_text(rules, item_condition(rules, item, "value"),
			                values[k], false)) {
				add(f, item, open->at, close->end)->targets = targets;
				break;
			}
	}
}
