/* Archives of exported programs, and what is recognised, refused and unwrapped around them. */
#include "scanner/graph/reader.h"
#include "tests/unit/exported_program.h"
#include "tests/unit/zip_writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void read_bytes(struct reading *r, str bytes)
{
	reading_open(r);
	r->ok = graph_read(&r->env, S("x.pt2"), bytes, &r->file);
}

/* Two parameters, a buffer and an input. */
#define HELD                                                                                       \
	PROGRAM(GRAPH(TENSOR("a") ", " TENSOR("b") ", " TENSOR("c") ", " TENSOR("x"), TENSOR("y"), \
	                RELU,                                                                      \
	                "\"a\": " META(DIM(2)) ", \"b\": " META(DIM(2)) ", \"c\": " META(          \
	                        DIM(3)) ", \"x\": " META(DIM(2)) ", \"y\": " META(DIM(2))),        \
	        "{\"parameter\": {\"arg\": {\"name\": \"a\"}, \"parameter_name\": "                \
	        "\"fc.weight\"}}, "                                                                \
	        "{\"parameter\": {\"arg\": {\"name\": \"b\"}, \"parameter_name\": "                \
	        "\"tied.weight\"}}, "                                                              \
	        "{\"buffer\": {\"arg\": {\"name\": \"c\"}, \"buffer_name\": \"mask\", "            \
	        "\"persistent\": false}}, " SPEC("x"),                                             \
	        OUT_SPEC("y"))

#define PAYLOAD(file, sizes)                                                                       \
	"{\"path_name\": \"" file                                                                  \
	"\", \"is_param\": true, \"use_pickle\": false, \"tensor_meta\": " META(sizes) "}"

static void add_program(struct zip_writer *w, const char *root, const char *model, const char *json)
{
	struct arena *arena = arena_new();

	zip_add(w, arena_format(arena, "%smodels/%s.json", root, model), str_from(json));
	arena_free(arena);
}

static void test_tied(void **state)
{
	struct zip_writer w = {.descriptors = true, .zip64 = true, .pad = 20};
	struct reading r;
	const struct graph_input *in;

	(void)state;
	zip_add(&w, S("net/data/weights/weight_0"), S("12345678"));
	zip_add(&w, S("net/data/weights/model_weights_config.json"),
	        S("{\"config\": {\"fc.weight\": " PAYLOAD("weight_0",
	                DIM(2)) ", \"tied.weight\": " PAYLOAD("weight_0", DIM(2)) "}}"));
	zip_add(&w, S("net/data/constants/model_constants_config.json"),
	        S("{\"config\": {\"mask\": {\"path_name\": \"tensor_0\", \"tensor_meta\": "
	          "null}}}"));
	add_program(&w, "net/", "model", HELD);
	zip_add(&w, S("net/archive_format"), S("pt2"));
	read_bytes(&r, zip_end(&w, STR_NONE));
	assert_true(r.ok);
	assert_int_equal(r.file.format, GRAPH_PT2);
	in = r.file.inputs.at;
	assert_int_not_equal(in[0].weight, 0);
	assert_int_equal(in[0].weight, in[1].weight);
	assert_int_not_equal(in[2].weight, in[0].weight);
	assert_false(in[2].persistent);
	assert_int_equal(in[3].weight, 0);
	assert_true(r.file.graphs.at[0].identity[0] | r.file.graphs.at[0].identity[1]);
	reading_close(&r);
	buf_free(&w.out);
}

