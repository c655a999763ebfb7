/* The blob that the build puts into the program, and look-up by bisection; of names of the API,
 * which every call of torch is looked up among, by hash. */
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

/* The first row whose text does not come before the key. */
static uint32_t bisect(const uint32_t *words, uint32_t row_words, uint32_t rows, str key)
{
	uint32_t low = 0, high = rows;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (str_cmp(tables_text(words[(size_t)mid * row_words]), key) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The first row that has the key; `rows`: none. */
static uint32_t hashed_api(const uint32_t *words, uint32_t row_words, uint32_t rows, str key)
{
	uint32_t count;
	const uint32_t *slots = blob_section(tables_bundled(), TABLE_API_SLOTS, &count);
	uint32_t i = (uint32_t)str_hash(key, 0) & (count - 1);

	while (slots[i] && !str_eq(tables_text(words[(size_t)(slots[i] - 1) * row_words]), key))
		i = (i + 1) & (count - 1);
	return slots[i] ? slots[i] - 1 : rows;
}

const uint32_t *tables_find(
        enum table_section section, uint32_t row_words, str key, uint32_t *count)
{
	uint32_t rows, first, end;
	const uint32_t *words = tables_rows(section, row_words, &rows);

	first = section == TABLE_API_NAMES ? hashed_api(words, row_words, rows, key)
	                                   : bisect(words, row_words, rows, key);
	for (end = first; end < rows && str_eq(tables_text(words[(size_t)end * row_words]), key);)
		end++;
	*count = end - first;
	return end > first ? words + (size_t)first * row_words : NULL;
}
