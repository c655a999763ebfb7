#!/usr/bin/env python3
"""Is a place told to wait for a switch only where nothing in the project turns it on?

usage: switches.py BINARY

Small projects, each a way to turn use_perf on that no call shows as use_perf=True: nothing in them may be lowered for it. In the last ones
nothing does: there it has to be. A choice by a parameter is one only where something gives the other value.
"""
import sys

from projects import lowered, main

NET = """import torch

class Model(torch.nn.Module):
    def __init__(self, n, use_perf=False):
        super().__init__()
        self.n = n
        self.use_perf = use_perf

    def forward(self, x):
        if self.use_perf:
            torch.cuda.synchronize()
        return x
"""
OPS = """import torch

def attention(q, use_perf=False):
    if use_perf:
        torch.cuda.synchronize()
    return q
"""
FLAG = """import argparse
import torch
p = argparse.ArgumentParser()
p.add_argument("--use-perf", action="store_true")
args = p.parse_args()
if args.use_perf:
    torch.cuda.synchronize()
"""
CONSTANT = """import torch
USE_PERF = False

def go(x):
    if USE_PERF:
        torch.cuda.synchronize()
"""
CALLS = """import torch
import argparse

def flash(x):
    torch.cuda.synchronize()

def pick(x, use_perf=False):
    if use_perf:
        flash(x)
"""
ON = {
    "a class by another name": {"net.py": NET,
        "main.py": 'from net import Model as Net\nmodel = Net(3, True)\n\nloader = []\nfor x in loader:\n    model(x)\n'},
    "a function by another name": {"ops.py": OPS,
        "main.py": 'from ops import attention as attn\nattn(1, True)\n'},
    "a base by another name": {"net.py": NET,
        "main.py": 'from net import Model as Base\nclass Fast(Base):\n    def __init__(self):\n        super().__init__(3, True)\nmodel = Fast()\n\nloader = []\nfor x in loader:\n    model(x)\n'},
    "cls in a class method": {"net.py": NET + '\n    @classmethod\n    def build(cls, cfg):\n        return cls(cfg.n, True)\n',
        "main.py": 'from net import Model\nimport cfg\nmodel = Model.build(cfg)\n\nloader = []\nfor x in loader:\n    model(x)\n',
        "cfg.py": 'n = 3\n'},
    "type of self": {"net.py": NET + '\n    def fast(self):\n        return type(self)(self.n, True)\n',
        "main.py": 'from net import Model\nmodel = Model(3).fast()\n\nloader = []\nfor x in loader:\n    model(x)\n'},
    "the class of self": {"net.py": NET + '\n    def fast(self):\n        return self.__class__(self.n, True)\n',
        "main.py": 'from net import Model\nmodel = Model(3).fast()\n\nloader = []\nfor x in loader:\n    model(x)\n'},
    "a function that hands it on by its place": {"net.py": NET,
        "main.py": 'from net import Model\ndef build(n, use_perf):\n    return Model(n, use_perf)\nmodel = build(3, True)\n\nloader = []\nfor x in loader:\n    model(x)\n'},
    "a function that hands it on by its name": {"net.py": NET,
        "main.py": 'from net import Model\ndef build(n, use_perf):\n    return Model(n, use_perf=use_perf)\nmodel = build(3, True)\n\nloader = []\nfor x in loader:\n    model(x)\n'},
    "an attribute that hands it on": {"net.py": NET,
        "main.py": 'from net import Model\nclass Trainer:\n    def __init__(self, n, use_perf):\n        self.use_perf = use_perf\n        self.model = Model(n, use_perf=self.use_perf)\ntrainer = Trainer(3, True)\n'},
    "a field of a dataclass": {"net.py": NET,
        "main.py": 'from dataclasses import dataclass\nfrom net import Model\n@dataclass\nclass Config:\n    n: int = 3\n    use_perf: bool = False\ncfg = Config(3, True)\nmodel = Model(cfg.n, use_perf=cfg.use_perf)\n\nloader = []\nfor x in loader:\n    model(x)\n'},
    "a field of a namedtuple": {"net.py": NET,
        "main.py": 'from collections import namedtuple\nfrom net import Model\nConfig = namedtuple("Config", "n use_perf")\ncfg = Config(3, True)\nmodel = Model(cfg.n, use_perf=cfg.use_perf)\n\nloader = []\nfor x in loader:\n    model(x)\n'},
    "a class by a name made at run time": {"net.py": NET,
        "main.py": 'import argparse\nimport net\np = argparse.ArgumentParser()\np.add_argument("--arch", default="Model")\nargs = p.parse_args()\nmodel = getattr(net, args.arch)(3, True)\n\nloader = []\nfor x in loader:\n    model(x)\n'},
    "an entry of __dict__ by such a name": {"net.py": NET,
        "main.py": 'import sys\nimport net\nmodel = net.__dict__[sys.argv[1]](3, True)\n\nloader = []\nfor x in loader:\n    model(x)\n'},
    "getattr of a class": {"net.py": NET,
        "main.py": 'import net\nmodel = getattr(net, "Model")(3, True)\n\nloader = []\nfor x in loader:\n    model(x)\n'},
    "a class by its path": {"net.py": NET,
        "main.py": 'from pydoc import locate\nmodel = locate("net.Model")(3, True)\n\nloader = []\nfor x in loader:\n    model(x)\n'},
    "globals of a class": {"net.py": NET,
        "main.py": 'from net import Model\nmodel = globals()["Model"](3, True)\n\nloader = []\nfor x in loader:\n    model(x)\n'},
    "a list of overrides": {"net.py": NET,
        "main.py": 'from net import Model\nfrom omegaconf import OmegaConf\ncfg = OmegaConf.from_dotlist(["n=3", "use_perf=true"])\nmodel = Model(**cfg)\n\nloader = []\nfor x in loader:\n    model(x)\n'},
    "overrides of Hydra": {"net.py": NET,
        "main.py": 'from net import Model\nfrom hydra import compose\ncfg = compose("config", overrides=["model.n=3", "+model.use_perf=true"])\nmodel = Model(**cfg.model)\n\nloader = []\nfor x in loader:\n    model(x)\n'},
    "overrides on a command line": {"net.py": NET,
        "main.py": 'import hydra\nfrom net import Model\n@hydra.main(config_path=".", config_name="config")\ndef main(cfg):\n    model = Model(**cfg.model)\n    model(1)\nmain()\n',
        "sweep.py": 'import subprocess\nfor lr in (1, 2):\n    subprocess.run(["python", "main.py", f"lr={lr}", "model.use_perf=true"])\n',
        "config.yaml": 'model:\n  n: 3\n'},
    "a key with dots": {"net.py": NET,
        "main.py": 'from net import Model\nimport util\nsweep = {"model.n": 3, "model.use_perf": True}\nmodel = Model(**util.under("model", sweep))\n\nloader = []\nfor x in loader:\n    model(x)\n',
        "util.py": 'def under(head, d):\n    return {k.split(".")[1]: v for k, v in d.items()}\n'},
    "a key with dashes": {"net.py": NET,
        "main.py": 'import argparse\nfrom net import Model\np = argparse.ArgumentParser()\np.add_argument("--use-perf", action="store_true")\nargs = p.parse_args()\nmodel = Model(3, use_perf=args.use_perf)\n\nloader = []\nfor x in loader:\n    model(x)\n',
        "launch.py": 'import subprocess\nopts = {"use-perf": True, "lr": 3}\ncmd = ["python", "main.py"]\nfor k, v in opts.items():\n    cmd += [f"--{k}"]\nsubprocess.run(cmd)\n'},
    "an option at the start of a line": {"main.py": FLAG,
        "test_all.py": 'import shlex, subprocess\nCMD = """\npython main.py\n--use-perf\n"""\nsubprocess.run(CMD.split())\n'},
    "an option behind a tab": {"main.py": FLAG,
        "launch.py": 'import os\nos.system("""python main.py \\\\\n\t--use-perf""")\n'},
    "another option of the same dest": {"main.py": 'import argparse\nimport torch\np = argparse.ArgumentParser()\np.add_argument("--use-perf", action="store_true")\np.add_argument("--fast", dest="use_perf", action="store_true")\nargs = p.parse_args()\nif args.use_perf:\n    torch.cuda.synchronize()\n',
        "run.sh": 'python main.py --fast\n'},
    "short options in one": {"main.py": 'import argparse\nimport torch\np = argparse.ArgumentParser()\np.add_argument("--use-perf", "-p", action="store_true")\nargs = p.parse_args()\nif args.use_perf:\n    torch.cuda.synchronize()\n',
        "run.sh": 'python main.py -vp\n'},
    "a short option in a Makefile": {"main.py": 'import argparse\nimport torch\np = argparse.ArgumentParser()\np.add_argument("--use-perf", "-p", action="store_true")\nargs = p.parse_args()\nif args.use_perf:\n    torch.cuda.synchronize()\n',
        "Makefile": 'ARGS=-p\nrun:\n\tpython main.py $(ARGS)\n'},
    "a short option at the start of a line": {"main.py": 'import argparse\nimport torch\np = argparse.ArgumentParser()\np.add_argument("--use-perf", "-p", action="store_true")\nargs = p.parse_args()\nif args.use_perf:\n    torch.cuda.synchronize()\n',
        "run.sh": 'python main.py \\\n-p\n'},
    "names between blanks": {"main.py": 'import argparse\nimport torch\np = argparse.ArgumentParser()\np.add_argument("--use-perf", action="store_true")\nargs = p.parse_args()\nfor f in "use_perf debug".split():\n    setattr(args, f, True)\nif args.use_perf:\n    torch.cuda.synchronize()\n'},
    "setattr of a name that is made": {"main.py": 'import argparse\nimport torch\np = argparse.ArgumentParser()\np.add_argument("--use-perf", action="store_true")\nargs = p.parse_args()\nfor f in ("perf", "debug"):\n    setattr(args, f"use_{f}", True)\nif args.use_perf:\n    torch.cuda.synchronize()\n'},
    "an entry or more": {"main.py": 'import argparse\nimport torch\np = argparse.ArgumentParser()\np.add_argument("--use-perf", action="store_true")\nargs = p.parse_args()\nd = vars(args)\nd["use_perf"] |= True\nif args.use_perf:\n    torch.cuda.synchronize()\n'},
    "an option that has to be given": {"main.py": 'import argparse\nimport torch\np = argparse.ArgumentParser()\np.add_argument("--use-perf", required=True, default=None)\nargs = p.parse_args()\nif args.use_perf:\n    torch.cuda.synchronize()\n'},
    "names of a list in YAML": {"main.py": 'import argparse\nimport torch\np = argparse.ArgumentParser()\np.add_argument("--use-perf", action="store_true")\nargs = p.parse_args()\nimport yaml\nfor f in yaml.safe_load(open("c.yaml"))["enable"]:\n    setattr(args, f, True)\nif args.use_perf:\n    torch.cuda.synchronize()\n',
        "c.yaml": 'enable:\n  - use_perf\n  - x\n'},
    "a patch of a constant": {"ops.py": CONSTANT,
        "main.py": 'from unittest import mock\nimport ops\nwith mock.patch("ops.USE_PERF", True):\n    ops.go(1)\n'},
    "setattr of a constant": {"ops.py": CONSTANT,
        "main.py": 'import ops\nsetattr(ops, "use_perf".upper(), True)\nops.go(1)\n'},
    "a function behind a star": {"ops.py": CALLS,
        "main.py": 'from ops import *\nflash(1)\n'},
    "a function of a submodule": {"ops.py": CALLS,
        "main.py": 'import lib.ops\nlib.ops.flash(1)\n',
        "lib/__init__.py": '',
        "lib/ops.py": CALLS},
    "a function of a submodule of an alias": {"ops.py": CALLS,
        "main.py": 'import lib as L\nL.ops.flash(1)\n',
        "lib/__init__.py": 'from . import ops\n',
        "lib/ops.py": CALLS},
    "getattr of a function": {"ops.py": CALLS,
        "main.py": 'import ops\ngetattr(ops, "flash")(1)\n'},
    "a function by a name made at run time": {"ops.py": CALLS,
        "main.py": 'import ops, sys\ngetattr(ops, sys.argv[1])(1)\n'},
    "an entry point": {"ops.py": CALLS,
        "main.py": 'import ops\n',
        "pyproject.toml": '[project]\nname="x"\n[project.scripts]\nflash = "ops:flash"\n'},
    "a function of a module in an attribute": {"ops.py": CALLS,
        "main.py": 'import ops\nclass C: pass\nc = C()\nc.ops = ops\nc.ops.flash(1)\n'},
    "a function in a Makefile": {"ops.py": CALLS,
        "main.py": 'import ops\n',
        "Makefile": 'a:\n\tpython -c "import ops; ops.flash(1)"\n'},
    "an import in a Makefile": {"ops.py": CALLS,
        "main.py": 'import ops\n',
        "Makefile": 'a:\n\tpython -c "from ops import flash; flash(1)"\n'},
    "a target of Hydra": {"ops.py": CALLS,
        "main.py": 'import hydra, ops\n',
        "c.yaml": 'fn:\n  _target_: ops.flash\n'},
    "a function of a file that exec runs": {"ops.py": CALLS,
        "main.py": 'exec(open("ops.py").read())\nflash(1)\n'},
    "a function in __dict__": {"ops.py": CALLS,
        "main.py": 'import ops\nops.__dict__["flash"](1)\n'},
    "a command of a README": {"main.py": FLAG,
        "README.md": '# Run\n```bash\npython main.py --use-perf\n```\n'},
    "a command of the documentation": {"main.py": FLAG,
        "docs/run.rst": '::\n\n   python main.py --use-perf\n'},
    "a file of arguments": {"main.py": FLAG,
        "args.txt": '--use-perf\n'},
    "a Snakefile": {"main.py": FLAG,
        "Snakefile": 'rule a:\n    shell: "python main.py --use-perf"\n'},
    "a batch file": {"main.py": FLAG,
        "run.bat": 'python main.py --use-perf\n'},
    "PowerShell": {"main.py": FLAG,
        "run.ps1": 'python main.py --use-perf\n'},
    "Jsonnet": {"main.py": FLAG,
        "sweep.jsonnet": '{args: ["--use-perf"]}\n'},
    "a command of a notebook": {"main.py": FLAG,
        "x.ipynb": '{"cells":[{"cell_type":"code","source":["!python main.py \\\\\\n","--use-perf\\n"],"metadata":{},"outputs":[],"execution_count":null}],"metadata":{},"nbformat":4,"nbformat_minor":4}'},
    "a shell cell of a notebook": {"main.py": FLAG,
        "y.ipynb": '{"cells":[{"cell_type":"code","source":["%%bash\\n","python main.py --use-perf"],"metadata":{},"outputs":[],"execution_count":null}],"metadata":{},"nbformat":4,"nbformat_minor":4}'},
    "a configuration": {"main.py": FLAG,
        "cfg.conf": 'use_perf = true\n'},
    "an INI file": {"main.py": FLAG,
        "cfg.ini": '[a]\nuse_perf = true\n'},
    "a file of gin": {"main.py": FLAG,
        "cfg.gin": 'use_perf = True\n'},
}
OFF = {
    "a parameter of a class": {"net.py": NET,
        "main.py": 'from net import Model\nmodel = Model(3)\n\nloader = []\nfor x in loader:\n    model(x)\n'},
    "a parameter of a function": {"ops.py": OPS,
        "main.py": 'from ops import attention\nattention(1)\n'},
    "an option": {"main.py": FLAG},
    "a constant": {"ops.py": CONSTANT,
        "main.py": 'import ops\nops.go(1)\n'},
    "all calls of a function": {"ops.py": CALLS,
        "main.py": 'import ops\nops.pick(1)\n'},
}
NORMS = """import torch
from torch.nn.utils import spectral_norm, weight_norm

class Judge(torch.nn.Module):
    def __init__(self, n, use_spectral=False):
        super().__init__()
        norm = weight_norm if use_spectral == False else spectral_norm
        self.end = norm(torch.nn.Linear(n, 1))

    def forward(self, x):
        return self.end(x)
"""
CALLED = "from net import Judge\nmodel = Judge(3{})\n"
CHOSEN = {
    "a call that gives the other value": {"net.py": NORMS, "main.py": CALLED.format(", use_spectral=True")},
    "a call that gives it by its place": {"net.py": NORMS, "main.py": CALLED.format(", True")},
    "a configuration that gives it": {"net.py": NORMS, "main.py": CALLED.format(", use_spectral=cfg.use_spectral"),
        "cfg.yaml": "use_spectral: true\n"},
    "a choice whose default is the other": {"net.py": NORMS.replace("=False", "=True"), "main.py": CALLED.format("")},
    "a choice by something else": {"net.py": NORMS.replace("use_spectral ==", "n =="), "main.py": CALLED.format("")},
}
NOT_CHOSEN = {
    "a choice that no call makes": {"net.py": NORMS, "main.py": CALLED.format("")},
    "a choice that a configuration leaves as it is": {"net.py": NORMS, "main.py": CALLED.format(", cfg.use_spectral"),
        "cfg.json": '{"use_spectral": false}\n'},
    "the other side of a choice": {"net.py": NORMS.replace("== False", "is True").replace("weight_norm if", "spectral_norm if").replace(
        "else spectral_norm", "else weight_norm"), "main.py": CALLED.format("")},
}


