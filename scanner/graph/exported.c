/* The program around the graph: signature, ranges of symbols, versions.
 *
 * Keys come in any order, so the signature waits until the graph is known. What surprises: torch
 * 2.1 wrote the signature as maps from names, later ones as a list in the order of the
 * graph's inputs; and an input that is a constant has a name in the signature only. */
#include "scanner/graph/exported.h"

#include "base/pages.h"
#include "scanner/graph/exported_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SCHEMA_MAJOR = 8, HEAD_BYTES = 1 << 16, LARGE_JSON = 16 << 20 };

bool exported_fail(struct exported *x, const char *format, ...)
{
	const char *entry = x->source->entry.len ? ": " : "";
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (!x->reported)
		diag_error(x->env->diags, (struct place){.path = x->source->path}, "%.*s%s%s",
		        STR_ARG(x->source->entry), entry, text);
	x->reported = true;
	return json_fail(&x->j, "a sound program");
}

uint32_t exported_intern(struct exported *x, str text)
{
	return intern_id_recent(&x->out->names, &x->recent, text);
}

uint32_t exported_name(struct exported *x, str name)
{
	/* JSON holds no bare NUL, so only what was decoded can have one. */
	bool decoded =
	        name.ptr < x->j.start || name.ptr >= x->source->json.ptr + x->source->json.len;

	if (decoded && name.len && memchr(name.ptr, 0, name.len))
		json_fail(&x->j, "no NUL character in a name");
	return exported_intern(x, name);
}

str exported_target(str target)
{
	static const str edge = {"executorch.exir.dialects.edge._ops.", 35};
	static const str torch_ops = {"torch.ops.", 10};

	if (str_starts(target, torch_ops))
		return str_from_at(target, torch_ops.len);
	return str_starts(target, edge) ? str_from_at(target, edge.len) : target;
}

bool exported_null(struct exported *x)
{
	return json_peek(&x->j) == JSON_NULL && json_null(&x->j);
}

bool exported_key_other(struct exported *x, struct follower *after, enum word *word)
{
	unsigned char next = after->second;

	if (!next || !json_key_guess(&x->j, &x->words.guesses[next])) {
		if (!json_key(&x->j, &x->key))
			return false;
		next = (unsigned char)word_of(&x->words, x->key);
	}
	*after = (struct follower){next, after->first};
	x->before = x->last;
	x->last = next;
	*word = (enum word)next;
	return true;
}

static uint32_t read_text(struct exported *x)
{
	str text;

	if (exported_null(x) || !json_string(&x->j, &text))
		return 0;
	return exported_name(x, text);
}

/* The name in an Argument, a TensorArgument or another object with a name; 0 for a constant. */
static uint32_t read_arg_name(struct exported *x)
{
	uint32_t name = 0;
	enum word word;

	if (json_peek(&x->j) != JSON_OBJECT) {
		json_skip(&x->j);
		return 0;
	}
	for (json_object(&x->j); exported_key(x, &word);) {
		if (word == WORD_name || word == WORD_as_name)
			name = read_text(x);
		else if (word == WORD_as_tensor || word == WORD_as_custom_obj ||
		         word == WORD_as_sym_int || word == WORD_as_sym_bool ||
		         word == WORD_as_sym_float)
			name = exported_null(x) ? name : read_arg_name(x);
		else
			json_skip(&x->j);
	}
	return name;
}

/* The inside of one case: {"arg": …, "parameter_name": "fc.weight", "persistent": true} */
static void read_spec_case(struct exported *x, struct spec *spec)
{
	enum word word;

	for (json_object(&x->j); exported_key(x, &word);) {
		switch (word) {
		case WORD_arg: spec->name = read_arg_name(x); break;
		case WORD_parameter_name:
		case WORD_buffer_name:
		case WORD_tensor_constant_name:
		case WORD_custom_obj_name:
		case WORD_user_input_name: spec->target = read_text(x); break;
		case WORD_name: /* of a constant input; the graph does not repeat it */
			spec->target = read_text(x);
			break;
		case WORD_persistent:
			if (!exported_null(x))
				json_bool(&x->j, &spec->persistent);
			break;
		default: json_skip(&x->j); break;
		}
	}
}

static struct spec read_spec(struct exported *x)
{
	struct spec spec = {.persistent = true};
	enum word word;

