/* Sections of the JSON report about what graphs run and move: islands, work, memory, dynamic
 * shapes, host synchronisation. docs/report-json.md says what each field means. */
#include "report/json_parts.h"

#include "assess/analyses.h"

/* ------------------------------------------------------------------ islands */

static void crossing(struct json_out *w, const struct crossing *c)
{
	json_count(w, "crossings", c->count);
	json_count(w, "bytes", c->bytes);
	json_some(w, "unsized", c->unsized);
}

static void one_island(struct json_out *w, const struct assessment *a, const struct island *island)
{
	json_out_object(w);
	json_count(w, "graph", island->graph);
	json_count(w, "operators", island->n_nodes);
	crossing(w, &island->least);
	json_open_object(w, "alone");
	crossing(w, &island->alone);
	json_out_object_end(w);
	json_open_array(w, "names");
	for (uint32_t i = 0; i < island->n_nodes; i++)
		json_out_str(w, a->rows.at[island->rows[i]].op);
	json_out_array_end(w);
	json_open_array(w, "nodes");
	for (uint32_t i = 0; i < island->n_nodes; i++)
		json_out_uint(w, island->nodes[i]);
	json_out_array_end(w);
	json_out_object_end(w);
}

static void what_if(struct json_out *w, const struct island_set *set)
{
	if (!set->what_if.len)
		return;
	json_open_array(w, "what_if");
	for (uint32_t i = 0; i < set->what_if.len; i++) {
		const struct what_if *one = &set->what_if.at[i];

		json_out_object(w);
		json_out_pair_str(w, "operator", one->op);
		json_count(w, "calls", one->calls);
		json_count(w, "islands", one->islands);
		json_out_pair_int(w, "crossings", one->least.crossings);
		json_out_pair_int(w, "bytes", one->least.bytes);
		json_open_object(w, "alone");
		json_out_pair_int(w, "crossings", one->alone.crossings);
		json_out_pair_int(w, "bytes", one->alone.bytes);
		json_out_object_end(w);
		json_out_object_end(w);
	}
	json_out_array_end(w);
	if (set->what_if_cut)
		json_flag(w, "what_if_cut", true);
}

static void island_sum(struct json_out *w, const struct island_set *set)
{
	json_count(w, "islands", set->count);
	json_count(w, "operators", set->operators);
	crossing(w, &set->least);
	json_known(w, "least_ms", crossing_ms(&set->least));
	json_open_object(w, "alone");
	crossing(w, &set->alone);
	json_known(w, "least_ms", crossing_ms(&set->alone));
	json_out_object_end(w);
	what_if(w, set);
}

static void island_totals(struct json_out *w, const struct assessment *a, uint32_t target)
{
	const struct islands *islands = &a->analyses->islands;

	json_out_key_str(w, a->targets[target]->name);
	json_out_object(w);
	for (int mode = 0; mode < MODE_COUNT; mode++) {
		uint32_t k = target * MODE_COUNT + (uint32_t)mode;

		if (!islands->fallback[k].count && !islands->by_hand[k].count)
			continue;
		json_out_key_str(w, mode_word((enum mode)mode));
		json_out_object(w);
		island_sum(w, &islands->fallback[k]);
		if (islands->by_hand[k].count) {
			json_open_object(w, "by_hand");
			island_sum(w, &islands->by_hand[k]);
			json_out_object_end(w);
		}
		json_out_object_end(w);
	}
	json_out_object_end(w);
}

