#include "report/message.h"

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
