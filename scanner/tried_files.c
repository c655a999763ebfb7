/* What loads a file: each import that leads to it or to a file below its folder, when it is an
 * __init__.py, from outside of that folder. An import that is in no such try still counts as tried
 * where it stands in a file that is only loaded so itself. */
#include "scanner/tried_files.h"

#include "base/file.h"
#include "scanner/reach.h"
#include "scanner/rules.h"

enum { ROUNDS_MOST = 8, ABOVE_MOST = 32 };

struct loads {
	const struct scan_shared *shared;
	const struct import_graph *imports;
	bool *tried;   /* some import in such a try leads there */
	bool *certain; /* some other one does, or it starts a program */
	bool *only;    /* of the round before: it is loaded in such a try alone */
};

static void note_load(struct loads *l, uint32_t file, bool tried)
{
	l->tried[file] |= tried;
	l->certain[file] |= !tried;
}

/* The packages around a file are loaded with it, unless what imports it lies in them. */
static void note_around(struct loads *l, uint32_t from, uint32_t file, bool tried)
{
	str path = path_plain(l->shared->files[from].path);

	for (uint32_t i = 0; i < ABOVE_MOST; i++) {
		file = l->imports->around[file];
		if (file == UINT32_MAX)
			return;
		if (!reach_lies_in(path, path_folder(path_plain(l->shared->files[file].path))))
			note_load(l, file, tried);
	}
}

static void note_loads(struct loads *l, uint32_t n_files)
{
	for (uint32_t i = 0; i < n_files; i++) {
		if (entry_is_test(l->shared->files[i].path)) /* it tests what is there */
			continue;
		for (uint32_t k = l->imports->first[i]; k < l->imports->first[i + 1]; k++) {
			const struct import_edge *edge = &l->imports->edges.at[k];
			bool tried = edge->tried || l->only[i];

			note_load(l, edge->file, tried);
			note_around(l, i, edge->file, tried);
		}
	}
}

static bool find_only(struct loads *l, uint32_t n_files)
{
	bool more = false;

	for (uint32_t i = 0; i < n_files; i++)
		if (!l->only[i] && l->tried[i] && !l->certain[i])
			l->only[i] = more = true;
	return more;
}

/* Without what it imports such a file is not loaded, on that target. */
static uint32_t stops_loading(const struct finding *f)
{
	uint32_t targets = 0;

	if (!f->loads || f->guarded_by != GUARD_NONE)
		return 0;
	for (uint32_t t = 0; t < RULE_TARGETS; t++)
		if (f->severity[t] == SEVERITY_BLOCKER)
			targets |= 1u << t;
	return targets;
}

static void lower_file(struct scan *out, uint32_t from, uint32_t to)
{
	uint32_t stops = 0, wanted = 0;

	for (uint32_t i = from; i < to; i++) {
		const struct finding *f = &out->findings.list.at[i];

		stops |= stops_loading(f);
		for (uint32_t t = 0; t < RULE_TARGETS; t++)
			wanted |= f->severity[t] ? 1u << t : 0;
	}
	for (uint32_t i = from; i < to && stops && (wanted & ~stops) == 0; i++) {
		struct finding *f = &out->findings.list.at[i];

		if (f->guarded_by == GUARD_NONE)
			rules_lower(out->arena, out->rules, f, GUARD_TRIED, STR_NONE);
	}
}

/* They stand file after file. */
static void lower_findings(
        const struct loads *l, const uint32_t *input_of, uint32_t n_files, struct scan *out)
{
	uint32_t finding = 0;

	for (uint32_t i = 0; i < n_files; i++) {
		uint32_t from = finding;

		if (input_of[i] == UINT32_MAX)
			continue;
		finding += l->shared->results[i].findings.list.len;
		if (l->only[i])
			lower_file(out, from, finding);
	}
}

static bool any_tried(const struct import_graph *imports)
{
	for (uint32_t k = 0; k < imports->edges.len; k++)
		if (imports->edges.at[k].tried)
			return true;
	return false;
}

void tried_files_settle(struct env *env, const struct scan_shared *shared,
        const struct import_graph *imports, const uint32_t *input_of, uint32_t n_files,
        struct scan *out)
{
	struct loads l = {.shared = shared,
	        .imports = imports,
	        .tried = ARENA_ARRAY(env->temp, bool, (size_t)n_files + 1),
	        .certain = ARENA_ARRAY(env->temp, bool, (size_t)n_files + 1),
	        .only = ARENA_ARRAY(env->temp, bool, (size_t)n_files + 1)};
	bool *starts = ARENA_ARRAY(env->temp, bool, (size_t)out->inputs.len + 1);

	if (!any_tried(imports))
		return;
	for (uint32_t i = 0; i < out->workloads.len; i++)
		starts[out->workloads.at[i].input] = true;
	for (uint32_t round = 0; round < ROUNDS_MOST; round++) {
		for (uint32_t i = 0; i < n_files; i++) {
			l.tried[i] = false;
			l.certain[i] = shared->results[i].signs.main ||
			               (input_of[i] != UINT32_MAX && starts[input_of[i]]);
		}
		note_loads(&l, n_files);
		if (!find_only(&l, n_files))
			break;
	}
	lower_findings(&l, input_of, n_files, out);
}
