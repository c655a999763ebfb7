/* Is the text of a file what Python decodes? */
#include "scanner/python/source.h"

#include "base/bytes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct arena *arena;

static struct source decode(str bytes)
{
	struct python_source in = {.bytes = bytes};
	struct source out;

	source_decode(arena, &in, &out);
	return out;
}

static void encodings(void **state)
{
	struct source s;

	(void)state;
	s = decode(S("x = 1\n"));
	assert_true(str_eq(s.encoding, S("utf-8")) && s.ascii && s.error.kind == PYTHON_OK);
	s = decode(S("\xef\xbb\xbfx = '\xc3\xa9'\n"));
	assert_true(str_eq(s.text, S("x = '\xc3\xa9'\n")) && !s.ascii);
	s = decode(S("# -*- coding: Latin_1 -*-\n\xe9"));
	assert_true(str_eq(s.encoding, S("iso-8859-1")));
	assert_true(str_eq(s.text, S("# -*- coding: Latin_1 -*-\n\xc3\xa9")));
	s = decode(S("#!/bin/x\r\n# vim: set fileencoding=latin1 :\r\n\xe9"));
	assert_true(str_eq(s.encoding, S("latin1")) && s.error.kind == PYTHON_OK);
	s = decode(S("x\n# coding: latin-1\n\xc3\xa9")); /* the first line is no comment */
	assert_true(str_eq(s.encoding, S("utf-8")) && s.error.kind == PYTHON_OK);
	s = decode(S("# coding\n# encoding: UTF_8-unix\n"));
	assert_true(str_eq(s.encoding, S("utf-8")) && s.error.kind == PYTHON_OK);
	s = decode(S(""));
	assert_true(s.text.ptr && !s.text.len && s.error.kind == PYTHON_OK);
}

static void refusals(void **state)
{
	struct source s;

	(void)state;
	s = decode((str){"a\0b", 3});
	assert_int_equal(s.error.kind, PYTHON_ERROR_NUL);
	s = decode(S("# coding: koi8-r\n"));
	assert_true(s.error.kind == PYTHON_ERROR_DECODE && !s.text.ptr);
	assert_true(str_eq(s.encoding, S("koi8-r")));
	s = decode(S("\xef\xbb\xbf# coding: latin-1\n"));
	assert_true(s.error.kind == PYTHON_ERROR_DECODE && !s.text.ptr);
	s = decode(S("# coding: ascii\n'\xc3\xa9'"));
	assert_int_equal(s.error.kind, PYTHON_ERROR_DECODE);
}

/* Bytes that are no UTF-8: the place is told, and the text is read all the same. */
static void damage(void **state)
{
	struct source s = decode(S("x = 1\r\ny = '\xff'\n"));

	(void)state;
	assert_int_equal(s.error.kind, PYTHON_ERROR_DECODE);
	assert_true(s.error.has_line && s.error.line == 2);
	assert_true(str_eq(s.text, S("x = 1\ny = '\xc3\xbf'\n")));
	s = decode(S("x\n  # \xff\n"));
	assert_true(s.error.kind == PYTHON_ERROR_DECODE && !s.error.has_line);
}

static void line_ends(void **state)
{
	struct source s = decode(S("a\r\nb\rc\n\r\r\nd\x0b\x0c\xc2\x85"));

	(void)state;
	assert_true(str_eq(s.text, S("a\nb\nc\n\n\nd\x0b\x0c\xc2\x85")));
	assert_true(str_eq(s.original, S("a\r\nb\rc\n\r\r\nd\x0b\x0c\xc2\x85")));
	for (size_t i = 0; i < BYTES_PAD; i++)
		assert_int_equal(s.text.ptr[s.text.len + i], 0);
}

/* Padded bytes are not copied when nothing has to change. */
static void views(void **state)
{
	static const char bytes[100] = "x = 1\n", marked[100] = "\xef\xbb\xbfx\n";
	struct python_source in = {.bytes = {bytes, 6}, .padded = true};
	struct source out;

	(void)state;
	assert_true(source_decode(arena, &in, &out) && out.text.ptr == bytes);
	in.bytes = (str){marked, 5};
	assert_true(source_decode(arena, &in, &out) && out.text.ptr == marked + 3);
	in.bytes = (str){NULL, 0};
	assert_true(source_decode(arena, &in, &out) && out.text.ptr);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(encodings),
	        cmocka_unit_test(refusals),
	        cmocka_unit_test(damage),
	        cmocka_unit_test(line_ends),
	        cmocka_unit_test(views),
	};
	int status;

	arena = arena_new();
	status = cmocka_run_group_tests(tests, NULL, NULL);
	arena_free(arena);
	return status;
}
