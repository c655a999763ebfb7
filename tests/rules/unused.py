#!/usr/bin/env python3
"""Is a definition told as unused only where nothing may use it?

usage: unused.py BINARY

Small projects, each a way to use A (a class of models.py, or a function) without a call of it by its name in the file that imports
it: nothing in them may be lowered as unused. Of the others nothing uses A, whatever their comments say, or nothing but a name that is
made at run time: there it has to be, and has to say which.
"""
import sys

from projects import lowered, main

MODELS = """import torch


class A(torch.nn.Module):
    def forward(self, x):
        return x.cuda()


def keep(x):
    return x
"""
FUNCTION = """import torch
def A(x):
    return torch.ones(1).cuda()
"""
MAIN = """
if __name__ == "__main__":
    go()
"""
KEEPS = """import models
def go():
    return models.keep(1)
""" + MAIN
METHOD = """import torch


class Net(torch.nn.Module):
    def forward(self, x):
        return x

    def lone_step(self, x):
        return x.cuda()


def keep(x):
    return Net()(x)
"""
HEAD = "class Net(torch.nn.Module)"
BARE = {"models.py": METHOD, "train.py": KEEPS}


def with_code(code, models=METHOD):
    """The project whose program has these lines too."""
    return {"models.py": models, "train.py": code + KEEPS}


def in_class(code):
    """The project whose class has these lines too."""
    return {"models.py": METHOD.replace("    def forward", code + "\n    def forward"), "train.py": KEEPS}


PROJECT = """[project]
name = "pkg"
version = "1"
"""
PACKAGE = {"pyproject.toml": PROJECT,
    "pkg/__init__.py": "",
    "pkg/net.py": MODELS,
    "train.py": "from pkg.net import keep\ndef go():\n    return keep(1)\n" + MAIN}
LOCK = "version = 1\n\n[[package]]\nname = \"pkg\"\nversion = \"1\"\nsource = { virtual = \".\" }\n"
HANDS_OUT = {**PACKAGE, "pkg/__init__.py": "from . import net\n"}
COPIES = """import os, shutil, sys, tempfile
from importlib import import_module
def load(path):
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.basename(path)
        shutil.copyfile(path, os.path.join(folder, name))
        sys.path.insert(0, folder)
        mod = import_module(name[:-3])
    return {k: v for k, v in mod.__dict__.items()}
"""
LOADS = COPIES.replace("        shutil.copyfile(path, os.path.join(folder, name))\n", "")
SETTINGS = {"models.py": MODELS,
    "settings.py": COPIES,
    "train.py": "import sys, models, settings\ndef go():\n    return models.keep(settings.load(sys.argv[1]))\n" + MAIN}
