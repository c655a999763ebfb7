/* Operators, by precedence; what a test says.
 *
 * `in_test` holds while the value is asked whether it is true: under and, or, not, and nowhere
 * else. Only there is all() of a tensor told by itself. */
#include "scanner/flow_internal.h"
#include "scanner/rule_guard.h"

static uint8_t precedence(uint8_t kind)
{
	switch ((enum token_kind)kind) {
	case TOKEN_VBAR: return 1;
	case TOKEN_CIRCUMFLEX: return 2;
	case TOKEN_AMPER: return 3;
	case TOKEN_LEFTSHIFT:
	case TOKEN_RIGHTSHIFT: return 4;
	case TOKEN_PLUS:
	case TOKEN_MINUS: return 5;
	case TOKEN_STAR:
	case TOKEN_SLASH:
	case TOKEN_DOUBLESLASH:
	case TOKEN_PERCENT:
	case TOKEN_AT: return 6;
	default: return 0;
	}
}

static bool is_number(struct what w)
{
	return w.kind == WHAT_INT || w.kind == WHAT_SIZE || w.kind == WHAT_VALUE;
}

/* "cuda:" + x, "cuda:%d" % x */
static bool builds_device(struct flow *f, struct what left, uint8_t operator)
{
	uint32_t end;
	str text;

	if (left.kind != WHAT_STRING || !f->device)
		return false;
	text = literal_at(f->file->text, left.ref, &end);
	if (operator== TOKEN_PERCENT)
		text = str_slice(text, 0, str_find_byte(text, '%'));
	else if (operator!= TOKEN_PLUS)
		return false;
	return option_holds(f, MATCHER_DEVICE_STRING, "prefix", text);
}

/* An array of NumPy, by its annotation: what is computed with it is one too, or no tensor of the
 * device. */
static bool is_array(struct what w)
{
	return w.kind == WHAT_OTHER && w.flags & WHAT_VALUES && w.flags & WHAT_OBJECT;
}

/* A tensor for certain, as far as its kind is right. */
static bool is_certain(struct what w)
{
	return w.kind == WHAT_TENSOR && !(w.flags & (WHAT_SUPPOSED | WHAT_PERHAPS));
}

static struct what combine(struct flow *f, struct what left, uint8_t operator, struct what right)
{
	struct what w = {.at = left.at, .end = right.end};
	bool bits = operator== TOKEN_AMPER || operator== TOKEN_VBAR || operator== TOKEN_CIRCUMFLEX;

	if (builds_device(f, left, operator)) {
		emit_place(f, MATCHER_DEVICE_STRING, w.at, w.end);
		w.kind = WHAT_OTHER;
		w.flags = WHAT_CUDA;
		return w;
	}
	if (left.kind == WHAT_STRING && operator== TOKEN_PERCENT) {
		emit_read(f, right, right.at, right.end);
		w.kind = WHAT_OTHER;
	} else if (left.kind == WHAT_TENSOR || right.kind == WHAT_TENSOR) {
		w.kind = WHAT_TENSOR;
		w.flags = bits ? (left.flags | right.flags) & WHAT_MASK : 0;
		w.flags |= flow_common_host(left, right);
		w.flags |= is_certain(left) || is_certain(right) ? 0 : WHAT_PERHAPS;
	} else if (left.kind == WHAT_VALUE || right.kind == WHAT_VALUE) {
		w.kind = WHAT_VALUE;
		w.ref = left.kind == WHAT_VALUE ? left.ref : right.ref;
	} else if (is_number(left) && is_number(right)) {
		w.kind = WHAT_SIZE;
	} else if (left.kind != WHAT_UNKNOWN && right.kind != WHAT_UNKNOWN) {
		w.kind = WHAT_OTHER;
		w.flags = (left.flags | right.flags) & WHAT_VALUES;
	} else if (is_array(left) || is_array(right)) {
		w.kind = WHAT_OTHER;
		w.flags = WHAT_VALUES | WHAT_OBJECT;
	} else {
		w.flags = bits ? (left.flags | right.flags) & WHAT_COMPARED : 0;
		w.flags |= flow_copies_host(left, right);
	}
	return w;
}

static struct what unary(struct flow *f);

