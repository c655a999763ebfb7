/* if not torch.is_tensor(t): … if isinstance(t, float): dtype = torch.float64 …; t =
 * torch.tensor([t], dtype=dtype, device=x.device): a number that stands where a tensor may be
 * given. Whatever its type is, it is one element, and is made only where the caller has no tensor.
 */
#include "scanner/rule_guard.h"

enum { HEAD_BYTES = 200 };

/* The name in torch.tensor([NAME], …): all that the tensor holds; "": something else. */
static str only_element(str call)
{
	str rest = str_from_at(call, str_find_byte(call, '(') + 1), name;
	size_t open = str_find_byte(rest, '['), close = str_find_byte(rest, ']');

	if (str_trim(str_slice(rest, 0, open)).len || close >= rest.len)
		return STR_NONE;
	name = str_trim(str_slice(rest, open + 1, close));
	for (size_t i = 0; i < name.len; i++)
		if (!byte_is_word(name.ptr[i]))
			return STR_NONE;
	return name;
}

/* if not torch.is_tensor(NAME): and no more than that. */
static bool asks_for_no_tensor(str head, str name)
{
	static const char *const questions[] = {"torch.is_tensor(", "isinstance(", NULL};
	str rest = str_trim(str_from_at(head, str_find(head, S("not ")) + 4));

	if (!str_starts(head, S("if not ")) || !str_starts_one_of(rest, questions))
		return false;
	rest = str_from_at(rest, str_find_byte(rest, '(') + 1);
	if (!str_starts(rest, name))
		return false;
	rest = str_from_at(rest, name.len);
	return str_starts(rest, S("):")) || str_starts(rest, S(", torch.Tensor):"));
}

bool tensor_of_one_number(struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	static const char *const wide[] = {"torch.float64", "torch.double", NULL};
	const struct outline *o = &p->outline;
	uint32_t at = o->list.at[statement].parent;
	str name, before;

	if (!raw->choice || !str_eq(raw->matched, S("torch.tensor")) ||
	        !python_may_look(p, raw->end - raw->at))
		return false;
	name = only_element(str_slice(p->file->text, raw->at, raw->end));
	if (!name.len || at == PYTHON_NONE || o->list.at[at].kind != STATEMENT_IF ||
	        !asks_for_no_tensor(head_written(p, at, HEAD_BYTES), name))
		return false;
	before = str_slice(p->file->text, o->list.at[at].at, raw->at);
	if (!python_may_look(p, before.len))
		return false;
	/* whatever else is taken for it, a list or an array, that type is for a number */
	before = str_from_at(before, str_find(before, S("if isinstance(")));
	return str_has(str_slice(before, 0, str_find_byte(before, '\n')), S(", float):")) &&
	       str_has_one_of(str_slice(before, 0, str_find(before, S("else:"))), wide);
}

/* The name in torch.as_tensor(NAME), else the bare name that an argument is; "": something else. */
static str size_given(str argument)
{
	const str as_tensor = S("torch.as_tensor(");

	argument = str_trim(argument);
	if (str_starts(argument, as_tensor) && str_ends(argument, S(")")))
		argument = str_trim(str_slice(argument, as_tensor.len, argument.len - 1));
	for (size_t i = 0; i < argument.len; i++)
		if (!byte_is_word(argument.ptr[i]))
			return STR_NONE;
	return argument;
}

/* for i, (size, wanted) in enumerate(zip(x.shape, shape)): both names are bound by that head. */
static bool loops_over_sizes(str head, str one, str other)
{
	size_t in = str_find(head, S(" in "));
	str targets = str_slice(head, 0, in);

	return str_has(str_from_at(head, in), S("zip(")) &&
	       str_has(str_from_at(head, in), S(".shape")) &&
	       str_find_name(targets, one) < targets.len &&
	       str_find_name(targets, other) < targets.len;
}

/* torch.equal(torch.as_tensor(size), wanted) of the sizes that a loop goes through: tensors they
 * are only while a graph is traced, and of the host then. */
bool compares_sizes(struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	const struct outline *o = &p->outline;
	str call, one, other;

	if (!str_eq(raw->matched, S("torch.equal")) || !python_may_look(p, raw->end - raw->at))
		return false;
	call = str_slice(p->file->text, raw->at, raw->end);
	call = str_from_at(call, str_find_byte(call, '(') + 1);
	if (!str_has(call, S("as_tensor(")) || !str_ends(call, S(")")) ||
	        !str_split(str_slice(call, 0, call.len - 1), ',', &one, &other))
		return false;
	one = size_given(one);
	other = size_given(other);
	for (uint32_t at = statement; at != PYTHON_NONE && one.len && other.len;
	        at = o->list.at[at].parent) {
		if (!python_may_look(p, HEAD_BYTES))
			return false;
		if (o->list.at[at].kind == STATEMENT_FOR &&
		        loops_over_sizes(head_written(p, at, HEAD_BYTES), one, other))
			return true;
	}
	return false;
}
