#!/usr/bin/env python3
"""Probes against chips that fail in known ways: the table of behaviours against what is reported.

usage: torch_probe.py BINARY [--simchip FOLDER] [--graphs FOLDER] [--only WORD]... [--long]

The simulated chip and the graphs are looked for in shared/ beside the project; without them their
cases are left out, and said. --long takes all cases, all graphs and 200 kills; without it some of each, drawn by seeds that are printed.

Needs torch in the interpreter that runs it (and that the workers then use). Every case is one run of
portfit on a small graph exported here; the simulated chip is told by its environment variable what to
do wrong, and the worker never reads that. A case passes when the operator that misbehaves is reported
as expected in every part, and every other operator as right.
"""
import argparse
import concurrent.futures
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FINE = {"right", "none"}
PARTS = ("eager.forward", "eager.backward", "compile.forward", "compile.backward")


def export(folder):
    """The graphs of the cases: `few` for one behaviour alone, `many` for all at once."""
    import torch

    class Many(torch.nn.Module):
        def forward(self, x, y, i):
            a = torch.mm(x, y)
            b = torch.exp(a * 0.1)
            c = torch.erfinv(torch.tanh(b) * 0.9)
            d = torch.log1p(c.abs())
            e = torch.sort(d, dim=-1)[0]
            f = torch.tan(e) + torch.celu(d)
            g = torch.softmax(f, -1)
            return g.cumsum(-1), torch.atan(b), torch.erf(c), i * 2 + 1, torch.relu(a), torch.log10(c.abs() + 1)

    torch.manual_seed(0)
    inputs = (torch.rand(16, 24), torch.rand(24, 32), torch.arange(8))
    torch.export.save(torch.export.export(Many(), inputs), os.path.join(folder, "many.pt2"))

    class Few(torch.nn.Module):
        def forward(self, x, y):
            b = torch.exp(torch.mm(x, y) * 0.1)
            c = torch.erfinv(torch.tanh(b) * 0.9)
            return torch.celu(torch.sort(torch.log1p(c.abs()), dim=-1)[0]), torch.erf(c)

    torch.export.save(torch.export.export(Few(), inputs[:2]), os.path.join(folder, "few.pt2"))

    with open(os.path.join(folder, "user.py"), "w", encoding="utf-8") as f:
        f.write(USER)

    class Large(torch.nn.Module):
        def forward(self, x):
            return torch.exp(x), torch.sin(x[:4])

    torch.export.save(torch.export.export(Large(), (torch.rand(1 << 20),)), os.path.join(folder, "large.pt2"))

    class Writes(torch.nn.Module):
        def forward(self, x):
            y = x.clone()
            y.add_(1.0)
            y.mul_(x)
            return y, torch.zeros(0, 4) + 1.0, torch.nn.functional.dropout(x, 0.5, True), torch.rand(4, 4)

    torch.export.save(torch.export.export_for_training(Writes(), (torch.rand(8, 8),))
                      if hasattr(torch.export, "export_for_training") else torch.export.export(Writes(), (torch.rand(8, 8),)),
                      os.path.join(folder, "writes.pt2"))


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.passed, self.failed = 0, 0

    def run(self, graph, config, *more, device=None, env=None, expect=0, python=None):
        """One run; (results by operator, the whole results, the finished process)."""
        into = tempfile.mkdtemp(prefix="run", dir=self.folder)
        variables = dict(os.environ, PYTHONPATH=self.options.simchip, OMP_NUM_THREADS="1")
        variables.pop("SIMCHIP_CONFIG", None)
        if config is not None:
            variables["SIMCHIP_CONFIG"] = json.dumps(config)
        variables.update(env or {})
        device = device or (config or {}).get("device", "simchip" if config is not None else "cpu")
        command = [self.options.portfit, "probe", os.path.join(self.folder, graph) if graph else "--", "--device", device,
                   "--python", python or sys.executable, "--folder", into, "-q", *more]
        done = subprocess.run([c for c in command if c != "--"], env=variables, capture_output=True, text=True, timeout=900)
        results = {}
        path = os.path.join(into, "results.json")
        whole = json.load(open(path)) if os.path.exists(path) else {"experiments": []}
        for row in whole["experiments"]:
            results.setdefault(row["operator"], []).append(row)
        if expect is not None and done.returncode != expect:
            print("   status %d: %s" % (done.returncode, done.stderr.strip()[:400]))
            results = {}
        return results, whole, done

    def check(self, name, ok, text=""):
        self.passed += bool(ok)
        self.failed += not ok
        print("%s %s%s" % ("ok  " if ok else "FAIL", name, "" if ok else ": " + text), flush=True)

    def drawn(self, names, count):
        """All names with --long, else a few of them, by a seed that is printed."""
        if self.options.long or len(names) <= count:
            return set(names)
        seed = random.randrange(1 << 30)
        print("   %d of %d cases drawn with seed %d; --long takes all" % (count, len(names), seed))
        return set(random.Random(seed).sample(names, count))

    def wanted(self, name):
        return not self.options.only or any(o in name for o in self.options.only)


def statuses(rows, part):
    return {row.get("parts", {}).get(part, {}).get("status", "not run") for row in rows}


def judge(results, expected, modes=("eager", "compile")):
    """Differences between what is expected of each operator's parts and what was reported.

    expected: {operator: {part: status}}; parts that are not named must be right, none or (behind a
    failed forward part) not run."""
    wrong = []
    if not results:
        wrong.append("no results")
    for op, rows in results.items():
        if any("not_run" in row for row in rows):
            wrong.append("%s not run: %s" % (op, rows[0].get("why", rows[0]["not_run"])))
            continue
        for part in PARTS:
            if part.split(".")[0] not in modes:
                continue
            want = expected.get(op, {}).get(part)
            got = statuses(rows, part)
            if want is None:
                allowed = FINE | ({"not run"} if op in expected else set())
                if not got <= allowed:
                    wrong.append("%s %s is %s" % (op, part, sorted(got)))
            elif got != {want}:
                wrong.append("%s %s is %s, expected %s" % (op, part, sorted(got), want))
    for op in expected:
        if op not in results:
            wrong.append(op + " is not among the results")
    return wrong


def both(op, status, compile_status=None):
    return {op: {"eager.forward": status, "compile.forward": compile_status or status}}


LOG1P, MM, ERFINV, SORT = "aten.log1p.default", "aten.mm.default", "aten.erfinv.default", "aten.sort.default"
EXP, SOFTMAX = "aten.exp.default", "aten.softmax.int"
LIMIT = ("--time-limit", "30")
NO_TRACE = {"fallback_trace": False}


def one(behaviour):
    return {"ops": {"aten::log1p": behaviour}}


def parts(op, status):
    return {op: {"eager.forward": status, "compile.forward": status}}


