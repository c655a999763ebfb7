/* Is the ground floor right? str, arena, buf, map, text, dates, suggestions, problems. */
#include "base/blob.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/lanes.h"
#include "base/map.h"
#include "base/needles.h"
#include "base/pages.h"
#include "base/pool.h"
#include "base/random.h"
#include "base/text.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <fcntl.h>

#include <cmocka.h>

static void str_parts(void **state)
{
	str rest = S("a,b,,c"), part;
	int64_t n;
	double f;

	(void)state;
	assert_true(str_cut(&rest, ',', &part) && str_eq(part, S("a")));
	assert_true(str_cut(&rest, ',', &part) && str_eq(part, S("b")));
	assert_true(str_cut(&rest, ',', &part) && part.len == 0);
	assert_true(str_cut(&rest, ',', &part) && str_eq(part, S("c")));
	assert_false(str_cut(&rest, ',', &part));
	assert_true(str_int(S("-9223372036854775808"), &n) && n == INT64_MIN);
	assert_true(str_int(S("9223372036854775807"), &n) && n == INT64_MAX);
	assert_false(str_int(S("9223372036854775808"), &n));
	assert_false(str_int(S("-9223372036854775809"), &n));
	assert_false(str_int(S(""), &n));
	assert_false(str_int(S("-"), &n));
	assert_false(str_int(S("12x"), &n));
	assert_true(str_float(S("1e-5"), &f) && f > 0.9e-5 && f < 1.1e-5);
	assert_false(str_float(S(" 1"), &f));
	assert_int_equal(str_find(S("abcabc"), S("ca")), 2);
	assert_int_equal(str_find(S("abc"), S("x")), 3);
	assert_true(str_cmp(S("ab"), S("abc")) < 0 && str_cmp(S("b"), S("abc")) > 0);
	assert_true(str_eq(str_trim(S(" \t x y \r\n")), S("x y")));
}

static void arena_rewinds(void **state)
{
	struct arena *arena = arena_new();
	struct arena_mark mark, inner;
	VEC(uint64_t) kept = {0}, dropped = {0};
	size_t before;

	(void)state;
	for (uint64_t i = 0; i < 1000; i++)
		*VEC_PUSH(arena, &kept) = i;
	before = arena_bytes(arena);
	mark = arena_mark(arena);
	for (int i = 0; i < 1000; i++)
		*VEC_PUSH(arena, &dropped) = 7;
	inner = arena_mark(arena);
	for (int i = 0; i < 300; i++)
		assert_int_equal(((char *)arena_alloc(arena, 1024, 8))[1023], 0);
	arena_rewind(arena, inner);
	/* a vector that was born before the mark may grow behind it and must survive */
	for (uint64_t i = 1000; i < 5000; i++)
		*VEC_PUSH(arena, &kept) = i;
	arena_rewind(arena, mark);
	for (uint64_t i = 0; i < 5000; i++)
		assert_int_equal(kept.at[i], i);
	assert_true(arena_bytes(arena) < before + 5000 * 16 + (1 << 17));
	/* rewound memory comes back zeroed */
	memset(arena_alloc(arena, 64, 64), 0xff, 64);
	arena_rewind(arena, mark);
	assert_int_equal(((unsigned char *)arena_alloc(arena, 64, 64))[0], 0);
	arena_free(arena);
}

static long peak_kilobytes(void)
{
	struct rusage used;

	getrusage(RUSAGE_SELF, &used);
	return used.ru_maxrss;
}

/* An allocator that is not the system's moves nothing. */
static bool has_own_allocator(void)
{
	return UNDER_ADDRESS_SANITIZER || getenv("LD_PRELOAD") != NULL;
}

/* Below n, from a sequence that is the same in each run. */
static uint32_t draw(uint32_t *random, uint32_t n)
{
	*random = *random * 1103515245u + 12345u;
	return (*random >> 16) % n;
}

