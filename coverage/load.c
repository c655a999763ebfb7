/* YAML of facts to rows. One pass over the tree of each file; the rows of facts are
 * collected with their text and sorted at the end, since files may name operators in any order.
 *
 * The schema is documented in docs/coverage-schema.md. Every key is checked; a misspelt word is
 * reported with the nearest right one. */
#include "coverage/facts.h"

#include "base/text.h"
#include "base/yaml.h"
#include "pytorch/dtype.h"

#include <stdlib.h>

struct pending {
	str op, target, overload;
	struct fact_row row;
	struct place place;
};

struct mention {
	str id;
	struct place place;
};

struct facts_loader {
	struct env *env;
	struct blob_builder b;
	const struct blob *known;
	uint32_t n_known;
	VEC(struct pending) facts;
	VEC(struct mention) sources, targets; /* named somewhere: must exist in the end */
	str target;                           /* of the file being read */
};

struct facts_loader *facts_loader_new(struct env *env, const struct blob *known, uint32_t n_known)
{
	struct facts_loader *l = ARENA_NEW(env->keep, struct facts_loader);

	*l = (struct facts_loader){.env = env, .known = known, .n_known = n_known};
	blob_builder_init(&l->b, env->keep);
	return l;
}

static bool unknown_word(struct facts_loader *l, const struct yaml *node, const char *what,
        const str *words, uint32_t count)
{
	str nearest = text_nearest(node->text, words, count);

	return diag_error(l->env->diags, node->place, "unknown %s '%.*s'%s%.*s%s", what,
	        STR_ARG(node->text), nearest.len ? "; did you mean '" : "", STR_ARG(nearest),
	        nearest.len ? "'?" : "");
}

static bool missing(struct facts_loader *l, const struct yaml *map, const char *key)
{
	return diag_error(l->env->diags, map->place, "'%s' is missing", key);
}

/* Text of a key; absent is the empty text unless `must`. */
static bool take_text(
        struct facts_loader *l, const struct yaml *map, const char *key, bool must, uint32_t *out)
{
	const struct yaml *node = yaml_get(map, key);

	*out = 0;
	if (!node)
		return !must || missing(l, map, key);
	if (!yaml_want(l->env, node, YAML_SCALAR, key))
		return false;
	*out = blob_put_text(&l->b, node->text);
	return true;
}

static bool take_verdict(
        struct facts_loader *l, const struct yaml *map, const char *key, uint32_t *bits)
{
	const struct yaml *node = yaml_get(map, key);
	enum verdict verdict;
	uint32_t count;
	const str *words = verdict_words(&count);

	if (!node)
		return missing(l, map, key);
	if (!verdict_from(node->text, &verdict))
		return unknown_word(l, node, "verdict", words, count);
	*bits |= (uint32_t)verdict << 4;
	return true;
}

static bool take_evidence(struct facts_loader *l, const struct yaml *map, uint32_t *bits)
{
	const struct yaml *node = yaml_get(map, "evidence");
	enum evidence evidence;
	uint32_t count;
	const str *words = evidence_words(&count);

	if (!node)
		return missing(l, map, "evidence");
	if (!evidence_from(node->text, &evidence))
		return unknown_word(l, node, "evidence", words, count);
	*bits |= (uint32_t)evidence << 8;
	return true;
}

/* An ISO date; a year, a month, or a date with words behind it ("2026-08-21 or later") is taken
 * too. */
static bool take_date(struct facts_loader *l, const struct yaml *map, uint32_t *out)
{
	const struct yaml *node = yaml_get(map, "date");
	int32_t days;
	str head, rest;

	if (!take_text(l, map, "date", false, out) || !node)
		return !node;
	str_split(node->text, ' ', &head, &rest);
	if (node->text.len && !date_parse(head, &days))
		return diag_error(l->env->diags, node->place,
		        "'%.*s' is no date; expected YYYY-MM-DD, YYYY-MM or YYYY",
		        STR_ARG(node->text));
	return true;
}

/* `source:` one id or a list of ids. */
static bool take_sources(
        struct facts_loader *l, const struct yaml *map, bool must, uint32_t *first, uint32_t *count)
{
	const struct yaml *node = yaml_get(map, "source");

