/* Outcomes as facts of the coverage database: one row per operator and dtypes of its data
 * operands, a verdict per mode. Where the experiments of a row disagree (other shapes, other
 * arguments) the row is conditional and its note says which failed. */
#include "probe/probe.h"

#include "base/map.h"

struct mode_sum {
	enum verdict verdict;
	enum evidence evidence;
	uint32_t tried, other; /* other: of another verdict than the first */
	str text;
};

struct row {
	str op, signature, release, date;
	bool scaled;
	struct mode_sum modes[MODE_COUNT];
};

struct rows {
	struct arena *arena;
	str task, device;
	VEC(struct row) list;
	struct map index;
	uint32_t without; /* outcomes whose operands have no dtype to tell them by */
};

static void put_quoted(struct buf *out, str text)
{
	struct json_out w = {.out = out, .ascii = true};

	json_out_str(&w, text);
}

static enum evidence evidence_of(const struct outcome *outcome, enum mode mode, str task)
{
	const struct trial *t = &outcome->parts[mode * 2];

	if (!str_eq(task, S("offline")))
		return EVIDENCE_MEASURED;
	return t->ran == RAN_COMPILED || t->ran == RAN_COMPILE_REFUSED ||
	                       (mode == MODE_COMPILE && t->ran == RAN_OUT_OF_MEMORY)
	               ? EVIDENCE_COMPILED
	               : EVIDENCE_LOWERED;
}

static void add_mode(
        struct rows *rows, struct mode_sum *sum, const struct outcome *outcome, enum mode mode)
{
	str text;
	enum verdict verdict = outcome_verdict(rows->arena, outcome, mode, &text);
	enum evidence evidence = evidence_of(outcome, mode, rows->task);

	if (verdict == VERDICT_UNKNOWN)
		return;
	if (!sum->tried) {
		sum->verdict = verdict;
		sum->evidence = evidence;
		sum->text = text;
	} else if (sum->verdict != verdict) {
		sum->other++;
		if (verdict > sum->verdict || !sum->text.len)
			sum->text = text.len ? text : sum->text;
		sum->verdict = sum->verdict > verdict ? sum->verdict : verdict;
	}
	sum->evidence = evidence < sum->evidence ? evidence : sum->evidence;
	sum->tried++;
}

/* When and on which release of PyTorch an experiment ran. */
struct provenance {
	str release, date;
};

static void add(struct rows *rows, const struct experiment *e, const struct outcome *o,
        struct provenance from)
{
	str key = arena_format(rows->arena, "%.*s(%.*s)%.*s %.*s", STR_ARG(e->op),
	        STR_ARG(e->fact_signature), STR_ARG(from.release), STR_ARG(from.date));
	uint32_t *at;
	bool fresh;

	if (!o->ran)
		return;
	if (!e->fact_signature.len) {
		rows->without++;
		return;
	}
	at = map_at(&rows->index, key, &fresh);
	if (fresh) {
		*at = rows->list.len;
		*VEC_PUSH(rows->arena, &rows->list) = (struct row){.op = e->op,
		        .signature = e->fact_signature,
		        .release = from.release,
		        .date = from.date};
	}
	rows->list.at[*at].scaled |= e->scaled;
	for (int mode = 0; mode < MODE_COUNT; mode++)
		add_mode(rows, &rows->list.at[*at].modes[mode], o, (enum mode)mode);
}

/* A text of the worker's record. */
static str session_text(const struct probe_result *result, struct arena *arena, const char *name)
{
	struct json j;
	str key, value = STR_NONE, found = STR_NONE;

	if (!result->environment.len)
		return STR_NONE;
	json_open(&j, result->environment, 8, arena);
	for (json_object(&j); json_key(&j, &key);) {
		if (str_eq(key, str_from(name)) && json_peek(&j) == JSON_STRING &&
		        json_string(&j, &value))
			found = value;
		else
			json_skip(&j);
	}
	return found;
}

static void put_session(struct buf *out, const struct probe_result *result, struct arena *arena)
{
	struct json j;
	str key, value;

	if (!result->environment.len)
		return;
	buf_puts(out, "environment:\n");
	json_open(&j, result->environment, 8, arena);
	for (json_object(&j); json_key(&j, &key);) {
		enum json_kind kind = json_peek(&j);

		if (kind == JSON_STRING ? !json_string(&j, &value) : !json_skip_raw(&j, &value))
			break;
		if (kind != JSON_STRING && kind != JSON_NUMBER && kind != JSON_TRUE &&
		        kind != JSON_FALSE)
			continue;
		buf_puts(out, "  ");
		put_quoted(out, key);
		buf_puts(out, ": ");
		put_quoted(out, value);
		buf_byte(out, '\n');
	}
}

