#!/usr/bin/env python3
"""Do init and the CI files work as far as they can without their hosts? ci_files.py BINARY

The shell parts of the GitHub action, the GitLab job and the pre-commit hook are run in a git repository made here, with the
variables that those hosts set. Their YAML is read with portfit's own reader of foreign YAML through a scan, and by a
small reader here that knows the keys each host requires.
"""
import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "diff"))
from checks import Checks

BINARY = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
checks = Checks()
check = checks.check

TRAIN = """import torch

def main():
    model = torch.nn.Linear(3, 4).cuda()
    torch.optim.AdamW(model.parameters())

if __name__ == "__main__":
    main()
"""


def run(words, folder, env=None):
    done = subprocess.run(words, cwd=folder, env=dict(os.environ, **(env or {})), capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def git(folder, *words):
    code, out, err = run(["git", "-c", "user.email=t@example.org", "-c", "user.name=T", *words], folder)
    if code:
        raise RuntimeError(err)
    return out


def repository(parent, name):
    folder = os.path.join(parent, name)
    os.makedirs(folder)
    git(folder, "init", "-q", "-b", "main")
    with open(os.path.join(folder, "train.py"), "w") as f:
        f.write(TRAIN)
    return folder


def init(parent):
    folder = repository(parent, "plain")
    code, out, err = run([BINARY, "init"], folder)
    check("init writes configuration and baseline", code == 0 and
          {"portfit.yaml", "portfit-baseline.json"} <= set(os.listdir(folder)), out + err)
    check("no host seen, no CI file, and it says so", "--ci github|gitlab" in out and ".github" not in os.listdir(folder))
    check("it names what is missing", all(w in out for w in ("--instance", "--jobs-a-month", "--bill", "--quality")), out)
    with open(os.path.join(folder, "portfit.yaml")) as f:
        text = f.read()
    check("an optimizer in the sources means training", "training: true" in text, text)
    code, out, err = run([BINARY, "scan"], folder)
    check("a scan right after init passes", code == 0 and "gate: passed" in out, out[-300:] + err)
    code, out, err = run([BINARY, "init"], folder)
    check("nothing is written over", code == 2 and out == "" and "there already" in err, out + err)
    with open(os.path.join(folder, "portfit.yaml")) as f:
        check("the file is as it was", f.read() == text)
    code, out, err = run([BINARY, "init", "--force", "--instance", "p5.48xlarge", "--jobs-a-month", "60", "--bill", "32000",
                          "--quality", "wer<=0.12", "--ci", "github", "--target", "tpu"], folder)
    check("all answers by options", code == 0 and os.path.exists(folder + "/.github/workflows/portfit.yml"), out + err)
    code, out, err = run([BINARY, "scan", "-f", "json"], folder)
    result = json.loads(out)
    check("the plan that init writes is read", code == 0 and result["cost"]["jobs_month"]["likely"] == 60
          if isinstance(result.get("cost", {}).get("jobs_month"), dict) else result.get("cost", {}).get("jobs_month") == 60,
          str(result.get("cost", {}).get("jobs_month")) + err)
    check("only the target that was named", [t["name"] for t in result["targets"]] == ["tpu"])
    code, out, err = run([BINARY, "cost", "portfit-plan.yaml"], folder)
    check("and by cost", code == 0, err)
    for words, word in ((["--instance", "p5.49xlarge"], "price book"), (["--bill", "-3"], "above 0"),
                        (["--jobs-a-month", "many"], "above 0"), (["--ci", "jenkins"], "github, gitlab or none"),
                        (["train.py"], "folder")):
        code, out, err = run([BINARY, "init", "--force", *words], folder)
        check(f"init {words} is refused in one line", code == 2 and word in err and err.count("\n") <= 1, err)
    hostile = repository(parent, 'hos"tile\nname')
    os.makedirs(hostile + '/a"b\n: {x}')
    shutil.copy(hostile + "/train.py", hostile + '/a"b\n: {x}/run.py')
    code, out, err = run([BINARY, "init"], hostile)
    code2, out2, err2 = run([BINARY, "scan", "-f", "json"], hostile)
    check("odd names come back as they were", code == 0 and code2 == 0 and
          'a"b\n: {x}/run.py' in [w["entry"] for w in json.loads(out2)["workloads"]], out + err + err2)


def hosts(parent):
    for name, make, path in (("gh", lambda f: os.makedirs(f + "/.github"), ".github/workflows/portfit.yml"),
                             ("gl", lambda f: open(f + "/.gitlab-ci.yml", "w").close(), ".gitlab/portfit.yml"),
                             ("remote", lambda f: git(f, "remote", "add", "origin", "https://github.com/a/b"),
                              ".github/workflows/portfit.yml")):
        folder = repository(parent, name)
        make(folder)
        code, out, err = run([BINARY, "init"], folder)
        check(f"host {name} is seen", code == 0 and os.path.exists(os.path.join(folder, path)), out + err)


def asks(parent):
    """On a terminal init asks, and takes Enter for not known."""
    folder = repository(parent, "asks")
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError as problem:
        print(f"asks: left out, this machine has no terminals to give: {problem}")
        return
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execv(BINARY, [BINARY, "init", "--bill", "1000"])
    seen = b""
    for answer in (b"g5.xlarge\n", b"40\n", b"\n"):
        while not seen.rstrip().endswith(b"(Enter: not known)") and select.select([fd], [], [], 20)[0]:
            seen += os.read(fd, 4096)
        os.write(fd, answer)
        seen += b"."
    try:
        while select.select([fd], [], [], 20)[0]:
            seen += os.read(fd, 4096)
    except OSError:
        pass
    status = os.waitpid(pid, 0)[1]
    text = seen.decode(errors="replace")
    check("three questions, the fourth was answered by an option", text.count("Enter: not known") == 3, text)
    plan = open(folder + "/portfit-plan.yaml").read() if os.path.exists(folder + "/portfit-plan.yaml") else ""
    check("the answers stand in the plan", status == 0 and "g5.xlarge" in plan and "jobs_month: 40" in plan, text + plan)


def github(parent):
    folder = repository(parent, "action")
    run([BINARY, "init", "--ci", "none"], folder)
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "one")
    clone = os.path.join(parent, "action-clone")
    git(parent, "clone", "-q", folder, clone)
    temp = os.path.join(parent, "runner")
    os.makedirs(temp)
    env = {"PORTFIT": BINARY, "RUNNER_TEMP": temp, "GITHUB_OUTPUT": temp + "/out", "GITHUB_STEP_SUMMARY": temp + "/page",
           "PORTFIT_BASE_REF": "main", "PORTFIT_FAIL_ON": "minor"}
    script = os.path.join(ROOT, "ci", "github.sh")
    code, out, err = run(["sh", script], clone, env)
    check("action: nothing changed", code == 0 and "status=0" in open(temp + "/out").read(), out + err)
    check("action: SARIF and page are there", json.load(open(temp + "/portfit.sarif"))["version"] == "2.1.0" and
          "Gate" in open(temp + "/page").read())
    with open(clone + "/train.py", "a") as f:
        f.write("torch.cuda.synchronize()\n")
    code, out, err = run(["sh", script], clone, env)
    check("action: a new finding is an annotation and status 1", code == 1 and re.search(r"^::(error|warning|notice) ", out, re.M)
          and "status=1" in open(temp + "/out").read(), out + err)
    mark = os.path.join(parent, "mark")
    for key in ("PATHS", "TARGETS", "FAIL_ON", "BASELINE", "SINCE", "ARGUMENTS", "BASE_REF"):
        run(["sh", script], clone, dict(env, **{"PORTFIT_" + key: f"$(touch {mark}) `touch {mark}` ; touch {mark} * "}))
    check("action: no input is run as a command", not os.path.exists(mark))
    code, out, err = run(["sh", script], clone, dict(env, PORTFIT_SINCE="none", PORTFIT_BASELINE="missing.json"))
    check("action: trouble is status 2", code == 2 and "status=2" in open(temp + "/out").read(), err)


