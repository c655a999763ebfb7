#!/usr/bin/env python3
"""Is a result told later what the scan would have told? tests/diff/report.py BINARY [CORPUS]

Every input is scanned into every format; the JSON of the scan is read back by `portfit report` and written into every
format again, in both languages, both modes and two widths: the bytes must be the same. Then results are damaged: cut
short, with bytes changed, with values of another kind, with numbers that point nowhere. The program answers with
status 0 or with one line and status 2, never anything else.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

from checks import Checks

FORMATS = ("text", "json", "jsonl", "sarif", "junit", "github", "gitlab", "csv", "markdown", "html", "sqlite")
VARIANTS = (["--lang", "en"], ["--lang", "zh-TW", "--mode", "compile", "--width", "80", "-v"])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run(binary, args, **kwargs):
    return subprocess.run([binary] + args, capture_output=True, timeout=300, **kwargs)


def outputs(folder):
    return [a for f in FORMATS for a in ("--output", f"{f}:{folder}/r.{f}")]


def difference(a, b):
    at = next((i for i in range(min(len(a), len(b))) if a[i] != b[i]), min(len(a), len(b)))
    return f"byte {at}: {a[max(0, at - 60):at + 60]!r} is {b[max(0, at - 60):at + 60]!r}"


def round_trip(c, binary, place, inputs, options, cwd):
    first, second = os.path.join(place, "first"), os.path.join(place, "second")
    for folder in (first, second):
        os.makedirs(folder, exist_ok=True)
        for f in os.listdir(folder):
            os.remove(os.path.join(folder, f))
    scan = run(binary, ["scan", *inputs, "-q", "--as-of", "2026-11-30", *options, *outputs(first)], cwd=cwd)
    if not os.path.exists(f"{first}/r.json"):
        c.check(f"{inputs}: {scan.stderr.decode(errors='replace')[:200]}", scan.returncode == 2)
        return None
    shown = [o for i, o in enumerate(options) if o in ("--lang", "--width", "-v") or i and options[i - 1] in ("--lang", "--width")]
    again = run(binary, ["report", f"{first}/r.json", "-q", *shown, *outputs(second)], cwd=cwd)
    c.check(f"{inputs}: report: status {again.returncode} {again.stderr.decode(errors='replace')[:300]}", again.returncode == 0 and not again.stderr)
    for f in FORMATS:
        a = open(f"{first}/r.{f}", "rb").read()
        b = open(f"{second}/r.{f}", "rb").read() if os.path.exists(f"{second}/r.{f}") else b""
        if f == "html":
            a, b = without_sources(a), without_sources(b)
        c.check(f"{inputs} {options[:2]} {f}: {'' if a == b else difference(a, b)}", a == b)
    return f"{first}/r.json"


def without_sources(page):
    """The lines of the project's sources are not in a result, and the page says so."""
    page = re.sub(rb'<pre tabindex="0"[^>]*>.*?</pre>', b"", page, flags=re.S)
    for said in (" The lines of the sources are not part of a result; the scan shows them.", " 結果檔不含原始碼；掃描時才會顯示。"):
        page = page.replace(said.encode(), b"")
    return page


def damaged(text, rng):
    """Results that are none, or that lie."""
    for _ in range(40):
        yield text[:rng.randrange(len(text))]
    for _ in range(60):
        at = rng.randrange(len(text))
        yield text[:at] + bytes([rng.randrange(256)]) + text[at + 1:]
    report = json.loads(text)
    leaves = []

    def walk(node):
        items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
        for key, value in items:
            leaves.append((node, key))
            walk(value)

    walk(report)
    for value in (None, -1, 2**31, 2**32, 2**64, 10**30, 1.5, True, "", "x" * 100, [], {}, [[]], {"a": 1}):
        for node, key in rng.sample(leaves, min(30, len(leaves))):
            kept, node[key] = node[key], value
            yield json.dumps(report).encode()
            node[key] = kept
    for node, key in rng.sample(leaves, min(100, len(leaves))):
        if isinstance(node, dict):
            kept = node.pop(key)
            yield json.dumps(report).encode()
            node[key] = kept


def hostile(c, binary, place, result, rng):
    text = open(result, "rb").read()
    path, out = os.path.join(place, "hurt.json"), os.path.join(place, "hurt")
    os.makedirs(out, exist_ok=True)
    for n, bad in enumerate(damaged(text, rng)):
        with open(path, "wb") as f:
            f.write(bad)
        done = run(binary, ["report", path, "-q", *outputs(out)])
        lines = done.stderr.decode(errors="replace").splitlines()
        ok = done.returncode == 0 and not lines or done.returncode == 2 and len(lines) == 1
        c.check(f"damaged {n}: status {done.returncode}, {lines[:2]}", ok)
        if not ok:
            os.replace(path, f"/tmp/portfit-damaged-{n}.json")


def inputs_of(corpus):
    for name in sorted(os.listdir(os.path.join(ROOT, "examples"))):
        if os.path.isdir(os.path.join(ROOT, "examples", name)):
            yield [f"examples/{name}"], []
    yield ["examples/transformer-block", "examples/cuda-trainer"], []
    yield ["examples/training-step"], ["--training"]
    yield ["examples/training-step", "examples/cuda-trainer"], ["--plan", "tools/shots-plan.yaml"]
    yield ["examples/lstm"], ["--plan", "tests/cases/a-scan-with-a-plan-says-hours-and-money/plan.yaml", "--no-labour"]
    yield ["examples/convnet"], ["--training", "--fail-on", "major", "--target", "tpu"]
    for name in sorted(os.listdir(os.path.join(ROOT, "tests", "cases"))):
        folder = os.path.join("tests", "cases", name)
        if any(f.endswith((".py", ".pt2", ".log", ".json", ".txt", ".gz", ".ipynb", ".yaml")) for f in os.listdir(os.path.join(ROOT, folder))):
            yield [folder], []
    if corpus:
        graphs = os.path.join(os.path.abspath(corpus), "graphs")
        for name in sorted(os.listdir(graphs)):
            yield [os.path.join(graphs, name)], ["--training"]


def main():
    binary, corpus = os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None
    c, rng = Checks(), random.Random(9)
    with tempfile.TemporaryDirectory() as place:
        for inputs, more in inputs_of(corpus):
            for variant in VARIANTS:
                result = round_trip(c, binary, place, inputs, variant + more, ROOT)
                if result and variant is VARIANTS[0] and (inputs[0] in ("examples/cuda-trainer", "examples/mixture-of-experts") or "--training" in more and not corpus):
                    hostile(c, binary, place, result, rng)
    return c.end("report")


if __name__ == "__main__":
    sys.exit(main())
