/* Idea: a line either begins an event (a table of first words) or belongs to the one in force.
 *
 * What surprises: three generations of PyTorch word a graph break differently, and the newest one
 * wraps its hints over lines that are only indented deeper; the text of a reason may hold anything,
 * so what is not understood ends the event and is no error (fx-formats 9). */
#include "scanner/graph/log_facts.h"

#include "scanner/graph/fallback.h"
#include "scanner/graph/py_scan.h"
#include "scanner/graph/target.h"

#include <string.h>

static bool starts(str s, const char *prefix)
{
	return str_starts(s, str_from(prefix));
}

static uint32_t intern(struct log_facts_state *s, str text)
{
	text = str_trim(text);
	return text.len ? intern_id(&s->b->file->names, text) : 0;
}

/* What stands behind the first `mark`. */
static bool behind(str text, const char *mark, str *out)
{
	size_t at = str_find(text, str_from(mark));

	if (at == text.len)
		return false;
	*out = str_from_at(text, at + strlen(mark));
	return true;
}

/* "/home/user/m.py:3" */
static bool path_line(struct log_facts_state *s, str text, struct log_place *place)
{
	size_t colon;
	int64_t line;

	text = str_trim(text);
	colon = str_rfind_byte(text, ':');
	if (colon == text.len || !str_int(str_from_at(text, colon + 1), &line) || line < 0 ||
	        line > UINT32_MAX)
		return false;
	place->file = intern(s, str_slice(text, 0, colon));
	place->line = (uint32_t)line;
	return true;
}

/* File "m.py", line 4, in f; also <FrameSummary file m.py, line 4 in f>. */
static bool frame(struct log_facts_state *s, str text, struct log_place *place)
{
	str file, line, function;
	int64_t number;

	text = str_trim(text);
	if (starts(text, "File \""))
		file = str_slice(text, 6, 6 + str_find_byte(str_from_at(text, 6), '"'));
	else if (behind(text, "<FrameSummary file ", &file))
		file = str_slice(file, 0, str_find(file, S(", line ")));
	else
		return false;
	if (!behind(text, ", line ", &line))
		return false;
	function = str_from_at(line, str_find(line, S("in ")) + 3);
	line = str_slice(line, 0, str_find_byte(str_slice(line, 0, 12), ','));
	line = str_slice(line, 0, str_find_byte(line, ' '));
	if (!str_int(line, &number) || number < 0 || number > UINT32_MAX)
		return false;
	function = str_slice(function, 0, str_find_byte(function, '>'));
	*place = (struct log_place){
	        .file = intern(s, file), .line = (uint32_t)number, .function = intern(s, function)};
	return true;
}

static uint32_t compile_id(const struct text_build *b)
{
	str id = b->origin.compile_id;

	return id.len ? intern_id(&b->file->names, id) : 0;
}

/* ---- graph breaks ---- */

static struct graph_break *new_break(struct log_facts_state *s, uint32_t line)
{
	struct graph_break *out = VEC_PUSH(s->b->file->arena, &s->facts->breaks);

	*out = (struct graph_break){
	        .compile_id = compile_id(s->b), .text_line = build_line(s->b, line)};
	s->block = BLOCK_BREAK;
	s->index = s->facts->breaks.len - 1;
	s->in_traceback = s->in_hint = s->source_follows = s->reason_follows = false;
	return out;
}

static struct graph_break *this_break(struct log_facts_state *s)
{
	return &s->facts->breaks.at[s->index];
}

/* "Graph break: REASON from user code at:", "Graph break in user code at FILE:LINE", "Graph break
 * from `Tensor.item()`, consider setting:" */
static void break_begins(struct log_facts_state *s, str text, uint32_t line)
{
	struct graph_break *out;
	str where, reason = STR_NONE;

	if (s->block == BLOCK_BREAK && str_starts(text, S("Graph break: from user code at:"))) {
		s->in_traceback = true;
		return;
	}
	out = new_break(s, line);
	if (behind(text, " in user code at ", &where)) {
		path_line(s, where, &out->place);
		out->told = true;
	} else if (behind(text, "Graph break from ", &reason)) {
		s->in_hint = true;
		out->reason = intern(s, str_slice(reason, 0, str_find_byte(reason, ',')));
	} else if (behind(text, "Graph break: ", &reason)) {
		s->in_traceback = str_has(reason, S("from user code at:"));
		out->reason =
		        intern(s, str_slice(reason, 0, str_find(reason, S("from user code at:"))));
	}
}

