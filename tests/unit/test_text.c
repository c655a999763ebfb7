/* Readers of files that are not Python: which facts they find, and where. */
#include "base/file.h"
#include "scanner/rule_text.h"
#include "scanner/text/glob.h"
#include "scanner/text/text.h"
#include "scanner/text/toml.h"
#include "tests/unit/time_scale.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
	struct arena *keep, *temp;
	struct diags diags;
	struct env env;
	struct text_file file;
	struct buf shown;
};

static void open_fixture(struct fixture *f)
{
	*f = (struct fixture){.keep = arena_new(), .temp = arena_new()};
	f->diags.arena = f->keep;
	f->env = (struct env){f->keep, f->temp, &f->diags, &limits_default, NULL};
}

static void close_fixture(struct fixture *f)
{
	buf_free(&f->shown);
	arena_free(f->temp);
	arena_free(f->keep);
}

static void read_file(struct fixture *f, const char *path, const char *text)
{
	f->shown.len = 0;
	text_file_read(&f->env, str_from(path), str_from(text), &f->file);
}

static void show_at(struct fixture *f, uint32_t at, uint32_t end)
{
	struct text_spot from = text_spot(&f->file, at);

	buf_format(&f->shown, " %u:%u '%.*s'\n", from.line, from.column,
	        STR_ARG(str_slice(f->file.text, at, end)));
}

static const char *shown(struct fixture *f)
{
	buf_byte(&f->shown, 0);
	return f->shown.ptr;
}

static const char *requirements(struct fixture *f)
{
	for (uint32_t i = 0; i < f->file.requirements.len; i++) {
		const struct text_requirement *r = &f->file.requirements.at[i];

		buf_format(&f->shown, "%.*s|%.*s|%.*s%s", STR_ARG(r->what.name),
		        STR_ARG(r->what.extras), STR_ARG(r->what.spec), r->locked ? "|locked" : "");
		show_at(f, r->at, r->end);
	}
	return shown(f);
}

static const char *envs(struct fixture *f)
{
	for (uint32_t i = 0; i < f->file.envs.len; i++) {
		const struct text_env *e = &f->file.envs.at[i];

		buf_format(&f->shown, "%.*s=%.*s", STR_ARG(e->name), STR_ARG(e->value));
		show_at(f, e->at, e->end);
	}
	return shown(f);
}

static const char *commands(struct fixture *f)
{
	for (uint32_t i = 0; i < f->file.commands.len; i++) {
		const struct text_command *c = &f->file.commands.at[i];

		buf_format(&f->shown, "%u %.*s\n", text_spot(&f->file, c->at).line,
		        STR_ARG(((str){f->file.masked + c->at, c->end - c->at})));
	}
	return shown(f);
}

static void requirements_files(void **state)
{
	struct fixture f;

	(void)state;
	open_fixture(&f);
	read_file(&f, "a/requirements-dev.txt",
	        "# torch==9\n"
	        "torch==2.4.1  # pinned\n"
	        "  Flash_Attn [cuda, x] >=2.5,<3 ; python_version < '3.12'\n"
	        "-r other.txt\n"
	        "pkg @ https://example.org/pkg-1.0+cu124-cp312-cp312-linux_x86_64.whl\n"
	        "https://example.org/torch-2.1.0%2Bcu118-cp310-cp310-linux_x86_64.whl\n"
	        "numpy==1.26 \\\n    --hash=sha256:aa\n"
	        "./local\n");
	assert_string_equal(requirements(&f),
	        "torch||==2.4.1 2:1 'torch==2.4.1'\n"
	        "Flash_Attn|cuda, x|>=2.5,<3 3:3 'Flash_Attn [cuda, x] >=2.5,<3'\n"
	        "pkg||==1.0+cu124 5:1 'pkg @ "
	        "https://example.org/pkg-1.0+cu124-cp312-cp312-linux_x86_64.whl'\n"
	        "torch||==2.1.0+cu118 6:1 "
	        "'https://example.org/torch-2.1.0%2Bcu118-cp310-cp310-linux_x86_64.whl'\n"
	        "numpy||==1.26 7:1 'numpy==1.26'\n");
	close_fixture(&f);
}

