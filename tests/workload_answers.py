#!/usr/bin/env python3
"""Is there an answer for each workload on each target, and never one that nobody has numbers for? tests/workload_answers.py BINARY

A project of three entry points and a plan of costs for one job. Only the workload whose job is priced gets the answer of
the plan; the others say what is missing, or stay where something that stops them has no known way. Every format agrees.
"""
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "diff"))
from checks import Checks

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BINARY = os.path.abspath(sys.argv[1])
SCRIPT = "import torch\n{}\n\n\ndef main():\n    print(torch.nn.Linear(3, 4){})\n\n\nif __name__ == '__main__':\n    main()\n"
checks = Checks()
check = checks.check


def scan(place, *words):
    done = subprocess.run([BINARY, "scan", ".", "--target", "trainium", "--target", "tpu", "--as-of", "2026-11-30", *words],
                          cwd=place, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def answers(place, *words):
    code, out, err = scan(place, "-f", "json", *words)
    if not out:
        check(f"a result with {words}", False, err)
        return {}, {}
    result = json.loads(out)
    return {w["name"]: w["answers"] for w in result["workloads"]}, result


def plan(place, head):
    with open(f"{ROOT}/tools/shots-plan.yaml") as f:
        text = f.read()
    with open(f"{place}/plan.yaml", "w") as f:
        f.write(head + text)


def main():
    with tempfile.TemporaryDirectory() as place:
        for name, body, tail in (("train", "", ".cuda()"), ("serve", "", ""), ("legacy", "import apex\nfrom torch.utils.cpp_extension import CUDAExtension", "")):
            with open(f"{place}/{name}.py", "w") as f:
                f.write(SCRIPT.format(body, tail))
        got, _ = answers(place)
        names = sorted(got)
        check("three workloads", len(names) == 3, names)
        if len(names) != 3:
            return
        train = next(n for n in names if "train" in n)
        check("without a plan nothing is claimed",
              all(a["answer"] in ("insufficient evidence", "stay") and a["reason"] and "priced" not in a for w in got.values() for a in w.values()), got)
        plan(place, "")
        got, result = answers(place, "--plan", "plan.yaml")
        check("a plan that names none of several prices none",
              all("workload: NAME" in a["reason"] and a["answer"] == "insufficient evidence" for n in names for a in got[n].values() if a["answer"] != "stay"), got)
        plan(place, f"workload: {train}\n")
        got, result = answers(place, "--plan", "plan.yaml")
        of_plan = {t["target"]: (t["answer"], t["rule"]) for t in result["cost"]["targets"]}
        check("the one with numbers has the plan's answer", {t: (a["answer"], a["reason"]) for t, a in got[train].items()} == of_plan
              and all(a["priced"] for a in got[train].values()), (got[train], of_plan))
        check("no other has it", all("priced" not in a and a["answer"] in ("insufficient evidence", "stay") for n in names if n != train for a in got[n].values()), got)
        check("they say whose it is", any(f"'{train}'" in a["reason"] for n in names if n != train for a in got[n].values()), got)
        check("the result says it", result["cost"]["workload"] == train)
        for lang, word, missing in (("en", "Pilot", "is for"), ("zh-TW", "建議先小範圍試跑", "成本計畫屬於")):
            _, text, _ = scan(place, "--plan", "plan.yaml", "--lang", lang, "--width", "400")
            line = next((n for n in text.split("\n") if n.startswith(f"  {train} ")), "")
            check(f"text {lang}", line.count(word) == 2 and missing in text, line)
            _, page, _ = scan(place, "--plan", "plan.yaml", "--lang", lang, "-f", "html")
            check(f"page {lang}", len(re.findall(f"<strong>{train}</strong> · <strong>{word}</strong>", page)) == 2 and missing in page)
            _, comment, _ = scan(place, "--plan", "plan.yaml", "--lang", lang, "-f", "markdown")
            check(f"comment {lang}", len(re.findall(rf"^- {train}, \w+[:：] ?\*\*{word}\*\*", comment, re.M)) == 2, comment[:900])
        scan(place, "--plan", "plan.yaml", "-q", "-o", "sqlite:r.sqlite", "-o", "json:r.json", "-o", "html:r.html", "-o", "text:r.txt")
        rows = sqlite3.connect(f"{place}/r.sqlite").execute("SELECT workload, target, answer, reason FROM workload_answers").fetchall()
        check("the portfolio", sorted(rows) == sorted((n, t, a["answer"], a["reason"]) for n, w in got.items() for t, a in w.items()), rows)
        done = subprocess.run([BINARY, "report", "r.json", "-f", "json"], cwd=place, capture_output=True, text=True)
        check("a result that is read back says the same", json.loads(done.stdout or "{}").get("workloads") == result["workloads"], done.stderr)
        plan(place, f"workload: {train[:-1]}\n")
        code, _, err = scan(place, "--plan", "plan.yaml")
        check("a name that was not found is an error with the nearest", code == 2 and "plan.yaml:1:" in err and f"did you mean '{train}'" in err, err)
        for name in ("serve", "legacy"):
            os.remove(f"{place}/{name}.py")
        plan(place, "")
        got, result = answers(place, "--plan", "plan.yaml")
        check("the only one is the plan's", len(got) == 1 and all(a.get("priced") for w in got.values() for a in w.values()), got)
        with open(f"{place}/plan.yaml") as f:
            text = f.read().replace("target: trainium, ", "").replace("target: tpu, ", "")
        with open(f"{place}/plan.yaml", "w") as f:
            f.write(text)
        got, _ = answers(place, "--plan", "plan.yaml")
        check("a machine is its target's without its name", all(a.get("priced") and a["answer"] != "insufficient evidence" for w in got.values() for a in w.values()), got)


main()
sys.exit(checks.end("workload_answers", 15))