static void unsupported_begins(struct log_facts_state *s, str text, uint32_t line)
{
	struct graph_break *out = new_break(s, line);
	str reason;

	behind(text, "Unsupported: ", &reason);
	out->reason = intern(s, reason);
	out->error = true;
}

static void take_frame(struct log_facts_state *s, struct log_place place)
{
	struct graph_break *b = this_break(s);

	/* The line named in the head is the place itself; a traceback only leads to it. */
	if (b->place.line && b->place.line == place.line)
		b->place.function = place.function;
	else if (!b->place.line || s->in_traceback)
		b->place = place;
	s->source_follows = b->place.line == place.line;
}

/* False: the line does not belong to a break. */
static bool break_goes_on(struct log_facts_state *s, str text)
{
	struct graph_break *b = this_break(s);
	struct log_place place;
	str line = str_trim(text), rest;

	if (!line.len || line.ptr[0] == '^' || line.ptr[0] == '~')
		return true;
	if (s->reason_follows &&
	        !starts(line, "Explanation:")) { /* "…:", the reason proper below */
		s->reason_follows = false;
		b->reason = intern(s, line);
		return true;
	}
	if (frame(s, line, &place)) {
		s->in_traceback |= b->place.line == 0;
		take_frame(s, place);
		return true;
	}
	if (s->source_follows) {
		b->place.source_text = intern(s, line);
		s->source_follows = false;
		return true;
	}
	if (behind(line, "Graph Break Reason: ", &rest) || starts(line, "Reason: ")) {
		if (starts(line, "Reason: "))
			rest = str_from_at(line, 8);
		if (starts(rest, "Unsupported: "))
			rest = str_from_at(rest, 13);
		b->reason = intern(s, rest);
		s->reason_follows = str_ends(str_trim(rest), S(":"));
		return true;
	}
	s->in_hint &= !starts(line, "Developer debug context:");
	if (starts(line, "Explanation: ")) {
		b->explanation = intern(s, str_from_at(line, 13));
	} else if (starts(line, "Hint: ")) {
		if (!b->hint)
			b->hint = intern(s, str_from_at(line, 6));
		s->in_hint = true;
	} else if (starts(line, "User code traceback") || starts(line, "from user code")) {
		s->in_traceback = !b->place.line;
	} else if (!starts(line, "Developer debug context:") && !starts(line, "For more details") &&
	           !starts(line, "User Stack:") && !starts(line, "Most recent bytecode") &&
	           !s->in_hint && !s->in_traceback) {
		return py_indent(text) > 0;
	}
	return true;
}

void graph_break_take(struct text_build *b, str text, uint32_t line, bool error)
{
	struct log_facts_state s;
	str rest = text, part, reason;
	struct graph_break *out;

	log_facts_open(&s, b);
	new_break(&s, line);
	while (str_cut(&rest, '\n', &part)) {
		if (behind(part, "Unsupported: ", &reason) && !this_break(&s)->reason)
			this_break(&s)->reason = intern(&s, reason);
		else if (behind(part, " in user code at ", &reason))
			path_line(&s, reason, &this_break(&s)->place);
		else
			break_goes_on(&s, part);
	}
	out = this_break(&s);
	out->error = error;
	if (!out->reason)
		out->reason = intern(
		        &s, str_slice(str_trim(text), 0, str_find_byte(str_trim(text), '\n')));
}

static str break_key(struct env *env, const struct graph_break *b)
{
	return arena_format(env->temp, "%u %u", (unsigned)b->place.file, (unsigned)b->place.line);
}