	*first = blob_count(&l->b, FACT_SOURCE_LISTS);
	*count = 0;
	if (!node)
		return !must || missing(l, map, "source");
	for (const struct yaml *id = node->kind == YAML_LIST ? node->child : node; id;
	        id = node->kind == YAML_LIST ? id->next : NULL) {
		if (!yaml_want(l->env, id, YAML_SCALAR, "source"))
			return false;
		blob_put(&l->b, FACT_SOURCE_LISTS, blob_put_text(&l->b, id->text));
		*VEC_PUSH(l->env->keep, &l->sources) = (struct mention){id->text, id->place};
		++*count;
	}
	return true;
}

static void put_value(struct facts_loader *l, const struct yaml *node)
{
	blob_put(&l->b, FACT_VALUES, blob_put_text(&l->b, node->text));
	blob_put(&l->b, FACT_VALUES, node->quoted);
}

static uint32_t values_from(struct facts_loader *l, const struct yaml *node, uint32_t *first)
{
	uint32_t count = 0;

	*first = blob_count(&l->b, FACT_VALUES) / 2;
	for (const struct yaml *v = node->kind == YAML_LIST ? node->child : node; v;
	        v = node->kind == YAML_LIST ? v->next : NULL, count++)
		put_value(l, v);
	return count;
}

static void put_condition(struct facts_loader *l, struct fact_condition_row row)
{
	blob_put(&l->b, FACT_CONDITIONS, row.bits);
	blob_put(&l->b, FACT_CONDITIONS, row.name);
	blob_put(&l->b, FACT_CONDITIONS, row.first_value);
	blob_put(&l->b, FACT_CONDITIONS, row.n_values);
}

static bool check_dtypes(struct facts_loader *l, const struct yaml *node)
{
	static const str words[] = {
#define X(name, word, torch, bytes, class, export, c10) {word, sizeof(word) - 1},
	        DTYPE_LIST(X)
#undef X
	                {"mixed", 5}};
	uint32_t count = sizeof words / sizeof *words;

	for (const struct yaml *v = node->kind == YAML_LIST ? node->child : node; v;
	        v = node->kind == YAML_LIST ? v->next : NULL) {
		uint32_t i = 0;

		while (i < count && !str_eq(words[i], v->text))
			i++;
		if (i == count)
			return unknown_word(l, v, "dtype", words, count);
	}
	return true;
}

/* {arg: alpha, is_not: 1} */
static bool read_predicate(struct facts_loader *l, const struct yaml *node)
{
	static const char *const keys[] = {"arg", "is", "is_not", "in", "not_in", "given", "any_gt",
	        "any_lt", "all_equal", "arg_dtype", NULL};
	const struct yaml *arg = yaml_get(node, "arg");
	bool some = false;

	if (!yaml_want(l->env, node, YAML_MAP, "args") || !yaml_check_keys(l->env, node, keys))
		return false;
	if (!arg)
		return missing(l, node, "arg");
	for (uint32_t i = 1; keys[i]; i++) {
		const struct yaml *value = yaml_get(node, keys[i]);
		struct fact_condition_row row = {.bits = CONDITION_ARG | (i - 1) << 4,
		        .name = blob_put_text(&l->b, arg->text)};

		if (!value)
			continue;
		if (i - 1 == PREDICATE_ARG_DTYPE && !check_dtypes(l, value))
			return false;
		row.n_values = values_from(l, value, &row.first_value);
		put_condition(l, row);
		some = true;
	}
	return some || missing(l, node, "is");
}

static bool read_word_condition(
        struct facts_loader *l, const struct yaml *node, enum condition_kind kind, const str *words)
{
	struct fact_condition_row row = {.bits = (uint32_t)kind};
	uint32_t count = 0;
	bool found = !words;

	while (words && words[count].len)
		found |= str_eq(words[count++], node->text);
	if (!found)
		return unknown_word(l, node, "condition", words, count);
	row.n_values = values_from(l, node, &row.first_value);
	put_condition(l, row);
	return true;
}

static bool read_rank(struct facts_loader *l, const struct yaml *node)
{
	static const char *const keys[] = {"min", "max", NULL};
	struct fact_condition_row row = {.bits = CONDITION_RANK, .n_values = 2};

	if (!yaml_want(l->env, node, YAML_MAP, "rank") || !yaml_check_keys(l->env, node, keys))
		return false;
	row.first_value = blob_count(&l->b, FACT_VALUES) / 2;
	for (uint32_t i = 0; i < 2; i++) {
		const struct yaml *bound = yaml_get(node, keys[i]);
		int64_t number;

		if (bound && !str_int(bound->text, &number))
			return diag_error(l->env->diags, bound->place, "a rank is a number");
		blob_put(&l->b, FACT_VALUES, blob_put_text(&l->b, bound ? bound->text : STR_NONE));
		blob_put(&l->b, FACT_VALUES, 0);
	}
	put_condition(l, row);
	return true;
}

