/* Rules against their own snippets: every `bad` is found where it says, every `good` is not, every
 * torch name exists.
 *
 * Each rule is tried alone, so that no other one can hide what it finds. */
#include "scanner/rules.h"

#include "base/bytes.h"
#include "base/file.h"
#include "base/text.h"
#include "pytorch/api.h"
#include "scanner/graph/reader.h"
#include "scanner/rule_match.h"
#include "scanner/text/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct testing {
	struct env env;
	const struct ruleset *rules;
	struct ruleset alone; /* the rules with all but one off */
	struct arena *found;  /* findings of the rule's snippets */
	bool *off;
	struct rules_report *report;
	uint32_t rule;
	bool failed;
};

__attribute__((format(printf, 3, 4))) static void fault(
        struct testing *t, enum rule_fault fault, const char *format, ...)
{
	const struct rule_row *row = &t->rules->rules[t->rule];
	struct rule_result *r = VEC_PUSH(t->env.keep, &t->report->faults);
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	*r = (struct rule_result){t->rule, fault, {ruleset_text(t->rules, row->path), row->line, 0},
	        arena_dup(t->env.keep, str_from(text))};
	t->failed = true;
}

static str snippet_name(struct testing *t, bool good)
{
	static const char *const names[] = {
#define X(id, word, file) file,
	        RULE_LANGUAGE_LIST(X)
#undef X
	};
	const struct rule_row *row = &t->rules->rules[t->rule];
	str name = ruleset_text(t->rules, row->file_name);

	if (good && row->good_name)
		return ruleset_text(t->rules, row->good_name);
	return name.len ? name : str_from(names[row->language]);
}

/* A copy with the bytes behind it that readers may look at. */
static str padded(struct arena *arena, str text)
{
	char *copy = arena_alloc(arena, text.len + BYTES_PAD + 1, 64);

	memcpy(copy, text.ptr, text.len);
	return (str){copy, text.len};
}

static bool apply_python(
        struct testing *t, struct rules_worker *worker, str name, str text, struct findings *out)
{
	struct python_source source = {
	        .path = name, .bytes = padded(t->env.temp, text), .padded = true};
	struct python_file file;
	struct rules_python in = {.file = &file, .bytes = source.bytes};

	if (!python_read(&t->env, &source, &file) || file.error.kind != PYTHON_OK) {
		fault(t, RULE_FAULT_SNIPPET, "the snippet is no Python: line %u: %s",
		        file.error.line, file.error.text ? file.error.text : "unreadable");
		return false;
	}
	return rules_apply_python(&t->env, worker, &in, out);
}

static bool apply_graph(
        struct testing *t, struct rules_worker *worker, str name, str text, struct findings *out)
{
	struct diags aside = {.arena = t->env.temp};
	struct env env = t->env;
	struct graph_file file;

	env.keep = env.temp;
	env.diags = &aside;
	if (!graph_read(&env, name, text, &file)) {
		str why = aside.list.len ? aside.list.at[0].text : S("unreadable");

		fault(t, RULE_FAULT_SNIPPET, "the snippet is no graph: %.*s", STR_ARG(why));
		return false;
	}
	return rules_apply_graph(&env, worker, &file, out);
}

/* What the rule alone finds in a snippet. */
static bool apply(struct testing *t, str text, bool good, struct findings *out)
{
	struct rules_worker *worker = rules_worker_new(&t->alone);
	const struct rule_row *row = &t->rules->rules[t->rule];
	str name = snippet_name(t, good);
	struct rules_text told = {0};
	bool ok;

	*out = (struct findings){.arena = t->found};
	if (row->language == RULE_FX)
		ok = apply_graph(t, worker, name, text, out);
	else if (row->language != RULE_CUDA &&
	         (str_ends(name, S(".py")) || str_ends(name, S(".pyi")) ||
	                 str_ends(name, S(".ipynb"))))
		ok = apply_python(t, worker, name, text, out);
	else
		ok = rules_apply_text(&t->env, worker, name, text, out, &told);
	rules_worker_free(worker);
	t->report->snippets++;
	return ok;
}

