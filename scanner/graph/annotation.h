/* Types as torch.fx prints them: "f32[2, s77][s77, 1]cuda:0", "Sym(s0)", "DTensor(f32[8], S(0))".
 *
 * Subclasses show what is in their brackets first; Python's own types ("torch.Tensor",
 * "torch.SymInt") tell only the kind. What is not understood leaves the value as it was. */
#ifndef SCANNER_GRAPH_ANNOTATION_H
#define SCANNER_GRAPH_ANNOTATION_H

#include "scanner/graph/graph.h"

/* Sets kind, tensor and sym of a value from an annotation without its quotes. */
void annotation_apply(struct graph_file *file, str annotation, struct value *value);
/* One size or stride: a number, or an expression as sympy prints it. */
struct dim dim_from_text(struct graph_file *file, str text);
/* Sizes "2, s77" into file->dims; the count of them. */
uint32_t dims_from_text(struct graph_file *file, str text);
/* A tensor without a shape; its index. */
uint32_t tensor_add(struct graph_file *file, enum dtype dtype);

#endif
