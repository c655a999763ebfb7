/* Symbolic sizes: from the constructor text in exported programs to what Python prints.
 *
 * "Mul(Integer(2), Symbol('s77', positive=True, integer=True))" becomes "2*s77", exactly as
 * sympy's string printer would write it: order of terms and factors, brackets, signs. */
#ifndef SCANNER_GRAPH_EXPRESSION_H
#define SCANNER_GRAPH_EXPRESSION_H

#include "base/arena.h"

/* The printed form, in `arena` or a view of `source`. What is no constructor text (older files
 * hold the printed form), is damaged, too large, or names a function that is not known comes
 * back as it stands. Never fails. */
str expression_text(struct arena *arena, str source);

#endif
