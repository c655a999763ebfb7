/* Branches for a PyTorch that is older than what the targets need: the handler of a try, or the
 * other way of hasattr(), for a name that the PyTorch of every target has, and what a comparison of
 * its version lets in below 2.0. They are not taken.
 *
 * That is known of the name alone. So the try holds nothing else that its handler might be for: one
 * call of that name, or imports of such names. */
#include "scanner/matcher_named.h"
#include "scanner/rule_guard.h"

#include "pytorch/api.h"

#include <string.h>

enum { HEAD_BYTES = 200, PARTS_MOST = 8, LOOK_RECORDS = 20 };

/* A public name of PyTorch that each release of the tables has. */
static bool is_in_each(str path)
{
	struct api api;
	struct api_operators operators;

	if (!str_starts(path, S("torch.")))
		return false;
	return api_find(path, &api) ? api.releases == RELEASE_ANY
	                            : api_operators_find(path, S("forward"), &operators);
}

/* The handler is for what is missing alone. */
static bool handles_absence(str head, bool import)
{
	static const char *const missing[] = {
	        "AttributeError", "TypeError", "ImportError", "ModuleNotFoundError", NULL};
	str rest = str_trim(str_from_at(head, 6)); /* behind except */

	rest = str_trim(str_slice(rest, 0, str_find(rest, S(" as "))));
	if (import && (str_starts(rest, S(":")) || str_starts(rest, S("Exception"))))
		return true;
	if (!rest.len || strchr("*:", rest.ptr[0])) /* except: catches all */
		return false;
	for (size_t i = 0; i < rest.len;) {
		size_t from = i;

		while (i < rest.len && byte_is_word(rest.ptr[i]))
			i++;
		if (i > from && !str_is_one_of(str_slice(rest, from, i), missing))
			return false;
		if (i == from && rest.ptr[i] == '.')
			return false;
		i += i == from;
	}
	return true;
}

/* All that is imported between two places is there; *any: something is. */
static bool imports_what_is_there(struct python_matching *p, uint32_t from, uint32_t to, bool *any)
{
	const struct python_file *file = p->file;

	for (uint32_t i = 0; i < file->imports.len; i++) {
		const struct python_import *in = &file->imports.at[i];

		if (!python_may_look(p, 1))
			return false;
		if (in->at < from || in->at >= to)
			continue;
		if (in->level || in->star || in->dynamic || !in->module ||
		        !is_in_each(python_path(p->file, in->name ? in->target : in->module)))
			return false;
		*any = true;
	}
	return true;
}

/* By a name that imports give, and nothing else. */
static bool is_called_by_import(struct python_matching *p, const struct python_call *call)
{
	const struct python_file *file = p->file;
	const struct python_chain *chain = &file->chains.at[call->chain];
	uint32_t count = 0;

	python_chain_targets(file, chain, &count);
	for (uint32_t i = python_next_binding(p, chain->root, PYTHON_NONE); i != PYTHON_NONE;
	        i = python_next_binding(p, chain->root, i))
		if (file->bindings.at[i].kind != PYTHON_BIND_IMPORT || !python_may_look(p, 1))
			return false;
	return count == 1;
}

/* X = torch.amp.GradScaler(…): one call, of a name that is there, and nothing else is called. What
 * torch.cuda holds may lack its own parts where there is no CUDA. */
static bool calls_what_is_there(struct python_matching *p, const struct statement *s)
{
	const struct python_file *file = p->file;
	uint32_t first = python_call_from(file, s->at), count = 0;
	bool there = false;

	for (uint32_t i = first; i < file->calls.len && file->calls.at[i].at < s->end; i++) {
		const struct python_call *call = &file->calls.at[i];

		if (!python_may_look(p, LOOK_RECORDS) || count++)
			return false;
		there = call->chain != PYTHON_NONE && call->end == s->end &&
		        is_called_by_import(p, call) && is_in_each(call_target(p, call)) &&
		        !str_starts(call_target(p, call), S("torch.cuda."));
	}
	return there;
}