/* Behind a primary: its power. */
static struct what power_of(struct flow *f, struct what base)
{
	struct what power;

	if (f->t->kind != TOKEN_DOUBLESTAR || f->depth >= FLOW_DEPTH)
		return base;
	f->t++;
	f->depth++;
	power = unary(f);
	f->depth--;
	return combine(f, base, TOKEN_DOUBLESTAR, power);
}

static struct what unary(struct flow *f)
{
	const struct token *t = f->t;
	struct what w;

	if (t->kind == TOKEN_MINUS || t->kind == TOKEN_PLUS || t->kind == TOKEN_TILDE) {
		if (f->depth >= FLOW_DEPTH) {
			f->t++;
			return (struct what){.at = t->at, .end = t->end};
		}
		f->t++;
		f->depth++;
		w = unary(f);
		f->depth--;
		w.at = t->at;
		w.flags &= WHAT_MASK | WHAT_MEMORY | WHAT_VALUES | WHAT_COMPARED;
		/* of booleans, as a rule */
		if ((w.kind == WHAT_TENSOR || w.kind == WHAT_UNKNOWN) && t->kind == TOKEN_TILDE)
			w.flags |= WHAT_MASK;
		if (w.kind == WHAT_INT && t->kind == TOKEN_MINUS)
			w.ref = 0;
		return w;
	}
	if (t->kind == TOKEN_AWAIT)
		f->t++;
	return power_of(f, flow_primary(f));
}

static struct what climb(struct flow *f, struct what left, uint8_t least)
{
	for (;;) {
		uint8_t operator= f->t->kind, level = precedence(operator);
		struct what right;

		if (!level || level < least)
			return left;
		f->t++;
		right = climb(f, unary(f), (uint8_t)(level + 1));
		left = combine(f, left, operator, right);
	}
}

struct what flow_operation(struct flow *f)
{
	return climb(f, unary(f), 1);
}

/* A comparison's operator at the next token, as its first token's kind; NOT stands for "not in" and
 * for "is not" IS. */
static uint8_t comparison(struct flow *f)
{
	uint8_t kind = f->t->kind;

	switch ((enum token_kind)kind) {
	case TOKEN_LESS:
	case TOKEN_GREATER:
	case TOKEN_LESSEQUAL:
	case TOKEN_GREATEREQUAL:
	case TOKEN_EQEQUAL:
	case TOKEN_NOTEQUAL:
	case TOKEN_OLD_NOTEQUAL:
	case TOKEN_IN: f->t++; return kind;
	case TOKEN_IS: f->t += f->t[1].kind == TOKEN_NOT ? 2 : 1; return kind;
	case TOKEN_NOT:
		if (f->t[1].kind != TOKEN_IN)
			return 0;
		f->t += 2;
		return kind;
	default: return 0;
	}
}

static bool is_zero(struct what w)
{
	return w.kind == WHAT_INT && w.ref == 0;
}

/* "mps", "xpu" */
static bool is_of_other(struct flow *f, struct what text)
{
	uint32_t end;
	str device = literal_at(f->file->text, text.ref, &end);

	return device.len && other_accelerator(device).len == device.len;
}

/* An operand that makes a mask of the other, as long as that may be a tensor of the device. */
static bool compares(const struct flow *f, struct what w)
{
	const uint32_t others = WHAT_VALUES | WHAT_OBJECT | WHAT_DEVICE | WHAT_RANK;

	return w.kind != WHAT_STRING && w.kind != WHAT_NONE && !(w.flags & others) &&
	       !flow_is_host(f, w);
}

/* mode == "text", mode in ("text", "image"): what is held against texts is no tensor. */
static bool is_held_against_text(struct flow *f, uint8_t operator, struct what right)
{
	str list = str_slice(f->file->text, right.at, right.end), first = str_from_at(list, 1);

	if (operator!= TOKEN_IN && operator!= TOKEN_NOT)
		return right.kind == WHAT_STRING;
	while (first.len && strchr(" \t\r\n", first.ptr[0]))
		first = str_from_at(first, 1);
	return first.len && strchr("([{", list.ptr[0]) && strchr("'\"", first.ptr[0]);
}

