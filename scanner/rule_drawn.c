/* Whether a distribution is ever drawn from: where only its density, its entropy or its moments are
 * asked for, a target needs no kernel that samples.
 *
 * What is not seen to the end (a return, an attribute, an argument of a function) may be drawn
 * from.
 */
#include "scanner/rule_guard.h"

/* What a distribution is asked that draws nothing. */
static bool asks_density(str name)
{
	static const char *const names[] = {"log_prob", "entropy", "cdf", "mean", "mode",
	        "variance", "stddev", "concentration", "rate", "batch_shape", "event_shape", NULL};

	return str_is_one_of(name, names);
}

/* The innermost call around a place has it as a whole argument and is kl_divergence(). */
static bool is_compared(struct python_matching *p, uint32_t at, uint32_t end)
{
	const struct python_file *file = p->file;

	for (uint32_t i = python_call_from(file, at); i-- > 0 && python_may_look(p, 1);) {
		const struct python_call *call = &file->calls.at[i];
		uint32_t count, a = 0;
		const uint32_t *targets;

		if (call->end < end)
			continue;
		if (call->chain == PYTHON_NONE)
			return false;
		while (a < call->arg_count && file->args.at[call->args + a].at != at)
			a++;
		targets = python_chain_targets(file, &file->chains.at[call->chain], &count);
		return a < call->arg_count && file->args.at[call->args + a].end == end && count &&
		       str_ends(python_path(p->file, targets[0]), S(".kl_divergence")) &&
		       str_starts(python_path(p->file, targets[0]), S("torch."));
	}
	return false;
}

/* The first name behind a dot, at the end of an expression. */
static str asked_of(str text, uint32_t end)
{
	size_t from = end + 1, to = from;

	if (end >= text.len || text.ptr[end] != '.')
		return STR_NONE;
	while (to < text.len &&
	        ((text.ptr[to] >= 'a' && text.ptr[to] <= 'z') || text.ptr[to] == '_'))
		to++;
	return str_slice(text, from, to);
}

/* A use of the name that draws nothing. */
static bool use_is_density(struct python_matching *p, const struct python_chain *chain)
{
	const struct python_file *file = p->file;

	return chain->name_count
	               ? asks_density(python_name(file, file->attributes.at[chain->names]))
	               : is_compared(p, chain->at, chain->end);
}

/* What is asked of self.NAME, of anything that has the name in the file: nothing that draws. */
static bool attribute_is_density(
        struct python_matching *p, const struct python_chain *chain, uint32_t name)
{
	const struct python_file *file = p->file;
	const uint32_t *names = file->attributes.at + chain->names;
	uint32_t last = chain->name_count;

	for (uint32_t i = 0; i < last; i++) {
		if (names[i] != name)
			continue;
		if (i + 1 < last ? asks_density(python_name(file, names[i + 1]))
		                 : chain->context == PYTHON_STORE ||
		                           is_compared(p, chain->at, chain->end))
			continue;
		return false;
	}
	return true;
}

/* self._prior = Gamma(a, b): nobody else knows the name, and the file only asks for densities. */
static bool is_kept_for_density(
        struct python_matching *p, const struct raw *raw, uint32_t statement)
{
	const struct python_file *file = p->file;
	const struct statement *s = &python_outline(p)->list.at[statement];
	str written = str_slice(file->text, s->at, raw->at);
	uint32_t name;

	if (!str_starts(written, S("self._")) || !str_ends(written, S(" = ")) ||
	        raw->end != s->end || !python_may_look(p, file->chains.len) ||
	        str_has(file->text, S("getattr(self")))
		return false;
	name = python_name_find(file, str_slice(written, 5, written.len - 3));
	for (uint32_t i = 0; name && i < file->chains.len; i++)
		if (!attribute_is_density(p, &file->chains.at[i], name))
			return false;
	return name != 0;
}

bool is_never_drawn(struct python_matching *p, const struct raw *raw, uint32_t statement)
{
	str asked = asked_of(p->file->text, raw->end);
	uint32_t uses;

	if (statement == PYTHON_NONE || !str_starts(raw->matched, S("torch.distributions.")))
		return false;
	if (asked.len)
		return asks_density(asked);
	return is_compared(p, raw->at, raw->end) || is_kept_for_density(p, raw, statement) ||
	       python_uses_pass(p, statement, raw->at, raw->end, use_is_density, &uses);
}
