"""Compare the JSON reader with Python's.

    json_reader.py JSON_CANON [ROUNDS] [SEED]

Every document of json_cases/ (y-*: valid, n-*: not, deep-*: beyond our bound) is read by both, value by value, then each
of them ROUNDS times with random damage. Where the two may differ: nothing, but that nesting is bounded.
"""
import glob
import json
import os
import random
import re
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.setrecursionlimit(20000)


class Number(str):
    pass


class Pairs(list):
    pass


def integer(text):
    n = text.lstrip("-")
    value = int(text) if len(n) < 25 else None
    return Number("i" + text + (f"={value}" if value is not None and -(2**63) <= value < 2**63 else ""))


def real(value):
    return Number("d%016x" % (0 if value != value else struct.unpack("<Q", struct.pack("<d", value))[0]))


def canon(v):
    if isinstance(v, Number):
        return str(v)
    if v is None:
        return "n"
    if v is True or v is False:
        return "t" if v else "f"
    if isinstance(v, str):
        return "s" + hexed(v)
    if isinstance(v, Pairs):
        return "{" + ",".join(hexed(k) + ":" + canon(x) for k, x in v) + "}"
    return "[" + ",".join(canon(x) for x in v) + "]"


def hexed(text):
    # A lone surrogate escape has no UTF-8: it becomes U+FFFD.
    return re.sub("[\ud800-\udfff]", "\ufffd", text).encode().hex()


def python(document):
    try:
        v = json.loads(document.decode("utf-8"), object_pairs_hook=Pairs, parse_int=integer, parse_float=lambda t: real(float(t)), parse_constant=lambda t: real(float(t)))
        return "ok " + canon(v)
    except (ValueError, RecursionError):
        return "error"


def ours(program, documents, *options):
    frames = b"".join(b"%d\n%s" % (len(d), d) for d in documents)
    lines = subprocess.run([program, *options], input=frames, capture_output=True, check=True).stdout.decode().split("\n")
    return [x if x.startswith("ok") else "error" for x in lines[:-1]], lines


def damaged(r, document):
    d = bytearray(document)
    for _ in range(r.choice([1, 1, 1, 2, 3])):
        at = r.randrange(len(d) + 1)
        k = r.randrange(6)
        odd = r.choice(b'"\\{}[],:0123456789.eE+-tfnNI \n\t\0\x1f\x7f\x80\xc3\xa9\xed\xa0\xff')
        if k == 0:
            del d[at:]
        elif k == 1 and at < len(d):
            del d[at]
        elif k == 2 and at < len(d):
            d[at] = odd
        elif k == 3:
            d.insert(at, odd)
        elif k == 4 and at < len(d):
            b = r.randrange(at, len(d) + 1)
            d[at:at] = d[at:b][:40]
        else:
            d += document[: r.randrange(8)]
    return bytes(d)


def repeated(r, document):
    """Values beside themselves and beside damaged ones: what a reader that guesses lives on."""
    parts = [document, damaged(r, document), document, document]
    r.shuffle(parts)
    if r.random() < 0.5:
        return b"[" + b", ".join(parts) + b"]"
    return b"{" + b", ".join(b'"%s": %s' % (r.choice([b"name", b"as_int", b"stack_trace"]), p) for p in parts) + b"}"


def depth(document):
    return max([0] + [document[: m.start()].count(b"[") + document[: m.start()].count(b"{") for m in re.finditer(rb"[\[{]", document)]) if len(document) < 4000 else 10**6


def main():
    program, rounds, seed = sys.argv[1], int((sys.argv + ["", "30"])[2] or 30), int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
    r, passed, failed = random.Random(seed), 0, 0
    names = sorted(glob.glob(os.path.join(HERE, "json_cases", "*")))
    documents = [open(n, "rb").read() for n in names]
    got, lines = ours(program, documents)
    skipped, _ = ours(program, documents, "--skip")
    guessed, _ = ours(program, documents, "--guess")
    for name, document, mine, line, skip, guess in zip(names, documents, got, lines, skipped, guessed):
        kind, theirs = os.path.basename(name)[0], python(document)
        if kind == "d":
            good = mine == skip == "error" and "nesting" in line
        else:
            good = mine == theirs and (theirs == "error") == (kind == "n") and (skip == "error") == (mine == "error")
        good = good and guess == mine
        passed += good
        failed += not good
        if not good:
            print(f"{os.path.basename(name)}: Python {theirs[:80]}, ours {line[:80]}, skipping {skip[:20]}")
    print(f"json cases: {passed} passed, {failed} failed")
    made = [r.choice([damaged, damaged, repeated])(r, d) for d in documents if len(d) < 4000 for _ in range(rounds)]
    made = [d for d in made if depth(d) < 200]
    got, lines = ours(program, made)
    skipped, _ = ours(program, made, "--skip")
    guessed, _ = ours(program, made, "--guess")
    bad = [(d, python(d), m, s) for d, m, s, g in zip(made, got, skipped, guessed) if python(d) != m or (s == "error") != (m == "error") or g != m]
    for d, theirs, mine, skip in bad[:10]:
        print(f"{d[:120]!r}: Python {theirs[:80]}, ours {mine[:80]}, skipping {skip[:20]}")
    print(f"json damaged: {len(made) - len(bad)} passed, {len(bad)} failed (seed {seed})")
    return failed + len(bad) > 0


if __name__ == "__main__":
    sys.exit(main())