	for (json_object(&x->j); exported_key(x, &word);) {
		if (exported_null(x))
			continue;
		if (spec.role != WORD_NONE || word == WORD_NONE) {
			json_skip(&x->j);
			continue;
		}
		spec.role = word;
		read_spec_case(x, &spec);
	}
	return spec;
}

/* Schema 1: a list of names. */
static void read_names(struct exported *x, enum word role, bool inputs)
{
	struct arena *temp = x->env->temp;

	x->specs_by_name = true;
	for (json_array(&x->j); json_item(&x->j);) {
		struct spec spec = {.role = role};

		if (json_peek(&x->j) == JSON_STRING)
			spec.name = read_text(x);
		else
			json_skip(&x->j);
		if (inputs)
			*VEC_PUSH(temp, &x->input_specs) = spec;
		else
			*VEC_PUSH(temp, &x->output_specs) = spec;
	}
}

/* Schema 1: {"arg0_1": "fc.weight"} */
static void read_name_map(struct exported *x, enum word role, bool inputs)
{
	struct arena *temp = x->env->temp;
	str key;

	x->specs_by_name = true;
	for (json_object(&x->j); json_key(&x->j, &key);) {
		struct spec spec = {.role = role, .persistent = true};

		spec.name = exported_name(x, key);
		spec.target = read_text(x);
		if (inputs)
			*VEC_PUSH(temp, &x->input_specs) = spec;
		else
			*VEC_PUSH(temp, &x->output_specs) = spec;
	}
}

static void read_signature(struct exported *x)
{
	struct arena *temp = x->env->temp;
	enum word word;

	for (json_object(&x->j); exported_key(x, &word);) {
		if (exported_null(x))
			continue;
		switch (word) {
		case WORD_input_specs:
			for (json_array(&x->j); json_item(&x->j);)
				*VEC_PUSH(temp, &x->input_specs) = read_spec(x);
			break;
		case WORD_output_specs:
			for (json_array(&x->j); json_item(&x->j);)
				*VEC_PUSH(temp, &x->output_specs) = read_spec(x);
			break;
		case WORD_user_inputs: read_names(x, WORD_user_input, true); break;
		case WORD_user_outputs: read_names(x, WORD_user_output, false); break;
		case WORD_inputs_to_parameters: read_name_map(x, WORD_parameter, true); break;
		case WORD_inputs_to_buffers: read_name_map(x, WORD_buffer, true); break;
		case WORD_buffers_to_mutate: read_name_map(x, WORD_buffer_mutation, false); break;
		default: json_skip(&x->j); break;
		}
	}
}

static enum input_role role_of(enum word word)
{
	switch (word) {
	case WORD_parameter: return INPUT_PARAMETER;
	case WORD_buffer: return INPUT_BUFFER;
	case WORD_tensor_constant: return INPUT_TENSOR_CONSTANT;
	case WORD_custom_obj: return INPUT_OBJECT;
	case WORD_token: return INPUT_TOKEN;
	case WORD_constant_input: return INPUT_CONSTANT;
	default: return INPUT_USER;
	}
}

static uint32_t value_name(const struct graph_file *out, uint32_t value)
{
	return value == GRAPH_NONE ? 0 : out->values.at[value].name;
}

/* Names of one side of the top graph to their places + 1. */
static struct map names_of(struct exported *x, bool inputs)
{
	const struct graph *g = &x->out->graphs.at[x->top];
	struct map map = {.arena = x->env->temp};
	uint32_t n = inputs ? g->n_inputs : g->n_outputs;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t value = inputs ? x->out->inputs.at[g->first_input + i].value
		                        : x->out->outputs.at[g->first_output + i].value;

		*map_at(&map, graph_text(x->out, value_name(x->out, value)), NULL) = i + 1;
	}
	return map;
}

static bool fail_spec(struct exported *x, const struct spec *spec, const char *side)
{
	return exported_fail(x, "the signature names '%.*s', which is no %s of the graph",
	        STR_ARG(graph_text(x->out, spec->name)), side);
}

static bool check_count(struct exported *x, uint32_t listed, uint32_t n, const char *side)
{
	if (x->specs_by_name || !listed || listed == n)
		return true;
	return exported_fail(x, "the signature lists %u %s, the graph has %u", listed, side, n);
}

