/* .pt2 archives of torch.export, of both layouts, with one program or several. */
#ifndef SCANNER_GRAPH_PT2_H
#define SCANNER_GRAPH_PT2_H

#include "scanner/graph/archive.h"
#include "scanner/graph/graph.h"

/* Fills *out from an open archive of kind ARCHIVE_PT2 or ARCHIVE_PT2_OLD. Reads the JSON of the
 * programs and of the weights' lists, never the weights and never a pickle. False when reported. */
bool pt2_read(struct env *env, str path, struct zip_file *zip, const struct archive *archive,
        struct graph_file *out);

#endif
