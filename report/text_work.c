/* Sections of the text report about work and memory. */
#include "report/number.h"
#include "report/text_page.h"

#include "assess/analyses.h"

/* ------------------------------------------------------------------ work */

static void sums(struct page *p)
{
	const struct work_sum *all = &p->a->analyses->work.all;
	uint64_t flops = 0, symbolic = 0, unknown = 0;
	str text;

	for (uint32_t i = 0; i < p->a->scan->graphs.len; i++)
		if (p->a->scan->graphs.at[i].counted) {
			flops += p->a->graphs[i].flops;
			symbolic += p->a->graphs[i].flops_symbolic;
			unknown += p->a->graphs[i].flops_unknown;
		}
	text = arena_format(p->a->arena, "%.4g GFLOP, each graph once", (double)flops / 1e9);
	if (all->bytes)
		text = arena_format(p->a->arena,
		        "%.*s; operators one by one move %.*s, the graph as a whole at least %.*s",
		        STR_ARG(text), STR_ARG(number_bytes(p->a->arena, all->bytes)),
		        STR_ARG(number_bytes(p->a->arena, all->least_bytes)));
	if (all->unsized)
		text = arena_format(p->a->arena, "%.*s; %llu tensor%s of no known size not counted",
		        STR_ARG(text), (unsigned long long)all->unsized, plural(all->unsized));
	if (symbolic)
		text = arena_format(p->a->arena,
		        "%.*s; FLOPs of %llu call%s with symbolic sizes not counted", STR_ARG(text),
		        (unsigned long long)symbolic, plural(symbolic));
	if (unknown)
		text = arena_format(p->a->arena, "%.*s; %llu call%s without a formula",
		        STR_ARG(text), (unsigned long long)unknown, plural(unknown));
	if (p->style->verbose && all->flop_counter != flops)
		text = arena_format(p->a->arena, "%.*s; FlopCounterMode says %llu FLOP",
		        STR_ARG(text), (unsigned long long)all->flop_counter);
	page_wrapped(p, "", 2, text);
}

/* The smallest machine of each accelerator; all of them with -v. */
static void least_times(struct page *p)
{
	const struct work *work = &p->a->analyses->work;

	for (uint32_t t = 0; t <= p->a->n_targets; t++) {
		uint32_t target = t < p->a->n_targets ? t : GRAPH_NONE;
		str text = STR_NONE, last = STR_NONE;

		if (target == GRAPH_NONE && !p->style->verbose)
			continue;
		for (uint32_t i = 0; i < work->machines.len; i++) {
			const struct work_machine *m = &work->machines.at[i];

			if (m->target != target || m->least_ms < 0 ||
			        (!p->style->verbose && str_eq(m->machine->accelerator, last)))
				continue;
			last = m->machine->accelerator;
			text = arena_format(p->a->arena, "%.*s%s%.*s %.*s (%s)", STR_ARG(text),
			        text.len ? ", " : "", STR_ARG(m->machine->name),
			        STR_ARG(page_ms(p, m->least_ms)),
			        m->memory_ms > m->compute_ms ? "memory" : "compute");
		}
		if (text.len)
			page_wrapped(p,
			        arena_format(p->a->arena, "%-11.*s",
			                STR_ARG(target == GRAPH_NONE ? S("GPUs")
			                                             : p->a->targets[t]->name))
			                .ptr,
			        2,
			        arena_format(p->a->arena,
			                "least time possible, a bound and no forecast: %.*s",
			                STR_ARG(text)));
	}
}

static str percent(struct page *p, const uint64_t *by_verdict, const char *what)
{
	uint64_t all = 0, good = by_verdict[VERDICT_SUPPORTED] + by_verdict[VERDICT_DECOMPOSED];

	for (int v = 0; v < VERDICT_COUNT; v++)
		all += by_verdict[v];
	return all ? arena_format(p->a->arena, ", %.1f %% of %s",
	                     100.0 * (double)good / (double)all, what)
	           : STR_NONE;
}

/* Shares of one target and mode that are fine, by each weight. */
static str covered_mode(struct page *p, uint32_t k)
{
	const struct work *work = &p->a->analyses->work;
	const struct totals *totals = &p->a->totals[k];
	str text = arena_format(p->a->arena, "%.*s%.*s%.*s",
	        STR_ARG(percent(p, totals->operators, "calls")),
	        STR_ARG(percent(p, totals->unique, "operators")),
	        STR_ARG(percent(p, totals->flops, "FLOPs")));

	if (work->time_all > 0)
		text = arena_format(p->a->arena, "%.*s, %.1f %% of measured time", STR_ARG(text),
		        100.0 *
		                (work->time[k][VERDICT_SUPPORTED] +
		                        work->time[k][VERDICT_DECOMPOSED]) /
		                work->time_all);
	return arena_format(p->a->arena, "%s %.*s",
	        k % MODE_COUNT == MODE_EAGER ? "eager" : "compiled",
	        STR_ARG(str_from_at(text, text.len > 2 ? 2 : 0)));
}