LOADS_ENDING = """import importlib
import os
names = [f[:-3] for f in os.listdir(os.path.dirname(__file__)) if f.endswith("_data.py")]
modules = [importlib.import_module(f"nets.{name}") for name in names]


def find(kind):
    for module in modules:
        found = getattr(module, kind, None)
        if found is not None:
            return found
"""
USED = {
    "a package hands out the module": HANDS_OUT,
    "a package that a lock installs hands it out": {**HANDS_OUT, "uv.lock": LOCK.replace("virtual", "editable")},
    "a package of a lock of another folder hands it out": {**HANDS_OUT, "pkg/uv.lock": LOCK},
    "a package with a build system hands it out": {**HANDS_OUT, "uv.lock": LOCK,
        "pyproject.toml": PROJECT + "[build-system]\nrequires = ['hatchling']\n"},
    "a package with a setup.py hands it out": {**HANDS_OUT, "uv.lock": LOCK, "setup.py": "from setuptools import setup\nsetup()\n"},
    "a package defines it": {**PACKAGE, "pkg/__init__.py": MODELS, "pkg/net.py": "def keep(x):\n    return x\n"},
    "a package hands out the module by its whole name": {**PACKAGE, "pkg/__init__.py": "import pkg.net\n"},
    "a package hands out all": {**PACKAGE, "pkg/__init__.py": "from .net import *\n"},
    "a package hands out all through another": {**PACKAGE, "pkg/__init__.py": "from .api import *\n", "pkg/api.py": "from .net import *\n"},
    "a package hands out all through a package": {**PACKAGE, "pkg/__init__.py": "from .sub import *\n",
        "pkg/sub/__init__.py": "from .net import *\n", "pkg/sub/net.py": MODELS, "pkg/net.py": "from .sub.net import keep\n"},
    "a package hands it out": {**PACKAGE, "pkg/__init__.py": "from .net import A\n"},
    "a package hands it out by another name": {**PACKAGE, "pkg/__init__.py": "from .net import A as Net\n"},
    "a module says what it offers": {**PACKAGE, "pkg/net.py": MODELS + "\n\n__all__ = ['A', 'keep']\n"},
    "a loader of files by their ending": {"nets/__init__.py": LOADS_ENDING, "nets/models_data.py": MODELS,
        "train.py": "import sys\n" + KEEPS.replace("import models", "import nets\nfrom nets import models_data as models").replace("models.keep(1)", "models.keep(nets.find(sys.argv[1]))")},
    "a loader of files by two endings": {"nets/__init__.py": LOADS_ENDING + "more = [f for f in names if f.endswith('.yaml')]\n", "nets/models.py": MODELS,
        "train.py": "import sys\n" + KEEPS.replace("import models", "import nets\nfrom nets import models").replace("models.keep(1)", "models.keep(nets.find(sys.argv[1]))")},
    "a decorator that may tell": {"models.py": FUNCTION.replace("def A", "@torch.no_grad()\n@hooks.add\ndef A").replace("import torch", "import torch, hooks") + "def keep(x):\n    return x\n", "train.py": KEEPS},
    "a table that is called __all__": {"nets/__init__.py": "from .models import A, keep\n\n__all__ = {'a': A, 'keep': keep}\n", "nets/models.py": MODELS,
        "train.py": "import sys, nets\n" + KEEPS.replace("import models", "from nets import models").replace("models.keep(1)", "nets.__all__[sys.argv[1]](1)")},
    "an entry point": {**PACKAGE, "pyproject.toml": PROJECT + "[project.entry-points.'torch.nets']\na = 'pkg.net:A'\n"},
    "an entry point of setup.py": {**PACKAGE, "setup.py": "from setuptools import setup\nsetup(entry_points={'nets': ['a = pkg.net:A']})\n"},
    "a README": {**PACKAGE, "README.md": "```python\nfrom pkg.net import A\n```\n"},
    "documentation": {**PACKAGE, "docs/use.rst": ".. autoclass:: pkg.net.A\n"},
    "a notebook": {**PACKAGE, "use.ipynb": "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"from pkg.net import A\"], \"metadata\": {}, \"outputs\": [], \"execution_count\": null}], \"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 5}"},
    "an example": {**PACKAGE, "examples/a.py": "from pkg.net import A\nA()\n"},
    "a test": {**PACKAGE, "tests/test_a.py": "from pkg.net import A\ndef test_a():\n    A()\n"},
    "a module that is installed alone": {"setup.py": "from setuptools import setup\nsetup(py_modules=['models'])\n", "models.py": MODELS, "train.py": KEEPS},
    "a library without programs": {k: v for k, v in PACKAGE.items() if k != "train.py"},
    "settings that are loaded where they lie": {**SETTINGS, "settings.py": LOADS},
    "settings and a module that are loaded": {**SETTINGS,
        "settings.py": COPIES + "def other(name):\n    return import_module(name)\n"},
    "a module that nothing imports, as settings": {**SETTINGS, "models.py": "def keep(x):\n    return x\n",
        "runs.py": MODELS + MAIN.replace("go()", "keep(1)")},
    "an entry of its __dict__": {"models.py": MODELS,
        "train.py": "import models\nimport sys\ndef go():\n    return models.__dict__[sys.argv[1]]()\n" + MAIN},
    "all of its __dict__": {"models.py": MODELS,
        "train.py": "import models\nimport sys\ndef go():\n    for k, v in models.__dict__.items():\n        v()\n" + MAIN},
    "vars of a module": {"models.py": MODELS,
        "train.py": "import models\nimport sys\ndef go():\n    return vars(models)[sys.argv[1]]()\n" + MAIN},
    "a module by another name": {"models.py": MODELS,
        "train.py": "import models as mm\nimport sys\nz = mm\ndef go():\n    return getattr(z, sys.argv[1])()\n" + MAIN},
    "eval behind a star import": {"models.py": MODELS,
        "train.py": "from models import *\nimport sys\ndef go():\n    return eval(sys.argv[1])()\n" + MAIN},
    "eval behind a star import of all beside it": {"m/models.py": MODELS, "m/__init__.py": "",
        "m/train.py": "from . import models\nfrom . import *\nimport sys\ndef go():\n    return eval(sys.argv[1])()\n" + MAIN},
    "eval behind a star import of a file that has a star import": {"models.py": MODELS, "common.py": "from models import *\n",
        "train.py": "from common import *\nfrom models import keep\nimport sys\ndef go():\n    return keep(eval(sys.argv[1])())\n" + MAIN},
    "a test with a program": {"tests/test_speed.py": MODELS.replace("class A", "class TestA") + "\n\nif __name__ == \"__main__\":\n    print(keep(1))\n", "train.py": "def go():\n    return 1\n" + MAIN},
    "a file of helpers of tests": {"tests/speed.py": MODELS, "tests/test_x.py": "import speed\ndef test_x():\n    speed.keep(1)\n", "train.py": "def go():\n    return 1\n" + MAIN},
    "globals behind a star import of a star import": {"m/__init__.py": "from .net import *\n",
        "m/net.py": MODELS,
        "train.py": "from m import *\nimport sys\ndef go():\n    return globals()[sys.argv[1]]()\n" + MAIN},
    "getattr of a package that takes all": {"m/__init__.py": "from .net import *\n",
        "m/net.py": MODELS,
        "train.py": "import m\nimport sys\ndef go():\n    return getattr(m, sys.argv[1])()\n" + MAIN},
    "a module that is loaded": {"models.py": MODELS,
        "train.py": "import importlib, sys\ndef go():\n    mod = importlib.import_module(\"models\")\n    return getattr(mod, sys.argv[1])()\n" + MAIN},
    "getattr of what is loaded": {"models.py": MODELS,
        "train.py": "import importlib, sys\ndef go():\n    return getattr(importlib.import_module(\"models\"), sys.argv[1])()\n" + MAIN},
    "a loader by another name": {"models.py": MODELS,
        "train.py": "import sys\nfrom importlib import import_module as load\ndef go():\n    return getattr(load(\"models\"), sys.argv[1])()\n" + MAIN},
    "getattr of __import__": {"models.py": MODELS,
        "train.py": "import sys\ndef go():\n    return getattr(__import__(\"models\"), sys.argv[1])()\n" + MAIN},
    "sys.modules": {"models.py": MODELS,
        "train.py": "import sys, models\ndef go():\n    return getattr(sys.modules[\"models\"], sys.argv[1])()\n" + MAIN},
    "modules of sys": {"models.py": MODELS,
        "train.py": "import models\nfrom sys import modules, argv\ndef go():\n    return getattr(modules[\"models\"], argv[1])()\n" + MAIN},
    "a module as an argument": {"models.py": MODELS,
        "u.py": "def get(m, n):\n    return getattr(m, n)\n",
        "train.py": "import models, u, sys\ndef go():\n    return u.get(models, sys.argv[1])()\n" + MAIN},
    "a module as an argument by name": {"models.py": MODELS,
        "u.py": "def get(m, n):\n    return getattr(m, n)\n",
        "train.py": "import models, u, sys\ndef go():\n    return u.get(m=models, n=sys.argv[1])()\n" + MAIN},
    "modules in a list": {"models.py": MODELS,
        "train.py": "import models, sys\nall_ = [models]\ndef go():\n    for q in all_:\n        getattr(q, sys.argv[1])()\n" + MAIN},
    "a module that is returned": {"models.py": MODELS,
        "train.py": "import sys\ndef mod():\n    import models\n    return models\ndef go():\n    getattr(mod(), sys.argv[1])()\n" + MAIN},
    "a module in self": {"pkg/__init__.py": "",
        "pkg/models.py": MODELS,
        "train.py": "import sys\nfrom pkg import models\nclass T:\n    def __init__(self):\n        self.m = models\n    def go(self):\n        return getattr(self.m, sys.argv[1])()\ndef go():\n    T().go()\n" + MAIN},
    "a module below its package": {"pkg/__init__.py": "",
        "pkg/models.py": MODELS,
        "train.py": "import sys\nimport pkg.models\ndef go():\n    return getattr(pkg.models, sys.argv[1])()\n" + MAIN},
    "a module by getattr": {"pkg/__init__.py": "",
        "pkg/models.py": MODELS,
        "train.py": "import sys\nimport pkg.models\ndef go():\n    return getattr(getattr(pkg, \"models\"), sys.argv[1])()\n" + MAIN},
    "a package that loads when it is asked": {"pkg/__init__.py": "import importlib\n_m = {\"A\": \"models\"}\ndef __getattr__(n):\n    return getattr(importlib.import_module(\".\" + _m[n], __name__), n)\n",
        "pkg/models.py": MODELS,
        "train.py": "import pkg\nfrom pkg.models import keep\ndef go():\n    return pkg.A()\n" + MAIN},
    "a package with a loader of others": {"pkg/__init__.py": "import lazy_loader\n__getattr__, __dir__, __all__ = lazy_loader.attach(__name__, submod_attrs={\"models\": [\"A\"]})\n",
        "pkg/models.py": MODELS,
        "train.py": "import pkg\nfrom pkg.models import keep\ndef go():\n    return pkg.A()\n" + MAIN},
    "a folder put on the path": {"lib/deep/nets.py": MODELS,
        "a/train.py": "import sys\nsys.path.insert(0, \"../lib/deep\")\nfrom nets import A\ndef go():\n    return A()\n" + MAIN,
        "b.py": "from lib.deep import nets\ndef go():\n    return nets.keep(1)\n" + MAIN},
    "a folder put on the path beside one of its name": {"lib/nets.py": MODELS,
        "other/nets.py": "x = 1\n",
        "a/train.py": "import sys\nsys.path.insert(0, \"../lib\")\nfrom nets import A\ndef go():\n    return A()\n" + MAIN,
        "b.py": "from lib import nets\ndef go():\n    return nets.keep(1)\n" + MAIN},
    "lines that end in CR LF": {"models.py": MODELS.replace("\n", "\r\n"),
        "train.py": "import models\r\ndef go():\r\n    return models.A()\r\n\r\nif __name__ == \"__main__\":\r\n    go()\r\n"},
    "tabs": {"models.py": "import torch\n\n\nclass A(torch.nn.Module):\n\tdef forward(self, x):\n\t\treturn x.cuda()\n\n\ndef keep(x):\n\treturn x\n\ndef make():\n\treturn A()\n",
        "train.py": "import models\ndef go():\n\treturn models.make()\n\nif __name__ == \"__main__\":\n\tgo()\n"},
    "a field of an f-string": {"models.py": MODELS + "\ndef make(k):\n    return f\"{A()}\"\n",
        "train.py": "import models\ndef go():\n    return models.make(1)\n" + MAIN},
    "quotes in quotes": {"models.py": MODELS + "\ndef make(k):\n    d = {\"(\": A}\n    return f\"{d[\"(\"]()}\"\n",
        "train.py": "import models\ndef go():\n    return models.make(1)\n" + MAIN},
    "a text behind a joined line": {"models.py": MODELS + "\nx = \\\n\"A\"\n",
        "train.py": KEEPS},
    "a text of two": {"models.py": MODELS + "\nx = (\"pkg.\"\n\"A\")\n",
        "train.py": KEEPS},
    "a metaclass": {"models.py": MODELS.replace("(torch.nn.Module)", "(torch.nn.Module, metaclass=abc)"),
        "train.py": KEEPS},
    "a decorator of several lines": {"models.py": MODELS.replace("class A(torch.nn.Module)", "@register(\n    \"x\",\n)\nclass A(torch.nn.Module)"),
        "train.py": KEEPS},
    "a decorator and comments": {"models.py": MODELS.replace("class A(torch.nn.Module)", "@register  # c\n# c\n\nclass A(torch.nn.Module)"),
        "train.py": KEEPS},
    "__subclasses__": {"models.py": MODELS.replace("class A(torch.nn.Module)", "class B(torch.nn.Module):\n    pass\n\n\nclass A(B)"),
        "train.py": "import models\ndef go():\n    return [c() for c in models.B.__subclasses__()]\n" + MAIN},
    "__init_subclass__": {"models.py": MODELS.replace("class A(torch.nn.Module)", "class B(torch.nn.Module):\n    @classmethod\n    def __init_subclass__(cls):\n        R.append(cls)\n\n\nclass A(B)"),
        "train.py": "import models\ndef go():\n    return models.R[0]()\n" + MAIN},
    "__init_subclass__ of a base of a base": {"models.py": MODELS.replace("class A(torch.nn.Module)", "class C(torch.nn.Module):\n    if True:\n        def __init_subclass__(cls):\n            R.append(cls)\n\n\nclass B(C):\n    pass\n\n\nclass A(B)"),
        "train.py": "import models\ndef go():\n    return models.R[0]()\n" + MAIN},
    "Fire of all": {"train.py": MODELS + "import fire\nif __name__ == \"__main__\":\n    fire.Fire()\n"},
    "Fire of a module": {"models.py": MODELS,
        "train.py": "import fire, models\nif __name__ == \"__main__\":\n    fire.Fire(models)\n"},
    "getmembers": {"models.py": MODELS,
        "train.py": "import inspect, models\ndef go():\n    return [v() for k, v in inspect.getmembers(models)]\n" + MAIN},
    "run_path": {"models.py": MODELS,
        "train.py": "import runpy, sys, models\ndef go():\n    d = runpy.run_path(\"models.py\")\n    d[sys.argv[1]]()\n" + MAIN},
    "exec": {"models.py": MODELS,
        "train.py": "import models\ndef go():\n    exec(open(\"x\").read())\n" + MAIN},
    "a module by its file": {"models.py": MODELS,
        "train.py": "import importlib.util, sys, models\ndef go():\n    spec = importlib.util.spec_from_file_location(\"m\", \"models.py\")\n    m = importlib.util.module_from_spec(spec)\n    spec.loader.exec_module(m)\n    getattr(m, sys.argv[1])()\n" + MAIN},
    "an unpickler of its own": {"models.py": MODELS,
        "train.py": "import models, pickle\nclass U(pickle.Unpickler):\n    def find_class(self, module, name):\n        return super().find_class(\"models\", name)\ndef go():\n    U(open(\"x\")).load()\n" + MAIN},
    "a command line of a script": {"models.py": MODELS,
        "train.py": KEEPS,
        "run.sh": "python -c \"import models; models.A()\"\n"},
    "a file of no known kind": {"models.py": MODELS,
        "train.py": KEEPS,
        "conf.gin": "build.model = @A\n"},
    "JSON behind an escape": {"models.py": MODELS,
        "train.py": KEEPS,
        "conf.json": "{\"m\": \"\\u0041\\nA\"}\n"},
    "Cython": {"models.py": MODELS,
        "train.py": KEEPS,
        "f.pyx": "from models import A\n"},
    "a script without a suffix": {"models.py": MODELS,
        "train.py": KEEPS,
        "bin/tool": "#!/usr/bin/env python\nfrom models import A\nA()\n"},
    "a body of a class": {"models.py": FUNCTION + "class Un:\n    y = A(1)\n",
        "train.py": KEEPS},
    "a default of a method": {"models.py": FUNCTION + "class Un:\n    def f(self, z=A(1)):\n        pass\n",
        "train.py": KEEPS},
    "a decorator of a method": {"models.py": FUNCTION + "class Un:\n    @A\n    def f(self, z):\n        pass\n",
        "train.py": KEEPS},
    "a body of a class behind a method": {"models.py": FUNCTION + "class Un:\n    def f(self): pass\n    y = A(1)\n",
        "train.py": KEEPS},
    "a base that is made": {"models.py": FUNCTION + "class Un(A(1)):\n    def f(self): pass\n",
        "train.py": KEEPS},
    "one line behind a test": {"models.py": FUNCTION + "def un(): pass\nif True: A(1)\n",
        "train.py": KEEPS},
    "one line of a loop": {"models.py": FUNCTION + "def un(): pass\nfor i in (1,): A(i)\n",
        "train.py": KEEPS},
    "behind a semicolon": {"models.py": FUNCTION + "def un(): pass; \nx = 1; A(1)\n",
        "train.py": KEEPS},
    "behind a form feed": {"models.py": FUNCTION + "def un(): pass\n\fA(1)\n",
        "train.py": KEEPS},
    "a class that is indented far": {"models.py": FUNCTION + "class un:\n        def f(self): pass\n        A(1)\n",
        "train.py": KEEPS},
    "blanks behind tabs": {"models.py": FUNCTION + "class un:\n\tdef f(self):\n\t\tpass\n        A(1)\n",
        "train.py": KEEPS},
    "lines that end in CR": {"models.py": MODELS.replace("\n", "\r") + "\rx = A()\r",
        "train.py": KEEPS},
    "behind a class in a class": {"models.py": FUNCTION + "class un:\n    class Inner:\n        def f(self): pass\n    z = A(1)\n",
        "train.py": KEEPS},
    "behind a method below a test": {"models.py": FUNCTION + "class un:\n    if True:\n        def f(self): pass\n        z = A(1)\n",
        "train.py": KEEPS},
    "an import for types": {"models.py": MODELS,
        "train.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from models import A\nimport u\ndef go():\n    return u.keep(1)\n" + MAIN,
        "u.py": "from models import keep\n"},
    "an import in a try": {"models.py": MODELS,
        "u.py": "from models import keep\n",
        "train.py": "import u\ntry:\n    from models import A\nexcept ImportError:\n    A = None\ndef go():\n    return A()\n" + MAIN},
    "a name passed on by a star": {"models.py": MODELS,
        "api.py": "from models import *\n",
        "train.py": "import api\ndef go():\n    return api.A()\n" + MAIN},
    "a module passed on": {"models.py": MODELS,
        "api.py": "import models\n",
        "train.py": "import api\ndef go():\n    return api.models.A()\n" + MAIN},
    "a default that is its name": {"models.py": MODELS,
        "train.py": "import models\ndef go(kind=\"A\"):\n    return models.keep(kind)\n" + MAIN},
    "lines of a text": {"models.py": MODELS,
        "train.py": "import models\nargs = \"\"\"\nmodel: A\n\"\"\"\ndef go():\n    return models.keep(args)\n" + MAIN},
    "behind a comment that ends in a backslash": {"models.py": FUNCTION + "def un():\n    pass # C:\\\nA(1)\n",
        "train.py": KEEPS},
    "one of two modules of one name": {"a/model.py": MODELS,
        "b/model.py": MODELS,
        "a/train.py": "import model\ndef go():\n    return model.A()\n" + MAIN,
        "b/train.py": "import model, sys\ndef go():\n    return getattr(model, sys.argv[1])()\n" + MAIN},
    "one of two modules of one name in packages": {"a/pkg/__init__.py": "",
        "b/pkg/__init__.py": "",
        "a/pkg/model.py": MODELS,
        "b/pkg/model.py": MODELS,
        "a/train.py": "from pkg.model import A\ndef go():\n    return A()\n" + MAIN,
        "b/train.py": "import pkg.model as q, sys\ndef go():\n    return getattr(q, sys.argv[1])()\n" + MAIN},
    "a module of a package that imports it": {"pkg/__init__.py": "from . import models\n",
        "pkg/models.py": MODELS,
        "train.py": "import pkg, sys\ndef go():\n    return getattr(pkg.models, sys.argv[1])()\n" + MAIN},
    "a module beside": {"pkg/__init__.py": "",
        "pkg/models.py": MODELS,
        "pkg/run.py": "from . import models\nimport sys\ndef go():\n    return getattr(models, sys.argv[1])()\n",
        "train.py": "from pkg.run import go\n" + MAIN},
    "a module above": {"pkg/__init__.py": "",
        "pkg/sub/__init__.py": "",
        "pkg/models.py": MODELS,
        "pkg/sub/run.py": "from .. import models as mm\nimport sys\ndef go():\n    return getattr(mm, sys.argv[1])()\n",
        "train.py": "from pkg.sub.run import go\n" + MAIN},
    "a list in the body of a class": {"models.py": FUNCTION + "class Un:\n    f = lambda s: 1\n    g = [A(i) for i in (1,)]\n",
        "train.py": KEEPS},
    "a loader of fire by another name": {"models.py": FUNCTION + "if __name__ == \"__main__\":\n    from fire import Fire as cli\n    cli()\n",
        "train.py": "import models\ndef go():\n    pass\n" + MAIN},
    "an attribute of a package": {"m/__init__.py": "", "m/net.py": FUNCTION, "a.py": "import m\ndef far():\n    return m.net.A(1)\n",
        "train.py": "import m.net\nimport a\ndef go():\n    return a.far()\n" + MAIN},
    "the program behind a star import": {"models.py": FUNCTION,
        "train.py": "import sys\nimport __main__\nfrom models import *\ndef go():\n    return getattr(__main__, sys.argv[1])(1)\n" + MAIN},
    "the subclasses of Module": {"models.py": MODELS,
        "train.py": "import torch\nimport models\ndef go():\n    return [c() for c in torch.nn.Module.__subclasses__()]\n" + MAIN},
    "a file that exec runs": {"models.py": FUNCTION, "tool.py": "exec(open(\"models.py\").read())\nA(1)\n", "train.py": "import models\ndef go():\n    pass\n" + MAIN},
    "resolve_name": {"models.py": FUNCTION, "train.py": "import models\nimport pkgutil, sys\ndef go():\n    return pkgutil.resolve_name(sys.argv[1])(1)\n" + MAIN},
}
USED_METHODS = {
    "a call": with_code("def run(net):\n    return net.lone_step(1)\nrun(1)\n"),
    "a call through another file that imports nothing": {**BARE, "other.py": "def run(net):\n    return net.lone_step(1)\nrun(0)\n"},
    "getattr": with_code("def run(net):\n    return getattr(net, 'lone_step')(1)\nrun(0)\n"),
    "getattr of any": with_code("def run(net, name):\n    return getattr(net, name)(1)\n"),
    "getattr that is given a name": with_code("def run(net, name):\n    work = getattr(net, name)\n    return work(1)\n"),
    "getattr that is handed on": with_code("def run(net, name):\n    work = getattr(net, name)\n    return map(work, (1,))\n"),
    "getattr that is returned": with_code("def run(net, name):\n    return getattr(net, name)\n"),
    "getattr of a beginning": with_code("def run(net, name):\n    return getattr(net, f'lone_{name}')(1)\n"),
    "getattr of an end": with_code("def run(net, name):\n    return getattr(net, name + '_step')(1)\n"),
    "a beginning without a line below": with_code("def run(net, name):\n    return getattr(net, f'lo{name}')(1)\n"),
    "a beginning that is added": with_code("def run(net, name):\n    return getattr(net, 'lo' + name)(1)\n"),
    "methodcaller": with_code("import operator\ndef run(net, name):\n    return operator.methodcaller(name)(net)\n"),
    "Fire of a class": with_code("import fire\ndef run():\n    fire.Fire(models.Net)\n"),
    "dir of an object": with_code("def run(net):\n    return [getattr(net, k)(1) for k in dir(net)]\n"),
    "vars of a class": with_code("def run():\n    return [v for v in vars(models.Net).values()]\n"),
    "the table of a class": with_code("def run():\n    return [v for v in models.Net.__dict__.values()]\n"),
    "getmembers of a class": with_code("import inspect\ndef run():\n    return inspect.getmembers(models.Net)\n"),
    "eval": with_code("def run(net, name):\n    return eval(f'net.{name}(1)')\n"),
    "a registry in YAML": {**BARE, "a.yaml": "steps: [lone_step]\n"},
    "a table of texts": with_code("STEPS = {'a': 'lone_step'}\n"),
    "a command": {**BARE, "run.sh": "python train.py --step lone_step\n"},
    "documentation of a method": {**BARE, "docs/use.md": "`net.lone_step(x)`\n"},
    "a notebook that calls": {**BARE, "use.ipynb": "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"net.lone_step(1)\"], \"metadata\": {}, \"outputs\": [], \"execution_count\": null}], \"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 5}"},
    "a test of a method": {**BARE, "tests/test_a.py": "from models import Net\ndef test_a():\n    Net().lone_step(1)\n"},
    "a mixin of a framework": {"models.py": METHOD.replace(HEAD, "class Net"), "train.py": "import transformers\nclass T(models.Net, transformers.Trainer):\n    pass\n" + KEEPS},
    "a mixin inside a def": {"models.py": METHOD.replace(HEAD, "class Net"), "train.py": "import transformers\ndef make():\n    class T(models.Net, transformers.Trainer):\n        pass\n" + KEEPS},
    "a mixin by another name": {"models.py": METHOD.replace(HEAD, "class Net"), "train.py": "import transformers\nfrom models import Net as Base\nclass T(Base, transformers.Trainer):\n    pass\n" + KEEPS},
    "a mixin that is given a name": {"models.py": METHOD.replace(HEAD, "class Net"), "train.py": "import transformers\nBase = models.Net\nclass T(Base, transformers.Trainer):\n    pass\n" + KEEPS},
    "a module of whatever": {"models.py": METHOD.replace(HEAD, "class Net(Module)"), "train.py": KEEPS},
    "an abstract method": {"models.py": METHOD + "\n\nclass Base:\n    def lone_step(self, x):\n        raise NotImplementedError\n\n    def run(self, x):\n        return self.lone_step(x)\n\nkeep(Base)\n", "train.py": KEEPS},
    "an heir that has it too": {"models.py": METHOD + "\n\nclass Heir(Net):\n    def lone_step(self, x):\n        return super().lone_step(x)\n", "train.py": KEEPS},
    "a method of another class": {**BARE, "other.py": "class Other:\n    def lone_step(self, x):\n        pass\n"},
    "what it asks another for": {"models.py": METHOD.replace("return x.cuda()", "return self.net.lone_step(x.cuda())"), "train.py": KEEPS},
    "a stub": {**BARE, "models.pyi": "class Net:\n    def lone_step(self, x): ...\n"},
    "a callback that is kept": in_class("    def __init__(self):\n        super().__init__()\n        self.work = self.lone_step\n"),
    "a hook": in_class("    def __init__(self):\n        super().__init__()\n        self.register_forward_hook(self.lone_step)\n"),
    "partialmethod": in_class("    fast = functools.partialmethod(lambda s, x: s.lone_step(x))\n"),
    "another name of the class": {"models.py": METHOD.replace("\n\ndef keep", "\n    go = lone_step\n\n\ndef keep"), "train.py": KEEPS},
    "a property with a setter": {"models.py": METHOD.replace("    def lone_step", "    @property\n    def lone_step").replace("\n\ndef keep", "\n    @lone_step.setter\n    def lone_step(self, x):\n        pass\n\n\ndef keep"), "train.py": KEEPS},
    "a reduce that names it": in_class("    def __reduce__(self):\n        return Net.lone_step, (1,)\n"),
    "an export of TorchScript": {"models.py": METHOD.replace("    def lone_step", "    @torch.jit.export\n    def lone_step"), "train.py": KEEPS},
    "a decorator": {"models.py": METHOD.replace("    def lone_step", "    @property\n    @app.route('/')\n    def lone_step"), "train.py": KEEPS},
    "compile": with_code("import torch\ndef run(net):\n    return torch.compile(net.lone_step)\nrun(0)\n"),
    "an answer for all names": with_code("class Wrap:\n    def __getattr__(self, name):\n        return getattr(self.net, name)\ndef run(w):\n    return w.lone_step(1)\nrun(0)\n"),
    "a base of a framework": {"models.py": METHOD.replace(HEAD, "class Net(lightning.LightningModule)"), "train.py": KEEPS},
    "a layer of PyTorch as base": {"models.py": METHOD.replace(HEAD, "class Net(torch.nn.Conv2d)"), "train.py": KEEPS},
    "what a framework calls": {"models.py": METHOD.replace("lone_step", "get_extra_state"), "train.py": KEEPS},
    "a callback by its beginning": {"models.py": METHOD.replace("lone_step", "on_epoch_end"), "train.py": KEEPS},
    "a class that is decorated": {"models.py": METHOD.replace("class Net", "@ray.remote\nclass Net"), "train.py": KEEPS},
    "a class in a class": {"models.py": METHOD.replace("class Net(torch.nn.Module):", "class Out:\n  class Net(torch.nn.Module):").replace("Net()(x)", "Out.Net()(x)"), "train.py": KEEPS},
    "a class that a package shows": {**PACKAGE, "pkg/__init__.py": "from .net import Net\n", "pkg/net.py": METHOD},
    "a class that a README shows": {**PACKAGE, "README.md": "`Net`\n", "pkg/net.py": METHOD},
    "a class of a module that a package shows": {**PACKAGE, "pkg/__init__.py": "from . import net\n", "pkg/net.py": METHOD},
}
USED_METHODS.update({f"{name} that a framework asks each module for": {"models.py": METHOD.replace("lone_step", name), "train.py": KEEPS}
    for name in ("set_use_memory_efficient_attention_xformers", "set_attention_slice", "set_attn_processor", "_reorder_cache",
        "_set_gradient_checkpointing", "enable_tiling", "switch_to_deploy", "no_sync")})