/* len(keys), x.shape[0], also where it is not known that x is a tensor. */
static bool is_plain_number(const struct flow *f, struct what w)
{
	str text = str_slice(f->file->text, w.at, w.end);

	return w.kind == WHAT_OTHER || w.kind == WHAT_SIZE || w.kind == WHAT_STRING ||
	       (w.kind == WHAT_UNKNOWN && str_ends(text, S("]")) && str_has(text, S(".shape[")));
}

static struct what compare_two(
        struct flow *f, struct what left, uint8_t operator, struct what right)
{
	struct what w = {.at = left.at, .end = right.end, .kind = WHAT_OTHER};
	bool same = operator== TOKEN_EQEQUAL;

	if (left.flags & WHAT_SUPPOSED && is_held_against_text(f, operator, right))
		flow_suppose_flag(f, left);
	if (operator== TOKEN_IN || operator== TOKEN_NOT || operator== TOKEN_IS)
		return w;
	/* len(keys) == n: a number that forward takes */
	if (right.flags & WHAT_SUPPOSED && is_plain_number(f, left)) {
		flow_suppose_flag(f, right);
		return w;
	}
	if (left.kind == WHAT_STRING || right.kind == WHAT_STRING) {
		w.kind = left.kind == WHAT_UNKNOWN || right.kind == WHAT_UNKNOWN ? WHAT_UNKNOWN
		                                                                 : WHAT_OTHER;
	} else if (left.kind == WHAT_TENSOR || right.kind == WHAT_TENSOR) {
		w.kind = WHAT_TENSOR;
		w.flags = WHAT_MASK | flow_common_host(left, right);
	} else if (left.kind == WHAT_UNKNOWN || right.kind == WHAT_UNKNOWN) {
		w.kind = WHAT_UNKNOWN;
		w.flags = compares(f, left) && compares(f, right) ? WHAT_COMPARED : 0;
		w.flags |= flow_copies_host(left, right);
		/* a copy beside a threshold, which is a number or there as well */
		if (flow_is_copy(left) && right.kind == WHAT_UNKNOWN && !(right.flags & WHAT_AWAY))
			w.flags |= left.flags & (WHAT_HOST | WHAT_FRESH);
	}
	if (same && left.flags & WHAT_DEVICE && right.kind == WHAT_STRING) {
		w.flags |= WHAT_DEVICE_IS;
		f->device_at = left.at;
		f->device_end = left.end;
		f->device_literal = right.ref;
		w.flags |= right.flags & WHAT_HOST ? WHAT_TRUE_HOST : 0;
		w.flags |= is_of_other(f, right) ? WHAT_TRUE_ELSEWHERE : 0;
	}
	if (same && left.flags & WHAT_DEVICE && right.kind == WHAT_OTHER)
		w.flags |= right.flags & WHAT_HOST ? WHAT_TRUE_HOST : 0; /* torch.device("cpu") */
	if (same && ((left.flags & WHAT_RANK && is_zero(right)) ||
	                    (right.flags & WHAT_RANK && is_zero(left))))
		w.flags |= WHAT_RANK_ZERO;
	return w;
}

/* "( … )" and nothing that would make an operand of it: what is in it is asked as well. */
static bool only_bracketed(const struct flow *f)
{
	if (f->t->kind != TOKEN_LPAR)
		return false;
	switch ((enum token_kind)flow_close(f, f->t)[1].kind) {
	case TOKEN_COLON:
	case TOKEN_AND:
	case TOKEN_OR:
	case TOKEN_RPAR:
	case TOKEN_IF:
	case TOKEN_ELSE:
	case TOKEN_COMMA:
	case TOKEN_NEWLINE: return true;
	default: return false;
	}
}

/* Behind the first operand of comparisons. */
static struct what compare(struct flow *f, struct what left)
{
	struct what result = left;
	uint8_t operator;

	while ((operator= comparison(f))) {
		const struct token *list = f->t;
		struct what right = flow_operation(f), pair = compare_two(f, left, operator, right);

		if ((operator== TOKEN_IN || operator== TOKEN_NOT) && left.flags & WHAT_DEVICE)
			emit_device_in(f, left.at, right.end, list);
		if (operator== TOKEN_IN && left.flags & WHAT_DEVICE)
			pair.flags |= device_list_flags(f, list);
		pair.at = result.at;
		/* a < b < c holds a tensor when one of the pairs does */
		result = result.kind == WHAT_TENSOR && result.flags & WHAT_MASK &&
		                         result.end == left.end && result.at != left.at
		                 ? result
		                 : pair;
		result.end = right.end;
		left = right;
	}
	return result;
}

