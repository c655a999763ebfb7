/* Every end of every source path, cut at slashes, is a key of one map; a key that two files share
 * leads nowhere, and so does each shorter end of it. Windows separators count as slashes. */
#include "assess/join.h"

#include <stdlib.h>
#include <string.h>

struct spot {
	uint32_t input, line, last, finding;
};

struct join {
	struct arena *arena;
	const struct scan *scan;
	str root;
	bool root_is_here; /* scanned files lie below it */
	struct map ends;   /* end of a path: input + 1; 0: of several */
	struct map known;  /* path of a frame: index in results */
	str last;          /* the path asked for last, by its place in memory */
	uint32_t last_at;  /* its index in results */
	VEC(struct joined) results;
	VEC(struct spot) spots; /* by input and line */
	uint32_t longest;       /* lines that a finding spans beyond its first */
	VEC(uint32_t) found;
};

static bool is_source(const struct input *input)
{
	return str_eq(input->kind, S("python")) || str_eq(input->kind, S("notebook"));
}

/* The path below a folder; the path itself when it does not lie there. */
static str below(str path, str folder, bool *inside)
{
	*inside = folder.len && str_starts(path, folder) && path.len > folder.len &&
	          path.ptr[folder.len] == '/';
	return *inside ? str_from_at(path, folder.len + 1) : path;
}

static str without_dots(str path)
{
	while (str_starts(path, S("./")))
		path = str_from_at(path, 2);
	return path;
}

static str slashes(struct arena *arena, str path)
{
	char *out;

	if (str_find_byte(path, '\\') == path.len)
		return path;
	out = arena_alloc(arena, path.len + 1, 1);
	for (size_t i = 0; i < path.len; i++)
		out[i] = path.ptr[i] == '\\' ? '/' : path.ptr[i];
	return (str){out, path.len};
}

static void add_end(struct join *j, str end, uint32_t input)
{
	bool fresh;
	uint32_t *at = map_at(&j->ends, end, &fresh);

	*at = fresh ? input + 1 : 0;
}

static void add_ends(struct join *j, uint32_t input)
{
	bool inside;
	str path = slashes(j->arena, without_dots(j->scan->inputs.at[input].path));

	below(path, j->root, &inside);
	if (j->root_is_here && !inside)
		return;
	for (;;) {
		size_t slash = str_find_byte(path, '/');

		if (path.len)
			add_end(j, path, input);
		if (slash == path.len)
			return;
		path = str_from_at(path, slash + 1);
	}
}

static int by_place(const void *a, const void *b)
{
	const struct spot *x = a, *y = b;

	if (x->input != y->input)
		return x->input < y->input ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->finding < y->finding ? -1 : x->finding > y->finding;
}

static void list_findings(struct join *j)
{
	struct map inputs = {.arena = j->arena};

	for (uint32_t i = 0; i < j->scan->inputs.len; i++)
		*map_at(&inputs, j->scan->inputs.at[i].path, NULL) = i;
	for (uint32_t i = 0; i < j->scan->findings.list.len; i++) {
		const struct finding *f = &j->scan->findings.list.at[i];
		const uint32_t *input = map_get(&inputs, f->path);

		if (!input || f->cell || !is_source(&j->scan->inputs.at[*input]))
			continue;
		*VEC_PUSH(j->arena, &j->spots) = (struct spot){*input, f->line, f->end_line, i};
		if (f->end_line > f->line && f->end_line - f->line > j->longest)
			j->longest = f->end_line - f->line;
	}
	if (j->spots.len)
		qsort(j->spots.at, j->spots.len, sizeof *j->spots.at, by_place);
}

struct join *join_open(struct arena *arena, const struct scan *scan, str source_root)
{
	struct join *j = ARENA_NEW(arena, struct join);
	bool inside;