# name, configuration, what is expected (parts that are not named: right, none, or not run behind a
# forward part that failed), further options.
CASES = [
    ("all well", {}, {}, ()),
    ("refused", {"unsupported": ["aten::erfinv"]}, both(ERFINV, "refused", "compile refused"), ()),
    ("refused, as a RuntimeError", {"unsupported": ["aten::erfinv"], "error": "RuntimeError"},
     both(ERFINV, "refused", "compile refused"), ()),
    ("refused through its out= form", {"unsupported": ["aten::mm"]}, {MM: {"eager.forward": "refused"}}, ("--modes", "eager")),
    ("silently on the CPU", {"unsupported": ["aten::erfinv"], "on_unsupported": "cpu"}, parts(ERFINV, "fallback"), ()),
    ("silently on the CPU, structured", {"unsupported": ["aten::sort"], "on_unsupported": "cpu"}, parts(SORT, "fallback"), ()),
    ("silently on the CPU, no trace", dict(NO_TRACE, unsupported=["aten::erfinv", "aten::sort"], on_unsupported="cpu"),
     {**parts(ERFINV, "fallback"), **parts(SORT, "fallback")}, ()),
    ("silently on the CPU, no trace, backward", dict(NO_TRACE, unsupported=["aten::celu_backward", "aten::elu_backward"],
                                                     on_unsupported="cpu"),
     {"aten.celu.default": {"eager.backward": "fallback", "compile.backward": "fallback"}}, ()),
    ("silently on the CPU, a chip of that name without its module",
     dict(NO_TRACE, device="neuron", unsupported=["aten::erfinv"], on_unsupported="cpu"), parts(ERFINV, "fallback"), ()),
    ("silently on the CPU, vendor's list", dict(NO_TRACE, device="neuron", module_alias="torch_neuronx",
                                                on_unsupported="cpu", unsupported=["aten::erfinv"]),
     parts(ERFINV, "fallback"), ()),
    ("one silently on the CPU", {"ops": {"aten::sort": "fallback"}}, both(SORT, "fallback", "compile refused"), ()),
    ("one silently on the CPU, no trace", dict(NO_TRACE, ops={"aten::sort": "fallback"}),
     both(SORT, "fallback", "compile refused"), ()),
    ("silently on the CPU in the backward pass only", {"unsupported": ["aten::celu_backward", "aten::elu_backward"],
                                                       "on_unsupported": "cpu"},
     {"aten.celu.default": {"eager.backward": "fallback", "compile.backward": "fallback"}}, ()),
    ("missing", {"unsupported": ["aten::erfinv"], "on_unsupported": "missing"}, parts(ERFINV, "no kernel"), ()),
    ("error", one({"error": "internal failure 17"}), parts(LOG1P, "error"), ()),
    ("out of memory", one("oom"), parts(LOG1P, "out of memory"), ()),
    ("hang", one("hang"), parts(LOG1P, "hung"), LIMIT),
    ("hang holding the interpreter", one("hang_gil"), parts(LOG1P, "hung, interpreter held"), LIMIT),
    ("abort", one("abort"), parts(LOG1P, "crashed"), ()),
    ("segmentation fault", one("segv"), parts(LOG1P, "crashed"), ()),
    ("exit", one({"exit": 7}), parts(LOG1P, "exited"), ()),
    ("not a number", one("nan"), parts(LOG1P, "nan"), ()),
    ("wrong", one({"wrong": {"scale": 1.1, "offset": 0.01}}), parts(LOG1P, "wrong"), ()),
    ("low precision", {"ops": {"aten::mm": "lowprec"}}, {MM: dict.fromkeys(PARTS, "imprecise")}, ()),
    ("slow", one({"slow": 0.2}), {}, ()),
    ("dtype refused by one operator", one({"refuse_dtypes": ["float32"]}), parts(LOG1P, "dtype refused"), ()),
    ("late error", one("late_error"), parts(LOG1P, "late error"), ()),
    ("compile refused", one("compile_refused"), {LOG1P: {"compile.forward": "compile refused"}}, ()),
    # erf and erfinv multiply by an exponential in their backward passes: theirs die of it too.
    ("dies in the backward pass of others", {"ops": {"aten::exp": "abort"}},
     {EXP: {"eager.forward": "crashed", "compile.forward": "crashed"},
      ERFINV: {"eager.backward": "crashed", "compile.backward": "crashed"},
      "aten.erf.default": {"eager.backward": "crashed", "compile.backward": "crashed"}}, ()),
    ("all at once", {"ops": {"aten::log1p": "abort", "aten::sort": "fallback", "aten::log10": {"refuse_dtypes": ["float32"]},
                             "aten::atan": "late_error", "aten::tan": "compile_refused", "aten::mm": "lowprec",
                             "aten::relu": {"wrong": {"scale": 1.1, "offset": 0.01}}, "aten::_softmax": {"exit": 3},
                             "aten::cumsum": "hang", "aten::elu": "segv", "aten::erf": "nan",
                             "aten::tanh": {"error": "failure"}}, "unsupported": ["aten::erfinv"]},
     {LOG1P: {"eager.forward": "crashed", "compile.forward": "crashed"},
      SORT: {"eager.forward": "fallback", "compile.forward": "compile refused"},
      "aten.log10.default": {"eager.forward": "dtype refused", "compile.forward": "dtype refused"},
      "aten.atan.default": {"eager.forward": "late error", "compile.forward": "late error"},
      "aten.tan.default": {"compile.forward": "compile refused"},
      MM: dict.fromkeys(PARTS, "imprecise"),
      "aten.relu.default": {"eager.forward": "wrong", "compile.forward": "wrong"},
      SOFTMAX: {"eager.forward": "exited", "compile.forward": "exited"},
      "aten.cumsum.default": {"eager.forward": "hung", "compile.forward": "hung"},
      "aten.celu.default": {"eager.forward": "crashed", "compile.forward": "crashed"},
      "aten.erf.default": {"eager.forward": "nan", "compile.forward": "nan"},
      "aten.tanh.default": {"eager.forward": "error", "compile.forward": "error"},
      ERFINV: {"eager.forward": "refused", "compile.forward": "compile refused"}}, LIMIT),
]


def behaviours(bench):
    """Three cases at a time, those that hang first: they mostly wait. Both modes for all cases with --long, else for some."""
    chosen = [case for case in CASES if bench.wanted(case[0])]
    both_modes = bench.drawn([case[0] for case in chosen], 5) | {"all at once"}
    order = sorted(chosen, key=lambda case: case[3] is not LIMIT)
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        futures = [pool.submit(behaviour, bench, case[0] in both_modes, *case) for case in order]
        results = [(future.result(), case) for future, case in zip(futures, order)]
    for (name, ok, text), case in results:
        if not ok and os.getloadavg()[0] > 2 * os.cpu_count():
            print("   once more and alone, since others keep this machine busy: %s: %s" % (name, text))
            name, ok, text = behaviour(bench, case[0] in both_modes, *case)
        bench.check(name, ok, text)


def behaviour(bench, both_modes, name, config, expected, more):
    if not both_modes and "--modes" not in more and name != "compile refused":
        more = (*more, "--modes", "eager")
    results, _, _ = bench.run("many.pt2" if name == "all at once" else "few.pt2", config, *more)
    modes = ("eager",) if "--modes" in more else ("eager", "compile")
    wrong = judge(results, expected, modes)
    name += ", " + " and ".join(modes)
    if name.startswith("slow") and not wrong:
        slow = [op for op, rows in results.items() if any(p.get("slow") for r in rows for p in r["parts"].values())]
        wrong = [] if slow == [LOG1P] else ["slow: %s" % slow]
    return name, not wrong, "; ".join(wrong[:6])


TOLD = """
import sys
sys.path.insert(0, %r)
import simchip
simchip.install(%r)
"""


