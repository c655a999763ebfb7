/* Is every sentence that a room makes said in the other language, and every message there? */
#include "base/phrase.h"
#include "base/random.h"
#include "base/text.h"
#include "report/said.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* The format with made-up parts in it; a part stands in parts[]. */
static str made(struct arena *arena, const char *format, str parts[PHRASE_PARTS], uint32_t *n)
{
	struct buf out = {0};
	str text;

	*n = 0;
	for (const char *f = format; *f; f++) {
		if (f[0] == '%' && f[1] == '%')
			f++;
		if (f[0] != '%' || (f > format && f[-1] == '%')) {
			buf_byte(&out, *f);
			continue;
		}
		f += 1 + strspn(f + 1, ".*0123456789-+l");
		parts[*n] =
		        *f == 's' || *f == 'c'
		                ? arena_format(arena, *f == 'c' ? "%c" : "word%c", 'A' + (int)*n)
		                : arena_format(arena, "%u.5", 10 + *n);
		buf_put(&out, parts[*n]);
		++*n;
	}
	text = arena_dup(arena, buf_str(&out));
	buf_free(&out);
	return text;
}

static bool has_chinese(str text)
{
	size_t n;

	for (size_t i = 0; i < text.len; i += n) {
		uint32_t point = utf8_decode(str_from_at(text, i), &n);

		if (point >= 0x4e00 && point <= 0x9fff)
			return true;
	}
	return false;
}

static bool uses_part(const char *sentence, uint32_t part)
{
	char hole[4] = {'{', (char)('0' + part), 0, 0};

	return strstr(sentence, hole) != NULL;
}

/* Every sentence is found again by its format, is not hidden by one before it, keeps its parts, and
 * names none that is not there. */
static uint32_t sentences_of(struct arena *arena, enum said_kind kind)
{
	uint32_t count, n;
	const struct phrase *phrases = said_phrases(kind, &count);

	for (uint32_t i = 0; i < count; i++) {
		str parts[PHRASE_PARTS], text = made(arena, phrases[i].english, parts, &n);
		str other = said(arena, LANGUAGE_ZH_TW, kind, text);

		assert_true(str_eq(said(arena, LANGUAGE_EN, kind, text), text));
		if (!has_chinese(other) && has_chinese(str_from(phrases[i].other)))
			fail_msg("'%.*s' is said '%.*s'", STR_ARG(text), STR_ARG(other));
		for (uint32_t k = 0; k < PHRASE_PARTS; k++) {
			if (k >= n)
				assert_false(uses_part(phrases[i].other, k));
			else if (uses_part(phrases[i].other, k) && !str_has(other, parts[k]))
				fail_msg("'%.*s' lost its part %u: '%.*s'", STR_ARG(text), k,
				        STR_ARG(other));
		}
	}
	return count;
}

static void test_every_sentence_is_said(void **state)
{
	struct arena *arena = arena_new();
	uint32_t all = 0;

	(void)state;
	for (int kind = 0; kind < SAID_COUNT; kind++)
		all += sentences_of(arena, (enum said_kind)kind);
	assert_true(all > 100);
	arena_free(arena);
}

static void says(enum said_kind kind, const char *english, const char *chinese)
{
	struct arena *arena = arena_new();
	str got = said(arena, LANGUAGE_ZH_TW, kind, str_from(english));

	if (!str_eq(got, str_from(chinese)))
		fail_msg("'%s' is said '%.*s', not '%s'", english, STR_ARG(got), chinese);
	arena_free(arena);
}

