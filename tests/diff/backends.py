#!/usr/bin/env python3
"""Probes against real back ends: torch_xla on its CPU runtime, torch_tpu without a TPU.

usage: backends.py BINARY --facts FOLDER [--xla PYTHON] [--tpu PYTHON] [--graphs FOLDER] [--seed N]

PYTHON is an interpreter that has the back end. torch_xla: the operators that
torch-xla-2.9.0-fallbacks.tsv lists are noticed as fallbacks, its other rows are not. torch_tpu: 200
experiments drawn by a seed agree with torch-tpu-0.2.0-lowering.tsv. TPU software looks for its
cloud's metadata server when it starts, so it runs in a network namespace of its own here.
"""
import argparse
import collections
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

# The table's rows of aten.to move tensors to another device; a graph's convert a dtype, which has rows of its own.
CONVERTS = {"float32": "float", "float16": "half", "bfloat16": "bfloat16", "float64": "double", "int64": "long", "int32": "int",
            "int16": "short", "int8": "char", "uint8": "byte", "bool": "bool", "complex64": "cfloat"}
BY_NATURE = {"aten::_local_scalar_dense"}
EXPORT = r'''
import sys, os, torch, json
F = torch.nn.functional
torch.manual_seed(0)
s = torch.rand(4, 4); s = s @ s.mT + 4 * torch.eye(4)
x = torch.rand(2, 3, 8, 8)
CASES = {
 "mm": (lambda a: a @ a, s), "eigh": (lambda a: torch.linalg.eigh(a)[0], s), "eig": (lambda a: torch.linalg.eig(a)[0], s),
 "svd": (lambda a: torch.linalg.svd(a)[1], s), "qr": (lambda a: torch.linalg.qr(a)[1], s),
 "cholesky": (torch.linalg.cholesky, s), "inv": (torch.linalg.inv, s), "solve": (lambda a: torch.linalg.solve(a, a), s),
 "det": (torch.linalg.det, s),
 "grid_sample": (lambda a: F.grid_sample(a, a[:, :2].permute(0, 2, 3, 1) * 2 - 1, align_corners=False), x),
 "nonzero": (torch.nonzero, s), "masked_select": (lambda a: torch.masked_select(a, a > 0.5), s),
 "sort": (lambda a: torch.sort(a)[0], s), "topk": (lambda a: torch.topk(a, 2)[0], s), "median": (torch.median, s),
 "mode": (lambda a: torch.mode(a)[0], s), "kthvalue": (lambda a: torch.kthvalue(a, 2)[0], s),
 "histc": (lambda a: torch.histc(a, 4, 0.0, 1.0), s), "cdist": (lambda a: torch.cdist(a, a), s), "erfinv": (lambda a: torch.erfinv(a * 0.1), s),
 "lgamma": (torch.lgamma, s), "digamma": (torch.digamma, s), "igamma": (lambda a: torch.igamma(a, a), s),
 "fft": (lambda a: torch.fft.rfft(a).real, s),
 "interp_bicubic": (lambda a: F.interpolate(a, scale_factor=2, mode="bicubic", align_corners=False), x),
 "interp_bilinear": (lambda a: F.interpolate(a, scale_factor=2, mode="bilinear", align_corners=False), x),
 "trilinear": (lambda a: F.interpolate(a[:, :, None], scale_factor=2, mode="trilinear", align_corners=False), x),
 "multinomial": (lambda a: torch.multinomial(a, 2), s), "poisson": (torch.poisson, s),
 "bincount": (lambda a: torch.bincount((a * 3).long().flatten().clamp(min=0), minlength=20), s),
 "unique": (lambda a: torch.unique(a), s),
 "embedding_bag": (lambda a, o: F.embedding_bag(torch.arange(4), a, o), s, torch.tensor([0, 2])),
 "lstm": (torch.nn.LSTM(4, 3), torch.rand(5, 2, 4)),
 "max_unpool": (lambda a, i: F.max_unpool2d(a, i, 2), torch.rand(1, 1, 2, 2), torch.tensor([[[[0, 3], [8, 15]]]])),
 "frac_pool": (lambda a: F.fractional_max_pool2d(a, 2, output_size=(3, 3), _random_samples=torch.full((2, 3, 2), 0.4)), x),
 "searchsorted": (lambda a: torch.searchsorted(torch.arange(4.0), a), s),
 "bucketize": (lambda a: torch.bucketize(a, torch.arange(4.0)), s),
 "logcumsumexp": (lambda a: torch.logcumsumexp(a, 0), s), "cummax": (lambda a: torch.cummax(a, 0)[0], s),
 "renorm": (lambda a: torch.renorm(a, 2, 0, 1.0), s), "roll": (lambda a: torch.roll(a, 1, 0), s),
 "pixel_shuffle": (lambda a: F.pixel_shuffle(a, 2), torch.rand(1, 4, 3, 3)),
 "smooth_l1": (lambda a: F.smooth_l1_loss(a, a * 0.5), s), "huber": (lambda a: F.huber_loss(a, a * 0.5), s),
 "nll2d": (lambda a: F.nll_loss(a, torch.zeros(2, 8, 8, dtype=torch.long)), torch.log_softmax(x, 1)),
 "sdpa": (lambda a: F.scaled_dot_product_attention(a, a, a), torch.rand(1, 2, 4, 8)),
 "index_put": (lambda a, i, v: a.clone().index_put((i,), v), s, torch.tensor([0, 2]), torch.tensor(1.0)),
 "conv3d": (lambda a: F.conv3d(a, torch.ones(2, 3, 2, 2, 2)), torch.rand(1, 3, 4, 4, 4)),
 "i0": (torch.special.i0, s), "polygamma": (lambda a: torch.polygamma(1, a), s), "nanmedian": (torch.nanmedian, s),
 "heaviside": (torch.heaviside, s, torch.tensor(0.5)),
 "gcd": (lambda a: torch.gcd(a, a + 2), torch.arange(1, 7)), "hypot": (lambda a: torch.hypot(a, a), s),
 "nextafter": (lambda a: torch.nextafter(a, a + 1), s), "bessel": (torch.special.bessel_j0, s),
 "affine_grid": (lambda a: F.affine_grid(a, [2, 3, 4, 4], align_corners=False), torch.rand(2, 2, 3)),
 "kl": (lambda a: F.kl_div(torch.log_softmax(a, -1), torch.softmax(a, -1), reduction="batchmean"), s),
 "multilabel": (F.multilabel_margin_loss, s, torch.tensor([[1, 0, -1, 2]] * 4)),
 "adaptive_max": (lambda a: F.adaptive_max_pool2d(a, 3), x), "im2col": (lambda a: F.unfold(a, 2), x),
 "item": (lambda a: a.sum().item(), s),
}
out = sys.argv[1]
for name, (fn, *given) in CASES.items():
    class M(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.fn = fn
        def forward(self, *a): return self.fn(*a)
    try:
        torch.export.save(torch.export.export(M(), tuple(given)), os.path.join(out, name + ".pt2"))
    except Exception as e:
        print(name, "cannot be exported:", str(e).splitlines()[0][:100])
'''

