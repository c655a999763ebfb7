/* What graphs run and move: islands, work, memory, dynamic shapes, host synchronisation. */
#include "assess/stored_parts.h"

/* ------------------------------------------------------------------ islands */

#define CROSSING_ROWS(type, member)                                                                \
	{"crossings", JSON_FIELD_COUNT, offsetof(type, member.count), NULL},                       \
	        {"bytes", JSON_FIELD_COUNT, offsetof(type, member.bytes), NULL},                   \
	{                                                                                          \
		"unsized", JSON_FIELD_COUNT, offsetof(type, member.unsized), NULL                  \
	}

STORED_READ(read_crossing)
{
	static const stored_table table[] = {
	        {"crossings", JSON_FIELD_COUNT, offsetof(struct crossing, count), NULL},
	        {"bytes", JSON_FIELD_COUNT, offsetof(struct crossing, bytes), NULL},
	        {"unsized", JSON_FIELD_COUNT, offsetof(struct crossing, unsized), NULL}};

	JSON_FIELDS(j, table, context, into);
}

struct read_island {
	struct island island;
	VEC(uint32_t) nodes, rows;
};

STORED_READ(island_alone)
{
	read_crossing(j, context, &((struct read_island *)into)->island.alone);
}

STORED_READ(island_graph)
{
	(void)j;
	stored_graph(context, &((struct read_island *)into)->island.graph);
}

STORED_READ(island_name)
{
	struct read_island *out = into;
	const uint32_t *at;
	str name;

	if (!json_string(j, &name))
		return;
	at = map_get(&READER->ops, name);
	if (at)
		*VEC_PUSH(READER->keep, &out->rows) = *at;
	else
		json_fail(j, "an operator of the result");
}

STORED_READ(island_node)
{
	struct read_island *out = into;
	uint64_t node;

	if (json_uint(j, &node))
		*VEC_PUSH(READER->keep, &out->nodes) = node < UINT32_MAX ? (uint32_t)node : 0;
}

STORED_READ(read_island)
{
	static const stored_table table[] = {{"graph", JSON_FIELD_VALUE, 0, island_graph},
	        CROSSING_ROWS(struct read_island, island.least),
	        {"alone", JSON_FIELD_VALUE, 0, island_alone},
	        {"names", JSON_FIELD_ITEMS, 0, island_name},
	        {"nodes", JSON_FIELD_ITEMS, 0, island_node}};
	struct island_set *set = into;
	struct read_island read = {0};

	if (!READER->scan->graphs.len) {
		json_fail(j, "graphs of which these are islands");
		return;
	}
	JSON_FIELDS(j, table, context, &read);
	if (json_ok(j) && read.nodes.len != read.rows.len)
		json_fail(j, "an island with a name for each of its nodes");
	read.island.nodes = read.nodes.at;
	read.island.rows = read.rows.at;
	read.island.n_nodes = read.nodes.len;
	*VEC_PUSH(READER->keep, &set->list) = read.island;
}

void stored_islands(struct json *j, void *context, void *into)
{
	struct stored_reader *r = context;
	uint32_t target;

	(void)into;
	for (json_object(j); stored_each_target(r, &target);)
		for (json_array(j); json_item(j);)
			read_island(j, r,
			        &r->analyses->islands
			                 .fallback[target * MODE_COUNT + (uint32_t)r->a->mode]);
}

STORED_READ(what_if_alone)
{
	static const stored_table table[] = {
	        {"crossings", JSON_FIELD_INT, offsetof(struct saving, crossings), NULL},
	        {"bytes", JSON_FIELD_INT, offsetof(struct saving, bytes), NULL}};

	JSON_FIELDS(j, table, context, &((struct what_if *)into)->alone);
}

STORED_READ(read_what_if)
{
	static const stored_table table[] = {
	        {"operator", JSON_FIELD_TEXT, offsetof(struct what_if, op), NULL},
	        {"calls", JSON_FIELD_COUNT, offsetof(struct what_if, calls), NULL},
	        {"islands", JSON_FIELD_SMALL, offsetof(struct what_if, islands), NULL},
	        {"crossings", JSON_FIELD_INT, offsetof(struct what_if, least.crossings), NULL},
	        {"bytes", JSON_FIELD_INT, offsetof(struct what_if, least.bytes), NULL},
	        {"alone", JSON_FIELD_VALUE, 0, what_if_alone}};
	struct island_set *set = into;

	JSON_FIELDS(j, table, context, VEC_PUSH(READER->keep, &set->what_if));
}

