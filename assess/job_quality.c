/* Does the result of a run qualify? A command of the user's, bounds on numbers, files compared.
 *
 * Two files are compared byte by byte; where a tolerance is given, numbers at the same place may
 * differ by it (|a - b| <= absolute + relative * |b|) and everything around them must be equal. */
#include "assess/job_run.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ reading options */

static bool problem(struct env *env, const char *option, str text, const char *expected)
{
	return diag_error(env->diags, (struct place){.path = str_from(option)},
	        "wrong value '%.*s'; expected %s", STR_ARG(text), expected);
}

bool job_plan_bound(struct env *env, struct job_plan *plan, str text)
{
	static const char *const expected = "NAME<=N, NAME>=N, NAME<N, NAME>N or NAME=N~TOLERANCE";
	struct job_bound b = {.text = text};
	size_t at = 0;
	str value, tolerance;

	while (at < text.len && str_find_byte(S("<>="), text.ptr[at]) == 3)
		at++;
	if (!at || at == text.len)
		return problem(env, "--require", text, expected);
	b.name = str_trim(str_slice(text, 0, at));
	b.op = text.ptr[at++];
	b.or_equal = at < text.len && text.ptr[at] == '=';
	value = str_from_at(text, at + b.or_equal);
	if (str_split(value, '~', &value, &tolerance) &&
	        (b.op != '=' || !str_float(str_trim(tolerance), &b.tolerance) ||
	                !(b.tolerance >= 0)))
		return problem(env, "--require", text, expected);
	if (!str_float(str_trim(value), &b.value) || !isfinite(b.value) || !b.name.len)
		return problem(env, "--require", text, expected);
	*VEC_PUSH(env->keep, &plan->bounds) = b;
	return true;
}

bool job_plan_pair(struct env *env, struct job_plan *plan, str text)
{
	struct job_pair pair;

	if (!str_split(text, '=', &pair.file, &pair.reference) || !pair.file.len ||
	        !pair.reference.len)
		return problem(env, "--compare", text, "FILE=REFERENCE");
	if (file_kind_of(env, pair.reference) != FILE_REGULAR)
		return problem(env, "--compare", text, "a reference file that exists");
	*VEC_PUSH(env->keep, &plan->pairs) = pair;
	return true;
}