# What torch.export cannot trace, as a graph prints itself.
PRINTED = {
    "lstsq": ('a: "f32[4, 4]"', 'linalg_lstsq = torch.ops.aten.linalg_lstsq.default(a, a)'),
    "ctc": ('a: "f32[6, 2, 5]", t: "i64[2, 3]", n: "i64[2]", m: "i64[2]"',
            '_ctc_loss = torch.ops.aten._ctc_loss.Tensor(a, t, n, m)'),
}


def print_graphs(folder):
    for name, (head, body) in PRINTED.items():
        with open(os.path.join(folder, name + ".readable.txt"), "w", encoding="utf-8") as out:
            out.write("class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n        %s\n        return (%s,)\n"
                      % (head, body, body.split(" ")[0]))


def rows_of(path):
    head = None
    for line in open(path, encoding="utf-8"):
        if line.startswith("#") or not line.strip():
            continue
        cells = line.rstrip("\n").split("\t")
        if head is None:
            head = cells
        else:
            yield dict(zip(head, cells + [""] * len(head)))


class Bench:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, name, ok, text=""):
        self.passed += bool(ok)
        self.failed += not ok
        print("%s %s%s" % ("ok  " if ok else "FAIL", name, "" if ok else ": " + text), flush=True)


def probe(binary, python, graphs, into, *more, before=(), env=None):
    run = subprocess.run([*before, binary, "probe", *graphs, "--python", python, "--folder", into, "-q", *more],
                         env=dict(os.environ, **(env or {})), capture_output=True, text=True)
    path = os.path.join(into, "results.json")
    return json.load(open(path)) if os.path.exists(path) else None, run.stderr


def same_operator(a, b):
    """aten::linalg_qr and aten::linalg_qr.out: one operator, by two of its forms."""
    return a.split(".")[0].rstrip("_") == b.split(".")[0].rstrip("_")


