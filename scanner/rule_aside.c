/* What makes a finding smaller without protecting its place: it decides on a test, or what replaces
 * it stands beside it. */
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

#include <string.h>

enum { HEAD_BYTES = 400 };

/* pytest.skip(…), self.skipTest(…): the test is left out. */
bool skips_test(struct python_matching *p, uint32_t statement)
{
	static const char *const calls[] = {"pytest.skip(", "self.skipTest(",
	        "raise unittest.SkipTest", "raise SkipTest", NULL};

	return str_starts_one_of(head_written(p, statement, HEAD_BYTES), calls);
}

/* torch.cuda.is_available, not torch.Tensor.cuda. */
static bool is_question(str matched)
{
	static const char *const names[] = {"is_available", "device_count", "get_device_capability",
	        "get_device_name", "is_bf16_supported", "torch.version.cuda", NULL};

	return str_ends_one_of(matched, names);
}

/* @pytest.mark.skipif, @unittest.skipUnless: the name of the decorator. */
static bool is_skip(str head)
{
	static const char *const names[] = {"skipif", "skipIf", "skipUnless", "skip", NULL};

	return str_ends_one_of(str_slice(head, 0, str_find_byte(head, '(')), names);
}

bool decides_on_test(struct python_matching *p, uint32_t statement, str matched)
{
	const struct statement *s = &p->outline.list.at[statement];
	str head = head_written(p, statement, HEAD_BYTES);

	if (!is_question(matched))
		return false;
	if (s->kind == STATEMENT_IF)
		return s->last_child != PYTHON_NONE && skips_test(p, s->last_child);
	return (s->kind == STATEMENT_DECORATOR && is_skip(head)) ||
	       (s->kind == STATEMENT_SIMPLE &&
	               is_skip(str_trim(str_from_at(head, str_find_byte(head, '=') + 1))));
}

/* Nothing but names and commas: both are of one list. */
static bool is_of_list(str between)
{
	for (size_t i = 0; i < between.len; i++)
		if (!byte_is_word(between.ptr[i]) && !strchr("., \t\r\n", between.ptr[i]))
			return false;
	return str_find_byte(between, ',') < between.len && !str_has(between, S(" if ")) &&
	       !str_has(between, S(" else "));
}

/* A name that is given the list is gone through, or one of it is taken: for x in backends. */
static bool is_taken_apart(struct python_matching *p, const struct statement *s)
{
	const struct python_file *file = p->file;
	str text = file->text, left = str_slice(text, s->at, s->end);
	size_t equals = str_find_byte(left, '=');
	uint32_t name;

	if (equals == left.len || !python_may_look(p, file->chains.len))
		return true;
	left = str_trim(str_slice(left, 0, equals));
	name = python_name_find(file, str_last_part(left, '.'));
	for (uint32_t i = 0; name && i < file->chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[i];
		str before = str_slice(text, 0, chain->at);

		if (chain->root_kind == PYTHON_ROOT_NAME && chain->context == PYTHON_LOAD &&
		        python_chain_last(file, chain) == name &&
		        (str_ends(str_trim(before), S(" in")) ||
		                str_starts(str_from_at(text, chain->end), S("["))))
			return true;
	}
	return !name;
}

/* [SDPBackend.FLASH_ATTENTION, SDPBackend.MATH]: in the same list, of which one is taken that
 * works. Not where each is tried in turn. */
static bool is_listed_with(struct python_matching *p, const struct raw *raw, str path)
{
	struct python_file *file = p->file;
	uint32_t statement = outline_find(python_outline(p), raw->at);
	uint32_t other = python_path_find(file, path);
	const struct statement *s;

	if (!other || statement == PYTHON_NONE)
		return false;
	s = &p->outline.list.at[statement];
	if (s->kind != STATEMENT_WITH && (s->kind != STATEMENT_SIMPLE || is_taken_apart(p, s)))
		return false;
	for (uint32_t i = python_name_chain_from(p, s->at);
	        i < p->name_chains.len && python_may_look(p, 1); i++) {
		const struct python_chain *chain = &file->chains.at[p->name_chains.at[i]];
		bool before = chain->at < raw->at;
		str between = before ? str_slice(file->text, chain->end, raw->at)
		                     : str_slice(file->text, raw->end, chain->at);

		if (chain->at >= s->end)
			break;
		if (python_chain_stands_for(file, chain, other) &&
		        python_may_look(p, (uint32_t)between.len) && is_of_list(between))
			return true;
	}
	return false;
}

/* torch.manual_seed(seed) beside torch.cuda.manual_seed(seed), in the same function. */
struct protection done_beside(struct python_matching *p, const struct raw *raw)
{
	const struct python_file *file = p->file;
	str path = ruleset_text(p->m.rules, p->m.rules->rules[raw->rule].done_by);
	uint32_t name = python_name_find(file, str_from_at(path, str_rfind_byte(path, '.') + 1));

	for (uint32_t i = path.len ? python_next_call(p, name, PYTHON_NONE) : PYTHON_NONE;
	        i != PYTHON_NONE; i = python_next_call(p, name, i)) {
		const struct python_call *call = &file->calls.at[i];

		if (file->scopes.at[call->scope].function == file->scopes.at[raw->scope].function &&
		        str_eq(call_target(p, call), path))
			return (struct protection){GUARD_DONE, path};
	}
	return path.len && is_listed_with(p, raw, path) ? (struct protection){GUARD_DONE, path}
	                                                : (struct protection){GUARD_NONE, STR_NONE};
}
