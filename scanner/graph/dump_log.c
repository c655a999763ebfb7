/* Run logs and mixtures of forms. The reference has no reading of them: the fields are ours, and
 * stand under words that its forms do not use. */
#include "scanner/graph/dump_text.h"

static void pair(const struct graph_file *file, const char *key, uint32_t id, struct json_out *w)
{
	if (id)
		json_out_pair_str(w, key, graph_text(file, id));
}

static void dump_place(const struct graph_file *file, const struct log_place *p, struct json_out *w)
{
	pair(file, "file", p->file, w);
	if (p->line)
		json_out_pair_int(w, "line", p->line);
	pair(file, "function", p->function, w);
}

static void dump_graphs(struct env *env, const struct graph_file *file, struct json_out *w)
{
	const struct graph_facts *facts = graph_facts(file);

	json_out_key(w, "graphs");
	json_out_array(w);
	for (uint32_t i = 0; i < file->graphs.len; i++) {
		const struct graph *g = &file->graphs.at[i];
		const struct graph_note *note = &facts->notes.at[i];
		struct tally tally = {.arena = env->temp};

		dump_python_tally(env, file, i, &tally);
		json_out_object(w);
		json_out_pair_str(w, "name", graph_text(file, g->name));
		pair(file, "heading", g->model, w);
		pair(file, "stage", g->stage, w);
		pair(file, "compile_id", note->compile_id, w);
		if (note->rank >= 0)
			json_out_pair_int(w, "rank", note->rank);
		json_out_key(w, "counted");
		json_out_bool(w, g->counted);
		json_out_pair_int(w, "inputs", g->n_inputs);
		json_out_pair_int(w, "ops", g->n_nodes);
		tally_write(&tally, "targets", w);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void dump_breaks(const struct graph_file *file, struct json_out *w)
{
	const struct graph_facts *facts = graph_facts(file);

	json_out_key(w, "breaks");
	json_out_array(w);
	for (uint32_t i = 0; i < facts->breaks.len; i++) {
		const struct graph_break *b = &facts->breaks.at[i];

		json_out_object(w);
		pair(file, "reason", b->reason, w);
		pair(file, "explanation", b->explanation, w);
		pair(file, "hint", b->hint, w);
		dump_place(file, &b->place, w);
		json_out_key(w, "error");
		json_out_bool(w, b->error);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void dump_recompiles(const struct graph_file *file, struct json_out *w)
{
	const struct graph_facts *facts = graph_facts(file);

	json_out_key(w, "recompiles");
	json_out_array(w);
	for (uint32_t i = 0; i < facts->recompiles.len; i++) {
		const struct recompile *r = &facts->recompiles.at[i];

		json_out_object(w);
		dump_place(file, &r->place, w);
		json_out_key(w, "reasons");
		json_out_array(w);
		for (uint32_t k = 0; k < r->n_reasons; k++)
			json_out_str(w, graph_text(file, facts->reasons.at[r->first_reason + k]));
		json_out_array_end(w);
		json_out_key(w, "limit");
		json_out_bool(w, r->limit);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void dump_fallbacks(const struct graph_file *file, struct json_out *w)
{
	static const char *const kinds[] = {[FALLBACK_CPU] = "cpu",
	        [FALLBACK_MISSING] = "missing",
	        [FALLBACK_COUNTER] = "counter"};
	const struct graph_facts *facts = graph_facts(file);

	json_out_key(w, "fallbacks");
	json_out_array(w);
	for (uint32_t i = 0; i < facts->fallbacks.len; i++) {
		const struct fallback *f = &facts->fallbacks.at[i];

		json_out_object(w);
		json_out_pair_str(w, "operator", graph_text(file, f->operator));
		pair(file, "backend", f->backend, w);
		json_out_pair_str(w, "kind", str_from(kinds[f->kind]));
		json_out_pair_int(w, "times", (int64_t)f->times);
		dump_place(file, &f->place, w);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void dump_symbols(const struct graph_file *file, struct json_out *w)
{
	const struct graph_facts *facts = graph_facts(file);

	json_out_key(w, "symbols");
	json_out_array(w);
	for (uint32_t i = 0; i < facts->symbol_notes.len; i++) {
		const struct symbol_note *n = &facts->symbol_notes.at[i];

		json_out_object(w);
		json_out_pair_str(w, "symbol", graph_text(file, n->symbol));
		pair(file, "source", n->source, w);
		json_out_key(w, "unbacked");
		json_out_bool(w, n->unbacked);
		dump_place(file, &n->place, w);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void dump_explain(struct env *env, const struct graph_file *file, struct json_out *w)
{
	const struct explain_counts *e = &graph_facts(file)->explain;
	struct tally tally = {.arena = env->temp};

	json_out_key(w, "explain");
	json_out_object(w);
	json_out_pair_int(w, "graphs", (int64_t)e->graphs);
	json_out_pair_int(w, "breaks", (int64_t)e->breaks);
	json_out_pair_int(w, "ops", (int64_t)e->operators);
	for (uint32_t i = 0; i < e->targets.len; i++)
		tally_add(&tally, graph_text(file, e->targets.at[i].name), e->targets.at[i].count);
	tally_write(&tally, "targets", w);
	json_out_object_end(w);
}

void dump_log(struct env *env, const struct graph_file *file, struct json_out *w)
{
	const struct graph_facts *facts = graph_facts(file);
	struct tally total = {.arena = env->temp};
	uint64_t ops = 0;

	json_out_pair_str(w, "format", S("log text"));
	dump_graphs(env, file, w);
	for (uint32_t i = 0; i < file->graphs.len; i++)
		ops += dump_python_tally(env, file, i, &total);
	tally_write(&total, "targets", w);
	json_out_pair_int(w, "ops", (int64_t)ops);
	dump_breaks(file, w);
	dump_recompiles(file, w);
	dump_fallbacks(file, w);
	dump_symbols(file, w);
	if (facts->explain.seen)
		dump_explain(env, file, w);
}