/* The body of a try: only what is there. */
static bool tries_what_is_there(struct python_matching *p, uint32_t try)
{
	const struct outline *o = &p->outline;
	uint32_t at = o->list.at[try].child, parts = 0;
	bool import = false;

	for (; at != PYTHON_NONE; at = o->list.at[at].next) {
		const struct statement *s = &o->list.at[at];

		if (++parts > PARTS_MOST || !python_may_look(p, LOOK_RECORDS))
			return false;
		if (s->kind == STATEMENT_IMPORT
		                ? !imports_what_is_there(p, s->at, s->end, &import)
		                : s->kind != STATEMENT_SIMPLE || parts > 1 ||
		                          s->next != PYTHON_NONE || !calls_what_is_there(p, s))
			return false;
	}
	return parts > 0;
}

static bool is_older_handler(struct python_matching *p, uint32_t handler)
{
	const struct outline *o = &p->outline;
	uint32_t try = o->list.at[handler].head, first;

	if (try == PYTHON_NONE || o->list.at[try].kind != STATEMENT_TRY)
		return false;
	first = o->list.at[try].child;
	return first != PYTHON_NONE &&
	       handles_absence(head_written(p, handler, HEAD_BYTES),
	               o->list.at[first].kind == STATEMENT_IMPORT) &&
	       tries_what_is_there(p, try);
}

bool try_is_for_older_torch(struct python_matching *p, uint32_t try)
{
	const struct outline *o = &p->outline;
	uint32_t handler = o->list.at[try].next, parts = 0;

	for (; handler != PYTHON_NONE && o->list.at[handler].kind == STATEMENT_EXCEPT;
	        handler = o->list.at[handler].next)
		if (++parts > PARTS_MOST || !is_older_handler(p, handler))
			return false;
	return parts > 0;
}

/* hasattr(torch.amp, "GradScaler") and nothing else, behind `at`. */
static bool asks_what_is_there(struct python_matching *p, uint32_t at, str test)
{
	const str call = S("hasattr(");
	size_t comma = str_find_byte(test, ',');
	const struct python_chain *chain;
	uint32_t index, count = 0, end;
	const uint32_t *targets;
	str name;

	if (!str_starts(test, call) || comma == test.len)
		return false;
	index = python_name_chain_from(p, at + (uint32_t)call.len);
	if (index >= p->name_chains.len)
		return false;
	chain = &p->file->chains.at[p->name_chains.at[index]];
	if (chain->at != at + call.len || chain->end != at + comma)
		return false;
	while (comma + 1 < test.len && test.ptr[comma + 1] == ' ')
		comma++;
	name = literal_at(test, (uint32_t)comma + 1, &end);
	if (!name.len || !str_eq(str_from_at(test, end), S(")")))
		return false;
	targets = python_chain_targets(p->file, chain, &count);
	return count == 1 && is_in_each(arena_format(p->m.env->temp, "%.*s.%.*s",
	                             STR_ARG(python_path(p->file, targets[0])), STR_ARG(name)));
}

/* The version of PyTorch that runs, by how it is written: digit_version(TORCH_VERSION). */
static bool is_running_version(str text)
{
	static const char *const names[] = {
	        "TORCH_VERSION", "torch_version", "PYTORCH_VERSION", "pytorch_version", NULL};
	size_t from = 0, at = str_find(text, S("torch.__version__"));

	if (at < text.len && (!at || (!byte_is_word(text.ptr[at - 1]) && text.ptr[at - 1] != '.')))
		return true;
	for (size_t i = 0; i <= text.len; i++) { /* names as wholes */
		str word = str_slice(text, from, i);

		if (i < text.len && (byte_is_word(text.ptr[i]) || text.ptr[i] == '.'))
			continue;
		if (str_is_one_of(word, names))
			return true;
		from = i + 1;
	}
	return false;
}

/* digit_version("1.6.0"), (1, 6), "1.13": none that a target may have. */
static bool is_old_version(str text)
{
	size_t i = 0;

	while (i < text.len && (text.ptr[i] < '0' || text.ptr[i] > '9'))
		i++;
	return i + 1 < text.len && (text.ptr[i] == '0' || text.ptr[i] == '1') &&
	       (text.ptr[i + 1] == '.' || text.ptr[i + 1] == ',') && !is_running_version(text);
}