/* A large array that grows is moved by the system, not copied: at no time are there two of it. */
static void large_arrays_move(void **state)
{
	enum { MEGABYTE = 1 << 20, FROM = 4, TO = 128 };
	struct arena *arena = arena_new();
	VEC(char) bytes = {0};
	long before = peak_kilobytes();

	(void)state;
	if (has_own_allocator()) {
		arena_free(arena);
		skip();
	}
	for (uint32_t size = FROM; size <= TO; size *= 2) {
		VEC_EXPECT(arena, &bytes, size * MEGABYTE - bytes.len);
		/* Half of it: what is beyond must not have been touched either. */
		memset(bytes.at + bytes.len, 1, size / 2 * MEGABYTE - bytes.len);
		bytes.len = size / 2 * MEGABYTE;
	}
	assert_true(peak_kilobytes() - before < (TO / 2 + TO / 8) * 1024);
	arena_free(arena);
}

/* Wherever the measure of a large array lies between two sizes, what was in it stays, byte for
 * byte, and arrays do not run into each other. */
static void arrays_of_any_size_keep_what_they_hold(void **state)
{
	enum { ARRAYS = 6, STEPS = 60, MOST = 12 << 20 };
	unsigned char *at[ARRAYS] = {0};
	size_t size[ARRAYS] = {0};
	uint32_t random = 4711;

	(void)state;
	for (int step = 0; step < STEPS; step++) {
		uint32_t k = draw(&random, ARRAYS);
		size_t more = (size_t)1 << draw(&random, 23), next = size[k] + more;

		if (next > MOST) {
			array_free(at[k], size[k], k % 2);
			at[k] = NULL;
			size[k] = 0;
			continue;
		}
		at[k] = array_resize(at[k], size[k], next, k % 2);
		assert_non_null(at[k]);
		for (size_t i = 0; i < size[k]; i += 509)
			assert_int_equal(at[k][i], (i / 509 + k) % 251);
		for (size_t i = 0; i < next; i += 509)
			at[k][i] = (unsigned char)((i / 509 + k) % 251);
		at[k][next - 1] = (unsigned char)(((next - 1) / 509 + k) % 251);
		size[k] = next;
	}
	for (uint32_t k = 0; k < ARRAYS; k++)
		array_free(at[k], size[k], k % 2);
	if (!has_own_allocator()) /* which may end the program instead */
		assert_null(array_resize(NULL, 0, SIZE_MAX / 2 + 1, false));
}

/* A large piece is clear as a small one is, also where an arena was rewound over a written one. */
static void large_pieces_are_clear(void **state)
{
	static const size_t sizes[] = {ARRAY_LARGE - 64, ARRAY_LARGE, ARRAY_LARGE + 1, 5 << 20};
	struct arena *arena = arena_new();

	(void)state;
	for (int round = 0; round < 3; round++) {
		struct arena_mark mark = arena_mark(arena);

		for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
			size_t size = sizes[i / 2];
			unsigned char *piece =
			        i % 2 ? arena_alloc(arena, size, 64) : arena_room(arena, size, 64);

			for (size_t k = 0; i % 2 && k < size; k += 61)
				assert_int_equal(piece[k], 0);
			memset(piece, 0xff, size);
			arena_alloc(arena, 100, 1);
		}
		arena_rewind(arena, mark);
	}
	arena_free(arena);
}

/* What goes to a sink comes out once and in order; a sink that fails fails once, and a buffer
 * without one keeps everything. */
