/* Everything a worker says is hostile: kinds are checked, what is not known is skipped, numbers
 * that are none stay "not known" (-1). */
#include "probe/protocol.h"

#include <math.h>
#include <stddef.h>

enum { DEPTH_MOST = 32 };

static const struct trial trial_none = {.max_abs = -1,
        .max_rel = -1,
        .cosine = -2,
        .first_seconds = -1,
        .steady_seconds = -1,
        .spread_seconds = -1,
        .cpu_seconds = -1,
        .memory_bytes = -1};

str greeting_line(struct arena *arena, const struct greeting *g)
{
	struct buf text = {0};
	struct json_out w = {.out = &text};
	str out;

	json_out_object(&w);
	json_out_pair_int(&w, "protocol", PROTOCOL_VERSION);
	json_out_pair_str(&w, "task", g->task);
	json_out_pair_str(&w, "device", g->device);
	json_out_key(&w, "seed");
	json_out_uint(&w, g->seed);
	json_out_key(&w, "imports");
	json_out_array(&w);
	for (uint32_t i = 0; i < g->n_imports; i++)
		json_out_str(&w, g->imports[i]);
	json_out_array_end(&w);
	json_out_pair_str(&w, "compile_backend", g->compile_backend);
	json_out_pair_str(&w, "topology", g->topology);
	json_out_pair_str(&w, "keep", g->keep);
	json_out_pair_str(&w, "model", g->model);
	json_out_key(&w, "settings");
	json_out_raw(&w, g->settings.len ? g->settings : S("{}"));
	json_out_key(&w, "modes");
	json_out_array(&w);
	if (g->eager)
		json_out_str(&w, S("eager"));
	if (g->compile)
		json_out_str(&w, S("compile"));
	json_out_array_end(&w);
	json_out_object_end(&w);
	out = arena_dup(arena, buf_str(&text));
	buf_free(&text);
	return out;
}

str experiment_line(
        struct arena *arena, const struct experiment *experiment, uint32_t id, uint32_t parts)
{
	struct buf text = {0};
	struct json_out w = {.out = &text};
	str out;

	json_out_object(&w);
	json_out_pair_int(&w, "id", id);
	json_out_pair_str(&w, "op", experiment->op);
	json_out_pair_str(&w, "key", experiment->key);
	json_out_key(&w, "parts");
	json_out_array(&w);
	for (int i = 0; i < PART_COUNT; i++)
		if (parts >> i & 1)
			json_out_str(&w, part_word((enum part)i));
	json_out_array_end(&w);
	json_out_key(&w, "args");
	json_out_raw(&w, experiment->args);
	json_out_object_end(&w);
	out = arena_dup(arena, buf_str(&text));
	buf_free(&text);
	return out;
}

/* ------------------------------------------------------------------ reading */

static void take_text(struct json *j, struct arena *arena, str *out)
{
	if (json_peek(j) == JSON_STRING && json_string(j, out))
		*out = arena_dup(arena, *out);
	else
		json_skip(j);
}

static void take_real(struct json *j, double *out)
{
	double value;

	if (json_peek(j) != JSON_NUMBER)
		json_skip(j);
	else if (json_float(j, &value) && isfinite(value))
		*out = value;
}

static void take_whole(struct json *j, int64_t *out)
{
	double value = -1;

	take_real(j, &value);
	if (value >= 0 && value < 9e15)
		*out = (int64_t)value;
}

/* A list of texts as one. */
static void take_list(struct json *j, struct arena *arena, const char *between, str *out)
{
	struct buf text = {0};
	str one;

	if (json_peek(j) != JSON_ARRAY) {
		take_text(j, arena, out);
		return;
	}
	for (json_array(j); json_item(j);) {
		if (json_peek(j) != JSON_STRING) {
			json_skip(j);
		} else if (json_string(j, &one)) {
			if (text.len)
				buf_puts(&text, between);
			buf_put(&text, one);
		}
	}
	*out = arena_dup(arena, buf_str(&text));
	buf_free(&text);
}

