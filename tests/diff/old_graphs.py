"""Read the .pt2 files that older PyTorch releases wrote and compare with what the programs held.

    old_graphs.py PORTFIT [FOLDER]     FOLDER: tests/graphs, see make_old.py there
"""
import glob
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def shape(text):
    """"f32[2, 2*s0 + 1]cpu" to [2, "2*s0 + 1"]"""
    inside = text[text.index("[") + 1 : text.rindex("]")]
    return [int(d) if d.lstrip("-").isdigit() else d for d in inside.split(", ")] if inside else []


def check(got, want):
    out = []
    mine = {}
    for path, _, target, results in got["nodes"]:
        mine.setdefault(path.split(".")[-1], []).append([target, [shape(r) for r in results if "[" in r]])
    theirs = {}
    for path, target, shapes in want["nodes"]:
        theirs.setdefault(path.split(".")[-1], []).append([target, shapes])
    for graph in sorted(set(mine) | set(theirs)):
        a, b = mine.get(graph, []), theirs.get(graph, [])
        if len(a) != len(b):
            out.append(f"{graph}: {len(b)} nodes wanted, got {len(a)}")
        out += [f"{graph}: want {y}, got {x}" for x, y in zip(a, b) if x != y]
    for key, number in (("parameters", got["parameters"]["count"]), ("buffers", got["buffers"]["count"]), ("parameter_bytes", got["parameters"]["bytes"]), ("user_inputs", got["inputs"].get("user_input", 0))):
        if number != want[key]:
            out.append(f"{key}: want {want[key]}, got {number}")
    # 2.4 and older do not say which release wrote the file.
    if "torch_version" in got and got["torch_version"] != want["torch"]:
        out.append(f"torch_version: want {want['torch']}, got {got['torch_version']}")
    return out


def main():
    portfit, folder = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else os.path.join(HERE, "..", "graphs")
    passed = failed = 0
    for path in sorted(glob.glob(os.path.join(folder, "*.pt2"))):
        with open(path[:-4] + ".expected.json", encoding="utf-8") as f:
            want = json.load(f)
        run = subprocess.run([portfit, "dump", "graph", path], capture_output=True, text=True)
        out = check(json.loads(run.stdout), want) if run.returncode == 0 else [run.stderr.strip()]
        passed += not out
        failed += bool(out)
        for line in out[:5]:
            print(f"{os.path.basename(path)}: {line}")
    print(f"old graphs: {passed} passed, {failed} failed")
    return bool(failed) or not passed


if __name__ == "__main__":
    sys.exit(main())