def unseen(bench):
    """The same verdicts when the chip's configuration is nowhere that a worker could look: it is told in a module."""
    config = {"ops": {"aten::log1p": "late_error", "aten::sort": "fallback", "aten::tanh": {"wrong": {"scale": 1.1}}},
              "unsupported": ["aten::erfinv"], "fallback_trace": False}
    module = os.path.join(bench.folder, "told.py")
    with open(module, "w") as f:
        f.write(TOLD % (bench.options.simchip, config))
    results, _, done = bench.run("few.pt2", None, "--modes", "eager", "--import", module, device="simchip", env={"PYTHONPATH": ""})
    wrong = judge(results, {LOG1P: {"eager.forward": "late error"}, SORT: {"eager.forward": "fallback"}, ERFINV: {"eager.forward": "refused"},
                            "aten.tanh.default": {"eager.forward": "wrong"}}, ("eager",))
    bench.check("told by a module instead", not wrong, "; ".join(wrong) + done.stderr[:200])
    root = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "probe")
    named = [os.path.join(d, f) for d, _, files in os.walk(root) for f in files if f.endswith((".py", ".c", ".h"))
             and "simchip" in open(os.path.join(d, f), encoding="utf-8").read().lower()]
    bench.check("nothing in probe/ knows the simulator", not named, str(named))


WARNS = """
import warnings
import torch
library = torch.library.Library("aten", "IMPL")
def log1p(x):
    warnings.warn("The operator 'aten::log1p' is not supported here and will fall back to run on the CPU")
    return torch.log1p(x.cpu()).to(x.device)
library.impl("log1p", log1p, "PrivateUse1", allow_override=True)
"""


def warned(bench):
    """A kernel of its own that only warns that it goes to the CPU."""
    module = os.path.join(bench.folder, "warns.py")
    with open(module, "w") as f:
        f.write(WARNS)
    results, _, done = bench.run("few.pt2", {}, "--modes", "eager", "--import", module)
    wrong = judge(results, {LOG1P: {"eager.forward": "fallback"}}, ("eager",))
    signs = {t.get("signs") for r in results.get(LOG1P, []) for t in r.get("parts", {}).values()}
    bench.check("told by a warning", not wrong and signs - {None} == {"warning"}, "; ".join(wrong) + "%s %s" % (signs, done.stderr[:200]))


HUNGRY = """
import time
import torch
library = torch.library.Library("aten", "IMPL")
def log1p(x):
    held = torch.ones(160 << 20)
    time.sleep(5)
    return torch.log1p(x.cpu()).to(x.device)
library.impl("log1p", log1p, "PrivateUse1", allow_override=True)
"""


def hungry(bench):
    """A kernel that takes more of the host's memory than --memory-limit: ended, the others are right."""
    module = os.path.join(bench.folder, "hungry.py")
    with open(module, "w") as f:
        f.write(HUNGRY)
    results, _, done = bench.run("few.pt2", {}, "--modes", "eager", "--memory-limit", "400", "--import", module)
    wrong = judge(results, {LOG1P: {"eager.forward": "memory limit"}}, ("eager",))
    bench.check("more host memory than --memory-limit", not wrong, "; ".join(wrong) + done.stderr[:200])


def scripts(bench):
    """The script of every failure shows the failure, alone; the report in each format names it."""
    config = {"ops": {"aten::log1p": "abort", "aten::tanh": "wrong", "aten::mm": "lowprec", "aten::erf": {"exit": 7}},
              "unsupported": ["aten::erfinv", "aten::celu_backward", "aten::elu_backward"]}
    results, whole, done = bench.run("few.pt2", config, "--modes", "eager")
    folder = done.args[done.args.index("--folder") + 1]
    shows = {"crashed": lambda run: run.returncode < 0, "exited": lambda run: run.returncode == 7,
             "refused": lambda run: run.returncode == 1 and "is not implemented for simchip" in run.stderr,
             "wrong": lambda run: run.returncode == 0 and differs(run.stdout), "imprecise": lambda run: run.returncode == 0 and differs(run.stdout)}

    def differs(text):
        return any(float(line.split(": ")[1]) > 0 for line in text.splitlines() if line.startswith("largest difference"))

    wrong, seen = [], set()
    for row in whole["experiments"]:
        bad = [t["status"] for t in row.get("parts", {}).values() if t["status"] not in FINE]
        if bool(bad) != ("reproducer" in row):
            wrong.append("%s: %s, script %s" % (row["operator"], bad, row.get("reproducer")))
        if bad:
            run = subprocess.run([sys.executable, os.path.join(folder, row["reproducer"])], capture_output=True, text=True,
                                 env=dict(os.environ, PYTHONPATH=bench.options.simchip, SIMCHIP_CONFIG=json.dumps(config)))
            seen.add(bad[0])
            if not shows[bad[0]](run):
                wrong.append("%s is %s; its script: %d %s" % (row["operator"], bad[0], run.returncode, run.stderr[-200:]))
    bench.check("%d kinds of failure shown by their scripts" % len(seen), seen == set(shows) and not wrong, "; ".join(wrong) + str(seen))


def out_of_time(bench):
    """--max-minutes ends a run in order; --resume does the rest."""
    into = os.path.join(bench.folder, "minutes")
    slow = {"ops": {"aten::*": {"slow": 0.5}}}
    run = start(bench, os.path.join(bench.folder, "few.pt2"), into, "--device", "simchip", "--modes", "eager", "--max-minutes", "0.5",
                config=slow)
    run.communicate()
    rows = json.load(open(os.path.join(into, "results.json")))["experiments"]
    cut = [r for r in rows if r.get("not_run") == "time"]
    rest = start(bench, os.path.join(bench.folder, "few.pt2"), into, "--device", "simchip", "--modes", "eager", "--resume", config={})
    rest.communicate()
    after = json.load(open(os.path.join(into, "results.json")))["experiments"]
    bench.check("out of time after %d of %d, then resumed" % (len(rows) - len(cut), len(rows)), run.returncode == 0 and cut and
                rest.returncode == 0 and all("parts" in r for r in after), str([r.get("not_run") for r in after]))


def memory(bench):
    """A device whose memory is small: the operator that does not fit says so, others run."""
    if bench.wanted("memory limit"):
        results, _, _ = bench.run("large.pt2", {"memory_limit": 1 << 20}, "--modes", "eager")
        exp = statuses(results.get(EXP, []), "eager.forward")
        bench.check("memory limit", exp == {"out of memory"} and statuses(results.get("aten.sin.default", []), "eager.forward")
                    == {"right"}, "%s" % {k: statuses(v, "eager.forward") for k, v in results.items()})
    if bench.wanted("dtype refused everywhere"):
        results, _, _ = bench.run("many.pt2", {"refuse_dtypes": ["int64"]}, "--modes", "eager")
        wrong = []
        for op, rows in results.items():
            for row in rows:
                status = row["parts"]["eager.forward"]["status"]
                takes = "i64" in row["signature"].split(",") or op == SORT
                if takes != (status == "dtype refused"):
                    wrong.append("%s(%s) is %s" % (op, row["signature"], status))
        bench.check("dtype refused everywhere", results and not wrong, "; ".join(wrong))


# ---- limits, deaths, files -------------------------------------------------------------------------------------------

MARK = "PORTFIT_TEST_MARK=%d-%d" % (os.getpid(), random.randrange(1 << 30))