/* torch.__version__[0] == '2', int(torch.__version__.split(".")[0]) < 2: the first number, which is
 * 2 wherever a target runs. */
static bool major_says(str part, bool older)
{
	static const char *const newer[] = {"==2", ">=2", ">1", "!=1", NULL}, *const before[] = {
	                                                                              "==1", "<2",
	                                                                              "<=1", "!=2",
	                                                                              NULL};
	size_t at = 0, end = 0;
	char room[8];

	while (at < part.len && !strchr("=<>!", part.ptr[at]))
		at++;
	for (size_t i = at; i < part.len && end < sizeof room; i++)
		if (!strchr(" '\"", part.ptr[i]))
			room[end++] = part.ptr[i];
	return str_is_one_of((str){room, end}, older ? before : newer) &&
	       str_has(str_slice(part, 0, at), S("[0]")) &&
	       is_running_version(str_slice(part, 0, at));
}

/* One comparison: TORCH_VERSION == "parrots" and TORCH_VERSION < "1.6" are never so, their
 * opposites always. */
static bool version_says(str part, bool older)
{
	static const char *const joined[] = {"=", " is ", " in ", " if ", NULL};
	const str same = older ? S("==") : S("!="), order = older ? S("<") : S(">=");
	size_t at = str_find(part, same);
	str left, right;

	if (major_says(part, older))
		return true;
	if (at < part.len && str_has(str_from_at(part, at), S("parrots")))
		return is_running_version(str_slice(part, 0, at));
	at = str_find(part, order);
	left = str_slice(part, 0, at);
	right = str_from_at(part, at + order.len);
	if (str_starts(right, S("="))) /* <= */
		right = str_from_at(right, 1);
	if (at == part.len || str_has_one_of(right, joined) || str_has(left, S(">")) ||
	        str_has(right, S("<")) || str_has(right, S(">")) || str_has(left, S(" not ")))
		return false;
	return is_running_version(left) && is_old_version(right);
}

/* All that is joined by `or` is only true of an older PyTorch; with `older` false all that is
 * joined by `and` is true of each that a target has. */
static bool versions_say(str test, bool older)
{
	str joint = older ? S(" or ") : S(" and ");

	if (str_starts(test, S("(")) && brackets_end(test) == test.len)
		test = str_trim(str_slice(test, 1, test.len - 1));
	if (!test.len || str_starts(test, S("not ")) ||
	        find_outside(test, older ? S(" and ") : S(" or ")) < test.len)
		return false;
	while (test.len) {
		size_t at = find_outside(test, joint);

		if (!version_says(str_trim(str_slice(test, 0, at)), older))
			return false;
		test = str_from_at(test, at < test.len ? at + joint.len : at);
	}
	return true;
}

/* On one line, each blank as it is; "" with a comment in it. */
static str with_blanks(struct python_matching *p, str text)
{
	char *out = arena_alloc(p->m.env->temp, text.len + 1, 1);

	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '#')
			return STR_NONE;
		out[i] = text.ptr[i];
		if (strchr("\t\r\n\f\\", out[i]))
			out[i] = ' ';
	}
	return str_trim((str){out, text.len});
}

/* What a name is given where the file binds it, if that is once. */
static str given_once(struct python_matching *p, str word)
{
	uint32_t name = python_name_find(p->file, word),
	         first = name ? python_next_binding(p, name, PYTHON_NONE) : PYTHON_NONE;

	return first == PYTHON_NONE || python_next_binding(p, name, first) != PYTHON_NONE
	               ? STR_NONE
	               : given_by(p, first);
}

/* if not is_torch2: what the name is given compares the version. */
static bool name_is_older(struct python_matching *p, str test, bool otherwise)
{
	bool negated = str_starts(test, S("not "));
	str given;

	test = str_trim(str_from_at(test, negated ? 4 : 0));
	for (size_t i = 0; i < test.len; i++)
		if (!byte_is_word(test.ptr[i]))
			return false;
	given = python_may_look(p, LOOK_RECORDS) ? given_once(p, test) : STR_NONE;
	return str_has(given, S("ersion")) &&
	       versions_say(with_blanks(p, given), negated == otherwise);
}

