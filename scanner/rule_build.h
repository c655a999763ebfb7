/* Making a ruleset: from YAML, by the program (--rules) and by the host tool alike. */
#ifndef SCANNER_RULE_BUILD_H
#define SCANNER_RULE_BUILD_H

#include "scanner/ruleset.h"

/* Words of the bit set of prefix lengths of one kind of name. */
enum { PREFIX_WORDS = 4, PREFIX_MOST = 32 * PREFIX_WORDS };

static inline uint32_t rule_hash_step(uint32_t hash, char byte)
{
	return (hash ^ (unsigned char)byte) * 16777619u;
}

static inline uint32_t rule_hash_start(enum rule_name kind)
{
	return rule_hash_step(2166136261u, (char)('A' + kind));
}

static inline uint32_t rule_hash(enum rule_name kind, str name)
{
	uint32_t hash = rule_hash_start(kind);

	for (size_t i = 0; i < name.len; i++)
		hash = rule_hash_step(hash, name.ptr[i]);
	return hash;
}

/* What is being built. Everything lives in env->keep, a file's text in env->temp. */
struct rule_builder;

struct rule_builder *rule_builder_new(struct env *env);
/* The same, holding all of a finished ruleset already. */
struct rule_builder *rule_builder_from(struct env *env, struct blob blob);
/* Takes in one YAML file (`rules:`, `packages:` or `needs:`). False when anything in it is wrong;
 * each fault is reported with its place. */
bool rule_builder_read(struct rule_builder *builder, str path, str text);
/* A file, or all *.yaml and *.yml files of a folder and the folders in it, in bytewise order. */
bool rule_builder_read_path(struct rule_builder *builder, str path);
/* Resolves what rules say of each other, makes the table of names and gives the blob (in
 * env->keep). The builder is used up. */
bool rule_builder_finish(struct rule_builder *builder, str *blob);

#endif