def live_workers():
    """Processes that are workers of a probe that this test has started."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/cmdline" % pid, "rb") as f:
                worker = b"package portfit_probe" in f.read()
            with open("/proc/%s/environ" % pid, "rb") as f:
                if worker and MARK.encode() in f.read():
                    found.append(int(pid))
        except OSError:
            pass
    return found


def start(bench, graph, into, *more, config=None, extra=(), env=None):
    variables = dict(os.environ, PYTHONPATH=bench.options.simchip or "")
    variables.update([MARK.split("=")])
    variables.pop("SIMCHIP_CONFIG", None)
    variables.update(env or {})
    if config is not None:
        variables["SIMCHIP_CONFIG"] = json.dumps(config)
    command = [*extra, bench.options.portfit, "probe", graph, "--python", sys.executable, "--folder", into, "-q", *more]
    return subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def valid(into):
    """What is wrong with the files of a run that was ended somewhere."""
    path = os.path.join(into, "results.json")
    if os.path.exists(path):
        json.load(open(path))
    journal = os.path.join(into, "journal.jsonl")
    lines = open(journal, "rb").read().split(b"\n") if os.path.exists(journal) else []
    for line in lines[:-1]:
        json.loads(line)
    return len(lines)


def kills(bench, count):
    """kill -9 at random moments: files valid, no worker left, and --resume ends as if nothing had happened."""
    seed = random.randrange(1 << 30)
    rng = random.Random(seed)
    before, bad, killed = set(live_workers()), [], 0
    graph = os.path.join(bench.folder, "many.pt2")
    into = os.path.join(bench.folder, "killed")
    for i in range(count):
        if not os.path.exists(os.path.join(into, "journal.jsonl")) or rng.random() < 0.1:
            shutil.rmtree(into, ignore_errors=True)
        run = start(bench, graph, into, "--device", "cpu", "--modes", "eager", "--resume")
        time.sleep(rng.random() * 4.0)
        if run.poll() is None:
            killed += 1
        run.kill()
        run.communicate()
        try:
            valid(into)
        except ValueError as error:
            bad.append("kill %d: %s" % (i, error))
    for _ in range(100):
        left = set(live_workers()) - before
        if not left:
            break
        time.sleep(0.05)
    bench.check("killed %d times of %d at random moments (seed %d): files valid" % (killed, count, seed), not bad, "; ".join(bad[:3]))
    bench.check("no worker is left", not left, "%s" % left)
    done = start(bench, graph, into, "--device", "cpu", "--modes", "eager", "--resume")
    _, problems = done.communicate()
    whole = json.load(open(os.path.join(into, "results.json")))
    bench.check("--resume ends it", done.returncode == 0 and all("parts" in row for row in whole["experiments"]), problems)


def resumed(bench):
    graph = os.path.join(bench.folder, "many.pt2")
    into = os.path.join(bench.folder, "twice")
    start(bench, graph, into, "--device", "cpu", "--modes", "eager").communicate()
    again = start(bench, graph, into, "--device", "cpu", "--modes", "eager")
    _, problems = again.communicate()
    bench.check("a second run into the same folder is refused", again.returncode == 2 and "--resume" in problems, problems)
    other = start(bench, graph, into, "--device", "cpu", "--modes", "eager", "--resume", "--seed", "5")
    _, problems = other.communicate()
    bench.check("--resume with another seed is refused", other.returncode == 2 and "seed" in problems, problems)
    with open(os.path.join(into, "journal.jsonl"), "ab") as f:
        f.write(b'{"key": "half a li')
    torn = start(bench, graph, into, "--device", "cpu", "--modes", "eager", "--resume")
    torn.communicate()
    bench.check("a torn last line is dropped", torn.returncode == 0 and valid(into))


def same_twice(bench):
    """Same graph, same seed: same experiments, same order, same verdicts."""
    said = []
    for i in range(2):
        results, whole, _ = bench.run("many.pt2", None, "--modes", "eager", device="cpu")
        said.append([(r["key"], [(p, t["status"]) for p, t in sorted(r.get("parts", {}).items())]) for r in whole["experiments"]])
    bench.check("the same twice", said[0] and said[0] == said[1])


def killed_worker(bench):
    """A worker that somebody else kills costs its experiment nothing but another try."""
    into = os.path.join(bench.folder, "murder")
    before = set(live_workers())
    run = start(bench, os.path.join(bench.folder, "many.pt2"), into, "--device", "simchip", "--modes", "eager",
                config={"ops": {"aten::log1p": {"slow": 0.4}}})
    shot = 0
    while run.poll() is None and shot < 2:
        fresh = [p for p in live_workers() if p not in before]
        if fresh and os.path.exists(os.path.join(into, "journal.jsonl")) and valid(into) > 3 + 4 * shot:
            for pid in fresh:
                try:
                    os.kill(pid, signal.SIGKILL)
                except OSError:
                    pass
            shot += 1
        time.sleep(0.2)
    _, problems = run.communicate()
    whole = json.load(open(os.path.join(into, "results.json")))
    wrong = [r["operator"] for r in whole["experiments"] if r.get("parts", {}).get("eager.forward", {}).get("status") != "right"]
    bench.check("a worker killed from outside (%d times)" % shot, run.returncode == 0 and shot and not wrong, "%s %s" % (wrong, problems[:300]))


def full_disk(bench):
    """A file system of a few kilobytes: it says so, and what was written stays whole."""
    place = os.path.join(bench.folder, "small")
    os.makedirs(place, exist_ok=True)
    script = ("mount -t tmpfs -o size=24k none %s && \"$@\"; status=$?; cat %s/run/results.json > %s/kept.json; "
              "cat %s/run/journal.jsonl > %s/kept.jsonl; exit $status" % (place, place, bench.folder, place, bench.folder))
    if subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode:
        print("skip a full disk: mount namespaces are not to be had")
        return
    run = start(bench, os.path.join(bench.folder, "many.pt2"), place + "/run", "--device", "cpu", "--modes", "eager",
                extra=("unshare", "-m", "sh", "-c", script, "sh"))
    _, problems = run.communicate()
    ok = run.returncode == 2 and "No space left" in problems
    kept = open(os.path.join(bench.folder, "kept.jsonl"), "rb").read().split(b"\n")
    try:
        [json.loads(line) for line in kept if line]
        text = open(os.path.join(bench.folder, "kept.json")).read()
        text and json.loads(text)
    except ValueError as error:
        ok, problems = False, str(error)
    bench.check("a full disk", ok and len(kept) > 2, problems[:300])


def interrupted(bench):
    into = os.path.join(bench.folder, "interrupted")
    run = start(bench, os.path.join(bench.folder, "many.pt2"), into, "--device", "simchip", "--modes", "eager",
                config={"ops": {"aten::*": {"slow": 0.15}}})
    while run.poll() is None and (not os.path.exists(os.path.join(into, "journal.jsonl")) or valid(into) < 5):
        time.sleep(0.1)
    run.send_signal(signal.SIGINT)
    _, problems = run.communicate()
    whole = json.load(open(os.path.join(into, "results.json")))
    kept = [r for r in whole["experiments"] if "parts" in r]
    rest = {r.get("not_run") for r in whole["experiments"] if "parts" not in r}
    bench.check("Ctrl-C keeps what is done", run.returncode == 2 and "--resume" in problems and kept and rest == {"interrupted"},
                problems + str(rest))


LATE = """
import os, torch
library = torch.library.Library("aten", "IMPL")
calls, seed = [0], torch.manual_seed
def log1p(x):
    calls[0] += 1
    return torch.log(x + 1)
def manual_seed(n):                      # the first thing that the next experiment does
    if calls[0] > 3:
        os.abort()
    calls[0] = 0
    return seed(n)
