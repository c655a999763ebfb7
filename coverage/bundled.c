/* Layers of facts: the bundled blob first, then the user's files as one blob each. */
#include "coverage/coverage.h"

#include "base/file.h"
#include "pytorch/operator.h"

#include <stdlib.h>

extern const uint32_t coverage_tables[];

struct coverage {
	VEC(struct blob) layers;
	VEC(struct target) targets;
};

static void add_targets(struct env *env, struct coverage *c, struct blob blob)
{
	uint32_t count;
	const struct fact_target_row *rows = FACT_ROWS(blob, FACT_TARGETS, fact_target_row, &count);

	for (uint32_t i = 0; i < count; i++) {
		const struct fact_target_row *r = &rows[i];
		struct target t = {blob_text(blob, r->name), blob_text(blob, r->device),
		        blob_text(blob, r->backend), blob_text(blob, r->version),
		        blob_text(blob, r->process_group), blob_text(blob, r->compile_backend),
		        blob_text(blob, r->missing_eager), blob_text(blob, r->missing_compile),
		        blob_text(blob, r->dynamic_shapes), blob_text(blob, r->facts_date)};
		uint32_t at = coverage_find_target(c, t.name);

		if (at == UINT32_MAX)
			*VEC_PUSH(env->keep, &c->targets) = t;
		else
			c->targets.at[at] = t;
	}
}

static bool read_overlay(struct env *env, struct coverage *c, str path)
{
	struct facts_loader *loader;
	str text, bytes;

	if (!file_read(env, path, env->limits->text_file_bytes, &text))
		return false;
	loader = facts_loader_new(env, c->layers.at, c->layers.len);
	if (!facts_loader_read(loader, path, text) || !facts_loader_finish(loader, &bytes))
		return false;
	*VEC_PUSH(env->keep, &c->layers) = blob_from(bytes);
	return true;
}

struct coverage *coverage_open(struct env *env, const str *overlays, uint32_t n_overlays)
{
	struct coverage *c = ARENA_NEW(env->keep, struct coverage);
	bool ok = true;

	*VEC_PUSH(env->keep, &c->layers) = (struct blob){coverage_tables};
	for (uint32_t i = 0; i < n_overlays; i++)
		ok &= read_overlay(env, c, overlays[i]);
	for (uint32_t i = 0; i < c->layers.len; i++)
		add_targets(env, c, c->layers.at[i]);
	return ok ? c : NULL;
}

uint32_t coverage_targets(const struct coverage *coverage)
{
	return coverage->targets.len;
}

const struct target *coverage_target(const struct coverage *coverage, uint32_t index)
{
	return &coverage->targets.at[index];
}

uint32_t coverage_find_target(const struct coverage *coverage, str name)
{
	for (uint32_t i = 0; i < coverage->targets.len; i++)
		if (str_eq(coverage->targets.at[i].name, name))
			return i;
	return UINT32_MAX;
}

/* First row of a layer whose op is not before `op`. */
static uint32_t lower_bound(struct blob blob, const struct fact_row *rows, uint32_t count, str op)
{
	uint32_t low = 0, high = count;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (str_cmp(blob_text(blob, rows[mid].op), op) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static inline bool text_is(struct text_is *t, uint32_t offset)
{
	if (t->last != offset + 1) {
		t->last = offset + 1;
		t->same = str_eq(blob_text(t->blob, offset), t->wanted);
	}
	return t->same;
}

/* To the first row of the operator in a layer. */
static void enter_layer(struct fact_walk *w, uint32_t layer)
{
	struct blob blob = w->coverage->layers.at[layer];
	uint32_t count;
	const struct fact_row *rows = FACT_ROWS(blob, FACT_FACTS, fact_row, &count);

	w->fact = (struct fact){NULL, blob, layer};
	w->next = rows + lower_bound(blob, rows, count, w->op.wanted);
	w->end = rows + count;
	w->op = (struct text_is){blob, w->op.wanted, 0, false};
	w->target = (struct text_is){blob, w->target.wanted, 0, false};
}

struct fact_walk fact_walk_from(
        const struct coverage *coverage, str op, const struct target *target)
{
	struct fact_walk w = {.coverage = coverage, .target.wanted = target->name};

	operator_split(op, &w.op.wanted, &w.overload);
	enter_layer(&w, 0);
	return w;
}

static bool overload_fits(const struct fact_walk *w)
{
	str overload = blob_text(w->fact.blob, w->next->overload);

	return !w->overload.len || str_eq(overload, w->overload) || str_eq(overload, S("*"));
}

/* Whether a row stands before those of a target and overload, among the rows of its operator. */
static bool is_before(struct blob blob, const struct fact_row *row, str target, str overload)
{
	int c = str_cmp(blob_text(blob, row->target), target);

	return c ? c < 0 : str_cmp(blob_text(blob, row->overload), overload) < 0;
}

/* From a row that does not fit to the next that may: an operator may have thousands. */
static void skip_rows(struct fact_walk *w)
{
	bool star_first = str_cmp(S("*"), w->overload) < 0;
	str wanted[] = {star_first ? S("*") : w->overload, star_first ? w->overload : S("*")};
	struct blob blob = w->fact.blob;
	str op = blob_text(blob, w->next->op);
	const struct fact_row *low = w->next + 1, *high = w->end;
	uint32_t k = is_before(blob, w->next, w->target.wanted, wanted[0]) ? 0 : 1;

	/* behind both: to the end of the operator's rows */
	if (!is_before(blob, w->next, w->target.wanted, wanted[k]))
		k = 2;
	while (low < high) {
		const struct fact_row *mid = low + (high - low) / 2;
		int c = str_cmp(blob_text(blob, mid->op), op);

		if (c < 0 || (!c && (k == 2 || is_before(blob, mid, w->target.wanted, wanted[k]))))
			low = mid + 1;
		else
			high = mid;
	}
	w->next = low;
}

const struct fact *fact_walk_next(struct fact_walk *w)
{
	enum { STEPS_MOST = 32 };

	for (uint32_t steps = 0;;) {
		while (w->next < w->end && text_is(&w->op, w->next->op)) {
			if (text_is(&w->target, w->next->target) && overload_fits(w)) {
				w->fact.row = w->next++;
				return &w->fact;
			}
			if (w->overload.len && ++steps > STEPS_MOST)
				skip_rows(w);
			else
				w->next++;
		}
		if (w->fact.layer + 1 == w->coverage->layers.len)
			return NULL;
		enter_layer(w, w->fact.layer + 1);
	}
}

uint32_t coverage_count(const struct coverage *coverage, const struct target *target)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < coverage->layers.len; k++) {
		struct blob blob = coverage->layers.at[k];
		uint32_t count;
		const struct fact_row *rows = FACT_ROWS(blob, FACT_FACTS, fact_row, &count);

		struct text_is ours = {blob, target->name, 0, false};

		for (uint32_t i = 0; i < count; i++)
			n += text_is(&ours, rows[i].target);
	}
	return n;
}

