/* Records of a structured log that hold no graph: interned names, frames, metrics, graph breaks,
 * reasons of recompilations, symbols without a hint, missing fake kernels. Kinds that tell nothing
 * for a port (describe_*, chromium_event, guards) fall through the table. */
#include "base/json.h"
#include "scanner/graph/log_facts.h"
#include "scanner/graph/target.h"
#include "scanner/graph/torch_trace.h"

enum { STRINGS_MOST = 1 << 20 };

static uint32_t intern(struct torch_trace *t, str text)
{
	return text.len ? intern_id(&t->file->names, text) : 0;
}

static void open_json(struct torch_trace *t, struct json *j, str text)
{
	json_open(j, text, t->env->limits->json_depth, t->env->temp);
}

/* A string, empty when the value is of another kind (null). */
static str string_value(struct json *j)
{
	str value = STR_NONE;

	if (json_peek(j) == JSON_STRING)
		json_string(j, &value);
	else
		json_skip(j);
	return value;
}

static uint64_t count_value(struct json *j)
{
	int64_t value = 0;
	str raw;

	json_skip_raw(j, &raw);
	return str_int(raw, &value) && value > 0 ? (uint64_t)value : 0;
}

static double seconds_value(struct json *j)
{
	double value = 0;
	str raw;

	json_skip_raw(j, &raw);
	return str_float(raw, &value) && value > 0 && value < 1e12 ? value : 0;
}

/* {"str": ["path", 7]} */
static void take_string(struct torch_trace *t, const struct trace_record *r)
{
	struct json j;
	str text = STR_NONE;
	int64_t number = -1;

	open_json(t, &j, r->value);
	json_array(&j);
	if (json_item(&j))
		text = string_value(&j);
	if (json_item(&j))
		json_int(&j, &number);
	if (!json_ok(&j) || number < 0 || number >= STRINGS_MOST)
		return;
	if ((uint32_t)number >= t->strings.len) {
		VEC_RESERVE(t->env->temp, &t->strings, (uint32_t)number + 1 - t->strings.len);
		t->strings.len = (uint32_t)number + 1;
	}
	t->strings.at[number] = intern(t, text);
}

/* {"line": 3, "name": "f", "filename": 0, "loc": "return x"} */
static struct log_place frame_value(struct torch_trace *t, struct json *j)
{
	struct log_place place = {0};
	int64_t number;
	str key, raw;

	for (json_object(j); json_key(j, &key);) {
		if (str_eq(key, S("name")))
			place.function = intern(t, string_value(j));
		else if (str_eq(key, S("loc")))
			place.source_text = intern(t, string_value(j));
		else if (!json_skip_raw(j, &raw) || !str_int(raw, &number) || number < 0 ||
		         number > UINT32_MAX)
			continue;
		else if (str_eq(key, S("line")))
			place.line = (uint32_t)number;
		else if (str_eq(key, S("filename")) && number < t->strings.len)
			place.file = t->strings.at[number];
	}
	return place;
}

/* The innermost frame of a stack that is the user's. */
static struct log_place stack_value(struct torch_trace *t, struct json *j)
{
	struct log_place place = {0};

	if (json_peek(j) != JSON_ARRAY) {
		json_skip(j);
		return place;
	}
	for (json_array(j); json_item(j);) {
		struct log_place frame = frame_value(t, j);

		if (frame.file && graph_frame_counts(graph_text(t->file, frame.file)))
			place = frame;
	}
	return place;
}

/* Where the frame being compiled begins, for facts that name no place. */
static void take_start(struct torch_trace *t, const struct trace_record *r)
{
	str id = t->build.origin.compile_id;
	struct json j;
	str key;

	open_json(t, &j, r->value);
	for (json_object(&j); json_key(&j, &key);) {
		if (!str_eq(key, S("stack"))) {
			json_skip(&j);
			continue;
		}
		*VEC_PUSH(t->env->temp, &t->places) = stack_value(t, &j);
		*map_at(&t->frame_places, id, NULL) = t->places.len;
	}
}

static struct log_place frame_place(struct torch_trace *t)
{
	const uint32_t *at = map_get(&t->frame_places, t->build.origin.compile_id);

	return at ? t->places.at[*at - 1] : (struct log_place){0};
}

static void take_metrics(struct torch_trace *t, const struct trace_record *r)
{
	struct compilation *c = VEC_PUSH(t->file->arena, &t->facts->compilations);
	struct json j;
	str key;

	*c = (struct compilation){.compile_id = intern(t, t->build.origin.compile_id),
	        .backward = !str_eq(r->kind, S("compilation_metrics"))};
	open_json(t, &j, r->value);
	for (json_object(&j); json_key(&j, &key);) {
		if (str_eq(key, S("co_name")))
			c->function = intern(t, string_value(&j));
		else if (str_eq(key, S("co_filename")))
			c->file = intern(t, string_value(&j));
		else if (str_eq(key, S("fail_type")))
			c->fail_type = intern(t, string_value(&j));
		else if (str_eq(key, S("fail_reason")))
			c->fail_reason = intern(t, string_value(&j));
		else if (str_eq(key, S("co_firstlineno")))
			c->line = (uint32_t)count_value(&j);
		else if (str_eq(key, S("graph_op_count")))
			c->operators = count_value(&j);
		else if (str_eq(key, S("graph_node_count")))
			c->nodes = count_value(&j);
		else if (str_eq(key, S("entire_frame_compile_time_s")))
			c->seconds = seconds_value(&j);
		else
			json_skip(&j);
	}
}

/* A break of the same compilation that was told before; UINT32_MAX: none. */
static uint32_t break_of(const struct torch_trace *t)
{
	const struct graph_facts *f = t->facts;
	uint32_t id = intern_find(&t->file->names, t->build.origin.compile_id);

	if (f->breaks.len && id && VEC_LAST(&f->breaks)->compile_id == id)
		return f->breaks.len - 1;
	return UINT32_MAX;
}