def read_keys(path):
    """Key paths of a YAML file written plainly: enough for files of our own."""
    keys, stack = [], []
    for line in open(path):
        if re.match(r"\s*(#|$)", line):
            continue
        m = re.match(r"( *)(- )?([A-Za-z_.-]+):", line)
        if not m:
            continue
        depth = len(m.group(1)) + (2 if m.group(2) else 0)
        stack = [(d, k) for d, k in stack if d < depth] + [(depth, m.group(3))]
        keys.append("/".join(k for _, k in stack))
    return keys


def forms(parent):
    action = read_keys(os.path.join(ROOT, "action.yml"))
    check("action.yml is a composite action", {"name", "description", "runs", "runs/using", "runs/steps", "inputs", "outputs"}
          <= set(action), action)
    used = set(re.findall(r"inputs\.([a-z-]+)", open(os.path.join(ROOT, "action.yml")).read()))
    named = {k.split("/")[1] for k in action if k.startswith("inputs/") and k.count("/") == 1}
    check("every input is used and every used one is named", used == named, (used, named))
    run_lines = re.findall(r"run: (.*)", open(os.path.join(ROOT, "action.yml")).read())
    check("no expression stands in a shell line", not any("${{" in line for line in run_lines), run_lines)
    hook = read_keys(os.path.join(ROOT, ".pre-commit-hooks.yaml"))
    check("the hook has what a hook needs", {"id", "name", "entry", "language"} <= set(hook), hook)
    gitlab = read_keys(os.path.join(ROOT, "ci", "gitlab.yml"))
    check("the GitLab job has a script and reports", {".portfit/script", ".portfit/artifacts/reports/codequality",
                                                      ".portfit/artifacts/reports/junit"} <= set(gitlab), gitlab)
    shells = [os.path.join(ROOT, "ci", n) for n in sorted(os.listdir(os.path.join(ROOT, "ci"))) if n.endswith(".sh")]
    for shell in shells:
        check(f"sh -n {os.path.basename(shell)}", run(["sh", "-n", shell], ROOT)[0] == 0)
    if shutil.which("shellcheck"):
        code, out, _ = run(["shellcheck", *shells], ROOT)
        check("shellcheck", code == 0, out)


