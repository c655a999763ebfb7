/* Places that only ask CUDA something, tell of it or tune it, behind a test of whether it is there:
 *
 *     if torch.cuda.is_available():
 *         print(torch.cuda.get_device_properties(0))
 *
 * A target skips them, and goes on as the project does without CUDA. That loses nothing where there
 * is no other branch, which would be taken instead, and where what the place gives a name is not
 * asked for elsewhere. What puts work on the device is lost there, for it then runs on the host. */
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

#include <string.h>

enum { HEAD_BYTES = 2000, LOOK_RECORDS = 20 };

bool asks_cuda_device(str path)
{
	static const char *const asks[] = {"memory_", "max_memory_", "mem_get_info",
	        "get_device_name", "get_device_propert", "get_device_capability", "get_arch_list",
	        "utilization", "temperature", "power_draw", "clock_rate", "nccl.version", NULL};
	const str prefix = S("torch.cuda.");

	return str_starts(path, prefix) && str_starts_one_of(str_from_at(path, prefix.len), asks);
}

/* torch.cuda.get_device_properties, but none of what makes or chooses something on the device. */
static bool only_asks(const struct python_matching *p, const struct raw *raw)
{
	static const char *const tunes[] = {"reset_", "empty_cache", "ipc_collect", "synchronize",
	        "list_gpu_processes", "set_per_process_memory_fraction", "Event", NULL};
	static const char *const asked[] = {"get_device_name(", "get_device_properties(",
	        "get_device_capability(", "memory_allocated(", "memory_reserved(", NULL};
	const str prefix = S("torch.cuda."), of_device = S("torch.device(");
	str text = p->file->text, before;

	if (str_starts(raw->matched, S("pynvml.")))
		return true;
	before = str_trim(str_slice(text, raw->at > 80 ? raw->at - 80 : 0, raw->at));
	if (str_ends(before, of_device)) /* get_device_properties(torch.device("cuda")) */
		before = str_slice(before, 0, before.len - of_device.len);
	if (str_eq(raw->matched, S("torch.cuda.current_device")) || /* whose name is asked for */
	        !str_starts(raw->matched, prefix))
		return str_ends_one_of(before, asked);
	return asks_cuda_device(raw->matched) ||
	       str_starts_one_of(str_from_at(raw->matched, prefix.len), tunes);
}

bool word_asks_for_cuda(struct python_matching *p, str word)
{
	return (text_holds_loosely(word, S("cuda")) && text_holds_loosely(word, S("avail"))) ||
	       str_has(held_test_text(p, word), S("cuda.is_available()"));
}

static bool test_holds_word(str text, str word)
{
	return word.len ? str_has(text, word)
	                : str_has(text, S("is_available")) && str_has(text, S("cuda"));
}

/* Behind the last else of a conditional expression: what says that there is nothing. */
static bool other_side_is_nothing(str text)
{
	static const char *const nothing[] = {
	        "None", "False", "0", "\"", "'", "f\"", "f'", "(0", "{}", "[]", NULL};
	const str word = S(" else ");
	size_t at = str_find(text, word);

	return at == text.len ||
	       (str_find(str_from_at(text, at + 6), word) == text.len - at - 6 &&
	               str_starts_one_of(str_trim(str_from_at(text, at + 6)), nothing));
}

uint32_t block_of_test(struct python_matching *p, uint32_t statement, str word)
{
	const struct outline *o = &p->outline;

	for (uint32_t at = statement; at != PYTHON_NONE; at = o->list.at[at].parent) {
		const struct statement *s = &o->list.at[at];
		bool otherwise = s->kind == STATEMENT_ELSE && s->head != PYTHON_NONE;

		if (!python_may_look(p, LOOK_RECORDS) || s->kind == STATEMENT_DEF ||
		        s->kind == STATEMENT_CLASS)
			break;
		if ((s->kind == STATEMENT_IF || s->kind == STATEMENT_ELIF || otherwise) &&
		        test_holds_word(
		                head_written(p, otherwise ? s->head : at, HEAD_BYTES), word))
			return at;
	}
	return PYTHON_NONE;
}

/* The outermost if that holds the test; PYTHON_NONE when none does. False: it has an else, or the
 * place is in one. */
static bool ways_are_free(struct python_matching *p, uint32_t statement, str word, uint32_t *block)
{
	const struct outline *o = &p->outline;

	for (uint32_t at = block_of_test(p, statement, word); at != PYTHON_NONE;
	        at = block_of_test(p, o->list.at[at].parent, word)) {
		if (o->list.at[at].kind == STATEMENT_ELSE ||
		        outline_part(o, at, STATEMENT_ELSE) != PYTHON_NONE)
			return false;
		*block = at;
	}
	return true;
}

