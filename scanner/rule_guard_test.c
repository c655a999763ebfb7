/* What the words of a test say: that CUDA, a package or an attribute is there, or that another
 * accelerator is.
 *
 * A test is text. With `or` in it its truth says nothing of one part, and with `and` its untruth
 * says nothing. */
#include "scanner/rule_guard.h"

#include <string.h>

enum {
	LINE_BYTES = 200,
	PACKAGE_LEAST = 4,
	NOT_MOST = 4,       /* brackets behind a not, in each other */
	VALUE_RECORDS = 20, /* as much as a value that a switch is given takes */
};

bool text_holds_loosely(str text, str word)
{
	for (size_t from = 0; from < text.len; from++) {
		size_t i = from, k = 0;

		while (i < text.len && k < word.len) {
			if (text.ptr[i] == '_' && i > from) {
				i++;
			} else if (word.ptr[k] == '_' || word.ptr[k] == '-') {
				k++;
			} else if (byte_lower(text.ptr[i]) == byte_lower(word.ptr[k])) {
				i++;
				k++;
			} else {
				break;
			}
		}
		while (k < word.len && (word.ptr[k] == '_' || word.ptr[k] == '-'))
			k++;
		if (k == word.len && word.len)
			return true;
	}
	return false;
}

/* ProcessGroupNCCL of torch.distributed: there where PyTorch is built with NCCL alone. */
static str part_of_build(str matched)
{
	str part;

	while (str_cut(&matched, '.', &part))
		if (str_ends(part, S("NCCL")))
			return part;
	return STR_NONE;
}

struct guard_subject guard_subject_of(str matched)
{
	str root = str_slice(matched, 0, str_find_byte(matched, '.'));
	size_t dot = str_rfind_byte(matched, '.');
	struct guard_subject s = {.word = root};

	/* what torch itself holds is there with or without a device; its private bindings are not
	 */
	if (dot < matched.len &&
	        (!str_eq(root, S("torch")) || str_starts(matched, S("torch._C.")) ||
	                str_starts(matched, S("torch.ops."))))
		s.attribute = str_from_at(matched, dot + 1);
	else
		s.attribute = part_of_build(matched);
	if (dot == matched.len)
		s.literal = matched;
	if (text_holds_loosely(matched, S("cuda")) || text_holds_loosely(matched, S("nccl")) ||
	        text_holds_loosely(matched, S("nvcc")))
		s.word = S("cuda");
	else if (str_eq(root, S("torch"))) /* PyTorch itself is there */
		s.word = STR_NONE;
	return s;
}

bool speaks_of_availability(str word)
{
	static const char *const starts[] = {"has_", "have_", "use_", "is_", "with_", "can_",
	        "enable_", "hascuda", "usecuda", NULL};
	char room[64];
	str lower;

	word = str_last_part(word, '.');
	while (word.len && word.ptr[0] == '_')
		word = str_from_at(word, 1);
	lower = str_lower(room, sizeof room, word);
	return str_has(lower, S("avail")) || str_has(lower, S("support")) ||
	       str_starts_one_of(lower, starts);
}

bool is_other_accelerator(str word)
{
	static const char *const names[] = {"hpu", "npu", "mlu", "musa", "xpu", "mps", "rocm",
	        "hip", "sdaa", "gcu", "ascend", "mlx", "ipex", "dml", "directml", "privateuseone",
	        NULL};
	char lower[16];

	return word.len < sizeof lower &&
	       str_is_one_of(str_lower(lower, sizeof lower, word), names);
}

str other_accelerator(str name)
{
	static const char *const starts[] = {
	        "XPU", "NPU", "HPU", "MLU", "MPS", "ROCM", "ROCm", "Rocm", NULL};
	size_t i = 0;

	for (size_t from = 0; from < name.len; from = i + 1) {
		str part;

		for (i = from; i < name.len && name.ptr[i] != '.' && name.ptr[i] != '_' &&
		               name.ptr[i] != '-';)
			i++;
		part = str_slice(name, from, i);
		if (is_other_accelerator(part))
			return part;
		for (const char *const *start = starts; *start; start++) {
			size_t n;

			if (!part.len || part.ptr[0] != **start)
				continue;
			n = strlen(*start);
			if (str_starts(part, str_from(*start)) && part.len > n &&
			        !(part.ptr[n] >= 'a' && part.ptr[n] <= 'z'))
				return str_slice(part, 0, n);
		}
	}
	return STR_NONE;
}

