/* What print(ExportedProgram) puts behind its class: which inputs are parameters, and the ranges of
 * symbols (fx-formats 4.6). The inputs are those of the graph read last. */
#include "scanner/graph/python_text.h"

#include "base/map.h"

#include <string.h>

struct signature {
	struct text_build *b;
	struct graph_facts *facts;
	bool outputs; /* behind "# outputs" */
	uint32_t first_output, n_outputs, output;
};

bool signature_starts(str line)
{
	line = str_trim(line);
	return str_starts(line, S("Graph signature:")) || str_starts(line, S("Range constraints:"));
}

static uint32_t last_top_graph(const struct graph_file *file)
{
	uint32_t graph = file->graphs.len;

	while (graph && file->graphs.at[graph - 1].parent != GRAPH_NONE)
		graph--;
	return graph ? graph - 1 : GRAPH_NONE;
}

static enum input_role role_of(str kind)
{
	static const struct {
		const char *kind;
		enum input_role role;
	} rows[] = {{"PARAMETER", INPUT_PARAMETER}, {"BUFFER", INPUT_BUFFER},
	        {"CONSTANT_TENSOR", INPUT_TENSOR_CONSTANT}, {"CUSTOM_OBJ", INPUT_OBJECT},
	        {"TOKEN", INPUT_TOKEN}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (str_eq(kind, str_from(rows[i].kind)))
			return rows[i].role;
	return INPUT_USER;
}

static void apply_input(struct signature *s, str name, str kind, str target)
{
	struct graph_file *file = s->b->file;
	const uint32_t *at = map_get(&s->b->signed_inputs, name);
	struct graph_input *input;

	count_add(file, &s->facts->signature_inputs, kind, 1);
	if (!at)
		return;
	input = &file->inputs.at[*at - 1];
	input->role = role_of(kind);
	if (target.len && !str_eq(target, S("None")))
		input->target = intern_id(&file->names, target);
}

/* A constant output has no name; it has a place among the outputs but is not counted. */
static void apply_output(struct signature *s, str name, str kind, str target)
{
	struct graph_file *file = s->b->file;
	char lower[40];

	if (name.len)
		count_add(file, &s->facts->signature_outputs, kind, 1);
	if (s->output < s->n_outputs) {
		struct graph_output *out = &file->outputs.at[s->first_output + s->output++];

		out->role = intern_id(&file->names, str_lower(lower, sizeof lower, kind));
		if (target.len && !str_eq(target, S("None")))
			out->target = intern_id(&file->names, target);
	}
}

static str quoted_behind(str text, const char *mark)
{
	size_t at = str_find(text, str_from(mark));
	char quote;

	text = str_from_at(text, at + strlen(mark));
	if (!text.len || (text.ptr[0] != '\'' && text.ptr[0] != '"'))
		return STR_NONE;
	quote = text.ptr[0];
	text = str_from_at(text, 1);
	return str_slice(text, 0, str_find_byte(text, quote));
}

/* "p_w: PARAMETER target='fc.weight'" */
static void take_block_line(struct signature *s, str line)
{
	size_t colon = str_find(line, S(": "));
	str kind = str_from_at(line, colon + 2), target;
	size_t n = 0;

	if (str_starts(line, S("# outputs")))
		s->outputs = true;
	if (colon == line.len || line.ptr[0] == '#')
		return;
	while (n < kind.len && ((kind.ptr[n] >= 'A' && kind.ptr[n] <= 'Z') || kind.ptr[n] == '_'))
		n++;
	target = quoted_behind(str_from_at(kind, n), "target=");
	kind = str_slice(kind, 0, n);
	if (!n)
		return;
	if (s->outputs)
		apply_output(s, str_slice(line, 0, colon), kind, target);
	else
		apply_input(s, str_slice(line, 0, colon), kind, target);
}

/* InputSpec(kind=<InputKind.PARAMETER: 2>, arg=TensorArgument(name='p_w'), target='w', …) */
static void take_specs(struct signature *s, str text)
{
	size_t at;

	while ((at = str_find(text, S("Spec(kind=<"))) < text.len) {
		str spec = str_from_at(text, at + 11), kind, name, target;
		bool output = str_starts(spec, S("OutputKind."));

		spec = str_slice(spec, 0, str_find(spec, S("Spec(kind=<")));
		kind = str_from_at(spec, str_find_byte(spec, '.') + 1);
		kind = str_slice(kind, 0, str_find_byte(kind, ':'));
		name = quoted_behind(spec, "name=");
		target = quoted_behind(spec, " target=");
		if (output)
			apply_output(s, name, kind, target);
		else
			apply_input(s, name, kind, target);
		text = str_from_at(text, at + 11);
	}
}

static bool bound(str text, int64_t *value)
{
	text = str_trim(text);
	return str_int(text, value);
}

/* "s77: VR[2, int_oo]" or "s0: ValueRanges(lower=2, upper=oo, is_bool=False)" */
static void take_range(struct text_build *b, str symbol, str range)
{
	struct symbol out = {.name = intern_id(&b->file->names, str_trim(symbol)),
	        .low = INT64_MIN,
	        .high = INT64_MAX};
	size_t lower = str_find(range, S("lower=")), upper = str_find(range, S("upper="));
	size_t open = str_find_byte(range, '['), comma;
	str low, high;

	if (lower < range.len) {
		low = str_from_at(range, lower + 6);
		low = str_slice(low, 0, str_find_byte(low, ','));
		high = str_from_at(range, upper + 6);
		high = str_slice(high, 0, str_find_byte(high, ','));
	} else {
		low = str_from_at(range, open + 1);
		comma = str_find_byte(low, ',');
		high = str_from_at(low, comma + 1);
		high = str_slice(high, 0, str_find_byte(high, ']'));
		low = str_slice(low, 0, comma);
	}
	out.has_low = bound(low, &out.low);
	out.has_high = bound(high, &out.high);
	*VEC_PUSH(b->file->arena, &b->file->symbols) = out;
}

static void take_ranges(struct text_build *b, str text)
{
	size_t open = str_find_byte(text, '{');

	text = str_from_at(text, open + 1);
	while (text.len) {
		size_t colon = str_find_byte(text, ':'), end;
		str range = str_from_at(text, colon + 1);

		if (colon == text.len)
			return;
		end = str_find_byte(
		        range, str_has(str_slice(range, 0, 16), S("ValueRanges(")) ? ')' : ']');
		take_range(b, str_slice(text, 0, colon), str_slice(range, 0, end + 1));
		text = str_from_at(range, end + 1);
		while (text.len && (text.ptr[0] == ',' || text.ptr[0] == ' '))
			text = str_from_at(text, 1);
	}
}

static str next_line(struct py_scan *scan)
{
	str rest = str_from_at(scan->text, scan->at);
	str line = str_slice(rest, 0, str_find_byte(rest, '\n'));

	scan->at += line.len + 1;
	scan->line++;
	return line;
}

static void name_inputs(struct signature *s)
{
	struct text_build *b = s->b;
	struct graph_file *file = b->file;
	uint32_t graph = b->signed_graph;
	bool known = b->signed_at == file->graphs.len;

	if (!known) {
		graph = b->signed_graph = last_top_graph(file);
		b->signed_at = file->graphs.len;
		b->signed_inputs = (struct map){.arena = b->env->temp};
	}
	if (graph == GRAPH_NONE || !file->graphs.len)
		return;
	s->first_output = file->graphs.at[graph].first_output;
	s->n_outputs = file->graphs.at[graph].n_outputs;
	for (uint32_t i = 0; !known && i < file->graphs.at[graph].n_inputs; i++) {
		uint32_t at = file->graphs.at[graph].first_input + i;
		uint32_t name = file->values.at[file->inputs.at[at].value].name;

		*map_at(&b->signed_inputs, graph_text(file, name), NULL) = at + 1;
	}
}

void signature_take(struct text_build *b, struct py_scan *scan)
{
	struct signature s = {.b = b, .facts = graph_facts_of(b->file)};
	str line = next_line(scan);

	if (str_starts(str_trim(line), S("Range constraints:"))) {
		take_ranges(b, line);
		return;
	}
	b->file->format = GRAPH_EXPORTED_TEXT;
	name_inputs(&s);
	if (str_has(line, S("ExportGraphSignature("))) {
		take_specs(&s, line);
		return;
	}
	while (scan->at < scan->text.len) {
		struct py_scan before = *scan;

		line = next_line(scan);
		if (line.len && line.ptr[0] != ' ' && line.ptr[0] != '\t') {
			*scan = before;
			return;
		}
		take_block_line(&s, str_trim(line));
	}
}
