/* Host synchronisation, and kinds of operators: dtypes, training, collectives, custom operators. */
#include "assess/stored_parts.h"

/* ------------------------------------------------------------------ host synchronisation */

static uint32_t sync_kind(str word)
{
	uint32_t k = 0;

	while (k < HOSTSYNC_COUNT && !str_eq(word, hostsync_word((enum hostsync_kind)k)))
		k++;
	return k;
}

STORED_READ(sync_calls)
{
	struct hostsync *h = into;
	str key;

	(void)context;
	for (json_object(j); json_key(j, &key);)
		if (sync_kind(key) < HOSTSYNC_COUNT)
			json_uint(j, &h->calls[sync_kind(key)]);
		else
			json_skip(j);
}

STORED_READ(sync_graph)
{
	(void)j;
	stored_graph(context, &((struct hostsync_place *)into)->graph);
}

STORED_READ(sync_place_kind)
{
	str word;

	(void)context;
	if (!json_string(j, &word))
		return;
	if (sync_kind(word) < HOSTSYNC_COUNT)
		((struct hostsync_place *)into)->kind = (enum hostsync_kind)sync_kind(word);
	else
		json_fail(j, "read, shape, copy or branch");
}

STORED_READ(sync_place)
{
	static const stored_table table[] = {{"graph", JSON_FIELD_VALUE, 0, sync_graph},
	        {"operator", JSON_FIELD_TEXT, offsetof(struct hostsync_place, op), NULL},
	        {"kind", JSON_FIELD_VALUE, 0, sync_place_kind},
	        {"calls", JSON_FIELD_COUNT, offsetof(struct hostsync_place, calls), NULL},
	        STORED_PLACE_ROWS(struct hostsync_place, place)};
	struct hostsync *h = into;

	JSON_FIELDS(j, table, context, VEC_PUSH(READER->keep, &h->places));
}

STORED_READ(event_kind)
{
	static const char *const words[] = {"graph-break", "recompile", NULL};

	(void)context;
	((struct hostsync_event *)into)->recompile =
	        stored_word(j, words, "graph-break or recompile") == 1;
}

STORED_READ(event_input)
{
	(void)j;
	stored_input(context, &((struct hostsync_event *)into)->input);
}

STORED_READ(sync_event)
{
	static const stored_table table[] = {{"kind", JSON_FIELD_VALUE, 0, event_kind},
	        {"input", JSON_FIELD_VALUE, 0, event_input},
	        {"reason", JSON_FIELD_TEXT, offsetof(struct hostsync_event, reason), NULL},
	        {"hint", JSON_FIELD_TEXT, offsetof(struct hostsync_event, hint), NULL},
	        {"times", JSON_FIELD_COUNT, offsetof(struct hostsync_event, times), NULL},
	        {"stops", JSON_FIELD_FLAG, offsetof(struct hostsync_event, stops), NULL},
	        STORED_PLACE_ROWS(struct hostsync_event, place)};
	struct hostsync *h = into;

	if (READER->scan->inputs.len)
		JSON_FIELDS(j, table, context, VEC_PUSH(READER->keep, &h->events));
	else
		json_fail(j, "inputs that hold this");
}

void stored_hostsync(struct json *j, void *context, void *into)
{
	static const stored_table table[] = {{"calls", JSON_FIELD_VALUE, 0, sync_calls},
	        {"places", JSON_FIELD_ITEMS, 0, sync_place},
	        {"events", JSON_FIELD_ITEMS, 0, sync_event}};

	(void)into;
	JSON_FIELDS(j, table, context, &READER->analyses->hostsync);
}

/* ------------------------------------------------------------------ dtypes */

#define REMARK(key, member)                                                                        \
	{                                                                                          \
		key, JSON_FIELD_TEXT, offsetof(struct remark, member), NULL                        \
	}

static const stored_table remark_table[] = {REMARK("fact", name), REMARK("status", verdict),
        REMARK("text", text), REMARK("evidence", evidence), REMARK("source", source),
        REMARK("source_date", date)};

STORED_READ(use_dtype)
{
	(void)context;
	stored_dtype(j, true, &((struct dtype_use *)into)->dtype);
}

STORED_READ(use_rules)
{
	struct dtype_use *use = into;
	uint32_t target;

	for (json_object(j); stored_each_target(context, &target);)
		for (json_array(j); json_item(j);) {
			struct dtype_rule *rule = VEC_PUSH(READER->keep, &use->rules);

			rule->target = target;
			JSON_FIELDS(j, remark_table, context, &rule->remark);
		}
}