void graph_breaks_join(struct env *env, struct graph_file *file)
{
	struct graph_facts *f = graph_facts_of(file);
	struct map told = {.arena = env->temp};
	uint32_t kept = 0;
	bool fresh;

	for (uint32_t i = 0; i < f->breaks.len; i++)
		if (f->breaks.at[i].told)
			map_at(&told, break_key(env, &f->breaks.at[i]), &fresh);
	for (uint32_t i = 0; i < f->breaks.len; i++) {
		const struct graph_break *b = &f->breaks.at[i];

		if (b->told || !b->place.line || !map_get(&told, break_key(env, b)))
			f->breaks.at[kept++] = *b;
	}
	f->breaks.len = kept;
}

/* ---- recompilations ---- */

static void recompile_begins(struct log_facts_state *s, str text, uint32_t line)
{
	struct recompile *out = VEC_PUSH(s->b->file->arena, &s->facts->recompiles);
	str rest, where;

	*out = (struct recompile){.compile_id = compile_id(s->b),
	        .first_reason = s->facts->reasons.len,
	        .text_line = build_line(s->b, line)};
	s->block = BLOCK_RECOMPILE;
	s->index = s->facts->recompiles.len - 1;
	if (!behind(text, "Recompiling function ", &rest)) {
		out->limit = true;
		s->block = BLOCK_LIMIT;
		return;
	}
	out->place.function = intern(s, str_slice(rest, 0, str_find(rest, S(" in "))));
	if (behind(rest, " in ", &where))
		path_line(s, where, &out->place);
}

static void add_reason(struct log_facts_state *s, str reason)
{
	*VEC_PUSH(s->b->file->arena, &s->facts->reasons) = intern(s, reason);
	s->facts->recompiles.at[s->index].n_reasons++;
}

static bool recompile_goes_on(struct log_facts_state *s, str text)
{
	str line = str_trim(text);

	if (starts(line, "- "))
		add_reason(s, str_from_at(line, 2));
	else
		return starts(line, "triggered by") || starts(line, "guard ") || !line.len;
	return true;
}

static bool limit_goes_on(struct log_facts_state *s, str text)
{
	struct recompile *out = &s->facts->recompiles.at[s->index];
	str line = str_trim(text), rest, where;

	if (starts(line, "function: '")) {
		rest = str_from_at(line, 11);
		out->place.function = intern(s, str_slice(rest, 0, str_find_byte(rest, '\'')));
		if (behind(rest, "' (", &where))
			path_line(s, str_slice(where, 0, str_rfind_byte(where, ')')), &out->place);
	} else if (behind(line, "last reason: ", &rest)) {
		add_reason(s, rest);
	} else {
		return starts(line, "to diagnose") || starts(line, "To log all") || !line.len;
	}
	return true;
}

/* ---- torch._dynamo.explain ---- */

static bool number_behind(str text, const char *mark, uint64_t *out)
{
	str rest;
	size_t n = 0;
	int64_t value;

	if (!behind(text, mark, &rest))
		return false;
	while (n < rest.len && rest.ptr[n] >= '0' && rest.ptr[n] <= '9')
		n++;
	if (!str_int(str_slice(rest, 0, n), &value))
		return false;
	*out = (uint64_t)value;
	return true;
}

static bool explain_counts(struct log_facts_state *s, str text)
{
	struct explain_counts *e = &s->facts->explain;
	bool any = number_behind(text, "Graph Count: ", &e->graphs);

	any |= number_behind(text, "Graph Break Count: ", &e->breaks);
	any |= number_behind(text, "Op Count: ", &e->operators);
	any |= number_behind(text, "graph_count=", &e->graphs);
	any |= number_behind(text, "graph_break_count=", &e->breaks);
	any |= number_behind(text, "op_count=", &e->operators);
	if (number_behind(
	            text, "Dynamo produced ", &e->graphs)) { /* "12 graphswith 11 graph break" */
		number_behind(text, "with ", &e->breaks);
		number_behind(text, "graph break and ", &e->operators);
		any = true;
	}
	e->seen |= any;
	return any;
}

enum explain_part { PART_NONE, PART_REASONS, PART_OPERATORS, PART_GUARDS };

