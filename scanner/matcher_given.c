/* Named matchers of devices and backends that a name is given, or that are asked for. */
#include "scanner/matcher_named.h"

#include "scanner/python/lexer.h"

#include <string.h>

/* device-assigned: device = "cuda", self.device: str = "cuda:0", {"device": "cuda"}; with names:
 * x.backend = "nccl", x["backend"] = "nccl". */

/* The word that ends before `at`, blanks left out; *from: where it begins. */
static str word_before(str text, uint32_t at, uint32_t *from)
{
	uint32_t end;

	while (at > 0 && strchr(" \t", text.ptr[at - 1]))
		at--;
	for (end = at; at > 0 && byte_is_name(text.ptr[at - 1]);)
		at--;
	*from = at;
	return str_slice(text, at, end);
}

/* Behind cfg["backend"] and the like, whose bracket ends before `at`: the key; *from: where the
 * whole begins. */
static str key_before(str text, uint32_t at, uint32_t *from)
{
	uint32_t open;
	str word;

	while (at > 0 && strchr(" \t", text.ptr[at - 1]))
		at--;
	if (at < 3 || text.ptr[at - 1] != ']' || !strchr("'\"", text.ptr[at - 2]))
		return STR_NONE;
	word = word_before(text, at - 2, &open);
	if (open < 2 || text.ptr[open - 1] != text.ptr[at - 2] || text.ptr[open - 2] != '[')
		return STR_NONE;
	*from = open - 2;
	return word;
}

/* A name that an item asks for, else that of a device. */
static bool is_wanted_name(const struct python_matching *p, const struct item_row *item, str word)
{
	const struct condition_row *names = item_condition(p->m.rules, item, "name");

	return names ? condition_holds_text(p->m.rules, names, word, false) : is_device_name(word);
}

/* A name that its scope binds once stands for its text where it is used, and is found there. */
static bool is_bound_once(struct python_matching *p, str word, uint32_t scope)
{
	uint32_t name = python_name_find(p->file, word), count = 0;

	for (uint32_t i = python_next_binding(p, name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, name, i))
		count += p->file->bindings.at[i].scope == scope;
	return count == 1;
}

/* The token of the "=" behind which a literal is one of several values of the statement: A or TEXT,
 * A if T else TEXT, T and TEXT or A; 0: none. */
static uint32_t equal_before(struct python_matching *p, uint32_t at)
{
	const struct token *tokens = p->file->tokens;
	uint32_t i = python_token_at(p->file, at);

	for (i--; i && python_may_look(p, 1); i--) {
		uint8_t kind = tokens[i].kind;

		if (kind == TOKEN_EQUAL || kind == TOKEN_COLONEQUAL)
			return i;
		if ((kind == TOKEN_RPAR || kind == TOKEN_RSQB || kind == TOKEN_RBRACE) &&
		        tokens[i].value < i)
			i = tokens[i].value;
		else if (kind == TOKEN_LPAR && tokens[i - 1].kind != TOKEN_NAME &&
		         tokens[i - 1].kind != TOKEN_RPAR && tokens[i - 1].kind != TOKEN_RSQB)
			continue;
		else if (kind == TOKEN_LPAR || kind == TOKEN_LSQB || kind == TOKEN_LBRACE ||
		         kind == TOKEN_COMMA || kind == TOKEN_COLON || kind == TOKEN_NEWLINE)
			return 0;
	}
	return 0;
}

/* The literal at a place is the whole of what is chosen, not compared or looked up. */
static bool is_whole_side(const struct python_file *file, uint32_t at)
{
	switch ((enum token_kind)file->tokens[python_token_at(file, at) + 1].kind) {
	case TOKEN_NEWLINE:
	case TOKEN_SEMI:
	case TOKEN_END:
	case TOKEN_RPAR:
	case TOKEN_IF:
	case TOKEN_ELSE:
	case TOKEN_OR: return true;
	default: return false;
	}
}

