/* Three passes over the same text: the targets, by whose number verdicts are kept; then what others
 * are named by (inputs, graphs, rules, findings); then the rest. What can be counted again from
 * what was read is counted again (causes, what is folded away), with the code of a scan. */
#include "assess/stored_parts.h"

enum { TARGETS_MOST = 64 };

/* ------------------------------------------------------------------ words and numbers */

bool stored_target(struct stored_reader *r, str name, uint32_t *out)
{
	for (*out = 0; *out < r->targets.len; ++*out)
		if (str_eq(r->targets.at[*out].name, name))
			return true;
	return false;
}

bool stored_each_target(struct stored_reader *r, uint32_t *target)
{
	str key;

	while (json_key(&r->json, &key)) {
		if (stored_target(r, key, target))
			return true;
		json_skip(&r->json);
	}
	return false;
}

bool stored_each_mode(struct stored_reader *r, enum mode *mode)
{
	str key;

	while (json_key(&r->json, &key))
		for (int m = 0; m <= MODE_COUNT; m++) {
			if (m == MODE_COUNT) {
				json_skip(&r->json);
			} else if (str_eq(key, mode_word((enum mode)m))) {
				*mode = (enum mode)m;
				return true;
			}
		}
	return false;
}

uint32_t stored_word(struct json *j, const char *const *words, const char *expected)
{
	str word;

	if (!json_string(j, &word))
		return 0;
	for (uint32_t i = 0; words[i]; i++)
		if (str_eq(word, str_from(words[i])))
			return i;
	json_fail(j, expected);
	return 0;
}

void stored_verdict(struct json *j, enum verdict *out)
{
	str word;

	if (json_string(j, &word) && !verdict_from(word, out))
		json_fail(j, "a verdict of the contract");
}

void stored_counts(struct json *j, uint64_t *by_verdict)
{
	enum verdict verdict;
	str key;

	for (json_object(j); json_key(j, &key);)
		if (verdict_from(key, &verdict))
			json_uint(j, &by_verdict[verdict]);
		else
			json_skip(j);
}

void stored_dtype(struct json *j, bool torch, enum dtype *out)
{
	str word;

	if (json_string(j, &word))
		*out = torch ? dtype_from_torch(word) : dtype_from_word(word);
}

void stored_graph(struct stored_reader *r, uint32_t *out)
{
	uint64_t number;

	if (!json_uint(&r->json, &number))
		return;
	if (number < r->scan->graphs.len)
		*out = (uint32_t)number;
	else
		json_fail(&r->json, "the number of a graph of the result");
}

void stored_input(struct stored_reader *r, uint32_t *out)
{
	const uint32_t *at;
	str path;

	if (!json_string(&r->json, &path))
		return;
	at = map_get(&r->inputs, path);
	if (at)
		*out = *at;
	else
		json_fail(&r->json, "the path of an input of the result");
}

/* ------------------------------------------------------------------ answers */

struct read_answer {
	struct answer answer;
	VEC(struct leaf) leaves;
};

STORED_READ(answer_verdict)
{
	(void)context;
	stored_verdict(j, &((struct read_answer *)into)->answer.verdict);
}

STORED_READ(answer_evidence)
{
	str word;

	(void)context;
	if (json_string(j, &word) &&
	        !evidence_from(word, &((struct read_answer *)into)->answer.evidence))
		json_fail(j, "a word for evidence of the contract");
}

STORED_READ(leaf_verdict)
{
	(void)context;
	stored_verdict(j, &((struct leaf *)into)->verdict);
}

STORED_READ(answer_leaf)
{
	static const stored_table table[] = {
	        {"operator", JSON_FIELD_TEXT, offsetof(struct leaf, op), NULL},
	        {"verdict", JSON_FIELD_VALUE, 0, leaf_verdict},
	        {"always", JSON_FIELD_FLAG, offsetof(struct leaf, always), NULL}};
	struct read_answer *out = into;

	JSON_FIELDS(j, table, context, VEC_PUSH(READER->keep, &out->leaves));
}

