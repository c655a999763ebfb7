/* Which functions hold an operator whose operands could be tensors: what the records do not tell
 * (comparisons, tests, slices, loops) is looked for token by token. */
#include "scanner/flow_trigger.h"

/* Tokens that the walk looks at, and those that end it. */
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
        [TOKEN_ELSE] = true,
        [TOKEN_FOR] = true,
        [TOKEN_DEF] = true,
        [TOKEN_ASYNC] = true,
        [TOKEN_INDENT] = true,
        [TOKEN_DEDENT] = true,
        [TOKEN_NEWLINE] = true,
        [TOKEN_ERROR] = true,
        [TOKEN_NONE] = true,
        [TOKEN_END] = true,
};

/* How the truth of a stretch is asked for. */
enum asked { ASKED_NOT, ASKED_CONDITION, ASKED_OPERAND, ASKED_NEGATED };

/* What stands between two commas of one bracket. */
struct part {
	const struct token *from;
	const struct token *stretch; /* what is asked begins here */
	uint8_t asked;               /* enum asked */
	uint8_t operands;            /* of one and/or chain, that could be tensors */
	uint8_t colons;              /* a bit for each */
	bool compared;               /* holds a comparison, the negation of a mask */
	bool index;                  /* of a subscript */
	bool stepped;                /* holds x[a:b:2] */
};

/* What a mask takes: something that gives one, and a subscript that could hold it. */
enum { SEEN_MASK = 1, SEEN_INDEX = 2 };

enum { LOOPS_MOST = 8 };

struct operators {
	struct triggers *t;
	uint32_t unit; /* the function around, 0: none */
	uint32_t level, unit_level;
	uint32_t next; /* the next unit by place */
	uint32_t depth;
	bool quiet;                          /* the rest of the unit says nothing more */
	bool told;                           /* of the unit a condition is told */
	bool told_outside;                   /* of any code */
	uint8_t seen[2];                     /* outside of functions, in the unit */
	const struct token *tokens;          /* the batch */
	uint32_t id_whole[FLOW_WHOLE_WORDS]; /* all, any … */
	uint32_t loops[LOOPS_MOST], n_loops; /* names that count the turns of a loop in forward */
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
	if (!(t->units[o->unit] & (UNIT_SOURCE | UNIT_MASK)) || is_left_alone(name + 1) ||
	        trigger_name_may_be(t, o->unit, name->value) <= PAIR_NO)
		return false;
	return dot ? trigger_attribute_may_be(t, name[2].value) : !is_asked_about(name);
}

/* isinstance(…), hasattr(…): what they give is no tensor, whatever stands in them. */
static bool is_question(const struct token *name)
{
	return name[1].kind == TOKEN_LPAR &&
	       (name->value == NAME_ISINSTANCE || name->value == NAME_HASATTR ||
	               name->value == NAME_GETATTR);
}

/* The closing bracket's token of an opening one. */
static const struct token *closing(const struct operators *o, const struct token *open)
{
	const struct token *close = &o->tokens[open->value];

	return close > open ? close : open;
}

/* Whether something in [from, to) could be a tensor. */
static bool holds_tensor(struct operators *o, const struct token *from, const struct token *to)
{
	const struct triggers *t = o->t;

	for (const struct token *token = from; token < to; token++) {
		if (token->kind != TOKEN_NAME || token[-1].kind == TOKEN_DOT)
			continue;
		if (is_question(token))
			token = closing(o, token + 1);
		else if (gives_tensor(o, token))
			return true;
	}
	return from < to &&
	       (places_between(t->tensor_calls.at, t->tensor_calls.len, from->at, to->at) ||
	               places_between(t->masks.at, t->masks.len, from->at, to->at));
}

/* A unit that is wanted already, or in which nothing can be a tensor. */
static bool is_settled(const struct operators *o)
{
	uint8_t flags = o->t->units[o->unit];

	return o->unit &&
	       (flags & UNIT_WANTED || (!(flags & (UNIT_SOURCE | UNIT_MASK)) && !o->t->any_self));
}

static void want_unit(struct operators *o)
{
	o->t->units[o->unit] |= UNIT_WANTED;
	o->quiet = o->unit != 0;
}

static void note_seen(struct operators *o, uint8_t what)
{
	uint8_t *seen = &o->seen[o->unit != 0];

	*seen |= what;
	if (*seen == (SEEN_MASK | SEEN_INDEX))
		want_unit(o);
}

/* all(…), x.any(): told by itself wherever it is asked. */
static bool asks_whole(const struct operators *o, const struct token *from, const struct token *to)
{
	for (const struct token *token = from; token < to; token++)
		for (int i = 0; token->kind == TOKEN_NAME && i < FLOW_WHOLE_WORDS; i++)
			if (o->id_whole[i] && token->value == o->id_whole[i])
				return true;
	return false;
}

/* A parameter alone that is taken for a tensor: asked so, it is a flag. */
static bool is_flag(const struct operators *o, const struct token *from, const struct token *to)
{
	return from + 1 == to && from->kind == TOKEN_NAME && from->value < o->t->f->n_known &&
	       trigger_name_may_be(o->t, o->unit, from->value) == PAIR_SUPPOSED;
}

