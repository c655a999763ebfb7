/* Idea: one pass over the bytes with a bracket depth; decisions are made at newlines only.
 *
 * What surprises: a newline inside a short string or behind an unfinished name is not an error
 * here but a hard wrap, unless the next line is a statement (fx-formats 13). */
#include "scanner/graph/py_scan.h"

#include <string.h>

enum { NAME_MOST = 512 };

static size_t name_length(str s)
{
	size_t n = 0;

	if (s.len && s.ptr[0] >= '0' && s.ptr[0] <= '9')
		return 0;
	while (n < s.len && n < NAME_MOST && byte_is_name(s.ptr[n]))
		n++;
	return n;
}

uint32_t py_indent(str line)
{
	uint32_t indent = 0;

	for (size_t i = 0; i < line.len && indent < 100000; i++) {
		if (line.ptr[i] == ' ')
			indent++;
		else if (line.ptr[i] == '\t')
			indent = (indent / 8 + 1) * 8;
		else
			break;
	}
	return indent;
}

static bool word_is(str s, size_t n, const char *word)
{
	return n == strlen(word) && memcmp(s.ptr, word, n) == 0;
}

bool py_starts_statement(str line)
{
	size_t n, at;

	line = str_trim(str_slice(line, 0, NAME_MOST + 64));
	n = name_length(line);
	if (!n)
		return false;
	if (word_is(line, n, "return") || word_is(line, n, "class") || word_is(line, n, "def"))
		return n == line.len || !byte_is_name(line.ptr[n]);
	for (at = n; at < line.len && line.ptr[at] == ' ';)
		at++;
	if (at == line.len)
		return false;
	if (line.ptr[at] == ':')
		return at == n && (at + 1 == line.len || line.ptr[at + 1] == ' ');
	if (line.ptr[at] == '=')
		return at + 1 == line.len || line.ptr[at + 1] != '=';
	if (line.ptr[at] == '[') {
		size_t end = str_find(line, S("] = "));

		return at == n && end < line.len;
	}
	return str_starts(str_from_at(line, at + 1), S("= ")) &&
	       strchr("+-*/%@&|^", line.ptr[at]) != NULL;
}

static str physical_line(str text, size_t at)
{
	str rest = str_from_at(text, at);

	return str_slice(rest, 0, str_find_byte(rest, '\n'));
}

/* Is what ended at depth 0 unfinished, so that `next` may be the rest of it? */
static bool is_unfinished(str head, str next)
{
	char last, first;
	size_t equals;

	head = str_trim(head);
	next = str_trim(next);
	if (!head.len || !next.len || next.ptr[0] == '#')
		return false;
	last = head.ptr[head.len - 1];
	first = next.ptr[0];
	if (strchr("=.+-*/%@&|^<>\\", last))
		return true;
	if (first == '=' && (next.len == 1 || next.ptr[1] != '='))
		return byte_is_name(last);
	equals = str_find(head, S(" = "));
	if (equals == head.len || !byte_is_name(last))
		return false;
	for (size_t i = equals + 3; i < head.len; i++)
		if (!byte_is_name(head.ptr[i]) && head.ptr[i] != '.')
			return false;
	return first == '.' || first == '(' || byte_is_name(first);
}

/* Bytes at which something is decided. */
static const bool is_mark[256] = {['\''] = true,
        ['"'] = true,
        ['#'] = true,
        ['('] = true,
        ['['] = true,
        ['{'] = true,
        [')'] = true,
        [']'] = true,
        ['}'] = true,
        ['\\'] = true,
        ['\n'] = true};

struct walk {
	struct py_scan *scan;
	size_t start; /* of the statement, behind its indentation */
	size_t at;
	uint32_t indent, depth, lines;
	bool cut;
};

static char byte_at(const struct walk *w, size_t at)
{
	return at < w->scan->text.len ? w->scan->text.ptr[at] : 0;
}

/* At a newline inside brackets: has the statement been cut off, and does another begin here? */
static bool is_cut_at(const struct walk *w)
{
	str next = physical_line(w->scan->text, w->at + 1);
	uint32_t indent = py_indent(next);
	str trimmed = str_trim(str_slice(next, 0, NAME_MOST));

	if (str_starts(trimmed, S("class ")) || str_starts(trimmed, S("def ")))
		return indent <= w->indent;
	if (w->scan->flat)
		return str_starts(trimmed, S("return ")) || str_starts(trimmed, S("return("));
	return indent == w->indent && py_starts_statement(next);
}