static void pyproject(void **state)
{
	struct fixture f;

	(void)state;
	open_fixture(&f);
	read_file(&f, "pyproject.toml",
	        "[build-system]\nrequires = [\"setuptools\", 'cython<3']\n"
	        "[project]\nname = \"x\" # torch\n"
	        "dependencies = [\n  \"torch>=2.0\", # a comment \"flash-attn\"\n  "
	        "\"\"\"numpy\"\"\",\n]\n"
	        "requires-python = \">=3.8,<3.11\"\n"
	        "[project.optional-dependencies]\ngpu = [\"flash-attn==2.5.0\"]\n"
	        "[tool.poetry.dependencies]\npython = \"^3.9\"\n"
	        "xformers = {version = \"0.0.23\", optional = true}\ntriton = \"*\"\n"
	        "[tool.poetry.group.dev.dependencies]\napex = \"~0.1\"\n"
	        "[[tool.x]]\na = 1\n[[tool.x]]\na.b = {c = [1, {d = 2}]}\n");
	assert_null(f.file.partly);
	assert_string_equal(requirements(&f),
	        "torch||>=2.0 6:4 'torch>=2.0'\n"
	        "numpy|| 7:6 'numpy'\n"
	        "flash-attn||==2.5.0 11:9 'flash-attn==2.5.0'\n"
	        "python||>=3.8,<3.11 9:20 '>=3.8,<3.11'\n"
	        "setuptools|| 2:14 'setuptools'\n"
	        "cython||<3 2:28 'cython<3'\n"
	        "python||^3.9 13:1 'python = \"^3.9'\n"
	        "xformers||0.0.23 14:1 'xformers = {version = \"0.0.23\", optional = true}'\n"
	        "triton|| 15:1 'triton = \"*'\n"
	        "apex||~0.1 17:1 'apex = \"~0.1'\n");
	read_file(&f, "pyproject.toml", "[project]\ndependencies = [\"torch\", \n");
	assert_non_null(f.file.partly);
	assert_string_equal(requirements(&f), "torch|| 2:18 'torch'\n");
	close_fixture(&f);
}

static void other_projects(void **state)
{
	struct fixture f;

	(void)state;
	open_fixture(&f);
	read_file(&f, "setup.cfg",
	        "[metadata]\nname = x\n[options]\npython_requires = >=3.7, <3.10\ninstall_requires "
	        "=\n"
	        "    torch==1.13\n    # flash-attn\n    numpy\nzip_safe = no\n"
	        "[options.extras_require]\ngpu =\n    cupy-cuda12x\n");
	assert_string_equal(requirements(&f), "python||>=3.7, <3.10 4:19 '>=3.7, <3.10'\n"
	                                      "torch||==1.13 6:5 'torch==1.13'\n"
	                                      "numpy|| 8:5 'numpy'\n"
	                                      "cupy-cuda12x|| 12:5 'cupy-cuda12x'\n");
	read_file(&f, "Pipfile",
	        "[packages]\ntorch = \"==2.1\"\n[requires]\npython_version = \"3.9\"\n");
	assert_string_equal(requirements(&f), "torch||==2.1 2:1 'torch = \"==2.1'\n"
	                                      "python||3.9 4:19 '3.9'\n");
	read_file(&f, "Pipfile.lock",
	        "{\"_meta\": {\"hash\": {\"sha256\": \"a\"}},\n \"default\": {\"torch\": "
	        "{\"version\": "
	        "\"==2.1.0\", \"hashes\": []}}}");
	assert_string_equal(requirements(&f), "torch||==2.1.0|locked 2:15 'torch'\n");
	read_file(&f, "poetry.lock",
	        "[[package]]\nname = \"nvidia-cublas-cu12\"\nversion = "
	        "\"12.1.3.1\"\n\n[[package]]\n"
	        "name = \"numpy\"\nversion = \"1.26.4\"\n[package.extras]\nx = [\"y\"]\n");
	assert_string_equal(requirements(&f),
	        "nvidia-cublas-cu12||==12.1.3.1|locked 2:9 'nvidia-cublas-cu12'\n"
	        "numpy||==1.26.4|locked 6:9 'numpy'\n");
	read_file(&f, ".python-version", "3.10.4\n");
	assert_string_equal(requirements(&f), "python||3.10.4 1:1 '3.10.4'\n");
	read_file(&f, "environment.yml",
	        "name: x\nchannels: [pytorch, nvidia]\ndependencies:\n  - python=3.9\n"
	        "  - pytorch::pytorch=2.1=py3.9_cuda12\n  - pip:\n    - flash-attn==2.5\n");
	assert_string_equal(requirements(&f),
	        "python||=3.9 4:5 'python=3.9'\n"
	        "torch||=2.1 5:5 'pytorch::pytorch=2.1=py3.9_cuda12'\n"
	        "flash-attn||==2.5 7:7 'flash-attn==2.5'\n");
	close_fixture(&f);
}

