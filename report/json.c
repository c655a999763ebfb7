/* The contract's JSON (schema portfit-report/1). What has nothing to say is absent, never null; the
 * same input gives the same bytes. */
#include "report/writer.h"

#include "assess/workload_answer.h"
#include "assess/analyses.h"
#include "report/cost.h"
#include "report/effort.h"
#include "report/json_parts.h"
#include "report/report.h"

static void pair(struct json_out *w, const char *key, str value)
{
	if (value.len)
		json_out_pair_str(w, key, value);
}

static void count(struct json_out *w, const char *key, uint64_t value)
{
	json_out_key(w, key);
	json_out_uint(w, value);
}

static void counts(struct json_out *w, const char *key, const uint64_t *by_verdict)
{
	json_out_key(w, key);
	json_out_object(w);
	for (int v = 0; v < VERDICT_COUNT; v++)
		if (by_verdict[v])
			count(w, verdict_word((enum verdict)v).ptr, by_verdict[v]);
	json_out_object_end(w);
}

static void targets(struct json_out *w, const struct assessment *a)
{
	json_out_key(w, "targets");
	json_out_array(w);
	for (uint32_t t = 0; t < a->n_targets; t++) {
		json_out_object(w);
		json_out_pair_str(w, "name", a->targets[t]->name);
		pair(w, "device", a->targets[t]->device);
		pair(w, "backend", a->targets[t]->backend);
		pair(w, "backend_version", a->targets[t]->version);
		pair(w, "process_group", a->targets[t]->process_group);
		pair(w, "missing_eager", a->targets[t]->missing_eager);
		pair(w, "missing_compile", a->targets[t]->missing_compile);
		pair(w, "dynamic_shapes", a->targets[t]->dynamic_shapes);
		pair(w, "facts_date", a->targets[t]->facts_date);
		count(w, "facts", a->facts[t]);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void inputs(struct json_out *w, const struct assessment *a)
{
	json_out_key(w, "inputs");
	json_out_array(w);
	for (uint32_t i = 0; i < a->scan->inputs.len; i++) {
		const struct input *in = &a->scan->inputs.at[i];

		json_out_object(w);
		json_out_pair_str(w, "path", in->path);
		json_out_pair_str(w, "kind", in->kind);
		json_out_pair_str(w, "status", input_status_word(in->status));
		pair(w, "reason", in->reason);
		if (in->lines)
			count(w, "lines", in->lines);
		if (in->nodes)
			count(w, "nodes", in->nodes);
		pair(w, "torch_version", in->torch_version);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void sources(struct json_out *w, const struct scan *scan)
{
	json_open_object(w, "sources");
	count(w, "files", scan->source_files);
	count(w, "lines", scan->source_lines);
	count(w, "other_files", scan->other_files);
	json_out_object_end(w);
}

static void symbols(struct json_out *w, const struct graph_file *file)
{
	json_out_key(w, "symbols");
	json_out_array(w);
	for (uint32_t i = 0; i < file->symbols.len; i++) {
		const struct symbol *s = &file->symbols.at[i];

		json_out_object(w);
		json_out_pair_str(w, "name", graph_text(file, s->name));
		if (s->has_low)
			json_out_pair_int(w, "low", s->low);
		if (s->has_high)
			json_out_pair_int(w, "high", s->high);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void graphs(struct json_out *w, const struct assessment *a)
{
	json_out_key(w, "graphs");
	json_out_array(w);
	for (uint32_t i = 0; i < a->scan->graphs.len; i++) {
		const struct graph_ref *ref = &a->scan->graphs.at[i];
		const struct graph *g = &ref->file->graphs.at[ref->graph];
		const struct graph_sum *sum = &a->graphs[i];

		json_out_object(w);
		json_out_pair_str(w, "input", a->scan->inputs.at[ref->input].path);
		json_out_pair_str(w, "name", graph_text(ref->file, g->name));
		pair(w, "stage", graph_text(ref->file, g->stage));
		if (g->parent != GRAPH_NONE)
			json_flag(w, "nested", true);
		json_out_key(w, "counted");
		json_out_bool(w, ref->counted);
		pair(w, "why_not", ref->why_not);
		pair(w, "note", ref->note);
		count(w, "nodes", sum->nodes);
		count(w, "operator_nodes", sum->operator_nodes);
		count(w, "host_nodes", sum->host_nodes);
		count(w, "wrapper_nodes", sum->wrapper_nodes);
		if (sum->api_nodes)
			count(w, "api_nodes", sum->api_nodes);
		count(w, "placeholders", sum->placeholders);
		count(w, "parameters", sum->parameters);
		count(w, "parameter_bytes", sum->parameter_bytes);
		if (g->parent == GRAPH_NONE)
			symbols(w, ref->file);
		count(w, "flops", sum->flops);
		count(w, "flops_not_counted", sum->flops_symbolic + sum->flops_unknown);
		json_some(w, "flops_symbolic", sum->flops_symbolic);
		count(w, "bytes", sum->bytes);
		if (g->parent == GRAPH_NONE)
			json_some(w, "least_bytes", a->analyses->work.graphs[i].least_bytes);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

/* Fingerprints of the findings on the line of a place. */
static void place_findings(
        struct json_out *w, const struct assessment *a, const struct row_place *place)
{
	if (!place->findings.len)
		return;
	json_open_array(w, "findings");
	for (uint32_t i = 0; i < place->findings.len; i++)
		json_out_str(
		        w, fingerprint_text(a->arena,
		                   a->scan->findings.list.at[place->findings.at[i]].fingerprint));
	json_out_array_end(w);
}

/* Where the text of a place stands in the output: what comes before its module and what comes
 * behind. */
struct place_text {
	const struct row_place *place;
	size_t start, module, behind, end;
};

/* The text is that of `like` with another module, or a new one, which is noted. */
static void one_place(struct json_out *w, const struct assessment *a, const struct row_place *p,
        str module, struct place_text *like)
{
	bool again = like->place != NULL;

	json_out_object(w);
	if (again) {
		json_out_again(w, like->start, like->module);
	} else {
		*like = (struct place_text){.place = p, .start = w->out->len};
		pair(w, "path", p->path);
		json_some(w, "line", p->line);
		like->module = w->out->len;
	}
	pair(w, "module", module);
	if (again) {
		json_out_again(w, like->behind, like->end);
	} else {
		like->behind = w->out->len;
		pair(w, "function", p->function);
		pair(w, "api", p->api);
		pair(w, "source", p->source);
		like->end = w->out->len;
	}
	place_findings(w, a, p);
	json_out_object_end(w);
}

static void places(struct json_out *w, const struct assessment *a, const struct op_row *row)
{
	enum { LATELY = 8 };
	struct place_text last[LATELY] = {0};
	uint32_t next = 0;

	json_out_key(w, "places");
	json_out_array(w);
	for (uint32_t i = 0; i < row->places.len; i++) {
		const struct row_place *p = row->places.at[i].like;
		struct place_text fresh = {0}, *like = &fresh;
		str module = row->places.at[i].module;

		for (uint32_t k = 0; k < LATELY && p->path.len && module.len; k++)
			if (last[k].place == p)
				like = &last[k];
		one_place(w, a, p, module, like);
		if (like == &fresh && p->path.len && module.len)
			last[next++ % LATELY] = fresh;
		if (buf_drain(w->out, BUF_MUCH))
			memset(last, 0, sizeof last);
	}
	json_out_array_end(w);
}

static enum mode other_mode(const struct assessment *a)
{
	return a->mode == MODE_EAGER ? MODE_COMPILE : MODE_EAGER;
}

static void answer(
        struct json_out *w, const struct assessment *a, const struct op_row *row, uint32_t t)
{
	const struct judged *judged = row_judged(row, t, a->mode);
	const struct judged *other = row_judged(row, t, other_mode(a));
	const struct row_exception *left = row_exception(row, t);

	json_out_key_str(w, a->targets[t]->name);
	json_out_object(w);
	json_out_pair_str(w, "mode", mode_word(a->mode));
	json_out_pair_str(w, "verdict", verdict_word(judged->worst));
	counts(w, "calls", judged->calls);
	if (other->calls[other->worst] != row->calls)
		counts(w, "other_calls", other->calls);
	for (int mode = 0; mode < MODE_COUNT; mode++) {
		json_out_key_str(w, mode_word((enum mode)mode));
		report_answer_json(w, &row_judged(row, t, (enum mode)mode)->answer);
	}
	if (left) {
		json_out_pair_str(w, "state", finding_state_word(FINDING_SUPPRESSED));
		json_out_pair_str(w, "reason", left->reason);
		pair(w, "until", left->until);
	}
	json_out_object_end(w);
}

static void operators(struct json_out *w, const struct assessment *a)
{
	json_out_key(w, "operators");
	json_out_array(w);
	for (uint32_t i = 0; i < a->rows.len; i++) {
		const struct op_row *row = &a->rows.at[i];

		if (row->kind == ROW_API)
			continue;
		json_out_object(w);
		json_out_pair_str(w, "operator", row->op);
		json_out_pair_str(w, "signature", row->signature);
		json_out_pair_str(w, "kind", row_kind_word(row->kind));
		count(w, "calls", row->calls);
		json_out_key(w, "graphs");
		json_out_array(w);
		for (uint32_t k = 0; k < row->graphs.len; k++)
			json_out_uint(w, row->graphs.at[k]);
		json_out_array_end(w);
		places(w, a, row);
		if (row->flops)
			count(w, "flops", row->flops);
		if (row->known)
			json_flag(w, "known", true);
		if (row->judged && !row->known && row->from != FROM_CHANGE)
			json_out_pair_str(w, "from", finding_from_word(row->from));
		if (row->judged) {
			json_out_key(w, "verdicts");
			json_out_object(w);
			for (uint32_t t = 0; t < a->n_targets; t++)
				answer(w, a, row, t);
			json_out_object_end(w);
		}
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void workload_names(struct json_out *w, const struct assessment *a, uint64_t bits)
{
	if (!a->scan->workloads.len)
		return;
	json_out_key(w, "workloads");
	json_out_array(w);
	for (uint32_t i = 0; i < a->scan->workloads.len; i++)
		if (bits >> i & 1)
			json_out_str(w, a->scan->workloads.at[i].name);
	json_out_array_end(w);
}

static void workload_answers(struct json_out *w, const struct assessment *a, uint32_t workload)
{
	json_open_object(w, "answers");
	for (uint32_t t = 0; t < a->n_targets; t++) {
		struct workload_answer answer = workload_answer_of(a, workload, t);

		json_out_key_str(w, a->targets[t]->name);
		json_out_object(w);
		json_out_pair_str(w, "answer", cost_answer_word(answer.answer));
		json_out_pair_str(w, "reason", answer.reason);
		if (answer.priced)
			json_flag(w, "priced", true);
		json_out_object_end(w);
	}
	json_out_object_end(w);
}

static void workloads(struct json_out *w, const struct assessment *a)
{
	json_out_key(w, "workloads");
	json_out_array(w);
	for (uint32_t i = 0; i < a->scan->workloads.len; i++) {
		const struct workload *one = &a->scan->workloads.at[i];

		json_out_object(w);
		json_out_pair_str(w, "name", one->name);
		json_out_pair_str(w, "entry", one->entry);
		count(w, "inputs", one->reached);
		count(w, "functions", one->functions);
		count(w, "findings", a->workload_findings[i]);
		json_out_pair_str(w, "found", one->configured ? S("configured") : S("detected"));
		workload_answers(w, a, i);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

/* What no workload reaches. */
static void unreached(struct json_out *w, const struct assessment *a)
{
	if (!a->scan->workloads.len)
		return;
	json_out_key(w, "unreached");
	json_out_object(w);
	count(w, "inputs", a->scan->unreached_inputs);
	count(w, "functions", a->scan->unreached_functions);
	count(w, "findings", a->unreached);
	json_out_object_end(w);
}

/* Torch-level calls of graphs: names only, no operators stand behind them in the graph. */
static void graph_apis(struct json_out *w, const struct assessment *a)
{
	for (uint32_t i = 0; i < a->rows.len; i++) {
		const struct op_row *row = &a->rows.at[i];

		if (row->kind != ROW_API)
			continue;
		json_out_object(w);
		json_out_pair_str(w, "api", row->op);
		count(w, "calls", row->calls);
		json_out_pair_str(w, "from", S("graph"));
		places(w, a, row);
		json_out_object_end(w);
	}
}

static void api_places(struct json_out *w, const struct assessment *a, const struct api_row *row)
{
	json_out_key(w, "places");
	json_out_array(w);
	for (uint32_t i = 0; i < row->uses.len; i++) {
		const struct scan_api_use *use = &a->scan->api_uses.at[row->uses.at[i]];

		json_out_object(w);
		json_out_pair_str(w, "path", a->scan->inputs.at[use->input].path);
		if (use->use.cell)
			count(w, "cell", use->use.cell - 1);
		count(w, "line", use->use.line);
		count(w, "column", use->use.column);
		json_out_object_end(w);
		buf_drain(w->out, BUF_MUCH);
	}
	json_out_array_end(w);
}

static void api_verdicts(struct json_out *w, const struct assessment *a, const struct api_row *row)
{
	if (!row->answers)
		return;
	json_out_key(w, "operators");
	json_out_array(w);
	for (uint32_t i = 0; i < row->operators.len; i++)
		json_out_str(w, row->operators.at[i]);
	json_out_array_end(w);
	json_out_pair_str(w, "assumes", S("float32 data, default arguments"));
	json_out_key(w, "verdicts");
	json_out_object(w);
	for (uint32_t t = 0; t < a->n_targets; t++) {
		const struct answer *answers = &row->answers[t * MODE_COUNT];

		json_out_key_str(w, a->targets[t]->name);
		json_out_object(w);
		json_out_pair_str(w, "mode", mode_word(a->mode));
		json_out_pair_str(w, "verdict", verdict_word(answers[a->mode].verdict));
		for (int mode = 0; mode < MODE_COUNT; mode++) {
			json_out_key_str(w, mode_word((enum mode)mode));
			report_answer_json(w, &answers[mode]);
		}
		json_out_object_end(w);
	}
	json_out_object_end(w);
}

static void apis(struct json_out *w, const struct assessment *a)
{
	static const char *const effects[] = {"", "waits", "copies", "shape"};

	json_out_key(w, "apis");
	json_out_array(w);
	for (uint32_t i = 0; i < a->apis.len; i++) {
		const struct api_row *row = &a->apis.at[i];

		json_out_object(w);
		json_out_pair_str(w, "api", row->api);
		count(w, "calls", row->calls);
		json_out_pair_str(w, "from", S("source"));
		if (row->sync.effect != SYNC_NONE) {
			json_out_key(w, "host_sync");
			json_out_object(w);
			json_out_pair_str(w, "effect", str_from(effects[row->sync.effect]));
			json_out_key(w, "always");
			json_out_bool(w, row->sync.always);
			count(w, "in_loop", row->in_loop);
			count(w, "in_forward", row->in_forward);
			json_out_object_end(w);
		}
		workload_names(w, a, row->workloads);
		api_places(w, a, row);
		api_verdicts(w, a, row);
		json_out_object_end(w);
	}
	graph_apis(w, a);
	json_out_array_end(w);
}

static void finding_head(
        struct json_out *w, const struct assessment *a, const struct finding *f, uint32_t index)
{
	enum severity worst = SEVERITY_NONE;

	json_out_pair_str(
	        w, "rule", ruleset_text(a->scan->rules, a->scan->rules->rules[f->rule].id));
	for (uint32_t t = 0; t < a->n_targets; t++)
		if (finding_severity(a, index, t) > worst)
			worst = finding_severity(a, index, t);
	json_out_pair_str(w, "severity", severity_word(worst));
	json_out_pair_str(w, "way",
	        a->scan->rules->rules[f->rule].way == RULE_WAY_KNOWN ? S("known") : S("none"));
	json_out_key(w, "targets");
	json_out_object(w);
	for (uint32_t t = 0; t < a->n_targets; t++)
		if (finding_severity(a, index, t) != SEVERITY_NONE)
			json_out_pair_str(w, a->targets[t]->name.ptr,
			        severity_word(finding_severity(a, index, t)));
	json_out_object_end(w);
}

static void finding_replacements(
        struct json_out *w, const struct assessment *a, const struct finding *f)
{
	bool any = false;

	if (f->held_back.len) {
		json_out_pair_str(w, "replacement_held_back", f->held_back);
		return;
	}
	for (uint32_t t = 0; t < a->n_targets; t++) {
		str text = a->rule_target[t] == UINT32_MAX
		                   ? STR_NONE
		                   : rule_replacement(a->scan->rules, f->rule, a->rule_target[t]);

		if (!text.len)
			continue;
		if (!any) {
			json_out_key(w, "replacement");
			json_out_object(w);
		}
		any = true;
		json_out_pair_str(w, a->targets[t]->name.ptr, text);
	}
	if (any)
		json_out_object_end(w);
}

static void one_finding(struct json_out *w, const struct assessment *a, uint32_t index)
{
	const struct finding *f = &a->scan->findings.list.at[index];
	uint32_t input = a->finding_input[index];

	json_out_object(w);
	finding_head(w, a, f, index);
	workload_names(w, a, input == UINT32_MAX ? 0 : a->scan->inputs.at[input].workloads);
	json_out_key(w, "reached");
	json_out_bool(w, a->finding_reached[index]);
	json_out_pair_str(w, "cause", f->cause);
	json_out_pair_str(w, "path", f->path);
	if (f->cell)
		count(w, "cell", f->cell - 1);
	count(w, "line", f->line);
	count(w, "column", f->column);
	count(w, "end_line", f->end_line);
	count(w, "end_column", f->end_column);
	pair(w, "function", f->function);
	json_out_pair_str(w, "message", f->message);
	pair(w, "matched", f->matched);
	finding_replacements(w, a, f);
	pair(w, "guard", f->guard);
	json_out_pair_str(w, "fingerprint", fingerprint_text(a->arena, f->fingerprint));
	json_out_pair_str(w, "state", finding_state_word(f->state));
	if (f->from != FROM_CHANGE)
		json_out_pair_str(w, "from", finding_from_word(f->from));
	pair(w, "reason", f->reason);
	pair(w, "until", f->until);
	json_out_object_end(w);
}

/* The rules of the findings that are told: what a reader of the result needs to say it in words. */
static void one_rule(struct json_out *w, const struct assessment *a, uint32_t index)
{
	const struct ruleset *set = a->scan->rules;
	const struct rule_row *rule = &set->rules[index];

	json_out_object(w);
	json_out_pair_str(w, "id", ruleset_text(set, rule->id));
	pair(w, "title", ruleset_text(set, rule->title));
	pair(w, "why", ruleset_text(set, rule->why));
	pair(w, "category", ruleset_text(set, rule->category));
	json_out_pair_str(w, "way", rule->way == RULE_WAY_KNOWN ? S("known") : S("none"));
	json_open_object(w, "replacement");
	for (uint32_t t = 0; t < a->n_targets; t++)
		if (a->rule_target[t] != UINT32_MAX)
			json_pair(w, a->targets[t]->name.ptr,
			        rule_replacement(set, index, a->rule_target[t]));
	json_out_object_end(w);
	json_out_object_end(w);
}

static bool finding_is_told(const struct assessment *a, uint32_t index)
{
	for (uint32_t t = 0; t < a->n_targets; t++)
		if (finding_severity(a, index, t) != SEVERITY_NONE)
			return true;
	return false;
}

static void rules(struct json_out *w, const struct assessment *a)
{
	const struct findings *all = &a->scan->findings;
	bool *told = all->list.len
	                     ? ARENA_ARRAY(a->arena, bool, (size_t)a->scan->rules->n_rules + 1)
	                     : NULL;

	json_open_array(w, "rules");
	for (uint32_t i = 0; i < all->list.len; i++) {
		uint32_t rule = all->list.at[i].rule;

		if (!told[rule] && finding_is_told(a, i)) {
			told[rule] = true;
			one_rule(w, a, rule);
		}
	}
	json_out_array_end(w);
}

static void findings(struct json_out *w, const struct assessment *a)
{
	json_out_key(w, "findings");
	json_out_array(w);
	for (uint32_t i = 0; i < a->scan->findings.list.len; i++)
		if (finding_is_told(a, i)) {
			one_finding(w, a, i);
			buf_drain(w->out, BUF_MUCH);
		}
	json_out_array_end(w);
}

/* What the answers of the deciding mode rest on: calls by evidence, and the dates of the facts. */
static void rests(struct json_out *w, const struct totals *own)
{
	json_open_object(w, "evidence");
	for (int e = EVIDENCE_COUNT - 1; e > 0; e--)
		json_some(w, evidence_word((enum evidence)e).ptr, own->evidence[e]);
	json_some(w, "none", own->evidence[EVIDENCE_NONE]);
	json_out_object_end(w);
	pair(w, "oldest_fact", own->oldest);
	pair(w, "newest_fact", own->newest);
}

/* Calls of operators that an exception leaves alone; they are in the totals all the same. */
static uint64_t excepted_calls(const struct assessment *a, uint32_t target)
{
	uint64_t calls = 0;

	for (uint32_t i = 0; i < a->rows.len; i++)
		calls += row_exception(&a->rows.at[i], target) ? a->rows.at[i].calls : 0;
	return calls;
}

static void totals(struct json_out *w, const struct assessment *a)
{
	json_out_key(w, "totals");
	json_out_object(w);
	for (uint32_t t = 0; t < a->n_targets; t++) {
		const struct totals *own = &a->totals[t * MODE_COUNT + (uint32_t)a->mode];
		const struct totals *rest = &a->totals[t * MODE_COUNT + (uint32_t)other_mode(a)];

		json_out_key_str(w, a->targets[t]->name);
		json_out_object(w);
		json_out_pair_str(w, "mode", mode_word(a->mode));
		counts(w, "operators", own->operators);
		counts(w, "unique", own->unique);
		counts(w, "flops", own->flops);
		rests(w, own);
		json_some(w, "suppressed", excepted_calls(a, t));
		json_out_key(w, "findings");
		json_out_object(w);
		for (int v = SEVERITY_COUNT - 1; v > 0; v--)
			if (a->findings[t].by_severity[v])
				count(w, severity_word((enum severity)v).ptr,
				        a->findings[t].by_severity[v]);
		json_out_object_end(w);
		json_out_key(w, "other_mode");
		json_out_object(w);
		counts(w, "operators", rest->operators);
		counts(w, "unique", rest->unique);
		counts(w, "flops", rest->flops);
		json_out_object_end(w);
		json_out_object_end(w);
	}
	json_out_object_end(w);
}

static void not_scanned(struct json_out *w, const struct scan *scan)
{
	uint64_t files = 0;

	for (uint32_t i = 0; i < scan->not_scanned.len; i++)
		files += scan->not_scanned.at[i].files;
	json_out_key(w, "not_scanned");
	json_out_object(w);
	count(w, "files", files);
	json_out_key(w, "reasons");
	json_out_object(w);
	for (uint32_t i = 0; i < scan->not_scanned.len; i++) {
		json_out_key_str(w, scan->not_scanned.at[i].reason);
		json_out_uint(w, scan->not_scanned.at[i].files);
	}
	json_out_object_end(w);
	json_out_object_end(w);
}

static void effort(struct json_out *w, const struct assessment *a)
{
	if (!a->effort)
		return;
	json_out_key(w, "effort");
	json_out_object(w);
	for (uint32_t i = 0; i < a->n_targets; i++) {
		json_out_key_str(w, a->targets[i]->name);
		report_effort_json(w, &a->effort[i], a->settings);
	}
	json_out_object_end(w);
}

static void cost(struct json_out *w, const struct assessment *a)
{
	if (!a->cost && !a->cost_text.len)
		return;
	json_out_key(w, "cost");
	if (a->cost_text.len) {
		json_out_raw(w, a->cost_text);
		return;
	}
	json_out_object(w);
	report_cost_fields(w, a->cost);
	json_out_object_end(w);
}

static void texts(struct json_out *w, const char *key, const str *list, uint32_t n)
{
	json_out_key(w, key);
	json_out_array(w);
	for (uint32_t i = 0; i < n; i++)
		json_out_str(w, list[i]);
	json_out_array_end(w);
}

static void gate(struct json_out *w, const struct gate *g)
{
	json_out_key(w, "gate");
	json_out_object(w);
	json_out_pair_str(w, "status", !g->on ? S("off") : g->hit ? S("hit") : S("passed"));
	if (g->asked && !g->on)
		json_flag(w, "asked", true);
	texts(w, "reasons", g->reasons.at, g->reasons.len);
	if (g->notes.len)
		texts(w, "notes", g->notes.at, g->notes.len);
	json_out_object_end(w);
}

/* Bytes that a report mostly has: of rows and of places, the usual ones. */
static size_t usual_bytes(const struct assessment *a)
{
	enum { ROW = 1400, PLACE = 170, FINDING = 700, REST = 8000 };
	size_t bytes = REST + a->rows.len * (size_t)ROW;

	for (uint32_t i = 0; i < a->rows.len; i++)
		bytes += a->rows.at[i].places.len * (size_t)PLACE;
	return bytes + a->scan->findings.list.len * (size_t)FINDING;
}

void write_json(const struct assessment *a, const struct style *style, struct buf *out)
{
	struct json_out w = {.out = out, .indent = 1, .flat_from = 3};

	buf_expect(out, usual_bytes(a));
	json_out_object(&w);
	json_out_pair_str(&w, "schema", S("portfit-report/1"));
	json_out_key(&w, "tool");
	json_out_object(&w);
	json_out_pair_str(&w, "name", S("portfit"));
	json_out_pair_str(&w, "version", style->version);
	json_out_object_end(&w);
	targets(&w, a);
	workloads(&w, a);
	unreached(&w, a);
	inputs(&w, a);
	sources(&w, a->scan);
	graphs(&w, a);
	operators(&w, a);
	apis(&w, a);
	rules(&w, a);
	findings(&w, a);
	json_islands(&w, a);
	totals(&w, a);
	json_work(&w, a);
	json_memory(&w, a);
	json_dynamic(&w, a);
	json_hostsync(&w, a);
	json_dtypes(&w, a);
	json_training(&w, a);
	json_collectives(&w, a);
	json_custom(&w, a);
	effort(&w, a);
	cost(&w, a);
	not_scanned(&w, a->scan);
	gate(&w, &a->gate);
	json_out_object_end(&w);
	buf_byte(out, '\n');
}
