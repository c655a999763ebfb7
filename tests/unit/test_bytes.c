/* Does looking at many bytes in one step see what looking at each would? At every length and
 * alignment up to a few steps, with what is looked for at every place. */
#include "base/bytes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST = 100, LONG = 20000 };

static bool is_word_byte(unsigned char c)
{
	return c >= 0x80 || c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
	       (c >= 'a' && c <= 'z');
}

static uint32_t look(const char *p, size_t len)
{
	uint32_t seen = 0;

	for (size_t i = 0; i < len; i++)
		seen |= ((unsigned char)p[i] >= 0x80 ? BYTES_HIGH : 0) | (!p[i] ? BYTES_NUL : 0) |
		        (p[i] == '\r' ? BYTES_CR : 0);
	return seen;
}

static void compare(const char *p, size_t len)
{
	size_t count = 0, ascii = 0;

	for (size_t i = 0; i < len; i++)
		count += p[i] == 'x';
	while (ascii < len && (unsigned char)p[ascii] < 0x80)
		ascii++;
	assert_int_equal(bytes_count(p, len, 'x'), count);
	assert_int_equal(bytes_ascii(p, len), ascii);
	assert_int_equal(bytes_look(p, len), look(p, len));
}

/* One byte of each kind at each place of a text of one other byte. */
static void test_one_odd_byte(void **state)
{
	static const char odd[] = {'\0', '\r', '\x80', '\xff', 'x', '\x7f', '\x01', '\n'};

	(void)state;
	for (size_t from = 0; from < 17; from++)
		for (size_t len = 0; len < MOST - 17; len++)
			for (size_t at = 0; at < len; at += 1 + len / 30)
				for (size_t k = 0; k < sizeof odd; k++) {
					char text[MOST];

					memset(text, 'y', sizeof text);
					text[from + at] = odd[k];
					compare(text + from, len);
				}
}

/* What stands behind the text must not matter. */
static void test_nothing_behind_counts(void **state)
{
	char text[MOST];

	(void)state;
	for (size_t len = 0; len < 50; len++) {
		memset(text, 'y', sizeof text);
		memset(text + len, len % 2 ? 0xff : 0, sizeof text - len);
		assert_int_equal(bytes_look(text, len), 0);
		assert_int_equal(bytes_ascii(text, len), len);
		assert_int_equal(bytes_count(text, len, (char)0xff), 0);
	}
}

static void test_a_long_text(void **state)
{
	char *text = malloc(LONG);
	uint32_t random = 1;

	(void)state;
	assert_non_null(text);
	memset(text, 'x', LONG);
	assert_int_equal(bytes_count(text, LONG, 'x'), LONG);
	for (size_t i = 0; i < LONG; i++) {
		random = random * 1664525 + 1013904223;
		text[i] = (char)(random >> 24 & 0x7f);
	}
	for (size_t len = LONG - 40; len < LONG; len++)
		compare(text, len);
	free(text);
}

/* Runs end at the first other byte; a NUL ends all. */
static void test_runs(void **state)
{
	char text[MOST + BYTES_PAD] = {0};

	(void)state;
	for (size_t len = 0; len < MOST; len++) {
		memset(text, 0, sizeof text);
		memset(text, ' ', len);
		assert_int_equal(bytes_run(text, ' '), len);
		text[len] = 'a';
		assert_int_equal(bytes_run(text, ' '), len);
		if (len < 16)
			assert_int_equal(bytes_mask(text, ' '), (1u << len) - 1);
		for (int c = 0; c < 256; c++) {
			memset(text, 'b', len);
			text[len] = (char)c;
			text[len + 1] = 0;
			assert_int_equal(
			        bytes_word(text), is_word_byte((unsigned char)c) ? len + 1 : len);
			assert_ptr_equal(bytes_find(text, (char)c, (char)c, (char)c),
			        text + (c == 'b' && len ? 0 : len));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_one_odd_byte),
	        cmocka_unit_test(test_nothing_behind_counts),
	        cmocka_unit_test(test_a_long_text),
	        cmocka_unit_test(test_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
