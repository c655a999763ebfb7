/* The tables are searched for the format that a text came from, in their order; then for the words
 * of the data, which stand in the sentences: verdicts, severities, modes. */
#include "report/said.h"

#include "assess/phrases.h"
#include "base/buf.h"
#include "coverage/phrases.h"
#include "report/item.h"
#include "scanner/phrases.h"

/* A longer text is none of ours; parts stand in parts so deep. */
enum { TEXT_MOST = 4000, DEPTH_MOST = 4 };

static const struct phrase answers[] = {
        COVERAGE_PHRASES(PHRASE_ROW) ASSESS_ANSWER_PHRASES(PHRASE_ROW)};
static const struct phrase files[] = {SCANNER_FILE_PHRASES(PHRASE_ROW)};
static const struct phrase findings[] = {SCANNER_FINDING_PHRASES(PHRASE_ROW)};
static const struct phrase gates[] = {ASSESS_GATE_PHRASES(PHRASE_ROW)};
static const struct phrase costs[] = {ASSESS_COST_PHRASES(PHRASE_ROW)};
static const struct phrase advice[] = {ASSESS_ADVICE_PHRASES(PHRASE_ROW)};

static const struct {
	const struct phrase *at;
	uint32_t count;
} tables[SAID_COUNT] = {
#define TABLE(name)                                                                                \
	{                                                                                          \
		name, sizeof(name) / sizeof *(name)                                                \
	}
        [SAID_WORD] = {NULL, 0},
        [SAID_ANSWER] = TABLE(answers),
        [SAID_FILE] = TABLE(files),
        [SAID_FINDING] = TABLE(findings),
        [SAID_GATE] = TABLE(gates),
        [SAID_COST] = TABLE(costs),
        [SAID_ADVICE] = TABLE(advice),
#undef TABLE
};

struct saying {
	enum language language;
	enum said_kind kind;
	struct buf *out;
};

const struct phrase *said_phrases(enum said_kind kind, uint32_t *count)
{
	*count = tables[kind].count;
	return tables[kind].at;
}

static str word_said(enum language language, str text)
{
	for (int v = 0; v < VERDICT_COUNT; v++)
		if (str_eq(text, verdict_word((enum verdict)v)))
			return str_from(message(language, item_verdict_message((enum verdict)v)));
	for (int s = SEVERITY_INFO; s < SEVERITY_COUNT; s++)
		if (str_eq(text, severity_word((enum severity)s)))
			return str_from(message(language, item_severity_message((enum severity)s)));
	for (int e = EVIDENCE_NONE + 1; e < EVIDENCE_COUNT; e++)
		if (str_eq(text, evidence_word((enum evidence)e)))
			return str_from(message(language, message_of_evidence((enum evidence)e)));
	if (str_eq(text, S("behaviour")))
		return str_from(message(language, MESSAGE_BEHAVIOUR));
	for (int m = 0; m < MODE_COUNT; m++)
		if (str_eq(text, mode_word((enum mode)m)))
			return str_from(message(
			        language, m == MODE_EAGER ? MESSAGE_EAGER : MESSAGE_COMPILED));
	return STR_NONE;
}

static bool sentence_said(const struct saying *s, str text, uint32_t depth);

/* The sentence of the other language with the parts of this one. */
static void fill(
        const struct saying *s, const struct phrase *phrase, const str *parts, uint32_t depth)
{
	for (const char *c = phrase->other; *c; c++) {
		str part;

		if (*c != '{') {
			buf_byte(s->out, *c);
			continue;
		}
		part = parts[c[1] - '0'];
		if (c[2] != '!' || !sentence_said(s, part, depth + 1))
			buf_put(s->out, part);
		c += c[2] == '!' ? 3 : 2;
	}
}

/* False, and nothing written, when the text is none of the tables'. */
static bool sentence_said(const struct saying *s, str text, uint32_t depth)
{
	str parts[PHRASE_PARTS], word = word_said(s->language, text);

	buf_put(s->out, word);
	for (uint32_t i = 0; !word.len && depth < DEPTH_MOST && i < tables[s->kind].count; i++)
		if (phrase_match(&tables[s->kind].at[i], text, parts)) {
			fill(s, &tables[s->kind].at[i], parts, depth);
			return true;
		}
	return word.len > 0;
}

static void sentences_said(const struct saying *s, str text)
{
	while (text.len) {
		size_t at = str_find(text, S("; "));
		str one = str_slice(text, 0, at);

		if (!sentence_said(s, one, 0))
			buf_put(s->out, one);
		if (at < text.len)
			buf_puts(s->out, message(s->language, MESSAGE_TEXT_SEMICOLON));
		text = str_from_at(text, at < text.len ? at + 2 : at);
	}
}

str said(struct arena *arena, enum language language, enum said_kind kind, str text)
{
	struct buf out = {0};
	struct saying s = {language, kind, &out};
	str all;

	if (language == LANGUAGE_EN || !text.len || text.len > TEXT_MOST)
		return text;
	if (!sentence_said(&s, text, 0))
		sentences_said(&s, text);
	all = arena_dup(arena, buf_str(&out));
	buf_free(&out);
	return all;
}
