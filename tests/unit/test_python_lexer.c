/* Are tokens what CPython's tokenizer sees, and is nothing lost behind a place that is none? */
#include "scanner/python/lexer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* All tokens of a text as words: kinds, and for names and numbers their text. */
struct seen {
	char words[4096];
	const char *error;
	uint32_t error_at, batches;
	uint8_t last_flags;
};

static const char *const kinds[] = {
#define X(id, word) [TOKEN_##id] = #id,
        PYTHON_TOKENS(X) PYTHON_OPERATORS(X)
#undef X
};

static void add_token(struct seen *seen, const struct lexer *lexer, const struct token *t)
{
	size_t n = strlen(seen->words);

	if (t->kind == TOKEN_NAME || t->kind == TOKEN_NUMBER || t->kind > TOKEN_BEFORE_KEYWORDS)
		snprintf(seen->words + n, sizeof seen->words - n, "%.*s ", (int)(t->end - t->at),
		        lexer->start + t->at);
	else
		snprintf(seen->words + n, sizeof seen->words - n, "%s ", kinds[t->kind]);
}

/* Kept as one batch and in batches that overwrite each other, a file has the same tokens; brackets
 * know each other by their place. */
static void test_kept_tokens(void **state)
{
	struct arena *arena = arena_new();
	size_t len = 0, most = 400000;
	char *text = arena_alloc(arena, most + BYTES_PAD, 1);
	struct lexer *kept = ARENA_NEW(arena, struct lexer);
	struct lexer *other = ARENA_NEW(arena, struct lexer);
	struct names names;
	uint32_t at = 1, batches = 0;

	(void)state;
	for (int i = 0; len + 200 < most; i++)
		len += (size_t)snprintf(text + len, 200,
		        i % 50 == 7 ? "x = (]\n"
		                    : "if f(a[%d], {'b': [1, (2)]}):\n\tg(f'{a}{b!r:>{c}}')\n",
		        i);
	names_init(&names, arena, 10);
	lexer_init(kept, arena, &names, (str){text, len});
	lexer_keep_all(kept);
	lexer_fill(kept);
	assert_true(kept->ended);
	lexer_init(other, arena, &names, (str){text, len});
	while (!other->ended) {
		uint32_t before = at - 1;

		lexer_fill(other);
		batches++;
		for (uint32_t i = 1; i < other->tokens.len; i++, at++) {
			struct token a = other->tokens.at[i], b = kept->tokens.at[at];
			bool bracket = a.kind >= TOKEN_LPAR && a.kind <= TOKEN_RBRACE;

			assert_int_equal(a.kind, b.kind);
			assert_int_equal(a.at, b.at);
			assert_int_equal(a.end, b.end);
			assert_int_equal(a.flags, b.flags);
			if (!bracket || a.value)
				assert_int_equal(a.value + (bracket ? before : 0), b.value);
		}
	}
	assert_true(batches > 10);
	assert_int_equal(at, kept->tokens.len);
	arena_free(arena);
}

static struct seen lex(const char *text)
{
	struct arena *arena = arena_new();
	size_t len = strlen(text);
	char *copy = arena_alloc(arena, len + BYTES_PAD, 1);
	struct lexer *lexer = ARENA_NEW(arena, struct lexer);
	struct names names;
	struct seen seen = {0};

	memcpy(copy, text, len);
	names_init(&names, arena, 10);
	lexer_init(lexer, arena, &names, (str){copy, len});
	while (!lexer->ended) {
		lexer_fill(lexer);
		seen.batches++;
		for (uint32_t i = 1; i < lexer->tokens.len; i++)
			add_token(&seen, lexer, &lexer->tokens.at[i]);
		assert_int_equal(lexer->tokens.at[lexer->tokens.len].kind, TOKEN_NONE);
	}
	seen.error = lexer->error;
	seen.error_at = lexer->error_at;
	seen.last_flags = lexer->tokens.at[1].flags;
	arena_free(arena);
	return seen;
}