static void covered(struct page *p)
{
	for (uint32_t t = 0; t < p->a->n_targets; t++) {
		str eager = covered_mode(p, t * MODE_COUNT + MODE_EAGER),
		    compiled = covered_mode(p, t * MODE_COUNT + MODE_COMPILE);

		page_wrapped(p,
		        arena_format(p->a->arena, "%-11.*s", STR_ARG(p->a->targets[t]->name)).ptr,
		        2,
		        arena_format(p->a->arena,
		                "supported or made of supported parts: %.*s; %.*s", STR_ARG(eager),
		                STR_ARG(compiled)));
	}
}

void text_work(struct page *p)
{
	if (!p->a->operator_nodes)
		return;
	page_heading(p, MESSAGE_TEXT_WORK);
	buf_byte(p->out, '\n');
	sums(p);
	if (p->a->analyses->work.all.bytes)
		least_times(p);
	covered(p);
}

/* ------------------------------------------------------------------ memory */

static void memory_graph(struct page *p, const struct memory_graph *g)
{
	const struct memory *memory = &p->a->analyses->memory;
	const struct graph_ref *ref = &p->a->scan->graphs.at[g->graph];
	struct arena *arena = p->a->arena;
	str text =
	        arena_format(arena, "parameters %.*s, inputs and buffers %.*s, results alive %.*s",
	                STR_ARG(number_bytes(p->a->arena, g->parameters)),
	                STR_ARG(number_bytes(p->a->arena, g->inputs + g->buffers)),
	                STR_ARG(number_bytes(p->a->arena, g->alive)));

	if (g->backward)
		text = arena_format(arena, "%.*s (with its backward pass)", STR_ARG(text));
	if (g->training)
		text = arena_format(arena,
		        "%.*s; to train with %.*s: gradients %.*s, states %.*s, kept for the "
		        "backward "
		        "pass %.*s",
		        STR_ARG(text), STR_ARG(memory->optimizer),
		        STR_ARG(number_bytes(p->a->arena, g->gradients)),
		        STR_ARG(number_bytes(p->a->arena, g->states)),
		        STR_ARG(number_bytes(p->a->arena, g->kept)));
	if (g->unsized)
		text = arena_format(arena, "%.*s; %llu values of no known size not counted",
		        STR_ARG(text), (unsigned long long)g->unsized);
	page_wrapped(p,
	        p->a->analyses->memory.graphs.len == 1
	                ? ""
	                : arena_format(
	                          arena, "%.*s: ", STR_ARG(p->a->scan->inputs.at[ref->input].path))
	                          .ptr,
	        2, text);
}

static str devices_text(struct page *p, const struct memory_device *d, uint32_t devices)
{
	const struct machine *machine = devices ? memory_machine(d, devices) : NULL;

	if (!devices)
		return S("does not fit however many: inputs and results alone are too large");
	if (devices == 1)
		return S("fits on one");
	if (!machine)
		return arena_format(p->a->arena, "needs %u, more than any machine has", devices);
	return arena_format(p->a->arena, "needs %u (%.*s)", devices, STR_ARG(machine->name));
}

static str device_text(struct page *p, const struct memory_device *d, uint32_t graph)
{
	const struct memory *memory = &p->a->analyses->memory;
	str text = arena_format(p->a->arena, "%.*s (%.4g GiB a %s): %.*s", STR_ARG(d->accelerator),
	        d->bytes / 0x1p30, d->per_chip ? "chip" : "device",
	        STR_ARG(devices_text(p, d, d->fits[graph].inference)));

	if (memory->graphs.at[graph].training &&
	        d->fits[graph].training != d->fits[graph].inference)
		text = arena_format(p->a->arena, "%.*s, to train %.*s", STR_ARG(text),
		        STR_ARG(devices_text(p, d, d->fits[graph].training)));
	else if (memory->graphs.at[graph].training)
		text = arena_format(p->a->arena, "%.*s, to train too", STR_ARG(text));
	return text;
}

/* Of the graph that needs the most. */
static void target_line(struct page *p, uint32_t target)
{
	const struct memory *memory = &p->a->analyses->memory;
	uint32_t worst = 0;
	str text = STR_NONE;

	for (uint32_t i = 1; i < memory->graphs.len; i++)
		if (memory->graphs.at[i].inference > memory->graphs.at[worst].inference)
			worst = i;
	for (uint32_t i = 0; i < memory->devices.len; i++)
		if (memory->devices.at[i].target == target)
			text = arena_format(p->a->arena, "%.*s%s%.*s", STR_ARG(text),
			        text.len ? "; " : "",
			        STR_ARG(device_text(p, &memory->devices.at[i], worst)));
	if (text.len)
		page_wrapped(p,
		        arena_format(p->a->arena, "%-11.*s", STR_ARG(p->a->targets[target]->name))
		                .ptr,
		        2, text);
}

void text_memory(struct page *p)
{
	const struct memory *memory = &p->a->analyses->memory;

	if (!memory->graphs.len)
		return;
	page_heading(p, MESSAGE_TEXT_MEMORY);
	buf_puts(p->out,
	        "   at the least: parameters spread evenly, nothing lost by the allocator\n");
	for (uint32_t i = 0; i < memory->graphs.len; i++)
		memory_graph(p, &memory->graphs.at[i]);
	for (uint32_t t = 0; t < p->a->n_targets; t++)
		target_line(p, t);
}
