/* Statements and blocks, in source order.
 *
 * Tokens come in batches that end behind a whole logical line, so that within a statement all of
 * its tokens are at hand; between two statements the next batch may be fetched, and no pointer into
 * the last one is kept. Depth is bounded by the lexer's indents. */
#include "scanner/flow_internal.h"

#include <string.h>

/* What a block turned out to be. */
struct block {
	uint32_t statements;
	uint32_t assigned; /* the name of its only statement, when that is an assignment; 0 */
	struct what value;
	bool raises; /* its only statement is a raise */
};

static bool ends_line(const struct token *t)
{
	return t->kind == TOKEN_NEWLINE || t->kind == TOKEN_NONE || t->kind == TOKEN_END;
}

static bool ends_simple(const struct token *t)
{
	return ends_line(t) || t->kind == TOKEN_SEMI;
}

static void bind_targets(
        struct flow *f, const struct token *from, const struct token *to, struct what value);

/* (a, b) inside of a target: parts of a row of a tensor, or not known. */
static void bind_inner(struct flow *f, const struct token *open, const struct token *close,
        struct what value, uint32_t element)
{
	struct what part = {0};

	if (value.kind == WHAT_TUPLE && element < f->n_elements)
		part = f->elements[element];
	for (const struct token *n = open; n < close; n++)
		if (n->kind == TOKEN_NAME)
			flow_forget(f, n->value);
	if (part.kind != WHAT_TENSOR || open->kind == TOKEN_LBRACE)
		return;
	part.kind = WHAT_TENSORS;
	bind_targets(f, open + 1, close, part);
}

/* Names bound by the target in [from, to): all of them to the value's parts. */
static void bind_targets(
        struct flow *f, const struct token *from, const struct token *to, struct what value)
{
	uint32_t commas = 0, element = 0;

	for (const struct token *t = from; t < to; t++) {
		commas += t->kind == TOKEN_COMMA;
		if (t->kind == TOKEN_LPAR || t->kind == TOKEN_LSQB || t->kind == TOKEN_LBRACE)
			t = flow_close(f, t);
	}
	if (from->kind == TOKEN_LPAR || from->kind == TOKEN_LSQB) {
		const struct token *close = flow_close(f, from);

		if (close + 1 == to) {
			bind_targets(f, from + 1, close, value);
			return;
		}
	}
	for (const struct token *t = from; t < to; t++) {
		bool plain = t->kind == TOKEN_NAME &&
		             (t == from || t[-1].kind == TOKEN_COMMA || t[-1].kind == TOKEN_STAR) &&
		             (t + 1 == to || t[1].kind == TOKEN_COMMA);
		struct what part = value;

		if (t->kind == TOKEN_COMMA)
			element++;
		if (plain && commas) {
			part = (struct what){.flags = value.flags & (WHAT_MEMORY | WHAT_PERHAPS)};
			if (value.kind == WHAT_OTHER) /* wave, rate = librosa.load(path) */
				part.flags |= value.flags & WHAT_VALUES;
			if (value.kind == WHAT_TENSORS)
				part.kind = WHAT_TENSOR;
			else if (value.kind == WHAT_SHAPE)
				part.kind = WHAT_SIZE;
			else if (value.kind == WHAT_TUPLE && f->n_elements == commas + 1 &&
			         element < f->n_elements)
				part = f->elements[element];
		}
		if (plain)
			flow_bind(f, t->value, flow_told(f, t->at, part));
		else if (t->kind == TOKEN_LPAR || t->kind == TOKEN_LSQB ||
		         t->kind == TOKEN_LBRACE) {
			const struct token *close = flow_close(f, t);

			if (t == from || t[-1].kind == TOKEN_COMMA)
				bind_inner(f, t, close, value, element);
			t = close;
		}
	}
}

/* Masked subscripts since `from`: the one that is the target is a store, the rest are loads. */
static void settle_masked(struct flow *f, uint32_t from, struct what target)
{
	for (uint32_t i = from; i < f->masked.len; i++)
		emit_masked(f, &f->masked.at[i],
		        f->masked.at[i].at == target.at && f->masked.at[i].end == target.end);
	f->masked.len = from;
}

static bool is_augmented(uint8_t kind)
{
	return kind >= TOKEN_PLUSEQUAL && kind <= TOKEN_ATEQUAL;
}

static void note_assigned(struct flow *f, const struct token *target, struct what value)
{
	f->assigned = target->value;
	f->assigned_value = value;
	f->assigned_serial = f->serial;
}

