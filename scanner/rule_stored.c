/* What a file keeps in another type than the one it computes in: weights that are made smaller for
 * a checkpoint, or rounded once. */
#include "scanner/rule_guard.h"

enum { ENTRY_BYTES = 400, BODY_STEP = 64 };

/* The def around a statement, the module for none. */
static str body_around(struct python_matching *p, uint32_t statement)
{
	const struct outline *o = python_outline(p);
	uint32_t def = outline_def(o, statement);

	return def == PYTHON_NONE
	               ? p->file->text
	               : str_slice(p->file->text, o->list.at[def].at, outline_end(o, p->file, def));
}

static bool writes_file(struct python_matching *p, uint32_t statement)
{
	static const char *const calls[] = {"save(", "save_file(", "dump(", NULL};
	str body = body_around(p, statement);

	return python_may_look(p, (uint32_t)(body.len / BODY_STEP) + 1) &&
	       str_has_one_of(body, calls);
}

/* weights[key] = …, of a statement up to its value. */
static bool fills_entry(str written)
{
	size_t equal = str_find(written, S("] = "));

	return equal < written.len && str_find_byte(written, '(') > equal;
}

/* "model": deepcopy(model).half(): a copy that an entry of a dict holds. */
static bool copies_into_entry(str written)
{
	static const char *const keys[] = {"\": ", "': ", NULL};
	size_t from = 0;

	for (const char *const *key = keys; *key; key++) {
		str rest = written, sign = str_from(*key);

		for (size_t at; (at = str_find(rest, sign)) < rest.len;
		        rest = str_from_at(rest, at + sign.len))
			from = written.len - rest.len + at > from ? written.len - rest.len + at
			                                          : from;
	}
	return from && str_has(str_from_at(written, from), S("deepcopy("));
}

/* .half().float() and no more: rounded, and back. */
static bool goes_back(str behind)
{
	const str back = S(".float()");

	behind = str_from_at(behind, str_starts(behind, S("()")) ? 2 : 0);
	if (!str_starts(behind, back))
		return false;
	behind = str_from_at(behind, back.len);
	while (behind.len && (behind.ptr[0] == ' ' || behind.ptr[0] == '\t'))
		behind = str_from_at(behind, 1);
	return !behind.len || behind.ptr[0] == '\n' || behind.ptr[0] == '\r' ||
	       behind.ptr[0] == '#';
}

/* torch.zeros(…, dtype=torch.float16).type_as(x): no more than what it was made in. */
static bool takes_another(str behind)
{
	return str_starts(behind, S(".type_as("));
}

/* AutoModel.from_pretrained(…, torch_dtype=torch.float16) in a function that saves what it has
 * loaded and neither moves nor runs it. */
static bool loads_to_save(struct python_matching *p, uint32_t statement, str written)
{
	static const char *const saves[] = {"save_pretrained(", "torch.save(", "save_file(", NULL};
	static const char *const runs[] = {".to(", ".cuda(", "device", "generate(", "Trainer",
	        ".train(", "backward(", "forward(", "return ", "yield ", NULL};
	str body = body_around(p, statement);

	return str_has(written, S(".from_pretrained(")) &&
	       python_may_look(p, (uint32_t)(body.len / BODY_STEP) + 1) &&
	       str_has_one_of(body, saves) && !str_has_one_of(body, runs);
}

bool is_only_stored(struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	const struct statement *s = &p->outline.list.at[statement];
	str behind = str_slice(p->file->text, raw->end, p->file->text.len);
	uint32_t from = raw->end - s->at > ENTRY_BYTES ? raw->end - ENTRY_BYTES : s->at;
	str written = str_slice(p->file->text, from, raw->end);

	if (s->kind != STATEMENT_SIMPLE)
		return false;
	if (goes_back(behind) || takes_another(behind) || loads_to_save(p, statement, written))
		return true;
	return ((from == s->at && fills_entry(written)) || copies_into_entry(written)) &&
	       writes_file(p, statement);
}

/* The name of the function around; "" outside of any. */
static str function_around(const struct python_matching *p, const struct raw *raw)
{
	uint32_t function = p->file->scopes.at[raw->scope].function;

	return function == PYTHON_NONE ? STR_NONE
	                               : python_name(p->file, p->file->scopes.at[function].name);
}

bool place_saves(const struct python_matching *p, const struct raw *raw)
{
	static const char *const copies[] = {"torch.Tensor.cpu", "torch.Tensor.numpy", NULL};
	static const char *const starts[] = {"save_", "write_", "export_", NULL};

	return str_is_one_of(raw->matched, copies) &&
	       str_starts_one_of(function_around(p, raw), starts);
}

/* x.cpu().numpy(), x.numpy(), x.tolist(): all of it, for what is no tensor any more. */
static bool leaves_torch(const struct python_matching *p, const struct raw *raw)
{
	static const char *const arrays[] = {".numpy()", "().numpy()", NULL};
	static const char *const copies[] = {"torch.Tensor.cpu", "torch.Tensor.numpy", NULL};

	return str_eq(raw->matched, S("torch.Tensor.tolist")) ||
	       (str_is_one_of(raw->matched, copies) &&
	               str_starts_one_of(str_from_at(p->file->text, raw->end), arrays));
}

bool place_answers(struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	static const char *const starts[] = {
	        "generate_", "predict_", "infer_", "inference_", "detect_", "transcribe", NULL};
	static const char *const names[] = {"generate", "inference", "infer", NULL};
	str name = function_around(p, raw);

	return (str_starts_one_of(name, starts) || str_is_one_of(name, names)) &&
	       leaves_torch(p, raw) &&
	       place_runs(p, statement, raw->at, raw->scope, false) == RUNS_AS_CALLED;
}
