#!/usr/bin/env python3
"""How much do the facts leave open over a folder of real graphs, and does every count reconcile?

    tests/diff/unknown.py BINARY FOLDER [--list]

Scans every .pt2 of FOLDER by itself (JSON), sums the calls per verdict over all of them and holds the share of
unknown against the bounds that the facts allow. Checks in each report that the sums of the contract agree.
"""
import collections, glob, json, os, subprocess, sys

BOUNDS = {("trainium", "eager"): 1.0, ("trainium", "compile"): 1.5, ("tpu", "eager"): 1.0, ("tpu", "compile"): 3.5}


def reconcile(report):
    """The sentences of the contract about sums; yields what does not hold."""
    counted = [g for g in report["graphs"] if g["counted"]]
    nodes = sum(g["operator_nodes"] for g in counted)
    calls = sum(o["calls"] for o in report["operators"] if "verdicts" in o)
    if nodes != calls:
        yield f"operator nodes {nodes}, calls of rows with verdicts {calls}"
    for g in report["graphs"]:
        if g["operator_nodes"] + g["host_nodes"] + g["wrapper_nodes"] + g.get("api_nodes", 0) != g["nodes"]:
            yield f"graph {g['name']}: parts do not add up to its nodes"
    for target, total in report["totals"].items():
        if sum(total["operators"].values()) != calls or sum(total["other_mode"]["operators"].values()) != calls:
            yield f"totals of {target} are not {calls}"
        unique = len({o["operator"] for o in report["operators"] if "verdicts" in o})
        if sum(total["unique"].values()) != unique:
            yield f"unique of {target}: {sum(total['unique'].values())}, operators {unique}"
    for o in report["operators"]:
        for target, answer in o.get("verdicts", {}).items():
            if sum(answer["calls"].values()) != o["calls"]:
                yield f"{o['operator']} on {target}: calls do not add up"


def main():
    binary, folder = sys.argv[1:3]
    counts = {k: collections.Counter() for k in BOUNDS}
    unknown = {k: collections.Counter() for k in BOUNDS}
    passed = failed = 0
    for path in sorted(glob.glob(os.path.join(folder, "*.pt2"))):
        for mode in ("eager", "compile"):
            done = subprocess.run([binary, "scan", path, "--format", "json", "--mode", mode], capture_output=True)
            try:
                report = json.loads(done.stdout)
            except ValueError:
                failed += 1
                print(f"{os.path.basename(path)}: no report: {done.stderr.decode()[:200]}")
                continue
            problems = list(reconcile(report))
            for p in problems:
                print(f"{os.path.basename(path)}: {p}")
            passed, failed = passed + (not problems), failed + bool(problems)
            for target, total in report["totals"].items():
                counts[target, mode].update(total["operators"])
            for o in report["operators"]:
                for target, answer in o.get("verdicts", {}).items():
                    n = answer["calls"].get("unknown", 0)
                    if n:
                        unknown[target, mode][f"{o['operator']} ({o['signature']}): {answer[mode].get('condition', '')}"] += n
    for key, bound in BOUNDS.items():
        total = sum(counts[key].values())
        share = 100.0 * counts[key]["unknown"] / total if total else 100.0
        ok = share <= bound
        passed, failed = passed + ok, failed + (not ok)
        print(f"{key[0]} {key[1]}: {share:.2f} % unknown of {total} calls (at most {bound} %); " + ", ".join(f"{v} {n}" for v, n in sorted(counts[key].items())))
        if "--list" in sys.argv:
            for name, n in unknown[key].most_common():
                print(f"    {n:5d} {name}")
    print(f"unknown: {passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
