/* The bundled tables of what PyTorch is, as a blob (base/blob.h): row layouts only.
 *
 * Made by tools/embed_pytorch.c from the TSV files of pytorch/data, which tools/import_facts.py
 * makes from measurements of torch 2.13.0 and 2.14.1 (the backward passes:
 * tools/backward_table.py). Rows of a section are sorted bytewise by their first text. Everything
 * is read through operator.h, decomposition.h and api.h. */
#ifndef PYTORCH_TABLES_H
#define PYTORCH_TABLES_H

#include "base/blob.h"

enum table_section {
	TABLE_OPERATORS,
	TABLE_DECOMPOSITIONS,
	TABLE_LEAVES,
	TABLE_HOST_NODES,
	TABLE_HIGHER_ORDER,
	TABLE_DEVICE_ONLY,
	TABLE_API_OPERATORS,
	TABLE_API_NAMES,
	TABLE_HOST_SYNC,
	TABLE_CUDA_BOUND,
	TABLE_BACKWARD,
	TABLE_OPTIMIZERS,
	TABLE_API_SLOTS, /* the first row of each name of TABLE_API_NAMES + 1, by str_hash */
};

/* Releases are bits. */
enum release { RELEASE_2_13 = 1, RELEASE_2_14 = 2, RELEASE_ANY = 3 };

struct operator_row {
	uint32_t name, bits, twin, delegate, tags, deprecated, schema;
};

struct decomposition_row {
	uint32_t operator, bits, first_always, n_always, first_some, n_some, decided_by, samples,
	        note;
};

struct host_node_row {
	uint32_t target, class, note;
};

struct higher_order_row {
	uint32_t operator, decided_by, what, needs, subgraphs, host_sync;
};

struct device_only_row {
	uint32_t name, overload, first_leaf, n_leaves, mapping;
};

struct api_operators_row {
	uint32_t api, kind, pass, first_pre, n_pre, first_neutral, n_neutral, dtypes, note;
};

struct api_name_row {
	uint32_t name, kind, canonical, deprecated, releases;
};

struct host_sync_row {
	uint32_t name, effect, when, why, source;
};

struct cuda_bound_row {
	uint32_t name, kind, area, replacement, exists, how, note;
};

/* inner: millionths of a byte per element. */
struct backward_row {
	uint32_t operator, class, first_always, n_always, first_some, n_some, saves, inner, samples,
	        note;
};

/* states: thousandths of an element; UINT32_MAX: not measured. */
struct optimizer_row {
	uint32_t name, variant, first_operator, n_operators, states, scalars, note;
};

/* The bundled blob. */
struct blob tables_bundled(void);
/* First row of a section whose first text is `key`, of `row_words` words each; *count is how many
 * rows in a run have it. NULL when there is none. */
const uint32_t *tables_find(
        enum table_section section, uint32_t row_words, str key, uint32_t *count);
/* All rows of a section. */
const uint32_t *tables_rows(enum table_section section, uint32_t row_words, uint32_t *count);
str tables_text(uint32_t offset);

#define TABLES_FIND(section, type, key, count)                                                     \
	((const struct type *)(const void *)tables_find(                                           \
	        (section), sizeof(struct type) / 4, (key), (count)))
#define TABLES_ROWS(section, type, count)                                                          \
	((const struct type *)(const void *)tables_rows(                                           \
	        (section), sizeof(struct type) / 4, (count)))

#endif
