/* Are records what stands in a file: targets, values, places; and what is known beyond what a dump
 * prints? The rules as a whole are compared with CPython in tests/diff/python.py. */
#include "scanner/python/python.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
	struct env env;
	struct python_file file;
};

static int open_fixture(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	f->env.keep = f->env.temp = arena_new();
	f->env.limits = &limits_default;
	*state = f;
	return 0;
}

static int close_fixture(void **state)
{
	struct fixture *f = *state;

	arena_free(f->env.temp);
	free(f);
	return 0;
}

static struct python_file *parse(void **state, const char *text)
{
	struct fixture *f = *state;
	struct python_source source = {.path = S("a.py"), .bytes = str_from(text)};

	assert_true(python_read(&f->env, &source, &f->file));
	return &f->file;
}

/* The only target of a call, "" for none, "many" for several. */
static str target(struct python_file *file, uint32_t call)
{
	uint32_t chain = file->calls.at[call].chain, count = 0;
	const uint32_t *targets =
	        chain == PYTHON_NONE ? NULL
	                             : python_chain_targets(file, &file->chains.at[chain], &count);

	return count == 1 ? python_path(file, targets[0]) : count ? S("many") : S("");
}

static str text(struct python_file *file, uint32_t call)
{
	return python_chain_text(file, &file->chains.at[file->calls.at[call].chain]);
}

static void receivers(void **state)
{
	struct python_file *file = parse(state, "x.item()\nself.a .b\\\n.c()\nx[0].d()\nf()().e()\n"
	                                        "(y).z()\n'%s'.join(w)\n");

	assert_true(str_eq(text(file, 0), S("x.item")));
	assert_true(str_eq(text(file, 1), S("self.a.b.c")));
	assert_true(str_eq(text(file, 2), S("?.d")));
	assert_true(str_eq(text(file, 5), S("?.e")));
	assert_int_equal(file->calls.at[4].chain, PYTHON_NONE);
	assert_true(str_eq(text(file, 6), S("y.z")));
	assert_true(str_eq(text(file, 7), S("?.join")));
	assert_true(
	        str_eq(python_name(file, python_chain_last(file, &file->chains.at[0])), S("item")));
	assert_int_not_equal(python_name_find(file, S("join")), 0);
	assert_int_equal(python_name_find(file, S("absent")), 0);
}

static void bound(void **state)
{
	struct python_file *file =
	        parse(state, "import torch\nfrom x import *\nt = torch\nlocal = 1\n"
	                     "t.a()\nlocal()\nprint()\nf[0]()\ngetattr(torch, 'b')()\n"
	                     "try:\n  import a as m\nexcept E:\n  m = None\nm.c()\n");
	const struct python_chain *chains = file->chains.at;

	assert_int_equal(chains[file->calls.at[0].chain].bound, PYTHON_IMPORT);
	assert_true(chains[file->calls.at[0].chain].certain);
	assert_true(str_eq(target(file, 0), S("torch.a")));
	assert_int_equal(chains[file->calls.at[1].chain].bound, PYTHON_LOCAL);
	assert_int_equal(chains[file->calls.at[2].chain].bound, PYTHON_FREE);
	assert_int_equal(file->calls.at[3].chain, PYTHON_NONE);
	assert_int_equal(chains[file->calls.at[5].chain].bound, PYTHON_DYNAMIC);
	assert_true(str_eq(target(file, 5), S("torch.b")));
	assert_int_equal(file->calls.at[4].dynamic, PYTHON_GETATTR);
	assert_true(str_eq(target(file, 6), S("a.c")));
	assert_false(chains[file->calls.at[6].chain].certain);
	assert_int_equal(file->stars.len, 1);
}