torch.manual_seed = manual_seed
library.impl("log1p", log1p, "CPU")
"""


def late_death(bench):
    """An operator that returns well and kills the process afterwards is found by bisection."""
    module = os.path.join(bench.folder, "late.py")
    with open(module, "w") as f:
        f.write(LATE)
    results, whole, done = bench.run("many.pt2", None, "--modes", "eager", "--forward-only", "--import", module, device="cpu")
    bad = {(op, t["status"]) for op, rows in results.items() for r in rows for t in r.get("parts", {}).values()
           if t["status"] != "right"}
    missing = [op for op, rows in results.items() if any("parts" not in r for r in rows)]
    bench.check("a death after the call had returned", bad == {(LOG1P, "crashed")} and not missing,
                "%s %s %s" % (bad, missing, done.stderr[:200]))


def crash_costs(bench):
    """A crash costs one worker start and nothing else."""
    into = os.path.join(bench.folder, "crash")
    run = subprocess.run([bench.options.portfit, "probe", os.path.join(bench.folder, "many.pt2"), "--device", "simchip",
                          "--modes", "eager", "--python", sys.executable, "--folder", into],
                         env=dict(os.environ, PYTHONPATH=bench.options.simchip, SIMCHIP_CONFIG=json.dumps(one("abort"))),
                         capture_output=True, text=True)
    bench.check("a crash costs one worker start", "2 worker starts, 1 death\n" in run.stdout, run.stdout[-200:])


def bad_input(bench):
    graph = os.path.join(bench.folder, "many.pt2")

    def refused(name, words, *command, env=None):
        run = subprocess.run([bench.options.portfit, "probe", *command], env=dict(os.environ, **(env or {})),
                             capture_output=True, text=True, cwd=bench.folder, timeout=300)
        bench.check(name, run.returncode == 2 and all(w in run.stderr for w in words), run.stderr[:300])

    py = ("--python", sys.executable)
    refused("no device", ["--device"], graph)
    refused("no such Python", ["--python", "/nowhere/python"], graph, "--device", "cpu", "--python", "/nowhere/python")
    refused("a Python that is none", ["--python"], graph, "--device", "cpu", "--python", "/bin/true")
    refused("no such device", ["'gpux' cannot be opened", "there is: cpu"], graph, "--device", "gpux", *py, "--folder", "b1")
    refused("no graph", ["no traced graph"], os.path.join(bench.folder, "late.py"), "--device", "cpu", *py)
    refused("a module that is not there", ["--import", "none_such"], graph, "--device", "cpu", *py, "--import", "none_such",
            "--folder", "b2")
    refused("no torch", ["has no torch"], graph, "--device", "cpu", "--python", bare_python(bench), "--folder", "b3")
    old = os.path.join(bench.folder, "old")
    os.makedirs(os.path.join(old, "torch"), exist_ok=True)
    with open(os.path.join(old, "torch", "__init__.py"), "w") as f:
        f.write("__version__ = '2.3.1+cpu'\n")
    refused("an old torch", ["2.3.1", "2.4 or newer"], graph, "--device", "cpu", *py, "--folder", "b4", env={"PYTHONPATH": old})
    with open(os.path.join(old, "torch", "__init__.py"), "w") as f:
        f.write("import os; os.abort()\n")
    refused("a torch that aborts", ["killed by signal 6", "import torch"], graph, "--device", "cpu", *py, "--folder", "b5",
            env={"PYTHONPATH": old})
    refused("an offline probe without its package", ["torch_tpu is not installed"], graph, "--offline", *py, "--folder", "b6")
    refused("offline for Trainium", ["not available"], graph, "--offline", "--device", "neuron", *py, "--folder", "b7")


# ---- the user's own code --------------------------------------------------------------------------------------------

USER = """
import os, socket, sys, threading, time
import torch

print("PRINTED BY USER CODE")
print('{"event": "fatal", "reason": "protocol", "text": "a forged reply"}', flush=True)


def nested(what):
    if what == "raise": raise ValueError("a mistake of the user's")
    if what == "exit": sys.exit(3)
    if what == "leave": os._exit(4)
    if what == "abort": os.abort()
    if what == "ask": input("your name? ")
    if what == "download":
        server = socket.create_server(("127.0.0.1", 0))
        socket.create_connection(server.getsockname()).recv(1)
    if what == "endless":
        while True: time.sleep(1)
    if what == "thread": threading.Thread(target=time.sleep, args=(600,)).start()
    if what == "fork" and os.fork() == 0: return "child"
    if what == "orphan" and os.fork() == 0:
        os.setsid()
        time.sleep(600)


def model(width=4, where="", what=""):
    torch.manual_seed(0)
    if where == "function": nested(what)
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = torch.nn.Sequential(torch.nn.Linear(width, 8), torch.nn.Tanh(), torch.nn.Linear(8, 2))
        def forward(self, x):
            if where == "forward": nested(what)
            return self.inner(x)
    return Net(), torch.rand(3, width)


def bare(): return torch.nn.Linear(2, 2)
def number(): return 7, torch.rand(2)
def lossy():
    return torch.nn.Linear(4, 2), {"input": torch.rand(3, 4)}, lambda out: out.square().sum()
def noisy():
    return torch.nn.Sequential(torch.nn.Linear(4, 64), torch.nn.Dropout(0.5)), torch.rand(64, 4)