static bool explain_goes_on(struct log_facts_state *s, str text)
{
	str line = str_trim(text), rest;
	struct log_place place;

	if (starts(line, "Break Reasons:")) {
		s->part = PART_REASONS;
	} else if (starts(line, "Ops per Graph:")) {
		s->part = PART_OPERATORS;
	} else if (starts(line, "Out Guards:")) {
		s->part = PART_GUARDS;
	} else if (s->part == PART_REASONS && starts(line, "Break Reason ")) {
		new_break(s, 0)->told = true;
		s->block = BLOCK_EXPLAIN;
	} else if (s->part == PART_REASONS && behind(line, "Reason: ", &rest) &&
	           s->facts->breaks.len) {
		VEC_LAST(&s->facts->breaks)->reason = intern(s, rest);
	} else if (s->part == PART_REASONS && s->facts->breaks.len &&
	           (behind(line, "Explanation: ", &rest) || behind(line, "Hint: ", &rest))) {
		uint32_t *text_of = starts(line, "Hint: ")
		                            ? &VEC_LAST(&s->facts->breaks)->hint
		                            : &VEC_LAST(&s->facts->breaks)->explanation;

		if (!*text_of)
			*text_of = intern(s, rest);
	} else if (s->part == PART_REASONS && s->facts->breaks.len && frame(s, line, &place)) {
		VEC_LAST(&s->facts->breaks)->place = place;
	} else if (s->part == PART_OPERATORS && line.len && line.ptr[0] == '<') {
		count_add(s->b->file, &s->facts->explain.targets,
		        target_from_repr(s->b->env->temp, line), 1);
	} else if (!line.len) {
		return true;
	} else {
		return text.ptr[0] == ' ';
	}
	return true;
}

/* ---- symbols ---- */

static bool bound(str text, int64_t *value)
{
	return str_int(str_trim(text), value) && *value < INT64_MAX - 1 && *value > INT64_MIN + 1;
}

/* "[2, int_oo] y = f(x)  # m.py:3 in f (_dynamo/…)" */
static void symbol_range(
        struct log_facts_state *s, str text, struct symbol *symbol, struct log_place *place)
{
	size_t open = str_find_byte(text, '['), close = str_find_byte(text, ']'), comma;
	str inner = str_slice(text, open + 1, close), tail = str_from_at(text, close + 1), where;

	if (open == text.len || close < open)
		return;
	comma = str_find_byte(inner, ',');
	symbol->has_low = bound(str_slice(inner, 0, comma), &symbol->low);
	symbol->has_high = bound(str_from_at(inner, comma + 1), &symbol->high);
	if (!behind(tail, "  # ", &where))
		return;
	place->source_text = intern(s, str_slice(tail, 0, str_find(tail, S("  # "))));
	path_line(s, str_slice(where, 0, str_find(where, S(" in "))), place);
	if (behind(where, " in ", &where))
		place->function = intern(s, str_slice(where, 0, str_find(where, S(" ("))));
}

/* "create_symbol s77 = 8 for L['x'].size()[0] [2, int_oo] …", "create_unbacked_symbol u0 […] …" */
static bool symbol_line(struct log_facts_state *s, str line)
{
	struct symbol symbol = {.low = INT64_MIN, .high = INT64_MAX};
	struct symbol_note note = {0};
	str rest, name, source = STR_NONE;
	bool fresh;

	line = str_trim(line);
	note.unbacked =
	        starts(line, "create_unbacked_symbol ") || starts(line, "create_unbacked_symint ");
	if (!note.unbacked && !starts(line, "create_symbol "))
		return false;
	rest = str_from_at(line, str_find_byte(line, ' ') + 1);
	name = str_slice(rest, 0, str_find_byte(rest, ' '));
	rest = str_from_at(rest, name.len);
	if (behind(rest, " for ", &source)) { /* the range is the first bracket behind a blank */
		size_t end = str_find(source, S(" ["));

		rest = str_from_at(source, end);
		note.source = intern(s, str_slice(source, 0, end));
	}
	symbol.name = note.symbol = intern(s, name);
	symbol_range(s, rest, &symbol, &note.place);
	map_at(&s->b->symbols, intern_name(&s->b->file->names, symbol.name), &fresh);
	if (fresh)
		*VEC_PUSH(s->b->file->arena, &s->b->file->symbols) = symbol;
	/* A compilation that starts over makes its symbols again. */
	map_at(&s->b->symbols,
	        arena_format(s->b->env->temp, "%u %u %u %u", (unsigned)note.symbol,
	                (unsigned)note.source, (unsigned)note.place.file,
	                (unsigned)note.place.line),
	        &fresh);
	if (fresh)
		*VEC_PUSH(s->b->file->arena, &s->facts->symbol_notes) = note;
	return true;
}

