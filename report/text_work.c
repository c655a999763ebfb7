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
	text = PAGE_FILL(
	        p, MESSAGE_TEXT_GFLOP, arena_format(p->a->arena, "%.4g", (double)flops / 1e9));
	if (all->bytes)
		text = PAGE_FILL(p, MESSAGE_TEXT_BYTES_MOVED, text,
		        number_bytes(p->a->arena, all->bytes),
		        number_bytes(p->a->arena, all->least_bytes));
	if (all->unsized)
		text = PAGE_FILL(p, MESSAGE_TEXT_UNSIZED, text,
		        page_count(p, all->unsized, MESSAGE_TEXT_TENSOR_ONE, MESSAGE_TEXT_TENSOR));
	if (symbolic)
		text = PAGE_FILL(p, MESSAGE_TEXT_SYMBOLIC, text, page_calls(p, symbolic));
	if (unknown)
		text = PAGE_FILL(p, MESSAGE_TEXT_NO_FORMULA, text, page_calls(p, unknown));
	if (p->style->verbose && all->flop_counter != flops)
		text = PAGE_FILL(
		        p, MESSAGE_TEXT_FLOP_COUNTER, text, page_number(p, all->flop_counter));
	page_wrapped(p, "", 2, text);
}

/* "trn2.3xlarge 29.8 ns (memory)" */
static str least_time(struct page *p, const struct work_machine *m)
{
	str time = arena_format(p->a->arena, "%.*s %.*s", STR_ARG(m->machine->name),
	        STR_ARG(page_ms(p, m->least_ms)));

	return PAGE_FILL(p, MESSAGE_TEXT_COUNTED_GRAPHS, time,
	        str_from(page_say(p, m->memory_ms > m->compute_ms ? MESSAGE_TEXT_BOUND_MEMORY
	                                                          : MESSAGE_TEXT_BOUND_COMPUTE)));
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
			text = page_list(p, text, least_time(p, m));
		}
		if (text.len)
			page_wrapped(p,
			        page_padded(p,
			                target == GRAPH_NONE ? S("GPUs") : p->a->targets[t]->name,
			                11),
			        2, PAGE_FILL(p, MESSAGE_TEXT_LEAST_TIME, text));
	}
}

/* The list with the share of what is fine added; as it is when there is nothing to count. */
static str with_share(struct page *p, str list, const uint64_t *by_verdict, enum message m)
{
	uint64_t all = 0, good = by_verdict[VERDICT_SUPPORTED] + by_verdict[VERDICT_DECOMPOSED];

	for (int v = 0; v < VERDICT_COUNT; v++)
		all += by_verdict[v];
	return all ? page_list(p, list,
	                     PAGE_FILL(p, m,
	                             arena_format(p->a->arena, "%.1f",
	                                     100.0 * (double)good / (double)all)))
	           : list;
}

/* Shares of one target and mode that are fine, by each weight. */
static str covered_mode(struct page *p, uint32_t k)
{
	const struct work *work = &p->a->analyses->work;
	const struct totals *totals = &p->a->totals[k];
	str text = with_share(p, STR_NONE, totals->operators, MESSAGE_TEXT_SHARE_CALLS);

	text = with_share(p, text, totals->unique, MESSAGE_TEXT_SHARE_OPERATORS);
	text = with_share(p, text, totals->flops, MESSAGE_TEXT_SHARE_FLOPS);
	if (work->time_all > 0)
		text = page_list(p, text,
		        PAGE_FILL(p, MESSAGE_TEXT_SHARE_TIME,
		                arena_format(p->a->arena, "%.1f",
		                        100.0 *
		                                (work->time[k][VERDICT_SUPPORTED] +
		                                        work->time[k][VERDICT_DECOMPOSED]) /
		                                work->time_all)));
	return arena_format(p->a->arena, "%.*s %.*s",
	        STR_ARG(page_mode(p, (enum mode)(k % MODE_COUNT))), STR_ARG(text));
}

