/* Idea: rows by hash; calls of a thread are buffered a while, sorted by time and nested with a
 * stack, so a profile of gigabytes needs memory for its rows and ids only.
 *
 * What surprises: times are kept as doubles, because the reference compares doubles, and the sums
 * of decimal fractions round (fx-formats 8); kernels may stand before the operators they belong to,
 * so what cannot be joined at once waits until the end. */
#include "scanner/graph/profile.h"

#include "scanner/graph/id_pages.h"
#include "scanner/phrases.h"

#include <stdlib.h>
#include <string.h>

enum {
	SPANS_HELD = 1 << 16,   /* of one thread, until the older half is nested */
	SPANS_MOST = 1 << 19,   /* of all threads */
	PENDING_MOST = 1 << 18, /* kernels that wait for their operator */
	ROWS_TYPED = 100000, /* from here on sizes, from twice as many types are not told apart */
	EXTERNAL_PAGES = 6144,
	LAUNCH_PAGES = 2048,
};

/* In the place of a row: a span that is a launch. */
#define LAUNCH UINT32_MAX

struct span {
	double start, length;
	uint32_t row; /* or LAUNCH */
	uint32_t correlation;
};

struct frame {
	double end, length, children;
	uint32_t row;
	bool called, fell_back;
	bool in_operator, in_engine; /* the call itself included */
};

struct thread {
	VEC(struct span) spans;
	VEC(struct frame) stack;
	double top_end, nested_until, last_start, last_length;
	bool unsorted;
};

struct pending {
	int64_t external, correlation;
	double us;
};

struct row_slot {
	uint64_t hash;
	uint32_t row; /* + 1; 0: free */
};

struct profile_reader {
	struct env *env;
	struct graph_file *file;
	struct profile *profile;
	struct arena *arena; /* of everything below */
	VEC(struct thread) threads;
	struct map thread_ids, work_ids;
	VEC(struct row_slot) slots;
	VEC(struct pending) pending;
	struct id_pages external, launches;
	uint32_t spans;
	uint32_t to_cpu, from_cpu; /* names of what a fallback calls */
};

struct profile *profile_of(struct graph_file *file)
{
	struct graph_facts *facts = graph_facts_of(file);

	if (!facts->profile)
		facts->profile = ARENA_NEW(file->arena, struct profile);
	return facts->profile;
}

struct profile_reader *profile_open(struct env *env, struct graph_file *file)
{
	struct arena *arena = arena_new();
	struct profile_reader *r = ARENA_NEW(arena, struct profile_reader);

	*r = (struct profile_reader){.env = env,
	        .file = file,
	        .profile = profile_of(file),
	        .arena = arena,
	        .external = {.arena = arena, .most = EXTERNAL_PAGES},
	        .launches = {.arena = arena, .most = LAUNCH_PAGES}};
	r->thread_ids.arena = r->work_ids.arena = arena;
	r->to_cpu = intern_id(&file->names, S("aten::_to_cpu"));
	r->from_cpu = intern_id(&file->names, S("aten::_copy_from_and_resize"));
	return r;
}

void profile_close(struct profile_reader *r)
{
	struct arena *arena = r->arena;

	arena_free(arena);
}

/* ---- rows ---- */

static bool is_row(const struct profile_reader *r, const struct profile_row *row,
        const struct profile_key *key)
{
	const struct intern *names = &r->file->names;

	return str_eq(intern_name(names, row->name), key->name) &&
	       str_eq(intern_name(names, row->types), key->types) &&
	       str_eq(intern_name(names, row->dims), key->dims);
}

static void grow_slots(struct profile_reader *r)
{
	struct row_slot *old = r->slots.at;
	uint32_t count = r->slots.len, size = count ? count * 2 : 1024;

	r->slots.at = NULL;
	r->slots.len = r->slots.cap = 0;
	VEC_RESERVE(r->arena, &r->slots, size);
	r->slots.len = size;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = (uint32_t)old[i].hash & (size - 1);

		if (!old[i].row)
			continue;
		while (r->slots.at[at].row)
			at = (at + 1) & (size - 1);
		r->slots.at[at] = old[i];
	}
}

/* Only what has a namespace is an operator; the ranges of autograd and of the profiler are not. */
static bool is_operator(str name)
{
	size_t colons = str_find(name, S("::"));

	return colons && colons + 2 < name.len && str_find_byte(name, ' ') == name.len &&
	       !str_starts(name, S("autograd::")) && !str_starts(name, S("torch::")) &&
	       !str_starts(name, S("profiler::"));
}