static void buffers_drain(void **state)
{
	struct buf_sink sink = {0};
	struct buf out = {.sink = &sink}, kept = {0};
	char got[8];
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	sink.fd = ends[1];
	buf_puts(&out, "abc");
	assert_false(buf_drain(&out, 4));
	buf_puts(&out, "d");
	assert_true(buf_drain(&out, 4));
	assert_int_equal(out.len, 0);
	buf_puts(&out, "ef");
	assert_true(buf_drain(&out, 0));
	assert_int_equal(read(ends[0], got, sizeof got), 6);
	assert_memory_equal(got, "abcdef", 6);
	close(ends[1]);
	buf_puts(&out, "gh");
	assert_true(buf_drain(&out, 0));
	assert_int_equal(sink.error, EBADF);
	close(ends[0]);
	buf_puts(&kept, "ab");
	assert_false(buf_drain(&kept, 0));
	assert_int_equal(kept.len, 2);
	buf_free(&kept);
	buf_free(&out);
}

/* Memory that was said to be needed is as any other: pieces from before, in between and behind keep
 * what was written, and saying it again and again takes nothing. */
static void expected_memory_is_as_any_other(void **state)
{
	enum { PIECES = 64, MEGABYTE = 1 << 20 };
	static const size_t sizes[] = {
	        1, 5000, MEGABYTE / 3, 2 * MEGABYTE, 7 * MEGABYTE, SIZE_MAX / 2, 3 * MEGABYTE, 0};
	unsigned char *pieces[PIECES];
	long before = peak_kilobytes();

	(void)state;
	for (size_t i = 0; i < PIECES; i++) {
		size_t size = 1000 * i + 1;

		pages_expect(sizes[i % (sizeof sizes / sizeof *sizes)]);
		pieces[i] = malloc(size);
		assert_non_null(pieces[i]);
		memset(pieces[i], (int)i, size);
	}
	for (size_t i = 0; i < PIECES; i++) {
		assert_int_equal(pieces[i][0], i);
		assert_int_equal(pieces[i][1000 * i], i);
		free(pieces[i]);
	}
	if (!has_own_allocator())
		assert_true(peak_kilobytes() - before < 24 * 1024);
}

/* Chunks that are given up and wanted again do not add up, whatever their sizes. */
static void chunks_come_back(void **state)
{
	struct arena *arena = arena_new();
	struct arena_mark empty = arena_mark(arena);

	(void)state;
	for (int round = 0; round < 100; round++) {
		for (size_t i = 1; i < 3000; i++) {
			char *p = arena_alloc(arena, i * 7, 8);

			for (size_t k = 0; k < i * 7; k += 64)
				assert_int_equal(p[k], 0);
			memset(p, 255, i * 7);
		}
		assert_true(arena_bytes(arena) < 64 << 20);
		arena_rewind(arena, empty);
		assert_true(arena_bytes(arena) <= 1 << 20);
	}
	arena_free(arena);
}

/* Numbers in steps and one by one are the same, whatever is left behind the steps. */
static void lanes_are_one_by_one(void **state)
{
	enum { MOST = 70 };
	struct random r = random_from(3);

	(void)state;
	for (uint32_t n = 1; n <= MOST; n++) {
		double values[MOST] = {0}, sums[MOST], want[MOST], products[MOST];
		double least, most, low, high;
		uint16_t bins[MOST];
		struct lanes_scale by;

		for (uint32_t i = 0; i < n; i++) {
			values[i] = random_unit(&r) * (n % 3 ? 1e3 : 1e-3) - (n % 2 ? 0.5 : 0);
			sums[i] = want[i] = random_unit(&r);
		}
		low = high = values[0];
		for (uint32_t i = 0; i < n; i++) {
			low = values[i] < low ? values[i] : low;
			high = values[i] > high ? values[i] : high;
			want[i] += 1.7 * values[i];
		}
		lanes_range(values, n, &least, &most);
		assert_true(least == low && most == high);
		by = (struct lanes_scale){least, most > least ? 10 / (most - least) : 0, 9};
		lanes_bins(values, n, &by, bins);
		lanes_add(sums, values, n, 1.7);
		memcpy(products, values, sizeof products);
		lanes_multiply(products, sums, n);
		for (uint32_t i = 0; i < n; i++) {
			double at = (values[i] - least) * by.scale;

			assert_int_equal(bins[i], at >= 9 ? 9 : (int)at);
			assert_true(sums[i] == want[i]);
			assert_true(products[i] == values[i] * sums[i]);
		}
	}
}