nested(os.environ.get("AT_IMPORT", ""))
"""
STEPS = ["load", "forward", "backward", "optimizer", "save and restore"]


def path(bench, function, *more, device="cpu", env=None, config=None, modes="eager"):
    """(steps as (mode, step, status), the finished process, what the log holds)"""
    into = tempfile.mkdtemp(prefix="path", dir=bench.folder)
    variables = dict(os.environ, PYTHONPATH=bench.options.simchip if config is not None else "", OMP_NUM_THREADS="1", **(env or {}))
    variables.update([MARK.split("=")])
    if config is not None:
        variables["SIMCHIP_CONFIG"] = json.dumps(config)
    done = subprocess.run([bench.options.portfit, "probe", "--model", os.path.join(bench.folder, "user.py:" + function), "--device", device, "--python",
                           sys.executable, "--folder", into, "--modes", modes, "--format", "json", *more], env=variables,
                          capture_output=True, text=True, timeout=600)
    log = os.path.join(into, "log.txt")
    steps = json.loads(done.stdout)["steps"] if done.stdout.startswith("{") else []
    return ([(s["mode"], s["step"], s["result"]["status"], s["result"]) for s in steps], done,
            open(log, errors="replace").read() if os.path.exists(log) else "")


def told(steps):
    return [(step, status) for _, step, status, _ in steps]


def model(bench):
    """The whole path of a model that works, in the forms in which a function may give it."""
    for name, function in (("model and inputs", "model"), ("with a loss, inputs by name", "lossy"), ("draws random numbers", "noisy")):
        steps, done, log = path(bench, function)
        bench.check("model: " + name, told(steps) == [(s, "right") for s in STEPS] and "PRINTED BY USER CODE" in log
                    and "PRINTED" not in done.stdout, "%s %s" % (told(steps), done.stderr[:300]))
    steps, done, _ = path(bench, "model", modes="eager,compile")
    bench.check("model: both modes", [(m, s, r) for m, s, r, _ in steps] == [(m, s, "right") for m in ("eager", "compile") for s in STEPS],
                "%s %s" % (told(steps), done.stderr[:300]))
    steps, done, _ = path(bench, "model", "--settings", '{"width": 6}')
    bench.check("model: settings", told(steps) == [(s, "right") for s in STEPS], done.stderr[:300])
    for name, function, words, more in (
            ("a missing function names its neighbours", "modle", ["no function 'modle'", "model"], ()),
            ("a missing file", "../nowhere.py:f", ["there is no file"], ()),
            ("no inputs", "bare", ["returned no inputs"], ()),
            ("no module", "number", ["returned a int"], ()),
            ("settings that it does not take", "model", ["unexpected keyword"], ("--settings", '{"depth": 6}')),
            ("settings that are no object", "model", ["a JSON object"], ("--settings", "[1]"))):
        steps, done, _ = path(bench, function, *more)
        bench.check("model: " + name, done.returncode == 2 and not steps and all(w in done.stderr for w in words), done.stderr[:300])


def model_on_chip(bench):
    """The path on a chip that fails in known ways: the step that fails says so, those before it are right."""
    def ends(step, status):
        return [(s, "right") for s in STEPS[:STEPS.index(step)]] + [(step, status)]

    tanh, hidden = "aten::tanh", {"fallback_trace": False, "on_unsupported": "cpu"}
    backward = {"unsupported": [tanh + "_backward"]}
    part = [("load", "right"), ("forward", "fallback"), ("backward", "fallback"), ("optimizer", "right"), ("save and restore", "fallback")]
    cases = [("refused", {"unsupported": [tanh]}, ends("forward", "refused"), "eager"),
             ("crashes", {"ops": {tanh: "abort"}}, ends("forward", "crashed"), "eager"),
             ("hangs", {"ops": {tanh: "hang_gil"}}, ends("forward", "hung, interpreter held"), "eager"),
             ("wrong", {"ops": {tanh: "wrong"}}, ends("forward", "wrong"), "eager"),
             ("dies in the backward pass only", {"ops": {tanh + "_backward": "segv"}}, ends("backward", "crashed"), "eager"),
             ("refused in the backward pass only", backward, ends("backward", "refused"), "eager"),
             ("in part on the CPU", dict(unsupported=[tanh], on_unsupported="cpu"), part, "eager"),
             ("in part on the CPU, no trace", dict(hidden, unsupported=[tanh]), part, "eager"),
             ("in part on the CPU, no trace, compiled", dict(hidden, unsupported=[tanh]), part, "compile"),
             ("backward on the CPU, no trace, compiled", dict(hidden, **backward),
              [(s, "fallback" if s == "backward" else "right") for s in STEPS], "compile"),
             ("compile refused", {"ops": {tanh: "compile_refused"}}, ends("forward", "compile refused"), "compile")]
    taken = bench.drawn([case[0] for case in cases], 4)
    cases = [case for case in cases if case[0] in taken]
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        futures = [(case, pool.submit(path, bench, "model", "--time-limit", "20", device="simchip", config=case[1], modes=case[3]))
                   for case in cases]
        for (name, _, expected, _), future in futures:
            steps, done, _ = future.result()
            named = all(not s[3].get("fallback") or "tanh" in s[3]["fallback"] for s in steps)
            bench.check("model on the chip: " + name, told(steps) == expected and named, "%s %s" % (told(steps), done.stderr[:300]))
    steps, done, _ = shot_at_start(bench)
    bench.check("model: a worker killed while it starts", told(steps) == [(s, "right") for s in STEPS], "%s %s" % (told(steps), done))


def shot_at_start(bench):
    """Kills the worker of a path as soon as it shows, once."""
    before = set(live_workers())
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        future = pool.submit(path, bench, "model")
        shot = 0
        while not future.done() and not shot:
            for pid in set(live_workers()) - before:
                os.kill(pid, signal.SIGKILL)
                shot += 1
            time.sleep(0.02)
        return future.result() if shot else ([], "no worker was seen", "")


def user_code(bench):
    """User code that raises, exits, dies, prints, asks, downloads, forks or never ends, at the import of a module, at the
    import of a model's file, in its function and in its forward pass: said as what it is, and nothing is left behind."""
    before = set(live_workers())
    refused = {"raise": ["ValueError: a mistake of the user's"], "exit": ["SystemExit"], "leave": ["exit status 4"],
               "abort": ["killed by signal 6"], "ask": ["EOFError"], "download": ["did not end", "more than"], "endless": ["did not end", "more than"]}
    harmless = ["fork", "orphan", "thread"]
    jobs = []
    taken = bench.drawn([*refused], 2) | bench.drawn(harmless, 1)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for what in [*refused, *harmless]:
            if what not in taken:
                continue
            at_import, limit = {"AT_IMPORT": what}, ("--time-limit", "15" if what in refused else "120")
            jobs.append(("at the import of its file", what, pool.submit(path, bench, "model", *limit, env=at_import)))
            jobs.append(("in its function", what, pool.submit(path, bench, "model", "--settings", json.dumps(
                {"where": "function", "what": what}), *limit)))
            if what != "download" and (what != "endless" or bench.options.long):
                jobs.append(("imported by --import", what, pool.submit(imported, bench, what, *limit)))
        for where, what, job in jobs:
            steps, done, log = job.result()
            if what in refused:
                words = refused[what] if what != "exit" or "function" not in where else ["exit status 3"]
                ok = done.returncode == 2 and not steps and any(w in done.stderr for w in words)
            else:
                ok = done.returncode == 0 and told(steps) == [(s, "right") for s in STEPS]
            bench.check("user code %s: %s" % (where, what), ok and "PRINTED" in log, "%s %s" % (told(steps), done.stderr[:300]))
    for what, status in (("raise", "error"), ("leave", "exited")):
        steps, done, _ = path(bench, "model", "--settings", json.dumps({"where": "forward", "what": what}))
        bench.check("user code in its forward pass: " + what, done.returncode == 0 and told(steps) == [("on the CPU", status)],
                    "%s %s" % (told(steps), done.stderr[:300]))
    for _ in range(100):
        left = set(live_workers()) - before
        if not left:
            break
        time.sleep(0.05)
    bench.check("user code: no process is left", not left, str(left))


def imported(bench, what, *more):
    """As path(): a run of experiments with the module imported; its steps are all right or there are none."""
    into = tempfile.mkdtemp(prefix="imported", dir=bench.folder)
    run = start(bench, os.path.join(bench.folder, "few.pt2"), into, "--device", "cpu", "--modes", "eager", "--forward-only",
                "--resume", *more, "--import", os.path.join(bench.folder, "user.py"), env={"AT_IMPORT": what})
    out, problems = run.communicate(timeout=600)
    results = os.path.join(into, "results.json")
    rows = json.load(open(results))["experiments"] if os.path.exists(results) else []
    fine = rows and all(t["status"] == "right" for r in rows for t in r.get("parts", {"": {"status": "not run"}}).values())
    log = os.path.join(into, "log.txt")
    return ([("", s, "right", {}) for s in STEPS] if fine else [],
            subprocess.CompletedProcess([], run.returncode, out, problems),
            open(log, errors="replace").read() if os.path.exists(log) else "")


def bare_python(bench):
    import venv

    place = os.path.join(bench.folder, "bare")
    if not os.path.exists(place):
        venv.create(place, with_pip=False)
    return os.path.join(place, "bin", "python")


def written_and_random(bench):
    """Operators that write to their inputs, empty tensors, random numbers."""
    results, whole, _ = bench.run("writes.pt2", None, "--modes", "eager", device="cpu")
    wrong = judge(results, {}, ("eager",))
    by = {p.get("compared_by") for rows in results.values() for r in rows for p in r.get("parts", {}).values()}
    bench.check("writes, empty tensors, random numbers", not wrong and "distribution" in by, "; ".join(wrong) + str(by))


