/* The table of readers, and what they share: places, facts. */
#include "scanner/text/text.h"

#include "base/file.h"
#include "scanner/phrases.h"
#include "scanner/text/glob.h"

#include <string.h>

enum { PYTHONS_MOST = 64 };

#define GLOBS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* The first row that fits a path holds. */
static const struct text_reader readers[] = {
        {"requirements",
                GLOBS("requirements*.txt", "requirements*.in", "requirements/*.txt",
                        "requirements/*.in", "requirements/*/*.txt", "requirements/*/*.in",
                        "constraints*.txt", "constraints*.in", "constraints/*.txt",
                        "constraints/*.in", "reqs/*.txt", "reqs/*.in", "*-requirements.txt",
                        "*_requirements.txt", "*requirements.txt"),
                COMMENT_HASH, requirements_read},
        {"requirements", GLOBS("poetry.lock", "uv.lock", "pdm.lock", "pylock*.toml"), COMMENT_HASH,
                poetry_lock_read},
        {"requirements", GLOBS("conda-*.lock", "*-conda.lock", "conda*-explicit.txt"), COMMENT_HASH,
                conda_explicit_read},
        {"requirements", GLOBS("Pipfile.lock"), COMMENT_NONE, pipfile_lock_read},
        {"requirements", GLOBS("pyproject.toml", "Pipfile", "pixi.toml"), COMMENT_HASH,
                toml_project_read},
        {"requirements", GLOBS("tox.toml", "hatch.toml"), COMMENT_HASH, toml_environments_read},
        {"requirements", GLOBS("setup.cfg", "tox.ini"), COMMENT_INI, ini_project_read},
        {"requirements", GLOBS(".python-version", "runtime.txt"), COMMENT_HASH,
                python_version_read},
        {"requirements", GLOBS("conda-lock.yml", "*.conda-lock.yml", "pixi.lock"), COMMENT_HASH,
                conda_lock_read},
        {"requirements", GLOBS("meta.yaml", "recipe.yaml"), COMMENT_HASH, conda_recipe_read},
        {"requirements",
                GLOBS("environment*.yml", "environment*.yaml", "conda*.yml", "conda*.yaml",
                        "*-conda.yml", "*_conda.yml"),
                COMMENT_HASH, conda_read},
        {"dockerfile", GLOBS("Dockerfile*", "*.dockerfile", "*.Dockerfile", "Containerfile*"),
                COMMENT_HASH_LINE, dockerfile_read},
        {"yaml", GLOBS("*.yml", "*.yaml"), COMMENT_HASH, yaml_config_read},
        {"shell",
                GLOBS("*.sh", "*.bash", "*.zsh", "*.sbatch", "*.slurm", "*.pbs", "*.job", ".envrc",
                        ".env", ".env.*", "*.env"),
                COMMENT_SHELL, shell_script_read},
        {"cmake", GLOBS("CMakeLists.txt", "*.cmake"), COMMENT_CMAKE, NULL},
        {"shell", GLOBS("Makefile", "makefile", "GNUmakefile", "*.mk", "Makefile.*"), COMMENT_HASH,
                makefile_read},
        {"cuda",
                GLOBS("*.cu", "*.cuh", "*.cpp", "*.cc", "*.cxx", "*.c", "*.h", "*.hpp", "*.hh",
                        "*.hxx", "*.inl", "*.ptx"),
                COMMENT_C, NULL},
        {"dockerfile", GLOBS("*.def", "Singularity*", "*.singularity"), COMMENT_SHELL,
                apptainer_read},
        {"shell", GLOBS("Procfile*"), COMMENT_HASH, procfile_read},
        {"shell", GLOBS("justfile", "Justfile", ".justfile", "*.just"), COMMENT_HASH,
                justfile_read},
        {"shell", GLOBS("*.service", "supervisor*.conf"), COMMENT_INI, unit_read},
        {"text", GLOBS("*.tf", "*.tfvars", "*.hcl", "*.nomad"), COMMENT_HCL, NULL},
        {"text", GLOBS("Jenkinsfile*", "*.jenkinsfile", "*.bicep"), COMMENT_C, NULL},
        {"text", GLOBS("*.toml", "*.pbtxt", "*.nix", ".bazelrc", "*.bazelrc", "*.sub", "*.submit"),
                COMMENT_HASH, NULL},
        {"text", GLOBS("*.ini", "*.cfg"), COMMENT_INI, NULL},
        {"text",
                GLOBS("*.py", "*.pyi", "*.bzl", "BUILD", "BUILD.bazel", "WORKSPACE", "MODULE.bazel",
                        "meson.build"),
                COMMENT_PYTHON, NULL},
};

