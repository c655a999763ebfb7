/* portfit-plan/1 and portfit-effort/1: docs/effort.md. */
#include "report/effort.h"

#include "report/number.h"

static void put_spread(struct json_out *w, const struct spread *s)
{
	number_json(w, "p10_hours", s->p10, 3);
	number_json(w, "p50_hours", s->p50, 3);
	number_json(w, "p80_hours", s->p80, 3);
	number_json(w, "p90_hours", s->p90, 3);
}

static void put_points(struct json_out *w, const struct points *p)
{
	number_json(w, "low", p->low, 6);
	number_json(w, "likely", p->likely, 6);
	number_json(w, "high", p->high, 6);
}

static void put_item(struct json_out *w, const struct effort_item *item)
{
	json_out_object(w);
	json_out_pair_str(w, "id", item->id);
	text_json(w, "title", item->title);
	json_out_pair_str(w, "part", effort_part_word(item->part));
	text_json(w, "class", item->hours_class);
	if (item->part < PART_SETUP) {
		json_out_pair_int(w, "places", item->places);
		if (item->files)
			json_out_pair_int(w, "files", item->files);
		text_json(w, "severity", severity_word(item->severity));
		text_json(w, "where", item->where);
		number_json(w, "learning", item->learning, 6);
	}
	if (item->once) {
		json_out_key(w, "once");
		json_out_bool(w, true);
	}
	put_points(w, &item->hours);
	put_spread(w, &item->spread);
	json_out_pair_str(w, "origin", item->origin);
	json_out_object_end(w);
}

static void put_cause(struct json_out *w, const struct effort_cause *cause)
{
	json_out_object(w);
	json_out_pair_str(w, "id", cause->id);
	text_json(w, "title", cause->title);
	json_out_pair_str(
	        w, "part", effort_part_word(cause->target_only ? PART_TARGET : PART_NEUTRAL));
	text_json(w, "class", cause->hours_class);
	json_out_pair_int(w, "places", cause->places ? cause->places : 1);
	text_json(w, "severity", severity_word(cause->severity));
	text_json(w, "where", cause->where);
	text_json(w, "instead", cause->instead);
	json_out_object_end(w);
}

static void put_parts(struct json_out *w, const struct effort *e)
{
	json_out_key(w, "parts");
	json_out_object(w);
	for (int p = 0; p < PART_COUNT; p++) {
		if (!(e->parts[p].p90 > 0))
			continue;
		json_out_key_str(w, effort_part_word((enum effort_part)p));
		json_out_object(w);
		put_spread(w, &e->parts[p]);
		json_out_object_end(w);
	}
	json_out_object_end(w);
}

void report_effort_json(struct json_out *w, const struct effort *e, const struct settings *settings)
{
	json_out_object(w);
	put_spread(w, &e->total);
	number_json(w, "p50_days", effort_days(e, e->total.p50), 0);
	number_json(w, "p80_days", effort_days(e, e->total.p80), 0);
	number_json(w, "p90_days", effort_days(e, e->total.p90), 0);
	number_json(w, "mean_hours", e->mean_hours, 6);
	number_json(w, "mean_days", effort_days(e, e->mean_hours), 0);
	json_out_pair_str(w, "stage", effort_stage_word(e->stage));
	number_json(w, "uncertainty", e->fixed ? 1 : e->uncertainty, 6);
	number_json(w, "unit_scale", settings_value(settings, SET_UNIT_SCALE), 6);
	json_out_key(w, "portable");
	json_out_bool(w, !effort_is_blocked(e));
	json_out_pair_int(w, "entry_points", e->entry_points);
	if (e->several_devices) {
		json_out_key(w, "several_devices");
		json_out_bool(w, true);
	}
	put_parts(w, e);
	number_json(w, "day_hours", e->day_hours, 6);
	json_out_key(w, "recurring");
	json_out_object(w);
	number_json(w, "model_update_hours", e->model_hours, 3);
	number_json(w, "sdk_update_hours", e->sdk_hours, 3);
	json_out_object_end(w);
	json_out_key(w, "items");
	json_out_array(w);
	for (uint32_t i = 0; i < e->items.len; i++)
		put_item(w, &e->items.at[i]);
	json_out_array_end(w);
	json_out_key(w, "blockers");
	json_out_array(w);
	for (uint32_t i = 0; i < e->blockers.len; i++)
		put_cause(w, &e->blockers.at[i]);
	json_out_array_end(w);
	json_out_key(w, "apart");
	json_out_array(w);
	for (uint32_t i = 0; i < e->apart.len; i++)
		put_cause(w, &e->apart.at[i]);
	json_out_array_end(w);
	json_out_object_end(w);
}

static void put_value(struct json_out *w, const struct points *p)
{
	if (!points_are_range(*p)) {
		number_json(w, "value", p->likely, 9);
		return;
	}
	number_json(w, "low", p->low, 9);
	number_json(w, "likely", p->likely, 9);
	number_json(w, "high", p->high, 9);
}

