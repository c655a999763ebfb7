/* Idea: records in order; a payload with a `forward` in it goes to the readers of text, the other
 * records are facts. Records of one (rank, frame, compilation, attempt) are one group, and
 * its graphs are stages of the same work (fx-formats 5). */
#include "scanner/graph/torch_trace.h"

#include "base/md5.h"
#include "scanner/graph/identity.h"
#include "scanner/graph/text_read.h"

#include <stdlib.h>
#include <string.h>

enum { DIGEST_BYTES = 8 << 20 };

static str or_none(str number)
{
	return number.len ? number : S("None");
}

/* "0/0_0"; a record outside frames is "None/None_None". */
static str compile_id_of(struct torch_trace *t, const struct trace_record *r)
{
	if (t->compile_id.len && str_eq(r->frame, t->frame) && str_eq(r->compile, t->compile) &&
	        str_eq(r->attempt, t->attempt))
		return t->compile_id;
	t->frame = arena_dup(t->env->temp, r->frame);
	t->compile = arena_dup(t->env->temp, r->compile);
	t->attempt = arena_dup(t->env->temp, r->attempt);
	t->compile_id = arena_format(t->env->temp, "%.*s/%.*s_%.*s", STR_ARG(or_none(r->frame)),
	        STR_ARG(or_none(r->compile)), STR_ARG(or_none(r->attempt)));
	return t->compile_id;
}

/* Events of the profiler and descriptions of inputs, most of every log, hold no graph. */
static bool has_forward(const struct torch_trace *t, const struct trace_record *r)
{
	if (str_eq(r->kind, S("chromium_event")) || str_starts(r->kind, S("describe_")))
		return false;
	return str_has(t->payload, S("def forward("));
}

static struct text_origin origin_of(
        struct torch_trace *t, const struct trace_record *r, str compile_id)
{
	bool artifact = str_eq(r->kind, S("artifact"));

	return (struct text_origin){.first_line = r->payload_line,
	        .rank = r->rank >= 0 && r->rank <= INT32_MAX ? (int32_t)r->rank : -1,
	        .compile_id = compile_id,
	        .group = r->autograd.len ? arena_format(t->env->temp, "!%.*s/%.*s",
	                                           STR_ARG(r->autograd), STR_ARG(compile_id))
	                                 : compile_id,
	        .record = r->kind,
	        .artifact = r->name,
	        .payload = ++t->payloads,
	        .stage = stage_from_record(artifact ? r->name : r->kind)};
}

static void take_graph(struct torch_trace *t, const struct trace_record *r, str compile_id)
{
	uint32_t before = t->file->graphs.len;
	struct trace_payload *out = VEC_PUSH(t->file->arena, &t->facts->trace.graph_payloads);
	struct intern *names = &t->file->names;
	enum graph_format format = t->file->format;

	t->build.origin = origin_of(t, r, compile_id);
	*out = (struct trace_payload){.record = intern_id(names, r->kind),
	        .artifact = r->named ? intern_id(names, r->name) : 0,
	        .compile_id = intern_id(names, compile_id)};
	text_take(&t->build, t->payload);
	t->file->format = format;
	for (uint32_t i = before; i < t->file->graphs.len; i++)
		t->file->graphs.at[i].model = intern_id(names, r->named ? r->name : r->kind);
}

static int by_falling_length(const void *a, const void *b)
{
	size_t x = ((const struct trace_digest *)a)->payload.len;
	size_t y = ((const struct trace_digest *)b)->payload.len;

	return (x < y) - (x > y);
}

static void compare_digests(struct torch_trace *t)
{
	struct trace_digests *d = &t->digests;
	uint32_t count = d->list.len;
	str *payloads = ARENA_ARRAY(d->arena, str, (size_t)count + 1);
	char(*hex)[33] = arena_array(d->arena, (size_t)count + 1, sizeof *hex, 1);

	if (count)
		qsort(d->list.at, count, sizeof *d->list.at, by_falling_length);
	for (uint32_t i = 0; i < count; i++)
		payloads[i] = d->list.at[i].payload;
	md5_hex_many(payloads, count, hex);
	for (uint32_t i = 0; i < count; i++)
		t->facts->trace.hash_mismatch += !str_eq(d->list.at[i].hash, str_from(hex[i]));
	d->list.len = 0;
	d->bytes = 0;
	arena_rewind(d->arena, d->mark);
}

/* The payload of a record, until the next record. */
static str take_payload(struct torch_trace *t, const struct trace_record *r)
{
	struct trace_digests *d = &t->digests;
	str payload;

	if (d->bytes > DIGEST_BYTES)
		compare_digests(t);
	payload = trace_payload(&t->scan, d->arena, r);
	d->bytes += payload.len;
	if (r->has_hash)
		*VEC_PUSH(t->env->temp, &d->list) =
		        (struct trace_digest){payload, arena_dup(d->arena, r->hash)};
	return payload;
}

