/* What is off at first: a place behind use_perf, a parameter whose default is False; in the else of
 * torch_sdpa, whose default is True; behind args.fp16, a flag that somebody has to give. Whether
 * anything in the project gives it is told when all of it is read (scanner/switches.h).
 *
 * A parameter counts where only calls by its function's name can give it: not one of forward and
 * other names that frameworks call, nor of a class whose base may call its methods. */
#include "scanner/default_needs.h"
#include "scanner/device_argument.h"
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"
#include "scanner/rule_guard_word.h"
#include "scanner/switch_keys.h"
#include "scanner/switch_texts.h"

enum {
	TEST_RECORDS = 60, /* as much as a test takes */
	BEFORE_MOST = 60,
	AROUND_MOST = 40,
	CALLS_MOST = 20,
	NEEDS_MOST = 16, /* of a place */
	BASES_MOST = 20,
	DEFAULT_BYTES = 200,
};

/* A name of a test, and whether the place is reached where it is true. */
struct asked {
	str word;
	bool truth;
	bool value; /* asked for its truth, not whether it is None */
	str text;   /* that it is compared with */
};

/* What is between the quotes of a text that is all there is; "" of anything else. */
static str text_alone(str text)
{
	str inner = text.len > 2 ? str_slice(text, 1, text.len - 1) : STR_NONE;
	char quote = text.len ? text.ptr[0] : 0;

	return (quote == '"' || quote == '\'') && inner.len && text.ptr[text.len - 1] == quote &&
	                       str_find_byte(inner, quote) == inner.len
	               ? inner
	               : STR_NONE;
}

/* Likewise a number as it is written, but what counts as false or true. */
static str value_alone(str text)
{
	size_t digits = 0;

	while (digits < text.len && text.ptr[digits] >= '0' && text.ptr[digits] <= '9')
		digits++;
	return digits == text.len && switch_is_several(text) ? text : text_alone(text);
}

/* NAME, not NAME, NAME is None, NAME is not None, NAME is True, NAME == "flash", NAME == 3,
 * NAME > 1: nothing else. */
static bool asked_of(str part, struct asked *out)
{
	/* of heads as they are joined, and of other tests as they are written */
	static const char *const yes[] = {"is True", "==True", "== True", ">0", "> 0", ">0.0",
	        "> 0.0", ">0.", "> 0.", "!=0", "!= 0", "!=0.0", "!= 0.0", NULL};
	static const char *const no[] = {"is False", "==False", "== False", NULL};
	size_t n = 0;
	str rest;

	*out = (struct asked){.truth = true, .value = true};
	part = str_trim(part);
	if (str_starts(part, S("not "))) {
		out->truth = false;
		part = str_trim(str_from_at(part, 4));
	}
	while (n < part.len && (byte_is_word(part.ptr[n]) || part.ptr[n] == '.'))
		n++;
	out->word = str_slice(part, 0, n);
	rest = str_trim(str_from_at(part, n));
	if (!n || (part.ptr[0] >= '0' && part.ptr[0] <= '9'))
		return false;
	if (str_eq(rest, S("is None")) || str_eq(rest, S("is not None"))) {
		out->value = false;
		out->truth = out->truth == (rest.len > 7);
		return true;
	}
	if (out->truth && (str_starts(rest, S("==")) || str_eq(rest, SWITCH_SEVERAL))) {
		out->text = str_eq(rest, SWITCH_SEVERAL)
		                    ? SWITCH_SEVERAL
		                    : value_alone(str_trim(str_from_at(rest, 2)));
		if (out->text.len)
			return true;
	}
	if (str_is_one_of(rest, no))
		out->truth = !out->truth;
	else if (rest.len && !str_is_one_of(rest, yes))
		return false;
	return true;
}

