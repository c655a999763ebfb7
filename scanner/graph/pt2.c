/* Programs first, then the lists of weights, which say what is shared.
 *
 * Two parameters that name one weight file are tied: their bytes count once. What surprises: a
 * program exported without real weights names one file of 0 bytes for all of them, whatever
 * their sizes, so a shared empty file means something only where all sizes agree. */
#include "scanner/graph/pt2.h"

#include "base/json.h"
#include "scanner/graph/exported.h"

#include <stdlib.h>
#include <string.h>

/* A list of weights: its file without the folder, its entry of the archive. */
struct pt2_list {
	str file;
	uint32_t entry;
};

struct pt2 {
	struct env *env;
	str path;
	struct zip_file *zip;
	const struct archive *archive;
	struct graph_file *out;
	VEC(struct pt2_list) lists;
};

/* Where the weight of a name lies, as one list says. */
enum { METAS = 8 };

/* Descriptions of weights that were read last, as they are written. */
struct metas {
	struct meta {
		str text, sizes;
	} last[METAS];
	uint32_t next;
};

struct payload {
	str name, file, sizes;
	bool has_sizes;
};

struct payloads {
	VEC(struct payload) list;
	struct map by_name;  /* to its place + 1 in list; the last one of a name holds */
	struct map by_file;  /* to the place + 1 of the first one of that file */
	struct map unshared; /* files of 0 bytes that stand for tensors of different sizes */
};

static bool read_program(struct pt2 *p, uint32_t entry, str model)
{
	struct exported_source source = {
	        .path = p->path, .entry = zip_file_entry(p->zip, entry)->name, .model = model};

	return zip_file_read(p->env, p->zip, entry, &source.json) &&
	       exported_append(p->env, &source, p->out);
}

/* What stands between the two in a name; empty when it does not fit or names a folder below. */
static str between(str name, str before, str after)
{
	if (!str_starts(name, before) || !str_ends(name, after) ||
	        name.len <= before.len + after.len)
		return STR_NONE;
	name = str_slice(name, before.len, name.len - after.len);
	return str_find_byte(name, '/') < name.len ? STR_NONE : name;
}

static bool read_programs(struct pt2 *p)
{
	str folder = arena_format(p->env->temp, "%.*smodels/", STR_ARG(p->archive->root));
	struct map seen = {.arena = p->env->temp};
	uint32_t found = 0;

	for (uint32_t i = 0; i < zip_file_count(p->zip); i++) {
		str name = zip_file_entry(p->zip, i)->name;
		str model = between(name, folder, S(".json"));
		bool fresh;

		if (!model.len)
			continue;
		map_at(&seen, name, &fresh);
		if (!fresh) {
			diag_note(p->env->diags, (struct place){.path = p->path},
			        "'%.*s' is in the archive more than once; the last one was read",
			        STR_ARG(name));
			continue;
		}
		found++;
		if (!read_program(p, zip_file_find(p->zip, name), model))
			return false;
	}
	return found || diag_error(p->env->diags, (struct place){.path = p->path},
	                        "no models/*.json in the archive, so no exported program; export "
	                        "the model again");
}

static bool read_old(struct pt2 *p)
{
	str name = arena_format(
	        p->env->temp, "%.*sserialized_exported_program.json", STR_ARG(p->archive->root));

	return read_program(p, zip_file_find(p->zip, name), STR_NONE);
}

/* The sizes in the description of a weight; the layers of a model repeat few descriptions. */
static void read_meta(struct json *j, struct metas *metas, struct payload *payload)
{
	struct meta *meta;
	const char *from;
	str key;

	for (uint32_t i = 0; i < METAS; i++) {
		meta = &metas->last[(metas->next + i) % METAS];
		if (json_value_again(j, meta->text)) {
			payload->sizes = meta->sizes;
			payload->has_sizes = true;
			return;
		}
	}
	from = j->at;
	for (json_object(j); json_key(j, &key);)
		if (str_eq(key, S("sizes")))
			payload->has_sizes = json_skip_raw(j, &payload->sizes);
		else
			json_skip(j);
	if (!payload->has_sizes || !json_ok(j))
		return;
	meta = &metas->last[metas->next++ % METAS];
	*meta = (struct meta){{from, (size_t)(j->at - from)}, payload->sizes};
}

/* {"path_name": "weight_0", "tensor_meta": {"sizes": […], …} | null, …} */
static void read_payload(struct json *j, struct metas *metas, struct payload *payload)
{
	str key;

	for (json_object(j); json_key(j, &key);) {
		if (str_eq(key, S("path_name")))
			json_string(j, &payload->file);
		else if (str_eq(key, S("tensor_meta")) && json_peek(j) == JSON_OBJECT)
			read_meta(j, metas, payload);
		else
			json_skip(j);
	}
}

static str joined(struct arena *arena, str a, str b)
{
	char *text = arena_alloc(arena, a.len + b.len + 1, 1);

	memcpy(text, a.ptr, a.len);
	if (b.len)
		memcpy(text + a.len, b.ptr, b.len);
	return (str){text, a.len + b.len};
}

