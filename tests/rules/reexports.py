#!/usr/bin/env python3
"""What a project passes on under names of its own is seen where it is used.

usage: reexports.py BINARY

Each case is a small project: its files, the findings of a few rules that are due in it (file, line,
rule; no other of these rules may speak) and the API uses that are due (file, line, API; others of
the same files may stand beside them unless the case says `no_api`). Rules and API uses follow the same
names, so wherever a call is a finding its API use is asked for as well.
"""
import json
import os
import subprocess
import sys
import tempfile

INIT = "torch.distributed.init_process_group"
RULES = ["nccl-literal", "nccl-default-argument", "device-default-argument", "init-process-group-nccl", "cuda-synchronize", "cuda-stream-class",
         "autograd-function", "custom-fwd-cuda", 
         "device-cuda-literal", "device-assigned-cuda", "dtype-float64",
         "compile-mode", "triton-jit"]

CASES = []


def case(name, files, found, apis=(), no_api=()):
    CASES.append((name, files, found, apis, no_api))


COMPAT = "from torch.cuda import synchronize\n"
DUE = [("pkg/use.py", 2, "cuda-synchronize")]
API = [("pkg/use.py", 2, "torch.cuda.synchronize")]


def use(name, text, compat=COMPAT, found=None, apis=None, **more):
    """A package pkg with compat.py, and use.py whose second line calls."""
    files = {"pkg/__init__.py": "", "pkg/compat.py": compat, "pkg/use.py": text}
    files.update(more.get("files", {}))
    case(name, files, DUE if found is None else found, API if apis is None else apis,
         more.get("no_api", ()))


# how it is taken
use("from . import", "from .compat import synchronize\nsynchronize()\n")
use("from package import", "from pkg.compat import synchronize\nsynchronize()\n")
use("from import as", "from .compat import synchronize as wait\nwait()\n")
use("import as", "import pkg.compat as c\nc.synchronize()\n")
use("import dotted", "import pkg.compat\npkg.compat.synchronize()\n")
use("from package import module", "from pkg import compat\ncompat.synchronize()\n")
use("from . import module", "from . import compat\ncompat.synchronize()\n")
use("from . import module as", "from . import compat as c\nc.synchronize()\n")
use("star of a module", "from .compat import *\nsynchronize()\n")
use("star of the package", "from pkg import *\nsynchronize()\n",
    files={"pkg/__init__.py": "from .compat import synchronize\n"})
use("__init__ passes on", "from pkg import synchronize\nsynchronize()\n",
    files={"pkg/__init__.py": "from .compat import synchronize\n"})
use("__init__ passes on, attribute", "import pkg\npkg.synchronize()\n",
    files={"pkg/__init__.py": "from .compat import synchronize\n"})
use("__init__ passes on by a star", "from pkg import synchronize\nsynchronize()\n",
    files={"pkg/__init__.py": "from .compat import *\n"})
use("inside of a function", "def f(): from .compat import synchronize;\\\n  synchronize()\n")
use("imported twice over", "from .compat import synchronize as s; wait = s\nwait()\n")

# how it is passed on
use("alias of a module", "from .compat import dist\ndist.init_process_group('nccl')\n",
    "import torch.distributed as dist\n",
    [("pkg/use.py", 2, "init-process-group-nccl")], [("pkg/use.py", 2, INIT)])
use("plain import", "from .compat import torch\ntorch.cuda.synchronize()\n", "import torch\n")
use("plain dotted import", "from .compat import torch\ntorch.cuda.synchronize()\n", "import torch.cuda\n")
use("through the module's own name", "from . import compat\ncompat.torch.cuda.synchronize()\n",
    "import torch\n")
use("assignment", "from .compat import wait\nwait()\n", "import torch\nwait = torch.cuda.synchronize\n",
    files={"pkg/more.py": ""})
use("assignment of a module", "from .compat import cuda\ncuda.synchronize()\n",
    "import torch\ncuda = torch.cuda\n")
use("annotated assignment", "from .compat import wait\nwait()\n",
    "import torch\nfrom typing import Callable\nwait: Callable = torch.cuda.synchronize\n")
use("assignment by getattr", "from .compat import wait\nwait()\n",
    "import torch\nwait = getattr(torch.cuda, 'synchronize')\n")
use("two names at once", "from .compat import b\nb()\n",
    "import torch\na = b = torch.cuda.synchronize\n")
use("try and except", "from .compat import synchronize\nsynchronize()\n",
    "try:\n    from torch.cuda import synchronize\nexcept ImportError:\n    synchronize = None\n")
