/* portfit probe, probe plan: a project's operators on a device. */
#include "cli/commands.h"

#include "assess/experiment.h"
#include "base/file.h"
#include "base/text.h"
#include "probe/environment.h"
#include "probe/merge.h"
#include "probe/probe.h"
#include "report/trials.h"
#include "report/writer.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

enum {
	MINUTE = 60,
	MIB = 1 << 20,
	TENSORS_MOST = 1 << 20 /* MiB */,
	WORK_MOST = 1 << 20 /* GFLOP */
};

static volatile sig_atomic_t interrupted;

static void note_interrupt(int number)
{
	(void)number;
	interrupted = 1;
}

struct probing {
	struct coverage *coverage;
	const struct target *target; /* NULL: no target has that device */
	struct scan scan;
	struct ruleset *rules;
	struct assess_plan assess;
	struct assessment assessment;
	struct experiments experiments;
	struct experiment_plan choice;
	struct probe_plan plan;
	struct python python;
};

/* A whole number of an option between bounds; absent: *out stays. */
static bool take_number(struct cli *cli, enum option_id option, int64_t most, int64_t *out)
{
	str text = request_text(cli->request, option);

	if (!text.ptr || (str_int(text, out) && *out >= 0 && *out <= most))
		return true;
	return option_problem(cli, option, text,
	        arena_cstr(cli->env.keep,
	                arena_format(cli->env.keep, "a whole number up to %lld", (long long)most)));
}

static bool take_modes(struct cli *cli, struct probe_plan *plan)
{
	str text = request_text(cli->request, OPTION_MODES), word;

	plan->eager = plan->compile = !text.ptr;
	while (text.len && str_cut(&text, ',', &word)) {
		if (str_eq(word, S("eager")))
			plan->eager = true;
		else if (str_eq(word, S("compile")) || str_eq(word, S("compiled")))
			plan->compile = true;
		else
			return option_problem(cli, OPTION_MODES, word, "eager, compile or both");
	}
	return true;
}

static bool take_limits(struct cli *cli, struct probing *p)
{
	/* The device's software gets shapes without numbers: the largest takes no memory. */
	bool offline = request_flag(cli->request, OPTION_OFFLINE);
	int64_t seed = 0, sample = 0, seconds = 60, memory = 8192,
	        tensors = offline ? TENSORS_MOST : 32, work = offline ? WORK_MOST : 2;
	str minutes = request_text(cli->request, OPTION_MAX_MINUTES);

	if (!take_number(cli, OPTION_SEED, INT64_MAX, &seed) ||
	        !take_number(cli, OPTION_COMPILE_SAMPLE, INT32_MAX, &sample) ||
	        !take_number(cli, OPTION_TIME_LIMIT, 86400, &seconds) ||
	        !take_number(cli, OPTION_MEMORY_LIMIT, 1 << 24, &memory) ||
	        !take_number(cli, OPTION_TENSOR_LIMIT, TENSORS_MOST, &tensors) ||
	        !take_number(cli, OPTION_WORK_LIMIT, WORK_MOST, &work))
		return false;
	if (minutes.ptr && (!str_float(minutes, &p->plan.max_minutes) ||
	                           !(p->plan.max_minutes > 0) || p->plan.max_minutes > 1e6))
		return option_problem(cli, OPTION_MAX_MINUTES, minutes, "a number of minutes");
	p->plan.greeting.seed = (uint64_t)seed;
	p->plan.compile_sample = (uint32_t)sample;
	p->plan.seconds = seconds ? (uint32_t)seconds : 1;
	p->plan.start_seconds = p->plan.seconds > 4 * MINUTE ? p->plan.seconds : 4 * MINUTE;
	p->plan.import_seconds = p->plan.seconds > MINUTE / 4 ? p->plan.seconds * 4 : MINUTE;
	p->plan.memory_bytes = (size_t)memory * MIB;
	p->choice.most_bytes = (uint64_t)tensors * MIB;
	p->choice.most_flops = (uint64_t)work * 1000000000;
	return true;
}