def facts_are_used(bench):
    """facts.yaml is taken by a scan at once, and answers its own signature only."""
    into = os.path.join(bench.folder, "facts")
    start(bench, os.path.join(bench.folder, "many.pt2"), into, "--device", "neuron", "--modes", "eager",
          config={"device": "neuron", "unsupported": ["aten::erfinv"]}).communicate()
    scan = subprocess.run([bench.options.portfit, "scan", os.path.join(bench.folder, "many.pt2"), "--target", "trainium", "--format",
                           "json", "--coverage", os.path.join(into, "facts.yaml")], capture_output=True, text=True)
    said = {}
    if scan.returncode == 0:
        for row in json.loads(scan.stdout)["operators"]:
            answer = row["verdicts"].get("trainium", {}).get("eager")
            said[row["operator"], row["signature"]] = answer and (answer["verdict"], answer.get("evidence"))
    bench.check("facts are used by a scan", said.get((ERFINV, "f32")) == ("unsupported", "measured") and
                said.get((MM, "f32,f32")) == ("supported", "measured"), scan.stderr[:300] + str(said))
    other = subprocess.run([bench.options.portfit, "coverage", "show", ERFINV, "--target", "trainium", "--signature", "bf16",
                            "--format", "json", "--coverage", os.path.join(into, "facts.yaml")], capture_output=True, text=True)
    bench.check("and answer their own dtypes only", other.returncode == 0 and '"evidence": "measured"' not in
                other.stdout.split('"facts"')[0], other.stderr[:200])


def unknown_becomes_measured(bench):
    """A scan before and after: what was unknown is measured for exactly the signatures that were probed; nothing else moves."""
    import torch

    class Norms(torch.nn.Module):
        def __init__(self, dtypes):
            super().__init__()
            self.norms = torch.nn.ModuleList(torch.nn.BatchNorm1d(4, dtype=d) for d in dtypes)

        def forward(self, x):
            return [torch.celu(norm(x.to(norm.weight.dtype))) for norm in self.norms]

    files = {}
    for name, dtypes in (("single", [torch.float32]), ("double", [torch.float32, torch.float64])):
        files[name] = os.path.join(bench.folder, "norms-%s.pt2" % name)
        torch.export.save(torch.export.export(Norms(dtypes).train(), (torch.rand(8, 4, dtype=torch.float32),)).run_decompositions(),
                          files[name])
    probed, whole, done = bench.run("norms-single.pt2", {"device": "neuron"}, "--modes", "eager", "--only", "unknown")
    measured = {(r["operator"], r["signature"]) for r in whole["experiments"] if "parts" in r}
    facts = os.path.join(done.args[done.args.index("--folder") + 1], "facts.yaml")

    def scanned(*more):
        run = subprocess.run([bench.options.portfit, "scan", files["double"], "--target", "trainium", "--format", "json", *more],
                             capture_output=True, text=True)
        return {(r["operator"], r["signature"]): r["verdicts"]["trainium"]["eager"] for r in json.loads(run.stdout)["operators"]
                if "trainium" in r.get("verdicts", {})}

    before, after, wrong = scanned(), scanned("--coverage", facts), []
    for key in before:
        if key in measured and not (before[key]["verdict"] == "unknown" and after[key]["verdict"] == "supported"
                                    and after[key]["evidence"] == "measured"):
            wrong.append("%s: %s, then %s" % (key, before[key], after[key]))
        if key not in measured and before[key] != after[key]:
            wrong.append("%s was not probed: %s, then %s" % (key, before[key], after[key]))
    other = [key for key in before if key not in measured and key[0] in {op for op, _ in measured} and before[key]["verdict"] == "unknown"]
    bench.check("unknown becomes measured, for %d signatures alone" % len(measured), measured and measured <= set(before) and other
                and not wrong, "; ".join(wrong) or "%s %s %s" % (measured, other, done.stderr[:200]))


CUSTOM = """
import torch
@torch.library.custom_op("portfit_test::twice", mutates_args=())
def twice(x: torch.Tensor) -> torch.Tensor:
    return x * 2
@twice.register_fake
def _(x):
    return torch.empty_like(x)
"""


def hard_graphs(bench):
    """Custom operators, sizes of gigabytes, empty tensors, symbols without values: run, or not run with the reason."""
    import runpy

    import torch

    module = os.path.join(bench.folder, "brought.py")
    with open(module, "w") as f:
        f.write(CUSTOM)
    runpy.run_path(module)

    class Custom(torch.nn.Module):
        def forward(self, x):
            return torch.ops.portfit_test.twice(x) + 1

    torch.export.save(torch.export.export(Custom(), (torch.rand(4),)), os.path.join(bench.folder, "custom.pt2"))
    results, _, _ = bench.run("custom.pt2", None, "--modes", "eager", device="cpu")
    row = results.get("portfit_test.twice.default", [{}])[0]
    bench.check("a custom operator is not run", row.get("not_run") == "custom operator", str(row))
    results, _, done = bench.run("custom.pt2", None, "--modes", "eager", "--import", module, device="cpu")
    bench.check("a custom operator that --import brings is", statuses(results.get("portfit_test.twice.default", []), "eager.forward")
                == {"right"}, done.stderr[:200])
    with open(os.path.join(bench.folder, "huge.readable.txt"), "w") as f:
        f.write('class GraphModule(torch.nn.Module):\n    def forward(self, x: "bf16[65536, 65536]", y: "f32[0, 8]", z: "f32[s0, 8]"):\n'
                '        mm: "bf16[65536, 65536]" = torch.ops.aten.mm.default(x, x)\n'
                '        exp: "f32[0, 8]" = torch.ops.aten.exp.default(y)\n'
                '        tanh: "f32[s0, 8]" = torch.ops.aten.tanh.default(z)\n        return (mm, exp, tanh)\n')
    results, whole, done = bench.run("huge.readable.txt", None, "--modes", "eager", device="cpu")
    ran = {op: statuses(rows, "eager.forward") for op, rows in results.items()}
    scaled = {r["operator"] for r in whole["experiments"] if r.get("scaled")}
    facts = open(os.path.join(done.args[done.args.index("--folder") + 1], "facts.yaml")).read()
    bench.check("gigabytes are scaled down and said, empty tensors and symbols run",
                ran == {"aten.mm.default": {"right"}, "aten.exp.default": {"right"}, "aten.tanh.default": {"right"}}
                and scaled == {"aten.mm.default"} and facts.count("smaller shapes") == 1, "%s %s %s" % (ran, scaled, done.stderr[:200]))


