/* Look-ups by name. A name with a remark in brackets in the data ("torch.where (condition only)")
 * is one way of calling, which a name alone does not tell: such rows are not found by the bare
 * name. */
#include "pytorch/api.h"

bool api_find(str name, struct api *out)
{
	uint32_t count;
	const struct api_name_row *row = TABLES_FIND(TABLE_API_NAMES, api_name_row, name, &count);

	if (!row)
		return false;
	*out = (struct api){tables_text(row->name), tables_text(row->canonical),
	        tables_text(row->kind), tables_text(row->deprecated), 0};
	for (uint32_t i = 0; i < count; i++)
		out->releases |= row[i].releases;
	if (!out->canonical.len)
		out->canonical = out->name;
	return true;
}

static bool find_pass(str name, str pass, struct api_operators *out)
{
	uint32_t count, leaves;
	const uint32_t *words = blob_section(tables_bundled(), TABLE_LEAVES, &leaves);
	const struct api_operators_row *row =
	        TABLES_FIND(TABLE_API_OPERATORS, api_operators_row, name, &count);

	for (uint32_t i = 0; row && i < count; i++) {
		if (!str_eq(tables_text(row[i].pass), pass))
			continue;
		*out = (struct api_operators){tables_text(row[i].note), words + row[i].first_pre,
		        words + row[i].first_neutral, row[i].n_pre, row[i].n_neutral};
		return true;
	}
	return false;
}

bool api_operators_find(str name, str pass, struct api_operators *out)
{
	struct api api;

	if (find_pass(name, pass, out))
		return true;
	return api_find(name, &api) && !str_eq(api.canonical, name) &&
	       find_pass(api.canonical, pass, out);
}

struct api_sync api_sync_find(str name)
{
	uint32_t count;
	const struct host_sync_row *row = TABLES_FIND(TABLE_HOST_SYNC, host_sync_row, name, &count);
	static const struct {
		const char *word;
		enum sync_effect effect;
	} words[] = {{"sync", SYNC_READ}, {"copy", SYNC_COPY}, {"shape", SYNC_SHAPE}};
	struct api_sync best = {SYNC_NONE, false, STR_NONE};

	for (uint32_t i = 0; row && i < count; i++)
		for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
			bool always = str_starts(tables_text(row[i].when), S("this call"));

			if (!str_eq(tables_text(row[i].effect), str_from(words[k].word)) ||
			        best.always)
				continue;
			if (always || str_eq(tables_text(row[i].when), S("some inputs")))
				best = (struct api_sync){
				        words[k].effect, always, tables_text(row[i].why)};
		}
	return best;
}
