/* A node of a graph as a question to the database. */
#ifndef ASSESS_QUESTION_H
#define ASSESS_QUESTION_H

#include "base/buf.h"
#include "coverage/query.h"
#include "scanner/graph/graph.h"

/* Everything a query points to. Large: made once and filled again for every node. */
struct question {
	struct query query;
	struct query_arg args[SCHEMA_ARGS_MOST];
	enum dtype out_dtypes[16];
};

/* What is asked: the operator in a release, with its schema; NULL when none is known. */
struct question_head {
	str op;
	enum release release;
	const struct schema *schema;
	const struct operator* row; /* NULL: is looked up */
};

/* The parsed schema of a registered operator, in `arena`; NULL when it is none. */
const struct schema *question_schema(struct arena *arena, str op, enum release release);
/* Fills *out from a node; arrays of sizes and lists go to `arena`. */
void question_from_node(struct arena *arena, const struct graph_file *file, const struct node *node,
        const struct question_head *head, struct question *out);
/* Appends the dtypes of the tensor operands as the contract writes them: "f32,[f32,f32],i64". */
void question_signature(struct buf *out, const struct graph_file *file, const struct node *node);
str question_signature_text(
        struct arena *arena, const struct graph_file *file, const struct node *node);
/* Do two nodes of a file ask the same, of the same operands? Surely so when true; false also where
 * it would take long to tell. */
bool question_same(const struct graph_file *file, const struct node *a, const struct node *b);
/* Appends bytes that are equal for two nodes whenever every answer to them is: for a cache. */
void question_key(struct buf *out, const struct question *question);

#endif