USED.update({"method: " + what: files for what, files in USED_METHODS.items()})
USED.update({
    "a text in three quotes that is no session": {"models.py": MODELS, "train.py": "SHOWN = \"\"\"A\"\"\"\n" + KEEPS},
    "a base of a library": {"models.py": "from lib import Base\n" + MODELS.replace("torch.nn.Module", "Base"), "train.py": KEEPS},
})
HEADS = """import torch
from mmseg.models import HEADS, BaseHead


@HEADS.register_module()
class OldHead(BaseHead):
    def forward(self, x):
        return x.cuda()


@HEADS.register_module()
class NewHead(BaseHead):
    def forward(self, x):
        return x
"""
CHOOSES = "model = dict(head=dict(type='NewHead', channels=3))\n"
LISTS = "from .heads import OldHead, NewHead\n\n__all__ = [\n    'OldHead', 'NewHead',\n]\n"
STARTS = "import sys\nimport models\nfrom mmcv import Config\nfrom mmseg.models import build_segmentor\n" \
    "def go():\n    return build_segmentor(Config.fromfile(sys.argv[1]).model)\n" + MAIN


def registered(heads=HEADS, **others):
    """A project of OpenMMLab's kind, with other files too: by their names, "_" for a dot, "__" for a slash."""
    return {"models/heads.py": heads, "models/__init__.py": LISTS, "configs/a.py": CHOOSES, "train.py": STARTS,
            **{path.replace("__", "/").replace("_", "."): text for path, text in others.items()}}


