#!/usr/bin/env python3
"""Is a __main__ part taken for a try-out only where it is one?

usage: self_tests.py BINARY

Of each project one module has such a part, with a finding in it that stops a target.
"""
import sys

from projects import lowered, main

NET = "import torch\nclass Net(torch.nn.Module):\n    def forward(self, x):\n        return x\n"
TRY = "\n\nif __name__ == \"__main__\":\n    net = Net().cuda()\n    print(net(torch.ones(2)))\n"
USE = "from net import Net\nprint(Net())\n"
FILES = {"net.py": NET + TRY, "run.py": USE}

SETUP = "from setuptools import setup\nfrom torch.utils.cpp_extension import CUDAExtension\nsetup(name='ops', ext_modules=[CUDAExtension('ops', ['a.cpp'])])\n"
OPS_TEST = "import torch\nfrom torch.autograd import gradcheck\nimport ops\n\nvalue = torch.rand(2).cuda()\n\n\ndef check():\n    print(gradcheck(ops.f, (value.cuda(),)))\n\n\n" \
    "if __name__ == '__main__':\n    check()\n"

TRIED_OUT = {
    "a module that a program imports": FILES,
    "with other quotes": {**FILES, "net.py": NET + TRY.replace('"', "'")},
    "a module of a package": {"lib/__init__.py": "", "lib/net.py": NET + TRY, "run.py": "print(1)\n"},
    "code behind it": {**FILES, "net.py": NET + TRY + "\nX = 1\n"},
    "comments in it": {**FILES, "net.py": NET + TRY + "# and so on\n    net(net)\n"},
    "a module beside one that is called as the folder around": {"x/deep/net.py": NET + TRY, "x/deep/x.py": "a = 1\n",
        "x/deep/use.py": "from x.deep.net import Net\n", "run.py": "from x.deep.use import Net\nprint(Net())\n"},
    "an extension's test": {"ops/test.py": OPS_TEST, "ops/setup.py": SETUP, "run.py": "print(1)\n"},
    "an extension's test that a README names": {"ops/test.py": OPS_TEST, "ops/setup.py": SETUP, "run.py": "print(1)\n", "README.md": "cd ops; python test.py\n"},
    "an extension's test by the library": {"ops/unit_test.py": OPS_TEST.replace("from torch.autograd import gradcheck", "import unittest").replace("gradcheck(", "("), "ops/setup.py": SETUP, "run.py": "print(1)\n"},
    "a text of another file": {**FILES, "README.md": "see other_net.p\n"},
}
A_PROGRAM = {
    "a test of a program": {"test.py": OPS_TEST, "run.py": "print(1)\n"},
    "a test beside a setup.py that checks no gradients": {"ops/test.py": OPS_TEST.replace("gradcheck", "check"), "ops/setup.py": SETUP, "run.py": "print(1)\n"},
    "a test beside a setup.py that builds nothing": {"ops/test.py": OPS_TEST, "ops/setup.py": "from setuptools import setup\nsetup(name='ops')\n", "run.py": "print(1)\n"},
    "a program of a package": {"lib/__init__.py": "", "lib/net.py": NET + TRY.replace("print(", "train("), "run.py": "print(1)\n"},
    "a module of a package that a README starts": {"lib/__init__.py": "", "lib/net.py": NET + TRY, "README.md": "Run `python -m lib.net`.\n"},
    "no other file imports it": {"net.py": NET + TRY, "run.py": "print(1)\n"},
    "a test imports it": {"net.py": NET + TRY, "test_net.py": USE},
    "a command line": {**FILES, "net.py": NET + TRY.replace("net = ", "args = argparse.ArgumentParser().parse_args()\n    net = ")},
    "arguments as they are": {**FILES, "net.py": "import sys\n" + NET + TRY.replace("2", "int(sys.argv[1])")},
    "a main function": {**FILES, "net.py": NET + TRY.replace("print(", "main(")},
    "a function that trains": {**FILES, "net.py": NET + TRY + "    train(net)\n"},
    "the README": {**FILES, "README.md": "Run `python net.py`.\n"},
    "a script": {**FILES, "run.sh": "python -u net.py\n"},
    "a module of the command line": {**FILES, "run.sh": "python -m net\n"},
    "outside of the part": {**FILES, "net.py": NET + "torch.ones(1).cuda()\n" + TRY.replace(".cuda()", "")},
    "behind the part": {**FILES, "net.py": NET + TRY.replace(".cuda()", "") + "torch.ones(1).cuda()\n"},
    "two parts": {**FILES, "net.py": NET + TRY + TRY},
}
sys.exit(main("self tests", __doc__, [(True, TRIED_OUT), (False, A_PROGRAM)], lowered("cuda", ["started by itself"])))