static void count_record(struct torch_trace *t, const struct trace_record *r)
{
	struct trace_counts *counts = &t->facts->trace;

	counts->records++;
	count_add(t->file, &counts->kinds, r->kind, 1);
	if (str_eq(r->kind, S("artifact")))
		count_add(t->file, &counts->artifacts, r->named ? r->name : S("null"), 1);
	counts->payloads += r->has_hash;
	t->tabs_lost |= r->expanded;
}

static void take_record(struct torch_trace *t, const struct trace_record *r)
{
	str id = compile_id_of(t, r);
	bool fresh;

	map_at(&t->compile_ids, id, &fresh);
	t->facts->trace.compile_ids += fresh;
	count_record(t, r);
	t->payload = take_payload(t, r);
	t->build.origin.compile_id = id;
	if (r->payload_lines && has_forward(t, r))
		take_graph(t, r, id);
	else
		trace_fact_take(t, r);
}

static void report_damage(struct torch_trace *t, str path)
{
	const struct trace_counts *counts = &t->facts->trace;
	struct place place = {.path = path};

	if (counts->broken_json)
		diag_warning(t->env->diags, place,
		        "records left out because they are no valid JSON: %llu; the log was cut, "
		        "or two "
		        "processes wrote into it",
		        (unsigned long long)counts->broken_json);
	if (t->tabs_lost)
		diag_warning(t->env->diags, place,
		        "tabs became blanks in this log; payloads were told by their indentation");
	else if (counts->hash_mismatch)
		diag_warning(t->env->diags, place,
		        "payloads that do not have the digest written with them: %llu of %llu; the "
		        "log "
		        "was edited or cut",
		        (unsigned long long)counts->hash_mismatch,
		        (unsigned long long)counts->payloads);
}

/* All records of a piece. */
static void take_piece(struct torch_trace *t, str piece)
{
	struct trace_record record;

	t->scan.text = piece;
	t->scan.at = 0;
	while (trace_next(&t->scan, t->env, &record))
		take_record(t, &record);
}

/* The log in pieces that end before a record: so a payload is always whole. A record larger than
 * the largest window is cut there, and the rest of it counts as foreign lines. */
static void take_pieces(struct torch_trace *t, struct stream *stream)
{
	size_t need = STREAM_WINDOW;

	for (;;) {
		str view = stream_view(stream, need);
		bool last = view.len < need;
		size_t end = last ? view.len : trace_last_record(view);

		if (!view.len)
			return;
		if (!end && need < STREAM_MOST) {
			need *= 2;
			continue;
		}
		if (!end)
			end = str_rfind_byte(view, '\n') < view.len ? str_rfind_byte(view, '\n') + 1
			                                            : view.len;
		take_piece(t, str_slice(view, 0, end));
		stream_advance(stream, end);
		need = STREAM_WINDOW;
	}
}

static void report_cut(struct torch_trace *t, str path, const struct stream *stream)
{
	if (!stream_problem(stream))
		return;
	diag_warning(t->env->diags, (struct place){.path = path},
	        "%s; %llu records before that were read", stream_problem(stream),
	        (unsigned long long)t->facts->trace.records);
	left_out_add(t->file, stream_problem(stream), 1);
}

bool torch_trace_stream(struct env *env, str path, struct stream *stream, struct graph_file *out)
{
	struct torch_trace t = {.env = env, .file = out, .scan = {.line = 1}};

	t.facts = graph_facts_of(out);
	t.compile_ids.arena = t.frame_places.arena = env->temp;
	t.digests.arena = arena_new();
	t.digests.mark = arena_mark(t.digests.arena);
	build_open(&t.build, env, out);
	take_pieces(&t, stream);
	compare_digests(&t);
	arena_free(t.digests.arena);
	t.facts->trace.broken_json = t.scan.broken;
	t.facts->trace.foreign_lines = t.scan.foreign;
	report_cut(&t, path, stream);
	report_damage(&t, path);
	if (!t.facts->trace.records)
		return diag_error(env->diags, (struct place){.path = path},
		        "no record of this structured log could be read; expected lines of "
		        "TORCH_TRACE with one JSON object each");
	graph_file_identify(out);
	graph_file_count_stages(env, out);
	graph_file_drop_repeats(env, out);
	return true;
}

bool torch_trace_read(struct env *env, str path, str bytes, struct graph_file *out)
{
	struct stream *stream = stream_over(bytes);
	bool ok = torch_trace_stream(env, path, stream, out);

	stream_close(stream);
	return ok;
}
