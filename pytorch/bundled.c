/* The blob that the build puts into the program, and look-up by bisection. */
#include "pytorch/tables.h"

extern const uint32_t pytorch_tables[];

struct blob tables_bundled(void)
{
	return (struct blob){pytorch_tables};
}

str tables_text(uint32_t offset)
{
	return blob_text(tables_bundled(), offset);
}

const uint32_t *tables_rows(enum table_section section, uint32_t row_words, uint32_t *count)
{
	const uint32_t *rows = blob_section(tables_bundled(), section, count);

	*count /= row_words;
	return rows;
}

const uint32_t *tables_find(
        enum table_section section, uint32_t row_words, str key, uint32_t *count)
{
	uint32_t rows, low = 0, high, end;
	const uint32_t *words = tables_rows(section, row_words, &rows);

	high = rows;
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (str_cmp(tables_text(words[(size_t)mid * row_words]), key) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	for (end = low; end < rows && str_eq(tables_text(words[(size_t)end * row_words]), key);)
		end++;
	*count = end - low;
	return end > low ? words + (size_t)low * row_words : NULL;
}