static void values(void **state)
{
	struct python_file *file = parse(state,
	        "import torch\n"
	        "f('a' \"b\\x63\", -0x7f, 1_0, 9223372036854775808, -9223372036854775808, 1., 2j,\n"
	        "  b'', None, True, ..., torch.float16, f'cuda:{i}{{', x, *y, -z, (5), - (3),\n"
	        "  k='v', **kw)\n");
	const struct python_call *call = &file->calls.at[0];
	const struct python_arg *args = file->args.at + call->args;
	static const uint8_t kinds[] = {PYTHON_VALUE_STR, PYTHON_VALUE_INT, PYTHON_VALUE_INT,
	        PYTHON_VALUE_INT, PYTHON_VALUE_INT, PYTHON_VALUE_FLOAT, PYTHON_VALUE_COMPLEX,
	        PYTHON_VALUE_BYTES, PYTHON_VALUE_NULL, PYTHON_VALUE_TRUE, PYTHON_VALUE_ELLIPSIS,
	        PYTHON_VALUE_CHAIN, PYTHON_VALUE_FSTR, PYTHON_VALUE_CHAIN, PYTHON_VALUE_STAR,
	        PYTHON_VALUE_EXPR, PYTHON_VALUE_INT, PYTHON_VALUE_INT, PYTHON_VALUE_STR,
	        PYTHON_VALUE_DOUBLE_STAR};
	int64_t n;
	uint32_t count;

	assert_int_equal(call->arg_count, sizeof kinds);
	for (uint32_t i = 0; i < call->arg_count; i++)
		assert_int_equal(args[i].kind, kinds[i]);
	assert_true(str_eq(file->texts.at[args[0].ref], S("abc")));
	assert_true(python_int(file, &args[1], &n) && n == -127);
	assert_true(python_int(file, &args[2], &n) && n == 10);
	assert_false(python_int(file, &args[3], &n));
	assert_true(python_int(file, &args[4], &n) && n == INT64_MIN);
	assert_true(python_int(file, &args[16], &n) && n == 5);
	assert_true(python_int(file, &args[17], &n) && n == -3);
	assert_true(str_eq(python_path(file, *python_arg_targets(file, &args[11], &count)),
	        S("torch.float16")));
	assert_true(str_eq(file->texts.at[args[12].ref], S("cuda:{}{")));
	assert_true(str_eq(python_name(file, args[18].name), S("k")));
	assert_true(str_eq(str_slice(file->text, args[11].at, args[11].end), S("torch.float16")));
}

static void long_strings(void **state)
{
	char code[400] = "f('";
	struct python_file *file;

	for (int i = 0; i < 120; i++)
		strcat(code, "é");
	strcat(code, "')");
	file = parse(state, code);
	assert_int_not_equal(file->args.at[0].ref, PYTHON_NONE);
	strcpy(code + strlen(code) - 2, "x')");
	file = parse(state, code);
	assert_int_equal(file->args.at[0].kind, PYTHON_VALUE_STR);
	assert_int_equal(file->args.at[0].ref, PYTHON_NONE);
}

static void places(void **state)
{
	struct python_file *file = parse(state, "a()\n\n  # é\nx = \"é中😀\" + b()\n(c)(\n)\n");
	struct python_spot spot = python_spot(file, file->calls.at[1].at);

	assert_int_equal(spot.line, 4);
	assert_int_equal(spot.column, 18);
	assert_int_equal(spot.character, 12);
	spot = python_spot(file, file->calls.at[2].at);
	assert_true(spot.line == 5 && spot.column == 0);
	spot = python_spot(file, file->calls.at[2].end);
	assert_true(spot.line == 6 && spot.column == 1);
}