void stored_dtype_use(struct json *j, void *context, void *into)
{
	static const stored_table table[] = {{"dtype", JSON_FIELD_VALUE, 0, use_dtype},
	        {"nodes", JSON_FIELD_COUNT, offsetof(struct dtype_use, nodes), NULL},
	        {"index_only", JSON_FIELD_COUNT, offsetof(struct dtype_use, indices), NULL},
	        {"inputs", JSON_FIELD_COUNT, offsetof(struct dtype_use, inputs), NULL},
	        {"operator", JSON_FIELD_TEXT, offsetof(struct dtype_use, op), NULL},
	        STORED_PLACE_ROWS(struct dtype_use, place),
	        {"matters", JSON_FIELD_FLAG, offsetof(struct dtype_use, matters), NULL},
	        {"rules", JSON_FIELD_VALUE, 0, use_rules}};
	struct dtype_use use = {0};

	(void)into;
	JSON_FIELDS(j, table, context, &use);
	if (use.dtype != DTYPE_UNKNOWN)
		READER->analyses->dtypes.use[use.dtype] = use;
}

/* ------------------------------------------------------------------ training */

STORED_READ(derived_dtype)
{
	(void)context;
	stored_dtype(j, false, &((struct derived_row *)into)->dtype);
}

STORED_READ(derived_from)
{
	json_string(j, VEC_PUSH(READER->keep, &((struct derived_row *)into)->from));
}

STORED_READ(derived_verdicts)
{
	(void)j;
	((struct derived_row *)into)->answers = stored_answers(context);
}

static void derived_row(struct json *j, void *context, struct derived_row *row)
{
	static const stored_table table[] = {
	        {"operator", JSON_FIELD_TEXT, offsetof(struct derived_row, op), NULL},
	        {"dtype", JSON_FIELD_VALUE, 0, derived_dtype},
	        {"calls", JSON_FIELD_COUNT, offsetof(struct derived_row, calls), NULL},
	        {"maybe", JSON_FIELD_COUNT, offsetof(struct derived_row, maybe), NULL},
	        {"from", JSON_FIELD_ITEMS, 0, derived_from},
	        {"verdicts", JSON_FIELD_VALUE, 0, derived_verdicts}};

	JSON_FIELDS(j, table, context, row);
	if (json_ok(j) && !row->answers)
		json_fail(j, "an operator with verdicts");
}

STORED_READ(backward_row)
{
	derived_row(j, context, VEC_PUSH(READER->keep, &((struct training *)into)->backward));
}

STORED_READ(training_totals)
{
	struct training *t = into;
	uint32_t target;
	enum mode mode;

	for (json_object(j); stored_each_target(context, &target);)
		for (json_object(j); stored_each_mode(context, &mode);)
			stored_counts(j,
			        &t->totals[(target * MODE_COUNT + (uint32_t)mode) * VERDICT_COUNT]);
}

STORED_READ(optimizer_dtype)
{
	(void)context;
	stored_dtype(j, false, &((struct training *)into)->dtype);
}

STORED_READ(step_row)
{
	derived_row(j, context, VEC_PUSH(READER->keep, &((struct optimizer_step *)into)->rows));
}

STORED_READ(optimizer_step)
{
	static const stored_table table[] = {
	        {"variant", JSON_FIELD_TEXT, offsetof(struct optimizer_step, variant), NULL},
	        {"default", JSON_FIELD_FLAG, offsetof(struct optimizer_step, by_default), NULL},
	        {"note", JSON_FIELD_TEXT, offsetof(struct optimizer_step, note), NULL},
	        {"operators", JSON_FIELD_ITEMS, 0, step_row}};
	struct training *t = into;

	JSON_FIELDS(j, table, context, VEC_PUSH(READER->keep, &t->steps));
}

STORED_READ(training_optimizer)
{
	static const stored_table table[] = {
	        {"name", JSON_FIELD_TEXT, offsetof(struct training, optimizer), NULL},
	        {"why", JSON_FIELD_TEXT, offsetof(struct training, why), NULL},
	        {"dtype", JSON_FIELD_VALUE, 0, optimizer_dtype},
	        {"steps", JSON_FIELD_ITEMS, 0, optimizer_step}};

	JSON_FIELDS(j, table, context, into);
}

void stored_training(struct json *j, void *context, void *into)
{
	static const stored_table table[] = {
	        {"forward_nodes", JSON_FIELD_COUNT, offsetof(struct training, forward), NULL},
	        {"unknown_nodes", JSON_FIELD_COUNT, offsetof(struct training, unknown), NULL},
	        {"graphs_with_backward", JSON_FIELD_COUNT, offsetof(struct training, skipped),
	                NULL},
	        {"every_input_has_a_gradient", JSON_FIELD_FLAG,
	                offsetof(struct training, all_inputs), NULL},
	        {"operators", JSON_FIELD_ITEMS, 0, backward_row},
	        {"totals", JSON_FIELD_VALUE, 0, training_totals},
	        {"optimizer", JSON_FIELD_VALUE, 0, training_optimizer}};
	struct training *t = &READER->analyses->training;

	(void)into;
	t->asked = true;
	JSON_FIELDS(j, table, context, t);
}

/* ------------------------------------------------------------------ collectives */

STORED_READ(collective_dtype)
{
	(void)context;
	stored_dtype(j, false, &((struct collective *)into)->dtype);
}

STORED_READ(collective_verdicts)
{
	(void)j;
	((struct collective *)into)->answers = stored_answers(context);
}

