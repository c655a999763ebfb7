/* Conditions are tri-valued: a case counts when all hold, and may count when none fails but one
 * cannot be told. Order of reading (facts: "Reading a row"): the worst verdict among the cases that
 * hold, else the base; `unknown` of a case beats everything but `unsupported`; free words turn
 * supported and decomposed into conditional; an undecided case that differs from the base makes
 * conditional. */
#include "coverage/match.h"

#include "pytorch/operator.h"

static str value_text(struct blob blob, uint32_t index, bool *quoted)
{
	uint32_t count;
	const struct fact_value_row *rows = FACT_ROWS(blob, FACT_VALUES, fact_value_row, &count);

	*quoted = rows[index].quoted;
	return blob_text(blob, rows[index].text);
}

static enum tri either(enum tri a, enum tri b)
{
	return a > b ? a : b;
}

static bool names_dtype(struct blob blob, const struct fact_condition_row *row, enum dtype dtype)
{
	bool quoted;

	for (uint32_t i = 0; i < row->n_values; i++)
		if (str_eq(value_text(blob, row->first_value + i, &quoted), dtype_word(dtype)))
			return true;
	return false;
}

static bool names_mixed(struct blob blob, const struct fact_condition_row *row)
{
	bool quoted;

	for (uint32_t i = 0; i < row->n_values; i++)
		if (str_eq(value_text(blob, row->first_value + i, &quoted), S("mixed")))
			return true;
	return false;
}

static enum tri match_dtype(
        struct blob blob, const struct fact_condition_row *row, const struct query *query)
{
	enum dtype dtypes[16];
	uint32_t n = query_dtypes(query, dtypes, 16);
	bool unknown = query->no_dtypes;

	if (names_mixed(blob, row) && n > 1)
		return TRI_YES;
	for (uint32_t i = 0; i < n; i++) {
		if (dtypes[i] == DTYPE_UNKNOWN)
			unknown = true;
		else if (names_dtype(blob, row, dtypes[i]))
			return TRI_YES;
	}
	return unknown ? TRI_MAYBE : TRI_NO;
}

static enum tri match_out_dtype(
        struct blob blob, const struct fact_condition_row *row, const struct query *query)
{
	bool unknown = !query->n_out_dtypes;

	for (uint32_t i = 0; i < query->n_out_dtypes; i++) {
		if (query->out_dtypes[i] == DTYPE_UNKNOWN)
			unknown = true;
		else if (names_dtype(blob, row, query->out_dtypes[i]))
			return TRI_YES;
	}
	return unknown ? TRI_MAYBE : TRI_NO;
}

/* Equality of an argument with a literal; booleans and numbers are different things. */
static enum tri equals(const struct query_arg *arg, str text, bool quoted)
{
	int64_t integer;
	double real;
	bool is_number = !quoted && str_float(text, &real) && !str_eq(text, S("inf")) &&
	                 !str_eq(text, S("nan"));
	bool is_bool = !quoted && (str_eq(text, S("True")) || str_eq(text, S("False")));

	switch (arg->kind) {
	case QUERY_UNKNOWN: return TRI_MAYBE;
	case QUERY_NONE: return !quoted && str_eq(text, S("None")) ? TRI_YES : TRI_NO;
	case QUERY_BOOL: return is_bool && arg->flag == str_eq(text, S("True")) ? TRI_YES : TRI_NO;
	case QUERY_INT:
		if (arg->integer == QUERY_SYMBOLIC)
			return is_number ? TRI_MAYBE : TRI_NO;
		if (is_number && str_int(text, &integer))
			return arg->integer == integer ? TRI_YES : TRI_NO;
		return is_number && (double)arg->integer >= real && (double)arg->integer <= real
		               ? TRI_YES
		               : TRI_NO;
	case QUERY_FLOAT:
		return is_number && arg->real >= real && arg->real <= real ? TRI_YES : TRI_NO;
	case QUERY_TEXT:
		return !is_number && !is_bool && str_eq(arg->text, text) ? TRI_YES : TRI_NO;
	case QUERY_DTYPE:
		return str_eq(dtype_word(arg->dtype), text) ||
		                       str_eq(dtype_torch_name(arg->dtype), text)
		               ? TRI_YES
		               : TRI_NO;
	case QUERY_ABSENT: return TRI_MAYBE;
	default: return str_eq(text, S("None")) ? TRI_NO : TRI_MAYBE;
	}
}

