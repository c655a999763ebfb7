/* Defaults from the bundled table, changed key by key. */
#include "assess/settings.h"

#include "assess/book_load.h"
#include "base/text.h"

#include <assert.h>

extern const uint32_t assess_tables[];

static const struct {
	const char *key;
	double least, most;
} keys[SETTING_COUNT] = {
#define X(name, key, least, most) [name] = {key, least, most},
        SETTING_LIST(X)
#undef X
};

static struct setting setting_from(struct blob blob, uint32_t row)
{
	double value = book_number(blob, BOOK_SETTINGS, row, SETTING_VALUE);
	struct setting s = {
	        .key = book_text(blob, BOOK_SETTINGS, row, SETTING_KEY),
	        .unit = book_text(blob, BOOK_SETTINGS, row, SETTING_UNIT),
	        .origin = book_text(blob, BOOK_SETTINGS, row, SETTING_ORIGIN),
	        .text = book_text(blob, BOOK_SETTINGS, row, SETTING_TEXT),
	        .source = book_text(blob, BOOK_SETTINGS, row, SETTING_SOURCE),
	        .value = points_of(value),
	};

	if (isnan(value))
		s.value = (struct points){book_number(blob, BOOK_SETTINGS, row, SETTING_LOW),
		        book_number(blob, BOOK_SETTINGS, row, SETTING_LIKELY),
		        book_number(blob, BOOK_SETTINGS, row, SETTING_HIGH)};
	return s;
}

static struct hours_class class_from(struct blob blob, uint32_t row)
{
	return (struct hours_class){
	        .name = book_text(blob, BOOK_CLASSES, row, CLASS_NAME),
	        .words = book_text(blob, BOOK_CLASSES, row, CLASS_WORDS),
	        .hours = {book_number(blob, BOOK_CLASSES, row, CLASS_LOW),
	                book_number(blob, BOOK_CLASSES, row, CLASS_LIKELY),
	                book_number(blob, BOOK_CLASSES, row, CLASS_HIGH)},
	        .no_hours = book_text(blob, BOOK_CLASSES, row, CLASS_HOURS).len > 0,
	        .origin = book_text(blob, BOOK_CLASSES, row, CLASS_ORIGIN),
	        .text = book_text(blob, BOOK_CLASSES, row, CLASS_TEXT),
	        .source = book_text(blob, BOOK_CLASSES, row, CLASS_SOURCE),
	};
}

static enum setting_id find_key(str key)
{
	int i = 0;

	while (i < SETTING_COUNT && !str_eq(key, str_from(keys[i].key)))
		i++;
	return (enum setting_id)i;
}

void settings_open(struct env *env, struct settings *out)
{
	struct blob blob = {assess_tables};

	*out = (struct settings){.arena = env->keep};
	for (uint32_t i = 0; i < book_rows(blob, BOOK_CLASSES); i++)
		*VEC_PUSH(env->keep, &out->classes) = class_from(blob, i);
	for (uint32_t i = 0; i < book_rows(blob, BOOK_SETTINGS); i++) {
		struct setting s = setting_from(blob, i);
		enum setting_id id = find_key(s.key);

		assert(id < SETTING_COUNT);
		out->at[id] = s;
	}
	for (int i = 0; i < SETTING_COUNT; i++)
		assert(out->at[i].key.len);
}

static bool has_word(str words, str word)
{
	str part;

	while (str_cut(&words, ' ', &part))
		if (part.len && str_eq(part, word))
			return true;
	return false;
}

const struct hours_class *settings_class(const struct settings *settings, str name)
{
	/* From behind, so that a class of one's own takes the place of a bundled one. */
	for (uint32_t i = settings->classes.len; i-- > 0;)
		if (str_eq(settings->classes.at[i].name, name) ||
		        has_word(settings->classes.at[i].words, name))
			return &settings->classes.at[i];
	return NULL;
}

bool settings_unknown_class(
        struct env *env, const struct settings *settings, struct place place, str name)
{
	str names[64], nearest;
	uint32_t n = 0;

	for (uint32_t i = 0; i < settings->classes.len; i++) {
		str words = settings->classes.at[i].words, part;

		if (n < 64)
			names[n++] = settings->classes.at[i].name;
		while (str_cut(&words, ' ', &part))
			if (part.len && n < 64)
				names[n++] = part;
	}
	nearest = text_nearest(name, names, n);
	return diag_error(env->diags, place,
	        "unknown class of effort '%.*s'%s%.*s%s; expected low, medium, high, research or "
	        "one of your own",
	        STR_ARG(name), nearest.len ? "; did you mean '" : "", STR_ARG(nearest),
	        nearest.len ? "'?" : "");
}

