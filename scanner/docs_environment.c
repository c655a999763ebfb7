#include "scanner/docs_environment.h"

#include "base/file.h"
#include "scanner/rules.h"
#include "scanner/text/text.h"

#include <string.h>

enum { OTHER_BYTES_MOST = 16 << 20, NAMED_MOST = 8 };

/* Files that a configuration names, by their paths in the scan. */
struct named {
	str paths[NAMED_MOST], written[NAMED_MOST];
	uint32_t count;
};

static bool is_configuration(str path)
{
	static const char *const names[] = {".readthedocs.yaml", ".readthedocs.yml",
	        "readthedocs.yaml", "readthedocs.yml", NULL};

	return str_is_one_of(path_base(path), names);
}

/* docs/environment.yml, ./doc/source/requirements.txt */
static bool is_of_documentation(str written)
{
	return str_starts(written, S("docs/")) || str_starts(written, S("doc/")) ||
	       str_starts(written, S("documentation/"));
}

/* "environment: docs/environment.yml", "- requirements: docs/requirements.txt" */
static str file_of_line(str line)
{
	str key, value;

	line = str_slice(line, 0, str_find(line, S(" #")));
	if (!str_split(line, ':', &key, &value))
		return STR_NONE;
	key = str_trim(key);
	if (str_starts(key, S("- ")))
		key = str_trim(str_from_at(key, 2));
	value = text_unquoted(str_trim(value));
	if (str_starts(value, S("./")))
		value = str_from_at(value, 2);
	return (str_eq(key, S("environment")) || str_eq(key, S("requirements"))) &&
	                       is_of_documentation(value)
	               ? value
	               : STR_NONE;
}

static void read_configuration(struct env *env, str path, struct named *named)
{
	str folder = str_slice(path, 0, path.len - path_base(path).len), text, line;

	if (file_try_text(env, path, OTHER_BYTES_MOST, &text))
		return;
	while (text.len && str_cut(&text, '\n', &line)) {
		str file = file_of_line(line);

		if (!file.len || named->count == NAMED_MOST)
			continue;
		named->written[named->count] = arena_dup(env->temp, file);
		named->paths[named->count++] = arena_join(env->temp, folder, file, S(""));
	}
}

static void drop(struct named *named, uint32_t i)
{
	named->count--;
	named->paths[i] = named->paths[named->count];
	named->written[i] = named->written[named->count];
}

static bool has_findings(const struct scan *out, str path)
{
	for (uint32_t i = 0; i < out->findings.list.len; i++)
		if (str_eq(out->findings.list.at[i].path, path))
			return true;
	return false;
}

/* Drops what another file names as well, or may name: a text that cannot be read does. */
static void drop_named_by(struct env *env, str path, struct named *named)
{
	struct arena_mark mark = arena_mark(env->temp);
	str text;
	bool unread = file_try_text(env, path, OTHER_BYTES_MOST, &text);

	for (uint32_t i = named->count; i-- > 0;)
		if (unread || str_has(text, named->written[i]))
			drop(named, i);
	arena_rewind(env->temp, mark);
}

void docs_environment_settle(
        struct env *env, const struct scan_shared *shared, uint32_t n_files, struct scan *out)
{
	struct named named = {.count = 0};

	for (uint32_t i = 0; i < n_files; i++)
		if (is_configuration(shared->files[i].path))
			read_configuration(env, shared->files[i].path, &named);
	for (uint32_t i = named.count; i-- > 0;)
		if (!has_findings(out, named.paths[i]))
			drop(&named, i);
	for (uint32_t i = 0; i < n_files && named.count; i++)
		if (!is_configuration(shared->files[i].path))
			drop_named_by(env, shared->files[i].path, &named);
	for (uint32_t i = 0; i < out->findings.list.len && named.count; i++) {
		struct finding *f = &out->findings.list.at[i];

		for (uint32_t k = 0; k < named.count; k++)
			if (f->guarded_by == GUARD_NONE && str_eq(f->path, named.paths[k]))
				rules_lower(out->arena, out->rules, f, GUARD_DOCS, STR_NONE);
	}
}
