/* Three questions to git per folder: which commit, which files, which lines. The answer about lines
 * is the text of a diff without context; it is read by its counts, never by how a line looks, since
 * a changed line may look like a header. */
#include "scanner/since.h"

#include "base/file.h"
#include "scanner/git.h"

#include <stdlib.h>
#include <string.h>

struct range {
	uint32_t first, last;
};

enum change { CHANGE_NONE, CHANGE_LINES, CHANGE_WHOLE };

struct changed {
	enum change how;
	VEC(struct range) ranges; /* in order, apart from each other */
};

struct since {
	struct arena *arena;
	str revision;
	struct map files; /* paths as a scan shows them: number in changed + 1; git knows them */
	VEC(struct changed) changed;
};

struct asking {
	struct env *env;
	struct since *since;
	str folder, base;
	uint32_t depth;
};

enum { DEPTH_MOST = 16 };

/* The same file, however the folder was typed. */
static str plain(str path)
{
	while (str_starts(path, S("./")))
		path = str_from_at(path, 2);
	return path;
}

static struct changed *file_of(struct asking *a, str name)
{
	struct since *s = a->since;
	str path = plain(path_join(s->arena, a->folder, name));
	uint32_t *at = map_at(&s->files, path, NULL);

	if (!*at) {
		*VEC_PUSH(s->arena, &s->changed) = (struct changed){0};
		*at = s->changed.len;
	}
	return &s->changed.at[*at - 1];
}

static bool fail(struct asking *a, const char *what, const char *why)
{
	return diag_error(a->env->diags, (struct place){.path = S("--since")},
	        "git %s in '%.*s' %s; --since needs a git checkout whose history reaches '%.*s' "
	        "(in CI: fetch the whole history, as with fetch-depth: 0)",
	        what, STR_ARG(a->folder), why, STR_ARG(a->since->revision));
}

static bool find_base(struct asking *a)
{
	const char *revision = arena_cstr(a->env->temp, a->since->revision);
	const char *const parse[] = {"rev-parse", "--verify", "--quiet", "--end-of-options",
	        arena_format(a->env->temp, "%s^{commit}", revision).ptr, NULL};
	const char *why;
	str commit;

	if (!git_run(a->env->temp, a->folder, parse, &commit, &why))
		return fail(a, "rev-parse", why);
	{
		const char *const merge[] = {
		        "merge-base", arena_cstr(a->env->temp, str_trim(commit)), "HEAD", NULL};

		if (!git_run(a->env->temp, a->folder, merge, &a->base, &why))
			return fail(a, "merge-base", why);
	}
	a->base = str_trim(a->base);
	return true;
}

/* ------------------------------------------------------------------ the text of a diff */

/* A name as git quotes it: "a\tb\303\244". */
static str unquote(struct arena *arena, str text)
{
	static const char letters[] = "abtnvfr\"\\";
	static const char bytes[] = "\a\b\t\n\v\f\r\"\\";
	char *out;
	size_t n = 0;

	if (text.len < 2 || text.ptr[0] != '"')
		return text;
	out = arena_alloc(arena, text.len, 1);
	for (size_t i = 1; i < text.len && text.ptr[i] != '"'; i++) {
		const char *letter;
		unsigned value = 0;

		if (text.ptr[i] != '\\' || i + 1 >= text.len) {
			out[n++] = text.ptr[i];
			continue;
		}
		letter = strchr(letters, text.ptr[++i]);
		if (letter && *letter) {
			out[n++] = bytes[letter - letters];
			continue;
		}
		for (int k = 0; k < 3 && i < text.len && text.ptr[i] >= '0' && text.ptr[i] <= '7';
		        k++)
			value = value * 8 + (unsigned)(text.ptr[i++] - '0');
		i--;
		out[n++] = (char)value;
	}
	return (str){out, n};
}

/* "12,3" or "12" behind the sign; false when it is none. */
static bool read_span(str *text, char sign, uint32_t *first, uint32_t *count)
{
	str part, left, right;
	int64_t a, b = 1;

	if (!str_cut(text, ' ', &part) || !part.len || part.ptr[0] != sign)
		return false;
	if (str_split(str_from_at(part, 1), ',', &left, &right) && !str_int(right, &b))
		return false;
	if (!str_int(left, &a) || a < 0 || b < 0 || a > INT32_MAX || b > INT32_MAX)
		return false;
	*first = (uint32_t)a;
	*count = (uint32_t)b;
	return true;
}