static void add_payload(struct pt2 *p, struct payloads *all, str list, struct payload *payload)
{
	struct arena *temp = p->env->temp;
	str folder = str_slice(list, 0, str_rfind_byte(list, '/') + 1);
	uint32_t entry = zip_file_find(p->zip, joined(temp, folder, payload->file)), *first;
	bool fresh;

	payload->file = joined(temp, list, payload->file);
	*map_at(&all->by_name, payload->name, NULL) = all->list.len + 1;
	*VEC_PUSH(temp, &all->list) = *payload;
	if (!payload->has_sizes || entry == UINT32_MAX || zip_file_entry(p->zip, entry)->size)
		return;
	first = map_at(&all->by_file, payload->file, &fresh);
	if (fresh)
		*first = all->list.len;
	else if (!str_eq(all->list.at[*first - 1].sizes, payload->sizes))
		*map_at(&all->unshared, payload->file, NULL) = 1;
}

static bool read_payloads(struct pt2 *p, struct payloads *all, uint32_t entry)
{
	str name = zip_file_entry(p->zip, entry)->name, text, key;
	struct metas metas = {0};
	struct json j;

	if (!zip_file_read(p->env, p->zip, entry, &text))
		return false;
	json_open(&j, text, p->env->limits->json_depth, p->env->temp);
	for (json_object(&j); json_key(&j, &key);) {
		if (!str_eq(key, S("config"))) {
			json_skip(&j);
			continue;
		}
		for (json_object(&j); json_key(&j, &key);) {
			struct payload payload = {.name = key};

			read_payload(&j, &metas, &payload);
			if (json_ok(&j))
				add_payload(p, all, name, &payload);
		}
	}
	if (json_end(&j))
		return true;
	return diag_error(p->env->diags, (struct place){.path = p->path},
	        "%.*s: expected %s; the list of weights is damaged, export the model again",
	        STR_ARG(name), j.error);
}

/* By the name of the file. */
static int by_file(const void *a, const void *b)
{
	const struct pt2_list *x = a, *y = b;
	int order = str_cmp(x->file, y->file);

	return order ? order : (x->entry > y->entry) - (x->entry < y->entry);
}

static int by_entry(const void *a, const void *b)
{
	const struct pt2_list *x = a, *y = b;

	return (x->entry > y->entry) - (x->entry < y->entry);
}

/* Lists of weights and constants: "<model>_weights_config.json", in older files
 * "<model>_model_param_config.json". */
static void find_lists(struct pt2 *p)
{
	str folder = arena_format(p->env->temp, "%.*sdata/", STR_ARG(p->archive->root));

	for (uint32_t i = 0; i < zip_file_count(p->zip); i++) {
		str name = zip_file_entry(p->zip, i)->name;
		str file = str_from_at(name, str_rfind_byte(name, '/') + 1);

		if (!str_starts(name, folder) || !str_ends(name, S("_config.json")) ||
		        zip_file_find(p->zip, name) != i)
			continue;
		if (str_find(name, S("/aotinductor/")) < name.len)
			continue;
		*VEC_PUSH(p->env->temp, &p->lists) = (struct pt2_list){file, i};
	}
	if (p->out->programs.len > 1 && p->lists.len)
		qsort(p->lists.at, p->lists.len, sizeof *p->lists.at, by_file);
}

/* In a file of one program all lists are its own; else those that begin with its name, in the
 * order of the archive. */
static bool read_lists(struct pt2 *p, str model, struct payloads *all)
{
	str own = arena_format(p->env->temp, "%.*s_", STR_ARG(model));
	VEC(struct pt2_list) lists = {0};
	uint32_t from = 0, to = p->lists.len;

	if (p->out->programs.len < 2)
		own = STR_NONE;
	while (from < to) { /* the first that does not stand before `own` */
		uint32_t middle = from + (to - from) / 2;

		if (str_cmp(p->lists.at[middle].file, own) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	for (; from < p->lists.len && str_starts(p->lists.at[from].file, own); from++)
		*VEC_PUSH(p->env->temp, &lists) = p->lists.at[from];
	if (lists.len)
		qsort(lists.at, lists.len, sizeof *lists.at, by_entry);
	for (uint32_t i = 0; i < lists.len; i++)
		if (!read_payloads(p, all, lists.at[i].entry))
			return false;
	return true;
}

static void tie_weights(
        struct pt2 *p, const struct graph_program *program, const struct payloads *all)
{
	struct graph_file *out = p->out;
	const struct graph *g = &out->graphs.at[program->graph];

	for (uint32_t i = 0; i < g->n_inputs; i++) {
		struct graph_input *input = &out->inputs.at[g->first_input + i];
		const uint32_t *at = map_get(&all->by_name, graph_text(out, input->target));
		str file;

		if (!at || !input->target || input->role == INPUT_USER)
			continue;
		file = all->list.at[*at - 1].file;
		if (!map_get(&all->unshared, file))
			input->weight = intern_id(&out->names, file);
	}
}

bool pt2_read(struct env *env, str path, struct zip_file *zip, const struct archive *archive,
        struct graph_file *out)
{
	struct pt2 p = {.env = env, .path = path, .zip = zip, .archive = archive, .out = out};

	out->format = GRAPH_PT2;
	if (archive->kind == ARCHIVE_PT2_OLD)
		return read_old(&p);
	if (!read_programs(&p))
		return false;
	find_lists(&p);
	for (uint32_t i = 0; i < out->programs.len; i++) {
		struct payloads all = {.by_name = {.arena = env->temp},
		        .by_file = {.arena = env->temp},
		        .unshared = {.arena = env->temp}};

		if (!read_lists(&p, graph_text(out, out->programs.at[i].name), &all))
			return false;
		tie_weights(&p, &out->programs.at[i], &all);
	}
	return true;
}
