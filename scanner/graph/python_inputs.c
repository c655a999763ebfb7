/* The parameter list of `def forward(…)`: names, annotations, defaults, and the descriptors that
 * newer versions put in comments behind each line ("# ParamAOTInput(target='w')"). */
#include "scanner/graph/python_text.h"

#include <string.h>

struct parameters {
	str text;
	size_t at;
};

static char look(const struct parameters *p)
{
	return p->at < p->text.len ? p->text.ptr[p->at] : 0;
}

static void pass_blanks(struct parameters *p, bool newlines)
{
	while (look(p) == ' ' || look(p) == '\t' || (newlines && look(p) == '\n'))
		p->at++;
}

/* Up to one of the bytes of `ends` outside brackets and quotes. */
static str pass_part(struct parameters *p, const char *ends)
{
	size_t start = p->at;
	uint32_t depth = 0;
	char quote = 0;

	for (; p->at < p->text.len; p->at++) {
		char c = look(p);

		if (quote) {
			if (c == '\\')
				p->at++;
			else if (c == quote)
				quote = 0;
		} else if (!depth && strchr(ends, c)) {
			break;
		} else if (c == '"' || c == '\'') {
			quote = c;
		} else if (c == '(' || c == '[' || c == '{') {
			depth++;
		} else if (c == ')' || c == ']' || c == '}') {
			depth -= depth > 0;
		}
	}
	if (p->at > p->text.len)
		p->at = p->text.len;
	return str_trim(str_slice(p->text, start, p->at));
}

static str unquoted(str s)
{
	if (s.len >= 2 && (s.ptr[0] == '"' || s.ptr[0] == '\'') && s.ptr[s.len - 1] == s.ptr[0])
		return str_slice(s, 1, s.len - 1);
	return s;
}

/* "ParamAOTInput(target='w')" */
static void apply_descriptor(struct text_build *b, struct graph_input *input, str comment)
{
	static const struct {
		const char *word;
		enum input_role role;
	} rows[] = {{"ParamAOTInput", INPUT_PARAMETER}, {"BufferAOTInput", INPUT_BUFFER},
	        {"TangentAOTInput", INPUT_TANGENT}};
	size_t target = str_find(comment, S("target='"));
	str name = str_from_at(comment, target + 8);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (str_starts(comment, str_from(rows[i].word)))
			input->role = rows[i].role;
	if (target < comment.len)
		input->target =
		        intern_id(&b->file->names, str_slice(name, 0, str_find_byte(name, '\'')));
}

/* Passes blanks and comments; a comment behind an input describes it. */
static void pass_comments(struct text_build *b, struct parameters *p, struct graph_input *input)
{
	for (;;) {
		size_t end;

		pass_blanks(p, true);
		if (look(p) != '#')
			return;
		end = str_find_byte(str_from_at(p->text, p->at), '\n');
		if (input)
			apply_descriptor(
			        b, input, str_trim(str_slice(p->text, p->at + 1, p->at + end)));
		input = NULL;
		p->at += end;
	}
}

static struct graph_input *take_parameter(
        struct text_build *b, struct parameters *p, bool *only_names)
{
	struct graph_note *note = graph_note_of(b->file, b->graph);
	size_t start;
	uint32_t stars = 0;
	str name, annotation = STR_NONE;

	while (look(p) == '*') {
		p->at++;
		stars++;
	}
	start = p->at;
	while (byte_is_name(look(p)))
		p->at++;
	name = str_slice(p->text, start, p->at);
	pass_blanks(p, true);
	if (look(p) == ':') {
		p->at++;
		annotation = unquoted(pass_part(p, ",=)#"));
	}
	if (look(p) == '=') {
		p->at++;
		pass_part(p, ",)#");
	}
	*only_names |= stars == 1;
	if (!name.len || str_eq(name, S("self")))
		return NULL;
	note->def_inputs += !stars && !*only_names;
	return build_input(b, name, annotation);
}

void python_inputs_take(struct text_build *b, str def)
{
	struct parameters p = {def, str_find_byte(def, '(') + 1};
	struct graph_input *last = NULL;
	bool only_names = false;

	for (;;) {
		size_t before;

		pass_comments(b, &p, last);
		if (p.at >= p.text.len || look(&p) == ')')
			return;
		before = p.at;
		last = take_parameter(b, &p, &only_names);
		pass_blanks(&p, true);
		if (look(&p) == '#') /* the last parameter has no comma */
			continue;
		pass_part(&p, ",)");
		if (look(&p) == ',')
			p.at++;
		if (p.at == before)
			return;
	}
}
