/* What others have of a project once they install it: the packages and modules that its setup.py,
 * setup.cfg or pyproject.toml names, else all that lies beside such a file, or beside what tells
 * that it was installed (net-1.0.dist-info).
 *
 * What a setup.py installs for those who run the project alone is none of that (setup_offers).
 * Where the file says which by code, or that they lie elsewhere (package_dir), all is taken to be
 * installed: what is public in it may be used by anyone. */
#ifndef SCANNER_DISTRIBUTIONS_H
#define SCANNER_DISTRIBUTIONS_H

#include "base/map.h"
#include "scanner/scan_file.h"

enum distribution_says {
	SAYS_NOTHING,
	SAYS_WHICH,
	SAYS_OTHERWISE, /* by what is not read here: it may be all */
};

/* What the files of one folder that can be installed say of its packages. */
struct distribution {
	struct arena *arena;
	str top; /* the folder */
	enum distribution_says says;
	bool found;       /* all packages below, but those excluded */
	bool bare;        /* folders without an __init__.py are packages as well */
	bool offered;     /* to others: by an index of packages, a README, or as it seems */
	VEC(str) names;   /* of packages and modules, as paths below top; "net*" */
	VEC(str) exclude; /* of those found */
};

struct distributions {
	struct arena *arena;
	VEC(struct distribution) list; /* one for each folder */
	struct map tops;               /* theirs */
	struct map packages;           /* folders with an __init__.py */
};

/* By the files of a scan, in `arena`. */
void distributions_find(struct env *env, struct arena *arena, const struct scan_shared *shared,
        uint32_t n_files, struct distributions *out);
/* A distribution that a file of Python lies in the folder of, and that installs it or does not say
 * what it installs; NULL: none. */
const struct distribution *distributions_of(const struct distributions *all, str path);

/* setup.py: the keywords of the call of setup() (distribution_setup.c). */
void distribution_read_setup(struct distribution *of, str text);
/* Whether a setup.py offers what it installs to others: it has what an index of packages shows, or
 * the README beside it tells them to install it by its name or from where it lies. Else it is for
 * those who run the project (pip install -e .). */
bool setup_offers(struct env *env, str path, str setup);
/* A package, with dots, or a module; "." or "*" is all. */
void distribution_add(struct distribution *of, str name);
void distribution_exclude(struct distribution *of, str name);

#endif