static void scopes(void **state)
{
	struct python_file *file = parse(state, "import torch\nfrom torch import compile as c\n"
	                                        "class M(nn.Module):\n"
	                                        "  def forward(self, x):\n"
	                                        "    for i in x:\n"
	                                        "      while a(): b([c2() for _ in d()])\n"
	                                        "      def inner():\n        e()\n"
	                                        "    f()\n"
	                                        "  def other(self): g()\n"
	                                        "@c(mode='x')\n"
	                                        "def h():\n  i(lambda: j())\n"
	                                        "def forward(): k()\n");
	static const struct {
		const char *name;
		uint8_t loops, flags;
		const char *path;
	} want[] = {{"a", 2, PYTHON_FORWARD, "M.forward"}, {"b", 2, PYTHON_FORWARD, "M.forward"},
	        {"c2", 3, PYTHON_FORWARD, "M.forward"}, {"d", 2, PYTHON_FORWARD, "M.forward"},
	        {"e", 0, PYTHON_FORWARD, "M.forward.inner"}, {"f", 0, PYTHON_FORWARD, "M.forward"},
	        {"g", 0, 0, "M.other"}, {"c", 0, 0, ""}, {"i", 0, PYTHON_COMPILED, "h"},
	        {"j", 0, PYTHON_COMPILED | PYTHON_LAMBDA, "h.<lambda>"}, {"k", 0, 0, "forward"}};

	assert_int_equal(file->calls.len, sizeof want / sizeof *want);
	for (uint32_t i = 0; i < file->calls.len; i++) {
		const struct python_call *call = &file->calls.at[i];
		const struct python_scope *scope = &file->scopes.at[call->scope];

		assert_true(str_eq(text(file, i), str_from(want[i].name)));
		assert_int_equal(call->loops, want[i].loops);
		assert_int_equal(scope->flags, want[i].flags);
		assert_true(str_eq(python_scope_path(file, call->scope), str_from(want[i].path)));
	}
	assert_int_equal(file->scopes.at[file->calls.at[4].scope].class_, 0);
	assert_int_equal(file->scopes.at[file->calls.at[8].scope].class_, PYTHON_NONE);
}

/* Whether the value of a call decides about a branch, or becomes a number of the host. */
static void tests(void **state)
{
	struct python_file *file = parse(state, "if a() and not b(1): pass\n"
	                                        "while c() > d(): pass\n"
	                                        "x = 1 if (e()) else f()\n"
	                                        "assert g(), h()\n"
	                                        "[i() for y in j() if k()]\n"
	                                        "bool(l()); float(m.n()); int(o(), 2); str(q())\n"
	                                        "if r(s()).t: pass\n"
	                                        "elif u() in v() is not w(): pass\n");
	static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k",
	        "bool", "l", "float", "m.n", "int", "o", "str", "q", "r", "s", "u", "v", "w"};
	static const uint16_t want[] = {PYTHON_TESTED, PYTHON_TESTED, PYTHON_COMPARED,
	        PYTHON_COMPARED, PYTHON_TESTED, 0, PYTHON_TESTED, 0, 0, 0, PYTHON_TESTED, 0,
	        PYTHON_CONVERTED, 0, PYTHON_CONVERTED, 0, 0, 0, 0, 0, 0, PYTHON_COMPARED,
	        PYTHON_COMPARED, PYTHON_COMPARED};

	assert_int_equal(file->calls.len, sizeof want / sizeof *want);
	for (uint32_t i = 0; i < file->calls.len; i++) {
		assert_true(str_eq(text(file, i), str_from(names[i])));
		assert_int_equal(file->calls.at[i].flags, want[i]);
	}
}

static void bindings(void **state)
{
	struct python_file *file = parse(state, "import torch.nn as nn\n"
	                                        "def f(x: torch.Tensor, y=1): pass\n"
	                                        "class A:\n  def g(self):\n"
	                                        "    self.l: nn.Module = nn.Linear(1)\n"
	                                        "z = w = f(2)\nfor i in z: pass\n");
	const struct python_binding *b = file->bindings.at;

	assert_int_equal(b[0].kind, PYTHON_BIND_IMPORT);
	assert_true(str_eq(python_path(file, b[0].ref), S("torch.nn")));
	assert_int_equal(b[1].kind, PYTHON_BIND_DEFINITION);
	assert_int_equal(b[2].kind, PYTHON_BIND_PARAMETER);
	assert_true(str_eq(
	        python_chain_text(file, &file->chains.at[b[2].annotation]), S("torch.Tensor")));
	assert_int_equal(b[3].annotation, PYTHON_NONE);
	assert_int_equal(file->stores.len, 1);
	assert_true(str_eq(
	        python_chain_text(file, &file->chains.at[file->stores.at[0].chain]), S("self.l")));
	assert_int_equal(file->stores.at[0].value, PYTHON_VALUE_CALL);
	assert_true(str_eq(target(file, file->stores.at[0].ref), S("torch.nn.Linear")));
	assert_true(b[7].kind == PYTHON_BIND_VALUE && b[7].value == PYTHON_VALUE_CALL);
	assert_true(b[8].kind == PYTHON_BIND_VALUE && b[8].ref == b[7].ref);
	assert_int_equal(b[9].kind, PYTHON_BIND_OTHER);
}