/* The end of what is asked, before `token`; `chained`: an "and", an "or" stands there. */
static void end_stretch(struct operators *o, const struct token *token, bool chained)
{
	struct part *part = &o->parts[o->depth];
	const struct token *from = part->stretch;
	uint8_t asked = chained && part->asked != ASKED_NEGATED ? ASKED_OPERAND : part->asked;

	part->stretch = token + 1;
	if (asked == ASKED_NOT || from >= token || o->t->units[o->unit] & UNIT_WANTED)
		return;
	if (asked == ASKED_CONDITION && !o->told && !asks_whole(o, from, token))
		return;
	if (is_flag(o, from, token) || !holds_tensor(o, from, token))
		return;
	part->operands = part->operands ? 2 : 1;
	if (asked != ASKED_OPERAND || o->told || part->operands == 2 || asks_whole(o, from, token))
		want_unit(o);
}

/* The name of a loop's turn alone. */
static bool is_turn(const struct operators *o, const struct part *part, const struct token *end)
{
	if (part->from + 1 != end || part->from->kind != TOKEN_NAME)
		return false;
	for (uint32_t i = 0; i < o->n_loops; i++)
		if (o->loops[i] == part->from->value)
			return true;
	return false;
}

/* The end of a part of which something is asked. */
static void look_at_part(struct operators *o, const struct token *token)
{
	struct part *part = &o->parts[o->depth];
	bool index = part->index, holds;

	end_stretch(o, token, false);
	if (index && part->colons > 1 && token[-1].kind != TOKEN_COLON &&
	        token[-2].kind != TOKEN_MINUS && o->depth)
		o->parts[o->depth - 1].stepped = true; /* the tensor stands outside */
	if ((index || part->compared || part->stepped) && !(o->t->units[o->unit] & UNIT_WANTED)) {
		holds = holds_tensor(o, part->from, token);
		if ((index && (is_turn(o, part, token) || part->from->kind == TOKEN_TILDE)) ||
		        (part->stepped && holds))
			want_unit(o);
		else if (holds)
			note_seen(o, (uint8_t)((part->compared ? SEEN_MASK : 0) |
			                       (index ? SEEN_INDEX : 0)));
	}
	*part = (struct part){.from = token + 1, .stretch = token + 1, .index = index};
}

/* The end of a part, before `token`. */
static inline void end_part(struct operators *o, const struct token *token)
{
	struct part *part = &o->parts[o->depth];

	if (part->index || part->asked || part->compared || part->stepped) {
		look_at_part(o, token);
		return;
	}
	part->from = part->stretch = token + 1;
	part->colons = part->operands = 0;
}

static void open_part(struct operators *o, const struct token *token)
{
	uint8_t before = token[-1].kind;

	if (o->depth < LEXER_BRACKETS)
		o->parts[++o->depth] = (struct part){.from = token + 1,
		        .stretch = token + 1,
		        .index = token->kind == TOKEN_LSQB &&
		                 (before == TOKEN_NAME || before == TOKEN_RPAR ||
		                         before == TOKEN_RSQB)};
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
	o->told = o->told_outside;
}

