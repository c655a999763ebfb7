/* Operators with their verdicts, and what sources and torch-level graphs call. */
#include "assess/stored_parts.h"

static str row_key(struct arena *arena, str op, str signature)
{
	return arena_format(arena, "%.*s %.*s", STR_ARG(op), STR_ARG(signature));
}

/* ------------------------------------------------------------------ places */

/* The finding of a fingerprint on the line of the place; a copy elsewhere has the same print. */
STORED_READ(place_finding)
{
	struct stored_reader *r = context;
	struct row_place *place = into;
	const uint32_t *first;
	uint32_t at;
	str print;

	if (!json_string(j, &print) || !(first = map_get(&r->prints, print)))
		return;
	at = *first;
	for (uint32_t i = at; i != GRAPH_NONE; i = r->next_print.at[i]) {
		const struct finding *f = &r->scan->findings.list.at[i];

		if (str_eq(f->path, place->path) && place->line >= f->line &&
		        place->line <= f->end_line) {
			at = i;
			break;
		}
	}
	*VEC_PUSH(r->keep, &place->findings) = at;
}

STORED_READ(row_place)
{
	static const stored_table table[] = {
	        {"path", JSON_FIELD_TEXT, offsetof(struct row_place, path), NULL},
	        {"line", JSON_FIELD_SMALL, offsetof(struct row_place, line), NULL},
	        {"module", JSON_FIELD_TEXT, offsetof(struct row_place, module), NULL},
	        {"function", JSON_FIELD_TEXT, offsetof(struct row_place, function), NULL},
	        {"api", JSON_FIELD_TEXT, offsetof(struct row_place, api), NULL},
	        {"source", JSON_FIELD_TEXT, offsetof(struct row_place, source), NULL},
	        {"findings", JSON_FIELD_ITEMS, 0, place_finding}};
	struct row_place *place = ARENA_NEW(READER->keep, struct row_place);

	JSON_FIELDS(j, table, context, place);
	*VEC_PUSH(READER->keep, &((struct op_row *)into)->places) =
	        (struct module_place){place, place->module};
}

/* ------------------------------------------------------------------ operators */

STORED_READ(row_kind)
{
	static const char *const words[] = {
	        "device", "host", "wrapper", "higher-order", "collective", "custom", NULL};

	(void)context;
	((struct op_row *)into)->kind =
	        (enum row_kind)stored_word(j, words, "a kind of operator of the contract");
}

STORED_READ(row_graph)
{
	struct op_row *row = into;

	(void)j;
	stored_graph(context, VEC_PUSH(READER->keep, &row->graphs));
}

STORED_READ(row_from)
{
	(void)context;
	((struct op_row *)into)->from = stored_from(j);
}

struct read_verdicts {
	struct judged *of; /* both modes */
	bool other_calls;
	str state, reason, until;
};

STORED_READ(answer_calls)
{
	stored_counts(j, ((struct read_verdicts *)into)->of[READER->a->mode].calls);
}

STORED_READ(answer_other_calls)
{
	struct read_verdicts *out = into;

	out->other_calls = true;
	stored_counts(j, out->of[READER->a->mode == MODE_EAGER ? MODE_COMPILE : MODE_EAGER].calls);
}

static void read_judged(struct stored_reader *r, struct judged *judged)
{
	stored_answer(r, &judged->answer);
	judged->worst = judged->answer.verdict;
}

STORED_READ(answer_eager)
{
	(void)j;
	read_judged(context, &((struct read_verdicts *)into)->of[MODE_EAGER]);
}

STORED_READ(answer_compile)
{
	(void)j;
	read_judged(context, &((struct read_verdicts *)into)->of[MODE_COMPILE]);
}

