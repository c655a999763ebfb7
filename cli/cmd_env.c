/* portfit env, env diff: what a measurement stands on. */
#include "cli/commands.h"

#include "base/text.h"
#include "probe/environment.h"
#include "probe/instance.h"

#include <string.h>

static bool check_target(struct cli *cli, const struct record *record, str name, struct json_out *w)
{
	uint32_t n, at;
	const str *overlays = request_list(cli->request, OPTION_COVERAGE, &n);
	struct coverage *coverage = coverage_open(&cli->env, overlays, n);
	struct fits fits = {.arena = cli->env.keep};
	str known[64];

	if (!coverage)
		return false;
	at = coverage_find_target(coverage, name);
	n = coverage_targets(coverage);
	if (at == UINT32_MAX) {
		for (uint32_t i = 0; i < n && i < 64; i++)
			known[i] = coverage_target(coverage, i)->name;
		name = text_nearest(name, known, n < 64 ? n : 64);
		return diag_error(cli->env.diags, (struct place){.path = S("--check")},
		        "unknown target%s%.*s%s", name.len ? "; did you mean '" : "", STR_ARG(name),
		        name.len ? "'?" : "");
	}
	record_check(record, coverage, coverage_target(coverage, at), &fits);
	if (w) {
		json_out_key(w, "check");
		fits_json(&fits, w);
	} else {
		buf_byte(&cli->out, '\n');
		fits_text(&fits, name, &cli->out);
	}
	cli->gate_hit = fits.bad > 0;
	return true;
}

bool cmd_env(struct cli *cli)
{
	str named = request_text(cli->request, OPTION_PYTHON),
	    target = request_text(cli->request, OPTION_CHECK);
	bool json = str_eq(request_text(cli->request, OPTION_FORMAT), S("json")), ok = true;
	struct json_out w = {.out = &cli->out, .indent = 2};
	struct python python;
	struct record record;
	const char *why;
	bool has_python;

	if (!option_format(cli, S("text json")))
		return false;
	has_python = python_try(&cli->env, named, &python, &why);
	if (!has_python && named.len)
		return python_find(&cli->env, named, &python);
	record_take(&cli->env, has_python ? &python : NULL, &record);
	if (!has_python)
		record_put(&record, S("python"), S("missing"), str_from(why));
	if (request_flag(cli->request, OPTION_INSTANCE_TYPE))
		instance_ask(&cli->env, &record);
	if (!json) {
		record_text(&record, &cli->out);
		return !target.ptr || check_target(cli, &record, target, NULL);
	}
	json_out_object(&w);
	json_out_pair_str(&w, "schema", S("portfit-env/1"));
	json_out_key(&w, "environment");
	record_json(&record, &w);
	if (target.ptr)
		ok = check_target(cli, &record, target, &w);
	json_out_object_end(&w);
	buf_byte(&cli->out, '\n');
	return ok;
}

bool cmd_env_diff(struct cli *cli)
{
	struct record a, b;

	if (cli->request->words.len != 2)
		return diag_error(cli->env.diags, (struct place){0},
		        "'portfit env diff' takes two records: A B");
	if (!record_read(&cli->env, cli->request->words.at[0], &a) ||
	        !record_read(&cli->env, cli->request->words.at[1], &b))
		return false;
	record_diff(&a, &b, &cli->out);
	return true;
}
