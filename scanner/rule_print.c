#include "scanner/rule_print.h"

#include "base/buf.h"
#include "scanner/finding.h"
#include "scanner/matcher.h"

/* With a separator behind each, so that two neighbours never read as one. */
static void put(struct buf *out, str text)
{
	buf_put(out, text);
	buf_byte(out, 0);
}

static void put_number(struct buf *out, uint32_t number)
{
	buf_format(out, "%u", number);
	buf_byte(out, 0);
}

static void put_item(struct buf *out, const struct ruleset *rules, const struct item_row *item)
{
	const uint32_t numbers[] = {item->kind, item->receiver, item->in};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		put_number(out, numbers[i]);
	for (uint32_t i = 0; i < item->n_names; i++)
		put(out, ruleset_text(rules, rules->names[item->first_name + i]));
	put(out, ruleset_text(rules, item->text));
	put(out, ruleset_text(rules, item->local));
	if (item->option)
		put(out, ruleset_text(rules, item->option));
	for (uint32_t i = 0; i < item->n_conditions; i++) {
		const struct condition_row *c = &rules->conditions[item->first_condition + i];

		put(out, ruleset_text(rules, c->key));
		put_number(out, c->sense);
		for (uint32_t v = 0; v < c->n_values; v++) {
			const struct value_row *value = &rules->values[c->first_value + v];

			put_number(out, value->kind);
			put(out, ruleset_text(rules, value->text));
		}
	}
}

static bool asks_versions(const struct ruleset *rules, const struct item_row *item)
{
	str name = matcher_name(MATCHER_VERSION_NEED);

	for (uint32_t i = 0; item->kind == ITEM_MATCHER && i < item->n_names; i++)
		if (str_eq(ruleset_text(rules, rules->names[item->first_name + i]), name))
			return true;
	return false;
}

static void put_needs(struct buf *out, const struct ruleset *rules)
{
	for (uint32_t i = 0; i < rules->n_needs; i++) {
		const struct need_row *need = &rules->needs[i];
		const uint32_t texts[] = {need->backend, need->release, need->package, need->range};

		for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
			put(out, ruleset_text(rules, texts[t]));
		put_number(out, need->target);
		put_number(out, need->severity);
	}
}

str rule_print(struct arena *arena, const struct ruleset *rules, uint32_t rule)
{
	const struct rule_row *row = &rules->rules[rule];
	struct buf text = {0};
	uint64_t print[2];
	bool versions = false;

	put_number(&text, row->severities);
	for (uint32_t i = 0; i < row->n_items; i++) {
		put_item(&text, rules, &rules->items[row->first_item + i]);
		versions |= asks_versions(rules, &rules->items[row->first_item + i]);
	}
	if (versions)
		put_needs(&text, rules);
	finding_fingerprint(ruleset_text(rules, row->id), S("rule"), buf_str(&text), print);
	buf_free(&text);
	return arena_format(arena, "%016llx", (unsigned long long)print[0]);
}