static void expect(const char *text, const char *words)
{
	struct seen seen = lex(text);

	assert_string_equal(seen.words, words);
	assert_null(seen.error);
}

static void layout(void **state)
{
	(void)state;
	expect("", "END ");
	expect("\n \n# c\n", "END ");
	expect("x", "x NEWLINE END ");
	expect("if x:\n  y\n\n # c\nz\n",
	        "if x COLON NEWLINE INDENT y NEWLINE DEDENT z NEWLINE END ");
	expect("if x:\n  y\n\f\nz", "if x COLON NEWLINE INDENT y NEWLINE DEDENT z NEWLINE END ");
	expect("x = (1,\n  # c\n 2)\n", "x EQUAL LPAR 1 COMMA 2 RPAR NEWLINE END ");
	expect("x \\\n  + y", "x PLUS y NEWLINE END ");
	expect("if x:\n\\\n\\\n  y", "if x COLON NEWLINE INDENT y NEWLINE DEDENT END ");
}

static void layout_errors(void **state)
{
	(void)state;
	assert_int_equal(lex("if x:\n    y\n  z\n").error_at, 14);
	assert_string_equal(lex("if x:\n\ty\n        z").words,
	        "if x COLON NEWLINE INDENT y NEWLINE ERROR NEWLINE DEDENT END ");
	assert_string_equal(lex("x = 1 \\").error, "unexpected end of the file after a backslash");
	assert_string_equal(lex("x \\ y").error, "a backslash must be the last byte of its line");
	assert_int_equal(lex("x\n(\ny").error_at, 2);
	/* Behind an error, the next line is read as if no bracket were open. */
	assert_string_equal(lex("f(]\ny\n").words, "f LPAR ERROR NEWLINE y NEWLINE END ");
	assert_string_equal(lex("a $ b\nc").words, "a ERROR NEWLINE c NEWLINE END ");
	assert_string_equal(lex("'a\nc").words, "ERROR NEWLINE c NEWLINE END ");
	/* A word that can only begin a statement ends all brackets. */
	assert_string_equal(lex("x = f(\n  y,\ndef g(): z\n").words,
	        "x EQUAL f LPAR y COMMA ERROR NEWLINE def g LPAR RPAR COLON z NEWLINE END ");
	assert_string_equal(lex("(x if y else\n z for z in w)").words,
	        "LPAR x if y else z for z in w RPAR NEWLINE END ");
}

static void operators(void **state)
{
	(void)state;
	expect("a**=b//=c>>=d<<=e", "a DOUBLESTAREQUAL b DOUBLESLASHEQUAL c RIGHTSHIFTEQUAL d "
	                            "LEFTSHIFTEQUAL e NEWLINE END ");
	expect("a->b:=c!=d<>e...f.g@=h", "a RARROW b COLONEQUAL c NOTEQUAL d OLD_NOTEQUAL e "
	                                 "ELLIPSIS f DOT g ATEQUAL h NEWLINE END ");
	expect("a.. .b", "a DOT DOT DOT b NEWLINE END ");
	expect("x[1:-1]", "x LSQB 1 COLON MINUS 1 RSQB NEWLINE END ");
}

static void numbers(void **state)
{
	static const char *const good[] = {"0", "00_0", "1_000", "0x_fF", "0o17", "0b1_0", "1.",
	        ".5", "1.5e-3", "1e5j", "09.5", "0e0", "1_0.0_1E+1_0"};
	static const char *const bad[] = {
	        "0777", "1__0", "1_", "0x", "0xg", "0b2", "0o8", "1e+", "1a", "1.a", "1_j", "0_7"};

	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		char words[64];

		snprintf(words, sizeof words, "%s NEWLINE END ", good[i]);
		expect(good[i], words);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_string_equal(lex(bad[i]).error, "malformed number");
	expect("1if x else 0xfor y", "1 if x else 0xf or y NEWLINE END ");
}

