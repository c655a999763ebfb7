/* Host tool: the TSV files of pytorch/data in, one blob out. Fails on the first line that does not
 *fit.
 *
 *	embed_pytorch DATA_FOLDER OUTPUT */
#include "base/diag.h"
#include "base/file.h"
#include "pytorch/decomposition.h"
#include "pytorch/operator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 16 };

struct tool {
	struct env env;
	struct blob_builder builder;
	str folder;
};

struct row {
	str cells[COLUMNS_MOST];
	struct tool *tool;
	struct place place;
};

typedef bool row_reader(struct row *row);

static bool bad(const struct row *row, const char *what, str found)
{
	return diag_error(
	        row->tool->env.diags, row->place, "unknown %s '%.*s'", what, STR_ARG(found));
}

static uint32_t text(struct row *row, uint32_t column)
{
	return blob_put_text(&row->tool->builder, row->cells[column]);
}

static void put(struct row *row, enum table_section section, uint32_t word)
{
	blob_put(&row->tool->builder, section, word);
}

static void put_texts(struct row *row, enum table_section section, uint32_t columns)
{
	for (uint32_t i = 0; i < columns; i++)
		put(row, section, text(row, i));
}

/* A list of names apart by blanks; its place and length go into the section. */
static void put_leaves(struct row *row, enum table_section section, uint32_t column)
{
	uint32_t first = blob_count(&row->tool->builder, TABLE_LEAVES), n = 0;
	str rest = row->cells[column], part;

	while (rest.len && str_cut(&rest, ' ', &part))
		if (part.len && !str_eq(part, S("?"))) {
			blob_put(&row->tool->builder, TABLE_LEAVES,
			        blob_put_text(&row->tool->builder, part));
			n++;
		}
	put(row, section, first);
	put(row, section, n);
}

static uint32_t releases(const struct row *row, uint32_t column)
{
	return (str_has(row->cells[column], S("2.13")) ? (uint32_t)RELEASE_2_13 : 0) |
	       (str_has(row->cells[column], S("2.14")) ? (uint32_t)RELEASE_2_14 : 0);
}

static bool operator_bits(struct row *row, uint32_t *bits)
{
	static const char *const kinds[] = {NULL,
#define X(name, word) word,
	        OPERATOR_KIND_LIST(X)
#undef X
	};
	static const struct {
		const char *word;
		uint32_t role;
	} roles[] = {{"functional", 0}, {"view", ROLE_VIEW}, {"inplace", ROLE_INPLACE},
	        {"out", ROLE_OUT}, {"mutating", ROLE_MUTATING}, {"factory", ROLE_FACTORY},
	        {"random", ROLE_RANDOM}};
	str rest = row->cells[3], part;

	*bits = releases(row, 1) << 10 | (uint32_t)str_eq(row->cells[6], S("yes")) << 12;
	for (uint32_t i = 1; i < sizeof kinds / sizeof *kinds; i++)
		if (str_eq(row->cells[2], str_from(kinds[i])))
			*bits |= i;
	if (!(*bits & 15))
		return bad(row, "kind", row->cells[2]);
	while (rest.len && str_cut(&rest, ' ', &part)) {
		size_t i = 0, n = sizeof roles / sizeof *roles;

		while (i < n && !str_eq(part, str_from(roles[i].word)))
			i++;
		if (i == n)
			return bad(row, "role", part);
		*bits |= roles[i].role << 4;
	}
	return true;
}

static bool read_operator(struct row *row)
{
	uint32_t bits;

	if (!operator_bits(row, &bits))
		return false;
	put(row, TABLE_OPERATORS, text(row, 0));
	put(row, TABLE_OPERATORS, bits);
	put(row, TABLE_OPERATORS, text(row, 4));
	put(row, TABLE_OPERATORS, text(row, 5));
	put(row, TABLE_OPERATORS, text(row, 7));
	put(row, TABLE_OPERATORS, text(row, 8));
	put(row, TABLE_OPERATORS, text(row, 9));
	return true;
}

