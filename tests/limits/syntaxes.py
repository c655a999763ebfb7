#!/usr/bin/env python3
"""Can a file turn the syntax of its own kind against its reader? No: each ends within a second, whole or with a note.

usage: syntaxes.py BINARY [--all] [--slow SECONDS] [--only WORD]

Texts of ten million bytes (--all; else a thirtieth of that) in the syntax of each kind of file that is read: lines that go
on and on, nesting without an end, aliases of aliases, here-documents that do not close, tables upon tables. Each run
must end with status 0 and JSON, in a second of CPU time (0.7 for small texts) and 512 MB of address space, and name the file as read, or as partly
read or failed with a reason. --only takes names and texts that hold WORD.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile

from measure import SLOWED, TIME_SCALE

MEGABYTES = 512
PYTHON_MOST = 8_000_000  # more of a Python file or notebook is not read


def times(unit, size):
    return unit * (size // len(unit.encode()) + 1)


def numbered(unit, size):
    """The unit over and over, {n} counted up."""
    return "".join(unit.replace("{n}", str(n)) for n in range(size // (len(unit) + 4) + 1))


def laughs(size):
    """Each list ten times the one before it; then as many small ones as there is room for."""
    text = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 60))
    return text + times("b: *a59\n", size - len(text))


def matrix(values):
    """The head of a workflow whose steps run for each of so many values."""
    return "jobs:\n  a:\n    strategy: {matrix: {v: [" + ", ".join(f"1.{n}" for n in range(values)) + "]}}\n    steps:\n"


def notebook(cell, size):
    """A notebook of this cell over and over."""
    return '{"cells": [' + ",".join([cell] * (size // (len(cell) + 1) + 1)) + \
        '], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'


def units():
    """(name, what, unit that is repeated)."""
    for name, parts in {
        "Dockerfile": ["RUN a \\\n", "RUN a \\\n# b\n", "\\\n", "RUN <<A\n", "RUN <<A\nb\nA\n", "ENV a=${a}\n", "ENV a=b c=\"d\" \\\n",
                       "ARG a=b\nFROM ${a}\n", "ARG a=nvidia/cuda\nFROM ${a}:1\n", "FROM a:1 AS b\n", "RUN [\"a\", \"b\"]\n", "RUN [\"",
                       "ONBUILD ", "HEALTHCHECK --a ", "RUN --mount=a ", "RUN \"a\\\n", "COPY --from=a b c\n", "ENV \"", "RUN ARG \\",
                       "RUN pip install \\\n torch==1 \\\n", "FROM --platform=$a "],
        "pod.yaml": ["- - ", "? ", "? a\n: ", "{a: ", "[a, ", "- {a: [b, {c: d}]}\n", "a: |\n  b\n", "- &a b\n", "- *a\n", "--- a\n", "%TAG ! a:\n",
                     "!!a b: ", "a: !b c\n", "- \"a\\n\\\n  b\"\n", "- 'a''b'\n", "- a\n  b\n", "a: b\n", "\"a\": ", "a:\n", "command: [a, b]\n",
                     "image: nvidia/cuda:1\n", "args: [\"-c\", \"a\n  b\"]\n", "env: [{name: a, value: b}]\n", "- env:\n  - a=b\n", "# a\n- b\n",
                     "- >-\n  a\n\n  b\n", "&a ", "<<: *a\n", "\t", "- command: \"a $(b\"\n", "- \u0085\n", "\u2028"],
        ".github/workflows/ci.yml": ["- run: |\n    a\n", "- run: pip install torch==1\n", "run: a $(b `c`)\n", "runs-on: [gpu]\n",
                                     "- run: \"a \\\"b c\\\" d=\\\"e f\\\"\"\n", "- run: 'a ''b c'' d=''e f'' '\n", "- run: \"a=\\\"b \n",
                                     "- run: |\n    cat <<A\n", "env: {A: b}\n", "- python-version: 3.9\n", "- python: [3.9, '3.8']\n"],
        "environment.yml": ["- a=1=2\n", "- pip:\n  - torch==1\n", "dependencies: [a, {pip: [b]}]\n", "- a::b=1\n", "- a[version=1]\n"],
        "conda-lock.yml": ["- name: a\n  version: 1\n", "package: [{name: a}]\n", "- conda: https://a/b-1-0.conda\n"],
        "pixi.lock": ["- conda: https://a/b-1-0.conda\n", "packages:\n- pypi: a\n"],
        "pyproject.toml": ["[a]\n", "[[a.b]]\n", "a.b.c = 1\n", "a = {b = {c = [", "a = [", "a.", "[a.b.c.d.e.f.g.h]\n", "a = \"\"\"b\\\n", "a = '''b\n",
                           "a = \"\\u0041\"\n", "\"a\".'b' = 1\n", "a = 1 # b\n", "[", "{", "a = {", "= ", "[project]\ndependencies = [\"torch==1\"]\n",
                           "[tool.poetry.dependencies]\ntorch = \"^1\"\n", "[tool.poetry.group.a.dependencies]\nb = {version = \"1\"}\n"],
        "poetry.lock": ["[[package]]\nname = \"a\"\nversion = \"1\"\n", "[package.dependencies]\n", "[[package]]\n[package.a]\n"],
        "uv.lock": ["[[package]]\nname = \"a\"\nversion = \"1\"\nsource = { registry = \"b\" }\n", "wheels = [{ url = \"a\" }, "],
        "pdm.lock": ["[[package]]\nname = \"a\"\nversion = \"1\"\nfiles = [\n {file = \"a\"},\n]\n"],
        "Pipfile": ["[packages]\ntorch = \"==1\"\n", "torch = {version = \"*\", extras = [\"a\"]}\n"],
        "Pipfile.lock": ["{\"a\": ", "{\"default\": {\"a\": {\"version\": \"==1\"}, ", "[", "{\"a\": [", "\"\\u00e9", "{\"default\": {\"\": {}, ", "{}"],
        "setup.cfg": ["[options]\ninstall_requires =\n  torch==1\n", "  torch==1\n", "[a]\n", "a = b\n", "a", "[options.extras_require]\na = b\n", " = ", ";a\n"],
        "requirements.txt": ["-r requirements.txt\n", "a @ https://b/c-1-d.whl\n", "a[b,", "a==1; python_version < '3'\n", "a==1 \\\n --hash=sha256:b \\\n", "-e .\n",
                             "${A}==1\n", "a>=1,", "a==1,<2,!=1.5\n", "https://a/b-1-c.whl#sha256=d\n", "a;", "a @ ", "torch==1.0\n", "a===", "\\\n", "a~=1.0.0.0.0\n",
                             "a==1.*,", "git+https://a/b.git@c#egg=d\n", "a (==1)\n"],
        "CMakeLists.txt": ["if(", "foo(a ", "#[[ a\n", "#[==[ a\n", "set(A \"${B}\")\n", "${", "\"\\\"", "find_package(CUDA)\n", "foo(a)\n", "enable_language(", "[=["],
        "kernel.cu": ["#if A\n", "#if A\n#endif\n", "#if (((", "#if !", "#elif A\n", "#else\n", "#define A \\\n", "#if A && \\\n", "a<<<1, 2>>>(b);\n", "asm volatile(\"",
                      "R\"(", "/*", "\"a\\\n", "__global__ ", "#", "# ", "'\\", "//\\\n"],
        "op.cpp": ["#if A\n", "#if defined(USE_CUDA)\n#include <cuda_runtime.h>\n#endif\n", "#if (((", "#if A && (", "#if !", "#elif defined(USE_CUDA)\ncudaMalloc(a);\n",
                   "#else\n", "#if A && \\\n", "#define A \\\n", "#if A(b) > 0 ", "cudaMalloc(a);\n", "m.impl(\"a\", b);\n", "TORCH_LIBRARY(a, m) {\n", "TORCH_LIBRARY(", "m.def(\"",
                   "#ifdef A\n#else\n", "#if A || ", "#endif\n", "\\\n", "namespace a {", "TORCH_LIBRARY(a, m) { m.def(\"b\", &c); }\n", "/**/", "#ifndef NO_CUDA\n"],
        "train.sh": ["cat <<A\n", "cat <<A\nb\nA\n", "cat <<-'A'\n", "cat <<A <<B\n", "bash <<A\nb\nA\n", "bash <<A\n", "$(bash <<A\n", "`", "sh -c '", "sh -c \"a\" ", "eval \"a\" ", "eval \"$(",
                     "srun ", "srun $(", "srun a; ", "srun a | ", "sudo env A=b ", "a \\\n", "\\\n", "case a in b) c;; esac\n", "f() { a; }\n", "a=$(b)\n", "export A=b\n", "export A=${B:-c} ",
                     "A=b ", "((", "[[ a ]] && b\n", "if a; then b; fi\n", "for a in b; do c; done\n", "a > b 2>&1 < c\n", "<<<", "<< ", "pip install torch==1\n", "pip install torch==1 ",
                     "python -m pip install a \\\n", "uv pip install -r a\n", "\"$(a \"$(b", "'a", "\"a", "#SBATCH --gres=gpu:1\n", "torchrun a\n", "conda run -n a ", "$'a", "${a:-", "\"`"],
        ".env": ["A=b\n", "A=\"b\n", "A=${A}\n", "export A=$A$A\n"],
        "Makefile": ["a:\n\tb\n", "\ta \\\n", "A := $(B)\n", "$(shell $(", "\tcat <<A\n", "export A=b\n", "\tsrun $(a)\n", "ifeq (a,b)\n", "\t@bash -c 'a'\n"],
        "main.tf": ["a {\n", "a = \"${", "<<A\n", "# a\n", "/* a */", "resource \"a\" \"b\" {\n accelerators {\n"],
        "ds_config.json": ["{\"fp16\": {\"enabled\": true}}\n", "{\"a\": ", "[", "\"fp16\" ", "\"\\", "{\"fp16\":\n"],
        "run.log": ["Operation a is not implemented for Neuron\n", "V0101 00:00:00.000000 1 a.py:1] {\"dynamo_output_graph\": {}}\n", "V0101 00:00:00.000000 1 a.py:1] {",
                    "class GraphModule(torch.nn.Module):\n", "    def forward(self, a):\n", "Traceback (most recent call last):\n", "W0101 00:00:00.000000 1 a.py:1] [0/0] b\n", "a\n", "graph():\n",
                    "    %a : [num_users=1] = placeholder[target=a]\n", "opcode name target args kwargs\n", "[__compiled_fn_1]\n", "falling back to CPU for aten::a\n",
                    "class GraphModule(torch.nn.Module):\n    def forward(self, a):\n", "graph():\n    %a : [num_users=0] = placeholder[target=a]\n",
                    "V0101 00:00:00.000000 1 a.py:1] [0/0] [__graph_code] def forward(self):\n"],
        "train.slurm": ["#SBATCH --gres=gpu:1\n", "#SBATCH \\\n", "srun --gpus 1 a\n", "module load cuda\n"],
        ".gitlab-ci.yml": ["a:\n  script:\n    - b\n", "script: [[a, [b]]]\n", "- !reference [a, b]\n", "variables: {A: {value: b}}\n", "image: {name: a}\n", "extends: &a\n"],
        "docker-compose.yml": ["a:\n deploy: {resources: {reservations: {devices: [{driver: nvidia}]}}}\n", "runtime: nvidia\n", "environment: [A=b, C]\n", "command: bash -c \"a\"\n"],
        "image.def": ["%post\n a\n", "%post\n", "From: a:1\n", "%post\n cat <<A\n", "%help\n", "%", "%environment\n export A=$A$A\n"],
        "Procfile": ["a: b\n", "a: $(", ": ", "a: cat <<A\n", "web: A=b c | d\n"],
        "a.service": ["ExecStart=a\n", "Environment=A=b\n", "ExecStart=a \"", "= ", ";a\n", "ExecStart=-@$(\n"],
        "a.py": ["if a:\n", "(", "[", "f(", "a.", "\"\"\"", "#", "x = 1\n", "import a\n", "lambda: ", "@a\n", "f\"{", "try:\n", "a = b = ", "torch.cuda.is_available()\n"],
    }.items():
        for part in parts:
            yield name, part


def texts(size):
    """(name, what, text)."""
    for name, part in units():
        yield name, repr(part), times(part, min(size, PYTHON_MOST) if name == "a.py" else size)
    nested = "".join(" " * n + f"a{n}:\n" for n in range(1000))
    yield "pod.yaml", "aliases of aliases", laughs(size)
    yield "pod.yaml", "nested a thousand deep", times(nested, size)
    yield "pod.yaml", "a wide alias again and again", "a: &a [" + "b, " * 100_000 + "c]\n" + numbered("k{n}: *a\n", size - 300_000)
    yield "pod.yaml", "anchors", numbered("k{n}: &a{n} b\n", size)
    yield "pod.yaml", "keys", numbered("k{n}: b\n", size)
    yield "pod.yaml", "an alias of what is still open", "a: &a\n" + times("  - *a\n", size)
    yield "pod.yaml", "one block scalar", "command: |\n" + times("  a\n", size)
    yield "pod.yaml", "blocks that go on to the end", "- run: |\n" + times("    a: |\n", size)
    yield ".github/workflows/ci.yml", "one long script", "jobs:\n a:\n  steps:\n  - run: |\n" + times("     pip install torch==1\n", size)
    yield ".github/workflows/ci.yml", "scripts of an alias", "a: &a {run: \"pip install torch==1\"}\n" + times("- *a\n", size)
    yield ".github/workflows/ci.yml", "a script of an alias", "x: &a |\n" + times("  b $(c)\n", size // 2) + numbered("k{n}: {run: *a}\n", size // 2)
    yield "environment.yml", "empty blocks", "dependencies:\n" + times(" - |\n", size)
    yield "pod.yaml", "images that are empty blocks", "a:\n" + times(" - image: |\n", size)
    yield "pod.yaml", "variables that are empty blocks", "env:\n" + numbered("  k{n}: |\n", size)
    yield "pod.yaml", "variables of an alias of a block", "x: &a |\n" + times("  b c\n", size // 2) + "env:\n" + numbered("  k{n}: *a\n", size // 2)
    yield "pod.yaml", "variables of an alias of a long text", "x: &a \"" + times("b c ", size // 2) + "\"\nenv:\n" + numbered("  k{n}: *a\n", size // 2)
    for name, key in (("environment.yml", "dependencies"), ("pod.yaml", "env"), ("conda-lock.yml", "package")):
        yield name, "a wide map of an alias", "x: &a\n" + numbered("  k{n}: b\n", size // 2) + key + ":\n" + times("  - *a\n", size // 2)
    for what, unit in (("a matrix for each of many lines", "    - run: pip install a{n}==${{ matrix.v }}\n"),
                       ("a matrix for one script", "        pip install a{n}==${{ matrix.v }}\n")):
        start = matrix(16) + ("    - run: |\n" if what.endswith("script") else "")
        yield ".github/workflows/ci.yml", what, start + numbered(unit, min(size, 600_000))  # read sixteen times: ten million bytes
    yield "environment.yml", "many", "dependencies:\n" + times("- torch=1\n", size)
    yield "pyproject.toml", "tables", numbered("[a{n}.b]\nc = 1\n", size)
    yield "pyproject.toml", "keys", numbered("k{n} = 1\n", size)
    yield "pyproject.toml", "deep keys", numbered(".".join(["a"] * 30) + "{n} = 1\n", size)
    yield "pyproject.toml", "long keys", numbered("a" * 500_000 + "{n} = 1\n", size)
    yield "pyproject.toml", "many dependencies", "[project]\ndependencies = [\n" + times("\"torch==1\",\n", size) + "]\n"
    yield "pyproject.toml", "groups", "[dependency-groups]\n" + numbered("a{n} = [\"torch==1\", {include-group = \"b\"}]\n", size)
    yield "pyproject.toml", "many in one line", "[tool.poetry]\ndependencies = {" + numbered("a{n} = \"1\", ", size) + "z = \"1\"}\n"
    yield "Pipfile", "many tables in one line", "packages = {" + numbered("a{n} = {version=\"1\"}, ", size) + "z = \"1\"}\n"
    yield "Pipfile.lock", "many", "{\"default\": {" + numbered("\"a{n}\": {\"version\": \"==1\"},", size) + "\"b\": {}}}"
    yield "setup.cfg", "one long list", "[options]\ninstall_requires =\n" + times("  torch==1\n", size)
    yield "Dockerfile", "one instruction", "RUN a \\\n" + times(" && b \\\n", size)
    yield "Dockerfile", "blank lines in an instruction", "RUN a \\\n" + times("\n", size)
    yield "Dockerfile", "comments in an instruction", "RUN a \\\n" + times("# c\n", size)
    yield "Dockerfile", "blank lines in many instructions", times("RUN a \\\n" + times(" \n", 5000), size)
    yield "Dockerfile", "variables", numbered("ARG A{n}=b\nFROM ${A0}x\n", size)
    yield "Dockerfile", "values of values", "ARG A=a\n" + times("ENV A=$A$A\n", size)
    yield "Dockerfile", "a huge value", "ENV A=" + "b" * (size // 2) + "\n" + times("FROM $A\n", size // 2)
    yield "train.sh", "values of values that are empty", "B=" + "${X:-}" * 200 + "\nC=" + "$B" * 200 + "\nD=" + "$C" * 200 + "\n" + times("a " + "$D" * 200 + "\n", size)
    yield "Dockerfile", "one here-document", "RUN <<A\n" + times("pip install a\n", size) + "A\n"
    yield "train.sh", "options of one command", "torchrun a.py " + times("--device cuda \\\n", size)
    yield "train.sh", "options of many commands", times("srun torchrun a.py --device cuda --nproc_per_node=gpu\n", size)
    yield "train.sh", "options of values", "A=cuda\nB=b\nsrun a.py " + times("--b $B --device $A ", min(size, 60_000)) + times("\nsrun $B $B $B --b $B --device $A", size)
    yield "train.sh", "options that a value brings", "A='--device cuda'\nB=" + "b" * 1000 + "\n" + times("srun a $B $B $B $B x $A\n", size)
    yield "train.sh", "variables", numbered("A{n}=b\npip install x==${A0}\n", size)
    yield "train.sh", "here-documents within", "".join(f"bash <<A{n}\n" for n in range(9)) + times("b\n", size)
    yield "train.sh", "here-documents of their own", numbered("cat <<A{n}\n", size)
    yield "kernel.cu", "conditions nested and closed", times("#if A\n", size // 2) + times("#endif\n", size // 2)
    yield "op.cpp", "one long condition", "#if A" + times(" && defined(B)", size) + "\ncudaMalloc(a);\n"
    yield "train.py", "branches for an older PyTorch", "import torch\n" + times(
        "try:\n    from torch.amp import GradScaler\nexcept ImportError:\n    torch.cuda.synchronize()\n", size)
    yield "train.py", "calls in a branch for an older PyTorch", "import torch\nif not hasattr(torch.amp, \"GradScaler\"):\n" + times(
        "    torch.cuda.synchronize()\n", size)
    yield "train.py", "branches in branches for an older PyTorch", "import torch\n" + "".join(
        "    " * (n % 60) + "if not hasattr(torch.amp, \"X\"):\n" + ("    " * 60 + "torch.cuda.synchronize()\n" if n % 60 == 59 else "")
        for n in range(size // 160))
    yield "op.cpp", "uses below conditions", times("#ifdef USE_CUDA\n", size // 2) + times("cudaMalloc(a);\n", size // 2)
    yield "op.cpp", "one raw string", "auto a = R\"(" + times("cudaMalloc(a);\n", size) + ")\";\n"
    yield from graphs(size)
    yield "op.cpp", "quotes that are escaped", "TORCH_LIBRARY(a, m) {\"" + times("\\\"", size)
    yield "op.cpp", "raw strings that do not begin", "TORCH_LIBRARY(a, m) {" + times("R\"a\"", size)
    yield from sources(min(size, PYTHON_MOST))
    yield from notebooks(min(size, PYTHON_MOST))
    for other in ("requirements.txt", "dev-requirements.txt"):
        yield other, "includes in a circle", times("-r dev-requirements.txt\n-r requirements.txt\n-c requirements.txt\n", size)


def graphs(size):
    """Printed graphs and what only begins like one."""
    half, fx = size // 2, "graph():\n    %x : [num_users=1] = placeholder[target=x]\n"
    yield "run.log", "heads of graphs in one line", times("graph(%", size) + "):\n"
    yield "run.log", "heads of tables in one line", times("opcode ", size)
    yield "run.log", "deletions of nothing", "def forward(" + times(";  ", size)
    yield "g.txt", "pieces of a graph in comments of a kernel", fx + "\nx\n" + \
        numbered("#   %a{n} : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%a,), kwargs = {})\n", size) + "AsyncCompile()\n"
    yield "g.txt", "arguments and blanks", fx + "    %a : [num_users=1] = call_function[target=torch.ops.aten.cat.default](args = (" + \
        times("a,", half) + " " * half + "), kwargs = {})\n    return a\n"
    head, uses = "class GraphModule(torch.nn.Module):\n    def forward(self, ", numbered("        y{n} = torch.ops.aten.sin.default(x)\n", half)
    yield "g.txt", "a long shape", head + "x: \"f32[" + times("1, ", half // 2) + "2]\"):\n" + uses + "        return (y0,)\n"
    yield "g.txt", "a shape of many symbols", head + "x: \"f32[" + numbered("s{n}, ", half) + "2]\"):\n" + uses + "        return (y0,)\n"
    yield "g.txt", "a size of many symbols", head + "x: \"f32[" + numbered("s{n} + ", half) + "2]\"):\n" + uses + "        return (y0,)\n"
    yield "g.txt", "signatures of one graph", head + numbered("a{n}, ", half) + "x: \"f32[2]\"):\n        return (x,)\n\n" + times("Graph signature:\n", half)
    yield "g.txt", "classes in one of a long name", "class " + "A" * half + head[17:] + "x):\n        y = torch.ops.aten.sin.default(x)\n        return y\n" + \
        numbered("    class c{n}(torch.nn.Module):\n        def forward(self, x):\n            return x\n", half)
    yield "g.txt", "a long path in the name of an input", head + "L_self" + times("_modules_a", size) + "_parameters_w_: \"f32[2]\"):\n        return (x,)\n"
    yield "t.log", "empty lines of a payload", "V0310 09:08:07.000001 4242 torch/a.py:28] " \
        "{\"artifact\": {\"name\": \"n\"}, \"frame_id\": 1, \"has_payload\": \"x\"}\n\tx\n" + "\n" * size + "\ty\n"


def nested(lines, most=90):
    """The lines at the depths 0 to `most`, one below the other."""
    return "".join("".join(" " * n + line + "\n" for line in lines).replace("{n}", str(n)) for n in range(most))


def sources(size):
    """Python files of many findings, each of which has something of the whole file to be held against."""
    half, head = size // 2, "import torch\nimport torch.distributed as dist\n"
    yield "a.py", "calls of one function", head + "def _a(x):\n" + times("    x.cuda()\n", half) + times("_a(1)\n", half)
    yield "a.py", "calls of one function behind tests", head + "def _a(x):\n" + times("    x.cuda()\n", half) + \
        times("if torch.cuda.is_available(): _a(1)\n", half)
    yield "a.py", "functions and their calls", head + numbered("def _a{n}(x):\n    x.cuda()\n_a{n}(1)\n", size)
    yield "a.py", "functions that call one another", head + numbered("def _a{n}(x):\n    x.cuda()\n    _a0(x)\n", size)
    yield "a.py", "functions in each other", head + "".join(" " * n + f"def _a{n}(x):\n" for n in range(90)) + \
        times(" " * 90 + "x.cuda()\n", half) + numbered("_a{n}(1)\n", half)
    yield "a.py", "functions in each other that are called", head + "".join(" " * n + f"def _a(x):\n" for n in range(90)) + \
        times(" " * 90 + "x.cuda()\n", half) + times("_a(1)\n", half)
    main = "\nif __name__ == '__main__':\n    pass\n"
    yield "a.py", "reads that run once", head + "def a():\n" + times("    x.cuda().item()\n", half) + times("a()\n", half) + main
    yield "a.py", "reads in functions that run once", head + numbered("def a{n}():\n    x.cuda().item()\n    a{n}x()\na{n}()\n", size) + main
    yield "a.py", "reads in functions that call each other", head + numbered("def a{n}():\n    x.cuda().item()\n    a{n}()\n    b()\n", half) + \
        "def b():\n" + numbered("    a{n}()\n", half) + "b()\n" + main
    yield "a.py", "reads behind loops", head + "def a():\n" + times("    for i in b:\n        pass\n", half) + times("    x.cuda().item()\n", half) + main
    yield "a.py", "seeds beside seeds", head + "def a():\n" + times("    torch.manual_seed(1)\n", half) + times("    torch.cuda.manual_seed(1)\n", half)
    wide = size // (90 * 90 * 12 // 2) + 1
    yield "a.py", "ifs before a place at each level", head + "".join((" " * n + "if a: pass\n") * wide + " " * n + "if b:\n" for n in range(90)) + \
        times(" " * 90 + "x.cuda().item()\n", 20000)
    given = "b.cpu())\n"
    yield "a.py", "functions that are given copies", head + numbered("def a{n}(x: torch.Tensor):\n    return x.tolist()\na{n}(" + given, size)
    yield "a.py", "one function over and over that is given copies", head + times("def a(x: torch.Tensor):\n    return x.tolist()\n", half) + \
        times("a(" + given, half)
    yield "a.py", "parameters that are given copies", head + "def a(" + numbered("x{n}: torch.Tensor, ", half) + "):\n    return x0.tolist()\n" + \
        "a(" + times("b.cpu(), ", half) + ")\n"
    yield "a.py", "functions that hand on what they are given", head + "def a0(x: torch.Tensor):\n    return x.tolist()\n" + \
        "".join(f"def a{n + 1}(x):\n    return a{n}(x)\n" for n in range(size // 40)) + f"a{size // 40}(" + given
    yield "a.py", "a function that hands on over and over", head + "def a(x: torch.Tensor):\n    return x.tolist()\ndef b(y='" + "*" * half + \
        "', *x):\n" + times("    a(x)\n", half) + "b(" + given
    yield "a.py", "functions in each other that hand on", head + "".join("    " * n + f"def a{n}(x):\n" for n in range(60)) + \
        times("    " * 60 + "b(x)\n", half // 300)
    yield "a.py", "parameters that are handed on", head + "def a(" + numbered("x{n}, ", half) + "):\n    b(" + numbered("x{n}, ", half) + ")\n" + \
        "a(" + times("c.cpu(), ", half) + ")\n"
    loader = "class D(torch.utils.data.Dataset):\n  def __getitem__(self, i):\n    torch.from_numpy(i)\n"
    yield "a.py", "functions of a data set's tensors", head + numbered("def a{n}(x):\n    y.a()\n    torch.nonzero(x).tolist()\n", half) + loader + \
        numbered("    a{n}(self.b())\n", half)
    yield "a.py", "a long function of a data set's tensors", head + "def a(" + numbered("x{n}, ", half // 2) + "):\n    torch.nonzero(x0)\n" + \
        times("    y.a()\n", half // 2) + loader + "    a(" + times("self.b(), ", half) + ")\n"
    yield "a.py", "defaults that are given", head + numbered("def a{n}(x, device='cuda'):\n    pass\na{n}(1, device=b)\n", size)
    yield "a.py", "defaults of one function", head + "def a(" + numbered("x{n}='cuda', device{n}='cuda', ", half) + "):\n    pass\n" + \
        times("a(1, device0=b)\n", half)
    yield "a.py", "epochs that call", head + "def main():\n" + times("  for epoch in a:\n    train(epoch, b)\n    x.cuda().item()\n", size) + "main()\n" + main
    yield "a.py", "names of objects", head + "import_module(a)\n" + numbered("a{n} = 'apex.optimizers:A{n}'\n", size)
    made = head + "from importlib import import_module\ndef f(a):\n"
    yield "a.py", "names of modules that come whole", made + times("    import_module(a)\n", size) + "    a.split('.')\n"
    yield "a.py", "asked of names that come whole", made + times("    getattr(import_module(a), a)\n", size) + "    a.split('.')\n"
    yield "a.py", "modules that are built", made + times("    import_module(a)\n", size) + "    load(name=a)\n"
    yield "a.py", "builds of modules", made + times("    load(name=a)\n", half) + times("    import_module(a)\n", half)
    yield "a.py", "functions that take names apart", made + "    pass\n" + numbered("def f{n}(a):\n    import_module(a)\n    a.split('.')\n", size)
    yield "a.py", "fields that are set before", head + "def f(a):\n" + times("    a.b = 'nccl'\n", half) + times("    dist.init_process_group(backend=a.b)\n", half)
    yield "a.py", "uses of an import in a try", head + "try:\n" + times("    import apex\n", half) + "except ImportError:\n    pass\ndef f(m='a'):\n    if m == 'b':\n" + \
        times("        apex.x()\n", half)
    yield "a.py", "choices by texts", head + "def f(m='a'):\n" + times("    if m == 'b':\n        dist.init_process_group('nccl')\n", size)
    yield "a.py", "counts that divide", head + "def f(a):\n" + times("    n = torch.cuda.device_count()\n", half) + times("    a % n\n", half)
    yield "a.py", "scalars that are handed on", head + "def f(v):\n" + times("    v = v.item()\n", half) + times("    writer.add_scalar('a', v)\n", half)
    yield "a.py", "parts of names", made + numbered("    load(f'ops.get{n}_{a}')\n", size)
    yield "a.py", "calls behind loops of functions", head + "def a():\n" + times("    for x in loader:\n        b(x)\n    c(x)\n", size)
    yield "a.py", "calls in epochs", head + "def a():\n  for epoch in b:\n" + times("    c(x)\n", half) + times("    for x in b:\n      d(x)\n", half)
    yield "a.py", "functions that call functions once", head + numbered("def a{n}(x):\n    a{n}0(x)\n    return x.cuda().item()\n", size) + main
    yield "a.py", "quotes", head + "import_module(a)\n" + times("a = 'apex.' 'b:'\n", size)
    yield "a.py", "losses that are read", head + numbered("def a{n}(b):\n    loss{n} = b()\n    loss{n}.item()\n", size)
    yield "a.py", "one loss that is read", head + times("loss = b()\n", half) + times("loss.item()\n", half)
    yield "a.py", "losses that are formatted", head + "for x in y:\n    loss = b()\n    loss.backward()\n" + times("    print(f'{loss}', '{}'.format(loss), '%s' % loss)\n", size)
    yield "a.py", "epochs", head + "def a():\n" + times("    for epoch in b:\n        x.cuda().item()\n", size) + "a()\n" + main
    yield "a.py", "reads in a long statement", head + "a = [" + times("x.cuda().item(), ", size) + "]\n"
    yield "a.py", "commands", head + "import click\nimport sys\nsys.argv\n" + numbered("@a.command()\ndef a{n}(x):\n    return x.cpu()\n", size) + main
    yield "a.py", "decorated functions", head + numbered("@torch.no_grad()\ndef a{n}(x):\n    return x.cpu()\n", size)
    yield "a.py", "arrays", head + "import numpy\n" + times("x = torch.from_numpy(x)\n", size)
    yield "a.py", "arrays of names", head + numbered("y = torch.from_numpy(x{n})\n", size)
    yield "a.py", "arrays in one call", head + "f(" + times("torch.from_numpy(x),", size) + ")\n"
    yield "a.py", "saves", head + times("torch.save(x, 'a')\n", size)
    yield "a.py", "saves of what is copied", head + "def f():\n    return x.cpu()\n" + times("x = f()\ntorch.save(x, 'a')\n", size)
    yield "a.py", "saves of what functions copy", head + times("def f():\n    return x.cuda()\n", half) + times("x = f()\ntorch.save(x, 'a')\n", half)
    yield "a.py", "saves in one function", head + "def f(x):\n    x = torch.load('a', map_location='cpu')\n" + times("    torch.save(x, 'a')\n", size)
    yield "a.py", "tests with names", head + numbered("has_a{n} = torch.cuda.is_available()\nif has_a{n}:\n    x.cuda()\n", size)
    yield "a.py", "sides for an older PyTorch", head + "f(" + times("torch.cuda.current_device() if hasattr(torch, 'a') else torch.cuda.current_device(), ", size) + ")\n"
    yield "a.py", "tests of versions", head + times("if TORCH_VERSION < '1.6' or TORCH_VERSION == 'parrots':\n    x.cuda()\n", size)
    yield "a.py", "names of versions", head + numbered("new{n} = torch.__version__[0] == '2'\nif not new{n}:\n    x.cuda()\n", size)
    yield "a.py", "one name of versions", head + times("new = torch.__version__[0] == '2'\nif not new:\n    x.cuda()\n", size)
    yield "a.py", "imports that nothing uses", head + numbered("try:\n    import apex.a{n} as b{n}\nexcept ImportError:\n    pass\n", size)
    yield "a.py", "texts of one option", head + "def f(args, x):\n    opt = args.opt\n    if opt == 'a':\n        pass\n" + numbered("    elif opt == 'word{n}':\n        x.cuda()\n", size)
    yield "a.py", "options of many names", head + "def f(args, x):\n" + numbered("    o{n} = args.o{n}\n    if o{n} == 'word':\n        x.cuda()\n    else:\n        pass\n", size)
    yield "a.py", "an option that is given often", head + "def f(args, x):\n" + times("    opt = args.opt\n    if opt == 'word':\n        x.cuda()\n    else:\n        pass\n", size)
    yield "a.py", "classes in a row", head + "class A0:\n    pass\n" + "".join(f"class A{n}(A{n - 1}):\n    def f{n}(self):\n        x.cuda()\n" for n in range(1, size // 60)) + "if __name__ == '__main__':\n    x.cuda()\n"
    yield "a.py", "classes of one name", head + times("class A(A):\n    def f(self):\n        x.cuda()\n", size) + "if __name__ == '__main__':\n    x.cuda()\n"
    yield "a.py", "methods of one name", head + numbered("class A{n}:\n    def f(self):\n        x.cuda()\n", size) + "if __name__ == '__main__':\n    x.cuda()\n"
    yield "a.py", "heirs of one class", head + "class A:\n    pass\n" + numbered("class A{n}(A):\n    def f(self):\n        return self.f\n", size) + "if __name__ == '__main__':\n    x.cuda()\n"
    yield "a.py", "numbers that parameters begin with", head + numbered("def f{n}(x, n{n}=1):\n    if n{n} > 1:\n        x.cuda()\n", size)
    yield "a.py", "made paths of modules", head + numbered("import importlib\ndef f{n}(x):\n    p = 'a.' + x\n    importlib.import_module(p)\n", size)
    yield "a.py", "what only asks CUDA", head + numbered("if torch.cuda.is_available():\n    a{n} = torch.cuda.get_device_properties(0)\n", size)
    yield "a.py", "one name that asks CUDA", head + times("if torch.cuda.is_available():\n    self.a, b[0] = torch.cuda.mem_get_info()\n", size)
    yield "test_a.py", "marks of tests", head + times("pytestmark = pytest.mark.skipif(not a)\n", half) + times("def test_a():\n    x.cuda()\n", half)
    yield "test_a.py", "one long mark", head + "pytestmark = [" + times("pytest.mark.skipif(not a), ", half) + "]\n" + times("def test_a():\n    x.cuda()\n", half)
    yield "a.py", "one name of many values", head + times("has_a = torch.cuda.is_available()\nif has_a:\n    x.cuda()\n", size)
    yield "a.py", "queries that are shown", head + "def f():\n    if torch.cuda.is_available():\n" + times("        a = torch.cuda.current_device()\n        print(a)\n", size)
    yield "a.py", "queries that are kept and shown", head + "def f():\n    if torch.cuda.is_available():\n        a = torch.cuda.current_device()\n" + times("        b = a\n        a = b\n        print(a, b)\n", size)
    yield "a.py", "queries in a statement of many calls", head + "def f():\n    if torch.cuda.is_available():\n        print(" + times("torch.cuda.current_device(), ", size) + ")\n"
    yield "a.py", "methods that name a package", head + times("if a and b:\n    if c(\"xformers\"):\n        x.enable_xformers_memory_efficient_attention()\n", size)
    yield "a.py", "tests of torch_xla", "import torch_xla.core.xla_model as xm\n" + times("try:\n    import torch_xla\n    A = True\nexcept ImportError:\n    A = False\nif A and b or c:\n    xm.mark_step()\n", size)
    yield "a.py", "imported tests of torch_xla", "import torch_xla.core.xla_model as xm\n" + numbered("from m import is_torch_xla_available, f{n}\nif f{n}() and is_torch_xla_available():\n    xm.mark_step()\n", size)
    yield "a.py", "flags of flags of torch_xla", "import torch_xla.core.xla_model as xm\n" + numbered("if A:\n    A = True\nif A{n}:\n    A = True\n    A{n} = True\n    xm.mark_step()\n", size)
    yield "a.py", "tests by functions", head + numbered("def f{n}():\n    return torch.cuda.is_available()\nif f{n}():\n    x.cuda()\n", size)
    yield "a.py", "tests by one function", head + "def f(x):\n" + times("    if x.is_cuda: return True\n", half) + times("if f(x):\n    x.cuda()\n", half)
    yield "a.py", "one name of functions that test", head + times("def f():\n    return torch.cuda.is_available()\nif f():\n    x.cuda()\n", size)
    yield "a.py", "functions that test by one another", head + numbered("def f{n}(x):\n    if f0(x) and f{n}(x) and g(x):\n        return f0(x)\n    x.cuda()\n", size)
    yield "a.py", "names that functions give", head + "def f0(): return torch.cuda.is_available()\n" + "".join(f"f{n + 1} = f{n}()\nif f{n}:\n    x.cuda()\n" for n in range(size // 40))
    yield "a.py", "one long answer", head + "def f():\n    return " + times("f() and g() and ", half) + "torch.cuda.is_available()\n" + times("if f():\n    x.cuda()\n", half)
    yield "a.py", "functions that import", head + times("def f():\n    try:\n        import triton\n    except ImportError:\n        return False\n    return True\nif f():\n    import triton\n", size)
    yield "a.py", "one function that imports", head + "def f():\n" + times("    try:\n        import triton\n    except ImportError:\n        return False\n", half) + "    return True\n" + times("if f():\n    import triton\n", half)
    yield "a.py", "tests of methods", head + numbered("class A{n}:\n    def f(self):\n        return self.x.is_cuda\n    def g(self):\n        if self.f():\n            x.cuda()\n", size)
    yield "a.py", "suppressed imports", head + times("with contextlib.suppress(ImportError):\n    import flash_attn\n    x.cuda()\n", size)
    yield "a.py", "ways beside CUDA", head + times("if x.is_cuda:\n    y = f(x)\nelse:\n    y = x.exp()\n", size)
    yield "a.py", "calls beside ways", head + "def b(): x.cuda()\n" + times("if x.is_cuda: b()\nelse: y = f(x)\n", size)
    yield "a.py", "calls behind many returns", head + "def f(x):\n" + times("    if not x.is_cuda: return g(x)\n", half) + times("    g(x)\n", half)
    yield "a.py", "calls in long tests", head + "def f(x):\n" + times("    if x.is_cuda and " + "g(x) and " * 40 + "y: return g(x)\n", size) + "    return g(x)\n"
    yield "a.py", "calls behind one predicate", head + "def p(x): return x.is_cuda\n" + times("if p(x): b()\nelse: y = f(x)\n", size)
    yield "a.py", "calls behind predicates", head + numbered("def p{n}(x): return x.is_cuda\nif p{n}(x): b()\nelse: y = f(x)\n", size)
    yield "a.py", "ways behind CUDA", head + "def f(x):\n" + times("    if x.is_cuda:\n        return g(x)\n", size) + "    return x\n"
    yield "setup.py", "one switch of many values", "from torch.utils.cpp_extension import CUDAExtension\n" + times("FORCE_CUDA = a\n", half) + times("if FORCE_CUDA: CUDAExtension('a', b)\n", half)
    yield "a.py", "one function of many decorators", head + times("@torch.no_grad()\n", half) + "def _f(x):\n" + times("    x.cuda()\n", half) + "if torch.cuda.is_available():\n    _f(x)\n"
    yield "a.py", "one long way behind CUDA", head + "def f(x):\n" + times("    if x.is_cuda:\n        return g(x)\n", half) + times("    g(x)\n", half) + "    abort()\n"
    yield "a.py", "one name of two sides", head + times("g = torch.nonzero if a else torch.unique\n", half) + times("g(x)\n", half)
    yield "a.py", "sides that are passed", head + times("f = torch.cuda.Stream if a and b and c else torch.cuda.Event\n", size)
    yield "a.py", "ways of one statement", head + "a = [" + times("(x if x.is_cuda else y),", size) + "]\n"
    yield "a.py", "names for CUDA behind tests", head + "e = a\n" + times("if torch.cuda.is_available() or os.getenv('FORCE_CUDA'):\n    e = torch.cuda.Stream\ne()\n", size)
    yield "a.py", "one name for CUDA behind tests", head + "e = a\n" + times("if torch.cuda.is_available(): e = torch.cuda.Stream\n", half) + times("e()\n", half)
    yield "setup.py", "flags behind tests", head + times("if CUDA_HOME is not None:\n    a = {'nvcc': b}\n", size)
    yield "setup.py", "flags of one function", head + "def _a():\n    return {" + times("'nvcc': b,", half) + "}\n" + times("if CUDA_HOME: _a()\n", half)
    yield "a.py", "switches of one function", head + "def f(x, a=False):\n" + times("    if not a: return\n", half) + times("    x.cuda()\n", half)
    yield "a.py", "switches of many functions", head + numbered("def f{n}(x, a{n}=False):\n    if a{n} and x:\n        x.cuda()\n", size)
    yield "a.py", "choices by one switch", "from torch.nn.utils import weight_norm, spectral_norm\ndef f(x, a=False):\n    norm = weight_norm if not a else spectral_norm\n" + times("    norm(x)\n", size)
    yield "a.py", "one long choice by a switch", "from torch.nn.utils import weight_norm, spectral_norm\ndef f(x, a=False):\n    norm = weight_norm if not a else spectral_norm(" + times("spectral_norm, ", half) + "x)\n" + times("    norm(x)\n", half)
    yield "a.py", "one long list of back ends", "from torch.nn.attention import SDPBackend as S\na = [" + times("S.FLASH_ATTENTION, ", size) + "S.MATH]\n"
    yield "a.py", "lists of back ends", "from torch.nn.attention import SDPBackend as S\n" + times("a = [S.FLASH_ATTENTION, S.MATH]\n", size)
    yield "uv.lock", "packages that ask for many", numbered("[[package]]\nname = \"a{n}\"\ndependencies = [{ name = \"b{n}\" }, { name = \"c{n}\" }]\n", size)
    yield "poetry.lock", "one package that asks for many", "[[package]]\nname = \"torch\"\n[package.dependencies]\n" + numbered("a{n} = \"*\"\n", size)
    yield "a.py", "moves beside CUDA", head + times("if x.is_cuda:\n    y = f(scatter(x))\nelse:\n    y = x.exp()\n", size)
    yield "a.py", "one switch of many values", head + times("a = False\n", half) + times("if a: x.cuda()\n", half)
    yield "a.py", "functions whose calls wait", head + numbered("def f{n}(x):\n    x.cuda()\ndef g{n}(x, a=False):\n    if a:\n        f{n}(x)\n", size)
    yield "a.py", "one function whose calls wait", head + "def f(x):\n" + times("    x.cuda()\n", half) + "def g(x, a=False):\n" + times("    if a: f(x)\n", half)
    yield "a.py", "flags of a command line", head + numbered("p.add_argument('--a{n}', action='store_true')\nif args.a{n}: x.cuda()\n", size)
    yield "a.py", "options that are declared or given", head + "a = [" + times("'--a',", half) + times("f('--a'", half)
    yield "a.py", "single quotes", head + times("a = 'b'\n", size) + 'c = "d"\n'
    yield "a.py", "marks for compilers", head + "def f(x):\n" + times("    torch._dynamo.mark_dynamic(x, 1)\n", half) + times("    torch.jit.trace(x)\n", half)
    yield "a.py", "one long test of switches", head + "def f(x, a=False):\n    if " + times("b and ", half) + "a:\n" + times("        x.cuda()\n", half)
    yield "a.py", "switches that are handed on", head + numbered("def f{n}(a{n}):\n    g{n}(a{n})\n", size)
    yield "a.py", "switches of one def that are handed on", head + "def f(" + numbered("a{n}, ", half) + "):\n    g(" + numbered("a{n}, ", half) + ")\n"
    yield "a.py", "texts that give names", head + "a = (" + times("'a=b', 'c d', '--e'\n", size) + ")\n"
    yield "a.md", "commands", times("python a.py --b \\\n", size)
    yield "a.yaml", "switches", numbered("a{n}: true\nb{n}: --c{n}=\"d\"\n", size)
    yield "a.yaml", "one long switch", "a: " + times("--a", half) + times("b-", half) + times("\" ", half)
    yield "a.py", "names that are asked further", head + "a = 'cuda'\n" + times("getattr(torch, a).set_device(0)\n", size)
    yield "a.py", "likenesses of one name", head + "def f(x):\n" + times("    x = 1\n", size // 2) + times("    torch.zeros_like(x)\n", size // 2)
    yield "a.py", "folders of modules", "import sys\n" + times("sys.path.append('a')\n", size)
    yield "a.py", "many folders of modules", "import sys\n" + numbered("sys.path += ['a{n}', \"", size)
    yield "train.sh", "folders of modules", times("export PYTHONPATH=a:b:$PYTHONPATH\n", size)
    yield "train.sh", "one long list of folders", "PYTHONPATH=" + numbered("a{n}:", size)
    yield "a.py", "moves by a name", head + "a = 'cuda'\n" + times("getattr(x, a)()\n", size)
    yield "a.py", "bundles by names", "from ray.util import placement_group\n" + times("b = [a for _ in c]\n", half) + times("placement_group(b)\n", half)
    yield "a.py", "bundles that grow", "from ray.util import placement_group\n" + times("b.append(a)\n", half) + times("placement_group(b)\n", half)
    yield "a.py", "functions that lead on", head + "".join(f"def _a{n}(x):\n    x.cuda()\n    _a{n + 1}(x)\n" for n in range(size // 45))
    yield "a.py", "functions that lead to each other", head + "def _a(x):\n    x.cuda()\n" + times("    _b(x)\n", half) + "def _b(x):\n" + times("    _a(x)\n", half)
    yield "a.py", "functions that are handed on", head + numbered("def _a{n}(x):\n    x.cuda()\nif torch.cuda.is_available():\n    _a{n}(1)\nf(_a{n})\n", size)
    yield "a.py", "functions in one function", head + "def f(x):\n" + numbered("  def a{n}(x):\n    x.cuda()\n  if torch.cuda.is_available():\n    a{n}(1)\n", size)
    yield "a.py", "names of devices that are told", head + times("print('a', torch.cuda.get_device_name(0) if torch.cuda.is_available() else 1)\n", size)
    yield "a.py", "names of devices in one list", head + "a = [" + times("torch.cuda.get_device_name(0),", size) + "]\n"
    yield "a.py", "tests of attributes", head + times("self.a = torch.cuda.is_available()\nif self.a:\n    x.cuda()\n", size)
    yield "a.py", "answers that are told", head + "def f():\n" + numbered("    a{n} = torch.cuda.is_available()\n    print(a{n})\n", size)
    yield "a.py", "one answer that is told", head + "def f():\n" + times("    a = torch.cuda.is_available()\n    print(a)\n", size)
    yield "a.py", "ifs that only print", head + "def f():\n    if torch.cuda.is_available():\n        print(1)\n" + \
        times("    elif torch.cuda.is_available():\n        print(1)\n", size)
    yield "a.py", "tests that raise", head + times("if not x.is_cuda and torch.cuda.is_available():\n    raise a\n", size)
    yield "a.py", "one test that raises", head + "if " + times("x.is_cuda and ", size) + "torch.cuda.is_available():\n    raise a\n"
    yield "a.py", "ifs in one chain", head + "if a:\n    print(1)\n" + times("elif torch.cuda.is_available() and x.is_cuda:\n    print(1)\n", size)
    yield "a.py", "names that hold something behind tests", head + "d = None\n" + numbered("d{n} = None\nif torch.cuda.is_available():\n    d{n} = torch.cuda.Stream()\nif d{n}:\n    x.cuda()\n", size)
    yield "a.py", "one name that holds something behind tests", head + "d = None\n" + \
        times("if torch.cuda.is_available():\n    d = torch.cuda.Stream()\nif d:\n    x.cuda()\n", size)
    yield "a.py", "tests of many parts", head + times("if " + "a or " * 390 + "b:\n    x.cuda()\n", size)
    yield "a.py", "tests of parts in brackets", head + times("if (" + "(" * 90 + "a or b" + ") and c" * 90 + ") or d:\n    x.cuda()\n", size)
    yield "test_a.py", "decorated tests", head + times("@require_bnb\n", half) + "def test_a():\n" + times("    import bitsandbytes\n", half)
    yield "a.py", "scripted classes", head + numbered("@torch.jit.script\nclass A{n}:\n    def f(self, a: int):\n        return a\n", size)
    yield "a.py", "distributions of one def", head + "def f(a):\n" + numbered("    d{n} = torch.distributions.Gamma(a, a)\n    d{n}.log_prob(a)\n", size)
    yield "a.py", "one distribution of many", head + "def f(a):\n" + times("    d = torch.distributions.Gamma(a, a)\n    d.log_prob(a)\n", size)
    yield "a.py", "distributions in one call", head + "torch.distributions.kl_divergence(" + times("torch.distributions.Gamma(a, a), ", size) + ")\n"
    yield "a.py", "distributions of self", head + "class A:\n    def f(self, a):\n" + \
        times("        self._d = torch.distributions.Gamma(a, a)\n", half) + times("        self._d.log_prob(a)\n", half)
    yield "a.py", "texts that are counted", head + "def f(a):\n" + times("    b = tokenizer(a, padding=True)\n", half) + \
        times("    len(b)\n", half)
    yield "a.py", "one text of many", head + "def f(a: str):\n" + times("    b = tokenizer(a, padding=True)\n", size)
    yield "a.py", "each text of many", head + "def f(a: list[str]):\n" + times("    [tokenizer(b, padding=True) for b in a]\n", half) + \
        times("    for c in a:\n        tokenizer(c, padding=True)\n", half)
    yield "a.py", "each of many literals", head + "a = [" + times("'a', ", half) + "'a']\n" + \
        times("[tokenizer(b, padding=True) for b in a]\n", half)
    yield "a.py", "choices that a default makes", head + "import flash_attn\ndef f(q, " + times("a=1, ", half // 8) + "mode='flash'):\n" + \
        times("    if mode == 'flash':\n        flash_attn.flash_attn_func(q, q, q)\n", half)
    yield "a.py", "one choice in each other", head + "import flash_attn\ndef f(q, mode='flash'):\n" + \
        "".join("    " + " " * n + "if mode == 'torch' or q == 'flash':\n" for n in range(60)) + \
        times(" " * 64 + "flash_attn.flash_attn_func(q, q, q)\n", half)
    yield "a.py", "classes that are asked for", head + "isinstance(x, (" + times("a, ", half) + "a))\n" + times("isinstance(x, (a, a))\n", half)
    yield "a.py", "tests in nots", head + "from flash_attn import f\nfrom a import is_flash_attn_available as b\n" + "if " + times("not (", 300) + \
        "b and is_flash_attn_available()" + times(")", 300) + ":\n" + times("    f(x)\n", half) + \
        times("if not (b and is_flash_attn_available() or is_flash_attn_available):\n    f(x)\n", half // 4)
    yield "a.py", "texts in texts", head + times("tokenizer('a' + ", 1000) + "a" + times(", padding=True)", 1000) + "\n" + \
        "tokenizer('a' + " + times("a + ", half) + "a, padding=True)\n" + times("tokenizer([a], padding=True)\n", half)
    yield "a.py", "branches for others", head + times("if x.is_mps:\n    torch.unique(x)\n", size)
    yield "a.py", "branches for others in each other", head + "if x.is_mps:\n" + times("    torch.unique(x)\n", half) + \
        times("x = torch.unique(x) if x.is_mps else 1\n", half)
    yield "a.py", "a chain that ends in an array", head + "torch.unique(x)" + times(".a()", size) + ".numpy()\n"
    yield "a.py", "rows that are moved", head + "class A(Dataset):\n    def f(self, x):\n" + \
        times("        x = x.cuda()\n        torch.unique(x, device=x.device)\n", size)
    yield "a.py", "distributions compared", head + "def f(a):\n    d = torch.distributions.Gamma(a, a)\n" + \
        times("    e = torch.distributions.Gamma(a, a)\n    torch.distributions.kl_divergence(d, e)\n", size)
    yield "test_a.py", "parameters", head + "import pytest\n@pytest.mark.parametrize('a', [" + times("pytest.param('cuda'),", size) + "])\ndef test_a(a):\n    x.to(a)\n"
    yield "a.py", "branches", head + "if a:\n    m = torch.cuda\n" + numbered("elif a == {n}:\n    m = torch.cpu\n    m.synchronize()\n", size)
    yield "a.py", "values of one name", head + times("d = 'cuda'\nx.to(d)\n", size)
    yield "a.py", "names of values", head + numbered("d{n} = 'cuda'\nx.to(d{n})\n", size)
    yield "a.py", "modules by name", head + times("m = torch.cuda\nm.synchronize()\n", size)
    yield "a.py", "values of functions", head + numbered("def d{n}():\n    return 'cuda'\nx.to(d{n}())\n", size)
    yield "a.py", "values of one function", head + "def d():\n" + times("    if a: return 'cuda'\n", half) + times("x.to(d())\n", half)
    yield "a.py", "values of classes", head + numbered("class D{n}:\n    d = 'cuda'\nx.to(D{n}.d)\n", size)
    yield "a.py", "values of self", head + "class A:\n  def f(self):\n" + numbered("    self.d{n} = 'cuda'\n    x.to(self.d{n})\n", size)
    yield "a.py", "objects and classes", head + numbered("class D{n}:\n    d = 'cuda'\nc{n} = D{n}()\nx.to(c{n}.d)\n", size)
    yield "a.py", "objects of one class", head + "class D:\n    d: str = field(default='cuda')\n" + times("c = D()\nx.to(c.d)\n", size)
    yield "a.py", "objects of another file", head + "import beside\n" + numbered("c{n} = beside.D()\nx.to(c{n}.where)\n", size)
    yield "a.py", "classes with fields", head + numbered("class D{n}:\n    where = 'cuda'\n", size)
    yield "a.py", "fields of one class for others", head + "class D:\n" + numbered("    where{n} = 'cuda'\n", size)
    yield "a.py", "objects that are changed", head + "class D:\n    d = 'cuda'\n" + numbered("c{n} = D()\nc{n}.d = 'cuda'\nx.to(c{n}.d)\n", size)
    yield "a.py", "objects kept in self", head + "class D:\n    d = 'cuda'\nclass A:\n  def f(self, c: D):\n" + numbered("    self.c{n} = c\n    x.to(self.c{n}.d)\n", size)
    yield "a.py", "classes built on each other", head + "class D0:\n    d = 'cuda'\n" + "".join(f"class D{n + 1}(D{n}):\n    pass\nx.to(D{n}.d)\n" for n in range(size // 40))
    yield "a.json", "providers", times('"aExecutionProvider,', size)
    yield "a.json", "providers of one text", '"' + times("aaExecutionProvider, ", size)
    yield "a.yaml", "providers left out", "skip:\n" + times('- "CUDAExecutionProvider"\n', size)
    yield "a.sh", "variables before a device", times("A=1 ", size)
    yield "a.sh", "lines of variables before a device", times("A=1 B=\"2 3\" C=4 D=5 E=6 F=7 G=8 H=9 I=10\n", size)
    yield "pyproject.toml", "extras that ask for extras", "[project]\nname = 'a'\ndependencies = ['a[b0]']\n[project.optional-dependencies]\n" + \
        "".join(f"b{n} = ['a[b{n + 1}]', 'flash-attn']\n" for n in range(size // 32))
    yield "pyproject.toml", "groups in groups", "[dependency-groups]\n" + numbered("dev{n} = [{include-group = 'dev'}]\n", size // 2) + "dev = [" + numbered("{include-group = 'dev{n}'},", size // 2) + "]\n"
    yield "setup.py", "extras that ask for extras", "from setuptools import setup\nsetup(name='a', install_requires=['a[b0]'], extras_require={" + \
        "".join(f"'b{n}': ['a[b{n + 1}]', 'flash-attn'],\n" for n in range(size // 34)) + "})\n"
    yield "a.py", "classes of a base that is not known", head + numbered("class A{n}(Dataset):\n  def f(self, x): return torch.unique(x)\n", size)
    yield "a.py", "classes in a chain", head + "class A0(Dataset): pass\n" + \
        "".join(f"class A{n + 1}(A{n}):\n  def f(self, x): return torch.unique(x)\n" for n in range(size // 64))
    yield "a.py", "fields of one class", head + "class D:\n" + numbered("    d{n}: str = field(default='cuda')\n", half) + "c = D()\n" + numbered("x.to(c.d{n})\n", half)
    yield "a.py", "methods of what may be a library", head + times("m = f()\nm.impl('a', b)\n", size)
    yield "a.py", "methods of a name that has no library", head + "m = torch.library.Library('a', 'DEF')\n" + numbered("x{n} = 1\nq.impl('a', b)\n", size)
    yield "a.py", "options", head + "kw = {}\n" + times("kw['backend'] = 'nccl'\ndist.init_process_group(**kw)\n", size)
    yield "a.py", "options put in", head + "kw = {}\n" + numbered("kw['a{n}'] = 1\ndist.init_process_group(**kw)\n", size)
    made, given = "    self.a = torch.zeros(1)\n", "    self.a = b * c\n"
    yield "a.py", "attributes made and given", head + "class A:\n  def f(self, b, c):\n" + \
        numbered("    self.a{n} = torch.zeros(1)\n    self.a{n} = b * c\n    self.a{n}.item()\n", size)
    yield "a.py", "one attribute made and given", head + "class A:\n  def f(self, b, c):\n" + times(made + given, half) + times("    self.a.item()\n", half)
    yield "a.py", "attributes of one line", head + "class A:\n  def f(self, b, c):\n" + made + "    " + times("self.a, ", size) + "self.a = b\n"
    yield "a.py", "attributes of methods", head + "class A:\n" + numbered("  def g{n}(self, x):\n    return x.cpu()\n  def f{n}(self, b):\n    self.a{n} = self.g{n}(b)\n    torch.isfinite(self.a{n}).all()\n", size)
    yield "a.py", "a name given often on one line", head + "from torch.nn.parallel import DistributedDataParallel as D\ndef f(m):\n  " + times("d=1;", size // 2) + "\n" + times("  D(m,device_ids=d)\n", size // 2)
    yield "a.py", "long tests around", "import torch\n" + "".join("  " * i + "if " + " and ".join(f"a{i}_{k}" for k in range(180)) + ":\n" for i in range(40)) + times("  " * 40 + "torch.cuda.synchronize()\n", size)
    yield "setup.py", "set up again and again", "from setuptools import setup\n_deps = [" + times("'torch>=1',", size // 2) + "]\nx = deps[0]\n" + times("setup(install_requires=_deps)\n", size // 2)
    yield "a.py", "options out of tables", head + "t0 = {'a': {'backend': 'nccl'}}\n" + numbered("t{n} = {" + ", ".join("'k%d': t0[q]" % i for i in range(20)) + "}\n", size // 2) + times("dist.init_process_group(**t3[q])\n", size // 2)
    yield "a.py", "tables of tables", head + "t0 = {'a': {'backend': 'nccl'}}\n" + "".join("t%d = {%s}\n" % (n + 1, ", ".join("'k%d': t%d[q]" % (i, n) for i in range(90))) for n in range(8)) + times("dist.init_process_group(**t8[q])\n", size)
    yield "a.py", "options of self", head + "class A:\n  def f(self):\n    self.kw = {}\n" + numbered("    self.kw['a{n}'] = 1\n    dist.init_process_group(**self.kw)\n", size)
    yield "a.py", "options of functions", head + numbered("def f{n}(**kw):\n    dist.init_process_group(**kw)\nf{n}(backend='nccl')\n", size)
    yield "a.py", "functions given devices", head + numbered("def d{n}(a, b):\n    return a.to(b)\nd{n}(x, 'cuda')\n", size)
    yield "a.py", "one function given devices", head + "def d(a, b):\n" + times("    a.to(b)\n", half) + times("d(x, 'cuda')\n", half)
    yield "a.py", "one name of functions given devices", head + times("def d(a, b):\n    return a.to(b)\n", half) + times("d(x, 'cuda')\n", half)
    yield "a.py", "one function of many parameters", head + "def d(" + numbered("a{n}, ", half) + "b):\n    a1.to(b)\n" + numbered("    x.to(a{n})\n", half // 2) + times("d(x, 'cuda')\n", half // 2)
    yield "a.py", "devices that are compared in one list", head + "x = [" + times("device == 'cuda',", size) + "]\n"
    yield "a.py", "devices that one assert asks for", head + "assert " + times("device == 'cuda' or ", size) + "True\n"
    yield "a.py", "one length of many uses", head + "from torch.utils.data import DataLoader\ndef c(x):\n    m = max(len(a) for a in x)\n" + \
        times("    f(m)\n", half) + times("    g(1)\n", half) + "DataLoader(x, collate_fn=c)\n"
    yield "a.py", "entries of calls of dict", head + times("dict(backend='nccl', device='cuda')\n", size)
    yield "a.py", "functions in one list", head + "x = [" + times("torch.cuda.synchronize,", size) + "]\n"
    yield "a.py", "modules handed on", head + times("self.m = torch.cuda\nf(torch.cuda)\nm = a if b else torch.cuda\n", size)
    yield "a.py", "modules in one tuple", head + "for m in (" + times("torch.cuda, ", size) + "):\n    m.synchronize()\n"
    yield "a.py", "modules in one dict", head + "x = {" + times("'cuda': torch.cuda, ", size) + "}\n"
    yield "a.py", "dicts of modules", head + times("x = {'cuda': torch.cuda}\n", size)
    yield "a.py", "types in one dict", head + "x = {" + numbered("'a{n}': torch.float64,", size) + "}\n"
    yield "a.py", "texts joined of many", head + times("x.to('cu' + 'da' + f'{y}')\n", size)
    yield "a.py", "texts of templates", head + "y = 'a'\n" + times("x.to('%s:%d' % (y, z))\nx.to('{}:{}'.format(y, z))\n", size)
    yield "a.py", "one template of many values", head + "y = ''\nx.to('" + times("%s", half) + "' % (" + times("y, ", half) + "))\n"
    yield "a.py", "one long import", "import " + times("beside.", size) + "a\n"
    yield "a.py", "long imports", "".join("import beside." + f"b{n}." * 150 + "c\n" for n in range(size // 700))
    yield "a.py", "one long attribute", "import beside\nbeside" + times(".beside", size) + "()\n"
    yield "a.py", "devices that are one of several", head + times("device = a or 'cuda'\nx.to(device)\n", size)
    yield "a.py", "devices of one choice", head + "device = " + times("a or 'cuda' or ", size) + "b\n"
    yield "a.py", "devices of one choice in brackets", head + "device = " + times("(a or 'cuda' if b else c) or ", size) + "b\n"
    yield "a.py", "devices looked up", head + times("x.to(getattr(a, 'device', 'cuda'))\nx.to(a.get('where', 'cuda'))\n", size)
    yield "a.py", "fields of devices", head + "class A:\n" + numbered("    device{n}: str = field(default='cuda', metadata={'a': 'cuda'})\n", size)
    yield "a.py", "devices in one field", head + "class A:\n    device: str = field(metadata=[" + times("'cuda', ", size) + "])\n"
    yield "a.py", "compared devices", head + times("if x.device.type == 'cuda': raise ValueError\n", size)
    yield "a.py", "host tests", head + times("if torch.cuda.is_available() and not a:\n    x.cuda()\n", size)
    yield "a.py", "sums in loops", head + "for i in x:\n" + times("    x = torch.cat([x, y])\n    self.a = torch.cat([self.a, y])\n", size)
    yield "a.py", "losses", head + "for i in x:\n" + times("    total += loss\n", half) + times("    total.backward()\n", half)
    yield "a.py", "training", head + "for i in x:\n    loss.backward()\n" + times("    a = loss.item()\n    print(loss.item())\n", size)
    yield "a.py", "functions that read", head + numbered("def f{n}(v):\n    return float(v)\n", half) + "for x in y:\n    loss = torch.sum(x)\n    loss.backward()\n" + numbered("    f{n}(loss)\n", half)
    yield "a.py", "one function that reads", head + "def f(v):\n" + times("    float(v)\n", half // 2) + "for x in y:\n    loss = torch.sum(x)\n    loss.backward()\n" + times("    f(loss)\n", half)
    yield "a.py", "one name that functions read", head + times("def f(v):\n    return v.item()\n", half) + "for x in y:\n    loss = torch.sum(x)\n    loss.backward()\n" + times("    f(loss)\n", half)
    yield "a.py", "backwards", head + numbered("loss{n} = f(x)\nloss{n}.backward()\n", size)
    yield "a.py", "backwards of one name", head + times("loss = f(x)\nloss.backward()\n", size)
    yield "a.py", "imports that may fail", head + numbered("try:\n    import flash_attn as f{n}\nexcept ImportError:\n    f{n} = None\n", half) + numbered("f{n}.a()\n", half)
    yield "a.py", "functions that hand on what they compute", head + "def f(a):\n    return a\n" + numbered("def f{n}(a):\n    return f(a) + f{n}(a)\nx = f{n}(torch.tensor([1])).item()\n", size)
    yield "a.py", "one long function that computes", head + "def f(a):\n" + times("    a = a.sum() + torch.max(a, a)\n", size // 2) + "    return a\n" + times("f(torch.tensor([1])).item()\n", size // 2)
    yield "a.py", "numbers where a tensor may be given", head + "def f(a, b, m):\n    if not torch.is_tensor(a):\n        d = torch.float32 if m else torch.float64\n" + times("        a = torch.tensor([a], dtype=d, device=b)\n", size)
    yield "a.py", "texts padded in what is mapped", "from transformers import tokenizer\ndef f(x):\n" + times("    tokenizer(x, padding=True)\n", half) + times("d.map(f, batched=True)\n", half)
    yield "a.py", "many functions that are mapped", "from transformers import tokenizer\n" + numbered("def f{n}(x):\n    tokenizer(x, padding=True)\nd.map(f{n}, batched=True)\n", size)
    yield "tests/test_a.py", "files that are read again", head + "def f():\n" + times("    a = a + b\n    torch.save(x, c)\n    torch.load(a)\n", size)
    yield "a.py", "values that are chosen", head + times("k = \"flash_attention_2\" if is_flash_attn_2_available() else \"sdpa\"\nm(attn_implementation=k)\n", half) + times("def f():\n    k = \"flash_attention_2\" if is_flash_attn_2_available() else \"sdpa\"\n    m(attn_implementation=k)\n", half)
    yield "a.py", "imports with a way of their own", head + times("try:\n    from apex.optimizers import FusedAdam as f\n    g = f\nexcept ImportError:\n    def f(x): return x\n    g = f\n", size)
    yield "a.py", "classes before imports that may fail", head + times("class g:\n    def f(x): return x\n", half) + times("try:\n    from apex.optimizers import f\n    g = f\nexcept ImportError:\n    pass\n", half)
    yield "a.py", "one import that may fail", head + times("try:\n    import flash_attn as f\nexcept ImportError:\n    pass\n", half) + times("if f: f.a()\n", half)
    yield "a.py", "compiled", head + numbered("o{n} = torch.optim.AdamW(x)\nf{n} = torch.compile(o{n}.step)\nf{n}()\n", size)
    steps = head + "for s in x:\n    loss = torch.sum(x)\n    loss.backward()\n"
    yield "a.py", "tests of steps", steps + times("    if s % 3 == 0: loss.item()\n", size)
    yield "a.py", "tests of a step in each other", steps + "".join(" " * (n + 4) + f"if s % {n + 3} == 0 or s:\n" for n in range(90)) + times(" " * 95 + "loss.item()\n", size)
    yield "a.py", "one name of tests of steps", steps + times("    d = s % 3 == 0\n    if d: loss.item()\n", size)
    yield "a.py", "names of tests of steps", steps + numbered("    d{n} = d{n} and d0 and d1 and d2\n    if d{n}: loss.item()\n", size)
    yield "a.py", "steps that train", steps + "    if s % 3 == 0:\n" + times("        loss.item()\n", half) + times("        f(s)\n", half)
    yield "processors/a.py", "functions that prepare", head + numbered("def f{n}(x):\n    return torch.nonzero(x)\n", size)
    yield "processors/a.py", "one function that prepares", head + "def f(x):\n" + times("    torch.nonzero(x)\n", size)
    yield "a.py", "classes that prepare", head + numbered("class A{n}(ProcessorMixin):\n  def f(self, x): return torch.nonzero(x)\n", size)
    yield "a.py", "comprehensions read", head + "def f(x):\n    for batch in x: pass\n" + times("    [a for a in x.tolist()]\n", size)
    yield "a.py", "compiled functions", head + numbered("@torch.compile\ndef f{n}(x):\n    x.item()\nf{n}(x)\n", size)
    yield "a.py", "collated", head + "from torch.utils.data import DataLoader\n" + \
        numbered("def c{n}(x):\n    m = max(len(a) for a in x)\n    return torch.zeros(m)\nDataLoader(x, collate_fn=c{n})\n", size)
    yield "a.py", "one collated", head + "from torch.utils.data import DataLoader\ndef c(x):\n" + \
        times("    m = max(len(a) for a in x)\n    y = torch.zeros(m)\n", half) + times("DataLoader(x, collate_fn=c)\n", half)
    yield "a.py", "definitions that use the next", head + "".join(f"def a{n}(x):\n    x.cuda()\n    a{n + 1}(x)\n" for n in range(size // 40)) + main
    yield "a.py", "definitions that use the next, the first of which is used", \
        head + "".join(f"def a{n}(x):\n    x.cuda()\n    a{n + 1}(x)\n" for n in range(size // 40)) + "a0(1)\n" + main
    yield "a.py", "definitions of one name", head + times("def a(x):\n    x.cuda()\n", size) + main
    yield "a.py", "definitions that all use all", head + numbered("def a{n}(x):\n    x.cuda()\n", half) + "def b():\n" + numbered("    a{n}()\n", half) + main
    yield "a.py", "classes that inherit from the one before", head + "class A0(torch.nn.Module): pass\n" + \
        "".join(f"class A{n + 1}(A{n}):\n    def f(self, x): x.cuda()\n" for n in range(size // 48)) + main
    yield "a.py", "a class of many bases", head + "class A(" + times("torch.nn.Module, ", half) + "):\n" + times("    def f(self, x): x.cuda()\n", half) + main
    yield "a.py", "definitions that use the same", head + numbered("def a{n}(x):\n    x.cuda()\n    a0(x)\n", size) + main
    yield "a.py", "exits", head + times("if not torch.cuda.is_available():\n    sys.exit(1)\nx.cuda()\n", size)
    yield "a.py", "kernels", head + "import triton\n" + numbered("@triton.jit\ndef k{n}(x):\n    x.sum()\nk{n}[(1,)](x)\n", size)
    yield "a.py", "tries in each other", head + nested(["try:", " import flash_attn", " x.cuda()"]) + \
        "".join(" " * n + "except ImportError: raise\n" for n in reversed(range(90)))
    yield "a.py", "classes", head + numbered("class A{n}(torch.nn.Module):\n    def __init__(self):\n        self.a = torch.nn.Linear(1, 1).cuda()\n    def forward(self, x):\n        return self.a(x).item()\n", size)


def notebooks(size):
    size -= 1000
    yield "a.ipynb", "cells", notebook('{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null, "source": ["import torch\\n", "!pip install torch==1"]}', size)
    yield "a.ipynb", "cells of one line", notebook('{"cell_type": "code", "source": "%%bash\\npip install torch==1"}', size)
    yield "a.ipynb", "one cell", notebook('{"cell_type": "code", "source": [' + times('"x = 1\\n", ', size) + '""]}', 1)
    yield "a.ipynb", "nested lists", times("[", size)
    yield "a.ipynb", "shell lines", notebook('{"cell_type": "code", "source": [' + times('"!pip install torch==1\\n", ', size) + '""]}', 1)


class Runs:
    def __init__(self, binary, slow, seconds):
        self.binary, self.slow, self.passed, self.failed, self.worst = binary, slow, 0, 0, 0.0
        self.seconds = seconds

    def scan(self, folder):
        """CPU seconds, status, stdout, stderr."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            bound = "" if SLOWED else f"ulimit -v {MEGABYTES * 1024}; "
            child = subprocess.Popen(["sh", "-c", bound + 'exec "$@"', "sh", self.binary, "scan", ".", "--format", "json", "--jobs", "1"],
                                     cwd=folder, stdout=out, stderr=err)
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            err.seek(0)
            return used.ru_utime + used.ru_stime, child.returncode, out.read(), err.read()

    def try_text(self, name, what, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            with open(os.path.join(folder, "beside.py"), "w", encoding="utf-8") as file:
                file.write("x = 1\n")
            with open(os.path.join(folder, "README.md"), "w", encoding="utf-8") as file:
                file.write("of a whole project\n")  # so that what nothing uses is looked for
            used, status, out, err = self.scan(folder)
            if used > self.seconds:  # what a loaded machine added is not ours
                used = min(used, self.scan(folder)[0])
        self.worst = max(self.worst, used)
        self.judge(name, what, used, status, out, err)

    def judge(self, name, what, used, status, out, err):
        wrong = []
        result = json.loads(out) if status == 0 else {}
        entries = [i for i in result.get("inputs", []) if i["path"] == name]
        if status != 0:
            wrong.append(f"status {status}: {err[-300:]!r}")
        elif not entries and not result["not_scanned"]["files"]:
            wrong.append("not spoken of")
        elif entries and entries[0]["status"] != "read" and not entries[0].get("reason"):
            wrong.append("read in part without a reason")
        if used > self.seconds:
            wrong.append(f"{used:.2f} s of CPU time")
        note = f"{entries[0]['status']}: {entries[0].get('reason', '')}" if entries else ""
        if used > self.slow:
            print(f"syntaxes: {name}: {what}: {used:.2f} s, {note}", flush=True)
        if wrong:
            print(f"syntaxes: {name}: {what}: {'; '.join(wrong)} ({note})", flush=True)
        self.failed += bool(wrong)
        self.passed += not wrong


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--all", action="store_true", dest="whole")
    parser.add_argument("--slow", type=float, default=1e9)
    parser.add_argument("--only", default="")
    parser.add_argument("--size", type=int)
    asked = parser.parse_args()
    size = asked.size or (10_000_000 if asked.whole else 330_000)
    seconds = (1.0 if size > 2_000_000 else 0.7) * TIME_SCALE
    runs = Runs(os.path.abspath(asked.binary), asked.slow, seconds)
    for name, what, text in texts(size):
        if asked.only in name or asked.only in what:
            runs.try_text(name, what, text)
    print(f"syntaxes: worst {runs.worst:.2f} s; {runs.passed} passed, {runs.failed} failed")
    return 1 if runs.failed else 0


if __name__ == "__main__":
    sys.exit(main())