static bool has_glob(const struct text_reader *reader, str path)
{
	for (const char *const *glob = reader->globs; *glob; glob++)
		if (glob_matches(str_from(*glob), path))
			return true;
	return false;
}

static bool is_shell(str head)
{
	static const char *const shells[] = {"sh", "bash", "zsh", "dash", "ksh"};
	str line = str_slice(head, 0, str_find_byte(head, '\n')), word;

	if (!str_starts(line, S("#!")))
		return false;
	line = str_trim(str_from_at(line, 2));
	while (str_cut(&line, ' ', &word)) {
		str base = path_base(word);

		for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
			if (str_eq(base, str_from(shells[i])))
				return true;
	}
	return false;
}

/* What `conda list --explicit` writes, whatever it is called. */
static bool is_explicit_list(str head)
{
	return str_starts(head, S("# This file may be used to create an environment")) ||
	       str_starts(head, S("@EXPLICIT"));
}

const struct text_reader *text_reader_find(str path, str head)
{
	static const struct text_reader script = {"shell", NULL, COMMENT_SHELL, shell_script_read};
	static const struct text_reader explicit = {
	        "requirements", NULL, COMMENT_HASH, conda_explicit_read};

	for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
		if (has_glob(&readers[i], path))
			return &readers[i];
	if (is_explicit_list(head))
		return &explicit;
	return is_shell(head) ? &script : NULL;
}

void text_file_read(struct env *env, str path, str text, struct text_file *file)
{
	const struct text_reader *reader;

	if (text.len > INT32_MAX)
		text.len = INT32_MAX;
	reader = text_reader_find(path, text);
	*file = (struct text_file){.env = env,
	        .path = path,
	        .text = text,
	        .reader = reader,
	        .env_names = {.arena = env->temp},
	        .syntax = reader ? reader->syntax : COMMENT_NONE};
	file->masked = arena_alloc(env->temp, text.len + 1, 1);
	if (text.len)
		memcpy(file->masked, text.ptr, text.len);
	text_find_comments(file);
	if (reader && reader->read)
		reader->read(file);
}

static void find_lines(struct text_file *file)
{
	size_t at = 0;

	*VEC_PUSH(file->env->temp, &file->line_starts) = 0;
	for (;;) {
		at += str_find_byte(str_from_at(file->text, at), '\n') + 1;
		if (at > file->text.len)
			return;
		*VEC_PUSH(file->env->temp, &file->line_starts) = (uint32_t)at;
	}
}

static uint32_t line_of(struct text_file *file, size_t at)
{
	uint32_t low = 0, high, step = 1;

	if (!file->line_starts.len)
		find_lines(file);
	high = file->line_starts.len;
	/* from the line of the last place on, which is mostly near */
	if (file->cursor_line && file->line_starts.at[file->cursor_line - 1] <= at) {
		low = file->cursor_line - 1;
		for (; step < high - low && file->line_starts.at[low + step] <= at; step *= 2)
			low += step;
		if (step < high - low)
			high = low + step;
	}
	while (high - low > 1) {
		uint32_t mid = low + (high - low) / 2;

		if (file->line_starts.at[mid] <= at)
			low = mid;
		else
			high = mid;
	}
	return low;
}