	*j = (struct join){
	        .arena = arena, .scan = scan, .ends = {.arena = arena}, .known = {.arena = arena}};
	while (source_root.len > 1 && source_root.ptr[source_root.len - 1] == '/')
		source_root.len--;
	j->root = slashes(arena, without_dots(source_root));
	for (uint32_t i = 0; i < scan->inputs.len; i++)
		if (is_source(&scan->inputs.at[i])) {
			below(slashes(arena, without_dots(scan->inputs.at[i].path)), j->root,
			        &inside);
			j->root_is_here |= inside;
		}
	for (uint32_t i = 0; i < scan->inputs.len; i++)
		if (is_source(&scan->inputs.at[i]))
			add_ends(j, i);
	list_findings(j);
	return j;
}

/* What follows site-packages/ or dist-packages/. */
static str behind_packages(str path, bool *behind)
{
	static const char *const marks[] = {"/site-packages/", "/dist-packages/"};

	*behind = false;
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		size_t at = str_find(path, str_from(marks[i]));

		if (at < path.len) {
			*behind = true;
			return str_from_at(path, at + str_from(marks[i]).len);
		}
	}
	return path;
}

static struct joined find(struct join *j, str path)
{
	bool packaged, inside;
	str plain = behind_packages(slashes(j->arena, path), &packaged), shown, rest;

	shown = below(plain, j->root, &inside);
	rest = without_dots(shown);
	while (rest.len) {
		const uint32_t *at = map_get(&j->ends, rest);
		size_t slash = str_find_byte(rest, '/');

		if (at)
			return *at ? (struct joined){j->scan->inputs.at[*at - 1].path, *at - 1}
			           : (struct joined){shown, GRAPH_NONE};
		if (packaged || slash == rest.len)
			break;
		rest = str_from_at(rest, slash + 1);
	}
	return (struct joined){shown, GRAPH_NONE};
}

struct joined join_path(struct join *j, str path, uint32_t line)
{
	bool fresh, packaged;
	uint32_t *at;
	struct joined joined;

	if (!path.len)
		return (struct joined){path, GRAPH_NONE};
	if (path.ptr != j->last.ptr || path.len != j->last.len) {
		at = map_at(&j->known, path, &fresh);
		if (fresh) {
			*at = j->results.len;
			*VEC_PUSH(j->arena, &j->results) = find(j, path);
		}
		j->last = path;
		j->last_at = *at;
	}
	joined = j->results.at[j->last_at];
	if (joined.input != GRAPH_NONE && line > j->scan->inputs.at[joined.input].lines)
		return (struct joined){behind_packages(path, &packaged), GRAPH_NONE};
	return joined;
}

const uint32_t *join_findings(struct join *join, uint32_t input, uint32_t line, uint32_t *count)
{
	uint32_t from = line > join->longest ? line - join->longest : 0;
	uint32_t low = 0, high = join->spots.len;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		const struct spot *s = &join->spots.at[mid];

		if (s->input < input || (s->input == input && s->line < from))
			low = mid + 1;
		else
			high = mid;
	}
	join->found.len = 0;
	for (uint32_t i = low; i < join->spots.len && join->spots.at[i].input == input &&
	                       join->spots.at[i].line <= line;
	        i++)
		if (join->spots.at[i].last >= line)
			*VEC_PUSH(join->arena, &join->found) = join->spots.at[i].finding;
	*count = join->found.len;
	return join->found.at;
}

static str renamed(struct arena *arena, str shown, str rest)
{
	char *out = arena_alloc(arena, shown.len + rest.len + 1, 1);

	memcpy(out, shown.ptr, shown.len);
	memcpy(out + shown.len, rest.ptr, rest.len);
	return (str){out, shown.len + rest.len};
}

str join_api(struct arena *arena, str original)
{
	static const struct {
		const char *form, *shown;
	} forms[] = {{"method_descriptor.", "Tensor."}, {"wrapper_descriptor.", "Tensor."},
	        {"getset_descriptor.", "Tensor."}, {"builtin_function_or_method.", "torch."},
	        {"function.", ""}};

	if (str_starts(original, S("OpOverload")) || str_starts(original, S("method-wrapper.")))
		return STR_NONE;
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (str_starts(original, str_from(forms[i].form)))
			return renamed(arena, str_from(forms[i].shown),
			        str_from_at(original, str_from(forms[i].form).len));
	return original;
}
