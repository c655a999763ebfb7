/* The active interpreter of a shell with pyenv is a script that takes longer than Python itself;
 * what it would choose is looked up instead, in the order that pyenv documents. */
#include "probe/python.h"

#include "base/file.h"
#include "base/process.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const char probe_tables[];
extern const char probe_tables_end[];

enum { ASK_SECONDS = 20, ANSWER_BYTES = 1 << 16, STARTS_IN_VAIN = 3 };

/* -S keeps site.py and whatever .pth files do out of it; a virtual environment then has to be
 * noticed by its pyvenv.cfg, as site.py would. */
static const char question[] =
        "import sys, os, json\n"
        "v = 'python%d.%d' % sys.version_info[:2]\n"
        "lib = lambda p: os.path.join(p, 'lib', v, 'site-packages')\n"
        "prefix = sys.prefix\n"
        "home = os.path.dirname(os.path.dirname(os.path.abspath(sys.executable)))\n"
        "config = os.path.join(home, 'pyvenv.cfg')\n"
        "more = os.path.join(prefix, 'lib', 'python3', 'dist-packages')\n"
        "if os.path.isfile(config):\n"
        "  prefix = home\n"
        "  text = open(config).read().lower().replace(' ', '')\n"
        "  if 'include-system-site-packages=true' not in text: more = ''\n"
        "  elif not os.path.isdir(more): more = lib(sys.prefix)\n"
        "more = more if os.path.isdir(more) else ''\n"
        "print(json.dumps({'version': sys.version.split()[0], 'prefix': prefix,\n"
        "  'packages': lib(prefix), 'more': more,\n"
        "  'platform': sys.platform + '-' + os.uname().machine}))\n";

const char *const *python_variables(void)
{
	/* TPU software asks its cloud's metadata server when it starts; a probe never does. */
	static const char *const set[] = {"TPU_SKIP_MDS_QUERY=1", "PYTHONDONTWRITEBYTECODE=1",
	        "PYTHONUNBUFFERED=1", "TORCHINDUCTOR_COMPILE_THREADS=1", "KINETO_LOG_LEVEL=5",
	        "OMP_WAIT_POLICY=PASSIVE", NULL};

	return set;
}

/* ------------------------------------------------------------------ which one */

static const char *on_path(struct arena *arena, const char *name)
{
	const char *path = getenv("PATH");
	str rest = str_from(path ? path : ""), folder;

	if (strchr(name, '/'))
		return access(name, X_OK) == 0 ? name : NULL;
	while (str_cut(&rest, ':', &folder)) {
		const char *full =
		        arena_cstr(arena, arena_format(arena, "%.*s/%s", STR_ARG(folder), name));

		if (folder.len && access(full, X_OK) == 0)
			return full;
	}
	return NULL;
}

/* The first version that a pyenv file of versions names; empty when there is none. */
static str first_line(struct env *env, str path)
{
	str text, line = STR_NONE;

	if (file_try_read(env, path, 4096, &text))
		return STR_NONE;
	while (str_cut(&text, '\n', &line)) {
		line = str_trim(line);
		if (line.len && line.ptr[0] != '#')
			return line;
	}
	return STR_NONE;
}

static str chosen_version(struct env *env, str root)
{
	const char *set = getenv("PYENV_VERSION");
	char here[4096];
	str folder, version = STR_NONE;

	if (set && *set) {
		str_split(str_from(set), ':', &version, &folder);
		return version;
	}
	if (getcwd(here, sizeof here)) {
		for (folder = str_from(here); folder.len > 1 && !version.len;
		        folder = path_folder(folder))
			version =
			        first_line(env, path_join(env->temp, folder, S(".python-version")));
	}
	return version.len ? version : first_line(env, path_join(env->temp, root, S("version")));
}