static bool place_inputs(struct exported *x)
{
	struct graph_file *out = x->out;
	const struct graph *g = &out->graphs.at[x->top];
	struct map names = names_of(x, true);

	if (!check_count(x, x->input_specs.len, g->n_inputs, "inputs"))
		return false;
	for (uint32_t i = 0; i < x->input_specs.len; i++) {
		const struct spec *spec = &x->input_specs.at[i];
		struct graph_input *input = &out->inputs.at[g->first_input + i];

		if (x->specs_by_name) {
			const uint32_t *at = map_get(&names, graph_text(out, spec->name));

			if (!spec->name && spec->role == WORD_user_input)
				continue;
			if (!at)
				return fail_spec(x, spec, "input");
			input = &out->inputs.at[g->first_input + *at - 1];
		} else if (spec->name && spec->name != value_name(out, input->value)) {
			return fail_spec(x, spec, "input at its place");
		}
		input->role = role_of(spec->role);
		input->target = spec->target;
		input->persistent = spec->persistent;
	}
	return true;
}

static bool place_outputs(struct exported *x)
{
	struct graph_file *out = x->out;
	const struct graph *g = &out->graphs.at[x->top];
	struct map names = names_of(x, false);

	if (!check_count(x, x->output_specs.len, g->n_outputs, "outputs"))
		return false;
	for (uint32_t i = 0; i < g->n_outputs; i++)
		out->outputs.at[g->first_output + i].role = exported_intern(x, S("user_output"));
	for (uint32_t i = 0; i < x->output_specs.len; i++) {
		const struct spec *spec = &x->output_specs.at[i];
		struct graph_output *output = &out->outputs.at[g->first_output + i];

		if (x->specs_by_name) {
			const uint32_t *at = map_get(&names, graph_text(out, spec->name));

			if (spec->role == WORD_user_output)
				continue;
			if (!at)
				return fail_spec(x, spec, "output");
			output = &out->outputs.at[g->first_output + *at - 1];
		}
		output->role = exported_intern(x, word_text(spec->role));
		output->target = spec->target;
	}
	return true;
}

static void read_graph_module(struct exported *x)
{
	enum word word;

	for (json_object(&x->j); exported_key(x, &word);) {
		if (word == WORD_graph && x->top == GRAPH_NONE)
			exported_graph(x, GRAPH_NONE, &x->top);
		else if (word == WORD_graph)
			json_fail(&x->j, "one graph");
		else if (word == WORD_signature)
			read_signature(x);
		else
			json_skip(&x->j);
	}
}

static void read_bound(struct exported *x, int64_t *bound, bool *has)
{
	if (exported_null(x))
		return;
	*has = json_int(&x->j, bound);
}

/* {"s77": {"min_val": 2, "max_val": null}} */
static void read_ranges(struct exported *x)
{
	struct graph_file *out = x->out;
	str key;

	x->program.first_symbol = out->symbols.len;
	for (json_object(&x->j); json_key(&x->j, &key);) {
		struct symbol s = {.low = INT64_MIN, .high = INT64_MAX};
		enum word word;

		s.name = exported_name(x, key);
		for (json_object(&x->j); exported_key(x, &word);)
			if (word == WORD_min_val)
				read_bound(x, &s.low, &s.has_low);
			else if (word == WORD_max_val)
				read_bound(x, &s.high, &s.has_high);
			else
				json_skip(&x->j);
		*VEC_PUSH(out->arena, &out->symbols) = s;
	}
	x->program.n_symbols = out->symbols.len - x->program.first_symbol;
}

/* 1, or {"major": 8, "minor": 20} */
static void read_schema(struct exported *x)
{
	enum word word;

	if (json_peek(&x->j) != JSON_OBJECT) {
		json_int(&x->j, &x->major);
		x->minor = -1;
		return;
	}
	for (json_object(&x->j); exported_key(x, &word);)
		if (word == WORD_major)
			json_int(&x->j, &x->major);
		else if (word == WORD_minor)
			json_int(&x->j, &x->minor);
		else
			json_skip(&x->j);
}