void report_settings_json(struct json_out *w, const struct settings *settings)
{
	json_out_array(w);
	for (uint32_t i = 0; i < settings->classes.len; i++) {
		const struct hours_class *c = &settings->classes.at[i];

		json_out_object(w);
		json_out_key(w, "key");
		json_out_str(w, arena_format(settings->arena, "h.%.*s", STR_ARG(c->name)));
		if (!c->no_hours)
			put_value(w, &c->hours);
		json_out_pair_str(w, "unit", S("h"));
		json_out_pair_str(w, "origin", c->origin);
		text_json(w, "source", c->source);
		json_out_object_end(w);
	}
	for (int i = 0; i < SETTING_COUNT; i++) {
		const struct setting *s = &settings->at[i];

		json_out_object(w);
		json_out_pair_str(w, "key", s->key);
		put_value(w, &s->value);
		json_out_pair_str(w, "unit", s->unit);
		json_out_pair_str(w, "origin", s->origin);
		text_json(w, "source", s->source);
		json_out_object_end(w);
	}
	json_out_array_end(w);
}

static void put_task(struct json_out *w, const struct effort_task *t)
{
	json_out_object(w);
	json_out_pair_str(w, "id", t->id);
	json_out_pair_str(w, "item", t->item);
	text_json(w, "title", t->title);
	json_out_pair_str(w, "part", effort_part_word(t->part));
	put_spread(w, &t->hours);
	text_json(w, "after", t->after);
	json_out_pair_str(w, "done", t->done);
	json_out_object_end(w);
}

static void put_fit(struct json_out *w, const struct effort_fit *fit)
{
	json_out_object(w);
	json_out_pair_int(w, "records", fit->n);
	json_out_pair_int(w, "between_p10_and_p90", fit->inside);
	number_json(w, "actual_hours", fit->actual, 3);
	number_json(w, "p50_hours", fit->estimated, 3);
	number_json(w, "ratio", fit->ratio, 6);
	number_json(w, "median_ratio", fit->median_ratio, 6);
	number_json(w, "unit_scale", fit->unit_scale, 6);
	json_out_object_end(w);
}

static void put_progress(struct json_out *w, const struct effort_progress *p)
{
	json_out_object(w);
	json_out_pair_int(w, "causes_before", p->before);
	json_out_pair_int(w, "causes_gone", p->gone);
	json_out_pair_int(w, "causes_left", p->left);
	json_out_pair_int(w, "causes_new", p->fresh);
	number_json(w, "gone_p50_hours", p->gone_p50, 3);
	if (p->fit.n) {
		json_out_key(w, "fit");
		put_fit(w, &p->fit);
	}
	number_json(w, "scale", p->scale, 6);
	json_out_key(w, "rest");
	json_out_object(w);
	put_spread(w, &p->rest);
	json_out_object_end(w);
	json_out_object_end(w);
}

void report_work_json(const struct work_report *r, struct buf *out)
{
	struct json_out w = {.out = out, .indent = 2};
	const struct effort *e = r->effort;
	const struct setting *rate = &r->settings->at[SET_RATE];

	json_out_object(&w);
	json_out_pair_str(&w, "schema", S("portfit-plan/1"));
	json_out_key(&w, "tool");
	json_out_object(&w);
	json_out_pair_str(&w, "name", S("portfit"));
	json_out_pair_str(&w, "version", r->version);
	json_out_object_end(&w);
	json_out_key(&w, "effort");
	json_out_object(&w);
	json_out_key_str(&w, e->target.len ? e->target : S("target"));
	report_effort_json(&w, e, r->settings);
	json_out_object_end(&w);
	if (!r->no_labour) {
		json_out_key(&w, "labour");
		json_out_object(&w);
		number_json(&w, "rate_usd_hour", rate->value.likely, 2);
		number_json(&w, "p50_usd", e->total.p50 * rate->value.likely, NUMBER_WHOLE);
		number_json(&w, "p80_usd", e->total.p80 * rate->value.likely, NUMBER_WHOLE);
		number_json(&w, "p90_usd", e->total.p90 * rate->value.likely, NUMBER_WHOLE);
		number_json(&w, "mean_usd", e->mean_hours * rate->value.likely, NUMBER_WHOLE);
		json_out_object_end(&w);
	}
	json_out_key(&w, "tasks");
	json_out_array(&w);
	for (uint32_t i = 0; i < r->tasks->list.len; i++)
		put_task(&w, &r->tasks->list.at[i]);
	json_out_array_end(&w);
	if (r->progress->some) {
		json_out_key(&w, "progress");
		put_progress(&w, r->progress);
	}
	json_out_key(&w, "assumptions");
	report_settings_json(&w, r->settings);
	json_out_object_end(&w);
	buf_byte(out, '\n');
}

static void put_record(struct json_out *w, const struct effort_record *r)
{
	json_out_object(w);
	text_json(w, "target", r->target);
	json_out_pair_str(w, "item", r->item);
	text_json(w, "title", r->title);
	text_json(w, "class", r->hours_class);
	text_json(w, "part", r->part);
	put_spread(w, &r->hours);
	number_json(w, "unit_scale", r->unit_scale, 6);
	number_json(w, "actual_hours", r->actual, 3);
	text_json(w, "date", r->date);
	text_json(w, "note", r->note);
	json_out_object_end(w);
}

void report_history_json(const struct effort_history *history, struct buf *out)
{
	struct json_out w = {.out = out, .indent = 2};

	json_out_object(&w);
	json_out_pair_str(&w, "schema", S("portfit-effort/1"));
	json_out_key(&w, "records");
	json_out_array(&w);
	for (uint32_t i = 0; i < history->list.len; i++)
		put_record(&w, &history->list.at[i]);
	json_out_array_end(&w);
	json_out_object_end(&w);
	buf_byte(out, '\n');
}