static bool take_date(struct cli *cli, struct probing *p)
{
	str as_of = request_text(cli->request, OPTION_AS_OF);
	int32_t day = date_today();

	if (as_of.ptr && !date_parse(as_of, &day))
		return option_problem(cli, OPTION_AS_OF, as_of, "a date as in 2026-11-30");
	p->assess.as_of = day;
	p->plan.date = date_format(cli->env.keep, day);
	return true;
}

/* The target of the device: the one named, else the one that has it, else none. */
static bool take_target(struct cli *cli, struct probing *p)
{
	bool offline = request_flag(cli->request, OPTION_OFFLINE);
	str device = request_text(cli->request, OPTION_DEVICE), kind, rest;
	uint32_t n = coverage_targets(p->coverage);

	if (!device.ptr && offline)
		device = S("tpu");
	if (!device.len)
		return diag_error(cli->env.diags, (struct place){.path = S("--device")},
		        "is missing: name the device as PyTorch calls it (neuron, tpu, xla, cpu)");
	p->plan.greeting.device = device;
	str_split(device, ':', &kind, &rest);
	for (uint32_t i = 0; i < n; i++) {
		const struct target *t = coverage_target(p->coverage, i);

		if (request_flag(cli->request, OPTION_TARGET)
		                ? str_eq(t->name, request_text(cli->request, OPTION_TARGET))
		                : str_eq(t->device, kind))
			p->target = t;
	}
	if (!p->target && request_flag(cli->request, OPTION_TARGET)) {
		const struct target *const *list;

		return choose_targets(&cli->env, p->coverage, cli->request, &list, &n);
	}
	p->plan.target = p->target ? p->target->name : kind;
	p->plan.describe_target = !p->target;
	p->plan.greeting.compile_backend = request_text(cli->request, OPTION_COMPILE_BACKEND);
	return true;
}

static bool resolve(struct cli *cli, struct probing *p)
{
	const struct request *q = cli->request;
	uint32_t n;
	const str *overlays = request_list(q, OPTION_COVERAGE, &n);

	p->coverage = coverage_open(&cli->env, overlays, n);
	if (!p->coverage || !take_target(cli, p) || !take_modes(cli, &p->plan) ||
	        !take_limits(cli, p) || !take_date(cli, p))
		return false;
	p->plan.greeting.task = request_flag(q, OPTION_OFFLINE) ? S("offline") : S("operators");
	p->plan.greeting.imports = request_list(q, OPTION_IMPORT, &p->plan.greeting.n_imports);
	p->plan.folder = request_text(q, OPTION_FOLDER);
	if (!p->plan.folder.len)
		p->plan.folder = S("portfit-probe");
	p->plan.resume = request_flag(q, OPTION_RESUME);
	p->plan.forward_only = request_flag(q, OPTION_FORWARD_ONLY);
	p->plan.greeting.topology = request_text(q, OPTION_TOPOLOGY);
	if (request_flag(q, OPTION_KEEP_PROGRAMS))
		p->plan.greeting.keep = path_join(cli->env.keep, p->plan.folder, S("programs"));
	p->choice.only = request_list(q, OPTION_ONLY, &p->choice.n_only);
	p->choice.custom = p->plan.greeting.n_imports > 0;
	return true;
}

/* The graphs, what the database says of them, and the experiments. */
static bool look(struct cli *cli, struct probing *p)
{
	struct scan_plan plan = {
	        .paths = cli->request->words.at, .n_paths = cli->request->words.len};
	struct rules_plan rules = {.as_of = p->assess.as_of};
	static const struct target *none;

	p->assess.targets = p->target ? &p->target : &none;
	p->assess.n_targets = p->target != NULL;
	if (!rules_open(&cli->env, &rules, &plan.rules) || !scan_run(&cli->env, &plan, &p->scan) ||
	        !assess_run(&cli->env, &p->scan, p->coverage, &p->assess, &p->assessment))
		return false;
	if (!p->scan.graphs.len)
		return diag_error(cli->env.diags, (struct place){.path = cli->request->words.at[0]},
		        "holds no traced graph; a probe takes its experiments from one (export it "
		        "with torch.export.save)");
	p->choice.assessment = &p->assessment;
	p->choice.target = p->target;
	p->plan.experiments = &p->experiments;
	return experiments_plan(&cli->env, &p->choice, &p->experiments);
}