def gitlab(parent):
    folder = repository(parent, "merge")
    run([BINARY, "init", "--ci", "none"], folder)
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "one")
    clone = os.path.join(parent, "merge-clone")
    git(parent, "clone", "-q", folder, clone)
    os.makedirs(clone + "/.portfit")
    shutil.copytree(os.path.join(ROOT, "ci"), clone + "/.portfit/ci")
    text = open(os.path.join(ROOT, "ci", "gitlab.yml")).read()
    script = re.search(r"  script:\n    - \|\n((?:      .*\n)+)", text).group(1)
    with open(clone + "/train.py", "a") as f:
        f.write("torch.cuda.synchronize()\n")
    code, out, err = run(["sh", "-c", script], clone, {"PORTFIT": BINARY, "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
                                                       "PORTFIT_FAIL_ON": "minor"})
    quality = json.load(open(clone + "/gl-code-quality-report.json"))
    check("GitLab: status 1 and one new issue", code == 1 and len(quality) == 1, out[-300:] + err)


def hook(parent):
    folder = repository(parent, "hook")
    run([BINARY, "init", "--ci", "none"], folder)
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "one")
    entry = re.search(r"entry: portfit (.*)", open(os.path.join(ROOT, ".pre-commit-hooks.yaml")).read()).group(1).split()
    check("hook: nothing staged", run([BINARY, *entry], folder)[0] == 0)
    with open(folder + "/train.py", "a") as f:
        f.write("torch.cuda.set_device(0)\n")
    code, out, _ = run([BINARY, *entry], folder)
    check("hook: a new finding stops the commit", code == 1, out[-300:])


def schema(parent):
    code, out, err = run([BINARY, "config", "schema"], ROOT)
    with open(os.path.join(ROOT, "docs", "portfit.schema.json")) as f:
        check("docs/portfit.schema.json is what config schema prints", f.read() == out)
    keys = set(json.loads(out)["properties"])
    folder = os.path.join(parent, "schema")
    os.makedirs(folder)
    with open(folder + "/portfit.yaml", "w") as f:
        f.write("no_such_key: 1\n")
    with open(folder + "/a.py", "w") as f:
        f.write("import torch\n")
    run([BINARY, "scan", "a.py"], folder)
    table = set(re.findall(r"^\| ((?:`[a-z_]+` ?)+)\|", open(os.path.join(ROOT, "docs", "gate.md")).read().split("## `portfit.yaml`")[1], re.M))
    documented = set(re.findall(r"`([a-z_]+)`", " ".join(table)))
    check("every key is in the schema and in docs/gate.md", documented == keys, documented ^ keys)
    accepted = set()
    for key in keys | {"nonsense"}:
        with open(folder + "/portfit.yaml", "w") as f:
            f.write(f"{key}:\n")
        if "unknown key" not in run([BINARY, "scan", "a.py"], folder)[2]:
            accepted.add(key)
    check("the reader knows the keys of the schema and no others", accepted == keys, accepted ^ keys)


def main():
    parent = tempfile.mkdtemp()
    try:
        for part in (init, hosts, asks, github, gitlab, hook, forms, schema):
            try:
                part(parent)
            except Exception as problem:  # a part that breaks is a failure, not an end
                check(f"{part.__name__} runs to its end", False, repr(problem))
    finally:
        shutil.rmtree(parent)
    return checks.end("init and CI files")


sys.exit(main())
