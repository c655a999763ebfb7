/* Names of sources are compared without their folders, and a name counts wherever it stands, so
 * that two sources of one name share what is known of both. Files are read for it once more, which
 * only projects pay for that have a build behind a test beside sources that are told. */
#include "scanner/loaded_sources.h"

#include "base/file.h"
#include "scanner/rules.h"

enum {
	TEXT_BYTES_MOST = 16 << 20,
	SOURCES_MOST = 512,
	ROUNDS_MOST = 8,
	LOOKS_MOST = 1 << 26 /* at names of sources, in all texts; after that all stays */
};

/* What a file does with sources. */
enum builder { BUILDS_NOTHING, BUILDS_GUARDED, BUILDS };

struct source {
	uint32_t file; /* among those of the project */
	str path, base;
	bool blocked; /* something names it that may build it whatever is there */
	bool loaded;  /* a build behind a test does, from its folder or one above */
	bool good;    /* it is known to be built only there */
};

struct finder {
	struct env *env;
	const struct scan_shared *shared;
	const struct import_graph *imports;
	uint32_t n_files;
	uint8_t *builder; /* enum builder, by file */
	struct source sources[SOURCES_MOST];
	uint32_t n_sources;
	bool *named; /* by source, by source: the first one's text names the second one */
	uint64_t looks;
};