use("try, a function of its own otherwise", "from .compat import synchronize\nsynchronize()\n",
    "try:\n    from torch.cuda import synchronize\nexcept ImportError:\n    def synchronize():\n        pass\n")
use("the other branch of an if", "from .compat import synchronize\nsynchronize()\n",
    "import os\nif os.environ.get('HOST'):\n    from .host import synchronize\nelse:\n    from torch.cuda import synchronize\n",
    files={"pkg/host.py": "def synchronize():\n    pass\n"})
use("both branches outside", "from .compat import wait\nwait()\n",
    "import torch\nif torch.version.hip:\n    wait = torch.cpu.synchronize\nelse:\n    wait = torch.cuda.synchronize\n")
use("a star of PyTorch", "from .compat import synchronize\nsynchronize()\n", "from torch.cuda import *\n")
use("a star of PyTorch through a star", "from .compat import *\nsynchronize()\n", "from torch.cuda import *\n")
case("a star of PyTorch in the file itself",
     {"run.py": "from torch.cuda import *\nsynchronize()\n"},
     [("run.py", 2, "cuda-synchronize")], [("run.py", 2, "torch.cuda.synchronize")])

# far away
use("over three modules", "from .a import synchronize\nsynchronize()\n",
    files={"pkg/a.py": "from .b import synchronize\n", "pkg/b.py": "from .compat import synchronize\n"})
use("over three modules, renamed in each", "from .a import x\nx()\n",
    files={"pkg/a.py": "from .b import y as x\n", "pkg/b.py": "from .compat import synchronize as y\n"})
use("over three modules, by attributes", "from . import a\na.b.compat.synchronize()\n",
    files={"pkg/a.py": "from . import b\n", "pkg/b.py": "from . import compat\n"})
use("over stars of three modules", "from .a import *\nsynchronize()\n",
    files={"pkg/a.py": "from .b import *\n", "pkg/b.py": "from .compat import *\n"})
use("from a package below", "from .low import synchronize\nsynchronize()\n",
    files={"pkg/low/__init__.py": "from .deep import synchronize\n",
           "pkg/low/deep.py": "from ..compat import synchronize\n"})
use("a circle of modules", "from .a import synchronize\nsynchronize()\n",
    files={"pkg/a.py": "from .b import synchronize\n", "pkg/b.py": "from .a import synchronize\n"},
    found=[], apis=[])
use("a circle of stars with a way out", "from .a import synchronize\nsynchronize()\n",
    files={"pkg/a.py": "from .b import *\n", "pkg/b.py": "from .a import *\nfrom .compat import *\n"})
use("a name bound to itself", "from .compat import wait\nwait()\n", "from . import compat\nwait = compat.wait\n",
    found=[], apis=[])
case("scripts beside each other",
     {"compat.py": COMPAT, "use.py": "from compat import synchronize\nsynchronize()\n"},
     [("use.py", 2, "cuda-synchronize")], [("use.py", 2, "torch.cuda.synchronize")])
case("a package below src",
     {"src/pkg/__init__.py": "", "src/pkg/compat.py": COMPAT,
      "tests/use.py": "from pkg.compat import synchronize\nsynchronize()\n"},
     [("tests/use.py", 2, "cuda-synchronize")], [("tests/use.py", 2, "torch.cuda.synchronize")])
case("a package without __init__",
     {"pkg/compat.py": COMPAT, "pkg/use.py": "from pkg.compat import synchronize\nsynchronize()\n"},
     DUE, API)
case("a notebook takes it",
     {"pkg/__init__.py": "", "pkg/compat.py": COMPAT,
      "look.ipynb": json.dumps({"cells": [{"cell_type": "code", "source": [
          "from pkg.compat import synchronize\n", "synchronize()\n"]}], "nbformat": 4})},
     [("look.ipynb", 2, "cuda-synchronize")], [("look.ipynb", 2, "torch.cuda.synchronize")])

# what else than calls
use("a class base", "from .compat import Function\nclass Mine(Function):\n    pass\n",
    "from torch.autograd import Function\n", [("pkg/use.py", 2, "autograd-function")], [])
use("a class base by a module", "from .compat import autograd\nclass Mine(autograd.Function):\n    pass\n",
    "from torch import autograd\n", [("pkg/use.py", 2, "autograd-function")], [])
use("a class base by a star", "from .compat import *\nclass Mine(Function):\n    pass\n",
    "from torch.autograd import Function\n", [("pkg/use.py", 2, "autograd-function")], [])