/* torch.version.cuda, torch.version.hip: None where there is none. */
static bool is_build_version(str word, const char *name)
{
	size_t n = strlen(name);

	return word.len > n && str_ends(word, str_from(name)) &&
	       str_ends(str_slice(word, 0, word.len - n), S("version."));
}

size_t brackets_end(str text)
{
	size_t depth = 0, i = 0;

	for (; i < text.len && (depth || strchr("([", text.ptr[i])); i++) {
		depth += strchr("([", text.ptr[i]) != NULL;
		depth -= strchr(")]", text.ptr[i]) != NULL;
	}
	return i;
}

bool asks_whether(str rest, bool *negated)
{
	static const char *const no[] = {"is None", "== None", "== 0", "< ", "<= 0", NULL};
	static const char *const yes[] = {"is not None", "!= None", "> ", ">= ", "!= 0", ":", ")",
	        "and ", "or ", "else ", NULL};

	rest = str_trim(str_from_at(rest, brackets_end(rest)));
	if (str_starts_one_of(rest, no)) {
		*negated = !*negated;
		return true;
	}
	return !rest.len || str_starts_one_of(rest, yes);
}

/* wanted > torch.cuda.device_count(): what stands before the word is compared with it. */
static bool is_held_against(str before)
{
	before = str_trim(before);
	return before.len && strchr("<>=+-*/%", before.ptr[before.len - 1]);
}

bool name_has_part(str word, str wanted)
{
	str part;

	while (str_cut(&word, '_', &part))
		if (str_eq(part, wanted))
			return true;
	return false;
}

/* What a package is called for short. */
static bool holds_short_name(str word, str package)
{
	static const struct {
		const char *package, *name;
	} names[] = {{"bitsandbytes", "bnb"}, {"transformer_engine", "te"}, {"deepspeed", "ds"},
	        {"liger_kernel", "liger"}, {"flash_attn", "flash"},
	        {"flash_attn_interface", "flash"}, {"megatron", "mcore"}, {"torch_xla", "xla"},
	        {"torch_xla", "tpu"}, {"torch_npu", "npu"}, {"auto_gptq", "gptq"},
	        {"gptqmodel", "gptq"}, {"awq", "autoawq"}};
	char room[64];

	word = str_lower(room, sizeof room, word);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eq(package, str_from(names[i].package)) &&
		        name_has_part(word, str_from(names[i].name)))
			return true;
	return false;
}

bool names_package(str word, const struct guard_subject *subject)
{
	return (subject->word.len >= PACKAGE_LEAST && text_holds_loosely(word, subject->word)) ||
	       holds_short_name(word, subject->word);
}

str package_required(str decorator, const struct guard_subject *subject)
{
	str word = str_from_at(decorator, 1);

	word = str_last_part(str_slice(word, 0, str_find_byte(word, '(')), '.');
	return str_starts(word, S("require")) &&
	                       names_package(
	                               str_from_at(word, str_find_byte(word, '_') + 1), subject)
	               ? word
	               : STR_NONE;
}

/* Where CUDA is asked for, what follows is not reached on a target, whatever it is. */
static bool says_of(str word, str subject)
{
	str last = str_last_part(word, '.');

	return subject.len && speaks_of_availability(last) &&
	       ((word.len > subject.len && text_holds_loosely(word, subject)) ||
	               holds_short_name(last, subject));
}

/* is_npu_available, torch.xpu.is_available, current_platform.is_rocm, HIP_BUILD */
static bool says_of_other(str word)
{
	str last = str_last_part(word, '.');

	return other_accelerator(word).len &&
	       (speaks_of_availability(last) || str_ends(last, S("_BUILD")));
}

/* deepspeed_plugin is not None, need_gptqmodel_init, xla_required: the package's own thing is
 * there, or wanted. */
static bool holds_package(str word, str rest, const struct guard_subject *subject, bool *negated)
{
	bool whole = text_holds_loosely(word, subject->word) &&
	             (word.len > subject->word.len || str_has(str_slice(rest, 0, 12), S("None")));

	return subject->word.len >= PACKAGE_LEAST && !str_eq(subject->word, S("cuda")) &&
	       (whole || holds_short_name(str_last_part(word, '.'), subject->word)) &&
	       asks_whether(rest, negated);
}

