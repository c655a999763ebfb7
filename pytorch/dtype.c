/* One table, looked up by what is at hand. */
#include "pytorch/dtype.h"

struct row {
	const char *word, *torch;
	uint32_t bytes;
	enum dtype_class class;
	int64_t export, c10;
};

static const struct row rows[DTYPE_COUNT] = {
        [DTYPE_UNKNOWN] = {"?", "?", 0, DTYPE_CLASS_NONE, -1, -1},
#define X(name, w, t, b, c, e, n) [name] = {w, t, b, DTYPE_CLASS_##c, e ? e : -1, n},
        DTYPE_LIST(X)
#undef X
};

str dtype_word(enum dtype dtype)
{
	return str_from(rows[dtype].word);
}

str dtype_torch_name(enum dtype dtype)
{
	return str_from(rows[dtype].torch);
}

uint32_t dtype_bytes(enum dtype dtype)
{
	return rows[dtype].bytes;
}

enum dtype_class dtype_class(enum dtype dtype)
{
	return rows[dtype].class;
}

enum dtype dtype_from_word(str word)
{
	for (int i = 1; i < DTYPE_COUNT; i++)
		if (str_eq(word, str_from(rows[i].word)))
			return (enum dtype)i;
	return DTYPE_UNKNOWN;
}

enum dtype dtype_from_torch(str name)
{
	static const struct {
		const char *name;
		enum dtype dtype;
	} aliases[] = {{"float", DTYPE_F32}, {"double", DTYPE_F64}, {"half", DTYPE_F16},
	        {"long", DTYPE_I64}, {"int", DTYPE_I32}, {"short", DTYPE_I16},
	        {"cfloat", DTYPE_C64}, {"cdouble", DTYPE_C128}, {"chalf", DTYPE_C32}};

	if (str_starts(name, S("torch.")))
		name = str_from_at(name, 6);
	for (int i = 1; i < DTYPE_COUNT; i++)
		if (str_eq(name, str_from(rows[i].torch)))
			return (enum dtype)i;
	for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
		if (str_eq(name, str_from(aliases[i].name)))
			return aliases[i].dtype;
	return DTYPE_UNKNOWN;
}

enum dtype dtype_from_export(int64_t number)
{
	for (int i = 1; i < DTYPE_COUNT; i++)
		if (rows[i].export == number)
			return (enum dtype)i;
	return DTYPE_UNKNOWN;
}

enum dtype dtype_from_c10(int64_t number)
{
	for (int i = 1; i < DTYPE_COUNT; i++)
		if (rows[i].c10 == number)
			return (enum dtype)i;
	return DTYPE_UNKNOWN;
}
