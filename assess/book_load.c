/* YAML of machines, prices and defaults to rows of cells.
 *
 * Invariant: a row is twice as many words as its table has columns: a text takes its offset in the
 * pool and 0, a number the two halves of its double. The schema is docs/cost.md; every key is
 * checked, a misspelt word is reported with the nearest right one. `sources:` names a source once;
 * a row's `source` that is such a name becomes its text, any other stays as it is. */
#include "assess/book_load.h"

#include "assess/quantity.h"
#include "base/text.h"

#include <string.h>

enum column_kind { COLUMN_TEXT, COLUMN_NUMBER, COLUMN_DATE, COLUMN_WORD, COLUMN_WORDS };

struct column {
	const char *key;
	enum column_kind kind;
	bool must;
	const char *const *words; /* of a COLUMN_WORD */
	const char *instead;      /* a word that may stand for the number … */
	double instead_value;     /* … and what it means */
	double most;              /* of a number; 0: 1e12 */
};

static const char *const purchases[] = {"on-demand", "spot", "committed-1y", "committed-3y",
        "capacity-block", "flex-start", "calendar-reservation", NULL};
static const char *const evidences[] = {"measured", "compiled", "lowered", "dispatch", "documented",
        "derived", "community", "assumed", NULL};
static const char *const origins[] = {"sourced", "assumed", "definition", NULL};
static const char *const storage_units[] = {"per GB-month", "per 1,000 requests", "per GB", NULL};
static const char *const part_units[] = {"h", "GiBy.h", "GiBy.mo", NULL};
static const char *const no_hours[] = {"none", NULL};

static const struct column machine_columns[] = {
        [MACHINE_NAME] = {.key = "name", .kind = COLUMN_TEXT, .must = true},
        [MACHINE_PROVIDER] = {.key = "provider", .kind = COLUMN_TEXT, .must = true},
        [MACHINE_ROLE] = {.key = "role", .kind = COLUMN_TEXT},
        [MACHINE_ACCELERATOR] = {.key = "accelerator", .kind = COLUMN_TEXT},
        [MACHINE_CHIPS] = {.key = "chips", .kind = COLUMN_NUMBER},
        [MACHINE_DEVICES] = {.key = "devices", .kind = COLUMN_NUMBER},
        [MACHINE_MEMORY] = {.key = "memory_gib", .kind = COLUMN_NUMBER},
        [MACHINE_HBM] = {.key = "hbm_tbps", .kind = COLUMN_NUMBER},
        [MACHINE_BF16] = {.key = "bf16_tflops", .kind = COLUMN_NUMBER},
        [MACHINE_FP8] = {.key = "fp8_tflops", .kind = COLUMN_NUMBER, .instead = "none"},
        [MACHINE_NETWORK] = {.key = "network_gbps", .kind = COLUMN_NUMBER},
        [MACHINE_ON_DEMAND] = {.key = "on_demand_usd_per_hour",
                .kind = COLUMN_NUMBER,
                .instead = "not priced",
                .instead_value = NAN},
        [MACHINE_REGION] = {.key = "on_demand_region", .kind = COLUMN_TEXT},
        [MACHINE_DATE] = {.key = "date", .kind = COLUMN_DATE},
        [MACHINE_SOURCE] = {.key = "source", .kind = COLUMN_TEXT},
        [MACHINE_NOTE] = {.key = "note", .kind = COLUMN_TEXT},
};

static const struct column price_columns[] = {
        [PRICE_PROVIDER] = {.key = "provider", .kind = COLUMN_TEXT},
        [PRICE_INSTANCE] = {.key = "instance", .kind = COLUMN_TEXT, .must = true},
        [PRICE_REGION] = {.key = "region", .kind = COLUMN_TEXT, .must = true},
        [PRICE_PURCHASE] = {.key = "purchase",
                .kind = COLUMN_WORD,
                .must = true,
                .words = purchases},
        [PRICE_USD] = {.key = "usd_per_hour",
                .kind = COLUMN_NUMBER,
                .must = true,
                .instead = "not priced",
                .instead_value = NAN,
                .most = 1e6},
        [PRICE_CURRENCY] = {.key = "currency", .kind = COLUMN_TEXT},
        [PRICE_DATE] = {.key = "date", .kind = COLUMN_DATE, .must = true},
        [PRICE_EVIDENCE] = {.key = "evidence",
                .kind = COLUMN_WORD,
                .must = false,
                .words = evidences},
        [PRICE_SOURCE] = {.key = "source", .kind = COLUMN_TEXT, .must = true},
        [PRICE_NOTE] = {.key = "note", .kind = COLUMN_TEXT},
};

