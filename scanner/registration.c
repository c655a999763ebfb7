/* Python: a table of functions of torch.library, whose first argument names the operator, and the
 * methods define and impl of a variable that a call of torch.library.Library gave its namespace.
 * C++: macro blocks, read by brackets with strings and comments skipped. */
#include "scanner/registration.h"

#include "scanner/python/names.h"

#include <string.h>

enum { BLOCK_BYTES = 1 << 20, NAME_BYTES = 256, MARK_BYTES = 16 };

/* "ns::name.overload(Tensor x)" -> "ns.name"; empty when it is no such name. */
static str canonical(struct arena *arena, str space, str text)
{
	size_t paren = str_find_byte(text, '('), colons, dot;
	str name = str_trim(str_slice(text, 0, paren));

	colons = str_find(name, S("::"));
	if (colons < name.len) {
		space = str_slice(name, 0, colons);
		name = str_from_at(name, colons + 2);
	}
	dot = str_find_byte(name, '.');
	name = str_slice(name, 0, dot);
	if (!space.len || !name.len || space.len + name.len > NAME_BYTES)
		return STR_NONE;
	return arena_join(arena, space, S("."), name);
}

/* What is registered, but for the name: that is written as `text`, in `space` unless it says. */
static void add(
        struct registrations *out, str space, str text, const struct registration *registration)
{
	str op = canonical(out->arena, space, text);
	struct registration *r;

	if (!op.len)
		return;
	r = VEC_PUSH(out->arena, &out->list);
	*r = *registration;
	r->op = op;
	r->device = arena_dup(out->arena, registration->device);
}

/* ------------------------------------------------------------------ Python */

static const struct {
	const char *path;
	bool kernel;
	uint32_t device; /* position of the argument that names the device; 0: none */
} functions[] = {{"torch.library.custom_op", false, 0}, {"torch.library.triton_op", false, 0},
        {"torch.library.define", false, 0}, {"torch.library.impl", true, 1},
        {"torch.library.register_kernel", true, 1}, {"torch._library.custom_op", false, 0}};

static bool calls(struct python_file *file, const struct python_call *call, const char *path)
{
	uint32_t count;
	const uint32_t *targets;

	if (call->chain == PYTHON_NONE)
		return false;
	targets = python_chain_targets(file, &file->chains.at[call->chain], &count);
	for (uint32_t i = 0; i < count; i++)
		if (str_eq(python_path(file, targets[i]), str_from(path)))
			return true;
	return false;
}

/* The text of a literal argument by position or name. */
static str literal(const struct python_file *file, const struct python_call *call, uint32_t at,
        const char *name)
{
	uint32_t position = 0;

	for (uint32_t i = 0; i < call->arg_count; i++) {
		const struct python_arg *arg = &file->args.at[call->args + i];
		bool here = arg->name ? str_eq(python_name(file, arg->name), str_from(name))
		                      : position++ == at;

		if (here && arg->kind == PYTHON_VALUE_STR && arg->ref != PYTHON_NONE)
			return file->texts.at[arg->ref];
	}
	return STR_NONE;
}

/* For each name the call of torch.library.Library that it is first bound to, from 1; made when
 * first asked for. */
struct spaces {
	uint32_t *calls;
};

static void find_spaces(struct python_file *file, struct spaces *spaces)
{
	spaces->calls = arena_alloc(
	        file->arena, file->names->list.len * sizeof *spaces->calls, _Alignof(uint32_t));
	memset(spaces->calls, 0, file->names->list.len * sizeof *spaces->calls);
	for (uint32_t i = 0; i < file->bindings.len; i++) {
		const struct python_binding *b = &file->bindings.at[i];

		if (b->kind == PYTHON_BIND_VALUE && b->value == PYTHON_VALUE_CALL &&
		        b->name < file->names->list.len && !spaces->calls[b->name] &&
		        calls(file, &file->calls.at[b->ref], "torch.library.Library"))
			spaces->calls[b->name] = b->ref + 1;
	}
}

/* The namespace that the variable at the root of a chain was made with. */
static str library_space(
        struct python_file *file, struct spaces *spaces, const struct python_chain *chain)
{
	if (chain->root_kind != PYTHON_ROOT_NAME || !file->names ||
	        chain->root >= file->names->list.len)
		return STR_NONE;
	if (!spaces->calls)
		find_spaces(file, spaces);
	if (!spaces->calls[chain->root])
		return STR_NONE;
	return literal(file, &file->calls.at[spaces->calls[chain->root] - 1], 0, "ns");
}

