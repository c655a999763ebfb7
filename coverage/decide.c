/* A recursive reading without recursion deeper than the brackets of the data (two levels):
 * rule := term { " or " term }, term := atom { " and " atom }, atom := ["not "] "(" rule ")" |
 * test, where "a | b" are two tests that the samples do not tell apart. A test that is not
 * understood is undecided. */
#include "coverage/decide.h"

enum { RULE_DEPTH = 4 };

static enum tri from_bool(bool b)
{
	return b ? TRI_YES : TRI_NO;
}

/* Splits at a word outside brackets. */
static bool split_outside(str s, str word, str *left, str *right)
{
	int depth = 0;

	for (size_t i = 0; i + word.len <= s.len; i++) {
		depth +=
		        (s.ptr[i] == '(' || s.ptr[i] == '[') - (s.ptr[i] == ')' || s.ptr[i] == ']');
		if (!depth && s.ptr[i] == *word.ptr && str_starts(str_from_at(s, i), word)) {
			*left = str_slice(s, 0, i);
			*right = str_from_at(s, i + word.len);
			return true;
		}
	}
	*left = s;
	*right = STR_NONE;
	return false;
}

static const struct query_tensor *tensor_of(const struct query_arg *arg)
{
	if (arg->kind == QUERY_TENSOR)
		return &arg->tensor;
	return arg->kind == QUERY_TENSORS && arg->tensors.count ? &arg->tensors.at[0] : NULL;
}

static int64_t rank_of(const struct query_arg *arg)
{
	const struct query_tensor *t = tensor_of(arg);

	return t ? t->rank : -1;
}

/* Elements, -1 unknown. */
static int64_t numel_of(const struct query_tensor *t)
{
	int64_t n = 1;

	if (t->rank < 0 || (t->rank && !t->sizes))
		return -1;
	for (int32_t i = 0; i < t->rank; i++) {
		if (t->sizes[i] == QUERY_SYMBOLIC)
			n = n == 0 ? 0 : -1;
		else if (n >= 0 && t->sizes[i] && n > INT64_MAX / t->sizes[i])
			n = -1;
		else if (n >= 0)
			n *= t->sizes[i];
		if (t->sizes[i] == 0)
			return 0;
	}
	return n;
}

static bool in_words(str words, str word)
{
	str part;

	while (words.len && str_cut(&words, ' ', &part))
		if (str_eq(part, word))
			return true;
	return false;
}

/* Compares a number with the words behind an operator: "=3", "!=2", ">1", " in 1 2". */
static enum tri compare(int64_t value, str op)
{
	int64_t bound;

	if (str_starts(op, S(" in "))) {
		str words = str_from_at(op, 4), part;

		while (words.len && str_cut(&words, ' ', &part))
			if (str_int(part, &bound) && bound == value)
				return TRI_YES;
		return TRI_NO;
	}
	if (str_starts(op, S("!=")) && str_int(str_from_at(op, 2), &bound))
		return from_bool(value != bound);
	if (str_starts(op, S("=")) && str_int(str_from_at(op, 1), &bound))
		return from_bool(value == bound);
	if (str_starts(op, S(">")) && str_int(str_from_at(op, 1), &bound))
		return from_bool(value > bound);
	return TRI_MAYBE;
}

static enum tri test_dtype(const struct query_arg *arg, str op)
{
	const struct query_tensor *t = tensor_of(arg);
	str word;

	if (!t || t->dtype == DTYPE_UNKNOWN)
		return TRI_MAYBE;
	word = dtype_torch_name(t->dtype);
	if (str_starts(op, S(" in ")))
		return from_bool(in_words(str_from_at(op, 4), word));
	if (str_starts(op, S(" not in ")))
		return from_bool(!in_words(str_from_at(op, 8), word));
	if (str_starts(op, S("!=")) && !str_has(op, S(".")))
		return from_bool(!str_eq(str_from_at(op, 2), word));
	if (str_starts(op, S("=")) && !str_has(op, S(".")))
		return from_bool(str_eq(str_from_at(op, 1), word));
	return TRI_MAYBE;
}