static enum tri one_of(
        struct blob blob, const struct fact_condition_row *row, const struct query_arg *arg)
{
	enum tri found = TRI_NO;
	bool quoted;

	for (uint32_t i = 0; i < row->n_values; i++) {
		str text = value_text(blob, row->first_value + i, &quoted);

		found = either(found, equals(arg, text, quoted));
	}
	return found;
}

/* Whether some element lies above (sign 1) or below (sign -1) a bound. */
static enum tri any_beyond(const struct query_arg *arg, str bound, int sign)
{
	double limit = 0;
	enum tri found = TRI_NO;

	if (!str_float(bound, &limit))
		return TRI_MAYBE;
	switch (arg->kind) {
	case QUERY_INT:
		if (arg->integer == QUERY_SYMBOLIC)
			return TRI_MAYBE;
		return (double)sign * ((double)arg->integer - limit) > 0 ? TRI_YES : TRI_NO;
	case QUERY_FLOAT: return (double)sign * (arg->real - limit) > 0 ? TRI_YES : TRI_NO;
	case QUERY_INTS:
		for (uint32_t i = 0; i < arg->ints.count; i++) {
			int64_t v = arg->ints.at[i];

			if (v == QUERY_SYMBOLIC)
				found = either(found, TRI_MAYBE);
			else if ((double)sign * ((double)v - limit) > 0)
				return TRI_YES;
		}
		return found;
	case QUERY_NONE:
	case QUERY_BOOL: return TRI_NO;
	default: return TRI_MAYBE;
	}
}

/* Two known sizes that differ decide, wherever they stand; else one that is not known leaves it
 * open, unless it is alone. */
static enum tri all_equal(const struct query_arg *arg)
{
	int64_t known = QUERY_SYMBOLIC;
	bool open = false;

	if (arg->kind == QUERY_NONE || arg->kind == QUERY_INT)
		return TRI_YES;
	if (arg->kind != QUERY_INTS)
		return TRI_MAYBE;
	for (uint32_t i = 0; i < arg->ints.count; i++) {
		int64_t v = arg->ints.at[i];

		if (v == QUERY_SYMBOLIC)
			open = arg->ints.count > 1;
		else if (known == QUERY_SYMBOLIC)
			known = v;
		else if (v != known)
			return TRI_NO;
	}
	return open ? TRI_MAYBE : TRI_YES;
}

static enum tri arg_dtype(
        struct blob blob, const struct fact_condition_row *row, const struct query_arg *arg)
{
	enum tri found = TRI_NO;

	if (arg->kind == QUERY_TENSOR)
		return arg->tensor.dtype == DTYPE_UNKNOWN          ? TRI_MAYBE
		       : names_dtype(blob, row, arg->tensor.dtype) ? TRI_YES
		                                                   : TRI_NO;
	if (arg->kind == QUERY_NONE)
		return TRI_NO;
	if (arg->kind != QUERY_TENSORS)
		return TRI_MAYBE;
	for (uint32_t i = 0; i < arg->tensors.count; i++)
		found = either(found, arg->tensors.at[i].dtype == DTYPE_UNKNOWN          ? TRI_MAYBE
		                      : names_dtype(blob, row, arg->tensors.at[i].dtype) ? TRI_YES
		                                                                         : TRI_NO);
	return found;
}

static enum tri match_arg(
        struct blob blob, const struct fact_condition_row *row, const struct query *query)
{
	struct query_arg arg = query_value(query, blob_text(blob, row->name));
	bool quoted;
	str first = row->n_values ? value_text(blob, row->first_value, &quoted) : STR_NONE;

