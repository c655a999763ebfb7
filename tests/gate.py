#!/usr/bin/env python3
"""Does the gate stop what a change brings, and nothing else? gate.py BINARY

Scenarios in real git repositories made here: baselines, revisions, renames, rebases, shallow clones, submodules,
no git at all, newer rules and facts, days that pass, thresholds, exceptions, folders. A repository whose own
configuration names programs must not get them run.
"""
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "diff"))
from checks import Checks

BINARY = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GRAPH = os.path.join(ROOT, "examples", "convnet", "model.pt2")
checks = Checks()
check = checks.check

TRAIN = """import torch
import torch.distributed as dist


def main():
    dist.init_process_group(backend="nccl")
    model = torch.nn.Linear(3, 4).cuda()
    print(model)


if __name__ == "__main__":
    main()
"""


class Repo:
    """A folder with files; git when it is asked for."""

    def __init__(self, parent, name, git=True):
        self.path = os.path.join(parent, name)
        os.makedirs(self.path)
        if git:
            self.git("init", "-q", "-b", "main")

    def git(self, *words, folder=None):
        env = dict(os.environ, GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_SYSTEM="/dev/null")
        done = subprocess.run(["git", "-c", "user.email=t@example.org", "-c", "user.name=T", "-c",
                               "protocol.file.allow=always", *words],
                              cwd=folder or self.path, env=env, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"git {words}: {done.stderr}")
        return done.stdout

    def write(self, name, text):
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as f:
            f.write(text)

    def read(self, name):
        with open(os.path.join(self.path, name)) as f:
            return f.read()

    def commit(self, text="change"):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", text)
        return self.git("rev-parse", "HEAD").strip()

    def run(self, *words, env=None):
        done = subprocess.run([BINARY, *words], cwd=self.path, capture_output=True, text=True,
                              env=dict(os.environ, **(env or {})))
        return done.returncode, done.stdout, done.stderr

    def scan(self, *words, level="minor", target="trainium"):
        return self.run("scan", ".", "--target", target, "--fail-on", level, *words)

    def baseline(self, *words):
        code, out, err = self.run("baseline", "write", ".", "--target", "trainium", *words)
        if code:
            raise RuntimeError(out + err)
        return out


def gate_line(out):
    return out.strip().split("\n")[-1]


def findings(repo, *words):
    code, out, err = repo.scan("-f", "json", *words)
    return [f for f in json.loads(out)["findings"]], err


def with_baseline(parent):
    r = Repo(parent, "baseline")
    r.write("train.py", TRAIN)
    r.commit()
    code, out, _ = r.scan()
    check("without a baseline old findings hit", code == 1, out)
    r.baseline()
    b = ("--baseline", "portfit-baseline.json")
    code, out, _ = r.scan(*b)
    check("a baseline accepts what is there", code == 0 and "passed" in gate_line(out), out)
    r.write("train.py", "# a line\n" * 100 + TRAIN)
    check("moved lines stay accepted", r.scan(*b)[0] == 0)
    os.rename(os.path.join(r.path, "train.py"), os.path.join(r.path, "renamed.py"))
    check("a renamed file stays accepted", r.scan(*b)[0] == 0)
    r.write("renamed.py", TRAIN.replace("    ", "\t"))
    check("another indent stays accepted", r.scan(*b)[0] == 0)
    r.write("renamed.py", TRAIN.replace("    print", "    torch.nn.Linear(3, 4).cuda()\n    print"))
    code, out, _ = r.scan(*b)
    check("a new statement is new", code == 1 and "1 finding" in gate_line(out), out)
    r.write("renamed.py", TRAIN.replace("    model = torch.nn.Linear(3, 4).cuda()\n",
                                        "    model = torch.nn.Linear(3, 4).cuda()\n" * 2))
    check("a copy of an accepted statement is new", r.scan(*b)[0] == 1)
    r.write("renamed.py", TRAIN.replace('"nccl"', "pick()"))
    code, out, _ = r.scan(*b)
    check("what is fixed is said", code == 0 and "1 accepted finding is fixed" in gate_line(out), gate_line(out))
    code, out, _ = r.run("baseline", "prune", ".", "--target", "trainium", *b)
    check("prune takes it out", code == 0 and out.startswith("1 finding fixed"), out)
    r.write("renamed.py", TRAIN)
    check("and it is new when it comes back", r.scan(*b)[0] == 1)
    r.write("portfit-baseline.json", '{"schema": "portfit-baseline/1", "findings": [{}]}')
    code, _, err = r.scan(*b)
    check("a damaged baseline is one line", code == 2 and "damaged baseline" in err, err)


