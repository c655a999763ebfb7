/* Idea: each layer is a small matcher that returns how far it reaches; they are tried in turn
 * until none matches. What surprises: paths in a prefix hold colons and backslashes on Windows,
 * so the end is found by ":LINE] ", not by the first colon (fx-formats 4.7). */
#include "scanner/graph/log_prefix.h"

enum { LAYERS_MOST = 8, PREFIX_MOST = 1024 };

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

/* `pattern`: # a digit, * one or more digits, ~ one or more digits and dots, any other byte itself.
 * Length of the match, 0: none. */
static size_t match(str s, const char *pattern)
{
	size_t at = 0;

	for (; *pattern; pattern++) {
		size_t start = at;

		if (*pattern == '#' || *pattern == '*' || *pattern == '~') {
			while (at < s.len &&
			        (digit(s.ptr[at]) || (*pattern == '~' && s.ptr[at] == '.'))) {
				at++;
				if (*pattern == '#')
					break;
			}
			if (at == start)
				return 0;
		} else if (at < s.len && s.ptr[at] == *pattern) {
			at++;
		} else {
			return 0;
		}
	}
	return at;
}

/* "(NAME pid=81) ": vLLM and Ray workers. */
static size_t worker_layer(str s, struct log_prefix *out)
{
	size_t end = str_find_byte(str_slice(s, 0, 120), ')');

	if (s.len < 8 || s.ptr[0] != '(' || end + 1 >= s.len || s.ptr[end + 1] != ' ' ||
	        !str_has(str_slice(s, 0, end), S("pid=")))
		return 0;
	out->process = str_slice(s, 1, end);
	return end + 2;
}

/* "[rank0]:", "[default1]:", "[1,3]<stderr>:" */
static size_t rank_layer(str s, struct log_prefix *out)
{
	static const struct {
		const char *pattern;
		size_t number; /* where the rank stands */
	} rows[] = {
	        {"[rank*]:", 5}, {"[default*]:", 8}, {"[*,*]<stderr>:", 0}, {"[*,*]<stdout>:", 0}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t len = match(s, rows[i].pattern), at = rows[i].number;
		int64_t rank;

		if (!len)
			continue;
		if (!at)
			at = str_find_byte(s, ',') + 1;
		s = str_slice(s, 0, len);
		if (str_int(str_slice(s, at, at + match(str_from_at(s, at), "*")), &rank) &&
		        rank <= INT32_MAX)
			out->rank = (int32_t)rank;
		return len;
	}
	return 0;
}

/* Date and time, then what container run times put behind it. */
static size_t time_layer(str s)
{
	size_t len = match(s, "####-##-##T##:##:~");

	if (!len)
		return 0;
	if (len < s.len && s.ptr[len] == 'Z')
		len++;
	else if (match(str_from_at(s, len), "+##:##") || match(str_from_at(s, len), "-##:##"))
		len += 6;
	if (len >= s.len || s.ptr[len] != ' ')
		return 0;
	len++;
	for (const char *const *word = (const char *const[]){"stdout F ", "stderr F ", "stdout P ",
	             "stderr P ", NULL};
	        *word; word++)
		if (str_starts(str_from_at(s, len), str_from(*word)))
			return len + 9;
	return len;
}

