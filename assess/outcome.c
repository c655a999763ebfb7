/* Words of experiments and outcomes, and the verdict that an outcome supports. */
#include "assess/experiment.h"

str skip_word(enum skip skip)
{
	static const char *const words[] = {"",
#define X(name, word, meaning) word,
	        SKIP_LIST(X)
#undef X
	};

	return str_from(words[skip]);
}

const char *skip_meaning(enum skip skip)
{
	static const char *const words[] = {"",
#define X(name, word, meaning) meaning,
	        SKIP_LIST(X)
#undef X
	};

	return words[skip];
}

enum skip skip_from(str word)
{
	static const struct {
		enum skip skip;
		const char *word;
	} worker[] = {{SKIP_ABSENT, "absent"}, {SKIP_ARGUMENT, "argument"},
	        {SKIP_REFERENCE, "reference"}, {SKIP_WORKER, "worker"}};

	for (size_t i = 0; i < sizeof worker / sizeof *worker; i++)
		if (str_eq(word, str_from(worker[i].word)))
			return worker[i].skip;
	for (int i = 1; i < SKIP_COUNT; i++)
		if (str_eq(word, skip_word((enum skip)i)))
			return (enum skip)i;
	return SKIP_WORKER;
}

str ran_word(enum ran ran)
{
	static const char *const words[] = {"not run",
#define X(name, word, verdict) word,
	        STATUS_LIST(X)
#undef X
	};

	return str_from(words[ran]);
}

enum verdict ran_verdict(enum ran ran)
{
	static const enum verdict verdicts[] = {VERDICT_UNKNOWN,
#define X(name, word, verdict) verdict,
	        STATUS_LIST(X)
#undef X
	};

	return verdicts[ran];
}

enum ran ran_from(str word)
{
	for (int i = 1; i < RAN_COUNT; i++)
		if (str_eq(word, ran_word((enum ran)i)))
			return (enum ran)i;
	return RAN_NOT;
}

str part_word(enum part part)
{
	static const char *const words[] = {
	        "eager.forward", "eager.backward", "compile.forward", "compile.backward"};

	return str_from(words[part]);
}

static str trial_text(struct arena *arena, const struct trial *t)
{
	if (t->ran == RAN_FALLBACK)
		return arena_format(arena, "runs on the CPU: %.*s", STR_ARG(t->fallback));
	if (t->ran == RAN_IMPRECISE)
		return arena_format(arena, "lower precision: %.*s", STR_ARG(t->text));
	if (t->text.len)
		return arena_format(
		        arena, "%.*s: %.*s", STR_ARG(ran_word(t->ran)), STR_ARG(t->text));
	return ran_word(t->ran);
}

enum verdict outcome_verdict(
        struct arena *arena, const struct outcome *outcome, enum mode mode, str *text)
{
	const struct trial *forward = &outcome->parts[mode * 2],
	                   *backward = &outcome->parts[mode * 2 + 1];
	enum verdict verdict = ran_verdict(forward->ran), back = ran_verdict(backward->ran);

	*text = STR_NONE;
	if (verdict != VERDICT_SUPPORTED && forward->ran)
		*text = trial_text(arena, forward);
	else if (forward->slow)
		*text = arena_format(arena, "slow: %.3g s, %.3g s on the CPU",
		        forward->steady_seconds, forward->cpu_seconds);
	if (verdict == VERDICT_SUPPORTED && back > VERDICT_SUPPORTED) {
		verdict = back == VERDICT_FALLBACK ? VERDICT_FALLBACK : VERDICT_CONDITIONAL;
		*text = arena_format(
		        arena, "backward pass: %.*s", STR_ARG(trial_text(arena, backward)));
	}
	return verdict;
}
