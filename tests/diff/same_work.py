"""Is the same work in several files counted once, and other work for itself?

    same_work.py PORTFIT GRAPHS

GRAPHS is a folder of models in several forms (NAME.pt2, NAME.trace.log.gz, NAME.chrome.json.gz, NAME.et.json.gz), with the same model
also as NAME-core, NAME-dyn, NAME-strict or NAME-t214. What is held against it: the forms of one model must count its products of
matrices once, by the FLOPs that its .pt2 alone has; of all the .pt2 files together only those of one name may be joined.
"""
import glob
import json
import os
import subprocess
import sys

from checks import Checks

BINARY, GRAPHS = os.path.abspath(sys.argv[1]), sys.argv[2]
checks = Checks()
check = checks.check


def graphs(paths):
    done = subprocess.run([BINARY, "scan", "--target", "trainium", "--format", "json", *paths], capture_output=True)
    report = json.loads(done.stdout)
    total = sum(report["totals"]["trainium"]["operators"].values())
    check(f"totals of {paths}", total == sum(g["operator_nodes"] for g in report["graphs"] if g["counted"]))
    return report["graphs"]


def forms(name):
    out = []
    for end in ("pt2", "trace.log", "chrome.json", "et.json", "graph.txt", "readable.txt", "ep.txt", "tabular.txt"):
        out += glob.glob(f"{GRAPHS}/{name}.{end}") + glob.glob(f"{GRAPHS}/{name}.{end}.gz")
    return out


for pt2 in sorted(glob.glob(GRAPHS + "/*.pt2")):
    name = os.path.basename(pt2)[:-4]
    paths = forms(name)
    if not any(".trace." in p or ".chrome." in p or ".et." in p for p in paths):
        continue
    alone = [g for g in graphs([pt2]) if g["counted"]]
    flops = sum(g["flops"] for g in alone)
    joined = graphs(paths)
    counted = [g for g in joined if g["counted"]]
    # A log may hold the model at a second size, which is other work, and a backward pass.
    forward = [g for g in counted if g["stage"] not in ("backward", "profile")]
    check(f"{name}: forward passes have {[(g['input'], g['stage'], g['flops']) for g in forward]}, the exported program {flops}",
          sum(g["flops"] for g in forward if "may be the same" not in g.get("note", "") or g["input"].endswith(".pt2")) == flops)
    check(f"{name}: a profile counts products again", not any(g["flops"] for g in counted if g["stage"] == "profile"))
    check(f"{name}: a graph that is not counted has no reason", all(g.get("why_not") for g in joined if not g["counted"]))

programs = sorted(glob.glob(GRAPHS + "/*.pt2"))
for g in graphs(programs):
    reason = g.get("why_not", "")
    if not reason or "same work as in" not in reason:
        continue
    name = os.path.basename(g["input"])[:-4]
    kept = os.path.basename(reason.split("same work as in ")[1].split(".pt2")[0])
    check(f"{name} was taken for {kept}", name.split("-")[0] == kept.split("-")[0] and ("t214" not in name or "t214" not in kept))
sys.exit(checks.end("same_work"))