STORED_READ(row_verdicts)
{
	static const stored_table table[] = {{"calls", JSON_FIELD_VALUE, 0, answer_calls},
	        {"other_calls", JSON_FIELD_VALUE, 0, answer_other_calls},
	        {"eager", JSON_FIELD_VALUE, 0, answer_eager},
	        {"compile", JSON_FIELD_VALUE, 0, answer_compile},
	        {"state", JSON_FIELD_TEXT, offsetof(struct read_verdicts, state), NULL},
	        {"reason", JSON_FIELD_TEXT, offsetof(struct read_verdicts, reason), NULL},
	        {"until", JSON_FIELD_TEXT, offsetof(struct read_verdicts, until), NULL}};
	struct stored_reader *r = context;
	struct op_row *row = into;
	uint32_t target;

	row->judged = ARENA_ARRAY(r->keep, struct judged, (size_t)r->targets.len * MODE_COUNT + 1);
	for (json_object(j); stored_each_target(r, &target);) {
		struct read_verdicts read = {.of = &row->judged[target * MODE_COUNT]};
		struct judged *other =
		        &read.of[r->a->mode == MODE_EAGER ? MODE_COMPILE : MODE_EAGER];

		JSON_FIELDS(j, table, context, &read);
		if (!read.other_calls)
			other->calls[other->worst] = row->calls;
		if (!str_eq(read.state, S("suppressed")))
			continue;
		if (!row->excepted)
			row->excepted = ARENA_ARRAY(
			        r->keep, struct row_exception, (size_t)r->targets.len + 1);
		row->excepted[target] = (struct row_exception){true, read.reason, read.until};
	}
}

void stored_operator(struct json *j, void *context, void *into)
{
	static const stored_table table[] = {
	        {"operator", JSON_FIELD_TEXT, offsetof(struct op_row, op), NULL},
	        {"signature", JSON_FIELD_TEXT, offsetof(struct op_row, signature), NULL},
	        {"kind", JSON_FIELD_VALUE, 0, row_kind},
	        {"calls", JSON_FIELD_COUNT, offsetof(struct op_row, calls), NULL},
	        {"graphs", JSON_FIELD_ITEMS, 0, row_graph},
	        {"places", JSON_FIELD_ITEMS, 0, row_place},
	        {"flops", JSON_FIELD_COUNT, offsetof(struct op_row, flops), NULL},
	        {"known", JSON_FIELD_FLAG, offsetof(struct op_row, known), NULL},
	        {"from", JSON_FIELD_VALUE, 0, row_from},
	        {"verdicts", JSON_FIELD_VALUE, 0, row_verdicts}};
	struct stored_reader *r = context;
	struct op_row row = {0};
	uint32_t *first;
	bool fresh;

	(void)into;
	JSON_FIELDS(j, table, context, &row);
	if (json_ok(j) && row.judged && !row.graphs.len)
		json_fail(j, "an operator with the graphs that call it");
	*map_at(&r->rows, row_key(r->keep, row.op, row.signature), NULL) = r->a->rows.len;
	first = map_at(&r->ops, row.op, &fresh);
	if (fresh)
		*first = r->a->rows.len;
	*VEC_PUSH(r->keep, &r->a->rows) = row;
}

void stored_quantized(struct json *j, void *context, void *into)
{
	static const stored_table table[] = {
	        {"operator", JSON_FIELD_TEXT, offsetof(struct op_row, op), NULL},
	        {"signature", JSON_FIELD_TEXT, offsetof(struct op_row, signature), NULL}};
	struct stored_reader *r = context;
	struct op_row row = {0};
	const uint32_t *at;

	(void)into;
	JSON_FIELDS(j, table, context, &row);
	at = map_get(&r->rows, row_key(r->keep, row.op, row.signature));
	if (at && r->a->rows.at[*at].judged)
		*VEC_PUSH(r->keep, &r->analyses->dtypes.quantized) = *at;
	else if (json_ok(j))
		json_fail(j, "an operator of the result");
}

/* ------------------------------------------------------------------ APIs */

struct read_api {
	struct api_row row;
	str from;
	VEC(struct module_place) places; /* of a graph's */
};

STORED_READ(sync_effect)
{
	static const char *const words[] = {"", "waits", "copies", "shape", NULL};

	(void)context;
	((struct read_api *)into)->row.sync.effect =
	        (enum sync_effect)stored_word(j, words, "waits, copies or shape");
}

STORED_READ(api_sync)
{
	static const stored_table table[] = {{"effect", JSON_FIELD_VALUE, 0, sync_effect},
	        {"always", JSON_FIELD_FLAG, offsetof(struct read_api, row.sync.always), NULL},
	        {"in_loop", JSON_FIELD_COUNT, offsetof(struct read_api, row.in_loop), NULL},
	        {"in_forward", JSON_FIELD_COUNT, offsetof(struct read_api, row.in_forward), NULL}};

	JSON_FIELDS(j, table, context, into);
}