static bool take_trial_key(struct json *j, struct arena *arena, str key, struct trial *t)
{
	if (str_eq(key, S("status"))) {
		str word = STR_NONE;

		take_text(j, arena, &word);
		t->ran = ran_from(word);
	} else if (str_eq(key, S("text"))) {
		take_text(j, arena, &t->text);
	} else if (str_eq(key, S("where"))) {
		take_text(j, arena, &t->where);
	} else if (str_eq(key, S("compared_by"))) {
		take_text(j, arena, &t->compared_by);
	} else if (str_eq(key, S("fallback"))) {
		take_list(j, arena, ", ", &t->fallback);
	} else if (str_eq(key, S("signs"))) {
		take_list(j, arena, ", ", &t->signs);
	} else if (str_eq(key, S("max_abs"))) {
		take_real(j, &t->max_abs);
	} else if (str_eq(key, S("max_rel"))) {
		take_real(j, &t->max_rel);
	} else if (str_eq(key, S("cosine"))) {
		take_real(j, &t->cosine);
	} else if (str_eq(key, S("first_seconds"))) {
		take_real(j, &t->first_seconds);
	} else if (str_eq(key, S("steady_seconds"))) {
		take_real(j, &t->steady_seconds);
	} else if (str_eq(key, S("spread_seconds"))) {
		take_real(j, &t->spread_seconds);
	} else if (str_eq(key, S("cpu_seconds"))) {
		take_real(j, &t->cpu_seconds);
	} else if (str_eq(key, S("memory_bytes"))) {
		take_whole(j, &t->memory_bytes);
	} else if (str_eq(key, S("slow")) && json_peek(j) == JSON_TRUE) {
		json_bool(j, &t->slow);
	} else {
		return false;
	}
	return true;
}

static enum event_kind event_from(str word)
{
	static const char *const words[] = {"",
#define X(name, text) text,
	        EVENT_LIST(X)
#undef X
	};

	for (size_t i = 1; i < sizeof words / sizeof *words; i++)
		if (str_eq(word, str_from(words[i])))
			return (enum event_kind)i;
	return EVENT_NONE;
}

static void take_part(struct json *j, struct arena *arena, struct event *e)
{
	str word = STR_NONE;

	take_text(j, arena, &word);
	for (int i = 0; i < PART_COUNT; i++)
		if (str_eq(word, part_word((enum part)i))) {
			e->part = (enum part)i;
			e->has_part = true;
		}
}

static void take_event_key(struct json *j, struct arena *arena, str key, struct event *e)
{
	static const struct {
		const char *key;
		size_t offset;
	} texts[] = {{"stage", offsetof(struct event, stage)},
	        {"reason", offsetof(struct event, reason)},
	        {"module", offsetof(struct event, module)}, {"skip", offsetof(struct event, skip)},
	        {"call", offsetof(struct event, call)}, {"mode", offsetof(struct event, mode)},
	        {"step", offsetof(struct event, step)}};
	str word = STR_NONE;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (str_eq(key, str_from(texts[i].key))) {
			take_text(j, arena, (str *)(void *)((char *)e + texts[i].offset));
			return;
		}
	if (str_eq(key, S("event"))) {
		take_text(j, arena, &word);
		e->kind = event_from(word);
	} else if (str_eq(key, S("id"))) {
		take_whole(j, &e->id);
	} else if (str_eq(key, S("part"))) {
		take_part(j, arena, e);
	} else if (str_eq(key, S("environment"))) {
		if (json_skip_raw(j, &e->environment))
			e->environment = arena_dup(arena, e->environment);
	} else if (str_eq(key, S("code"))) {
		take_list(j, arena, "\n", &e->code);
	} else if (str_eq(key, S("devices"))) {
		take_list(j, arena, ", ", &e->devices);
	} else if (str_eq(key, S("names"))) {
		take_list(j, arena, ", ", &e->names);
	} else if (!take_trial_key(j, arena, key, &e->trial)) {
		json_skip(j);
	}
}

bool event_read(struct arena *arena, str line, struct event *out)
{
	struct json j;
	str key;

	*out = (struct event){.id = -1, .trial = trial_none};
	json_open(&j, line, DEPTH_MOST, arena);
	if (json_peek(&j) != JSON_OBJECT)
		return false;
	for (json_object(&j); json_key(&j, &key);)
		take_event_key(&j, arena, key, out);
	out->text = out->trial.text;
	return json_end(&j) && out->kind != EVENT_NONE;
}

/* ------------------------------------------------------------------ outcomes */

static void put_text(struct json_out *w, const char *key, str value)
{
	if (value.len)
		json_out_pair_str(w, key, value);
}

static void put_real(struct json_out *w, const char *key, double value, double least)
{
	if (value < least)
		return;
	json_out_key(w, key);
	json_out_float(w, value);
}

