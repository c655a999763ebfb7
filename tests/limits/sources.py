#!/usr/bin/env python3
"""Does a scan of sources stay fast and small? tests/limits/sources.py BINARY

The Python front end alone against CPython's own parser, all rules against ten: CPU seconds of one run, taken in turn, so that
the load of the machine meets both; memory of files of one source file's largest size that hold nothing but calls, names or
tokens. The exact ratios are in bench.py.
"""
import json, os, subprocess, sys, tempfile

from measure import SLOWED, TIME_SCALE, run as measured

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FILE_BYTES = 8 << 20  # limits_default.text_file_bytes

MODEL = """
import math
from typing import Optional

import torch
import torch.nn.functional as F
from torch import nn

from .base import Config, load_config


class Attention{0}(nn.Module):
    '''Multi-headed attention, as in the paper.'''

    def __init__(self, config: Config, layer: int = {0}):
        super().__init__()
        self.heads = config.heads
        self.size = config.hidden // self.heads
        self.q = nn.Linear(config.hidden, config.hidden, bias=config.bias)
        self.k = nn.Linear(config.hidden, config.hidden, bias=config.bias)
        self.v = nn.Linear(config.hidden, config.hidden, bias=config.bias)
        self.out = nn.Linear(config.hidden, config.hidden)
        self.register_buffer("mask", torch.ones(config.length, config.length).tril())
        self.drop = config.dropout if config.dropout is not None else 0.0

    def split(self, x: torch.Tensor, batch: int) -> torch.Tensor:
        return x.view(batch, -1, self.heads, self.size).transpose(1, 2).contiguous()

    def forward(self, hidden: torch.Tensor, mask: Optional[torch.Tensor] = None, cache=None, flag: bool = False):
        batch, length, _ = hidden.size()
        q, k, v = self.split(self.q(hidden), batch), self.split(self.k(hidden), batch), self.split(self.v(hidden), batch)
        if cache is not None:
            k, v = cache.update(k, v, {0})
        weights = torch.matmul(q, k.transpose(2, 3)) / math.sqrt(self.size)
        if mask is not None:
            if mask.dim() == 2:
                mask = mask[:, None, None, :]
            weights = weights + mask[..., : k.shape[-2]]
        weights = nn.functional.softmax(weights, dim=-1, dtype=torch.float32).to(q.dtype)
        weights = F.dropout(weights, p=self.drop if self.training else 0.0, training=self.training)
        result = torch.matmul(weights, v).transpose(1, 2).reshape(batch, length, -1)
        return self.out(result), weights if flag else None


def prepare_{0}(path, names, count=3, limit=None):
    config = load_config(path)
    table = {{"name": config.name, "count": count, "values": [n.strip() for n in names if n and not n.startswith("_")]}}
    for index, name in enumerate(sorted(names)):
        if limit is not None and index >= limit:
            break
        table.setdefault(name, []).append((index, name, len(name) * count))
    return table, "{{}} of {{}}".format(count, len(names)) if count > 1 else ""
"""


def run(args):
    """CPU seconds, peak MB."""
    pid = os.fork()
    if pid == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        os.execv(args[0], args)
    _, _, used = os.wait4(pid, 0)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


PARSE = """
import ast, glob, sys, time
texts = [open(path).read() for path in glob.glob(sys.argv[1] + "/m?.py")]
start = time.process_time()
for text in texts:
    ast.parse(text)
print((time.process_time() - start) / sum(map(len, texts)))
"""


def front_end(dumper, tree, check):
    """A byte costs CPython's parser about 50 times what it costs the front end, files read and records made."""
    size = sum(os.path.getsize(os.path.join(tree, name)) for name in os.listdir(tree))
    ours, theirs = 1e9, 1e9
    for _ in range(7):
        ours = min(ours, run([dumper, "read", tree])[0] / size)
        theirs = min(theirs, float(subprocess.run([sys.executable, "-c", PARSE, tree], capture_output=True, check=True).stdout))
    check("the Python front end against ast.parse, CPU ratio of a byte", ours / theirs, 1 / 25)
    print(f"sources: the front end takes {ours * 1e9:.1f} ns CPU a byte, CPython's parser {theirs / ours:.0f} times that")


