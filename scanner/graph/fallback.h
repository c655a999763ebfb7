/* Lines of run logs that say an operator did not run on the device. */
#ifndef SCANNER_GRAPH_FALLBACK_H
#define SCANNER_GRAPH_FALLBACK_H

#include "scanner/graph/facts.h"

struct fallback_line {
	str operator; /* as the log writes it: "aten::linalg_qr"; the first one of a list */
	str backend;  /* "NPU", "TPU" …; empty: not named */
	str more;     /* further operators of a list ("aten::a, aten::b,  Please …") */
	enum fallback_kind kind;
};

/* False: the line says nothing of the kind, or stands inside quotes (a source text). */
bool fallback_line_of(str line, struct fallback_line *out);
/* The start of an operator name "ns::name[.overload]" at the front of a text: its length. */
size_t operator_name_length(str text);

#endif