void trial_write(struct json_out *w, const struct trial *t)
{
	json_out_object(w);
	json_out_pair_str(w, "status", ran_word(t->ran));
	put_text(w, "text", t->text);
	put_text(w, "where", t->where);
	put_text(w, "compared_by", t->compared_by);
	put_text(w, "fallback", t->fallback);
	put_text(w, "signs", t->signs);
	put_real(w, "max_abs", t->max_abs, 0);
	put_real(w, "max_rel", t->max_rel, 0);
	put_real(w, "cosine", t->cosine, -1.5);
	put_real(w, "first_seconds", t->first_seconds, 0);
	put_real(w, "steady_seconds", t->steady_seconds, 0);
	put_real(w, "spread_seconds", t->spread_seconds, 0);
	put_real(w, "cpu_seconds", t->cpu_seconds, 0);
	if (t->memory_bytes >= 0)
		json_out_pair_int(w, "memory_bytes", t->memory_bytes);
	if (t->slow) {
		json_out_key(w, "slow");
		json_out_bool(w, true);
	}
	json_out_object_end(w);
}

void outcome_write(struct json_out *w, const struct experiment *e, const struct outcome *outcome)
{
	enum skip skip = e->skip ? e->skip : outcome->skip;

	json_out_object(w);
	json_out_pair_str(w, "key", e->key);
	json_out_pair_str(w, "operator", e->op);
	json_out_pair_str(w, "signature", e->signature);
	put_text(w, "fact_signature", e->fact_signature);
	json_out_pair_int(w, "calls", (int64_t)e->calls);
	if (e->flops)
		json_out_pair_int(w, "flops", (int64_t)e->flops);
	if (e->scaled) {
		json_out_key(w, "scaled");
		json_out_bool(w, true);
	}
	if (skip) {
		json_out_pair_str(w, "not_run", skip_word(skip));
		put_text(w, "why", e->skip ? e->why : outcome->why);
	}
	if (outcome->ran) {
		json_out_key(w, "parts");
		json_out_object(w);
		for (int i = 0; i < PART_COUNT; i++)
			if (outcome->parts[i].ran) {
				json_out_key_str(w, part_word((enum part)i));
				trial_write(w, &outcome->parts[i]);
			}
		json_out_object_end(w);
	}
	put_text(w, "reproducer", outcome->reproducer);
	json_out_object_end(w);
}

static void read_parts(struct json *j, struct arena *arena, struct outcome *out)
{
	str key, field;

	for (json_object(j); json_key(j, &key);) {
		struct trial trial = trial_none;
		int part = 0;

		while (part < PART_COUNT && !str_eq(key, part_word((enum part)part)))
			part++;
		if (part == PART_COUNT || json_peek(j) != JSON_OBJECT) {
			json_skip(j);
			continue;
		}
		for (json_object(j); json_key(j, &field);)
			if (!take_trial_key(j, arena, field, &trial))
				json_skip(j);
		out->parts[part] = trial;
		out->ran = true;
	}
}

void outcome_read(struct json *j, struct arena *arena, struct kept_outcome *out)
{
	str key, word;
	int64_t n = 0;

	*out = (struct kept_outcome){0};
	if (json_peek(j) != JSON_OBJECT) {
		json_fail(j, "an experiment");
		return;
	}
	for (json_object(j); json_key(j, &key);) {
		if (str_eq(key, S("key"))) {
			take_text(j, arena, &out->key);
		} else if (str_eq(key, S("operator"))) {
			take_text(j, arena, &out->op);
		} else if (str_eq(key, S("signature"))) {
			take_text(j, arena, &out->signature);
		} else if (str_eq(key, S("fact_signature"))) {
			take_text(j, arena, &out->fact_signature);
		} else if (str_eq(key, S("calls"))) {
			take_whole(j, &n);
			out->calls = (uint64_t)n;
		} else if (str_eq(key, S("flops"))) {
			n = 0;
			take_whole(j, &n);
			out->flops = (uint64_t)n;
		} else if (str_eq(key, S("scaled")) && json_peek(j) == JSON_TRUE) {
			json_bool(j, &out->scaled);
		} else if (str_eq(key, S("not_run"))) {
			word = STR_NONE;
			take_text(j, arena, &word);
			out->outcome.skip = skip_from(word);
		} else if (str_eq(key, S("why"))) {
			take_text(j, arena, &out->outcome.why);
		} else if (str_eq(key, S("reproducer"))) {
			take_text(j, arena, &out->outcome.reproducer);
		} else if (str_eq(key, S("parts")) && json_peek(j) == JSON_OBJECT) {
			read_parts(j, arena, &out->outcome);
		} else {
			json_skip(j);
		}
	}
}