static bool begins_point(const struct text_file *file, size_t at)
{
	return ((unsigned char)file->text.ptr[at] & 0xc0) != 0x80;
}

/* Moves the cursor to a line; where it is on that line already it stays, so that many places on one
 * long line cost one walk. */
static void cursor_to_line(struct text_file *file, uint32_t line)
{
	if (file->cursor_line != line + 1)
		file->cursor_at = file->line_starts.at[line], file->cursor_column = 0;
	file->cursor_line = line + 1;
}

struct text_spot text_spot(struct text_file *file, size_t at)
{
	uint32_t line;

	if (at > file->text.len)
		at = file->text.len;
	line = line_of(file, at);
	cursor_to_line(file, line);
	for (; file->cursor_at < at; file->cursor_at++)
		file->cursor_column += begins_point(file, file->cursor_at);
	for (; file->cursor_at > at; file->cursor_at--)
		file->cursor_column -= begins_point(file, file->cursor_at - 1);
	return (struct text_spot){line + 1, file->cursor_column + 1};
}

size_t text_offset(struct text_file *file, uint32_t line, uint32_t column)
{
	size_t end = file->text.len;

	if (!file->line_starts.len)
		find_lines(file);
	if (!line || line > file->line_starts.len)
		return end;
	cursor_to_line(file, line - 1);
	while (file->cursor_column + 1 > column &&
	        file->cursor_at > file->line_starts.at[line - 1]) {
		file->cursor_at--;
		file->cursor_column -= begins_point(file, file->cursor_at);
	}
	while (file->cursor_at < end && file->text.ptr[file->cursor_at] != '\n') {
		if (begins_point(file, file->cursor_at)) {
			if (file->cursor_column + 1 == column)
				break;
			file->cursor_column++;
		}
		file->cursor_at++;
	}
	return file->cursor_at;
}

uint32_t text_at(const struct text_file *file, str view)
{
	if (view.ptr >= file->text.ptr && view.ptr <= file->text.ptr + file->text.len)
		return (uint32_t)(view.ptr - file->text.ptr);
	return (uint32_t)(view.ptr - file->masked);
}

str text_unquoted(str s)
{
	if (s.len >= 2 && (s.ptr[0] == '"' || s.ptr[0] == '\'') && s.ptr[s.len - 1] == s.ptr[0])
		return str_slice(s, 1, s.len - 1);
	return s;
}

/* How far a requirement reaches: to the end of its clauses, without marker and comment. */
static size_t requirement_length(str line, const struct requirement *what)
{
	const str parts[] = {what->name, what->extras, what->spec, what->url};
	size_t end = 0;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (parts[i].len) {
			size_t part_end = (size_t)(parts[i].ptr - line.ptr) + parts[i].len;

			part_end += i == 1; /* the bracket */
			end = part_end > end ? part_end : end;
		}
	return end;
}

void text_read_wheel(struct text_file *file, struct requirement *what)
{
	str base = path_base(str_slice(what->url, 0, str_find_byte(what->url, '#'))), name, rest,
	    version;
	size_t plus;

	base = str_slice(base, 0, str_find_byte(base, '?'));
	if (!str_ends(base, S(".whl")) || !str_split(base, '-', &name, &rest) ||
	        !str_split(rest, '-', &version, &rest))
		return;
	plus = str_find(version, S("%2B"));
	if (plus == version.len)
		plus = str_find(version, S("%2b"));
	if (plus < version.len)
		version = arena_format(file->env->temp, "%.*s+%.*s",
		        STR_ARG(str_slice(version, 0, plus)),
		        STR_ARG(str_from_at(version, plus + 3)));
	if (!what->name.len)
		what->name = name;
	what->spec = arena_format(file->env->temp, "==%.*s", STR_ARG(version));
}