def accepted_is_not_gone(parent):
    """A project whose findings are all in the baseline has nothing new; that nothing binds it would be wrong."""
    r = Repo(parent, "accepted")
    r.write("train.py", TRAIN)
    r.baseline()
    for lang, word, nothing in (("en", "NOTHING NEW", "nothing in the sources binds"), ("zh-TW", "沒有新的項目", "沒有綁定其他裝置")):
        words = ("--baseline", "portfit-baseline.json", "--lang", lang)
        _, out, _ = r.scan(*words)
        check(f"{lang}: nothing new, and how much is accepted", word in out and nothing not in out and "NOTHING FOUND" not in out and "2" in out.split(word)[1][:200], out[:600])
        _, page, _ = r.scan(*words, "-f", "html")
        check(f"{lang}: the page says it", ("not counted here" if lang == "en" else "未計入") in page)
    _, out, _ = r.scan("--since", "HEAD") if os.path.isdir(os.path.join(r.path, ".git")) and r.commit() else ("", "", "")
    check("unchanged is not gone either", "NOTHING FOUND" not in out, out[:600])


def last_line(parent):
    """Whatever the format, a run that gates tells a person why it passed or failed."""
    r = Repo(parent, "last")
    r.write("train.py", TRAIN)
    for name in ("text", "json", "jsonl", "sarif", "junit", "github", "gitlab", "csv", "markdown", "html"):
        code, out, err = r.scan("-f", name, level="major")
        words = out if name in ("text", "github", "markdown", "html") else err
        check(f"{name} says why the gate is hit", code == 1 and "of severity" in words, out[-200:] + err)
        code, out, err = r.scan("-f", name, "--ignore", "*", level="blocker")
        words = out if name in ("text", "github", "markdown", "html") else err
        check(f"{name} says that it passed", code == 0 and "passed" in words, out[-200:] + err)


def partial_prune(parent):
    r = Repo(parent, "partial")
    r.write("a/one.py", TRAIN)
    r.write("b/two.py", TRAIN.replace("nccl", "gloo"))
    r.baseline()
    before = json.loads(r.read("portfit-baseline.json"))
    code, out, _ = r.run("baseline", "prune", "a", "--target", "trainium")
    after = json.loads(r.read("portfit-baseline.json"))
    check("prune of one folder keeps the other's", code == 0 and before["findings"] == after["findings"], out)
    code, out, _ = r.run("scan", "a", "--target", "trainium", "--fail-on", "minor", "--baseline",
                         "portfit-baseline.json")
    check("what was not scanned is not called fixed", code == 0 and "fixed" not in gate_line(out), gate_line(out))


def since_lines(parent):
    r = Repo(parent, "since")
    r.write("train.py", TRAIN)
    r.write("notes.txt", "text\n")
    first = r.commit()
    code, out, _ = r.scan("--since", "HEAD")
    check("nothing changed, nothing to fail", code == 0 and "0 of" in gate_line(out), gate_line(out))
    r.write("train.py", TRAIN.replace("    print", "    torch.cuda.synchronize()\n    print"))
    code, out, _ = r.scan("--since", "HEAD")
    check("a changed line fails before it is committed", code == 1 and "1 finding" in gate_line(out), out)
    states = [(f["line"], f["state"]) for f in findings(r, "--since", "HEAD")[0]]
    check("the others are called unchanged", states == [(6, "unchanged"), (7, "unchanged"), (8, "new")], states)
    r.commit()
    check("and after", r.scan("--since", first)[0] == 1 and r.scan("--since", "HEAD")[0] == 0)
    r.git("mv", "train.py", "renamed.py")
    r.commit()
    code, out, _ = r.scan("--since", "HEAD~1")
    check("a renamed file has no changed lines", code == 0, gate_line(out))
    r.write("new file.py", TRAIN)
    check("a file that git does not know is new", r.scan("--since", "HEAD")[0] == 1)
    os.remove(os.path.join(r.path, "new file.py"))
    r.write("renamed.py", r.read("renamed.py").replace("    torch.cuda.synchronize()\n", ""))
    check("a line that goes away brings nothing", r.scan("--since", "HEAD")[0] == 0)
    code, _, err = r.scan("--since", "no-such-branch")
    check("an unknown revision is status 2", code == 2 and "no-such-branch" in err, err)
    code, _, err = r.scan("--since", "--output=x")
    check("a revision that looks like an option is none", code == 2 and not os.path.exists(r.path + "/x"), err)
    r.git("checkout", "-q", ".")
    os.makedirs(os.path.join(r.path, "deep"), exist_ok=True)
    r.write("deep/part.py", TRAIN)
    code, out, _ = r.run("scan", "deep", "--since", "HEAD", "--target", "trainium", "--fail-on", "minor")
    check("a folder of the checkout alone", code == 1, out)
    r.commit()
    for way in ("deep", "./deep", "deep/", "deep/part.py", "./deep/part.py"):
        code, out, _ = r.run("scan", way, "--since", "HEAD", "--target", "trainium", "--fail-on", "minor")
        check(f"scan {way}: unchanged", code == 0, gate_line(out))


