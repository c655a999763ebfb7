#!/usr/bin/env python3
"""Probes against chips that fail in known ways: the table of behaviours against what is reported.

usage: probe.py --portfit BINARY --simchip FOLDER [--graphs FOLDER] [--only NAME]...

Needs torch in the interpreter that runs it (and that the workers then use). Every case is one run of
portfit on a small graph exported here; the simulated chip is told by its environment variable what to
do wrong, and the worker never reads that. A case passes when the operator that misbehaves is reported
as expected in every part, and every other operator as right.
"""
import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FINE = {"right", "none"}
PARTS = ("eager.forward", "eager.backward", "compile.forward", "compile.backward")


def export(folder):
    """The graph that all cases use, and a larger one for limits."""
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
        self.passed, self.failed, self.number = 0, 0, 0

    def run(self, graph, config, *more, device=None, env=None, expect=0, python=None):
        """One run; (results by operator, the whole results, the finished process)."""
        self.number += 1
        into = os.path.join(self.folder, "run%d" % self.number)
        variables = dict(os.environ, PYTHONPATH=self.options.simchip)
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
LIMIT = ("--time-limit", "20")
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
     {ERFINV: {"eager.forward": "fallback"}, SORT: {"eager.forward": "fallback"}}, ("--modes", "eager")),
    ("silently on the CPU, vendor's list", dict(NO_TRACE, device="neuron", module_alias="torch_neuronx",
                                                on_unsupported="cpu", unsupported=["aten::erfinv"]),
     parts(ERFINV, "fallback"), ()),
    ("one silently on the CPU", {"ops": {"aten::sort": "fallback"}}, both(SORT, "fallback", "compile refused"), ()),
    ("one silently on the CPU, no trace", dict(NO_TRACE, ops={"aten::sort": "fallback"}),
     {SORT: {"eager.forward": "fallback"}}, ("--modes", "eager")),
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
                             "aten::cumsum": "hang", "aten::celu": "segv", "aten::erf": "nan",
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
    for name, config, expected, more in CASES:
        if not bench.wanted(name):
            continue
        results, whole, done = bench.run("many.pt2", config, *more)
        modes = ("eager",) if "--modes" in more else ("eager", "compile")
        wrong = judge(results, expected, modes)
        if name == "slow" and not wrong:
            slow = [op for op, rows in results.items() if any(p.get("slow") for r in rows for p in r["parts"].values())]
            wrong = [] if slow == [LOG1P] else ["slow: %s" % slow]
        bench.check(name, not wrong, "; ".join(wrong[:6]))


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


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--portfit", required=True)
    parser.add_argument("--simchip", required=True)
    parser.add_argument("--graphs")
    parser.add_argument("--only", action="append", default=[])
    options = parser.parse_args()
    options.portfit = os.path.abspath(options.portfit)
    folder = tempfile.mkdtemp(prefix="portfit-probe-test-")
    bench = Bench(options, folder)
    try:
        export(folder)
        behaviours(bench)
        memory(bench)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("%d passed, %d failed" % (bench.passed, bench.failed))
    return 1 if bench.failed else 0


if __name__ == "__main__":
    sys.exit(main())
