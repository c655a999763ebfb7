/* What a CUDA device is called, how large it is, how much of it is in use: asked where there is
 * CUDA, and then only shown to somebody.
 *
 *     if torch.cuda.is_available():
 *         device = torch.cuda.current_device()
 *         print(device, torch.cuda.get_device_name(device))
 *
 * What is asked may be kept in names, as long as all that is read of them is shown, or kept and
 * shown, behind the same test. */
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

enum {
	HEAD_BYTES = 2000,
	KEPT_MOST = 3,     /* names that lead to each other */
	LOOK_RECORDS = 20, /* as much as a statement takes */
};

static bool is_query(str path)
{
	static const char *const counts[] = {
	        "torch.cuda.current_device", "torch.cuda.device_count", NULL};

	return asks_cuda_device(path) || str_starts_one_of(path, counts);
}

/* What it gives is its arguments, for whoever reads them; or it asks the device itself. */
static bool call_only_shows(struct python_matching *p, const struct python_call *call)
{
	static const char *const shows[] = {"print", "info", "debug", "warning", "warn", "error",
	        "critical", "log", "format", "join", "str", "repr", "int", "float", "round", "len",
	        "range", "enumerate", NULL};
	static const char *const of_texts[] = {".format", ".join", NULL};
	str path;

	if (call->chain == PYTHON_NONE) /* "…".format(…) */
		return str_ends_one_of(str_slice(p->file->text, call->at, call->open), of_texts);
	path = python_chain_text(p->file, &p->file->chains.at[call->chain]);
	return is_query(path) || str_is_one_of(str_last_part(path, '.'), shows);
}

/* print(…), also self._logger.info(…), LOGGER.warning(…). */
static bool statement_shows(struct python_matching *p, const struct statement *s)
{
	static const char *const levels[] = {
	        "debug", "info", "warning", "warn", "error", "critical", NULL};
	static const char *const choices[] = {" if ", " or ", " and ", NULL};
	str text = str_slice(p->file->text, s->at, s->end), last, logger;
	size_t end = 0;

	if (statement_is_told(p, s))
		return true;
	while (end < text.len && (byte_is_word(text.ptr[end]) || text.ptr[end] == '.'))
		end++;
	last = str_last_part(str_slice(text, 0, end), '.');
	logger = str_last_part(str_slice(text, 0, end - last.len - (last.len < end)), '.');
	return s->kind == STATEMENT_SIMPLE && str_starts(str_from_at(text, end), S("(")) &&
	       str_is_one_of(last, levels) && text_holds_loosely(logger, S("logger")) &&
	       !str_has_one_of(text, choices);
}

/* The calls of a statement that the place is given to, or with `all` each of them. */
static bool calls_only_show(
        struct python_matching *p, const struct statement *s, uint32_t at, uint32_t end, bool all)
{
	const struct python_file *file = p->file;

	for (uint32_t i = python_call_from(file, s->at);
	        i < file->calls.len && file->calls.at[i].open < s->end; i++) {
		const struct python_call *call = &file->calls.at[i];

		if (!python_may_look(p, LOOK_RECORDS))
			return false;
		if ((all || (call->open < at && call->end > end)) && !call_only_shows(p, call))
			return false;
	}
	return true;
}

/* NAME = …, NAME, NAME = …, with `loop` for NAME in …: the names, for which the value stands behind
 * them; STR_NONE: it is something else. */
static str names_given(struct python_matching *p, const struct statement *s, bool loop)
{
	str text = str_slice(p->file->text, s->at, s->end), names;
	size_t end = str_find(text, loop ? S(" in ") : S(" = "));

	if (s->kind != (loop ? STATEMENT_FOR : STATEMENT_SIMPLE) || end == text.len ||
	        str_has(text, S(":=")))
		return STR_NONE;
	names = str_slice(text, loop ? str_find_byte(text, ' ') + 1 : 0, end);
	for (size_t i = 0; i < names.len; i++)
		if (!byte_is_word(names.ptr[i]) && names.ptr[i] != ',' && names.ptr[i] != ' ')
			return STR_NONE;
	return names;
}

/* All of a loop is for showing: what it calls, and what it keeps. */
static bool loop_only_shows(struct python_matching *p, uint32_t loop)
{
	const struct outline *o = &p->outline;
	uint32_t end = outline_end(o, p->file, loop);

	if (o->list.at[loop].next != PYTHON_NONE &&
	        o->list.at[o->list.at[loop].next].kind == STATEMENT_ELSE)
		return false;
	for (uint32_t i = loop + 1; i < o->list.len && o->list.at[i].at < end; i++) {
		const struct statement *s = &o->list.at[i];

		if (!python_may_look(p, LOOK_RECORDS) ||
		        (!statement_shows(p, s) && !names_given(p, s, false).len) ||
		        !calls_only_show(p, s, 0, 0, true))
			return false;
	}
	return true;
}

