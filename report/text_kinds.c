/* Sections of the text report about kinds of operators: dtypes, training, collectives, custom
 * operators. */
#include "report/number.h"
#include "report/text_page.h"

#include "assess/analyses.h"

enum { FEW = 6 };

static bool is_fine(enum verdict verdict)
{
	return verdict == VERDICT_SUPPORTED || verdict == VERDICT_DECOMPOSED;
}

/* ------------------------------------------------------------------ dtypes */

static bool plainly_good(const struct remark *r)
{
	return str_eq(r->verdict, S("supported")) || str_eq(r->verdict, S("behaviour"));
}

/* "[documented 2026-07]" */
static str ground_of(struct page *p, const struct remark *r)
{
	return page_ground(p, r->evidence, r->date);
}

static void dtype_entry(struct page *p, const struct dtype_use *use)
{
	struct arena *arena = p->a->arena;
	str text = page_operator_calls(p, use->nodes);

	if (use->indices == use->nodes)
		text = PAGE_FILL(p, MESSAGE_TEXT_DTYPE_INDICES, text);
	else if (use->op.len)
		text = PAGE_FILL(p,
		        use->place.path.len ? MESSAGE_TEXT_DTYPE_AS_AT : MESSAGE_TEXT_DTYPE_AS,
		        text, use->op, page_place(p, &use->place));
	page_wrapped(p, page_label(p, dtype_torch_name(use->dtype)), 2, text);
	for (uint32_t i = 0; i < use->rules.len; i++) {
		const struct remark *r = &use->rules.at[i].remark;

		if (plainly_good(r) && !p->style->verbose)
			continue;
		page_wrapped(p,
		        page_label(p, arena_format(arena, "%.*s %.*s",
		                              STR_ARG(p->a->targets[use->rules.at[i].target]->name),
		                              STR_ARG(page_said(p, SAID_WORD, r->verdict)))),
		        6,
		        arena_format(arena, "%.*s%s%.*s %.*s", STR_ARG(r->name),
		                r->text.len ? ": " : "", STR_ARG(r->text),
		                STR_ARG(ground_of(p, r))));
	}
}

void text_dtypes(struct page *p)
{
	const struct dtypes *d = &p->a->analyses->dtypes;
	bool any = false;

	for (int k = DTYPE_UNKNOWN + 1; k < DTYPE_COUNT; k++) {
		if (!d->use[k].nodes || !(d->use[k].matters || p->style->verbose))
			continue;
		if (!any) {
			page_heading(p, MESSAGE_TEXT_DTYPES);
			page_line(p, 0, str_from(page_say(p, MESSAGE_TEXT_DTYPES_LEAD)));
		}
		any = true;
		dtype_entry(p, &d->use[k]);
	}
	if (!d->quantized.len)
		return;
	if (!any) {
		page_heading(p, MESSAGE_TEXT_DTYPES);
		buf_byte(p->out, '\n');
	}
	for (uint32_t i = 0; i < d->quantized.len; i++) {
		const struct op_row *row = &p->a->rows.at[d->quantized.at[i]];
		str text = STR_NONE;

		for (uint32_t t = 0; t < p->a->n_targets; t++)
			text = page_list(p, text,
			        arena_format(p->a->arena, "%.*s %.*s",
			                STR_ARG(p->a->targets[t]->name),
			                STR_ARG(page_verdict_data(
			                        p, row_judged(row, t, p->a->mode)->worst))));
		page_wrapped(p, page_say(p, MESSAGE_TEXT_QUANTIZED), 2,
		        PAGE_FILL(p, MESSAGE_TEXT_ENTRY_CALLS, row->op, page_calls(p, row->calls),
		                text));
	}
}

/* ------------------------------------------------------------------ training */

/* "trainium eager unknown"; k is target * MODE_COUNT + mode */
static str mode_verdict(struct page *p, uint32_t k, enum verdict verdict)
{
	return arena_format(p->a->arena, "%.*s %.*s %.*s",
	        STR_ARG(p->a->targets[k / MODE_COUNT]->name),
	        STR_ARG(page_mode(p, (enum mode)(k % MODE_COUNT))),
	        STR_ARG(page_verdict_data(p, verdict)));
}

static bool needs_thought(const struct page *p, const struct answer *answers)
{
	for (uint32_t k = 0; k < p->a->n_targets * MODE_COUNT; k++)
		if (!is_fine(answers[k].verdict))
			return true;
	return false;
}