static bool read_condition(struct facts_loader *l, const struct yaml *node)
{
	static const str layouts[] = {{"sparse", 6}, {"strided", 7}, {NULL, 0}};
	static const str shapes[] = {{"dynamic", 7}, {"zero_size", 9}, {"static", 6}, {NULL, 0}};
	static const str devices[] = {{"two devices", 11}, {"cpu scalar", 10}, {NULL, 0}};
	static const str variants[] = {{"out", 3}, {"inplace", 7}, {NULL, 0}};

	if (str_eq(node->key, S("args"))) {
		bool ok = yaml_want(l->env, node, YAML_LIST, "args");

		for (const struct yaml *p = ok ? node->child : NULL; p; p = p->next)
			ok &= read_predicate(l, p);
		return ok;
	}
	if (str_eq(node->key, S("dtype")))
		return check_dtypes(l, node) && read_word_condition(l, node, CONDITION_DTYPE, NULL);
	if (str_eq(node->key, S("out_dtype")))
		return check_dtypes(l, node) &&
		       read_word_condition(l, node, CONDITION_OUT_DTYPE, NULL);
	if (str_eq(node->key, S("rank")))
		return read_rank(l, node);
	if (str_eq(node->key, S("layout")))
		return read_word_condition(l, node, CONDITION_LAYOUT, layouts);
	if (str_eq(node->key, S("shape")))
		return read_word_condition(l, node, CONDITION_SHAPE, shapes);
	if (str_eq(node->key, S("device")))
		return read_word_condition(l, node, CONDITION_DEVICE, devices);
	if (str_eq(node->key, S("variant")))
		return read_word_condition(l, node, CONDITION_VARIANT, variants);
	return read_word_condition(l, node, CONDITION_FREE, NULL);
}

static bool read_case(struct facts_loader *l, const struct yaml *node, struct fact_case_row *row)
{
	static const char *const keys[] = {
	        "when", "verdict", "text", "evidence", "source", "date", NULL};
	static const char *const when_keys[] = {"dtype", "out_dtype", "args", "rank", "layout",
	        "shape", "device", "variant", "free", NULL};
	const struct yaml *when = yaml_get(node, "when");
	bool ok = yaml_want(l->env, node, YAML_MAP, "cases") && yaml_check_keys(l->env, node, keys);

	if (ok && !when)
		return missing(l, node, "when");
	if (!ok || !yaml_want(l->env, when, YAML_MAP, "when") ||
	        !yaml_check_keys(l->env, when, when_keys))
		return false;
	if (!when->child)
		return diag_error(l->env->diags, when->place, "'when' names no condition");
	row->first_condition = blob_count(&l->b, FACT_CONDITIONS) / 4;
	for (const struct yaml *c = when->child; c; c = c->next)
		ok &= read_condition(l, c);
	row->n_conditions = blob_count(&l->b, FACT_CONDITIONS) / 4 - row->first_condition;
	ok &= take_verdict(l, node, "verdict", &row->bits);
	ok &= take_evidence(l, node, &row->bits);
	ok &= take_text(l, node, "text", true, &row->text);
	ok &= take_date(l, node, &row->date);
	return take_sources(l, node, true, &row->first_source, &row->n_sources) && ok;
}

static bool read_cases(struct facts_loader *l, const struct yaml *list, struct fact_row *fact)
{
	VEC(struct fact_case_row) cases = {0};
	bool ok = true;

	if (!list)
		return true;
	if (!yaml_want(l->env, list, YAML_LIST, "cases"))
		return false;
	for (const struct yaml *c = list->child; c; c = c->next)
		ok &= read_case(l, c, VEC_PUSH(l->env->keep, &cases));
	fact->first_case = blob_count(&l->b, FACT_CASES) / 7;
	fact->n_cases = cases.len;
	for (uint32_t i = 0; i < cases.len; i++) {
		const uint32_t *words = (const uint32_t *)(const void *)&cases.at[i];

		for (uint32_t k = 0; k < 7; k++)
			blob_put(&l->b, FACT_CASES, words[k]);
	}
	return ok;
}