use("a decorator", "from .compat import custom_fwd\n@custom_fwd\ndef f(ctx, x):\n    return x\n",
    "from torch.cuda.amp import custom_fwd\n", [("pkg/use.py", 2, "custom-fwd-cuda")], [])
use("a decorator by a star", "from .compat import *\n@custom_fwd\ndef f(ctx, x):\n    return x\n",
    "from torch.cuda.amp import custom_fwd\n", [("pkg/use.py", 2, "custom-fwd-cuda")], [])
use("a kernel's decorator", "from .compat import triton\n@triton.jit\ndef k(x):\n    pass\n",
    "import triton\n", [("pkg/use.py", 2, "triton-jit")], [])
use("a keyword condition", "from .compat import jit\njit(f, mode='max-autotune')\njit(f)\n",
    "import torch\njit = torch.compile\n", [("pkg/use.py", 2, "compile-mode")], [("pkg/use.py", 2, "torch.compile")])
use("a name as a value", "from .compat import wide\nmake(dtype=wide)\n",
    "import torch\nwide = torch.float64\n", [("pkg/use.py", 2, "dtype-float64")], [])
use("an object of a class", "from .compat import Stream\ns = Stream()\n",
    "from torch.cuda import Stream\n", [("pkg/use.py", 2, "cuda-stream-class")], [("pkg/use.py", 2, "torch.cuda.Stream")])

# what is no such thing
use("a function of its own", "from .compat import synchronize\nsynchronize()\n",
    "def synchronize():\n    pass\n", [], [], no_api=["torch.cuda.synchronize"])
use("a function of its own behind a star", "from .compat import synchronize\nsynchronize()\n",
    "from torch.cuda import *\ndef synchronize():\n    pass\n", [], [], no_api=["torch.cuda.synchronize"])
use("a class of its own behind a star", "from .compat import *\nStream()\n",
    "from torch.cuda import *\nclass Stream:\n    pass\n", [], [], no_api=["torch.cuda.Stream"])
use("a value of its own behind a star", "from .compat import synchronize\nsynchronize()\n",
    "from torch.cuda import *\nsynchronize = make()\n", [], [], no_api=["torch.cuda.synchronize"])
use("shadowed by a parameter", "from .compat import synchronize\ndef f(synchronize):\n    synchronize()\n",
    found=[], apis=[], no_api=["torch.cuda.synchronize"])
use("shadowed by a local name", "from .compat import synchronize\ndef f():\n    synchronize = g()\n    synchronize()\n",
    found=[], apis=[], no_api=["torch.cuda.synchronize"])
use("shadowed behind a star", "from .compat import *\ndef synchronize(): pass\nsynchronize()\n",
    found=[], apis=[], no_api=["torch.cuda.synchronize"])
use("a sibling's name not taken", "from . import other\nother.synchronize()\n",
    files={"pkg/other.py": "def synchronize():\n    pass\n"}, found=[], apis=[],
    no_api=["torch.cuda.synchronize"])
use("a star that __all__ narrows", "from .compat import *\nsynchronize()\n",
    "from torch.cuda import synchronize\n__all__ = ['other']\n", [], [], no_api=["torch.cuda.synchronize"])
use("a star takes no private names", "from .compat import *\n_synchronize()\n",
    "from torch.cuda import synchronize as _synchronize\n", [], [], no_api=["torch.cuda.synchronize"])
use("a star takes what __all__ names", "from .compat import *\n_synchronize()\n",
    "from torch.cuda import synchronize as _synchronize\n__all__ = ['_synchronize']\n")
case("a folder of the project that is called torch is PyTorch's own source",
     {"torch/__init__.py": "", "torch/cuda/__init__.py": "def synchronize():\n    pass\n",
      "run.py": "import torch\ntorch.cuda.synchronize()\n"},
     [("run.py", 2, "cuda-synchronize")], [("run.py", 2, "torch.cuda.synchronize")])
use("a star inside of a module that is not scanned", "from elsewhere import *\nsynchronize()\n",
    found=[], apis=[], no_api=["torch.cuda.synchronize"])

# device names that a sibling binds
CONFIG = {"pkg/__init__.py": "", "pkg/config.py": 'DEVICE = "cuda"\n'}
case("a device of a sibling, by module",
     {**CONFIG, "pkg/use.py": "from . import config\nx.to(config.DEVICE)\n"},
     [("pkg/config.py", 1, "device-assigned-cuda")])