struct block {
	uint32_t at, end;
	str word; /* what its test asks */
};

static bool is_in(const struct block *b, uint32_t at)
{
	return at >= b->at && at < b->end;
}

/* Another block that the same test holds: if timed: start.record() … if timed: end.record() */
static bool is_tested_alike(struct python_matching *p, uint32_t at, const struct block *block)
{
	uint32_t part = block_of_test(p, outline_find(&p->outline, at), block->word);
	str head = part == PYTHON_NONE ? STR_NONE : head_written(p, part, HEAD_BYTES);

	return block->word.len && str_starts(head, S("if ")) &&
	       str_eq(str_trim(str_slice(head, 3, str_rfind_byte(head, ':'))), block->word);
}

/* A name that the block gives something is asked for outside of it, where CUDA need not be, and
 * nothing else gives it anything. */
static bool name_is_missed(
        struct python_matching *p, const struct python_binding *bound, const struct block *block)
{
	const struct python_file *file = p->file;

	for (uint32_t i = python_next_binding(p, bound->name, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, bound->name, i))
		if (file->bindings.at[i].scope == bound->scope &&
		        !is_in(block, file->bindings.at[i].at))
			return false;
	if (!python_may_look(p, file->chains.len))
		return true;
	for (uint32_t i = 0; i < file->chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[i];

		if (chain->root_kind == PYTHON_ROOT_NAME && chain->root == bound->name &&
		        !is_in(block, chain->at) && !(chain->flags & PYTHON_CUDA_IF) &&
		        (chain->scope == bound->scope || !bound->scope) &&
		        !is_tested_alike(p, chain->at, block))
			return true;
	}
	return false;
}

/* self.name = …: nothing else in the file gives it anything. */
static bool attribute_is_missed(
        struct python_matching *p, const struct python_chain *store, const struct block *block)
{
	const struct python_file *file = p->file;
	uint32_t name = python_chain_last(file, store);

	if (!python_may_look(p, file->chains.len))
		return true;
	for (uint32_t i = 0; i < file->chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[i];

		if (chain->context == PYTHON_STORE && chain->name_count &&
		        python_chain_last(file, chain) == name && !is_in(block, chain->at))
			return false;
	}
	return true;
}

/* report["gpu"] = …: the key stands outside of the block. */
static bool key_is_missed(
        struct python_matching *p, const struct statement *s, const struct block *block)
{
	str text = p->file->text, left = str_slice(text, s->at, s->end), key;
	size_t equals = str_find(left, S(" = "));

	left = str_trim(str_slice(left, 0, equals));
	if (equals == s->end - s->at || !str_ends(left, S("]")))
		return false;
	key = str_from_at(left, str_rfind_byte(left, '['));
	if (!key.len || !python_may_look(p, text.len))
		return true;
	return str_has(str_slice(text, 0, block->at), key) ||
	       str_has(str_from_at(text, block->end), key);
}

/* What a statement of the block gives a name is asked for where the block was skipped. */
static bool gives_what_is_missed(
        struct python_matching *p, const struct statement *s, const struct block *block)
{
	const struct python_file *file = p->file;

	if (!python_may_look(p, file->bindings.len + file->chains.len))
		return true;
	for (uint32_t i = 0; i < file->bindings.len; i++) {
		const struct python_binding *b = &file->bindings.at[i];

		if (b->at >= s->at && b->at < s->end && name_is_missed(p, b, block))
			return true;
	}
	for (uint32_t i = 0; i < file->chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[i];

		if (chain->at >= s->at && chain->at < s->end && chain->context == PYTHON_STORE &&
		        chain->name_count && attribute_is_missed(p, chain, block))
			return true;
	}
	return key_is_missed(p, s, block);
}

/* if x.is_cuda: window = window.cuda(…), and then window = window.type_as(x), which moves it
 * wherever x lies. */