STORED_READ(collective)
{
	static const stored_table table[] = {
	        {"kind", JSON_FIELD_TEXT, offsetof(struct collective, kind), NULL},
	        {"operator", JSON_FIELD_TEXT, offsetof(struct collective, op), NULL},
	        {"group", JSON_FIELD_TEXT, offsetof(struct collective, group), NULL},
	        {"group_size", JSON_FIELD_INT, offsetof(struct collective, group_size), NULL},
	        {"reduce", JSON_FIELD_TEXT, offsetof(struct collective, reduce), NULL},
	        {"dtype", JSON_FIELD_VALUE, 0, collective_dtype},
	        {"calls", JSON_FIELD_COUNT, offsetof(struct collective, calls), NULL},
	        {"given_bytes", JSON_FIELD_COUNT, offsetof(struct collective, given), NULL},
	        {"got_bytes", JSON_FIELD_COUNT, offsetof(struct collective, got), NULL},
	        {"unsized", JSON_FIELD_COUNT, offsetof(struct collective, unsized), NULL},
	        STORED_PLACE_ROWS(struct collective, place),
	        {"verdicts", JSON_FIELD_VALUE, 0, collective_verdicts}};
	struct collectives *c = into;
	struct collective *one = VEC_PUSH(READER->keep, &c->list);

	JSON_FIELDS(j, table, context, one);
	if (json_ok(j) && !one->answers)
		json_fail(j, "a collective with verdicts");
}

struct read_notes {
	struct collectives *of;
	uint32_t target;
};

STORED_READ(collective_note)
{
	struct read_notes *notes = into;
	struct collective_note *note = VEC_PUSH(READER->keep, &notes->of->notes);

	note->target = notes->target;
	JSON_FIELDS(j, remark_table, context, &note->remark);
}

STORED_READ(collective_targets)
{
	static const stored_table table[] = {{"notes", JSON_FIELD_ITEMS, 0, collective_note}};
	struct read_notes notes = {into, 0};

	for (json_object(j); stored_each_target(context, &notes.target);)
		JSON_FIELDS(j, table, context, &notes);
}

void stored_collectives(struct json *j, void *context, void *into)
{
	static const stored_table table[] = {{"list", JSON_FIELD_ITEMS, 0, collective},
	        {"targets", JSON_FIELD_VALUE, 0, collective_targets}};

	(void)into;
	JSON_FIELDS(j, table, context, &READER->analyses->collectives);
}

/* ------------------------------------------------------------------ custom operators */

STORED_READ(custom_row)
{
	struct custom_operator *c = into;
	uint64_t row;

	if (!json_uint(j, &row))
		return;
	if (row < READER->a->rows.len)
		*VEC_PUSH(READER->keep, &c->rows) = (uint32_t)row;
	else
		json_fail(j, "the number of an operator of the result");
}

struct read_registration {
	struct scan_registration one;
	str path;
};

STORED_READ(custom_registration)
{
	static const stored_table table[] = {
	        {"path", JSON_FIELD_TEXT, offsetof(struct read_registration, path), NULL},
	        {"line", JSON_FIELD_SMALL,
	                offsetof(struct read_registration, one.registration.line), NULL},
	        {"how", JSON_FIELD_TEXT, offsetof(struct read_registration, one.registration.how),
	                NULL},
	        {"kernel", JSON_FIELD_FLAG,
	                offsetof(struct read_registration, one.registration.kernel), NULL},
	        {"device", JSON_FIELD_TEXT,
	                offsetof(struct read_registration, one.registration.device), NULL}};
	struct stored_reader *r = context;
	struct custom_operator *c = into;
	struct read_registration read = {0};
	const uint32_t *input;

	JSON_FIELDS(j, table, context, &read);
	input = map_get(&r->inputs, read.path);
	if (!input) {
		if (json_ok(j))
			json_fail(j, "a registration in an input of the result");
		return;
	}
	read.one.input = *input;
	*VEC_PUSH(r->keep, &c->registrations) = r->scan->registrations.len;
	*VEC_PUSH(r->keep, &r->scan->registrations) = read.one;
}

void stored_custom(struct json *j, void *context, void *into)
{
	static const stored_table table[] = {
	        {"name", JSON_FIELD_TEXT, offsetof(struct custom_operator, name), NULL},
	        {"kernel", JSON_FIELD_FLAG, offsetof(struct custom_operator, kernel), NULL},
	        {"calls", JSON_FIELD_COUNT, offsetof(struct custom_operator, calls), NULL},
	        {"rows", JSON_FIELD_ITEMS, 0, custom_row},
	        {"registrations", JSON_FIELD_ITEMS, 0, custom_registration}};
	struct custom_operator *c = VEC_PUSH(READER->keep, &READER->analyses->custom.list);

	(void)into;
	JSON_FIELDS(j, table, context, c);
	if (json_ok(j) && !c->rows.len)
		json_fail(j, "a custom operator with its rows");
}