/* x += value: still a tensor when it was one. */
static void augmented(struct flow *f, const struct token *from, struct what target, uint32_t masked)
{
	struct what value;
	bool name = from->kind == TOKEN_NAME && from + 1 == f->t;

	settle_masked(f, masked, target);
	f->t++;
	value = flow_expression_list(f);
	emit_loads(f, masked);
	if (name && target.kind != WHAT_TENSOR) {
		if (value.kind != target.kind)
			flow_forget(f, from->value);
	}
}

/* x: T = value; the annotation says what x is. */
static void annotated(struct flow *f, const struct token *from)
{
	const struct token *start = ++f->t;
	struct what value = {0};
	enum what_kind kind;

	while (!ends_simple(f->t) && f->t->kind != TOKEN_EQUAL)
		f->t = flow_close(f, f->t) + 1;
	kind = flow_annotation(f, start, f->t);
	if (f->t->kind == TOKEN_EQUAL) {
		f->t++;
		value = flow_expression_list(f);
		note_assigned(f, from, value);
	}
	if (kind != WHAT_UNKNOWN)
		value = (struct what){.kind = (uint8_t)kind, .flags = value.flags & WHAT_MEMORY};
	if (from->kind == TOKEN_NAME)
		flow_bind(f, from->value, flow_told(f, from->at, value));
}

static bool is_move(str name)
{
	return str_eq(name, S("to")) || str_eq(name, S("cpu")) || str_eq(name, S("cuda"));
}

/* model.cpu(), self.model.to(device) as the whole statement. */
static void moved(struct flow *f, const struct token *from, struct what value)
{
	const struct token *last = from;
	bool self = from->kind == TOKEN_NAME && from->value == f->self && f->self;

	if (self && from[1].kind == TOKEN_DOT && from[2].kind == TOKEN_NAME &&
	        from[3].kind == TOKEN_DOT)
		last = from + 2;
	if (from->kind != TOKEN_NAME || last[1].kind != TOKEN_DOT || last[2].kind != TOKEN_NAME ||
	        last[3].kind != TOKEN_LPAR || flow_close(f, &last[3]) + 1 != f->t ||
	        !is_move(python_name(f->file, last[2].value)))
		return;
	if (self) {
		f->moved = value.flags & WHAT_HOST ? last->value : 0;
		f->moved_block = f->block;
		return;
	}
	flow_move(f, from->value, value.flags & WHAT_HOST);
}

/* An expression, or an assignment of some kind. */
static void expression_statement(struct flow *f)
{
	const struct token *froms[8], *tos[8];
	struct what targets[8], value;
	uint32_t masked = f->masked.len, count = 0;

	for (;;) {
		const struct token *from = f->t;

		value = flow_expression_list(f);
		if (f->t->kind == TOKEN_COLON && !count) {
			annotated(f, from);
			break;
		}
		if (is_augmented(f->t->kind)) {
			augmented(f, from, value, masked);
			return;
		}
		if (f->t->kind != TOKEN_EQUAL) {
			if (!count)
				moved(f, from, value);
			break;
		}
		if (count < 8) {
			froms[count] = from;
			tos[count] = f->t;
			targets[count++] = value;
		}
		f->t++;
	}
	for (uint32_t i = 0; i < count; i++) {
		if (froms[i]->kind == TOKEN_NAME && froms[i] + 1 == tos[i])
			note_assigned(f, froms[i], value);
		bind_targets(f, froms[i], tos[i], value);
	}
	for (uint32_t i = masked; i < f->masked.len; i++) {
		bool store = false;

		for (uint32_t k = 0; k < count && !store; k++)
			store = f->masked.at[i].at == targets[k].at &&
			        f->masked.at[i].end == targets[k].end;
		emit_masked(f, &f->masked.at[i], store);
	}
	f->masked.len = masked;
}

