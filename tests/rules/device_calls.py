#!/usr/bin/env python3
"""Is a function told to run on CUDA alone only where every call of it, in all files, stands behind a test of the device?

usage: device_calls.py BINARY

Small projects whose plug-in is built for tensors on CUDA, beside a reference path. In the first ones something else may call it, or
the other way does not work: nothing may be lowered. In the last ones nothing does: there it has to be.
"""
import sys

from projects import lowered, main

PLUGIN = """import torch


def name_of():
    return torch.cuda.get_device_name()


def get_plugin(name):
    torch.cuda.synchronize()
    return name_of() + name
"""
OPS = """import torch
from plugin import get_plugin


def _init():
    return get_plugin("op")


def _ref(x):
    return x + 1


def _fast(x):
    return x * 2


def op(x, impl="cuda"):
    if impl == "cuda" and x.device.type == "cuda" and _init():
        return _fast(x)
    return _ref(x)
"""
MAIN = """import torch
from ops import op


def go():
    return op(torch.ones(1))


if __name__ == "__main__":
    go()
"""
BASE = {"plugin.py": PLUGIN, "ops.py": OPS, "main.py": MAIN}
HEAD = 'if impl == "cuda" and x.device.type == "cuda" and _init():'


def ops(old, new, **files):
    assert old in OPS, old
    return {**BASE, "ops.py": OPS.replace(old, new), **files}


def beside(code, **files):
    """The project whose program has these lines too."""
    return {**BASE, "main.py": MAIN.replace("\n\nif __name__", f"\n\n{code}\n\nif __name__"), **files}


def body(code):
    """What op does, whole."""
    return {**BASE, "ops.py": OPS[:OPS.index(f"    {HEAD}")] + code}