/* Behind a name: = True, : bool = True, =True among parameters. */
static bool is_given_true(str behind)
{
	static const char *const yes[] = {"= True", "=True", "= 1", ": bool = True", NULL};
	size_t end = 0;

	while (end < behind.len && !strchr("\n#,);", behind.ptr[end]))
		end++;
	return str_is_one_of(str_trim(str_slice(behind, 0, end)), yes);
}

/* The module gives the name True, whoever may give it something else later. */
static bool is_always_true(struct python_matching *p, str word)
{
	const struct outline *o = python_outline(p);
	uint32_t name = python_name_find(p->file, word);

	for (uint32_t i = name ? python_next_binding(p, name, PYTHON_NONE) : PYTHON_NONE;
	        i != PYTHON_NONE; i = python_next_binding(p, name, i)) {
		uint32_t at = p->file->bindings.at[i].at, statement = outline_find(o, at);

		if (!python_may_look(p, VALUE_RECORDS))
			return true;
		at += (uint32_t)word.len;
		if (statement != PYTHON_NONE && o->list.at[statement].parent == PYTHON_NONE &&
		        is_given_true(str_slice(p->file->text, at, at + LINE_BYTES)))
			return true;
	}
	return false;
}

/* Names of build scripts: torch.utils.cpp_extension.CUDA_HOME is None where there is no toolkit. */
static bool is_build_for_cuda(struct python_matching *p, str word)
{
	str name = str_last_part(word, '.');

	return str_eq(name, S("CUDA_HOME")) ||
	       ((str_eq(name, S("force_cuda")) || str_eq(name, S("FORCE_CUDA"))) &&
	               !is_always_true(p, word));
}

/* A name that the file defines as a function, or calls, or has from a library whose names of that
 * kind are functions; of torch all that end so are. */
static bool is_function(struct python_matching *p, str word)
{
	static const char *const libraries[] = {
	        "transformers", "diffusers", "accelerate", "peft", "trl", "datasets", NULL};
	const struct python_file *file = p->file;
	uint32_t name = python_name_find(file, word);
	bool known = false;

	if (str_starts(word, S("torch.")))
		return str_ends(word, S(".is_available"));
	for (uint32_t i = name ? python_next_binding(p, name, PYTHON_NONE) : PYTHON_NONE;
	        i != PYTHON_NONE; i = python_next_binding(p, name, i)) {
		const struct python_binding *b = &file->bindings.at[i];
		uint32_t path = b->ref;

		known = python_may_look(p, VALUE_RECORDS);
		if (b->kind == PYTHON_BIND_DEFINITION && known)
			continue;
		if (b->kind != PYTHON_BIND_IMPORT || !known)
			return false;
		while (file->paths.at[path].parent)
			path = file->paths.at[path].parent;
		if (!str_is_one_of(python_name(file, file->paths.at[path].name), libraries) &&
		        python_next_call(p, name, PYTHON_NONE) == PYTHON_NONE)
			return false;
	}
	return known;
}

/* if is_x_available: the function, which is true whatever it would say. */
static bool is_uncalled(const struct guard_subject *subject, str word, str rest)
{
	rest = str_trim(str_slice(rest, 0, 8));
	return word.len && !(rest.len && strchr("(.[=", rest.ptr[0])) &&
	       is_function(subject->p, word);
}

/* By its name alone a word says so: of the subject, of CUDA, of another accelerator. */
static bool says_by_name(str word, const struct guard_subject *subject)
{
	str last = str_last_part(word, '.');

	if (subject->width == WIDTH_ANY)
		return says_of(word, subject->word) || says_of(word, S("cuda")) ||
		       says_of_other(word);
	if (subject->width == WIDTH_TORCH_XLA)
		return asks_for_torch_xla(word, subject);
	return (last.len < word.len && str_eq(last, S("is_cuda"))) ||
	       (subject->width == WIDTH_ASKED && str_eq(word, S("torch.cuda.is_available")));
}

/* A word of a test that speaks of the subject's availability, or of another accelerator's;
 * *negated: it says so when the test is false. */
