"""Small projects of a few files each, made, scanned as wholes and judged: for the tests beside it."""
import json, os, subprocess, sys, tempfile


def findings(binary, files):
    """Of a project of these files, which has a README, so that it counts as a whole one."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in {"README.md": "of a whole project\n", **files}.items():
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
            with open(os.path.join(folder, path), "w", encoding="utf-8", newline="") as file:
                file.write(text)
        run = subprocess.run([os.path.abspath(binary), "scan", ".", "--format", "json"], cwd=folder,
                             capture_output=True, timeout=60, check=True)
    return json.loads(run.stdout)["findings"]


def main(name, usage, groups, judge):
    """groups: (what is wanted, {what a project shows: its files}). judge(findings, wanted): whether they are that, and how it
    is said if not."""
    if len(sys.argv) != 2:
        raise SystemExit(usage)
    passed, failed = 0, 0
    for wanted, projects in groups:
        for what, files in projects.items():
            right, said = judge(findings(sys.argv[1], files), wanted)
            if not right:
                print(f"{name}: {what}: {said}")
            passed, failed = passed + bool(right), failed + (not right)
    print(f"{name}: {passed} passed, {failed} failed")
    return 1 if failed else 0


def lowered(speaks_of, says):
    """A judge: of the findings whose message speaks of something, does one say that it is lowered for one of these reasons?"""
    def judge(found, wanted):
        messages = [f["message"] for f in found if speaks_of in f["message"]]
        low = sum(any(reason in message for reason in says) for message in messages)
        return bool(messages) and bool(low) == wanted, f"{len(messages)} findings, {low} lowered"
    return judge