void stored_answer(struct stored_reader *r, struct answer *out)
{
	static const stored_table table[] = {{"verdict", JSON_FIELD_VALUE, 0, answer_verdict},
	        {"evidence", JSON_FIELD_VALUE, 0, answer_evidence},
	        {"source", JSON_FIELD_TEXT, offsetof(struct read_answer, answer.source), NULL},
	        {"source_date", JSON_FIELD_TEXT, offsetof(struct read_answer, answer.date), NULL},
	        {"condition", JSON_FIELD_TEXT, offsetof(struct read_answer, answer.condition),
	                NULL},
	        {"leaves", JSON_FIELD_ITEMS, 0, answer_leaf},
	        {"note", JSON_FIELD_TEXT, offsetof(struct read_answer, answer.note), NULL}};
	struct read_answer read = {0};

	JSON_FIELDS(&r->json, table, r, &read);
	*out = read.answer;
	out->leaves = read.leaves.at;
	out->n_leaves = read.leaves.len;
}

struct answer *stored_answers(struct stored_reader *r)
{
	struct answer *answers =
	        ARENA_ARRAY(r->keep, struct answer, (size_t)r->targets.len * MODE_COUNT + 1);
	uint32_t target;
	enum mode mode;

	for (json_object(&r->json); stored_each_target(r, &target);)
		for (json_object(&r->json); stored_each_mode(r, &mode);)
			stored_answer(r, &answers[target * MODE_COUNT + (uint32_t)mode]);
	return answers;
}

/* ------------------------------------------------------------------ the head */

STORED_READ(read_schema)
{
	str schema;

	(void)context;
	if (json_string(j, &schema) && !str_eq(schema, S("portfit-report/1")))
		json_fail(j, "a result of schema portfit-report/1");
	*(bool *)into = true;
}

STORED_READ(read_target)
{
	static const stored_table table[] = {
	        {"name", JSON_FIELD_TEXT, offsetof(struct target, name), NULL},
	        {"device", JSON_FIELD_TEXT, offsetof(struct target, device), NULL},
	        {"backend", JSON_FIELD_TEXT, offsetof(struct target, backend), NULL},
	        {"backend_version", JSON_FIELD_TEXT, offsetof(struct target, version), NULL},
	        {"process_group", JSON_FIELD_TEXT, offsetof(struct target, process_group), NULL},
	        {"missing_eager", JSON_FIELD_TEXT, offsetof(struct target, missing_eager), NULL},
	        {"missing_compile", JSON_FIELD_TEXT, offsetof(struct target, missing_compile),
	                NULL},
	        {"dynamic_shapes", JSON_FIELD_TEXT, offsetof(struct target, dynamic_shapes), NULL},
	        {"facts_date", JSON_FIELD_TEXT, offsetof(struct target, facts_date), NULL}};
	struct stored_reader *r = context;
	struct target *target = VEC_PUSH(r->keep, &r->targets);

	(void)into;
	JSON_FIELDS(j, table, context, target);
	target->name = arena_dup(r->keep, target->name);
	if (r->targets.len > TARGETS_MOST)
		json_fail(j, "at most 64 targets");
	else if (json_ok(j) && !target->name.len)
		json_fail(j, "a target with a name");
}

STORED_READ(read_facts)
{
	static const stored_table table[] = {{"facts", JSON_FIELD_COUNT, 0, NULL}};
	uint32_t *at = into;

	JSON_FIELDS(j, table, context, &READER->a->facts[(*at)++]);
}

struct read_workload {
	struct workload one;
	str found;
};

STORED_READ(read_workload)
{
	static const stored_table table[] = {
	        {"name", JSON_FIELD_TEXT, offsetof(struct read_workload, one.name), NULL},
	        {"entry", JSON_FIELD_TEXT, offsetof(struct read_workload, one.entry), NULL},
	        {"inputs", JSON_FIELD_SMALL, offsetof(struct read_workload, one.reached), NULL},
	        {"functions", JSON_FIELD_SMALL, offsetof(struct read_workload, one.functions),
	                NULL},
	        {"found", JSON_FIELD_TEXT, offsetof(struct read_workload, found), NULL}};
	struct stored_reader *r = context;
	struct read_workload read = {0};

	(void)into;
	JSON_FIELDS(j, table, context, &read);
	read.one.configured = str_eq(read.found, S("configured"));
	if (r->scan->workloads.len == WORKLOADS_MOST)
		json_fail(j, "at most 64 workloads");
	else
		*VEC_PUSH(r->keep, &r->scan->workloads) = read.one;
}