STORED_READ(set_alone)
{
	read_crossing(j, context, &((struct island_set *)into)->alone);
}

#define SET_ROWS                                                                                   \
	{"islands", JSON_FIELD_SMALL, offsetof(struct island_set, count), NULL},                   \
	        {"operators", JSON_FIELD_COUNT, offsetof(struct island_set, operators), NULL},     \
	        CROSSING_ROWS(struct island_set, least),                                           \
	        {"alone", JSON_FIELD_VALUE, 0, set_alone},                                         \
	        {"what_if", JSON_FIELD_ITEMS, 0, read_what_if},                                    \
	{                                                                                          \
		"what_if_cut", JSON_FIELD_FLAG, offsetof(struct island_set, what_if_cut), NULL     \
	}

struct read_sets {
	struct island_set fallback, by_hand;
};

STORED_READ(set_by_hand)
{
	static const stored_table table[] = {SET_ROWS};

	JSON_FIELDS(j, table, context, &((struct read_sets *)into)->by_hand);
}

void stored_island_totals(struct json *j, void *context, void *into)
{
	static const stored_table table[] = {
	        SET_ROWS, {"by_hand", JSON_FIELD_VALUE, 0, set_by_hand}};
	struct stored_reader *r = context;
	struct islands *islands = &r->analyses->islands;
	uint32_t target;
	enum mode mode;

	(void)into;
	for (json_object(j); stored_each_target(r, &target);)
		for (json_object(j); stored_each_mode(r, &mode);) {
			uint32_t k = target * MODE_COUNT + (uint32_t)mode;
			struct read_sets read = {.fallback = islands->fallback[k]};

			JSON_FIELDS(j, table, context, &read);
			islands->fallback[k] = read.fallback;
			islands->by_hand[k] = read.by_hand;
		}
}

STORED_READ(fallback_input)
{
	(void)j;
	stored_input(context, &((struct hostsync_fallback *)into)->input);
}

void stored_fallback(struct json *j, void *context, void *into)
{
	static const stored_table table[] = {
	        {"operator", JSON_FIELD_TEXT, offsetof(struct hostsync_fallback, op), NULL},
	        {"backend", JSON_FIELD_TEXT, offsetof(struct hostsync_fallback, backend), NULL},
	        {"how", JSON_FIELD_TEXT, offsetof(struct hostsync_fallback, how), NULL},
	        {"times", JSON_FIELD_COUNT, offsetof(struct hostsync_fallback, times), NULL},
	        {"input", JSON_FIELD_VALUE, 0, fallback_input},
	        STORED_PLACE_ROWS(struct hostsync_fallback, place)};
	struct stored_reader *r = context;
	struct hostsync_fallback read = {.input = GRAPH_NONE};

	(void)into;
	JSON_FIELDS(j, table, context, &read);
	if (read.input < r->scan->inputs.len)
		*VEC_PUSH(r->keep, &r->analyses->hostsync.fallbacks) = read;
	else if (json_ok(j))
		json_fail(j, "the input in which it was seen");
}

/* ------------------------------------------------------------------ work */

STORED_READ(work_flops)
{
	str key;

	(void)context;
	for (json_object(j); json_key(j, &key);) {
		int k = 0;

		while (k < WORK_COUNT && !str_eq(key, work_kind_word((enum work_kind)k)))
			k++;
		if (k < WORK_COUNT)
			json_uint(j, &((struct work_sum *)into)->flops[k]);
		else
			json_skip(j);
	}
}

struct read_machine {
	struct machine machine;
	struct work_machine work;
};

STORED_READ(machine_target)
{
	str name;

	if (json_string(j, &name) &&
	        !stored_target(context, name, &((struct read_machine *)into)->work.target))
		json_fail(j, "a target of the result");
}