MODES = """import torch
try:
    import xformers.ops
except ImportError:
    print("none")


class Model(torch.nn.Module):
    def __init__(self, n, how_mode="math"):
        super().__init__()
        self.n = n
        self.how_mode = how_mode

    def forward(self, x):
        if self.how_mode == "flash":
            torch.cuda.synchronize()
        elif self.how_mode == "xf":
            x = xformers.ops.swiglu(x)
        elif self.how_mode == "math":
            x = x + 1
        else:
            raise ValueError(self.how_mode)
        return x
"""
TABLE = """from net import Model


def build(size):
    return {"S": small, "L": large}[size]


def small(**others):
    return Model(3, **others)


def large(**others):
    return Model(9, **others)
"""
TAKES = "from table import build\nmodel = build('S')(){}\n"
MODE = {"net.py": MODES, "table.py": TABLE, "main.py": TAKES.format("")}
HEIR = "\n\nclass Fast(Model):\n"
STARRED = "    def __init__(self, n, *args):\n        super().__init__(n, *args)\n"
GIVEN = {"text: " + what: {**MODE, **files} for what, files in {
    "a keyword": {"main.py": "from table import build\nmodel = build('S')(how_mode='flash')\n"},
    "a place": {"table.py": TABLE.replace("Model(9, ", "Model(9, 'flash', ")},
    "an attribute": {"main.py": TAKES.format("\nmodel.how_mode = 'flash'")},
    "a configuration": {"a.yaml": "model:\n  how_mode: flash\n"},
    "a configuration in JSON": {"a.json": '{"how_mode": "flash"}'},
    "an option": {"main.py": "import argparse\np = argparse.ArgumentParser()\np.add_argument('--how_mode', default='math')\n" + TAKES.format("")},
    "an override": {"run.sh": "python main.py model.how_mode=flash\n"},
    "a dict of Python": {"main.py": "from table import build\nmore = {'how_mode': 'flash'}\nmodel = build('S')(**more)\n"},
    "a variable": {"main.py": "from table import build\nimport sys\nmodel = build('S')(how_mode=sys.argv[1])\n"},
    "a default that is handed on": {"table.py": TABLE + "\n\ndef fast(how_mode='flash'):\n    return Model(3, how_mode=how_mode)\n"},
    "a default on a line of its own": {"table.py": TABLE + "\n\ndef fast(\n    n=3,\n    how_mode='flash',\n):\n    return Model(n, how_mode=how_mode)\n"},
    "the class is handed on": {"table.py": TABLE + "\n\nMODELS = {'M': Model}\n"},
    "an heir is given it": {"table.py": TABLE + HEIR + "    pass\n\n\nfast = Fast(3, 'flash')\n"},
    "an heir of an heir is given it": {"table.py": TABLE + HEIR + "    pass\n\n\nclass Faster(Fast):\n    pass\n\n\nfast = Faster(3, 'flash')\n"},
    "an heir's star is given it": {"table.py": TABLE + HEIR + STARRED + "\n\nfast = Fast(3, 'flash')\n"},
    "an heir of a starred heir is given it": {"table.py": TABLE + HEIR + STARRED + "\n\nclass Faster(Fast):\n    pass\n\n\nfast = Faster(3, 'flash')\n"},
    "an heir hands on a list": {"table.py": TABLE + HEIR + STARRED.replace("*args)", "*others(n))", 2).replace("*others(n)):", "*args):", 1)},
    "an heir gives it": {"table.py": TABLE + HEIR + "    def __init__(self, n, kind):\n        super().__init__(n, kind)\n"},
    "an heir gives it in the old way": {"table.py": TABLE + HEIR + "    def __init__(self, n, kind):\n        Model.__init__(self, n, kind)\n"},
    "an heir names its class": {"table.py": TABLE + HEIR + "    def __init__(self, n, kind):\n        super(Fast, self).__init__(n, kind)\n"},
    "an heir is handed on": {"table.py": TABLE + HEIR + "    pass\n\n\nMODELS = {'F': Fast}\n"},
    "an heir that hands names on is handed on": {"table.py": TABLE + HEIR + STARRED.replace("*args", "**others") + "\n\nMODELS = {'F': Fast}\n"},
    "what stands beside it gives it": {"table.py": TABLE + "\n\nclass Extra:\n    def __init__(self, n, kind):\n        super().__init__(n, kind)\n\n\n"
                                       "class Both(Extra, Model):\n    pass\n"},
    "its default": {"net.py": MODES.replace('how_mode="math"', 'how_mode="flash"')},
    "no default": {"net.py": MODES.replace('how_mode="math"', 'how_mode')},
}.items()}
LEFT = {"text: " + what: {**MODE, **files} for what, files in {
    "nothing gives it": {},
    "an heir is not given it": {"table.py": TABLE + HEIR + "    pass\n\n\nfast = Fast(3)\n"},
    "an heir's star is empty": {"table.py": TABLE + HEIR + STARRED + "\n\nfast = Fast(3)\n"},
    "an heir that hands nothing on is handed on": {"table.py": TABLE + HEIR + "    def __init__(self):\n        super().__init__(3)\n\n\nMODELS = {'F': Fast}\n"},
    "an heir gives another": {"table.py": TABLE + HEIR + "    def __init__(self, n, how_mode='xf'):\n        super().__init__(n, how_mode)\n"},
    "its type is asked for": {"table.py": TABLE + HEIR + "    def forward(self, x):\n        return super().forward(x.type(self.dtype))\n\n\nfast = Fast(3)\n"},
    "it is handed on as it is": {"table.py": TABLE + "\n\ndef plain(how_mode='math'):\n    return Model(3, how_mode=how_mode)\n"},
    "a default on a line of its own": {"table.py": TABLE + "\n\ndef plain(\n    n=3,\n    how_mode='math',\n):\n    return Model(n, how_mode=how_mode)\n"},
    "a configuration has other keys": {"a.yaml": "model:\n  mode: flash\n"},
}.items()}
USES = {"import: " + what: {**MODE, **files} for what, files in {
    "another use": {"net.py": MODES + "\n\ndef more(x):\n    return xformers.ops.unbind(x)\n"},
    "nothing around it": {"net.py": MODES.replace("try:\n    import xformers.ops\nexcept ImportError:\n    print(\"none\")\n", "import xformers.ops\n")},
    "a value that is given": {"a.yaml": "model:\n  how_mode: xf\n"},
    "no use at all": {"net.py": MODES.replace("xformers.ops.swi", "torch.swi")},
}.items()}
SPEED = """import argparse
p = argparse.ArgumentParser()
p.add_argument("--enable_deepspeed", action="store_true")
args = p.parse_args()
if args.enable_deepspeed:
    import deepspeed
else:
    deepspeed = None
"""
TOLD = {"import: " + what: {"main.py": SPEED, **files} for what, files in {
    "a script gives the option": {"run.sh": "python main.py --enable_deepspeed\n"},
    "the README gives it": {"README.md": "```\npython main.py --enable_deepspeed\n```\n"},
}.items()}
UNTOLD = {"import: " + what: {"main.py": SPEED, **files} for what, files in {
    "nothing gives the option": {},
    "a script gives another": {"run.sh": "python main.py --enable_deep\n"},
    "an option with a value": {"main.py": SPEED.replace('action="store_true"', "default=None, type=str"), "run.sh": "python main.py --deepspeed a.json\n"},
}.items()}
KEYS = """from omegaconf import OmegaConf
import torch
args = OmegaConf.load("a.yaml")
if args.fast_perf:
    torch.cuda.synchronize()
"""
LEFT.update({"a key that is off in all configurations": {"main.py": KEYS, "a.yaml": "fast_perf: False\n", "b.yaml": "fast_perf: false\n"}})
GIVEN.update({"a key that is on in one": {"main.py": KEYS, "a.yaml": "fast_perf: False\n", "b.yaml": "fast_perf: True\n"},
    "a key that none has": {"main.py": KEYS, "a.yaml": "n: 3\n"},
    "a key that code turns on": {"main.py": KEYS.replace("if args", "args.fast_perf = True\nif args"), "a.yaml": "fast_perf: False\n"}})

