/* What protects a place in Python source. */
#ifndef SCANNER_RULE_GUARD_H
#define SCANNER_RULE_GUARD_H

#include "scanner/rule_python.h"

struct protection {
	enum finding_guard guard;
	str text; /* the test, as written */
};

/* By the statements around the place: a try that goes on when an import fails, a test of
 * availability whose other branch goes on. `name`: what stands at the place ("flash_attn",
 * "torch.cuda.Stream"), which a test has to be about. */
struct protection guard_of(struct python_matching *p, uint32_t statement, uint16_t flags, str name);

#endif