/* What can be read of a file that is no Python 3 is read. */
static void damaged(void **state)
{
	struct python_file *file = parse(state, "import torch\nprint torch.a(), 'x'\ntorch.b()\n"
	                                        "if torch.c() = 1:\n  torch.d()\n  x = (torch.e(\n"
	                                        "def f():\n  torch.g()\n");

	assert_int_equal(file->error.kind, PYTHON_ERROR_SYNTAX);
	assert_true(file->error.has_line && file->error.line == 2);
	assert_int_equal(file->calls.len, 5);
	assert_true(str_eq(target(file, 4), S("torch.g")));
	assert_true(str_eq(target(file, 0), S("torch.b")));
	assert_true(str_eq(target(file, 1), S("torch.c")));
	assert_true(str_eq(target(file, 2), S("torch.d")));
	for (uint32_t i = 0; i < file->calls.len; i++)
		assert_true(file->calls.at[i].end >= file->calls.at[i].open);
}

static void error_places(void **state)
{
	static const struct {
		const char *text;
		uint32_t line;
	} want[] = {{"x = (\ny = 1\n", 1}, {"x = 1 +\n", 1}, {"a b\n'''c\n", 2}, {"if x:\ny\n", 2},
	        {"x\n  y\n'", 2}, {"def f(a=1, b): pass", 1}, {"x = [\n1,\n2\n3]\n", 4},
	        {"class A(x for x in y): pass", 1}, {"f(a=1, b)", 1}, {"a + 1 = 2", 1},
	        {"try: pass\nx", 2}, {"try: a\nexcept A: b\nexcept* C: d", 3},
	        {"try: a\nexcept A, B as c: d", 2}, {"for (a + b) in c: pass", 1}, {"'\\x1'", 1},
	        {"\n'a' b'b'", 2}, {"@a\nx", 2}};

	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		struct python_file *file = parse(state, want[i].text);

		assert_int_equal(file->error.kind, PYTHON_ERROR_SYNTAX);
		assert_int_equal(file->error.line, want[i].line);
	}
}

/* The line of every byte, and how many there are, whatever the lengths of lines and of the text. */
static void lines(void **state)
{
	char source[200];

	for (size_t every = 1; every < 40; every++)
		for (size_t len = 0; len < 100; len++) {
			struct python_file *file;
			uint32_t line = 1;

			for (size_t i = 0; i < len; i++)
				source[i] = i % every == every - 1 ? '\n' : '#';
			source[len] = 0;
			file = parse(state, source);
			assert_int_equal(python_lines(file), (len + every - 1) / every);
			for (size_t i = 0; i < len; i++) {
				struct python_spot spot = python_spot(file, (uint32_t)i);

				assert_int_equal(spot.line, line);
				assert_int_equal(spot.column, i % every);
				line += source[i] == '\n';
			}
		}
	assert_int_equal(python_lines(parse(state, "a\r\nb\rc\n\xef\xbb\xbf")), 4);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_fixture, close_fixture)
	const struct CMUnitTest all[] = {
	        TEST(receivers),
	        TEST(bound),
	        TEST(values),
	        TEST(long_strings),
	        TEST(places),
	        TEST(scopes),
	        TEST(tests),
	        TEST(bindings),
	        TEST(damaged),
	        TEST(error_places),
	        TEST(lines),
	};

	return cmocka_run_group_tests(all, NULL, NULL);
}