/* ---- fallbacks ---- */

void fallback_add(struct text_build *b, const struct fallback_event *event)
{
	struct graph_facts *facts = graph_facts_of(b->file);
	struct arena *temp = b->env->temp;
	str name = target_from_schema(temp, event->operator);
	str key, backend = str_lower(arena_room(temp, event->backend.len + 1, 1),
	                 event->backend.len, event->backend);
	bool fresh;
	uint32_t *at;

	if (str_find_byte(name, '.') == name.len)
		name = arena_format(temp, "aten.%.*s", STR_ARG(name));
	key = arena_format(temp, "%.*s|%.*s|%d", STR_ARG(name), STR_ARG(backend), (int)event->kind);
	at = map_at(&b->fallbacks, key, &fresh);
	if (fresh) {
		*at = facts->fallbacks.len;
		*VEC_PUSH(b->file->arena, &facts->fallbacks) =
		        (struct fallback){.operator= intern_id(&b->file->names, name),
		                .backend = backend.len ? intern_id(&b->file->names, backend) : 0,
		                .text_line = build_line(b, event->line),
		                .kind = event->kind};
	}
	facts->fallbacks.at[*at].times += event->times;
}

/* "m.py:12: UserWarning: The operator …": Python names the line of the call. */
static void warning_place(struct log_facts_state *s, str line)
{
	size_t at = str_find(line, S("Warning: "));
	str head = str_slice(line, 0, at), place;
	struct fallback *last = VEC_LAST(&s->facts->fallbacks);

	at = str_rfind_byte(head, ' ');
	place = str_trim(str_slice(head, 0, at));
	if (at == head.len || last->place.line || !str_ends(place, S(":")))
		return;
	path_line(s, str_slice(place, 0, place.len - 1), &last->place);
}

static bool fallback_event(struct log_facts_state *s, str line, uint32_t number)
{
	struct fallback_line f;
	struct fallback_event event;

	if (!fallback_line_of(line, &f))
		return false;
	event = (struct fallback_event){.operator= f.operator,
	        .backend = f.backend,
	        .kind = f.kind,
	        .times = 1,
	        .line = number};
	fallback_add(s->b, &event);
	warning_place(s, line);
	while (str_starts(f.more, S(", "))) {
		str next = str_trim(str_from_at(f.more, 2));
		size_t n = operator_name_length(next);

		if (!n)
			break;
		event.operator= str_slice(next, 0, n);
		fallback_add(s->b, &event);
		f.more = str_from_at(next, n);
	}
	return true;
}

/* The metrics report of torch_xla: "Counter: aten::nonzero", then "  Value: 3". */
static bool counter_line(struct log_facts_state *s, str line, uint32_t number)
{
	str trimmed = str_trim(line);
	uint64_t value;

	if (starts(trimmed, "Counter: ")) {
		str name = str_from_at(trimmed, 9);

		s->counter = operator_name_length(name) == name.len ? intern(s, name) : 0;
		return true;
	}
	if (!s->counter || !number_behind(trimmed, "Value: ", &value))
		return false;
	fallback_add(s->b, &(struct fallback_event){.operator= graph_text(s->b->file, s->counter),
	                           .backend = S("xla"),
	                           .kind = FALLBACK_COUNTER,
	                           .times = value,
	                           .line = number});
	s->counter = 0;
	return true;
}

/* ---- lines ---- */

static bool event_begins(struct log_facts_state *s, str line, uint32_t number)
{
	str trimmed = str_trim(line);

	if (starts(trimmed, "Recompiling function ") ||
	        str_has(trimmed, S("torch._dynamo hit config."))) {
		recompile_begins(s, trimmed, number);
		return true;
	}
	if (starts(trimmed, "Graph break: ") || starts(trimmed, "Graph break in user code at ") ||
	        starts(trimmed, "Graph break (") || starts(trimmed, "Graph break from `")) {
		break_begins(s, trimmed, number);
		return true;
	}
	if (starts(trimmed, "Graph Break Reason: ") && s->block != BLOCK_BREAK) {
		new_break(s, number);
		return break_goes_on(s, line);
	}
	if (str_has(trimmed, S("torch._dynamo.exc.Unsupported: "))) {
		unsupported_begins(s, trimmed, number);
		return true;
	}
	if (explain_counts(s, trimmed)) {
		s->block = BLOCK_EXPLAIN;
		s->part = PART_NONE;
		return true;
	}
	return symbol_line(s, line) || counter_line(s, line, number) ||
	       fallback_event(s, line, number);
}

