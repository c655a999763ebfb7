/* YAML through libyaml, as a tree of plain text: no types, no tags, no anchors.
 *
 * Every scalar is a string; the schema of the reader gives it a type. Anchors,
 * aliases, tags and several documents are refused, depth and size are bounded,
 * a key given twice is an error. The tree lives in the arena it is given. */
#ifndef BASE_YAML_H
#define BASE_YAML_H

#include "base/diag.h"

enum yaml_kind { YAML_SCALAR, YAML_LIST, YAML_MAP };

struct yaml {
	enum yaml_kind kind;
	bool quoted; /* a scalar in quotes or a block scalar */
	str text;    /* of a scalar */
	str key;     /* of a value in a map */
	struct place place, key_place;
	struct yaml *child, *next;
	uint32_t count; /* children */
};

/* One document; *root is NULL for an empty one. False when reported. */
bool yaml_read(struct env *env, struct arena *arena, str path, str text, struct yaml **root);
/* The same, but takes files written for other programs: anchors and aliases are resolved where
 * that is finite and small, tags are dropped, several documents become one list. */
bool yaml_read_foreign(
        struct env *env, struct arena *arena, str path, str text, struct yaml **root);
/* The value of a key, NULL when the key is not there or the node is no map. */
const struct yaml *yaml_get(const struct yaml *map, const char *key);
/* Reports every key of a map that is not in the list, with the nearest word. */
bool yaml_check_keys(struct env *env, const struct yaml *map, const char *const *known);
/* Reports a node of another kind. `what` names it in the message. */
bool yaml_want(struct env *env, const struct yaml *node, enum yaml_kind kind, const char *what);

#endif