/* A choice that names the target as well, or asks whether CUDA is there, which is told by itself.
 */
static bool is_settled_choice(str statement)
{
	static const char *const words[] = {"is_available", "ccelerator", "\"tpu", "'tpu", "is_tpu",
	        "on_tpu", "use_tpu", "\"neuron", "'neuron", "is_neuron", "on_neuron", "use_neuron",
	        "device_count", NULL};

	return str_has_one_of(statement, words);
}

/* acc = torch.accelerator.current_accelerator() shortly before. */
static bool asks_accelerator(str text, uint32_t at)
{
	enum { BEFORE_BYTES = 400 };

	return str_has(str_slice(text, at > BEFORE_BYTES ? at - BEFORE_BYTES : 0, at),
	        S("current_accelerator("));
}

/* Before "or", "else", "and" that end at a place: behind the "=" whose value the literal at `at`
 * may be; 0: none. */
static uint32_t choice_before(
        struct python_matching *p, const struct statement *s, uint32_t from, uint32_t at)
{
	uint32_t start, equal;
	str word = word_before(p->file->text, from, &start);

	if ((!str_eq(word, S("or")) && !str_eq(word, S("else")) && !str_eq(word, S("and"))) ||
	        s->kind != STATEMENT_SIMPLE || !python_keep_tokens(p->file) ||
	        !is_whole_side(p->file, at))
		return 0;
	equal = equal_before(p, at);
	if (!equal || p->file->tokens[equal].at < s->at || !python_may_look(p, s->end - s->at))
		return 0;
	return p->file->tokens[equal].end;
}

/* What stands before a literal. */
struct given {
	str name;
	uint32_t from; /* where NAME begins, x. or x[ left out */
	bool part;     /* of something: x.NAME, x["NAME"] */
	bool entry;    /* of a dict: {"NAME": TEXT} */
	bool choice;   /* another value is given as well */
	bool settled;  /* and the choice is told by itself, or knows the target */
};

/* {"NAME": TEXT}: the colon ends before a place. */
static bool entry_before(str text, uint32_t end, struct given *g)
{
	while (end > 0 && strchr(" \t", text.ptr[end - 1]))
		end--;
	if (!end || !strchr("'\"", text.ptr[end - 1]))
		return false;
	g->name = word_before(text, end - 1, &g->from);
	g->entry = true;
	return g->from > 0 && text.ptr[g->from - 1] == text.ptr[end - 1];
}

/* Behind NAME = as a statement, or behind {"NAME": */
static bool given_before_literal(struct python_matching *p, uint32_t at, struct given *g)
{
	str text = p->file->text;
	const struct statement *s = statement_at(p, at);
	uint32_t from = at, open, equal;

	while (from > 0 && strchr(" \t(\\\n", text.ptr[from - 1]))
		from--;
	if (!from || !s)
		return false;
	if (text.ptr[from - 1] == ':')
		return entry_before(text, from - 1, g);
	equal = text.ptr[from - 1] == '=' ? 0 : choice_before(p, s, from, at);
	g->choice = equal != 0;
	g->settled = equal && (is_settled_choice(str_slice(text, s->at, s->end)) ||
	                              asks_accelerator(text, s->at));
	from = equal ? equal : from;
	if (text.ptr[from - 1] != '=' || (from > 1 && strchr("=!<>+", text.ptr[from - 2])))
		return false;
	from -= from > 1 && text.ptr[from - 2] == ':' ? 2 : 1; /* := */
	g->name = key_before(text, from, &open);
	g->part = g->name.ptr != NULL;
	if (g->part)
		from = open;
	else
		g->name = word_before(text, from, &from);
	g->part |= from > 0 && text.ptr[from - 1] == '.';
	for (;;) { /* device: str = "cuda": the word before the annotation */
		uint32_t before = from;

		while (before > 0 && strchr(" \t", text.ptr[before - 1]))
			before--;
		if (!before || text.ptr[before - 1] != ':' || before - 1 < s->at)
			break;
		g->name = word_before(text, before - 1, &from);
	}
	/* a keyword argument or a default is inside of a bracket: no statement of its own begins
	 * there */
	while (from > s->at && (byte_is_name(text.ptr[from - 1]) || text.ptr[from - 1] == '.'))
		from--;
	g->from = from;
	return from == s->at;
}