static struct what comparison_of(struct flow *f)
{
	bool test = f->in_test;
	struct what w;

	f->in_test = test && only_bracketed(f);
	w = compare(f, flow_operation(f));
	f->in_test = test;
	return w;
}

/* On the host, or just made there: nothing waits for its value. */
static bool is_read_at_once(const struct flow *f, struct what w)
{
	return flow_is_host(f, w) || w.flags & WHAT_FRESH;
}

/* A leaf of a test: told as what it is. A parameter of forward that is asked whether it is true is
 * a flag, no tensor. */
static void tell_leaf(struct flow *f, struct what *w)
{
	if (w->flags & WHAT_TOLD)
		return;
	if (w->flags & WHAT_SUPPOSED) {
		flow_suppose_flag(f, *w);
		w->flags |= WHAT_TOLD;
		w->kind = WHAT_UNKNOWN;
		return;
	}
	if (is_read_at_once(f, *w)) {
		w->flags |= WHAT_TOLD;
		return;
	}
	if (w->flags & WHAT_ALL_ANY)
		emit_truth(f, TRUTH_ALL_ANY, w->at, w->end);
	else if (w->kind == WHAT_TENSOR)
		emit_truth(f, TRUTH_CONDITION, w->at, w->end);
	w->flags |= WHAT_TOLD;
}

static struct what negation(struct flow *f)
{
	const struct token *t = f->t;
	struct what w;
	uint32_t flags = WHAT_TOLD;

	if (t->kind != TOKEN_NOT || f->depth >= FLOW_DEPTH)
		return comparison_of(f);
	f->t++;
	f->depth++;
	w = negation(f);
	f->depth--;
	if (w.flags & (WHAT_ALL_ANY | WHAT_SUPPOSED) || is_read_at_once(f, w))
		tell_leaf(f, &w);
	else if (w.kind == WHAT_TENSOR && !(w.flags & WHAT_TOLD))
		emit_truth(f, TRUTH_OPERATOR, t->at, w.end);
	flags |= w.flags & WHAT_TRUE_CUDA ? WHAT_FALSE_CUDA : 0;
	flags |= w.flags & WHAT_FALSE_CUDA ? WHAT_TRUE_CUDA : 0;
	flags |= w.flags & WHAT_TRUE_NONE ? WHAT_FALSE_NONE : 0;
	flags |= w.flags & WHAT_FALSE_NONE ? WHAT_TRUE_NONE : 0;
	flags |= w.flags & WHAT_RANK ? WHAT_RANK_ZERO : 0;
	return (struct what){.at = t->at, .end = w.end, .kind = WHAT_OTHER, .flags = flags};
}

/* Operands of one and/or chain, as far as the end needs them. */
struct operands {
	struct what kept[8];
	uint32_t count, tensors;
	uint32_t flags, common; /* of any of them, of all */
};

static void add_operand(struct flow *f, struct operands *o, struct what w)
{
	bool aside = f->in_test && w.flags & WHAT_ALL_ANY;

	if (w.flags & WHAT_SUPPOSED || (w.kind == WHAT_TENSOR && is_read_at_once(f, w)))
		tell_leaf(f, &w);
	o->tensors += w.kind == WHAT_TENSOR && !aside && !(w.flags & WHAT_TOLD);
	if (o->count < 8)
		o->kept[o->count] = w;
	o->count++;
	o->flags |= w.flags;
	o->common &= w.flags;
}

static struct what chain_of(struct flow *f, struct operands *o, uint32_t keep, bool all_tensors)
{
	uint32_t kept = o->count < 8 ? o->count : 8;
	struct what *last = &o->kept[kept - 1];
	struct what w = {.at = o->kept[0].at, .end = last->end, .flags = WHAT_TOLD};