uint32_t only_binding(struct python_matching *p, uint32_t name, uint32_t scope)
{
	const struct python_file *file = p->file;

	for (; scope != PYTHON_NONE; scope = file->scopes.at[scope].parent) {
		uint32_t found = PYTHON_NONE;

		if (file->scopes.at[scope].kind == PYTHON_CLASS)
			continue;
		for (uint32_t i = python_next_binding(p, name, PYTHON_NONE); i != PYTHON_NONE;
		        i = python_next_binding(p, name, i)) {
			if (file->bindings.at[i].scope != scope)
				continue;
			if (found != PYTHON_NONE)
				return PYTHON_NONE;
			found = i;
		}
		if (found != PYTHON_NONE)
			return found;
	}
	return PYTHON_NONE;
}

str given_by(const struct python_matching *p, uint32_t binding)
{
	const struct python_binding *b = &p->file->bindings.at[binding];
	str rest = str_from_at(p->file->text, b->at + python_name(p->file, b->name).len);

	rest = str_slice(rest, 0, DEFAULT_BYTES);
	return str_starts(rest, S(" = ")) ? str_trim(str_slice(rest, 3, str_find_byte(rest, '\n')))
	                                  : STR_NONE;
}

/* What a binding gives at first. */
static enum switch_value first_value(const struct python_matching *p, uint32_t binding)
{
	const struct python_binding *b = &p->file->bindings.at[binding];
	str name = python_name(p->file, b->name);

	return switch_value_behind(p->file->text, b->at + name.len, name);
}

/* All that decorates it leaves its arguments as they are. */
static bool is_called_as_written(struct python_matching *p, uint32_t def)
{
	static const char *const known[] = {"@staticmethod", "@classmethod", "@property",
	        "@torch.no_grad", "@torch.inference_mode", "@torch.jit.", "@contextmanager",
	        "@contextlib.", "@abstractmethod", "@functools.lru_cache", "@lru_cache", NULL};
	const struct outline *o = &p->outline;

	for (; def > 0 && o->list.at[def - 1].kind == STATEMENT_DECORATOR; def--)
		if (!python_may_look(p, 1) ||
		        !str_starts_one_of(head_written(p, def - 1, 40), known))
			return false;
	return true;
}

/* Nothing but the project calls its methods: no base, or one that calls forward alone. */
static bool has_plain_bases(const struct python_matching *p, uint32_t class_)
{
	static const char *const plain[] = {"Module", "object", "ABC", "Generic", "Protocol", NULL};
	const struct python_class *c = &p->file->classes.at[class_];

	if (c->base_count > BASES_MOST)
		return false;
	for (uint32_t k = 0; k < c->base_count; k++)
		if (!str_is_one_of(python_base_name(p->file, c, k), plain))
			return false;
	return true;
}

str function_named(struct python_matching *p, uint32_t function, bool *made)
{
	const struct python_scope *s = &p->file->scopes.at[function], *around;
	str name = python_name(p->file, s->name);

	*made = false;
	if (s->kind != PYTHON_FUNCTION || s->flags & PYTHON_LAMBDA || s->parent == PYTHON_NONE ||
	        python_in_kernel(p, function))
		return STR_NONE;
	around = &p->file->scopes.at[s->parent];
	if (around->kind != PYTHON_CLASS)
		return name;
	if (str_eq(name, S("__init__"))) {
		*made = true;
		return python_name(p->file, around->name);
	}
	if (str_starts(name, S("__")) || str_eq(name, S("forward")) ||
	        !has_plain_bases(p, around->class_))
		return STR_NONE;
	return name;
}

str function_called_by(struct python_matching *p, uint32_t function, bool *made)
{
	uint32_t def = outline_find(python_outline(p), p->file->scopes.at[function].at);

	*made = false;
	return def != PYTHON_NONE && is_called_as_written(p, def)
	               ? function_named(p, function, made)
	               : STR_NONE;
}

/* A parameter that begins as the place does not want it. */
static bool parameter_need(
        struct python_matching *p, uint32_t binding, bool truth, struct switch_need *out)
{
	const struct python_binding *b = &p->file->bindings.at[binding];

