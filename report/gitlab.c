/* GitLab code quality (a subset of the Code Climate format): a JSON array, one object an item. */
#include "base/json.h"
#include "base/map.h"
#include "report/item.h"

void write_gitlab(const struct assessment *a, const struct style *style, struct buf *out)
{
	static const char *const severities[SEVERITY_COUNT] = {
	        "info", "info", "minor", "major", "blocker"};
	struct json_out w = {.out = out, .indent = 1, .flat_from = 3};
	struct items items = items_of(a, LANGUAGE_EN);
	struct map repeats = {.arena = a->arena};
	uint32_t *seen;
	bool fresh;

	(void)style;
	json_out_array(&w);
	for (uint32_t i = 0; i < items.count; i++) {
		const struct item *item = &items.at[i];

		json_out_object(&w);
		json_out_pair_str(&w, "description", item->message);
		json_out_pair_str(&w, "check_name", item->rule);
		/* the host drops repeats, and a copy of a statement is an item of its own */
		seen = map_at(&repeats, item->fingerprint, &fresh);
		*seen = fresh ? 1 : *seen + 1;
		json_out_pair_str(&w, "fingerprint",
		        fresh ? item->fingerprint
		              : arena_format(
		                        a->arena, "%.*s:%u", STR_ARG(item->fingerprint), *seen));
		json_out_pair_str(&w, "severity", str_from(severities[item->severity]));
		json_out_key(&w, "location");
		json_out_object(&w);
		json_out_pair_str(&w, "path", item->path);
		json_out_key(&w, "lines");
		json_out_object(&w);
		json_out_pair_int(&w, "begin", item->line ? item->line : 1);
		json_out_object_end(&w);
		json_out_object_end(&w);
		json_out_object_end(&w);
	}
	json_out_array_end(&w);
	buf_byte(out, '\n');
}