static void simple(struct flow *f)
{
	uint32_t masked = f->masked.len;

	f->serial++;
	switch ((enum token_kind)f->t->kind) {
	case TOKEN_RETURN:
	case TOKEN_DEL:
	case TOKEN_YIELD:
	case TOKEN_RAISE:
		f->t++;
		while (!ends_simple(f->t)) {
			const struct token *before = f->t;

			flow_expression_list(f);
			f->t += f->t->kind == TOKEN_FROM || f->t == before;
		}
		break;
	case TOKEN_ASSERT:
		f->t++;
		flow_condition(f);
		if (f->t->kind == TOKEN_COMMA) {
			f->t++;
			f->in_message = true;
			flow_expression(f);
			f->in_message = false;
		}
		break;
	case TOKEN_GLOBAL:
	case TOKEN_NONLOCAL:
		for (; !ends_simple(f->t); f->t++) {
			if (f->t->kind != TOKEN_NAME)
				continue;
			flow_forget(f, f->t->value);
			*VEC_PUSH(f->arena, &f->handed) = f->t->value;
		}
		break;
	case TOKEN_IMPORT:
	case TOKEN_FROM:
	case TOKEN_PASS:
	case TOKEN_BREAK:
	case TOKEN_CONTINUE: break;
	default: expression_statement(f);
	}
	emit_loads(f, masked);
	while (!ends_simple(f->t))
		f->t = flow_close(f, f->t) + 1;
}

static void simple_line(struct flow *f)
{
	while (!ends_line(f->t)) {
		simple(f);
		f->t += f->t->kind == TOKEN_SEMI;
	}
	f->t += f->t->kind == TOKEN_NEWLINE;
}

static bool is_compound(uint8_t kind)
{
	return kind == TOKEN_IF || kind == TOKEN_WHILE || kind == TOKEN_FOR || kind == TOKEN_TRY ||
	       kind == TOKEN_WITH || kind == TOKEN_DEF || kind == TOKEN_CLASS ||
	       kind == TOKEN_ASYNC || kind == TOKEN_AT;
}

/* match and case are words of the language where a block hangs on them. */
static bool is_match(const struct token *t)
{
	if (t->kind != TOKEN_NAME || t->value != NAME_MATCH)
		return false;
	while (!ends_line(t))
		t++;
	return t->kind == TOKEN_NEWLINE && t[-1].kind == TOKEN_COLON;
}

/* Statements from an INDENT to its DEDENT. */
static struct block indented(struct flow *f, bool in_class)
{
	struct block b = {0};

	f->t++;
	for (flow_ensure(f);
	        f->t->kind != TOKEN_DEDENT && f->t->kind != TOKEN_END && f->t->kind != TOKEN_NONE;
	        flow_ensure(f)) {
		b.raises = !b.statements && f->t->kind == TOKEN_RAISE;
		b.statements += is_compound(f->t->kind) ? 2 : 1;
		if (in_class)
			flow_class_statement(f);
		else
			flow_statement(f);
	}
	f->t += f->t->kind == TOKEN_DEDENT;
	return b;
}

/* A body that stands at its colon, and that is always passed through. */
static struct block body(struct flow *f, bool in_class)
{
	struct block b = {0};
	uint32_t serial = f->serial;

	while (!ends_line(f->t) && f->t->kind != TOKEN_COLON)
		f->t = flow_close(f, f->t) + 1;
	f->t += f->t->kind == TOKEN_COLON;
	if (f->t->kind != TOKEN_NEWLINE) {
		b.raises = f->t->kind == TOKEN_RAISE;
		b.statements = 1;
		simple_line(f);
	} else {
		f->t++;
		flow_ensure(f);
		if (f->t->kind != TOKEN_INDENT)
			return b;
		b = indented(f, in_class);
	}
	if (b.statements == 1 && f->serial == serial + 1 && f->assigned_serial == f->serial) {
		b.assigned = f->assigned;
		b.value = f->assigned_value;
	}
	b.raises &= b.statements == 1;
	return b;
}

/* The body of a compound statement; stands at its colon. What it binds may hold or not behind it.
 */
static struct block block(struct flow *f, bool in_class)
{
	uint32_t around = f->block;
	struct block b;

	f->block = ++f->blocks;
	b = body(f, in_class);
	f->block = around;
	return b;
}

/* A chain of if and elif, as far as two matchers want it. */
struct if_chain {
	uint32_t at, test_end; /* of the first */
	bool cuda;             /* its test says that CUDA is there, and its body picks a device */
	uint32_t name;
	/* tests of one expression against literals */
	bool devices;
	uint32_t expression_at, expression_end, count;
	str literals[8];
};

static void note_device_test(struct flow *f, struct if_chain *c, struct what test)
{
	str text = f->file->text, first, own;
	uint32_t end;

	own = str_slice(text, f->device_at, f->device_end);
	if (c->count && !(test.flags & WHAT_DEVICE_IS)) {
		c->devices = false;
		return;
	}
	if (!c->count) {
		c->devices = (test.flags & WHAT_DEVICE_IS) != 0;
		c->expression_at = f->device_at;
		c->expression_end = f->device_end;
	}
	first = str_slice(text, c->expression_at, c->expression_end);
	c->devices = c->devices && str_eq(first, own);
	if (c->devices && c->count < 8)
		c->literals[c->count] = literal_at(text, f->device_literal, &end);
	c->count++;
}