/* "query.shape!=key.shape", "self.dim=other.dim" */
static enum tri test_pair(
        const struct query *query, const struct query_arg *arg, str property, str op)
{
	bool differ = str_starts(op, S("!="));
	str other = str_from_at(op, differ ? 2 : 1), name, rest;
	struct query_arg second;
	const struct query_tensor *a = tensor_of(arg), *b;

	str_split(other, '.', &name, &rest);
	second = query_value(query, name);
	b = tensor_of(&second);
	if (!a || !b || a->rank < 0 || b->rank < 0 || !rest.len)
		return TRI_MAYBE;
	if (str_eq(property, S("dim")))
		return from_bool((a->rank != b->rank) == differ);
	if (str_eq(property, S("dtype")))
		return from_bool((a->dtype != b->dtype) == differ);
	if (a->rank != b->rank)
		return from_bool(differ);
	for (int32_t i = 0; i < a->rank; i++) {
		if (!a->sizes || !b->sizes || a->sizes[i] == QUERY_SYMBOLIC ||
		        b->sizes[i] == QUERY_SYMBOLIC)
			return TRI_MAYBE;
		if (a->sizes[i] != b->sizes[i])
			return from_bool(differ);
	}
	return from_bool(!differ);
}

static bool is_pair(str op)
{
	return str_has(op, S(".dim")) || str_has(op, S(".shape")) || str_has(op, S(".dtype"));
}

/* NAME.PROPERTY and what follows. */
static enum tri test_property(const struct query *query, str name, str rest)
{
	struct query_arg arg = query_value(query, name);
	size_t n = 0;
	str property, op;

	while (n < rest.len && (rest.ptr[n] >= 'a' && rest.ptr[n] <= 'z'))
		n++;
	if (n < rest.len && rest.ptr[n] == '_') /* requires_grad */
		return TRI_MAYBE;
	property = str_slice(rest, 0, n);
	op = str_from_at(rest, n);
	if (is_pair(op))
		return test_pair(query, &arg, property, op);
	if (str_eq(property, S("dtype")))
		return test_dtype(&arg, op);
	if (str_eq(property, S("dim")))
		return rank_of(&arg) < 0 ? TRI_MAYBE : compare(rank_of(&arg), op);
	if (str_eq(property, S("numel"))) {
		const struct query_tensor *t = tensor_of(&arg);
		int64_t numel = t ? numel_of(t) : -1;

		return numel < 0 ? TRI_MAYBE : compare(numel, op);
	}
	if (str_eq(property, S("len"))) {
		if (arg.kind == QUERY_INTS)
			return compare(arg.ints.count, op);
		if (arg.kind == QUERY_TENSORS)
			return compare(arg.tensors.count, op);
	}
	return TRI_MAYBE;
}

static enum tri test_value(const struct query_arg *arg, str text)
{
	int64_t integer;
	double real;

	switch (arg->kind) {
	case QUERY_BOOL:
		return from_bool(str_eq(text, S("True")) == arg->flag &&
		                 (str_eq(text, S("True")) || str_eq(text, S("False"))));
	case QUERY_INT:
		if (arg->integer == QUERY_SYMBOLIC)
			return TRI_MAYBE;
		if (str_int(text, &integer))
			return from_bool(arg->integer == integer);
		return str_float(text, &real) ? from_bool((double)arg->integer >= real &&
		                                          (double)arg->integer <= real)
		                              : TRI_NO;
	case QUERY_FLOAT:
		return str_float(text, &real) ? from_bool(arg->real >= real && arg->real <= real)
		                              : TRI_NO;
	case QUERY_TEXT: return from_bool(str_eq(arg->text, text));
	case QUERY_NONE: return from_bool(str_eq(text, S("None")));
	case QUERY_DTYPE: return from_bool(str_eq(dtype_torch_name(arg->dtype), text));
	case QUERY_INTS: {
		str rest = str_slice(text, 1, text.len ? text.len - 1 : 0), part;
		uint32_t n = 0;

		if (!str_starts(text, S("[")))
			return TRI_NO;
		while (rest.len && str_cut(&rest, ',', &part)) {
			if (n >= arg->ints.count || !str_int(str_trim(part), &integer))
				return TRI_NO;
			if (arg->ints.at[n] == QUERY_SYMBOLIC)
				return TRI_MAYBE;
			if (arg->ints.at[n++] != integer)
				return TRI_NO;
		}
		return from_bool(n == arg->ints.count);
	}
	default: return TRI_MAYBE;
	}
}

