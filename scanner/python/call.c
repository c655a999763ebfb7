/* Calls and their arguments. Arguments of calls within calls come between those of the outer one,
 * so they wait on a stack until the closing bracket. */
#include "scanner/python/parser.h"

#include "base/text.h"

/* What an argument's value is, for the record. */
static struct python_arg argument(struct parser *p, const struct value *v)
{
	struct python_arg arg = {.at = v->at, .end = p->t[-1].end, .ref = v->ref, .kind = v->kind};

	switch (v->kind) {
	case VALUE_NUMBER: arg.kind = (uint8_t)literal_number(p, v->ref); break;
	case VALUE_NEGATIVE:
		arg.kind = (uint8_t)literal_number(p, v->ref);
		if (arg.kind != PYTHON_VALUE_INT)
			arg.kind = PYTHON_VALUE_EXPR;
		break;
	case VALUE_STRING:
		arg.kind = v->inner;
		if (v->inner != PYTHON_VALUE_BYTES)
			arg.ref = literal_keep(p, v->ref, PYTHON_TEXT);
		break;
	case VALUE_SUBSCRIPT:
	case VALUE_TUPLE:
	case VALUE_LIST:
	case VALUE_CHOICE:
	case VALUE_STARRED: arg.kind = PYTHON_VALUE_EXPR; break;
	default: break;
	}
	return arg;
}

static bool starred(struct parser *p, struct arguments *seen, struct python_arg *arg)
{
	bool mapping = p->t->kind == TOKEN_DOUBLESTAR;
	uint32_t start = p->t->at;
	struct value v;

	if (!mapping && seen->mapping)
		return parser_fail(p, "'*' cannot follow '**' among arguments");
	p->t++;
	if (!parse_expression(p, &v))
		return false;
	*arg = (struct python_arg){.at = start,
	        .end = p->t[-1].end,
	        .kind = mapping ? PYTHON_VALUE_DOUBLE_STAR : PYTHON_VALUE_STAR};
	seen->mapping |= mapping;
	seen->keywords += mapping;
	seen->star |= !mapping;
	return true;
}

static bool one_argument(struct parser *p, struct arguments *seen, struct python_arg *arg)
{
	struct value v;
	uint32_t name = 0;

	if (p->t->kind == TOKEN_STAR || p->t->kind == TOKEN_DOUBLESTAR)
		return starred(p, seen, arg);
	if (p->t->kind == TOKEN_NAME && p->t[1].kind == TOKEN_EQUAL) {
		name = p->t->value;
		p->t += 2;
		if (!parse_expression(p, &v))
			return false;
		seen->keywords++;
	} else {
		if (seen->keywords)
			return parser_fail(p, "a positional argument cannot follow a keyword");
		if (!parse_named(p, &v))
			return false;
		if (seen->positional < 2)
			*(seen->positional ? &seen->second : &seen->first) = v;
		seen->positional++;
	}
	if (seen->bases && v.kind == VALUE_SUBSCRIPT)
		v.kind = v.inner == PYTHON_VALUE_CHAIN || v.inner == PYTHON_VALUE_CALL
		                 ? v.inner
		                 : PYTHON_VALUE_EXPR;
	*arg = argument(p, &v);
	arg->name = name;
	return true;
}

bool parse_arguments(struct parser *p, struct arguments *seen)
{
	struct python_arg arg;

	while (p->t->kind != TOKEN_RPAR) {
		if (!one_argument(p, seen, &arg))
			return false;
		*PUSH(p->arena, &p->arguments) = arg;
		if (p->t->kind != TOKEN_COMMA)
			break;
		p->t++;
	}
	return parser_expect(p, TOKEN_RPAR, "expected ',' or ')'");
}

/* f(x for x in y) */
static bool generator_argument(struct parser *p, struct arguments *seen)
{
	struct comprehension c;
	struct value v;

	p->t--;
	comprehension_open(p, &c);
	p->t++;
	seen->positional = 1;
	seen->first = (struct value){.at = p->t[-1].at};
	if (!parse_named(p, &v) || !comprehension_rest(p, &c))
		return false;
	*PUSH(p->arena, &p->arguments) = (struct python_arg){
	        .at = seen->first.at, .end = p->t->end, .kind = PYTHON_VALUE_EXPR};
	return parser_expect(p, TOKEN_RPAR, "a generator among other arguments needs parentheses");
}