static void shell_scripts(void **state)
{
	struct fixture f;

	(void)state;
	open_fixture(&f);
	read_file(&f, "run.sh",
	        "#!/bin/bash\n"
	        "#SBATCH --gres=gpu:8\n"
	        "# nvidia-smi\n"
	        "export CUDA_VISIBLE_DEVICES=\"0,1\" NCCL_DEBUG=INFO # torchrun\n"
	        "OMP=1 srun -n 4 /usr/bin/python -m torch.distributed.run \\\n"
	        "   train.py --x 'a;b'\n"
	        "if nvidia-smi > /dev/null; then echo \"nvcc is $(nvcc --version | head -1)\"; fi\n"
	        "bash -c 'nsys profile x' && pip install -q flash-attn==2.5 \"xformers[a]>=0.1\" "
	        "-r r.txt\n"
	        "cat <<EOF > f\nnvprof\nEOF\n"
	        "bash <<'X'\ndeepspeed t.py\nX\n"
	        "echo 'it''s' # don't\nncu a\n");
	assert_string_equal(envs(&f),
	        "CUDA_VISIBLE_DEVICES=0,1 4:8 'CUDA_VISIBLE_DEVICES=\"0,1\"'\n"
	        "NCCL_DEBUG=INFO 4:35 'NCCL_DEBUG=INFO'\n"
	        "OMP=1 5:1 'OMP=1'\n");
	f.shown.len = 0;
	assert_string_equal(commands(&f),
	        "4 export CUDA_VISIBLE_DEVICES=\"0,1\" NCCL_DEBUG=INFO\n"
	        "5 srun -n 4 /usr/bin/python -m torch.distributed.run      train.py --x 'a;b'\n"
	        "5 4 /usr/bin/python -m torch.distributed.run      train.py --x 'a;b'\n"
	        "5 python -m torch.distributed.run      train.py --x 'a;b'\n"
	        "5 torch.distributed.run      train.py --x 'a;b'\n"
	        "6 train.py --x 'a;b'\n"
	        "6 a;b'\n"
	        "7 nvidia-smi > /dev/null\n"
	        "7 nvcc --version\n"
	        "7 head -1\n"
	        "7 echo \"nvcc is $(nvcc --version | head -1)\"\n"
	        "8 bash -c 'nsys profile x'\n"
	        "8 nsys profile x\n"
	        "8 pip install -q flash-attn==2.5 \"xformers[a]>=0.1\" -r r.txt\n"
	        "9 cat <<EOF > f\n"
	        "13 deepspeed t.py\n"
	        "12 bash <<'X'\n"
	        "15 echo 'it''s'\n"
	        "16 ncu a\n");
	f.shown.len = 0;
	assert_string_equal(requirements(&f), "flash-attn||==2.5 8:44 'flash-attn==2.5'\n"
	                                      "xformers|a|>=0.1 8:61 'xformers[a]>=0.1'\n");
	close_fixture(&f);
}