static const struct column storage_columns[] = {
        [STORAGE_PROVIDER] = {.key = "provider", .kind = COLUMN_TEXT},
        [STORAGE_ITEM] = {.key = "item", .kind = COLUMN_TEXT, .must = true},
        [STORAGE_UNIT] = {.key = "unit", .kind = COLUMN_WORD, .must = true, .words = storage_units},
        [STORAGE_USD] = {.key = "usd",
                .kind = COLUMN_NUMBER,
                .must = true,
                .instead = "not priced",
                .instead_value = NAN,
                .most = 1e6},
        [STORAGE_DATE] = {.key = "date", .kind = COLUMN_DATE, .must = true},
        [STORAGE_SOURCE] = {.key = "source", .kind = COLUMN_TEXT, .must = true},
};

static const struct column class_columns[] = {
        [CLASS_NAME] = {.key = "name", .kind = COLUMN_TEXT, .must = true},
        [CLASS_WORDS] = {.key = "words", .kind = COLUMN_WORDS},
        [CLASS_LOW] = {.key = "low", .kind = COLUMN_NUMBER, .most = 1e5},
        [CLASS_LIKELY] = {.key = "likely", .kind = COLUMN_NUMBER, .most = 1e5},
        [CLASS_HIGH] = {.key = "high", .kind = COLUMN_NUMBER, .most = 1e5},
        [CLASS_HOURS] = {.key = "hours", .kind = COLUMN_WORD, .must = false, .words = no_hours},
        [CLASS_ORIGIN] = {.key = "origin", .kind = COLUMN_WORD, .must = false, .words = origins},
        [CLASS_TEXT] = {.key = "text", .kind = COLUMN_TEXT},
        [CLASS_SOURCE] = {.key = "source", .kind = COLUMN_TEXT},
};

static const struct column setting_columns[] = {
        [SETTING_KEY] = {.key = "key", .kind = COLUMN_TEXT, .must = true},
        [SETTING_UNIT] = {.key = "unit", .kind = COLUMN_TEXT, .must = true},
        [SETTING_VALUE] = {.key = "value", .kind = COLUMN_NUMBER},
        [SETTING_LOW] = {.key = "low", .kind = COLUMN_NUMBER},
        [SETTING_LIKELY] = {.key = "likely", .kind = COLUMN_NUMBER},
        [SETTING_HIGH] = {.key = "high", .kind = COLUMN_NUMBER},
        [SETTING_ORIGIN] = {.key = "origin", .kind = COLUMN_WORD, .must = true, .words = origins},
        [SETTING_TEXT] = {.key = "text", .kind = COLUMN_TEXT, .must = true},
        [SETTING_SOURCE] = {.key = "source", .kind = COLUMN_TEXT},
};

static const struct column discount_columns[] = {
        [DISCOUNT_PROVIDER] = {.key = "provider", .kind = COLUMN_TEXT},
        [DISCOUNT_INSTANCE] = {.key = "instance", .kind = COLUMN_TEXT},
        [DISCOUNT_REGION] = {.key = "region", .kind = COLUMN_TEXT},
        [DISCOUNT_PURCHASE] = {.key = "purchase",
                .kind = COLUMN_WORD,
                .must = false,
                .words = purchases},
        [DISCOUNT_PERCENT] = {.key = "percent", .kind = COLUMN_NUMBER, .must = true, .most = 100},
        [DISCOUNT_DATE] = {.key = "date", .kind = COLUMN_DATE, .must = true},
        [DISCOUNT_SOURCE] = {.key = "source", .kind = COLUMN_TEXT, .must = true},
};