static void map_keeps_all(void **state)
{
	struct arena *arena = arena_new();
	struct map map = {.arena = arena};
	struct map_list many = {.first = {.arena = arena}};
	struct intern names = {.arena = arena};
	const struct map_value *value;
	bool fresh;

	(void)state;
	assert_null(map_get(&map, S("x")));
	assert_null(map_first(&many, S("x")));
	for (uint32_t i = 0; i < 3000; i++)
		map_add(&many, arena_format(arena, "key %u", i % 1000), i);
	value = map_first(&many, S("key 7"));
	for (uint32_t i = 3; i-- > 0; value = map_next(&many, value))
		assert_int_equal(value->value, 1000 * i + 7); /* the latest first */
	assert_null(value);
	for (uint32_t i = 0; i < 20000; i++)
		*map_at(&map, arena_format(arena, "key %u", i), &fresh) = i;
	for (uint32_t i = 0; i < 20000; i++) {
		char key[32];

		snprintf(key, sizeof key, "key %u", i);
		assert_int_equal(*map_get(&map, str_from(key)), i);
	}
	assert_null(map_get(&map, S("key 20000")));
	assert_int_equal(*map_at(&map, S(""), &fresh), 0);
	assert_true(fresh);
	map_at(&map, STR_NONE, &fresh);
	assert_false(fresh); /* the empty text with and without a pointer is one key */
	assert_int_equal(intern_id(&names, S("a")), 1);
	assert_int_equal(intern_id(&names, S("b")), 2);
	assert_int_equal(intern_id(&names, S("a")), 1);
	assert_int_equal(intern_find(&names, S("c")), 0);
	assert_true(str_eq(intern_name(&names, 2), S("b")));
	assert_int_equal(intern_name(&names, 99).len, 0);
	arena_free(arena);
}

static void utf8_by_rfc3629(void **state)
{
	static const struct {
		const char *bytes;
		size_t valid;
	} cases[] = {{"abc", 3}, {"\xc3\xa9", 2}, {"\xe2\x82\xac", 3}, {"\xf0\x9f\x98\x80", 4},
	        {"a\x80", 1}, {"\xc0\xaf", 0}, {"\xe0\x80\xaf", 0}, {"\xed\xa0\x80", 0},
	        {"\xf4\x90\x80\x80", 0}, {"\xf8\x88", 0}, {"12345678\xff", 8}, {"\xe2\x82", 0}};
	char out[4];
	size_t n;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(utf8_valid(str_from(cases[i].bytes)), cases[i].valid);
	for (uint32_t p = 1; p < 0x110000; p += 7) {
		size_t length = utf8_encode(p, out);
		uint32_t back = utf8_decode((str){out, length}, &n);

		assert_int_equal(n, length);
		assert_int_equal(back, p >= 0xd800 && p < 0xe000 ? 0xfffd : p);
	}
	assert_int_equal(text_width(S("a\xe7\xb9\x81\xe9\xab\x94")), 5);
	assert_int_equal(text_width(S("e\xcc\x81")), 1);
	assert_true(str_eq(text_fit(S("\xe7\xb9\x81\xe9\xab\x94"), 3), S("\xe7\xb9\x81")));
}

static void hostile_text_is_visible(void **state)
{
	struct buf out = {0};

	(void)state;
	text_visible(&out, S("a\x1b[31mb\nc\xe2\x80\xae\xff\xc2\x9b\td"));
	assert_true(str_eq(buf_str(&out), S("a\\x1b[31mb\\nc\\u202e\\xff\\x9b d")));
	assert_false(text_is_clean(S("\x1b")));
	assert_true(text_is_clean(S("plain \xe7\xb9\x81")));
	buf_free(&out);
}

