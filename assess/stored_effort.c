/* The work of each target, as the result tells it: nothing is drawn again. */
#include "assess/stored_parts.h"

static enum severity severity_of(str word)
{
	enum severity severity = SEVERITY_NONE;

	severity_parse(word, &severity);
	return severity;
}

#define SPREAD_ROWS(type, member)                                                                  \
	{"p10_hours", JSON_FIELD_FLOAT, offsetof(type, member.p10), NULL},                         \
	        {"p50_hours", JSON_FIELD_FLOAT, offsetof(type, member.p50), NULL},                 \
	        {"p80_hours", JSON_FIELD_FLOAT, offsetof(type, member.p80), NULL},                 \
	{                                                                                          \
		"p90_hours", JSON_FIELD_FLOAT, offsetof(type, member.p90), NULL                    \
	}

struct read_item {
	struct effort_item item;
	str severity, part;
};

static const stored_table item_table[] = {
        {"id", JSON_FIELD_TEXT, offsetof(struct read_item, item.id), NULL},
        {"title", JSON_FIELD_TEXT, offsetof(struct read_item, item.title), NULL},
        {"part", JSON_FIELD_TEXT, offsetof(struct read_item, part), NULL},
        {"class", JSON_FIELD_TEXT, offsetof(struct read_item, item.hours_class), NULL},
        {"places", JSON_FIELD_SMALL, offsetof(struct read_item, item.places), NULL},
        {"files", JSON_FIELD_SMALL, offsetof(struct read_item, item.files), NULL},
        {"severity", JSON_FIELD_TEXT, offsetof(struct read_item, severity), NULL},
        {"where", JSON_FIELD_TEXT, offsetof(struct read_item, item.where), NULL},
        {"learning", JSON_FIELD_FLOAT, offsetof(struct read_item, item.learning), NULL},
        {"once", JSON_FIELD_FLAG, offsetof(struct read_item, item.once), NULL},
        {"low", JSON_FIELD_FLOAT, offsetof(struct read_item, item.hours.low), NULL},
        {"likely", JSON_FIELD_FLOAT, offsetof(struct read_item, item.hours.likely), NULL},
        {"high", JSON_FIELD_FLOAT, offsetof(struct read_item, item.hours.high), NULL},
        SPREAD_ROWS(struct read_item, item.spread),
        {"origin", JSON_FIELD_TEXT, offsetof(struct read_item, item.origin), NULL}};

STORED_READ(effort_item)
{
	struct effort *e = into;
	struct read_item read = {0};

	JSON_FIELDS(j, item_table, context, &read);
	if (json_ok(j) && !effort_part_parse(read.part, &read.item.part))
		json_fail(j, "a part of the work");
	read.item.severity = severity_of(read.severity);
	*VEC_PUSH(READER->keep, &e->items) = read.item;
}

struct read_cause {
	struct effort_cause cause;
	str severity, part;
};

static struct effort_cause read_cause(struct json *j, void *context)
{
	static const stored_table table[] = {
	        {"id", JSON_FIELD_TEXT, offsetof(struct read_cause, cause.id), NULL},
	        {"title", JSON_FIELD_TEXT, offsetof(struct read_cause, cause.title), NULL},
	        {"part", JSON_FIELD_TEXT, offsetof(struct read_cause, part), NULL},
	        {"class", JSON_FIELD_TEXT, offsetof(struct read_cause, cause.hours_class), NULL},
	        {"places", JSON_FIELD_SMALL, offsetof(struct read_cause, cause.places), NULL},
	        {"severity", JSON_FIELD_TEXT, offsetof(struct read_cause, severity), NULL},
	        {"where", JSON_FIELD_TEXT, offsetof(struct read_cause, cause.where), NULL},
	        {"instead", JSON_FIELD_TEXT, offsetof(struct read_cause, cause.instead), NULL}};
	struct read_cause read = {0};

