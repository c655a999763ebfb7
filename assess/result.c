/* Reading a result back: only what a comparison needs; fields that are not known are passed over,
 * so a later minor version reads as well. */
#include "assess/diff.h"

#include "base/json.h"

struct reader {
	struct map apis; /* calls of graphs of Dynamo: index in rows */
	struct env *env;
	struct json json;
	struct result *out;
	uint32_t n_targets; /* room in the verdicts of a row */
};

enum { HEAD_BYTES = 4096, TARGETS_MOST = 64 };

bool result_is_one(str text)
{
	str head = str_trim(str_slice(text, 0, HEAD_BYTES));

	return head.len && head.ptr[0] == '{' && str_has(head, S("\"portfit-report/"));
}

static str take_text(struct reader *r)
{
	str value = STR_NONE;

	json_string(&r->json, &value);
	return arena_dup(r->env->keep, value);
}

static uint32_t target_at(struct reader *r, str name)
{
	for (uint32_t i = 0; i < r->out->targets.len; i++)
		if (str_eq(r->out->targets.at[i], name))
			return i;
	return UINT32_MAX;
}

static void read_targets(struct reader *r)
{
	str key;

	for (json_array(&r->json); json_item(&r->json);)
		for (json_object(&r->json); json_key(&r->json, &key);)
			if (str_eq(key, S("name")) && r->out->targets.len < TARGETS_MOST)
				*VEC_PUSH(r->env->keep, &r->out->targets) = take_text(r);
			else
				json_skip(&r->json);
}

/* {verdict: …, evidence: …, …} */
static enum verdict read_verdict(struct reader *r)
{
	enum verdict verdict = VERDICT_UNKNOWN;
	str key, word;

	for (json_object(&r->json); json_key(&r->json, &key);) {
		if (!str_eq(key, S("verdict"))) {
			json_skip(&r->json);
			continue;
		}
		if (json_string(&r->json, &word) && !verdict_from(word, &verdict))
			json_fail(&r->json, "a verdict of the contract");
	}
	return verdict;
}

static void read_answer(struct reader *r, struct result_verdicts *out)
{
	str key;

	for (json_object(&r->json); json_key(&r->json, &key);)
		if (str_eq(key, S("eager")))
			out->of[MODE_EAGER] = read_verdict(r);
		else if (str_eq(key, S("compile")))
			out->of[MODE_COMPILE] = read_verdict(r);
		else
			json_skip(&r->json);
	out->known = true;
}

static void read_verdicts(struct reader *r, struct result_row *row)
{
	str key;

	row->judged = true;
	row->verdicts =
	        ARENA_ARRAY(r->env->keep, struct result_verdicts, (size_t)r->out->targets.len + 1);
	for (json_object(&r->json); json_key(&r->json, &key);) {
		uint32_t target = target_at(r, key);

		if (target == UINT32_MAX)
			json_skip(&r->json);
		else
			read_answer(r, &row->verdicts[target]);
	}
}

static void read_row(struct reader *r, bool of_apis)
{
	struct result_row row = {0};
	bool api = false; /* a call of PyTorch in a graph of Dynamo: no verdict, but it may come and
	                     go */
	int64_t calls;
	str key;

	for (json_object(&r->json); json_key(&r->json, &key);)
		if (str_eq(key, S("operator")) || str_eq(key, S("api")))
			row.op = take_text(r);
		else if (str_eq(key, S("signature")))
			row.signature = take_text(r);
		else if (str_eq(key, S("calls")) && json_int(&r->json, &calls))
			row.calls = calls > 0 ? (uint64_t)calls : 0;
		else if (str_eq(key, S("verdicts")))
			read_verdicts(r, &row);
		else if (str_eq(key, S("from")))
			api = str_eq(take_text(r), S("graph"));
		else
			json_skip(&r->json);
	if (of_apis && api && row.op.len) { /* signatures are not told: one row a name */
		bool fresh;
		uint32_t *at = map_at(&r->apis, row.op, &fresh);

		if (!fresh) {
			r->out->rows.at[*at].calls += row.calls;
			return;
		}
		*at = r->out->rows.len;
	}
	if (row.op.len && (of_apis ? api : row.judged))
		*VEC_PUSH(r->env->keep, &r->out->rows) = row;
}

static void read_finding(struct reader *r)
{
	struct result_finding f = {.new = true};
	int64_t line;
	bool reached;
	str key, state;

	for (json_object(&r->json); json_key(&r->json, &key);)
		if (str_eq(key, S("rule")))
			f.rule = take_text(r);
		else if (str_eq(key, S("severity")))
			f.severity = take_text(r);
		else if (str_eq(key, S("path")))
			f.path = take_text(r);
		else if (str_eq(key, S("message")))
			f.message = take_text(r);
		else if (str_eq(key, S("fingerprint")))
			f.fingerprint = take_text(r);
		else if (str_eq(key, S("line")) && json_int(&r->json, &line))
			f.line = line > 0 && line < UINT32_MAX ? (uint32_t)line : 0;
		else if (str_eq(key, S("state")) && json_string(&r->json, &state))
			f.new &= str_eq(state, S("new"));
		else if (str_eq(key, S("reached")) && json_bool(&r->json, &reached))
			f.new &= reached;
		else
			json_skip(&r->json);
	if (f.rule.len)
		*VEC_PUSH(r->env->keep, &r->out->findings) = f;
}

/* Targets first, wherever they stand: verdicts are kept by their number. */
static void read_head(struct reader *r)
{
	str key, schema = STR_NONE;

	for (json_object(&r->json); json_key(&r->json, &key);)
		if (str_eq(key, S("schema"))) {
			if (json_string(&r->json, &schema) &&
			        !str_eq(schema, S("portfit-report/1")))
				json_fail(&r->json, "a result of schema portfit-report/1");
		} else if (str_eq(key, S("targets"))) {
			read_targets(r);
		} else {
			json_skip(&r->json);
		}
	if (json_ok(&r->json) && !schema.len)
		json_fail(&r->json, "a result of portfit (portfit scan PATH --format json)");
}

static void read_body(struct reader *r)
{
	str key;

	for (json_object(&r->json); json_key(&r->json, &key);)
		if (str_eq(key, S("operators")))
			for (json_array(&r->json); json_item(&r->json);)
				read_row(r, false);
		else if (str_eq(key, S("apis")))
			for (json_array(&r->json); json_item(&r->json);)
				read_row(r, true);
		else if (str_eq(key, S("findings")))
			for (json_array(&r->json); json_item(&r->json);)
				read_finding(r);
		else
			json_skip(&r->json);
}

bool result_read(struct env *env, str path, str text, struct result *out)
{
	struct reader r = {.env = env, .out = out, .apis = {.arena = env->temp}};
	struct place place = {.path = path};

	*out = (struct result){.path = path};
	json_open(&r.json, text, env->limits->json_depth, env->temp);
	read_head(&r);
	if (json_end(&r.json)) {
		json_open(&r.json, text, env->limits->json_depth, env->temp);
		read_body(&r);
		if (json_end(&r.json))
			return true;
	}
	json_position(&r.json, &place.line, &place.column);
	return diag_error(
	        env->diags, place, "not a result that can be compared: expected %s", r.json.error);
}