/* "ERROR 01-02 11:29:30 [x.py:824] " */
static size_t level_layer(str s)
{
	static const char *const levels[] = {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL", NULL};

	for (size_t i = 0; levels[i]; i++) {
		str level = str_from(levels[i]), rest = str_from_at(s, level.len);
		size_t end;

		if (!str_starts(s, level) || !match(rest, " ##-## ##:##:## ["))
			continue;
		end = str_find_byte(str_slice(rest, 0, PREFIX_MOST), ']');
		return end + 1 < rest.len && rest.ptr[end + 1] == ' ' ? level.len + end + 2 : 0;
	}
	return 0;
}

/* Position behind ":LINE] " (or ":LINE]" at the line's end), from `at` on; 0: none. */
static size_t behind_location(str s, size_t at)
{
	str head = str_slice(s, 0, at + PREFIX_MOST);

	for (size_t i = at; i + 2 < head.len; i++) {
		size_t n;

		if (head.ptr[i] == ' ')
			return 0;
		if (head.ptr[i] != ':' || !(n = match(str_from_at(head, i), ":*]")))
			continue;
		if (i + n == s.len)
			return i + n;
		if (s.ptr[i + n] == ' ')
			return i + n + 1;
	}
	return 0;
}

size_t glog_prefix_length(str line)
{
	size_t at, process;

	if (line.len < 24 || (line.ptr[0] != 'V' && line.ptr[0] != 'I' && line.ptr[0] != 'W' &&
	                             line.ptr[0] != 'E' && line.ptr[0] != 'C'))
		return 0;
	at = match(str_from_at(line, 1), "#### ##:##:##.* ");
	if (!at)
		return 0;
	process = match(str_from_at(line, 1 + at), "* ");
	return process ? behind_location(line, 1 + at + process) : 0;
}

/* "[0/0]", "[0/3_1]", "[!0/3/0_1]" and a blank behind it. */
static size_t compile_id_layer(str s, struct log_prefix *out)
{
	size_t end = str_find_byte(str_slice(s, 0, 40), ']');
	bool slash = false;

	if (!s.len || s.ptr[0] != '[' || end >= s.len || end >= 40)
		return 0;
	for (size_t i = 1; i < end; i++) {
		char c = s.ptr[i];

		slash |= c == '/';
		if (!digit(c) && c != '/' && c != '_' && c != '!' && c != '-')
			return 0;
	}
	if (!slash)
		return 0;
	out->compile_id = str_slice(s, 1, end);
	return end + 1 < s.len && s.ptr[end + 1] == ' ' ? end + 2 : end + 1;
}

static size_t artifact_layer(str s, struct log_prefix *out)
{
	size_t end = str_find_byte(str_slice(s, 0, 80), ']');

	if (!str_starts(s, S("[__")) || end >= s.len || end >= 80)
		return 0;
	out->artifact = str_slice(s, 3, end);
	return end + 1 < s.len && s.ptr[end + 1] == ' ' ? end + 2 : end + 1;
}

static size_t tags(str s, struct log_prefix *out)
{
	size_t at = compile_id_layer(s, out);

	return at + artifact_layer(str_from_at(s, at), out);
}

/* PyTorch 2.3 and later. */
static size_t glog_layer(str s, struct log_prefix *out)
{
	size_t len = glog_prefix_length(s), process;

	if (!len)
		return 0;
	process = 1 + match(str_from_at(s, 1), "#### ##:##:##.* ");
	out->process = str_slice(s, process, process + match(str_from_at(s, process), "*"));
	out->source = str_slice(s, process + out->process.len + 1, len);
	out->source = str_slice(out->source, 0, str_rfind_byte(out->source, ':'));
	out->level = s.ptr[0];
	out->torch = true;
	return len + tags(str_from_at(s, len), out);
}

/* PyTorch 2.0 to 2.2: "[2024-01-30 16:08:31,430] [1/4] torch.x.__graph_code: [DEBUG] ". */
static size_t dated_layer(str s, struct log_prefix *out)
{
	size_t at = match(s, "[####-##-## ##:##:##,*] "), name, end;

	if (!at)
		return 0;
	at += compile_id_layer(str_from_at(s, at), out);
	name = at;
	while (at < s.len && at < name + 200 && s.ptr[at] != ' ' && s.ptr[at] != ':')
		at++;
	if (!str_starts(str_from_at(s, at), S(": [")))
		return 0;
	end = at + 3;
	while (end < s.len && end < at + 12 && s.ptr[end] >= 'A' && s.ptr[end] <= 'Z')
		end++;
	if (end >= s.len || s.ptr[end] != ']')
		return 0;
	out->level = s.ptr[at + 3] == 'D' ? 'V' : s.ptr[at + 3];
	out->torch = true;
	out->source = str_slice(s, name, at);
	name += str_find(str_slice(s, name, at), S(".__"));
	if (name < at)
		out->artifact = str_slice(s, name + 3, at);
	return end + 1 < s.len && s.ptr[end + 1] == ' ' ? end + 2 : end + 1;
}

/* TORCH_LOGS_FORMAT of one's own, the form that test suites use: "[output_graph.py:1353 DEBUG] ".
 */
static size_t short_layer(str s, struct log_prefix *out)
{
	size_t end = str_find_byte(str_slice(s, 0, 120), ']'), level;
	str inner = str_slice(s, 1, end);

	if (s.len < 8 || s.ptr[0] != '[' || end + 1 >= s.len || s.ptr[end + 1] != ' ')
		return 0;
	level = str_rfind_byte(inner, ' ');
	if (level == inner.len || !str_has(str_slice(inner, 0, level), S(".py:")))
		return 0;
	for (size_t i = level + 1; i < inner.len; i++)
		if (inner.ptr[i] < 'A' || inner.ptr[i] > 'Z')
			return 0;
	out->torch = true;
	out->source = str_slice(inner, 0, str_find_byte(inner, ':'));
	out->level = inner.ptr[level + 1] == 'D' ? 'V' : inner.ptr[level + 1];
	return end + 2 + tags(str_from_at(s, end + 2), out);
}

static size_t layer(str s, struct log_prefix *out)
{
	size_t n = 0;

	if (!s.len)
		return 0;
	switch (s.ptr[0]) {
	case '[':
		n = rank_layer(s, out);
		if (!n)
			n = dated_layer(s, out);
		if (!n && out->rank >= 0) { /* "[rank0]:[date] " */
			n = match(s, "[####-##-## ##:##:##,*]");
			if (n && n < s.len && s.ptr[n] == ' ')
				n++;
		}
		return n ? n : short_layer(s, out);
	case '(': return worker_layer(s, out);
	case ' ': /* "[rank0]: V0114": one blank that launchers add before a prefix */
		return out->length && glog_prefix_length(str_from_at(s, 1)) ? 1 : 0;
	default:
		if (digit(s.ptr[0]))
			return time_layer(s);
		n = glog_layer(s, out);
		return n ? n : level_layer(s);
	}
}

struct log_prefix log_prefix_of(str line)
{
	struct log_prefix out = {.rank = -1};

	for (int i = 0; i < LAYERS_MOST && !out.torch; i++) {
		size_t n = layer(str_from_at(line, out.length), &out);

		if (!n)
			break;
		out.length += n;
	}
	return out;
}
