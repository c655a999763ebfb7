#include "base/md5.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check(str text, const char *want)
{
	/* Whole, and in pieces of every size around the block. */
	for (size_t piece = 1; piece <= 130; piece += 13) {
		struct md5 md5 = {0};
		char hex[33];

		for (size_t at = 0; at < text.len; at += piece)
			md5_add(&md5, str_slice(text, at, at + piece));
		md5_hex(&md5, hex);
		assert_string_equal(hex, want);
	}
}

/* The test suite of RFC 1321, A.5. */
static void test_rfc(void **state)
{
	(void)state;
	check(S(""), "d41d8cd98f00b204e9800998ecf8427e");
	check(S("a"), "0cc175b9c0f1b6a831c399e269772661");
	check(S("abc"), "900150983cd24fb0d6963f7d28e17f72");
	check(S("message digest"), "f96b697d7cb7938d525a2f31aaf161d0");
	check(S("abcdefghijklmnopqrstuvwxyz"), "c3fcd3d76192e4007dfb496cca67e13b");
	check(S("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"),
	        "d174ab98d277d9f5a5611c2c9f419d9f");
	check(S("1234567890123456789012345678901234567890"
	        "1234567890123456789012345678901234567890"),
	        "57edf4a22be3c955ac49da2e2107b67a");
}

/* Lengths around which the padding changes; the digests are hashlib's. */
static void test_padding(void **state)
{
	static const struct {
		size_t len;
		const char *hex;
	} rows[] = {
	        {55, "c932e1b1a97de537d13e0dddd96da42b"},
	        {56, "266ea7b18061f04ebe140d63ce648567"},
	        {57, "24cc260ec785c4caf68652001f828615"},
	        {63, "7b7cb022759a9f373ef24bf92c05204f"},
	        {64, "40bfc24c764552cb38083a62855664aa"},
	        {65, "4f8d62f3cf50e436dfe277c67b321fbc"},
	        {119, "4e20e3261348598d351ffb929cec1624"},
	        {120, "c976bc0861b17fcb68af3c74b7e12f7a"},
	        {121, "2ded3105d9ae7c1b1b5359a9f665fcdf"},
	};
	char text[128];

	(void)state;
	memset(text, 'q', sizeof text);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		check((str){text, rows[i].len}, rows[i].hex);
}

/* Lanes side by side give what one after the other gives, for every length and any count. */
static void test_many(void **state)
{
	enum { COUNT = 300 };
	static char text[COUNT * 3], hex[COUNT][33];
	str texts[COUNT];

	(void)state;
	for (size_t i = 0; i < sizeof text; i++)
		text[i] = (char)(i * 31 + 7);
	for (uint32_t i = 0; i < COUNT; i++)
		texts[i] = str_slice((str){text, sizeof text}, i, i + i * 2);
	md5_hex_many(texts, COUNT, hex);
	for (uint32_t i = 0; i < COUNT; i++)
		check(texts[i], hex[i]);
	md5_hex_many(texts, 0, hex);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_rfc),
	        cmocka_unit_test(test_padding),
	        cmocka_unit_test(test_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
