/* Profiles as the reference tells them. */
#include "base/json.h"
#include "scanner/graph/dump_text.h"
#include "scanner/graph/profile.h"

enum { JSON_DEPTH = 16 };

/* "aten::add(float,Scalar)" */
static str with_types(struct env *env, const struct graph_file *file, const struct profile_row *row)
{
	struct buf out = {0};
	struct json j;
	str type, text;
	bool any = false;

	buf_put(&out, graph_text(file, row->name));
	buf_byte(&out, '(');
	if (row->types) {
		json_open(&j, graph_text(file, row->types), JSON_DEPTH, env->temp);
		for (json_array(&j); json_item(&j) && json_string(&j, &type); any = true) {
			if (any)
				buf_byte(&out, ',');
			buf_put(&out, type);
		}
	}
	buf_byte(&out, ')');
	text = arena_dup(env->temp, buf_str(&out));
	buf_free(&out);
	return text;
}

void dump_chrome(struct env *env, const struct graph_file *file, struct json_out *w)
{
	const struct profile *p = graph_facts(file)->profile;
	struct tally ops = {.arena = env->temp}, typed = {.arena = env->temp};
	struct tally categories = {.arena = env->temp}, phases = {.arena = env->temp};

	json_out_pair_str(w, "format", S("chrome trace"));
	json_out_pair_int(w, "events", (int64_t)p->events);
	tally_add_list(&categories, file, &p->by_category);
	tally_write(&categories, "by_cat", w);
	tally_add_list(&phases, file, &p->by_phase);
	tally_write(&phases, "by_ph", w);
	for (uint32_t i = 0; i < p->rows.len; i++) {
		const struct profile_row *row = &p->rows.at[i];

		tally_add(&ops, graph_text(file, row->name), row->calls);
		tally_add(&typed, with_types(env, file, row), row->calls);
	}
	tally_write(&ops, "cpu_ops", w);
	tally_write(&typed, "cpu_ops_by_types", w);
	json_out_pair_int(w, "top_level_cpu_ops", (int64_t)p->top_level);
	json_out_key(w, "keys");
	json_out_array(w);
	for (uint32_t i = 0; i < p->keys.len; i++)
		json_out_str(w, graph_text(file, p->keys.at[i].name));
	json_out_array_end(w);
}

void dump_execution(struct env *env, const struct graph_file *file, struct json_out *w)
{
	const struct profile *p = graph_facts(file)->profile;
	struct tally names = {.arena = env->temp};

	json_out_pair_str(w, "format", S("execution trace"));
	json_out_pair_str(w, "schema", graph_text(file, p->schema));
	json_out_pair_int(w, "nodes", (int64_t)p->events);
	json_out_pair_int(w, "with_schema", (int64_t)p->with_schema);
	for (uint32_t i = 0; i < p->rows.len; i++)
		tally_add(&names, graph_text(file, p->rows.at[i].name), p->rows.at[i].calls);
	tally_write(&names, "by_name", w);
}