/* One record of 0 bytes for tensors of different sizes: nothing is tied. Of the same size: tied. */
static void test_fake_weights(void **state)
{
	(void)state;
	for (int k = 0; k < 2; k++) {
		struct zip_writer w = {0};
		struct reading r;

		zip_add(&w, S("data/weights/weight_0"), S(""));
		zip_add(&w, S("data/weights/model_weights_config.json"),
		        k ? S("{\"config\": {\"fc.weight\": " PAYLOAD("weight_0",
		                    DIM(2)) ", \"tied.weight\": " PAYLOAD("weight_0", DIM(3)) "}}")
		          : S("{\"config\": {\"fc.weight\": " PAYLOAD(
		                    "weight_0", DIM(2)) ", \"tied.weight\": " PAYLOAD("weight_0",
		                    DIM(2)) "}}"));
		add_program(&w, "", "model", HELD);
		zip_add(&w, S("archive_format"), S("pt2"));
		read_bytes(&r, zip_end(&w, STR_NONE));
		assert_true(r.ok);
		assert_int_equal(r.file.inputs.at[0].weight == r.file.inputs.at[1].weight &&
		                         r.file.inputs.at[0].weight != 0,
		        !k);
		reading_close(&r);
		buf_free(&w.out);
	}
}

/* Packed again by a person: folders inside folders, deflated, rubbish, the format at the end. */
static void test_packed_again(void **state)
{
	struct zip_writer w = {.deflate = true};
	struct reading r;

	(void)state;
	zip_add(&w, S("__MACOSX/net/._archive_format"), S("rubbish"));
	zip_add(&w, S("outer/net/"), S(""));
	zip_add(&w, S("outer/net/.DS_Store"), S("rubbish"));
	add_program(&w, "outer/net/", "encoder", ONE(RELU));
	add_program(&w, "outer/net/", "decoder", HELD);
	zip_add(&w, S("outer/net/models/deep/er.json"), S("no program"));
	zip_add(&w, S("outer/net/archive_format"), S("pt2\n"));
	read_bytes(&r, zip_end(&w, STR_NONE));
	assert_true(r.ok);
	assert_int_equal(r.file.programs.len, 2);
	assert_int_equal(r.file.models.len, 2);
	assert_true(str_eq(text_of(&r, r.file.models.at[0]), S("encoder")));
	assert_true(str_eq(text_of(&r, r.file.graphs.at[1].model), S("decoder")));
	assert_int_equal(r.file.programs.at[1].graph, 1);
	reading_close(&r);
	buf_free(&w.out);
}

/* A name that stands twice: the last one, and a word about it. */
static void test_repeated_model(void **state)
{
	struct zip_writer w = {0};
	struct reading r;

	(void)state;
	add_program(&w, "n/", "model", "damaged");
	add_program(&w, "n/", "model", ONE(RELU));
	zip_add(&w, S("n/archive_format"), S("pt2"));
	read_bytes(&r, zip_end(&w, STR_NONE));
	assert_true(r.ok);
	assert_int_equal(r.file.programs.len, 1);
	assert_int_equal(r.diags.list.len, 1);
	assert_int_equal(r.diags.list.at[0].level, DIAG_NOTE);
	assert_true(str_has(reading_problem(&r), S("more than once")));
	reading_close(&r);
	buf_free(&w.out);
}

static void test_old_layout(void **state)
{
	struct zip_writer w = {0};
	struct reading r;

	(void)state;
	zip_add(&w, S("serialized_exported_program.json"), str_from(ONE(RELU)));
	zip_add(&w, S("serialized_state_dict.pt"), S("PK\3\4"));
	zip_add(&w, S("version"), S("8.7"));
	read_bytes(&r, zip_end(&w, STR_NONE));
	assert_true(r.ok);
	assert_int_equal(r.file.format, GRAPH_PT2);
	assert_int_equal(r.file.models.len, 0);
	reading_close(&r);
	buf_free(&w.out);
}

/* An archive of these entries, without content, is refused in these words. */
static void expect_refusal(const char *const *names, const char *words)
{
	struct zip_writer w = {0};
	struct reading r;
	str bytes;

	for (; *names; names++)
		zip_add(&w, str_from(*names),
		        str_ends(str_from(*names), S("archive_format")) ? S("pt2") : S("x"));
	bytes = zip_end(&w, STR_NONE);
	read_bytes(&r, bytes);
	assert_false(r.ok);
	if (!str_has(reading_problem(&r), str_from(words)))
		print_error("want '%s', got '%.*s'\n", words, STR_ARG(reading_problem(&r)));
	assert_int_equal(r.diags.list.len, 1);
	assert_true(str_has(reading_problem(&r), str_from(words)));
	reading_close(&r);
	buf_free(&w.out);
}

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

