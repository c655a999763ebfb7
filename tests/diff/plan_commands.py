#!/usr/bin/env python3
"""Does every command that a plan prints really tell when its task is done? plan_commands.py BINARY

A small project is planned, and each printed command is run by a shell, once while its task is open and once when
it is done: the changes are made, a made-up Python gets the packages that the set-up asks for, the job is run with a
check that fails and one that passes, and with runs that are not stable and that are. Done is status 0 and nothing
else is. Words in capitals are those that a person fills in.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from checks import Checks

OPEN = '''import torch

if __name__ == "__main__":
    x = torch.ones(4, device="cuda:0")
    torch.cuda.synchronize()
    print(x)
'''
CLEAN = '''import torch

if __name__ == "__main__":
    print(torch.ones(4))
'''
JOB = '''import os, sys
n = len(os.listdir("runs"))
open("runs/%d" % n, "w").close()
sys.exit(n in [int(i) for i in os.environ.get("FAILS", "").split()])
'''
PYTHON = '''#!/bin/sh
case $1 in
-*) echo '{"version": "3.13.1", "prefix": "/made/up", "packages": "%s", "more": "", "platform": "linux-x86_64"}' ;;
*) exec %s "$@" ;;
esac
'''
PLAN = '''name: train
today: {name: gpu, instance: p5.48xlarge, purchase: capacity-block, region: us-east-1}
targets:
  - {name: tpu, instance: TPU v6e 1 chip, count: COUNT, purchase: on-demand, region: us-east5}
'''


class Bench(Checks):
    def __init__(self, binary, folder):
        self.binary, self.folder = os.path.abspath(binary), folder
        super().__init__()
        tools = os.path.join(folder, "tools")
        os.makedirs(os.path.join(folder, "site"))
        os.mkdir(tools)
        os.symlink(self.binary, os.path.join(tools, "portfit"))
        with open(os.path.join(tools, "python3"), "w", encoding="utf-8") as f:
            f.write(PYTHON % (os.path.join(folder, "site"), sys.executable))
        os.chmod(os.path.join(tools, "python3"), 0o755)
        self.env = dict(os.environ, PATH=tools + ":" + os.environ["PATH"], HOME=folder)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as f:
            f.write(text)

    def shell(self, command, **env):
        shutil.rmtree(os.path.join(self.folder, "runs"), ignore_errors=True)
        os.mkdir(os.path.join(self.folder, "runs"))
        return subprocess.run(["sh", "-c", command], cwd=self.folder, env=dict(self.env, **env), capture_output=True,
                              text=True, check=False, timeout=300)

    def want(self, what, command, status, **env):
        """`status` None: anything but 0."""
        done = self.shell(command, **env)
        ok = done.returncode != 0 if status is None else done.returncode == status
        self.check("%s: status %d, expected %s: %s" % (what, done.returncode, status, command), ok,
                   "\n" + done.stdout[-400:] + done.stderr[-400:])
        return done

    def install(self, name, version):
        folder = os.path.join(self.folder, "site", "%s-%s.dist-info" % (name.replace("-", "_"), version))
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "METADATA"), "w", encoding="utf-8") as f:
            f.write("Metadata-Version: 2.1\nName: %s\nVersion: %s\n" % (name, version))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        b = Bench(sys.argv[1], folder)
        project = os.path.join(folder, "my 'own' project")
        os.mkdir(project)
        b.write("my 'own' project/train.py", OPEN)
        done = b.want("the plan", "portfit plan \"my 'own' project\" --target tpu --exclude 'old stuff/*' -f json", 0)
        tasks = json.loads(done.stdout)["tasks"]
        parts = {t["part"]: t["done"] for t in tasks}
        code = [t for t in tasks if t["part"] in ("neutral", "target")]
        for t in code:
            b.want("open: " + t["item"], t["done"], 1)
            b.want("a name that never was", t["done"].replace("--done " + t["item"], "--done " + t["item"][:-1] + "x"), 2)
        b.write("my 'own' project/train.py", CLEAN)
        for t in code:
            b.want("done: " + t["item"], t["done"], 0)

        setup = parts["setup"]
        asked = b.want("open: setup", setup, 1).stdout
        b.install("torch", re.search(r"with (?:PyTorch|torch) (2\.\d+\.\d+)", asked).group(1) if "with PyTorch" in asked
                  else "2.13.0")
        for _ in range(4):
            asked = b.shell(setup).stdout
            for name, version in re.findall(r"do: +install '([A-Za-z0-9_.-]+)\s*[=>~]=\s*([0-9][0-9.]*)", asked):
                b.install(name, version)
        b.want("done: setup", setup, 0)

        b.write("my 'own' project/train.py", JOB)
        check = parts["check"]
        b.want("open: check", check.replace("CHECK", "false"), None)
        b.want("open: check, the job fails", check.replace("CHECK", "true"), None, FAILS="0")
        b.want("done: check", check.replace("CHECK", "true"), 0)

        cutover = parts["cutover"].replace("CHECK", "true")
        b.want("open: cutover, one of six warm runs fails", cutover, 1, FAILS="3")
        b.want("open: cutover, the cold run fails", cutover, None, FAILS="0")
        b.want("done: cutover", cutover, 0)

        b.shell(cutover.replace("--platform tpu", "--platform gpu"))
        tune = parts["tune"].replace("PLAN.yaml", "plan.yaml").replace("TODAY.json", "train.gpu.job.json")
        b.write("plan.yaml", PLAN.replace("COUNT", "256"))
        b.want("open: tune, a job costs more than today", tune, 1)
        b.write("plan.yaml", PLAN.replace("COUNT", "1"))
        b.want("done: tune", tune, 0)
    return b.end("plan_commands")


if __name__ == "__main__":
    sys.exit(main())
