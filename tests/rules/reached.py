#!/usr/bin/env python3
"""Does what a program loads count as reached, however it is found?

usage: reached.py BINARY

Small projects, each a way in which a program comes to net.py: what stands there may not be folded away as reached by no entry
point. In the last ones nothing leads there: it has to be.
"""
import sys

from projects import main

NET = """import torch
def forward(x):
    return x.cuda()
"""
USES = """
def go():
    return forward(x)
if __name__ == "__main__":
    torch.zeros(1, device="cuda")
    go()
"""


def program(code, net="core/net.py", **more):
    return {"train.py": "import os, site, sys, torch\nfrom pathlib import Path\n" + code + USES, net: NET,
            net.replace("net.py", "__init__.py"): "", **more}


WITH = "from net import forward\n"
NONE = "from torch import add as forward\n"
OTHER = {"net.py": "def forward(x):\n    return x\n"}
FOLLOWED = {
    "a folder of the working directory": program("sys.path.append('core')\n" + WITH),
    "beside the file": program("sys.path.insert(0, os.path.join(os.path.dirname(__file__), 'core'))\n" + WITH),
    "up and down": {"tools/" + k if k == "train.py" else k: v for k, v in
                    program("sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'core'))\n" + WITH).items()},
    "a path with a slash": program("sys.path.append(str(Path(__file__).parent / 'core'))\n" + WITH),
    "a variable": program("HERE = 'core'\nsys.path += [HERE]\n" + WITH),
    "extend": program("sys.path.extend(['lib', 'core'])\n" + WITH),
    "a site folder": program("site.addsitedir('core')\n" + WITH),
    "another file tells the folder": program(WITH, **{"paths.py": "import sys\nsys.path.append('core')\n"}),
    "a script tells the folder": program(WITH, **{"run.sh": "export PYTHONPATH=core:$PYTHONPATH\npython train.py\n"}),
    "a container tells the folder": program(WITH, **{"Dockerfile": "FROM x\nENV PYTHONPATH=/app/core\n"}),
    "nothing tells the folder": program(WITH),
    "a module of a folder of them": program("import parts.net\nforward = parts.net.forward\n", "core/parts/net.py"),
    "only one of two is reached otherwise": program("sys.path.append('core')\n" + WITH, **OTHER),
    "a script tells the folder of one of two": program(WITH, **OTHER, **{"run.sh": "PYTHONPATH=core python train.py\n"}),
    "an absolute folder, one of two": program("sys.path.insert(0, '/app/core')\n" + WITH, **OTHER),
    "two of the same name": program(WITH, **{"rest/net.py": NET}),
    "a name as in another house": program("from vendor.big.core.sub.net import forward\n", "core/sub/net.py"),
    "such a name of what is beside the package": program("from vendor.big.lib.tools.net import forward\n", "tools/net.py", **{"lib/__init__.py": ""}),
    "through another": program("sys.path.append('core')\nfrom model import forward\n", "core/deep/net.py",
                               **{"core/model.py": "from deep.net import forward\n"}),
    "a test alone imports it for certain": program(WITH, **{"core/test_net.py": "from net import forward\n"}),
    "a configuration names the module": program(NONE, **{"a.yaml": "type: net.transform\n"}),
    "a configuration names the file": program(NONE, **{"cog.yaml": "predict: \"net.py:Predictor\"\n"}),
    "a script names the file": program(NONE, **{"run.sh": "tool run --code core/net.py\n"}),
    "a script copies the folder": program(NONE, **{"run.sh": "cp -r core/* $SITE/model\n"}),
    "a text in Python": program(NONE + "HOOKS = {'a': 'core.net.forward'}\n"),
    "a text in Python names the file": program(NONE + "CODE = 'core/net.py'\n"),
    "a README says what to import": program(NONE, **{"docs/USE.md": "```\nfrom net import forward\n```\n"}),
    "a program that is only called as a test is": program(NONE, **{
        "Denoising/test_denoising.py": "import argparse\nfrom core.net import forward\nargs = argparse.ArgumentParser().parse_args()\n"
                                       "for x in load(args.input):\n    save(forward(x))\n"}),
    "through what a text names": program(NONE, **{"a.yaml": "type: tasks.transform\n", "core/tasks.py": "from .net import forward\n"}),
}
NOT = {
    "nothing imports it": program(NONE),
    "a word of a text": program(NONE, **{"a.yaml": "type: net\n", "docs/USE.md": "The net.forward is no import.\n", "run.sh": "ls net\n"}),
    "an attribute of that name": program(NONE + "def f(x):\n    return x.net.forward\n"),
    "a name of another": program("sys.path.append('core')\nfrom nets import forward\n"),
    "a library that has a part of that name": program("from torch.core import net as forward\n"),
    "a library that has a folder of that name": program("from torch.nn.core import forward\n"),
    "a test that also does something": program(NONE, **{
        "core/test_net.py": "from core.net import forward\nfor x in names():\n    show(x)\ndef test_forward():\n    assert forward(x)\n"}),
    "a test of a class that does something": program(NONE, **{
        "core/test_net.py": "import unittest\nfrom core.net import forward\nshow(1)\nclass Net(unittest.TestCase):\n    def run(self):\n        forward(x)\n"}),
    "a program among tests": program(NONE, **{"tests/check.py": "from core.net import forward\nforward(x)\n"}),
    "one of two, and no folder is told": program(WITH, **OTHER),
}


def judge(found, wanted):
    found = [f for f in found if f["path"].endswith("/net.py")]
    return bool(found) and all(f["reached"] == wanted for f in found), f"{len(found)} findings"


if __name__ == "__main__":
    sys.exit(main("reached", __doc__.split("\n\n")[1], [(True, FOLLOWED), (False, NOT)], judge))
