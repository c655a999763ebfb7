/* What makes a finding smaller without protecting its place: it decides on a test, or what replaces
 * it stands beside it. */
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

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
	return (struct protection){GUARD_NONE, STR_NONE};
}