def odd_names(parent):
    r = Repo(parent, "names")
    names = ["a b.py", 'quo"te.py', "tab\tname.py", "line\nbreak.py", "grün.py", "back\\slash.py", "b/b/c.py", "-dash.py"]
    for name in names:
        r.write(name, TRAIN)
    r.commit()
    for name in names:
        r.write(name, TRAIN.replace("    print", "    torch.cuda.synchronize()\n    print"))
    found = [f for f in findings(r, "--since", "HEAD")[0] if f["state"] == "new"]
    check("one new finding in each file of an odd name", len(found) == len(names), [f["path"] for f in found])
    r.git("checkout", "-q", ".")
    r.write("a b.py", TRAIN + "x = '''\n++ b/grün.py\n@@ -1,3 +1,300 @@\n-- a/x\n'''\n")
    found = [f for f in findings(r, "--since", "HEAD")[0] if f["state"] == "new"]
    check("a line that looks like a header of a diff is none", found == [], found)


def branches(parent):
    r = Repo(parent, "branches")
    r.write("train.py", TRAIN)
    r.write("other.py", "x = 1\n")
    r.commit()
    r.git("checkout", "-q", "-b", "topic")
    r.write("other.py", "import torch\nif __name__ == '__main__':\n    torch.cuda.synchronize()\n")
    r.commit("topic")
    r.git("checkout", "-q", "main")
    r.write("later.py", TRAIN)
    r.commit("main goes on")
    r.git("checkout", "-q", "topic")
    code, out, _ = r.scan("--since", "main")
    check("only what the branch did", code == 1 and "1 finding" in gate_line(out), gate_line(out))
    r.git("rebase", "-q", "main")
    code, out, _ = r.scan("--since", "main")
    check("the same after a rebase", code == 1 and "1 finding" in gate_line(out), gate_line(out))
    clone = Repo(parent, "shallow-parent", git=False)
    clone.git("clone", "-q", "--depth", "1", "--branch", "topic", "file://" + r.path, "c")
    clone.path += "/c"
    code, _, err = clone.scan("--since", "main")
    check("a shallow clone says what to fetch", code == 2 and "fetch-depth: 0" in err, err)
    plain = Repo(parent, "plain", git=False)
    plain.write("train.py", TRAIN)
    code, _, err = plain.scan("--since", "HEAD", level="minor")
    check("no git is status 2", code == 2 and "git checkout" in err, err)
    check("no git and no --since is fine", plain.scan()[0] == 1)


def submodules(parent):
    inner = Repo(parent, "inner")
    inner.write("lib.py", TRAIN)
    inner.commit()
    r = Repo(parent, "outer")
    r.write("main.py", "x = 1\n")
    r.git("submodule", "add", "-q", inner.path, "sub")
    r.commit()
    code, out, _ = r.scan("--since", "HEAD")
    check("an unchanged submodule brings nothing", code == 0, gate_line(out))
    sub = os.path.join(r.path, "sub", "lib.py")
    with open(sub, "w") as f:
        f.write(TRAIN.replace("    print", "    torch.cuda.synchronize()\n    print"))
    code, out, _ = r.scan("--since", "HEAD")
    check("a changed line in a submodule does", code == 1 and "1 finding" in gate_line(out), gate_line(out))
    r.git("commit", "-qam", "in the submodule", folder=os.path.join(r.path, "sub"))
    code, out, _ = r.scan("--since", "HEAD")
    check("also when it was committed there", code == 1 and "1 finding" in gate_line(out), gate_line(out))