static bool read_override(struct facts_loader *l, const struct yaml *map, struct fact_row *row)
{
	const struct yaml *override = yaml_get(map, "override");

	if (!take_text(l, map, "reason", false, &row->reason) || !override)
		return !override;
	if (!str_eq(override->text, S("true")))
		return diag_error(l->env->diags, override->place, "'override' is true or left out");
	if (!row->reason)
		return diag_error(l->env->diags, override->place,
		        "'override: true' needs a 'reason', which every report shows");
	row->bits |= 1 << 12;
	return true;
}

static bool read_mode(struct facts_loader *l, const struct yaml *map, struct pending *fact)
{
	static const char *const keys[] = {"base", "evidence", "source", "date", "release", "note",
	        "signature", "override", "reason", "cases", NULL};
	struct fact_row *row = &fact->row;
	bool ok = yaml_want(l->env, map, YAML_MAP, "a mode") &&
	          yaml_check_keys(l->env, map, keys) && take_verdict(l, map, "base", &row->bits);

	if (!ok)
		return false;
	if (fact_verdict(row->bits) != VERDICT_UNKNOWN)
		ok = take_evidence(l, map, &row->bits);
	ok &= take_date(l, map, &row->date) & take_text(l, map, "release", false, &row->release) &
	      take_text(l, map, "note", false, &row->note) &
	      take_text(l, map, "signature", false, &row->signature);
	ok &= take_sources(l, map, fact_verdict(row->bits) != VERDICT_UNKNOWN, &row->first_source,
	        &row->n_sources);
	ok &= read_override(l, map, row);
	return read_cases(l, yaml_get(map, "cases"), row) && ok;
}

static bool read_fact(struct facts_loader *l, const struct yaml *node)
{
	static const char *const keys[] = {"op", "eager", "compile", NULL};
	const struct yaml *op = yaml_get(node, "op");
	size_t dots = 0, last;
	bool ok = true;

	if (!yaml_want(l->env, node, YAML_MAP, "a fact") || !yaml_check_keys(l->env, node, keys))
		return false;
	if (!op)
		return missing(l, node, "op");
	for (size_t i = 0; i < op->text.len; i++)
		dots += op->text.ptr[i] == '.';
	if (dots < 2)
		return diag_error(l->env->diags, op->place,
		        "'%.*s' names no overload; expected NAMESPACE.NAME.OVERLOAD, as in "
		        "aten.add.Tensor (* for all)",
		        STR_ARG(op->text));
	last = str_find_byte(op->text, '.') + 1;
	last += str_find_byte(str_from_at(op->text, last), '.');
	if (!yaml_get(node, "eager") && !yaml_get(node, "compile"))
		return missing(l, node, "eager");
	for (int mode = 0; mode < MODE_COUNT; mode++) {
		const struct yaml *map = yaml_get(node, mode ? "compile" : "eager");
		struct pending *fact;

		if (!map)
			continue;
		fact = VEC_PUSH(l->env->keep, &l->facts);
		*fact = (struct pending){.op = str_slice(op->text, 0, last),
		        .target = l->target,
		        .overload = str_from_at(op->text, last + 1),
		        .row = {.bits = (uint32_t)mode},
		        .place = op->place};
		ok &= read_mode(l, map, fact);
	}
	return ok;
}

/* Sections of remarks: which keys they have, and which are the name, the verdict and the detail. */
struct remark_section {
	const char *section, *name, *verdict, *detail;
	const char *keys[12];
	bool evidence, judged;
};

static const struct remark_section remark_sections[] = {
        {"own", "op", "verdict", "note",
                {"op", "verdict", "text", "evidence", "source", "date", "note", NULL}, true, true},
        {"dynamic", "op", "verdict", "mode",
                {"op", "mode", "verdict", "text", "evidence", "source", "date", NULL}, true, true},
        {"autocast", "op", "policy", NULL, {"op", "policy", "evidence", "source", "date", NULL},
                true, false},
        {"compiler", "name", "verdict", "dtypes",
                {"kind", "name", "verdict", "modes", "dtypes", "text", "source", "date", NULL},
                false, true},
        {"features", "feature", "status", "area",
                {"area", "feature", "status", "since", "text", "evidence", "source", "date", NULL},
                true, false},
        {"defaults", "applies_to", "outcome", "modes",
                {"modes", "applies_to", "outcome", "text", "evidence", "source", "date", NULL},
                true, false},
};