USED.update({"registry: " + what: files for what, files in {
    "a configuration names it": registered(configs__b_py=CHOOSES.replace("New", "Old")),
    "a configuration in YAML names it": registered(b_yaml="head:\n  type: OldHead\n"),
    "a configuration names it with its scope": registered(configs__b_py=CHOOSES.replace("New", "mmseg.Old")),
    "a README names it": registered(README_md="Set `type='OldHead'`.\n"),
    "a notebook names it": registered(a_ipynb='{"cells": [{"cell_type": "code", "source": ["cfg.head.type = \'OldHead\'"]}]}'),
    "an option of a command names it": registered(run_sh="python train.py a.py --cfg-options model.head.type=OldHead\n"),
    "code far from it names it": registered(tools__a_py="def choose(cfg):\n    cfg.type = 'OldHead'\nchoose({})\n"),
    "a class that is used inherits from it": registered(HEADS.replace("NewHead(BaseHead)", "NewHead(OldHead)")),
    "nothing is chosen by a configuration": registered(configs__a_py="model = dict(type='Other')\n"),
    "only code chooses": {"models/heads.py": HEADS, "models/__init__.py": LISTS, "train.py": STARTS + CHOOSES},
    "another name": registered(HEADS.replace("register_module()\nclass Old", "register_module('old')\nclass Old")),
    "it takes the place of another": registered(HEADS.replace("register_module()\nclass Old", "register_module(force=True)\nclass Old")),
    "another decorator": registered(HEADS.replace("@HEADS.register_module()\nclass Old", "@keep\n@HEADS.register_module()\nclass Old")),
    "another registry": registered(HEADS.replace("@HEADS.register_module()\nclass Old", "@NECKS.register_module()\nclass Old")),
    "a name that is made at its end": registered(tools__a_py="def choose(kind):\n    return kind + 'Head'\nchoose('Old')\n"),
    "a name that is made at its front": registered(tools__a_py="def choose(kind):\n    return f'Old{kind}'\nchoose('Head')\n"),
    "a name in other letters": registered(tools__a_py="def choose(kind):\n    return kind.capitalize()\nchoose('old')\n"),
    "all are gone through": registered(tools__a_py="from mmseg.models import HEADS\nprint(HEADS.module_dict)\n"),
    "all are listed": registered(tools__a_py="from models.heads import HEADS\nprint(HEADS.keys())\n"),
    "a package that can be installed": registered(setup_py="from setuptools import setup\nsetup(name='a', classifiers=['A'])\n"),
    "a base that is told of its heirs": registered(HEADS + "\n\nclass Base:\n    def __init_subclass__(cls):\n        pass\n"),
}.items()})
PIPE = """import torch
from diffusers import DiffusionPipeline


class Pipe(DiffusionPipeline):
    def enable_sequential_cpu_offload(self, gpu_id=0):
        self.at = self.unet.cuda(gpu_id)

    def __call__(self, x):
        return self.unet(x)


def keep(x):
    return Pipe()(x)
"""
SWITCH = {"models.py": PIPE, "train.py": KEEPS}
CALLS = "def save(pipe):\n    pipe.enable_sequential_cpu_offload()\n"
USED.update({"switch of a pipeline: " + what: files for what, files in {
    "the program calls it": {**SWITCH, "train.py": CALLS + KEEPS.replace("return ", "save(1)\n    return ")},
    "another program calls it": {**SWITCH, "tools/show.py": CALLS + "save(None)\n"},
    "a notebook calls it": {**SWITCH, "a.ipynb": '{"cells": [{"cell_type": "code", "source": ["pipe.enable_sequential_cpu_offload()"]}]}'},
    "a README tells of it": {**SWITCH, "README.md": "Call `enable_sequential_cpu_offload`.\n"},
    "it is asked for by a text": {**SWITCH, "tools/show.py": "NAMES = ['enable_sequential_cpu_offload']\n"},
    "its name is made": {**SWITCH, "tools/show.py": "def go(pipe, how):\n    getattr(pipe, f'enable_{how}_cpu_offload')()\ngo(None, 'model')\n"},
    "another class has one": {**SWITCH, "models.py": PIPE + "\n\nclass Other(DiffusionPipeline):\n" + PIPE[PIPE.index("    def enable"):PIPE.index("    def __call__")] + "\n\nother = Other()\n"},
    "a class inherits it": {**SWITCH, "models.py": PIPE + "\n\nclass Other(Pipe):\n    pass\n"},
    "diffusers calls it": {**SWITCH, "models.py": PIPE.replace("enable_sequential_cpu_offload", "enable_tiling")},
    "a base that is not known": {**SWITCH, "models.py": PIPE.replace("(DiffusionPipeline)", "(DiffusionPipeline, Loader)")},
    "a base of another library": {**SWITCH, "models.py": PIPE.replace("DiffusionPipeline", "Pipeline").replace("diffusers", "others")},
    "a package that can be installed": {"pyproject.toml": PROJECT, "pkg/__init__.py": "", "pkg/net.py": PIPE, "train.py": "from pkg.net import keep\ndef go():\n    return keep(1)\n" + MAIN},
}.items()})
LOADS = """import importlib, sys
from models import keep


def get(target):
    module, name = target.rsplit(".", 1)
    return getattr(importlib.import_module(module), name)


def go():
    return get(sys.argv[1])(keep(1))
""" + MAIN
SHOWS = {"nets/__init__.py": "from .models import A, keep\n\n__all__ = ['A', 'keep']\n", "nets/models.py": MODELS,
    "train.py": KEEPS.replace("import models", "from nets import models")}