bool device_is_given(struct python_matching *p, uint32_t at)
{
	struct given g = {.name = STR_NONE};

	return given_before_literal(p, at, &g) && is_device_name(g.name);
}

/* Whether what stands before a literal gives it to a device name. */
static bool is_given_to_device(struct python_matching *p, const struct item_row *item,
        const struct python_string *string, struct given *g)
{
	bool names = item_condition(p->m.rules, item, "name") != NULL;

	*g = (struct given){.name = STR_NONE};
	if (!given_before_literal(p, string->at, g) || g->settled ||
	        !is_wanted_name(p, item, g->name))
		return false;
	if (g->entry)
		return !names;
	return g->part || !names || !is_bound_once(p, g->name, string->scope);
}

/* The statement of a place as a message shows it. */
static str statement_shown(struct python_matching *p, uint32_t at)
{
	const struct statement *s = statement_at(p, at);

	return s ? python_shown_text(p, s->at, s->end) : STR_NONE;
}

void match_device_assigned(struct python_matching *p, const struct item_row *item)
{
	bool names = item_condition(p->m.rules, item, "name") != NULL;

	for (uint32_t i = 0; i < p->file->strings.len; i++) {
		const struct python_string *string = &p->file->strings.at[i];
		struct raw *raw;
		struct given given;
		uint32_t end = string->at;

		if (string->form != PYTHON_VALUE_STR ||
		        (string->class_ == PYTHON_DEVICE) == names ||
		        !option_fits(p, item, "value", string->value, false) ||
		        !is_given_to_device(p, item, string, &given))
			continue;
		literal_at(p->file->text, string->at, &end);
		raw = named_add(p, item, string->at, end);
		raw->flags = string->flags;
		raw->scope = string->scope;
		raw->choice = given.choice;
		raw->matched = string->value;
		raw->detail = statement_shown(p, string->at);
	}
}

/* string-default: the default of a parameter, the value of a field of a class. */

bool has_small(str text, const char *word)
{
	char lower[64];
	size_t n = text.len < sizeof lower ? text.len : sizeof lower;

	for (size_t i = 0; i < n; i++)
		lower[i] = text.ptr[i] >= 'A' && text.ptr[i] <= 'Z' ? (char)(text.ptr[i] | 32)
		                                                    : text.ptr[i];
	return str_has((str){lower, n}, str_from(word));
}

/* Where an annotation that ends at `at` begins, behind its colon if it is one: "str | None",
 * "Literal["cuda", "cpu"]". */
static uint32_t annotation_before(str text, uint32_t at)
{
	uint32_t open = at, depth = 0;

	for (; open > 0 && open + 90 > at; open--) {
		char c = text.ptr[open - 1];

		depth += c == ']';
		if (c == '\n' || (!depth && strchr("(,:=", c)))
			break;
		depth -= depth && c == '[';
	}
	return open;
}

/* The name that "NAME = " or "NAME: T = " before a literal gives it to; "" when it is neither. */
static str given_name(str text, uint32_t at, bool *annotated)
{
	uint32_t from = at, open;
	str word;

	*annotated = false;
	while (from > 0 && strchr(" \t\n\\", text.ptr[from - 1]))
		from--;
	if (!from || text.ptr[from - 1] != '=' ||
	        (from > 1 && strchr("=!<>:+", text.ptr[from - 2])))
		return S("");
	word = word_before(text, from - 1, &from);
	open = annotation_before(text, from);
	if (open > 0 && text.ptr[open - 1] == ':') {
		*annotated = true;
		word = word_before(text, open - 1, &from);
	}
	return word;
}