	switch ((enum predicate)(row->bits >> 4 & 15)) {
	case PREDICATE_IS:
	case PREDICATE_IN: return one_of(blob, row, &arg);
	case PREDICATE_IS_NOT:
	case PREDICATE_NOT_IN: return tri_not(one_of(blob, row, &arg));
	case PREDICATE_GIVEN:
		if (arg.kind == QUERY_UNKNOWN)
			return TRI_MAYBE;
		return (arg.kind != QUERY_NONE) == str_eq(first, S("True")) ? TRI_YES : TRI_NO;
	case PREDICATE_ANY_GT: return any_beyond(&arg, first, 1);
	case PREDICATE_ANY_LT: return any_beyond(&arg, first, -1);
	case PREDICATE_ALL_EQUAL:
		return str_eq(first, S("True")) ? all_equal(&arg) : tri_not(all_equal(&arg));
	case PREDICATE_ARG_DTYPE: return arg_dtype(blob, row, &arg);
	}
	return TRI_MAYBE;
}

/* The first data operand, NULL when it is not known. */
static const struct query_tensor *first_operand(const struct query *query)
{
	for (uint32_t i = 0; query->args && query->schema && i < query->schema->count; i++) {
		const struct query_arg *arg = &query->args[i];

		if (query->schema->args[i].role != OPERAND_DATA)
			continue;
		if (arg->kind == QUERY_TENSOR)
			return &arg->tensor;
		if (arg->kind == QUERY_TENSORS && arg->tensors.count)
			return &arg->tensors.at[0];
	}
	return NULL;
}

static enum tri match_rank(
        struct blob blob, const struct fact_condition_row *row, const struct query *query)
{
	const struct query_tensor *operand = first_operand(query);
	int64_t bound;
	bool quoted;

	if (!operand || operand->rank < 0)
		return TRI_MAYBE;
	if (str_int(value_text(blob, row->first_value, &quoted), &bound) && operand->rank < bound)
		return TRI_NO;
	if (str_int(value_text(blob, row->first_value + 1, &quoted), &bound) &&
	        operand->rank > bound)
		return TRI_NO;
	return TRI_YES;
}

/* A layout that nobody names is strided: that is what every dense tensor has. */
static enum tri match_layout(str word, const struct query *query)
{
	bool sparse = false;

	for (uint32_t i = 0; query->args && query->schema && i < query->schema->count; i++) {
		const struct query_arg *arg = &query->args[i];

		sparse |= arg->kind == QUERY_TENSOR && arg->tensor.sparse;
		for (uint32_t k = 0; arg->kind == QUERY_TENSORS && k < arg->tensors.count; k++)
			sparse |= arg->tensors.at[k].sparse;
	}
	return sparse == str_eq(word, S("sparse")) ? TRI_YES : TRI_NO;
}

static enum tri match_word(
        struct blob blob, const struct fact_condition_row *row, const struct match_context *c)
{
	bool quoted;
	str word = value_text(blob, row->first_value, &quoted);

	switch ((enum condition_kind)(row->bits & 15)) {
	case CONDITION_LAYOUT: return match_layout(word, c->query);
	case CONDITION_SHAPE:
		if (str_eq(word, S("zero_size")))
			return c->query->zero_size ? TRI_YES : TRI_NO;
		return c->query->dynamic == str_eq(word, S("dynamic")) ? TRI_YES : TRI_NO;
	case CONDITION_VARIANT:
		if (c->inside)
			return TRI_NO;
		return c->variant & (str_eq(word, S("out")) ? (uint32_t)ROLE_OUT
		                                            : (uint32_t)ROLE_INPLACE)
		               ? TRI_YES
		               : TRI_NO;
	default: return TRI_NO; /* one process, one device: what a graph shows */
	}
}

enum tri match_case(struct blob blob, const struct fact_case_row *row,
        const struct match_context *context, bool *is_free)
{
	uint32_t count;
	const struct fact_condition_row *conditions =
	        FACT_ROWS(blob, FACT_CONDITIONS, fact_condition_row, &count);
	enum tri all = TRI_YES;

	*is_free = false;
	for (uint32_t i = 0; i < row->n_conditions && all != TRI_NO; i++) {
		const struct fact_condition_row *c = &conditions[row->first_condition + i];
		enum tri one = TRI_YES;

		switch ((enum condition_kind)(c->bits & 15)) {
		case CONDITION_DTYPE: one = match_dtype(blob, c, context->query); break;
		case CONDITION_OUT_DTYPE: one = match_out_dtype(blob, c, context->query); break;
		case CONDITION_ARG: one = match_arg(blob, c, context->query); break;
		case CONDITION_RANK: one = match_rank(blob, c, context->query); break;
		case CONDITION_FREE: *is_free = true; break;
		default: one = match_word(blob, c, context); break;
		}
		/* What a leaf's own arguments would be is not known: only what is known counts. */
		if (one == TRI_MAYBE && context->inside && (c->bits & 15) != CONDITION_DTYPE &&
		        (c->bits & 15) != CONDITION_OUT_DTYPE)
			one = TRI_NO;
		all = one < all ? one : all;
	}
	return all;
}