BUILDS = """import importlib
from torch.utils.cpp_extension import load


def build(name, sources):
    load(name=name, sources=sources)
    return importlib.import_module(name)


def ask(plug, name):
    return plug.A(1)
"""
USED.update({"a name that comes whole: " + what: files for what, files in {
    "a configuration has it": {"models.py": MODELS, "train.py": LOADS, "a.yaml": "model:\n  target: models.A\n"},
    "a text of Python has it": {"models.py": MODELS, "train.py": LOADS, "conf.py": "NET = {'target': 'models.A'}\n"},
    "a README has it": {"models.py": MODELS, "train.py": LOADS, "README.md": "python train.py models.A\n"},
    "another loader takes it in two": {"models.py": MODELS, "train.py": LOADS,
        "other.py": "import importlib, sys\ndef get(m, n):\n    return getattr(importlib.import_module(m), n)\nget(*sys.argv[1:])()\n"},
    "the loader takes it apart elsewhere": {"models.py": MODELS,
        "train.py": LOADS.replace("target.rsplit(\".\", 1)", "cut(target)") + "\n\ndef cut(x):\n    return x.rsplit('.', 1)\n"},
    "it is cut at something else": {"models.py": MODELS, "train.py": LOADS.replace('"."', '":"')},
}.items()})
USED.update({"a package hands it on: " + what: files for what, files in {
    "who takes it from there": {**SHOWS, "tools/a.py": "from nets import A\nA()\n"},
    "who asks the package": {**SHOWS, "tools/a.py": "import nets\nnets.A()\n"},
    "who takes all": {**SHOWS, "tools/a.py": "from nets import *\nA()\n"},
    "who asks for a name that is made": {**SHOWS, "tools/a.py": "import nets, sys\ngetattr(nets, sys.argv[1])()\n"},
    "the package itself": {**SHOWS, "nets/__init__.py": SHOWS["nets/__init__.py"] + "\nnet = A()\n"},
    "who installs it": {**SHOWS, "setup.py": "from setuptools import setup\nsetup(name='nets', packages=['nets'], classifiers=['A'])\n"},
    "who has installed it": {**SHOWS, "nets-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: nets\n"},
    "another import": {**SHOWS, "tools/a.py": "from nets.models import A as Net\nNet()\n"},
}.items()})
USED.update({
    "a method by a made name of its own class": in_class("    def ask(self, name):\n        return getattr(self, name)(1)\n\n    def forward(self, x):\n        return self.ask(x)\n"),
    "an extension's loader that is given other names": {"models.py": FUNCTION, "ops.py": BUILDS.replace("import_module(name)", "import_module(name + '_x')"),
        "train.py": "import ops\ndef go():\n    return ops.ask(ops.build('models', []), 'A')\n" + MAIN},
})
UNUSED = {
    "a loader of files by their ending": {"nets/__init__.py": LOADS_ENDING, "nets/models.py": MODELS, "nets/a_data.py": "class D:\n    pass\n",
        "train.py": "import sys\n" + KEEPS.replace("import models", "import nets\nfrom nets import models").replace("models.keep(1)", "models.keep(nets.find(sys.argv[1]))")},
    "a decorator that tells nobody": {"models.py": FUNCTION.replace("def A", "@torch.no_grad()\ndef A") + "def keep(x):\n    return x\n", "train.py": KEEPS},
    "a cache": {"models.py": "import functools\n" + FUNCTION.replace("def A", "@functools.lru_cache(maxsize=None)\ndef A") + "def keep(x):\n    return x\n", "train.py": KEEPS},
    "a name that comes whole, and none does": {"models.py": MODELS, "train.py": LOADS, "a.yaml": "model:\n  target: models.B\n"},
    "a function beside names that come whole": {"models.py": FUNCTION + "\n\ndef keep(x):\n    return x\n", "train.py": LOADS},
    "another file has a name like it": {"models.py": MODELS, "train.py": LOADS, "tools/a.py": "class A:\n    pass\nA()\n"},
    "a package hands it on to nobody": SHOWS,
    "a package hands it on to nobody, and says no more": {**SHOWS, "nets/__init__.py": "from .models import A, keep\n"},
    "a module is called so": {"models.py": MODELS, "train.py": "from nets.A.more import x\n" + KEEPS, "nets/A/more.py": "x = 1\n"},
    "a method beside names that are made of another class": {**BARE, "b.py": "class B:\n    def ask(self, name):\n        return getattr(self, name)(1)\nB().ask('x')\n"},
    "an extension is loaded": {"models.py": FUNCTION + "\n\ndef keep(x):\n    return x\n", "ops.py": BUILDS, "train.py": "import ops\nops.ask(ops.build('e', []), 1)\n" + KEEPS},
    "a package that uv never installs hands out the module": {**HANDS_OUT, "uv.lock": LOCK},
    "a method": BARE,
    "a method that calls itself": in_class("    def lone_loop(self, x):\n        return self.lone_loop(x).cuda()\n"),
    "a method that a method calls that nothing calls": in_class("    def lone_more(self, x):\n        return self.lone_step(x)\n"),
    "a property": {"models.py": METHOD.replace("    def lone_step", "    @property\n    def lone_step"), "train.py": KEEPS},
    "a method without gradients": {"models.py": METHOD.replace("    def lone_step", "    @torch.no_grad()\n    def lone_step"), "train.py": KEEPS},
    "a method beside getattr of settings": with_code("def run(args, name):\n    return getattr(args, name)\n"),
    "a method beside getattr that is compared": with_code("def run(net, name):\n    return getattr(net, name) is None\n"),
    "a method beside an answer for all names": with_code("class Wrap:\n    def __getattr__(self, name):\n        return getattr(self.net, name)\n"),
    "a method of a class of a package": {**PACKAGE, "pkg/net.py": METHOD},
    "a private method of a class that a package shows": {**PACKAGE, "pkg/__init__.py": "from .net import Net\n", "pkg/net.py": METHOD.replace("lone_step", "_lone_step")},
    "a package with a program": PACKAGE,
    "a package that hands out others": {**PACKAGE, "pkg/__init__.py": "from .net import keep\nfrom .other import *\n", "pkg/other.py": "x = 1\n"},
    "settings that are copied": SETTINGS,
    "nothing names it": {"models.py": MODELS, "train.py": KEEPS},
    "a session in a text shows it": {"models.py": MODELS, "train.py": "SHOWN = \"\"\"\n    >>> net = A()\n\"\"\"\n" + KEEPS},
    "a pipeline of diffusers": {"models.py": "from diffusers import StableDiffusionPipeline\n" + MODELS.replace("torch.nn.Module", "StableDiffusionPipeline"), "train.py": KEEPS},
    "a switch of a pipeline that no program calls": SWITCH,
    "a switch of a model that no program calls": {**SWITCH, "models.py": PIPE.replace("DiffusionPipeline", "ModelMixin").replace("enable_sequential_cpu_offload", "enable_xformers_memory_efficient_attention")},
    "a registry whose configurations name others": registered(),
    "a registry without brackets": registered(HEADS.replace("register_module()", "register_module")),
    "a registry of detectron2": registered(HEADS.replace("HEADS", "HEAD_REGISTRY").replace("register_module", "register"), configs__b_yaml="HEAD: NewHead\n"),
    "a registry whose classes a package imports alone": {**registered(), "models/__init__.py": "from .heads import OldHead, NewHead\n"},
    "a registry beside keys of something else": registered(tools__a_py="NAMES = {}\nprint(NAMES.keys())\n"),
    "a program in a folder of tests": {"tests/speed.py": MODELS + "\n\nif __name__ == \"__main__\":\n    # A()\n    print(keep(1))\n", "train.py": "def go():\n    return 1\n" + MAIN},
    "eval beside a star import of another file": {"models.py": MODELS, "common.py": "def B():\n    return 1\n",
        "train.py": "from common import *\nfrom models import keep\nimport sys\ndef go():\n    return keep(eval(sys.argv[1])())\n" + MAIN},
    "comments and docstrings name it": {"models.py": MODELS,
        "train.py": "\"\"\"A is here\"\"\"\nimport models\n# A\ndef go():\n    \"A\"\n    return models.keep(1)\n" + MAIN},
}