static void read_opset(struct exported *x)
{
	struct graph_file *out = x->out;
	str key;

	x->program.first_opset = out->opset.len;
	for (json_object(&x->j); json_key(&x->j, &key);) {
		int64_t version = 0;
		uint32_t name = exported_name(x, key);

		json_int(&x->j, &version);
		*VEC_PUSH(out->arena, &out->opset) = (struct count){name, (uint64_t)version};
	}
	x->program.n_opset = out->opset.len - x->program.first_opset;
}

/* A list of words; the `dialect` of old is one. */
static void read_verifiers(struct exported *x)
{
	struct graph_file *out = x->out;

	x->program.first_verifier = out->verifiers.len;
	if (json_peek(&x->j) == JSON_STRING)
		*VEC_PUSH(out->arena, &out->verifiers) = read_text(x);
	else
		for (json_array(&x->j); json_item(&x->j);)
			*VEC_PUSH(out->arena, &out->verifiers) = read_text(x);
	x->program.n_verifiers = out->verifiers.len - x->program.first_verifier;
}

static void read_program(struct exported *x)
{
	bool seen[WORD_COUNT] = {0};
	enum word word;

	for (json_object(&x->j); exported_key(x, &word);) {
		if (word != WORD_NONE && seen[word])
			json_fail(&x->j, "every key of a program only once");
		seen[word] = true;
		switch (word) {
		case WORD_graph_module: read_graph_module(x); break;
		case WORD_range_constraints: read_ranges(x); break;
		case WORD_schema_version: read_schema(x); break;
		case WORD_opset_version: read_opset(x); break;
		case WORD_dialect:
		case WORD_verifiers: read_verifiers(x); break;
		case WORD_torch_version: x->program.torch_version = read_text(x); break;
		case WORD_guards_code:
			for (json_array(&x->j); json_item(&x->j); x->program.guards++)
				json_skip(&x->j);
			break;
		default: json_skip(&x->j); break;
		}
	}
}

static bool report_json(struct exported *x)
{
	struct place place = {.path = x->source->path};
	uint32_t line, column;

	if (x->reported)
		return false;
	json_position(&x->j, &line, &column);
	if (!x->source->entry.len) {
		place.line = line;
		place.column = column;
		return diag_error(x->env->diags, place,
		        "expected %s; the exported program is damaged or truncated, export or "
		        "copy it again",
		        x->j.error);
	}
	return diag_error(x->env->diags, place,
	        "%.*s, line %u, column %u: expected %s; the exported program is damaged, export "
	        "it again",
	        STR_ARG(x->source->entry), line, column, x->j.error);
}

/* Full names of graphs, parents first: "main", "main/cond.true_graph_0". */
static void name_graphs(struct exported *x)
{
	struct graph_file *out = x->out;

	out->graphs.at[x->top].name = exported_intern(x, S("main"));
	for (uint32_t i = x->top + 1; i < out->graphs.len; i++) {
		struct graph *g = &out->graphs.at[i];
		const struct node *node = &out->nodes.at[g->parent_node];
		str parent = graph_text(out, out->graphs.at[g->parent].name);
		str call = graph_text(out, node->name ? node->name : node->target);

		g->name = exported_intern(
		        x, arena_format(x->env->temp, "%.*s/%.*s.%.*s",
		                   STR_ARG(graph_name_part(parent)), STR_ARG(graph_name_part(call)),
		                   STR_ARG(graph_text(out, g->name))));
	}
}

/* Straight from export, or in the core vocabulary after decomposition. */
static str stage_of(const struct exported *x)
{
	for (uint32_t i = 0; i < x->program.n_verifiers; i++) {
		str word = graph_text(x->out, x->out->verifiers.at[x->program.first_verifier + i]);

		if (str_eq(word, S("TRAINING")))
			return S("export");
		if (str_eq(word, S("ATEN")))
			return S("core");
	}
	return S("");
}

