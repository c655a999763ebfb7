/* Sets of patterns: what is found, in which order, and that no text takes long. */
#include "base/pcre.h"
#include "tests/unit/time_scale.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

struct found {
	char text[4096];
	size_t len;
	uint32_t count;
};

static void note(void *context, uint32_t pattern, size_t start, size_t end)
{
	struct found *f = context;
	int n = snprintf(
	        f->text + f->len, sizeof f->text - f->len, "%u:%zu-%zu ", pattern, start, end);

	f->count++;
	if (n > 0 && f->len + (size_t)n < sizeof f->text)
		f->len += (size_t)n;
}

static struct pcre_result search(
        struct found *f, const char *const *patterns, uint32_t count, str text)
{
	str views[8];
	struct pcre_set *set;
	struct pcre_result result;

	for (uint32_t i = 0; i < count; i++)
		views[i] = str_from(patterns[i]);
	*f = (struct found){0};
	set = pcre_set_new(views, count);
	result = pcre_set_search(set, text, note, f);
	pcre_set_free(set);
	return result;
}

/* Places of a pattern that begin a line. */
struct all_hits {
	str text;
	uint32_t count;
	size_t at[64][2];
};

static void note_line_start(void *context, uint32_t pattern, size_t start, size_t end)
{
	struct all_hits *hits = context;

	(void)pattern;
	if ((!start || hits->text.ptr[start - 1] == '\n') && hits->count < 64) {
		hits->at[hits->count][0] = start;
		hits->at[hits->count++][1] = end;
	}
}

static void collect(struct all_hits *hits,
        struct pcre_set *make(const str *patterns, uint32_t count), const char *pattern)
{
	str view = str_from(pattern);
	struct pcre_set *set = make(&view, 1);

	hits->count = 0;
	memset(hits->at, 0, sizeof hits->at);
	pcre_set_search(set, hits->text, note_line_start, hits);
	pcre_set_free(set);
}

static void finds_all_patterns_in_one_walk(void **state)
{
	const char *const patterns[] = {
	        "nvcc\\b", "^FROM\\s+nvidia/\\S+", "(cuda|cu)", "cuda-\\w*"};
	struct found f;

	(void)state;
	search(&f, patterns, 4, S("FROM nvidia/cuda-x\nRUN nvcc cuda-toolkit\n"));
	assert_string_equal(f.text, "1:0-18 2:12-16 3:12-18 0:23-27 2:28-32 3:28-40 ");
}

/* Told by the set that knows of lines only: what the other one tells where a line begins. */
static void starts_of_lines_alone(void **state)
{
	const char *const patterns[] = {"python\\d*(?:\\s+-m)?", "pip|conda install", "(?i)run\\b",
	        "[^\\s=]+=\\S*", "[ \\t]*x.*", "(?:a|aa)b", "^RUN pip", "\\bpip\\b"};
	static const char *const words[] = {"python3 -m ", "pip ", "conda install ", "RUN ", "a=b ",
	        "x ", "aab ", "\n", "\n", "\n ", "ru", ""};
	uint32_t seed = 20261201;

	(void)state;
	for (int round = 0; round < 500; round++) {
		struct buf text = {0};
		struct all_hits both[2] = {0};

		for (int i = 0; i < 30; i++) {
			seed = seed * 1664525 + 1013904223;
			buf_puts(&text, words[(seed >> 16) % (sizeof words / sizeof *words)]);
		}
		/* one at a time, so that no match of one stands in the way of the next */
		for (uint32_t p = 0; p < 8; p++) {
			both[0].text = both[1].text = buf_str(&text);
			collect(&both[0], pcre_set_new, patterns[p]);
			collect(&both[1], pcre_set_new_at_lines, patterns[p]);
			assert_int_equal(both[0].count, both[1].count);
			assert_memory_equal(both[0].at, both[1].at, sizeof both[0].at);
		}
		buf_free(&text);
	}
}

static void same_start_gives_every_pattern(void **state)
{
	const char *const patterns[] = {"ab+", "a", "a.c"};
	struct found f;

	(void)state;
	search(&f, patterns, 3, S("abc abbb"));
	assert_string_equal(f.text, "0:0-2 1:0-1 2:0-3 0:4-8 1:4-5 ");
}

/* The places of one pattern among those of a set. */
struct hits_of {
	uint32_t pattern;
	struct found found;
};

static void note_one(void *context, uint32_t pattern, size_t start, size_t end)
{
	struct hits_of *hits = context;

	if (pattern == hits->pattern)
		note(&hits->found, 0, start, end);
}

/* Patterns that begin alike stand together, and "a|b" is two: each finds what it finds alone, in
 * brackets. */
