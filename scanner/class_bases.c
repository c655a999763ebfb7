/* Bases are looked for once, then what is known of classes goes up and down between them until
 * nothing changes. */
#include "scanner/class_bases.h"

#include "scanner/used_words.h"

enum {
	ROUNDS_MOST = 64,
	LOOKS_MOST = 1 << 18, /* at classes of the name of a base */
	PARTS_MOST = 16,      /* of the name of a module */
};

enum base_kind {
	BASE_PLAIN,    /* of PyTorch or Python, asks for no methods but hooks */
	BASE_CALLS,    /* likewise, but may call its heirs' methods */
	BASE_DIFFUSES, /* of diffusers, likewise */
	BASE_UNKNOWN,
};

/* Classes of diffusers, which finds by name what it has itself, and nothing of a project. */
static bool is_of_diffusers(str base)
{
	static const char *const known[] = {
	        "DiffusionPipeline", "ModelMixin", "ConfigMixin", "SchedulerMixin", NULL};

	return str_is_one_of(base, known) ||
	       (str_starts(base, S("StableDiffusion")) && str_ends(base, S("Pipeline")));
}

static enum base_kind kind_of(str base)
{
	static const char *const plain[] = {"object", "Dataset", "IterableDataset", "Function",
	        "autograd.Function", "data.Dataset", "ABC", "abc.ABC", "nn.Module",
	        "torch.nn.Module", NULL};

	if (!base.len || str_is_one_of(base, plain))
		return BASE_PLAIN;
	if (is_of_diffusers(base))
		return BASE_DIFFUSES;
	/* Module of whatever it may be, among others */
	return str_eq(base, S("Module")) || str_starts(base, S("nn.")) ||
	                       str_starts(base, S("torch."))
	               ? BASE_CALLS
	               : BASE_UNKNOWN;
}

bool class_takes_base(struct definition *d, str base)
{
	enum base_kind kind = kind_of(base);

	d->hooked |= kind != BASE_PLAIN;
	d->diffuses |= kind == BASE_DIFFUSES;
	d->plain &= kind != BASE_UNKNOWN;
	return kind == BASE_UNKNOWN || kind == BASE_CALLS;
}

/* ------------------------------------------------------------------ which class a base is */

/* A folder of the path, or the file without its suffix, is called so. */
static bool path_has_part(str path, str part)
{
	str each;

	while (str_cut(&path, '/', &each))
		if (str_eq(each, part) ||
		        (!path.len && str_eq(str_slice(each, 0, str_find_byte(each, '.')), part)))
			return true;
	return false;
}

/* All parts of a module's name are of the path. */
static bool lies_in(str path, str module)
{
	str part;

	for (uint32_t n = 0; str_cut(&module, '.', &part); n++)
		if (n == PARTS_MOST || (part.len && !path_has_part(path, part)))
			return false;
	return true;
}

struct class_edge {
	uint32_t heir, base; /* definitions */
};

struct settling {
	struct used_words *words;
	const str *paths;
	uint32_t *first, *next; /* by name, by definition: classes of a name, + 1 */
	VEC(struct class_edge) edges;
	uint64_t looks;
};

static void add_edge(struct settling *s, uint32_t heir, uint32_t base)
{
	struct definition *list = s->words->definitions.at;

	list[heir].related = list[base].related = true;
	*VEC_PUSH(s->words->arena, &s->edges) = (struct class_edge){heir, base};
}

static void find_base(struct settling *s, const struct class_head *head)
{
	const struct definition *list = s->words->definitions.at;
	bool found = head->same;

	if (head->same)
		add_edge(s, head->definition, head->same - 1);
	for (uint32_t d = head->from.len ? s->first[head->base] : 0; d && !head->same;
	        d = s->next[d - 1]) {
		if (++s->looks > LOOKS_MOST)
			break;
		if (d - 1 != head->definition && lies_in(s->paths[list[d - 1].file], head->from)) {
			add_edge(s, head->definition, d - 1);
			found = true;
		}
	}
	if (!found || s->looks > LOOKS_MOST)
		s->words->inherited[head->base] |=
		        class_takes_base(&s->words->definitions.at[head->definition], head->text);
}

/* ------------------------------------------------------------------ up and down */

static bool pass_on(struct settling *s)
{
	struct definition *list = s->words->definitions.at;
	bool changed = false;

	for (uint32_t i = 0; i < s->edges.len; i++) {
		struct definition *heir = &list[s->edges.at[i].heir],
		                  *base = &list[s->edges.at[i].base], was[2] = {*heir, *base};

		heir->hooked |= base->hooked;
		heir->plain &= base->plain && !base->registers;
		base->called |= heir->called || heir->hooked || !heir->plain;
		changed |= heir->hooked != was[0].hooked || heir->plain != was[0].plain ||
		           base->called != was[1].called;
	}
	return changed;
}

void class_bases_settle(struct used_words *words, const str *paths)
{
	struct settling s = {.words = words,
	        .paths = paths,
	        .first = ARENA_ARRAY(words->arena, uint32_t, (size_t)words->sought->names.len + 1),
	        .next = ARENA_ARRAY(words->arena, uint32_t, (size_t)words->definitions.len + 1)};
	struct class_bases *bases = &words->bases;
	uint32_t rounds = 0;

	for (uint32_t i = 0; i < words->definitions.len; i++) {
		const struct definition *d = &words->definitions.at[i];

		if (!d->class_)
			continue;
		s.next[i] = s.first[d->name];
		s.first[d->name] = i + 1;
	}
	for (uint32_t i = 0; i < bases->aliases.len; i++)
		words->inherited[bases->aliases.at[i].name] |=
		        map_get(&bases->words, bases->aliases.at[i].alias) != NULL;
	for (uint32_t i = 0; i < bases->heads.len; i++)
		find_base(&s, &bases->heads.at[i]);
	while (pass_on(&s) && ++rounds < ROUNDS_MOST) {}
	bases->broken |= rounds == ROUNDS_MOST || s.looks > LOOKS_MOST;
}
