"""Compare `portfit dump graph FILE` with the references beside the files, field by field.

    graphs.py PORTFIT FOLDER [NAME...]

FOLDER holds model.pt2, model.readable.txt, ... and model.oracle.json, which is one object for each of those files. NAMEs
choose files by a part of their name. Left out are the fields that only the reference has: how PyTorch itself loaded the file.
"""
import glob
import json
import os
import subprocess
import sys

REFERENCE_ONLY = {"zip", "entries", "load", "disagree", "disagree_count", "graphs_not_matched_in_fx", "note"}


def without_reference(o):
    o = {k: v for k, v in o.items() if k not in REFERENCE_ONLY}
    if isinstance(o.get("flops"), dict):
        o["flops"] = {k: v for k, v in o["flops"].items() if not k.startswith("executed") and k != "formula_vs_executed"}
    if isinstance(o.get("graphs"), list):
        o["graphs"] = [{k: v for k, v in g.items() if k != "fx"} if isinstance(g, dict) else g for g in o["graphs"]]
    return o


def differences(want, got, path, out):
    if isinstance(want, dict) and isinstance(got, dict):
        for k in want:
            if k not in got:
                out.append(f"{path}.{k}: missing, want {json.dumps(want[k])[:120]}")
            else:
                differences(want[k], got[k], f"{path}.{k}", out)
        if path:  # fields may be added at the top, not below
            out += [f"{path}.{k}: not in the reference, {json.dumps(got[k])[:120]}" for k in got if k not in want]
    elif isinstance(want, list) and isinstance(got, list):
        if len(want) != len(got):
            out.append(f"{path}: {len(want)} items wanted, got {len(got)}")
        for i, (a, b) in enumerate(zip(want, got)):
            differences(a, b, f"{path}[{i}]", out)
    elif want != got or isinstance(want, bool) != isinstance(got, bool):
        out.append(f"{path}: want {json.dumps(want)[:120]}, got {json.dumps(got)[:120]}")


def check(portfit, path, want):
    run = subprocess.run([portfit, "dump", "graph", path], capture_output=True, text=True)
    if run.returncode:
        return [f"status {run.returncode}: {run.stderr.strip()[:300]}"]
    try:
        got = json.loads(run.stdout)
    except ValueError as e:
        return [f"no JSON: {e}"]
    out = []
    differences(without_reference(want), got, "", out)
    return out


def main():
    portfit, folder, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    passed = failed = 0
    for oracle in sorted(glob.glob(os.path.join(folder, "*.oracle.json"))):
        with open(oracle, encoding="utf-8") as f:
            references = json.load(f)
        for name, want in references.items():
            path = os.path.join(folder, name)
            if not os.path.exists(path) or (names and not any(n in name for n in names)):
                continue
            if "error" in want and len(want) <= 2:
                continue
            out = check(portfit, path, want)
            passed += not out
            failed += bool(out)
            if out:
                print(f"{name}: {len(out)} differences")
                for line in out[:5]:
                    print("   ", line)
    print(f"graphs: {passed} passed, {failed} failed")
    return bool(failed) or not passed


if __name__ == "__main__":
    sys.exit(main())