static void dockerfiles(void **state)
{
	struct fixture f;

	(void)state;
	open_fixture(&f);
	read_file(&f, "docker/Dockerfile.train",
	        "FROM --platform=linux/amd64 python:3.9-slim AS base\n"
	        "ENV CUDA_HOME=/usr/local/cuda B=\"x y\"\nENV OLD style here\nARG TAG=1\n"
	        "RUN apt-get update && \\\n"
	        "    # nvidia-smi\n"
	        "    pip install torch==2.1.0 \\\n"
	        "    flash-attn\n"
	        "RUN [\"nvidia-smi\", \"-L\"]\n"
	        "HEALTHCHECK --interval=5s CMD nvidia-smi\n"
	        "RUN <<EOF\nnvcc x.cu\nEOF\n"
	        "FROM pytorch/pytorch:2.1.0-cuda12.1-cudnn8-devel\n"
	        "CMD torchrun train.py\n");
	assert_string_equal(envs(&f), "CUDA_HOME=/usr/local/cuda 2:5 'CUDA_HOME=/usr/local/cuda'\n"
	                              "B=x y 2:31 'B=\"x y\"'\n"
	                              "OLD=style here 3:5 'OLD style here'\n"
	                              "TAG=1 4:5 'TAG=1'\n");
	f.shown.len = 0;
	assert_string_equal(requirements(&f),
	        "python||3.9 1:29 'python:3.9-slim'\n"
	        "torch||==2.1.0 7:17 'torch==2.1.0'\n"
	        "flash-attn|| 8:5 'flash-attn'\n"
	        "torch||2.1.0 14:6 'pytorch/pytorch:2.1.0-cuda12.1-cudnn8-devel'\n");
	f.shown.len = 0;
	assert_string_equal(commands(&f), "5 apt-get update\n"
	                                  "7 pip install torch==2.1.0       flash-attn\n"
	                                  "9 nvidia-smi    -L\n"
	                                  "10 nvidia-smi\n"
	                                  "12 nvcc x.cu\n"
	                                  "15 torchrun train.py\n");
	close_fixture(&f);
}

static void workflows(void **state)
{
	struct fixture f;

	(void)state;
	open_fixture(&f);
	read_file(&f, ".github/workflows/ci.yml",
	        "on: push\nenv:\n  CUDA_VISIBLE_DEVICES: \"0\"\njobs:\n  test:\n"
	        "    container: python:3.8\n"
	        "    strategy: {matrix: {python-version: [\"3.9\", '3.12']}}\n"
	        "    steps:\n      - run: nvidia-smi # not nvcc\n"
	        "      - name: x\n        run: |\n          pip install torch==2.0\n\n          # "
	        "nsys\n"
	        "          nvcc --version\n        env:\n          A: b\n"
	        "      - run: \"torchrun t.py\"\n");
	assert_null(f.file.partly);
	assert_string_equal(envs(&f), "CUDA_VISIBLE_DEVICES=0 3:3 'CUDA_VISIBLE_DEVICES: \"0'\n"
	                              "A=b 17:11 'A: b'\n");
	f.shown.len = 0;
	assert_string_equal(commands(&f), "9 nvidia-smi\n"
	                                  "12 pip install torch==2.0\n"
	                                  "15 nvcc --version\n"
	                                  "18 torchrun t.py\n");
	f.shown.len = 0;
	assert_string_equal(requirements(&f), "python||3.8 6:16 'python:3.8'\n"
	                                      "python||3.9 7:43 '3.9'\n"
	                                      "python||3.12 7:50 '3.12'\n"
	                                      "torch||==2.0 12:23 'torch==2.0'\n");
	read_file(&f, "k8s/job.yaml",
	        "spec:\n  containers:\n  - image: x\n    command: [\"torchrun\", \"--n\", \"2\", "
	        "\"t.py\"]\n"
	        "    env:\n    - name: NCCL_DEBUG\n      value: INFO\n---\nservices:\n  a:\n"
	        "    environment:\n      - NCCL_IB=1\n");
	assert_string_equal(envs(&f), "NCCL_DEBUG=INFO 6:13 'NCCL_DEBUG'\n"
	                              "NCCL_IB=1 12:9 'NCCL_IB=1'\n");
	close_fixture(&f);
}

