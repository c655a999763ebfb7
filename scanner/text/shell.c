/* Shell text: simple commands, variables, packages that are installed.
 *
 * No shell is emulated. Text is cut at separators outside of quotes; a command begins at its first
 * word that is no assignment, no reserved word and no wrapper. Behind a wrapper (srun, sudo, env)
 * every further word may be the command, since its own options are not known here. Text in $( )
 * and what `sh -c` and `eval` are given is read as shell text of its own, to a bounded depth. */
#include "scanner/text/text.h"

#include "base/file.h"

#include <string.h>

enum {
	DEPTH_MOST = TEXT_SHELL_DEPTH - 1,
	WORDS_MOST = 400,
	WRAPPED_MOST = 16,
	EXPRESSION_MOST = 400
};

/* A program of the driver that was asked for, so that it runs where it is there: to the end of the
 * branch of an if, of that depth, or of a chain of &&. */
struct asking {
	str program;
	bool in_branch;
	uint32_t ifs, at_ifs; /* that are open; that were when it was asked for */
};

struct shell {
	struct text_file *file;
	char *m;
	uint32_t depth;
	uint64_t steps, steps_most; /* spent on looking for the ends of here-documents */
	struct asking asking;
};

struct word {
	uint32_t at, end; /* quotes and all */
};

/* A simple command. Words behind WORDS_MOST are cut off. */
struct shell_command {
	uint32_t at, end, count;
	struct word words[WORDS_MOST];
};

static void read_range(struct shell *s, uint32_t at, uint32_t end);

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

static str view(const struct shell *s, struct word w)
{
	return (str){s->m + w.at, w.end - w.at};
}

/* Without quotes around it. */
static str bare(const struct shell *s, struct word w)
{
	return text_unquoted(view(s, w));
}

/* Behind "$(" … ")" or "`" … "`" that opens at `at`, which is read by itself. */
static uint32_t substitution(struct shell *s, uint32_t at, uint32_t end)
{
	char close = s->m[at] == '`' ? '`' : ')';
	uint32_t from = at + (close == '`' ? 1 : 2), depth = 1, i;

	for (i = from; i < end; i++) {
		char c = s->m[i];

		if (c == '\\')
			i++;
		else if (c == close && !--depth)
			break;
		else if (c == '(' && close == ')')
			depth++;
	}
	if (i > end)
		i = end;
	if (s->depth < DEPTH_MOST) {
		s->depth++;
		read_range(s, from, i);
		s->depth--;
	}
	return i < end ? i + 1 : end;
}

static bool substitution_opens(const struct shell *s, uint32_t at, uint32_t end)
{
	return s->m[at] == '`' || (s->m[at] == '$' && at + 1 < end && s->m[at + 1] == '(');
}

/* Behind "${{ … }}", which is of workflows and no shell text; `at` when none begins there. */
static uint32_t expression_end(const struct shell *s, uint32_t at, uint32_t end)
{
	str text = str_slice((str){s->m + at, end - at}, 0, EXPRESSION_MOST);
	size_t close;

	if (!str_starts(text, S("${{")))
		return at;
	close = str_find(text, S("}}"));
	return close < text.len ? at + (uint32_t)close + 2 : at;
}

/* Behind a word that begins at `at`. */
static uint32_t word_end(struct shell *s, uint32_t at, uint32_t end)
{
	char quote = 0;
	uint32_t next;

	while (at < end) {
		char c = s->m[at];

		if (c == '\\' && quote != '\'') {
			at += 2;
			continue;
		}
		if (c == '$' && (next = expression_end(s, at, end)) > at) {
			at = next;
			continue;
		}
		if (quote != '\'' && substitution_opens(s, at, end)) {
			at = substitution(s, at, end);
			continue;
		}
		if (quote)
			quote = c == quote ? 0 : quote;
		else if (c == '"' || c == '\'')
			quote = c;
		else if (is_blank(c) || strchr("\n;|&()<>", c))
			break;
		at++;
	}
	return at < end ? at : end;
}

/* "NAME=" at the front of a word: the length of the name. */
static size_t assigned_name(str word)
{
	size_t n = 0;

	while (n < word.len && is_name(word.ptr[n]))
		n++;
	if (!n || n >= word.len || (word.ptr[0] >= '0' && word.ptr[0] <= '9'))
		return 0;
	if (word.ptr[n] == '=')
		return n;
	return word.ptr[n] == '+' && n + 1 < word.len && word.ptr[n + 1] == '=' ? n : 0;
}