bool cmd_probe_plan(struct cli *cli)
{
	struct probing p = {0};
	struct shown_plan shown;
	str format = request_text(cli->request, OPTION_FORMAT);
	uint32_t *parts, *rank;
	bool ok = resolve(cli, &p) && look(cli, &p);

	if (ok && !option_format(cli, S("text json")))
		ok = false;
	if (ok) {
		rank = probe_draw(cli->env.keep, &p.experiments, p.plan.greeting.seed);
		parts = ARENA_ARRAY(cli->env.keep, uint32_t, (size_t)p.experiments.list.len + 1);
		for (uint32_t i = 0; i < p.experiments.list.len; i++)
			parts[i] = probe_parts(&p.plan, i, rank);
		shown = (struct shown_plan){.experiments = &p.experiments,
		        .parts = parts,
		        .device = p.plan.greeting.device,
		        .target = p.plan.target,
		        .seed = p.plan.greeting.seed,
		        .verbose = request_flag(cli->request, OPTION_VERBOSE),
		        .arena = cli->env.keep};
		if (str_eq(format, S("json")))
			report_plan_json(&cli->out, &shown);
		else
			report_plan_text(&cli->out, &shown);
	}
	scan_close(&p.scan);
	return ok;
}

/* ------------------------------------------------------------------ running */

static void show_progress(void *context, const struct probe_progress *at)
{
	const bool *terminal = context;
	struct buf text = {0};
	ssize_t shown;

	buf_puts(&text, *terminal ? "\r" : "");
	buf_format(&text, "%u of %u done, %u not right", at->done, at->total, at->failed);
	if (at->left_seconds >= 0) {
		buf_puts(&text, ", about ");
		trial_duration(&text, at->left_seconds);
		buf_puts(&text, " left");
	}
	buf_puts(&text, "; now ");
	text_visible(&text, text_fit(at->op, 48));
	buf_puts(&text, *terminal ? "\x1b[K" : "\n");
	shown = write(2, text.ptr, text.len);
	(void)shown; /* nobody may look any more: the run goes on */
	buf_free(&text);
}

/* A report of the graphs with what was measured on top, through the writers there are. */
static bool write_reports(struct cli *cli, struct probing *p)
{
	uint32_t n, n_overlays;
	const str *outputs = request_list(cli->request, OPTION_OUTPUT, &n);
	const str *overlays = request_list(cli->request, OPTION_COVERAGE, &n_overlays);
	str *all = ARENA_ARRAY(cli->env.keep, str, (size_t)n_overlays + 1);
	struct style style = {.version = S(PORTFIT_VERSION), .columns = 120};
	struct assessment assessment = {0};
	const struct target *target;
	struct coverage *coverage;

	if (!n)
		return true;
	for (uint32_t i = 0; i < n_overlays; i++)
		all[i] = overlays[i];
	all[n_overlays] = path_join(cli->env.keep, p->plan.folder, S("facts.yaml"));
	coverage = coverage_open(&cli->env, all, n_overlays + 1);
	if (!coverage)
		return false;
	target = coverage_target(coverage, coverage_find_target(coverage, p->plan.target));
	p->assess.targets = &target;
	p->assess.n_targets = 1;
	if (!assess_run(&cli->env, &p->scan, coverage, &p->assess, &assessment))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		str name, path;
		bool split = str_split(outputs[i], ':', &name, &path);
		const struct writer *writer =
		        split ? writer_find(name) : writer_for_file(path = outputs[i]);
		struct buf out = {0};
		bool ok;

		if (!writer)
			return option_problem(cli, OPTION_OUTPUT, outputs[i],
			        "FORMAT:FILE, as in json:report.json");
		writer->write(&assessment, &style, &out);
		ok = file_write(&cli->env, path, buf_str(&out));
		buf_free(&out);
		if (!ok)
			return false;
	}
	return true;
}

