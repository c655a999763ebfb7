/* Idea: the row of dashes gives the columns; without it cells end at two blanks.
 *
 * What surprises: columns count characters, not bytes; the target of a function is its repr, so its
 * module is lost for Python functions; a newline in a string makes tabulate continue the row on a
 * line whose other cells are blank. */
#include "scanner/graph/tabular.h"

#include "scanner/graph/target.h"
#include "scanner/phrases.h"

#include <string.h>

enum { COLUMNS = 5 };
enum column { COLUMN_OP, COLUMN_NAME, COLUMN_TARGET, COLUMN_ARGS, COLUMN_KWARGS };

struct table {
	struct text_build *b;
	uint32_t starts[COLUMNS]; /* in characters */
	uint32_t columns;         /* 0: no row of dashes */
	enum column order[COLUMNS];
};

struct row {
	str cells[COLUMNS];
};

struct op_word {
	const char *word;
	enum { OP_PLACEHOLDER, OP_GET_ATTR, OP_FUNCTION, OP_METHOD, OP_MODULE, OP_OUTPUT } op;
};

static const struct op_word op_words[] = {{"placeholder", OP_PLACEHOLDER},
        {"get_attr", OP_GET_ATTR}, {"call_function", OP_FUNCTION}, {"call_method", OP_METHOD},
        {"call_module", OP_MODULE}, {"output", OP_OUTPUT}, {"plchdr", OP_PLACEHOLDER},
        {"gt_prm", OP_GET_ATTR}, {"cl_fun", OP_FUNCTION}, {"cl_meth", OP_METHOD},
        {"cl_mod", OP_MODULE}};

static const struct op_word *op_of(str word)
{
	for (size_t i = 0; i < sizeof op_words / sizeof *op_words; i++)
		if (str_eq(word, str_from(op_words[i].word)))
			return &op_words[i];
	return NULL;
}

static str next_line(struct py_scan *scan)
{
	str rest = str_from_at(scan->text, scan->at);
	str line = str_slice(rest, 0, str_find_byte(rest, '\n'));

	scan->at += line.len + 1;
	scan->line++;
	return line;
}

static str first_word(str line)
{
	line = str_trim(line);
	return str_slice(line, 0, str_find_byte(line, ' '));
}

static bool is_header(str line)
{
	str word = first_word(line);

	return (str_eq(word, S("opcode")) && str_has(line, S("target")) &&
	               str_has(line, S("kwargs"))) ||
	       (str_eq(word, S("name")) && str_has(line, S(" op ")) && str_has(line, S("kwargs")));
}

static bool is_dashes(str line)
{
	line = str_trim(line);
	for (size_t i = 0; i < line.len; i++)
		if (line.ptr[i] != '-' && line.ptr[i] != ' ')
			return false;
	return str_starts(line, S("---")) && str_has(line, S("-  -"));
}

/* "call_function  add  …": the word of a row and two blanks behind it. */
static bool is_row(str line)
{
	str word = first_word(line);

	return op_of(word) && str_starts(str_from_at(str_trim(line), word.len), S("  ")) &&
	       word.ptr[0] != 'o';
}

bool tabular_starts(str line)
{
	return is_header(line) || is_row(line);
}

/* Byte position of a character. */
static size_t position_of(str line, uint32_t character)
{
	size_t at = 0;

	for (; at < line.len; at++)
		if (((unsigned char)line.ptr[at] & 0xc0) != 0x80 && !character--)
			return at;
	return line.len;
}

static void take_dashes(struct table *t, str line)
{
	t->columns = 0;
	for (size_t i = 0; i < line.len && t->columns < COLUMNS; i++)
		if (line.ptr[i] == '-' && (!i || line.ptr[i - 1] == ' '))
			t->starts[t->columns++] = (uint32_t)i;
	if (t->columns < 2)
		t->columns = 0;
}

/* Cells by the columns of the dashes: the tail of a cell wider than its column stays with it. */
static void cut_columns(const struct table *t, str line, struct row *row)
{
	for (uint32_t i = 0; i < t->columns; i++) {
		size_t from = position_of(line, t->starts[i]);
		size_t to = i + 1 < t->columns ? position_of(line, t->starts[i + 1]) : line.len;

		row->cells[t->order[i]] = str_trim(str_slice(line, from, to));
	}
}

static void cut_blanks(const struct table *t, str line, struct row *row)
{
	line = str_trim(line);
	for (uint32_t i = 0; i < COLUMNS; i++) {
		size_t end = i + 1 < COLUMNS ? str_find(line, S("  ")) : line.len;

		row->cells[t->order[i]] = str_trim(str_slice(line, 0, end));
		line = str_trim(str_from_at(line, end));
	}
}

static bool cut_row(const struct table *t, str line, struct row *row)
{
	*row = (struct row){0};
	if (t->columns)
		cut_columns(t, line, row);
	else
		cut_blanks(t, line, row);
	return op_of(row->cells[COLUMN_OP]) != NULL;
}

/* A repr without its address: "<function f>". */
static str without_address(struct text_build *b, str repr)
{
	size_t at = str_find(repr, S(" at 0x")), end = at + 6;

	if (at == repr.len)
		return repr;
	while (end < repr.len && ((repr.ptr[end] >= '0' && repr.ptr[end] <= '9') ||
	                                 (repr.ptr[end] >= 'a' && repr.ptr[end] <= 'f')))
		end++;
	return arena_format(b->env->temp, "%.*s%.*s", STR_ARG(str_slice(repr, 0, at)),
	        STR_ARG(str_from_at(repr, end)));
}