STORED_READ(read_unreached)
{
	static const stored_table table[] = {
	        {"inputs", JSON_FIELD_SMALL, offsetof(struct scan, unreached_inputs), NULL},
	        {"functions", JSON_FIELD_SMALL, offsetof(struct scan, unreached_functions), NULL}};

	(void)into;
	JSON_FIELDS(j, table, context, READER->scan);
}

STORED_READ(input_status)
{
	static const char *const words[] = {"read", "partly", "skipped", "failed", NULL};

	(void)context;
	((struct input *)into)->status =
	        (enum input_status)stored_word(j, words, "read, partly, skipped or failed");
}

STORED_READ(read_input)
{
	static const stored_table table[] = {
	        {"path", JSON_FIELD_TEXT, offsetof(struct input, path), NULL},
	        {"kind", JSON_FIELD_TEXT, offsetof(struct input, kind), NULL},
	        {"status", JSON_FIELD_VALUE, 0, input_status},
	        {"reason", JSON_FIELD_TEXT, offsetof(struct input, reason), NULL},
	        {"lines", JSON_FIELD_COUNT, offsetof(struct input, lines), NULL},
	        {"nodes", JSON_FIELD_COUNT, offsetof(struct input, nodes), NULL},
	        {"torch_version", JSON_FIELD_TEXT, offsetof(struct input, torch_version), NULL}};
	struct stored_reader *r = context;
	struct input *in = VEC_PUSH(r->keep, &r->scan->inputs);

	(void)into;
	JSON_FIELDS(j, table, context, in);
	*map_at(&r->inputs, in->path, NULL) = r->scan->inputs.len - 1;
}

STORED_READ(read_sources)
{
	static const stored_table table[] = {
	        {"files", JSON_FIELD_COUNT, offsetof(struct scan, source_files), NULL},
	        {"lines", JSON_FIELD_COUNT, offsetof(struct scan, source_lines), NULL},
	        {"other_files", JSON_FIELD_COUNT, offsetof(struct scan, other_files), NULL}};

	(void)into;
	JSON_FIELDS(j, table, context, READER->scan);
}

/* ------------------------------------------------------------------ graphs */

struct read_graph {
	struct graph_ref ref;
	struct graph_sum sum;
	struct graph_file *file;
	str input, name, stage;
	bool nested;
	uint64_t flops_not_counted, least_bytes;
};

STORED_READ(graph_symbol)
{
	struct read_graph *g = into;
	struct symbol *s = VEC_PUSH(READER->keep, &g->file->symbols);
	str key, name = STR_NONE;

	for (json_object(j); json_key(j, &key);)
		if (str_eq(key, S("name")) && json_string(j, &name))
			s->name = intern_id(&g->file->names, name);
		else if (str_eq(key, S("low")))
			s->has_low = json_int(j, &s->low);
		else if (str_eq(key, S("high")))
			s->has_high = json_int(j, &s->high);
		else
			json_skip(j);
}

STORED_READ(graph_input_path)
{
	(void)j;
	stored_input(context, &((struct read_graph *)into)->ref.input);
}

#define SUM(key, member)                                                                           \
	{                                                                                          \
		key, JSON_FIELD_COUNT, offsetof(struct read_graph, member), NULL                   \
	}