static void heads_and_branches_change_nothing(void **state)
{
	const char *const patterns[] = {"^a|b", "^[ ]*a\\b|^c", "(?<![^,\\n])a+",
	        "(?<![^,\\n])(b|ab)", "^(?:a|b)*c", "\\ba", "\\bb|\\bc,", "(?i)A|B", "^", "a|",
	        "(?<=,)(?=a)a.|(?<=,)c", "^*a", "[|^]|a\\|b", "(?<!,)\\bc|^,", "(?:a|b)|(c|,)",
	        "(?<![^,])(?>a*b?)c", "(?<![^,])(?>a*b?),|(?>a*b?)c", "(?>a*b?)b", "(?>a|ab)c"};
	enum { N = sizeof patterns / sizeof *patterns };
	str together[N];
	uint32_t seed = 20261201;

	(void)state;
	for (uint32_t p = 0; p < N; p++)
		together[p] = str_from(patterns[p]);
	for (int round = 0; round < 300; round++) {
		struct pcre_set *set = pcre_set_new(together, N);
		char text[64];

		for (size_t i = 0; i < sizeof text; i++) {
			seed = seed * 1664525 + 1013904223;
			text[i] = "aabbc,, \n|"[(seed >> 16) % 10];
		}
		for (uint32_t p = 0; p < N; p++) {
			struct hits_of hits = {.pattern = p};
			char alone[64];
			const char *one = alone;
			struct found f;

			snprintf(alone, sizeof alone, "(?:%s)", patterns[p]);
			search(&f, &one, 1, (str){text, sizeof text});
			pcre_set_search(set, (str){text, sizeof text}, note_one, &hits);
			assert_string_equal(hits.found.text, f.text);
		}
		pcre_set_free(set);
	}
}

static void matches_of_one_pattern_do_not_overlap(void **state)
{
	const char *const patterns[] = {"x.*y"};
	struct found f;

	(void)state;
	search(&f, patterns, 1, S("xxay xby\nx y"));
	assert_string_equal(f.text, "0:0-8 0:9-12 ");
}

static void lines_and_flags(void **state)
{
	const char *const patterns[] = {
	        "^b$", "(?i)CUDA", "cuda", "[^)]*cuda\\)", "a\\x{62}+", "(?<=\\()C"};
	struct found f;

	(void)state;
	search(&f, patterns, 6, S("a\nb\n(Cuda\ncuda) abb"));
	assert_string_equal(f.text, "3:0-15 0:2-3 1:5-9 5:5-6 1:10-14 2:10-14 4:16-19 ");
}

static void refuses_what_breaks_it(void **state)
{
	static const char *const bad[] = {"", "(", "(a)\\1", "(?C1)a", "(?R)", "(*FAIL)", "a\\Kb",
	        "\\Qa", "(?P=x)", "(?#c)a", "a{3000,}", "[a", "*a"};
	static const char *const good[] = {"(?:a|b)+", "(?i)x", "(?<n>a)", "a{2,3}", "[]a]+",
	        "\\p{Lu}", "(?!a)b", "[[:alpha:]]+", "a++", "a*?b", "x{,3}", "\\x41*"};
	struct arena *arena = arena_new();
	struct diags diags = {.arena = arena};
	struct env env = {.temp = arena, .keep = arena, .diags = &diags, .limits = &limits_default};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (pcre_check(&env, (struct place){0}, str_from(bad[i])))
			fail_msg("taken: %s", bad[i]);
	assert_int_equal(diags.errors, sizeof bad / sizeof *bad);
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		if (!pcre_check(&env, (struct place){0}, str_from(good[i])))
			fail_msg("refused: %s", good[i]);
	arena_free(arena);
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void no_text_makes_it_hang(void **state)
{
	static const struct {
		const char *pattern, *unit;
		bool stops;
	} cases[] = {
	        {"docker run .*--gpus", "docker run s ", true},
	        {"(a+)+c", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabc d", true},
	        {"(a|aa)+cb", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", true},
	        {"(?:ab|a)+c", "ab", true},
	        {"x.*x.*x.*xQ", "xx Q ", true},
	        {"x[^)]*y.*y.*zQ", "xyz Q", true},
	        {"x[^)]*yQ", "xyz Q\n", true},
	        {"(x|xy).{0,2000}yQ", "xyz Q", true},
	        {"(\\w+\\s*)+:", "word ", true},
	        {"^(\\s*\\S+)*$", " a", true},
	        {"\\s+$x", " ", true},
	        {"\\s+$x", "\n", true},
	        {"^\\W*z", "\n", true},
	        {"^[\\s,]*z", ",\n", true},
	        {"(.*)*Q", "a\n", true},
	        {"([a-z]{0,20}){0,20}Q", "abc", true},
	        {"nvcc", "a plain line of text without it, of some length\n", false},
	        {"^\\s*\"?(fp16|half)\"?\\s*[:=]\\s*(true|1)", "  learning_rate: 0.0001\n", false},
	};
	size_t len = (size_t)10 << 20;
	char *text = malloc(len);

	(void)state;
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		size_t unit = strlen(cases[c].unit);
		const char *const patterns[] = {cases[c].pattern, "another"};
		struct pcre_result result;
		struct found f;
		double start, took;

		for (size_t i = 0; i < len; i++)
			text[i] = cases[c].unit[i % unit];
		start = seconds();
		result = search(&f, patterns, 2, (str){text, len});
		took = seconds() - start;
		print_message("%.3f s, stopped %d at %zu, skips %u: %s\n", took, result.stopped,
		        result.at, result.skips, cases[c].pattern);
		if (took > 3.0 * time_scale()) /* 1.0 measured on a busy machine */
			fail_msg("%s took %.2f s", cases[c].pattern, took);
		assert_int_equal(result.stopped || result.skips, cases[c].stops);
		assert_int_equal(f.count, 0);
	}
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(finds_all_patterns_in_one_walk),
	        cmocka_unit_test(same_start_gives_every_pattern),
	        cmocka_unit_test(starts_of_lines_alone),
	        cmocka_unit_test(heads_and_branches_change_nothing),
	        cmocka_unit_test(matches_of_one_pattern_do_not_overlap),
	        cmocka_unit_test(lines_and_flags),
	        cmocka_unit_test(refuses_what_breaks_it),
	        cmocka_unit_test(no_text_makes_it_hang),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
