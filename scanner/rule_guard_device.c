/* What the words of a test say of a device: x.device.type == "cuda", device.startswith("cuda"),
 * name
 * == "npu". */
#include "scanner/rule_guard.h"

#include <string.h>

enum { ARGUMENT_BYTES = 400, BYTE_RECORDS = 4 };

static bool ends_as_device(str left)
{
	static const char *const ends[] = {
	        "device", "type", "_name", "name()", "platform", "accelerator", NULL};
	char lower[16];

	if (str_ends(left, S("\"]")) || str_ends(left, S("']"))) /* environ["RUN_DEVICE"] */
		left.len -= 2;
	if (left.len > sizeof lower)
		left = str_from_at(left, left.len - sizeof lower);
	return str_ends_one_of(str_lower(lower, sizeof lower, left), ends);
}

/* device[:4], device.split(":")[0]: the beginning of a device's name. */
static bool is_device_beginning(str left)
{
	static const char *const ends[] = {
	        "[:4]", "[0:4]", "split(\":\")[0]", "split(':')[0]", NULL};

	for (const char *const *end = ends; *end; end++)
		if (str_ends(left, str_from(*end)))
			return text_holds_loosely(left, S("device"));
	return false;
}

/* What is compared with a literal before `at`: the type of a device, the name of a platform; also
 * device_type(x), str(x.device). */
static bool tells_device(str test, size_t at)
{
	str left = str_trim(str_slice(test, 0, at));
	size_t open = str_rfind_byte(left, '(');

	return ends_as_device(left) || is_device_beginning(left) ||
	       (str_ends(left, S(")")) && open < left.len &&
	               (ends_as_device(str_slice(left, 0, open)) ||
	                       ends_as_device(str_slice(left, open + 1, left.len - 1))));
}

size_t operand_start(str test, size_t at)
{
	while (at > 0 && test.ptr[at - 1] == ' ')
		at--;
	while (at > 0 && (byte_is_word(test.ptr[at - 1]) || strchr(".)]", test.ptr[at - 1]))) {
		char close = test.ptr[--at], open = close == ']' ? '[' : '(';
		size_t depth = close == ']' || close == ')';

		while (depth && at > 0) { /* what is in a bracket is part of it */
			at--;
			depth += test.ptr[at] == close;
			depth -= test.ptr[at] == open;
		}
	}
	return at;
}

/* Behind the name, attribute or call that begins there. */
static size_t operand_end(str test, size_t at)
{
	while (at < test.len && test.ptr[at] == ' ')
		at++;
	while (at < test.len && (byte_is_word(test.ptr[at]) || strchr(".([", test.ptr[at]))) {
		size_t brackets = brackets_end(str_from_at(test, at));

		at += brackets ? brackets : 1;
	}
	return at;
}

str compared_with(str test, size_t at, size_t *end)
{
	while (at < test.len && test.ptr[at] == ' ')
		at++;
	*end = at;
	if (at < test.len && strchr("'\"", test.ptr[at])) {
		*end = at + 1 + str_find_byte(str_from_at(test, at + 1), test.ptr[at]);
		return str_slice(test, at + 1, (*end)++);
	}
	while (*end < test.len && (byte_is_word(test.ptr[*end]) || test.ptr[*end] == '.'))
		(*end)++;
	/* torch.device("cuda") */
	if (str_ends(str_slice(test, at, *end), S("device")) && *end + 2 < test.len &&
	        test.ptr[*end] == '(' && strchr("'\"", test.ptr[*end + 1]))
		return compared_with(test, *end + 1, end);
	return str_find_byte(str_slice(test, at, *end), '.') < *end - at
	               ? str_last_part(str_slice(test, at, *end), '.')
	               : STR_NONE;
}

/* x.device.type == "cuda", name == "npu", backend == "nccl", kind == DeviceType.CUDA,
 * x.type() == "torch.cuda.HalfTensor"; with `host` device == "cpu" as well: what is done on the
 * host alone. */
static str device_comparison(str test, bool host, bool *negated)
{
	for (size_t at = 0; at + 6 < test.len; at++) {
		bool same = test.ptr[at] == '=', other = test.ptr[at] == '!', literal;
		size_t end;
		str right;

		if ((!same && !other) || test.ptr[at + 1] != '=')
			continue;
		right = compared_with(test, at + 2, &end);
		literal = end > 0 && end <= test.len && strchr("'\"", test.ptr[end - 1]);
		if (is_other_accelerator(right) || str_eq(right, S("nccl")) ||
		        (literal && str_starts(right, S("torch.cuda."))) ||
		        (!literal && (str_eq(right, S("CUDA")) || str_eq(right, S("NCCL")))) ||
		        (literal &&
		                (str_eq(right, S("cuda")) || (host && str_eq(right, S("cpu")))) &&
		                tells_device(test, at))) {
			*negated = other;
			return str_slice(test, operand_start(test, at), end);
		}
	}
	return STR_NONE;
}