def hostile(parent):
    r = Repo(parent, "hostile")
    mark = os.path.join(parent, "mark")
    run = f"sh -c 'touch {mark}; cat'"
    r.write("train.py", TRAIN)
    r.write(".gitattributes", "*.py filter=evil diff=evil\n")
    r.commit()
    for key, value in (("filter.evil.clean", run), ("filter.evil.smudge", run), ("filter.evil.process", run),
                       ("filter.evil.required", "true"), ("diff.evil.textconv", run), ("diff.evil.command", run),
                       ("diff.external", run), ("core.fsmonitor", run), ("core.hooksPath", r.path + "/hooks"),
                       ("core.pager", run), ("core.sshCommand", run), ("remote.origin.url", "ext::" + run),
                       ("remote.origin.promisor", "true"), ("diff.noprefix", "true"), ("color.ui", "always"),
                       ("diff.mnemonicPrefix", "true"), ("core.quotePath", "false"), ("diff.context", "9"),
                       ("diff.interHunkContext", "50"), ("diff.algorithm", "patience"), ("diff.renames", "false")):
        r.git("config", key, value)
    for hook in ("post-index-change", "post-checkout", "pre-commit"):
        r.write("hooks/" + hook, f"#!/bin/sh\ntouch {mark}\n")
        os.chmod(os.path.join(r.path, "hooks", hook), 0o755)
    if os.path.exists(mark):
        os.remove(mark)
    r.write("train.py", TRAIN.replace("    print", "    torch.cuda.synchronize()\n    print"))
    code, out, err = r.scan("--since", "HEAD")
    check("no program of the repository's configuration runs", not os.path.exists(mark), out + err)
    check("and the answer is right all the same", code == 1 and "1 finding" in gate_line(out), gate_line(out) + err)
    r.git("config", "filter.ev=il.clean", run)
    code, _, err = r.scan("--since", "HEAD")
    check("a filter that cannot be switched off is refused", code == 2 and not os.path.exists(mark), err)


def newer_rules(parent):
    r = Repo(parent, "rules")
    r.write("train.py", TRAIN)
    r.commit()
    r.baseline()
    b = json.loads(r.read("portfit-baseline.json"))
    b["findings"] = [f for f in b["findings"] if f["rule"] != "tensor-cuda-call"]
    b["rules"]["tensor-cuda-call"] = "0123456789abcdef"
    r.write("portfit-baseline.json", json.dumps(b))
    words = ("--baseline", "portfit-baseline.json")
    code, out, _ = r.scan(*words)
    check("what a changed rule finds does not fail", code == 0 and "newer rules" in gate_line(out), gate_line(out))
    seen = [f.get("from") for f in findings(r, *words)[0] if f["state"] == "new"]
    check("and is told apart in the JSON", seen == ["rules"], seen)
    check("--drift counts it", r.scan("--drift", *words)[0] == 1)
    del b["rules"]["tensor-cuda-call"]
    r.write("portfit-baseline.json", json.dumps(b))
    check("a new rule likewise", r.scan(*words)[0] == 0)
    r.write("train.py", TRAIN.replace("Linear(3, 4).cuda()", "Linear(3, 5).cuda()"))
    check("on a line that changed it is the change", r.scan("--since", "HEAD", *words)[0] == 1)


def calendar(parent):
    r = Repo(parent, "calendar")
    r.write("train.py", TRAIN.replace(
        ".cuda()", ".cuda()  # portfit: ignore[tensor-cuda-call] until=2026-06-01 -- until June"))
    r.commit()
    r.baseline()
    b = json.loads(r.read("portfit-baseline.json"))
    b["findings"] = [f for f in b["findings"] if f["rule"] == "init-process-group-nccl"]
    r.write("portfit-baseline.json", json.dumps(b))
    words = ("--baseline", "portfit-baseline.json")
    code, out, _ = r.scan("--as-of", "2026-05-01", *words)
    check("a suppression holds until its day", code == 0 and "day" not in gate_line(out), gate_line(out))
    code, out, _ = r.scan("--as-of", "2026-11-30", *words)
    check("a day that passes does not fail a change", code == 0 and "a day that has come" in gate_line(out),
          gate_line(out))
    check("--drift counts it", r.scan("--as-of", "2026-11-30", "--drift", *words)[0] == 1)
    check("a gate on everything counts it", r.scan("--as-of", "2026-11-30")[0] == 1)


