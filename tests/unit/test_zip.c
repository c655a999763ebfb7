/* ZIP archives: what is read, what is refused, and in which words. */
#include "base/crc32.h"
#include "base/gzip.h"
#include "base/zip.h"
#include "base/zip_plain.h"
#include "tests/unit/zip_writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

struct opened {
	struct arena *arena;
	struct diags diags;
	struct env env;
	struct zip_file *zip;
	bool ok;
};

static void begin(struct opened *o)
{
	*o = (struct opened){.arena = arena_new()};
	o->diags.arena = o->arena;
	o->env = (struct env){o->arena, o->arena, &o->diags, &limits_default, NULL};
}

static void open_zip(struct opened *o, str bytes)
{
	begin(o);
	o->ok = zip_file_open(&o->env, S("x.zip"), bytes, &o->zip);
}

static void close_zip(struct opened *o)
{
	if (o->ok)
		zip_file_close(o->zip);
	arena_free(o->arena);
}

static str first_problem(const struct opened *o)
{
	return o->diags.list.len ? o->diags.list.at[0].text : S("");
}

static void expect_content(struct opened *o, const char *name, str want)
{
	uint32_t entry = zip_file_find(o->zip, str_from(name));
	str content;

	assert_int_not_equal(entry, UINT32_MAX);
	if (!zip_file_read(&o->env, o->zip, entry, &content))
		print_error("%.*s\n", STR_ARG(first_problem(o)));
	assert_int_equal(o->diags.list.len, 0);
	assert_true(str_eq(content, want));
}

/* Stored and deflated, with and without descriptors, ZIP64, comments. */
static void test_layouts(void **state)
{
	(void)state;
	for (int k = 0; k < 32; k++) {
		struct zip_writer w = {.deflate = k & 1,
		        .descriptors = k & 2,
		        .zip64 = k & 4,
		        .pad = k & 8 ? 37 : 0};
		str comment =
		        k & 16 ? S("a comment with PK\5\6 in it and more behind it") : STR_NONE;
		struct opened o;
		str bytes;

		zip_add(&w, S("a/one.txt"), S("one one one one one one one one"));
		zip_add(&w, S("a/"), S(""));
		zip_add(&w, S("../two"), S("2"));
		zip_add(&w, S("empty"), S(""));
		bytes = zip_end(&w, comment);
		open_zip(&o, bytes);
		if (!o.ok)
			print_error("%d: %.*s\n", k, STR_ARG(first_problem(&o)));
		assert_true(o.ok);
		assert_int_equal(zip_file_count(o.zip), 4);
		expect_content(&o, "a/one.txt", S("one one one one one one one one"));
		expect_content(&o, "../two", S("2"));
		expect_content(&o, "empty", S(""));
		assert_int_equal(zip_file_find(o.zip, S("none")), UINT32_MAX);
		close_zip(&o);
		buf_free(&w.out);
	}
}

static void test_repeats(void **state)
{
	struct zip_writer w = {0};
	struct opened o;

	(void)state;
	zip_add(&w, S("a"), S("first"));
	zip_add(&w, S("a"), S("last"));
	open_zip(&o, zip_end(&w, STR_NONE));
	assert_int_equal(zip_file_count(o.zip), 2);
	expect_content(&o, "a", S("last"));
	close_zip(&o);
	buf_free(&w.out);
}

/* Reading the first entry fails with these words; NULL: opening does. */
static void expect_refusal(struct zip_writer *w, const char *data, const char *words)
{
	struct opened o;
	str content;

	zip_add(w, S("name"), str_from(data));
	open_zip(&o, zip_end(w, STR_NONE));
	assert_true(o.ok);
	assert_false(zip_file_read(&o.env, o.zip, 0, &content));
	if (!str_has(first_problem(&o), str_from(words)))
		print_error("want '%s', got '%.*s'\n", words, STR_ARG(first_problem(&o)));
	assert_int_equal(o.diags.list.len, 1);
	assert_true(str_has(first_problem(&o), str_from(words)));
	close_zip(&o);
	buf_free(&w->out);
}

