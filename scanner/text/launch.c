/* What commands launch of a project's own Python: scripts, and modules by their dotted names.
 *
 * A command is looked at as words; quotes are passed over, options are not known. Behind a Python
 * the first word that is no option is the script, behind a launcher the first one that ends in .py,
 * behind a server every MODULE:NAME. What is told too much is an entry point that is none; what is
 * told too little folds findings away, so that doubt is told. */
#include "scanner/text/text.h"

#include "base/file.h"

#include <ctype.h>
#include <string.h>

enum { WORDS_MOST = 64, COMMAND_MOST = 4000, LAUNCHES_MOST = 256 };

struct words {
	str at[WORDS_MOST];
	uint32_t count;
};

static bool is_identifier(str s)
{
	if (!s.len || isdigit((unsigned char)s.ptr[0]))
		return false;
	for (size_t i = 0; i < s.len; i++)
		if (!isalnum((unsigned char)s.ptr[i]) && s.ptr[i] != '_')
			return false;
	return true;
}

static bool is_module(str s)
{
	str part;

	if (!s.len)
		return false;
	while (str_cut(&s, '.', &part))
		if (!is_identifier(part))
			return false;
	return true;
}

void text_add_launch(struct text_file *file, str what, bool module)
{
	if (!what.len || (module && !is_module(what)) || file->launches.len >= LAUNCHES_MOST)
		return;
	file->launched = true;
	for (uint32_t i = 0; i < file->launches.len; i++)
		if (file->launches.at[i].module == module &&
		        str_eq(file->launches.at[i].what, what)) {
			file->launches.at[i].given_rank |= file->gives_rank;
			return;
		}
	*VEC_PUSH(file->env->temp, &file->launches) =
	        (struct text_launch){what, module, file->gives_rank};
}

void text_add_launch_point(struct text_file *file, str point)
{
	text_add_launch(file, str_trim(str_slice(point, 0, str_find_byte(point, ':'))), true);
}

static bool is_separator(char c)
{
	return memchr(" \t\r\n\"'`,;&|()[]", c, 16) != NULL;
}

static void split(str text, struct words *words)
{
	words->count = 0;
	for (size_t at = 0; at < text.len && words->count < WORDS_MOST;) {
		size_t from = at;

		while (at < text.len && !is_separator(text.ptr[at]))
			at++;
		if (at > from && !(at == from + 1 && text.ptr[from] == '$')) /* $(PYTHON) */
			words->at[words->count++] = str_slice(text, from, at);
		else if (at == from)
			at++;
	}
}

static bool is_script(str word)
{
	return str_ends(word, S(".py")) && word.ptr[0] != '-';
}

/* "python3.12", "$PYTHON", "PYTHON" of $(PYTHON) */
static bool is_python(str word)
{
	while (word.len && (word.ptr[0] == '$' || word.ptr[0] == '{'))
		word = str_from_at(word, 1);
	return word.len < 24 && (str_starts(word, S("python")) || str_starts(word, S("PYTHON")) ||
	                                str_starts(word, S("pypy")));
}

static void read_program(struct text_file *file, const struct words *words, uint32_t i);

/* torchrun [OPTION …] train.py, accelerate launch -m MODULE */
static void read_launcher(struct text_file *file, const struct words *words, uint32_t i)
{
	static const char *const named[] = {"-m", "--module", "--app", "-A", NULL};

	for (; i < words->count; i++) {
		if (is_script(words->at[i])) {
			text_add_launch(file, words->at[i], false);
			return;
		}
		if (str_is_one_of(words->at[i], named) && i + 1 < words->count) {
			text_add_launch_point(file, words->at[i + 1]);
			return;
		}
	}
}

/* uvicorn app.server:app, gunicorn "app:create()" */
static void read_server(struct text_file *file, const struct words *words, uint32_t i)
{
	for (; i < words->count; i++) {
		str module, name;

		if (str_split(words->at[i], ':', &module, &name) && is_module(module) &&
		        is_identifier(name))
			text_add_launch(file, module, true);
	}
}

/* Of torch.distributed.launch: it adds --local-rank=N to the arguments of the script, unless an
 * option says otherwise, or a variable may hold that option. */
static bool gives_rank(const struct words *words, uint32_t i)
{
	bool value = false; /* of the option before it */

	for (; i < words->count && !is_script(words->at[i]); i++) {
		str word = words->at[i];

		if (str_starts(word, S("--use_env")) || str_starts(word, S("--use-env")) ||
		        str_starts(word, S("--no_python")) || str_starts(word, S("--no-python")) ||
		        (word.ptr[0] == '$' && !value && !str_eq(word, S("$0"))))
			return false;
		value = str_starts(word, S("--")) && str_find_byte(word, '=') == word.len;
	}
	return i < words->count;
}

static void read_launch_module(struct text_file *file, const struct words *words, uint32_t i)
{
	file->gives_rank = gives_rank(words, i);
	file->gives_rank_maybe |= !file->gives_rank;
	read_launcher(file, words, i);
	file->gives_rank = false;
}

