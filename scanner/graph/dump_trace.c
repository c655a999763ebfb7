/* A structured log as the reference tells it: records, artifacts, and one summary for each payload
 * that holds a `forward`. */
#include "scanner/graph/dump_text.h"

static void dump_name(const struct graph_file *file, uint32_t name, struct json_out *w)
{
	json_out_key(w, "name");
	if (name)
		json_out_str(w, graph_text(file, name));
	else
		json_out_null(w);
}

/* Graphs of one payload stand together, in order of payloads. */
static void dump_payloads(struct env *env, const struct graph_file *file, struct json_out *w)
{
	const struct graph_facts *facts = graph_facts(file);
	uint32_t graph = 0;

	json_out_key(w, "graphs");
	json_out_array(w);
	for (uint32_t i = 0; i < facts->trace.graph_payloads.len; i++) {
		const struct trace_payload *p = &facts->trace.graph_payloads.at[i];
		struct tally tally = {.arena = env->temp};
		uint64_t ops = 0;

		for (; graph < file->graphs.len && facts->notes.at[graph].payload == i + 1; graph++)
			ops += dump_python_tally(env, file, graph, &tally);
		json_out_object(w);
		json_out_pair_str(w, "record", graph_text(file, p->record));
		dump_name(file, p->artifact, w);
		json_out_pair_str(w, "compile_id", graph_text(file, p->compile_id));
		json_out_pair_int(w, "ops", (int64_t)ops);
		tally_write(&tally, "targets", w);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

void dump_trace(struct env *env, const struct graph_file *file, struct json_out *w)
{
	const struct trace_counts *t = &graph_facts(file)->trace;
	struct tally kinds = {.arena = env->temp}, artifacts = {.arena = env->temp};

	json_out_pair_str(w, "format", S("TORCH_TRACE"));
	json_out_pair_int(w, "records", (int64_t)t->records);
	tally_add_list(&kinds, file, &t->kinds);
	tally_write(&kinds, "kinds", w);
	tally_add_list(&artifacts, file, &t->artifacts);
	tally_write(&artifacts, "artifacts", w);
	json_out_pair_int(w, "payloads", (int64_t)t->payloads);
	json_out_pair_int(w, "payload_hash_mismatch", (int64_t)t->hash_mismatch);
	json_out_pair_int(w, "broken_json", (int64_t)t->broken_json);
	json_out_pair_int(w, "lines_outside_records", (int64_t)t->foreign_lines);
	json_out_pair_int(w, "compile_ids", t->compile_ids);
	dump_payloads(env, file, w);
}