static const stored_table graph_table[] = {{"input", JSON_FIELD_VALUE, 0, graph_input_path},
        {"name", JSON_FIELD_TEXT, offsetof(struct read_graph, name), NULL},
        {"stage", JSON_FIELD_TEXT, offsetof(struct read_graph, stage), NULL},
        {"nested", JSON_FIELD_FLAG, offsetof(struct read_graph, nested), NULL},
        {"counted", JSON_FIELD_FLAG, offsetof(struct read_graph, ref.counted), NULL},
        {"why_not", JSON_FIELD_TEXT, offsetof(struct read_graph, ref.why_not), NULL},
        {"note", JSON_FIELD_TEXT, offsetof(struct read_graph, ref.note), NULL},
        SUM("nodes", sum.nodes), SUM("operator_nodes", sum.operator_nodes),
        SUM("host_nodes", sum.host_nodes), SUM("wrapper_nodes", sum.wrapper_nodes),
        SUM("api_nodes", sum.api_nodes), SUM("placeholders", sum.placeholders),
        SUM("parameters", sum.parameters), SUM("parameter_bytes", sum.parameter_bytes),
        {"symbols", JSON_FIELD_ITEMS, 0, graph_symbol}, SUM("flops", sum.flops),
        SUM("flops_not_counted", flops_not_counted), SUM("flops_symbolic", sum.flops_symbolic),
        SUM("bytes", sum.bytes), SUM("least_bytes", least_bytes)};

struct graph_lists {
	VEC(struct graph_sum) sums;
	VEC(struct work_sum) works;
};

/* A file of its own for every graph, with nothing but what the report tells of it. */
STORED_READ(read_graph)
{
	struct stored_reader *r = context;
	struct graph_lists *lists = into;
	struct read_graph read = {.file = ARENA_NEW(r->keep, struct graph_file)};
	struct graph *g;
	struct work_sum *work;

	read.file->arena = read.file->names.arena = r->keep;
	JSON_FIELDS(j, graph_table, context, &read);
	if (json_ok(j) && read.ref.input >= r->scan->inputs.len)
		json_fail(j, "a graph of an input");
	g = VEC_PUSH(r->keep, &read.file->graphs);
	g->name = intern_id(&read.file->names, read.name);
	g->stage = read.stage.len ? intern_id(&read.file->names, read.stage) : 0;
	g->parent = read.nested ? 0 : GRAPH_NONE;
	read.ref.file = read.file;
	if (read.flops_not_counted > read.sum.flops_symbolic)
		read.sum.flops_unknown = read.flops_not_counted - read.sum.flops_symbolic;
	*VEC_PUSH(r->keep, &r->scan->graphs) = read.ref;
	*VEC_PUSH(r->keep, &lists->sums) = read.sum;
	work = VEC_PUSH(r->keep, &lists->works);
	work->least_bytes = read.least_bytes;
	r->a->operator_nodes += read.ref.counted ? read.sum.operator_nodes : 0;
}

/* ------------------------------------------------------------------ totals, the end */

STORED_READ(read_operators)
{
	(void)context;
	stored_counts(j, ((struct totals *)into)->operators);
}

STORED_READ(read_unique)
{
	(void)context;
	stored_counts(j, ((struct totals *)into)->unique);
}

STORED_READ(read_flops)
{
	(void)context;
	stored_counts(j, ((struct totals *)into)->flops);
}

STORED_READ(read_evidence)
{
	struct totals *out = into;
	enum evidence evidence;
	str key;

	(void)context;
	for (json_object(j); json_key(j, &key);)
		if (evidence_from(key, &evidence))
			json_uint(j, &out->evidence[evidence]);
		else if (str_eq(key, S("none")))
			json_uint(j, &out->evidence[EVIDENCE_NONE]);
		else
			json_skip(j);
}

#define TOTALS_ROWS                                                                                \
	{"operators", JSON_FIELD_VALUE, 0, read_operators},                                        \
	        {"unique", JSON_FIELD_VALUE, 0, read_unique},                                      \
	{                                                                                          \
		"flops", JSON_FIELD_VALUE, 0, read_flops                                           \
	}

STORED_READ(read_other_mode)
{
	static const stored_table table[] = {TOTALS_ROWS};

	JSON_FIELDS(j, table, context, &((struct totals *)into)[1]);
}

STORED_READ(read_mode)
{
	static const char *const words[] = {"eager", "compile", NULL};

	(void)into;
	READER->a->mode = (enum mode)stored_word(j, words, "eager or compile");
}