static const struct column commitment_columns[] = {
        [COMMITMENT_INSTANCE] = {.key = "instance", .kind = COLUMN_TEXT, .must = true},
        [COMMITMENT_PURCHASE] = {.key = "purchase",
                .kind = COLUMN_WORD,
                .must = false,
                .words = purchases},
        [COMMITMENT_USD_MONTH] = {.key = "usd_month", .kind = COLUMN_NUMBER, .must = true},
        [COMMITMENT_UNTIL] = {.key = "until", .kind = COLUMN_DATE, .must = true},
        [COMMITMENT_DATE] = {.key = "date", .kind = COLUMN_DATE, .must = true},
        [COMMITMENT_SOURCE] = {.key = "source", .kind = COLUMN_TEXT, .must = true},
};

static const struct column part_columns[] = {
        [PART_MACHINE] = {.key = "machine", .kind = COLUMN_TEXT, .must = true},
        [PART_NAME] = {.key = "part", .kind = COLUMN_TEXT, .must = true},
        [PART_MATCH] = {.key = "match", .kind = COLUMN_TEXT, .must = true},
        [PART_QUANTITY] = {.key = "quantity", .kind = COLUMN_NUMBER, .must = true, .most = 1e6},
        [PART_UNIT] = {.key = "unit", .kind = COLUMN_WORD, .must = true, .words = part_units},
        [PART_SOURCE] = {.key = "source", .kind = COLUMN_TEXT},
};

#define TABLE(name, columns)                                                                       \
	{                                                                                          \
		name, columns, sizeof(columns) / sizeof *(columns)                                 \
	}
static const struct table {
	const char *name;
	const struct column *columns;
	uint32_t count;
} tables[BOOK_TABLES] = {
        [BOOK_MACHINES] = TABLE("machines", machine_columns),
        [BOOK_PRICES] = TABLE("prices", price_columns),
        [BOOK_STORAGE] = TABLE("storage", storage_columns),
        [BOOK_CLASSES] = TABLE("classes", class_columns),
        [BOOK_SETTINGS] = TABLE("settings", setting_columns),
        [BOOK_DISCOUNTS] = TABLE("discounts", discount_columns),
        [BOOK_COMMITMENTS] = TABLE("commitments", commitment_columns),
        [BOOK_PARTS] = TABLE("parts", part_columns),
};

enum { COLUMNS_MOST = 32 };

struct source {
	str id, text;
};

struct book_loader {
	struct env *env;
	struct blob_builder b;
	bool bundled;
	struct {
		VEC(struct source) list;
	} sources; /* of the file being read */
};

/* What a cell becomes before it is put into the blob. */
struct cell {
	str text;
	double number;
	bool given;
};

uint32_t book_rows(struct blob blob, enum book_table table)
{
	uint32_t words;

	blob_section(blob, (uint32_t)table, &words);
	return words / (2 * tables[table].count);
}

static const uint32_t *cell_at(
        struct blob blob, enum book_table table, uint32_t row, uint32_t column)
{
	uint32_t words;

	return blob_section(blob, (uint32_t)table, &words) +
	       ((size_t)row * tables[table].count + column) * 2;
}

str book_text(struct blob blob, enum book_table table, uint32_t row, uint32_t column)
{
	return blob_text(blob, *cell_at(blob, table, row, column));
}

double book_number(struct blob blob, enum book_table table, uint32_t row, uint32_t column)
{
	double value;

	memcpy(&value, cell_at(blob, table, row, column), sizeof value);
	return value;
}

struct book_loader *book_loader_new(struct env *env, bool bundled)
{
	struct book_loader *l = ARENA_NEW(env->keep, struct book_loader);

	*l = (struct book_loader){.env = env, .bundled = bundled};
	blob_builder_init(&l->b, env->keep);
	return l;
}

static bool unknown_word(
        struct env *env, const struct yaml *node, const char *what, const char *const *words)
{
	str list[32], nearest;
	struct buf all = {0};
	uint32_t n = 0;

