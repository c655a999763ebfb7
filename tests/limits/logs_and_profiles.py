#!/usr/bin/env python3
"""Are logs and profiles read fast, in little memory, and in linear time?

    logs_and_profiles.py BINARY [CORPUS] [--megabytes N] [--tlparse PROGRAM]
    logs_and_profiles.py BINARY --small

profiles  a made Chrome trace of N megabytes (default 200), plain and gzip: at least 200 MB/s of CPU time each, at most 64 MB
logs      with CORPUS, its structured logs joined to N megabytes, beside tlparse where it is given: at least ten times faster
linear    texts that are made to hurt, of two sizes: ten times the text takes at most 25 times as long
--small: only counts and memory, of small files: no clock, so it is part of make check.
The timed run is the one whose counts are checked.
"""
import glob, gzip, json, os, resource, subprocess, sys, tempfile

from measure import SLOWED

HERE = os.path.dirname(os.path.abspath(__file__))


def run(args):
    """CPU seconds, peak MB, status and output of the best of three runs."""
    best = None
    for _ in range(3):
        with tempfile.TemporaryFile() as out:
            pid = os.fork()
            if pid == 0:
                os.dup2(out.fileno(), 1)
                os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
                os.execvp(args[0], args)
            _, status, used = os.wait4(pid, 0)
            out.seek(0)
            cpu = used.ru_utime + used.ru_stime
            if best is None or cpu < best[0]:
                best = (cpu, used.ru_maxrss / 1024, status, out.read())
    return best


def option(name, default=None):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


class Tests:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, what, ok):
        self.passed += bool(ok)
        self.failed += not ok
        print(("" if ok else "FAILED ") + what)


def profiles(t, binary, folder, megabytes, timed=True):
    for name in ("t.json", "t.json.gz"):
        path = os.path.join(folder, name)
        made = subprocess.run([sys.executable, os.path.join(HERE, "make_chrome_trace.py"), str(megabytes), path], capture_output=True, check=True)
        want = json.loads(made.stdout)
        cpu, peak, _, out = run([binary, "dump", "graph", path])
        got = json.loads(out)
        t.check(f"{name}: {want['events']} events, as many as were made",
                (got["events"], sum(got["cpu_ops"].values()), got["by_cat"]["kernel"]) == (want["events"], want["cpu_ops"], want["kernels"]))
        if not timed:
            t.check(f"{name}: peak {peak:.0f} MB", peak <= 24 or SLOWED)
            continue
        t.check(f"{name}: {want['bytes'] / 1e6:.0f} MB in {cpu:.2f} s, {want['bytes'] / 1e6 / cpu:.0f} MB/s", want["bytes"] / 1e6 / cpu >= 200)
        t.check(f"{name}: peak {peak:.0f} MB", peak <= 64)
        os.remove(path)


def logs(t, binary, corpus, folder, megabytes, tlparse):
    texts = []
    for path in sorted(glob.glob(os.path.join(corpus, "graphs", "*.trace.log*"))):
        with (gzip.open if path.endswith(".gz") else open)(path, "rb") as f:
            texts.append(f.read())
    one = b"".join(texts)
    times = max(1, int(megabytes * 1e6 / len(one)))
    path = os.path.join(folder, "big.log")
    with open(path, "wb") as f:
        for _ in range(times):
            f.write(one)
    cpu, peak, _, out = run([binary, "dump", "graph", path])
    got = json.loads(out)
    t.check(f"{times * len(one) / 1e6:.0f} MB of structured logs: {got['records']} records in {cpu:.2f} s, peak {peak:.0f} MB",
            got["payload_hash_mismatch"] == 0 and got["broken_json"] == 0)
    if tlparse:
        other = run([tlparse, path, "-o", os.path.join(folder, "out"), "--overwrite", "--no-browser"])[0]
        t.check(f"tlparse takes {other:.2f} s, {other / cpu:.1f} times as long", other >= 10 * cpu)


def small_log(t, binary, folder):
    """Of a log without graphs nothing is held but a window."""
    path, records = os.path.join(folder, "t.log"), 100000
    with open(path, "w") as f:
        for i in range(records):
            f.write('V0310 09:08:07.000001 4242 torch/a.py:28] {"artifact": {"name": "n"}, "frame_id": %d, "has_payload": "x"}\n' % (i % 7))
            f.write("\t" + "no graph " * 30 + "\n")
    for packed in (False, True):
        if packed:
            with open(path, "rb") as f, gzip.open(path + ".gz", "wb", 1) as out:
                out.write(f.read())
            path += ".gz"
        _, peak, _, out = run([binary, "dump", "graph", path])
        t.check(f"a log of 40 MB{', gzip' if packed else ''}: peak {peak:.0f} MB", json.loads(out)["records"] == records and (peak <= 40 or SLOWED))


def statement(i):
    return f'        x{i}: "f32[{i}, s0]" = torch.ops.aten.add.Tensor(x{max(i - 1, 0)}, {i});  x{max(i - 2, 0)} = None\n'