static void find_method(struct python_file *file, const struct python_call *call, uint32_t line,
        struct spaces *spaces, struct registrations *out)
{
	const struct python_chain *chain = &file->chains.at[call->chain];
	str method = python_name(file, python_chain_last(file, chain)), space, text;
	struct registration r = {.kernel = str_eq(method, S("impl")), .line = line};

	if (chain->name_count != 1 || (!r.kernel && !str_eq(method, S("define"))))
		return;
	text = literal(file, call, 0, r.kernel ? "op_name" : "schema");
	space = text.len ? library_space(file, spaces, chain) : STR_NONE;
	if (!space.len)
		return;
	r.how = r.kernel ? S("torch.library.Library.impl") : S("torch.library.Library.define");
	r.device = r.kernel ? literal(file, call, 2, "dispatch_key") : STR_NONE;
	add(out, space, text, &r);
}

/* The last parts of what can register, and of what it comes to: a call of anything else is none. */
enum { WORDS = 6 };
struct words {
	uint32_t ids[WORDS]; /* names of the file; 0: it does not hold the word */
};

/* False: the file holds none of them. */
static bool find_words(const struct python_file *file, struct words *words)
{
	static const char *const texts[WORDS] = {
	        "custom_op", "triton_op", "define", "impl", "register_kernel", "Library"};
	uint32_t any = 0;

	for (int i = 0; i < WORDS; i++)
		any |= words->ids[i] = python_name_find(file, str_from(texts[i]));
	return any;
}

static bool is_word(const struct words *words, uint32_t name)
{
	for (int i = 0; i < WORDS; i++)
		if (name && words->ids[i] == name)
			return true;
	return false;
}

/* By the last word of what is called, as written or as it is resolved. */
static bool may_register(
        struct python_file *file, const struct python_call *call, const struct words *words)
{
	const struct python_chain *chain = &file->chains.at[call->chain];
	uint32_t count;
	const uint32_t *targets = python_chain_targets(file, chain, &count);

	if (is_word(words, python_chain_last(file, chain)))
		return true;
	for (uint32_t i = 0; i < count; i++)
		if (is_word(words, file->paths.at[targets[i]].name))
			return true;
	return false;
}

void registrations_find_python(struct python_file *file, struct registrations *out)
{
	struct spaces spaces = {0};
	struct words words;

	if (!find_words(file, &words))
		return;
	for (uint32_t i = 0; i < file->calls.len; i++) {
		const struct python_call *call = &file->calls.at[i];
		uint32_t line, before = out->list.len;

		if (call->chain == PYTHON_NONE || !call->arg_count ||
		        !may_register(file, call, &words))
			continue;
		line = python_spot(file, file->chains.at[call->chain].at).line;
		for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
			struct registration r = {.how = str_from(functions[k].path),
			        .kernel = functions[k].kernel,
			        .line = line};

			if (!calls(file, call, functions[k].path))
				continue;
			if (functions[k].device)
				r.device = literal(file, call, functions[k].device, "device_types");
			add(out, STR_NONE, literal(file, call, 0, "name"), &r);
			break;
		}
		if (out->list.len == before)
			find_method(file, call, line, &spaces, out);
	}
}

/* ------------------------------------------------------------------ C++ */

struct cursor {
	str text;
	size_t at;
	uint32_t line;
	size_t open_until; /* no quote before it begins a literal that ends */
};

static char here(const struct cursor *c)
{
	return c->at < c->text.len ? c->text.ptr[c->at] : 0;
}

static void forward(struct cursor *c, size_t to)
{
	for (; c->at < to && c->at < c->text.len; c->at++)
		c->line += c->text.ptr[c->at] == '\n';
}

static bool starts(const struct cursor *c, str with)
{
	return str_starts(str_from_at(c->text, c->at), with);
}

/* Over a comment; false when there is none. */
static bool skip_comment(struct cursor *c)
{
	str rest = str_from_at(c->text, c->at);
	bool line = str_starts(rest, S("//"));

	if (!line && !str_starts(rest, S("/*")))
		return false;
	forward(c, c->at + (line ? str_find_byte(rest, '\n')
	                         : str_find(str_from_at(rest, 2), S("*/")) + 4));
	return true;
}

/* Over a raw string, the cursor on its R. */
static bool take_raw(struct cursor *c, str *content)
{
	str rest = str_from_at(c->text, c->at + 2);
	str head = str_slice(rest, 0, MARK_BYTES + 1);
	size_t open = str_find_byte(head, '('), end;
	char mark[MARK_BYTES + 2];

	if (open == head.len)
		return false;
	mark[0] = ')';
	memcpy(mark + 1, rest.ptr, open);
	mark[open + 1] = '"';
	end = str_find(rest, (str){mark, open + 2});
	*content = str_slice(rest, open + 1, end);
	forward(c, c->at + 2 + end + open + 2);
	return true;
}

