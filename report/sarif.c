/* SARIF 2.1.0 (OASIS), for code hosts. Blocker and major are errors, minor a warning, info a note.
 */
#include "base/json.h"
#include "report/item.h"

static const char *level_of(enum severity severity)
{
	return severity >= SEVERITY_MAJOR   ? "error"
	       : severity == SEVERITY_MINOR ? "warning"
	                                    : "note";
}

/* A path as a URI reference: what RFC 3986 does not let stand is written with a percent sign. */
static str uri_of(struct arena *arena, str path)
{
	struct buf out = {0};
	str text;

	for (size_t i = 0; i < path.len; i++) {
		unsigned char c = (unsigned char)path.ptr[i];
		bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		             (c >= '0' && c <= '9') || c == '/' || c == '.' || c == '-' ||
		             c == '_' || c == '~';

		if (plain)
			buf_byte(&out, (char)c);
		else
			buf_format(&out, "%%%02X", c);
	}
	text = arena_dup(arena, buf_str(&out));
	buf_free(&out);
	return text;
}

static void text_object(struct json_out *w, const char *key, str text)
{
	json_out_key(w, key);
	json_out_object(w);
	json_out_pair_str(w, "text", text);
	json_out_object_end(w);
}

static void rules(
        struct json_out *w, const struct assessment *a, struct items items, uint32_t *numbers)
{
	struct map seen = {.arena = a->arena};

	json_out_key(w, "rules");
	json_out_array(w);
	for (uint32_t i = 0; i < items.count; i++) {
		const struct item *item = &items.at[i];
		bool fresh;
		uint32_t *at = map_at(&seen, item->rule, &fresh);

		if (fresh)
			*at = seen.len - 1;
		numbers[i] = *at;
		if (!fresh)
			continue;
		json_out_object(w);
		json_out_pair_str(w, "id", item->rule);
		text_object(w, "shortDescription", item->title);
		if (item->rule_index != UINT32_MAX) {
			text_object(w, "fullDescription", item->why);
			text_object(w, "help", item->advice.len ? item->advice : item->why);
		}
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void location(struct json_out *w, const struct assessment *a, const struct item *item)
{
	json_out_key(w, "locations");
	json_out_array(w);
	if (item->path.len) {
		json_out_object(w);
		json_out_key(w, "physicalLocation");
		json_out_object(w);
		json_out_key(w, "artifactLocation");
		json_out_object(w);
		json_out_pair_str(w, "uri", uri_of(a->arena, item->path));
		json_out_object_end(w);
		if (item->line) {
			json_out_key(w, "region");
			json_out_object(w);
			json_out_pair_int(w, "startLine", item->line);
			if (item->column)
				json_out_pair_int(w, "startColumn", item->column);
			if (item->end_line)
				json_out_pair_int(w, "endLine", item->end_line);
			if (item->end_column)
				json_out_pair_int(w, "endColumn", item->end_column);
			json_out_object_end(w);
		}
		json_out_object_end(w);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void result(
        struct json_out *w, const struct assessment *a, const struct item *item, uint32_t rule)
{
	json_out_object(w);
	json_out_pair_str(w, "ruleId", item->rule);
	json_out_pair_int(w, "ruleIndex", rule);
	json_out_pair_str(w, "level", str_from(level_of(item->severity)));
	text_object(w, "message",
	        item->advice.len ? arena_format(a->arena, "%.*s. Instead: %.*s",
	                                   STR_ARG(item->message), STR_ARG(item->advice))
	                         : item->message);
	location(w, a, item);
	json_out_key(w, "partialFingerprints");
	json_out_object(w);
	json_out_pair_str(w, "portfit/v1", item->fingerprint);
	json_out_object_end(w);
	json_out_key(w, "properties");
	json_out_object(w);
	json_out_pair_str(w, "severity", severity_word(item->severity));
	json_out_pair_str(w, "targets", item->targets);
	if (item->operator.len) {
		json_out_pair_str(w, "operator", item->operator);
		json_out_pair_str(w, "verdict", item->verdict);
	}
	json_out_object_end(w);
	json_out_object_end(w);
}

void write_sarif(const struct assessment *a, const struct style *style, struct buf *out)
{
	struct json_out w = {.out = out, .indent = 1, .flat_from = 5};
	struct items items = items_of(a, LANGUAGE_EN);
	uint32_t *numbers = ARENA_ARRAY(a->arena, uint32_t, (size_t)items.count + 1);

	json_out_object(&w);
	json_out_pair_str(&w, "$schema", S("https://json.schemastore.org/sarif-2.1.0.json"));
	json_out_pair_str(&w, "version", S("2.1.0"));
	json_out_key(&w, "runs");
	json_out_array(&w);
	json_out_object(&w);
	json_out_key(&w, "tool");
	json_out_object(&w);
	json_out_key(&w, "driver");
	json_out_object(&w);
	json_out_pair_str(&w, "name", S("portfit"));
	json_out_pair_str(&w, "version", style->version);
	rules(&w, a, items, numbers);
	json_out_object_end(&w);
	json_out_object_end(&w);
	json_out_pair_str(&w, "columnKind", S("unicodeCodePoints"));
	json_out_key(&w, "results");
	json_out_array(&w);
	for (uint32_t i = 0; i < items.count; i++)
		result(&w, a, &items.at[i], numbers[i]);
	json_out_array_end(&w);
	json_out_object_end(&w);
	json_out_array_end(&w);
	json_out_object_end(&w);
	buf_byte(out, '\n');
}