	JSON_FIELDS(j, table, context, &read);
	read.cause.severity = severity_of(read.severity);
	read.cause.target_only = str_eq(read.part, effort_part_word(PART_TARGET));
	return read.cause;
}

STORED_READ(effort_blocker)
{
	*VEC_PUSH(READER->keep, &((struct effort *)into)->blockers) = read_cause(j, context);
}

STORED_READ(effort_apart)
{
	*VEC_PUSH(READER->keep, &((struct effort *)into)->apart) = read_cause(j, context);
}

STORED_READ(effort_parts)
{
	static const stored_table table[] = {SPREAD_ROWS(struct effort, total)};
	struct effort *e = into;
	enum effort_part part;
	str key;

	for (json_object(j); json_key(j, &key);) {
		struct effort read = {0};

		if (!effort_part_parse(key, &part)) {
			json_skip(j);
			continue;
		}
		JSON_FIELDS(j, table, context, &read);
		e->parts[part] = read.total;
	}
}

STORED_READ(effort_recurring)
{
	static const stored_table table[] = {{"model_update_hours", JSON_FIELD_FLOAT,
	                                             offsetof(struct effort, model_hours), NULL},
	        {"sdk_update_hours", JSON_FIELD_FLOAT, offsetof(struct effort, sdk_hours), NULL}};

	JSON_FIELDS(j, table, context, into);
}

STORED_READ(effort_stage)
{
	str word;

	(void)context;
	if (json_string(j, &word) && !effort_stage_parse(word, &((struct effort *)into)->stage))
		json_fail(j, "scan, compiled or measured");
}

STORED_READ(effort_unit_scale)
{
	double scale;

	(void)into;
	if (json_float(j, &scale) && READER->a->settings) {
		struct settings *settings = ARENA_NEW(READER->keep, struct settings);

		*settings = *READER->a->settings;
		settings->at[SET_UNIT_SCALE].value = points_of(scale);
		READER->a->settings = settings;
	}
}

static const stored_table effort_table[] = {SPREAD_ROWS(struct effort, total),
        {"mean_hours", JSON_FIELD_FLOAT, offsetof(struct effort, mean_hours), NULL},
        {"day_hours", JSON_FIELD_FLOAT, offsetof(struct effort, day_hours), NULL},
        {"stage", JSON_FIELD_VALUE, 0, effort_stage},
        {"uncertainty", JSON_FIELD_FLOAT, offsetof(struct effort, uncertainty), NULL},
        {"unit_scale", JSON_FIELD_VALUE, 0, effort_unit_scale},
        {"entry_points", JSON_FIELD_SMALL, offsetof(struct effort, entry_points), NULL},
        {"several_devices", JSON_FIELD_FLAG, offsetof(struct effort, several_devices), NULL},
        {"parts", JSON_FIELD_VALUE, 0, effort_parts},
        {"recurring", JSON_FIELD_VALUE, 0, effort_recurring},
        {"items", JSON_FIELD_ITEMS, 0, effort_item},
        {"blockers", JSON_FIELD_ITEMS, 0, effort_blocker},
        {"apart", JSON_FIELD_ITEMS, 0, effort_apart}};

void stored_effort(struct json *j, void *context, void *into)
{
	struct stored_reader *r = context;
	struct effort *efforts = ARENA_ARRAY(r->keep, struct effort, r->targets.len);
	uint32_t target;

	(void)into;
	r->a->effort = efforts;
	r->a->settings = ARENA_NEW(r->keep, struct settings);
	for (json_object(j); stored_each_target(r, &target);) {
		efforts[target] = (struct effort){
		        .arena = r->keep, .target = r->targets.at[target].name, .day_hours = 8};
		JSON_FIELDS(j, effort_table, context, &efforts[target]);
		if (json_ok(j) && !(efforts[target].day_hours > 0))
			json_fail(j, "hours of a day above zero");
	}
}
