/* Opens each graph file once, hands it to every analysis, rewinds what that took. */
#include "assess/analyses.h"

static void study(struct env *env, const struct assessment *a, const struct scan_graph_file *at,
        struct analyses *out)
{
	struct arena_mark mark = arena_mark(env->temp);
	struct dataflow flow;
	struct storage storage;
	struct subject s = {.env = env,
	        .a = a,
	        .file = at->file,
	        .flow = &flow,
	        .storage = &storage,
	        .input = at->input,
	        .first = at->first,
	        .last = at->last};

	dataflow_open(env->temp, at->file, &flow);
	storage_find(env->temp, &flow, &storage);
	islands_add(&out->islands, &s);
	work_add(&out->work, &s);
	memory_add(&out->memory, &s);
	dynamic_add(&out->dynamic, &s);
	hostsync_add(&out->hostsync, &s);
	dtypes_add(&out->dtypes, &s);
	collectives_add(&out->collectives, &s);
	if (out->training.asked)
		training_add(&out->training, &s);
	arena_rewind(env->temp, mark);
}

/* Which of the counted graphs' bytes the totals of a graph show. */
static void copy_bytes(struct assessment *a, const struct work *work)
{
	for (uint32_t i = 0; i < a->scan->graphs.len; i++)
		a->graphs[i].bytes = work->graphs[i].bytes;
}

void analyses_run(struct env *env, struct assessment *a, const struct assess_plan *plan)
{
	struct analyses *out = ARENA_NEW(env->keep, struct analyses);
	const struct book *book = plan->book;

	if (!book && a->scan->graph_files.len)
		book = book_of_machines(env);
	a->analyses = out;
	out->training.asked = plan->training;
	training_open(env, a, plan->optimizer, &out->training);
	islands_open(env, a, &out->islands);
	work_open(env, a, &out->work);
	memory_open(env, &out->memory, out->training.optimizer);
	dynamic_open(env, a, &out->dynamic);
	hostsync_open(env, &out->hostsync);
	dtypes_open(&out->dtypes);
	collectives_open(env, &out->collectives);
	for (uint32_t i = 0; i < a->scan->graph_files.len; i++)
		study(env, a, &a->scan->graph_files.at[i], out);
	islands_close(&out->islands, a);
	work_close(env, &out->work, a, book);
	memory_close(env, &out->memory, a, book);
	dynamic_close(env, &out->dynamic, a);
	dtypes_close(env, &out->dtypes, a);
	collectives_close(env, &out->collectives, a);
	training_close(env, &out->training, a);
	custom_find(env, a, &out->custom);
	copy_bytes(a, &out->work);
}