	if (o->tensors >= 2)
		emit_truth(f, TRUTH_OPERATOR, w.at, w.end);
	for (uint32_t i = 0; i < kept; i++)
		if (f->in_test && (o->tensors < 2 || o->kept[i].flags & WHAT_ALL_ANY))
			tell_leaf(f, &o->kept[i]);
	w.kind = all_tensors && o->tensors == o->count ? WHAT_TENSOR : WHAT_UNKNOWN;
	w.flags |= o->flags & keep;
	return w;
}

/* Behind the first operand of an and, of an or. */
static struct what conjunction(struct flow *f, struct what first)
{
	struct operands o;

	if (f->t->kind != TOKEN_AND)
		return first;
	o = (struct operands){.common = UINT32_MAX};
	add_operand(f, &o, first);
	while (f->t->kind == TOKEN_AND) {
		f->t++;
		add_operand(f, &o, negation(f));
	}
	return chain_of(f, &o,
	        WHAT_TRUE_CUDA | WHAT_TRUE_NONE | WHAT_RANK_ZERO | WHAT_TRUE_HOST |
	                WHAT_TRUE_ELSEWHERE,
	        true);
}

static struct what disjunction(struct flow *f, struct what first)
{
	struct operands o;

	if (f->t->kind != TOKEN_OR)
		return first;
	o = (struct operands){.common = UINT32_MAX};
	add_operand(f, &o, first);
	while (f->t->kind == TOKEN_OR) {
		f->t++;
		add_operand(f, &o, conjunction(f, negation(f)));
	}
	return chain_of(
	        f, &o, WHAT_FALSE_CUDA | WHAT_FALSE_NONE | (o.common & WHAT_TRUE_ELSEWHERE), true);
}

/* What a branch says of CUDA: a device, or (beside a number in the other branch) its index. */
static bool is_cuda_choice(struct what yes, struct what no)
{
	return (yes.flags & WHAT_CUDA || (yes.kind == WHAT_INT && no.kind == WHAT_INT)) &&
	       !(no.flags & WHAT_TARGET);
}

static struct what conditional(struct flow *f, struct what yes)
{
	bool test = f->in_test;
	struct what no, asked, w;

	f->t++;
	asked = flow_condition(f);
	f->in_test = test;
	if (asked.flags & WHAT_TRUE_ELSEWHERE && !f->on_other)
		*VEC_PUSH(f->arena, &f->elsewhere) = (struct span){.at = yes.at, .end = yes.end};
	if (f->t->kind != TOKEN_ELSE) {
		yes.end = asked.end;
		return yes;
	}
	f->t++;
	no = flow_expression(f);
	w = (struct what){.at = yes.at, .end = no.end};
	if ((asked.flags & WHAT_TRUE_CUDA && is_cuda_choice(yes, no)) ||
	        (asked.flags & WHAT_TRUE_NONE && is_cuda_choice(no, yes)))
		emit_place(f, MATCHER_CUDA_IF_AVAILABLE, w.at, w.end);
	if (yes.kind == no.kind && yes.kind != WHAT_PATH && yes.kind != WHAT_BUILTIN &&
	        yes.kind != WHAT_ZIPPED) {
		w.kind = yes.kind;
		w.ref = yes.ref;
		w.flags = yes.flags & no.flags & (WHAT_MASK | WHAT_MEMORY | WHAT_VALUES);
		w.flags |= (yes.flags | no.flags) & WHAT_AWAY;
	}
	w.flags |= (yes.flags | no.flags) & WHAT_TARGET;
	return w;
}

static struct what lambda(struct flow *f)
{
	uint32_t at = f->t->at, mark = flow_mark(f);
	struct what w;

	f->t++;
	while (f->t->kind != TOKEN_COLON && f->t->kind != TOKEN_NONE &&
	        f->t->kind != TOKEN_NEWLINE) {
		const struct token *before = f->t;

		if (f->t->kind == TOKEN_NAME) {
			flow_shadow(f, f->t->value, (struct what){0});
			f->t++;
			if (f->t->kind == TOKEN_EQUAL) {
				f->t++;
				flow_expression(f);
			}
		}
		if (f->t->kind == TOKEN_COLON || f->t->kind == TOKEN_NEWLINE)
			break;
		f->t += f->t == before || f->t->kind == TOKEN_COMMA;
	}
	f->t += f->t->kind == TOKEN_COLON;
	w = flow_expression(f);
	flow_rewind(f, mark);
	return (struct what){.at = at, .end = w.end, .kind = WHAT_OTHER};
}

