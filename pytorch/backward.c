/* Rows are sorted by operator; each has one per class of data. */
#include "pytorch/backward.h"

static const uint32_t *leaves(void)
{
	uint32_t count;

	return blob_section(tables_bundled(), TABLE_LEAVES, &count);
}

bool backward_find(str op, enum dtype_class class, struct backward *out)
{
	uint32_t count;
	const struct backward_row *row = TABLES_FIND(TABLE_BACKWARD, backward_row, op, &count);
	const uint32_t *words = leaves();

	for (uint32_t i = 0; row && i < count; i++) {
		if (row[i].class != (uint32_t) class)
			continue;
		*out = (struct backward){words + row[i].first_always, words + row[i].first_some,
		        row[i].n_always, row[i].n_some, tables_text(row[i].saves),
		        (double)row[i].inner / 1e6, tables_text(row[i].note)};
		return true;
	}
	return false;
}

static const char prefix[] = "torch.optim.";

static str short_name(str name)
{
	return str_starts(name, str_from(prefix)) ? str_from_at(name, sizeof prefix - 1) : name;
}

bool optimizer_find(str name, str variant, struct optimizer *out)
{
	uint32_t count;
	const struct optimizer_row *row = TABLES_ROWS(TABLE_OPTIMIZERS, optimizer_row, &count);

	for (uint32_t i = 0; i < count; i++) {
		if (!str_eq(short_name(tables_text(row[i].name)), short_name(name)) ||
		        !str_eq(tables_text(row[i].variant), variant))
			continue;
		*out = (struct optimizer){short_name(tables_text(row[i].name)), variant,
		        leaves() + row[i].first_operator, row[i].n_operators,
		        row[i].states == UINT32_MAX ? -1 : (double)row[i].states / 1e3,
		        tables_text(row[i].note)};
		return true;
	}
	return false;
}

uint32_t optimizer_names(str *out, uint32_t most)
{
	uint32_t count, n = 0;
	const struct optimizer_row *row = TABLES_ROWS(TABLE_OPTIMIZERS, optimizer_row, &count);

	for (uint32_t i = 0; i < count && n < most; i++) {
		str name = short_name(tables_text(row[i].name));

		if (!n || !str_eq(out[n - 1], name))
			out[n++] = name;
	}
	return n;
}