/* Two in a row: of the deciding mode, of the other one. */
STORED_READ(read_totals)
{
	static const stored_table table[] = {{"mode", JSON_FIELD_VALUE, 0, read_mode}, TOTALS_ROWS,
	        {"evidence", JSON_FIELD_VALUE, 0, read_evidence},
	        {"oldest_fact", JSON_FIELD_TEXT, offsetof(struct totals, oldest), NULL},
	        {"newest_fact", JSON_FIELD_TEXT, offsetof(struct totals, newest), NULL},
	        {"other_mode", JSON_FIELD_VALUE, 0, read_other_mode}};
	struct stored_reader *r = context;
	uint32_t target;

	(void)into;
	for (json_object(j); stored_each_target(r, &target);) {
		struct totals read[2] = {{{0}, {0}, {0}, {0}, STR_NONE, STR_NONE}};
		struct totals *of = &r->a->totals[target * MODE_COUNT];

		JSON_FIELDS(j, table, context, read);
		of[r->a->mode] = read[0];
		of[r->a->mode == MODE_EAGER ? MODE_COMPILE : MODE_EAGER] = read[1];
	}
}

STORED_READ(not_scanned_reasons)
{
	struct stored_reader *r = context;
	str key;

	(void)into;
	for (json_object(j); json_key(j, &key);) {
		struct left_out *one = VEC_PUSH(r->keep, &r->scan->not_scanned);

		one->reason = arena_dup(r->keep, key);
		json_uint(j, &one->files);
	}
}

STORED_READ(read_not_scanned)
{
	static const stored_table table[] = {{"reasons", JSON_FIELD_VALUE, 0, not_scanned_reasons}};

	JSON_FIELDS(j, table, context, into);
}

STORED_READ(gate_status)
{
	static const char *const words[] = {"off", "passed", "hit", NULL};
	uint32_t word = stored_word(j, words, "off, passed or hit");

	(void)into;
	READER->a->gate.on = word > 0;
	READER->a->gate.hit = word == 2;
}

STORED_READ(gate_reason)
{
	(void)into;
	json_string(j, VEC_PUSH(READER->keep, &READER->a->gate.reasons));
}

STORED_READ(gate_note)
{
	(void)into;
	json_string(j, VEC_PUSH(READER->keep, &READER->a->gate.notes));
}

STORED_READ(gate_asked)
{
	(void)into;
	json_bool(j, &READER->a->gate.asked);
}

STORED_READ(read_gate)
{
	static const stored_table table[] = {{"status", JSON_FIELD_VALUE, 0, gate_status},
	        {"asked", JSON_FIELD_VALUE, 0, gate_asked},
	        {"reasons", JSON_FIELD_ITEMS, 0, gate_reason},
	        {"notes", JSON_FIELD_ITEMS, 0, gate_note}};

	JSON_FIELDS(j, table, context, into);
}

STORED_READ(read_tool)
{
	static const stored_table table[] = {
	        {"version", JSON_FIELD_TEXT, offsetof(struct stored, tool_version), NULL}};

	(void)into;
	JSON_FIELDS(j, table, context, READER->out);
}

/* ------------------------------------------------------------------ passes */

static bool pass(struct stored_reader *r, const stored_table *table, size_t n, void *into)
{
	struct place place = {.path = r->out->path};

	json_open(&r->json, r->text, r->env->limits->json_depth, r->keep);
	json_fields(&r->json, table, n, r, into);
	if (json_end(&r->json))
		return true;
	json_position(&r->json, &place.line, &place.column);
	return diag_error(r->env->diags, place, "not a result that can be reported: expected %s",
	        r->json.error);
}

#define PASS(r, table, into) pass((r), (table), sizeof(table) / sizeof *(table), (into))
#define SECTION(key, read)                                                                         \
	{                                                                                          \
		key, JSON_FIELD_VALUE, 0, read                                                     \
	}
#define SECTION_ITEMS(key, read)                                                                   \
	{                                                                                          \
		key, JSON_FIELD_ITEMS, 0, read                                                     \
	}