/* At a newline outside brackets: does the next line belong to this statement? */
static bool is_wrapped_at(const struct walk *w)
{
	str next;
	uint32_t indent;

	if (w->at + 1 >= w->scan->text.len)
		return false;
	next = physical_line(w->scan->text, w->at + 1);
	indent = py_indent(next);
	if (!(w->scan->flat || indent < w->indent) || py_starts_statement(next))
		return false;
	return is_unfinished(str_slice(w->scan->text, w->start, w->at), next);
}

/* From the opening quote to behind the closing one. */
static void pass_string(struct walk *w)
{
	str text = w->scan->text;
	char quote = text.ptr[w->at];
	bool triple = byte_at(w, w->at + 1) == quote && byte_at(w, w->at + 2) == quote;

	w->at += triple ? 3 : 1;
	while (w->at < text.len) {
		char c = text.ptr[w->at];

		if (c == '\\') {
			w->lines += byte_at(w, w->at + 1) == '\n';
			w->at += 2;
		} else if (c == quote && !triple) {
			w->at++;
			return;
		} else if (c == quote && byte_at(w, w->at + 1) == quote &&
		           byte_at(w, w->at + 2) == quote) {
			w->at += 3;
			return;
		} else if (c == '\n' && !triple &&
		           (is_cut_at(w) || py_starts_statement(physical_line(text, w->at + 1)))) {
			return; /* the closing quote is missing: the newline ends the string */
		} else {
			w->lines += c == '\n';
			w->at++;
		}
	}
	w->at = text.len;
	w->cut = true;
}

static void pass_comment(struct walk *w)
{
	str rest = str_from_at(w->scan->text, w->at);

	w->at += str_find_byte(rest, '\n');
}

/* True when the logical line ends here. */
static bool step(struct walk *w)
{
	char c = w->scan->text.ptr[w->at];

	switch (c) {
	case '\'':
	case '"': pass_string(w); return false;
	case '#': pass_comment(w); return false;
	case '(':
	case '[':
	case '{': w->depth++; break;
	case ')':
	case ']':
	case '}': w->depth -= w->depth > 0; break;
	case '\\':
		if (byte_at(w, w->at + 1) != '\n')
			break;
		w->at += 2;
		w->lines++;
		return false;
	case '\n':
		if (w->depth ? is_cut_at(w) : !is_wrapped_at(w)) {
			w->cut |= w->depth > 0;
			return true;
		}
		w->lines++;
		break;
	default: break;
	}
	w->at++;
	return false;
}

static void pass_statement(struct py_scan *scan, struct py_line *out)
{
	struct walk w = {.scan = scan, .start = scan->at, .at = scan->at, .indent = out->indent};

	do {
		while (w.at < scan->text.len && !is_mark[(unsigned char)scan->text.ptr[w.at]])
			w.at++;
	} while (w.at < scan->text.len && !step(&w));
	if (w.at > scan->text.len)
		w.at = scan->text.len;
	out->cut = w.cut || (w.at == scan->text.len && w.depth > 0);
	out->text = str_slice(scan->text, w.start, w.at);
	scan->at = w.at + 1;
	scan->line += w.lines + 1;
}

bool py_scan_next(struct py_scan *scan, struct py_line *out)
{
	while (scan->at < scan->text.len) {
		str line = physical_line(scan->text, scan->at);
		size_t blanks = 0;

		while (blanks < line.len && (line.ptr[blanks] == ' ' || line.ptr[blanks] == '\t'))
			blanks++;
		if (blanks == line.len) {
			scan->at += line.len + 1;
			scan->line++;
			continue;
		}
		*out = (struct py_line){.indent = py_indent(line), .line = scan->line};
		if (line.ptr[blanks] == '#') {
			out->comment = true;
			out->text = str_from_at(line, blanks);
			scan->at += line.len + 1;
			scan->line++;
			return true;
		}
		scan->at += blanks;
		pass_statement(scan, out);
		return true;
	}
	return false;
}