	if (b->kind != PYTHON_BIND_PARAMETER ||
	        first_value(p, binding) != (truth ? VALUE_OFF : VALUE_ON))
		return false;
	out->kind = SWITCH_PARAMETER;
	out->function = function_called_by(p, b->scope, &out->made);
	out->place = parameter_place(p->file, binding);
	return out->function.len > 0;
}

/* A parameter without a default, compared with a number: what calls give it is known. */
static bool may_be_counted(struct python_matching *p, uint32_t binding, str text)
{
	const struct python_binding *b = &p->file->bindings.at[binding];

	return b->kind == PYTHON_BIND_PARAMETER && switch_is_number(text) &&
	       switch_equals_behind(p->file->text, b->at + python_name(p->file, b->name).len) ==
	               p->file->text.len &&
	       parameter_place(p->file, binding) != PYTHON_NONE;
}

/* A parameter whose default is a text or a number, and another than the place wants. */
static bool text_need(
        struct python_matching *p, uint32_t binding, str text, struct switch_need *out)
{
	const struct python_binding *b = &p->file->bindings.at[binding];
	size_t behind = b->at + python_name(p->file, b->name).len;
	str begins = STR_NONE;

	if (b->kind == PYTHON_BIND_PARAMETER)
		begins = switch_text_behind(p->file->text, behind);
	if (b->kind == PYTHON_BIND_PARAMETER && !begins.len)
		begins = switch_number_behind(p->file->text, behind);
	if ((!begins.len && !may_be_counted(p, binding, text)) || str_eq(begins, text) ||
	        (str_eq(text, SWITCH_SEVERAL) && switch_is_several(begins)))
		return false;
	out->kind = SWITCH_PARAMETER;
	out->text = text;
	out->function = function_called_by(p, b->scope, &out->made);
	out->place = parameter_place(p->file, binding);
	return out->function.len > 0;
}

/* mode = opt["train"].get("mode"), which has to be a text. */
static bool key_need(struct python_matching *p, uint32_t binding, str text, struct switch_need *out)
{
	str name = python_name(p->file, p->file->bindings.at[binding].name);

	out->kind = SWITCH_KEY;
	out->text = text;
	return !switch_is_number(text) && switch_asks_key(given_by(p, binding), name);
}

/* self.use_perf of a class whose __init__ has use_perf=False. */
static uint32_t parameter_of_self(struct python_matching *p, uint32_t name, uint32_t scope)
{
	const struct python_file *file = p->file;

	for (uint32_t i = python_next_binding(p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, name, i)) {
		const struct python_binding *b = &file->bindings.at[i];
		const struct python_scope *s = &file->scopes.at[b->scope];

		if (b->kind == PYTHON_BIND_PARAMETER && s->kind == PYTHON_FUNCTION &&
		        s->class_ == file->scopes.at[scope].class_ && s->class_ != PYTHON_NONE &&
		        str_eq(python_name(file, s->name), S("__init__")))
			return i;
	}
	return PYTHON_NONE;
}

/* What a name that is asked needs; false: it is no switch that is known. */
static bool need_of(struct python_matching *p, const struct asked *asked, uint32_t scope,
        struct switch_need *out)
{
	size_t dot = str_rfind_byte(asked->word, '.');
	bool bare = dot == asked->word.len,
	     of_self = !bare && str_eq(str_slice(asked->word, 0, dot), S("self"));
	str last = bare ? asked->word : str_from_at(asked->word, dot + 1);
	uint32_t name = python_name_find(p->file, last), binding = PYTHON_NONE;