static bool add_assignment(struct shell *s, struct word w)
{
	str text = view(s, w);
	size_t n = assigned_name(text), from;
	struct word value;

	if (!n)
		return false;
	from = n + (text.ptr[n] == '+' ? 2 : 1);
	value = (struct word){w.at + (uint32_t)from, w.end};
	text_add_env(s->file, str_slice(text, 0, n), bare(s, value), w.at, w.end);
	return true;
}

static void add_command(struct shell *s, uint32_t at, uint32_t end)
{
	while (end > at && (is_blank(s->m[end - 1]) || s->m[end - 1] == '\n'))
		end--;
	if (end <= at || !text_has_room(s->file, s->file->commands.len, at))
		return;
	*VEC_PUSH(s->file->env->temp, &s->file->commands) = (struct text_command){at, end};
	text_add_valued(s->file, at, end);
}

/* The offset of the program's name in a word: behind its folder, behind a quote. */
static uint32_t program_at(const struct shell *s, struct word w)
{
	str v = view(s, w);
	size_t slash;

	if (v.len && (v.ptr[0] == '"' || v.ptr[0] == '\'' || v.ptr[0] == '@')) {
		w.at++;
		v = str_from_at(v, 1);
	}
	if (v.len && v.ptr[0] == '$')
		return w.at;
	slash = str_rfind_byte(v, '/');
	return slash < v.len ? w.at + (uint32_t)slash + 1 : w.at;
}

static str program(const struct shell *s, struct word w)
{
	uint32_t at = program_at(s, w);
	str v = {s->m + at, w.end - at};

	while (v.len && (v.ptr[v.len - 1] == '"' || v.ptr[v.len - 1] == '\''))
		v.len--;
	return v;
}

/* One argument of an installer. */
static void add_package(struct shell *s, struct word w, bool conda)
{
	str text = bare(s, w);
	uint32_t at = w.at + (uint32_t)(text.ptr - view(s, w).ptr);
	size_t channel = str_find(text, S("::"));

	if (conda && channel < text.len) {
		at += (uint32_t)channel + 2;
		text = str_from_at(text, channel + 2);
	}
	if (!text.len || text.ptr[0] == '.' || text.ptr[0] == '/' ||
	        (text.ptr[0] == '$' && !str_starts(text, S("${{"))))
		return;
	if (conda && str_starts(text, S("pytorch")))
		text_add_conda(s->file, text, at, at + (uint32_t)text.len);
	else
		text_add_requirement(s->file, text, at, false);
}

/* Words behind `pip install` and the like. */
static void add_packages(struct shell *s, const struct shell_command *c, uint32_t from, bool conda)
{
	static const char *const valued[] = {"-r", "--requirement", "-c", "--constraint", "-f",
	        "--find-links", "-i", "--index-url", "--extra-index-url", "-t", "--target", "-e",
	        "--editable", "--prefix", "--root", "--platform", "--channel", "-n", "--name", "-p",
	        "--python", "--group", "--index", "--torch-backend", NULL};

	for (uint32_t i = from; i < c->count; i++) {
		str word = view(s, c->words[i]);

		if (str_is_one_of(word, valued))
			i++;
		else if (word.len && word.ptr[0] != '-')
			add_package(s, c->words[i], conda);
	}
}

/* Whether words [i] on are an installer; *from is its first argument. */
static bool is_installer(const struct shell *s, const struct shell_command *c, uint32_t i,
        uint32_t *from, bool *conda)
{
	static const char *const pips[] = {"pip", "pip3", "pip2", "pipx", "uv", "poetry", "pipenv",
	        "pdm", "rye", "%pip", "!pip", NULL};
	static const char *const condas[] = {"conda", "mamba", "micromamba", NULL};
	static const char *const verbs[] = {"install", "add", "download", "wheel", NULL};
	str name = program(s, c->words[i]);

	if (str_eq(name, S("easy_install"))) {
		*from = i + 1;
		return true;
	}
	*conda = str_is_one_of(name, condas);
	if (!*conda && !str_is_one_of(name, pips) && !str_starts(name, S("pip3.")))
		return false;
	for (i++; i < c->count; i++) {
		str word = view(s, c->words[i]);

		if (str_is_one_of(word, verbs) || (*conda && str_eq(word, S("create")))) {
			*from = i + 1;
			return true;
		}
		if (!str_eq(word, S("pip")) && !(word.len && word.ptr[0] == '-'))
			return false;
	}
	return false;
}

