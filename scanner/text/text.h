/* Files that are not Python: requirements, containers, workflows, scripts, build files, sources
 * of kernels.
 *
 * A reader takes bytes and emits facts: which distributions are asked for, which
 * environment variables are set, which commands are run, where comments stand. It neither opens
 * files nor prints, and what it does not understand it passes over. Places are byte offsets in the
 * text. Everything lives in env->temp. */
#ifndef SCANNER_TEXT_TEXT_H
#define SCANNER_TEXT_TEXT_H

#include "base/diag.h"
#include "base/map.h"
#include "scanner/requirement.h"

enum comment_syntax {
	COMMENT_NONE,
	COMMENT_HASH,      /* # after a blank or at the start of a line, outside of quotes */
	COMMENT_HASH_LINE, /* # as the first character of a line that is no blank */
	COMMENT_SHELL,     /* as COMMENT_HASH, but #SBATCH, #PBS, #BSUB and #! lines are none */
	COMMENT_PYTHON,    /* # outside of strings, triple ones too */
	COMMENT_C,         /* // and slash-star */
	COMMENT_CMAKE,     /* # and #[[ ]] */
	COMMENT_INI,       /* # or ; as the first character of a line */
	COMMENT_HCL,       /* #, // and slash-star */
};

struct text_comment {
	uint32_t at, end; /* with its sign, without the line end */
};

/* Something that asks for a distribution, or for a Python. */
struct text_requirement {
	struct requirement what;
	uint32_t at, end;
	bool locked;  /* from a lock file: a consequence, not a wish */
	bool brought; /* of a lock file: by PyTorch, and nothing else asks for it */
	str extra;    /* the extra or group that asks for it; empty: it is always installed */
	/* All that the values of a matrix give in its place, itself as well; NULL: it is none. */
	const struct requirement *choices;
	uint32_t n_choices;
};

struct text_env {
	str name, value;
	uint32_t at, end; /* of NAME=value */
	uint32_t before;  /* from 1: the one of that name which holds again when its scope ends */
};

/* One value of a variable that takes each value of a list in turn. */
struct text_choice {
	str name, value;
	uint32_t at, end; /* of the value */
	bool variable;    /* $NAME; else ${{ matrix.NAME }} */
};

struct text_scope {
	uint32_t envs, choices; /* how many there were when it began */
};

/* One simple command: from its command word to its end. Line ends in it are blanks in `masked`. */
struct text_command {
	uint32_t at, end;
};

/* From here to the next piece a condition of the preprocessor holds. */
struct text_piece {
	uint32_t at;
	str test; /* the one that asks for CUDA or another accelerator; empty: none does */
};

/* An image or a command as it is with the values of the file's variables, where that is another
 * text. */
struct text_valued {
	uint32_t at, end; /* of the instruction or the command */
	str text;         /* "FROM nvidia/cuda:12.4.1" */
	bool command;
	bool words; /* a command whose words stand apart in the file */
};

/* A script ("src/train.py", as it is written) or a module ("app.server") that is launched. */
struct text_launch {
	str what;
	bool module;
	bool given_rank; /* torch.distributed.launch adds --local-rank=N to its arguments */
};

enum { TEXT_SHELL_DEPTH = 9, TEXT_FACTS_MOST = 250000 };

struct text_file {
	struct env *env;
	str path;
	str text;
	/* The same length: comments are blanks; so are joined line ends, where a reader joins
	 * lines. */
	char *masked;
	const struct text_reader *reader; /* NULL: none, only file rules look at it */
	enum comment_syntax syntax;
	VEC(struct text_comment) comments;
	VEC(struct text_comment) literals; /* of sources in C and C++: with their quotes */
	VEC(struct text_requirement) requirements;
	struct map chosen; /* those that values of a matrix told, with their places */
	str extra;         /* that is read: see struct text_requirement */
	VEC(str) pythons;  /* the different clauses for Python among them, up to a bound */
	VEC(struct text_env) envs;
	struct map env_names; /* of the one of each name that holds, its number in envs from 1 */
	VEC(struct text_command) commands;
	VEC(uint32_t) line_starts;
	VEC(struct text_piece) pieces; /* made when first asked for */
	VEC(struct text_valued) valued;
	uint32_t valued_bytes;
	uint32_t valued_spent;           /* on values that stand in values */
	VEC(struct text_choice) choices; /* in the scope that is read */
	VEC(struct text_launch) launches;
	bool installs;         /* some of them are programs that an installed package has */
	bool launched;         /* the command at hand launches something */
	bool gives_rank;       /* it does so with --local-rank=N among the arguments */
	bool gives_rank_maybe; /* some command may do so, or does not say what it launches */
	/* Where text_spot and text_offset were last. */
	size_t cursor_at;
	uint32_t cursor_line, cursor_column;
	/* Room of the shell reader for one command at each depth, made when first needed. */
	struct shell_command *shell_room[TEXT_SHELL_DEPTH];
	uint32_t cell;      /* of a notebook, from 1, that the text is; 0 */
	const char *partly; /* why not all was understood; NULL */
	bool full;          /* some kind of fact has no room for more: readers may stop */
};