static bool follows_another(struct python_matching *p, uint32_t statement)
{
	const struct outline *o = &p->outline;
	const struct statement *s = &o->list.at[statement];
	uint32_t behind = s->parent == PYTHON_NONE ? PYTHON_NONE : o->list.at[s->parent].next;
	str text = str_slice(p->file->text, s->at, s->end), next, name;

	if (behind == PYTHON_NONE || s->kind != STATEMENT_SIMPLE ||
	        !python_may_look(p, (uint32_t)text.len))
		return false;
	name = str_slice(text, 0, str_find(text, S(" = ")));
	next = str_slice(p->file->text, o->list.at[behind].at, o->list.at[behind].end);
	return name.len < text.len && str_starts(next, name) &&
	       str_starts(str_from_at(next, name.len), S(" = ")) &&
	       str_starts(str_from_at(next, name.len + 3), name) &&
	       str_starts(str_from_at(next, 2 * name.len + 3), S(".type_as("));
}

/* if torch.cuda.is_available(): extension = CUDAExtension … else: extension = CppExtension, and
 * then extension(…) */
bool extension_is_built_anyway(
        struct python_matching *p, const struct raw *raw, const struct protection *found)
{
	const struct outline *o = &p->outline;
	str text = p->file->text, called = str_slice(text, raw->at, raw->end);
	size_t at = text.len;

	called = str_trim(str_slice(called, 0, str_find_byte(called, '(')));
	if (!str_ends(raw->matched, S(".CUDAExtension")) || !called.len ||
	        (found->guard == GUARD_AVAILABLE && !word_asks_for_cuda(p, found->text)) ||
	        !python_may_look(p, text.len))
		return false;
	for (size_t from = 0; from < text.len; from = at + 1) {
		str behind;
		uint32_t part;

		at = from + str_find(str_from_at(text, from), S(" = CppExtension\n"));
		if (at >= text.len)
			return false;
		behind = str_slice(text, 0, at);
		part = o->list.at[outline_find(o, (uint32_t)at)].parent;
		if (str_ends(behind, called) && part != PYTHON_NONE &&
		        o->list.at[part].kind == STATEMENT_ELSE &&
		        test_holds_word(
		                head_written(p, o->list.at[part].head, HEAD_BYTES), found->text))
			return true;
	}
	return false;
}

/* if torch.cuda.device_count() > 1: model.model_parallel = True, which keeps the Trainer from
 * DataParallel. No target has that. */
static bool only_keeps_trainer(struct python_matching *p, uint32_t statement, const struct raw *raw)
{
	static const char *const kept[] = {
	        ".is_parallelizable = True", ".model_parallel = True", NULL};
	const struct outline *o = &p->outline;
	uint32_t child = o->list.at[statement].child;

	if (!str_eq(raw->matched, S("torch.cuda.device_count")) ||
	        o->list.at[statement].kind != STATEMENT_IF || child == PYTHON_NONE)
		return false;
	for (; child != PYTHON_NONE; child = o->list.at[child].next)
		if (!python_may_look(p, LOOK_RECORDS) ||
		        !str_ends_one_of(head_written(p, child, HEAD_BYTES), kept))
			return false;
	return true;
}

bool nothing_is_lost(struct python_matching *p, uint32_t statement, const struct raw *raw,
        struct protection *found)
{
	const struct outline *o = &p->outline;
	const struct statement *s = &o->list.at[statement];
	uint32_t block = PYTHON_NONE;
	struct block around;

	if (found->guard == GUARD_AVAILABLE && str_eq(raw->matched, S("torch.Tensor.cuda")) &&
	        follows_another(p, statement))
		return true;
	/* x.type() == "torch.cuda.HalfTensor": a type that no tensor of a target has */
	if (found->guard == GUARD_AVAILABLE && str_has(found->text, S(".type() ")))
		return true;
	if (only_keeps_trainer(p, statement, raw)) {
		found->text = S("CUDA");
		return true;
	}
	if ((found->guard != GUARD_CUDA && found->guard != GUARD_AVAILABLE) || !only_asks(p, raw) ||
	        (found->guard == GUARD_AVAILABLE && !word_asks_for_cuda(p, found->text)) ||
	        !python_may_look(p, s->end - s->at) ||
	        !ways_are_free(p, statement, found->text, &block) ||
	        !other_side_is_nothing(str_slice(p->file->text, s->at, s->end)))
		return false;
	if (found->guard == GUARD_CUDA)
		found->text = S("torch.cuda.is_available()");
	if (block == PYTHON_NONE || block == statement)
		return true;
	around = (struct block){o->list.at[block].at, outline_end(o, p->file, block), found->text};
	if (s->kind == STATEMENT_RETURN) /* what follows returns something else */
		return o->list.at[block].next != PYTHON_NONE;
	return !gives_what_is_missed(p, s, &around);
}