/* "autograd::engine::evaluate_function: MmBackward0", and before 1.10 "MmBackward" alone. */
static bool is_engine(str name)
{
	return str_starts(name, S("autograd::engine::")) ||
	       (str_find(name, S("::")) == name.len && str_has(name, S("Backward")));
}

static uint32_t intern_or_none(struct profile_reader *r, str text)
{
	return text.len ? intern_id(&r->file->names, text) : 0;
}

uint32_t profile_row_at(struct profile_reader *r, const struct profile_key *wanted)
{
	struct profile *p = r->profile;
	struct profile_key key = *wanted;
	uint64_t hash;
	uint32_t at;

	if (p->rows.len >= ROWS_TYPED)
		key.dims = STR_NONE;
	if (p->rows.len >= 2 * ROWS_TYPED)
		key.types = STR_NONE;
	if (p->rows.len * 2 >= r->slots.len)
		grow_slots(r);
	hash = str_hash(key.name, str_hash(key.types, str_hash(key.dims, 1)));
	at = (uint32_t)hash & (r->slots.len - 1);
	for (; r->slots.at[at].row; at = (at + 1) & (r->slots.len - 1))
		if (r->slots.at[at].hash == hash &&
		        is_row(r, &p->rows.at[r->slots.at[at].row - 1], &key))
			return r->slots.at[at].row - 1;
	*VEC_PUSH(r->file->arena, &p->rows) =
	        (struct profile_row){.name = intern_or_none(r, key.name),
	                .target = intern_or_none(r, key.target),
	                .types = intern_or_none(r, key.types),
	                .dims = intern_or_none(r, key.dims),
	                .is_operator = is_operator(key.name),
	                .is_engine = is_engine(key.name)};
	r->slots.at[at] = (struct row_slot){hash, p->rows.len};
	return p->rows.len - 1;
}

uint32_t profile_work_at(struct profile_reader *r, str category, str name)
{
	struct profile *p = r->profile;
	char scratch[512];
	size_t n = category.len < 40 ? category.len : 40, m = name.len < 400 ? name.len : 400;
	str key;
	const uint32_t *known;

	memcpy(scratch, category.ptr ? category.ptr : "", n);
	scratch[n] = '|';
	memcpy(scratch + n + 1, name.ptr ? name.ptr : "", m);
	key = (str){scratch, n + 1 + m};
	known = map_get(&r->work_ids, key);
	if (known)
		return *known;
	*VEC_PUSH(r->file->arena, &p->work) = (struct profile_work){
	        .category = intern_or_none(r, category), .name = intern_or_none(r, name)};
	return *map_at(&r->work_ids, arena_dup(r->arena, key), NULL) = p->work.len - 1;
}

/* ---- nesting ---- */

static void close_frame(struct profile_reader *r, const struct frame *f)
{
	struct profile_row *row = &r->profile->rows.at[f->row];

	row->self_us += f->length > f->children ? f->length - f->children : 0;
	row->leaf += !f->called;
}

/* An operator that no operator called. */
static void count_outer(struct profile_row *row, const struct frame *parent, double length)
{
	if (!row->is_operator || (parent && parent->in_operator))
		return;
	row->outer++;
	row->backward += parent && parent->in_engine;
	row->outer_us += length;
}

static void open_frame(struct profile_reader *r, struct thread *t, const struct span *s)
{
	struct profile_row *row = &r->profile->rows.at[s->row];
	struct frame *parent = t->stack.len ? VEC_LAST(&t->stack) : NULL;
	bool in_operator = row->is_operator || (parent && parent->in_operator);
	bool in_engine = row->is_engine || (parent && parent->in_engine);

	row->total_us += s->length;
	count_outer(row, parent, s->length);
	if (s->start >= t->top_end - 1e-9) {
		row->top++;
		r->profile->top_level++;
		t->top_end = s->start + s->length;
	}
	if (parent) {
		parent->called = true;
		parent->children += s->length;
		if ((row->name == r->to_cpu || row->name == r->from_cpu) && !parent->fell_back) {
			parent->fell_back = true;
			r->profile->rows.at[parent->row].fallbacks++;
		}
	}
	*VEC_PUSH(r->arena, &t->stack) = (struct frame){.end = s->start + s->length,
	        .length = s->length,
	        .row = s->row,
	        .in_operator = in_operator,
	        .in_engine = in_engine};
}

static void nest(struct profile_reader *r, struct thread *t, const struct span *s)
{
	if (s->start < t->nested_until)
		r->profile->late++;
	else
		t->nested_until = s->start;
	while (t->stack.len && VEC_LAST(&t->stack)->end <= s->start)
		close_frame(r, &t->stack.at[--t->stack.len]);
	if (s->row != LAUNCH)
		open_frame(r, t, s);
	else if (t->stack.len)
		id_pages_put(&r->launches, s->correlation, VEC_LAST(&t->stack)->row);
}