bool text_has_room(struct text_file *file, uint32_t count, uint32_t at)
{
	struct arena *temp = file->env->temp;

	if (count < TEXT_FACTS_MOST)
		return true;
	file->full = true;
	if (!file->partly)
		file->partly = arena_cstr(
		        temp, arena_format(temp, phrase_partly_facts, text_spot(file, at).line));
	return false;
}

/* Whether no value of a matrix has told a distribution at this place before. */
static bool is_chosen_first(struct text_file *file, const struct requirement *what, uint32_t at)
{
	struct arena *temp = file->env->temp;
	bool fresh;

	file->chosen.arena = temp;
	map_at(&file->chosen,
	        arena_format(temp, "%u %.*s %.*s", at, STR_ARG(what->name), STR_ARG(what->spec)),
	        &fresh);
	return fresh;
}

/* "torch==${{ matrix.torch }}", "${{ matrix.packages }}": with each value of the matrix in turn, at
 * the place of the value. */
static void add_chosen(struct text_file *file, str line, uint32_t at)
{
	struct arena *temp = file->env->temp;
	const uint32_t first = file->requirements.len;
	VEC(struct requirement) all = {0};
	struct text_choice chosen;
	struct requirement what;
	str text, word;

	for (uint32_t n = 0; text_has_room(file, file->requirements.len, at) &&
	                     text_choose(file, line, n, &text, &chosen);
	        n++) {
		uint32_t from = chosen.end ? chosen.at : at;
		uint32_t end = chosen.end ? chosen.end : at + (uint32_t)line.len;

		while (text.len && str_cut(&text, ' ', &word))
			if (requirement_parse(word, &what) &&
			        text_has_room(file, file->requirements.len, at) &&
			        is_chosen_first(file, &what, from))
				*VEC_PUSH(temp, &file->requirements) = (struct text_requirement){
				        .what = what, .at = from, .end = end, .extra = file->extra};
	}
	for (uint32_t i = first; i < file->requirements.len; i++)
		*VEC_PUSH(temp, &all) = file->requirements.at[i].what;
	for (uint32_t i = first; i < file->requirements.len; i++) {
		file->requirements.at[i].choices = all.at;
		file->requirements.at[i].n_choices = all.len;
	}
}

void text_add_requirement(struct text_file *file, str line, uint32_t at, bool locked)
{
	struct requirement what;
	uint32_t end;
	str expanded;

	line = str_trim(line);
	if (str_has(line, S("${{")) || (file->choices.len && str_has(line, S("$")))) {
		add_chosen(file, line, at);
		return;
	}
	expanded = text_expand(file, line);
	if (!requirement_parse(expanded, &what) || !text_has_room(file, file->requirements.len, at))
		return;
	end = at +
	      (uint32_t)(expanded.ptr == line.ptr ? requirement_length(line, &what) : line.len);
	if (what.url.len)
		text_read_wheel(file, &what);
	*VEC_PUSH(file->env->temp, &file->requirements) = (struct text_requirement){
	        .what = what, .at = at, .end = end, .locked = locked, .extra = file->extra};
}

static void note_python(struct text_file *file, str spec)
{
	for (uint32_t i = 0; i < file->pythons.len; i++)
		if (str_eq(file->pythons.at[i], spec))
			return;
	if (file->pythons.len < PYTHONS_MOST)
		*VEC_PUSH(file->env->temp, &file->pythons) = spec;
}

struct text_requirement *text_add_pin(
        struct text_file *file, str name, str spec, uint32_t at, uint32_t end)
{
	struct requirement what = {.name = str_trim(name), .spec = str_trim(spec)};
	struct text_requirement *added;

	if (!what.name.len || !text_has_room(file, file->requirements.len, at))
		return NULL;
	if (str_eq(what.name, S("python")))
		note_python(file, what.spec);
	added = VEC_PUSH(file->env->temp, &file->requirements);
	*added =
	        (struct text_requirement){.what = what, .at = at, .end = end, .extra = file->extra};
	return added;
}