static void nearest_words(void **state)
{
	static const str words[] = {{"supported", 9}, {"unsupported", 11}, {"skipped", 7}};

	(void)state;
	assert_true(str_eq(text_nearest(S("suported"), words, 3), S("supported")));
	assert_true(str_eq(text_nearest(S("skiped"), words, 3), S("skipped")));
	assert_true(str_eq(text_nearest(S("skippde"), words, 3), S("skipped")));
	assert_int_equal(text_nearest(S("banana"), words, 3).len, 0);
}

static void dates(void **state)
{
	struct arena *arena = arena_new();
	int32_t days;

	(void)state;
	assert_true(date_parse(S("1970-01-01"), &days) && days == 0);
	assert_true(date_parse(S("2000-03-01"), &days) && days == 11017);
	assert_true(date_parse(S("2026-11"), &days));
	assert_true(str_eq(date_format(arena, days), S("2026-11-01")));
	assert_true(date_parse(S("2024-02-29"), &days));
	assert_false(date_parse(S("2023-02-29"), &days));
	assert_false(date_parse(S("2026-13-01"), &days));
	assert_false(date_parse(S("2026-1-1"), &days));
	for (int32_t d = -100000; d < 100000; d += 37) {
		assert_true(date_parse(date_format(arena, d), &days));
		assert_int_equal(days, d);
	}
	arena_free(arena);
}

static void problems_in_order_once(void **state)
{
	struct arena *arena = arena_new();
	struct diags diags = {.arena = arena};
	struct buf out = {0};

	(void)state;
	assert_false(diag_error(&diags, (struct place){S("b.py"), 9, 1}, "late"));
	diag_warning(&diags, (struct place){S("a.py"), 1, 1}, "other file");
	diag_error(&diags, (struct place){S("b.py"), 2, 0}, "early \x1b[0m");
	diag_error(&diags, (struct place){S("b.py"), 9, 1}, "late");
	diag_note(&diags, (struct place){0}, "a note");
	diag_render(&diags, DIAG_WARNING, arena, &out);
	assert_true(str_eq(buf_str(&out), S("b.py:2: error: early \\x1b[0m\nb.py:9:1: error: "
	                                    "late\na.py:1:1: warning: other file\n")));
	assert_int_equal(diags.errors, 3);
	buf_free(&out);
	arena_free(arena);
}

static void blob_round_trip(void **state)
{
	struct arena *arena = arena_new();
	struct blob_builder b;
	struct blob blob;
	uint32_t text, count;
	const uint32_t *words;

	(void)state;
	blob_builder_init(&b, arena);
	text = blob_put_text(&b, S("hello"));
	assert_int_equal(blob_put_text(&b, S("hello")), text);
	assert_int_equal(blob_put_text(&b, S("")), 0);
	blob_put(&b, 2, 42);
	blob_put(&b, 2, text);
	blob = blob_from(blob_finish(&b));
	words = blob_section(blob, 2, &count);
	assert_int_equal(count, 2);
	assert_int_equal(words[0], 42);
	assert_true(str_eq(blob_text(blob, words[1]), S("hello")));
	assert_int_equal(blob_text(blob, 0).len, 0);
	arena_free(arena);
}

struct tally {
	int done[1000];
	uint32_t most;
};

static void tally_job(void *context, uint32_t worker, uint32_t index)
{
	struct tally *t = context;

	t->done[index]++;
	if (worker > t->most)
		t->most = worker;
}

static void pool_runs_each_once(void **state)
{
	static struct tally t;

	(void)state;
	pool_run(4, 1000, tally_job, &t);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(t.done[i], 1);
	assert_true(t.most < 4 && pool_cores() >= 1);
	pool_run(3, 0, tally_job, &t);
}