static int by_time(const void *a, const void *b)
{
	const struct span *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->length < y->length) - (x->length > y->length);
}

/* Nests all but the `keep` latest calls. */
static void drain(struct profile_reader *r, struct thread *t, uint32_t keep)
{
	uint32_t count = t->spans.len > keep ? t->spans.len - keep : 0;

	if (t->unsorted)
		qsort(t->spans.at, t->spans.len, sizeof *t->spans.at, by_time);
	t->unsorted = false;
	for (uint32_t i = 0; i < count; i++)
		nest(r, t, &t->spans.at[i]);
	t->spans.len -= count;
	r->spans -= count;
	if (t->spans.len && count)
		memmove(t->spans.at, t->spans.at + count, t->spans.len * sizeof *t->spans.at);
}

static struct thread *thread_at(struct profile_reader *r, str name)
{
	const uint32_t *known = map_get(&r->thread_ids, name);

	if (known)
		return &r->threads.at[*known];
	*map_at(&r->thread_ids, arena_dup(r->arena, name), NULL) = r->threads.len;
	*VEC_PUSH(r->arena, &r->threads) =
	        (struct thread){.top_end = -1, .nested_until = -1, .last_start = -1};
	return VEC_LAST(&r->threads);
}

static void add_span(struct profile_reader *r, str thread, struct span span)
{
	struct thread *t = thread_at(r, thread);

	t->unsorted |= span.start < t->last_start ||
	               (span.start == t->last_start && span.length > t->last_length);
	t->last_start = span.start;
	t->last_length = span.length;
	*VEC_PUSH(r->arena, &t->spans) = span;
	r->spans++;
	if (t->spans.len == SPANS_HELD)
		drain(r, t, SPANS_HELD / 2);
	else if (r->spans > SPANS_MOST)
		drain(r, t, 0);
}

void profile_call(struct profile_reader *r, const struct profile_span *span, uint32_t row)
{
	r->profile->rows.at[row].calls++;
	add_span(r, span->thread,
	        (struct span){.start = span->start, .length = span->length, .row = row});
}

void profile_launch(struct profile_reader *r, const struct profile_span *span, int64_t correlation)
{
	if (correlation >= 0 && correlation <= UINT32_MAX)
		add_span(r, span->thread,
		        (struct span){.start = span->start,
		                .length = span->length,
		                .row = LAUNCH,
		                .correlation = (uint32_t)correlation});
}

/* ---- kernels ---- */

void profile_external(struct profile_reader *r, int64_t id, uint32_t row)
{
	if (id >= 0)
		id_pages_put(&r->external, (uint64_t)id, row);
}

static bool join(struct profile_reader *r, const struct pending *k)
{
	uint32_t row = UINT32_MAX;

	if (k->external > 0)
		row = id_pages_get(&r->external, (uint64_t)k->external);
	if (row == UINT32_MAX && k->correlation >= 0)
		row = id_pages_get(&r->launches, (uint64_t)k->correlation);
	if (row == UINT32_MAX)
		return false;
	r->profile->rows.at[row].device_us += k->us;
	r->profile->rows.at[row].kernels++;
	return true;
}

void profile_kernel(struct profile_reader *r, int64_t external, int64_t correlation, double us)
{
	struct pending k = {external, correlation, us};

	if (join(r, &k))
		return;
	if (r->pending.len < PENDING_MOST)
		*VEC_PUSH(r->arena, &r->pending) = k;
	else
		r->profile->unjoined++;
}

/* ---- the end ---- */

static int by_calls(const void *a, const void *b)
{
	const struct profile_work *x = a, *y = b;

	if (x->us != y->us)
		return x->us < y->us ? 1 : -1;
	return x->name < y->name ? -1 : x->name > y->name;
}

void profile_finish(struct profile_reader *r)
{
	struct profile *p = r->profile;

	for (uint32_t i = 0; i < r->threads.len; i++) {
		struct thread *t = &r->threads.at[i];

		drain(r, t, 0);
		while (t->stack.len)
			close_frame(r, &t->stack.at[--t->stack.len]);
	}
	for (uint32_t i = 0; i < r->pending.len; i++)
		p->unjoined += !join(r, &r->pending.at[i]);
	if (p->work.len)
		qsort(p->work.at, p->work.len, sizeof *p->work.at, by_calls);
	if (p->late)
		left_out_add(r->file, phrase_late_event, p->late);
	if (p->unjoined)
		left_out_add(r->file, phrase_lone_kernel, p->unjoined);
}