	*out = (struct switch_need){.off = !asked->truth, .name = last, .place = PYTHON_NONE};
	if (!name)
		return false;
	if (bare)
		binding = only_binding(p, name, scope);
	else if (of_self)
		binding = parameter_of_self(p, name, scope);
	if (asked->text.len)
		return binding != PYTHON_NONE && asked->truth &&
		       (text_need(p, binding, asked->text, out) ||
		               key_need(p, binding, asked->text, out));
	if (binding != PYTHON_NONE && parameter_need(p, binding, asked->truth, out))
		return true;
	if (bare && binding != PYTHON_NONE && !p->file->bindings.at[binding].scope &&
	        p->file->bindings.at[binding].kind == PYTHON_BIND_OTHER) {
		out->kind = SWITCH_CONSTANT;
		return first_value(p, binding) == (asked->truth ? VALUE_OFF : VALUE_ON);
	}
	out->kind = SWITCH_FLAG;
	out->key = switch_key_asked(asked->word);
	return asked->truth && asked->value &&
	       (!bare || binding == PYTHON_NONE || first_value(p, binding) == VALUE_NOTHING);
}

/* The head of an if or elif without its words, "" when it takes too much to look at. */
static str test_of(struct python_matching *p, uint32_t part)
{
	str head;

	if (!python_may_look(p, TEST_RECORDS))
		return STR_NONE;
	head = statement_head(p, &p->outline.list.at[part]);
	head = str_slice(head, str_find_byte(head, ' '), head.len - str_ends(head, S(":")));
	return str_trim(head);
}

/* Needs that were found, in order. */
struct looking {
	uint32_t scope; /* of the place */
	uint32_t part;  /* of an if that is chosen by the test; PYTHON_NONE: the test leaves */
	bool texts;     /* only what has to be a text counts */
	struct switch_need *first, *last;
	uint32_t count;
};

static void need_add(struct python_matching *p, struct looking *to, struct switch_need need)
{
	struct arena *arena = p->m.out->arena; /* that of the findings */
	struct switch_need *out;

	if (to->count == NEEDS_MOST || (to->texts && !need.text.len))
		return;
	to->count++;
	out = ARENA_NEW(arena, struct switch_need);
	*out = need;
	out->name = arena_dup(arena, need.name);
	out->text = arena_dup(arena, need.text);
	out->key = arena_dup(arena, need.key);
	out->function = arena_dup(arena, need.function);
	if (to->last)
		to->last->other = out;
	else
		to->first = out;
	to->last = out;
}

/* A test holds, or does not where `truth` is false, only if some switch is set. */
static void test_needs(struct python_matching *p, str test, bool truth, struct looking *out)
{
	str joint = truth ? S(" and ") : S(" or "), other = truth ? S(" or ") : S(" and ");
	struct switch_need need;
	struct asked asked;

	if (!test.len || find_outside(test, other) < test.len)
		return;
	while (test.len) {
		size_t at = find_outside(test, joint);

		if (asked_of(str_slice(test, 0, at), &asked)) {
			asked.truth = asked.truth == truth;
			if (need_of(p, &asked, out->scope, &need) ||
			        (asked.text.len && asked.truth && out->part != PYTHON_NONE &&
			                word_need(p, out->part, out->scope, asked.word, asked.text,
			                        &need)))
				need_add(p, out, need);
		}
		test = str_from_at(test, at < test.len ? at + joint.len : at);
	}
}

static void branch_needs(struct python_matching *p, uint32_t part, struct looking *out)
{
	const struct statement *s = &p->outline.list.at[part];
	bool otherwise = s->kind == STATEMENT_ELSE;

	if (s->kind != STATEMENT_IF && s->kind != STATEMENT_ELIF &&
	        (!otherwise || p->outline.list.at[s->head].kind != STATEMENT_IF))
		return;
	/* of several texts, each has its own way and the rest raises */
	out->texts = !other_goes_on(p, part);
	out->part = part;
	test_needs(p, test_of(p, otherwise ? s->head : part), !otherwise, out);
	out->part = PYTHON_NONE;
	out->texts = false;
}