SECTIONS = """from fvcore.common.config import CfgNode
import torch
_C = CfgNode()
_C.TRAIN = CfgNode()
_C.TRAIN.ENABLE = True
_C.BOXES = CfgNode()
_C.BOXES.ENABLE = False
_C.BOXES.WEIGHT = 0.0


def go(cfg, x):
    if cfg.BOXES.ENABLE:
        torch.cuda.synchronize()
    return x
"""
WEIGHS = SECTIONS.replace("if cfg.BOXES.ENABLE:", "if cfg.BOXES.WEIGHT > 0:")
YAML = "TRAIN:\n  ENABLE: True\nBOXES:\n  ENABLE: False\nTEST:\n  - ENABLE: True\n"
LEFT.update({"section: " + what: {"main.py": SECTIONS, **files} for what, files in {
    "its default": {},
    "a number": {"main.py": WEIGHS},
    "asked of self": {"main.py": SECTIONS.replace("if cfg.", "if self.cfg.")},
    "on in other sections": {"a.yaml": YAML},
    "off in a configuration alone": {"main.py": SECTIONS.replace("_C.BOXES.ENABLE = False\n", ""), "a.yaml": YAML},
    "on a command line in another one": {"run.sh": "python main.py TEST.ENABLE True\n"},
}.items()})
GIVEN.update({"section: " + what: {"main.py": SECTIONS, **files} for what, files in {
    "a configuration": {"a.yaml": YAML.replace("BOXES:\n  ENABLE: False", "BOXES:\n  ENABLE: True")},
    "a configuration on one line": {"a.yaml": "BOXES: {ENABLE: True}\n"},
    "a deeper one": {"a.yaml": "BASE:\n  BOXES:\n    SIZE: 3\n    ENABLE: True\n"},
    "a command line": {"run.sh": "python main.py BOXES.ENABLE True\n"},
    "a command line in a README": {"README.md": "Run\n\n    python main.py BOXES.ENABLE True\n"},
    "an option that a README names": {"main.py": FLAG, "README.md": "To be faster, use the `--use-perf` option.\n"},
    "a list": {"more.py": "def on(cfg):\n    cfg.merge_from_list(['BOXES.ENABLE', True])\n"},
    "code": {"more.py": "import main\nmain._C.BOXES.ENABLE = True\n"},
    "code in a function": {"more.py": "def on(cfg):\n    cfg.BOXES.ENABLE = True\n"},
    "a section by itself": {"more.py": "def on(cfg):\n    boxes = cfg.BOXES\n    boxes.ENABLE = True\n"},
    "an argument": {"more.py": "from fvcore.common.config import CfgNode\nBOXES = CfgNode(dict(ENABLE=True))\n"},
    "a dict": {"more.py": "from fvcore.common.config import CfgNode\nBOXES = CfgNode({'ENABLE': True})\n"},
    "its default": {"main.py": SECTIONS.replace("BOXES.ENABLE = False", "BOXES.ENABLE = True")},
    "a default that is not known": {"main.py": SECTIONS.replace("BOXES.ENABLE = False", "BOXES.ENABLE = make()")},
    "a number": {"main.py": WEIGHS, "a.yaml": "BOXES:\n  WEIGHT: 0.5\n"},
    "no default at all": {"main.py": SECTIONS.replace("_C.BOXES.ENABLE = False\n", "")},
}.items()})