/* An alias stands for the text that it names, once, however often it is used. */
/* <<< is no here-document: what stands behind it is read, and comments are comments. */
static void here_strings(void **state)
{
	struct fixture f;

	(void)state;
	open_fixture(&f);
	read_file(&f, "a.sh",
	        "grep x <<< \"$names\"\nnvidia-smi # a\nread y <<<word\ncat <<EOF\n# b\nEOF\n"
	        "nvcc c # d\n#SBATCH --gres=gpu:1 # e\n#SBATCH --name=it's#f\n");
	assert_string_equal(commands(&f),
	        "1 grep x <<< \"$names\"\n2 nvidia-smi\n3 read y <<<word\n4 cat <<EOF\n7 nvcc c\n");
	assert_int_equal(f.file.comments.len, 3);
	/* JavaScript of a workflow is no shell text */
	read_file(&f, "a.yml",
	        "- uses: actions/github-script@v7\n  with:\n    script: |\n      // `vllm serve`\n"
	        "- uses: a/ssh@v1\n  with:\n    script: vllm serve\n");
	assert_string_equal(commands(&f), "7 vllm serve\n");
	close_fixture(&f);
}

static void aliases_and_anchors(void **state)
{
	struct fixture f;

	(void)state;
	open_fixture(&f);
	read_file(&f, ".gitlab-ci.yml",
	        ".a: &a nvidia-smi -L\n.b: &b !!str\n  pip install torch==2.1\n"
	        ".c: &c [nvcc a.cu]\n.v: &v 4\nx:\n  script: *a\n  before_script: *b\n"
	        "  after_script: *c\n  variables: {N: *v}\ny: {script: &d torchrun b.py}\n");
	assert_null(f.file.partly);
	assert_string_equal(commands(&f),
	        "1 nvidia-smi -L\n3 pip install torch==2.1\n4 nvcc a.cu\n11 torchrun b.py\n");
	assert_int_equal(f.file.requirements.len, 1);
	assert_int_equal(f.file.envs.len, 1);
	assert_true(f.file.envs.at[0].end > f.file.envs.at[0].at);
	read_file(&f, "a.yml", "x: 1\ny: [a\nz: 2\n");
	assert_string_equal(f.file.partly,
	        "line 3: not valid YAML: did not find expected ',' or ']', "
	        "while parsing a flow sequence");
	/* a script under an alias is read no more often than the text is long */
	read_file(&f, "b.yml", "x: &x {run: \"pip install torch\"}\ny: [*x, *x, *x]\n");
	assert_null(f.file.partly);
	/* values of values do not grow without an end */
	read_file(&f, "Dockerfile",
	        "ARG A=aaaaaaaa\nENV A=$A$A$A$A$A$A$A$A\nENV A=$A$A$A$A$A$A$A$A\n"
	        "ENV A=$A$A$A$A$A$A$A$A\nENV A=$A$A$A$A$A$A$A$A\n");
	for (uint32_t i = 0; i < f.file.envs.len; i++)
		assert_true(f.file.envs.at[i].value.len <= 4000);
	close_fixture(&f);
}