def environment(bench):
    """The record is cheap (seconds of CPU), with torch and without Python."""
    def spent(*command, path=None):
        best = 99.0
        for _ in range(5):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([bench.options.portfit, "env", *command], env=dict(os.environ, **({"PATH": path} if path else {})),
                           check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return best

    long, short = spent("--python", sys.executable), spent(path="/nowhere")
    bench.check("env takes at most 1.5 s with torch (%.3f), 0.05 s without (%.3f)" % (long, short), long <= 1.5 and short <= 0.05)


LOOP = """
import json, sys, time, torch
sys.path.insert(0, sys.argv[1])
rows = json.load(open(sys.argv[2]))
began = time.perf_counter()
D = {"f32": torch.float32, "i64": torch.int64, "b8": torch.bool, "f64": torch.float64, "i32": torch.int32, "bf16": torch.bfloat16,
     "f16": torch.float16, "i8": torch.int8, "u8": torch.uint8, "c64": torch.complex64, "i16": torch.int16}
def make(v, grad):
    if isinstance(v, dict) and "t" in v:
        d = D[v["t"]]
        t = torch.randn(v["s"]).abs().add(0.1).to(d) if d.is_floating_point else torch.ones(v["s"], dtype=d)
        return t.requires_grad_(grad and d.is_floating_point)
    if isinstance(v, dict):
        return torch.float32 if "dtype" in v else torch.device("cpu") if "device" in v else list(v.values())[0]
    return [make(x, grad) for x in v] if isinstance(v, list) else v
def close(a, b):
    if isinstance(a, torch.Tensor) and a.is_floating_point():
        d = (a.detach().double() - b.detach().double()).abs()
        r = b.detach().double().abs() + b.detach().double().pow(2).mean().sqrt()
        return bool((d <= 2e-5 * r + 1e-30).all()), float(d.max()) if d.numel() else 0.0
    return True, 0.0
done = failed = 0
for row in rows:
    ns, name, overload = row["operator"].split(".")
    op = getattr(getattr(getattr(torch.ops, ns), name), overload)
    positional = [make(a["v"], True) for a in row["args"] if not a.get("k")]
    named = {a["n"]: make(a["v"], True) for a in row["args"] if a.get("k")}
    def call(up):
        ps = [(p.detach().double().requires_grad_() if up and isinstance(p, torch.Tensor) and p.is_floating_point() else p) for p in positional]
        out = op(*ps, **named)
        outs = [o for o in (out if isinstance(out, (tuple, list)) else [out]) if isinstance(o, torch.Tensor)]
        leaves = [p for p in ps if isinstance(p, torch.Tensor) and p.requires_grad]
        diff = [o for o in outs if o.requires_grad]
        grads = torch.autograd.grad(diff, leaves, [torch.ones_like(o) for o in diff], allow_unused=True) if diff and leaves else []
        return outs + [g for g in grads if g is not None]
    failed += 1
    try:
        own, exact, device = call(False), call(True), call(False)
        device = call(False)
        for a, b in zip(device, exact):          # against the truth, and against the CPU itself
            close(a, b)
        for a, b in zip(device, own):
            close(a, b)
        for _ in range(2):                       # forward, backward: once for the answer, then the time
            t, n = time.perf_counter(), 0
            while n < 20 and (n < 3 or time.perf_counter() - t < 0.004):
                call(False); n += 1
        failed -= 1
    except Exception:
        pass
    done += 1
print(failed, "did not run by hand")
"""


def speed(bench, graphs):
    """500 cheap experiments against one hand-written loop that does the same."""
    into = os.path.join(bench.folder, "speed")
    files = [os.path.join(graphs, f) for f in ("bert.pt2", "gpt2.pt2", "llama.pt2", "t5.pt2", "convnet.pt2", "gnn.pt2", "mamba.pt2",
                                               "mlp-mixer.pt2", "qwen3-moe.pt2", "scatter.pt2", "lstm.pt2", "dlrm.pt2", "clip.pt2")]
    plan = subprocess.run([bench.options.portfit, "probe", "plan", *files, "--device", "cpu", "--format", "json"], capture_output=True, text=True)
    rows = [r for r in json.loads(plan.stdout)["experiments"] if "args" in r and r["bytes"] < 400000][:500]
    wanted = os.path.join(bench.folder, "rows.json")
    json.dump(rows, open(wanted, "w"))
    loop = os.path.join(bench.folder, "loop.py")
    open(loop, "w").write(LOOP)
    ratios = []
    while len(ratios) < 3 and (bench.options.long or not ratios or min(ratios) > 3):
        began = time.perf_counter()
        alone = subprocess.run([sys.executable, loop, "", wanted], capture_output=True, text=True,
                               env=dict(os.environ, OMP_WAIT_POLICY="PASSIVE"))
        by_hand = time.perf_counter() - began
        shutil.rmtree(into, ignore_errors=True)
        began = time.perf_counter()
        run = subprocess.run([bench.options.portfit, "probe", *files, "--device", "cpu", "--python", sys.executable, "--folder", into,
                              "--modes", "eager", "-q"], capture_output=True, text=True)
        spent = time.perf_counter() - began
        count = sum("parts" in json.loads(line) for line in open(os.path.join(into, "journal.jsonl")))
        ratios.append((spent / count) / (by_hand / len(rows)))
        print("   %d experiments in %.1f s; by hand %d in %.1f s, %s" % (count, spent, len(rows), by_hand, (alone.stdout or alone.stderr).strip()[-200:]))
    bench.check("at most three times a hand-written loop, per experiment (%.2f)" % min(ratios), min(ratios) <= 3, str(ratios))


def all_graphs(bench, graphs, count, sample):
    """cpu against itself: no false failure, every reason of the closed list, compiled mode on a sample."""
    files = sorted(os.path.join(graphs, f) for f in os.listdir(graphs) if f.endswith(".pt2"))
    seed = random.randrange(1 << 30)
    if count < len(files):
        files = random.Random(seed).sample(files, count)
    into = os.path.join(bench.folder, "all")
    run = start(bench, files[0], into, *files[1:], "--device", "cpu", "--compile-sample", str(sample), "--seed", str(seed),
                "--time-limit", "300")
    _, problems = run.communicate()
    whole = json.load(open(os.path.join(into, "results.json")))
    wrong, reasons, ran, compiled = [], {}, 0, 0
    for row in whole["experiments"]:
        if "not_run" in row:
            reasons[row["not_run"]] = reasons.get(row["not_run"], 0) + 1
        ran += "parts" in row
        for part, trial in row.get("parts", {}).items():
            compiled += part == "compile.forward"
            if trial["status"] not in FINE | {"not captured"}:
                wrong.append("%s(%s) %s %s %s" % (row["operator"], row["signature"], part, trial["status"], trial.get("text", "")[:120]))
    print("   %d graphs, %d experiments ran, %d compiled (seed %d); not run: %s" % (len(files), ran, compiled, seed, reasons))
    closed = {"custom operator", "collective", "higher-order operator", "torch-level call", "not shown", "symbol", "argument", "size",
              "not in this PyTorch", "no reference"}
    bench.check("cpu against itself", run.returncode == 0 and not wrong and set(reasons) <= closed, "; ".join(wrong[:8]) + problems[:200])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    shared = os.path.join(os.path.dirname(root), "shared")
    parser.add_argument("portfit")
    parser.add_argument("--simchip", default=os.path.join(shared, "simchip"))
    parser.add_argument("--graphs", default=os.path.join(shared, "graphs"))
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--long", action="store_true")
    options = parser.parse_args()
    options.portfit = os.path.abspath(options.portfit)
    folder = tempfile.mkdtemp(prefix="portfit-probe-test-")
    bench = Bench(options, folder)
    chip, graphs = os.path.isdir(options.simchip), os.path.isdir(options.graphs)
    groups = [("behaviours", chip, behaviours), ("unseen", chip, unseen), ("warned", chip, warned), ("hungry", chip, hungry), ("scripts", chip, scripts), ("time", chip, out_of_time), ("memory", chip, memory), ("model", True, model),
              ("model-chip", chip, model_on_chip), ("user", True, user_code), ("resume", True, resumed), ("same", True, same_twice),
              ("murder", chip, killed_worker), ("disk", True, full_disk), ("interrupt", chip, interrupted), ("late", True, late_death),
              ("crash", chip, crash_costs), ("bad", True, bad_input), ("writes", True, written_and_random), ("facts", chip, facts_are_used), ("unknown", chip, unknown_becomes_measured),
              ("hard", True, hard_graphs), ("env", True, environment),
              ("kills", True, lambda b: kills(b, 200 if options.long else 5)),
              ("all", graphs, lambda b: all_graphs(b, options.graphs, 1000 if options.long else 8, 40 if options.long else 2)),
              ("speed", graphs, lambda b: speed(b, options.graphs))]
    chosen = [name for name in options.only if name in {g[0] for g in groups}]
    if chosen:
        options.only = []
    elif options.only:
        chosen = ["behaviours", "memory"]
    try:
        export(folder)
        for name, possible, group in groups:
            if chosen and name not in chosen:
                continue
            if not possible:
                print("skip %s: the folder it needs is not there" % name)
                continue
            group(bench)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("probe: %d passed, %d failed" % (bench.passed, bench.failed))
    return 1 if bench.failed or not bench.passed else 0


if __name__ == "__main__":
    sys.exit(main())