/* device.startswith("cuda"), "cuda" in str(device) */
static str device_text_test(str test, bool *negated)
{
	size_t at = str_find(test, S("startswith(")), quote = at + 11, from, end;
	str rest;

	if (quote + 5 < test.len && strchr("'\"", test.ptr[quote]) &&
	        str_starts(str_from_at(test, quote + 1), S("cuda"))) {
		end = quote + str_find_byte(str_from_at(test, quote), ')');
		from = operand_start(test, at);
		*negated = str_ends(str_trim(str_slice(test, 0, from)), S("not"));
		return str_slice(test, from, end < test.len ? end + 1 : end);
	}
	at = str_find(test, S("cuda"));
	if (!at || at + 5 >= test.len || !strchr("'\"", test.ptr[at - 1]) ||
	        test.ptr[at + 4] != test.ptr[at - 1])
		return STR_NONE;
	rest = str_trim(str_from_at(test, at + 5));
	*negated = str_starts(rest, S("not in "));
	rest = str_from_at(rest, *negated ? 7 : str_starts(rest, S("in ")) ? 3 : rest.len);
	return text_holds_loosely(rest, S("device")) || text_holds_loosely(rest, S("backend"))
	               ? str_slice(test, at - 1, operand_end(test, (size_t)(rest.ptr - test.ptr)))
	               : STR_NONE;
}

/* device in ("cuda", "cuda:0"), device.type not in ["cuda"]: nothing but CUDA's names. */
static str device_list_test(str test, bool *negated)
{
	size_t in = str_find(test, S(" in ")), open = in + 4, at = open + 1;
	str before = str_slice(test, 0, in);

	if (open >= test.len || !strchr("([{", test.ptr[open]))
		return STR_NONE;
	*negated = str_ends(before, S(" not"));
	if (*negated)
		before.len -= 4;
	if (!tells_device(before, before.len))
		return STR_NONE;
	while (at < test.len && strchr("'\"", test.ptr[at])) {
		size_t end = at + 1 + str_find_byte(str_from_at(test, at + 1), test.ptr[at]);

		if (!str_starts(str_from_at(test, at + 1), S("cuda")) || end >= test.len)
			return STR_NONE;
		for (at = end + 1; at < test.len && strchr(", ", test.ptr[at]);)
			at++;
	}
	return at > open + 1 && at < test.len && strchr(")]}", test.ptr[at])
	               ? str_slice(test, operand_start(test, before.len), at + 1)
	               : STR_NONE;
}

str device_test(str test, bool host, bool *negated)
{
	str word = device_comparison(test, host, negated);

	if (!word.len)
		word = device_text_test(test, negated);
	return word.len ? word : device_list_test(test, negated);
}

bool is_for_cuda_alone(str matched)
{
	static const char *const alone[] = {"memory_", "max_memory_", "reset_", "mem_get_info",
	        "empty_cache", "ipc_collect", "get_device_name", "get_device_propert",
	        "get_device_capability", "get_arch_list", "Stream", "Event", "ExternalStream",
	        "stream", "current_stream", "default_stream", "nvtx", "cudart", "CUDAGraph",
	        "graph", "utilization", "temperature", "power_draw", NULL};
	const str prefix = S("torch.cuda.");

	return str_starts(matched, prefix) &&
	       str_starts_one_of(str_from_at(matched, prefix.len), alone);
}

bool is_test_of_device(struct python_matching *p, str test)
{
	struct guard_subject subject = {.word = S("cuda"), .p = p, .width = WIDTH_OF_DEVICE};
	str text = p->file->text, rest;
	bool negated = false;

	if (text_holds_loosely(test, S("cuda")) && device_test(test, false, &negated).len)
		return true;
	if (test.ptr >= text.ptr && test.ptr < text.ptr + text.len) {
		/* on_cuda(x): with what it is given */
		rest = str_from_at(text, (size_t)(test.ptr - text.ptr) + test.len);
		rest = str_slice(rest, 0, ARGUMENT_BYTES);
		test.len += brackets_end(rest);
	}
	return python_may_look(p, test.len * BYTE_RECORDS) &&
	       protection_test(test, &subject, &negated).len > 0;
}
