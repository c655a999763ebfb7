/* Files are found by their last name, then compared part by part from the end. Where several fit
 * equally well the ones nearest to the text file hold, and of those the ones that lie highest. */
#include "scanner/launch.h"

#include "base/file.h"
#include "base/map.h"

enum { STEPS_MOST = 20000000 };

struct launch_table {
	struct arena *arena;
	const str *paths;
	uint32_t count;
	uint64_t steps;          /* that comparing took */
	struct map_list by_name; /* files */
};

struct launch_table *launch_table_new(struct arena *arena, const str *paths, uint32_t count)
{
	struct launch_table *t = ARENA_NEW(arena, struct launch_table);

	t->arena = arena;
	t->paths = paths;
	t->count = count;
	t->by_name.first.arena = arena;
	for (uint32_t i = count; i-- > 0;)
		if (str_ends(paths[i], S(".py")))
			map_add(&t->by_name, path_base(paths[i]), i);
	return t;
}

static uint32_t parts_of(str path)
{
	uint32_t n = 1;

	for (size_t i = 0; i < path.len; i++)
		n += path.ptr[i] == '/';
	return n;
}

/* How many parts two paths have in common at their ends. */
static uint32_t common_end(str a, str b)
{
	uint32_t n = 0;

	while (a.len && b.len) {
		size_t x = str_rfind_byte(a, '/'), y = str_rfind_byte(b, '/');
		str last = x < a.len ? str_from_at(a, x + 1) : a;

		if (!str_eq(last, y < b.len ? str_from_at(b, y + 1) : b))
			return n;
		n++;
		a = x < a.len ? str_slice(a, 0, x) : S("");
		b = y < b.len ? str_slice(b, 0, y) : S("");
	}
	return n;
}

/* How many folders two files lie below together. */
static uint32_t common_folders(str a, str b)
{
	uint32_t n = 0;

	for (size_t i = 0; i < a.len && i < b.len && a.ptr[i] == b.ptr[i]; i++)
		n += a.ptr[i] == '/';
	return n;
}

/* One thing that is launched, while files are compared with it. */
struct wanted {
	struct launch_table *table;
	str from, path; /* of the text file; of the script */
	bool whole;     /* all of the path has to fit */
	enum launched kind;
};

static uint64_t fitness(const struct wanted *w, str path)
{
	w->table->steps++;
	return (uint64_t)common_end(w->path, path) << 40 |
	       (uint64_t)(common_folders(w->from, path) & 0xffff) << 20 |
	       (0xffff - (parts_of(path) & 0xffff));
}

static bool mark(const struct wanted *w, enum launched *out)
{
	static const char *const helpers[] = {"setup.py", "conftest.py", "noxfile.py", NULL};
	const struct map_list *files = &w->table->by_name;
	const struct map_value *first = map_first(files, path_base(w->path));
	const uint32_t parts = parts_of(w->path);
	uint64_t best = 0;
	uint32_t fit = 0, count = 0;

	for (const struct map_value *v = first; v; v = map_next(files, v)) {
		uint64_t one = fitness(w, w->table->paths[v->value]);

		if (one > best)
			best = one;
	}
	fit = (uint32_t)(best >> 40);
	for (const struct map_value *v = first; v; v = map_next(files, v))
		count += fitness(w, w->table->paths[v->value]) >> 40 == fit;
	if (str_is_one_of(path_base(w->path), helpers)) /* what builds and tests is no work */
		return true;
	if (!fit || (fit < parts && (w->whole || count > 1)))
		return false;
	for (const struct map_value *v = first; v; v = map_next(files, v))
		if (fitness(w, w->table->paths[v->value]) == best &&
		        out[v->value] != LAUNCHED_MODULE)
			out[v->value] = w->kind;
	return true;
}

/* "/app/src/train.py" to "app/src/train.py", "${ROOT}/../train.py" to "train.py". */
static str without_root(str path)
{
	size_t dollar = str_rfind_byte(path, '$'), up;

	if (dollar < path.len)
		path = str_from_at(path, dollar + str_find_byte(str_from_at(path, dollar), '/'));
	while ((up = str_find(path, S("../"))) < path.len)
		path = str_from_at(path, up + 3);
	while (path.len && (path.ptr[0] == '/' || str_starts(path, S("./"))))
		path = str_from_at(path, 1);
	return path;
}

static void mark_module(struct wanted *w, str module, enum launched *out)
{
	static const char *const ends[] = {".py", "/__main__.py", "/__init__.py"};
	struct arena *arena = w->table->arena;

	w->whole = true;
	w->kind = LAUNCHED_MODULE;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		str path = arena_join(arena, module, str_from(ends[i]), S(""));
		char *bytes = arena_alloc(arena, path.len + 1, 1);

		for (size_t k = 0; k < path.len; k++)
			bytes[k] = k < module.len && path.ptr[k] == '.' ? '/' : path.ptr[k];
		w->path = (str){bytes, path.len};
		if (mark(w, out))
			return;
	}
}

void launch_mark(
        struct launch_table *table, str from, const struct launches *launches, enum launched *out)
{
	for (uint32_t i = 0; i < launches->list.len && table->steps < STEPS_MOST; i++) {
		const struct launch *launch = &launches->list.at[i];
		struct wanted w = {table, from, launch->what, false, LAUNCHED_SCRIPT};

		if (launch->module) {
			mark_module(&w, launch->what, out);
			continue;
		}
		w.path = without_root(launch->what);
		if (w.path.len)
			mark(&w, out);
	}
}