static void comments_by_syntax(void **state)
{
	static const struct {
		const char *path, *text, *masked;
	} cases[] = {
	        {"a.cu", "x // nvcc\n/* a\nb */ y \"//\" '\"'",
	                "x        \n    \n     y \"//\" '\"'"},
	        {"CMakeLists.txt", "a #[[ b\nc]] d # e\n\"#\" f", "a      \n    d    \n\"#\" f"},
	        {"a.yaml", "a: 'x # y' # z\nb: it's # c\nc#d: 1",
	                "a: 'x # y'    \nb: it's    \nc#d: 1"},
	        {"a.toml", "a = \"#\" # b\n", "a = \"#\"    \n"},
	        {"a.sh", "#!/bin/sh\n#SBATCH -G 1\na#b # c\n'#' \\# d\n",
	                "#!/bin/sh\n#SBATCH -G 1\na#b    \n'#' \\# d\n"},
	        {"a.ini", "; a\n# b\nx = 1 # c\n", "   \n   \nx = 1 # c\n"},
	        {"a.py", "x = '#' # a\n\"\"\"\n# b\n\"\"\"\n#c",
	                "x = '#'    \n\"\"\"\n# b\n\"\"\"\n  "},
	        {"a.tf", "a = 1 # b\nc // d\n", "a = 1    \nc     \n"},
	        {"a.json", "{\"a\": \"# b\"}", "{\"a\": \"# b\"}"},
	};
	struct fixture f;

	(void)state;
	open_fixture(&f);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		read_file(&f, cases[i].path, cases[i].text);
		assert_string_equal(
		        arena_cstr(f.temp, (str){f.file.masked, f.file.text.len}), cases[i].masked);
	}
	close_fixture(&f);
}

static void places_count_characters(void **state)
{
	struct fixture f;

	(void)state;
	open_fixture(&f);
	read_file(&f, "a.txt", "h\xc3\xa9llo w\n\n\xe2\x82\xac x");
	assert_int_equal(text_spot(&f.file, 7).column, 7);
	assert_int_equal(text_spot(&f.file, 3).column, 3);
	assert_int_equal(text_spot(&f.file, 8).line, 1);
	assert_int_equal(text_spot(&f.file, 9).line, 2);
	assert_int_equal(text_spot(&f.file, 13).line, 3);
	assert_int_equal(text_spot(&f.file, 13).column, 2);
	assert_int_equal(text_offset(&f.file, 1, 3), 3);
	assert_int_equal(text_offset(&f.file, 3, 2), 13);
	assert_int_equal(text_offset(&f.file, 1, 2), 1);
	assert_int_equal(text_offset(&f.file, 9, 1), f.file.text.len);
	close_fixture(&f);
}

static void globs(void **state)
{
	(void)state;
	assert_true(glob_matches(S("*.yml"), S("a/b/c.yml")));
	assert_true(glob_matches(S(".github/workflows/*.yml"), S("x/.github/workflows/ci.yml")));
	assert_false(glob_matches(S(".github/workflows/*.yml"), S("workflows/ci.yml")));
	assert_false(glob_matches(S("*.yml"), S("a.yml/b")));
	assert_true(glob_matches(S("Dockerfile*"), S("Dockerfile")));
	assert_true(glob_matches(S("a[0-9]?*z"), S("a12z")));
	assert_false(glob_matches(S("a[!0-9]"), S("a1")));
	assert_true(glob_matches(S("**/x*y*z"), S("q/xayabz")));
	assert_false(glob_matches(S("x*y*z"), S("xayab")));
}

