/* Are the findings the same when values are followed only in functions that could hold a match
 * (scanner/flow_trigger.c) and when they are followed in all?
 *
 *	flow_both PATH...            over these files and folders
 *	flow_both --snippets DIR     writes the Python snippets of all rules there, then over DIR
 *
 * Prints findings that only one way has, and how many are the same; status 1 on a difference. */
#include "base/file.h"
#include "scanner/rules.h"
#include "scanner/scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 20 };

static struct env new_env(void)
{
	struct arena *keep = arena_new();
	struct diags *diags = ARENA_NEW(keep, struct diags);

	diags->arena = keep;
	return (struct env){
	        .keep = keep, .temp = arena_new(), .diags = diags, .limits = &limits_default};
}

static void free_env(struct env *env)
{
	arena_free(env->temp);
	arena_free(env->keep);
}

static bool find_all(
        struct env *env, const str *paths, uint32_t n, bool walk_all, struct scan *scan)
{
	struct rules_plan rules = {.walk_all = walk_all};
	struct scan_plan plan = {.paths = paths, .n_paths = n};

	return rules_open(env, &rules, &plan.rules) && scan_run(env, &plan, scan);
}

static int order(const struct scan *a, const struct finding *x, const struct scan *b,
        const struct finding *y)
{
	const uint32_t p[5] = {x->cell, x->line, x->column, x->end_line, x->end_column};
	const uint32_t q[5] = {y->cell, y->line, y->column, y->end_line, y->end_column};
	int c = str_cmp(x->path, y->path);

	for (int i = 0; i < 5 && !c; i++)
		c = p[i] < q[i] ? -1 : p[i] > q[i];
	if (!c)
		c = str_cmp(a->rules->ids[x->rule], b->rules->ids[y->rule]);
	return c ? c : str_cmp(x->message, y->message);
}

struct ordered {
	const struct scan *scan;
	const struct finding *finding;
};

static int compare(const void *left, const void *right)
{
	const struct ordered *a = left, *b = right;

	return order(a->scan, a->finding, b->scan, b->finding);
}

static struct ordered *sorted(const struct scan *scan)
{
	uint32_t n = scan->findings.list.len;
	struct ordered *list = ARENA_ARRAY(scan->arena, struct ordered, (size_t)n + 1);

	for (uint32_t i = 0; i < n; i++)
		list[i] = (struct ordered){scan, &scan->findings.list.at[i]};
	qsort(list, n, sizeof *list, compare);
	return list;
}

static void show(const char *who, const struct ordered *o)
{
	const struct finding *f = o->finding;

	printf("only %s: %.*s:%u:%u %.*s %.*s\n", who, STR_ARG(f->path), f->line, f->column,
	        STR_ARG(o->scan->rules->ids[f->rule]), STR_ARG(f->message));
}

static uint32_t differences(const struct scan *one, const struct scan *other)
{
	const struct ordered *a = sorted(one), *b = sorted(other);
	uint32_t i = 0, k = 0, n = 0;

	while (i < one->findings.list.len || k < other->findings.list.len) {
		int c = i == one->findings.list.len     ? 1
		        : k == other->findings.list.len ? -1
		                                        : compare(&a[i], &b[k]);

		if (c && n++ < SHOWN)
			show(c < 0 ? "where it could match" : "everywhere", c < 0 ? &a[i] : &b[k]);
		i += c <= 0;
		k += c >= 0;
	}
	return n;
}

static bool write_snippets(struct env *env, const char *folder)
{
	const struct ruleset *rules;
	struct rules_plan plan = {0};

	if (!rules_open(env, &plan, &rules))
		return false;
	for (uint32_t i = 0; i < 2 * rules->n_rules; i++) {
		const struct rule_row *row = &rules->rules[i / 2];
		str text = ruleset_text(rules, i % 2 ? row->good : row->bad);
		char path[4096];
		FILE *file;

		if (row->language != RULE_PYTHON || !text.len)
			continue;
		snprintf(path, sizeof path, "%s/snippet_%u_%s.py", folder, i / 2,
		        i % 2 ? "good" : "bad");
		file = fopen(path, "w");
		if (!file || fwrite(text.ptr, 1, text.len, file) != text.len || fclose(file))
			return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	bool snippets = argc == 3 && !strcmp(argv[1], "--snippets");
	int first = snippets ? 2 : 1;
	str *paths = calloc((size_t)argc, sizeof *paths);
	struct env env = new_env();
	struct scan some, all;
	uint32_t n;

	if (argc < 2 || !paths || (snippets && !write_snippets(&env, argv[2])))
		return 2;
	for (int i = first; i < argc; i++)
		paths[i - first] = str_from(argv[i]);
	if (!find_all(&env, paths, (uint32_t)(argc - first), false, &some) ||
	        !find_all(&env, paths, (uint32_t)(argc - first), true, &all))
		return 2;
	n = differences(&some, &all);
	if (n > all.findings.list.len)
		n = all.findings.list.len;
	printf("flow_both: %u passed, %u failed\n", all.findings.list.len - n, n);
	scan_close(&some);
	scan_close(&all);
	free_env(&env);
	free(paths);
	return n != 0;
}