static bool event_goes_on(struct log_facts_state *s, str line)
{
	switch (s->block) {
	case BLOCK_BREAK: return break_goes_on(s, line);
	case BLOCK_RECOMPILE: return recompile_goes_on(s, line);
	case BLOCK_LIMIT: return limit_goes_on(s, line);
	case BLOCK_EXPLAIN: return explain_goes_on(s, line);
	case BLOCK_NONE: break;
	}
	return false;
}

void log_facts_line(struct log_facts_state *s, str line, uint32_t number)
{
	if (s->source_follows && s->block == BLOCK_BREAK) {
		break_goes_on(s, line);
		return;
	}
	if (event_begins(s, line, number))
		return;
	if (!event_goes_on(s, line))
		s->block = BLOCK_NONE;
}

void log_facts_open(struct log_facts_state *s, struct text_build *b)
{
	*s = (struct log_facts_state){.b = b, .facts = graph_facts_of(b->file)};
}

void log_facts_break(struct log_facts_state *s)
{
	s->block = BLOCK_NONE;
	s->counter = 0;
}

void log_facts_close(struct log_facts_state *s)
{
	log_facts_break(s);
}

bool log_facts_any(const struct graph_facts *f)
{
	return f->breaks.len || f->recompiles.len || f->fallbacks.len || f->symbol_notes.len ||
	       f->explain.seen || f->compilations.len;
}

static bool line_tells(str line)
{
	struct fallback_line f;
	str trimmed = str_trim(line);

	return str_has(trimmed, S("Recompiling function ")) ||
	       str_has(trimmed, S("torch._dynamo hit config.")) ||
	       str_has(trimmed, S("Graph break: ")) ||
	       str_has(trimmed, S("Graph break in user code at ")) ||
	       str_has(trimmed, S("Graph Break Reason: ")) ||
	       starts(trimmed, "Graph Break Count: ") ||
	       str_has(trimmed, S("graph_break_count=")) || starts(trimmed, "Dynamo produced ") ||
	       str_has(trimmed, S("create_unbacked_symbol ")) ||
	       starts(trimmed, "Counter: aten::") ||
	       str_has(trimmed, S("torch._dynamo.exc.Unsupported: ")) || fallback_line_of(line, &f);
}

bool log_facts_match(str bytes)
{
	/* Words of which one stands in every line that tells something. */
	static const char *const words[] = {"Recompiling function ", "hit config.", "raph break",
	        "raph Break", "graph_break_count=", "Dynamo produced ", "create_unbacked_symbol ",
	        "Counter: aten::", "exc.Unsupported: ", "back to CPU", "CPU fallback",
	        "handle operation ", "implemented for ", "currently supported", "fallback to cpu",
	        "not lowered: ", "Could not run '", "back to cpu", "back to run on the CPU", NULL};

	for (size_t i = 0; words[i]; i++) {
		str rest = bytes, word = str_from(words[i]);
		int tries = 0;

		for (size_t at; (at = str_find(rest, word)) < rest.len && tries < 64; tries++) {
			size_t offset = (size_t)(rest.ptr - bytes.ptr) + at;
			size_t start = offset > 2048 ? offset - 2048 : 0;
			str head = str_slice(bytes, start, offset),
			    tail = str_from_at(bytes, offset);
			size_t newline = str_rfind_byte(head, '\n');

			head = newline == head.len ? head : str_from_at(head, newline + 1);
			if (line_tells((str){head.ptr,
			            head.len + str_find_byte(str_slice(tail, 0, 2048), '\n')}))
				return true;
			rest = str_from_at(rest, at + word.len);
		}
	}
	return false;
}