PREFIX = "V0101 00:00:00.000001 5 torch/a.py:1] [%d/0] [__graph_code] "
HURT = {
    "statements": lambda n: "class GraphModule(torch.nn.Module):\n    def forward(self, x0):\n" + "".join(map(statement, range(n))),
    "classes beside one another": lambda n: "".join(
        f"class GraphModule(torch.nn.Module):\n    def forward(self, x):\n        c = self.c(x)\n    class c(torch.nn.Module):\n        def forward(self, x):\n"
        f"            y = torch.ops.aten.sin.default(x);  x = None\n" for _ in range(n // 4)),
    "children of one class": lambda n: "class GraphModule(torch.nn.Module):\n    def forward(self, x):\n" + "".join(
        f"        a{i} = self.m{i}(x)\n" for i in range(n // 4)) + "".join(
        f"    class m{i}(torch.nn.Module):\n        def forward(self, x):\n            y = self.other(x)\n" for i in range(n // 4)),
    "open brackets": lambda n: "def forward(self, x):\n    a = torch.ops.aten.f.default(" + "(" * n * 8,
    "lines that may be wrapped": lambda n: "def forward(self, x):\na =\n" + "b.\n" * n,
    "one long line": lambda n: "def forward(self, x):\n    a = torch.ops.aten.cat.default([" + "x, " * n * 8 + "])\n    return (a,)\n",
    "str(graph)": lambda n: "graph():\n    %x : [num_users=1] = placeholder[target=x]\n" + "".join(
        f"    %a{i} : [num_users=1] = call_function[target=torch.ops.aten.cat.default](args = ([%x, %a{max(i - 1, 0)}], a, b (c), {i}), kwargs = {{k: a, b, c: d}})\n"
        for i in range(n)),
    "a node without an end": lambda n: "graph():\n    %x : [num_users=1] = call_function[target=f](args = (" + "a, (\n" * n,
    "print_tabular": lambda n: "opcode  name  target  args  kwargs\n------  ----  ------  ----  ------\n" + "".join(
        f"call_function  a{i}  <function f{i} at 0x7f00>  (a{max(i - 1, 0)}, 1)  {{}}\n" for i in range(n)),
    "interleaved logs": lambda n: "".join(PREFIX % (i % 1000) + ("class G(torch.nn.Module):" if i < 1000 else "    def forward(self, x):" if i < 2000 else
                                                                 f"        a{i} = torch.ops.aten.sin.default(x)") + "\n" for i in range(n)),
    "fallbacks": lambda n: "".join(f"Operator 'aten::op{i}' fell back to CPU\n" for i in range(n)),
    "graph breaks": lambda n: "".join(f"Graph break in user code at m.py:{i}\nReason: Unsupported: r{i}\nUser code traceback:\n  File \"m.py\", line {i}, in f\n" for i in range(n // 4)),
    "mail quotes": lambda n: "".join("> > > > " + line + "\n" for line in ("graph():\n" + "    %x : [num_users=1] = placeholder[target=x]\n" * n).split("\n")),
    "records": lambda n: "".join('V0310 09:08:07.000001 4242 torch/a.py:28] {"artifact": {"name": "n%d"}, "frame_id": %d, "has_payload": "x"}\n\tpayload\n' % (i, i)
                                 for i in range(n)),
    "events": lambda n: '{"traceEvents": [' + ",\n".join('{"ph": "X", "cat": "cpu_op", "name": "aten::op%d", "pid": 1, "tid": %d, "ts": %d, "dur": 5, "args": {"External id": %d, "Input type": ["float"], "Input Dims": [[%d]]}}'
                                                          % (i, i, n - i, i * 5000, i) for i in range(n)) + "]}",
    "nested events": lambda n: '{"traceEvents": [' + ",\n".join('{"ph": "X", "cat": "cpu_op", "name": "aten::op", "pid": 1, "tid": 1, "ts": %d, "dur": %d, "args": {}}' % (i, 2 * (n - i)) for i in range(n)) + "]}",
    "an event without an end": lambda n: '{"traceEvents": [{"ph": "X", "args": {"a": [' + '{"x": "y"}, ' * n,
}


def linear(t, binary, folder):
    for name, make in HURT.items():
        times = []
        for n in (4000, 40000):
            path = os.path.join(folder, "text")
            with open(path, "w") as f:
                f.write(make(n))
            times.append(run([binary, "dump", "graph", path])[0])
        ratio = times[1] / max(times[0], 0.004)
        t.check(f"{name}: {times[0] * 1e3:.0f} ms, ten times the text {times[1] * 1e3:.0f} ms", ratio <= 25)


def main():
    binary = os.path.abspath(sys.argv[1])
    corpus = sys.argv[2] if len(sys.argv) > 2 and not sys.argv[2].startswith("--") else None
    megabytes, t = float(option("--megabytes", "200")), Tests()
    with tempfile.TemporaryDirectory() as folder:
        if "--small" in sys.argv:
            profiles(t, binary, folder, 30, timed=False)
            small_log(t, binary, folder)
            print(f"logs and profiles: {t.passed} passed, {t.failed} failed")
            return t.failed > 0
        profiles(t, binary, folder, megabytes)
        if corpus:
            logs(t, binary, corpus, folder, megabytes, option("--tlparse"))
        linear(t, binary, folder)
    print(f"logs and profiles: {t.passed} passed, {t.failed} failed")
    return t.failed > 0


if __name__ == "__main__":
    sys.exit(main())
