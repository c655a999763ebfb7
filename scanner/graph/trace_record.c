/* Idea: a record is one line; the lines behind it that start with a tab are its payload.
 *
 * What surprises: an empty line without its tab inside a payload (editors, and PyTorch's own
 * exported_program records) belongs to it when a line with a tab follows; where an editor made
 * blanks of tabs, a payload is what stands indented behind a record that names a digest. */
#include "scanner/graph/trace_record.h"

#include "base/json.h"
#include "scanner/graph/log_prefix.h"

#include <string.h>

enum { LINES_TRIED = 200, BYTES_TRIED = 1 << 20 };

static str line_at(str text, size_t at)
{
	str rest = str_from_at(text, at);

	return str_slice(rest, 0, str_find_byte(rest, '\n'));
}

static str without_return(str line)
{
	return line.len && line.ptr[line.len - 1] == '\r' ? str_slice(line, 0, line.len - 1) : line;
}

bool torch_trace_matches(str bytes)
{
	str rest = str_slice(bytes, 0, BYTES_TRIED), line;

	for (int i = 0; i < LINES_TRIED && str_cut(&rest, '\n', &line); i++) {
		size_t n = glog_prefix_length(line);

		if (n && str_starts(str_from_at(line, n), S("{\"")))
			return true;
	}
	return false;
}

size_t trace_last_record(str text)
{
	size_t end = text.len;

	for (;;) {
		size_t at = str_rfind_byte(str_slice(text, 0, end), '\n'), n;
		str line;

		if (at >= end)
			return 0;
		line = line_at(text, at + 1);
		n = glog_prefix_length(line);
		if (n && str_starts(str_from_at(line, n), S("{")))
			return at + 1;
		end = at;
	}
}

static bool is_envelope_key(str key)
{
	static const str keys[] = {{"rank", 4}, {"frame_id", 8}, {"frame_compile_id", 16},
	        {"attempt", 7}, {"compiled_autograd_id", 20}, {"stack", 5}, {"has_payload", 11},
	        {"pathname", 8}, {"lineno", 6}, {"process", 7}, {"thread", 6}, {"timestamp", 9}};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (str_eq(key, keys[i]))
			return true;
	return false;
}

/* A number as text; null is none. */
static str number_text(struct json *j)
{
	str raw;

	if (!json_skip_raw(j, &raw) || str_eq(raw, S("null")))
		return STR_NONE;
	return raw;
}

static void read_envelope(struct json *j, str key, struct trace_record *out)
{
	str raw;

	if (str_eq(key, S("rank"))) {
		if (!str_int(number_text(j), &out->rank))
			out->rank = -1;
	} else if (str_eq(key, S("frame_id"))) {
		out->frame = number_text(j);
	} else if (str_eq(key, S("frame_compile_id"))) {
		out->compile = number_text(j);
	} else if (str_eq(key, S("attempt"))) {
		out->attempt = number_text(j);
	} else if (str_eq(key, S("compiled_autograd_id"))) {
		out->autograd = number_text(j);
	} else if (str_eq(key, S("has_payload"))) {
		out->has_hash = true;
		if (json_peek(j) == JSON_STRING)
			json_string(j, &out->hash);
		else
			json_skip(j);
	} else if (json_skip_raw(j, &raw) && str_eq(key, S("stack"))) {
		out->stack = raw;
	}
}

/* The name inside {"name": "…", …}. */
static void read_name(struct env *env, struct trace_record *out)
{
	struct json j;
	str key;

	if (!out->value.len || out->value.ptr[0] != '{')
		return;
	json_open(&j, out->value, env->limits->json_depth, env->temp);
	for (json_object(&j); json_key(&j, &key);)
		if (str_eq(key, S("name")) && json_peek(&j) == JSON_STRING)
			out->named = json_string(&j, &out->name);
		else
			json_skip(&j);
}

static bool parse_record(struct env *env, str text, struct trace_record *out)
{
	struct json j;
	str key;
	bool kind = false;

	*out = (struct trace_record){.rank = -1};
	json_open(&j, text, env->limits->json_depth, env->temp);
	for (json_object(&j); json_key(&j, &key);) {
		if (is_envelope_key(key) || kind) {
			read_envelope(&j, key, out);
		} else {
			kind = true;
			out->kind = key;
			json_skip_raw(&j, &out->value);
		}
	}
	if (!json_end(&j))
		return false;
	if (!kind)
		out->kind = out->stack.len ? S("stack") : S("?");
	read_name(env, out);
	return true;
}