static void tell_if(
        struct flow *f, const struct if_chain *c, bool otherwise, const struct block *last)
{
	if (c->cuda && otherwise && last->assigned == c->name && !(last->value.flags & WHAT_TARGET))
		emit_place(f, MATCHER_CUDA_IF_AVAILABLE, c->at, c->test_end);
	if (c->devices && c->count >= 2 && (!otherwise || last->raises))
		emit_device_chain(f, c->literals, c->count < 8 ? c->count : 8, c->at, c->test_end);
}

/* The body of an if; `other`: for another accelerator alone. */
static struct block branch(struct flow *f, bool other)
{
	uint32_t at = f->t->at;
	struct block b;

	f->on_other += other;
	b = block(f, false);
	f->on_other -= other;
	flow_ensure(f);
	if (other && !f->on_other)
		*VEC_PUSH(f->arena, &f->elsewhere) = (struct span){.at = at, .end = f->t->at};
	return b;
}

static void if_statement(struct flow *f)
{
	struct if_chain c = {.at = f->t->at};
	struct block b = {0};
	bool otherwise = false;

	for (bool first = true; first || f->t->kind == TOKEN_ELIF; first = false) {
		uint32_t masked = f->masked.len;
		struct what test;

		f->t++;
		f->device_literal = 0;
		test = flow_condition(f);
		emit_loads(f, masked);
		note_device_test(f, &c, test);
		if (first)
			c.test_end = test.end;
		f->rank_zero += (test.flags & WHAT_RANK_ZERO) != 0;
		f->on_host += (test.flags & WHAT_TRUE_HOST) != 0;
		b = branch(f, (test.flags & WHAT_TRUE_ELSEWHERE) != 0);
		f->rank_zero -= (test.flags & WHAT_RANK_ZERO) != 0;
		f->on_host -= (test.flags & WHAT_TRUE_HOST) != 0;
		if (first && test.flags & WHAT_TRUE_CUDA && b.assigned &&
		        b.value.flags & WHAT_CUDA) {
			c.cuda = true;
			c.name = b.assigned;
		}
		flow_ensure(f);
	}
	if (f->t->kind == TOKEN_ELSE) {
		otherwise = true;
		f->t++;
		b = block(f, false);
	}
	tell_if(f, &c, otherwise, &b);
}

static void else_block(struct flow *f)
{
	flow_ensure(f);
	if (f->t->kind == TOKEN_ELSE) {
		f->t++;
		block(f, false);
	}
}

/* for batch in val_loader: what is made of the batches of one rank, no other rank has. */
static bool goes_over_batches(const struct flow *f, struct what over)
{
	static const char *const names[] = {"loader", "dataset", "batches", NULL};

	return over.end > over.at && over.end <= f->file->text.len &&
	       str_has_one_of(str_slice(f->file->text, over.at, over.end), names);
}

static void for_statement(struct flow *f)
{
	uint32_t at = f->t->at, masked = f->masked.len, rank_zero = f->rank_zero;
	const struct token *from = ++f->t, *to;
	struct what over, each = {0};
	bool timed;

	while (!ends_line(f->t) && f->t->kind != TOKEN_IN)
		f->t = flow_close(f, f->t) + 1;
	to = f->t;
	f->t += f->t->kind == TOKEN_IN;
	over = flow_expression_list(f);
	if (over.kind == WHAT_TENSOR || over.kind == WHAT_TENSORS) {
		each.kind = WHAT_TENSOR;
		each.flags = over.flags & (WHAT_MEMORY | WHAT_PERHAPS);
		each.flags |= over.flags & WHAT_SUPPOSED ? WHAT_PERHAPS : 0;
	}
	if (over.kind == WHAT_TENSOR && from + 1 < to && from[1].kind == TOKEN_COMMA)
		each.kind = WHAT_TENSORS; /* for h, w in shapes */
	if (over.flags & WHAT_HOSTS || flow_is_copy(over))
		each.flags |= WHAT_HOST;
	if (over.kind == WHAT_ZIPPED && f->t->kind == TOKEN_COLON)
		each.kind = WHAT_TUPLE;
	else
		f->n_elements = 0;
	timed = over.kind == WHAT_RANGE && f->forward && from + 1 == to && f->n_loops < FLOW_LOOPS;
	if (timed)
		f->loops[f->n_loops++] = (struct time_loop){from->value, at, over.end, false};
	bind_targets(f, from, to, each);
	emit_loads(f, masked);
	flow_enter_loop(f, at, f->t->at);
	f->rank_zero = goes_over_batches(f, over) ? 0 : rank_zero;
	block(f, false);
	f->rank_zero = rank_zero;
	f->n_loops -= timed;
	else_block(f);
}

