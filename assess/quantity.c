/* A number, blanks, a unit. The unit turns it into the base unit of its kind (hours, seconds, USD,
 * GB, a share of 1); a unit of another kind, a currency that is not USD, a number out of bounds
 * is an error, since a figure made from it would look right. */
#include "assess/quantity.h"

struct unit {
	enum quantity kind;
	const char *word;
	double factor;
};

static const struct unit units[] = {
        {QUANTITY_HOURS, "h", 1},
        {QUANTITY_HOURS, "hours", 1},
        {QUANTITY_HOURS, "min", 1.0 / 60},
        {QUANTITY_HOURS, "s", 1.0 / 3600},
        {QUANTITY_HOURS, "d", 24},
        {QUANTITY_HOURS, "days", 24},
        {QUANTITY_SECONDS, "s", 1},
        {QUANTITY_SECONDS, "ms", 1e-3},
        {QUANTITY_SECONDS, "us", 1e-6},
        {QUANTITY_SECONDS, "min", 60},
        {QUANTITY_SECONDS, "h", 3600},
        {QUANTITY_SECONDS, "d", 86400},
        {QUANTITY_USD, "USD", 1},
        {QUANTITY_GB, "GB", 1},
        {QUANTITY_GB, "MB", 1e-3},
        {QUANTITY_GB, "TB", 1e3},
        {QUANTITY_GB, "PB", 1e6},
        {QUANTITY_GB, "GiB", 1.073741824},
        {QUANTITY_GB, "TiB", 1099.511627776},
        {QUANTITY_SHARE, "%", 0.01},
};

static const struct {
	const char *what;
	double least, most;
} kinds[] = {
#define X(name, what, least, most) [name] = {what, least, most},
        QUANTITY_LIST(X)
#undef X
};

static const char *const currencies[] = {
        "EUR", "GBP", "JPY", "CNY", "TWD", "CHF", "KRW", "INR", "AUD", "CAD", "€", "£", "¥", "$"};

static bool is_currency(str word)
{
	for (size_t i = 0; i < sizeof currencies / sizeof *currencies; i++)
		if (str_eq(word, str_from(currencies[i])))
			return true;
	return false;
}

/* How much of the text is its number. */
static size_t number_length(str s)
{
	size_t n = 0;

	if (n < s.len && (s.ptr[n] == '-' || s.ptr[n] == '+'))
		n++;
	while (n < s.len && ((s.ptr[n] >= '0' && s.ptr[n] <= '9') || s.ptr[n] == '.'))
		n++;
	if (n + 1 < s.len && n > 0 && (s.ptr[n] == 'e' || s.ptr[n] == 'E')) {
		size_t k = n + 1 + (s.ptr[n + 1] == '-' || s.ptr[n + 1] == '+');

		if (k < s.len && s.ptr[k] >= '0' && s.ptr[k] <= '9') {
			while (k < s.len && s.ptr[k] >= '0' && s.ptr[k] <= '9')
				k++;
			n = k;
		}
	}
	return n;
}

const char *quantity_parse(str text, enum quantity kind, double *out)
{
	str s = str_trim(text), word;
	size_t n = number_length(s);
	double value, factor = 1;

	if (!n || !str_float(str_slice(s, 0, n), &value)) {
		if (str_float(s, &value) && !isfinite(value))
			return "is not finite";
		return "is no number";
	}
	word = str_trim(str_from_at(s, n));
	if (word.len) {
		factor = 0;
		for (size_t i = 0; i < sizeof units / sizeof *units; i++)
			if (units[i].kind == kind && str_eq(word, str_from(units[i].word)))
				factor = units[i].factor;
		if (factor == 0 && is_currency(word))
			return "is in another currency; all money is USD and nothing is converted";
		if (factor == 0)
			return "has an unknown unit";
	}
	value *= factor;
	if (!isfinite(value))
		return "is not finite";
	if (value < kinds[kind].least)
		return "is negative";
	if (value > kinds[kind].most)
		return "is too large to be meant";
	if (kind == QUANTITY_COUNT && value != floor(value))
		return "is not whole";
	*out = value;
	return NULL;
}

bool quantity_read(struct env *env, const struct yaml *node, enum quantity kind, double *out)
{
	const char *why;

	*out = 0;
	if (node->kind != YAML_SCALAR)
		return yaml_want(env, node, YAML_SCALAR, kinds[kind].what);
	why = quantity_parse(node->text, kind, out);
	return !why || diag_error(env->diags, node->place, "'%.*s' %s; expected %s",
	                       STR_ARG(node->text), why, kinds[kind].what);
}

bool quantity_read_points(
        struct env *env, const struct yaml *node, enum quantity kind, struct points *out)
{
	double at[3];
	uint32_t n = 0;

	*out = points_of(0);
	if (node->kind == YAML_SCALAR) {
		if (!quantity_read(env, node, kind, &at[0]))
			return false;
		*out = points_of(at[0]);
		return true;
	}
	if (node->kind != YAML_LIST || node->count != 3)
		return diag_error(env->diags, node->place,
		        "expected one number or three: [low, likely, high]");
	for (const struct yaml *v = node->child; v; v = v->next)
		if (!quantity_read(env, v, kind, &at[n++]))
			return false;
	if (!(at[0] <= at[1] && at[1] <= at[2]))
		return diag_error(env->diags, node->place,
		        "low, likely and high must not fall: [%g, %g, %g]", at[0], at[1], at[2]);
	*out = (struct points){at[0], at[1], at[2]};
	return true;
}