bool job_plan_tolerance(struct env *env, struct job_plan *plan, str text)
{
	str relative, absolute;
	bool two = str_split(text, ',', &relative, &absolute);

	if (!str_float(str_trim(relative), &plan->relative) || !(plan->relative >= 0) ||
	        !(plan->relative < 1) ||
	        (two && (!str_float(str_trim(absolute), &plan->absolute) ||
	                        !(plan->absolute >= 0) || !isfinite(plan->absolute))))
		return problem(env, "--tolerance", text,
		        "a relative tolerance below 1, or REL,ABS, as in 1e-3,1e-5");
	return true;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* One word from *at on into `out`; false when a quote is not closed. */
static bool next_word(str text, size_t *at, struct buf *out)
{
	char quote = 0;

	for (; *at < text.len && (quote || !is_blank(text.ptr[*at])); ++*at) {
		char c = text.ptr[*at];

		if (quote && c == quote)
			quote = 0;
		else if (!quote && (c == '"' || c == '\''))
			quote = c;
		else if (c == '\\' && quote != '\'' && *at + 1 < text.len)
			buf_byte(out, text.ptr[++*at]);
		else
			buf_byte(out, c);
	}
	return !quote;
}

const char *const *job_words(struct env *env, str text)
{
	VEC(const char *) words = {0};
	size_t at = 0;

	for (;;) {
		struct buf word = {0};
		bool ok;

		while (at < text.len && is_blank(text.ptr[at]))
			at++;
		if (at >= text.len)
			break;
		ok = next_word(text, &at, &word);
		if (ok)
			*VEC_PUSH(env->keep, &words) = arena_cstr(env->keep, buf_str(&word));
		buf_free(&word);
		if (!ok) {
			problem(env, "--qualify", text, "a command whose quotes are closed");
			return NULL;
		}
	}
	if (!words.len) {
		problem(env, "--qualify", text, "a command");
		return NULL;
	}
	*VEC_PUSH(env->keep, &words) = NULL;
	return words.at;
}

/* ------------------------------------------------------------------ the check command */

struct check_output {
	struct buf text;
};

static void take_output(void *context, enum child_stream stream, str bytes, double seconds)
{
	struct check_output *o = context;

	(void)seconds;
	if (stream == CHILD_OUT && o->text.len + bytes.len < 1 << 20)
		buf_put(&o->text, bytes);
}

static void set_metric(struct env *env, struct job_run *run, str name, double value)
{
	for (uint32_t i = 0; i < run->metrics.list.len; i++)
		if (str_eq(run->metrics.list.at[i].name, name)) {
			run->metrics.list.at[i].value = value;
			return;
		}
	if (run->metrics.list.len < JOB_NAMES_MOST)
		*VEC_PUSH(env->keep, &run->metrics.list) =
		        (struct named_number){arena_dup(env->keep, name), value};
}

/* Lines NAME=NUMBER or NAME: NUMBER of what the check prints. */
static void take_metrics(struct env *env, str text, struct job_run *run)
{
	str line, name, value;
	double number;

	while (str_cut(&text, '\n', &line)) {
		if (!str_split(line, '=', &name, &value) && !str_split(line, ':', &name, &value))
			continue;
		name = str_trim(name);
		if (name.len && name.len < 100 && str_float(str_trim(value), &number) &&
		        isfinite(number))
			set_metric(env, run, name, number);
	}
}

static bool fail(struct job_run *run, str reason)
{
	run->quality = JOB_FAILED;
	run->quality_reason = reason;
	return false;
}

static bool run_check(struct env *env, const struct job_plan *plan, struct job_run *run)
{
	struct check_output output = {0};
	struct child_plan check = {.argv = plan->check,
	        .limit_seconds = plan->timeout_seconds,
	        .grace_seconds = 2,
	        .output = take_output,
	        .context = &output};
	struct child_result result;
	const char *why;
	bool ran = child_run(&check, &result, &why);

	take_metrics(env, buf_str(&output.text), run);
	buf_free(&output.text);
	if (!ran)
		return fail(run, arena_format(env->keep, "the check cannot be run: %s", why));
	if (result.passed_on) {
		run->interrupted = true;
		return false;
	}
	if (result.timed_out)
		return fail(run, S("the check ran too long"));
	if (result.exit_status != 0)
		return fail(run,
		        result.signal ? arena_format(env->keep, "the check was ended by signal %d",
		                                result.signal)
		                      : arena_format(env->keep, "the check ended with status %d",
		                                result.exit_status));
	return true;
}

/* ------------------------------------------------------------------ bounds */

static bool bound_holds(const struct job_bound *b, double value)
{
	if (b->op == '=')
		return fabs(value - b->value) <= b->tolerance;
	if (b->or_equal && value == b->value)
		return true;
	return b->op == '<' ? value < b->value : value > b->value;
}

static bool check_bounds(struct env *env, const struct job_plan *plan, struct job_run *run)
{
	for (uint32_t i = 0; i < plan->bounds.len; i++) {
		const struct job_bound *b = &plan->bounds.at[i];
		double value = named_number(&run->metrics, b->name);

		if (isnan(value))
			value = named_number(&run->units, b->name);
		if (isnan(value))
			return fail(run, arena_format(env->keep, "'%.*s' was not printed",
			                         STR_ARG(b->name)));
		if (!bound_holds(b, value))
			return fail(run, arena_format(env->keep, "%.*s is %g, not %.*s",
			                         STR_ARG(b->name), value, STR_ARG(b->text)));
	}
	return true;
}

/* ------------------------------------------------------------------ files */

static bool begins_number(str s, size_t at)
{
	char c = s.ptr[at];

	if (at && (str_find_byte(S("0123456789.+-_"), s.ptr[at - 1]) < 14 ||
	                  (s.ptr[at - 1] >= 'a' && s.ptr[at - 1] <= 'z') ||
	                  (s.ptr[at - 1] >= 'A' && s.ptr[at - 1] <= 'Z')))
		return false;
	if (c == '-' || c == '+' || c == '.')
		return at + 1 < s.len &&
		       ((s.ptr[at + 1] >= '0' && s.ptr[at + 1] <= '9') || s.ptr[at + 1] == '.');
	return c >= '0' && c <= '9';
}

/* The number at `at`; returns behind it. */
static size_t number_at(str s, size_t at, double *value)
{
	char text[64];
	size_t n = 0;

	while (n < sizeof text - 1 && at + n < s.len &&
	        str_find_byte(S("0123456789.eE+-"), s.ptr[at + n]) < 15)
		n++;
	memcpy(text, s.ptr + at, n);
	text[n] = 0;
	for (; n > 0; text[--n] = 0)
		if (str_float((str){text, n}, value))
			return at + n;
	return at;
}

struct comparison {
	str a, b; /* result, reference */
	size_t i, k;
	uint64_t line;
	double relative, absolute;
};

/* Steps over one number or byte; false at a difference. */
static bool compare_step(struct comparison *c)
{
	double x, y;
	size_t i, k;

	if (c->i >= c->a.len || c->k >= c->b.len)
		return false;
	if (!begins_number(c->a, c->i) || !begins_number(c->b, c->k)) {
		if (c->a.ptr[c->i] != c->b.ptr[c->k])
			return false;
		c->line += c->a.ptr[c->i] == '\n';
		c->i++;
		c->k++;
		return true;
	}
	i = number_at(c->a, c->i, &x);
	k = number_at(c->b, c->k, &y);
	if (i == c->i || k == c->k || !(fabs(x - y) <= c->absolute + c->relative * fabs(y)))
		return false;
	c->i = i;
	c->k = k;
	return true;
}

/* True when they agree; else c->line is where they part. */
static bool compare_texts(struct comparison *c)
{
	if (str_eq(c->a, c->b))
		return true;
	if (c->relative > 0 || c->absolute > 0) {
		while (compare_step(c))
			;
		return c->i >= c->a.len && c->k >= c->b.len;
	}
	while (c->i < c->a.len && c->i < c->b.len && c->a.ptr[c->i] == c->b.ptr[c->i])
		c->line += c->a.ptr[c->i++] == '\n';
	return false;
}

static bool check_pairs(struct env *env, const struct job_plan *plan, struct job_run *run)
{
	for (uint32_t i = 0; i < plan->pairs.len; i++) {
		const struct job_pair *pair = &plan->pairs.at[i];
		struct arena_mark mark = arena_mark(env->temp);
		struct comparison c = {
		        .line = 1, .relative = plan->relative, .absolute = plan->absolute};
		str why = STR_NONE;
		const char *bad = file_try_read(env, pair->file, env->limits->file_bytes, &c.a);
		const char *bad_reference =
		        file_try_read(env, pair->reference, env->limits->file_bytes, &c.b);

		if (bad || bad_reference)
			why = arena_format(env->keep, "%.*s cannot be read: %s",
			        STR_ARG(bad ? pair->file : pair->reference),
			        bad ? bad : bad_reference);
		else if (!compare_texts(&c))
			why = arena_format(env->keep, "%.*s differs from %.*s in line %llu",
			        STR_ARG(pair->file), STR_ARG(pair->reference),
			        (unsigned long long)c.line);
		arena_rewind(env->temp, mark);
		if (why.len)
			return fail(run, why);
	}
	return true;
}

void job_check(struct env *env, const struct job_plan *plan, struct job_run *run)
{
	if (!plan->check && !plan->bounds.len && !plan->pairs.len)
		return;
	run->quality = JOB_PASSED;
	if (plan->check && !run_check(env, plan, run)) {
		if (run->interrupted)
			run->quality = JOB_NOT_CHECKED;
		return;
	}
	if (check_bounds(env, plan, run))
		check_pairs(env, plan, run);
}