def xla(bench, options, folder):
    """One run over a graph for every row of the table; each row is judged by the experiments of its own graph."""
    subprocess.run([options.xla, "-c", EXPORT, folder], check=True, env=dict(os.environ, PJRT_DEVICE="CPU", TPU_SKIP_MDS_QUERY="1"))
    rows = list(rows_of(os.path.join(options.facts, "torch-xla-2.9.0-fallbacks.tsv")))
    print_graphs(folder)
    graphs = {row["case"]: os.path.join(folder, row["case"] + (".readable.txt" if row["case"] in PRINTED else ".pt2")) for row in rows}
    there = [g for g in graphs.values() if os.path.exists(g)]
    whole, problems = probe(options.portfit, options.xla, there, os.path.join(folder, "xla"), "--device", "xla",
                            "--modes", "eager", "--forward-only", env={"PJRT_DEVICE": "CPU"})
    by_key = {e["key"]: e for e in (whole or {"experiments": []})["experiments"]}
    for row in rows:
        expected = {n for n in row["fell_back"].split(",") if n} - BY_NATURE
        plan = subprocess.run([options.portfit, "probe", "plan", graphs[row["case"]], "--device", "xla", "--format", "json"],
                              capture_output=True, text=True)
        own = [by_key.get(e["key"], {}) for e in json.loads(plan.stdout)["experiments"]] if plan.returncode == 0 else []
        seen, wrong, asked = set(), [], 0
        for e in own:
            for trial in e.get("parts", {}).values():
                asked += 1
                seen |= {n for n in trial.get("fallback", "").split(", ") if n}
                if trial["status"] not in ("right", "fallback", "imprecise"):
                    wrong.append("%s %s %s" % (e["operator"], trial["status"], trial.get("text", "")[:100]))
        missed = [n for n in expected if not any(same_operator(n, s) for s in seen)]
        invented = [s for s in seen if not any(same_operator(n, s) for n in expected)]
        bench.check("xla %s: %s" % (row["case"], ", ".join(sorted(expected)) or "no fallback"),
                    asked and not missed and not invented and not wrong,
                    "%d asked, missed %s, invented %s, %s; not run: %s %s" % (
                        asked, missed, invented, wrong, [(e.get("operator"), e.get("not_run")) for e in own if "not_run" in e],
                        problems[:200]))


def tpu(bench, options, folder):
    """Experiments of all graphs, 200 drawn by a seed among those whose (operator, dtype) the table knows."""
    table = collections.defaultdict(list)
    for row in rows_of(os.path.join(options.facts, "torch-tpu-0.2.0-lowering.tsv")):
        table[row["aten_name"], row["dtype"]].append(row)
    names = {"f32": "float32", "bf16": "bfloat16", "f16": "float16", "f64": "float64", "i64": "int64", "i32": "int32", "i16": "int16",
             "i8": "int8", "u8": "uint8", "b8": "bool", "c64": "complex64"}
    graphs = sorted(os.path.join(options.graphs, f) for f in os.listdir(options.graphs) if f.endswith(".pt2"))
    plan = subprocess.run([options.portfit, "probe", "plan", *graphs, "--offline", "--format", "json"], capture_output=True, text=True)
    known = []
    for e in json.loads(plan.stdout)["experiments"]:
        first = e["signature"].split(",")[0].strip("[]")
        key = (e["operator"].split(".")[1].rstrip("_"), names.get(first))
        if key[0] in ("to", "_to_copy"):
            wanted = [a["v"]["dtype"] for a in e.get("args", []) if isinstance(a["v"], dict) and "dtype" in a["v"]]
            key = (CONVERTS.get(wanted[0]) if wanted else None, key[1])
        if "args" in e and key in table:
            known.append((e, table[key]))
    seed = options.seed if options.seed is not None else random.randrange(1 << 30)
    drawn = random.Random(seed).sample(known, min(200, len(known)))
    only = [w for op in sorted({e["operator"] for e, _ in drawn}) for w in ("--only", op)]
    # Nothing of the network is there for whatever the TPU software looks for.
    whole, problems = probe(options.portfit, options.tpu, graphs, os.path.join(folder, "tpu"), "--offline", "--topology", "none", *only,
                            before=("unshare", "-n"), env={"TPU_SKIP_MDS_QUERY": "1"})
    if whole is None:
        bench.check("tpu offline", False, problems[:400])
        return
    by_key = {e["key"]: e for e in whole["experiments"]}
    agree, other, differences = 0, 0, []
    for e, rows in drawn:
        got = by_key[e["key"]].get("parts", {}).get("eager.forward", {"status": by_key[e["key"]].get("not_run")})
        verdicts = {r["verdict"] for r in rows}
        fits = {"lowered": {"lowered", "partly"}, "no kernel": {"no kernel", "partly"}, "refused": {"refused", "partly"},
                "dtype refused": {"refused", "partly"}, "needs a device": {"needs a device", "partly"}}
        if verdicts & fits.get(got["status"], set()):
            agree += 1
        else:
            other += 1
            differences.append("%s(%s): %s here, %s in the table: %s" % (e["operator"], e["signature"], got["status"],
                                                                         sorted(verdicts), got.get("text", "")[:140]))
    print("   %d drawn of %d (seed %d): %d agree" % (len(drawn), len(known), seed, agree))
    for line in differences:
        print("   " + line)
    bench.check("tpu offline: %d of %d agree with the table" % (agree, len(drawn)), len(drawn) == 200 and other == 0,
                "%d differ" % other)