static void test_parts_are_said_too(void **state)
{
	(void)state;
	says(SAID_GATE, "tpu: 2 findings of severity blocker", "tpu：2 處「擋住執行」");
	says(SAID_ANSWER, "through aten.add.Tensor: no fact names this operator",
	        "經由 aten.add.Tensor：沒有資料提到此運算子");
	says(SAID_GATE,
	        "tpu: 3 operator calls unknown in eager mode; at most 0 (threshold unknown, "
	        "portfit.yaml:3)",
	        "tpu：3 次運算子呼叫為「未知（待實測）」（即時執行（eager））；門檻為至多 "
	        "0（unknown，portfit.yaml:3）");
	/* two sentences joined */
	says(SAID_FILE, "symbolic link; excluded", "符號連結；已設定排除");
	/* data stay as they are, also beside a sentence and within one */
	says(SAID_ANSWER, "compiler check NCC_EVRF019: rejected",
	        "compiler check NCC_EVRF019: rejected");
	says(SAID_ANSWER, "its part aten.foo is unknown; size bound",
	        "其中的 aten.foo 尚未知道；size bound");
	says(SAID_WORD, "", "");
	says(SAID_FILE, "; ; ", "；；");
}

/* Whatever a file puts into a text, all of its parts come out again, and it ends. */
static void test_any_text_is_said(void **state)
{
	static const char *const bits[] = {"through ", ": ", "; ", " is unknown", "{0}", "%s", "(",
	        ")", "the price of ", " is of ", "\xff", "3", " days old", "tpu",
	        " findings of severity "};
	struct random random = random_from(7);
	struct arena *arena = arena_new();

	(void)state;
	for (int round = 0; round < 20000; round++) {
		struct buf text = {0};
		struct arena_mark mark = arena_mark(arena);

		for (uint64_t n = random_bits(&random) % 9; n; n--)
			buf_puts(&text, bits[random_bits(&random) % (sizeof bits / sizeof *bits)]);
		for (int kind = 0; kind < SAID_COUNT; kind++)
			assert_true(
			        said(arena, LANGUAGE_ZH_TW, (enum said_kind)kind, buf_str(&text))
			                .len ||
			        !text.len);
		arena_rewind(arena, mark);
		buf_free(&text);
	}
	arena_free(arena);
}

static void test_every_message_is_in_both_languages(void **state)
{
	static const struct {
		const char *name, *en, *zh;
	} messages[] = {
#define X(name, en, zh) {#name, en, zh},
	        MESSAGE_LIST(X)
#undef X
	};

	(void)state;
	for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
		assert_true(*messages[i].en && *messages[i].zh);
		for (uint32_t k = 0; k < 10; k++)
			if (uses_part(messages[i].en, k) != uses_part(messages[i].zh, k) &&
			        uses_part(messages[i].zh, k))
				fail_msg("%s: a part that the other has not", messages[i].name);
	}
}

/* A line breaks beside wide characters and at blanks, not before closing punctuation. */
static void test_pieces_of_a_line(void **state)
{
	static const struct {
		const char *text, *pieces; /* with | between them, _ for a blank */
	} cases[] = {{"a bc d", "a_bc_d"}, {"", ""}, {"a  b", "a__b"}, {"中文字", "中|文|字"},
	        {"中文，abc（中）。d", "中|文，|abc|（中）。|d"}, {"x [中 1]", "x_[中_1]"},
	        {"用 A 機", "用_A_機"}, {"\xff\xff", "\xff\xff"}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct buf got = {0};
		size_t at = 0;
		bool blank, first = true;
		str piece;

		while (text_piece(str_from(cases[i].text), &at, &piece, &blank)) {
			if (!first)
				buf_byte(&got, blank ? '_' : '|');
			buf_put(&got, piece);
			first = false;
		}
		if (!str_eq(buf_str(&got), str_from(cases[i].pieces)))
			fail_msg("'%s': '%.*s'", cases[i].text, STR_ARG(buf_str(&got)));
		buf_free(&got);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_sentence_is_said),
	        cmocka_unit_test(test_parts_are_said_too), cmocka_unit_test(test_any_text_is_said),
	        cmocka_unit_test(test_every_message_is_in_both_languages),
	        cmocka_unit_test(test_pieces_of_a_line)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
