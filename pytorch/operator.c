/* Reads the operator tables. Bits of a row: kind (0-3), roles (4-9), releases (10-11), autograd
 * (12). */
#include "pytorch/operator.h"

static bool read_row(const struct operator_row *row, enum release release, struct operator* out)
{
	if (!(row->bits >> 10 & 3 & (uint32_t)release))
		return false;
	*out = (struct operator){
	        .name = tables_text(row->name),
	        .schema = tables_text(row->schema),
	        .twin = tables_text(row->twin),
	        .delegate = tables_text(row->delegate),
	        .tags = tables_text(row->tags),
	        .deprecated = tables_text(row->deprecated),
	        .kind = (enum operator_kind)(row->bits & 15),
	        .roles = row->bits >> 4 & 63,
	        .autograd = row->bits >> 12 & 1,
	};
	return true;
}

bool operator_find(str name, enum release release, struct operator* out)
{
	uint32_t count;
	const struct operator_row *row = TABLES_FIND(TABLE_OPERATORS, operator_row, name, &count);

	for (uint32_t i = 0; row && i < count; i++)
		if (read_row(&row[i], release, out))
			return true;
	return false;
}

bool operator_overload(str base, enum release release, uint32_t index, struct operator* out)
{
	uint32_t count, low = 0, high;
	const struct operator_row *rows = TABLES_ROWS(TABLE_OPERATORS, operator_row, &count);

	high = count;
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (str_cmp(tables_text(rows[mid].name), base) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	for (; low < count; low++) {
		str name = tables_text(rows[low].name);

		if (!str_starts(name, base))
			return false;
		if (name.len <= base.len || name.ptr[base.len] != '.' ||
		        !read_row(&rows[low], release, out))
			continue;
		if (!index--)
			return true;
	}
	return false;
}

void operator_split(str name, str *base, str *overload)
{
	size_t first = str_find_byte(name, '.');
	size_t second = first + 1 + str_find_byte(str_from_at(name, first + 1), '.');

	*base = str_slice(name, 0, second);
	*overload = str_from_at(name, second + 1);
}

static bool is_namespace_of_python(str ns)
{
	return str_eq(ns, S("_operator")) || str_eq(ns, S("operator")) || str_eq(ns, S("math")) ||
	       str_eq(ns, S("builtins")) || str_eq(ns, S("torch"));
}

/* A known operator that has no overload `default`: its bare name stands for all it has. */
static bool stands_for_all(str base)
{
	struct operator one;
	str start, overload;

	for (uint32_t i = 0; operator_overload(base, RELEASE_ANY, i, &one); i++) {
		operator_split(one.name, &start, &overload);
		if (str_eq(overload, S("default")))
			return false;
		if (i == 63)
			break;
	}
	return operator_overload(base, RELEASE_ANY, 0, &one);
}

str operator_canonical(struct arena *arena, str target)
{
	static const char *const prefixes[] = {"torch.ops.", "executorch.exir.dialects.edge._ops.",
	        "executorch.exir.dialects.backend._ops."};
	size_t colons, dots = 0;

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (str_starts(target, str_from(prefixes[i])))
			target = str_from_at(target, str_from(prefixes[i]).len);
	colons = str_find(target, S("::"));
	if (colons < target.len)
		target = arena_format(arena, "%.*s.%.*s", STR_ARG(str_slice(target, 0, colons)),
		        STR_ARG(str_from_at(target, colons + 2)));
	for (size_t i = 0; i < target.len; i++)
		dots += target.ptr[i] == '.';
	if (dots == 1 &&
	        !is_namespace_of_python(str_slice(target, 0, str_find_byte(target, '.'))) &&
	        !stands_for_all(target))
		return arena_format(arena, "%.*s.default", STR_ARG(target));
	return target;
}

str operator_host_class(str target)
{
	uint32_t count;
	const struct host_node_row *row =
	        TABLES_FIND(TABLE_HOST_NODES, host_node_row, target, &count);

	return row ? tables_text(row->class) : STR_NONE;
}

enum higher_order operator_higher_order(str name, str *needs)
{
	static const struct {
		const char *word;
		enum higher_order kind;
	} words[] = {{"body", HIGHER_ORDER_BODY}, {"inside", HIGHER_ORDER_INSIDE},
	        {"own", HIGHER_ORDER_OWN}, {"none", HIGHER_ORDER_NOTHING}};
	const struct higher_order_row *row;
	uint32_t count;

	if (str_starts(name, S("higher_order.")))
		name = str_from_at(name, 13);
	if (str_ends(name, S(".default")))
		name = str_slice(name, 0, name.len - 8);
	row = TABLES_FIND(TABLE_HIGHER_ORDER, higher_order_row, name, &count);
	if (!row)
		return HIGHER_ORDER_NONE;
	if (needs)
		*needs = tables_text(row->needs);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_eq(tables_text(row->decided_by), str_from(words[i].word)))
			return words[i].kind;
	return HIGHER_ORDER_OWN;
}

bool operator_device_only(str name, struct device_only *out)
{
	str base, overload;
	uint32_t count, leaves;
	const struct device_only_row *row;

	operator_split(name, &base, &overload);
	row = TABLES_FIND(TABLE_DEVICE_ONLY, device_only_row, base, &count);
	for (uint32_t i = 0; row && i < count; i++) {
		str of = tables_text(row[i].overload);

		if (!str_eq(of, S("*")) && !str_eq(of, overload))
			continue;
		*out = (struct device_only){tables_text(row[i].mapping),
		        blob_section(tables_bundled(), TABLE_LEAVES, &leaves) + row[i].first_leaf,
		        row[i].n_leaves};
		return true;
	}
	return false;
}