static void derived_line(struct page *p, const struct derived_row *row)
{
	str text = STR_NONE, from = STR_NONE, calls;

	for (uint32_t k = 0; k < p->a->n_targets * MODE_COUNT; k++)
		if (!is_fine(row->answers[k].verdict))
			text = page_list(p, text, mode_verdict(p, k, row->answers[k].verdict));
	if (!text.len)
		text = str_from(page_say(p, MESSAGE_TEXT_FINE));
	for (uint32_t i = 0; i < row->from.len && i < 2; i++)
		from = page_list(p, from, row->from.at[i]);
	calls = row->calls ? page_calls(p, row->calls)
	                   : PAGE_FILL(p, MESSAGE_TEXT_PERHAPS, page_number(p, row->maybe));
	page_wrapped(p, "", 4,
	        PAGE_FILL(p, from.len ? MESSAGE_TEXT_DERIVED_OF : MESSAGE_TEXT_DERIVED, row->op,
	                dtype_word(row->dtype), calls, text, from));
}

/* Rows that need thought; how many more there are. */
static uint32_t derived_rows(struct page *p, const struct derived_row *rows, uint32_t n)
{
	uint32_t fine = 0;

	for (uint32_t i = 0; i < n; i++) {
		if (!needs_thought(p, rows[i].answers) && !p->style->verbose) {
			fine++;
			continue;
		}
		derived_line(p, &rows[i]);
	}
	return fine;
}

static void optimizer(struct page *p)
{
	const struct training *t = &p->a->analyses->training;

	for (uint32_t i = 0; i < t->steps.len; i++) {
		const struct optimizer_step *step = &t->steps.at[i];
		uint32_t fine;

		page_line(p, 2,
		        PAGE_FILL(p,
		                step->by_default ? MESSAGE_TEXT_STEP_DEFAULT : MESSAGE_TEXT_STEP,
		                t->optimizer, page_said(p, SAID_ADVICE, t->why), step->variant,
		                page_operators(p, step->rows.len)));
		if (!step->rows.len)
			page_wrapped(p, page_say(p, MESSAGE_TEXT_STEP_NOT_MEASURED), 4, step->note);
		fine = derived_rows(p, step->rows.at, step->rows.len);
		if (fine)
			page_line(p, 4, PAGE_FILL(p, MESSAGE_TEXT_REST_FINE, page_number(p, fine)));
	}
}

void text_training(struct page *p)
{
	const struct training *t = &p->a->analyses->training;
	uint32_t fine;

	if (!t->asked)
		return;
	page_heading(p, MESSAGE_TEXT_TRAINING);
	page_line(p, 0,
	        PAGE_FILL(p, MESSAGE_TEXT_TRAINING_LEAD,
	                page_count(p, t->forward, MESSAGE_TEXT_FORWARD_CALL_ONE,
	                        MESSAGE_TEXT_FORWARD_CALL)));
	if (t->skipped)
		page_line(p, 2,
		        PAGE_FILL(p,
		                t->skipped == 1 ? MESSAGE_TEXT_BACKWARD_HELD_ONE
		                                : MESSAGE_TEXT_BACKWARD_HELD,
		                page_number(p, t->skipped)));
	if (t->all_inputs)
		page_line(p, 2, str_from(page_say(p, MESSAGE_TEXT_ALL_INPUTS)));
	fine = derived_rows(p, t->backward.at, t->backward.len);
	if (fine)
		page_line(p, 4, PAGE_FILL(p, MESSAGE_TEXT_REST_BACKWARD, page_number(p, fine)));
	if (t->unknown)
		page_line(p, 4,
		        PAGE_FILL(p, MESSAGE_TEXT_BACKWARD_UNKNOWN, page_calls(p, t->unknown)));
	optimizer(p);
}

/* ------------------------------------------------------------------ collectives */

