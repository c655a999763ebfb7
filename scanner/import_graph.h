/* Which files of a project import which. Meant for what is reached: where an import may mean one of
 * several files, all of them count. */
#ifndef SCANNER_IMPORT_GRAPH_H
#define SCANNER_IMPORT_GRAPH_H

#include "scanner/scan_file.h"

struct import_edge {
	uint32_t file;
	bool tried;   /* each import that it is for stands in a try that goes on without it */
	bool guessed; /* the file is called as the import says; whether it lies where Python looks
	               * is not known */
};

struct import_graph {
	VEC(struct import_edge) edges; /* those of file i from first[i] up to first[i + 1] */
	uint32_t *first;
	uint32_t *around; /* the __init__.py nearest above a file, UINT32_MAX for none */
};

/* An import finds the module of that name (struct project) and the file that lies so from some
 * folder around the importing one, else all in folders of these names: they need no __init__.py.
 * Where that says nothing, each file that is called so is guessed to be meant: nothing tells in
 * which folder, or through which sys.path, a program runs. So is what lies so from a folder that
 * some file adds to sys.path. In env->temp. */
void import_graph_make(struct env *env, const struct scan_shared *shared, uint32_t n_files,
        struct import_graph *out);

#endif