static void paths(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	assert_true(str_eq(path_join(arena, S("a/b"), S("c")), S("a/b/c")));
	assert_true(str_eq(path_join(arena, S("."), S("c")), S("c")));
	assert_true(str_eq(path_join(arena, S("/"), S("c")), S("/c")));
	assert_true(str_eq(path_folder(S("a/b")), S("a")));
	assert_true(str_eq(path_folder(S("b")), S(".")));
	assert_true(str_eq(path_base(S("a/b")), S("b")));
	arena_free(arena);
}

static void files_whole_or_not(void **state)
{
	struct arena *arena = arena_new();
	struct diags diags = {.arena = arena};
	struct env env = {arena, arena, &diags, &limits_default, NULL};
	char folder[] = "/tmp/portfit-test-XXXXXX";
	str path, content;

	(void)state;
	assert_non_null(mkdtemp(folder));
	path = path_join(arena, str_from(folder), S("x"));
	assert_true(file_write(&env, path, S("one")));
	assert_true(file_read(&env, path, 100, &content) && str_eq(content, S("one")));
	assert_false(file_read(&env, path, 2, &content));
	assert_false(file_read(&env, str_from(folder), 100, &content));
	assert_false(file_write(&env, path_join(arena, path, S("below")), S("two")));
	assert_true(file_read(&env, path, 100, &content) && str_eq(content, S("one")));
	assert_int_equal(diags.errors, 3);
	assert_int_equal(file_kind_of(&env, path), FILE_REGULAR);
	assert_int_equal(file_kind_of(&env, str_from(folder)), FILE_FOLDER);
	assert_int_equal(file_kind_of(&env, S("/dev/null")), FILE_OTHER);
	assert_int_equal(file_kind_of(&env, S("/nowhere")), FILE_NONE);
	remove(path.ptr);
	remove(folder);
	arena_free(arena);
}

/* A link stays a link, a pipe a pipe, a device a device; an old file keeps its mode. */
static void what_is_written_stays_what_it_is(void **state)
{
	struct arena *arena = arena_new();
	struct diags diags = {.arena = arena};
	struct env env = {arena, arena, &diags, &limits_default, NULL};
	char folder[] = "/tmp/portfit-test-XXXXXX", read_back[8] = "";
	str file, link, pipe, content;
	struct stat st;
	int reader;

	(void)state;
	assert_non_null(mkdtemp(folder));
	file = path_join(arena, str_from(folder), S("file"));
	link = path_join(arena, str_from(folder), S("link"));
	pipe = path_join(arena, str_from(folder), S("pipe"));
	assert_true(file_write(&env, file, S("one")));
	assert_int_equal(chmod(file.ptr, 0600), 0);
	assert_int_equal(symlink("file", link.ptr), 0);
	assert_true(file_write(&env, link, S("two")));
	assert_true(file_read(&env, file, 100, &content) && str_eq(content, S("two")));
	assert_true(lstat(link.ptr, &st) == 0 && S_ISLNK(st.st_mode));
	assert_true(lstat(file.ptr, &st) == 0 && (st.st_mode & 0777) == 0600);
	assert_int_equal(mkfifo(pipe.ptr, 0600), 0);
	reader = open(pipe.ptr, O_RDONLY | O_NONBLOCK);
	assert_true(file_write(&env, pipe, S("three")));
	assert_int_equal(read(reader, read_back, sizeof read_back), 5);
	assert_string_equal(read_back, "three");
	assert_true(lstat(pipe.ptr, &st) == 0 && S_ISFIFO(st.st_mode));
	assert_true(file_write(&env, S("/dev/null"), S("four")));
	assert_true(lstat("/dev/null", &st) == 0 && S_ISCHR(st.st_mode));
	assert_false(file_write(&env, S("/dev/full"), S("five")));
	assert_false(file_write(&env, str_from(folder), S("six")));
	assert_int_equal(diags.errors, 2);
	close(reader);
	remove(pipe.ptr);
	remove(link.ptr);
	remove(file.ptr);
	remove(folder);
	arena_free(arena);
}

