#!/usr/bin/env python3
"""Can a text make a search long? No: every file kind ends within a second.

usage: patterns.py BINARY [--all] [--slow SECONDS]

For every name of a file that is read as text: one line of twelve million bytes (more than is read: then the report
has to say so), and texts of ten million bytes that are the worst for somebody's regular expression. For every
rule with a pattern: its own `bad` lines, whole and with their last byte gone, over and over on one line, so that the
pattern nearly matches at every step. A run that takes more than a second of CPU time fails, and so does one that
found nothing in a text of `bad` lines and does not say that it looked at a part only.

Without --all smaller texts, a few for each name, in a few seconds. --slow lists what took longer than that.
"""
import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

from measure import TIME_SCALE

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECONDS = 1.0 * TIME_SCALE
NAMES = ["requirements.txt", "poetry.lock", "uv.lock", "Pipfile.lock", "pyproject.toml", "Pipfile", "setup.cfg",
         ".python-version", "environment.yml", "conda-lock.yml", "pixi.lock", "Dockerfile", "Containerfile",
         "docker-compose.yml", "pod.yaml", ".github/workflows/ci.yml", ".gitlab-ci.yml", "train.sh", "train.sbatch",
         ".env", "CMakeLists.txt", "Makefile", "kernel.cu", "kernel.cuh", "op.cpp", "op.h", "main.tf", "config.toml",
         "ds_config.json", "accelerate.yaml", "meson.build", "BUILD.bazel", "sky.yaml", "meta.yaml",
         "image.def", "Procfile", "a.service", "Jenkinsfile", "flake.nix", "job.sub", "values.yaml", "devcontainer.json"]
LINES = ["a", " ", "\\", '"', "'", "(", "-", "$", "${", "$(", "`", "[", "{", "<<", "#", "/", ":", "=", ".", "x/", "- ",
         "--gpus ", "a=b ", "FROM ", "ENV a ", "RUN ", "pip install ", "torch ", "image: ", "&& ", "nvidia", "cuda ",
         "torch==1,", "[[a]]\n", "a\n", "\n", "\t-", "options: --g ", "python --device ", "// ", "/* ", "\"\"\"", "é"]
FEW = ["a", " ", "$(", "[", "x/", "- ", "ENV a ", "pip install ", "\n"]


def scan(binary, path, folder):
    """CPU seconds, the result."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([binary, "scan", path, "--format", "json", "--jobs", "1"], cwd=folder, capture_output=True,
                         timeout=300, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, json.loads(run.stdout) if run.stdout.startswith(b"{") else {}


def snippets():
    """(rule, file name, bad text) of the rules that have a pattern."""
    for name in sorted(os.listdir(os.path.join(ROOT, "rules"))):
        with open(os.path.join(ROOT, "rules", name), encoding="utf-8") as file:
            text = file.read()
        for rule in re.split(r"(?m)^  - id: ", text)[1:]:
            if not re.search(r"(?m)^( +- shell:|        text:)", rule):
                continue
            place = re.search(r"(?m)^    name: (\S+)$", rule)
            bad = re.search(r"(?m)^    bad: \|\n((?:      .*\n|\n)+)", rule)
            if place and bad:
                yield rule.split("\n")[0], place.group(1), re.sub(r"(?m)^      ", "", bad.group(1))


def say_nothing(result):
    """Neither found anything, nor said that a part was not looked at."""
    partly = any(i["status"] != "read" for i in result.get("inputs", []))
    left_out = any("larger" in reason for reason in result.get("not_scanned", {}).get("reasons", {}))
    return not result.get("findings") and not partly and not left_out


class Runs:
    def __init__(self, binary, slow):
        self.binary, self.slow, self.passed, self.failed, self.worst = binary, slow, 0, 0, 0.0

    def try_text(self, name, text, what, expected):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            with open(os.path.join(folder, "beside.py"), "w", encoding="utf-8") as file:
                file.write("x = 1\n")
            used, result = scan(self.binary, ".", folder)
            if used > SECONDS:  # what a loaded machine added is not ours
                used = min(used, scan(self.binary, ".", folder)[0])
        self.worst = max(self.worst, used)
        if used > self.slow:
            print(f"patterns: {name}: {what}: {used:.2f} s", flush=True)
        wrong = []
        if used > SECONDS:
            wrong.append(f"{used:.2f} s of CPU time")
        if expected and say_nothing(result):
            wrong.append("nothing found, and nothing said of it")
        if wrong:
            self.failed += 1
            print(f"patterns: {name}: {what}: {'; '.join(wrong)}")
        else:
            self.passed += 1


def try_front(runs):
    """Of a text that is larger than what is read: the front is read, and the line where it ends is told."""
    line = "    image: nvidia/cuda:12.4.0-devel-ubuntu22.04\n"
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "pod.yaml"), "w", encoding="utf-8") as file:
            file.write("spec:\n" + line + "# nothing\n" * 1_200_000 + line)
        used, result = scan(runs.binary, ".", folder)
    entry, lines = result["inputs"][0], [f["line"] for f in result["findings"] if "pod.yaml" in f["path"]]
    told = re.search(r"up to line (\d+), (\S+) MB of (\S+) MB", entry.get("reason", ""))
    if (entry["status"] == "partly" and told and 1_000_000 < int(told[1]) == entry["lines"] < 1_200_002
            and told[2] == "10.5" and told[3] == "12.0" and lines and set(lines) == {2} and used < SECONDS):
        runs.passed += 1
    else:
        runs.failed += 1
        print(f"patterns: the front of a large file: {entry}, findings in lines {lines}, {used:.2f} s")


def try_one_line(runs):
    """A vocabulary of 100,000 entries on one line is no reason to stop: what stands behind it is found."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "tokenizer.json"), "w", encoding="utf-8") as file:
            json.dump({"vocab": {f"tok{n}": n for n in range(100_000)}, "device": "cuda"}, file, separators=(",", ":"))
        used, result = scan(runs.binary, ".", folder)
    entry, found = result["inputs"][0], [f["rule"] for f in result["findings"]]
    if entry["status"] == "read" and found == ["yaml-device-cuda"] and used < SECONDS:
        runs.passed += 1
    else:
        runs.failed += 1
        print(f"patterns: one line of many entries: {entry}, {found}, {used:.2f} s")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--all", action="store_true", dest="whole")
    parser.add_argument("--slow", type=float, default=1e9)
    asked = parser.parse_args()
    whole, size = asked.whole, 10_000_000 if asked.whole else 250_000
    runs = Runs(os.path.abspath(asked.binary), asked.slow)
    try_front(runs)
    try_one_line(runs)
    for number, name in enumerate(NAMES):
        if whole or number % 5 == 0:
            runs.try_text(name, "a" * 12_000_000, "one line of twelve million bytes", True)
        for line in LINES if whole else FEW:
            runs.try_text(name, line * (size // len(line.encode())), f"{line!r} over and over", False)
    for rule, name, bad in snippets():
        line = " ".join(bad.split())
        runs.try_text(name, bad * (size // len(bad)), f"{rule}: its bad lines", True)
        if whole:
            runs.try_text(name, (line + " ") * (size // (len(line) + 1)), f"{rule}: on one line", False)
        for part in (line[:-1], bad.rstrip("\n").split("\n")[-1][:-1]):
            runs.try_text(name, part * (size // max(len(part), 1)), f"{rule}: nearly, on one line", False)
    print(f"patterns: worst {runs.worst:.2f} s; {runs.passed} passed, {runs.failed} failed")
    return 1 if runs.failed else 0


if __name__ == "__main__":
    sys.exit(main())
