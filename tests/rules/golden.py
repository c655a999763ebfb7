#!/usr/bin/env python3
"""A planted project with a key of every finding in it.

usage: golden.py BINARY [--write]

Scans the folder golden/ (containers, manifests, workflows, scripts, build files, requirements and lock files of
every kind that is read, kernels, Python, a notebook) and compares with golden.tsv: a finding that is not in the
key fails as well as one that is missing, moved by a column or judged otherwise for a target. What stands in the
files beside the findings (comments, quoted words, clean twins) is there to be passed over.

--write makes the key anew; read its diff against the files before it is kept.
"""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TREE, KEY = os.path.join(HERE, "golden"), os.path.join(HERE, "golden.tsv")
TARGETS = ("trainium", "tpu")
FILES_LEAST = 40


def found(binary):
    run = subprocess.run([os.path.abspath(binary), "scan", ".", "--format", "json"], cwd=TREE,
                         capture_output=True, timeout=120, check=False)
    if run.returncode != 0:
        raise SystemExit(run.stderr.decode("utf-8", "replace"))
    result = json.loads(run.stdout)
    for f in result["findings"]:
        place = (f["path"], str(f["line"]), str(f["column"]), f["rule"])
        yield place + tuple(f["targets"].get(t, "-") for t in TARGETS)


def main():
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    rows = sorted(found(sys.argv[1]), key=lambda row: (row[0], int(row[1]), int(row[2]), row[3]))
    header = ("file", "line", "column", "rule") + TARGETS
    if sys.argv[2:] == ["--write"]:
        with open(KEY, "w", encoding="utf-8") as file:
            file.write("".join("\t".join(row) + "\n" for row in [header] + rows))
        return 0
    with open(KEY, encoding="utf-8") as file:
        key = [tuple(line.rstrip("\n").split("\t")) for line in file]
    wrong = [] if key[0] == header else ["golden.tsv: first line is not the header"]
    wrong += [f"golden: missing {' '.join(row)}" for row in key[1:] if row not in rows]
    wrong += [f"golden: not in the key {' '.join(row)}" for row in rows if row not in key]
    if len(rows) != len(set(rows)):
        wrong.append("golden: a finding came twice")
    files = sum(len(names) for _, _, names in os.walk(TREE))
    if files < FILES_LEAST:
        wrong.append(f"golden: only {files} files")
    print("\n".join(wrong + [f"golden: {len(key) - 1 - len(wrong)} passed, {len(wrong)} failed"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
