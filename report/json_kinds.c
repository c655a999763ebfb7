/* Sections of the JSON report about kinds of operators: dtypes, training, collectives, custom
 * operators. */
#include "report/json_parts.h"

#include "assess/analyses.h"
#include "report/report.h"

static void remark(struct json_out *w, const struct remark *r)
{
	json_out_object(w);
	json_out_pair_str(w, "fact", r->name);
	json_pair(w, "status", r->verdict);
	json_pair(w, "text", r->text);
	json_pair(w, "evidence", r->evidence);
	json_pair(w, "source", r->source);
	json_pair(w, "source_date", r->date);
	json_out_object_end(w);
}

static void verdicts(struct json_out *w, const struct assessment *a, const struct answer *answers)
{
	json_open_object(w, "verdicts");
	for (uint32_t t = 0; t < a->n_targets; t++) {
		json_out_key_str(w, a->targets[t]->name);
		json_out_object(w);
		json_out_pair_str(w, "verdict",
		        verdict_word(answers[t * MODE_COUNT + (uint32_t)a->mode].verdict));
		for (uint32_t m = 0; m < MODE_COUNT; m++) {
			json_out_key_str(w, mode_word((enum mode)m));
			report_answer_json(w, &answers[t * MODE_COUNT + m]);
		}
		json_out_object_end(w);
	}
	json_out_object_end(w);
}

/* ------------------------------------------------------------------ dtypes */

static void dtype_rules(struct json_out *w, const struct assessment *a, const struct dtype_use *use)
{
	json_open_object(w, "rules");
	for (uint32_t t = 0; t < a->n_targets; t++) {
		bool any = false;

		for (uint32_t i = 0; i < use->rules.len; i++) {
			if (use->rules.at[i].target != t)
				continue;
			if (!any) {
				json_out_key_str(w, a->targets[t]->name);
				json_out_array(w);
			}
			any = true;
			remark(w, &use->rules.at[i].remark);
		}
		if (any)
			json_out_array_end(w);
	}
	json_out_object_end(w);
}