def tpu_compiles(bench, options, folder):
    """libtpu's compiler takes what torch-tpu-0.2.0-compile.tsv says it takes, and knows the memory of a topology."""
    table = {(row["aten_name"], row["dtype"]) for row in rows_of(os.path.join(options.facts, "torch-tpu-0.2.0-compile.tsv"))
             if row["verdict"] == "compiled"}
    graphs = [os.path.join(options.graphs, name) for name in ("bert.pt2", "convnet.pt2", "gpt2.pt2")]
    plan = subprocess.run([options.portfit, "probe", "plan", *graphs, "--offline", "--format", "json"], capture_output=True, text=True)
    names = sorted({e["operator"] for e in json.loads(plan.stdout)["experiments"]
                    if (e["operator"].split(".")[1].rstrip("_"), "float32") in table and e["signature"].startswith("f32")})
    only = [w for op in names for w in ("--only", op)]
    into = os.path.join(folder, "compiles")
    whole, problems = probe(options.portfit, options.tpu, graphs, into, "--offline", "--topology", "v5e:2x2", "--keep-programs", *only,
                            before=("unshare", "-n"), env={"TPU_SKIP_MDS_QUERY": "1"})
    ran = [e for e in (whole or {"experiments": []})["experiments"] if "parts" in e and e["signature"].startswith("f32")]
    wrong = ["%s(%s): %s" % (e["operator"], e["signature"], e["parts"].get("compile.forward", e["parts"]["eager.forward"])) for e in ran
             if e["parts"].get("compile.forward", {}).get("status") != "compiled"]
    sized = [e for e in ran if e["parts"].get("compile.forward", {}).get("memory_bytes", 0) > 0]
    bench.check("tpu compiler: %d calls of %d operators, %d with their memory" % (len(ran), len(names), len(sized)),
                ran and sized and not wrong, "; ".join(wrong[:4]) + problems[:300])
    kept = os.listdir(os.path.join(into, "programs")) if os.path.isdir(os.path.join(into, "programs")) else []
    programs = [open(os.path.join(into, "programs", f)).read() for f in kept]
    bench.check("%d programs are kept" % len(kept), programs and all("stablehlo." in p or "func.func" in p for p in programs))
    graph = os.path.join(folder, "vast.readable.txt")
    with open(graph, "w", encoding="utf-8") as f:
        f.write('class GraphModule(torch.nn.Module):\n    def forward(self, x: "f32[60000, 60000]", y: "f32[600, 600]"):\n'
                '        mm: "f32[60000, 60000]" = torch.ops.aten.mm.default(x, x)\n'
                '        mm_1: "f32[600, 600]" = torch.ops.aten.mm.default(y, y)\n        return (mm, mm_1)\n')
    whole, problems = probe(options.portfit, options.tpu, [graph], os.path.join(folder, "vast"), "--offline", "--topology", "v5e:2x2",
                            before=("unshare", "-n"), env={"TPU_SKIP_MDS_QUERY": "1"})
    said = {e["args"] if "args" in e else e["key"]: e.get("parts", {}).get("compile.forward", {}) for e in (whole or {"experiments": []})["experiments"]}
    bench.check("a product of 43 GB does not fit a v5e, one of 4 MB does", sorted(t.get("status", "") for t in said.values())
                == ["compiled", "out of memory"], "%s %s" % (said, problems[:300]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("portfit")
    parser.add_argument("--facts", required=True)
    parser.add_argument("--graphs")
    parser.add_argument("--xla")
    parser.add_argument("--tpu")
    parser.add_argument("--seed", type=int)
    options = parser.parse_args()
    options.portfit = os.path.abspath(options.portfit)
    folder = tempfile.mkdtemp(prefix="portfit-backends-")
    bench = Bench()
    try:
        if options.xla:
            xla(bench, options, folder)
        if options.tpu:
            tpu(bench, options, folder)
            tpu_compiles(bench, options, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("backends: %d passed, %d failed" % (bench.passed, bench.failed))
    return 1 if bench.failed or not bench.passed else 0


if __name__ == "__main__":
    sys.exit(main())