static str availability_word(str test, const struct guard_subject *subject, bool *negated)
{
	str last = STR_NONE;

	for (size_t i = 0; i < test.len;) {
		size_t from = i;
		uint32_t end;
		str word;

		if (strchr("'\"", test.ptr[i]) && literal_at(test, (uint32_t)i, &end).ptr) {
			i = end;
			continue;
		}
		if (!byte_is_word(test.ptr[i])) {
			i++;
			continue;
		}
		while (i < test.len && (byte_is_word(test.ptr[i]) || test.ptr[i] == '.'))
			i++;
		word = str_slice(test, from, i);
		*negated = str_eq(last, S("not"));
		if ((says_by_name(word, subject) &&
		            (subject->width != WIDTH_TORCH_XLA ||
		                    asks_whether(str_from_at(test, i), negated))) ||
		        held_test_says(word, str_from_at(test, i), subject, negated)) {
			if (!is_uncalled(subject, word, str_from_at(test, i)))
				return word;
			last = word;
			continue;
		}
		if (subject->width != WIDTH_TORCH_XLA &&
		        holds_package(word, str_from_at(test, i), subject, negated)) {
			bool differs = str_ends(str_trim(str_slice(test, 0, from)), S("!="));

			/* kind != Kind.DEEPSPEED, but not type != cutlass.Float32 */
			*negated = *negated != differs;
			if (!differs || names_package(str_last_part(word, '.'), subject))
				return word;
		}
		if (subject->width == WIDTH_ANY &&
		        (is_build_version(word, "hip") || is_build_version(word, "cuda") ||
		                is_build_for_cuda(subject->p, word) ||
		                str_ends(word, S("cuda.device_count"))) &&
		        !is_held_against(str_slice(test, 0, from)) &&
		        asks_whether(str_from_at(test, i), negated))
			return word;
		last = word;
	}
	return STR_NONE;
}

/* os.getenv("FORCE_CUDA"), os.environ.get("FORCE_CUDA", "0") == "1", int(os.getenv("FORCE_CUDA",
 * "0")): off unless somebody says so. A text alone is true whatever it says. */
static bool is_off_at_first(str given, str before, str rest, bool *negated)
{
	static const char *const no[] = {"0", "False", "None", "\"\"", "''", NULL};
	static const char *const texts[] = {
	        "\"0\"", "'0'", "\"OFF\"", "'OFF'", "\"false\"", "'false'", NULL};
	static const char *const on[] = {
	        "== \"1\"", "== '1'", "== \"ON\"", "== 'ON'", "== \"true\"", "== 'true'", NULL};
	bool nothing = !given.len || str_starts_one_of(given, no);

	if (str_starts_one_of(str_trim(rest), on))
		return nothing || str_starts_one_of(given, texts);
	if (str_ends(before, S("int(")))
		return str_starts(rest, S(")")) && (nothing || str_starts_one_of(given, texts));
	return nothing && asks_whether(rest, negated);
}

static str variable_test(str test, bool *negated)
{
	static const char *const calls[] = {"getenv(", "environ.get(", NULL};
	static const char *const names[] = {"FORCE_CUDA", "WITH_CUDA", "BUILD_CUDA", NULL};

	*negated = false;
	for (const char *const *call = calls; *call; call++) {
		size_t at = str_find(test, str_from(*call)), open = at + strlen(*call);
		size_t close = open + str_find_byte(str_from_at(test, open), ')');
		size_t comma = open + str_find_byte(str_slice(test, open, close), ',');
		str before = str_trim(str_slice(test, 0, operand_start(test, at)));

		if (close < test.len && !str_ends(before, S("not")) &&
		        str_has_one_of(str_slice(test, open, comma), names) &&
		        is_off_at_first(str_trim(str_slice(test, comma + 1, close)), before,
		                str_from_at(test, close + 1), negated))
			return str_slice(test, at, close + 1);
	}
	return STR_NONE;
}

/* hasattr(_C, "name"), getattr(_C, "name", None) */
static str attribute_test(str test, str attribute, bool *negated)
{
	static const char *const calls[] = {"hasattr(", "getattr(", NULL};

	for (const char *const *call = calls; *call && attribute.len; call++) {
		size_t at = str_find(test, str_from(*call)), open = at + 8, close, quote;
		str before = str_trim(str_slice(test, 0, at));

		if (at >= test.len)
			continue;
		close = open + str_find_byte(str_from_at(test, open), ')');
		quote = open + str_find(str_slice(test, open, close), attribute);
		if (quote + attribute.len >= close || !strchr("'\"", test.ptr[quote - 1]) ||
		        !strchr("'\"", test.ptr[quote + attribute.len]))
			continue;
		*negated = str_ends(before, S("not"));
		return str_slice(test, at, close < test.len ? close + 1 : close);
	}
	return STR_NONE;
}