static bool read_hunk(str line, struct range *new_lines, uint64_t *body)
{
	uint32_t old_first, old_count, first, count;
	str rest = str_from_at(line, 3);

	if (!str_starts(line, S("@@ ")) || !read_span(&rest, '-', &old_first, &old_count) ||
	        !read_span(&rest, '+', &first, &count))
		return false;
	*body = (uint64_t)old_count + count;
	*new_lines = (struct range){first, count ? first + count - 1 : 0};
	return true;
}

static void read_diff(struct asking *a, str text)
{
	struct changed *file = NULL;
	str line;

	while (text.len && str_cut(&text, '\n', &line)) {
		struct range lines;
		uint64_t body;

		if (str_starts(line, S("+++ "))) {
			str name = unquote(a->env->temp, str_from_at(line, 4));

			/* a name with blanks ends in a tab */
			if (name.len && name.ptr[name.len - 1] == '\t')
				name.len--;
			file = str_starts(name, S("b/")) ? file_of(a, str_from_at(name, 2)) : NULL;
			continue;
		}
		if (!read_hunk(line, &lines, &body))
			continue;
		while (body && text.len && str_cut(&text, '\n', &line))
			body -= !str_starts(line, S("\\"));
		if (file && lines.last)
			*VEC_PUSH(a->since->arena, &file->ranges) = lines;
	}
}

static bool ask_lines(struct asking *a)
{
	const char *const words[] = {"diff", "--no-color", "--no-ext-diff", "--no-textconv",
	        "--ignore-submodules=all", "--relative", "-M", "--unified=0",
	        "--inter-hunk-context=0", "--src-prefix=a/", "--dst-prefix=b/",
	        arena_cstr(a->env->temp, a->base), "--", ".", NULL};
	const char *why;
	str text;

	if (!git_run_unfiltered(a->env->temp, a->folder, words, &text, &why))
		return fail(a, "diff", why);
	read_diff(a, text);
	return true;
}

/* ------------------------------------------------------------------ files */

/* "3\t1\tpath", binary "-\t-\tpath", renamed "0\t0\t" and two names behind. */
static bool ask_files(struct asking *a)
{
	const char *const words[] = {"diff", "--numstat", "-z", "--no-ext-diff", "--no-textconv",
	        "--ignore-submodules=all", "--relative", "-M", arena_cstr(a->env->temp, a->base),
	        "--", ".", NULL};
	const char *why;
	str text, entry, added, rest, removed, name;

	if (!git_run_unfiltered(a->env->temp, a->folder, words, &text, &why))
		return fail(a, "diff", why);
	while (text.len && str_cut(&text, 0, &entry)) {
		struct changed *file;

		if (!str_split(entry, '\t', &added, &rest) ||
		        !str_split(rest, '\t', &removed, &name))
			continue;
		if (!name.len && (!str_cut(&text, 0, &name) || !str_cut(&text, 0, &name)))
			break;
		file = file_of(a, name);
		if (str_eq(added, S("-")))
			file->how = CHANGE_WHOLE;
		else if (!str_eq(added, S("0")) || !str_eq(removed, S("0")))
			file->how = CHANGE_LINES;
	}
	return true;
}

static bool ask(struct asking *a);

/* A submodule changed from the commit that the revision names. */
static void ask_submodule(struct asking *a, str name)
{
	const char *const words[] = {"ls-tree", "-z", arena_cstr(a->env->temp, a->base), "--",
	        arena_cstr(a->env->temp, name), NULL};
	struct asking inner = {.env = a->env,
	        .since = a->since,
	        .folder = path_join(a->since->arena, a->folder, name),
	        .depth = a->depth + 1};
	const char *why;
	str text, mode, kind;

	if (inner.depth > DEPTH_MOST || !git_run(a->env->temp, a->folder, words, &text, &why) ||
	        !str_cut(&text, ' ', &mode) || !str_cut(&text, ' ', &kind) ||
	        !str_eq(kind, S("commit")) || !str_cut(&text, '\t', &inner.base))
		return; /* new: what is in it is not known, so it counts as changed */
	ask(&inner);
}