static bool is_source(str path)
{
	static const char *const ends[] = {
	        ".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".hxx", ".inl", NULL};

	return str_ends_one_of(path, ends);
}

static bool is_for_people(str path)
{
	static const char *const ends[] = {".md", ".rst", "MANIFEST.in", ".gitattributes",
	        ".gitignore", ".pre-commit-config.yaml", ".clang-format", NULL};

	return str_ends_one_of(path, ends);
}

/* True: some file builds behind a test. Findings stand in the order of the files. */
static bool find_builders(struct finder *f, const struct scan *out)
{
	bool any = false;

	for (uint32_t i = 0, file = 0; i < out->findings.list.len; i++) {
		const struct finding *at = &out->findings.list.at[i];

		if (!str_starts(at->matched, S("torch.utils.cpp_extension.")))
			continue;
		while (file < f->n_files && !str_eq(f->shared->files[file].path, at->path))
			file++;
		if (file == f->n_files)
			return false;
		if (at->guarded_by != GUARD_DEVICE && at->guarded_by != GUARD_AVAILABLE &&
		        at->guarded_by != GUARD_CUDA)
			f->builder[file] = BUILDS;
		else if (f->builder[file] == BUILDS_NOTHING)
			f->builder[file] = any = BUILDS_GUARDED;
	}
	return any;
}

/* False: there are too many, or nothing in them is told. */
static bool find_sources(struct finder *f, const struct scan *out)
{
	bool any = false;

	for (uint32_t i = 0; i < f->n_files; i++) {
		str path = f->shared->files[i].path;

		if (!is_source(path))
			continue;
		if (f->n_sources == SOURCES_MOST)
			return false;
		f->sources[f->n_sources++] =
		        (struct source){.file = i, .path = path, .base = path_base(path)};
	}
	for (uint32_t i = 0, k = 0; i < out->findings.list.len && k < f->n_sources; i++) {
		const struct finding *at = &out->findings.list.at[i];

		if (at->guarded_by != GUARD_NONE || !is_source(at->path))
			continue;
		while (k < f->n_sources && !str_eq(f->sources[k].path, at->path))
			k++;
		any |= k < f->n_sources;
	}
	return any;
}

/* The file lies beside the source, or in a folder above it. */
static bool lies_above(const struct finder *f, uint32_t file, const struct source *source)
{
	str path = f->shared->files[file].path;
	size_t slash = str_rfind_byte(path, '/');

	return slash == path.len || str_starts(source->path, str_slice(path, 0, slash + 1));
}

/* What it names goes to a build behind a test: it is one, or a module that imports one and nothing
 * else that builds. */
static bool is_trusted(const struct finder *f, uint32_t file, str text)
{
	static const char *const others[] = {"nvcc", "nvrtc", "cupy", "pycuda", "subprocess",
	        "os.system", "popen", "setup(", "Extension(", "ctypes", "cffi", NULL};
	bool guarded = false;

	if (f->builder[file] != BUILDS_NOTHING)
		return f->builder[file] == BUILDS_GUARDED;
	if (!str_ends(f->shared->files[file].path, S(".py")) || str_has_one_of(text, others))
		return false;
	for (uint32_t k = f->imports->first[file]; k < f->imports->first[file + 1]; k++) {
		uint8_t builder = f->builder[f->imports->edges.at[k].file];

		if (builder == BUILDS)
			return false;
		guarded |= builder == BUILDS_GUARDED;
	}
	return guarded;
}

/* The length of an ending of sources that stands there as a whole. */
static size_t ending_at(str text)
{
	static const char *const ends[] = {
	        "cuh", "cu", "cpp", "cxx", "cc", "c", "hpp", "hxx", "h", "inl", NULL};

	for (size_t i = 0; ends[i]; i++) {
		size_t n = strlen(ends[i]);

		if (str_starts(text, str_from(ends[i])) &&
		        (text.len == n || !byte_is_word(text.ptr[n])))
			return n;
	}
	return 0;
}

/* *.cu, "{name}.cu", "%s.cu": which source is meant is not known. */
static bool is_pattern(str before)
{
	return !before.len || !byte_is_name(before.ptr[before.len - 1]) ||
	       (before.len > 1 && before.ptr[before.len - 2] == '%');
}

static void note_name(struct finder *f, uint32_t source, uint32_t from, bool trusted)
{
	struct source *s = &f->sources[source];

	if (!trusted)
		s->blocked = true;
	else if (lies_above(f, from, s))
		s->loaded = true;
}

static bool names(const struct source *source, str text)
{
	str base = source->base;

	return str_ends(text, base) &&
	       (text.len == base.len || !byte_is_name(text.ptr[text.len - base.len - 1]));
}

static void block_all(struct finder *f)
{
	for (uint32_t i = 0; i < f->n_sources; i++)
		f->sources[i].blocked = true;
}

/* Each end of a name of a source in a text, as far as it may be looked at. */
static bool next_ending(struct finder *f, str text, size_t *at)
{
	while (*at < text.len) {
		size_t dot = *at + str_find_byte(str_from_at(text, *at), '.');
		size_t n = dot < text.len ? ending_at(str_from_at(text, dot + 1)) : 0;

		*at = dot + 1 + n;
		f->looks += n ? f->n_sources : 0;
		if (f->looks > LOOKS_MOST)
			block_all(f);
		else if (n)
			return true;
	}
	return false;
}

static void look_at_text(struct finder *f, uint32_t file, str text)
{
	bool trusted = is_trusted(f, file, text);
	size_t at = 0;

	while (next_ending(f, text, &at)) {
		str before = str_slice(text, 0, at);

		if (!trusted && is_pattern(str_slice(text, 0, str_rfind_byte(before, '.'))))
			block_all(f);
		for (uint32_t i = 0; i < f->n_sources; i++)
			if (names(&f->sources[i], before))
				note_name(f, i, file, trusted);
	}
}

/* What a source includes, or only speaks of. */
static void look_at_source(struct finder *f, uint32_t source, str text)
{
	size_t at = 0;

	while (next_ending(f, text, &at))
		for (uint32_t i = 0; i < f->n_sources; i++)
			if (i != source && names(&f->sources[i], str_slice(text, 0, at)))
				f->named[source * f->n_sources + i] = true;
}

/* A text that cannot be read may name them all, and what builds whatever is there may take all that
 * lies below it. */
static void look_at_file(struct finder *f, uint32_t file)
{
	struct arena_mark mark = arena_mark(f->env->temp);
	str text, path = f->shared->files[file].path;
	uint32_t source = 0;

	for (uint32_t i = 0; i < f->n_sources && f->builder[file] == BUILDS; i++)
		f->sources[i].blocked |= lies_above(f, file, &f->sources[i]);
	while (source < f->n_sources && f->sources[source].file != file)
		source++;
	if (file_try_text(f->env, path, TEXT_BYTES_MOST, &text))
		block_all(f);
	else if (source < f->n_sources)
		look_at_source(f, source, text);
	else
		look_at_text(f, file, text);
	arena_rewind(f->env->temp, mark);
}

/* A build takes it, or a source that is known to be good, and each source that names it is. */
static bool is_good(const struct finder *f, uint32_t source)
{
	bool taken = f->sources[source].loaded;

	for (uint32_t i = 0; i < f->n_sources; i++) {
		if (!f->named[i * f->n_sources + source])
			continue;
		if (!f->sources[i].good)
			return false;
		taken = true;
	}
	return taken && !f->sources[source].blocked;
}

/* True: more is known than before. */
static bool find_good(struct finder *f)
{
	bool more = false;

	for (uint32_t i = 0; i < f->n_sources; i++)
		if (!f->sources[i].good && is_good(f, i))
			f->sources[i].good = more = true;
	return more;
}

static void lower_sources(const struct finder *f, struct scan *out)
{
	for (uint32_t i = 0, k = 0; i < out->findings.list.len && k < f->n_sources; i++) {
		struct finding *at = &out->findings.list.at[i];

		if (at->guarded_by != GUARD_NONE || !is_source(at->path))
			continue;
		while (k < f->n_sources && !str_eq(f->sources[k].path, at->path))
			k++;
		if (k < f->n_sources && f->sources[k].good)
			rules_lower(out->arena, out->rules, at, GUARD_REFERENCE, STR_NONE);
	}
}

void loaded_sources_settle(struct env *env, const struct scan_shared *shared,
        const struct import_graph *imports, uint32_t n_files, struct scan *out)
{
	struct finder *f = ARENA_NEW(env->temp, struct finder);

	*f = (struct finder){.env = env, .shared = shared, .imports = imports, .n_files = n_files};
	f->builder = ARENA_ARRAY(env->temp, uint8_t, (size_t)n_files + 1);
	if (!find_builders(f, out) || !find_sources(f, out))
		return;
	f->named = ARENA_ARRAY(env->temp, bool, (size_t)f->n_sources * f->n_sources);
	for (uint32_t i = 0; i < n_files; i++)
		if (!is_for_people(shared->files[i].path))
			look_at_file(f, i);
	for (uint32_t round = 0; round < ROUNDS_MOST && find_good(f); round++)
		;
	lower_sources(f, out);
}