static void collective_line(struct page *p, const struct collective *c)
{
	struct arena *arena = p->a->arena;
	str text = PAGE_FILL(p, MESSAGE_TEXT_COLLECTIVE, page_calls(p, c->calls),
	        dtype_word(c->dtype), number_bytes(arena, c->given), number_bytes(arena, c->got));

	if (c->group.len)
		text = PAGE_FILL(p, MESSAGE_TEXT_COLLECTIVE_GROUP, text, c->group);
	if (c->group_size)
		text = PAGE_FILL(p, MESSAGE_TEXT_COLLECTIVE_OF, text,
		        arena_format(arena, "%lld", (long long)c->group_size));
	for (uint32_t k = 0; k < p->a->n_targets * MODE_COUNT; k++)
		if (!is_fine(c->answers[k].verdict))
			text = PAGE_FILL(p, MESSAGE_TEXT_COLLECTIVE_VERDICT, text,
			        p->a->targets[k / MODE_COUNT]->name,
			        page_mode(p, (enum mode)(k % MODE_COUNT)),
			        page_verdict_data(p, c->answers[k].verdict));
	page_wrapped(p,
	        page_label(p, arena_format(arena, "%.*s%s%.*s", STR_ARG(c->kind),
	                              c->reduce.len ? " " : "", STR_ARG(c->reduce))),
	        4, text);
}

static void process_groups(struct page *p)
{
	str list = STR_NONE;

	for (uint32_t t = 0; t < p->a->n_targets; t++)
		list = page_list(p, list,
		        PAGE_FILL(p, MESSAGE_TEXT_PROCESS_GROUP_ON, p->a->targets[t]->process_group,
		                p->a->targets[t]->name));
	buf_puts(p->out, page_say(p, MESSAGE_TEXT_PROCESS_GROUPS));
	page_line(p, 0, list);
}

void text_collectives(struct page *p)
{
	const struct collectives *c = &p->a->analyses->collectives;

	if (!c->list.len)
		return;
	page_heading(p, MESSAGE_TEXT_COLLECTIVES);
	process_groups(p);
	for (uint32_t i = 0; i < c->list.len; i++)
		collective_line(p, &c->list.at[i]);
	for (uint32_t i = 0; i < c->notes.len; i++) {
		const struct collective_note *n = &c->notes.at[i];

		page_wrapped(p, page_label(p, p->a->targets[n->target]->name), 4,
		        arena_format(p->a->arena, "%s%.*s %.*s", page_label(p, n->remark.name),
		                STR_ARG(page_said(p, SAID_WORD, n->remark.verdict)),
		                STR_ARG(ground_of(p, &n->remark))));
	}
}

/* ------------------------------------------------------------------ custom operators */

static str registered(struct page *p, str text, const struct scan_registration *r)
{
	bool device = r->registration.device.len > 0;
	enum message m = r->registration.kernel ? device ? MESSAGE_TEXT_CUSTOM_KERNEL_FOR
	                                                 : MESSAGE_TEXT_CUSTOM_KERNEL
	                 : device               ? MESSAGE_TEXT_CUSTOM_DEFINED_FOR
	                                        : MESSAGE_TEXT_CUSTOM_DEFINED;

	return PAGE_FILL(p, m, text, r->registration.how,
	        arena_format(p->a->arena, "%.*s:%u", STR_ARG(p->a->scan->inputs.at[r->input].path),
	                r->registration.line),
	        r->registration.device);
}

static void custom_entry(struct page *p, const struct custom_operator *c)
{
	const struct op_row *row = &p->a->rows.at[c->rows.at[0]];
	struct row_place first = row_place_at(row, 0);
	str text = page_calls(p, c->calls);

	if (row->places.len)
		text = PAGE_FILL(p, MESSAGE_TEXT_CUSTOM_FIRST, text, page_place(p, &first));
	for (uint32_t i = 0; i < c->registrations.len && i < FEW; i++)
		text = registered(p, text, &p->a->scan->registrations.at[c->registrations.at[i]]);
	if (!c->registrations.len && !c->kernel)
		text = PAGE_FILL(p,
		        p->a->scan->source_files ? MESSAGE_TEXT_CUSTOM_NOT_SEEN
		                                 : MESSAGE_TEXT_CUSTOM_NO_SOURCE,
		        text);
	page_wrapped(p, page_label(p, c->name), 4, text);
}

void text_custom(struct page *p)
{
	const struct custom *custom = &p->a->analyses->custom;

	if (!custom->list.len)
		return;
	page_heading(p, MESSAGE_TEXT_CUSTOM);
	page_line(p, 0, str_from(page_say(p, MESSAGE_TEXT_CUSTOM_LEAD)));
	for (uint32_t i = 0; i < custom->list.len; i++)
		custom_entry(p, &custom->list.at[i]);
}
