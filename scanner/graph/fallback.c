/* Idea: a table of phrases; each row says where the operator stands and which back end speaks.
 *
 * What surprises: TorchNeuron writes blanks inside its quotes; some back ends name the operator
 * without a namespace; the phrase in a source file is no event, so a quote in front of it rules it
 * out. */
#include "scanner/graph/fallback.h"

#include <string.h>

enum where {
	BEFORE, /* in quotes before the phrase */
	BEHIND, /* directly behind the phrase */
};

struct phrase {
	const char *text;
	const char *backend; /* NULL: the word behind `backend_mark`, or not named */
	const char *backend_mark;
	enum where where;
	enum fallback_kind kind;
};

static const struct phrase phrases[] = {
        {"fell back to CPU", "neuron", NULL, BEFORE, FALLBACK_CPU},
        {"executed via CPU fallback", "neuron", NULL, BEFORE, FALLBACK_CPU},
        {"No implementation could handle operation ", "neuron", NULL, BEHIND, FALLBACK_CPU},
        {"is not implemented for TPU. Falling back", "tpu", NULL, BEFORE, FALLBACK_CPU},
        {"is not implemented for TPU", "tpu", NULL, BEFORE, FALLBACK_MISSING},
        {"is not currently supported on the ", NULL, "supported on the ", BEFORE, FALLBACK_CPU},
        {"is not currently supported", NULL, NULL, BEFORE, FALLBACK_CPU},
        {"is not currently implemented for the ", NULL, "implemented for the ", BEFORE,
                FALLBACK_MISSING},
        {"Falling back to CPU for operator: ", NULL, NULL, BEHIND, FALLBACK_CPU},
        {"fallback to cpu, name=", NULL, NULL, BEHIND, FALLBACK_CPU},
        {"Op(s) not lowered: ", "xla", NULL, BEHIND, FALLBACK_CPU},
        {"Could not run '", NULL, "arguments from the '", BEHIND, FALLBACK_MISSING},
};

static size_t word_length(str s)
{
	size_t n = 0;

	while (n < s.len && byte_is_word(s.ptr[n]))
		n++;
	return n;
}

size_t operator_name_length(str text)
{
	size_t n = word_length(text), m;

	if (!n || !str_starts(str_from_at(text, n), S("::")))
		return 0;
	m = word_length(str_from_at(text, n + 2));
	if (!m)
		return 0;
	n += 2 + m;
	m = n < text.len && text.ptr[n] == '.' ? word_length(str_from_at(text, n + 1)) : 0;
	return m ? n + 1 + m : n;
}

/* What stands in the last quotes before a position, blanks taken off. */
static str quoted_before(str line, size_t at)
{
	size_t close = at, open;

	while (close && line.ptr[close - 1] != '\'' && at - close < 8)
		close--;
	if (!close || line.ptr[close - 1] != '\'')
		return STR_NONE;
	open = str_rfind_byte(str_slice(line, 0, close - 1), '\'');
	if (open >= close - 1)
		return STR_NONE;
	return str_trim(str_slice(line, open + 1, close - 1));
}

static str operator_behind(str line, size_t at)
{
	str rest = str_from_at(line, at);
	size_t n = operator_name_length(rest);

	return str_slice(rest, 0, n ? n : word_length(rest));
}

static bool is_operator(str name)
{
	size_t n = operator_name_length(name);

	if (n)
		return n == name.len;
	return name.len && name.len == word_length(name);
}

/* "Operation X is not implemented for Neuron" has no quotes. */
static bool neuron_missing(str line, struct fallback_line *out)
{
	size_t at = str_find(line, S("Operation ")), phrase;
	str name;

	phrase = str_find(line, S(" is not implemented for Neuron"));
	if (phrase == line.len || at + 10 > phrase)
		return false;
	name = str_slice(line, at + 10, phrase);
	if (!is_operator(name))
		return false;
	*out = (struct fallback_line){
	        .operator= name, .backend = S("neuron"), .kind = FALLBACK_MISSING};
	return true;
}

/* A line that names an operator and says in words of its own that it went to the CPU. */
static bool other_words(str line, struct fallback_line *out)
{
	static const char *const words[] = {
	        "all back to", "alling back to", "alls back to", "ell back to", "allback to", NULL};
	str rest = line;
	size_t colons, start;

	for (size_t i = 0; words[i]; i++) {
		size_t at = str_find(line, str_from(words[i]));
		str behind = str_from_at(line, at + strlen(words[i]));

		if (at == line.len || !(str_has(str_slice(behind, 0, 24), S("CPU")) ||
		                              str_has(str_slice(behind, 0, 24), S("cpu"))))
			continue;
		colons = str_find(rest, S("::"));
		start = colons;
		while (start && byte_is_word(rest.ptr[start - 1]))
			start--;
		*out = (struct fallback_line){.kind = FALLBACK_CPU};
		out->operator= str_slice(
		        rest, start, start + operator_name_length(str_from_at(rest, start)));
		return out->operator.len>
		        0 &&(!start || (rest.ptr[start - 1] != '"' && rest.ptr[start - 1] != '{'));
	}
	return false;
}

static str backend_of(const struct phrase *p, str line)
{
	size_t at;
	str rest;

	if (p->backend)
		return str_from(p->backend);
	if (!p->backend_mark)
		return STR_NONE;
	at = str_find(line, str_from(p->backend_mark));
	rest = str_from_at(line, at + strlen(p->backend_mark));
	return str_slice(rest, 0, word_length(rest));
}

static bool in_source(str line, size_t phrase)
{
	str head = str_trim(str_slice(line, 0, phrase));

	return str_starts(head, S("#")) || str_starts(head, S("//")) || str_has(head, S("\"")) ||
	       str_has(head, S("f'")) || str_has(head, S("'''"));
}

bool fallback_line_of(str line, struct fallback_line *out)
{
	line = str_slice(line, 0, 4096);
	for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
		const struct phrase *p = &phrases[i];
		size_t at = str_find(line, str_from(p->text));

		if (at == line.len)
			continue;
		*out = (struct fallback_line){.backend = backend_of(p, line), .kind = p->kind};
		out->operator= p->where == BEFORE ? quoted_before(line, at)
		                                  : operator_behind(line, at + strlen(p->text));
		if (!is_operator(out->operator) || in_source(line, at))
			return false;
		if (p->where == BEHIND)
			out->more = str_from_at(line, at + strlen(p->text) + out->operator.len);
		return true;
	}
	return neuron_missing(line, out) || (other_words(line, out) && !in_source(line, 0));
}
