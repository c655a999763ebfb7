/* Which functions hold an operator whose operands could be tensors: what the records do not tell
 * (comparisons, tests, slices, loops) is looked for token by token. */
#include "scanner/flow_trigger.h"

/* Tokens that the walk looks at. What is no bracket and ends nothing asks for a tensor: a
 * comparison, the negation of a mask, a boolean operator, a test. */
static const bool stops[TOKEN_KINDS] = {
        [TOKEN_LESS] = true,
        [TOKEN_GREATER] = true,
        [TOKEN_LESSEQUAL] = true,
        [TOKEN_GREATEREQUAL] = true,
        [TOKEN_EQEQUAL] = true,
        [TOKEN_NOTEQUAL] = true,
        [TOKEN_OLD_NOTEQUAL] = true,
        [TOKEN_TILDE] = true,
        [TOKEN_AND] = true,
        [TOKEN_OR] = true,
        [TOKEN_NOT] = true,
        [TOKEN_IF] = true,
        [TOKEN_ELIF] = true,
        [TOKEN_WHILE] = true,
        [TOKEN_ASSERT] = true,
        [TOKEN_LPAR] = true,
        [TOKEN_LSQB] = true,
        [TOKEN_LBRACE] = true,
        [TOKEN_RPAR] = true,
        [TOKEN_RSQB] = true,
        [TOKEN_RBRACE] = true,
        [TOKEN_COMMA] = true,
        [TOKEN_COLON] = true,
        [TOKEN_SEMI] = true,
        [TOKEN_FOR] = true,
        [TOKEN_DEF] = true,
        [TOKEN_ASYNC] = true,
        [TOKEN_INDENT] = true,
        [TOKEN_DEDENT] = true,
        [TOKEN_NEWLINE] = true,
        [TOKEN_ERROR] = true,
};

/* What stands between two commas of one bracket: operands of an operator lie there, all of them. */
struct part {
	const struct token *from;
	bool asked;
	uint8_t colons; /* a bit for each */
};

struct operators {
	struct triggers *t;
	uint32_t unit; /* the function around, 0: none */
	uint32_t level, unit_level;
	uint32_t next; /* the next unit by place */
	uint32_t depth;
	bool quiet; /* the rest of the unit says nothing more */
	struct part parts[LEXER_BRACKETS + 1];
};

/* isinstance(x, …), len(x), hasattr(x, …): what they give is no tensor whatever x is. */
static bool is_asked_about(const struct token *t)
{
	return t[-1].kind == TOKEN_LPAR && t[-2].kind == TOKEN_NAME &&
	       (t[1].kind == TOKEN_COMMA || t[1].kind == TOKEN_RPAR) &&
	       (t[-2].value == NAME_LEN || t[-2].value == NAME_ISINSTANCE ||
	               t[-2].value == NAME_HASATTR);
}

/* x of "x is None", of x=…, of a target. */
static bool is_left_alone(const struct token *behind)
{
	return behind->kind == TOKEN_IS || behind->kind == TOKEN_EQUAL;
}

/* self.NAME, the token of NAME: a layer is no tensor unless it is called. */
static bool self_gives_tensor(struct triggers *t, const struct token *name)
{
	uint8_t may = name->value < t->f->n_known ? t->self_may_be[name->value] : 0;

	if (!may || is_left_alone(name + 1))
		return false;
	if (name[1].kind == TOKEN_DOT && name[2].kind == TOKEN_NAME)
		return trigger_attribute_may_be(t, name[2].value);
	return name[1].kind == TOKEN_LPAR || may & SELF_TENSOR;
}

/* A name that nothing stands in front of. */
static bool gives_tensor(struct operators *o, const struct token *name)
{
	struct triggers *t = o->t;
	bool dot = name[1].kind == TOKEN_DOT && name[2].kind == TOKEN_NAME;

	if (name->value >= t->f->n_known)
		return false;
	if (dot && t->self_names[name->value] && self_gives_tensor(t, name + 2))
		return true;
	if (!(t->units[o->unit] & UNIT_SOURCE) || is_left_alone(name + 1) ||
	        *pair_at(&t->may_be, o->unit, name->value) != PAIR_YES)
		return false;
	return dot ? trigger_attribute_may_be(t, name[2].value) : !is_asked_about(name);
}

/* Whether something in [from, to) could be a tensor. */
static bool holds_tensor(struct operators *o, const struct token *from, const struct token *to)
{
	for (const struct token *token = from; token < to; token++)
		if (token->kind == TOKEN_NAME && token[-1].kind != TOKEN_DOT &&
		        gives_tensor(o, token))
			return true;
	return from < to &&
	       places_between(o->t->tensor_calls.at, o->t->tensor_calls.len, from->at, to->at);
}

/* A unit that is wanted already, or in which nothing can be a tensor. */
static bool is_settled(const struct operators *o)
{
	uint8_t flags = o->t->units[o->unit];

	return o->unit && (flags & UNIT_WANTED || (!(flags & UNIT_SOURCE) && !o->t->any_self));
}