case("a device of a sibling, by name",
     {**CONFIG, "pkg/use.py": "from .config import DEVICE\nx.to(DEVICE)\n"},
     [("pkg/config.py", 1, "device-assigned-cuda")])


case("a device of a sibling under a name that says nothing",
     {"pkg/__init__.py": "", "pkg/config.py": 'TARGET = "cuda:1"\nHOST = "cpu"\n',
      "pkg/use.py": "from . import config\nx.to(config.TARGET)\nx.to(config.HOST)\n"},
     [("pkg/use.py", 2, "device-cuda-literal")])
case("a device of the file itself under a name that says nothing",
     {"use.py": 'def f(x):\n    where = "cuda"\n    return x.to(where)\n'},
     [("use.py", 3, "device-cuda-literal")])
case("a device that is bound twice is no constant",
     {"use.py": 'where = "cuda"\nwhere = "cpu"\nx.to(where)\n'}, [])
case("a device that a parameter hides is no constant",
     {"use.py": 'where = "cuda"\ndef f(x, where):\n    return x.to(where)\n'}, [])
case("a device that another branch may give is a choice",
     {"use.py": 'where = "cuda"\nif small:\n    where = "cpu"\nx.to(where)\n'},
     [("use.py", 4, "device-cuda-literal")])
case("a device chosen by a condition is a choice",
     {"use.py": 'where = "cuda" if big else "cpu"\nx.to(where)\n'}, [("use.py", 2, "device-cuda-literal")])
case("a back end of a sibling",
     {"pkg/__init__.py": "", "pkg/config.py": 'BACKEND: str = "nccl"  # fast\n',
      "pkg/use.py": "import torch.distributed as dist\nfrom .config import BACKEND as B\n"
                    "dist.init_process_group(backend=B)\n"},
     [("pkg/use.py", 3, "init-process-group-nccl")], [("pkg/use.py", 3, INIT)])
case("a back end of a sibling, passed on by a star",
     {"pkg/__init__.py": "from .config import *\n", "pkg/config.py": "BACKEND = 'nccl'\n",
      "pkg/use.py": "import torch.distributed as dist\nimport pkg\ndist.init_process_group(pkg.BACKEND)\n"},
     [("pkg/use.py", 3, "init-process-group-nccl")])
case("a back end of a sibling that is another one",
     {"pkg/__init__.py": "", "pkg/config.py": 'BACKEND = "gloo"\n',
      "pkg/use.py": "import torch.distributed as dist\nfrom .config import BACKEND\n"
                    "dist.init_process_group(backend=BACKEND)\n"}, [])
case("a mode of a sibling",
     {"pkg/__init__.py": "", "pkg/config.py": 'MODE = "max-autotune"\n',
      "pkg/use.py": "import torch\nfrom .config import MODE\ntorch.compile(f, mode=MODE)\n"},
     [("pkg/use.py", 3, "compile-mode")])
case("a field of a class", {"use.py": 'class Config:\n    backend = "nccl"\n    device: str = "cuda"\n'},
     [("use.py", 2, "nccl-default-argument"), ("use.py", 3, "device-default-argument")])


def scan(binary, folder):
    command = [binary, "scan", ".", "--format", "json"]
    for rule in RULES:
        command += ["--select", rule]
    run = subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False)
    if run.returncode != 0:
        raise SystemExit(run.stderr.decode("utf-8", "replace"))
    return json.loads(run.stdout)


def differences(result, found, apis, no_api):
    seen = {(f["path"], f["line"], f["rule"]) for f in result["findings"]}
    uses = {(place["path"], place["line"], api["api"])
            for api in result["apis"] for place in api["places"]}
    for due in sorted(set(found) - seen):
        yield f"no finding {due}"
    for wrong in sorted(seen - set(found)):
        yield f"wrong finding {wrong}"
    for due in sorted(set(apis) - uses):
        yield f"no API use {due}"
    for path, line, api in sorted(uses):
        if api in no_api and not path.endswith("compat.py"):
            yield f"wrong API use {path}:{line} {api}"


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    binary, failed = os.path.abspath(sys.argv[1]), 0
    for name, files, found, apis, no_api in CASES:
        with tempfile.TemporaryDirectory() as folder:
            for path, text in files.items():
                os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
                with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
                    file.write(text)
            said = list(differences(scan(binary, folder), found, apis, no_api))
        if said:
            failed += 1
            print(f"reexports: {name}: " + "; ".join(said))
    print(f"reexports: {len(CASES) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