STORED_READ(work_machine)
{
	static const stored_table table[] = {
	        {"name", JSON_FIELD_TEXT, offsetof(struct read_machine, machine.name), NULL},
	        {"accelerator", JSON_FIELD_TEXT, offsetof(struct read_machine, machine.accelerator),
	                NULL},
	        {"target", JSON_FIELD_VALUE, 0, machine_target},
	        {"compute_ms", JSON_FIELD_FLOAT, offsetof(struct read_machine, work.compute_ms),
	                NULL},
	        {"memory_ms", JSON_FIELD_FLOAT, offsetof(struct read_machine, work.memory_ms),
	                NULL},
	        {"least_ms", JSON_FIELD_FLOAT, offsetof(struct read_machine, work.least_ms), NULL},
	        {"unfused_ms", JSON_FIELD_FLOAT, offsetof(struct read_machine, work.unfused_ms),
	                NULL}};
	struct stored_reader *r = context;
	struct read_machine *read = ARENA_NEW(r->keep, struct read_machine);

	(void)into;
	read->work = (struct work_machine){&read->machine, GRAPH_NONE, -1, -1, -1, -1};
	JSON_FIELDS(j, table, context, read);
	*VEC_PUSH(r->keep, &r->analyses->work.machines) = read->work;
}

STORED_READ(covered_times)
{
	struct work *work = &READER->analyses->work;
	double *time = into;
	enum verdict verdict;
	str key;

	for (json_object(j); json_key(j, &key);)
		if (verdict_from(key, &verdict))
			json_float(j, &time[verdict]);
		else if (str_eq(key, S("without_verdict")))
			json_float(j, &work->time_unjudged);
		else
			json_skip(j);
}

STORED_READ(covered_all)
{
	(void)into;
	json_float(j, &READER->analyses->work.time_all);
}

/* The shares are counted again. */
STORED_READ(work_coverage)
{
	static const stored_table table[] = {{"time_all_us", JSON_FIELD_VALUE, 0, covered_all},
	        {"time_us", JSON_FIELD_VALUE, 0, covered_times}};
	struct stored_reader *r = context;
	uint32_t target;
	enum mode mode;

	(void)into;
	for (json_object(j); stored_each_target(r, &target);)
		for (json_object(j); stored_each_mode(r, &mode);)
			JSON_FIELDS(j, table, context,
			        r->analyses->work.time[target * MODE_COUNT + (uint32_t)mode]);
}

void stored_work(struct json *j, void *context, void *into)
{
	static const stored_table table[] = {{"flops_by", JSON_FIELD_VALUE, 0, work_flops},
	        {"flop_counter", JSON_FIELD_COUNT, offsetof(struct work_sum, flop_counter), NULL},
	        {"bytes", JSON_FIELD_COUNT, offsetof(struct work_sum, bytes), NULL},
	        {"unsized", JSON_FIELD_COUNT, offsetof(struct work_sum, unsized), NULL},
	        {"least_bytes", JSON_FIELD_COUNT, offsetof(struct work_sum, least_bytes), NULL},
	        {"least_unsized", JSON_FIELD_COUNT, offsetof(struct work_sum, unknown), NULL},
	        {"machines", JSON_FIELD_ITEMS, 0, work_machine},
	        {"coverage", JSON_FIELD_VALUE, 0, work_coverage}};
	struct work_sum *all = &READER->analyses->work.all;
	uint64_t flops = 0;

	(void)into;
	all->flop_counter = UINT64_MAX;
	JSON_FIELDS(j, table, context, all);
	for (int k = 0; k < WORK_COUNT; k++)
		flops += all->flops[k];
	if (all->flop_counter == UINT64_MAX)
		all->flop_counter = flops;
}

/* ------------------------------------------------------------------ memory */

STORED_READ(memory_graph_number)
{
	(void)j;
	stored_graph(context, &((struct memory_graph *)into)->graph);
}

#define SIZE(key, member)                                                                          \
	{                                                                                          \
		key, JSON_FIELD_COUNT, offsetof(struct memory_graph, member), NULL                 \
	}