static void test_refused_archives(void **state)
{
	(void)state;
	expect_refusal(NAMES("m/data.pkl", "m/data/0", "m/version"), "a torch.save file");
	expect_refusal(NAMES("m/data.pkl", "m/constants.pkl", "m/code/__torch__/m.py"),
	        "a TorchScript archive");
	expect_refusal(NAMES("m/.data/version", "m/m/model.pkl"), "a torch.package archive");
	expect_refusal(NAMES("p/archive_format", "p/data/aotinductor/model/a.so"),
	        "a compiled package (AOTInductor)");
	expect_refusal(NAMES("p/archive_format", "p/data/weights/weight_0"), "no models/*.json");
	expect_refusal(NAMES("a.txt", "b.txt"), "a ZIP archive without an exported program");
	expect_refusal(NAMES("folder/"), "a ZIP archive without an exported program");
	expect_refusal(NAMES("notes.txt"), "no traced graph in it");
}

static void expect_words(str bytes, enum graph_answer answer, const char *words)
{
	struct reading r;

	reading_open(&r);
	assert_int_equal(graph_recognise(&r.env, bytes), answer);
	assert_int_equal(r.diags.list.len, 0);
	reading_close(&r);
	read_bytes(&r, bytes);
	assert_false(r.ok);
	if (!str_has(reading_problem(&r), str_from(words)))
		print_error("want '%s', got '%.*s'\n", words, STR_ARG(reading_problem(&r)));
	assert_int_equal(r.diags.list.len, 1);
	assert_true(str_has(reading_problem(&r), str_from(words)));
	assert_true(str_find_byte(reading_problem(&r), '\n') == reading_problem(&r).len);
	reading_close(&r);
}

static void test_refused_files(void **state)
{
	(void)state;
	expect_words(S("\x80\2\x8a\12\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."),
	        GRAPH_ANSWER_REFUSED, "a torch.save file");
	expect_words(S("\x80\2}q\1."), GRAPH_ANSWER_REFUSED, "a pickle, which only runs as code");
	expect_words(S("\x80\5\x95"), GRAPH_ANSWER_REFUSED, "torch.export.save");
	expect_words(S("\x0f\0\0\0\0\0\0\0{\"a\": {\"b\": 1}}"), GRAPH_ANSWER_REFUSED,
	        "a safetensors file");
	expect_words(S("GGUF\3\0\0\0"), GRAPH_ANSWER_REFUSED, "a GGUF file");
	expect_words(S("\x08\x08\x12\x07pytorch\x1a\x06"
	               "2.13.0:"),
	        GRAPH_ANSWER_REFUSED, "an ONNX model");
	expect_words(S("\x1c\0\0\0ET12\0\0"), GRAPH_ANSWER_REFUSED, "an ExecuTorch program");
	expect_words(S("\x7f"
	               "ELF\2\1\1"),
	        GRAPH_ANSWER_REFUSED, "a machine-code library");
	expect_words(S(""), GRAPH_ANSWER_NONE, "the file is empty");
	expect_words(S("hello\n"), GRAPH_ANSWER_NONE, "no traced graph in it");
	expect_words(S("a\0b\1c"), GRAPH_ANSWER_NONE, "binary data of an unknown kind");
	expect_words(S("{\"a\": 1}"), GRAPH_ANSWER_NONE, "no traced graph in it");
	expect_words(S("\x1f\x8b\x08\0\0\0\0\0"), GRAPH_ANSWER_NONE, "gzip data is truncated");
	expect_words(S("PK\3\4 and no more"), GRAPH_ANSWER_NONE, "not a whole ZIP archive");
}

/* A damaged archive that began like a graph is one to complain about, on a walk too. */
static void test_truncated(void **state)
{
	struct zip_writer w = {0};
	str bytes;

	(void)state;
	zip_add(&w, S("net/data/weights/weight_0"), S("12345678"));
	add_program(&w, "net/", "model", HELD);
	zip_add(&w, S("net/archive_format"), S("pt2"));
	bytes = zip_end(&w, STR_NONE);
	expect_words(str_slice(bytes, 0, bytes.len - 30), GRAPH_ANSWER_GRAPH,
	        "its directory is missing");
	buf_free(&w.out);
}