def facts(parent):
    r = Repo(parent, "facts")
    shutil.copy(GRAPH, os.path.join(r.path, "model.pt2"))
    r.commit()
    words = ("--baseline", "portfit-baseline.json")
    r.baseline()
    for target in (("trainium",), ("trainium", "--mode", "compile")):
        code, out, _ = r.scan(*words, *target[1:], level="info")
        check(f"operators of the baseline do not gate {target}", code == 0, gate_line(out))
    code, out, _ = r.run("scan", ".", "--target", "tpu", "--fail-on", "info", *words, "--threshold", "new_operators=0")
    check("a target that the baseline does not know is all new", code == 1, gate_line(out))
    rows = json.loads(r.run("scan", ".", "-f", "json", "--target", "trainium")[1])["operators"]
    op = next(o["operator"] for o in rows if o.get("verdicts", {}).get("trainium", {}).get("verdict") == "supported")
    ns, name, overload = op.split(".")
    r.write("worse.yaml", f"""target: trainium
sources:
  - id: ours
    title: a measurement of ours
    link: bench
    date: 2026-11-20
facts:
  - op: {op}
    eager:
      base: unsupported
      evidence: measured
      source: ours
      date: 2026-11-20
      override: true
      reason: seen to fail
""")
    code, out, err = r.scan("--coverage", "worse.yaml", *words)
    if code == 2:
        check("an overlay for the test reads", False, err)
    check("a verdict that newer facts made worse does not fail a change",
          code == 0 and "newer facts" in gate_line(out), gate_line(out) + err)
    check("--drift counts it", r.scan("--coverage", "worse.yaml", "--drift", *words)[0] == 1)
    code, out, _ = r.scan("--since", "HEAD", level="minor")
    check("an unchanged graph does not gate", code == 0, gate_line(out))
    rows = json.loads(r.scan("--coverage", "worse.yaml", *words, "-f", "json")[1])["operators"]
    check("the JSON says that facts made it news", [o["operator"] for o in rows if o.get("from") == "facts"] == [op],
          [(o["operator"], o.get("from")) for o in rows if o.get("from")])
    r.write(".portfit-ignore.yaml", f"- operator: {op}\n  target: trainium\n  until: 2090-03-01\n  reason: debug path\n")
    excepted_operator(r, op)
    code, out, err = r.scan("--coverage", "worse.yaml", "--threshold", "unsupported=0", level="off")
    check("an excepted operator is left alone", code == 0, gate_line(out) + err)