static void test_refused_entries(void **state)
{
	(void)state;
	expect_refusal(&(struct zip_writer){.crc_change = 1}, "data", "its checksum is wrong");
	expect_refusal(&(struct zip_writer){.crc_change = 1, .deflate = true}, "data",
	        "its checksum is wrong");
	expect_refusal(&(struct zip_writer){.size_change = 1}, "data", "wrong size");
	expect_refusal(&(struct zip_writer){.size_change = -1, .deflate = true}, "data",
	        "cannot be inflated");
	expect_refusal(&(struct zip_writer){.size_change = 9, .deflate = true}, "data",
	        "cannot be inflated");
	expect_refusal(&(struct zip_writer){.flags = 1}, "data", "encrypted");
	expect_refusal(
	        &(struct zip_writer){.method_plus = 12}, "data", "in a way that is not read");
	/* Deflated data that is none. */
	expect_refusal(
	        &(struct zip_writer){.method_plus = 8}, "\xff\xff\xff", "cannot be inflated");
}

/* A hundred thousand zeros a byte. */
static void test_bomb(void **state)
{
	struct zip_writer w = {.deflate = true};
	struct buf zeros = {0};
	struct opened o;
	str content;

	(void)state;
	buf_repeat(&zeros, 0, 64 << 20);
	zip_add(&w, S("bomb"), buf_str(&zeros));
	open_zip(&o, zip_end(&w, STR_NONE));
	assert_true(o.ok);
	assert_false(zip_file_read(&o.env, o.zip, 0, &content));
	assert_true(str_has(first_problem(&o), S("refused as a ZIP bomb")));
	assert_true(arena_bytes(o.arena) < 1 << 20);
	close_zip(&o);
	buf_free(&zeros);
	buf_free(&w.out);
}

static void test_nul_in_name(void **state)
{
	struct zip_writer w = {0};
	struct opened o;

	(void)state;
	zip_add(&w, S("models/model.json\0.txt"), S("{}"));
	open_zip(&o, zip_end(&w, STR_NONE));
	assert_false(o.ok);
	assert_true(str_has(first_problem(&o), S("NUL byte in an entry name")));
	close_zip(&o);
	buf_free(&w.out);
}

/* Cut anywhere and changed anywhere: opened or refused, read or refused, in one line each. */
static void test_damage(void **state)
{
	struct zip_writer w = {.zip64 = true, .descriptors = true};
	char *copy;
	str bytes;

	(void)state;
	zip_add(&w, S("a"), S("some data"));
	w.deflate = true;
	zip_add(&w, S("b"), S("some more data, more data, more data"));
	bytes = zip_end(&w, S("end"));
	copy = malloc(bytes.len);
	for (size_t k = 0; k < bytes.len * 9; k++) {
		size_t at = k / 9, len = k % 9 ? bytes.len : at;
		struct opened o;
		str content;

		memcpy(copy, bytes.ptr, bytes.len);
		if (k % 9)
			copy[at] = (char)(copy[at] ^ (1 << (k % 9 - 1)));
		open_zip(&o, (str){copy, len});
		/* What lacks a piece of its comment alone, some releases of libzip read. */
		if (len < bytes.len - 3)
			assert_false(o.ok);
		for (uint32_t i = 0; o.ok && i < zip_file_count(o.zip); i++)
			if (zip_file_read(&o.env, o.zip, i, &content))
				assert_true(str_starts(content, S("some ")));
		assert_true(o.diags.list.len <= 2);
		close_zip(&o);
	}
	free(copy);
	buf_free(&w.out);
}

/* What is said of an archive without libzip must be what libzip says of it. Whether it is said. */
static bool is_told_alike(str bytes)
{
	struct opened o;
	struct zip_plain plain;
	str content;

	begin(&o);
	if (!zip_plain_read(o.arena, bytes, &plain)) {
		arena_free(o.arena);
		return false;
	}
	o.ok = zip_file_open_by_library(&o.env, S("x.zip"), bytes, &o.zip);
	if (!o.ok)
		print_error("%.*s\n", STR_ARG(first_problem(&o)));
	assert_true(o.ok);
	assert_int_equal(zip_file_count(o.zip), plain.entries.len);
	for (uint32_t i = 0; i < plain.entries.len; i++) {
		const struct zip_plain_entry *entry = &plain.entries.at[i];
		const struct zip_entry *known = zip_file_entry(o.zip, i);
		bool sound = gzip_checksum(entry->content) == entry->crc;

		assert_true(str_eq(entry->name, known->name));
		assert_int_equal(entry->content.len, known->size);
		assert_int_equal(entry->content.len, known->stored_size);
		assert_int_equal(zip_file_read(&o.env, o.zip, i, &content), sound);
		assert_true(!sound || str_eq(content, entry->content));
	}
	close_zip(&o);
	return true;
}