static void while_statement(struct flow *f)
{
	uint32_t masked = f->masked.len;

	flow_enter_loop(f, f->t->at, f->t->at);
	f->t++;
	flow_condition(f);
	emit_loads(f, masked);
	block(f, false);
	else_block(f);
}

static void try_statement(struct flow *f)
{
	f->t++;
	block(f, false);
	for (flow_ensure(f); f->t->kind == TOKEN_EXCEPT || f->t->kind == TOKEN_ELSE ||
	                     f->t->kind == TOKEN_FINALLY;
	        flow_ensure(f)) {
		f->t++;
		for (; !ends_line(f->t) && f->t->kind != TOKEN_COLON;
		        f->t = flow_close(f, f->t) + 1)
			if (f->t->kind == TOKEN_AS && f->t[1].kind == TOKEN_NAME)
				flow_forget(f, f->t[1].value);
		block(f, false);
	}
}

/* with torch.device(…), with device: what is made inside is made there. */
static bool chooses_device(const struct flow *f, struct what w)
{
	str text = str_slice(f->file->text, w.at, w.end);

	return w.flags & (WHAT_DEVICE | WHAT_CUDA | WHAT_TARGET) || str_has(text, S("device("));
}

static void with_statement(struct flow *f)
{
	const struct token *close;
	const bool host = f->default_host;
	uint32_t devices = 0;

	f->t++;
	close = f->t->kind == TOKEN_LPAR && f->t->flags & TOKEN_HAS_AS ? flow_close(f, f->t) : NULL;
	f->t += close != NULL;
	while (!ends_line(f->t) && f->t->kind != TOKEN_COLON && f->t != close) {
		const struct token *before = f->t, *from;
		struct what manager = flow_expression(f);

		if (chooses_device(f, manager)) {
			devices++;
			f->default_host = (manager.flags & WHAT_HOST) != 0;
		}
		if (f->t->kind == TOKEN_AS) {
			from = ++f->t;
			while (!ends_line(f->t) && f->t->kind != TOKEN_COLON &&
			        f->t->kind != TOKEN_COMMA && f->t != close)
				f->t = flow_close(f, f->t) + 1;
			f->n_elements = 0;
			bind_targets(f, from, f->t, (struct what){0});
		}
		f->t += f->t->kind == TOKEN_COMMA || f->t == before;
	}
	f->on_default += devices;
	body(f, false);
	f->on_default -= devices;
	f->default_host = host;
}

/* To behind the block whose colon comes, unseen. */
static void skip_block(struct flow *f)
{
	uint32_t depth = 0;

	while (!ends_line(f->t))
		f->t++;
	if (f->t[-1].kind != TOKEN_COLON) { /* a body on the same line */
		f->t += f->t->kind == TOKEN_NEWLINE;
		return;
	}
	f->t += f->t->kind == TOKEN_NEWLINE;
	for (flow_ensure(f); f->t->kind != TOKEN_END && f->t->kind != TOKEN_NONE; flow_ensure(f)) {
		depth += f->t->kind == TOKEN_INDENT;
		depth -= f->t->kind == TOKEN_DEDENT;
		if (!depth) {
			f->t += f->t->kind == TOKEN_DEDENT;
			return;
		}
		f->t++;
	}
}

void flow_definition(struct flow *f, bool walk_body)
{
	uint32_t mark = flow_mark(f), around = f->block, handed = f->handed.len, name = 0;
	uint32_t def_around = f->def_block;

	/* the body follows its parameters: what it binds them to holds */
	f->block = f->def_block = ++f->blocks;
	f->t += f->t->kind == TOKEN_ASYNC;
	walk_body = walk_body && !python_is_kernel(f->p, f->t->at);
	f->t++;
	if (f->t->kind == TOKEN_NAME) {
		name = f->t->value;
		if (walk_body)
			flow_forget(f, name);
		f->t++;
	}
	if (f->t->kind == TOKEN_LSQB)
		f->t = flow_close(f, f->t) + 1;
	if (f->t->kind == TOKEN_LPAR)
		flow_parameters(f);
	if (walk_body)
		body(f, false);
	else
		skip_block(f);
	f->block = around;
	f->def_block = def_around;
	flow_rewind(f, mark);
	if (walk_body && name)
		flow_forget(f, name);
	for (uint32_t i = handed; i < f->handed.len; i++) /* it may bind them when it is called */
		flow_forget(f, f->handed.at[i]);
}