/* The first line behind an empty one that has its tab? `run` remembers where a run of empty lines
 * ends, which all of its lines ask for. */
static bool tab_follows(str text, size_t at, size_t *run)
{
	if (*run <= at)
		*run = at;
	while (*run < text.len && text.ptr[*run] == '\n')
		(*run)++;
	return *run < text.len && text.ptr[*run] == '\t';
}

static uint32_t leading_blanks(str line)
{
	uint32_t n = 0;

	while (n < line.len && line.ptr[n] == ' ')
		n++;
	return n;
}

/* Where tabs became blanks: the indentation of the first line of a payload that says something; 0:
 * tabs are there, or no payload follows. */
static uint32_t expanded_tab(str text, size_t at)
{
	str line;

	do {
		line = line_at(text, at);
		at += line.len + 1;
	} while (at < text.len && !str_trim(line).len && !(line.len && line.ptr[0] == '\t'));
	return line.len && line.ptr[0] == ' ' && leading_blanks(line) >= 2 ? leading_blanks(line)
	                                                                   : 0;
}

/* Passes the payload behind a record. */
static void pass_payload(struct trace_scan *scan, struct trace_record *r)
{
	uint32_t blanks = r->hash.len ? expanded_tab(scan->text, scan->at) : 0;
	size_t run = scan->at; /* where the empty lines end that were looked over */

	r->payload = scan->at;
	r->payload_line = scan->line;
	r->expanded = blanks > 0;
	r->strip = blanks ? blanks : 1;
	while (scan->at < scan->text.len) {
		str line = line_at(scan->text, scan->at);
		bool mine = line.len && line.ptr[0] == '\t';

		if (!mine && without_return(line).len == 0)
			mine = r->expanded ||
			       (r->payload_lines && tab_follows(scan->text, scan->at, &run));
		else if (!mine && r->expanded)
			mine = line.ptr[0] == ' ' && !glog_prefix_length(line);
		if (!mine)
			break;
		r->payload_lines++;
		scan->line++;
		scan->at += line.len + 1;
	}
	if (scan->at > scan->text.len)
		scan->at = scan->text.len;
	r->payload_end = scan->at;
}

bool trace_next(struct trace_scan *scan, struct env *env, struct trace_record *out)
{
	while (scan->at < scan->text.len) {
		str line = line_at(scan->text, scan->at);
		size_t n = glog_prefix_length(line);
		bool whole;

		scan->at += line.len + 1;
		scan->line++;
		line = without_return(line);
		if (!n) {
			scan->foreign += line.len > 0;
			continue;
		}
		whole = parse_record(env, str_from_at(line, n), out);
		if (scan->at > scan->text.len)
			scan->at = scan->text.len;
		pass_payload(scan, out);
		if (whole)
			return true;
		scan->broken++;
	}
	return false;
}

/* Payload lines one after the other, without their tab. */
struct payload_lines {
	str rest;
	const struct trace_record *record;
};

static bool next_line(struct payload_lines *p, str *line)
{
	uint32_t strip;

	if (!str_cut(&p->rest, '\n', line))
		return false;
	*line = without_return(*line);
	strip = p->record->expanded ? leading_blanks(*line) : line->len && line->ptr[0] == '\t';
	if (strip > p->record->strip)
		strip = p->record->strip;
	*line = str_from_at(*line, strip);
	return true;
}

static struct payload_lines lines_of(const struct trace_scan *scan, const struct trace_record *r)
{
	str text = str_slice(scan->text, r->payload, r->payload_end);

	if (text.len && text.ptr[text.len - 1] == '\n')
		text.len--;
	return (struct payload_lines){text, r};
}

str trace_payload(const struct trace_scan *scan, struct arena *arena, const struct trace_record *r)
{
	struct payload_lines p = lines_of(scan, r);
	char *out = arena_alloc(arena, p.rest.len + 1, 1);
	size_t n = 0;
	str line;

	while (r->payload_lines && next_line(&p, &line)) {
		if (line.len)
			memcpy(out + n, line.ptr, line.len);
		n += line.len;
		out[n++] = '\n';
	}
	return (str){out, n ? n - 1 : 0};
}