/* The end of a part, before `token`. */
static void end_part(struct operators *o, const struct token *token)
{
	struct part *part = &o->parts[o->depth];

	if (part->colons > 1 && o->depth)
		o->parts[o->depth - 1].asked = true; /* x[a:b:2]: x stands outside */
	if (part->asked && !(o->t->units[o->unit] & UNIT_WANTED) &&
	        holds_tensor(o, part->from, token)) {
		o->t->units[o->unit] |= UNIT_WANTED;
		o->quiet = o->unit != 0;
	}
	*part = (struct part){.from = token + 1};
}

static void open_part(struct operators *o, const struct token *token)
{
	if (o->depth < LEXER_BRACKETS)
		o->parts[++o->depth] = (struct part){.from = token + 1};
}

static void close_part(struct operators *o, const struct token *token)
{
	end_part(o, token);
	o->depth -= o->depth > 0;
}

static void leave_unit(struct operators *o)
{
	o->unit = 0;
	o->quiet = false;
}

/* A function begins that is in no other. */
static void begin_unit(struct operators *o, const struct token *token)
{
	const struct triggers *t = o->t;

	while (o->next < t->file->scopes.len &&
	        (t->unit_of[o->next] != o->next || t->file->scopes.at[o->next].at < token->at))
		o->next++;
	if (o->next == t->file->scopes.len || t->file->scopes.at[o->next].at != token->at)
		return;
	o->unit = o->next;
	o->unit_level = o->level;
	o->quiet = is_settled(o);
}

/* Parts of an unfinished statement are given up: a line that cannot be read. */
static void end_statement(struct operators *o, const struct token *token)
{
	while (o->depth)
		close_part(o, token);
	end_part(o, token);
	if (o->unit && o->level == o->unit_level && token[1].kind != TOKEN_INDENT)
		leave_unit(o); /* its body stands on the line of its head */
}

/* for … in range(…) in forward. */
static void look_at_loop(struct operators *o)
{
	const struct python_scope *scope = &o->t->file->scopes.at[o->unit];

	if (o->unit && (scope->flags & (PYTHON_FORWARD | PYTHON_COMPILED) ||
	                       str_starts(python_name(o->t->file, scope->name), S("forward"))))
		o->t->units[o->unit] |= UNIT_WANTED;
}

static void look_at_token(struct operators *o, const struct token *token)
{
	struct part *part = &o->parts[o->depth];

	switch ((enum token_kind)token->kind) {
	case TOKEN_LPAR:
	case TOKEN_LSQB:
	case TOKEN_LBRACE: open_part(o, token); break;
	case TOKEN_RPAR:
	case TOKEN_RSQB:
	case TOKEN_RBRACE: close_part(o, token); break;
	case TOKEN_COMMA:
	case TOKEN_SEMI: end_part(o, token); break;
	case TOKEN_COLON: part->colons = (uint8_t)(o->depth ? part->colons << 1 | 1 : 0); break;
	case TOKEN_FOR: look_at_loop(o); break;
	case TOKEN_DEF:
	case TOKEN_ASYNC:
		if (!o->unit)
			begin_unit(o, token);
		break;
	case TOKEN_INDENT: o->level++; break;
	case TOKEN_DEDENT:
		o->level -= o->level > 0;
		if (o->level <= o->unit_level)
			leave_unit(o);
		break;
	case TOKEN_NEWLINE:
	case TOKEN_ERROR: end_statement(o, token); break;
	default: part->asked = true;
	}
}

/* To the token that ends the unit, or the last one of the batch. */
static const struct token *pass_unit(struct operators *o, const struct token *token)
{
	for (; o->quiet && token->kind != TOKEN_NONE && token->kind != TOKEN_END; token++) {
		if (token->kind == TOKEN_INDENT) {
			o->level++;
		} else if (token->kind == TOKEN_DEDENT) {
			o->level -= o->level > 0;
			o->quiet = o->level > o->unit_level;
		} else if (token->kind == TOKEN_NEWLINE) { /* a body on the line of its head */
			o->quiet = o->level != o->unit_level || token[1].kind == TOKEN_INDENT;
		}
	}
	if (!o->quiet)
		leave_unit(o);
	o->depth = 0;
	o->parts[0] = (struct part){.from = token};
	return token;
}

/* Token by token: units in which an operator stands whose operands could be tensors. */
void trigger_operators(struct triggers *t)
{
	struct operators *o = ARENA_NEW(t->f->arena, struct operators);
	struct lexer *lexer = ARENA_NEW(t->f->arena, struct lexer);

	o->t = t;
	o->next = 1;
	python_tokens(t->file, lexer);
	for (;;) {
		const struct token *token = &lexer->tokens.at[1];

		o->parts[0] = (struct part){.from = token};
		while (token->kind != TOKEN_NONE && token->kind != TOKEN_END) {
			if (o->quiet) {
				token = pass_unit(o, token);
				continue;
			}
			if (stops[token->kind])
				look_at_token(o, token);
			token++;
		}
		end_statement(o, token);
		if (token->kind == TOKEN_END || lexer->ended)
			return;
		lexer_fill(lexer);
	}
}
