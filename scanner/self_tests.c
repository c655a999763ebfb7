#include "scanner/self_tests.h"

#include "base/file.h"
#include "scanner/rules.h"

#include <string.h>

enum { TEXT_BYTES_MOST = 1 << 20, BYTES_MOST = 64 << 20, LINES_MOST = 400 /* of such a part */ };

#define WHOLE UINT32_MAX /* for the line where a part begins: the file is one */

struct self_tests {
	struct env *env;
	const struct scan_shared *shared;
	uint32_t n_files;
	uint32_t *begins,
	        *ends; /* by file: the lines of the part, from 1; 0: none that is judged */
	uint32_t found;
};

/* What takes arguments, or starts a program's work by its name. */
static bool is_program(str text)
{
	static const char *const words[] = {"argparse", "ArgumentParser", "argv", "click", "fire",
	        "hydra", "absl", "typer", "tyro", "simple_parsing", "docopt", "jsonargparse",
	        "OmegaConf", "environ", "input(", NULL};
	static const char *const calls[] = {"main(", "run(", "train(", "launch(", "app(", "cli(",
	        "serve(", "evaluate(", "test(", "demo(", "benchmark(", "profile(", "bench(", NULL};

	if (str_has_one_of(text, words))
		return true;
	for (const char *const *call = calls; *call; call++)
		for (str rest = text; str_has(rest, str_from(*call));) {
			size_t at = str_find(rest, str_from(*call));

			if (!at || (rest.ptr[at - 1] != '.' && !byte_is_name(rest.ptr[at - 1])))
				return true;
			rest = str_from_at(rest, at + 1);
		}
	return false;
}

/* Whether a line of the top level ends the part: anything but blanks and comments does. */
static bool ends_part(str line)
{
	return line.len && !strchr(" \t\r#", line.ptr[0]);
}

/* The lines of the one such part of a text. */
static void find_part(struct self_tests *s, uint32_t file, str text)
{
	uint32_t number = 0, begin = 0, end = 0;
	str whole = text, line, part = STR_NONE;

	while (str_cut(&text, '\n', &line)) {
		number++;
		if (str_starts(line, S("if __name__ =="))) {
			if (begin)
				return;
			begin = number;
			part = str_from_at(whole, (size_t)(line.ptr - whole.ptr) + line.len);
		} else if (begin && !end && ends_part(line)) {
			end = number;
			part = str_slice(part, 0, (size_t)(line.ptr - part.ptr));
		}
	}
	end = end ? end : number + 1;
	if (!begin || end - begin > LINES_MOST || is_program(part) || str_has(whole, S("argparse")))
		return;
	s->begins[file] = begin;
	s->ends[file] = end;
	s->found++;
}

static bool is_called_test(str path)
{
	static const char *const names[] = {"test.py", "unit_test.py", "unittest.py", NULL};

	return str_is_one_of(path_base(path), names);
}

static bool builds_extension(const struct self_tests *s, uint32_t setup)
{
	str text;

	return !file_try_text(s->env, s->shared->files[setup].path, TEXT_BYTES_MOST, &text) &&
	       str_has(text, S("cpp_extension"));
}

/* All of it tries an extension out: ops/test.py, beside the setup.py that builds ops. */
static bool tries_extension(const struct self_tests *s, uint32_t file, str text)
{
	static const char *const tries[] = {"gradcheck", "unittest", NULL};
	str path = path_plain(s->shared->files[file].path), folder = path_folder(path);

	if (!is_called_test(path) || !str_has_one_of(text, tries))
		return false;
	for (uint32_t i = 0; i < s->n_files; i++) {
		str other = path_plain(s->shared->files[i].path);

		if (str_eq(path_base(other), S("setup.py")) && str_eq(path_folder(other), folder))
			return builds_extension(s, i);
	}
	return false;
}

static bool is_in_part(const struct self_tests *s, uint32_t file, const struct finding *f)
{
	if (f->guarded_by != GUARD_NONE || finding_worst(f, UINT32_MAX) <= SEVERITY_MINOR)
		return false;
	return s->begins[file] == WHOLE ||
	       (!f->function.len && f->line > s->begins[file] && f->line < s->ends[file]);
}