/* What commands are with the values of their scope; texts beyond a bound are none. */
static void commands_with_values(void **state)
{
	static const struct {
		const char *path, *text, *valued;
	} cases[] = {{"a.sh", "A=x\ngo $A ${A}y ${B:-z} $B\n", "go x xy z $B|"},
	        {"a.sh", "go $A\nA=x\n", ""}, {"a.sh", "A=x\nA=y\ngo $A\n", "go y|"},
	        {"a.sh", "A=$B\nB=$A\ngo $A\n", "go $A|"},
	        {"ci.yml", "a: {run: x $A, env: {A: b}}\nc: {run: x $A}\n", "x b|"},
	        {"ci.yml", "env: {A: b}\na:\n  env: {A: c}\n  run: x $A\nd:\n  run: x $A\n",
	                "x c|x b|"},
	        {"ci.yml", "strategy: {matrix: {k: [v, w]}}\nrun: x ${{ matrix.k }} ${{ q.k }}\n",
	                "x v ${{ q.k }}|x w ${{ q.k }}|"},
	        {"ci.yml", "strategy: {matrix: {k: [{n: v}, {n: w}]}}\nrun: x ${{matrix.k.n}}\n",
	                "x v|x w|"},
	        {"Dockerfile", "ARG A=x\nARG B\nRUN go $A $B\n", "go x $B|"}};
	struct fixture f;

	(void)state;
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		open_fixture(&f);
		read_file(&f, cases[c].path, cases[c].text);
		for (uint32_t i = 0; i < f.file.valued.len; i++) {
			buf_put(&f.shown, f.file.valued.at[i].text);
			buf_byte(&f.shown, '|');
		}
		if (!str_eq(buf_str(&f.shown), str_from(cases[c].valued)))
			fail_msg("%s: %.*s", cases[c].text, STR_ARG(buf_str(&f.shown)));
		close_fixture(&f);
	}
}

static void hostile_texts_end_soon(void **state)
{
	static const struct {
		const char *path, *unit;
	} cases[] = {{"a.sh", "$("}, {"a.sh", "`"}, {"a.sh", "<<A "}, {"a.sh", "\"\\\""},
	        {"a.sh", "cat <<A\n"}, {"a.yaml", "'a "}, {"a.yaml", "[a, "},
	        {"a.yaml", "- &a x\n- *a\n"}, {"Dockerfile", "RUN <<A\n"},
	        {"Dockerfile", "RUN a \\\n"}, {"a.toml", "[a]\n"},
	        {"pyproject.toml", "a.b.c = [[{a = 1}, 2], \"x\"]\n"},
	        {"pyproject.toml", "[[a]]\nb = 1\n"}, {"pyproject.toml", "["},
	        {"requirements.txt", "a"}, {"requirements.txt", "a\n"}, {"a.cu", "/*"},
	        {"setup.cfg", "[a]\n x\n"}, {"Pipfile.lock", "{\"a\":"}, {"a.sh", "a=1 "},
	        {"a.sh", "sudo "}, {"a.sh", "bash -c 'x' "}, {"ci.yml", "{run: a, env: {b: c}},"},
	        {"a.sh", "A=$A$B$C;B=$A$A;C=x$B$B;a $A$B$C\n"},
	        {"ci.yml", "- {run: a $B, env: {B: $B$B$C, C: $B$B}}\n"}};
	size_t len = 4 << 20;
	struct fixture f;

	(void)state;
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		size_t unit = strlen(cases[c].unit);
		char *text;
		clock_t start, took;

		open_fixture(&f);
		text = arena_alloc(f.keep, len + 1, 1);
		for (size_t i = 0; i < len; i++)
			text[i] = cases[c].unit[i % unit];
		start = clock();
		text_file_read(&f.env, str_from(cases[c].path), (str){text, len}, &f.file);

		took = (clock() - start) * 1000 / CLOCKS_PER_SEC;
		if ((double)took > 1500 * time_scale())
			fail_msg("%s of %s took %ld ms", cases[c].path, cases[c].unit, (long)took);
		close_fixture(&f);
	}
}

