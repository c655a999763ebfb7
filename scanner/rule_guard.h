/* What protects a place in Python source. */
#ifndef SCANNER_RULE_GUARD_H
#define SCANNER_RULE_GUARD_H

#include "scanner/rule_python.h"

struct protection {
	enum finding_guard guard;
	str text; /* the test, as written */
};

/* By what is around the place: a try that goes on when an import, or what is tried, fails; a test
 * of availability whose other branch goes on. The test has to be about what stands at the place
 * (raw->matched: "flash_attn", "torch.cuda.Stream"). */
struct protection guard_of(struct python_matching *p, uint32_t statement, const struct raw *raw);

/* Whether a test that is true says that the subject is there ("x.is_cuda", "HAS_TRITON"): its word,
 * else STR_NONE. *negated: it says so when it is false. */
str protection_test(str test, str subject, bool *negated);
/* Conditional expressions and `and` around a place in a statement, from inside out: the first
 * test that protects it. GUARD_NONE when there is none. */
struct protection protection_in_expression(
        str text, uint32_t from, uint32_t to, uint32_t at, uint32_t end, str subject);

#endif