PICKS = """import torch
import argparse


def make(args, net):
    opt_lower = args.opt.lower()
    opt_lower = opt_lower.split("_")[-1]
    if opt_lower == "sgd":
        return 1
    elif opt_lower == "fast_sgd":
        torch.cuda.synchronize()
        return 2
    else:
        raise ValueError(opt_lower)


p = argparse.ArgumentParser()
p.add_argument("--opt", default="sgd", help="the optimizer")
make(p.parse_args(), None)
"""
TAKES_KIND = """import torch


def make(kind, n=3):
    if kind == "plain":
        return n
    elif kind == "fastest":
        torch.cuda.synchronize()
    return 1


make("plain")
"""
GIVEN.update({"word: " + what: {"main.py": PICKS, **files} for what, files in {
    "a script gives it": {"run.sh": "python main.py --opt fast_sgd\n"},
    "a script gives it in capitals": {"run.sh": "python main.py --opt FastSGD\n"},
    "a configuration has it": {"a.yaml": "opt: fast-sgd\n"},
    "the README gives it": {"README.md": "```\npython main.py --opt fast_sgd\n```\n"},
    "a notebook has it": {"a.ipynb": '{"cells": [{"cell_type": "code", "source": ["args.opt = \'fast_sgd\'"]}]}'},
    "a list of choices": {"main.py": PICKS.replace('default="sgd"', 'default="sgd", choices=["sgd", "fast_sgd"]')},
    "a text that tells of it": {"main.py": PICKS + "print('sgd or fast_sgd')\n"},
    "a configuration of others": {"main.py": PICKS.replace("args.opt.lower()", "args.config.optimizer.lower()").replace("args, net", "config, net").replace("args.config", "config")},
    "the default": {"main.py": PICKS.replace('default="sgd"', 'default="fast_sgd"')},
    "a beginning that is made": {"more.py": "def name(x):\n    return 'fast_' + x\n"},
    "an end that is made": {"more.py": "def name(x):\n    return f'{x}_sgd'\n"},
    "nothing gives the other one": {"main.py": PICKS.replace('default="sgd"', 'required=True')},
    "no other way": {"main.py": PICKS.replace('    if opt_lower == "sgd":\n        return 1\n    elif', "    if").replace("    else:\n        raise ValueError(opt_lower)\n", "")},
    "what is compared is no option": {"main.py": PICKS.replace("args.opt.lower()", "net.name.lower()")},
    "a field of a configuration of others": {"main.py": PICKS.replace("args.opt.lower()", "net.config.opt")},
    "it is not equal": {"main.py": PICKS.replace('opt_lower == "fast_sgd"', 'opt_lower != "fast_sgd"')},
    "an argument": {"main.py": TAKES_KIND + 'make("fastest")\n'},
    "an argument by its name": {"main.py": TAKES_KIND, "more.py": "from main import make\nmake(kind='fastest')\n"},
    "a table": {"main.py": TAKES_KIND + 'KINDS = {1: "fastest"}\nmake(KINDS[1])\n'},
}.items()})
LEFT.update({"word: " + what: {"main.py": PICKS, **files} for what, files in {
    "nothing gives it": {},
    "help tells of it": {"main.py": PICKS.replace('"the optimizer"', '"sgd or fast_sgd"')},
    "a configuration of the project": {"main.py": PICKS.replace("args.opt.lower()", "config.TRAIN.OPTIMIZER.NAME.lower()").replace("args, net", "config, net"), "a.yaml": "TRAIN:\n  OPTIMIZER:\n    NAME: sgd\n"},
    "the option itself": {"main.py": PICKS.replace("opt_lower == ", "args.opt == ")},
    "another text has more": {"a.yaml": "opt: fast_sgd_2\n"},
    "a comment tells of it": {"a.py": "# fast_sgd\n"},
    "an argument that nothing gives": {"main.py": TAKES_KIND},
    "an else": {"main.py": PICKS.replace('    if opt_lower == "sgd":\n        return 1\n    elif', "    if").replace("raise ValueError(opt_lower)", "return 3")},
    "another test has it": {"more.py": "def is_fast(args):\n    return args.opt == 'fast_sgd'\n"},
}.items()})