	for (; n < 32 && words[n]; n++) {
		list[n] = str_from(words[n]);
		buf_format(&all, "%s%s", n ? ", " : "", words[n]);
	}
	nearest = text_nearest(node->text, list, n);
	diag_error(env->diags, node->place, "unknown %s '%.*s'; expected one of %.*s%s%.*s%s", what,
	        STR_ARG(node->text), STR_ARG(buf_str(&all)), nearest.len ? "; did you mean '" : "",
	        STR_ARG(nearest), nearest.len ? "'?" : "");
	buf_free(&all);
	return false;
}

static bool read_number(
        struct env *env, const struct yaml *node, const struct column *c, double *out)
{
	const char *why;

	if (c->instead && str_eq(node->text, str_from(c->instead))) {
		*out = c->instead_value;
		return true;
	}
	why = quantity_parse(node->text, QUANTITY_NUMBER, out);
	if (!why && *out > (c->most > 0 ? c->most : 1e12))
		why = "is too large to be meant";
	if (!why)
		return true;
	return diag_error(env->diags, node->place, "%s '%.*s' %s; expected a number%s%s%s", c->key,
	        STR_ARG(node->text), why, c->instead ? " or '" : "", c->instead ? c->instead : "",
	        c->instead ? "'" : "");
}

static bool read_words(struct env *env, const struct yaml *node, str *out)
{
	*out = STR_NONE;
	if (!yaml_want(env, node, YAML_LIST, "words"))
		return false;
	for (const struct yaml *w = node->child; w; w = w->next) {
		if (!yaml_want(env, w, YAML_SCALAR, "a word"))
			return false;
		*out = out->len ? arena_format(
		                          env->temp, "%.*s %.*s", STR_ARG(*out), STR_ARG(w->text))
		                : w->text;
	}
	return true;
}

static bool read_cell(
        struct env *env, const struct yaml *node, const struct column *c, struct cell *out)
{
	int32_t days;
	uint32_t i = 0;

	*out = (struct cell){.number = NAN, .given = node != NULL};
	if (!node)
		return true;
	if (c->kind == COLUMN_WORDS)
		return read_words(env, node, &out->text);
	if (!yaml_want(env, node, YAML_SCALAR, c->key))
		return false;
	out->text = node->text;
	if (c->kind == COLUMN_NUMBER)
		return read_number(env, node, c, &out->number);
	if (c->kind == COLUMN_DATE && !date_parse(node->text, &days))
		return diag_error(env->diags, node->place,
		        "'%.*s' is no date; expected YYYY-MM-DD, YYYY-MM or YYYY",
		        STR_ARG(node->text));
	if (c->kind != COLUMN_WORD)
		return true;
	while (c->words[i] && !str_eq(node->text, str_from(c->words[i])))
		i++;
	return c->words[i] || unknown_word(env, node, c->key, c->words);
}

/* What no single cell can tell. */
static bool check_row(struct book_loader *l, const struct yaml *node, enum book_table table,
        const struct cell *cells)
{
	str currency = table == BOOK_PRICES ? cells[PRICE_CURRENCY].text : STR_NONE;
	bool research = table == BOOK_CLASSES && cells[CLASS_HOURS].given;
	double a = cells[CLASS_LOW].number, m = cells[CLASS_LIKELY].number,
	       b = cells[CLASS_HIGH].number;

	if (currency.len && !str_eq(currency, S("USD")))
		return diag_error(l->env->diags, node->place,
		        "price in %.*s; all money is USD and nothing is converted",
		        STR_ARG(currency));
	if (table == BOOK_CLASSES && !research && !(a <= m && m <= b && b > 0))
		return diag_error(l->env->diags, node->place,
		        "a class of effort has low, likely and high hours in rising order");
	return true;
}

static uint32_t put_text(struct book_loader *l, const char *key, str text)
{
	if (str_eq(str_from(key), S("source")))
		for (uint32_t i = 0; i < l->sources.list.len; i++)
			if (str_eq(l->sources.list.at[i].id, text))
				return blob_put_text(&l->b, l->sources.list.at[i].text);
	return blob_put_text(&l->b, text);
}