/* Over a string literal, raw ones too; its content as written. */
static bool take_string(struct cursor *c, str *content)
{
	size_t from, end;

	if (starts(c, S("R\"")))
		return take_raw(c, content);
	if (here(c) != '"' || c->at < c->open_until)
		return false;
	for (from = end = c->at + 1;
	        end < c->text.len && c->text.ptr[end] != '"' && c->text.ptr[end] != '\n'; end++)
		end += c->text.ptr[end] == '\\';
	if (end >= c->text.len || c->text.ptr[end] != '"') {
		/* each quote up to here is escaped: a literal from there on ends no sooner */
		c->open_until = end;
		return false;
	}
	*content = str_slice(c->text, from, end);
	forward(c, end + 1);
	return true;
}

static void skip_blank(struct cursor *c)
{
	while (c->at < c->text.len) {
		char b = here(c);

		if (b == ' ' || b == '\t' || b == '\n' || b == '\r')
			forward(c, c->at + 1);
		else if (!skip_comment(c))
			return;
	}
}

static str take_name(struct cursor *c)
{
	size_t from = c->at;

	while ((here(c) >= 'a' && here(c) <= 'z') || (here(c) >= 'A' && here(c) <= 'Z') ||
	        (here(c) >= '0' && here(c) <= '9') || here(c) == '_')
		c->at++;
	return str_slice(c->text, from, c->at);
}

/* "(ns, KEY, m)": up to three names. */
static uint32_t take_names(struct cursor *c, str names[3])
{
	uint32_t n = 0;

	skip_blank(c);
	if (here(c) != '(')
		return 0;
	do {
		forward(c, c->at + 1);
		skip_blank(c);
		names[n++] = take_name(c);
		skip_blank(c);
	} while (here(c) == ',' && n < 3);
	if (here(c) != ')')
		return 0;
	forward(c, c->at + 1);
	return n;
}

struct block {
	str space, key, variable;
};

/* m.def("…") or m.impl("…"), the cursor on the dot. */
static void read_call(struct cursor *c, const struct block *block, struct registrations *out)
{
	struct registration r = {.line = c->line, .device = block->key};
	str method, content;

	forward(c, c->at + 1);
	method = take_name(c);
	skip_blank(c);
	r.kernel = str_eq(method, S("impl"));
	if (here(c) != '(' || !(r.kernel || str_eq(method, S("def"))))
		return;
	forward(c, c->at + 1);
	skip_blank(c);
	r.how = block->key.len ? S("TORCH_LIBRARY_IMPL") : S("TORCH_LIBRARY");
	if (take_string(c, &content))
		add(out, block->space, content, &r);
}

static bool behind_variable(const struct cursor *c, const struct block *block)
{
	size_t n = block->variable.len;

	return n && here(c) == '.' && c->at >= n &&
	       str_eq(str_slice(c->text, c->at - n, c->at), block->variable);
}

/* The calls of one block, up to its closing bracket. */
static void read_block(struct cursor *c, const struct block *block, struct registrations *out)
{
	size_t end = c->at + BLOCK_BYTES;
	uint32_t depth = 0;
	str content;

	while (c->at < c->text.len && c->at < end) {
		if (skip_comment(c) || take_string(c, &content))
			continue;
		if (behind_variable(c, block)) {
			read_call(c, block, out);
			continue;
		}
		depth += here(c) == '{';
		if (here(c) == '}' && --depth == 0)
			return;
		forward(c, c->at + 1);
	}
}

void registrations_find_cpp(str text, struct registrations *out)
{
	struct cursor c = {.text = text, .line = 1};

	for (;;) {
		size_t next = str_find(str_from_at(text, c.at), S("TORCH_LIBRARY"));
		str macro, names[3];
		struct block block;
		uint32_t n;

		if (c.at + next >= text.len)
			return;
		forward(&c, c.at + next);
		macro = take_name(&c);
		n = take_names(&c, names);
		if (n < 2 || (n == 3) != str_eq(macro, S("TORCH_LIBRARY_IMPL")))
			continue;
		block = (struct block){names[0], n == 3 ? names[1] : STR_NONE, names[n - 1]};
		skip_blank(&c);
		if (here(&c) == '{')
			read_block(&c, &block, out);
	}
}
