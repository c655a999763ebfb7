/* A node of a graph as a question to the database. */
#ifndef ASSESS_QUESTION_H
#define ASSESS_QUESTION_H

#include "coverage/query.h"
#include "scanner/graph/graph.h"

/* Everything a query points to; on the stack or in temp. */
struct question {
	struct query query;
	struct schema schema;
	struct query_arg args[SCHEMA_ARGS_MOST];
	enum dtype out_dtypes[16];
};

/* Builds the question; arrays of sizes and lists go to `arena`. */
void question_from_node(struct arena *arena, const struct graph_file *file, const struct node *node,
        str op, enum release release, struct question *out);
/* The dtypes of the tensor operands as the contract writes them: "f32,[f32,f32],i64". */
str question_signature(struct arena *arena, const struct graph_file *file, const struct node *node);
/* A text that is equal for two nodes whenever every answer to them is: for a cache. */
str question_key(struct arena *arena, const struct question *question);

#endif