static void read_installer(struct shell *s, const struct shell_command *c, uint32_t i)
{
	uint32_t from;
	bool conda = false;

	/* python -m pip install, env/bin/python3.11 -m pip install */
	if (str_starts(program(s, c->words[i]), S("python")) && i + 2 < c->count &&
	        str_eq(view(s, c->words[i + 1]), S("-m")))
		i += 2;
	if (is_installer(s, c, i, &from, &conda))
		add_packages(s, c, from, conda);
}

/* sh -c '…', eval "…": the text is shell text. */
static void read_inner(struct shell *s, const struct shell_command *c, uint32_t i)
{
	static const char *const shells[] = {"sh", "bash", "zsh", "dash", "ksh", NULL};
	str name = program(s, c->words[i]);
	bool eval = str_eq(name, S("eval"));

	if (!eval && !str_is_one_of(name, shells))
		return;
	for (i++; i < c->count; i++) {
		str word = view(s, c->words[i]);
		str text = bare(s, c->words[i]);

		if (word.ptr[0] == '-' && !eval)
			continue;
		if (text.len < word.len && s->depth < DEPTH_MOST) {
			uint32_t at = (uint32_t)(text.ptr - s->m);

			s->depth++;
			read_range(s, at, at + (uint32_t)text.len);
			s->depth--;
		}
		return;
	}
}

/* command -v nvidia-smi: asks whether it is there, and runs nothing. */
static bool asks_for_command(const struct shell *s, struct word wrapper, struct word next)
{
	return str_eq(program(s, wrapper), S("command")) &&
	       (str_eq(view(s, next), S("-v")) || str_eq(view(s, next), S("-V")));
}

/* The program that `command -v`, `which`, `hash` or `type` is asked for, if it comes with the
 * driver or with CUDA. */
static str asked_program(const struct shell *s, const struct shell_command *c, uint32_t i)
{
	static const char *const words[] = {"which", "hash", "type", NULL};
	str name = STR_NONE;

	if (i + 2 < c->count && asks_for_command(s, c->words[i], c->words[i + 1]))
		name = program(s, c->words[i + 2]);
	else if (i + 1 < c->count && str_is_one_of(program(s, c->words[i]), words))
		name = program(s, c->words[i + 1]);
	return str_starts(name, S("nvidia-")) || str_eq(name, S("nvcc")) ? name : STR_NONE;
}

/* What reserved words before the command `i` end and begin. */
static void note_asked(struct shell *s, const struct shell_command *c, uint32_t i)
{
	bool test = false, negated = false;
	str asked;

	for (uint32_t k = 0; k < i; k++) {
		str word = view(s, c->words[k]);
		bool end = str_eq(word, S("fi")),
		     other = str_eq(word, S("elif")) || str_eq(word, S("else"));

		s->asking.ifs += str_eq(word, S("if"));
		if ((end || other) && s->asking.in_branch && s->asking.ifs <= s->asking.at_ifs)
			s->asking.program = STR_NONE;
		s->asking.ifs -= end && s->asking.ifs;
		test |= str_eq(word, S("if")) || str_eq(word, S("elif"));
		negated |= str_eq(word, S("!"));
	}
	asked = i < c->count && !s->asking.program.len ? asked_program(s, c, i) : STR_NONE;
	if (!asked.len || negated)
		return;
	s->asking.program = asked;
	s->asking.in_branch = test;
	s->asking.at_ifs = s->asking.ifs;
}

/* Behind a command: with || it runs otherwise as well; a chain goes on with && alone. */
static void end_asked(struct shell *s, uint32_t at, uint32_t end)
{
	char c = at < end ? s->m[at] : '\n', next = at + 1 < end ? s->m[at + 1] : '\n';
	char before = at > 0 && at < end ? s->m[at - 1] : '\n';

	if ((c == '|' && (next == '|' || before == '|')) ||
	        (!s->asking.in_branch && !(c == '&' && (next == '&' || before == '&'))))
		s->asking.program = STR_NONE;
}

