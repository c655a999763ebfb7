#!/usr/bin/env python3
"""Faults planted in a project of their own, found or not.

usage: planted.py BINARY

Scans the folder planted/ and looks for each row of planted/key.tsv: some finding of one of its rules
must begin on one of its lines ("a|b": either). Sixty faults, one a file; at most two of each thirty
may be missed, and those that are get named. A file of the folder without a row, or a row without a
file, is a failure as well.
"""
import json
import os
import subprocess
import sys

ALLOWED_MISSES = 4
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "planted")


def rows():
    with open(os.path.join(FOLDER, "key.tsv"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    if lines[0] != "file\tline\trule":
        raise SystemExit("key.tsv: first line is not the header")
    for line in lines[1:]:
        path, places, rules = line.split("\t")
        yield path, {int(place) for place in places.split("|")}, set(rules.split("|"))


def files():
    for folder, _, names in os.walk(FOLDER):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), FOLDER)
            if path != "key.tsv":
                yield path.replace(os.sep, "/")


def findings(binary):
    command = [os.path.abspath(binary), "scan", ".", "--format", "json"]
    run = subprocess.run(command, cwd=FOLDER, capture_output=True, timeout=120, check=False)
    if run.returncode != 0:
        sys.stderr.write(run.stderr.decode("utf-8", "replace"))
        raise SystemExit(f"planted: scan ended with {run.returncode}")
    by_path = {}
    for finding in json.loads(run.stdout)["findings"]:
        path = os.path.normpath(finding["path"]).replace(os.sep, "/")
        by_path.setdefault(path, []).append((finding["line"], finding["rule"]))
    return by_path


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    key, found = list(rows()), findings(sys.argv[1])
    strays = sorted(set(files()) ^ {path for path, _, _ in key})
    for path in strays:
        print(f"planted: {path}: in the folder or in key.tsv, not in both")
    missed = 0
    for path, lines, rules in key:
        places = found.get(path, [])
        if not any(line in lines and rule in rules for line, rule in places):
            missed += 1
            print(f"planted: {path}:{min(lines)}: {' or '.join(sorted(rules))} not found; there: {places}")
    failed = len(strays) + (missed if missed > ALLOWED_MISSES else 0)
    print(f"planted: {len(key) - missed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