static bool read_remark(
        struct facts_loader *l, const struct yaml *node, const struct remark_section *s)
{
	struct fact_remark_row row = {.section = blob_put_text(&l->b, str_from(s->section)),
	        .target = blob_put_text(&l->b, l->target)};
	const struct yaml *detail = s->detail ? yaml_get(node, s->detail) : NULL;
	uint32_t bits = 0;
	bool ok = yaml_want(l->env, node, YAML_MAP, s->section) &&
	          yaml_check_keys(l->env, node, s->keys);

	if (!ok)
		return false;
	ok = take_text(l, node, s->name, true, &row.name) &
	     take_text(l, node, s->verdict, true, &row.verdict) &
	     take_text(l, node, "text", false, &row.text) &
	     take_text(l, node, "evidence", s->evidence, &row.evidence) &
	     take_text(l, node, "source", true, &row.source) & take_date(l, node, &row.date);
	if (s->evidence)
		ok &= take_evidence(l, node, &bits);
	if (s->judged)
		ok &= take_verdict(l, node, s->verdict, &bits);
	if (detail)
		row.detail = blob_put_text(&l->b, detail->kind == YAML_SCALAR ? detail->text
		                                  : detail->count == 1        ? detail->child->text
		                                                       : S("eager, compile"));
	for (uint32_t i = 0; ok && i < sizeof row / 4; i++)
		blob_put(&l->b, FACT_REMARKS, ((const uint32_t *)(const void *)&row)[i]);
	return ok;
}

static bool read_source(struct facts_loader *l, const struct yaml *node)
{
	static const char *const keys[] = {"id", "title", "link", "date", "release", "kinds", NULL};
	uint32_t words[6];
	const struct yaml *kinds = yaml_get(node, "kinds");
	bool ok = yaml_want(l->env, node, YAML_MAP, "a source") &&
	          yaml_check_keys(l->env, node, keys);

	for (uint32_t i = 0; ok && i < 5; i++)
		ok = take_text(l, node, keys[i], i < 2, &words[i]);
	if (!ok)
		return false;
	words[5] = blob_put_text(&l->b, kinds && kinds->child ? kinds->child->text : STR_NONE);
	for (uint32_t i = 0; i < 6; i++)
		blob_put(&l->b, FACT_SOURCES, words[i]);
	return true;
}

/* A target is data: the head of any file may describe it. */
static bool read_target(struct facts_loader *l, const struct yaml *root)
{
	static const char *const fields[] = {"device", "backend", "backend_version",
	        "process_group", "compile_backend", "missing_eager", "missing_compile",
	        "dynamic_shapes", "facts_date"};
	uint32_t words[10];
	bool ok = true;

	if (!yaml_get(root, "device"))
		return true;
	words[0] = blob_put_text(&l->b, l->target);
	for (uint32_t i = 0; i < 9; i++)
		ok &= take_text(l, root, fields[i], i < 1, &words[i + 1]);
	for (uint32_t i = 0; ok && i < 10; i++)
		blob_put(&l->b, FACT_TARGETS, words[i]);
	return ok;
}

static bool read_list(
        struct facts_loader *l, const struct yaml *list, const struct remark_section *s)
{
	bool ok = true;

	if (list->kind == YAML_SCALAR && !list->text.len)
		return true;
	if (!yaml_want(l->env, list, YAML_LIST, "a section"))
		return false;
	for (const struct yaml *node = list->child; node; node = node->next)
		ok &= s                                 ? read_remark(l, node, s)
		      : str_eq(list->key, S("sources")) ? read_source(l, node)
		                                        : read_fact(l, node);
	return ok;
}