/* A member of an enumeration is a value among others, no default. */
bool class_has_base(const struct python_file *file, uint32_t class_, str ending)
{
	const struct python_class *c = class_ == PYTHON_NONE ? NULL : &file->classes.at[class_];

	for (uint32_t b = 0; c && b < c->base_count; b++)
		if (str_ends(python_base_name(file, c, b), ending))
			return true;
	return false;
}

bool class_is_enumeration(const struct python_matching *p, uint32_t scope)
{
	return class_has_base(p->file, p->file->scopes.at[scope].class_, S("Enum"));
}

/* field(default="cuda"), Field("cuda"), attr.ib(default="cuda"), typer.Option("cuda"): the call
 * whose argument begins at a place and is the default of a field or parameter; NULL. */
static const struct python_call *default_call(const struct python_matching *p, uint32_t at)
{
	static const char *const makers[] = {
	        "field", "Field", "ib", "attrib", "Option", "Argument", NULL};
	const struct python_arg *arg;
	uint32_t position;
	const struct python_call *call = call_around(p->file, at, &arg, &position);
	str name, before;

	if (!call || !str_is_one_of(call_last(p, call), makers))
		return NULL;
	name = python_name(p->file, arg->name);
	before = str_trim(str_slice(p->file->text, arg->at, at));
	if (str_eq(name, S("default_factory")) || str_eq(name, S("factory")))
		return str_starts(before, S("lambda")) && str_ends(before, S(":")) ? call : NULL;
	return !before.len && (arg->name ? str_eq(name, S("default")) : !position) ? call : NULL;
}

/* torch.device("cuda") with nothing else: the call around the text; NULL. It makes a name alone,
 * which raises where something is made there. */
static const struct python_call *device_around(
        struct python_matching *p, const struct python_string *string)
{
	const struct python_arg *arg;
	uint32_t position;
	const struct python_call *call = call_around(p->file, string->at, &arg, &position);

	return call && call->arg_count == 1 && !arg->name && arg->kind == PYTHON_VALUE_STR &&
	                       str_eq(call_target(p, call), S("torch.device"))
	               ? call
	               : NULL;
}

/* The name that a text, or what begins at a place and is made of it, is the default of; "": of
 * none. */
static str default_name(struct python_matching *p, const struct python_string *string, uint32_t at)
{
	str text = p->file->text;
	bool annotated, field;
	str name = given_name(text, at, &annotated);
	const struct python_call *call =
	        name.len && string->flags & PYTHON_DEFAULT ? NULL : default_call(p, at);
	uint32_t scope = call ? call->scope : string->scope;

	if (call)
		name = given_name(text, call->at, &annotated);
	/* what names a device is found as an assignment when it has no type */
	field = p->file->scopes.at[scope].kind == PYTHON_CLASS &&
	        (annotated || call ||
	                (string->class_ != PYTHON_DEVICE && !class_is_enumeration(p, scope)));
	return string->flags & PYTHON_DEFAULT || field ? name : S("");
}

void match_string_default(struct python_matching *p, const struct item_row *item)
{
	for (uint32_t i = 0; i < p->file->strings.len; i++) {
		const struct python_string *string = &p->file->strings.at[i];
		const struct python_call *made;
		uint32_t end = string->at;
		struct raw *raw;
		str name;

		if (string->form != PYTHON_VALUE_STR ||
		        !option_fits(p, item, "value", string->value, false))
			continue;
		made = device_around(p, string);
		name = default_name(p, string, made ? made->at : string->at);
		if (!name.len || (string->class_ == PYTHON_DEVICE && !made &&
		                         !has_small(name, "device") && !has_small(name, "accel")))
			continue;
		literal_at(p->file->text, string->at, &end);
		raw = made ? named_add(p, item, made->at, made->end)
		           : named_add(p, item, string->at, end);
		raw->flags = string->flags;
		raw->scope = string->scope;
		raw->matched = string->value;
		raw->detail = arena_format(p->m.env->temp,
		        made ? "%.*s=torch.device(\"%.*s\")" : "%.*s=\"%.*s\"", STR_ARG(name),
		        STR_ARG(string->value));
	}
}