static void take_break(struct torch_trace *t, const struct trace_record *r)
{
	uint32_t known = break_of(t);
	struct graph_break *out;

	t->build.origin.first_line = r->payload_line;
	graph_break_take(&t->build, t->payload, 0, false);
	out = VEC_LAST(&t->facts->breaks);
	if (known != UINT32_MAX && t->facts->breaks.at[known].error) {
		/* The error came first; the reason says the same better. */
		out->error = true;
		t->facts->breaks.at[known] = *out;
		t->facts->breaks.len--;
	}
}

/* dynamo_error: the traceback of what ended the compilation; most often a break told already. */
static void take_error(struct torch_trace *t, const struct trace_record *r)
{
	uint32_t known = break_of(t);

	if (known != UINT32_MAX) {
		t->facts->breaks.at[known].error = true;
		return;
	}
	t->build.origin.first_line = r->payload_line;
	graph_break_take(&t->build, t->payload, 0, true);
}

static void add_reason(struct torch_trace *t, struct recompile *out, str reason)
{
	reason = str_trim(reason);
	if (!reason.len)
		return;
	*VEC_PUSH(t->file->arena, &t->facts->reasons) = intern(t, reason);
	out->n_reasons++;
}

/* A JSON list of reasons, or plain lines. */
static void take_reasons(struct torch_trace *t, const struct trace_record *r)
{
	struct recompile *out = VEC_PUSH(t->file->arena, &t->facts->recompiles);
	str payload = t->payload, line;
	struct json j;

	*out = (struct recompile){.compile_id = intern(t, t->build.origin.compile_id),
	        .place = frame_place(t),
	        .first_reason = t->facts->reasons.len,
	        .text_line = r->payload_line};
	if (str_starts(str_trim(payload), S("["))) {
		open_json(t, &j, payload);
		for (json_array(&j); json_item(&j);)
			add_reason(t, out, string_value(&j));
		return;
	}
	while (str_cut(&payload, '\n', &line))
		add_reason(t, out, line);
}

static void take_version(struct torch_trace *t, const struct trace_record *r)
{
	struct json j;
	str key;

	(void)r;
	open_json(t, &j, t->payload);
	for (json_object(&j); json_key(&j, &key);)
		if (str_eq(key, S("pytorch_version")))
			t->file->torch_version = intern(t, string_value(&j));
		else
			json_skip(&j);
}

static bool bound(str text, int64_t *value)
{
	return str_int(str_trim(text), value);
}

/* {"symbol": "u0", "vr": "[-int_oo, int_oo]", "user_stack": […], …} */
static void take_unbacked(struct torch_trace *t, const struct trace_record *r)
{
	struct symbol symbol = {.low = INT64_MIN, .high = INT64_MAX};
	struct symbol_note note = {.unbacked = true};
	struct json j;
	bool fresh;
	str key, range = STR_NONE, low, high;

	open_json(t, &j, r->value);
	for (json_object(&j); json_key(&j, &key);) {
		if (str_eq(key, S("symbol")))
			symbol.name = note.symbol = intern(t, string_value(&j));
		else if (str_eq(key, S("vr")))
			range = string_value(&j);
		else if (str_eq(key, S("user_stack")))
			note.place = stack_value(t, &j);
		else
			json_skip(&j);
	}
	if (!symbol.name)
		return;
	if (range.len > 2 && str_split(str_slice(range, 1, range.len - 1), ',', &low, &high)) {
		symbol.has_low = bound(low, &symbol.low);
		symbol.has_high = bound(high, &symbol.high);
	}
	map_at(&t->build.symbols, graph_text(t->file, symbol.name), &fresh);
	if (fresh)
		*VEC_PUSH(t->file->arena, &t->file->symbols) = symbol;
	*VEC_PUSH(t->file->arena, &t->facts->symbol_notes) = note;
}

/* {"op": "mylib.f.default", "reason": "…"} */
static void take_missing(struct torch_trace *t, const struct trace_record *r)
{
	struct missing_kernel *out = VEC_PUSH(t->file->arena, &t->facts->missing_kernels);
	struct json j;
	str key;

	open_json(t, &j, r->value);
	for (json_object(&j); json_key(&j, &key);)
		if (str_eq(key, S("op")))
			out->operator=
			        intern(t, target_from_python(t->env->temp, string_value(&j)));
		else if (str_eq(key, S("reason")))
			out->reason = intern(t, string_value(&j));
		else
			json_skip(&j);
}

void trace_fact_take(struct torch_trace *t, const struct trace_record *record)
{
	static const struct {
		const char *kind, *artifact;
		void (*take)(struct torch_trace *t, const struct trace_record *r);
	} rows[] = {
	        {"str", NULL, take_string},
	        {"dynamo_start", NULL, take_start},
	        {"compilation_metrics", NULL, take_metrics},
	        {"bwd_compilation_metrics", NULL, take_metrics},
	        {"aot_autograd_backward_compilation_metrics", NULL, take_metrics},
	        {"artifact", "dynamo_graph_break_reason", take_break},
	        {"artifact", "dynamo_error", take_error},
	        {"artifact", "recompile_reasons", take_reasons},
	        {"artifact", "torch_version", take_version},
	        {"create_unbacked_symbol", NULL, take_unbacked},
	        {"missing_fake_kernel", NULL, take_missing},
	        {"mismatched_fake_kernel", NULL, take_missing},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (str_eq(record->kind, str_from(rows[i].kind)) &&
		        (!rows[i].artifact || str_eq(record->name, str_from(rows[i].artifact)))) {
			rows[i].take(t, record);
			return;
		}
}
