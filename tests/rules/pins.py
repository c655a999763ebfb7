#!/usr/bin/env python3
"""Is a version that does not fit told in every form in which a project can pin it, at the place of the pin?

usage: pins.py BINARY

One project with a file for each form: requirement specifiers, extras, markers, hashes, URLs of wheels, the tables of Poetry,
PDM, uv, Hatch, Pixi, Pipenv, lock files, conda, images, commands. Each pins a PyTorch or Python that no release of a back end takes; the
finding has to stand on a line that holds the version, or the name in a lock file. What admits a release that fits, or is no pin of
PyTorch at all, must not be told.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

TOLD = [
    ('eq/requirements.txt',
     'torch==1.13.1\n'),
    ('tilde/requirements.txt',
     'torch~=1.13.0\n'),
    ('lt/requirements.txt',
     'torch<2.0\n'),
    ('range/requirements.txt',
     'torch>=1.10,<2.0\n'),
    ('extras/requirements.txt',
     'torch[opt-einsum]==1.13.1\n'),
    ('marker/requirements.txt',
     'torch==1.13.1; python_version >= "3.8"\n'),
    ('paren/requirements.txt',
     'torch (==1.13.1)\n'),
    ('spaces/requirements.txt',
     'torch  ==  1.13.1\n'),
    ('local/requirements.txt',
     'torch==1.13.1+cu117\n'),
    ('arbitrary/requirements.txt',
     'torch===1.13.1\n'),
    ('wild/requirements.txt',
     'torch==1.13.*\n'),
    ('comment/requirements.txt',
     'torch==1.13.1  # why\n'),
    ('hash/requirements.txt',
     'torch==1.13.1 --hash=sha256:aa\n'),
    ('cont/requirements.txt',
     'torch==1.13.1 \\\n    --hash=sha256:aa\n'),
    ('url/requirements.txt',
     'torch @ https://download.pytorch.org/whl/cu117/torch-1.13.1%2Bcu117-cp310-cp310-linux_x86_64.whl\n'),
    ('bareurl/requirements.txt',
     'https://download.pytorch.org/whl/cu117/torch-1.13.1%2Bcu117-cp310-cp310-linux_x86_64.whl\n'),
    ('le/requirements.txt',
     'torch<=1.13.1\n'),
    ('case/requirements.txt',
     'Torch==1.13.1\n'),
    ('pre/requirements.txt',
     'torch==2.0.0rc1\n'),
    ('post/requirements.txt',
     'torch==1.13.1.post2\n'),
    ('ne/requirements.txt',
     'torch>=1.12,!=1.12.1,<1.14\n'),
    ('crlf/requirements.txt',
     'torch==1.13.1\r\n'),
    ('v/requirements.txt',
     'torch==v1.13.1\n'),
    ('sub/requirements/test/cuda.txt',
     'torch==1.13.1\n'),
    ('pep621/pyproject.toml',
     '[project]\nname="a"\ndependencies = [\n  "torch==1.13.1 ; sys_platform == \'linux\'",\n]\n'),
    ('pep621x/pyproject.toml',
     '[project]\nname="a"\n[project.optional-dependencies]\ngpu = ["torch>=1.9,<1.14"]\n'),
    ('groups/pyproject.toml',
     '[dependency-groups]\ndev = [{include-group = "x"}, "torch~=1.13.0"]\n'),
    ('build/pyproject.toml',
     '[build-system]\nrequires = ["setuptools", "torch==1.13.1"]\n'),
    ('poetry1/pyproject.toml',
     '[tool.poetry.dependencies]\npython = "^3.11"\ntorch = "^1.13"\n'),
    ('poetry2/pyproject.toml',
     '[tool.poetry.dependencies]\ntorch = {version = "~1.13", extras = ["x"], optional = true}\n'),
    ('poetry3/pyproject.toml',
     '[tool.poetry.group.dev.dependencies]\ntorch = "1.13.1"\n'),
    ('poetry4/pyproject.toml',
     '[tool.poetry.dependencies]\ntorch = [\n  {version = "1.13.1", platform = "linux"},\n  {version = "1.12.0", platform = "darwin"},\n]\n'),
    ('poetry5/pyproject.toml',
     '[tool.poetry.dependencies.torch]\nversion = "1.13.*"\nsource = "pytorch"\n'),
    ('poetry6/pyproject.toml',
     '[tool.poetry.dependencies]\ntorch = {url = "https://download.pytorch.org/whl/cu117/torch-1.13.1%2Bcu117-cp310-cp310-linux_x86_64.whl"}\n'),
    ('pdmdev/pyproject.toml',
     '[tool.pdm.dev-dependencies]\ntest = ["torch==1.13.1"]\n'),
    ('uvdev/pyproject.toml',
     '[tool.uv]\ndev-dependencies = ["torch==1.13.1"]\n'),
    ('uvc/pyproject.toml',
     '[tool.uv]\nconstraint-dependencies = ["torch<2"]\noverride-dependencies = ["transformers==4.1"]\n'),
    ('hatch/pyproject.toml',
     '[tool.hatch.envs.default]\ndependencies = ["torch==1.13.1"]\n'),
    ('pixi/pyproject.toml',
     '[tool.pixi.pypi-dependencies]\ntorch = "==1.13.1"\n'),
    ('pixi2/pixi.toml',
     '[dependencies]\npytorch = "1.13.*"\n[pypi-dependencies]\ntorch = "==1.13.1"\n'),
    ('pixi3/pixi.toml',
     '[feature.gpu.dependencies]\npytorch = "1.13.*"\n'),
    ('cfg/setup.cfg',
     '[options]\ninstall_requires =\n    numpy\n    torch==1.13.1\n'),
    ('cfgx/setup.cfg',
     '[options.extras_require]\ngpu =\n    torch<2\n'),
    ('cfg1/setup.cfg',
     '[options]\ninstall_requires = torch==1.13.1\n'),
    ('setup/setup.py',
     'from setuptools import setup\nsetup(install_requires=["torch==1.13.1"])\n'),
    ('setupx/setup.py',
     'from setuptools import setup\nextras = {"gpu": ["torch>=1.9,<1.14"]}\nsetup(extras_require=extras)\n'),
    ('pipfile/Pipfile',
     '[packages]\ntorch = "==1.13.1"\n'),
    ('pipfile2/Pipfile',
     '[packages]\ntorch = {version = "~=1.13.0", index = "pytorch"}\n[requires]\npython_version = "3.8"\n'),
    ('pipfilel/Pipfile.lock',
     '{"_meta": {}, "default": {"torch": {"hashes": ["a"], "version": "==1.13.1"}}, "develop": {}}'),
    ('poetryl/poetry.lock',
     '[[package]]\nname = "torch"\nversion = "1.13.1"\ndescription = "x"\n'),
    ('uvl/uv.lock',
     'version = 1\n[[package]]\nname = "torch"\nversion = "1.13.1+cu117"\nsource = { registry = "x" }\n'),
    ('pdml/pdm.lock',
     '[[package]]\nname = "torch"\nversion = "1.13.1"\nrequires_python = ">=3.7"\n'),
    ('pylock/pylock.toml',
     'lock-version = "1.0"\n[[packages]]\nname = "torch"\nversion = "1.13.1"\n'),
    ('conda/environment.yml',
     'name: x\ndependencies:\n  - pytorch=1.13.1\n'),
    ('conda2/environment.yml',
     'channels: [a]\ndependencies:\n  - pytorch::pytorch=1.13.1=py3.9_cuda11.7\n'),
    ('conda3/environment.yml',
     'dependencies:\n  - pip\n  - pip:\n    - torch==1.13.1\n'),
    ('conda4/environment.yaml',
     'dependencies:\n  - pytorch >=1.9,<1.14\n'),
    ('conda5/environment.yml',
     'dependencies:\n  - conda-forge::pytorch-gpu=1.13\n'),
    ('condal/conda-lock.yml',
     'package:\n- name: pytorch\n  version: 1.13.1\n  manager: conda\n'),
    ('pixil/pixi.lock',
     'packages:\n- conda: https://conda.anaconda.org/conda-forge/linux-64/pytorch-1.13.1-cuda112py310_0.conda\n- pypi: https://x/torch-1.13.1-cp310-cp310-linux_x86_64.whl\n  name: torch\n  version: 1.13.1\n'),
    ('explicit/conda-linux-64.lock',
     '@EXPLICIT\nhttps://conda.anaconda.org/conda-forge/linux-64/pytorch-1.13.1-cuda112py310_0.conda#abc\n'),
    ('docker/Dockerfile',
     'FROM python:3.12\nRUN pip install "torch==1.13.1" numpy\n'),
    ('docker2/Dockerfile',
     'ARG TORCH_VERSION=1.13.1\nFROM pytorch/pytorch:${TORCH_VERSION}-cuda11.6-cudnn8-runtime\n'),
    ('docker3/Dockerfile',
     'FROM python:3.12\nENV T=1.13.1\nRUN uv pip install --system torch==${T}\n'),
    ('docker4/Dockerfile',
     'FROM python:3.12 AS a\nRUN --mount=type=cache,target=/x \\\n  python3 -m pip install \\\n  torch==1.13.1+cu117 -f https://download.pytorch.org/whl/torch_stable.html\n'),
    ('sh/install.sh',
     'conda install -y pytorch==1.13.1 -c pytorch\n'),
    ('wf/.github/workflows/a.yml',
     'jobs:\n  a:\n    steps:\n      - run: pip install torch==1.13.1\n'),
    ('nb/a.ipynb',
     '{"cells": [{"cell_type": "code", "source": ["!pip install torch==1.13.1\\n"], "metadata": {}, "outputs": [], "execution_count": null}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'),
    ('tox/tox.ini',
     '[testenv]\ndeps =\n    torch==1.13.1\n'),
    ('cons/constraints.txt',
     'torch==1.13.1\n'),
    ('pyver/.python-version',
     '3.7.1\n'),
    ('matrix/.github/workflows/a.yml',
     'jobs:\n  a:\n    strategy:\n      matrix:\n        torch: [1.13.1, 2.0.1]\n    steps:\n      - run: pip install torch==${{ matrix.torch }}\n'),
    ('matrix2/.github/workflows/a.yml',
     'jobs:\n  a:\n    strategy:\n      matrix:\n        include:\n          - {torch: 1.13.1, python: "3.12"}\n    steps:\n      - run: |\n          pip install numpy\n          pip install "torch==${{matrix.torch}}+cpu" torchvision\n'),
    ('matrix3/.github/workflows/a.yml',
     'jobs:\n  a:\n    strategy:\n      matrix:\n        v:\n          - {torch: 1.13.1, tv: 0.14.1}\n    steps:\n      - run: uv pip install torch~=${{ matrix.v.torch }}\n'),
    ('matrix4/.github/workflows/a.yml',
     'jobs:\n  a:\n    strategy:\n      matrix:\n        torch: ["torch==1.13.1 torchvision==0.14.1", "torch<2.1"]\n    steps:\n      - run: pip install ${{ matrix.torch }}\n'),
    ('matrix5/.gitlab-ci.yml',
     'a:\n  parallel:\n    matrix:\n      - TORCH: ["1.13.1", "2.0.1"]\n  script:\n    - pip install torch==$TORCH\n'),
    ('wfenv/.github/workflows/a.yml',
     'env:\n  TORCH: 1.13.1\njobs:\n  a:\n    steps:\n      - run: pip install torch==${{ env.TORCH }}\n'),
    ('travis/.travis.yml',
     'install:\n  - pip install torch==1.13.1\n'),
    ('recipe/meta.yaml',
     '{% set name = "x" %}\npackage:\n  name: {{ name|lower }}\nrequirements:\n  host:\n    - python\n  run:\n    - pytorch >=1.9,<1.14  # [linux]\n'),
    ('recipe2/meta.yaml',
     '{%- set tv = "1.13.1" -%}\nbuild:\n  script: {{ PYTHON }} -m pip install .\nrequirements:\n  run:\n    - pytorch =={{ tv }}\n'),
    ('recipe3/meta.yaml',
     'outputs:\n  - name: a\n    requirements:\n      run:\n      - conda-forge::pytorch 1.13.*\n'),
    ('recipe4/recipe.yaml',
     'context:\n  tv: "1.13.1"\nrequirements:\n  run:\n    - pytorch ==${{ tv }}\n    - if: linux\n      then: pytorch <2\n'),
    ('variants/conda_build_config.yaml',
     'pytorch:\n  - 1.13.1\n'),
    ('explicit2/spec.txt',
     '# This file may be used to create an environment using:\n@EXPLICIT\nhttps://conda.anaconda.org/conda-forge/linux-64/pytorch-1.13.1-cuda112py310_0.conda#abc\n'),
    ('condan/gpu.yaml',
     'name: x\ndependencies:\n  - pytorch=1.13.1\n'),
    ('pixi4/pixi.toml',
     '[target.linux-64.dependencies]\npytorch = "1.13.*"\n'),
    ('pixi5/pixi.toml',
     '[feature.gpu.target.linux-64.pypi-dependencies]\ntorch = {version = "==1.13.1", index = "x"}\n'),
    ('cons2/constraints.in',
     'torch==1.13.1\n'),
    ('cons3/constraints/base.txt',
     'torch==1.13.1\n'),
    ('reqs/reqs/gpu.txt',
     'torch==1.13.1\n'),
    ('tox2/tox.ini',
     '[testenv]\ndeps =\n    py37-torch1: torch==1.13.*\n'),
    ('tox3/tox.ini',
     '[testenv]\ncommands =\n    python -m pip install "torch<2"\n'),
    ('tox4/tox.toml',
     '[env_run_base]\ndeps = ["torch==1.13.1"]\n'),
    ('tox5/pyproject.toml',
     '[tool.tox.env.gpu]\ndeps = ["torch==1.13.1"]\n'),
    ('hatch2/hatch.toml',
     '[envs.default]\nextra-dependencies = ["torch==1.13.1"]\n'),
    ('flit/pyproject.toml',
     '[tool.flit.metadata]\nrequires = ["torch==1.13.1"]\n'),
    ('cfg2/setup.cfg',
     '[options]\ninstall_requires = numpy; torch==1.13.1\n'),
    ('nox/noxfile.py',
     'import nox\n\n\n@nox.session\ndef tests(session):\n    session.install("-r", "a.txt", "torch==1.13.1")\n'),
    ('cog/cog.yaml',
     'build:\n  python_packages:\n    - "torch==1.13.1"\n'),
    ('truss/config.yaml',
     'requirements:\n  - torch==1.13.1\n'),
    ('rayenv/job.yaml',
     'runtime_env:\n  pip: ["torch==1.13.1"]\n'),
    ('rayenv2/job.yaml',
     'runtime_env:\n  pip:\n    packages: ["torch==1.13.1"]\n'),
    ('bento/bentofile.yaml',
     'python:\n  packages:\n    - torch==1.13.1\n'),
    ('make/Makefile',
     'TORCH ?= 1.13.1\ninstall:\n\tpip install torch==$(TORCH)\n'),
    ('apptainer/image.def',
     'Bootstrap: docker\nFrom: debian:13\n%post\n    pip install torch==1.13.1\n'),
    ('procfile/Procfile',
     'release: pip install torch==1.13.1\n'),
]
NOT_TOLD = [
    ('no_fits/requirements.txt',
     'torch==2.13.0\n'),
    ('no_open/requirements.txt',
     'torch>=1.9\n'),
    ('no_any/requirements.txt',
     'torch\n'),
    ('no_ge/requirements.txt',
     'torch>=2.0,<3\n'),
    ('no_other/requirements.txt',
     'torchx==0.1\n'),
    ('no_not/requirements.txt',
     'torch!=1.13.1\n'),
    ('no_lt3/requirements.txt',
     'torch<3\n'),
    ('no_matrix/.github/workflows/a.yml',
     'jobs:\n  a:\n    strategy:\n      matrix:\n        torch: [2.13.0, 2.14.0]\n        other: [1.13.1]\n    steps:\n      - run: pip install torch==${{ matrix.torch }}\n'),
    ('no_one_fits/.github/workflows/a.yml',
     'jobs:\n  a:\n    strategy:\n      matrix:\n        torch: [1.13.1, 2.13.0]\n    steps:\n      - run: pip install torch==${{ matrix.torch }}\n'),
    ('no_scope/.github/workflows/a.yml',
     'jobs:\n  a:\n    strategy: {matrix: {torch: [1.13.1]}}\n  b:\n    steps:\n      - run: pip install torch==${{ matrix.torch }}\n'),
    ('no_recipe/meta.yaml',
     '{% set tv = "2.13.0" %}\nrequirements:\n  run:\n    - pytorch =={{ tv }}\n    - pytorch {{ pytorch }}\ntest:\n  requires:\n    - pytorch 1.13\nabout:\n  summary: pytorch 1.13.1\n'),
    ('no_tox/tox.ini',
     '[testenv]\ndeps =\n    torch: torch>=2\nsetenv =\n    TORCH = torch==1.13.1\n'),
    ('no_make/Makefile',
     'TORCH := 2.13.0\n# torch==1.13.1\ninstall:\n\tpip install torch==$(TORCH)\n'),
    ('no_nox/noxfile.py',
     'import nox\n\n\n@nox.session\ndef tests(session):\n    session.run("echo", "torch==1.13.1")\n'),
]


def scan(binary, folder):
    """By path, the findings about versions."""
    run = subprocess.run([binary, "scan", ".", "--format", "json"], cwd=folder, capture_output=True, check=True)
    found = {}
    for finding in json.loads(run.stdout)["findings"]:
        if finding["rule"].startswith("version-"):
            found.setdefault(finding["path"], []).append(finding)
    return found


def judge(path, text, findings):
    """What is wrong with a form's findings; "" when nothing is."""
    if not findings:
        return "not told"
    lines = text.replace("\\n", "\n").split("\n")
    for finding in findings:
        covered = "\n".join(lines[finding["line"] - 1:finding["end_line"]])
        if not re.search(r"torch|python|transformers|1\.1|3\.[78]", covered):
            return f"told on line {finding['line']}: {covered!r}"
    return ""


def main():
    binary = os.path.abspath(sys.argv[1])
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for path, text in TOLD + NOT_TOLD:
            os.makedirs(os.path.join(folder, os.path.dirname(path)), exist_ok=True)
            with open(os.path.join(folder, path), "w", encoding="utf-8", newline="") as file:
                file.write(text)
        found = scan(binary, folder)
    for path, text in TOLD + NOT_TOLD:
        if (path, text) in TOLD:
            wrong = judge(path, text, found.get(path))
        else:
            wrong = "told, and fits" if path in found else ""
        passed += not wrong
        failed += bool(wrong)
        if wrong:
            print(f"pins: {path}: {wrong}")
    print(f"pins: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