/* untyped-array: a tensor made of an array that is not given a type at once. */

enum { CHAINED_MOST = 6 };

/* Behind the bracket that opens at `at`; 0 when it does not close soon. */
static uint32_t close_of(str text, uint32_t at)
{
	uint32_t depth = 0;

	for (uint32_t i = at; i < text.len && i < at + 400; i++) {
		depth += strchr("([{", text.ptr[i]) != NULL;
		depth -= strchr(")]}", text.ptr[i]) != NULL;
		if (!depth)
			return i + 1;
	}
	return 0;
}

/* .float(), .to(torch.long), .to(device, dtype), perhaps behind .unsqueeze(0) and the like. */
static bool is_typed_behind(const struct python_matching *p, uint32_t at)
{
	static const char *const types[] = {"float", "long", "int", "bool", "half", "bfloat16",
	        "type", "type_as", "short", "byte", NULL};
	str text = p->file->text, name, inside;

	for (uint32_t i = 0; i < CHAINED_MOST; i++) {
		uint32_t from, end;

		while (at < text.len && strchr(" \t\n\\", text.ptr[at]))
			at++;
		if (at >= text.len || text.ptr[at] != '.')
			return false;
		for (from = ++at; at < text.len && byte_is_name(text.ptr[at]);)
			at++;
		name = str_slice(text, from, at);
		if (str_eq(name, S("dtype"))) /* only asked what it is */
			return true;
		end = at < text.len && text.ptr[at] == '(' ? close_of(text, at) : 0;
		if (!end)
			return false;
		inside = str_slice(text, at, end);
		if (str_is_one_of(name, types))
			return true;
		if (str_eq(name, S("to")) && (str_has(inside, S("dtype")) ||
		                                     (str_has(inside, S("torch.")) &&
		                                             !str_has(inside, S("torch.device(")) &&
		                                             !str_has(inside, S("cuda")))))
			return true;
		at = end;
	}
	return false;
}

/* x.float(), x[None].to(torch.bfloat16) somewhere in the text. */
static bool gives_type(str text, str name)
{
	static const char *const ways[] = {".float(", ".long(", ".int(", ".bool(", ".half(",
	        ".type(", ".to(torch.float", ".to(torch.bfloat", ".to(dtype", NULL};

	for (size_t at = 0; (at += str_find(str_from_at(text, at), name)) < text.len;) {
		size_t end = at + name.len;
		bool whole = !at || (!byte_is_name(text.ptr[at - 1]) && text.ptr[at - 1] != '.');

		at = end;
		while (whole && end < text.len && text.ptr[end] == '[' &&
		        close_of(text, (uint32_t)end))
			end = close_of(text, (uint32_t)end);
		for (const char *const *way = ways; whole && *way; way++)
			if (str_starts(str_from_at(text, end), str_from(*way)))
				return true;
		if (whole && str_starts(str_from_at(text, end), S(".to(")) &&
		        str_has(str_slice(text, end, close_of(text, (uint32_t)end + 3)),
		                S("dtype=")))
			return true;
	}
	return false;
}

/* x = torch.from_numpy(…), and soon behind it x.float() or x.to(torch.bfloat16). */
static bool is_typed_soon(struct python_matching *p, const struct python_call *call)
{
	enum { SOON_BYTES = 300 };
	const struct statement *s = statement_at(p, call->at);
	str text = p->file->text, rest, name;
	uint32_t end;

	if (!s || s->kind != STATEMENT_SIMPLE)
		return false;
	for (end = s->at; end < call->at && byte_is_name(text.ptr[end]);)
		end++;
	name = str_slice(text, s->at, end);
	rest = str_trim(str_slice(text, end, call->at));
	if (!name.len || !str_eq(rest, S("=")))
		return false;
	return gives_type(str_slice(text, call->end, call->end + SOON_BYTES), name);
}