static bool stands_at(const struct finding *f, uint32_t line, uint32_t column)
{
	return f->line == line && f->column == column;
}

static str places_of(struct testing *t, const struct findings *found)
{
	str text = S("");

	for (uint32_t i = 0; i < found->list.len && i < 8; i++)
		text = arena_format(t->env.temp, "%.*s%s%u:%u", STR_ARG(text), text.len ? ", " : "",
		        found->list.at[i].line, found->list.at[i].column);
	return text;
}

/* Without bad_at: found once. */
static void check_default(struct testing *t, const struct findings *found)
{
	if (found->list.len != 1)
		fault(t, RULE_FAULT_PLACE, "bad is found %u times (%.*s); expected once, or bad_at",
		        found->list.len, STR_ARG(places_of(t, found)));
}

static void check_places(struct testing *t, const struct findings *found)
{
	const struct rule_row *row = &t->rules->rules[t->rule];
	bool same = found->list.len == row->n_bad_at;
	str wanted = S("");

	for (uint32_t i = 0; i < row->n_bad_at; i++) {
		const struct bad_at_row *at = &t->rules->bad_at[row->first_bad_at + i];
		bool hit = false;

		for (uint32_t k = 0; k < found->list.len && !hit; k++)
			hit = stands_at(&found->list.at[k], at->line, at->column);
		same &= hit;
		wanted = arena_format(t->env.temp, "%.*s%s%u:%u", STR_ARG(wanted),
		        wanted.len ? ", " : "", at->line, at->column);
	}
	if (!same)
		fault(t, RULE_FAULT_PLACE, "bad is found at %.*s; expected %.*s",
		        STR_ARG(places_of(t, found)), STR_ARG(wanted));
}

static void test_snippets(struct testing *t)
{
	const struct rule_row *row = &t->rules->rules[t->rule];
	str bad = ruleset_text(t->rules, row->bad), good = ruleset_text(t->rules, row->good);
	struct findings found;

	if (!bad.len) {
		fault(t, RULE_FAULT_NO_BAD, "a rule without bad; expected a snippet that it finds");
		return;
	}
	if (apply(t, bad, false, &found)) {
		if (!found.list.len)
			fault(t, RULE_FAULT_NO_MATCH, "bad is not found");
		else if (row->n_bad_at)
			check_places(t, &found);
		else
			check_default(t, &found);
	}
	if (good.len && apply(t, good, true, &found) && found.list.len)
		fault(t, RULE_FAULT_GOOD, "good is found at %.*s: %.*s",
		        STR_ARG(places_of(t, &found)), STR_ARG(found.list.at[0].message));
}

static bool has_private_part(str name)
{
	return str_has(name, S("._"));
}

/* Names that PyTorch has though no table of public names lists them. */
static bool is_known_besides(str name)
{
	static const char *const names[] = {"torch.utils.dlpack.to_dlpack",
	        "torch.library.register_kernel", "torch.utils.cpp_extension.CUDA_HOME",
	        "torch.distributed.ProcessGroupNCCL", "torch.utils.tensorboard.SummaryWriter"};
	static const char *const roots[] = {"torch.ops.", "torch.tpu.", "torch.neuron.",
	        "torch.utils.tensorboard.SummaryWriter."};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eq(name, str_from(names[i])))
			return true;
	for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
		if (str_starts(name, str_from(roots[i])))
			return true;
	return str_eq(name, S("torch.tpu")) || str_eq(name, S("torch.neuron"));
}

static bool in_section(str name, enum table_section section, uint32_t words)
{
	uint32_t count;

	return tables_find(section, words, name, &count) != NULL;
}