/* As PyTorch writes it, a saved tensor (an archive of its own) among the entries. */
static str like_pytorch(struct zip_writer *w, str inside)
{
	zip_add(w, S("m/models/model.json"), S("{\"a\": 1}"));
	zip_add(w, S("m/data/sample_inputs/model.pt"), inside);
	zip_add(w, S("m/version"), S("3\n"));
	return zip_end(w, STR_NONE);
}

/* Every layout, and each of them cut anywhere and with every bit changed. What is changed in a way
 * that nothing depends on may still be told; most of it is not. */
static void test_plain(void **state)
{
	(void)state;
	for (int k = 0; k < 16; k++) {
		struct zip_writer inner = {.zip64 = k & 1, .descriptors = true};
		struct zip_writer w = {.zip64 = k & 2, .descriptors = k & 4, .pad = k & 8 ? 29 : 0};
		uint32_t told = 0, tried = 0;
		str bytes;
		char *copy;

		zip_add(&inner, S("data.pkl"), S("a tensor"));
		bytes = like_pytorch(&w, zip_end(&inner, STR_NONE));
		assert_true(is_told_alike(bytes));
		copy = malloc(bytes.len);
		for (size_t at = 0; at < bytes.len * 9; at++) {
			memcpy(copy, bytes.ptr, bytes.len);
			if (at % 9)
				copy[at / 9] = (char)(copy[at / 9] ^ (1 << (at % 9 - 1)));
			told += is_told_alike((str){copy, at % 9 ? bytes.len : at / 9});
			tried++;
		}
		assert_true(told > 0 && told < tried);
		free(copy);
		buf_free(&w.out);
		buf_free(&inner.out);
	}
}

/* Anything that is not plain is libzip's. */
static void test_not_plain(void **state)
{
	struct zip_writer some[] = {{.deflate = true}, {.flags = 1}, {.method_plus = 12},
	        {.size_change = 1}, {.flags = 0x40}};
	struct zip_writer name = {0}, comment = {0}, empty = {0}, inside = {0}, outside = {0};

	(void)state;
	for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
		assert_false(is_told_alike(like_pytorch(&some[i], S("x"))));
		buf_free(&some[i].out);
	}
	zip_add(&name, S("caf\xc3\xa9"), S("x"));
	assert_false(is_told_alike(zip_end(&name, STR_NONE)));
	zip_add(&comment, S("a"), S("x"));
	assert_false(is_told_alike(zip_end(&comment, S("c"))));
	assert_false(is_told_alike(zip_end(&empty, STR_NONE)));
	/* An archive inside whose end record holds for the outer one as well. */
	assert_false(is_told_alike(like_pytorch(&outside, zip_end(&inside, STR_NONE))));
	buf_free(&name.out);
	buf_free(&comment.out);
	buf_free(&empty.out);
	buf_free(&inside.out);
	buf_free(&outside.out);
}

/* Stored entries are looked at where they lie. */
static void test_views(void **state)
{
	struct zip_writer w = {.descriptors = true, .pad = 11};
	struct opened o;
	str content, bytes;

	(void)state;
	zip_add(&w, S("a"), S("some data"));
	bytes = zip_end(&w, STR_NONE);
	open_zip(&o, bytes);
	assert_true(zip_file_read(&o.env, o.zip, 0, &content));
	assert_true(content.ptr > bytes.ptr && content.ptr < bytes.ptr + bytes.len);
	close_zip(&o);
	buf_free(&w.out);
}

/* Many entries are read; names that libzip's table would hang onto one list are refused, since it
 * takes the square of their number to put them there. */