static void covered(struct page *p)
{
	for (uint32_t t = 0; t < p->a->n_targets; t++) {
		str eager = covered_mode(p, t * MODE_COUNT + MODE_EAGER),
		    compiled = covered_mode(p, t * MODE_COUNT + MODE_COMPILE);

		page_wrapped(p, page_padded(p, p->a->targets[t]->name, 11), 2,
		        PAGE_FILL(p, MESSAGE_TEXT_COVERED, eager, compiled));
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
	str text = PAGE_FILL(p, MESSAGE_TEXT_MEMORY_GRAPH, number_bytes(arena, g->parameters),
	        number_bytes(arena, g->inputs + g->buffers), number_bytes(arena, g->alive));

	if (g->backward)
		text = PAGE_FILL(p, MESSAGE_TEXT_MEMORY_BACKWARD, text);
	if (g->training)
		text = PAGE_FILL(p, MESSAGE_TEXT_MEMORY_TRAIN, text, memory->optimizer,
		        number_bytes(arena, g->gradients), number_bytes(arena, g->states),
		        number_bytes(arena, g->kept));
	if (g->unsized)
		text = PAGE_FILL(p, MESSAGE_TEXT_MEMORY_UNSIZED, text, page_number(p, g->unsized));
	page_wrapped(p,
	        memory->graphs.len == 1 ? ""
	                                : page_label(p, p->a->scan->inputs.at[ref->input].path),
	        2, text);
}

static str devices_text(struct page *p, const struct memory_device *d, uint32_t devices)
{
	const struct machine *machine = devices ? memory_machine(d, devices) : NULL;

	if (devices <= 1)
		return str_from(
		        page_say(p, devices ? MESSAGE_TEXT_FITS_ONE : MESSAGE_TEXT_FITS_NEVER));
	if (!machine)
		return PAGE_FILL(p, MESSAGE_TEXT_NEEDS_TOO_MANY, page_number(p, devices));
	return PAGE_FILL(p, MESSAGE_TEXT_NEEDS_MANY, page_number(p, devices), machine->name);
}

static str device_text(struct page *p, const struct memory_device *d, uint32_t graph)
{
	const struct memory *memory = &p->a->analyses->memory;
	str text = PAGE_FILL(p, d->per_chip ? MESSAGE_TEXT_DEVICE_CHIP : MESSAGE_TEXT_DEVICE_DEVICE,
	        d->accelerator, arena_format(p->a->arena, "%.4g", d->bytes / 0x1p30),
	        devices_text(p, d, d->fits[graph].inference));

	if (memory->graphs.at[graph].training &&
	        d->fits[graph].training != d->fits[graph].inference)
		text = PAGE_FILL(p, MESSAGE_TEXT_TRAIN_NEEDS, text,
		        devices_text(p, d, d->fits[graph].training));
	else if (memory->graphs.at[graph].training)
		text = PAGE_FILL(p, MESSAGE_TEXT_TRAIN_TOO, text);
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
			text = text.len ? arena_format(p->a->arena, "%.*s%s%.*s", STR_ARG(text),
			                          page_say(p, MESSAGE_TEXT_SEMICOLON),
			                          STR_ARG(device_text(
			                                  p, &memory->devices.at[i], worst)))
			                : device_text(p, &memory->devices.at[i], worst);
	if (text.len)
		page_wrapped(p, page_padded(p, p->a->targets[target]->name, 11), 2, text);
}

void text_memory(struct page *p)
{
	const struct memory *memory = &p->a->analyses->memory;

	if (!memory->graphs.len)
		return;
	page_heading(p, MESSAGE_TEXT_MEMORY);
	page_line(p, 0, str_from(page_say(p, MESSAGE_TEXT_MEMORY_LEAD)));
	for (uint32_t i = 0; i < memory->graphs.len; i++)
		memory_graph(p, &memory->graphs.at[i]);
	for (uint32_t t = 0; t < p->a->n_targets; t++)
		target_line(p, t);
}