static void show_result(struct cli *cli, struct probing *p, const struct probe_result *result)
{
	str format = request_text(cli->request, OPTION_FORMAT);
	struct shown_trials shown = {.experiments = &p->experiments,
	        .outcomes = result->outcomes,
	        .device = p->plan.greeting.device,
	        .target = p->plan.target,
	        .folder = p->plan.folder,
	        .graphs = cli->request->words.at,
	        .n_graphs = cli->request->words.len,
	        .seconds = result->seconds,
	        .starts = result->starts,
	        .deaths = result->crashes,
	        .resumed = result->resumed,
	        .offline = request_flag(cli->request, OPTION_OFFLINE),
	        .verbose = request_flag(cli->request, OPTION_VERBOSE),
	        .arena = cli->env.keep};

	if (request_flag(cli->request, OPTION_QUIET))
		return;
	if (str_eq(format, S("json"))) {
		results_json(&p->plan, result, &cli->out);
	} else if (str_eq(format, S("yaml"))) {
		facts_yaml(&p->plan, result, cli->env.temp, &cli->out);
	} else if (str_eq(format, S("markdown"))) {
		report_trials_markdown(&cli->out, &shown);
	} else {
		report_trials_text(&cli->out, &shown);
	}
}

/* From here on an interrupt ends the run in order; a second one ends it at once. */
static void catch_signals(struct cli *cli)
{
	struct sigaction action = {.sa_handler = note_interrupt, .sa_flags = (int)SA_RESETHAND};

	cli->env.cancel = &interrupted;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
}

static str machine_record(struct cli *cli, const struct python *python)
{
	struct buf text = {0};
	struct json_out w = {.out = &text};
	struct record record;
	str out;

	record_take(&cli->env, python, &record);
	record_json(&record, &w);
	out = arena_dup(cli->env.keep, buf_str(&text));
	buf_free(&text);
	return out;
}

static bool run_experiments(struct cli *cli, struct probing *p)
{
	bool terminal = isatty(2) == 1;
	struct probe_result result = {0};
	bool ok;

	if (!python_find(&cli->env, request_text(cli->request, OPTION_PYTHON), &p->python))
		return false;
	p->plan.python = &p->python;
	p->plan.environment = machine_record(cli, &p->python);
	if (!request_flag(cli->request, OPTION_QUIET) &&
	        (terminal || request_flag(cli->request, OPTION_VERBOSE)))
		p->plan.progress = show_progress;
	p->plan.progress_context = &terminal;
	catch_signals(cli);
	ok = probe_run(&cli->env, &p->plan, &result);
	if (p->plan.progress && terminal && write(2, "\r\x1b[K", 4) < 0)
		ok = false;
	if (result.outcomes && result.starts)
		show_result(cli, p, &result);
	if (interrupted)
		return diag_error(cli->env.diags, (struct place){0},
		        "interrupted; what was done is kept in %.*s, --resume goes on",
		        STR_ARG(p->plan.folder));
	return ok && write_reports(cli, p);
}

/* Settings must be a JSON object: they are handed on as they are. */
static bool take_model(struct cli *cli, struct probing *p)
{
	str settings = request_text(cli->request, OPTION_SETTINGS);
	struct json j;

	p->plan.greeting.model = request_text(cli->request, OPTION_MODEL);
	if (!settings.ptr)
		return true;
	json_open(&j, settings, 32, cli->env.temp);
	if (json_peek(&j) != JSON_OBJECT || !json_skip(&j) || !json_end(&j))
		return option_problem(
		        cli, OPTION_SETTINGS, settings, "a JSON object as in {\"layers\": 2}");
	p->plan.greeting.settings = settings;
	return true;
}