# What only a name that is made at run time could ask for is told as such: a function, a method, not a class that nothing imports.
UNNAMED = {what: USED.pop(what) for what in ("resolve_name", "method: getattr of any", "method: getattr that is given a name",
    "method: getattr that is handed on", "method: getattr that is returned", "method: methodcaller", "method: eval",
    "a method by a made name of its own class")}
UNNAMED.update({what: UNUSED.pop(what) for what in ("a name that comes whole, and none does", "another file has a name like it")})
LONE = "import torch\nfrom models import A, keep\ndef go():\n    return keep(torch.load('net.pt'))\n" + MAIN
HEIR = METHOD + "\n\nclass Heir(Net):\n    def more(self, x):\n        return x\n"
UNNAMED.update({
    "a class that is only imported, where a model may be loaded": {"models.py": MODELS, "train.py": LONE},
    "what only such a class uses": {"models.py": MODELS.replace("return x.cuda()", "return move(x)") + "\n\ndef move(x):\n    return x.cuda()\n", "train.py": LONE},
    "globals": {"models.py": FUNCTION + "\n\ndef keep(name):\n    return globals()[name](1)\n", "train.py": KEEPS},
    "a method of an heir of what asks for its own": {"models.py": HEIR.replace("def more(self, x):\n        return x", "def more(self, x):\n        return x.cuda()").replace("return x.cuda()\n\n\ndef", "return getattr(self, x)()\n\n\ndef") + "\n\nkeep(Heir())\n", "train.py": KEEPS},
})
for what in ("an import for types", "method: an heir that has it too", "method: a method of another class", "method: a stub",
        "switch of a pipeline: another class has one"):
    UNUSED[what] = USED.pop(what)