static bool is_identifier(str s)
{
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];

		if (!(c == '_' || (unsigned)((c | 0x20) - 'a') < 26 ||
		            (i > 0 && (unsigned)(c - '0') < 10)))
			return false;
	}
	return s.len > 0;
}

static bool is_text(const struct value *v)
{
	return v->kind == VALUE_STRING && v->inner == PYTHON_VALUE_STR;
}

/* getattr(x, "name"), or a call with one string: its value may be known (resolver.c). */
static void note_shape(struct parser *p, struct python_call *call, const struct arguments *seen)
{
	const struct python_chain *chain;
	const struct value *text;

	if (seen->keywords || seen->star || call->chain == PYTHON_NONE)
		return;
	chain = &p->file->chains.at[call->chain];
	if (chain->root_kind == PYTHON_ROOT_NAME && chain->root == NAME_GETATTR &&
	        !chain->name_count) {
		if ((seen->positional != 2 && seen->positional != 3) || !is_text(&seen->second))
			return;
		text = &seen->second;
		call->shape = SHAPE_GETATTR;
	} else if (seen->positional == 1 && is_text(&seen->first)) {
		text = &seen->first;
		call->shape = SHAPE_STRING;
	} else {
		return;
	}
	call->text = p->file->args.at[call->args + (text == &seen->second)].ref;
	if (call->text == PYTHON_NONE)
		call->text = literal_keep(p, text->ref, SIZE_MAX);
	if (call->text == PYTHON_NONE || !p->file->texts.at[call->text].len ||
	        (call->shape == SHAPE_GETATTR && !is_identifier(p->file->texts.at[call->text])))
		call->shape = SHAPE_NONE;
}

/* bool(x.any()), int(...), float(...): the argument's value leaves the device. */
static void note_conversion(
        struct parser *p, const struct python_call *call, const struct arguments *seen)
{
	const struct python_chain *chain;

	if (seen->positional != 1 || seen->keywords || seen->first.kind != PYTHON_VALUE_CALL ||
	        call->chain == PYTHON_NONE)
		return;
	chain = &p->file->chains.at[call->chain];
	if (chain->root_kind == PYTHON_ROOT_NAME && !chain->name_count &&
	        (chain->root == NAME_BOOL || chain->root == NAME_INT || chain->root == NAME_FLOAT))
		p->file->calls.at[seen->first.ref].flags |= PYTHON_CONVERTED;
}

/* The chain that is called, PYTHON_NONE when it is none. */
static uint32_t callee(struct parser *p, const struct value *v)
{
	uint32_t chain;

	if (v->kind == PYTHON_VALUE_CALL && p->file->calls.at[v->ref].shape) {
		chain = parser_chain(p, v->ref, PYTHON_ROOT_CALL);
		p->file->chains.at[chain].at = v->at;
		p->file->chains.at[chain].end = p->t[-1].end;
	} else if (v->kind == PYTHON_VALUE_CHAIN) {
		chain = v->ref;
	} else {
		return PYTHON_NONE;
	}
	p->file->chains.at[chain].callee = true;
	return chain;
}

bool parse_call(struct parser *p, struct value *v, uint32_t start)
{
	uint32_t index = p->file->calls.len, first = p->arguments.len;
	const struct token *open = p->t;
	struct arguments seen = {0};
	struct python_call *call;

	*PUSH(p->arena, &p->file->calls) = (struct python_call){.at = start,
	        .open = open->at,
	        .chain = callee(p, v),
	        .scope = p->scope,
	        .flags = p->flags,
	        .loops = p->loops};
	p->t++;
	if (open->flags & TOKEN_COMPREHENSION ? !generator_argument(p, &seen)
	                                      : !parse_arguments(p, &seen))
		return false;
	call = &p->file->calls.at[index];
	call->end = p->t[-1].end;
	call->args = p->file->args.len;
	call->arg_count = p->arguments.len - first;
	call->mapping = seen.mapping;
	for (uint32_t i = first; i < p->arguments.len; i++)
		*PUSH(p->arena, &p->file->args) = p->arguments.at[i];
	p->arguments.len = first;
	if (seen.positional) {
		note_shape(p, call, &seen);
		note_conversion(p, call, &seen);
	}
	*v = (struct value){.at = start, .ref = index, .kind = PYTHON_VALUE_CALL};
	return true;
}