static bool read_decomposition(struct row *row)
{
	static const char *const tables[] = {"composite", "core", "eager", "parts"};
	static const struct {
		const char *word;
		uint32_t class;
	} classes[] = {{"float", DTYPE_CLASS_FLOAT}, {"int", DTYPE_CLASS_INT},
	        {"complex", DTYPE_CLASS_COMPLEX}, {"any", 15}};
	uint32_t table = 0, class = 0;
	int64_t samples = 0;

	while (table < 4 && !str_eq(row->cells[1], str_from(tables[table])))
		table++;
	while (class < 4 && !str_eq(row->cells[2], str_from(classes[class].word)))
		class ++;
	if (table == 4 || class == 4)
		return bad(row, table == 4 ? "table" : "class", row->cells[table == 4 ? 1 : 2]);
	if (row->cells[7].len && !str_int(row->cells[7], &samples))
		return bad(row, "number of samples", row->cells[7]);
	put(row, TABLE_DECOMPOSITIONS, text(row, 0));
	put(row, TABLE_DECOMPOSITIONS, table | classes[class].class << 4 | releases(row, 3) << 8);
	put_leaves(row, TABLE_DECOMPOSITIONS, 4);
	put_leaves(row, TABLE_DECOMPOSITIONS, 5);
	put(row, TABLE_DECOMPOSITIONS, text(row, 6));
	put(row, TABLE_DECOMPOSITIONS, (uint32_t)samples);
	put(row, TABLE_DECOMPOSITIONS, text(row, 8));
	return true;
}

static bool read_host_node(struct row *row)
{
	put_texts(row, TABLE_HOST_NODES, 3);
	return true;
}

static bool read_higher_order(struct row *row)
{
	put_texts(row, TABLE_HIGHER_ORDER, 6);
	return true;
}

static bool read_device_only(struct row *row)
{
	put(row, TABLE_DEVICE_ONLY, text(row, 0));
	put(row, TABLE_DEVICE_ONLY, text(row, 1));
	put_leaves(row, TABLE_DEVICE_ONLY, 2);
	put(row, TABLE_DEVICE_ONLY, text(row, 3));
	return true;
}

static bool read_api_operators(struct row *row)
{
	put_texts(row, TABLE_API_OPERATORS, 3);
	put_leaves(row, TABLE_API_OPERATORS, 3);
	put_leaves(row, TABLE_API_OPERATORS, 4);
	put(row, TABLE_API_OPERATORS, text(row, 5));
	put(row, TABLE_API_OPERATORS, text(row, 6));
	return true;
}

static bool read_api_name(struct row *row)
{
	put(row, TABLE_API_NAMES, text(row, 0));
	put(row, TABLE_API_NAMES, text(row, 2));
	put(row, TABLE_API_NAMES, text(row, 3));
	put(row, TABLE_API_NAMES, text(row, 4));
	put(row, TABLE_API_NAMES, releases(row, 1));
	return true;
}

static bool read_host_sync(struct row *row)
{
	put_texts(row, TABLE_HOST_SYNC, 5);
	return true;
}

static bool read_cuda_bound(struct row *row)
{
	put_texts(row, TABLE_CUDA_BOUND, 7);
	return true;
}

/* A decimal number in units of 1 / `scale`; empty: UINT32_MAX. */
static bool put_number(struct row *row, enum table_section section, uint32_t column, double scale)
{
	double value;

	if (!row->cells[column].len) {
		put(row, section, UINT32_MAX);
		return true;
	}
	if (!str_float(row->cells[column], &value) || !(value >= 0) || value * scale > 4.2e9)
		return bad(row, "number", row->cells[column]);
	put(row, section, (uint32_t)(value * scale + 0.5));
	return true;
}

static bool read_backward(struct row *row)
{
	uint32_t class = str_eq(row->cells[1], S("float"))     ? DTYPE_CLASS_FLOAT
	                 : str_eq(row->cells[1], S("complex")) ? DTYPE_CLASS_COMPLEX
	                                                       : DTYPE_CLASS_NONE;

	if (class == DTYPE_CLASS_NONE)
		return bad(row, "class", row->cells[1]);
	put(row, TABLE_BACKWARD, text(row, 0));
	put(row, TABLE_BACKWARD, class);
	put_leaves(row, TABLE_BACKWARD, 2);
	put_leaves(row, TABLE_BACKWARD, 3);
	put(row, TABLE_BACKWARD, text(row, 4));
	if (!put_number(row, TABLE_BACKWARD, 5, 1e6) || !put_number(row, TABLE_BACKWARD, 6, 1))
		return false;
	put(row, TABLE_BACKWARD, text(row, 7));
	return true;
}

