#!/usr/bin/env python3
"""Does the program say what it promised? Golden cases, each a folder named as a sentence.

    tests/cases.py BINARY [--update] [NAME...]

A folder tests/cases/NAME holds `cmd` (shell lines; `portfit` is the program; run in a copy of the folder in
an empty temporary one), `expected.out`, `expected.err`, `expected.exit`, and input files. An absent expected file
stands for empty output and status 0. `{ROOT}` in cmd is the project's folder. Every example model is a case as
well: examples/NAME/report.txt is what `portfit scan examples/NAME/model.pt2` prints.
"""
import os, shutil, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def read(path):
    try:
        with open(path, "rb") as f:
            return f.read()
    except FileNotFoundError:
        return b""


def run(binary, folder):
    with tempfile.TemporaryDirectory() as place:
        work = os.path.join(place, "case")
        shutil.copytree(folder, work, symlinks=True, ignore=shutil.ignore_patterns("cmd", "expected.*"))
        tools = os.path.join(place, "bin")
        os.mkdir(tools)
        os.symlink(os.path.abspath(binary), os.path.join(tools, "portfit"))
        env = {"PATH": tools + ":" + os.environ.get("PATH", ""), "HOME": place, "LC_ALL": "C.UTF-8"}
        env |= {name: os.environ[name] for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS") if name in os.environ}
        cmd = read(os.path.join(folder, "cmd")).decode().replace("{ROOT}", ROOT)
        done = subprocess.run(["sh", "-c", cmd], cwd=work, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        return done.stdout, done.stderr, done.returncode


def case(binary, folder, update):
    out, err, status = run(binary, folder)
    want = (read(os.path.join(folder, "expected.out")), read(os.path.join(folder, "expected.err")), int(read(os.path.join(folder, "expected.exit")) or b"0"))
    if (out, err, status) == want:
        return True
    if update:
        for name, value in (("expected.out", out), ("expected.err", err), ("expected.exit", b"%d\n" % status if status else b"")):
            path = os.path.join(folder, name)
            if value:
                with open(path, "wb") as f:
                    f.write(value)
            elif os.path.exists(path):
                os.remove(path)
        return True
    print(f"case {os.path.basename(folder)}: status {status}, expected {want[2]}")
    for name, got, expected in (("out", out, want[0]), ("err", err, want[1])):
        if got != expected:
            import difflib
            lines = difflib.unified_diff(expected.decode("utf-8", "replace").splitlines(), got.decode("utf-8", "replace").splitlines(), "expected." + name, "got", lineterm="", n=1)
            print("\n".join(list(lines)[:40]))
    return False


def example(binary, name, update):
    path = os.path.join("examples", name, "model.pt2")
    done = subprocess.run([os.path.abspath(binary), "scan", path, "--width", "140", "--as-of", "2026-11-30"], cwd=ROOT, capture_output=True)
    golden = os.path.join(ROOT, "examples", name, "report.txt")
    if done.stdout == read(golden) and done.returncode == 0 and not done.stderr:
        return True
    if update:
        with open(golden, "wb") as f:
            f.write(done.stdout)
        return True
    print(f"example {name}: the report differs from {golden} (status {done.returncode}) {done.stderr.decode()[:300]}")
    return False


def main():
    args = [a for a in sys.argv[1:] if a != "--update"]
    binary, names, update = args[0], args[1:], "--update" in sys.argv
    folder = os.path.join(ROOT, "tests", "cases")
    passed = failed = 0
    for name in sorted(os.listdir(folder)):
        if os.path.isfile(os.path.join(folder, name, "cmd")) and (not names or name in names):
            ok = case(binary, os.path.join(folder, name), update)
            passed, failed = passed + ok, failed + (not ok)
    for name in sorted(os.listdir(os.path.join(ROOT, "examples"))):
        if os.path.isfile(os.path.join(ROOT, "examples", name, "model.pt2")) and (not names or name in names):
            ok = example(binary, name, update)
            passed, failed = passed + ok, failed + (not ok)
    print(f"cases: {passed} passed, {failed} failed")
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