/* "CUDAExecutionProvider" in names */
static str membership_test(str test, str literal, bool *negated)
{
	size_t at = str_find(test, literal), end = at + literal.len + 1;
	str rest;

	if (!literal.len || !at || at >= test.len || end > test.len ||
	        !strchr("'\"", test.ptr[at - 1]) || !strchr("'\"", test.ptr[end - 1]))
		return STR_NONE;
	rest = str_trim(str_from_at(test, end));
	*negated = str_starts(rest, S("not in "));
	return *negated || str_starts(rest, S("in ")) ? str_slice(test, at - 1, end) : STR_NONE;
}

/* Where a test asks for a package by name: f("deepspeed"), f("deepspeed>=0.9"), f("deepspeed.ops").
 * The place of the quote; test.len: nowhere. */
static size_t asked_by_name(str test, str package)
{
	for (size_t at = 0; package.len >= PACKAGE_LEAST && at + package.len + 2 < test.len; at++) {
		str asked;

		if (at < 2 || !strchr("'\"", test.ptr[at]) || test.ptr[at - 1] != '(' ||
		        !byte_is_word(test.ptr[at - 2]))
			continue;
		asked = str_from_at(test, at + 1);
		if (str_starts(asked, package) && strchr("'\".<>=!~[ ", asked.ptr[package.len]))
			return at;
	}
	return test.len;
}

/* By its name a function that tells whether something is there, or of which version. */
static bool asks_by_name(str name)
{
	static const char *const words[] = {"avail", "find_spec", "nstall", "mport", "Cache",
	        "equire", "has_", "have", "is_", "odule", "ackage", "spec", "ersion", NULL};
	static const char *const against[] = {"issing", "without", "no_", "not_", "lacks", NULL};

	return str_has_one_of(name, words) && !str_has_one_of(name, against);
}

/* find_spec("deepspeed"), is_package_available("deepspeed"), RequirementCache("deepspeed"). */
static str named_test(str test, str package, bool *negated)
{
	size_t quote = asked_by_name(test, package), from, close;
	str rest;

	/* a variable of the environment that is asked for is no package */
	if (quote == test.len || str_eq(package, S("cuda")) ||
	        package.ptr[0] != byte_lower(package.ptr[0]))
		return STR_NONE;
	close = quote + str_find_byte(str_from_at(test, quote), ')');
	from = operand_start(test, quote - 1);
	rest = str_trim(str_from_at(test, close < test.len ? close + 1 : close));
	if (!asks_by_name(str_last_part(str_slice(test, from, quote - 1), '.')) ||
	        str_starts(rest, S("==")) || str_starts(rest, S("!=")))
		return STR_NONE;
	*negated = str_ends(str_trim(str_slice(test, 0, from)), S("not")) ||
	           str_starts(rest, S("is None"));
	return str_slice(test, from, close < test.len ? close + 1 : close);
}

static str test_of_part(str test, const struct guard_subject *subject, bool *negated)
{
	str word;

	*negated = false;
	word = availability_word(test, subject, negated);
	if (subject->width == WIDTH_TORCH_XLA) {
		if (!word.len)
			word = named_test(test, subject->word, negated);
		return word.len && word_is_all_of_part(subject->p, test, word) ? word : STR_NONE;
	}
	if (!word.len && subject->width != WIDTH_ANY) {
		word = device_test(test, false, negated);
		return str_has(word, S("device")) && str_has(word, S("cuda")) ? word : STR_NONE;
	}
	if (subject->width != WIDTH_ANY)
		return word;
	if (!word.len)
		word = device_test(test, !str_eq(subject->word, S("cuda")), negated);
	if (!word.len)
		word = variable_test(test, negated);
	if (!word.len)
		word = named_test(test, subject->word, negated);
	if (!word.len)
		word = attribute_test(test, subject->attribute, negated);
	if (!word.len)
		word = membership_test(test, subject->literal, negated);
	return word;
}