static void strings(void **state)
{
	(void)state;
	expect("'a' \"b\" '''c'\n''' r'\\\\' b\"\" Rb'' u'' bR''",
	        "STRING STRING STRING STRING STRING STRING STRING STRING NEWLINE END ");
	expect("ur'' ", "ur STRING NEWLINE END ");
	expect("bu''", "bu STRING NEWLINE END ");
	expect("'a\\\nb'", "STRING NEWLINE END ");
	assert_string_equal(lex("'''a'' ").error, "string in triple quotes never ends");
	assert_int_equal(lex("x = '''a'' ").error_at, 4);
	assert_string_equal(lex("'a\\").error, "string never ends");
}

static void formatted(void **state)
{
	(void)state;
	expect("f''", "FSTRING_START FSTRING_END NEWLINE END ");
	expect("f'a{x!r:>{w}}b'", "FSTRING_START FSTRING_MIDDLE LBRACE x EXCLAMATION r COLON "
	                          "FSTRING_MIDDLE LBRACE w RBRACE FSTRING_MIDDLE RBRACE "
	                          "FSTRING_MIDDLE FSTRING_END NEWLINE END ");
	expect("f'{{}}{x}'", "FSTRING_START FSTRING_MIDDLE FSTRING_MIDDLE LBRACE x RBRACE "
	                     "FSTRING_END NEWLINE END ");
	expect("f'{f'{'a'}'}'", "FSTRING_START LBRACE FSTRING_START LBRACE STRING RBRACE "
	                        "FSTRING_END RBRACE FSTRING_END NEWLINE END ");
	expect("f'{x:=5}{(y:=1)}'", "FSTRING_START LBRACE x COLON FSTRING_MIDDLE RBRACE LBRACE "
	                            "LPAR y COLONEQUAL 1 RPAR RBRACE FSTRING_END NEWLINE END ");
	expect("f'''{\nx\n}\n'''", "FSTRING_START LBRACE x RBRACE FSTRING_MIDDLE FSTRING_END "
	                           "NEWLINE END ");
	expect("t\"\\N{EM DASH}{x}\"", "FSTRING_START FSTRING_MIDDLE LBRACE x RBRACE FSTRING_END "
	                               "NEWLINE END ");
	assert_string_equal(lex("f'}'").error, "a single '}' in an f-string");
	assert_string_equal(lex("f'a\n'").error, "f-string never ends");
	assert_string_equal(lex("f'''{x:'''").error, "f-string never ends");
}

static void bounds(void **state)
{
	char text[4096] = {0};

	(void)state;
	memset(text, '(', 200);
	assert_string_equal(lex(text).error, "bracket was never closed");
	memset(text, '[', 201);
	assert_string_equal(lex(text).error, "more than 200 brackets in each other");
	assert_int_equal(lex(text).error_at, 200);
	text[0] = 0;
	for (int i = 0; i < 151; i++)
		strcat(text, "f'{");
	assert_string_equal(lex(text).error, "more than 150 f-strings in each other");
}

/* Batches end behind whole statements only, so a bracket always knows its other half. */
static void batches(void **state)
{
	char text[8192] = "x = (";
	struct seen seen;

	(void)state;
	for (int i = 0; i < 1200; i++)
		strcat(text, "a,");
	strcat(text, ")\n");
	seen = lex(text);
	assert_int_equal(seen.batches, 2);
	assert_null(seen.error);
	seen = lex("[x for x in y]");
	assert_int_equal(seen.last_flags, TOKEN_COMPREHENSION);
	seen = lex("[(x for x in y)]");
	assert_int_equal(seen.last_flags, 0);
	seen = lex("(a as b)");
	assert_int_equal(seen.last_flags, TOKEN_HAS_AS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_kept_tokens),
	        cmocka_unit_test(layout),
	        cmocka_unit_test(layout_errors),
	        cmocka_unit_test(operators),
	        cmocka_unit_test(numbers),
	        cmocka_unit_test(strings),
	        cmocka_unit_test(formatted),
	        cmocka_unit_test(bounds),
	        cmocka_unit_test(batches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