/* What run logs say left the device. */
static void seen_fallbacks(struct json_out *w, const struct assessment *a)
{
	const struct hostsync *h = &a->analyses->hostsync;

	if (!h->fallbacks.len)
		return;
	json_open_array(w, "seen_fallbacks");
	for (uint32_t i = 0; i < h->fallbacks.len; i++) {
		const struct hostsync_fallback *f = &h->fallbacks.at[i];

		json_out_object(w);
		json_out_pair_str(w, "operator", f->op);
		json_pair(w, "backend", f->backend);
		json_out_pair_str(w, "how", f->how);
		json_count(w, "times", f->times);
		json_out_pair_str(w, "input", a->scan->inputs.at[f->input].path);
		json_place(w, &f->place);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

void json_islands(struct json_out *w, const struct assessment *a)
{
	json_open_object(w, "islands");
	for (uint32_t t = 0; t < a->n_targets; t++) {
		const struct island_set *set =
		        &a->analyses->islands.fallback[t * MODE_COUNT + (uint32_t)a->mode];

		json_out_key_str(w, a->targets[t]->name);
		json_out_array(w);
		for (uint32_t i = 0; i < set->list.len; i++)
			one_island(w, a, &set->list.at[i]);
		json_out_array_end(w);
	}
	json_out_object_end(w);
	json_open_object(w, "island_totals");
	for (uint32_t t = 0; t < a->n_targets; t++)
		island_totals(w, a, t);
	json_out_object_end(w);
	seen_fallbacks(w, a);
}

/* ------------------------------------------------------------------ work */

static uint64_t flops_of(const struct work_sum *sum)
{
	uint64_t flops = 0;

	for (int k = 0; k < WORK_COUNT; k++)
		flops += sum->flops[k];
	return flops;
}

static void machines(struct json_out *w, const struct assessment *a)
{
	json_open_array(w, "machines");
	for (uint32_t i = 0; i < a->analyses->work.machines.len; i++) {
		const struct work_machine *m = &a->analyses->work.machines.at[i];

		json_out_object(w);
		json_out_pair_str(w, "name", m->machine->name);
		json_pair(w, "accelerator", m->machine->accelerator);
		if (m->target != GRAPH_NONE)
			json_out_pair_str(w, "target", a->targets[m->target]->name);
		json_known(w, "compute_ms", m->compute_ms);
		json_known(w, "memory_ms", m->memory_ms);
		json_known(w, "least_ms", m->least_ms);
		if (m->least_ms >= 0)
			json_out_pair_str(w, "limited_by",
			        m->memory_ms > m->compute_ms ? S("memory") : S("compute"));
		json_known(w, "unfused_ms", m->unfused_ms);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static double share(const uint64_t *by_verdict)
{
	uint64_t all = 0;

	for (int v = 0; v < VERDICT_COUNT; v++)
		all += by_verdict[v];
	return all ? (double)(by_verdict[VERDICT_SUPPORTED] + by_verdict[VERDICT_DECOMPOSED]) /
	                       (double)all
	           : -1;
}

static void covered(struct json_out *w, const struct assessment *a, uint32_t k)
{
	const struct totals *totals = &a->totals[k];
	const struct work *work = &a->analyses->work;

	json_out_key_str(w, mode_word((enum mode)(k % MODE_COUNT)));
	json_out_object(w);
	json_known(w, "nodes", share(totals->operators));
	json_known(w, "unique", share(totals->unique));
	json_known(w, "flops", share(totals->flops));
	if (work->time_all > 0) {
		const double *time = work->time[k];

		json_known(w, "time",
		        (time[VERDICT_SUPPORTED] + time[VERDICT_DECOMPOSED]) / work->time_all);
		json_known(w, "time_all_us", work->time_all);
		json_open_object(w, "time_us");
		for (int v = 0; v < VERDICT_COUNT; v++)
			if (time[v] > 0)
				json_known(w, verdict_word((enum verdict)v).ptr, time[v]);
		if (work->time_unjudged > 0)
			json_known(w, "without_verdict", work->time_unjudged);
		json_out_object_end(w);
	}
	json_out_object_end(w);
}

void json_work(struct json_out *w, const struct assessment *a)
{
	const struct work_sum *all = &a->analyses->work.all;

	if (!a->operator_nodes)
		return;
	json_open_object(w, "work");
	json_count(w, "flops", flops_of(all));
	json_open_object(w, "flops_by");
	for (int k = 0; k < WORK_COUNT; k++)
		json_some(w, work_kind_word((enum work_kind)k).ptr, all->flops[k]);
	json_out_object_end(w);
	if (all->flop_counter != flops_of(all))
		json_count(w, "flop_counter", all->flop_counter);
	json_count(w, "bytes", all->bytes);
	json_some(w, "unsized", all->unsized);
	json_count(w, "least_bytes", all->least_bytes);
	json_some(w, "least_unsized", all->unknown);
	machines(w, a);
	json_open_object(w, "coverage");
	for (uint32_t t = 0; t < a->n_targets; t++) {
		json_out_key_str(w, a->targets[t]->name);
		json_out_object(w);
		for (uint32_t m = 0; m < MODE_COUNT; m++)
			covered(w, a, t * MODE_COUNT + m);
		json_out_object_end(w);
	}
	json_out_object_end(w);
	json_out_object_end(w);
}

/* ------------------------------------------------------------------ memory */

static void memory_graph(struct json_out *w, const struct memory_graph *g)
{
	json_out_object(w);
	json_count(w, "graph", g->graph);
	json_count(w, "parameters", g->parameters);
	json_count(w, "buffers", g->buffers);
	json_count(w, "inputs", g->inputs);
	json_count(w, "alive", g->alive);
	json_count(w, "inference", g->inference);
	if (g->backward)
		json_flag(w, "holds_backward", true);
	if (g->training) {
		json_count(w, "gradients", g->gradients);
		json_count(w, "states", g->states);
		json_count(w, "kept", g->kept);
		json_count(w, "training", g->training);
		json_some(w, "unmeasured", g->unmeasured);
	}
	json_some(w, "unsized", g->unsized);
	json_out_object_end(w);
}

static void fit(
        struct json_out *w, const struct memory_device *d, const char *key, uint32_t devices)
{
	const struct machine *machine = devices ? memory_machine(d, devices) : NULL;

	json_open_object(w, key);
	if (devices)
		json_count(w, "devices", devices);
	else
		json_flag(w, "fits", false);
	if (machine)
		json_out_pair_str(w, "machine", machine->name);
	json_out_object_end(w);
}

static void memory_device(
        struct json_out *w, const struct assessment *a, const struct memory_device *d)
{
	const struct memory *memory = &a->analyses->memory;

	json_out_object(w);
	json_out_pair_str(w, "target", a->targets[d->target]->name);
	json_out_pair_str(w, "accelerator", d->accelerator);
	json_out_pair_str(w, "per", d->per_chip ? S("chip") : S("device"));
	json_count(w, "bytes", (uint64_t)d->bytes);
	json_open_array(w, "fits");
	for (uint32_t i = 0; i < memory->graphs.len; i++) {
		json_out_object(w);
		json_count(w, "graph", memory->graphs.at[i].graph);
		fit(w, d, "inference", d->fits[i].inference);
		if (memory->graphs.at[i].training)
			fit(w, d, "training", d->fits[i].training);
		json_out_object_end(w);
	}
	json_out_array_end(w);
	json_out_object_end(w);
}

void json_memory(struct json_out *w, const struct assessment *a)
{
	const struct memory *memory = &a->analyses->memory;

	if (!memory->graphs.len)
		return;
	json_open_object(w, "memory");
	json_out_pair_str(w, "optimizer", memory->optimizer);
	json_known(w, "states_per_parameter", memory->states);
	json_out_pair_str(w, "assumes",
	        S("parameters, gradients and states spread evenly over the devices, inputs and "
	          "results on each; nothing lost by the allocator; symbolic sizes as traced"));
	json_open_array(w, "graphs");
	for (uint32_t i = 0; i < memory->graphs.len; i++)
		memory_graph(w, &memory->graphs.at[i]);
	json_out_array_end(w);
	json_open_array(w, "devices");
	for (uint32_t i = 0; i < memory->devices.len; i++)
		memory_device(w, a, &memory->devices.at[i]);
	json_out_array_end(w);
	json_out_object_end(w);
}

/* ------------------------------------------------------------------ dynamic shapes */

static void symbol(struct json_out *w, const struct dynamic_symbol *s)
{
	json_out_object(w);
	json_count(w, "graph", s->graph);
	json_out_pair_str(w, "name", s->name);
	if (s->has_low)
		json_out_pair_int(w, "low", s->low);
	if (s->has_high)
		json_out_pair_int(w, "high", s->high);
	json_flag(w, "unbacked", s->unbacked);
	json_pair(w, "source", s->source);
	if (s->op.len) {
		json_open_object(w, "made_by");
		json_out_pair_str(w, "operator", s->op);
		json_place(w, &s->place);
		json_out_object_end(w);
	}
	json_count(w, "nodes", s->nodes);
	json_out_object_end(w);
}

static void dynamic_operator(struct json_out *w, const struct dynamic_operator *o)
{
	json_out_object(w);
	json_out_pair_str(w, "operator", o->op);
	json_count(w, "calls", o->calls);
	json_pair(w, "way", o->remark.detail);
	json_pair(w, "verdict", o->remark.verdict);
	json_pair(w, "text", o->remark.text);
	json_pair(w, "evidence", o->remark.evidence);
	json_pair(w, "source", o->remark.source);
	json_pair(w, "source_date", o->remark.date);
	json_out_object_end(w);
}

static void dynamic_target(
        struct json_out *w, const struct target *target, const struct dynamic_target *d)
{
	json_out_key_str(w, target->name);
	json_out_object(w);
	json_pair(w, "rule", target->dynamic_shapes);
	json_out_pair_str(w, "compile", verdict_word(d->compile));
	json_some(w, "programs", d->programs);
	json_open_array(w, "advice");
	for (uint32_t i = 0; i < d->advice.len; i++)
		json_out_str(w, d->advice.at[i]);
	json_out_array_end(w);
	json_open_array(w, "operators");
	for (uint32_t i = 0; i < d->operators.len; i++)
		dynamic_operator(w, &d->operators.at[i]);
	json_out_array_end(w);
	json_out_object_end(w);
}

void json_dynamic(struct json_out *w, const struct assessment *a)
{
	const struct dynamic *d = &a->analyses->dynamic;

	if (!d->symbols.len)
		return;
	json_open_object(w, "dynamic_shapes");
	json_count(w, "nodes", d->nodes);
	json_open_array(w, "symbols");
	for (uint32_t i = 0; i < d->symbols.len; i++)
		symbol(w, &d->symbols.at[i]);
	json_out_array_end(w);
	json_open_object(w, "targets");
	for (uint32_t t = 0; t < a->n_targets; t++)
		dynamic_target(w, a->targets[t], &d->targets[t]);
	json_out_object_end(w);
	json_out_object_end(w);
}

/* ------------------------------------------------------------------ host synchronisation */

static void sync_event(
        struct json_out *w, const struct assessment *a, const struct hostsync_event *e)
{
	json_out_object(w);
	json_out_pair_str(w, "kind", e->recompile ? S("recompile") : S("graph-break"));
	json_out_pair_str(w, "input", a->scan->inputs.at[e->input].path);
	json_pair(w, "reason", e->reason);
	json_pair(w, "hint", e->hint);
	json_count(w, "times", e->times);
	if (e->stops)
		json_flag(w, "stops", true);
	json_place(w, &e->place);
	json_out_object_end(w);
}

void json_hostsync(struct json_out *w, const struct assessment *a)
{
	const struct hostsync *h = &a->analyses->hostsync;

	if (!h->places.len && !h->events.len)
		return;
	json_open_object(w, "host_sync");
	json_open_object(w, "calls");
	for (int k = 0; k < HOSTSYNC_COUNT; k++)
		json_some(w, hostsync_word((enum hostsync_kind)k).ptr, h->calls[k]);
	json_out_object_end(w);
	json_open_array(w, "places");
	for (uint32_t i = 0; i < h->places.len; i++) {
		const struct hostsync_place *p = &h->places.at[i];

		json_out_object(w);
		json_count(w, "graph", p->graph);
		json_out_pair_str(w, "operator", p->op);
		json_out_pair_str(w, "kind", hostsync_word(p->kind));
		json_count(w, "calls", p->calls);
		json_place(w, &p->place);
		json_out_object_end(w);
	}
	json_out_array_end(w);
	json_open_array(w, "events");
	for (uint32_t i = 0; i < h->events.len; i++)
		sync_event(w, a, &h->events.at[i]);
	json_out_array_end(w);
	json_out_object_end(w);
}