static bool read_optimizer(struct row *row)
{
	put_texts(row, TABLE_OPTIMIZERS, 2);
	put_leaves(row, TABLE_OPTIMIZERS, 2);
	if (!put_number(row, TABLE_OPTIMIZERS, 3, 1e3) || !put_number(row, TABLE_OPTIMIZERS, 4, 1))
		return false;
	put(row, TABLE_OPTIMIZERS, text(row, 5));
	return true;
}

static bool read_table(struct tool *tool, const char *name, uint32_t columns, row_reader *reader)
{
	struct row row = {.tool = tool};
	str content, line, last = STR_NONE;
	uint32_t number = 0;

	row.place.path = path_join(tool->env.keep, tool->folder, str_from(name));
	if (!file_read(&tool->env, row.place.path, (size_t)1 << 28, &content))
		return false;
	while (content.len && str_cut(&content, '\n', &line)) {
		uint32_t n = 0;

		row.place.line = ++number;
		if (number <= 2)
			continue;
		while (n < COLUMNS_MOST && str_cut(&line, '\t', &row.cells[n]))
			n++;
		if (n != columns)
			return diag_error(
			        tool->env.diags, row.place, "%u columns, expected %u", n, columns);
		if (str_cmp(row.cells[0], last) < 0)
			return diag_error(tool->env.diags, row.place, "not in bytewise order");
		last = row.cells[0];
		if (!reader(&row))
			return false;
	}
	return true;
}

/* Rows are in order, so those of one name stand in a row: the first of them is put in. */
static void put_api_slots(struct tool *tool)
{
	enum { ROW_WORDS = sizeof(struct api_name_row) / 4 };
	struct blob_builder *b = &tool->builder;
	uint32_t rows = blob_count(b, TABLE_API_NAMES) / ROW_WORDS, size = 2, *slots;

	while (size < 2 * rows)
		size *= 2;
	slots = ARENA_ARRAY(tool->env.keep, uint32_t, size);
	for (uint32_t row = 0; row < rows; row++) {
		const uint32_t *name = &b->sections[TABLE_API_NAMES].words.at[row * ROW_WORDS];
		uint32_t i = (uint32_t)str_hash(blob_builder_text(b, *name), 0) & (size - 1);

		if (row && *name == name[-ROW_WORDS])
			continue;
		while (slots[i])
			i = (i + 1) & (size - 1);
		slots[i] = row + 1;
	}
	for (uint32_t i = 0; i < size; i++)
		blob_put(b, TABLE_API_SLOTS, slots[i]);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		uint32_t columns;
		row_reader *reader;
	} tables[] = {{"operators.tsv", 10, read_operator},
	        {"decompositions.tsv", 9, read_decomposition},
	        {"host-nodes.tsv", 3, read_host_node}, {"higher-order.tsv", 6, read_higher_order},
	        {"device-only.tsv", 5, read_device_only},
	        {"api-operators.tsv", 7, read_api_operators}, {"api-names.tsv", 5, read_api_name},
	        {"host-sync.tsv", 5, read_host_sync}, {"cuda-bound.tsv", 7, read_cuda_bound},
	        {"backward.tsv", 8, read_backward}, {"optimizers.tsv", 6, read_optimizer}};
	struct arena *arena = arena_new();
	struct diags diags = {.arena = arena};
	struct tool tool = {.env = {arena, arena, &diags, &limits_default, NULL}};
	struct buf out = {0};
	bool ok = argc == 3;

	blob_builder_init(&tool.builder, arena);
	tool.folder = ok ? str_from(argv[1]) : STR_NONE;
	for (size_t i = 0; ok && i < sizeof tables / sizeof *tables; i++)
		ok = read_table(&tool, tables[i].name, tables[i].columns, tables[i].reader);
	if (ok)
		put_api_slots(&tool);
	ok = ok && file_write(&tool.env, str_from(argv[2]), blob_finish(&tool.builder));
	diag_render(&diags, DIAG_NOTE, arena, &out);
	if (out.len)
		fwrite(out.ptr, 1, out.len, stderr);
	buf_free(&out);
	arena_free(arena);
	return !ok;
}