COUNTS = """import torch


class Trainer:
    def __init__(self,
                 net,
                 ranks=1, # how many
                 ):
        self.ranks = ranks
        if self.ranks > 1:
            torch.cuda.synchronize()


def down(x, axes=2):
    if axes == 3:
        torch.cuda.synchronize()
    return x


def pair(x, axes=2):
    return down(x, axes=axes)


Trainer(pair(3))
"""
GIVEN.update({"number: " + what: {"main.py": COUNTS, **files} for what, files in {
    "an argument": {"main.py": COUNTS + "Trainer(3, ranks=2)\ndown(3, axes=3)\n"},
    "an argument on a line of its own": {"main.py": COUNTS + "Trainer(\n    3,\n    ranks=2,\n)\ndown(\n    3,\n    axes=3,\n)\n"},
    "an argument by its place": {"main.py": COUNTS + "Trainer(3, 2)\ndown(3, 3)\n"},
    "a value that is not known": {"main.py": COUNTS + "import sys\nTrainer(3, ranks=len(sys.argv))\ndown(3, axes=len(sys.argv))\n"},
    "a configuration": {"a.yaml": "ranks: 4\naxes: 3\n"},
    "another default": {"more.py": "from main import Trainer, down\ndef go(ranks=4, axes=3):\n    Trainer(3, ranks=ranks)\n    down(3, axes=axes)\n"},
    "an option": {"run.sh": "python main.py --ranks 4 --axes 3\n"},
    "a name that is given": {"main.py": COUNTS.replace("Trainer(pair(3))", "import torch.distributed as dist\nranks = dist.get_world_size()\naxes = ranks\nTrainer(3, ranks=ranks)\ndown(3, axes=axes)")},
    "its default": {"main.py": COUNTS.replace("ranks=1", "ranks=2").replace("axes=2", "axes=3")},
}.items()})
LEFT.update({"number: " + what: {"main.py": COUNTS, **files} for what, files in {
    "nothing gives it": {},
    "another default that is no more": {"more.py": "def go(x, ranks=0, axes=1):\n    return x\n"},
    "one line": {"main.py": COUNTS.replace("self,\n                 net,\n                 ranks=1, # how many\n                 )", "self, net, ranks=1)")},
}.items()})