static bool read_head(struct stored_reader *r)
{
	static const stored_table table[] = {SECTION("schema", read_schema),
	        SECTION("tool", read_tool), SECTION_ITEMS("targets", read_target)};
	struct assessment *a = r->a;
	const struct target **targets;
	bool schema = false;

	if (!PASS(r, table, &schema))
		return false;
	if (!schema || !r->targets.len)
		return diag_error(r->env->diags, (struct place){.path = r->out->path},
		        "not a result that can be reported: expected a result of portfit scan PATH "
		        "--format json");
	targets = ARENA_ARRAY(r->keep, const struct target *, r->targets.len);
	for (uint32_t t = 0; t < r->targets.len; t++)
		targets[t] = &r->targets.at[t];
	a->targets = targets;
	a->n_targets = r->targets.len;
	a->facts = ARENA_ARRAY(r->keep, uint64_t, (size_t)a->n_targets + 1);
	a->totals = ARENA_ARRAY(r->keep, struct totals, (size_t)a->n_targets * MODE_COUNT);
	return true;
}

static void open_analyses(struct stored_reader *r)
{
	struct analyses *all = r->analyses;
	size_t sets = (size_t)r->targets.len * MODE_COUNT;

	all->islands.fallback = ARENA_ARRAY(r->keep, struct island_set, sets);
	all->islands.by_hand = ARENA_ARRAY(r->keep, struct island_set, sets);
	all->dynamic.targets = ARENA_ARRAY(r->keep, struct dynamic_target, r->targets.len);
	all->training.totals = ARENA_ARRAY(r->keep, uint64_t, sets * VERDICT_COUNT);
	all->work.time = (double(*)[VERDICT_COUNT])arena_array(
	        r->keep, sets, sizeof *all->work.time, _Alignof(double));
}

static bool read_body(struct stored_reader *r)
{
	static const stored_table names[] = {SECTION_ITEMS("targets", read_facts),
	        SECTION_ITEMS("workloads", read_workload), SECTION_ITEMS("inputs", read_input),
	        SECTION("unreached", read_unreached), SECTION("sources", read_sources),
	        SECTION_ITEMS("rules", stored_rule), SECTION("totals", read_totals),
	        SECTION("not_scanned", read_not_scanned), SECTION("gate", read_gate)};
	static const stored_table places[] = {
	        SECTION_ITEMS("graphs", read_graph), SECTION_ITEMS("findings", stored_finding)};
	static const stored_table rows[] = {
	        SECTION_ITEMS("operators", stored_operator), SECTION_ITEMS("apis", stored_api)};
	static const stored_table rest[] = {SECTION("islands", stored_islands),
	        SECTION("island_totals", stored_island_totals),
	        SECTION_ITEMS("seen_fallbacks", stored_fallback), SECTION("work", stored_work),
	        SECTION("memory", stored_memory), SECTION("dynamic_shapes", stored_dynamic),
	        SECTION("host_sync", stored_hostsync), SECTION_ITEMS("dtypes", stored_dtype_use),
	        SECTION_ITEMS("quantized_operators", stored_quantized),
	        SECTION("training", stored_training), SECTION("collectives", stored_collectives),
	        SECTION_ITEMS("custom_operators", stored_custom), SECTION("effort", stored_effort),
	        SECTION("cost", stored_cost)};
	struct graph_lists lists = {0};
	uint32_t target = 0;

	if (!PASS(r, names, &target) || !PASS(r, places, &lists))
		return false;
	r->a->graphs = lists.sums.at;
	r->analyses->work.graphs = lists.works.at;
	return PASS(r, rows, NULL) && PASS(r, rest, NULL);
}

bool stored_read(struct env *env, str path, str text, struct stored *out)
{
	struct stored_reader r = {.env = env,
	        .keep = env->keep,
	        .text = text,
	        .out = out,
	        .a = &out->assessment,
	        .scan = &out->scan,
	        .analyses = ARENA_NEW(env->keep, struct analyses),
	        .inputs = {.arena = env->keep},
	        .rows = {.arena = env->keep},
	        .ops = {.arena = env->keep},
	        .rules = {.arena = env->keep},
	        .prints = {.arena = env->keep}};

	*out = (struct stored){.path = path};
	out->scan.arena = out->scan.findings.arena = env->keep;
	r.a->arena = env->keep;
	r.a->scan = &out->scan;
	r.a->analyses = r.analyses;
	blob_builder_init(&r.ruleset, env->keep);
	if (!read_head(&r))
		return false;
	open_analyses(&r);
	if (!read_body(&r))
		return false;
	stored_rules_close(&r);
	assess_causes(env, r.a);
	return true;
}
