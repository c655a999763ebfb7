/* One requirement of a project, as pip, conda, Poetry and the rest write them (PEP 508). */
#ifndef SCANNER_REQUIREMENT_H
#define SCANNER_REQUIREMENT_H

#include "base/arena.h"

struct requirement {
	str name;   /* as written */
	str extras; /* between the brackets */
	str spec;   /* the version clauses, "" when there are none */
	str marker; /* behind the ";" */
	str url;    /* of "name @ url", or the whole text when it is one */
};

/* Takes one line apart; views into it. False when it holds no requirement (an option, a path). */
bool requirement_parse(str line, struct requirement *requirement);
/* Small letters, and one hyphen for each run of - _ . (PEP 503); * stays. */
str requirement_normal(struct arena *arena, str name);

#endif