OTHER = "import torch\nfrom models import Net\n\n\nclass Other(Net):\n    def own_step(self, x):\n        return torch.ones(1).cuda()\n\n\ndef use(x):\n    return Other()(x)\n"
QUIET = METHOD.replace("x.cuda()", "x")
UNUSED.update({
    "a class that is only imported": {"models.py": MODELS, "train.py": "from models import A\n" + KEEPS},
    "a function that is only imported": {"models.py": FUNCTION + "\n\ndef keep(x):\n    return x\n", "train.py": "from models import A\n" + KEEPS},
    "a method of a class with an heir": {"models.py": HEIR, "train.py": KEEPS},
    "a method of a class with an heir in another file": {"models.py": METHOD, "other.py": OTHER.replace(".cuda()", ""), "train.py": "import other\n" + KEEPS.replace("models.keep(1)", "models.keep(other.use(1))")},
    "a method of a class with a base in another file": {"models.py": QUIET, "other.py": OTHER, "train.py": "import other\n" + KEEPS.replace("models.keep(1)", "models.keep(other.use(1))")},
    "a method of a class with a base of another module": {"models.py": QUIET, "other.py": OTHER.replace("from models import Net", "import models").replace("(Net)", "(models.Net)"), "train.py": "import other\n" + KEEPS.replace("models.keep(1)", "models.keep(other.use(1))")},
    "a method of a class that others name otherwise": {"models.py": METHOD, "train.py": "from models import Net as N\nN()\n" + KEEPS},
    "a method that two classes have": {"models.py": METHOD + "\n\nclass Two:\n    def lone_step(self, x):\n        return x\n\n\nkeep(Two())\n", "train.py": KEEPS},
    "a device that a parameter begins with": {"models.py": "import torch\ndef A(x, device=\"cuda\"):\n    return x.to(device)\ndef keep(x):\n    return x\n", "train.py": KEEPS},
    "a device that a class begins with": {"models.py": "import torch\nclass A(torch.nn.Module):\n    def __init__(self, device=\"cuda\"):\n        self.device = device\ndef keep(x):\n    return x\n", "train.py": KEEPS},
    "a device that is chosen where a class begins": {"models.py": "import torch\nclass A(torch.nn.Module):\n    def __init__(self, device='cuda' if torch.cuda.is_available() else 'cpu'):\n        self.device = device\ndef keep(x):\n    return x\n", "train.py": KEEPS},
    "a function that another file has as well": {"models.py": FUNCTION + "\n\ndef keep(x):\n    return x\n", "train.py": "import models\ndef A(x):\n    return x\ndef go():\n    return models.keep(A(1))\n" + MAIN},
    "a method that a variable is called as": with_code("def run(lone_step):\n    return lone_step + 1\nrun(0)\n"),
    "a method that an argument is called as": with_code("def run(**more):\n    return more\nrun(lone_step=1)\n"),
    "a method beside Fire of a function": {**BARE, "train.py": "import fire\n" + KEEPS.replace("    go()", "    fire.Fire(go)")},
    "a method beside attrgetter of a text": with_code("import operator\ndef run(nets):\n    return sorted(nets, key=operator.attrgetter('size'))\nrun([])\n"),
    "a loader that nothing calls": {"models.py": MODELS, "tools.py": "import importlib\ndef find(module, name):\n    found = importlib.import_module(module)\n    return [c for k, c in found.__dict__.items() if k == name]\ndef other(x):\n    return x\n",
        "train.py": "import tools\n" + KEEPS.replace("models.keep(1)", "models.keep(tools.other(1))")},
    "a loader of modules in another folder": {"models.py": MODELS, "nets/one.py": "class One:\n    pass\n",
        "tools.py": "import importlib\ndef find(name):\n    path = 'nets.' + name\n    found = importlib.import_module(path)\n    return [c for k, c in found.__dict__.items()]\n",
        "train.py": "import sys, tools\n" + KEEPS.replace("models.keep(1)", "models.keep(tools.find(sys.argv[1]))")},
})
HOOKED = "import lightning\nfrom models import Net\n\n\nclass Other(lightning.LightningModule, Net):\n    pass\n\n\ndef use(x):\n    return Other()(x)\n"
USED.update({
    "method: an heir in another file that a framework calls": {"models.py": METHOD, "other.py": HOOKED, "train.py": "import other\n" + KEEPS.replace("models.keep(1)", "models.keep(other.use(1))")},
    "method: a base in another file that a framework calls": {"models.py": QUIET.replace(HEAD, "class Net(lightning.LightningModule)"), "other.py": OTHER, "train.py": "import other\n" + KEEPS.replace("models.keep(1)", "models.keep(other.use(1))")},
    "method: a base of that name in a library": {"models.py": QUIET, "other.py": OTHER.replace("from models import", "from lib.models import"), "train.py": "import other\n" + KEEPS.replace("models.keep(1)", "models.keep(other.use(1))")},
    "method: a base by a star": {"models.py": QUIET, "other.py": OTHER.replace("from models import Net", "from lib import *"), "train.py": "import other\n" + KEEPS.replace("models.keep(1)", "models.keep(other.use(1))")},
    "method: a base by another name": {"models.py": QUIET, "other.py": OTHER.replace("import Net", "import Net as N").replace("(Net)", "(N)"), "train.py": "import other\n" + KEEPS.replace("models.keep(1)", "models.keep(other.use(1))")},
    "method: a base that is told of its heirs": {"models.py": QUIET.replace("    def forward", "    def __init_subclass__(cls):\n        KNOWN.append(cls)\n\n    def forward"), "other.py": OTHER, "train.py": "import other\n" + KEEPS.replace("models.keep(1)", "models.keep(other.use(1))")},
    "method: an heir inside a def that a framework calls": {"models.py": METHOD, "other.py": "import lightning\nfrom models import Net\ndef use(x):\n    class Other(Net, lightning.LightningModule):\n        pass\n    return Other()(x)\n", "train.py": "import other\n" + KEEPS.replace("models.keep(1)", "models.keep(other.use(1))")},
    "a class that is imported for eval": {"models.py": MODELS, "conf.py": "NET = 'A'\n",
        "train.py": "import conf\nfrom models import A, keep\ndef go():\n    return keep(eval(conf.NET)())\n" + MAIN},
    "a function that is imported for globals": {"models.py": FUNCTION, "conf.py": "NET = 'A'\n",
        "train.py": "import conf\nfrom models import A\ndef go():\n    return globals()[conf.NET](1)\n" + MAIN},
    "a function whose name a configuration in Python has": {"models.py": FUNCTION + "\n\ndef keep(name):\n    return globals()[name](1)\n", "conf.py": "NET = 'A'\n",
        "train.py": "import conf\nimport models\ndef go():\n    return models.keep(conf.NET)\n" + MAIN},
    "a function that a module is asked for, whose name a file has": {"models.py": FUNCTION, "conf.py": "NET = 'A'\n",
        "train.py": "import conf\nimport models\ndef go():\n    return getattr(models, conf.NET)(1)\n" + MAIN},
    "a function that another file has as well, and imports": {"models.py": FUNCTION, "train.py": "from models import A\nimport sys\nif len(sys.argv) > 1:\n    def A(x):\n        return x\ndef go():\n    return A(1)\n" + MAIN},
    "a function that another file has as well, and asks for": {"models.py": FUNCTION, "train.py": "import models\ndef A(x):\n    return models.A(x)\ndef go():\n    return A(1)\n" + MAIN},
    "method: a name in the class": in_class("    pick = staticmethod(lambda f: f)\n    step = pick(lone_step)\n"),
    "method: a name behind a line of its own": with_code("def run(net):\n    return (net\n            .lone_step(1))\nrun(models.Net())\n"),
    "method: a default of another method": {"models.py": METHOD.replace("\n\ndef keep", "\n    def more(self, step=lone_step):\n        return step(self, 1)\n\n\ndef keep"), "train.py": "import models\ndef run(net):\n    return net.more()\nrun(models.Net())\n" + KEEPS},
    "a default that is made when the file is loaded": {"models.py": "import torch\ndef A(x, y=torch.ones(1).cuda()):\n    return x\ndef keep(x):\n    return x\n", "train.py": KEEPS},
    "method: Fire by another name": with_code("from fire import Fire as cli\ncli(models.Net)\n"),
    "method: attrgetter of a name": {**BARE, "train.py": "import operator, sys\nNAMES = ['lone_step']\nRUN = operator.attrgetter(NAMES[0])\n" + KEEPS},
    "a loader that something calls": {"models.py": MODELS, "tools.py": "import importlib\ndef find(module, name):\n    found = importlib.import_module(module)\n    return [c for k, c in found.__dict__.items() if k == name]\n",
        "train.py": "import sys, tools\n" + KEEPS.replace("models.keep(1)", "models.keep(tools.find(*sys.argv[1:]))")},
    "a loader of modules in the folder": {"nets/models.py": MODELS,
        "tools.py": "import importlib\ndef find(name):\n    path = 'nets.' + name\n    found = importlib.import_module(path)\n    return [c for k, c in found.__dict__.items()]\n",
        "train.py": "import sys, tools\n" + KEEPS.replace("import models", "from nets import models").replace("models.keep(1)", "models.keep(tools.find(sys.argv[1]))")},
    "a loader whose path is given twice": {"models.py": MODELS,
        "tools.py": "import importlib, sys\ndef find(name):\n    path = 'nets.' + name\n    if name == '':\n        path = sys.argv[2]\n    found = importlib.import_module(path)\n    return [c for k, c in found.__dict__.items()]\n",
        "train.py": "import sys, tools\n" + KEEPS.replace("models.keep(1)", "models.keep(tools.find(sys.argv[1]))")},
    "a class that is only imported by a package that is installed": {**PACKAGE, "pkg/__init__.py": "from .net import A\n"},
})


UNUSED_SAYS, UNNAMED_SAYS = ("nothing that was scanned uses", "no program here calls"), ("but by a name made at run time",)


def judge(found, wanted):
    """wanted: how findings are lowered, "" for not at all."""
    judges = {"": (False, UNUSED_SAYS + UNNAMED_SAYS), "unused": (True, UNUSED_SAYS), "unnamed": (True, UNNAMED_SAYS)}
    expected, says = judges[wanted]
    return lowered("cuda", says)(found, expected)


if __name__ == "__main__":
    sys.exit(main("unused", __doc__, (("", USED), ("unused", UNUSED), ("unnamed", UNNAMED)), judge))