/* Perhaps the forward of a module, or what is compiled. */
static bool is_forward(const struct operators *o)
{
	const struct python_scope *scope = &o->t->file->scopes.at[o->unit];

	return o->unit && (scope->flags & (PYTHON_FORWARD | PYTHON_COMPILED) ||
	                          str_starts(python_name(o->t->file, scope->name), S("forward")));
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
	o->seen[1] = o->t->units[o->unit] & UNIT_MASK ? SEEN_MASK : 0;
	o->n_loops = 0;
	o->told = o->told_outside || is_forward(o);
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

/* for NAME in range(…) in forward, or in something that has a name. */
static void look_at_loop(struct operators *o, const struct token *token)
{
	if (token[1].kind != TOKEN_NAME || token[2].kind != TOKEN_IN || !is_forward(o) ||
	        (token[3].value != NAME_RANGE && token[4].kind != TOKEN_COLON))
		return;
	if (o->n_loops < LOOPS_MOST)
		o->loops[o->n_loops++] = token[1].value;
	else
		want_unit(o);
}

/* What asks for the truth of what follows. */
static void begin_stretch(struct operators *o, const struct token *token)
{
	struct part *part = &o->parts[o->depth];

	switch ((enum token_kind)token->kind) {
	case TOKEN_AND:
	case TOKEN_OR:
		end_stretch(o, token, true);
		part->asked = ASKED_OPERAND;
		break;
	case TOKEN_NOT: /* "is not", "not in" compare */
		if (token[-1].kind == TOKEN_IS || token[1].kind == TOKEN_IN)
			return;
		part->stretch = token + 1;
		part->asked = ASKED_NEGATED;
		break;
	case TOKEN_ELSE:
	case TOKEN_COLON:
		end_stretch(o, token, false);
		part->asked = ASKED_NOT;
		part->operands = 0;
		break;
	default:
		end_stretch(o, token, false);
		part->asked = ASKED_CONDITION;
		part->operands = 0;
	}
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
	case TOKEN_COLON:
		part->colons = (uint8_t)(o->depth ? part->colons << 1 | 1 : 0);
		if (!o->depth)
			begin_stretch(o, token);
		break;
	case TOKEN_FOR: look_at_loop(o, token); break;
	case TOKEN_AND:
	case TOKEN_OR:
	case TOKEN_NOT:
	case TOKEN_IF:
	case TOKEN_ELIF:
	case TOKEN_ELSE:
	case TOKEN_WHILE:
	case TOKEN_ASSERT: begin_stretch(o, token); break;
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
	case TOKEN_TILDE: /* a mask by how it is written, whatever it is of */
		part->compared = true;
		if (!(o->t->units[o->unit] & UNIT_WANTED) && !is_settled(o))
			note_seen(o, SEEN_MASK);
		break;
	default: part->compared = true;
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
	o->parts[0] = (struct part){.from = token, .stretch = token};
	return token;
}

/* The file may hold a training step, whose conditions are told as well. */
static bool may_train(const struct python_file *file)
{
	return python_name_find(file, S("backward")) ||
	       python_name_find(file, S("manual_backward")) || python_name_find(file, S("step"));
}

void trigger_numbers(struct triggers *t)
{
	struct operators *o = t->numbers.len ? ARENA_NEW(t->f->arena, struct operators) : NULL;
	const struct token *tokens = t->file->tokens;

	for (uint32_t i = 0; i < t->numbers.len; i++) {
		const struct python_call *call = &t->file->calls.at[t->numbers.at[i]];
		const struct python_arg *arg = &t->file->args.at[call->args];

		o->t = t;
		o->tokens = tokens;
		o->unit = t->unit_of[call->scope];
		if (!(t->units[o->unit] & UNIT_WANTED) &&
		        holds_tensor(o, &tokens[python_token_at(t->file, arg->at)],
		                &tokens[python_token_at(t->file, arg->end)]))
			t->units[o->unit] |= UNIT_WANTED;
	}
}

/* What is surely a tensor stands in [from, to), and nothing of it is asked that is none. */
static bool holds_certain(struct operators *o, const struct token *from, const struct token *to)
{
	for (const struct token *token = from; token < to; token++) {
		if (token->kind != TOKEN_NAME || token[-1].kind == TOKEN_DOT ||
		        !gives_tensor(o, token))
			continue;
		if (trigger_name_may_be(o->t, o->unit, token->value) == PAIR_YES)
			return true;
	}
	return from < to &&
	       places_between(o->t->tensor_calls.at, o->t->tensor_calls.len, from->at, to->at);
}

void trigger_sizes(struct triggers *t)
{
	struct operators *o = t->sizes.len ? ARENA_NEW(t->f->arena, struct operators) : NULL;

	for (uint32_t i = 0; i < t->sizes.len; i++) {
		const struct python_call *call = &t->file->calls.at[t->sizes.at[i]];

		o->t = t;
		o->tokens = t->file->tokens;
		o->unit = t->unit_of[call->scope];
		for (uint32_t a = 0; a < call->arg_count && !(t->units[o->unit] & UNIT_WANTED);
		        a++) {
			const struct python_arg *arg = &t->file->args.at[call->args + a];
			uint8_t kind = arg->kind;

			if ((kind == PYTHON_VALUE_CALL || kind == PYTHON_VALUE_EXPR ||
			            kind == PYTHON_VALUE_CHAIN) &&
			        (!t->file->n_tokens ||
			                holds_certain(o,
			                        &o->tokens[python_token_at(t->file, arg->at)],
			                        &o->tokens[python_token_at(t->file, arg->end)])))
				t->units[o->unit] |= UNIT_WANTED;
		}
	}
}

/* Token by token: units in which an operator stands whose operands could be tensors. */
void trigger_operators(struct triggers *t)
{
	struct operators *o = ARENA_NEW(t->f->arena, struct operators);
	struct lexer *lexer = python_lexer(t->file);

	o->t = t;
	o->next = 1;
	o->told_outside = may_train(t->file) || truth_is_told_anywhere(t->f, TRUTH_CONDITION);
	o->told = o->told_outside;
	o->seen[0] = t->units[0] & UNIT_MASK ? SEEN_MASK : 0;
	for (int i = 0; i < FLOW_WHOLE_WORDS; i++)
		o->id_whole[i] = python_name_find(t->file, str_from(flow_whole_words[i]));
	for (;;) {
		const struct token *token = &lexer->tokens.at[1];

		o->tokens = lexer->tokens.at;
		o->parts[0] = (struct part){.from = token, .stretch = token};
		for (;;) {
			if (o->quiet)
				token = pass_unit(o, token);
			while (!stops[token->kind])
				token++;
			if (token->kind == TOKEN_NONE || token->kind == TOKEN_END)
				break;
			look_at_token(o, token++);
		}
		end_statement(o, token);
		if (token->kind == TOKEN_END || lexer->ended)
			return;
		lexer_fill(lexer);
	}
}