static int by_bytes(const void *a, const void *b)
{
	return str_cmp(*(const str *)a, *(const str *)b);
}

uint32_t coverage_list(const struct coverage *coverage, struct arena *arena, str **ops)
{
	struct intern names = {.arena = arena};

	for (uint32_t k = 0; k < coverage->layers.len; k++) {
		struct blob blob = coverage->layers.at[k];
		uint32_t count;
		const struct fact_row *rows = FACT_ROWS(blob, FACT_FACTS, fact_row, &count);

		for (uint32_t i = 0; i < count; i++)
			intern_id(&names, arena_format(arena, "%.*s.%.*s",
			                          STR_ARG(blob_text(blob, rows[i].op)),
			                          STR_ARG(blob_text(blob, rows[i].overload))));
	}
	if (names.names.len)
		qsort(names.names.at, names.names.len, sizeof(str), by_bytes);
	*ops = names.names.at;
	return names.names.len;
}

uint32_t coverage_remarks(const struct coverage *coverage, struct arena *arena, const char *section,
        const struct target *target, struct remark **out)
{
	VEC(struct remark) list = {0};

	for (uint32_t k = 0; k < coverage->layers.len; k++) {
		struct blob blob = coverage->layers.at[k];
		uint32_t count;
		const struct fact_remark_row *rows =
		        FACT_ROWS(blob, FACT_REMARKS, fact_remark_row, &count);

		struct text_is wanted = {blob, str_from(section), 0, false};

		for (uint32_t i = 0; i < count; i++) {
			const struct fact_remark_row *r = &rows[i];

			if (!text_is(&wanted, r->section) ||
			        (target && !str_eq(blob_text(blob, r->target), target->name)))
				continue;
			*VEC_PUSH(arena, &list) = (struct remark){blob_text(blob, r->section),
			        blob_text(blob, r->target), blob_text(blob, r->name),
			        blob_text(blob, r->verdict), blob_text(blob, r->text),
			        blob_text(blob, r->evidence), blob_text(blob, r->source),
			        blob_text(blob, r->date), blob_text(blob, r->detail)};
		}
	}
	*out = list.at;
	return list.len;
}

bool coverage_source(const struct coverage *coverage, str id, struct source *out)
{
	for (uint32_t k = 0; k < coverage->layers.len; k++) {
		struct blob blob = coverage->layers.at[k];
		uint32_t count;
		const struct fact_source_row *rows =
		        FACT_ROWS(blob, FACT_SOURCES, fact_source_row, &count);

		for (uint32_t i = 0; i < count; i++)
			if (str_eq(blob_text(blob, rows[i].id), id)) {
				*out = (struct source){id, blob_text(blob, rows[i].title),
				        blob_text(blob, rows[i].link),
				        blob_text(blob, rows[i].date),
				        blob_text(blob, rows[i].release)};
				return true;
			}
	}
	return false;
}

str fact_sources(struct arena *arena, struct blob blob, uint32_t first, uint32_t count)
{
	uint32_t total;
	const uint32_t *ids = blob_section(blob, FACT_SOURCE_LISTS, &total);
	str out = STR_NONE;

	for (uint32_t i = 0; i < count; i++) {
		str id = blob_text(blob, ids[first + i]);

		out = out.len ? arena_format(arena, "%.*s; %.*s", STR_ARG(out), STR_ARG(id)) : id;
	}
	return out;
}