LOADER = "import importlib, sys\n\ndef load(path):\n    module, name = path.rsplit('.', 1)\n    return getattr(importlib.import_module(module), name)\n\nload(sys.argv[1])\n"
STAYS = {
    "a call without a test": beside("import plugin\nplugin.get_plugin('x')"),
    "a call of what calls it": beside("import ops\nops._init()"),
    "a call in another file's def": beside("from plugin import get_plugin\n\ndef more():\n    get_plugin('x')\n\nmore()"),
    "another name by import": beside("from plugin import get_plugin as build\nbuild('x')"),
    "another name by assignment": beside("import plugin\nbuild = plugin.get_plugin\nbuild('x')"),
    "an import that a package hands out": {**{k: v for k, v in BASE.items() if k != "main.py"}, "a/__init__.py": "from plugin import get_plugin\nDOC = 'get_plugin'\n",
        "main.py": MAIN.replace("from ops", "import a\nfrom ops")},
    "an import and a call on one line": {**BASE, "ops.py": OPS.replace("from plugin import get_plugin", "from plugin import get_plugin; get_plugin('x')")},
    "another module name": beside("import plugin as p\np.get_plugin('x')"),
    "a call in a text": beside("import plugin\nprint(f'{plugin.get_plugin(1)}')"),
    "an argument behind the test": body("    if x.is_cuda:\n        run(_init)\n        return _fast(x)\n    return _ref(x)\n\n\ndef run(f):\n    return f()\n"),
    "a name that a loader of names is told": beside(LOADER, **{"conf.yaml": "build: plugin.get_plugin\n"}),
    "a name whose beginning is told to a loader of names": beside(LOADER + "load(f'plugin.get_{sys.argv[2]}')"),
    "a loader of names calls what calls it": beside(LOADER, **{"more.py": "from plugin import get_plugin\n\ndef more():\n    return get_plugin(1)\n"}),
    "handed on": beside("import plugin\nprint(*map(plugin.get_plugin, 'ab'))"),
    "handed on behind the test": body("    if x.is_cuda:\n        hooks.append(_init)\n        return _fast(x)\n    return _ref(x)\n\nhooks = []\n"),
    "in a table": beside("import plugin\nBUILDS = {'a': plugin.get_plugin}\nBUILDS['a']('x')"),
    "in __all__ of a package": {**BASE, "plugin.py": PLUGIN + "\n__all__ = ['get_plugin']\n", "pyproject.toml": "[project]\nname = 'ops'\nversion = '1'\n[tool.setuptools]\npy-modules = ['plugin', 'ops']\n"},
    "by its name as a text": beside("import plugin\ngetattr(plugin, 'get_plugin')('x')"),
    "by a name that is made": beside("import plugin\ngetattr(plugin, 'get_' + 'plugin')('x')"),
    "by a name of the module's table": beside("import plugin, sys\nvars(plugin)[sys.argv[1]]('x')"),
    "a partial": beside("import functools, plugin\nf = functools.partial(plugin.get_plugin, 'x')\nf()"),
    "a default": beside("import plugin\n\ndef use(f=plugin.get_plugin):\n    f('x')\n\nuse()"),
    "a decorator": {**BASE, "plugin.py": PLUGIN.replace("def get_plugin", "@register\ndef get_plugin").replace("import torch\n", "import torch\nfrom reg import register\n"),
        "reg.py": "def register(f):\n    f('x')\n    return f\n"},
    "as a decorator": beside("from plugin import get_plugin\n\n@get_plugin\ndef named():\n    pass"),
    "a thread": beside("import threading, plugin\nthreading.Thread(target=plugin.get_plugin).start()"),
    "a lambda": beside("import plugin\nf = lambda: plugin.get_plugin('x')\nf()"),
    "a notebook": {**BASE, "see.ipynb": '{"cells": [{"cell_type": "code", "source": ["import plugin\\n", "plugin.get_plugin(1)"], "metadata": {}, "outputs": [], "execution_count": null}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'},
    "a script": {**BASE, "run.sh": "python -c 'import plugin; plugin.get_plugin(1)'\n"},
    "a README": {**BASE, "README.md": "Call `get_plugin` first.\n"},
    "a configuration": {**BASE, "conf.yaml": "build: plugin.get_plugin\n"},
    "its module runs it": {**BASE, "plugin.py": PLUGIN + "\nget_plugin('x')\n"},
    "its program runs it": {**BASE, "plugin.py": PLUGIN + "\nif __name__ == '__main__':\n    get_plugin('x')\n"},
    "a package that can be installed": {"pyproject.toml": "[project]\nname = 'a'\n", "a/__init__.py": "from .plugin import get_plugin\n",
        "a/plugin.py": PLUGIN, "a/ops.py": OPS.replace("from plugin", "from .plugin"), "main.py": MAIN.replace("from ops", "from a.ops")},
    "a star": beside("from plugin import *\nget_plugin('x')"),
    "the test is for the host": ops('x.device.type == "cuda"', 'x.device.type == "cpu"'),
    "the test is for all but CUDA": ops('x.device.type == "cuda"', 'x.device.type != "cuda"'),
    "the test is one of two": ops(' and x.device.type == "cuda" and _init()', ' and (x.device.type == "cuda" or impl) and _init()'),
    "an or": ops(HEAD, 'if x.device.type == "cuda" or _init():'),
    "the test stands behind": ops(HEAD, 'if _init() and x.device.type == "cuda":'),
    "no test of the device": ops(HEAD, 'if impl == "cuda" and _init():'),
    "an option": ops(HEAD, "if use_cuda and _init():").__or__({"ops.py": "import sys\nuse_cuda = '--cuda' in sys.argv\n" + OPS.replace(HEAD, "if use_cuda and _init():")}),
    "a parameter": ops(HEAD, "if use_cuda and _init():").__or__({"ops.py": OPS.replace(HEAD, "if use_cuda and _init():").replace('impl="cuda"', "use_cuda=True")}),
    "the other way raises": ops("    return _ref(x)\n", "    raise ValueError(x)\n"),
    "the other way tells and raises": ops("    return _ref(x)\n", "    print('no CUDA')\n    raise ValueError(x)\n"),
    "the other way makes nothing": ops("    return _ref(x)\n", "    return None\n"),
    "the other way fails by a call": ops("    return _ref(x)\n", "    raise_unsupported(x)\n"),
    "there is no other way": body("    if x.is_cuda:\n        _init()\n        x = _fast(x)\n"),
    "it goes on without": body("    if x.is_cuda:\n        _init()\n    return _fast(x)\n"),
    "the else raises": body("    if x.is_cuda:\n        _init()\n        return _fast(x)\n    else:\n        raise ValueError(x)\n"),
    "an elif without an else": body("    if x.is_cuda:\n        _init()\n        y = _fast(x)\n    elif x.ndim:\n        y = _ref(x)\n    return y\n"),
    "the program ends without": {**BASE, "ops.py": OPS.replace(HEAD, "if _init():"), "main.py": MAIN.replace("    return op(", "    if not torch.cuda.is_available():\n        print('needs CUDA')\n        return\n    return op(")},
    "the program exits without": {**BASE, "ops.py": OPS.replace(HEAD, "if _init():"), "main.py": MAIN.replace("    return op(", "    if not torch.cuda.is_available():\n        raise SystemExit('needs CUDA')\n    return op(")},
    "the else is where it is": body("    if not x.is_cuda:\n        _init()\n        return _fast(x)\n    return _ref(x)\n"),
    "the other way is the host's": body("    if x.is_cuda:\n        _init()\n        return _fast(x)\n    return _ref(x.cpu())\n"),
    "the other branch is the host's": body("    if torch.cuda.is_available():\n        _init()\n        y = _fast(x)\n    else:\n        y = op_cpu(x)\n    return y\n"),
    "the other way tells and goes": body("    if not torch.cuda.is_available():\n        print('no GPU')\n        return\n    _init()\n    return _fast(x)\n"),
    "an else of a loop": body("    for y in x:\n        if y.is_cuda:\n            break\n    else:\n        _init()\n    return _ref(x)\n"),
    "a while": body("    while x.is_cuda:\n        _init()\n        return _fast(x)\n    return _ref(x)\n"),
    "an assert": body("    assert x.is_cuda\n    _init()\n    return _fast(x)\n"),
    "one of two calls": body("    if x.is_cuda:\n        _init()\n        return _fast(x)\n    _init()\n    return _ref(x)\n"),
    "a predicate that may say so otherwise": body("    if _on_cuda(x):\n        _init()\n        return _fast(x)\n    return _ref(x)\n\n\ndef _on_cuda(x):\n    if x.ndim == 3:\n        return True\n    return x.is_cuda\n"),
    "a predicate with an or": body("    if _on_cuda(x):\n        _init()\n        return _fast(x)\n    return _ref(x)\n\n\ndef _on_cuda(x):\n    return x.is_cuda or x.ndim == 3\n"),
    "a predicate that is given again": body("    if _on_cuda(x):\n        _init()\n        return _fast(x)\n    return _ref(x)\n\n\ndef _on_cuda(x):\n    return x.is_cuda\n\n\n_on_cuda = bool\n"),
    "a predicate that says no": body("    if _on_cuda(x):\n        _init()\n        return _fast(x)\n    return _ref(x)\n\n\ndef _on_cuda(x):\n    return not x.is_cuda\n"),
    "a method of an heir": {**BASE, "ops.py": OPS[:OPS.index("def op(")] + "class Op(Base):\n    def _init_fast(self):\n        return get_plugin(1)\n\n    def __call__(self, x):\n        if x.is_cuda:\n            self._init_fast()\n            return _fast(x)\n        return _ref(x)\n\n\ndef op(x):\n    return Op()(x)\n",
        "main.py": MAIN.replace("from ops import op\n", "from ops import op, Op\nOp()._init_fast()\n")},
    "no project": {k: v for k, v in BASE.items() if k != "plugin.py"} | {"plugin.py": PLUGIN, "test_ops.py": "import plugin\n\ndef test_a():\n    plugin.get_plugin(1)\n"},
}
LOWERS = {
    "a plug-in that another file's test leads to": BASE,
    "through the module": ops("from plugin import get_plugin", "import plugin").__or__({"ops.py": OPS.replace("from plugin import get_plugin", "import plugin").replace("get_plugin(\"op\")", "plugin.get_plugin('op')")}),
    "two files": {**BASE, "more.py": OPS.replace("def op(", "def more("), "main.py": MAIN.replace("from ops import op\n", "from ops import op\nfrom more import more\n").replace("return op(", "return more(torch.ones(1)), op(")},
    "a body": body("    if x.is_cuda:\n        _init()\n        return _fast(x)\n    return _ref(x)\n"),
    "an else": body("    if x.is_cuda:\n        _init()\n        y = _fast(x)\n    else:\n        y = _ref(x)\n    return y\n"),
    "an elif with an else": body("    if x.is_cuda:\n        _init()\n        y = _fast(x)\n    elif x.ndim:\n        y = _ref(x)\n    else:\n        y = x\n    return y\n"),
    "what is left before": body("    if not x.is_cuda:\n        return _ref(x)\n    _init()\n    return _fast(x)\n"),
    "the else of what is not": body("    if x.device.type != 'cuda':\n        y = _ref(x)\n    else:\n        _init()\n        y = _fast(x)\n    return y\n"),
    "CUDA that is there": body("    if torch.cuda.is_available():\n        _init()\n        return _fast(x)\n    return _ref(x)\n"),
    "a predicate": body("    if _on_cuda(x):\n        _init()\n        return _fast(x)\n    return _ref(x)\n\n\ndef _on_cuda(x):\n    return x.ndim == 3 and x.is_cuda\n"),
    "a predicate in steps": body("    if _on_cuda(x):\n        _init()\n        return _fast(x)\n    return _ref(x)\n\n\ndef _on_cuda(x):\n    if x.ndim < 3:\n        return False\n    if x.device.type != 'cuda':\n        return False\n    return True\n"),
    "what it names itself": {**BASE, "plugin.py": PLUGIN + "\n\n# get_plugin\n"},
    "an import that is all": beside("from plugin import get_plugin"),
    "beside a loader of names that are told elsewhere": beside(LOADER),
    "a method": body("    return Op()(x)\n\n\nclass Op:\n    def _build(self):\n        return _init()\n\n    def __call__(self, x):\n        if x.is_cuda:\n            self._build()\n            return _fast(x)\n        return _ref(x)\n"),
}


if __name__ == "__main__":
    sys.exit(main("device_calls", __doc__, ((False, STAYS), (True, LOWERS)), lowered("cuda.get_device_name", ("behind a test of",))))
