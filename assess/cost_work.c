/* The work of one step from the graphs of a result. Graphs that are not counted (another view of
 * the same work) are left out, as in the result's own totals. */
#include "assess/cost.h"

#include "base/file.h"
#include "base/json.h"

struct graph_work {
	double flops, bytes;
	bool counted;
};

static void read_amount(struct json *j, double *out)
{
	if (json_float(j, out) && !(*out >= 0 && *out < 1e30))
		json_fail(j, "expected a number of 0 or more that can be");
}

static void read_graph(struct json *j, struct graph_work *sum)
{
	struct graph_work g = {.counted = true};
	str key;

	for (json_object(j); json_key(j, &key);)
		if (str_eq(key, S("flops")))
			read_amount(j, &g.flops);
		else if (str_eq(key, S("least_bytes")))
			read_amount(j, &g.bytes);
		else if (str_eq(key, S("counted")) && json_peek(j) != JSON_STRING)
			json_bool(j, &g.counted);
		else
			json_skip(j);
	if (g.counted) {
		sum->flops += g.flops;
		sum->bytes += g.bytes;
	}
}

bool cost_work_read(struct env *env, str path, double *flops, double *bytes)
{
	struct graph_work sum = {0};
	struct place place = {.path = path};
	str text, key, schema = STR_NONE;
	struct json j;

	if (!file_read(env, path, env->limits->file_bytes, &text))
		return false;
	json_open(&j, text, env->limits->json_depth, env->temp);
	for (json_object(&j); json_key(&j, &key);)
		if (str_eq(key, S("schema")))
			json_string(&j, &schema);
		else if (str_eq(key, S("graphs")))
			for (json_array(&j); json_item(&j);)
				read_graph(&j, &sum);
		else
			json_skip(&j);
	if (json_ok(&j) && !str_starts(schema, S("portfit-report/1")))
		json_fail(&j, "expected a result of portfit scan (schema portfit-report/1)");
	if (!json_end(&j)) {
		json_position(&j, &place.line, &place.column);
		return diag_error(env->diags, place, "not a result of portfit: %s", j.error);
	}
	*flops += sum.flops;
	*bytes += sum.bytes;
	return sum.flops > 0 || sum.bytes > 0 ||
	       diag_error(env->diags, place, "tells no FLOPs and no bytes of any graph");
}