static void path_json(struct cli *cli, const struct path_result *result, str machine)
{
	struct json_out w = {.out = &cli->out, .indent = 1, .flat_from = 2};

	json_out_object(&w);
	json_out_pair_str(&w, "schema", S("portfit-probe-path/1"));
	json_out_key(&w, "environment");
	json_out_object(&w);
	json_out_key(&w, "machine");
	json_out_raw(&w, machine);
	if (result->environment.len) {
		json_out_key(&w, "session");
		json_out_raw(&w, result->environment);
	}
	json_out_object_end(&w);
	json_out_key(&w, "steps");
	json_out_array(&w);
	for (uint32_t i = 0; i < result->steps.len; i++) {
		json_out_object(&w);
		json_out_pair_str(&w, "mode", result->steps.at[i].mode);
		json_out_pair_str(&w, "step", result->steps.at[i].step);
		json_out_key(&w, "result");
		trial_write(&w, &result->steps.at[i].trial);
		json_out_object_end(&w);
	}
	json_out_array_end(&w);
	json_out_object_end(&w);
	buf_byte(&cli->out, '\n');
}

static void show_path(struct cli *cli, const struct probing *p, const struct path_result *result)
{
	struct shown_path shown = {.steps = result->steps.at,
	        .count = result->steps.len,
	        .model = p->plan.greeting.model,
	        .device = p->plan.greeting.device,
	        .folder = p->plan.folder,
	        .arena = cli->env.keep};
	str format = request_text(cli->request, OPTION_FORMAT);

	if (!shown.count || request_flag(cli->request, OPTION_QUIET))
		return;
	if (str_eq(format, S("json")))
		path_json(cli, result, p->plan.environment);
	else if (str_eq(format, S("markdown")))
		report_path_markdown(&cli->out, &shown);
	else
		report_path_text(&cli->out, &shown);
}

static bool run_model(struct cli *cli, struct probing *p)
{
	struct path_result result = {0};
	bool ok;

	if (!take_model(cli, p) || !option_format(cli, S("text json markdown")) ||
	        !python_find(&cli->env, request_text(cli->request, OPTION_PYTHON), &p->python))
		return false;
	p->plan.python = &p->python;
	p->plan.environment = machine_record(cli, &p->python);
	catch_signals(cli);
	ok = path_run(&cli->env, &p->plan, &result);
	show_path(cli, p, &result);
	if (interrupted)
		return diag_error(cli->env.diags, (struct place){0}, "interrupted");
	return ok;
}

bool cmd_probe(struct cli *cli)
{
	struct probing p = {0};
	bool ok = resolve(cli, &p);

	if (ok && request_text(cli->request, OPTION_MODEL).ptr)
		return run_model(cli, &p);
	if (ok && !cli->request->words.len)
		ok = diag_error(cli->env.diags, (struct place){0},
		        "'portfit probe' takes GRAPH..., or --model FILE.py:FUNCTION; see portfit "
		        "probe --help");
	ok = ok && option_format(cli, S("text json yaml markdown")) && look(cli, &p) &&
	     run_experiments(cli, &p);
	scan_close(&p.scan);
	return ok;
}

bool cmd_probe_merge(struct cli *cli)
{
	str format = request_text(cli->request, OPTION_FORMAT);
	struct merge merge;

	if (!option_format(cli, S("text json yaml")) ||
	        !merge_read(&cli->env, cli->request->words.at, cli->request->words.len, &merge))
		return false;
	if (str_eq(format, S("json")))
		merge_json(&merge, &cli->out);
	else if (str_eq(format, S("yaml")))
		merge_facts(&merge, cli->env.temp, &cli->out);
	else
		merge_text(&merge, request_flag(cli->request, OPTION_VERBOSE), &cli->out);
	return true;
}
