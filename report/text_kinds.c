/* Sections of the text report about kinds of operators: dtypes, training, collectives, custom
 * operators. */
#include "report/number.h"
#include "report/text_page.h"

#include "assess/analyses.h"
#include "base/text.h"

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

static void dtype_entry(struct page *p, const struct dtype_use *use)
{
	struct arena *arena = p->a->arena;
	str text = arena_format(
	        arena, "%llu operator call%s", (unsigned long long)use->nodes, plural(use->nodes));

	if (use->indices == use->nodes)
		text = arena_format(arena, "%.*s, for indices only", STR_ARG(text));
	else if (use->op.len)
		text = arena_format(arena, "%.*s, as %.*s%s%.*s", STR_ARG(text), STR_ARG(use->op),
		        use->place.path.len ? " at " : "", STR_ARG(page_place(p, &use->place)));
	page_wrapped(p, arena_format(arena, "%.*s: ", STR_ARG(dtype_torch_name(use->dtype))).ptr, 2,
	        text);
	for (uint32_t i = 0; i < use->rules.len; i++) {
		const struct remark *r = &use->rules.at[i].remark;

		if (plainly_good(r) && !p->style->verbose)
			continue;
		page_wrapped(p,
		        arena_format(arena, "%.*s %.*s: ",
		                STR_ARG(p->a->targets[use->rules.at[i].target]->name),
		                STR_ARG(r->verdict))
		                .ptr,
		        6,
		        arena_format(arena, "%.*s%s%.*s [%.*s %.*s]", STR_ARG(r->name),
		                r->text.len ? ": " : "", STR_ARG(r->text), STR_ARG(r->evidence),
		                STR_ARG(str_slice(r->date, 0, 7))));
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
			buf_puts(p->out, "   what targets say of a dtype as a whole\n");
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
			text = arena_format(p->a->arena, "%.*s%s%.*s %.*s", STR_ARG(text),
			        t ? ", " : "", STR_ARG(p->a->targets[t]->name),
			        STR_ARG(verdict_word(row_judged(row, t, p->a->mode)->worst)));
		page_wrapped(p, "quantized: ", 2,
		        arena_format(p->a->arena, "%.*s (%llu call%s): %.*s", STR_ARG(row->op),
		                (unsigned long long)row->calls, plural(row->calls), STR_ARG(text)));
	}
}

/* ------------------------------------------------------------------ training */

static bool needs_thought(const struct page *p, const struct answer *answers)
{
	for (uint32_t k = 0; k < p->a->n_targets * MODE_COUNT; k++)
		if (!is_fine(answers[k].verdict))
			return true;
	return false;
}

static void derived_line(struct page *p, const struct derived_row *row)
{
	struct arena *arena = p->a->arena;
	str text = STR_NONE, from = STR_NONE, calls;

	for (uint32_t k = 0; k < p->a->n_targets * MODE_COUNT; k++)
		if (!is_fine(row->answers[k].verdict))
			text = arena_format(arena, "%.*s%s%.*s %s %.*s", STR_ARG(text),
			        text.len ? ", " : "", STR_ARG(p->a->targets[k / MODE_COUNT]->name),
			        k % MODE_COUNT == MODE_EAGER ? "eager" : "compiled",
			        STR_ARG(verdict_word(row->answers[k].verdict)));
	if (!text.len)
		text = S("fine");
	for (uint32_t i = 0; i < row->from.len && i < 2; i++)
		from = arena_format(arena, "%.*s%s%.*s", STR_ARG(from), i ? ", " : "",
		        STR_ARG(row->from.at[i]));
	calls = row->calls ? arena_format(arena, "%llu call%s", (unsigned long long)row->calls,
	                             plural(row->calls))
	                   : arena_format(arena, "perhaps %llu", (unsigned long long)row->maybe);
	page_wrapped(p, "", 4,
	        arena_format(arena, "%.*s (%.*s), %.*s%s%.*s: %.*s", STR_ARG(row->op),
	                STR_ARG(dtype_word(row->dtype)), STR_ARG(calls), from.len ? ", of " : "",
	                STR_ARG(from), STR_ARG(text)));
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

		buf_format(p->out, "  step of %.*s (%.*s), %.*s%s: %u operator%s\n",
		        STR_ARG(t->optimizer), STR_ARG(t->why), STR_ARG(step->variant),
		        step->by_default ? ", the default on these back ends" : "", step->rows.len,
		        plural(step->rows.len));
		if (!step->rows.len)
			page_wrapped(p, "not measured: ", 4, step->note);
		fine = derived_rows(p, step->rows.at, step->rows.len);
		if (fine)
			buf_format(p->out, "    %u more: supported or made of supported parts\n",
			        fine);
	}
}