static void put_row(struct book_loader *l, enum book_table table, const struct cell *cells)
{
	for (uint32_t i = 0; i < tables[table].count; i++) {
		const struct column *c = &tables[table].columns[i];
		uint32_t halves[2] = {0, 0};

		if (c->kind == COLUMN_NUMBER)
			memcpy(halves, &cells[i].number, sizeof halves);
		else
			halves[0] = put_text(l, c->key, cells[i].text);
		blob_put(&l->b, (uint32_t)table, halves[0]);
		blob_put(&l->b, (uint32_t)table, halves[1]);
	}
}

static bool read_row(struct book_loader *l, const struct yaml *node, enum book_table table)
{
	const struct table *t = &tables[table];
	const char *keys[COLUMNS_MOST + 1] = {0};
	struct cell cells[COLUMNS_MOST] = {{.number = 0}};
	bool ok;

	for (uint32_t i = 0; i < t->count; i++)
		keys[i] = t->columns[i].key;
	ok = yaml_want(l->env, node, YAML_MAP, t->name) && yaml_check_keys(l->env, node, keys);
	for (uint32_t i = 0; ok && i < t->count; i++) {
		const struct column *c = &t->columns[i];
		const struct yaml *value = yaml_get(node, c->key);

		if (!value && c->must && !(l->bundled && c->kind == COLUMN_DATE))
			ok = diag_error(l->env->diags, node->place,
			        "'%s' is missing: a row of %s needs it", c->key, t->name);
		else
			ok = read_cell(l->env, value, c, &cells[i]);
	}
	if (!ok || !check_row(l, node, table, cells))
		return false;
	put_row(l, table, cells);
	return true;
}

static bool read_sources(struct book_loader *l, const struct yaml *list)
{
	static const char *const keys[] = {"id", "text", NULL};

	l->sources.list.len = 0;
	if (!list)
		return true;
	if (!yaml_want(l->env, list, YAML_LIST, "sources"))
		return false;
	for (const struct yaml *node = list->child; node; node = node->next) {
		const struct yaml *id, *text;

		if (!yaml_want(l->env, node, YAML_MAP, "a source") ||
		        !yaml_check_keys(l->env, node, keys))
			return false;
		id = yaml_get(node, "id");
		text = yaml_get(node, "text");
		if (!id || !text || id->kind != YAML_SCALAR || text->kind != YAML_SCALAR)
			return diag_error(
			        l->env->diags, node->place, "a source has an id and a text");
		*VEC_PUSH(l->env->keep, &l->sources.list) = (struct source){id->text, text->text};
	}
	return true;
}

bool book_loader_read(struct book_loader *l, str path, str text)
{
	const char *keys[BOOK_TABLES + 2] = {0};
	struct yaml *root = NULL;
	bool ok = true;

	if (!yaml_read(l->env, l->env->keep, path, text, &root))
		return false;
	if (!root)
		return diag_error(l->env->diags, (struct place){.path = path},
		        "holds no prices; expected 'prices:', 'storage:', 'discounts:' or "
		        "'machines:'");
	for (uint32_t t = 0; t < BOOK_TABLES; t++)
		keys[t] = tables[t].name;
	keys[BOOK_TABLES] = "sources";
	if (!yaml_want(l->env, root, YAML_MAP, "a price book") ||
	        !yaml_check_keys(l->env, root, keys) || !read_sources(l, yaml_get(root, "sources")))
		return false;
	for (uint32_t t = 0; t < BOOK_TABLES; t++) {
		const struct yaml *list = yaml_get(root, tables[t].name);

		if (!list)
			continue;
		if (!l->bundled && (t == BOOK_SETTINGS || t == BOOK_CLASSES))
			return diag_error(l->env->diags, list->key_place,
			        "'%s' belongs into portfit.yaml under 'effort:' or 'cost:'",
			        tables[t].name);
		ok &= yaml_want(l->env, list, YAML_LIST, tables[t].name);
		for (const struct yaml *row = list->kind == YAML_LIST ? list->child : NULL; row;
		        row = row->next)
			ok &= read_row(l, row, (enum book_table)t);
	}
	return ok;
}

str book_loader_finish(struct book_loader *l)
{
	return blob_finish(&l->b);
}