def tied_files(binary, folder, check):
    """Files that import each other, many of them entry points: what is kept of each is little."""
    count, tree = 1500, os.path.join(folder, "tied")
    os.mkdir(tree)
    open(os.path.join(tree, "__init__.py"), "w").close()
    for i in range(count):
        names = [(f"module_{(i * 7 + k) % count}", f"name_{k}") for k in range(20)]
        with open(os.path.join(tree, f"module_{i}.py"), "w") as f:
            f.write("".join(f"from .{module} import {name}, other_{name}\n" for module, name in names))
            f.write("def run(x):\n" + "".join(f"    {name}.call(x)\n    x = other_{name}(x)\n" for _, name in names))
            f.write("if __name__ == '__main__':\n    run(1)\n")
    one = measured([binary, "scan", os.path.join(tree, "module_0.py")], 1).peak
    all_of_them = measured([binary, "scan", tree, "--jobs", "1"], 1).peak
    check("kept of a file among files that import each other, KB", (all_of_them - one) * 1024 / count, 22)
    print(f"sources: {(all_of_them - one) * 1024 / count:.1f} KB are kept of a file among files that import each other")


def filled(unit):
    return unit * (FILE_BYTES // len(unit))


DENSE = {
    "calls": filled("f(a)\n"),
    "calls in each other": filled("torch.f(a.b(c), d=e())\n"),
    "calls in one list": "x = [" + filled("f(a),")[: FILE_BYTES - 20] + "]\n",
    "numbers in one list": "x = [" + filled("1,")[: FILE_BYTES - 20] + "]\n",
    "names": "".join("a%07d = b%07d\n" % (i, i) for i in range(FILE_BYTES // 20)),
}


def found_in_large(binary, folder, check):
    """A file has the same findings with a megabyte of comments before them as without."""
    with open("tests/rules/golden/quay/returned_later.py", encoding="utf-8") as f:
        text = f.read()
    told = []
    for name, before in (("small.py", 0), ("large.py", 1 << 20)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write("# nothing\n" * (before // 10) + text)
        out = subprocess.run([binary, "scan", os.path.join(folder, name), "--format", "json"], capture_output=True).stdout
        told.append([(i["rule"], i["severity"], i["line"] - before // 10) for i in json.loads(out)["findings"]])
    check("findings that a large file has otherwise", len(set(told[0]) ^ set(told[1])), 0)
    check("findings of a small file that are none", 5 - len(told[0]), 0)


def main():
    binary = os.path.abspath(sys.argv[1])
    passed = failed = 0

    def check(what, value, bound):
        nonlocal passed, failed
        passed, failed = passed + (value <= bound), failed + (value > bound)
        if value > bound:
            print(f"{what}: {value:.4g}, at most {bound}")

    rules = json.loads(subprocess.run([binary, "rules", "list", "--format", "json"], capture_output=True).stdout)
    ten = sum((["--select", r["id"]] for r in rules[:10]), [])
    with tempfile.TemporaryDirectory() as folder:
        tree = os.path.join(folder, "tree")
        os.mkdir(tree)
        for i in range(700):
            with open(os.path.join(tree, f"m{i}.py"), "w") as f:
                f.write(MODEL.format(i) * 4)
        if not SLOWED:
            front_end(os.path.join(os.path.dirname(binary), "tests/diff/python_dump"), tree, check)
            tied_files(binary, folder, check)
        found_in_large(binary, folder, check)
        some, everything = 1e9, 1e9
        for _ in range(7):
            some = min(some, run([binary, "scan", tree, "--jobs", "1", *ten])[0])
            everything = min(everything, run([binary, "scan", tree, "--jobs", "1"])[0])
        check("all rules against ten, CPU ratio", everything / some, 1.8)
        print(f"sources: all rules take {everything / some:.2f} times the CPU of ten ({everything:.2f} s)")
        for what, text in {} if SLOWED else DENSE.items():
            path = os.path.join(folder, "dense.py")
            with open(path, "w") as f:
                f.write(text)
            seconds, peak = run([binary, "scan", path])
            check(f"a file of nothing but {what}, MB", peak, 64 + FILE_BYTES / 1e6)
            check(f"a file of nothing but {what}, seconds", seconds, 3)
        # a finding a line: only so many are told, and the input says so
        path = os.path.join(folder, "found.py")
        with open(path, "w") as f:
            f.write("import torch\n" + filled('x = torch.zeros(3, device="cuda")\n')[: 4 << 20])
        out = subprocess.run([binary, "scan", path, "--format", "json"], capture_output=True).stdout
        report = json.loads(out)
        check("findings of one file", len(report["findings"]), 50000)
        check("files read whole that hold more", report["inputs"][0]["status"] != "partly", 0)
        if not SLOWED:
            seconds, peak = run([binary, "scan", path])
            check("a finding a line, seconds", seconds, 2)
            check("a finding a line, MB", peak, 320)
    print(f"sources: {passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
