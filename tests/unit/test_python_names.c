/* Has every text one number, and every number one text, whatever its length and wherever it lies?
 */
#include "scanner/python/names.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { LONGEST = 70, MANY = 50000 };

static uint32_t id_of(struct names *names, const char *text)
{
	return names_id(names, (str){text, strlen(text)});
}

/* At the end of its own memory, so that AddressSanitizer sees a look behind it. */
static str tight(struct arena *arena, str text)
{
	char *copy = arena_room(arena, text.len, 1);

	memcpy(copy, text.ptr, text.len);
	return (str){copy, text.len};
}

static void test_each_length_and_each_byte(void **state)
{
	struct arena *arena = arena_new();
	struct names names;
	char text[LONGEST + 1];

	(void)state;
	names_init(&names, arena, 0);
	for (size_t len = 1; len <= LONGEST; len++) {
		uint32_t id;

		memset(text, 'a', len);
		id = names_id(&names, tight(arena, (str){text, len}));
		assert_int_equal(names_id(&names, tight(arena, (str){text, len})), id);
		assert_int_equal(names_find(&names, (str){text, len}), id);
		for (size_t i = 0; i < len; i++) {
			str other;

			text[i] = 'b';
			assert_int_equal(names_find(&names, (str){text, len}), 0);
			other = tight(arena, (str){text, len});
			assert_int_equal(names_id(&names, other), ++id);
			assert_true(str_eq(names_text(&names, id), other));
			text[i] = 'a';
		}
	}
	arena_free(arena);
}

static void test_known_names_have_their_numbers(void **state)
{
	static const char *const words[] = {"",
#define X(id, word) word,
	        PYTHON_KEYWORDS(X) PYTHON_KNOWN_NAMES(X)
#undef X
	};
	struct arena *arena = arena_new();
	struct names names;

	(void)state;
	names_init(&names, arena, 0);
	for (uint32_t i = 1; i < NAME_KNOWN_END; i++) {
		assert_int_equal(id_of(&names, words[i]), i);
		assert_true(str_eq(names_text(&names, i), str_from(words[i])));
	}
	assert_int_equal(names.list.len, NAME_KNOWN_END);
	assert_int_equal(names_id(&names, STR_NONE), NAME_EMPTY);
	arena_free(arena);
}

static void test_many(void **state)
{
	static const char *const starts[] = {"n", "a_rather_long_name_of_a_variable_"};
	struct arena *arena = arena_new();
	struct names names;
	char text[80];

	(void)state;
	names_init(&names, arena, 3);
	for (int turn = 0; turn < 2; turn++)
		for (uint32_t i = 0; i < MANY; i++) {
			snprintf(text, sizeof text, "%s%u", starts[i % 2], i);
			assert_int_equal(names_id(&names, arena_dup(arena, str_from(text))),
			        NAME_KNOWN_END + i);
		}
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_each_length_and_each_byte),
	        cmocka_unit_test(test_known_names_have_their_numbers),
	        cmocka_unit_test(test_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