/* "output_size all 1", "dims has dim 0", "shifts has a nonzero" on lists of numbers. */
static enum tri test_list(const struct query_arg *arg, str rest)
{
	bool negated = str_starts(rest, S(" has not "));
	bool all = str_starts(rest, S(" all "));
	bool nonzero = str_ends(rest, S("a nonzero"));
	size_t blank = str_rfind_byte(rest, ' ');
	int64_t want = 0;
	bool some = false, every = true;

	if (arg->kind != QUERY_INTS || (!nonzero && !str_int(str_from_at(rest, blank + 1), &want)))
		return TRI_MAYBE;
	for (uint32_t i = 0; i < arg->ints.count; i++) {
		bool hit;

		if (arg->ints.at[i] == QUERY_SYMBOLIC)
			return TRI_MAYBE;
		hit = nonzero ? arg->ints.at[i] != 0 : arg->ints.at[i] == want;
		some |= hit;
		every &= hit;
	}
	return all ? from_bool(every) : from_bool(some != negated);
}

static enum tri test_is(const struct query_arg *arg, str word)
{
	const struct query_tensor *t = tensor_of(arg);
	bool negated = str_starts(word, S("not "));
	enum dtype_class class;
	enum tri is;

	if (negated)
		word = str_from_at(word, 4);
	if (str_eq(word, S("given")) || str_eq(word, S("None"))) {
		bool given = arg->kind != QUERY_NONE;

		if (arg->kind == QUERY_UNKNOWN)
			return TRI_MAYBE;
		return from_bool((given == str_eq(word, S("given"))) != negated);
	}
	if (arg->kind == QUERY_NONE)
		return from_bool(negated);
	if (!t || t->dtype == DTYPE_UNKNOWN)
		return TRI_MAYBE;
	class = dtype_class(t->dtype);
	if (str_eq(word, S("bool")))
		is = from_bool(t->dtype == DTYPE_B8);
	else if (str_eq(word, S("integer")))
		is = from_bool(class == DTYPE_CLASS_INT && t->dtype != DTYPE_B8);
	else if (str_eq(word, S("floating")))
		is = from_bool(class == DTYPE_CLASS_FLOAT);
	else
		return TRI_MAYBE;
	return negated ? tri_not(is) : is;
}

static enum tri test_empty(const struct query_arg *arg)
{
	const struct query_tensor *t = tensor_of(arg);
	int64_t numel = t ? numel_of(t) : -1;

	if (arg->kind == QUERY_INTS)
		return from_bool(!arg->ints.count);
	return numel < 0 ? TRI_MAYBE : from_bool(numel == 0);
}

static enum tri test(str atom, const struct query *query)
{
	size_t n = 0;
	str name, rest;
	struct query_arg arg;

