/* Texts that hold graphs: any mixture of the text forms, with what people and loggers put around
 * them. The rows of the table of readers that are text share one reading; which of them matches
 * decides only the name of the format, and the reading corrects it. */
#ifndef SCANNER_GRAPH_TEXT_READ_H
#define SCANNER_GRAPH_TEXT_READ_H

#include "scanner/graph/text_build.h"

bool python_text_matches(str bytes);
bool fx_str_matches(str bytes);
bool tabular_matches(str bytes);
bool log_text_matches(str bytes);
/* Fails (reported) when there is no graph and nothing else to tell. */
bool text_read(struct env *env, str path, str bytes, struct graph_file *out);
/* One clean text, with the origin that the builder has: for payloads of structured logs. Appends
 * to the file; reports nothing. */
void text_take(struct text_build *b, str text);

#endif
