/* What makes a finding smaller without protecting its place: it decides on a test, or what replaces
 * it stands beside it. */
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

enum { HEAD_BYTES = 400 };

static str head_of(struct python_matching *p, uint32_t statement)
{
	const struct statement *s = &p->outline.list.at[statement];

	return str_slice(
	        p->file->text, s->at, s->end - s->at > HEAD_BYTES ? s->at + HEAD_BYTES : s->end);
}

/* pytest.skip(…), self.skipTest(…): the test is left out. */
bool skips_test(struct python_matching *p, uint32_t statement)
{
	static const char *const calls[] = {"pytest.skip(", "self.skipTest(",
	        "raise unittest.SkipTest", "raise SkipTest", NULL};

	return str_starts_one_of(head_of(p, statement), calls);
}

/* What decides whether a test runs: @pytest.mark.skipif(…), if …: pytest.skip(…). */
bool decides_on_test(struct python_matching *p, uint32_t statement)
{
	const struct statement *s = &p->outline.list.at[statement];

	str head = head_of(p, statement);

	if (s->kind == STATEMENT_IF)
		return s->last_child != PYTHON_NONE && skips_test(p, s->last_child);
	return (s->kind == STATEMENT_DECORATOR && str_has(head, S("skip"))) ||
	       (s->kind == STATEMENT_SIMPLE && (str_has(head, S("= pytest.mark.skipif(")) ||
	                                               str_has(head, S("= unittest.skip"))));
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