typedef void text_read(struct text_file *file);

struct text_reader {
	const char *kind;         /* word of the contract */
	const char *const *globs; /* NULL-terminated; as glob_matches takes them */
	enum comment_syntax syntax;
	text_read *read; /* NULL: comments and text are enough */
};

/* The reader of a file by its path, else by its first line (#!); NULL when there is none. */
const struct text_reader *text_reader_find(str path, str head);
/* Fills a file: comments first, then what the reader finds. `text` may be anything; it is cut at
 * 2 GB. */
void text_file_read(struct env *env, str path, str text, struct text_file *file);

struct text_spot {
	uint32_t line, column; /* from 1, columns in code points */
};

struct text_spot text_spot(struct text_file *file, size_t at);
/* The condition of the preprocessor around a place of C or C++ without which it is not compiled:
 * one that asks for CUDA or another accelerator. STR_NONE: there is none. */
str text_protection(struct text_file *file, size_t at);
/* The offset of a line and column as the YAML reader gives them. */
size_t text_offset(struct text_file *file, uint32_t line, uint32_t column);
/* The place of a view into the text (or into `masked`). */
uint32_t text_at(const struct text_file *file, str view);
/* Without the quotes around it, " or '. */
str text_unquoted(str s);

/* For readers. */
/* Whether one more fact of a kind that has `count` of them is taken; if not, the file is read in
 * part only, and says from which line on. */
bool text_has_room(struct text_file *file, uint32_t count, uint32_t at);
void text_add_requirement(struct text_file *file, str line, uint32_t at, bool locked);
/* A name and its clauses that stand apart: conda, Poetry, requires-python. NULL for no name, or
 * when there is no room for more. */
struct text_requirement *text_add_pin(
        struct text_file *file, str name, str spec, uint32_t at, uint32_t end);
void text_add_env(struct text_file *file, str name, str value, uint32_t at, uint32_t end);
/* What is set from here to the end of a scope holds in it alone. */
struct text_scope text_scope_open(const struct text_file *file);
void text_scope_close(struct text_file *file, struct text_scope scope);
/* One more value of a matrix, up to a bound. */
void text_add_choice(struct text_file *file, const struct text_choice *choice);
/* A text with the values of variables and with that value of each matrix it names. False when it
 * names none with so many, or something in it is not known. *chosen: the last choice, `end` 0
 * without one. */
bool text_choose(
        struct text_file *file, str text, uint32_t number, str *out, struct text_choice *chosen);
/* Keeps the command in [at, end) as it is with the values known so far: once, or for each value of
 * a matrix that it names. */
void text_add_valued(struct text_file *file, uint32_t at, uint32_t end);
/* Keeps a command whose words stand apart in [at, end): ["python", "-m", "app"]. */
void text_add_words(struct text_file *file, str text, uint32_t at, uint32_t end);
void text_add_launch(struct text_file *file, str what, bool module);
/* "app.server:main" of a console script. */
void text_add_launch_point(struct text_file *file, str point);
/* Adds what the commands of the file launch; done once, behind the reader. */
void text_find_launches(struct text_file *file);
/* Whether a shell script comes to nothing but what it launches: beside that its commands only tell,
 * test and wait, and change no folder. */
bool text_only_launches(struct text_file *file);
/* What an image holds that its name tells: python:3.9, pytorch/pytorch:2.1.0-cuda12.1. */
void text_add_image(struct text_file *file, str image, uint32_t at);
/* ${NAME}, ${NAME:-x} and $NAME replaced by what the file has set so far; the text itself when
 * something in it is not known. */
str text_expand(struct text_file *file, str text);
/* NAME-VERSION-….whl at the end of a requirement's URL: its name and version. */
void text_read_wheel(struct text_file *file, struct requirement *what);
/* The name on PyPI of what conda calls otherwise: pytorch, pytorch-gpu and pytorch-cpu are torch.
 */
str text_conda_name(str name);
/* name-version-build.conda at the end of a URL; *version: what lies between the last two hyphens.
 */
str text_conda_archive(str url, str *version);
/* A package as conda writes it: "pytorch::pytorch=2.1=build". */
void text_add_conda(struct text_file *file, str text, uint32_t at, uint32_t end);
/* The shell text in [at, end): commands, variables, packages that are installed. */
void text_read_shell(struct text_file *file, uint32_t at, uint32_t end);
/* Comments of a syntax; fills comments and masks them. */
void text_find_comments(struct text_file *file);

/* One reader each. */
text_read requirements_read, toml_project_read, ini_project_read, pipfile_lock_read, conda_read,
        dockerfile_read, yaml_config_read, shell_script_read, makefile_read, python_version_read,
        poetry_lock_read, conda_lock_read, conda_explicit_read, apptainer_read, procfile_read,
        unit_read, justfile_read, conda_recipe_read, toml_environments_read;

#endif