/* A rule whose globs are of every shape. */
static const char odd_globs[] =
        "rules:\n"
        "  - id: odd\n    title: An odd one\n    category: serving\n    why: A test.\n"
        "    severity: {trainium: minor, tpu: minor}\n    own_evidence: true\n    way: known\n"
        "    replace: {text: nothing, keeps_cuda: true}\n"
        "    source: {link: \"a test\", date: 2026-11-30}\n    evidence: derived\n"
        "    effort: {class: line, repeats: true, basis: assumed}\n    match:\n"
        "      - {file: [\"a*.b*c.yml\", \"*.x.json\"], text: a}\n"
        "      - {file: [\"deep/*/one.cfg\", \"**/two\", \"three/**\"], text: a}\n"
        "      - {file: [\"v[0-9].txt\", \"w?\", \"*[.]q\", \"?.r\"], text: a}\n"
        "      - {file: [\"Do*\", \"*\", \"*end\", \"*.\"], text: a}\n"
        "    bad: a\n    good: b\n    language: json\n";

static void check_name(struct fixture *f, const struct ruleset *rules, str path)
{
	uint32_t count, at = 0;
	const uint32_t *items = rule_file_items(f->temp, rules, path, &count);

	for (uint32_t i = 0; i < rules->n_items; i++) {
		bool wanted = false, found = at < count && items[at] == i;

		if (rules->items[i].kind != ITEM_FILE)
			continue;
		for (uint32_t n = 0; n < rules->items[i].n_names; n++)
			wanted |= glob_matches(item_name(rules, &rules->items[i], n), path);
		if (wanted != found)
			fail_msg("%.*s: item %u %s", STR_ARG(path), i, wanted ? "missed" : "taken");
		at += found;
	}
	assert_int_equal(at, count);
}

/* The glob with every star, question mark and class replaced, in a folder of its own. */
static void check_glob(struct fixture *f, const struct ruleset *rules, str glob)
{
	static const char *const stars[] = {"", "a", ".", "x.yml", "5", ".b"};
	static const char *const folders[] = {"", "three/", "deep/a/", "a.b/deep/x/"};

	for (size_t i = 0; i < 24; i++) {
		struct buf path = {0};

		buf_puts(&path, folders[i / 6]);
		for (size_t k = 0; k < glob.len; k++)
			if (strchr("*?[", glob.ptr[k]))
				buf_puts(&path, stars[i % 6]);
			else if (glob.ptr[k] != ']')
				buf_byte(&path, glob.ptr[k]);
		check_name(f, rules, buf_str(&path));
		buf_puts(&path, "p");
		check_name(f, rules, buf_str(&path));
		buf_free(&path);
	}
}

/* Looked up by what they say for certain, globs give what each of them asked gives. */
static void files_by_their_globs(void **state)
{
	const struct ruleset *rules;
	struct fixture f;
	char folder[] = "/tmp/portfit-globs-XXXXXX";
	str own;

	(void)state;
	open_fixture(&f);
	assert_non_null(mkdtemp(folder));
	own = path_join(f.keep, str_from(folder), S("odd.yaml"));
	assert_true(file_write(&f.env, own, str_from(odd_globs)));
	assert_true(rules_open(&f.env, &(struct rules_plan){.paths = &own, .n_paths = 1}, &rules));
	unlink(arena_cstr(f.keep, own));
	rmdir(folder);
	for (uint32_t i = 0; i < rules->n_items; i++)
		for (uint32_t n = 0;
		        rules->items[i].kind == ITEM_FILE && n < rules->items[i].n_names; n++)
			check_glob(&f, rules, item_name(rules, &rules->items[i], n));
	close_fixture(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(requirements_files),
	        cmocka_unit_test(pyproject),
	        cmocka_unit_test(other_projects),
	        cmocka_unit_test(shell_scripts),
	        cmocka_unit_test(dockerfiles),
	        cmocka_unit_test(workflows),
	        cmocka_unit_test(aliases_and_anchors),
	        cmocka_unit_test(here_strings),
	        cmocka_unit_test(comments_by_syntax),
	        cmocka_unit_test(places_count_characters),
	        cmocka_unit_test(globs),
	        cmocka_unit_test(files_by_their_globs),
	        cmocka_unit_test(commands_with_values),
	        cmocka_unit_test(hostile_texts_end_soon),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