static void put_gzip(struct buf *out, str data)
{
	z_stream z = {0};
	uLong bound;

	deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
	bound = deflateBound(&z, data.len);
	z.next_in = (Bytef *)(uintptr_t)data.ptr;
	z.avail_in = (uInt)data.len;
	z.next_out = (Bytef *)buf_room(out, bound);
	z.avail_out = (uInt)bound;
	deflate(&z, Z_FINISH);
	out->len += bound - z.avail_out;
	deflateEnd(&z);
}

static void expect_program(str bytes)
{
	struct reading r;

	reading_open(&r);
	assert_int_equal(graph_recognise(&r.env, bytes), GRAPH_ANSWER_GRAPH);
	reading_close(&r);
	read_bytes(&r, bytes);
	if (!r.ok)
		print_error("%.*s\n", STR_ARG(reading_problem(&r)));
	assert_true(r.ok);
	assert_int_equal(r.file.format, GRAPH_EXPORTED_JSON);
	assert_int_equal(r.file.nodes.len, 1);
	reading_close(&r);
}

/* The JSON by itself, with a mark, in UTF-16 with and without one, gzipped, zipped, both. */
static void test_wrappings(void **state)
{
	static const char json[] = ONE(RELU);
	str plain = {json, sizeof json - 1};
	struct buf marked = {0}, wide = {0}, packed = {0}, twice = {0};
	struct zip_writer w = {.deflate = true}, again = {0};
	struct reading r;

	(void)state;
	expect_program(plain);
	buf_puts(&marked, "\xef\xbb\xbf");
	buf_put(&marked, plain);
	expect_program(buf_str(&marked));
	buf_puts(&wide, "\xff\xfe");
	for (size_t i = 0; i < plain.len; i++) {
		buf_byte(&wide, plain.ptr[i]);
		buf_byte(&wide, 0);
	}
	expect_program(buf_str(&wide));
	expect_program(str_from_at(buf_str(&wide), 2));
	put_gzip(&packed, plain);
	expect_program(buf_str(&packed));
	zip_add(&w, S("folder/program.json"), buf_str(&packed));
	expect_program(zip_end(&w, STR_NONE));
	put_gzip(&twice, buf_str(&w.out));
	expect_program(buf_str(&twice));
	/* Bounded: a wrapping of a wrapping of a wrapping … */
	zip_add(&again, S("a"), buf_str(&twice));
	packed.len = 0;
	put_gzip(&packed, zip_end(&again, STR_NONE));
	read_bytes(&r, buf_str(&packed));
	assert_false(r.ok);
	reading_close(&r);
	buf_free(&marked);
	buf_free(&wide);
	buf_free(&packed);
	buf_free(&twice);
	buf_free(&w.out);
	buf_free(&again.out);
}

static void test_damaged_list(void **state)
{
	struct zip_writer w = {0};
	struct reading r;

	(void)state;
	zip_add(&w, S("n/data/weights/model_weights_config.json"), S("{\"config\": {"));
	add_program(&w, "n/", "model", ONE(RELU));
	zip_add(&w, S("n/archive_format"), S("pt2"));
	read_bytes(&r, zip_end(&w, STR_NONE));
	assert_false(r.ok);
	assert_true(str_has(reading_problem(&r), S("the list of weights is damaged")));
	reading_close(&r);
	buf_free(&w.out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_tied),
	        cmocka_unit_test(test_fake_weights),
	        cmocka_unit_test(test_packed_again),
	        cmocka_unit_test(test_repeated_model),
	        cmocka_unit_test(test_old_layout),
	        cmocka_unit_test(test_refused_archives),
	        cmocka_unit_test(test_refused_files),
	        cmocka_unit_test(test_truncated),
	        cmocka_unit_test(test_wrappings),
	        cmocka_unit_test(test_damaged_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