/* The expression in a cell; PY_NONE when the cell is empty or not understood. */
static uint32_t parse_cell(struct text_build *b, str cell)
{
	uint32_t node;

	py_tree_open(&b->tree, cell);
	if (py_at_end(&b->tree))
		return PY_NONE;
	node = py_expression(&b->tree);
	if (node == PY_NONE)
		left_out_add(b->file, phrase_bad_argument, 1);
	return node;
}

static void push_args(struct text_build *b, str cell)
{
	uint32_t node = parse_cell(b, cell), c;

	if (node == PY_NONE)
		return;
	c = b->tree.nodes.at[node].kind == PY_TUPLE ? b->tree.nodes.at[node].child : node;
	for (; c != PY_NONE; c = b->tree.nodes.at[c].next)
		build_push(b, build_arg(b, c));
}

static void push_kwargs(struct text_build *b, str cell)
{
	uint32_t node = parse_cell(b, cell), key;

	if (node == PY_NONE || b->tree.nodes.at[node].kind != PY_DICT)
		return;
	for (key = b->tree.nodes.at[node].child; key != PY_NONE;) {
		uint32_t value = b->tree.nodes.at[key].next;
		struct arg arg;

		if (value == PY_NONE)
			return;
		arg = build_arg(b, value);
		arg.keyword = true;
		arg.name = intern_id(&b->file->names, py_string(&b->tree, key));
		build_push(b, arg);
		key = b->tree.nodes.at[value].next;
	}
}

static void add_row(struct table *t, const struct row *row, uint32_t line)
{
	struct text_build *b = t->b;
	str target = without_address(b, row->cells[COLUMN_TARGET]);
	struct node_spec spec = {.name = row->cells[COLUMN_NAME],
	        .target = target,
	        .line = line,
	        .stack = build_stack(b)};
	uint32_t node;

	switch (op_of(row->cells[COLUMN_OP])->op) {
	case OP_PLACEHOLDER: build_input(b, spec.name, STR_NONE); return;
	case OP_OUTPUT:
		graph_note_of(b->file, b->graph)->returns = true;
		node = parse_cell(b, row->cells[COLUMN_ARGS]);
		if (node != PY_NONE)
			build_outputs(b, node);
		return;
	case OP_GET_ATTR: spec.kind = NODE_GET_ATTR; break;
	case OP_METHOD: spec.kind = NODE_CALL_METHOD; break;
	case OP_MODULE: spec.kind = NODE_CALL_MODULE; break;
	case OP_FUNCTION:
		spec.target = target_from_repr(b->env->temp, row->cells[COLUMN_TARGET]);
		spec.spelled = target;
		spec.kind = str_eq(spec.target, S("_operator.getitem")) ? NODE_GETITEM
		                                                        : NODE_CALL_FUNCTION;
		break;
	}
	if (spec.kind != NODE_GET_ATTR) {
		push_args(b, row->cells[COLUMN_ARGS]);
		push_kwargs(b, row->cells[COLUMN_KWARGS]);
	}
	build_node(b, &spec);
}

/* A line whose first cells are blank goes on with the cells of the row before. */
static bool continues(const struct table *t, str line)
{
	size_t blank = 0;

	while (blank < line.len && line.ptr[blank] == ' ')
		blank++;
	return t->columns > COLUMN_ARGS && blank < line.len && blank >= t->starts[COLUMN_TARGET];
}

static str joined(struct text_build *b, str a, str c)
{
	return c.len ? arena_format(b->env->temp, "%.*s\\n%.*s", STR_ARG(a), STR_ARG(c)) : a;
}

/* A row with its continuation lines; false when the next line is none. */
static bool take_row(struct table *t, struct py_scan *scan)
{
	struct py_scan before = *scan;
	uint32_t line = scan->line;
	struct row row, more;

	if (!cut_row(t, next_line(scan), &row)) {
		*scan = before;
		return false;
	}
	for (int lines = 0; scan->at < scan->text.len && lines < 64; lines++) {
		struct py_scan here = *scan;
		str next = next_line(scan);

		if (!continues(t, next)) {
			*scan = here;
			break;
		}
		more = (struct row){0};
		cut_columns(t, next, &more);
		for (int i = 0; i < COLUMNS; i++)
			row.cells[i] = joined(t->b, row.cells[i], more.cells[i]);
	}
	add_row(t, &row, line);
	return true;
}

void tabular_take(struct text_build *b, struct py_scan *scan)
{
	struct table t = {.b = b,
	        .order = {COLUMN_OP, COLUMN_NAME, COLUMN_TARGET, COLUMN_ARGS, COLUMN_KWARGS}};
	struct py_scan before = *scan;
	str line = next_line(scan);

	build_graph_begin(b, S("graph"));
	if (is_header(line)) {
		if (str_eq(first_word(line), S("name"))) {
			t.order[0] = COLUMN_NAME;
			t.order[1] = COLUMN_OP;
		}
		before = *scan;
		line = next_line(scan);
	}
	if (is_dashes(line))
		take_dashes(&t, line);
	else
		*scan = before;
	while (scan->at < scan->text.len && take_row(&t, scan))
		;
	build_graph_end(b);
}
