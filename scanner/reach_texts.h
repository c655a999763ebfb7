/* Files that no import leads to and that some text names: in a configuration (type:
 * tasks.transform, predict: "predict.py:Predictor"), in a command that copies them to where others
 * import them, in a README that says what to import. */
#ifndef SCANNER_REACH_TEXTS_H
#define SCANNER_REACH_TEXTS_H

#include "scanner/scan_file.h"

/* Reads the project's texts once more, and its Python for what stands between quotes. `sought`:
 * files that are asked for; marks in `named` those that a text may mean by the name of the module,
 * or of a folder around it. */
void reach_texts_find(struct env *env, const struct scan_shared *shared, uint32_t n_files,
        const bool *sought, bool *named);

#endif
