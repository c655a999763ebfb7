#include "cli/option.h"

static const struct option_row rows[OPTION_COUNT] = {
#define X(name, long_name, letter, argument, kind, help)                                           \
	[name] = {long_name, letter, argument, kind, help},
        OPTION_LIST(X)
#undef X
};

const struct option_row *option_row(enum option_id option)
{
	return &rows[option];
}
