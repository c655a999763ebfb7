/* portfit effort record | show: actual hours beside the estimate. */
#include "cli/costing.h"

#include "assess/effort_plan.h"
#include "base/file.h"
#include "base/text.h"
#include "report/effort.h"

static str history_path(const struct cli *cli)
{
	str path = request_text(cli->request, OPTION_HISTORY);

	return path.ptr ? path : S("portfit-effort.json");
}

static const struct effort_item *find_item(struct cli *cli, const struct effort_given *plan, str id)
{
	str *names = ARENA_ARRAY(cli->env.temp, str, (size_t)plan->items.len + 1), nearest;

	for (uint32_t i = 0; i < plan->items.len; i++) {
		names[i] = plan->items.at[i].id;
		if (str_eq(names[i], id))
			return &plan->items.at[i];
	}
	nearest = text_nearest(id, names, plan->items.len);
	diag_error(cli->env.diags, (struct place){.path = cli->request->words.at[0]},
	        "has no item '%.*s'%s%.*s%s", STR_ARG(id), nearest.len ? "; did you mean '" : "",
	        STR_ARG(nearest), nearest.len ? "'?" : "");
	return NULL;
}

/* ITEM=HOURS; a second record of an item replaces the first. */
static bool record_one(
        struct cli *cli, const struct effort_given *plan, str word, struct effort_history *h)
{
	const struct effort_item *item;
	struct effort_record record;
	uint32_t k = 0;
	str id, hours;
	const char *why;

	if (!str_split(word, '=', &id, &hours))
		return diag_error(cli->env.diags, (struct place){0},
		        "'%.*s' is no record; expected ITEM=HOURS, as in device-literal=6.5",
		        STR_ARG(word));
	item = find_item(cli, plan, id);
	if (!item)
		return false;
	record = (struct effort_record){
	        .target = plan->input.target,
	        .item = item->id,
	        .title = item->title,
	        .hours_class = item->hours_class,
	        .part = effort_part_word(item->part),
	        .date = request_text(cli->request, OPTION_AS_OF),
	        .note = request_text(cli->request, OPTION_NOTE),
	        .hours = item->spread,
	        .unit_scale = plan->unit_scale > 0 ? plan->unit_scale : 1,
	};
	why = quantity_parse(hours, QUANTITY_HOURS, &record.actual);
	if (!why && !(record.actual > 0))
		why = "is no time that work takes";
	if (why)
		return diag_error(cli->env.diags, (struct place){0},
		        "hours of %.*s: '%.*s' %s; expected a time above 0", STR_ARG(id),
		        STR_ARG(hours), why);
	if (!(item->spread.p50 > 0))
		return diag_error(cli->env.diags, (struct place){.path = cli->request->words.at[0]},
		        "item '%.*s' has no estimate to hold against", STR_ARG(id));
	if (!record.date.len)
		record.date = date_format(cli->env.keep, date_today());
	while (k < h->list.len && !(str_eq(h->list.at[k].item, record.item) &&
	                                  str_eq(h->list.at[k].target, record.target)))
		k++;
	if (k == h->list.len)
		VEC_PUSH(cli->env.keep, &h->list);
	h->list.at[k] = record;
	return true;
}

static void write_history_text(struct arena *arena, const void *report, struct buf *out)
{
	report_history_text(arena, report, out);
}

static void write_history_json(struct arena *arena, const void *report, struct buf *out)
{
	const struct history_report *r = report;

	(void)arena;
	report_history_json(r->history, out);
}

static const struct costing_format formats[] = {
        {"text", ".txt", write_history_text},
        {"json", ".json", write_history_json},
};

static bool report_history(struct cli *cli, const struct effort_history *history)
{
	struct effort_fit fit;
	struct history_report report = {history, &fit, 120};

	effort_fit_of(&cli->env, history, &fit);
	return costing_report(cli, formats, sizeof formats / sizeof *formats, &report);
}

bool cmd_effort_record(struct cli *cli)
{
	struct effort_given plan;
	struct effort_history history;
	struct buf file = {0};
	str as_of = request_text(cli->request, OPTION_AS_OF);
	int32_t days;
	bool ok;

	if (as_of.ptr && (as_of.len != 10 || !date_parse(as_of, &days)))
		return option_problem(cli, OPTION_AS_OF, as_of, "a date as in 2026-11-30");
	if (!effort_read_result(&cli->env, cli->request->words.at[0],
	            request_text(cli->request, OPTION_TARGET), &plan) ||
	        !effort_history_read(&cli->env, history_path(cli), &history))
		return false;
	for (uint32_t i = 1; i < cli->request->words.len; i++)
		if (!record_one(cli, &plan, cli->request->words.at[i], &history))
			return false;
	report_history_json(&history, &file);
	ok = file_write(&cli->env, history_path(cli), buf_str(&file));
	buf_free(&file);
	return ok && report_history(cli, &history);
}

bool cmd_effort_show(struct cli *cli)
{
	struct effort_history history;

	return effort_history_read(&cli->env, history_path(cli), &history) &&
	       report_history(cli, &history);
}
