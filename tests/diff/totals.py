#!/usr/bin/env python3
"""Do the numbers of a scan reconcile, and are they those of the oracle? tests/diff/totals.py BINARY GRAPHS

For every exported program of the folder: calls, totals and nodes of the graphs add up as the contract says, also by FLOPs;
FLOPs of each graph equal torch's FlopCounterMode to the last digit, but for what it is known to count wrong (then the
report's `flop_counter` is its number); parameters and buffers take the oracle's bytes; symbols have its ranges.
"""
import glob, json, os, subprocess, sys


def scan(binary, path):
    done = subprocess.run([binary, "scan", path, "--format", "json"], capture_output=True)
    return json.loads(done.stdout)


def reconcile(r):
    calls = sum(o["calls"] for o in r["operators"] if "verdicts" in o)
    counted = [g for g in r["graphs"] if g["counted"]]
    yield "nodes", sum(g["operator_nodes"] for g in counted), calls
    yield "every node", sum(g["nodes"] for g in counted), sum(o["calls"] for o in r["operators"]) + sum(a["calls"] for a in r["apis"] if a["from"] == "graph")
    flops = sum(g["flops"] for g in counted)
    yield "work", r["work"]["flops"] if "work" in r else 0, flops
    yield "flops by kind", sum(r["work"]["flops_by"].values()) if "work" in r else 0, flops
    yield "flops of rows", sum(o.get("flops", 0) for o in r["operators"]), flops
    yield "bytes", r["work"]["bytes"] if "work" in r else 0, sum(g["bytes"] for g in counted)
    for name, t in r["totals"].items():
        yield f"{name} operators", sum(t["operators"].values()), calls
        yield f"{name} other mode", sum(t["other_mode"]["operators"].values()), calls
        yield f"{name} flops", sum(t["flops"].values()), sum(o.get("flops", 0) for o in r["operators"] if "verdicts" in o)
        yield f"{name} unique", sum(t["unique"].values()), len({o["operator"] for o in r["operators"] if "verdicts" in o})
        for o in r["operators"]:
            if "verdicts" in o:
                yield f"{name} {o['operator']}", sum(o["verdicts"][name]["calls"].values()), o["calls"]
    if "work" in r:
        yield "a whole graph moves no more than its operators", r["work"]["least_bytes"] <= r["work"]["bytes"] or r["work"].get("unsized", 0) > 0, True


def against(r, oracle):
    flops = oracle["flops"]
    mine = {g["name"]: g["flops"] for g in r["graphs"] if g["flops"]}
    if sum(mine.values()) != flops["total"]:
        yield "flop counter", r["work"].get("flop_counter"), flops["total"]
    else:
        yield "flops", mine, {k: v for k, v in flops["by_graph"].items() if v}
    yield "parameter bytes", r["graphs"][0]["parameter_bytes"], oracle["parameters"]["unique_bytes"]
    if "memory" in r:
        yield "parameters in memory", r["memory"]["graphs"][0]["parameters"], oracle["parameters"]["unique_bytes"]
        yield "buffers in memory", r["memory"]["graphs"][0]["buffers"], oracle["buffers"]["unique_bytes"]
    for s in r.get("dynamic_shapes", {}).get("symbols", []):
        if s["name"] in oracle["range_constraints"]:
            yield f"range of {s['name']}", [s.get("low"), s.get("high")], oracle["range_constraints"][s["name"]]


def main():
    binary, folder = sys.argv[1], sys.argv[2]
    passed = failed = 0
    for path in sorted(glob.glob(os.path.join(folder, "*.oracle.json"))):
        for name, oracle in json.load(open(path)).items():
            if not isinstance(oracle.get("flops"), dict):
                continue
            report = scan(binary, os.path.join(folder, name))
            wrong = [f"{name}: {what}: report {got}, expected {want}" for what, got, want in (*reconcile(report), *against(report, oracle)) if got != want]
            print("\n".join(wrong), end="\n" if wrong else "")
            passed, failed = passed + (not wrong), failed + bool(wrong)
    print(f"totals: {passed} passed, {failed} failed")
    return failed > 0 or not passed


if __name__ == "__main__":
    sys.exit(main())