	/* Sizes of a traced node are not zero unless the query says so. */
	if (str_eq(atom, S("nothing empty")))
		return from_bool(!query->zero_size);
	while (n < atom.len &&
	        ((atom.ptr[n] >= 'a' && atom.ptr[n] <= 'z') ||
	                (atom.ptr[n] >= 'A' && atom.ptr[n] <= 'Z') ||
	                (atom.ptr[n] >= '0' && atom.ptr[n] <= '9') || atom.ptr[n] == '_'))
		n++;
	name = str_slice(atom, 0, n);
	rest = str_from_at(atom, n);
	if (rest.len && rest.ptr[0] == '.')
		return test_property(query, name, str_from_at(rest, 1));
	arg = query_value(query, name);
	if (str_starts(rest, S("!=")))
		return tri_not(test_value(&arg, str_from_at(rest, 2)));
	if (str_starts(rest, S("=")))
		return test_value(&arg, str_from_at(rest, 1));
	if (str_starts(rest, S(" is ")))
		return test_is(&arg, str_from_at(rest, 4));
	if (str_starts(rest, S(" in ")) && arg.kind == QUERY_TEXT)
		return from_bool(in_words(str_from_at(rest, 4), arg.text));
	if (str_eq(rest, S(" empty")))
		return query->zero_size ? test_empty(&arg) : TRI_NO;
	if (str_eq(rest, S(" not empty")))
		return query->zero_size ? tri_not(test_empty(&arg)) : TRI_YES;
	if (str_starts(rest, S(" all ")) || str_starts(rest, S(" has ")))
		return test_list(&arg, rest);
	return TRI_MAYBE;
}

static enum tri read_rule(str rule, const struct query *query, int depth);

static enum tri read_atom(str atom, const struct query *query, int depth)
{
	str left, right;

	atom = str_trim(atom);
	if (split_outside(atom, S(" | "), &left, &right)) {
		enum tri a = read_atom(left, query, depth + 1),
		         b = read_atom(right, query, depth + 1);

		return a == b ? a : TRI_MAYBE;
	}
	if (depth < RULE_DEPTH && str_starts(atom, S("not ")))
		return tri_not(read_atom(str_from_at(atom, 4), query, depth + 1));
	if (depth < RULE_DEPTH && str_starts(atom, S("(")) && str_ends(atom, S(")")))
		return read_rule(str_slice(atom, 1, atom.len - 1), query, depth + 1);
	return test(atom, query);
}

static enum tri read_term(str term, const struct query *query, int depth)
{
	enum tri all = TRI_YES;
	str atom;

	while (term.ptr) {
		enum tri one;

		split_outside(term, S(" and "), &atom, &term);
		one = read_atom(atom, query, depth);
		all = one < all ? one : all;
	}
	return all;
}

static enum tri read_rule(str rule, const struct query *query, int depth)
{
	enum tri any = TRI_NO;
	str term;

	if (depth > RULE_DEPTH)
		return TRI_MAYBE;
	while (rule.ptr) {
		enum tri one;

		split_outside(rule, S(" or "), &term, &rule);
		one = read_term(term, query, depth);
		any = one > any ? one : any;
	}
	return any;
}

enum tri decide_rule(str rule, const struct query *query)
{
	if (str_ends(rule, S("?")))
		rule.len--;
	return read_rule(rule, query, 0);
}

enum tri decide_leaf(const struct decomposition *decomposition, str leaf, const struct query *query)
{
	str rest = decomposition->decided_by, part, word;
	enum tri any = TRI_NO;
	bool ruled = false;

	while (rest.ptr) {
		size_t colon = SIZE_MAX;
		str leaves;

		split_outside(rest, S("; "), &part, &rest);
		for (size_t i = 0; i + 1 < part.len; i++)
			if (part.ptr[i] == ':' && part.ptr[i + 1] == ' ')
				colon = i;
		if (colon == SIZE_MAX)
			continue;
		leaves = str_from_at(part, colon + 2);
		while (leaves.len && str_cut(&leaves, ' ', &word))
			if (str_eq(word, leaf)) {
				enum tri one = decide_rule(str_slice(part, 0, colon), query);

				any = one > any ? one : any;
				ruled = true;
			}
	}
	return ruled ? any : TRI_MAYBE;
}