/* What git knows is unchanged unless the diff names it. */
static bool ask_known(struct asking *a)
{
	static const char *const words[] = {"ls-files", "-s", "-z", NULL};
	const char *why;
	str text, entry, head, name;

	if (!git_run(a->env->temp, a->folder, words, &text, &why))
		return fail(a, "ls-files", why);
	while (text.len && str_cut(&text, 0, &entry)) {
		if (!str_split(entry, '\t', &head, &name) || !name.len)
			continue;
		if (str_starts(head, S("160000 ")))
			ask_submodule(a, name);
		else
			file_of(a, name);
	}
	return true;
}

static bool ask(struct asking *a)
{
	return ask_known(a) && ask_files(a) && ask_lines(a);
}

/* ------------------------------------------------------------------ from outside */

static int by_first(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return (x->first > y->first) - (x->first < y->first);
}

/* In order, those that meet as one: a file of two folders that were asked for is told twice. */
static void set_apart(struct changed *c)
{
	uint32_t n = 0;

	if (c->ranges.len > 1)
		qsort(c->ranges.at, c->ranges.len, sizeof *c->ranges.at, by_first);
	for (uint32_t i = 0; i < c->ranges.len; i++) {
		struct range range = c->ranges.at[i];

		if (!n || range.first > c->ranges.at[n - 1].last)
			c->ranges.at[n++] = range;
		else if (range.last > c->ranges.at[n - 1].last)
			c->ranges.at[n - 1].last = range.last;
	}
	c->ranges.len = n;
}

struct since *since_read(struct env *env, const str *paths, uint32_t n_paths, str revision)
{
	struct since *s = ARENA_NEW(env->keep, struct since);
	struct map folders = {.arena = env->temp};

	*s = (struct since){
	        .arena = env->keep, .revision = revision, .files = {.arena = env->keep}};
	if (!revision.len || revision.ptr[0] == '-') {
		diag_error(env->diags, (struct place){.path = S("--since")},
		        "'%.*s' is no revision; expected one as in origin/main, v1.2 or HEAD~1",
		        STR_ARG(revision));
		return NULL;
	}
	for (uint32_t i = 0; i < n_paths; i++) {
		str path = paths[i];
		bool is_folder = file_kind_of(env, path) == FILE_FOLDER, fresh;
		struct asking a = {.env = env, .since = s};

		if (str_eq(path, S("-")))
			continue;
		a.folder = is_folder ? path : path_folder(path);
		map_at(&folders, a.folder, &fresh);
		if (fresh && (!find_base(&a) || !ask(&a)))
			return NULL;
	}
	for (uint32_t i = 0; i < s->changed.len; i++)
		set_apart(&s->changed.at[i]);
	return s;
}

bool since_file(const struct since *s, str path)
{
	const uint32_t *at = map_get(&s->files, plain(path));

	return !at || s->changed.at[*at - 1].how != CHANGE_NONE;
}

bool since_lines(const struct since *s, str path, uint32_t first, uint32_t last)
{
	const uint32_t *at = map_get(&s->files, plain(path));
	const struct changed *c = at ? &s->changed.at[*at - 1] : NULL;
	uint32_t low = 0, high = c ? c->ranges.len : 0;

	if (!c || c->how == CHANGE_WHOLE)
		return true;
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (c->ranges.at[mid].last < first)
			low = mid + 1;
		else
			high = mid;
	}
	return low < c->ranges.len && c->ranges.at[low].first <= last;
}

void since_mark(const struct since *s, struct findings *findings)
{
	for (uint32_t i = 0; i < findings->list.len; i++) {
		struct finding *f = &findings->list.at[i];
		uint32_t last = f->end_line - (f->end_line > f->line && f->end_column <= 1);
		/* lines of a notebook are those of a cell, not of its file */
		bool changed =
		        f->cell ? since_file(s, f->path)
		                : since_lines(s, f->path, f->line, last > f->line ? last : f->line);

		if (f->state != FINDING_NEW)
			continue;
		if (!changed)
			f->state = FINDING_UNCHANGED;
		else if (f->from == FROM_RULES)
			f->from = FROM_CHANGE;
	}
}

str since_words(const struct since *s)
{
	return s->revision;
}