static void read_command(struct shell *s, const struct shell_command *c)
{
	static const char *const reserved[] = {"if", "then", "elif", "else", "fi", "do", "done",
	        "while", "until", "time", "!", "{", "}", "esac", "[[", "[", "for", "in", "case",
	        "function", "select", NULL};
	static const char *const exporters[] = {
	        "export", "declare", "local", "readonly", "typeset", "env", "set", NULL};
	static const char *const wrappers[] = {"sudo", "env", "exec", "nohup", "nice", "srun",
	        "mpirun", "mpiexec", "xargs", "command", "stdbuf", "numactl", "taskset", "timeout",
	        "time", "ssh", "run", "jsrun", "aprun", "singularity", "apptainer", "exec", "conda",
	        "poetry", "uv", "pipenv", "strace", "watch", "-", NULL};
	uint32_t i = 0, wrapped = 0;

	while (i < c->count &&
	        (add_assignment(s, c->words[i]) || str_is_one_of(view(s, c->words[i]), reserved)))
		i++;
	note_asked(s, c, i);
	if (i == c->count)
		return;
	if (s->asking.program.len && str_eq(program(s, c->words[i]), s->asking.program))
		return;
	if (str_is_one_of(program(s, c->words[i]), exporters))
		for (uint32_t k = i + 1; k < c->count; k++)
			add_assignment(s, c->words[k]);
	if (str_eq(program(s, c->words[i]), S("setenv")) && i + 2 < c->count)
		text_add_env(s->file, view(s, c->words[i + 1]), bare(s, c->words[i + 2]),
		        c->words[i + 1].at, c->words[i + 2].end);
	add_command(s, program_at(s, c->words[i]), c->end);
	read_installer(s, c, i);
	read_inner(s, c, i);
	if (!str_is_one_of(program(s, c->words[i]), wrappers) ||
	        (i + 1 < c->count && asks_for_command(s, c->words[i], c->words[i + 1])))
		return;
	for (i++; i < c->count && wrapped < WRAPPED_MOST; i++) {
		str word = view(s, c->words[i]);

		if (word.ptr[0] == '-' || assigned_name(word))
			continue;
		add_command(s, program_at(s, c->words[i]), c->end);
		read_installer(s, c, i);
		read_inner(s, c, i);
		wrapped++;
	}
}

struct heredoc {
	uint32_t tag_end;    /* behind its word */
	uint32_t body, stop; /* from the end of this line to the start of the closing one */
	uint32_t end;        /* of the closing line */
};

/* A here-document whose "<<" is at `at`. False when it does not close. */
static bool heredoc(struct shell *s, uint32_t at, uint32_t end, struct heredoc *h)
{
	uint32_t from, to, line;

	if (s->steps >= s->steps_most)
		return false;
	at += 2;
	at += at < end && s->m[at] == '-';
	while (at < end &&
	        (is_blank(s->m[at]) || s->m[at] == '\'' || s->m[at] == '"' || s->m[at] == '\\'))
		at++;
	for (from = at; at < end && is_name(s->m[at]);)
		at++;
	to = at;
	while (at < end && (s->m[at] == '\'' || s->m[at] == '"'))
		at++;
	h->tag_end = at;
	while (at < end && s->m[at] != '\n')
		at++;
	s->steps += at - to;
	h->body = at;
	if (from == to || (s->m[from] >= '0' && s->m[from] <= '9'))
		return false;
	for (line = at; line < end && s->steps < s->steps_most;) {
		uint32_t start = ++line, stop;

		while (start < end && (s->m[start] == '\t' || s->m[start] == ' '))
			start++;
		for (stop = start; stop < end && s->m[stop] != '\n';)
			stop++;
		s->steps += stop - line + 1;
		if (stop - start == to - from && !memcmp(s->m + start, s->m + from, to - from)) {
			h->stop = start;
			h->end = stop;
			return true;
		}
		line = stop;
	}
	return false;
}

/* What a here-document is given to decides whether it is shell text. */
static bool feeds_shell(const struct shell *s, const struct shell_command *c)
{
	static const char *const shells[] = {
	        "sh", "bash", "zsh", "sbatch", "qsub", "ssh", "RUN", NULL};

	for (uint32_t i = 0; i < c->count && i < 4; i++)
		if (str_is_one_of(program(s, c->words[i]), shells))
			return true;
	return c->count == 0;
}

/* Takes words up to the end of a command. *skip is set behind a here-document that it opens. */
static uint32_t take_words(
        struct shell *s, struct shell_command *c, uint32_t at, uint32_t end, uint32_t *skip)
{
	while (at < end) {
		char ch = s->m[at];
		struct heredoc h;
		uint32_t next;

		if (is_blank(ch)) {
			at++;
			continue;
		}
		if (ch == '#' && !c->count) { /* #! and #SBATCH lines */
			at += (uint32_t)str_find_byte((str){s->m + at, end - at}, '\n');
			break;
		}
		if (ch == '<' && at + 1 < end && s->m[at + 1] == '<' &&
		        !(at + 2 < end && s->m[at + 2] == '<') && heredoc(s, at, end, &h)) {
			if (feeds_shell(s, c) && s->depth < DEPTH_MOST) {
				s->depth++;
				read_range(s, h.body, h.stop);
				s->depth--;
			}
			*skip = h.end;
			at = h.tag_end;
			continue;
		}
		if (ch == '<' || ch == '>') { /* all of <<<, lest its end be a here-document */
			while (at < end && s->m[at] == ch)
				at++;
			continue;
		}
		if (strchr("\n;|&()", ch))
			break;
		next = word_end(s, at, end);
		if (next == at)
			next = at + 1;
		if (c->count < WORDS_MOST)
			c->words[c->count++] = (struct word){at, next};
		at = next;
	}
	c->end = at;
	return at;
}