STORED_READ(memory_graph)
{
	static const stored_table table[] = {{"graph", JSON_FIELD_VALUE, 0, memory_graph_number},
	        SIZE("parameters", parameters), SIZE("buffers", buffers), SIZE("inputs", inputs),
	        SIZE("alive", alive), SIZE("inference", inference),
	        {"holds_backward", JSON_FIELD_FLAG, offsetof(struct memory_graph, backward), NULL},
	        SIZE("gradients", gradients), SIZE("states", states), SIZE("kept", kept),
	        SIZE("training", training), SIZE("unmeasured", unmeasured),
	        SIZE("unsized", unsized)};
	struct stored_reader *r = context;

	(void)into;
	if (r->scan->graphs.len)
		JSON_FIELDS(j, table, context, VEC_PUSH(r->keep, &r->analyses->memory.graphs));
	else
		json_fail(j, "graphs that take this memory");
}

struct read_fit {
	uint32_t devices;
	str machine;
};

struct read_device {
	struct memory_device device;
	str target, per;
	VEC(struct memory_fit) fits;
	VEC(struct read_fit) machines;
};

static uint32_t read_fit(struct json *j, struct stored_reader *r, struct read_device *out)
{
	static const stored_table table[] = {
	        {"devices", JSON_FIELD_SMALL, offsetof(struct read_fit, devices), NULL},
	        {"machine", JSON_FIELD_TEXT, offsetof(struct read_fit, machine), NULL}};
	struct read_fit fit = {0};

	JSON_FIELDS(j, table, r, &fit);
	if (fit.machine.len)
		*VEC_PUSH(r->keep, &out->machines) = fit;
	return fit.devices;
}

STORED_READ(device_fit)
{
	struct read_device *out = into;
	struct memory_fit *fit = VEC_PUSH(READER->keep, &out->fits);
	str key;

	for (json_object(j); json_key(j, &key);)
		if (str_eq(key, S("inference")))
			fit->inference = read_fit(j, context, out);
		else if (str_eq(key, S("training")))
			fit->training = read_fit(j, context, out);
		else
			json_skip(j);
}

/* A machine for each number of devices that the result names one for, the fewest first: the
 * smallest that has so many is then the one it named. */
static void keep_machines(struct stored_reader *r, struct read_device *read)
{
	struct memory_device *d = &read->device;

	d->machines = ARENA_ARRAY(r->keep, const struct machine *, (size_t)read->machines.len + 1);
	for (uint32_t i = 0; i < read->machines.len; i++) {
		struct machine *machine = ARENA_NEW(r->keep, struct machine);
		uint32_t at = d->n_machines++;

		machine->name = read->machines.at[i].machine;
		machine->devices = read->machines.at[i].devices;
		for (; at && d->machines[at - 1]->devices > machine->devices; at--)
			d->machines[at] = d->machines[at - 1];
		d->machines[at] = machine;
	}
}

STORED_READ(memory_device)
{
	static const stored_table table[] = {
	        {"target", JSON_FIELD_TEXT, offsetof(struct read_device, target), NULL},
	        {"accelerator", JSON_FIELD_TEXT, offsetof(struct read_device, device.accelerator),
	                NULL},
	        {"per", JSON_FIELD_TEXT, offsetof(struct read_device, per), NULL},
	        {"bytes", JSON_FIELD_FLOAT, offsetof(struct read_device, device.bytes), NULL},
	        {"fits", JSON_FIELD_ITEMS, 0, device_fit}};
	struct stored_reader *r = context;
	struct memory *memory = &r->analyses->memory;
	struct read_device read = {0};

	(void)into;
	JSON_FIELDS(j, table, context, &read);
	if (!json_ok(j))
		return;
	if (!stored_target(r, read.target, &read.device.target) ||
	        read.fits.len != memory->graphs.len || read.machines.len > 1000) {
		json_fail(j, "a device of a target that tells of every graph above");
		return;
	}
	read.device.per_chip = str_eq(read.per, S("chip"));
	read.device.fits = read.fits.at;
	keep_machines(r, &read);
	*VEC_PUSH(r->keep, &memory->devices) = read.device;
}

void stored_memory(struct json *j, void *context, void *into)
{
	static const stored_table table[] = {
	        {"optimizer", JSON_FIELD_TEXT, offsetof(struct memory, optimizer), NULL},
	        {"states_per_parameter", JSON_FIELD_FLOAT, offsetof(struct memory, states), NULL},
	        {"graphs", JSON_FIELD_ITEMS, 0, memory_graph},
	        {"devices", JSON_FIELD_ITEMS, 0, memory_device}};
	struct memory *memory = &READER->analyses->memory;

	(void)into;
	memory->states = -1;
	JSON_FIELDS(j, table, context, memory);
}