static const char *behind_shim(struct env *env, const char *path)
{
	str whole = str_from(path), shims = S("/shims/");
	size_t at = str_find(whole, shims);
	str root = str_slice(whole, 0, at), version;
	const char *real;

	if (at == whole.len)
		return path;
	version = chosen_version(env, root);
	if (!version.len || str_find_byte(version, '/') < version.len)
		return path;
	real = arena_cstr(
	        env->keep, arena_format(env->keep, "%.*s/versions/%.*s/bin/%.*s", STR_ARG(root),
	                           STR_ARG(version), STR_ARG(path_base(whole))));
	return access(real, X_OK) == 0 ? real : path;
}

static bool read_answer(struct env *env, str text, struct python *out)
{
	struct json j;
	str key;

	json_open(&j, text, 4, env->keep);
	for (json_object(&j); json_key(&j, &key);) {
		str value = STR_NONE;

		if (!json_string(&j, &value))
			break;
		value = arena_dup(env->keep, value);
		if (str_eq(key, S("version")))
			out->version = value;
		else if (str_eq(key, S("prefix")))
			out->prefix = value;
		else if (str_eq(key, S("packages")))
			out->packages = value;
		else if (str_eq(key, S("more")))
			out->more_packages = value;
		else
			out->platform = value;
	}
	return json_ok(&j) && out->version.len;
}

bool python_try(struct env *env, str name, struct python *out, const char **why)
{
	const char *argv[] = {NULL, "-I", "-S", "-c", question, NULL};
	const char *path = name.len ? on_path(env->keep, arena_cstr(env->keep, name)) : NULL;
	str answer;

	*out = (struct python){0};
	*why = "not found on PATH";
	if (!name.len) {
		path = on_path(env->keep, "python3");
		path = path ? path : on_path(env->keep, "python");
	}
	if (!path)
		return false;
	out->path = argv[0] = behind_shim(env, path);
	if (!process_run(env->keep,
	            &(struct process){.argv = argv,
	                    .limit_bytes = ANSWER_BYTES,
	                    .limit_seconds = ASK_SECONDS},
	            &answer, why))
		return false;
	*why = "does not answer as Python does";
	return read_answer(env, answer, out);
}

bool python_find(struct env *env, str name, struct python *out)
{
	const char *why;

	if (python_try(env, name, out, &why))
		return true;
	return diag_error(env->diags, (struct place){.path = S("--python")},
	        "%s%.*s%s: %s; name an interpreter with --python", name.len ? "'" : "no Python",
	        STR_ARG(name), name.len ? "'" : "", why);
}

/* ------------------------------------------------------------------ the worker */

bool python_fatal(struct env *env, const struct python *python, const struct greeting *greeting,
        const struct event *e)
{
	struct place place = {.path = str_from(python->path)};

	if (str_eq(e->reason, S("no-torch")))
		return diag_error(env->diags, place,
		        "has no torch (%.*s); install it there, or name another interpreter with "
		        "--python",
		        STR_ARG(e->text));
	if (str_eq(e->reason, S("old-torch")))
		return diag_error(env->diags, place, "has torch %.*s; a probe needs 2.4 or newer",
		        STR_ARG(e->text));
	if (str_eq(e->reason, S("no-device")))
		return diag_error(env->diags, (struct place){.path = S("--device")},
		        "'%.*s' cannot be opened (%.*s); there is: %.*s", STR_ARG(greeting->device),
		        STR_ARG(e->text), STR_ARG(e->devices));
	if (str_eq(e->reason, S("no-offline")))
		return diag_error(env->diags, (struct place){.path = S("--offline")}, "%.*s",
		        STR_ARG(e->text));
	if (str_eq(e->reason, S("import-failed")))
		return diag_error(env->diags,
		        (struct place){.path = greeting->model.len ? S("--model") : S("--import")},
		        "'%.*s' cannot be imported: %.*s; log.txt has the traceback",
		        STR_ARG(e->module), STR_ARG(e->text));
	if (str_eq(e->reason, S("no-function")))
		return diag_error(env->diags, (struct place){.path = S("--model")}, "%.*s%s%.*s",
		        STR_ARG(e->text), e->names.len ? "; there is: " : "", STR_ARG(e->names));
	return diag_error(env->diags, place, "%.*s: %.*s", STR_ARG(e->reason), STR_ARG(e->text));
}