/* The last statement before a place in its scope that gives a name a value. */
static str given_before(struct python_matching *p, uint32_t name, uint32_t scope, uint32_t at)
{
	const struct statement *s = NULL;

	for (uint32_t i = python_next_binding(p, name, PYTHON_NONE); i != PYTHON_NONE && !s;
	        i = python_next_binding(p, name, i)) {
		const struct python_binding *b = &p->file->bindings.at[i];

		if (b->scope == scope && b->at < at)
			s = statement_at(p, b->at);
	}
	return s && s->kind == STATEMENT_SIMPLE ? str_slice(p->file->text, s->at, s->end)
	                                        : STR_NONE;
}

/* x = x.astype(np.int32) or x = np.array(…, dtype=…), and behind it torch.from_numpy(x). What makes
 * x of x (x = x[None].transpose(…)) leaves the type as it was. */
static bool is_typed_before(struct python_matching *p, const struct python_call *call)
{
	enum { GIVEN_MOST = 6 };
	str text = p->file->text, given, value, name;
	uint32_t at = call->at,
	         open = at + (uint32_t)str_find_byte(str_slice(text, at, call->end), '(');

	if (open + 1 >= call->end)
		return false;
	name = str_trim(str_slice(text, open + 1, call->end - 1));
	if (str_ends(name, S(".copy()")))
		name = str_slice(name, 0, name.len - 7);
	for (int i = 0; i < GIVEN_MOST; i++) {
		given = given_before(p, python_name_find(p->file, name), call->scope, at);
		if (str_has(given, S("t64")) || str_has(given, S("f8")) ||
		        str_has(given, S("float)")))
			return false;
		if (str_has(given, S(".astype(")) || str_has(given, S("dtype=")))
			return true;
		value = str_from_at(given, str_find_byte(given, '='));
		if (!given.len || str_find_name(value, name) == value.len)
			return false;
		at = (uint32_t)(given.ptr - text.ptr);
	}
	return false;
}

/* points_in_boxes_cpu(torch.from_numpy(x), …): for what runs on the host. */
static bool is_for_host_call(struct python_matching *p, const struct python_call *call)
{
	for (uint32_t i = python_call_from(p->file, call->at); i-- > 0 && python_may_look(p, 1);) {
		const struct python_call *around = &p->file->calls.at[i];

		if (around->end > call->end && around->chain != PYTHON_NONE &&
		        str_ends(call_last(p, around), S("_cpu")))
			return true;
	}
	return false;
}

void match_untyped_array(struct python_matching *p, const struct item_row *item)
{
	const bool *paths = option_paths(p, item, "call");

	for (uint32_t i = 0; paths && i < p->file->calls.len; i++) {
		const struct python_call *call = &p->file->calls.at[i];
		uint32_t count = 0;
		const uint32_t *targets =
		        call->chain == PYTHON_NONE
		                ? NULL
		                : python_chain_targets(
		                          p->file, &p->file->chains.at[call->chain], &count);

		if (count && paths[targets[0]] && !is_typed_behind(p, call->end) &&
		        !is_typed_soon(p, call) && !is_typed_before(p, call) &&
		        !is_for_host_call(p, call) && call_holds(p, item, call, NULL))
			named_add_call(p, item, call)->choice = p->choice;
	}
}

/* device-type-value: x = device.type == "cuda", f(on=device.type == "cuda"), a if … else b. */

/* What stands before "== 'cuda'" tells a device. */
static bool is_device_before(str text, uint32_t at)
{
	uint32_t from, end;
	str word;

	while (at > 0 && strchr(" \t", text.ptr[at - 1]))
		at--;
	if (at < 2 || text.ptr[at - 1] != '=' || text.ptr[at - 2] != '=')
		return false;
	for (end = at - 2; end > 0 && strchr(" \t", text.ptr[end - 1]);)
		end--;
	word = word_before(text, end, &from);
	if (str_eq(word, S("type")) && from > 0 && text.ptr[from - 1] == '.')
		word = word_before(text, from - 1, &from);
	return is_device_name(word) || str_eq(word, S("device_type"));
}