void json_dtypes(struct json_out *w, const struct assessment *a)
{
	const struct dtypes *d = &a->analyses->dtypes;

	if (!a->operator_nodes)
		return;
	json_open_array(w, "dtypes");
	for (int k = DTYPE_UNKNOWN + 1; k < DTYPE_COUNT; k++) {
		const struct dtype_use *use = &d->use[k];

		if (!use->nodes && !use->inputs)
			continue;
		json_out_object(w);
		json_out_pair_str(w, "dtype", dtype_torch_name((enum dtype)k));
		json_count(w, "nodes", use->nodes);
		json_some(w, "index_only", use->indices);
		json_some(w, "inputs", use->inputs);
		json_pair(w, "operator", use->op);
		json_place(w, &use->place);
		if (use->matters)
			json_flag(w, "matters", true);
		dtype_rules(w, a, use);
		json_out_object_end(w);
	}
	json_out_array_end(w);
	if (!d->quantized.len)
		return;
	json_open_array(w, "quantized_operators");
	for (uint32_t i = 0; i < d->quantized.len; i++) {
		const struct op_row *row = &a->rows.at[d->quantized.at[i]];

		json_out_object(w);
		json_out_pair_str(w, "operator", row->op);
		json_out_pair_str(w, "signature", row->signature);
		json_count(w, "calls", row->calls);
		json_open_object(w, "verdicts");
		for (uint32_t t = 0; t < a->n_targets; t++) {
			json_out_key_str(w, a->targets[t]->name);
			json_out_str(w, verdict_word(row_judged(row, t, a->mode)->worst));
		}
		json_out_object_end(w);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

/* ------------------------------------------------------------------ training */

static void derived_row(
        struct json_out *w, const struct assessment *a, const struct derived_row *row)
{
	json_out_object(w);
	json_out_pair_str(w, "operator", row->op);
	json_out_pair_str(w, "dtype", dtype_word(row->dtype));
	json_count(w, "calls", row->calls);
	json_some(w, "maybe", row->maybe);
	if (row->from.len) {
		json_open_array(w, "from");
		for (uint32_t i = 0; i < row->from.len; i++)
			json_out_str(w, row->from.at[i]);
		json_out_array_end(w);
	}
	json_flag(w, "derived", true);
	verdicts(w, a, row->answers);
	json_out_object_end(w);
}

static void derived_totals(struct json_out *w, const struct assessment *a)
{
	const uint64_t *totals = a->analyses->training.totals;

	json_open_object(w, "totals");
	for (uint32_t t = 0; t < a->n_targets; t++) {
		json_out_key_str(w, a->targets[t]->name);
		json_out_object(w);
		for (uint32_t m = 0; m < MODE_COUNT; m++) {
			json_out_key_str(w, mode_word((enum mode)m));
			json_out_object(w);
			for (uint32_t v = 0; v < VERDICT_COUNT; v++)
				json_some(w, verdict_word((enum verdict)v).ptr,
				        totals[(t * MODE_COUNT + m) * VERDICT_COUNT + v]);
			json_out_object_end(w);
		}
		json_out_object_end(w);
	}
	json_out_object_end(w);
}

static void optimizer(struct json_out *w, const struct assessment *a)
{
	const struct training *t = &a->analyses->training;

	json_open_object(w, "optimizer");
	json_out_pair_str(w, "name", t->optimizer);
	json_out_pair_str(w, "why", t->why);
	json_out_pair_str(w, "dtype", dtype_word(t->dtype));
	json_open_array(w, "steps");
	for (uint32_t i = 0; i < t->steps.len; i++) {
		const struct optimizer_step *step = &t->steps.at[i];

		json_out_object(w);
		json_out_pair_str(w, "variant", step->variant);
		json_flag(w, "default", step->by_default);
		json_pair(w, "note", step->note);
		json_open_array(w, "operators");
		for (uint32_t k = 0; k < step->rows.len; k++)
			derived_row(w, a, &step->rows.at[k]);
		json_out_array_end(w);
		json_out_object_end(w);
	}
	json_out_array_end(w);
	json_out_object_end(w);
}

void json_training(struct json_out *w, const struct assessment *a)
{
	const struct training *t = &a->analyses->training;

	if (!t->asked)
		return;
	json_open_object(w, "training");
	json_count(w, "forward_nodes", t->forward);
	json_some(w, "unknown_nodes", t->unknown);
	json_some(w, "graphs_with_backward", t->skipped);
	if (t->all_inputs)
		json_flag(w, "every_input_has_a_gradient", true);
	json_open_array(w, "operators");
	for (uint32_t i = 0; i < t->backward.len; i++)
		derived_row(w, a, &t->backward.at[i]);
	json_out_array_end(w);
	derived_totals(w, a);
	optimizer(w, a);
	json_out_object_end(w);
}

/* ------------------------------------------------------------------ collectives */

static void collective(struct json_out *w, const struct assessment *a, const struct collective *c)
{
	json_out_object(w);
	json_out_pair_str(w, "kind", c->kind);
	json_out_pair_str(w, "operator", c->op);
	json_pair(w, "group", c->group);
	if (c->group_size)
		json_out_pair_int(w, "group_size", c->group_size);
	json_pair(w, "reduce", c->reduce);
	json_out_pair_str(w, "dtype", dtype_word(c->dtype));
	json_count(w, "calls", c->calls);
	json_count(w, "given_bytes", c->given);
	json_count(w, "got_bytes", c->got);
	json_some(w, "unsized", c->unsized);
	json_place(w, &c->place);
	verdicts(w, a, c->answers);
	json_out_object_end(w);
}

void json_collectives(struct json_out *w, const struct assessment *a)
{
	const struct collectives *c = &a->analyses->collectives;

	if (!c->list.len)
		return;
	json_open_object(w, "collectives");
	json_open_array(w, "list");
	for (uint32_t i = 0; i < c->list.len; i++)
		collective(w, a, &c->list.at[i]);
	json_out_array_end(w);
	json_open_object(w, "targets");
	for (uint32_t t = 0; t < a->n_targets; t++) {
		json_out_key_str(w, a->targets[t]->name);
		json_out_object(w);
		json_pair(w, "process_group", a->targets[t]->process_group);
		json_open_array(w, "notes");
		for (uint32_t i = 0; i < c->notes.len; i++)
			if (c->notes.at[i].target == t)
				remark(w, &c->notes.at[i].remark);
		json_out_array_end(w);
		json_out_object_end(w);
	}
	json_out_object_end(w);
	json_out_object_end(w);
}

/* ------------------------------------------------------------------ custom operators */

static void registration(
        struct json_out *w, const struct assessment *a, const struct scan_registration *r)
{
	json_out_object(w);
	json_out_pair_str(w, "path", a->scan->inputs.at[r->input].path);
	json_count(w, "line", r->registration.line);
	json_out_pair_str(w, "how", r->registration.how);
	json_flag(w, "kernel", r->registration.kernel);
	json_pair(w, "device", r->registration.device);
	json_out_object_end(w);
}

/* The number of each row in `operators`, which leaves out the names of torch. */
static const uint32_t *row_numbers(const struct assessment *a)
{
	uint32_t *numbers = ARENA_ARRAY(a->arena, uint32_t, (size_t)a->rows.len + 1), n = 0;

	for (uint32_t i = 0; i < a->rows.len; i++) {
		numbers[i] = n;
		n += a->rows.at[i].kind != ROW_API;
	}
	return numbers;
}

void json_custom(struct json_out *w, const struct assessment *a)
{
	const struct custom *custom = &a->analyses->custom;
	const uint32_t *numbers;

	if (!custom->list.len)
		return;
	numbers = row_numbers(a);
	json_open_array(w, "custom_operators");
	for (uint32_t i = 0; i < custom->list.len; i++) {
		const struct custom_operator *c = &custom->list.at[i];

		json_out_object(w);
		json_out_pair_str(w, "name", c->name);
		json_flag(w, "kernel", c->kernel);
		json_count(w, "calls", c->calls);
		json_open_array(w, "rows");
		for (uint32_t k = 0; k < c->rows.len; k++)
			json_out_uint(w, numbers[c->rows.at[k]]);
		json_out_array_end(w);
		json_open_array(w, "places");
		for (uint32_t k = 0; k < c->rows.len; k++)
			for (uint32_t p = 0; p < a->rows.at[c->rows.at[k]].places.len; p++) {
				struct row_place place =
				        row_place_at(&a->rows.at[c->rows.at[k]], p);

				json_out_object(w);
				json_place(w, &place);
				json_out_object_end(w);
			}
		json_out_array_end(w);
		json_open_array(w, "registrations");
		for (uint32_t k = 0; k < c->registrations.len; k++)
			registration(w, a, &a->scan->registrations.at[c->registrations.at[k]]);
		json_out_array_end(w);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}
