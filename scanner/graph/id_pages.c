/* Keys of pages are cut to 32 bits: ids beyond 2^42 are not kept. */
#include "scanner/graph/id_pages.h"

static uint32_t slot_of(const struct id_pages *ids, uint32_t key)
{
	uint32_t mask = ids->keys.len - 1;
	uint32_t at = (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & mask;

	while (ids->keys.at[at] && (uint32_t)ids->keys.at[at] != key)
		at = (at + 1) & mask;
	return at;
}

/* The table has four slots for every page the budget allows, so it is never full. */
static void make_table(struct id_pages *ids)
{
	uint32_t size = 64;

	while (size < ids->most * 4)
		size *= 2;
	VEC_RESERVE(ids->arena, &ids->keys, size);
	ids->keys.len = size;
}

static struct id_page *page_at(struct id_pages *ids, uint64_t id)
{
	uint32_t at;

	if (id / ID_PAGE > UINT32_MAX)
		return NULL;
	if (!ids->keys.len)
		make_table(ids);
	at = slot_of(ids, (uint32_t)(id / ID_PAGE));
	if (!ids->keys.at[at]) {
		if (ids->pages.len == ids->most)
			return NULL;
		*VEC_PUSH(ids->arena, &ids->pages) = ARENA_NEW(ids->arena, struct id_page);
		ids->keys.at[at] = (uint64_t)ids->pages.len << 32 | (uint32_t)(id / ID_PAGE);
	}
	return ids->pages.at[(ids->keys.at[at] >> 32) - 1];
}

void id_pages_put(struct id_pages *ids, uint64_t id, uint32_t value)
{
	struct id_page *page = page_at(ids, id);

	if (page)
		page->value[id % ID_PAGE] = value + 1;
	else
		ids->full = true;
}

uint32_t id_pages_get(const struct id_pages *ids, uint64_t id)
{
	uint32_t at;

	if (!ids->keys.len || id / ID_PAGE > UINT32_MAX)
		return UINT32_MAX;
	at = slot_of(ids, (uint32_t)(id / ID_PAGE));
	if (!ids->keys.at[at])
		return UINT32_MAX;
	return ids->pages.at[(ids->keys.at[at] >> 32) - 1]->value[id % ID_PAGE] - 1;
}