/* "if not use_perf: return" */
static bool leaves_alone(struct python_matching *p, uint32_t statement)
{
	const struct outline *o = &p->outline;

	return o->list.at[statement].kind == STATEMENT_IF &&
	       outline_part(o, statement, STATEMENT_ELSE) == PYTHON_NONE &&
	       outline_part(o, statement, STATEMENT_ELIF) == PYTHON_NONE &&
	       block_returns(p, statement);
}

const struct switch_need *rest_waits(struct python_matching *p, uint32_t part, uint32_t scope)
{
	struct looking out = {.scope = scope, .part = PYTHON_NONE};

	if (leaves_alone(p, part))
		test_needs(p, test_of(p, part), false, &out);
	return out.first;
}

/* Such a one in the same block, before the place. */
static void left_before_needs(struct python_matching *p, uint32_t statement, struct looking *out)
{
	const struct outline *o = &p->outline;

	for (uint32_t i = statement; i > 0 && statement - i < BEFORE_MOST; i--) {
		const struct statement *s = &o->list.at[i - 1];

		if (!python_may_look(p, 1))
			return;
		if (s->parent == o->list.at[statement].parent && leaves_alone(p, i - 1))
			test_needs(p, test_of(p, i - 1), false, out);
	}
}

const struct switch_need *branch_waits(struct python_matching *p, uint32_t part, uint32_t scope)
{
	struct looking out = {.scope = scope, .part = PYTHON_NONE};

	branch_needs(p, part, &out);
	return out.first;
}

/* All that has to be switched on around a place, from inside out; NULL: nothing. */
static const struct switch_need *place_needs(
        struct python_matching *p, uint32_t statement, uint32_t scope)
{
	const struct outline *o = python_outline(p);
	struct looking out = {.scope = scope, .part = PYTHON_NONE};

	for (uint32_t at = statement, n = 0; at != PYTHON_NONE && n < AROUND_MOST;
	        at = o->list.at[at].parent, n++) {
		left_before_needs(p, at, &out);
		if (o->list.at[at].parent != PYTHON_NONE)
			branch_needs(p, o->list.at[at].parent, &out);
	}
	return out.first;
}

/* Where a function of the module starts that nothing decorates or hands on; PYTHON_NONE. */
static uint32_t plain_function(struct python_matching *p, uint32_t scope)
{
	uint32_t function = p->file->scopes.at[scope].function, def;
	const struct python_scope *s = &p->file->scopes.at[function == PYTHON_NONE ? 0 : function];

	if (function == PYTHON_NONE || s->parent || s->flags & PYTHON_LAMBDA)
		return PYTHON_NONE;
	def = outline_find(python_outline(p), s->at);
	if (def == PYTHON_NONE ||
	        (def > 0 && p->outline.list.at[def - 1].kind == STATEMENT_DECORATOR) ||
	        function_is_handed_on(p, function))
		return PYTHON_NONE;
	return function;
}

/* What each of several places waits for, in the arena of the findings. */
static void keep_needs(struct python_matching *p, const struct switch_need *const *needs,
        uint32_t count, struct switch_wait *out)
{
	const struct switch_need **kept =
	        count ? ARENA_ARRAY(p->m.out->arena, const struct switch_need *, count) : NULL;

	for (uint32_t i = 0; i < count; i++)
		kept[i] = needs[i];
	out->calls = kept;
	out->n_calls = count;
}