STORED_READ(api_workload)
{
	struct read_api *out = into;
	str name;

	if (!json_string(j, &name))
		return;
	for (uint32_t i = 0; i < READER->scan->workloads.len; i++)
		if (str_eq(READER->scan->workloads.at[i].name, name))
			out->row.workloads |= (uint64_t)1 << i;
}

/* Of a graph's name a place as of an operator, else a use. */
struct read_use {
	struct row_place place;
	uint32_t column, cell;
	bool has_cell;
};

STORED_READ(use_cell)
{
	struct read_use *use = into;
	uint64_t cell = 0;

	(void)context;
	json_uint(j, &cell);
	use->has_cell = true;
	use->cell = cell < UINT32_MAX - 1 ? (uint32_t)cell : 0;
}

STORED_READ(api_place)
{
	static const stored_table table[] = {STORED_PLACE_ROWS(struct read_use, place),
	        {"source", JSON_FIELD_TEXT, offsetof(struct read_use, place.source), NULL},
	        {"column", JSON_FIELD_SMALL, offsetof(struct read_use, column), NULL},
	        {"cell", JSON_FIELD_VALUE, 0, use_cell}};
	struct stored_reader *r = context;
	struct read_api *out = into;
	struct read_use use = {0};
	const uint32_t *input;
	struct scan_api_use *kept;
	struct row_place *place;

	JSON_FIELDS(j, table, context, &use);
	if (str_eq(out->from, S("graph"))) {
		place = ARENA_NEW(r->keep, struct row_place);
		*place = use.place;
		*VEC_PUSH(r->keep, &out->places) = (struct module_place){place, place->module};
		return;
	}
	input = map_get(&r->inputs, use.place.path);
	if (!input) {
		if (json_ok(j))
			json_fail(j, "a place in an input of the result");
		return;
	}
	*VEC_PUSH(r->keep, &out->row.uses) = r->scan->api_uses.len;
	kept = VEC_PUSH(r->keep, &r->scan->api_uses);
	kept->input = *input;
	kept->use = (struct api_use){.line = use.place.line,
	        .column = use.column,
	        .cell = use.has_cell ? use.cell + 1 : 0};
}

STORED_READ(api_operator)
{
	json_string(j, VEC_PUSH(READER->keep, &((struct read_api *)into)->row.operators));
}

STORED_READ(api_verdicts)
{
	(void)j;
	((struct read_api *)into)->row.answers = stored_answers(context);
}

void stored_api(struct json *j, void *context, void *into)
{
	static const stored_table table[] = {
	        {"api", JSON_FIELD_TEXT, offsetof(struct read_api, row.api), NULL},
	        {"calls", JSON_FIELD_COUNT, offsetof(struct read_api, row.calls), NULL},
	        {"from", JSON_FIELD_TEXT, offsetof(struct read_api, from), NULL},
	        {"host_sync", JSON_FIELD_VALUE, 0, api_sync},
	        {"workloads", JSON_FIELD_ITEMS, 0, api_workload},
	        {"places", JSON_FIELD_ITEMS, 0, api_place},
	        {"operators", JSON_FIELD_ITEMS, 0, api_operator},
	        {"verdicts", JSON_FIELD_VALUE, 0, api_verdicts}};
	struct stored_reader *r = context;
	struct read_api read = {0};

	(void)into;
	JSON_FIELDS(j, table, context, &read);
	if (str_eq(read.from, S("graph"))) {
		struct op_row *row = VEC_PUSH(r->keep, &r->a->rows);

		*row = (struct op_row){
		        .op = read.row.api, .calls = read.row.calls, .kind = ROW_API};
		row->places.at = read.places.at;
		row->places.len = row->places.cap = read.places.len;
	} else if (read.row.uses.len) {
		*VEC_PUSH(r->keep, &r->a->apis) = read.row;
	} else if (json_ok(j)) {
		json_fail(j, "a name of torch with the places that call it");
	}
}