static void test_many_entries(void **state)
{
	enum { MANY = 40000 };

	(void)state;
	for (int kind = 0; kind < 3; kind++) {
		struct zip_writer w = {.zip64 = true};
		struct opened o;
		char name[33];

		for (uint32_t i = 0; i < MANY; i++) {
			int len = 0;

			/* 33 * 'b' + '!' is 33 * 'a' + 'B'. */
			for (int bit = 0; kind == 2 && bit < 16; bit++, len += 2)
				memcpy(name + len, i >> bit & 1 ? "b!" : "aB", 2);
			if (kind < 2)
				len = snprintf(name, sizeof name, "weight_%u", kind ? 1 : i);
			zip_add(&w, (str){name, (size_t)len}, S("x"));
		}
		open_zip(&o, zip_end(&w, STR_NONE));
		if (kind < 2)
			assert_int_equal(zip_file_count(o.zip), MANY);
		else
			assert_true(str_has(first_problem(&o), S("slow to look up")));
		assert_int_equal(o.ok, kind < 2);
		close_zip(&o);
		buf_free(&w.out);
	}
}

static void test_crc(void **state)
{
	static unsigned char bytes[20000];
	uint32_t sum, seed = 1;

	(void)state;
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (unsigned char)((seed = seed * 1664525 + 1013904223) >> 24);
	for (size_t from = 0; from < 70; from += 3)
		for (size_t len = 0; from + len <= sizeof bytes; len += len < 200    ? 1
		                                                        : len < 4000 ? 97
		                                                                     : 61)
			if (crc32_quick((str){(char *)bytes + from, len}, &sum))
				assert_int_equal(sum, crc32(0, bytes + from, (uInt)len));
}

static void test_gzip(void **state)
{
	struct opened o;
	str content;
	/* "one\n" and "two\n", two members. */
	static const char two[] =
	        "\x1f\x8b\x08\0\0\0\0\0\0\3\xcb\xcf\x4b\xe5\x02\0\x6f\xc8\x9b\x7f\4\0\0"
	        "\0\x1f\x8b\x08\0\0\0\0\0\0\3\x2b\x29\xcf\xe7\x02\0";
	bool cut = false;

	(void)state;
	open_zip(&o, S(""));
	/* The second member lacks its end. */
	assert_true(gzip_read(&o.env, S("x.gz"), (str){two, sizeof two - 1}, &content, &cut));
	assert_true(cut);
	assert_true(str_starts(content, S("one\n")));
	/* Nothing comes of a header alone. */
	assert_false(gzip_read(&o.env, S("x.gz"), (str){two, 10}, &content, &cut));
	close_zip(&o);
}

/* Refused before all of it is in memory. */
static void test_gzip_bomb(void **state)
{
	struct opened o;
	struct buf packed = {0};
	size_t size = (size_t)64 << 20;
	char *zeros = calloc(1, size);
	z_stream z = {0};
	bool cut;
	str content;

	(void)state;
	open_zip(&o, S(""));
	deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
	z.next_in = (Bytef *)zeros;
	z.avail_in = (uInt)size;
	z.next_out = (Bytef *)buf_room(&packed, 1 << 17);
	z.avail_out = 1 << 17;
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	packed.len = z.total_out;
	deflateEnd(&z);
	assert_false(gzip_read(&o.env, S("x.gz"), buf_str(&packed), &content, &cut));
	assert_true(str_has(o.diags.list.at[1].text, S("refused as a gzip bomb")));
	buf_free(&packed);
	free(zeros);
	close_zip(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_layouts),
	        cmocka_unit_test(test_repeats),
	        cmocka_unit_test(test_refused_entries),
	        cmocka_unit_test(test_bomb),
	        cmocka_unit_test(test_nul_in_name),
	        cmocka_unit_test(test_damage),
	        cmocka_unit_test(test_plain),
	        cmocka_unit_test(test_not_plain),
	        cmocka_unit_test(test_views),
	        cmocka_unit_test(test_many_entries),
	        cmocka_unit_test(test_crc),
	        cmocka_unit_test(test_gzip),
	        cmocka_unit_test(test_gzip_bomb),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
