/* Stages: the views of one piece of work that a compiler leaves behind, and which of them counts.
 *
 * A log holds the same work several times: Dynamo's graph, the joint graph, forward and backward,
 * the graph after the passes of inductor. graph_file_count_stages marks exactly one stage of
 * every group as counted; a subgraph is counted when its parent is and calls it. */
#ifndef SCANNER_GRAPH_STAGE_H
#define SCANNER_GRAPH_STAGE_H

#include "scanner/graph/graph.h"

/* X(enumerator, word in the report, preference: the highest one of a group is counted) */
#define STAGE_LIST(X)                                                                              \
	X(STAGE_EXPORT, "export", 9)                                                               \
	X(STAGE_CORE, "core", 9)                                                                   \
	X(STAGE_DYNAMO, "dynamo", 4)                                                               \
	X(STAGE_DDP, "ddp-split", 2)                                                               \
	X(STAGE_PRE_GRAD, "pre-grad", 3)                                                           \
	X(STAGE_COMPILED_AUTOGRAD, "compiled-autograd", 5)                                         \
	X(STAGE_JOINT, "joint", 8)                                                                 \
	X(STAGE_FORWARD, "forward", 10)                                                            \
	X(STAGE_BACKWARD, "backward", 10)                                                          \
	X(STAGE_INFERENCE, "inference", 10)                                                        \
	X(STAGE_ATEN, "aten", 10)                                                                  \
	X(STAGE_RUNNABLE, "runnable", 7)                                                           \
	X(STAGE_CACHE_KEY, "cache-key", 7)                                                         \
	X(STAGE_POST_GRAD, "post-grad", 6)                                                         \
	X(STAGE_PROFILE, "profile", 1)                                                             \
	X(STAGE_OTHER, "other", 1)                                                                 \
	X(STAGE_OLD, "old", 0)

enum stage {
	STAGE_NONE,
#define X(name, word, preference) name,
	STAGE_LIST(X)
#undef X
};

/* "forward"; empty for STAGE_NONE. */
str stage_word(enum stage stage);
enum stage stage_from_word(str word);
/* From the heading of a log ("Forward graph 0", "__compiled_fn_1", "AFTER POST GRAD"). */
enum stage stage_from_heading(str heading);
/* From the name of a TORCH_TRACE record ("aot_joint_graph") or of its artifact. */
enum stage stage_from_record(str record);
/* From the artifact name of a log prefix ("aot_graphs", "graph_code"). */
enum stage stage_from_artifact(str artifact);
/* From the module that logged a graph without a name; it may be given as a path. */
enum stage stage_from_source(str source);
/* False: what that module logs looks like graphs or source code but is no graph of the model. */
bool logs_graphs(str source, str artifact);
/* What the graph itself shows: torch functions, modules and methods, or operators only; tangents
 * among its inputs. */
enum stage stage_from_graph(const struct graph_file *file, uint32_t graph);
/* Decides `counted` of every graph of a file. Graphs of one `group` are views of the same work. */
void graph_file_count_stages(struct env *env, struct graph_file *file);

#endif
