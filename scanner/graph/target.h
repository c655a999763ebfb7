/* Names of what a node calls: the many spellings of text forms brought to one (fx-formats 11).
 *
 * "aten.add.Tensor", "higher_order.cond", "_operator.add", "builtins.getattr", "math.trunc",
 * "torch.nn.functional.relu". An overload that a form does not show is not invented:
 * "aten.addmm" stays as it is. */
#ifndef SCANNER_GRAPH_TARGET_H
#define SCANNER_GRAPH_TARGET_H

#include "base/arena.h"

/* From a dotted name in Python text or in str(graph), also a mangled one
 * ("executorch_exir_dialects_edge__ops_aten_add_Tensor"). A view or in `arena`. */
str target_from_python(struct arena *arena, str dotted);
/* From the repr that print_tabular, torch._dynamo.explain and old str(graph) show. */
str target_from_repr(struct arena *arena, str repr);
/* From the name of a profiler event or schema ("aten::addmm", "aten::to.dtype(Tensor(a) self …").
 */
str target_from_schema(struct arena *arena, str schema);
/* Is this a function of Python's operator module? */
bool target_is_operator_function(str name);

#endif