static str source_id(struct arena *arena, str device, str date)
{
	return arena_format(arena, "probe-%.*s-%.*s", STR_ARG(device), STR_ARG(date));
}

static void put_mode(
        struct buf *out, const struct rows *rows, const struct row *row, enum mode mode)
{
	struct arena *arena = rows->arena;
	const struct mode_sum *m = &row->modes[mode];
	enum verdict verdict = m->verdict;
	str note = m->text;

	if (!m->tried)
		return;
	if (m->other) {
		note = arena_format(arena, "not the same for every call; of %u tried, worst: %.*s",
		        m->tried, STR_ARG(note.len ? note : verdict_word(m->verdict)));
		verdict = VERDICT_CONDITIONAL;
	}
	if (row->scaled)
		note = arena_format(arena, "%.*s%stried with smaller shapes than the graph's",
		        STR_ARG(note), note.len ? "; " : "");
	buf_format(out, "    %.*s:\n      base: %.*s\n      evidence: %.*s\n",
	        STR_ARG(mode_word(mode)), STR_ARG(verdict_word(verdict)),
	        STR_ARG(evidence_word(m->evidence)));
	buf_puts(out, "      source: [");
	put_quoted(out, source_id(arena, rows->device, row->date));
	buf_puts(out, "]\n      date: ");
	put_quoted(out, row->date);
	if (row->release.len) {
		buf_puts(out, "\n      release: ");
		put_quoted(out, row->release);
	}
	buf_puts(out, "\n      signature: ");
	put_quoted(out, row->signature);
	if (note.len) {
		buf_puts(out, "\n      note: ");
		put_quoted(out, note);
	}
	buf_byte(out, '\n');
}

static void put_head(struct buf *out, const struct probe_plan *plan,
        const struct probe_result *result, struct arena *temp)
{
	str backend = session_text(result, temp, "backend");

	buf_format(out, "# What 'portfit probe' saw; use it with 'portfit scan --coverage THIS'.\n"
	                "# A fact answers its own dtypes only.\n");
	buf_puts(out, "target: ");
	put_quoted(out, plan->target);
	buf_byte(out, '\n');
	if (plan->describe_target) {
		buf_puts(out, "device: ");
		put_quoted(out, plan->greeting.device);
		buf_puts(out, "\nbackend: ");
		put_quoted(out, backend.len ? backend : plan->greeting.device);
		buf_byte(out, '\n');
	}
	put_session(out, result, temp);
}

/* One source a date. */
static void put_sources(
        struct buf *out, const struct rows *rows, const struct probe_plan *plan, struct arena *temp)
{
	struct map seen = {.arena = temp};
	str device = plan->greeting.device;

	map_at(&seen, S(""), NULL);
	buf_puts(out, "sources:\n");
	for (uint32_t i = 0; i <= rows->list.len; i++) {
		str date = i ? rows->list.at[i - 1].date : plan->date;
		bool fresh;

		map_at(&seen, date, &fresh);
		if (!fresh)
			continue;
		buf_puts(out, "  - id: ");
		put_quoted(out, source_id(temp, device, date));
		buf_puts(out, "\n    title: ");
		put_quoted(out, arena_format(temp, "portfit probe of device %.*s, %.*s",
		                        STR_ARG(device), STR_ARG(date)));
		buf_puts(out, "\n    date: ");
		put_quoted(out, date);
		buf_byte(out, '\n');
	}
}

void facts_yaml(const struct probe_plan *plan, const struct probe_result *result,
        struct arena *temp, struct buf *out)
{
	struct rows rows = {.arena = temp,
	        .index = {.arena = temp},
	        .task = plan->greeting.task,
	        .device = plan->greeting.device};
	str version = session_text(result, temp, "torch"), release, rest;

	str_split(version, '+', &release, &rest);
	for (uint32_t i = 0; i < plan->experiments->list.len; i++) {
		struct provenance from = {result->releases ? result->releases[i] : release,
		        result->dates ? result->dates[i] : plan->date};

		add(&rows, &plan->experiments->list.at[i], &result->outcomes[i], from);
	}
	put_head(out, plan, result, temp);
	put_sources(out, &rows, plan, temp);
	buf_puts(out, "facts:\n");
	for (uint32_t i = 0; i < rows.list.len; i++) {
		const struct row *row = &rows.list.at[i];

		if (!row->modes[MODE_EAGER].tried && !row->modes[MODE_COMPILE].tried)
			continue;
		buf_puts(out, "  - op: ");
		put_quoted(out, row->op);
		buf_byte(out, '\n');
		for (int mode = 0; mode < MODE_COUNT; mode++)
			put_mode(out, &rows, row, (enum mode)mode);
	}
}
