/* Are identifiers and character names what Python takes them for? */
#include "scanner/python/unicode.h"

#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void identifiers(void **state)
{
	(void)state;
	assert_int_equal(unicode_identifier(S("abc_1")), 5);
	assert_int_equal(unicode_identifier(S("1a")), 0);
	assert_int_equal(unicode_identifier(S("a b")), 1);
	assert_int_equal(unicode_identifier(S("é中𝔘")), 9);
	assert_int_equal(unicode_identifier(S("a·b")), 4); /* may stand inside, but not begin */
	assert_int_equal(unicode_identifier(S("·b")), 0);
	assert_int_equal(unicode_identifier(S("a€")), 1);
	assert_int_equal(unicode_identifier(S("a\xc2\xa0")), 1);
	assert_int_equal(unicode_identifier(S("")), 0);
}

static void same(str word, str normal)
{
	struct arena *arena = arena_new();

	assert_true(str_eq(unicode_nfkc(arena, word), normal));
	arena_free(arena);
}

static void normal_forms(void **state)
{
	(void)state;
	same(S("abc"), S("abc"));
	same(S("ﬁeld"), S("field"));
	same(S("e\xcc\x81"), S("é"));
	same(S("ℌ𝔢"), S("He"));
	same(S("Å"), S("Å"));
	/* Marks go into the order of their classes; the first that can joins the letter. */
	same(S("a\xcc\x81\xcc\xa3"), S("ạ\xcc\x81"));
	same(S("a\xcc\xa3\xcc\x81"), S("ạ\xcc\x81"));
	/* Hangul is computed: letters to syllables, and half a syllable and its tail. */
	same(S("\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab"), S("한"));
	same(S("하\xe1\x86\xab"), S("한"));
	same(S("한"), S("한"));
	same(S("ｶﾞ"), S("ガ"));
	/* A mark of class 0 between blocks nothing but itself. */
	same(S("क\xe0\xa4\xbc"), S("क\xe0\xa4\xbc"));
}

static void many_marks(void **state)
{
	struct arena *arena = arena_new();
	char *word = arena_alloc(arena, 400001, 1);
	str normal;

	(void)state;
	word[0] = 'a';
	for (size_t i = 0; i < 100000; i++)
		memcpy(word + 1 + i * 4, i % 2 ? "\xcc\x81\xcc\xa3" : "\xcc\xa3\xcc\x81", 4);
	normal = unicode_nfkc(arena, (str){word, 400001});
	assert_int_equal(normal.len, 3 + 99999 * 2 + 100000 * 2);
	assert_memory_equal(normal.ptr, "ạ\xcc\xa3", 5);
	assert_memory_equal(normal.ptr + normal.len - 2, "\xcc\x81", 2);
	arena_free(arena);
}

static void names(void **state)
{
	uint32_t point;

	(void)state;
	assert_true(unicode_by_name(S("EM DASH"), &point) && point == 0x2014);
	assert_true(unicode_by_name(S("em dash"), &point) && point == 0x2014);
	assert_true(unicode_by_name(S("LATIN SMALL LETTER A"), &point) && point == 'a');
	assert_true(unicode_by_name(S("LINE FEED"), &point) && point == '\n');
	assert_true(unicode_by_name(S("NBSP"), &point) && point == 0xa0);
	assert_true(unicode_by_name(S("SNAKE"), &point) && point == 0x1f40d);
	assert_true(unicode_by_name(S("CJK UNIFIED IDEOGRAPH-4E00"), &point) && point == 0x4e00);
	assert_true(unicode_by_name(S("HANGUL SYLLABLE HAN"), &point) && point == 0xd55c);
	assert_true(unicode_by_name(S("HANGUL SYLLABLE A"), &point) && point == 0xc544);
	assert_true(unicode_by_name(S("HANGUL SYLLABLE GGWAELB"), &point) && point == 0xaf6f);
	assert_true(unicode_by_name(S("VS256"), &point) && point == 0xe01ef);
	assert_false(unicode_by_name(S("SPAM"), &point));
	assert_false(unicode_by_name(S(""), &point));
	assert_false(unicode_by_name(S("CJK UNIFIED IDEOGRAPH-0041"), &point));
	assert_false(unicode_by_name(S("CJK UNIFIED IDEOGRAPH-4E0G"), &point));
	assert_false(unicode_by_name(S("HANGUL SYLLABLE HANX"), &point));
	assert_false(unicode_by_name(S("EM\xe2\x80\x94"), &point));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(identifiers),
	        cmocka_unit_test(normal_forms),
	        cmocka_unit_test(many_marks),
	        cmocka_unit_test(names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
