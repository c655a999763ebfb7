#!/usr/bin/env python3
"""Do the answers agree with those worked out by hand?

    tests/diff/verdicts.py BINARY TABLE.tsv

TABLE has the columns target, mode, operator, input_dtypes, arguments, context, verdict, evidence, because.
Every row is asked with `coverage show --format json`; verdict and evidence must both agree.
"""
import json, subprocess, sys


def main():
    binary, table = sys.argv[1:3]
    with open(table, encoding="utf-8") as f:
        lines = [line.rstrip("\n").split("\t") for line in f if line.strip()]
    head, rows = lines[0], lines[1:]
    passed = failed = 0
    for row in rows:
        r = dict(zip(head, row))
        args = [binary, "coverage", "show", r["operator"], "--target", r["target"], "--format", "json", "--signature", r["input_dtypes"],
                "--args", r["arguments"], "--context", r["context"]]
        done = subprocess.run(args, capture_output=True, text=True)
        try:
            answer = json.loads(done.stdout)[0][r["mode"]]
            got = (answer["verdict"], answer.get("evidence", "-"))
        except (ValueError, IndexError, KeyError):
            got = ("no answer: " + done.stderr.strip(), "")
        if got == (r["verdict"], r["evidence"]):
            passed += 1
        else:
            failed += 1
            print(f"{r['target']} {r['mode']} {r['operator']} {r['input_dtypes']} {r['arguments']} {r['context']}: got {got[0]} {got[1]}, expected {r['verdict']} {r['evidence']} ({r['because']})")
    print(f"verdicts: {passed} passed, {failed} failed")
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