static enum quantity kind_of(str unit)
{
	if (str_eq(unit, S("h")))
		return QUANTITY_HOURS;
	if (str_eq(unit, S("share")))
		return QUANTITY_SHARE;
	if (str_eq(unit, S("USD/h")))
		return QUANTITY_USD;
	return str_eq(unit, S("count")) ? QUANTITY_COUNT : QUANTITY_NUMBER;
}

static str place_text(const struct settings *settings, struct place place)
{
	return arena_format(settings->arena, "%.*s:%u", STR_ARG(place.path), place.line);
}

static bool read_class_hours(struct env *env, struct settings *settings, const struct yaml *node)
{
	str name = str_from_at(node->key, 2);
	const struct hours_class *found = settings_class(settings, name);
	struct hours_class own;

	if (!found)
		return settings_unknown_class(env, settings, node->key_place, name);
	own = *found;
	own.origin = S("yours");
	own.no_hours = false;
	own.source = place_text(settings, node->place);
	if (!quantity_read_points(env, node, QUANTITY_HOURS, &own.hours))
		return false;
	*VEC_PUSH(settings->arena, &settings->classes) = own;
	return true;
}

static bool read_own_class(struct env *env, struct settings *settings, const struct yaml *node)
{
	static const char *const known[] = {"name", "hours", "text", NULL};
	const struct yaml *name, *hours, *text;
	struct hours_class own = {.origin = S("yours")};

	if (!yaml_want(env, node, YAML_MAP, "a class") || !yaml_check_keys(env, node, known))
		return false;
	name = yaml_get(node, "name");
	hours = yaml_get(node, "hours");
	text = yaml_get(node, "text");
	if (!name || !hours || name->kind != YAML_SCALAR || !name->text.len)
		return diag_error(env->diags, node->place,
		        "a class has a name and hours: [low, likely, high]");
	own.name = name->text;
	own.source = place_text(settings, node->place);
	own.text = text && text->kind == YAML_SCALAR ? text->text : STR_NONE;
	if (!quantity_read_points(env, hours, QUANTITY_HOURS, &own.hours))
		return false;
	*VEC_PUSH(settings->arena, &settings->classes) = own;
	return true;
}

static bool unknown_key(struct env *env, const struct yaml *node)
{
	str names[SETTING_COUNT], nearest;

	for (int i = 0; i < SETTING_COUNT; i++)
		names[i] = str_from(keys[i].key);
	nearest = text_nearest(node->key, names, SETTING_COUNT);
	return diag_error(env->diags, node->key_place,
	        "unknown setting '%.*s'%s%.*s%s; docs/cost.md lists them", STR_ARG(node->key),
	        nearest.len ? "; did you mean '" : "", STR_ARG(nearest), nearest.len ? "'?" : "");
}

static bool read_setting(struct env *env, struct settings *settings, const struct yaml *node)
{
	enum setting_id id = find_key(node->key);
	struct points value;

	if (str_starts(node->key, S("h.")))
		return read_class_hours(env, settings, node);
	if (id == SETTING_COUNT)
		return unknown_key(env, node);
	if (!quantity_read_points(env, node, kind_of(settings->at[id].unit), &value))
		return false;
	if (value.low < keys[id].least || value.high > keys[id].most)
		return diag_error(env->diags, node->place, "%s is %g to %g; expected %g to %g",
		        keys[id].key, value.low, value.high, keys[id].least, keys[id].most);
	settings->at[id].value = value;
	settings->at[id].origin = S("yours");
	settings->at[id].source = place_text(settings, node->place);
	return true;
}

bool settings_read(struct env *env, struct settings *settings, const struct yaml *map)
{
	bool ok = true;

	if (!yaml_want(env, map, YAML_MAP, "settings"))
		return false;
	for (const struct yaml *node = map->child; node; node = node->next) {
		if (!str_eq(node->key, S("classes"))) {
			ok &= read_setting(env, settings, node);
			continue;
		}
		ok &= yaml_want(env, node, YAML_LIST, "classes");
		for (const struct yaml *c = node->kind == YAML_LIST ? node->child : NULL; c;
		        c = c->next)
			ok &= read_own_class(env, settings, c);
	}
	return ok;
}