static bool has_cause(const struct scan_result *r)
{
	for (uint32_t i = 0; i < r->findings.list.len; i++)
		if (finding_worst(&r->findings.list.at[i], UINT32_MAX) > SEVERITY_MINOR)
			return true;
	return false;
}

/* Modules that another file of the project imports, or that lie in a package, for users to import
 * them, and which have such a part. */
static void find_parts(struct self_tests *s, const struct import_graph *imports)
{
	bool *imported = ARENA_ARRAY(s->env->temp, bool, (size_t)s->n_files + 1);
	struct arena_mark mark = arena_mark(s->env->temp);

	for (uint32_t i = 0; i < s->n_files; i++)
		for (uint32_t k = imports->first[i]; k < imports->first[i + 1]; k++)
			imported[imports->edges.at[k].file] |=
			        imports->edges.at[k].file != i &&
			        !entry_is_test(str_from_at(
			                s->shared->files[i].path, s->shared->files[i].above));
	for (uint32_t i = 0; i < s->n_files; i++) {
		const struct scan_result *r = &s->shared->results[i];
		str text;

		imported[i] |= imports->around[i] != UINT32_MAX;
		if (!r->signs.main || !has_cause(r) ||
		        !(imported[i] || is_called_test(s->shared->files[i].path)) ||
		        file_try_text(s->env, s->shared->files[i].path, TEXT_BYTES_MOST, &text))
			continue;
		if (tries_extension(s, i, text)) {
			s->begins[i] = WHOLE;
			s->found++;
		} else if (imported[i]) {
			find_part(s, i, text);
		}
		arena_rewind(s->env->temp, mark);
	}
}

/* Where a text that is no Python names the file, or the module behind -m, somebody starts it. */
static void leave_out_named(struct self_tests *s, str text)
{
	for (uint32_t i = 0; i < s->n_files; i++) {
		str base = path_base(s->shared->files[i].path);

		if (!s->begins[i] || s->begins[i] == WHOLE)
			continue;
		if (str_has(text, base) ||
		        (str_has(text, S("-m ")) &&
		                str_find_name(text, str_slice(base, 0, base.len - 3)) < text.len))
			s->begins[i] = 0;
	}
}

static void read_texts(struct self_tests *s)
{
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < s->n_files && s->found; i++) {
		str path = s->shared->files[i].path, text;
		struct arena_mark mark = arena_mark(s->env->temp);

		if (!str_ends(path, S(".py")) && !s->shared->results[i].graph &&
		        !file_try_text(s->env, path, TEXT_BYTES_MOST, &text)) {
			bytes += text.len * s->found;
			leave_out_named(s, text);
		}
		arena_rewind(s->env->temp, mark);
		if (bytes > BYTES_MOST)
			s->found = 0;
	}
}

void self_tests_settle(struct env *env, const struct scan_shared *shared,
        const struct import_graph *imports, const uint32_t *input_of, uint32_t n_files,
        struct scan *out)
{
	struct self_tests s = {.env = env,
	        .shared = shared,
	        .n_files = n_files,
	        .begins = ARENA_ARRAY(env->temp, uint32_t, (size_t)n_files + 1),
	        .ends = ARENA_ARRAY(env->temp, uint32_t, (size_t)n_files + 1)};

	find_parts(&s, imports);
	if (s.found)
		read_texts(&s);
	for (uint32_t i = 0, finding = 0; i < n_files && s.found; i++) {
		uint32_t to = finding;

		if (input_of[i] == UINT32_MAX)
			continue;
		to += shared->results[i].findings.list.len;
		for (; finding < to; finding++)
			if (s.begins[i] && is_in_part(&s, i, &out->findings.list.at[finding]))
				rules_lower(out->arena, out->rules, &out->findings.list.at[finding],
				        GUARD_SELF_TEST, STR_NONE);
	}
}