def excepted_operator(r, op):
    """Marked in every format that tells of operators, out of every list for CI, and the sums add up."""
    outputs = {"json": "json", "jsonl": "jsonl", "text": "txt", "sarif": "sarif", "junit": "xml", "github": "github", "gitlab": "gitlab",
               "csv": "csv", "markdown": "md", "html": "html", "sqlite": "sqlite"}
    words = ["--coverage", "worse.yaml", *(x for f, s in outputs.items() for x in ("-o", f"{f}:out/r.{s}"))]
    os.makedirs(os.path.join(r.path, "out"), exist_ok=True)
    code, _, err = r.run("scan", "model.pt2", "--target", "trainium", "--target", "tpu", "-q", *words)
    check("all formats of an excepted operator", code == 0, err)
    result = json.loads(r.read("out/r.json"))
    marks = [(o["operator"], t, v["reason"], v["until"], o["calls"]) for o in result["operators"]
             for t, v in o.get("verdicts", {}).items() if v.get("state") == "suppressed"]
    calls = sum(m[4] for m in marks)
    check("the JSON marks it on its target alone", marks and {m[:4] for m in marks} == {(op, "trainium", "debug path", "2090-03-01")}, marks)
    check("its calls are summed", result["totals"]["trainium"].get("suppressed") == calls and "suppressed" not in result["totals"]["tpu"], marks)
    verdicts = sum(o["calls"] for o in result["operators"] if o.get("verdicts"))
    check("and stay in the totals", sum(result["totals"]["trainium"]["operators"].values()) == verdicts, verdicts)
    for f in ("jsonl", "sarif", "junit", "github", "gitlab", "csv", "markdown"):
        lines = [n for n in r.read(f"out/r.{outputs[f]}").split("\n") if not n.startswith('"effort"')]  # the work stays
        check(f"{f} leaves it out", op not in "\n".join(lines), op)
    for f in ("text", "html"):
        page = r.read(f"out/r.{outputs[f]}")
        check(f"{f} says so", "left alone until 2090-03-01 by an exception: debug path" in page.replace("\n", " ").replace("  ", " "), f)
    rows = sqlite3.connect(os.path.join(r.path, "out/r.sqlite")).execute(
        "SELECT o.operator, e.target, e.reason, e.until FROM exceptions e JOIN operators o ON o.result = e.result AND o.number = e.operator").fetchall()
    check("the portfolio has it", set(rows) == {(op, "trainium", "debug path", "2090-03-01")}, rows)
    before = {f: open(os.path.join(r.path, f"out/r.{s}"), "rb").read() for f, s in outputs.items() if f != "html"}
    os.remove(os.path.join(r.path, "out/r.sqlite"))
    code, _, err = r.run("report", "out/r.json", "-q", *(x for f, s in outputs.items() if f not in ("json", "html") for x in ("-o", f"{f}:out/r.{s}")))
    again = {f: open(os.path.join(r.path, f"out/r.{s}"), "rb").read() for f, s in outputs.items() if f != "html"}
    check("a result that is read back says the same", code == 0 and again == before, [f for f in before if again[f] != before[f]] + [err])
    shutil.rmtree(os.path.join(r.path, "out"))


def thresholds(parent):
    r = Repo(parent, "thresholds")
    shutil.copy(GRAPH, os.path.join(r.path, "model.pt2"))
    r.write("train.py", TRAIN)
    for text, hit in (("unknown=0", None), ("unsupported=100000", False), ("coverage=0%", False), ("coverage=0.0", False),
                      ("effort_hours=0", True), ("effort_hours=100000", False), ("facts_age_days=0", True),
                      ("facts_age_days=99999", False), ("cost_per_job=1", True)):
        code, out, err = r.scan("--threshold", text, "--as-of", "2027-11-30", level="off")
        if hit is not None:
            check(f"threshold {text}", code == int(hit) and (not hit or text.split("=")[0] in gate_line(out)),
                  gate_line(out) + err)
    for text in ("unkown=0", "unknown", "unknown=-1", "unknown=x", "coverage=101%", "unknown=nan", "=1", "new_operators=0"):
        code, _, err = r.scan("--threshold", text)
        check(f"threshold {text} is refused in one line", code == 2 and len(err.strip().split("\n")) == 1, err)
    r.write("portfit.yaml", "targets: [trainium]\nthresholds:\n  effort_hours: 1\n")
    code, out, err = r.run("scan", ".")
    check("thresholds of the configuration", code == 1 and "portfit.yaml:2" in gate_line(out), gate_line(out) + err)
    r.write("portfit.yaml", "thresholds:\n  effort_hours: 1\n")
    code, out, err = r.run("scan", ".")
    check("no target named, no gate", code == 0 and "no target is named" in gate_line(out), gate_line(out) + err)