static void read_range(struct shell *s, uint32_t at, uint32_t end)
{
	struct shell_command **room = &s->file->shell_room[s->depth], *c;
	struct asking outer = s->asking;

	s->asking = (struct asking){.program = STR_NONE}; /* an inner text asks for itself */
	if (!*room)
		*room = ARENA_NEW(s->file->env->temp, struct shell_command);
	c = *room;
	while (at < end && !s->file->full) {
		uint32_t skip = 0;

		c->count = 0;
		c->at = at;
		at = take_words(s, c, at, end, &skip);
		if (c->count)
			read_command(s, c);
		end_asked(s, at, end);
		if (skip && at < end && s->m[at] == '\n')
			at = skip;
		else if (at < end)
			at++;
	}
	s->asking = outer;
}

/* "\" at the end of a line joins it with the next: both become blanks. */
static void join_lines(struct text_file *file, uint32_t at, uint32_t end)
{
	for (uint32_t i = at; i + 1 < end; i++)
		if (file->masked[i] == '\\' &&
		        (file->masked[i + 1] == '\n' ||
		                (file->masked[i + 1] == '\r' && i + 2 < end &&
		                        file->masked[i + 2] == '\n'))) {
			file->masked[i] = file->masked[i + 1] = ' ';
			if (file->text.ptr[i + 1] == '\r')
				file->masked[i + 2] = ' ';
		}
}

void text_read_shell(struct text_file *file, uint32_t at, uint32_t end)
{
	struct shell s = {
	        .file = file, .m = file->masked, .steps_most = 4 * (uint64_t)(end - at) + 65536};

	join_lines(file, at, end);
	read_range(&s, at, end);
}

void shell_script_read(struct text_file *file)
{
	text_read_shell(file, 0, (uint32_t)file->text.len);
}

/* "$(NAME)" of make becomes "${NAME}", which is as long. */
static void brace_variables(struct text_file *file, uint32_t at, uint32_t end)
{
	for (char *m = file->masked; at + 3 < end; at++) {
		uint32_t i = at + 2;

		if (m[at] != '$' || m[at + 1] != '(')
			continue;
		while (i < end && is_name(m[i]))
			i++;
		if (i > at + 2 && i < end && m[i] == ')') {
			m[at + 1] = '{';
			m[i] = '}';
		}
	}
}

/* NAME := value, NAME ?= value */
static bool read_make_variable(struct text_file *file, uint32_t at, uint32_t end)
{
	str line = {file->masked + at, end - at}, name, value;

	if (!str_split(line, '=', &name, &value))
		return false;
	while (name.len && strchr(":?+ \t", name.ptr[name.len - 1]))
		name.len--;
	if (name.len < line.len && str_starts(name, S("export ")) && line.ptr[name.len] != '=')
		name = str_trim(str_from_at(name, 7)); /* export NAME := value */
	value = str_trim(value);
	if (!name.len)
		return false;
	for (size_t i = 0; i < name.len; i++)
		if (!is_name(name.ptr[i]))
			return false;
	brace_variables(file, at, end);
	text_add_env(file, name, value, at, end);
	return true;
}

/* Recipes are shell text, and so is what a variable is given. */
void makefile_read(struct text_file *file)
{
	uint32_t len = (uint32_t)file->text.len;

	join_lines(file, 0, len);
	for (uint32_t at = 0; at < len;) {
		uint32_t end =
		        at + (uint32_t)str_find_byte((str){file->masked + at, len - at}, '\n');

		if (file->masked[at] == '\t') {
			brace_variables(file, at + 1, end);
			text_read_shell(file, at + 1, end);
		} else if (!read_make_variable(file, at, end) &&
		           str_starts((str){file->masked + at, end - at}, S("export "))) {
			text_read_shell(file, at, end);
		}
		at = end + 1;
	}
}