void flow_class_statement(struct flow *f)
{
	switch ((enum token_kind)f->t->kind) {
	case TOKEN_DEF:
	case TOKEN_ASYNC: flow_definition(f, f->unit != 0); return;
	case TOKEN_IF:
	case TOKEN_FOR:
	case TOKEN_WHILE:
	case TOKEN_TRY:
	case TOKEN_WITH:
	case TOKEN_CLASS:
	case TOKEN_AT:
	case TOKEN_INDENT:
	case TOKEN_NEWLINE:
	case TOKEN_ERROR: flow_statement(f); return;
	default:
		if (is_match(f->t))
			flow_statement(f);
		else
			simple_line(f);
	}
}

static void class_statement(struct flow *f)
{
	f->t++;
	if (f->t->kind == TOKEN_NAME)
		flow_forget(f, f->t->value);
	while (!ends_line(f->t) && f->t->kind != TOKEN_COLON)
		f->t = flow_close(f, f->t) + 1;
	block(f, true);
}

/* A name in a pattern that is bound by it: no class, keyword or part of a dotted name. */
static bool is_captured(const struct token *t)
{
	return t->kind == TOKEN_NAME && t[-1].kind != TOKEN_DOT && t[1].kind != TOKEN_DOT &&
	       t[1].kind != TOKEN_LPAR && t[1].kind != TOKEN_EQUAL;
}

/* case PATTERN if TEST: BLOCK. What the pattern captures is unknown. */
static void case_clause(struct flow *f)
{
	f->t++;
	while (!ends_line(f->t) && f->t->kind != TOKEN_COLON && f->t->kind != TOKEN_IF) {
		const struct token *end = flow_close(f, f->t);

		for (; f->t <= end; f->t++)
			if (is_captured(f->t))
				flow_forget(f, f->t->value);
	}
	if (f->t->kind == TOKEN_IF) {
		f->t++;
		flow_condition(f);
	}
	block(f, false);
}

static void match_statement(struct flow *f)
{
	f->t++;
	flow_expression_list(f);
	while (!ends_line(f->t))
		f->t = flow_close(f, f->t) + 1;
	f->t += f->t->kind == TOKEN_NEWLINE;
	flow_ensure(f);
	if (f->t->kind != TOKEN_INDENT)
		return;
	f->t++;
	for (flow_ensure(f);
	        f->t->kind != TOKEN_DEDENT && f->t->kind != TOKEN_END && f->t->kind != TOKEN_NONE;
	        flow_ensure(f)) {
		if (f->t->kind == TOKEN_NAME && f->t->value == NAME_CASE)
			case_clause(f);
		else
			flow_statement(f);
	}
	f->t += f->t->kind == TOKEN_DEDENT;
}

void flow_statement(struct flow *f)
{
	uint32_t masked = f->masked.len;

	if (f->nested >= LEXER_INDENTS) {
		skip_block(f);
		return;
	}
	f->nested++;
	switch ((enum token_kind)f->t->kind) {
	case TOKEN_IF: if_statement(f); break;
	case TOKEN_FOR: for_statement(f); break;
	case TOKEN_WHILE: while_statement(f); break;
	case TOKEN_TRY: try_statement(f); break;
	case TOKEN_WITH: with_statement(f); break;
	case TOKEN_DEF: flow_definition(f, f->unit != 0); break;
	case TOKEN_CLASS: class_statement(f); break;
	case TOKEN_ASYNC:
		if (f->t[1].kind == TOKEN_DEF) {
			flow_definition(f, f->unit != 0);
		} else {
			f->t++;
			flow_statement(f);
		}
		break;
	case TOKEN_AT:
		f->t++;
		flow_expression(f);
		while (!ends_line(f->t))
			f->t++;
		f->t += f->t->kind == TOKEN_NEWLINE;
		break;
	case TOKEN_INDENT:
	case TOKEN_DEDENT:
	case TOKEN_NEWLINE:
	case TOKEN_ERROR: f->t++; break;
	default:
		if (is_match(f->t))
			match_statement(f);
		else
			simple_line(f);
	}
	emit_loads(f, masked);
	f->nested--;
}
