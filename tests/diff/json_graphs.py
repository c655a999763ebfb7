"""Read the JSON of every graph and profile of a folder with the JSON reader and with Python's, value by value.

    json_graphs.py JSON_CANON FOLDER
"""
import glob
import gzip
import os
import sys
import zipfile

import json_reader as reference


def documents(folder):
    for path in sorted(glob.glob(os.path.join(folder, "*"))):
        if path.endswith(".pt2"):
            with zipfile.ZipFile(path) as z:
                for name in z.namelist():
                    if name.endswith(".json"):
                        yield os.path.basename(path) + ":" + name, z.read(name)
        elif path.endswith(".json.gz"):
            with gzip.open(path) as f:
                yield os.path.basename(path), f.read()
        elif path.endswith(".json"):
            with open(path, "rb") as f:
                yield os.path.basename(path), f.read()


def main():
    program, folder = sys.argv[1], sys.argv[2]
    passed = failed = 0
    for name, document in documents(folder):
        got, _ = reference.ours(program, [document])
        skipped, _ = reference.ours(program, [document], "--skip")
        guessed, _ = reference.ours(program, [document], "--guess")
        good = got[0] == guessed[0] == reference.python(document) and skipped[0] != "error"
        passed += good
        failed += not good
        if not good:
            print(name, got[0][:60])
    print(f"json of graphs: {passed} passed, {failed} failed")
    return bool(failed) or not passed


if __name__ == "__main__":
    sys.exit(main())