/* What a word of a test says, without a look at what is in brackets: "a or b" says so when both do.
 */
static str said_by_all(str test, str word, const struct guard_subject *subject, bool negated)
{
	str joint = negated ? S(" and ") : S(" or "), rest = test;

	while (word.len && rest.len) {
		size_t at = str_find(rest, joint);
		bool other;

		if (at == rest.len && rest.len == test.len)
			break;
		if (!test_of_part(str_slice(rest, 0, at), subject, &other).len || other != negated)
			return STR_NONE;
		rest = str_from_at(rest, at < rest.len ? at + joint.len : at);
	}
	return word;
}

size_t find_outside(str text, str word)
{
	size_t depth = 0;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (c == ' ' && !depth && str_starts(str_from_at(text, i), word))
			return i;
		if (c == '(' || c == '[' || c == '{')
			depth++;
		else if (depth && (c == ')' || c == ']' || c == '}'))
			depth--;
	}
	return text.len;
}

/* a or (b and c) is false when a is, a and (b or c) true when it is. */
static str test_of_parts(str test, const struct guard_subject *subject, bool *negated)
{
	bool either = find_outside(test, S(" or ")) < test.len;
	str joint = either ? S(" or ") : S(" and "), word = STR_NONE;

	for (str rest = test; !word.len && rest.len;) {
		size_t at = find_outside(rest, joint);

		if (at == test.len)
			break;
		word = test_of_part(str_slice(rest, 0, at), subject, negated);
		word = said_by_all(str_slice(rest, 0, at), word, subject, *negated);
		if (*negated != either)
			word = STR_NONE;
		rest = str_from_at(rest, at < rest.len ? at + joint.len : at);
	}
	return word;
}

/* The test of "if TEST:", or the text as it is. */
static str without_statement(str head)
{
	static const char *const words[] = {"if ", "elif ", NULL};

	if (!str_starts_one_of(head, words))
		return head;
	head = str_from_at(head, str_find_byte(head, ' ') + 1);
	return str_slice(head, 0, head.len - str_ends(head, S(":")));
}

bool stands_behind_not(str test, size_t from)
{
	while (from && strchr(" (", test.ptr[from - 1]))
		from--;
	return str_ends(str_slice(test, 0, from), S("not"));
}

/* What is in the brackets of "not (a and b)", which is all of a test; "" else. */
static str in_not(str test)
{
	str rest;

	test = str_trim(without_statement(test));
	rest = str_starts(test, S("not")) ? str_trim(str_from_at(test, 3)) : STR_NONE;
	if (!rest.len || rest.ptr[0] != '(' || rest.ptr[rest.len - 1] != ')' ||
	        brackets_end(str_slice(rest, 0, rest.len - 1)) < rest.len - 1)
		return STR_NONE;
	return str_slice(rest, 1, rest.len - 1);
}

bool is_in_not(str test, str word)
{
	size_t depth = 0, groups = 0;

	for (size_t i = (size_t)(word.ptr - test.ptr); i-- > 0;) {
		str group;

		if (strchr(")]", test.ptr[i])) {
			depth++;
			continue;
		}
		if (!strchr("([", test.ptr[i]) || (depth && depth--))
			continue;
		if (!stands_behind_not(test, i))
			continue;
		group = str_slice(test, i, i + brackets_end(str_from_at(test, i)));
		if (groups++ == NOT_MOST || str_has(group, S(" and ")) || str_has(group, S(" or ")))
			return true;
	}
	return false;
}

str protection_test(str test, const struct guard_subject *subject, bool *negated)
{
	str word, said, inner;
	bool opposite = false;

	if (subject->width == WIDTH_TORCH_XLA) {
		test = without_statement(test);
		if (str_has(test, S("not ("))) /* of what is in it nothing is known */
			return STR_NONE;
	}
	for (uint32_t n = 0; n < NOT_MOST && (inner = in_not(test)).len; n++) {
		test = inner;
		opposite = !opposite;
	}
	word = test_of_part(test, subject, negated);
	if (!word.len)
		return word;
	said = said_by_all(test, word, subject, *negated);
	if (!said.len)
		said = test_of_parts(test, subject, negated);
	*negated = *negated != opposite;
	return said.len && is_in_not(test, said) ? STR_NONE : said;
}
