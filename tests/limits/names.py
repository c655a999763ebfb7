#!/usr/bin/env python3
"""Does time grow with the text alone? tests/limits/names.py BINARY

Many of one thing and many of another: suppressed names and findings, exceptions and findings, names of a module and who asks
for them, facts and operators, hunks and findings, paths and entries. Each takes seconds when one is walked for every other.
"""
import json, os, subprocess, sys, tempfile

from measure import TIME_SCALE, run

SECONDS = 0.5 * TIME_SCALE
FINDING = "torch.cuda.empty_cache()\n"
DEEP = "/".join("d" * 60)


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def findings(folder, count, name="a.py"):
    write(folder, name, "import torch\n" + FINDING * count)


def graph(folder, ops):
    nodes = "".join(f"        y{i} = torch.ops.{op}(x)\n" for i, op in enumerate(ops))
    write(folder, "g.txt", "class GraphModule(torch.nn.Module):\n    def forward(self, x: \"f32[2]\"):\n" + nodes + "        return (y0,)\n")


def suppressed(folder):
    findings(folder, 5000)
    write(folder, "b.py", "import torch\n# portfit: ignore-file[" + "x*," * 60000 + "]\n" + FINDING * 5000)


def exceptions(folder):
    findings(folder, 300, DEEP + "/a.py")
    write(folder, ".portfit-ignore.yaml", "".join(f"- {{rule: '*', path: '*b{i}/*', reason: r}}\n" for i in range(300)))


def operators(folder):
    graph(folder, [f"my.op{i}.default" for i in range(6000)])
    write(folder, ".portfit-ignore.yaml", "".join(f"- {{operator: my.op{i}.default, reason: r}}\n" for i in range(6000)))


def excluded(folder):
    for i in range(150):
        write(folder, f"{DEEP}/m{i}.py", "x = 1\n")
    write(folder, "portfit.yaml", "exclude:\n" + "".join(f"  - '*b{i}'\n" for i in range(150)))


def all_of_star(folder):
    write(folder, "b.py", "__all__ = [" + "".join(f"'n{i}', " for i in range(30000)) + "]\n")
    write(folder, "a.py", "from b import *\n" + "".join(f"m{i}\n" for i in range(30000)))


def own_of_star(folder):
    write(folder, "b.py", "".join(f"n{i} = f()\n" for i in range(60000)))
    write(folder, "a.py", "from b import *\n" + "".join(f"n{i}\nb.n{i}\n" for i in range(60000)))


def many_stars(folder):
    write(folder, "b.py", "__all__ = []\n")
    write(folder, "c.py", "from b import *\n" * 8000 + "".join(f"n{i}\n" for i in range(20000)))
    write(folder, "d.py", "".join(f"from b.m{i} import *\n" for i in range(5000)) + "".join(f"n{i}\n" for i in range(10000)))


def overloads(folder):
    graph(folder, [f"my.op.o{i}" for i in range(4000)])
    facts = "".join(f"  - {{op: my.op.o{i}, eager: {{base: supported, evidence: documented, source: s{i}}}}}\n" for i in range(4000))
    sources = "".join(f"  - {{id: s{i}, title: t}}\n" for i in range(4000))
    write(folder, "o.yaml", f"target: tpu\nsources:\n{sources}facts:\n{facts}")
    return ["--coverage", "o.yaml"]


def hunks(folder):
    git = ["git", "-C", folder, "-c", "user.email=a@b", "-c", "user.name=a"]
    write(folder, "a.py", "import torch\n" + "".join(f"x = {i}\n{FINDING}" for i in range(22000)))
    for args in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
        subprocess.run([*git, *args], check=True)
    write(folder, "a.py", "import torch\n" + "".join(f"x = {i} + 1\n{FINDING}" for i in range(22000)))
    return ["--since", "HEAD"]


def entries(folder):
    listed = [{"fingerprint": f"1:{i:032x}", "rule": "r", "path": f"zz/{i}.py", "count": 1} for i in range(25000)]
    write(folder, "b.json", json.dumps({"schema": "portfit-baseline/1", "tool": "x", "findings": listed, "operators": []}))
    for i in range(4000):
        write(folder, f"p{i}.py", "x = 1\n")
    return ["--baseline", "b.json", *(f"p{i}.py" for i in range(4000))]


def main():
    binary, passed, failed = os.path.abspath(sys.argv[1]), 0, 0
    kinds = [suppressed, exceptions, operators, excluded, all_of_star, own_of_star, many_stars, overloads, hunks, entries]
    for kind in kinds:
        with tempfile.TemporaryDirectory() as folder:
            more = kind(folder) or []
            where = [] if kind is entries else ["."]
            script = 'cd "$1" && shift && exec "$@"'
            args = ["sh", "-c", script, "sh", folder, binary, "scan", *where, "--format", "json", "--jobs", "1", *more]
            used = run(args, 1)
            if used.cpu > SECONDS:  # what a loaded machine added is not ours
                used = run(args, 2)
        good = used.cpu <= SECONDS and used.out.startswith(b"{") and (used.peak < 250 or TIME_SCALE != 1)
        passed, failed = passed + good, failed + (not good)
        if not good or "--all" in sys.argv:
            print(f"names: {kind.__name__}: {used.cpu:.2f} s, at most {SECONDS}; {used.peak:.0f} MB; status {used.status}")
    print(f"names: {passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
