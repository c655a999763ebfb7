/* A name that is given A if test else B: what is found where it is called is found of one side. */
#include "scanner/matcher_named.h"
#include "scanner/rule_python.h"

/* What a name stands for that is given `torch.cuda.synchronize if test else other`: functions and
 * the module of torch.cuda are told there, and what the rule tells of a name that is passed. */
static bool is_told_where_chosen(const struct python_matching *p, const struct raw *raw,
        const struct python_chain *chain, str path)
{
	const struct ruleset *rules = p->m.rules;
	const struct rule_row *rule = &rules->rules[raw->rule];

	if (str_eq(path, S("torch.cuda")) ||
	        (!chain->name_count && str_starts(path, S("torch.cuda."))))
		return true;
	for (uint32_t i = 0; i < rule->n_items; i++) {
		const struct item_row *item = &rules->items[rule->first_item + i];

		if (item_condition(rules, item, "name") &&
		        option_fits(p, item, "name", path, false))
			return true;
	}
	return false;
}

/* All that the name is given in its function stands for something that is known. */
static bool sides_are_known(struct python_matching *p, const struct python_chain *chain)
{
	const struct python_file *file = p->file;
	bool seen = false;

	for (uint32_t i = python_next_binding(p, chain->root, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, chain->root, i)) {
		const struct python_binding *b = &file->bindings.at[i];
		bool several = b->kind == PYTHON_BIND_OTHER;

		if (b->scope != chain->scope)
			continue;
		seen = true;
		if (!python_may_look(p, 1) || b->ref == PYTHON_NONE ||
		        (!several &&
		                (b->kind != PYTHON_BIND_VALUE || b->value != PYTHON_VALUE_CHAIN)) ||
		        !file->chains.at[b->ref].target_count ||
		        (several && (b->other == PYTHON_NONE ||
		                            !file->chains.at[b->other].target_count)))
			return false;
	}
	return seen;
}

static enum severity weight(const struct python_matching *p, const struct raw *raw)
{
	enum severity most = SEVERITY_NONE;

	for (uint32_t t = 0; t < p->m.rules->n_targets; t++)
		if (rule_severity(p->m.rules, raw->rule, t) > most)
			most = rule_severity(p->m.rules, raw->rule, t);
	return most;
}

/* What the best of the sides costs: nothing when one is not known, or nothing is found of it. */
static enum severity lightest_side(struct python_matching *p, const struct python_chain *chain,
        const uint32_t *ends, uint32_t count, uint32_t start)
{
	enum severity lightest = SEVERITY_BLOCKER;

	if (count < 2 || chain->root_kind != PYTHON_ROOT_NAME || !sides_are_known(p, chain))
		return SEVERITY_NONE;
	for (uint32_t t = 0, at = start; t < count; t++) {
		enum severity most = SEVERITY_NONE;

		for (; at < ends[t]; at++)
			if (weight(p, &p->raw.at[at]) > most)
				most = weight(p, &p->raw.at[at]);
		if (most < lightest)
			lightest = most;
	}
	return lightest;
}

void python_settle_choice(struct python_matching *p, const struct python_chain *chain,
        const uint32_t *targets, const uint32_t *ends, uint32_t count, uint32_t start)
{
	uint32_t kept = start;
	enum severity lightest;

	if (!chain->choice || start == p->raw.len)
		return;
	lightest = lightest_side(p, chain, ends, count, start);
	for (uint32_t t = 0, at = start; t < count; t++) {
		uint32_t path = targets[t];

		for (uint32_t i = 0; i < chain->name_count; i++)
			path = p->file->paths.at[path].parent;
		for (; at < ends[t]; at++) {
			struct raw raw = p->raw.at[at];

			if (is_told_where_chosen(p, &raw, chain, python_path(p->file, path)))
				continue;
			raw.choice |= lightest == SEVERITY_NONE || weight(p, &raw) > lightest;
			p->raw.at[kept++] = raw;
		}
	}
	p->raw.len = kept;
}
