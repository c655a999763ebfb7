/* Words and their enumerators, from one list each. */
#include "coverage/verdict.h"

#define WORD(literal)                                                                              \
	{                                                                                          \
		(literal), sizeof(literal) - 1                                                     \
	}

static const str verdicts[VERDICT_COUNT] = {WORD("unknown"),
#define X(name, word) WORD(word),
        VERDICT_LIST(X)
#undef X
};
static const str evidences[EVIDENCE_COUNT] = {WORD("none"),
#define X(name, word) WORD(word),
        EVIDENCE_LIST(X)
#undef X
};

str verdict_word(enum verdict verdict)
{
	return verdicts[verdict];
}

str evidence_word(enum evidence evidence)
{
	return evidences[evidence];
}

str mode_word(enum mode mode)
{
	return mode == MODE_EAGER ? S("eager") : S("compile");
}

bool verdict_from(str word, enum verdict *out)
{
	for (int i = 0; i < VERDICT_COUNT; i++)
		if (str_eq(word, verdicts[i])) {
			*out = (enum verdict)i;
			return true;
		}
	return false;
}

bool evidence_from(str word, enum evidence *out)
{
	for (int i = 1; i < EVIDENCE_COUNT; i++)
		if (str_eq(word, evidences[i])) {
			*out = (enum evidence)i;
			return true;
		}
	return false;
}

const str *verdict_words(uint32_t *count)
{
	*count = VERDICT_COUNT;
	return verdicts;
}

const str *evidence_words(uint32_t *count)
{
	*count = EVIDENCE_COUNT - 1;
	return evidences + 1;
}