/* unknown beats everything but unsupported; else the worse one. */
static bool overrides(enum verdict now, enum verdict next)
{
	if (now == VERDICT_UNSUPPORTED)
		return false;
	if (next == VERDICT_UNKNOWN || now == VERDICT_UNKNOWN)
		return next == VERDICT_UNSUPPORTED ||
		       (now != VERDICT_UNKNOWN && next == VERDICT_UNKNOWN);
	return next > now;
}

static void take_case(struct blob blob, const struct fact_case_row *row, struct reading *r)
{
	r->verdict = fact_verdict(row->bits);
	r->evidence = fact_evidence(row->bits);
	r->first_source = row->first_source;
	r->n_sources = row->n_sources;
	r->date = row->date;
	r->condition = blob_text(blob, row->text);
}

static void take_free(
        struct arena *arena, struct blob blob, const struct fact_case_row *row, struct reading *r)
{
	str text = blob_text(blob, row->text);

	r->free = r->free.len ? arena_format(arena, "%.*s; %.*s", STR_ARG(r->free), STR_ARG(text))
	                      : text;
	r->free_bits = row->bits;
	r->free_date = row->date;
	r->free_source = row->first_source;
	r->free_n_sources = row->n_sources;
}

/* Whether an undecided case makes the whole conditional. A base of unknown is raised only by a case
 * that promises something: what only says what fails is no ground. */
static bool is_lowered(const struct reading *r, bool decided, enum verdict undecided)
{
	if (decided)
		return r->verdict != VERDICT_UNKNOWN && r->verdict <= VERDICT_DECOMPOSED &&
		       undecided > VERDICT_DECOMPOSED;
	if (r->verdict == VERDICT_UNKNOWN)
		return undecided != VERDICT_UNKNOWN && undecided <= VERDICT_CONDITIONAL;
	return r->verdict <= VERDICT_DECOMPOSED || r->verdict == VERDICT_UNSUPPORTED;
}

struct reading match_read(
        struct arena *arena, const struct fact *fact, const struct match_context *context)
{
	const struct fact_row *row = fact->row;
	struct reading r = {fact_verdict(row->bits), fact_evidence(row->bits), row->first_source,
	        row->n_sources, row->date, STR_NONE, STR_NONE, 0, 0, 0, 0};
	const struct fact_case_row *undecided = NULL, *cases;
	bool decided = false;
	uint32_t count;

	cases = FACT_ROWS(fact->blob, FACT_CASES, fact_case_row, &count);
	for (uint32_t i = 0; i < row->n_cases; i++) {
		const struct fact_case_row *c = &cases[row->first_case + i];
		bool is_free;
		enum tri holds = match_case(fact->blob, c, context, &is_free);

		if (holds == TRI_NO)
			continue;
		if (is_free) {
			take_free(arena, fact->blob, c, &r);
		} else if (holds == TRI_MAYBE) {
			if (fact_verdict(c->bits) != fact_verdict(row->bits))
				undecided = c;
		} else if (!decided || overrides(r.verdict, fact_verdict(c->bits))) {
			take_case(fact->blob, c, &r);
			decided = true;
		}
	}
	if (undecided && is_lowered(&r, decided, fact_verdict(undecided->bits))) {
		take_case(fact->blob, undecided, &r);
		r.verdict = VERDICT_CONDITIONAL;
	}
	if (r.free.len && (r.verdict == VERDICT_SUPPORTED || r.verdict == VERDICT_DECOMPOSED)) {
		r.verdict = VERDICT_CONDITIONAL;
		r.evidence = fact_evidence(r.free_bits);
		r.date = r.free_date;
		r.first_source = r.free_source;
		r.n_sources = r.free_n_sources;
		r.condition = r.free;
	}
	return r;
}