void match_device_value(struct python_matching *p, const struct item_row *item)
{
	const struct statement *last = NULL;

	for (uint32_t i = 0; i < p->file->strings.len; i++) {
		const struct python_string *string = &p->file->strings.at[i];
		const struct statement *s;
		str written;

		if (string->form != PYTHON_VALUE_STR || string->class_ != PYTHON_DEVICE ||
		        !option_fits(p, item, "value", string->value, false) ||
		        !is_device_before(p->file->text, string->at))
			continue;
		s = statement_at(p, string->at);
		if (s == last) /* once is enough */
			continue;
		last = s;
		if (!s || (s->kind != STATEMENT_SIMPLE && s->kind != STATEMENT_RETURN &&
		                  s->kind != STATEMENT_WITH))
			continue;
		written = str_slice(p->file->text, s->at, s->end);
		/* what is chosen there is told by itself, and a filter chooses nothing */
		if (str_has(written, S("torch.cuda")) || str_has(written, S(" for ")))
			continue;
		named_add(p, item, s->at, s->end)->scope = string->scope;
	}
}

/* device-returned: return "cuda", return "cuda" if E else "cpu". */

void match_device_returned(struct python_matching *p, const struct item_row *item)
{
	for (uint32_t i = 0; i < p->file->strings.len; i++) {
		const struct python_string *string = &p->file->strings.at[i];
		uint32_t end = string->at;
		const struct statement *s;
		struct raw *raw;
		str before, behind;

		if (string->form != PYTHON_VALUE_STR || string->class_ != PYTHON_DEVICE ||
		        !option_fits(p, item, "value", string->value, false))
			continue;
		s = statement_at(p, string->at);
		if (!s || s->kind != STATEMENT_RETURN)
			continue;
		literal_at(p->file->text, string->at, &end);
		before = str_trim(str_slice(p->file->text, s->at, string->at));
		behind = str_trim(str_slice(p->file->text, end, s->end));
		if ((!str_eq(before, S("return")) && !str_ends(before, S(" else"))) ||
		        (behind.len && !str_starts(behind, S("if ")) &&
		                !str_starts(behind, S(","))))
			continue;
		raw = named_add(p, item, string->at, end);
		raw->flags = string->flags;
		raw->scope = string->scope;
		raw->matched = string->value;
		raw->detail = statement_shown(p, string->at);
	}
}

/* device-type-required: assert E == "cuda", if E != "cuda": raise. */

void match_device_required(struct python_matching *p, const struct item_row *item)
{
	for (uint32_t i = 0; i < p->file->strings.len; i++) {
		const struct python_string *string = &p->file->strings.at[i];
		const struct statement *s;
		const struct outline *o;
		str head, before;

		if (string->form != PYTHON_VALUE_STR || string->class_ != PYTHON_DEVICE ||
		        !option_fits(p, item, "value", string->value, false))
			continue;
		s = statement_at(p, string->at);
		o = python_outline(p);
		if (!s || (s->kind != STATEMENT_ASSERT && s->kind != STATEMENT_IF) ||
		        !python_may_look(p, s->end - s->at))
			continue;
		head = statement_head(p, s);
		before = str_slice(head, 0, str_find(head, string->value));
		if ((s->kind == STATEMENT_ASSERT && str_has(before, S("==")) &&
		            !str_has(str_slice(p->file->text, s->at, s->end), S(" or "))) ||
		        (s->kind == STATEMENT_IF && str_has(before, S("!=")) &&
		                outline_leaves(o, (uint32_t)(s - o->list.at))))
			if (str_has(before, S("device")))
				named_add(p, item, s->at, s->end)->scope = string->scope;
	}
}