static bool exists(str name)
{
	struct api api;

	return api_find(name, &api) || has_private_part(name) || is_known_besides(name) ||
	       in_section(name, TABLE_API_OPERATORS, sizeof(struct api_operators_row) / 4) ||
	       in_section(name, TABLE_CUDA_BOUND, sizeof(struct cuda_bound_row) / 4);
}

/* Some public name begins with it. */
static bool begins_a_name(str prefix)
{
	uint32_t rows;
	const struct api_name_row *names = TABLES_ROWS(TABLE_API_NAMES, api_name_row, &rows);

	for (uint32_t i = 0; i < rows; i++)
		if (str_starts(tables_text(names[i].name), prefix))
			return true;
	return false;
}

static str nearest_name(struct testing *t, str name)
{
	uint32_t rows, n = 0;
	const struct api_name_row *names = TABLES_ROWS(TABLE_API_NAMES, api_name_row, &rows);
	str *all = ARENA_ARRAY(t->env.temp, str, (size_t)rows + 1);

	for (uint32_t i = 0; i < rows; i++)
		all[n++] = tables_text(names[i].name);
	return text_nearest(name, all, n);
}

static void test_name(struct testing *t, str name)
{
	str nearest;

	if (!str_starts(name, S("torch.")))
		return;
	t->report->names++;
	if (str_ends(name, S("*"))) {
		name.len -= str_ends(name, S(".*")) ? 2 : 1;
		if (begins_a_name(name) || has_private_part(name) || is_known_besides(name))
			return;
	} else if (exists(name)) {
		return;
	}
	nearest = nearest_name(t, name);
	fault(t, RULE_FAULT_NAME, "torch has no name '%.*s'%s%.*s%s", STR_ARG(name),
	        nearest.len ? "; did you mean '" : "", STR_ARG(nearest), nearest.len ? "'?" : "");
}

static void test_names(struct testing *t)
{
	const struct rule_row *row = &t->rules->rules[t->rule];

	for (uint32_t i = 0; i < row->n_items; i++) {
		const struct item_row *item = &t->rules->items[row->first_item + i];
		static const char *const options[] = {"call", "made_by"};

		if (item->kind == ITEM_CALL || item->kind == ITEM_ATTRIBUTE ||
		        item->kind == ITEM_DECORATOR || item->kind == ITEM_BASE_CLASS)
			for (uint32_t n = 0; n < item->n_names; n++)
				test_name(t, item_name(t->rules, item, n));
		for (size_t o = 0; item->kind == ITEM_MATCHER && o < 2; o++) {
			const struct condition_row *c = item_condition(t->rules, item, options[o]);

			for (uint32_t v = 0; c && v < c->n_values; v++)
				test_name(t, ruleset_text(t->rules,
				                     t->rules->values[c->first_value + v].text));
		}
	}
}

static void test_rule(struct testing *t)
{
	struct arena_mark mark = arena_mark(t->env.temp), found = arena_mark(t->found);

	t->failed = false;
	t->off[t->rule] = false;
	test_snippets(t);
	test_names(t);
	t->off[t->rule] = true;
	t->report->rules++;
	t->report->passed += !t->failed;
	arena_rewind(t->found, found);
	arena_rewind(t->env.temp, mark);
}

void rules_test(struct env *env, const struct ruleset *rules, struct rules_report *report)
{
	struct testing t = {.env = *env,
	        .rules = rules,
	        .alone = *rules,
	        .report = report,
	        .found = arena_new()};

	memset(report, 0, sizeof *report);
	t.off = ARENA_ARRAY(env->keep, bool, (size_t)rules->n_rules + 1);
	memset(t.off, true, rules->n_rules);
	t.alone.off = t.off;
	for (t.rule = 0; t.rule < rules->n_rules; t.rule++)
		if (!rules->off[t.rule] && rules->rules[t.rule].n_items)
			test_rule(&t);
	arena_free(t.found);
}
