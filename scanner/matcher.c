/* The table of named matchers. */
#include "scanner/matcher.h"

#include "base/text.h"

struct row {
	const char *name;
	const char *const options[8];
};

static const struct row rows[MATCHER_COUNT] = {[MATCHER_NONE] = {"", {NULL}},
#define X(id, name, ...) [id] = {name, {__VA_ARGS__, NULL}},
        MATCHER_LIST(X)
#undef X
};

enum matcher matcher_find(str name)
{
	for (int i = 1; i < MATCHER_COUNT; i++)
		if (str_eq(name, str_from(rows[i].name)))
			return (enum matcher)i;
	return MATCHER_NONE;
}

str matcher_name(enum matcher matcher)
{
	return str_from(rows[matcher].name);
}

const char *const *matcher_options(enum matcher matcher)
{
	return rows[matcher].options;
}

str matcher_nearest(str word)
{
	str names[MATCHER_COUNT], nearest;

	for (int i = 1; i < MATCHER_COUNT; i++)
		names[i - 1] = str_from(rows[i].name);
	nearest = text_nearest(word, names, MATCHER_COUNT - 1);
	return nearest.len ? nearest : names[0];
}
