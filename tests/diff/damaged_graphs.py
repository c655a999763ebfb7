#!/usr/bin/env python3
"""Damaged graphs: never a crash, a hang or a wrong number. tests/diff/damaged_graphs.py BINARY

Every exported program of the project (examples, tests/graphs, the fuzz corpora) cut at many places and with bytes changed.
A cut file must be refused with one line and status 2. In an archive a changed byte of an entry must be refused as well, or
be of no account: the same figures as before. Anything else may be read or refused, as long as it is one or the other.
"""
import concurrent.futures, glob, os, subprocess, sys, tempfile, zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PLACES = 8 if "TIME_SCALE" in os.environ else 24
ODD = b'\x00\xff"\\{]\n9'


def dump(binary, folder, data):
    """(status, lines on stderr, output) for the bytes."""
    with tempfile.NamedTemporaryFile(dir=folder) as f:
        f.write(data)
        f.flush()
        done = subprocess.run([binary, "dump", "graph", f.name], capture_output=True, timeout=60)
        return done.returncode, done.stderr.count(b"\n"), done.stdout, done.stderr


def damaged(path, data):
    """(what was done, bytes, which rule holds)"""
    archive = data[:4] == b"PK\3\4"
    end = 0
    if archive:
        with zipfile.ZipFile(path) as z:
            end = z.start_dir
    for i in range(1, PLACES + 1):
        at = len(data) * i // (PLACES + 1)
        yield f"cut at {at}", data[:at], "refused"
        at = (i * 2654435761 + len(data)) % len(data)
        changed = data[:at] + ODD[i % len(ODD):i % len(ODD) + 1] + data[at + 1:]
        yield f"byte {at} changed", changed, "refused or the same" if at < end else "any"


def check(binary, folder, path):
    with open(path, "rb") as f:
        data = f.read()
    status, _, whole, err = dump(binary, folder, data)
    wrong = [] if status in (0, 2) else [f"whole: status {status}: {err[-200:]!r}"]
    good = status == 0
    count = 1
    for what, bytes_, rule in damaged(path, data):
        count += 1
        status, lines, out, err = dump(binary, folder, bytes_)
        if status not in (0, 2) or (status == 2 and (lines != 1 or out)):
            wrong.append(f"{what}: status {status}, {lines} lines: {err[-200:]!r}")
        elif good and rule == "refused" and status == 0:
            wrong.append(f"{what}: read as if it were whole")
        elif good and rule == "refused or the same" and status == 0 and out != whole:
            wrong.append(f"{what}: other figures")
    return count, [f"{os.path.relpath(path, ROOT)}: {w}" for w in wrong]


def main():
    binary = os.path.abspath(sys.argv[1])
    paths = sorted(sum((glob.glob(os.path.join(ROOT, p)) for p in (
        "examples/*/model.pt2", "tests/graphs/*.pt2", "tests/fuzz/corpus/pt2/*", "tests/fuzz/corpus/exported/*")), []))
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for count, wrong in pool.map(lambda p: check(binary, folder, p), paths):
            passed, failed = passed + count - len(wrong), failed + len(wrong)
            for w in wrong:
                print(w)
    print(f"damaged graphs: {passed} passed, {failed} failed")
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