CONV = """import torch


def conv(axes, x):
    if axes == 1:
        return x
    elif axes == 3:
        torch.cuda.synchronize()
    raise ValueError(f"{axes} axes")
"""
PLACES = """from layers import conv


class Net:
    def __init__(self, n, axes=2):
        self.axes = axes
        self.first = conv(axes, n)
        self.second = conv(1, n)
        self.third = conv(self.axes, n)


Net(3)
"""
GIVEN.update({"number by its place: " + what: {"layers.py": CONV, "main.py": PLACES, **files} for what, files in {
    "a number": {"main.py": PLACES + "conv(3, None)\n"},
    "a name": {"main.py": PLACES + "n = 3\nconv(n, None)\n"},
    "what is made": {"main.py": PLACES + "import sys\nconv(len(sys.argv), None)\n"},
    "an argument of the class": {"main.py": PLACES + "Net(3, 3)\n"},
    "an argument of the class by its name": {"main.py": PLACES + "Net(3, axes=3)\n"},
    "all of a list": {"main.py": PLACES + "import sys\nconv(*sys.argv)\n"},
    "handed on": {"main.py": PLACES + "print(*map(conv, (1, 3), (2, 2)))\n"},
    "a configuration": {"a.yaml": "net:\n  axes: 3\n"},
    "a configuration that does not say": {"a.yaml": "net:\n  axes: ${more}\n"},
    "another name of it": {"main.py": PLACES + "make = conv\nmake(3, None)\n"},
    "another name of the class": {"main.py": PLACES + "make = Net\nmake(2, 3)\n"},
    "another name that is handed on": {"main.py": PLACES + "make = conv\nprint(*map(make, (1, 3), (2, 2)))\n"},
    "another name of another file": {"main.py": PLACES + "make = Net\n", "more.py": "import main\nmain.make(2, 3)\n"},
    "another name of that": {"main.py": PLACES + "make = Net\nkind = make\nkind(2, 3)\n"},
}.items()})
LEFT.update({"number by its place: " + what: {"layers.py": CONV, "main.py": PLACES, **files} for what, files in {
    "nothing gives it": {},
    "other numbers": {"main.py": PLACES + "conv(2, None)\nNet(3, axes=1)\n"},
    "a configuration with another": {"a.yaml": "net:\n  axes: 2\n"},
    "another name that gives others": {"main.py": PLACES + "make = Net\nmake(3)\nkind = conv\nkind(2, None)\n"},
    "another name of several": {"main.py": PLACES + "def pick(n):\n    if n:\n        kind = Net\n    else:\n        kind = conv\n    return kind(2, n=n)\npick(3)\n"},
}.items()})

if __name__ == "__main__":
    sys.exit(main("switches", __doc__, ((False, ON), (True, OFF)), lowered("synchronize", ("off by default", "nothing here gives")))
             or main("switches that choose", __doc__, ((True, CHOSEN), (False, NOT_CHOSEN)),
                     lowered("weight_norm", ("among several values",)))
             or main("switches that are texts", __doc__, ((False, GIVEN), (True, LEFT)),
                     lowered("synchronize", ("off by default", "nothing here gives")))
             or main("imports behind switches", __doc__, ((False, USES), (True, {"import: nothing gives it": MODE})),
                     lowered("xFormers: xformers", ("nothing here gives",)))
             or main("imports that options ask for", __doc__, ((False, TOLD), (True, UNTOLD)),
                     lowered("DeepSpeed: deepspeed", ("behind",))))