bool facts_loader_read(struct facts_loader *l, str path, str text)
{
	static const char *const keys[] = {"target", "facts", "sources", "own", "dynamic",
	        "autocast", "compiler", "features", "defaults", "device", "backend",
	        "backend_version", "process_group", "compile_backend", "missing_eager",
	        "missing_compile", "dynamic_shapes", "facts_date", "environment", NULL};
	struct yaml *root = NULL;
	const struct yaml *target;
	bool ok = true;

	if (!yaml_read(l->env, l->env->keep, path, text, &root))
		return false;
	if (!root)
		return diag_error(l->env->diags, (struct place){.path = path},
		        "holds no facts; expected 'target:' and 'facts:'");
	if (!yaml_want(l->env, root, YAML_MAP, "a file of facts") ||
	        !yaml_check_keys(l->env, root, keys))
		return false;
	target = yaml_get(root, "target");
	l->target = target ? target->text : STR_NONE;
	if (!target && !(yaml_get(root, "sources") && root->count == 1))
		return missing(l, root, "target");
	if (target)
		*VEC_PUSH(l->env->keep, &l->targets) =
		        (struct mention){target->text, target->place};
	ok = read_target(l, root);
	for (const struct yaml *node = root->child; node; node = node->next) {
		const struct remark_section *section = NULL;

		for (size_t i = 0; i < sizeof remark_sections / sizeof *remark_sections; i++)
			if (str_eq(node->key, str_from(remark_sections[i].section)))
				section = &remark_sections[i];
		if (section || str_eq(node->key, S("facts")) || str_eq(node->key, S("sources")))
			ok &= read_list(l, node, section);
	}
	return ok;
}

static int by_name(const void *a, const void *b)
{
	const struct pending *x = a, *y = b;
	int c = str_cmp(x->op, y->op);

	if (!c)
		c = str_cmp(x->target, y->target);
	if (!c)
		c = str_cmp(x->overload, y->overload);
	if (!c)
		c = (int)fact_mode(&x->row) - (int)fact_mode(&y->row);
	if (!c)
		c = str_cmp(x->place.path, y->place.path);
	return c ? c : (x->place.line > y->place.line) - (x->place.line < y->place.line);
}

/* The first texts of a section, here and in what is known. */
static struct map known_ids(
        const struct facts_loader *l, struct blob own, enum fact_section section, uint32_t words)
{
	struct map out = {.arena = l->env->temp};

	for (uint32_t k = 0; k <= l->n_known; k++) {
		struct blob blob = k < l->n_known ? l->known[k] : own;
		uint32_t count;
		const uint32_t *rows = facts_rows(blob, section, words, &count);

		for (uint32_t i = 0; i < count; i++)
			map_at(&out, blob_text(blob, rows[(size_t)i * words]), NULL);
	}
	return out;
}

static bool check_mentions(struct facts_loader *l, struct blob own)
{
	struct map seen = {.arena = l->env->keep};
	struct map sources = known_ids(l, own, FACT_SOURCES, sizeof(struct fact_source_row) / 4);
	struct map targets = known_ids(l, own, FACT_TARGETS, sizeof(struct fact_target_row) / 4);
	bool ok = true, fresh;

	for (uint32_t i = 0; i < l->sources.len; i++) {
		const struct mention *m = &l->sources.at[i];

		*map_at(&seen, m->id, &fresh) = 1;
		if (fresh && !map_get(&sources, m->id))
			ok = diag_error(l->env->diags, m->place,
			        "source '%.*s' is not described; add it under 'sources:' (id, "
			        "title, link, date)",
			        STR_ARG(m->id));
	}
	for (uint32_t i = 0; i < l->targets.len; i++)
		if (!map_get(&targets, l->targets.at[i].id))
			ok = diag_error(l->env->diags, l->targets.at[i].place,
			        "target '%.*s' is not described; give its 'device:' (and backend, "
			        "process_group, …) in the same file",
			        STR_ARG(l->targets.at[i].id));
	return ok;
}

bool facts_loader_finish(struct facts_loader *l, str *bytes)
{
	if (l->facts.len)
		qsort(l->facts.at, l->facts.len, sizeof *l->facts.at, by_name);
	for (uint32_t i = 0; i < l->facts.len; i++) {
		struct pending *fact = &l->facts.at[i];

		fact->row.op = blob_put_text(&l->b, fact->op);
		fact->row.target = blob_put_text(&l->b, fact->target);
		fact->row.overload = blob_put_text(&l->b, fact->overload);
		for (uint32_t k = 0; k < sizeof fact->row / 4; k++)
			blob_put(
			        &l->b, FACT_FACTS, ((const uint32_t *)(const void *)&fact->row)[k]);
	}
	*bytes = blob_finish(&l->b);
	return check_mentions(l, blob_from(*bytes));
}

const uint32_t *facts_rows(
        struct blob blob, enum fact_section section, uint32_t words, uint32_t *count)
{
	const uint32_t *rows = blob_section(blob, (uint32_t)section, count);

	*count /= words;
	return rows;
}
