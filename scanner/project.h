/* A project's own modules: which file is which module, what each makes available under which name,
 * and what a dotted path through them comes to.
 *
 * A module is known by its name from the topmost folder with an __init__.py, and by its whole path
 * from the folder that was scanned. Filled once the list of files is known; exports are added file
 * by file, and paths are resolved when all are there. Cycles are fine: a path is followed in at
 * most PROJECT_STEPS steps. */
#ifndef SCANNER_PROJECT_H
#define SCANNER_PROJECT_H

#include "base/map.h"
#include "scanner/python/python.h"

enum {
	PROJECT_STEPS = 64,
	PROJECT_STARS = 512, /* star imports that are asked on the way of one path */
	PROJECT_TARGETS = PYTHON_TARGETS,
};

/* A name that is taken by a star import. */
struct project_name {
	str module, name;
};

/* NAME of a module stands for TARGET, as written there ("torch.nn.functional", ".ops.helper"). */
struct module_export {
	str name, target;
	uint32_t next; /* another target of the same name: index + 1; 0: none */
};

struct module {
	uint32_t file; /* in the list that the project was made from */
	str name;      /* dotted; "" when the path is no module name */
	bool package;  /* an __init__.py */
	VEC(struct module_export) exports;
	VEC(str) stars; /* modules whose names all are its own too */
	/* hashes of names, sorted: those that it binds to something of its own; those of __all__ */
	VEC(uint64_t) own, all;
	bool has_all;       /* __all__ is one literal list */
	bool has_fields;    /* some exports are "Class.field" */
	struct map by_name; /* of exports: index + 1 of the first */
};

struct project {
	struct arena *arena;
	VEC(struct module) modules;
	VEC(uint32_t) of_file; /* module + 1 of a file; 0: none */
	struct map names;      /* dotted name: module + 1 */
	size_t longest;        /* of these names */
	struct map roots;      /* first components of names */
	struct map own;        /* top packages and modules that an import finds here first */
	struct map own_below;  /* "folder/name": likewise for files below that folder */
};

/* `files`: all that will be read, with their paths; those that are no Python are passed over. */
void project_init(struct project *project, struct arena *arena, const str *files, uint32_t n);
/* Whether a path could lead into the project: relative, or its first part is the first part of a
 * module. */
bool project_may(const struct project *project, str path);
/* Whether an absolute import of that dotted name in that file means the project itself and no
 * installed package of that name. For every file: what lies beside the topmost files, in src/,
 * python/ or lib/ there, and packages beside a setup.py or pyproject.toml. For files below it: what
 * lies in a folder above them. Of other people's code (third_party/x/, csrc/x/): for the files of
 * it alone. Never PyTorch, whose names mean the same inside of it. */
bool project_owns(const struct project *project, str path, str module);
/* Copies what a file makes available at its top level, into `arena`. Different files may be added
 * by different threads, each with an arena of its own. */
void project_add_exports(
        struct project *project, struct arena *arena, uint32_t file, struct python_file *python);
/* Follows a path, used in `file`, through the project's modules. Gives how many paths outside of
 * the project it comes to ("torch.nn.functional.grid_sample"): several where a name is bound more
 * than once, at most PROJECT_TARGETS, 0 when it stays inside. */
uint32_t project_resolve(const struct project *project, struct arena *arena, uint32_t file,
        str path, str out[PROJECT_TARGETS]);
/* The same for a name that `file` takes by a star import of `module` ("..ops", "torch.cuda"). What
 * a module of the project defines itself comes back as a path inside. Of modules outside only
 * PyTorch's names are known. */
uint32_t project_star(const struct project *project, struct arena *arena, uint32_t file,
        const struct project_name *name, str out[PROJECT_TARGETS]);
/* What is told of the arguments of the project's function or class that a path, used in `file`,
 * comes to (see scanner/device_argument.h); STR_NONE when nothing is. */
str project_devices(const struct project *project, struct arena *arena, uint32_t file, str path);
/* Whether a path, used in `file`, comes to a class that gives a field of it a text that is known.
 */
bool project_has_fields(
        const struct project *project, struct arena *arena, uint32_t file, str path);
/* The module that a path, used in `file`, begins with, UINT32_MAX when it is none of the project.
 */
uint32_t project_module(
        const struct project *project, struct arena *arena, uint32_t file, str path);

#endif