static bool finish_program(struct exported *x)
{
	struct graph_file *out = x->out;
	struct arena *temp = x->env->temp;
	uint32_t stage;

	if (x->top == GRAPH_NONE)
		return exported_fail(x, "no graph_module with a graph in it; expected the JSON of "
		                        "an exported program");
	if (!place_inputs(x) || !place_outputs(x))
		return false;
	if (x->major > SCHEMA_MAJOR)
		diag_warning(x->env->diags, (struct place){.path = x->source->path},
		        "schema version %lld is newer than %d, which this reader was made for; "
		        "what it does not know is passed over",
		        (long long)x->major, (int)SCHEMA_MAJOR);
	name_graphs(x);
	stage = stage_of(x).len ? exported_intern(x, stage_of(x)) : 0;
	for (uint32_t i = x->top; i < out->graphs.len; i++)
		out->graphs.at[i].stage = stage;
	x->program.graph = x->top;
	x->program.n_graphs = out->graphs.len - x->top;
	x->program.schema_version = exported_intern(
	        x, x->minor < 0 ? arena_format(temp, "%lld", (long long)x->major)
	                        : arena_format(temp, "%lld.%lld", (long long)x->major,
	                                  (long long)x->minor));
	x->program.json_bytes = x->source->json.len;
	*VEC_PUSH(out->arena, &out->programs) = x->program;
	if (out->programs.len == 1) {
		out->torch_version = x->program.torch_version;
		out->schema_version = x->program.schema_version;
		out->guards = x->program.guards;
	}
	out->json_bytes += x->source->json.len;
	return true;
}

/* Room by the usual bytes of JSON for one of a kind: memory grows without moving. */
static void expect(struct exported *x)
{
	struct graph_file *out = x->out;
	size_t bytes = x->source->json.len;
	/* Of a large one three times as much: what is not written there is no memory. */
	size_t room = bytes >= LARGE_JSON ? 3 * bytes : bytes;

	VEC_EXPECT(out->arena, &out->nodes, room / 1600);
	VEC_EXPECT(out->arena, &out->args, room / 512);
	VEC_EXPECT(out->arena, &out->values, room / 1400);
	VEC_EXPECT(x->env->temp, &x->declared, room / 1400);
	intern_reserve(&out->names, out->names.names.len + (uint32_t)(bytes / 1000));
}

bool exported_append(struct env *env, const struct exported_source *source, struct graph_file *out)
{
	struct exported *x = ARENA_ROOM(env->temp, struct exported, 1);

	*x = (struct exported){.env = env,
	        .source = source,
	        .out = out,
	        .graph = GRAPH_NONE,
	        .top = GRAPH_NONE,
	        .expressions = {.arena = env->temp},
	        .paths = {.arena = env->temp}};
	if (source->model.len) {
		x->program.name = exported_intern(x, source->model);
		*VEC_PUSH(out->arena, &out->models) = x->program.name;
	}
	words_open(&x->words);
	pages_expect(source->json.len / 3);
	expect(x);
	json_open(&x->j, source->json, env->limits->json_depth, env->temp);
	read_program(x);
	if (!json_end(&x->j))
		return report_json(x);
	return finish_program(x);
}

static const str module_keys[] = {{"\"graph_module\"", 14}, {"\"graphModule\"", 13}};

/* Is the graph module among the first keys? Nearly always, and a damaged file shows it too. */
static bool begins_with_module(str text)
{
	str head = str_slice(text, 0, HEAD_BYTES);

	for (size_t i = 0; i < sizeof module_keys / sizeof *module_keys; i++) {
		size_t at = str_find(head, module_keys[i]);
		str before = str_trim(str_slice(head, 0, at));
		str after = str_trim(str_from_at(head, at + module_keys[i].len));

		if (at < head.len && str_ends(before, before.len == 1 ? S("{") : S(",")) &&
		        (!after.len || after.ptr[0] == ':'))
			return true;
	}
	return false;
}

/* Is it among the keys at all? */
static bool has_module(str text)
{
	struct arena *arena = arena_new();
	bool found = false;
	struct json j;
	str key;

	json_open(&j, text, limits_default.json_depth, arena);
	if (json_peek(&j) == JSON_OBJECT)
		for (json_object(&j); !found && json_key(&j, &key);) {
			found = str_eq(key, S("graph_module")) || str_eq(key, S("graphModule"));
			if (found)
				found = json_peek(&j) == JSON_OBJECT;
			else
				json_skip(&j);
		}
	arena_free(arena);
	return found;
}

bool exported_matches(str bytes)
{
	str text = str_trim(bytes);

	return text.len && text.ptr[0] == '{' && (begins_with_module(text) || has_module(text));
}

bool exported_read(struct env *env, str path, str bytes, struct graph_file *out)
{
	struct exported_source source = {.path = path, .json = bytes};

	return exported_append(env, &source, out);
}