void text_training(struct page *p)
{
	const struct training *t = &p->a->analyses->training;
	uint32_t fine;

	if (!t->asked)
		return;
	page_heading(p, MESSAGE_TEXT_TRAINING);
	buf_format(p->out,
	        "   derived, not traced: the backward passes of %llu forward call%s, outside the "
	        "totals\n",
	        (unsigned long long)t->forward, plural(t->forward));
	if (t->skipped)
		buf_format(p->out,
		        "  %llu graph%s the backward pass already; nothing derived there\n",
		        (unsigned long long)t->skipped, t->skipped == 1 ? " holds" : "s hold");
	if (t->all_inputs)
		buf_puts(p->out, "  the form does not tell parameters from inputs: every floating "
		                 "input was given a gradient\n");
	fine = derived_rows(p, t->backward.at, t->backward.len);
	if (fine)
		buf_format(p->out,
		        "    %u more backward operators: supported or made of supported "
		        "parts\n",
		        fine);
	if (t->unknown)
		buf_format(p->out,
		        "    %llu call%s of operators whose backward pass is not known\n",
		        (unsigned long long)t->unknown, plural(t->unknown));
	optimizer(p);
}

/* ------------------------------------------------------------------ collectives */

static void collective_line(struct page *p, const struct collective *c)
{
	struct arena *arena = p->a->arena;
	str text = arena_format(arena, "%llu call%s, %.*s, gives %.*s, gets %.*s a step",
	        (unsigned long long)c->calls, plural(c->calls), STR_ARG(dtype_word(c->dtype)),
	        STR_ARG(number_bytes(p->a->arena, c->given)),
	        STR_ARG(number_bytes(p->a->arena, c->got)));

	if (c->group.len)
		text = arena_format(arena, "%.*s, group %.*s", STR_ARG(text), STR_ARG(c->group));
	if (c->group_size)
		text = arena_format(arena, "%.*s of %lld", STR_ARG(text), (long long)c->group_size);
	for (uint32_t k = 0; k < p->a->n_targets * MODE_COUNT; k++)
		if (!is_fine(c->answers[k].verdict))
			text = arena_format(arena, "%.*s; %.*s %s: %.*s", STR_ARG(text),
			        STR_ARG(p->a->targets[k / MODE_COUNT]->name),
			        k % MODE_COUNT == MODE_EAGER ? "eager" : "compiled",
			        STR_ARG(verdict_word(c->answers[k].verdict)));
	page_wrapped(p,
	        arena_format(arena, "%.*s%s%.*s: ", STR_ARG(c->kind), c->reduce.len ? " " : "",
	                STR_ARG(c->reduce))
	                .ptr,
	        4, text);
}

void text_collectives(struct page *p)
{
	const struct collectives *c = &p->a->analyses->collectives;

	if (!c->list.len)
		return;
	page_heading(p, MESSAGE_TEXT_COLLECTIVES);
	buf_puts(p->out, "   process groups:");
	for (uint32_t t = 0; t < p->a->n_targets; t++)
		buf_format(p->out, "%s %.*s on %.*s", t ? "," : "",
		        STR_ARG(p->a->targets[t]->process_group), STR_ARG(p->a->targets[t]->name));
	buf_byte(p->out, '\n');
	for (uint32_t i = 0; i < c->list.len; i++)
		collective_line(p, &c->list.at[i]);
	for (uint32_t i = 0; i < c->notes.len; i++) {
		const struct collective_note *n = &c->notes.at[i];

		page_wrapped(p,
		        arena_format(p->a->arena, "%.*s: ", STR_ARG(p->a->targets[n->target]->name))
		                .ptr,
		        4,
		        arena_format(p->a->arena, "%.*s: %.*s [%.*s %.*s]", STR_ARG(n->remark.name),
		                STR_ARG(n->remark.verdict), STR_ARG(n->remark.evidence),
		                STR_ARG(str_slice(n->remark.date, 0, 7))));
	}
}

/* ------------------------------------------------------------------ custom operators */

static void custom_entry(struct page *p, const struct custom_operator *c)
{
	struct arena *arena = p->a->arena;
	const struct op_row *row = &p->a->rows.at[c->rows.at[0]];
	str text =
	        arena_format(arena, "%llu call%s", (unsigned long long)c->calls, plural(c->calls));

	if (row->places.len)
		text = arena_format(arena, "%.*s, first at %.*s", STR_ARG(text),
		        STR_ARG(page_place(p, &row->places.at[0])));
	for (uint32_t i = 0; i < c->registrations.len && i < FEW; i++) {
		const struct scan_registration *r =
		        &p->a->scan->registrations.at[c->registrations.at[i]];

		text = arena_format(arena, "%.*s; %s%s%.*s by %.*s at %.*s:%u", STR_ARG(text),
		        r->registration.kernel ? "kernel" : "defined",
		        r->registration.device.len ? " for " : "", STR_ARG(r->registration.device),
		        STR_ARG(r->registration.how), STR_ARG(p->a->scan->inputs.at[r->input].path),
		        r->registration.line);
	}
	if (!c->registrations.len && !c->kernel)
		text = arena_format(arena, "%.*s; where it is registered was not seen%s",
		        STR_ARG(text), p->a->scan->source_files ? "" : " (no source was scanned)");
	page_wrapped(p, arena_format(arena, "%.*s: ", STR_ARG(c->name)).ptr, 4, text);
}

void text_custom(struct page *p)
{
	const struct custom *custom = &p->a->analyses->custom;

	if (!custom->list.len)
		return;
	page_heading(p, MESSAGE_TEXT_CUSTOM);
	buf_puts(p->out, "   their code has to be brought along\n");
	for (uint32_t i = 0; i < custom->list.len; i++)
		custom_entry(p, &custom->list.at[i]);
}
