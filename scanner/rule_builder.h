/* Inside the loader: the rows that grow while rules are read. See rule_build.h. */
#ifndef SCANNER_RULE_BUILDER_H
#define SCANNER_RULE_BUILDER_H

#include "base/yaml.h"
#include "scanner/rule_build.h"

/* A rule named by another one, to be resolved at the end. */
struct named_rule {
	uint32_t id;
	struct place place;
};

struct rule_builder {
	struct env *env;
	struct blob_builder blob;
	VEC(struct rule_row) rules;
	VEC(struct item_row) items;
	VEC(uint32_t) names;
	VEC(struct condition_row) conditions;
	VEC(struct value_row) values;
	VEC(struct replacement_row) replacements;
	VEC(struct source_row) sources;
	VEC(struct bad_at_row) bad_at;
	VEC(struct named_rule) superseded;
	VEC(uint32_t) targets;
	str target_names[RULE_TARGETS];
	VEC(struct need_row) needs;
	struct map ids; /* rule id to index + 1 */
};

/* Reports at a node's place; always false. */
bool builder_error(struct rule_builder *b, struct place place, const char *format, ...)
        __attribute__((format(printf, 3, 4)));
uint32_t builder_text(struct rule_builder *b, str text);
/* Which of the words a scalar is; reports with the nearest word. */
bool builder_word(struct rule_builder *b, const struct yaml *node, const char *what,
        const char *const *words, uint32_t count, uint32_t *index);
bool builder_bool(struct rule_builder *b, const struct yaml *map, const char *key, uint32_t *value);
/* The scalar under a key; *text stays when it is not there. */
bool builder_scalar(
        struct rule_builder *b, const struct yaml *map, const char *key, uint32_t *text);
/* The index of a target, taken in when it is new. */
bool builder_target(struct rule_builder *b, struct place place, str name, uint32_t *target);
/* Calls back for a scalar, or for each scalar of a list. */
typedef bool builder_each(struct rule_builder *b, const struct yaml *scalar, void *context);
bool builder_scalars(struct rule_builder *b, const struct yaml *node, const char *what,
        builder_each *each, void *context);
bool builder_sources(
        struct rule_builder *b, const struct yaml *map, uint32_t *first, uint32_t *count);
bool builder_evidence(struct rule_builder *b, const struct yaml *map, uint32_t *evidence);
/* Takes in a finished rule row; its id must be new. */
bool builder_add_rule(struct rule_builder *b, struct place place, const struct rule_row *row);

/* The `match` list of the rule that will get the next index. */
bool builder_read_match(struct rule_builder *b, const struct yaml *node, struct rule_row *rule);
/* One item with the given names; `names` are texts. */
struct item_row *builder_item(struct rule_builder *b, enum item_kind kind);
void builder_name(struct rule_builder *b, struct item_row *item, str name);
/* One entry of `packages`, one of `needs`. */
bool builder_read_package(struct rule_builder *b, const struct yaml *node);
bool builder_read_need(struct rule_builder *b, const struct yaml *node);
/* The fields that rules and packages share: why, way, replace, source, evidence, effort,
 * own_evidence. */
bool builder_read_common(struct rule_builder *b, const struct yaml *node, struct rule_row *rule);
/* A blocker must not rest on assumed or community evidence. */
bool builder_check_ground(
        struct rule_builder *b, const struct yaml *node, const struct rule_row *rule);

#endif