static void read_python(struct text_file *file, const struct words *words, uint32_t i)
{
	static const char *const runners[] = {"torch.distributed.run", "accelerate.commands.launch",
	        "accelerate", "deepspeed.launcher.runner", "deepspeed", "pdb", "cProfile",
	        "debugpy", "coverage", "kernprof", "viztracer", "torch.utils.bottleneck", "scalene",
	        "streamlit", "flask", NULL};
	static const char *const servers[] = {
	        "uvicorn", "gunicorn", "hypercorn", "granian", "daphne", NULL};

	for (; i < words->count; i++) {
		str word = words->at[i];

		if (str_eq(word, S("-m")) && i + 1 < words->count) {
			if (str_is_one_of(words->at[i + 1], servers))
				read_server(file, words, i + 2);
			else if (str_eq(words->at[i + 1], S("torch.distributed.launch")))
				read_launch_module(file, words, i + 2);
			else if (str_is_one_of(words->at[i + 1], runners))
				read_launcher(file, words, i + 2);
			else
				text_add_launch(file, words->at[i + 1], true);
			return;
		}
		if (str_eq(word, S("-W")) || str_eq(word, S("-X")))
			i++;
		else if (word.ptr[0] != '-') {
			if (is_script(word))
				text_add_launch(file, word, false);
			return;
		} else if (str_eq(word, S("-c"))) {
			return;
		}
	}
}

/* The program at word i. */
static void read_program(struct text_file *file, const struct words *words, uint32_t i)
{
	static const char *const launchers[] = {"torchrun", "accelerate", "accelerate-launch",
	        "deepspeed", "horovodrun", "composer", "streamlit", "fastapi", "gradio", "chainlit",
	        "modal", "panel", "bokeh", "flask", "celery", "coverage", "torchx", "spark-submit",
	        NULL};
	static const char *const servers[] = {"uvicorn", "gunicorn", "hypercorn", "granian",
	        "daphne", "bentoml", "serve", "waitress-serve", NULL};
	/* their arguments hold a command */
	static const char *const passers[] = {"tini", "dumb-init", "docker", "podman", "kubectl",
	        "nvidia-docker", "ray", "gosu", "su-exec", "nsys", "ncu", "catchsegv", "srun",
	        "mpirun", NULL};
	str program = path_base(words->at[i]);

	if (is_python(program)) {
		read_python(file, words, i + 1);
	} else if (str_is_one_of(program, launchers)) {
		read_launcher(file, words, i + 1);
	} else if (str_is_one_of(program, servers)) {
		read_server(file, words, i + 1);
	} else if (is_script(words->at[i])) {
		text_add_launch(file, words->at[i], false);
	} else if (str_is_one_of(program, passers)) {
		for (i++; i < words->count; i++)
			if (is_python(path_base(words->at[i])) ||
			        str_is_one_of(path_base(words->at[i]), launchers)) {
				read_program(file, words, i);
				return;
			}
	}
}

static void read_command(struct text_file *file, str text)
{
	struct words words;

	if (text.len > COMMAND_MOST)
		text.len = COMMAND_MOST;
	if (!str_has(text, S(".py")) && !str_has(text, S(" -m ")) && !str_has(text, S(":")) &&
	        !str_has(text, S("-A ")) && !str_has(text, S("--app")))
		return;
	split(text, &words);
	if (words.count)
		read_program(file, &words, 0);
}

void text_find_launches(struct text_file *file)
{
	for (uint32_t i = 0; i < file->commands.len; i++) {
		const struct text_command *c = &file->commands.at[i];

		read_command(file, (str){file->masked + c->at, c->end - c->at});
	}
	for (uint32_t i = 0; i < file->valued.len; i++)
		if (file->valued.at[i].command)
			read_command(file, file->valued.at[i].text);
}

/* ------------------------------------------------------------------ what else a script does */

/* It starts nothing of a project, writes no program, and what follows runs where it stood. */
static bool only_tells(str command, str program)
{
	static const char *const programs[] = {"echo", "printf", "export", "set", "unset",
	        "declare", "readonly", "local", "mkdir", "dirname", "basename", "realpath", "tee",
	        "date", "sleep", "wait", "exit", "test", "true", "hostname", "head", "tail", "tr",
	        "seq", "shuf", "ulimit", "shift", "scontrol", "which", "pwd", "nproc", "wc", "grep",
	        "cut", "awk", "-d", "-f", "-e", "-z", "-n", "1", /* of 2>&1 */
	        NULL};

	return str_is_one_of(program, programs) && !str_has(command, S(".py")) &&
	       !str_has(command, S(".sh"));
}

/* What stands behind it is a command, which is told by itself up to the same end. */
static bool is_wrapper(str program)
{
	static const char *const wrappers[] = {"srun", "nohup", "env", "exec", "nice", "mpirun",
	        "numactl", "stdbuf", "timeout", "sudo", NULL};

	return str_is_one_of(program, wrappers);
}

/* Commands stand in the order in which they end, those in a wrapper behind it. */
bool text_only_launches(struct text_file *file)
{
	uint32_t open = 0, done = 0; /* the end of a wrapper that launched nothing yet; of one that
	                              * did */

	if (!file->launches.len || file->full || !file->reader ||
	        file->reader->read != shell_script_read)
		return false;
	for (uint32_t i = 0; i < file->commands.len; i++) {
		const struct text_command *c = &file->commands.at[i];
		str command = {file->masked + c->at, c->end - c->at};
		str program = str_slice(command, 0, str_find_byte(command, ' '));

		if (c->end == done)
			continue;
		file->launched = false;
		read_command(file, command);
		if (file->launched) {
			open = open == c->end ? 0 : open;
			done = c->end;
		} else if (c->end != open && is_wrapper(program) && !open) {
			open = c->end;
		} else if (c->end != open && !only_tells(command, text_unquoted(program))) {
			return false;
		}
	}
	return !open;
}