/* Whether an expression that begins so begins with a primary. */
static bool begins_primary(uint8_t kind)
{
	return kind == TOKEN_NAME || kind == TOKEN_STRING || kind == TOKEN_NUMBER ||
	       kind == TOKEN_FSTRING_START || kind == TOKEN_NONE_WORD || kind == TOKEN_TRUE_WORD ||
	       kind == TOKEN_FALSE_WORD || kind == TOKEN_LPAR || kind == TOKEN_LSQB ||
	       kind == TOKEN_LBRACE;
}

static bool ends_expression(uint8_t kind)
{
	return kind == TOKEN_COMMA || kind == TOKEN_RPAR || kind == TOKEN_RSQB ||
	       kind == TOKEN_RBRACE || kind == TOKEN_NEWLINE || kind == TOKEN_COLON ||
	       kind == TOKEN_EQUAL;
}

/* An expression without a conditional. Most are one primary, which goes past the operators. */
static struct what operands(struct flow *f)
{
	bool test = f->in_test;
	struct what w;

	if (!begins_primary(f->t->kind))
		return disjunction(f, conjunction(f, negation(f)));
	f->in_test = test && only_bracketed(f);
	w = flow_primary(f);
	if (!ends_expression(f->t->kind))
		w = compare(f, climb(f, power_of(f, w), 1));
	f->in_test = test;
	return ends_expression(f->t->kind) ? w : disjunction(f, conjunction(f, w));
}

struct what flow_expression(struct flow *f)
{
	struct what w = {.at = f->t->at, .end = f->t->end};
	bool test = f->in_test;

	if (f->depth >= FLOW_DEPTH) {
		f->t = flow_close(f, f->t) +
		       (f->t->kind != TOKEN_NONE && f->t->kind != TOKEN_NEWLINE);
		return w;
	}
	f->depth++;
	if (f->t->kind == TOKEN_LAMBDA) {
		f->in_test = false;
		w = lambda(f);
	} else {
		w = operands(f);
		if (f->t->kind == TOKEN_IF)
			w = conditional(f, w);
	}
	f->in_test = test;
	f->depth--;
	return w;
}

struct what flow_named_expression(struct flow *f)
{
	const struct token *t = f->t;
	struct what w;

	if (t->kind != TOKEN_NAME || t[1].kind != TOKEN_COLONEQUAL)
		return flow_expression(f);
	f->t += 2;
	w = flow_expression(f);
	flow_bind(f, t->value, w);
	w.at = t->at;
	return w;
}

struct what flow_condition(struct flow *f)
{
	bool test = f->in_test;
	struct what w;

	f->in_test = true;
	w = flow_named_expression(f);
	tell_leaf(f, &w);
	f->in_test = test;
	return w;
}

struct what flow_expression_list(struct flow *f)
{
	bool test = f->in_test;
	struct what elements[FLOW_ELEMENTS], w;
	uint32_t count = 0;

	f->in_test = false;
	if (f->t->kind == TOKEN_YIELD)
		f->t += f->t[1].kind == TOKEN_FROM ? 2 : 1;
	f->t += f->t->kind == TOKEN_STAR;
	w = flow_named_expression(f);
	if (f->t->kind != TOKEN_COMMA) {
		f->in_test = test;
		return w;
	}
	elements[count++] = w;
	while (f->t->kind == TOKEN_COMMA) {
		const struct token *before = ++f->t;
		struct what next;

		f->t += f->t->kind == TOKEN_STAR;
		next = flow_named_expression(f);
		if (f->t == before)
			break;
		if (count < FLOW_ELEMENTS)
			elements[count] = next;
		count++;
		w.end = next.end;
	}
	w = (struct what){.at = w.at, .end = w.end, .kind = WHAT_TUPLE};
	f->n_elements = count < FLOW_ELEMENTS ? count : FLOW_ELEMENTS;
	for (uint32_t i = 0; i < f->n_elements; i++)
		f->elements[i] = elements[i];
	f->in_test = test;
	return w;
}