/* What the calls of the function around the place wait for, where all of them do. */
static void calls_need(struct python_matching *p, uint32_t scope, struct switch_wait *out)
{
	const struct python_file *file = p->file;
	uint32_t function = plain_function(p, scope), name, count = 0;
	const struct switch_need *calls[CALLS_MOST];

	if (function == PYTHON_NONE)
		return;
	name = file->scopes.at[function].name;
	for (uint32_t i = python_next_call(p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_call(p, name, i)) {
		const struct python_call *call = &file->calls.at[i];
		uint32_t statement = outline_find(&p->outline, call->at);

		if (file->scopes.at[call->scope].function == function ||
		        file->chains.at[call->chain].name_count) /* F.attention(…) */
			continue;
		if (count == CALLS_MOST || statement == PYTHON_NONE)
			return;
		calls[count] = place_needs(p, statement, call->scope);
		if (!calls[count++])
			return;
	}
	if (count)
		out->called = arena_dup(p->m.out->arena, python_name(file, name));
	keep_needs(p, calls, count, out);
}

/* Whether an import between two places of the text binds the name. */
static bool binds_import(struct python_matching *p, uint32_t name, size_t from, size_t end)
{
	const struct python_file *file = p->file;

	for (uint32_t i = python_next_binding(p, name, PYTHON_NONE);
	        i != PYTHON_NONE && python_may_look(p, 1); i = python_next_binding(p, name, i))
		if (file->bindings.at[i].kind == PYTHON_BIND_IMPORT &&
		        file->bindings.at[i].at >= from && file->bindings.at[i].at < end)
			return true;
	return false;
}

/* What all uses of the names that an import in a try binds wait for. */
static void uses_need(struct python_matching *p, uint32_t statement, struct switch_wait *out)
{
	const struct python_file *file = p->file;
	const struct statement *s = &p->outline.list.at[statement];
	const struct switch_need *uses[CALLS_MOST];
	uint32_t count = 0;

	for (uint32_t i = 0; i < file->chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[i];
		uint32_t at;

		if (!python_may_look(p, 1))
			return;
		if (chain->bound != PYTHON_IMPORT || chain->root_kind != PYTHON_ROOT_NAME ||
		        !binds_import(p, chain->root, s->at, s->end))
			continue;
		at = outline_find(&p->outline, chain->at);
		if (count == CALLS_MOST || at == PYTHON_NONE)
			return;
		uses[count] = place_needs(p, at, chain->scope);
		if (!uses[count++])
			return;
	}
	if (python_may_look(p, 1)) /* else not all were seen */
		keep_needs(p, uses, count, out);
}

/* torch._dynamo.mark_dynamic: what only a compiler reads. */
static bool is_for_compiler(str matched)
{
	return str_eq(matched, S("torch._dynamo.mark_dynamic")) ||
	       str_eq(matched, S("torch._dynamo.maybe_mark_dynamic"));
}

/* A mark for compilers in a def that hands what it marks to torch.jit.trace, in a file that
 * compiles nothing. */
bool is_only_traced(struct python_matching *p, const struct raw *raw)
{
	const struct python_file *file = p->file;
	uint32_t function = file->scopes.at[raw->scope].function;
	static const char *const names[] = {"trace", "trace_module", NULL};

	if (!is_for_compiler(raw->matched) || function == PYTHON_NONE ||
	        !python_may_look(p, file->chains.len) || python_compiles(file))
		return false;
	for (const char *const *word = names; *word; word++) {
		uint32_t name = python_name_find(file, str_from(*word));

		for (uint32_t i = python_next_call(p, name, PYTHON_NONE); i != PYTHON_NONE;
		        i = python_next_call(p, name, i)) {
			const struct python_call *call = &file->calls.at[i];

			if (file->scopes.at[call->scope].function == function &&
			        call->at > raw->at &&
			        str_starts(call_target(p, call), S("torch.jit.")))
				return true;
		}
	}
	return false;
}

/* A if test else B, where a name is A or B: the test. *truth: the name is taken where it is true.
 */
static str test_beside(struct python_matching *p, uint32_t at, uint32_t name_end, bool *truth)
{
	uint32_t statement = outline_find(python_outline(p), at);
	const struct statement *s;
	str text, rest;
	size_t from, if_at, end;

	if (statement == PYTHON_NONE)
		return STR_NONE;
	s = &p->outline.list.at[statement];
	text = str_slice(p->file->text, s->at, s->end);
	if (!python_may_look(p, TEST_RECORDS + (uint32_t)text.len))
		return STR_NONE;
	from = at - s->at;
	if_at = str_find(text, S(" if "));
	if (if_at == text.len || str_has(str_from_at(text, if_at + 4), S(" if ")))
		return STR_NONE;
	rest = str_from_at(text, if_at + 4);
	end = find_outside(rest, S(" else "));
	*truth = from < if_at;
	if (end == rest.len || if_at + 4 + end + 6 < from)
		return STR_NONE;
	return !*truth || name_end - s->at == if_at ? str_trim(str_slice(rest, 0, end)) : STR_NONE;
}

/* way = A if test else B, and way() at the place, which stands for A or B there: that test. */
static str test_of_name(struct python_matching *p, const struct raw *raw, bool *truth)
{
	struct python_file *file = p->file;
	uint32_t path = python_path_find(file, raw->matched),
	         i = python_name_chain_from(p, raw->at);
	const struct python_chain *chain =
	        i < p->name_chains.len ? &file->chains.at[p->name_chains.at[i]] : NULL;
	uint32_t binding, statement;

	if (!path || !chain || chain->at != raw->at || chain->name_count)
		return STR_NONE;
	binding = only_binding(p, chain->root, raw->scope);
	if (binding == PYTHON_NONE)
		return STR_NONE;
	statement = outline_find(python_outline(p), file->bindings.at[binding].at);
	if (statement == PYTHON_NONE || p->outline.list.at[statement].kind != STATEMENT_SIMPLE)
		return STR_NONE;
	for (i = python_name_chain_from(p, p->outline.list.at[statement].at);
	        i < p->name_chains.len && python_may_look(p, 1); i++) {
		chain = &file->chains.at[p->name_chains.at[i]];
		if (chain->at >= p->outline.list.at[statement].end)
			break;
		if (python_chain_stands_for(file, chain, path) &&
		        chain->at != file->bindings.at[binding].at)
			return test_beside(p, chain->at, chain->end, truth);
	}
	return STR_NONE;
}

static bool is_name_alone(str text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!byte_is_word(text.ptr[i]) && text.ptr[i] != '.')
			return false;
	return true;
}

