/* Checkpoints that a project saves from CUDA, and loads without map_location. Such a file cannot be
 * read where there is no CUDA (torch/serialization.py), so the load is major there, and says where
 * the project saves: what was trained before the move does not come along as it is. */
#ifndef SCANNER_SAVED_MODELS_H
#define SCANNER_SAVED_MODELS_H

#include "scanner/scan_file.h"

/* Of a project that is scanned as a whole; `out` holds the findings of all files. */
void saved_models_settle(struct env *env, struct scan *out);

#endif
