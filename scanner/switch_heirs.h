/* Who gives the constructor of a class what it takes, beside calls of the class: calls of its
 * heirs, as far as these have no constructor of their own or hand on what they are given, and their
 * super().__init__(…). For switches.c. */
#ifndef SCANNER_SWITCH_HEIRS_H
#define SCANNER_SWITCH_HEIRS_H

#include "scanner/switches.h"

enum { SWITCH_BASES_MOST = 4 };

/* A call of the constructor of bases, by hashes of their names. */
struct switch_init {
	uint64_t bases[SWITCH_BASES_MOST];
	uint32_t count;   /* 0: it is no such call, or nothing tells whose constructor it is */
	uint32_t skipped; /* arguments in front that are not given: self */
	bool own;         /* its stars hand on what the constructor around is given so */
};

/* super().__init__(…), Base.__init__(self, …), in a method of a class; `init` is the file's name
 * for __init__. */
void switch_init_of(const struct python_file *file, uint32_t init, const struct python_call *call,
        struct switch_init *out);
/* The classes of a file that hand on what they are given; `stars` by class: its constructor does
 * so, by a call that is its `own`. */
void switches_note_heirs(
        struct switches *s, struct arena *temp, const struct python_file *file, const bool *stars);
/* What heirs are given is given to what they derive from: once all is noted and joined. */
void switches_settle_heirs(struct switches *s);

#endif
