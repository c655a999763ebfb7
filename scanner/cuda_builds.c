/* Places that build are the findings of rules that speak of torch.utils.cpp_extension; sources are
 * findings of a whole file. Other builders are sought by the one thing that they share: they write
 * the ending of CUDA sources. Files are read for it once more, which only projects pay for that
 * have such a source beside a build that is guarded. */
#include "scanner/cuda_builds.h"

#include "base/file.h"
#include "scanner/rules.h"

enum { OTHER_BYTES_MOST = 16 << 20, BUILDS_MOST = 64 };

/* Files that hold an extension's build, each once. */
struct builds {
	str paths[BUILDS_MOST];
	uint32_t count;
};

static bool is_cuda_source(const struct finding *f)
{
	return f->line == 1 && f->column == 1 && f->guarded_by == GUARD_NONE &&
	       (str_ends(f->path, S(".cu")) || str_ends(f->path, S(".cuh"))) &&
	       str_ends(f->path, f->matched);
}

static bool is_guarded(const struct finding *f)
{
	return f->guarded_by == GUARD_AVAILABLE || f->guarded_by == GUARD_CUDA;
}

/* False: some place builds whatever is there. */
static bool find_builds(const struct scan *out, struct builds *builds)
{
	for (uint32_t i = 0; i < out->findings.list.len; i++) {
		const struct finding *f = &out->findings.list.at[i];

		if (!str_starts(f->matched, S("torch.utils.cpp_extension.")))
			continue;
		if (!is_guarded(f))
			return false;
		if (builds->count && str_eq(builds->paths[builds->count - 1], f->path))
			continue;
		if (builds->count == BUILDS_MOST)
			return false;
		builds->paths[builds->count++] = f->path;
	}
	return builds->count > 0;
}

/* A file beside the source, or in a folder above it, builds. */
static bool may_build(const struct builds *builds, str source)
{
	for (uint32_t i = 0; i < builds->count; i++) {
		size_t slash = str_rfind_byte(builds->paths[i], '/');

		if (slash == builds->paths[i].len ||
		        str_starts(source, str_slice(builds->paths[i], 0, slash + 1)))
			return true;
	}
	return false;
}

static bool has_sources(const struct scan *out, const struct builds *builds)
{
	for (uint32_t i = 0; i < out->findings.list.len; i++)
		if (is_cuda_source(&out->findings.list.at[i]) &&
		        may_build(builds, out->findings.list.at[i].path))
			return true;
	return false;
}

/* Sources of C and of CUDA, which are built by others, texts for people, what is packed. */
static bool builds_nothing(const struct builds *builds, str path)
{
	static const char *const ends[] = {".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp",
	        ".hxx", ".inl", ".md", ".rst", "MANIFEST.in", ".gitattributes", ".gitignore",
	        ".pre-commit-config.yaml", ".clang-format", NULL};

	for (uint32_t i = 0; i < builds->count; i++)
		if (str_eq(builds->paths[i], path))
			return true;
	return str_ends_one_of(path, ends);
}

/* kernel.cu, *.cu, ".cu", but not x.cuda. */
static bool names_sources(str text)
{
	for (size_t at = 0; at < text.len; at++) {
		at += str_find(str_from_at(text, at), S(".cu"));
		if (at < text.len && (at + 3 == text.len || !byte_is_word(text.ptr[at + 3])))
			return true;
	}
	return false;
}

/* A text that cannot be read counts as one that builds. */
static bool other_builds(struct env *env, str path)
{
	struct arena_mark mark = arena_mark(env->temp);
	str text;
	bool found = file_try_text(env, path, OTHER_BYTES_MOST, &text) || names_sources(text);

	arena_rewind(env->temp, mark);
	return found;
}

void cuda_builds_settle(
        struct env *env, const struct scan_shared *shared, uint32_t n_files, struct scan *out)
{
	struct builds builds = {.count = 0};

	if (!find_builds(out, &builds) || !has_sources(out, &builds))
		return;
	for (uint32_t i = 0; i < n_files; i++)
		if (!builds_nothing(&builds, shared->files[i].path) &&
		        other_builds(env, shared->files[i].path))
			return;
	for (uint32_t i = 0; i < out->findings.list.len; i++) {
		struct finding *f = &out->findings.list.at[i];

		if (is_cuda_source(f) && may_build(&builds, f->path))
			rules_lower(out->arena, out->rules, f, GUARD_BUILT, STR_NONE);
	}
}