def exceptions(parent):
    r = Repo(parent, "exceptions")
    r.write("train.py", TRAIN)
    r.write("legacy/old.py", TRAIN)

    def entries(text, *words, level="minor"):
        r.write(".portfit-ignore.yaml", text)
        return r.scan(*words, level=level)

    code, out, err = entries("- rules: [init-process-group-nccl, tensor-cuda-call]\n  reason: later\n")
    check("an exception silences", code == 0, gate_line(out) + err)
    states = {(f["state"], f.get("reason")) for f in findings(r)[0]}
    check("with its reason in the JSON", states == {("suppressed", "later")}, states)
    entries("- rules: [init-process-group-nccl, tensor-cuda-call]\n  until: 2090-03-01\n  reason: later\n")
    states = {(f["state"], f.get("until")) for f in findings(r)[0]}
    check("and its day", states == {("suppressed", "2090-03-01")}, states)
    code, out, _ = entries("- rule: '*'\n  path: legacy/\n  reason: goes away\n")
    check("a folder alone", code == 1 and "of severity" in gate_line(out), gate_line(out))
    states = {f["path"] for f in findings(r)[0] if f["state"] == "new"}
    check("the rest stays", states == {"train.py"}, states)
    code, out, _ = entries("- rule: '*'\n  until: 2026-01-01\n  reason: was short\n")
    check("an expired one silences nothing", code == 1, gate_line(out))
    rules = [(f["rule"], f["path"], f["line"]) for f in findings(r)[0] if f["path"].startswith(".portfit")]
    check("and is reported at its place", rules == [("suppression-expired", ".portfit-ignore.yaml", 1)], rules)
    entries("- rule: op-unique\n  reason: none here\n")
    rules = [f["rule"] for f in findings(r)[0] if f["path"].startswith(".portfit")]
    check("an unused one is reported", rules == ["suppression-unused"], rules)
    out = r.run("scan", "train.py", "-f", "json", "--target", "trainium")[1]
    check("not when a part alone was scanned", "suppression-unused" not in out)
    for text, word in (("- rule: tensor-cuda-cal\n  reason: x\n", "did you mean 'tensor-cuda-call'"),
                       ("- rule: tensor-item\n", "reason"), ("- reason: x\n", "rule"),
                       ("- rule: tensor-item\n  reason: x\n  untill: 2027-01-01\n", "until"),
                       ("- rule: tensor-item\n  reason: x\n  until: soon\n", "date"), ("rule: x\n", "exceptions"),
                       ("- rule: tensor-item\n  operator: aten.add.Tensor\n  reason: x\n", "for rules or for an operator")):
        code, _, err = entries(text)
        check(f"refused with line and word: {text!r}", code == 2 and word in err and ".portfit-ignore.yaml:" in err, err)


def configuration(parent):
    r = Repo(parent, "config")
    r.write("src/train.py", TRAIN)
    r.write("tests/test.py", TRAIN)
    r.write("portfit.yaml", """targets: [trainium]
paths: [src, tests]
fail_on: major
folders:
  tests/:
    severity: {init-process-group-nccl: info}
    ignore: [tensor-cuda-call]
""")
    code, out, err = r.run("scan", "-f", "json")
    result = json.loads(out)
    seen = {(f["path"], f["rule"]): (f["severity"], f["state"]) for f in result["findings"]}
    check("severity of a folder", seen[("tests/test.py", "init-process-group-nccl")] == ("info", "new"), seen)
    check("a rule ignored in a folder", seen[("tests/test.py", "tensor-cuda-call")][1] == "suppressed", seen)
    check("elsewhere as ever", seen[("src/train.py", "tensor-cuda-call")][1] == "new" and code == 1, (seen, err))
    code, out, _ = r.run("config", "show")
    check("config show says where paths come from", "portfit.yaml:2" in out and "src, tests" in out, out)
    r.write("portfit.yaml", "targets: [trainium]\ndrift: maybe\n")
    code, _, err = r.run("scan", "src")
    check("a flag wants true or false", code == 2 and "portfit.yaml:2" in err, err)
    r.write("portfit.yaml", "targets: [trainium]\nfolders:\n  a/: {severty: {}}\n")
    code, _, err = r.run("scan", "src")
    check("keys of a folder are checked", code == 2 and "severity" in err, err)
    os.remove(os.path.join(r.path, "portfit.yaml"))
    code, _, err = r.run("scan")
    check("no path anywhere is said", code == 2 and "paths" in err, err)


def main():
    parent = tempfile.mkdtemp()
    try:
        for scenario in (with_baseline, last_line, accepted_is_not_gone, partial_prune, since_lines, odd_names, branches, submodules, hostile,
                         newer_rules, calendar, facts, thresholds, exceptions, configuration):
            try:
                scenario(parent)
            except Exception as problem:  # a scenario that breaks is a failure, not an end
                check(f"{scenario.__name__} runs to its end", False, repr(problem))
    finally:
        shutil.rmtree(parent)
    return checks.end("gate")


sys.exit(main())