/* What the other side of the choice waits for, which begins as the place wants it. */
static const struct switch_need *otherwise_needs(struct python_matching *p, const struct raw *raw)
{
	struct looking out = {.scope = raw->scope, .part = PYTHON_NONE};
	const struct switch_need *need;
	bool truth;
	str test = STR_NONE;

	if (raw->choice)
		test = is_name_alone(str_slice(p->file->text, raw->at, raw->end))
		               ? test_beside(p, raw->at, raw->end, &truth)
		               : test_of_name(p, raw, &truth);
	if (test.len)
		test_needs(p, test, !truth, &out);
	for (need = out.first; need && need->kind == SWITCH_FLAG;)
		need = need->other;
	return need;
}

bool choice_waits(struct python_matching *p, const struct raw *raw)
{
	return otherwise_needs(p, raw) != NULL;
}

const struct switch_wait *switch_wait_of(
        struct python_matching *p, uint32_t statement, const struct raw *raw, bool tried)
{
	struct switch_wait wait = {0}, *out;
	static const struct switch_need compiler = {.kind = SWITCH_COMPILER};

	if (statement == PYTHON_NONE)
		return NULL;
	wait.here = place_needs(p, statement, raw->scope);
	if (!wait.here && is_for_compiler(raw->matched))
		wait.here = &compiler;
	if (tried)
		uses_need(p, statement, &wait);
	else
		calls_need(p, raw->scope, &wait);
	wait.otherwise = otherwise_needs(p, raw);
	if (!wait.here && !wait.n_calls && !wait.otherwise)
		return NULL;
	out = ARENA_NEW(p->m.out->arena, struct switch_wait);
	*out = wait;
	return out;
}
