#include "report/message.h"

#include "base/buf.h"
#include "report/number.h"

static const char *const messages[][2] = {
#define X(name, en, zh) [name] = {en, zh},
        MESSAGE_LIST(X)
#undef X
};

const char *message(enum language language, enum message message)
{
	return messages[message][language];
}

bool language_parse(str text, enum language *out)
{
	*out = LANGUAGE_EN;
	if (str_starts(text, S("zh_TW")) || str_eq(text, S("zh-TW")))
		*out = LANGUAGE_ZH_TW;
	else if (!str_starts(text, S("en")))
		return false;
	return true;
}

str message_fill(
        struct arena *arena, enum language language, enum message m, const str *parts, uint32_t n)
{
	str text = str_from(message(language, m)), filled;
	struct buf out = {0};

	for (size_t i = 0; i < text.len; i++) {
		uint32_t part = UINT32_MAX;

		if (text.ptr[i] == '{' && i + 2 < text.len && text.ptr[i + 2] == '}')
			part = (uint32_t)(text.ptr[i + 1] - '0');
		if (part >= n) {
			buf_byte(&out, text.ptr[i]);
			continue;
		}
		buf_put(&out, parts[part]);
		i += 2;
	}
	filled = arena_dup(arena, buf_str(&out));
	buf_free(&out);
	return filled;
}

str message_count(struct arena *arena, enum language language, uint64_t n, enum message one,
        enum message many)
{
	return arena_format(arena, "%.*s %s", STR_ARG(number_count(arena, n)),
	        message(language, n == 1 ? one : many));
}

enum message message_of_evidence(enum evidence evidence)
{
	static const enum message grounds[EVIDENCE_COUNT] = {[EVIDENCE_NONE] = MESSAGE_NO_GROUND,
	        [EVIDENCE_ASSUMED] = MESSAGE_ASSUMED,
	        [EVIDENCE_COMMUNITY] = MESSAGE_COMMUNITY,
	        [EVIDENCE_DERIVED] = MESSAGE_DERIVED,
	        [EVIDENCE_DOCUMENTED] = MESSAGE_DOCUMENTED,
	        [EVIDENCE_DISPATCH] = MESSAGE_DISPATCH,
	        [EVIDENCE_LOWERED] = MESSAGE_LOWERED,
	        [EVIDENCE_COMPILED] = MESSAGE_COMPILED_BY,
	        [EVIDENCE_MEASURED] = MESSAGE_MEASURED};

	return grounds[evidence];
}