static bool died(
        struct env *env, const struct worker_start *start, const struct worker *worker, str stage)
{
	return diag_error(env->diags, (struct place){.path = str_from(start->python->path)},
	        "the worker %.*s while it was to %.*s; see the log",
	        STR_ARG(worker_status_text(env->keep, worker->status)),
	        STR_ARG(stage.len ? stage : S("start")));
}

/* How long a stage of the start may take: what the user names gets less than torch. */
static uint32_t stage_seconds(const struct worker_start *start, str stage)
{
	str module = str_starts(stage, S("import ")) ? str_from_at(stage, 7) : STR_NONE;

	for (uint32_t i = 0; i < start->greeting->n_imports; i++)
		if (str_eq(module, start->greeting->imports[i]))
			return start->import_seconds;
	return start->start_seconds;
}

static bool wait_ready(struct env *env, const struct worker_start *start, struct worker *worker,
        struct event *ready)
{
	int64_t deadline = clock_ms() + (int64_t)start->start_seconds * 1000;
	str stage = STR_NONE, line;

	for (;;) {
		switch (worker_wait(env, worker, deadline, &line)) {
		case WORKER_LINE:
			if (!event_read(env->keep, line, ready))
				continue;
			if (ready->kind == EVENT_FATAL)
				return python_fatal(env, start->python, start->greeting, ready);
			if (ready->kind == EVENT_READY)
				return true;
			if (ready->kind == EVENT_STAGE) {
				stage = ready->stage;
				deadline = clock_ms() + (int64_t)stage_seconds(start, stage) * 1000;
			}
			continue;
		case WORKER_ENDED: return died(env, start, worker, stage);
		case WORKER_CANCEL: return false;
		case WORKER_TIME:
			return diag_error(env->diags,
			        (struct place){.path = str_from(start->python->path)},
			        "the worker took more than %u s to %.*s; see the log",
			        stage_seconds(start, stage),
			        STR_ARG(stage.len ? stage : S("start")));
		default:
			return diag_error(env->diags,
			        (struct place){.path = str_from(start->python->path)},
			        "the worker does not speak the protocol; see the log");
		}
	}
}

static bool start_once(
        struct env *env, const struct worker_start *start, struct worker *out, struct event *ready)
{
	str bundle = {probe_tables, (size_t)(probe_tables_end - probe_tables)};
	size_t head = str_find_byte(bundle, 0);
	const char *argv[] = {start->python->path, "-c", probe_tables, "5", NULL};
	struct worker_plan plan = {.argv = argv,
	        .set = python_variables(),
	        .given = str_from_at(bundle, head + 1),
	        .log = start->log,
	        .line_bytes = PROTOCOL_LINE_BYTES};
	const char *why;

	if (!worker_start(env, &plan, out, &why))
		return diag_error(env->diags, (struct place){.path = str_from(start->python->path)},
		        "cannot be started: %s", why);
	if (!worker_send(out, greeting_line(env->temp, start->greeting), clock_ms() + 5000) &&
	        env->cancel && *env->cancel) {
		worker_stop(out);
		return false;
	}
	if (!wait_ready(env, start, out, ready)) {
		worker_stop(out);
		return false;
	}
	out->base_bytes = worker_memory(out);
	return true;
}

bool python_worker(
        struct env *env, const struct worker_start *start, struct worker *out, struct event *ready)
{
	struct diags quiet = {.arena = env->keep};
	struct env silent = *env;

	silent.diags = &quiet;
	for (int attempt = 0; attempt < STARTS_IN_VAIN; attempt++) {
		quiet.list.len = quiet.errors = 0;
		if (start->starts)
			++*start->starts;
		if (start_once(&silent, start, out, ready))
			return true;
		if (!worker_killed_from_outside(out))
			break;
	}
	diag_merge(env->diags, &quiet);
	return false;
}