/* ------------------------------------------------------------------ dynamic shapes */

STORED_READ(symbol_graph)
{
	(void)j;
	stored_graph(context, &((struct dynamic_symbol *)into)->graph);
}

STORED_READ(symbol_low)
{
	struct dynamic_symbol *s = into;

	(void)context;
	s->has_low = json_int(j, &s->low);
}

STORED_READ(symbol_high)
{
	struct dynamic_symbol *s = into;

	(void)context;
	s->has_high = json_int(j, &s->high);
}

STORED_READ(symbol_made_by)
{
	static const stored_table table[] = {
	        {"operator", JSON_FIELD_TEXT, offsetof(struct dynamic_symbol, op), NULL},
	        STORED_PLACE_ROWS(struct dynamic_symbol, place)};

	JSON_FIELDS(j, table, context, into);
}

STORED_READ(dynamic_symbol)
{
	static const stored_table table[] = {{"graph", JSON_FIELD_VALUE, 0, symbol_graph},
	        {"name", JSON_FIELD_TEXT, offsetof(struct dynamic_symbol, name), NULL},
	        {"low", JSON_FIELD_VALUE, 0, symbol_low},
	        {"high", JSON_FIELD_VALUE, 0, symbol_high},
	        {"unbacked", JSON_FIELD_FLAG, offsetof(struct dynamic_symbol, unbacked), NULL},
	        {"source", JSON_FIELD_TEXT, offsetof(struct dynamic_symbol, source), NULL},
	        {"made_by", JSON_FIELD_VALUE, 0, symbol_made_by},
	        {"nodes", JSON_FIELD_COUNT, offsetof(struct dynamic_symbol, nodes), NULL}};

	JSON_FIELDS(j, table, context, VEC_PUSH(READER->keep, &((struct dynamic *)into)->symbols));
}

STORED_READ(dynamic_advice)
{
	json_string(j, VEC_PUSH(READER->keep, &((struct dynamic_target *)into)->advice));
}

#define REMARK(key, member)                                                                        \
	{                                                                                          \
		key, JSON_FIELD_TEXT, offsetof(struct dynamic_operator, member), NULL              \
	}

STORED_READ(dynamic_operator)
{
	static const stored_table table[] = {REMARK("operator", op),
	        {"calls", JSON_FIELD_COUNT, offsetof(struct dynamic_operator, calls), NULL},
	        REMARK("way", remark.detail), REMARK("verdict", remark.verdict),
	        REMARK("text", remark.text), REMARK("evidence", remark.evidence),
	        REMARK("source", remark.source), REMARK("source_date", remark.date)};

	JSON_FIELDS(j, table, context,
	        VEC_PUSH(READER->keep, &((struct dynamic_target *)into)->operators));
}

STORED_READ(dynamic_compile)
{
	(void)context;
	stored_verdict(j, &((struct dynamic_target *)into)->compile);
}

STORED_READ(dynamic_targets)
{
	static const stored_table table[] = {{"compile", JSON_FIELD_VALUE, 0, dynamic_compile},
	        {"programs", JSON_FIELD_COUNT, offsetof(struct dynamic_target, programs), NULL},
	        {"advice", JSON_FIELD_ITEMS, 0, dynamic_advice},
	        {"operators", JSON_FIELD_ITEMS, 0, dynamic_operator}};
	struct dynamic *d = into;
	uint32_t target;

	for (json_object(j); stored_each_target(context, &target);)
		JSON_FIELDS(j, table, context, &d->targets[target]);
}

void stored_dynamic(struct json *j, void *context, void *into)
{
	static const stored_table table[] = {
	        {"nodes", JSON_FIELD_COUNT, offsetof(struct dynamic, nodes), NULL},
	        {"symbols", JSON_FIELD_ITEMS, 0, dynamic_symbol},
	        {"targets", JSON_FIELD_VALUE, 0, dynamic_targets}};

	(void)into;
	JSON_FIELDS(j, table, context, &READER->analyses->dynamic);
}
