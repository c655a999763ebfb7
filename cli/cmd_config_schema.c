/* portfit config schema: what portfit.yaml may hold, as a JSON Schema (draft 2020-12) for editors.
 * From the same tables that read it. */
#include "assess/settings.h"
#include "assess/threshold.h"
#include "base/json.h"
#include "cli/commands.h"
#include "cli/config.h"

static void type(struct json_out *w, const char *name)
{
	json_out_pair_str(w, "type", str_from(name));
}

static void words(struct json_out *w, const char *list)
{
	str rest = str_from(list), word;

	json_out_key(w, "enum");
	json_out_array(w);
	while (rest.len && str_cut(&rest, ' ', &word))
		json_out_str(w, word);
	json_out_array_end(w);
}

/* A scalar as the loader takes it: text, and what YAML calls a number or a truth value. */
static void scalar(struct json_out *w, const char *only)
{
	if (only) {
		words(w, only);
		return;
	}
	json_out_key(w, "type");
	json_out_array(w);
	json_out_str(w, S("string"));
	json_out_str(w, S("number"));
	json_out_array_end(w);
}

static void scalars(struct json_out *w, const char *only)
{
	json_out_key(w, "oneOf");
	json_out_array(w);
	json_out_object(w);
	scalar(w, only);
	json_out_object_end(w);
	json_out_object(w);
	type(w, "array");
	json_out_key(w, "items");
	json_out_object(w);
	scalar(w, only);
	json_out_object_end(w);
	json_out_object_end(w);
	json_out_array_end(w);
}

static void closed(struct json_out *w)
{
	json_out_key(w, "additionalProperties");
	json_out_bool(w, false);
}

static void map_of(struct json_out *w, const char *only)
{
	type(w, "object");
	json_out_key(w, "additionalProperties");
	json_out_object(w);
	scalar(w, only);
	json_out_object_end(w);
}

static void thresholds(struct json_out *w)
{
	type(w, "object");
	closed(w);
	json_out_key(w, "properties");
	json_out_object(w);
	for (uint32_t i = 0; i < threshold_kinds(); i++) {
		const char *what;

		json_out_key(w, threshold_key(i, &what));
		json_out_object(w);
		json_out_pair_str(w, "description", str_from(what));
		scalar(w, NULL);
		json_out_object_end(w);
	}
	json_out_object_end(w);
}

static void one_key(struct json_out *w, const struct config_key *key)
{
	json_out_key(w, key->name);
	json_out_object(w);
	json_out_pair_str(w, "description", str_from(option_row(key->option)->help));
	switch (key->kind) {
	case CONFIG_WORD: scalar(w, key->words); break;
	case CONFIG_LIST: scalars(w, key->words); break;
	case CONFIG_MAP: map_of(w, key->words); break;
	case CONFIG_NUMBERS: thresholds(w); break;
	case CONFIG_FLAG: type(w, "boolean"); break;
	}
	json_out_object_end(w);
}

static void folders(struct json_out *w)
{
	json_out_key(w, "folders");
	json_out_object(w);
	json_out_pair_str(w, "description", S("what holds in single folders or globs"));
	type(w, "object");
	json_out_key(w, "additionalProperties");
	json_out_object(w);
	type(w, "object");
	closed(w);
	json_out_key(w, "properties");
	json_out_object(w);
	json_out_key(w, "severity");
	json_out_object(w);
	map_of(w, "info minor major blocker");
	json_out_object_end(w);
	json_out_key(w, "ignore");
	json_out_object(w);
	type(w, "array");
	json_out_object_end(w);
	json_out_object_end(w);
	json_out_object_end(w);
	json_out_object_end(w);
}

/* Assumptions: a number, or the three points of a range. */
static void assumptions(struct json_out *w, const char *name, const char *description)
{
	static const char *const keys[] = {
#define X(id, key, least, most) key,
	        SETTING_LIST(X)
#undef X
	};

	json_out_key(w, name);
	json_out_object(w);
	json_out_pair_str(w, "description", str_from(description));
	type(w, "object");
	closed(w);
	json_out_key(w, "properties");
	json_out_object(w);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		json_out_key(w, keys[i]);
		json_out_object(w);
		scalars(w, NULL);
		json_out_object_end(w);
	}
	json_out_key(w, "classes");
	json_out_object(w);
	type(w, "array");
	json_out_object_end(w);
	json_out_object_end(w);
	json_out_key(w, "patternProperties");
	json_out_object(w);
	json_out_key(w, "^h\\.");
	json_out_object(w);
	scalars(w, NULL);
	json_out_object_end(w);
	json_out_object_end(w);
	json_out_object_end(w);
}

bool cmd_config_schema(struct cli *cli)
{
	struct json_out w = {.out = &cli->out, .indent = 1, .flat_from = 3};

	json_out_object(&w);
	json_out_pair_str(&w, "$schema", S("https://json-schema.org/draft/2020-12/schema"));
	json_out_pair_str(&w, "title", S("portfit.yaml"));
	type(&w, "object");
	closed(&w);
	json_out_key(&w, "properties");
	json_out_object(&w);
	json_out_key(&w, "paths");
	json_out_object(&w);
	json_out_pair_str(&w, "description", S("scanned when no path is typed"));
	scalars(&w, NULL);
	json_out_object_end(&w);
	for (uint32_t i = 0; i < config_keys(); i++)
		one_key(&w, config_key(i));
	folders(&w);
	assumptions(&w, "effort", "hours of work (docs/effort.md)");
	assumptions(&w, "cost", "rates and money (docs/cost.md)");
	json_out_key(&w, "prices");
	json_out_object(&w);
	json_out_pair_str(&w, "description", S("files of prices on top of the bundled ones"));
	scalars(&w, NULL);
	json_out_object_end(&w);
	json_out_object_end(&w);
	json_out_object_end(&w);
	buf_byte(&cli->out, '\n');
	return true;
}