/* Where what is kept may be read. */
struct bounds {
	uint32_t from, to;       /* behind the test */
	uint32_t outer, outside; /* what can read it: the def, or the file */
};

static bool is_only_shown(struct python_matching *p, uint32_t at, uint32_t end,
        const struct bounds *bounds, uint32_t kept);

/* All that is read of a name is shown. */
static bool name_is_only_shown(
        struct python_matching *p, uint32_t name, const struct bounds *bounds, uint32_t kept)
{
	const struct python_file *file = p->file;
	uint32_t uses = 0;

	for (uint32_t i = python_name_chain_from(p, bounds->outer); i < p->name_chains.len; i++) {
		const struct python_chain *chain = &file->chains.at[p->name_chains.at[i]];

		if (chain->at >= bounds->outside)
			break;
		if (!python_may_look(p, 1))
			return false;
		if (chain->root != name || chain->context != PYTHON_LOAD)
			continue;
		if (chain->at < bounds->from || chain->at >= bounds->to ||
		        !is_only_shown(p, chain->at, chain->end, bounds, kept))
			return false;
		uses++;
	}
	return uses > 0;
}

/* A value that stands somewhere in a statement is shown there, or kept in names that are. */
static bool is_only_shown(struct python_matching *p, uint32_t at, uint32_t end,
        const struct bounds *bounds, uint32_t kept)
{
	const struct outline *o = &p->outline;
	uint32_t statement = outline_find(o, at), behind;
	const struct statement *s = &o->list.at[statement];
	str names, name;

	if (statement == PYTHON_NONE || !python_may_look(p, s->end - s->at) ||
	        !calls_only_show(p, s, at, end, false))
		return false;
	if (statement_shows(p, s))
		return true;
	names = names_given(p, s, s->kind == STATEMENT_FOR);
	behind = s->at + (uint32_t)names.len + 3;
	if (!names.len || at < behind || kept == KEPT_MOST ||
	        str_has(str_slice(p->file->text, behind, at), S(" = ")) ||
	        (s->kind == STATEMENT_FOR && !loop_only_shows(p, statement)))
		return false;
	while (str_cut(&names, ',', &name)) {
		uint32_t known = python_name_find(p->file, str_trim(name));

		if (!known || !name_is_only_shown(p, known, bounds, kept + 1))
			return false;
	}
	return true;
}

/* Of a name that the place gives something: who reads it is known. At the module others may. */
static bool bounds_of(
        struct python_matching *p, uint32_t statement, str word, struct bounds *bounds)
{
	const struct outline *o = &p->outline;
	uint32_t def = outline_def(o, statement), block = block_of_test(p, statement, word);
	str body;

	bounds->outer = def == PYTHON_NONE ? 0 : o->list.at[def].at;
	bounds->outside =
	        def == PYTHON_NONE ? (uint32_t)p->file->text.len : outline_end(o, p->file, def);
	bounds->from = block == PYTHON_NONE ? bounds->outer : o->list.at[block].at;
	bounds->to = block == PYTHON_NONE ? bounds->outside : outline_end(o, p->file, block);
	body = str_slice(p->file->text, bounds->outer, bounds->outside);
	if (!python_may_look(p, body.len) || str_has(body, S("global ")) ||
	        str_has(body, S("nonlocal ")) || str_has(body, S("locals()")))
		return false;
	for (uint32_t at = statement; def == PYTHON_NONE && at != PYTHON_NONE;
	        at = o->list.at[at].parent)
		if (o->list.at[at].kind == STATEMENT_IF &&
		        str_has(head_written(p, at, HEAD_BYTES), S("__main__")))
			return true;
	return def != PYTHON_NONE;
}

bool query_is_only_shown(struct python_matching *p, uint32_t statement, const struct raw *raw,
        const struct protection *found)
{
	struct bounds bounds = {0};

	if (!is_query(raw->matched) || statement == PYTHON_NONE ||
	        (found->guard != GUARD_CUDA && found->guard != GUARD_AVAILABLE &&
	                found->guard != GUARD_DEVICE && found->guard != GUARD_SKIPPED) ||
	        (found->guard != GUARD_CUDA && !word_asks_for_cuda(p, found->text)))
		return false;
	if (!bounds_of(p, statement, found->text, &bounds)) /* it may be shown at once */
		bounds = (struct bounds){0};
	return is_only_shown(p, raw->at, raw->end, &bounds, bounds.outside ? 0 : KEPT_MOST);
}
