/* A command is looked at together with all of its file that launch so: the finding does not know
 * which script is its own. Programs are read once more, each once. */
#include "scanner/launched_rank.h"

#include "base/file.h"
#include "scanner/phrases.h"
#include "scanner/rules.h"

enum { PROGRAM_BYTES_MOST = 1 << 20, FILES_MOST = 1024, IMPORTS_MOST = 64 };

/* What is known of a program. */
enum answer { NOT_ASKED, REFUSES, MAY_TAKE };

struct settling {
	struct env *env;
	const struct scan_shared *shared;
	const struct import_graph *imports;
	uint32_t n_files;
	struct launch_table *table;
	uint8_t *answers; /* enum answer, by file */
	uint32_t asked;   /* files that launch */
};

static bool is_launch_module(str matched)
{
	return str_starts(matched, S("python")) && str_ends(matched, S("torch.distributed.launch"));
}

/* ------------------------------------------------------------------ a program's arguments */

/* Where the names of an argument begin, from a place behind some of them: '-r', '--local_rank' */
static size_t names_begin(str text, size_t at)
{
	while (at && (byte_is_word(text.ptr[at - 1]) || strchr("-'\", \t\r\n", text.ptr[at - 1])))
		at--;
	return at;
}

/* The last parser.add_argument("--local_rank", …) of a text that is no comment; its length when
 * there is none. */
static size_t find_argument(str text)
{
	static const char name[] = "--local_rank", call[] = "add_argument(";
	size_t found = text.len;

	for (size_t at = 0; (at += str_find(str_from_at(text, at), str_from(name))) < text.len;
	        at++) {
		size_t end = at + sizeof name - 1, from, line;

		if (!at || end == text.len || !strchr("'\"", text.ptr[at - 1]) ||
		        text.ptr[end] != text.ptr[at - 1])
			continue;
		from = names_begin(text, at);
		line = str_rfind_byte(str_slice(text, 0, from), '\n');
		line = line < from ? line + 1 : 0;
		if (str_ends(str_slice(text, 0, from), str_from(call)) &&
		        !str_has(str_slice(text, line, from), S("#")))
			found = from;
	}
	return found;
}

/* Not only to show how the program was called: "Command: " + " ".join(sys.argv) */
static bool reads_argv(str text)
{
	static const char argv[] = "argv", joined[] = ".join(sys.";

	for (size_t at = 0; (at += str_find(str_from_at(text, at), str_from(argv))) < text.len;
	        at += sizeof argv - 1)
		if (!str_ends(str_slice(text, 0, at), str_from(joined)))
			return true;
	return false;
}

/* What it is given may come to it otherwise, or it may let pass what it does not know. */
static bool may_take(str text)
{
	static const char *const signs[] = {"local-rank", "REMAINDER", "prefix_chars",
	        "HfArgumentParser", "parse_intermixed", NULL};

	return str_has_one_of(text, signs) || reads_argv(text);
}

static str word_before(str text, size_t at)
{
	size_t from = at;

	while (from && byte_is_name(text.ptr[from - 1]))
		from--;
	return str_slice(text, from, at);
}

/* Parsers are given nothing but what the program is, parser.parse_args(), and what lets pass what
 * it does not know, parser.parse_known_args(), comes before that of the same name. */
static bool parses_its_own(str text, bool *any)
{
	static const char method[] = ".parse_", known[] = "known_args()", all[] = "args()";
	str passed = STR_NONE;

	for (size_t at = 0; (at += str_find(str_from_at(text, at), str_from(method))) < text.len;
	        at++) {
		str parser = word_before(text, at),
		    rest = str_from_at(text, at + sizeof method - 1);

		if (str_starts(rest, str_from(known)) && (!passed.len || str_eq(passed, parser))) {
			passed = parser;
		} else if (str_starts(rest, str_from(all))) {
			*any = true;
			passed = str_eq(passed, parser) ? STR_NONE : passed;
		} else if (str_starts(rest, S("known")) || str_starts(rest, S("args(")) ||
		           str_starts(rest, S("intermixed"))) {
			return false;
		}
	}
	return !passed.len;
}

/* The function at the beginning of a line that a place lies in; empty: none. */
static str function_around(str text, size_t at)
{
	for (size_t line = at; line;) {
		size_t before = str_rfind_byte(str_slice(text, 0, line - 1), '\n');
		str head;

		before = before < line - 1 ? before + 1 : 0;
		head = str_slice(text, before, line);
		if (str_starts(head, S("def ")))
			return str_slice(head, 4, str_find_byte(head, '('));
		if (str_starts(head, S("class ")))
			return STR_NONE;
		line = before;
	}
	return STR_NONE;
}

static bool calls(str text, str function)
{
	return function.len && str_find_name(text, function) < text.len;
}