static str draw_text(uint32_t *random, char *out, const char *letters, uint32_t n, uint32_t len)
{
	for (uint32_t i = 0; i < len; i++)
		out[i] = letters[draw(random, n)];
	return (str){out, len};
}

/* Against a search for one after the other, over many short texts of few letters: needles at the
 * first and the last place, and those that overlap. */
static void needles_are_those_that_stand_there(void **state)
{
	static struct needles needles;
	uint32_t random = 12345;

	(void)state;
	for (int round = 0; round < 5000; round++) {
		char text[90], words[12][9];
		uint64_t bits[12], found;
		str in, needle[12];

		memset(&needles, 0, sizeof needles);
		in = draw_text(&random, text, "abc\0\xff",
		        round % 7 ? 2 + (uint32_t)(round & 1) : 5, draw(&random, 90));
		for (int n = 0; n < 12; n++) {
			needle[n] = draw_text(&random, words[n], "abc", 3, 3 + draw(&random, 6));
			bits[n] = needles_add(&needles, needle[n]);
			assert_int_equal(bits[n] != 0, needle[n].len >= NEEDLE_BYTES_LEAST);
		}
		found = needles_find(&needles, in);
		for (int n = 0; n < 12; n++) {
			bool stands = str_has(in, needle[n]);

			if (bits[n])
				assert_int_equal((found & bits[n]) != 0, stands);
			assert_int_equal(needles_may_hold(&needles, found, needle[n]),
			        bits[n] ? stands : true);
		}
	}
}

/* More needles than there are bits, and than there are groups of runs: those that share a bit are
 * found as one. */
static void needles_share_bits(void **state)
{
	enum { MANY = 240, SHARED = 4 };
	static struct needles needles;
	static char words[MANY][9];
	uint32_t random = 777;

	(void)state;
	for (int round = 0; round < 300; round++) {
		char text[60];
		uint64_t bits[SHARED], found, wanted = 0;
		str in = draw_text(&random, text, "abcdefgh", 2 + draw(&random, 7), 60), needle;

		memset(&needles, 0, sizeof needles);
		for (int n = 0; n < MANY; n++) {
			needle = draw_text(&random, words[n], "abcdefgh", 8, 5 + draw(&random, 4));
			if (n < SHARED)
				bits[n] = needles_add(&needles, needle);
			else
				assert_true(needles_add_to(&needles, needle, bits[n % SHARED]));
			wanted |= str_has(in, needle) ? bits[n % SHARED] : 0;
		}
		found = needles_find(&needles, in);
		assert_int_equal(found, wanted);
		assert_false(needles_add_to(&needles, S("abcd"), bits[0]));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(str_parts),
	        cmocka_unit_test(needles_are_those_that_stand_there),
	        cmocka_unit_test(needles_share_bits),
	        cmocka_unit_test(what_is_written_stays_what_it_is), cmocka_unit_test(arena_rewinds),
	        cmocka_unit_test(lanes_are_one_by_one), cmocka_unit_test(large_arrays_move),
	        cmocka_unit_test(arrays_of_any_size_keep_what_they_hold),
	        cmocka_unit_test(large_pieces_are_clear), cmocka_unit_test(buffers_drain),
	        cmocka_unit_test(expected_memory_is_as_any_other),
	        cmocka_unit_test(chunks_come_back), cmocka_unit_test(map_keeps_all),
	        cmocka_unit_test(utf8_by_rfc3629), cmocka_unit_test(hostile_text_is_visible),
	        cmocka_unit_test(nearest_words), cmocka_unit_test(dates),
	        cmocka_unit_test(problems_in_order_once), cmocka_unit_test(blob_round_trip),
	        cmocka_unit_test(pool_runs_each_once), cmocka_unit_test(paths),
	        cmocka_unit_test(files_whole_or_not)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