/* The else of if hasattr(…):, the body of if not hasattr(…):, likewise of what is held against a
 * version. */
static bool is_older_branch(struct python_matching *p, uint32_t part)
{
	const struct outline *o = &p->outline;
	bool otherwise = o->list.at[part].kind == STATEMENT_ELSE;
	uint32_t test_at = otherwise ? o->list.at[part].head : part;
	str head, test;

	if (test_at == PYTHON_NONE ||
	        (otherwise && (o->list.at[test_at].kind != STATEMENT_IF ||
	                              outline_part(o, test_at, STATEMENT_ELIF) != PYTHON_NONE)))
		return false;
	head = head_written(p, test_at, HEAD_BYTES);
	test = str_trim(str_from_at(head, o->list.at[test_at].kind == STATEMENT_ELIF ? 5 : 3));
	if (str_ends(test, S(":")))
		test.len--;
	if (python_may_look(p, LOOK_RECORDS) &&
	        (str_has(test, S("ersion")) || str_has(test, S("VERSION"))))
		return head.len < HEAD_BYTES && versions_say(with_blanks(p, test), !otherwise);
	if (o->list.at[test_at].kind == STATEMENT_ELIF)
		return false;
	if (name_is_older(p, test, otherwise))
		return true;
	if (!otherwise) {
		if (!str_starts(test, S("not ")))
			return false;
		test = str_from_at(test, 4);
	}
	return asks_what_is_there(
	        p, o->list.at[test_at].at + (uint32_t)(test.ptr - head.ptr), test);
}

/* Where the side of a conditional expression ends that begins at `at`. */
static uint32_t side_end(str text, uint32_t at, uint32_t to)
{
	uint32_t depth = 0, end;

	while (at < to) {
		char c = text.ptr[at];

		if (strchr("'\"", c) && literal_at(text, at, &end).ptr && end > at) {
			at = end;
			continue;
		}
		if (c == '#' || (!depth && (strchr(",)]}", c) ||
		                                   str_starts(str_from_at(text, at), S(" for ")))))
			break;
		depth += strchr("([{", c) != NULL;
		depth -= strchr(")]}", c) != NULL;
		at++;
	}
	return at;
}

/* torch.get_autocast_dtype(…) if hasattr(torch, "get_autocast_dtype") else THE PLACE */
static bool is_older_side(struct python_matching *p, const struct statement *s, uint32_t place)
{
	const str word = S("if hasattr(");
	str text = p->file->text;
	uint32_t at = s->at;

	for (uint32_t sides = 0; sides < PARTS_MOST && at < place; sides++) {
		str rest = str_slice(text, at, place);
		size_t found, close;

		if (!python_may_look(p, (uint32_t)rest.len / 8 + LOOK_RECORDS))
			return false;
		found = str_find(rest, word);
		if (found == rest.len)
			return false;
		at += (uint32_t)found + 3; /* the call */
		rest = str_slice(text, at, place);
		close = str_find_byte(rest, ')');
		rest = str_trim(str_from_at(rest, close + 1));
		if (close < place - at && str_starts(rest, S("else")) &&
		        asks_what_is_there(p, at, str_slice(text, at, at + close + 1)) &&
		        side_end(text, (uint32_t)(rest.ptr - text.ptr) + 4, s->end) > place)
			return true;
	}
	return false;
}

bool is_for_older_torch(struct python_matching *p, uint32_t statement, uint32_t place)
{
	const struct outline *o = python_outline(p);

	if (is_older_side(p, &o->list.at[statement], place))
		return true;

	for (uint32_t at = o->list.at[statement].parent; at != PYTHON_NONE;
	        at = o->list.at[at].parent) {
		enum statement_kind kind = (enum statement_kind)o->list.at[at].kind;

		if (!python_may_look(p, 1) || kind == STATEMENT_DEF || kind == STATEMENT_CLASS)
			return false;
		if (kind == STATEMENT_EXCEPT && is_older_handler(p, at))
			return true;
		if ((kind == STATEMENT_ELSE || kind == STATEMENT_IF || kind == STATEMENT_ELIF) &&
		        is_older_branch(p, at))
			return true;
	}
	return false;
}