static bool read_program(const struct settling *s, uint32_t file, str *text)
{
	return !file_try_text(s->env, s->shared->files[file].path, PROGRAM_BYTES_MOST, text);
}

/* A module that it imports makes the argument, in a function that the program names. */
static bool module_makes(const struct settling *s, uint32_t program, str text, bool *parses)
{
	uint32_t first = s->imports->first[program], end = s->imports->first[program + 1];
	uint32_t makers = 0;

	if (end - first > IMPORTS_MOST)
		return false;
	for (uint32_t k = first; k < end; k++) {
		const struct import_edge *edge = &s->imports->edges.at[k];
		size_t at;
		str other;

		if (edge->guessed || edge->file == program || !read_program(s, edge->file, &other))
			return false;
		at = find_argument(other);
		if (at == other.len)
			continue;
		if (may_take(other) || !parses_its_own(other, parses) ||
		        !calls(text, function_around(other, at)))
			return false;
		makers++;
	}
	return makers == 1;
}

static bool refuses(const struct settling *s, uint32_t program)
{
	struct arena_mark mark = arena_mark(s->env->temp);
	bool parses = false, found = false;
	str text;

	if (read_program(s, program, &text) && !may_take(text) && parses_its_own(text, &parses))
		found = find_argument(text) < text.len || module_makes(s, program, text, &parses);
	arena_rewind(s->env->temp, mark);
	return found && parses;
}

/* ------------------------------------------------------------------ what is launched */

static void make_table(struct settling *s)
{
	str *paths = ARENA_ARRAY(s->env->temp, str, (size_t)s->n_files + 1);

	for (uint32_t i = 0; i < s->n_files; i++)
		paths[i] = s->shared->files[i].path;
	s->table = launch_table_new(s->env->temp, paths, s->n_files);
	s->answers = ARENA_ARRAY(s->env->temp, uint8_t, (size_t)s->n_files + 1);
}

/* The one program that all such commands of a file launch; UINT32_MAX: several, or not known. */
static uint32_t launched_by(struct settling *s, uint32_t file)
{
	const struct launches *launches = &s->shared->results[file].launches;
	struct arena_mark mark = arena_mark(s->env->temp);
	enum launched *out = ARENA_ARRAY(s->env->temp, enum launched, (size_t)s->n_files + 1);
	struct launches given = {.arena = s->env->temp};
	uint32_t program = UINT32_MAX, count = 0;

	for (uint32_t i = 0; i < launches->list.len; i++)
		if (launches->list.at[i].given_rank)
			*VEC_PUSH(s->env->temp, &given.list) = launches->list.at[i];
	if (given.list.len == 1)
		launch_mark(s->table, s->shared->files[file].path, &given, out);
	for (uint32_t i = 0; i < s->n_files; i++)
		if (out[i] != LAUNCHED_NOT) {
			program = i;
			count++;
		}
	arena_rewind(s->env->temp, mark);
	return count == 1 ? program : UINT32_MAX;
}

/* The program that refuses what commands of a file give it; UINT32_MAX. */
static uint32_t refused_by(struct settling *s, uint32_t file)
{
	uint32_t program;

	if (s->shared->results[file].launches.rank_maybe || s->asked++ >= FILES_MOST)
		return UINT32_MAX;
	if (!s->table)
		make_table(s);
	program = launched_by(s, file);
	if (program == UINT32_MAX)
		return program;
	if (s->answers[program] == NOT_ASKED)
		s->answers[program] = refuses(s, program) ? REFUSES : MAY_TAKE;
	return s->answers[program] == REFUSES ? program : UINT32_MAX;
}

/* The run stops there. */
static void refuse(struct scan *out, struct finding *f, str program)
{
	rules_raise(out->arena, out->rules, f,
	        arena_format(out->arena, phrase_refused, STR_ARG(program)), SEVERITY_BLOCKER);
}

/* Findings stand in the order of the files. */
void launched_rank_settle(struct env *env, const struct scan_shared *shared,
        const struct import_graph *imports, uint32_t n_files, struct scan *out)
{
	struct settling s = {.env = env, .shared = shared, .imports = imports, .n_files = n_files};
	uint32_t file = 0, asked = UINT32_MAX, program = UINT32_MAX;

	for (uint32_t i = 0; i < out->findings.list.len; i++) {
		struct finding *f = &out->findings.list.at[i];

		if (f->guarded_by != GUARD_NONE || !is_launch_module(f->matched))
			continue;
		while (file < n_files && !str_eq(shared->files[file].path, f->path))
			file++;
		if (file == n_files)
			return;
		if (file != asked)
			program = refused_by(&s, file);
		asked = file;
		if (program != UINT32_MAX)
			refuse(out, f, path_base(shared->files[program].path));
	}
}
