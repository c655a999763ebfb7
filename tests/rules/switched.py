#!/usr/bin/env python3
"""Is what a project uses only behind a switch that nothing turns on told as behind it, and never what may be come to otherwise?

usage: switched.py BINARY

Small projects of a program and what it takes from another file. In the first ones something leads there past the switch, or gives it:
nothing may be lowered for it. In the last ones nothing does.
"""
import sys

from projects import lowered, main

LIB = """import torch


class Mix:
    def __init__(self, loader):
        self.loader = loader

    def step(self):
        return scale(self.loader).cuda()


def scale(x):
    return x.cuda()
"""
PROGRAM = """import argparse

import torch
from lib import Mix


def build(args, loader):
    if args.mix:
        loader = Mix(loader)
    return loader


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--mix", action="store_true")
    p.add_argument("--lr", type=float)
    args = p.parse_args()
    for x in build(args, []):
        print(torch.nn.Linear(2, 2)(x))


if __name__ == "__main__":
    main()
"""
LEAVES = PROGRAM.replace("    if args.mix:\n        loader = Mix(loader)\n    return loader", "    if not args.mix:\n        return loader\n    return Mix(loader)")
OTHERWISE = PROGRAM.replace("    if args.mix:\n        loader = Mix(loader)\n", "    if not args.mix:\n        loader = [1]\n    else:\n        loader = Mix(loader)\n")
NUMBER = PROGRAM.replace("if args.mix:", "if args.mix > 0:").replace('"--mix", action="store_true"', '"--mix", type=float, default=0.0')
DEFAULT = PROGRAM.replace("if args.mix:", "if mix:").replace("build(args, loader)", "build(args, loader, mix=False)")
SECTION = PROGRAM.replace("if args.mix:", "if cfg.DATA.MIX > 0:")
CONFIG = "from fvcore.common.config import CfgNode\ncfg = CfgNode()\ncfg.DATA = CfgNode()\ncfg.DATA.MIX = 0.0\n"


def one(program=PROGRAM, **files):
    return {"main.py": program, "lib.py": LIB, **{name.replace("__", "/").replace("_py", ".py").replace("_sh", ".sh").replace("_yaml", ".yaml").replace("_yml", ".yml"): text for name, text in files.items()}}


USED = {
    "an option that a script gives": one(run_sh="python main.py --mix\n"),
    "another use": one(PROGRAM.replace("def main", "def more(x):\n    return Mix(x)\n\n\ndef main").replace("build(args, [])", "more([])")),
    "another file": one(more_py="import sys\nfrom lib import Mix\nif __name__ == '__main__':\n    print(Mix(sys.argv).step())\n"),
    "a use in the test itself": one(PROGRAM.replace("if args.mix:", "if args.mix or Mix(loader).step():")),
    "a use in the other branch": one(PROGRAM.replace("    return loader\n", "    else:\n        loader = Mix(loader)\n    return loader\n", 1)),
    "a use in front of the return": one(LEAVES.replace("    if not", "    loader = Mix(loader)\n    if not")),
    "a use behind a part that does not leave": one(LEAVES.replace("        return loader\n    return", "        loader = []\n    return")),
    "a test of something else as well": one(PROGRAM.replace("if args.mix:", "if args.mix or args.lr:")),
    "an option that is on": one(PROGRAM.replace('action="store_true"', 'action="store_false"')),
    "a text of its name": one(more_py="import lib\nprint(getattr(lib, 'Mix')(1))\n"),
    "a table": one(more_py="from lib import Mix\nKINDS = {'mix': Mix}\nprint(KINDS['mix'](1))\n"),
    "a class that derives from it": one(more_py="from lib import Mix\nclass More(Mix):\n    pass\nprint(More(1).step())\n"),
    "a default that a call gives": one(DEFAULT.replace("build(args, [])", "build(args, [], True)")),
    "a configuration with the number": one(SECTION, config_py=CONFIG, a_yaml="DATA:\n  MIX: 0.2\n"),
}
BEHIND = {
    "nothing gives it": one(),
    "a part that leaves": one(LEAVES),
    "the other branch": one(OTHERWISE),
    "a number": one(NUMBER),
    "a default of a parameter": one(DEFAULT),
    "a number of a section": one(SECTION, config_py=CONFIG),
    "a test of more": one(PROGRAM.replace("if args.mix:", "if args.mix and args.lr:")),
    "the name in __all__": {"main.py": PROGRAM, "lib.py": LIB + "\n\n__all__ = ['Mix', 'scale']\n"},
    "two parts of one file": one(PROGRAM.replace("    return loader\n", "    if args.mix and args.lr:\n        loader = Mix(loader)\n    return loader\n", 1)),
}

KIND = """import torch
import yaml
from lib import Mix


def main():
    opt = yaml.safe_load(open("a.yml"))
    kind = opt["train"].get("kind")
    if kind is None or kind == "plain":
        loader = []
    elif kind == "mix":
        loader = Mix([])
        print("made a Mix")
    else:
        raise ValueError(f"{kind} is not known, see Loader")
    for x in loader:
        print(torch.nn.Linear(2, 2)(x))


if __name__ == "__main__":
    main()
"""
USED.update({"key: " + what: one(KIND, **files) for what, files in {
    "a configuration has it": {"a_yml": "train:\n  kind: mix\n"},
    "one of several has it": {"a_yml": "train:\n  kind: ~\n", "b_yaml": "train: {kind: 'mix'}\n"},
    "a configuration that does not say": {"a_yml": "train:\n  kind: ${more}\n"},
    "no configuration": {"a_yml": "train:\n  size: 3\n"},
    "code": {"a_yml": "train:\n  kind: ~\n", "more_py": "opt = {'train': {}}\nopt['train']['kind'] = 'mix'\n"},
    "a dict": {"a_yml": "train:\n  kind: ~\n", "more_py": "opt = {'train': {'kind': make()}}\n"},
    "an argument": {"a_yml": "train:\n  kind: ~\n", "more_py": "opt = dict(kind=make())\n"},
}.items()})
USED["key: another default"] = one(KIND.replace('get("kind")', 'get("kind", "mix")'), a_yml="train:\n  size: 3\n")
BEHIND.update({"key: " + what: one(KIND, **files) for what, files in {
    "none in each configuration": {"a_yml": "train:\n  kind: ~\n", "b_yaml": "train:\n  kind: null # mix\n"},
    "another one": {"a_yml": "train:\n  kind: plain\n"},
    "a comment": {"a_yml": "train:\n  kind: ~\n", "more_py": "# kind='mix': two at once\nx = 1\n"},
}.items()})
BEHIND["key: an entry"] = one(KIND.replace('.get("kind")', '["kind"]'), a_yml="train:\n  kind: ~\n")

GIVES = """import attr
import torch


@attr.s
class Net(torch.nn.Module):
    n: int = attr.ib()
    device: torch.device = attr.ib(default=torch.device("cuda"))


def build(device):
    return Net(3, device=device)


if __name__ == "__main__":
    build("cpu")
"""
LEFT_DEFAULTS = {
    "no call gives it": GIVES.replace("Net(3, device=device)", "Net(3)"),
    "one call does not give it": GIVES.replace("return Net", "Net(4)\n    return Net"),
    "an heir": GIVES.replace("def build", "class More(Net):\n    pass\n\n\ndef build").replace("return Net", "More(3)\n    return Net"),
    "all of a dict": GIVES.replace("Net(3, device=device)", "Net(**device)"),
    "handed on": GIVES.replace("return Net(3, device=device)", "return [*map(Net, (3, 4))] + [Net(3, device=device)]"),
    "another name of it": GIVES.replace("return Net(3, device=device)", "make = Net\n    return make(3), Net(3, device=device)"),
    "no such class": GIVES.replace("@attr.s\n", "@register\n").replace("import torch\n", "import torch\nfrom kinds import register\n", 1),
}
GIVEN_DEFAULTS = {
    "attrs": GIVES,
    "a dataclass": GIVES.replace("import attr\n", "from dataclasses import dataclass, field\n").replace("@attr.s", "@dataclass").replace("attr.ib(default", "field(default").replace("= attr.ib()", ""),
    "a plain default": GIVES.replace('attr.ib(default=torch.device("cuda"))', 'torch.device("cuda")'),
    "a parameter": GIVES.replace("@attr.s\n", "").replace('    n: int = attr.ib()\n    device: torch.device = attr.ib(default=torch.device("cuda"))', '    def __init__(self, n, device=torch.device("cuda")):\n        self.n, self.device = n, device'),
}

KEEPS = """import argparse

import torch

p = argparse.ArgumentParser()
p.add_argument("--no-cuda", action="store_true")
args = p.parse_args()
args.cuda = not args.no_cuda and torch.cuda.is_available()
net = torch.nn.Linear(2, 2)
if args.cuda:
    net.cuda()
print(net)
"""
UNKEPT = {
    "another value as well": KEEPS.replace("net = torch", "if args.seed:\n    args.cuda = True\nnet = torch"),
    "another object's": KEEPS.replace("net = torch", "net.cuda = True\nnet = torch"),
    "or something else": KEEPS.replace("not args.no_cuda and", "args.force or"),
    "added to": KEEPS.replace("net = torch", "args.cuda |= args.force\nnet = torch"),
    "of a part of it": KEEPS.replace("if args.cuda:", "if args.more.cuda:"),
    "not asked": KEEPS.replace("torch.cuda.is_available()", "args.force"),
}
KEPT = {
    "what is kept in args": KEEPS,
    "and False": KEEPS.replace("net = torch", "if args.seed:\n    args.cuda = False\nnet = torch"),
    "in self": KEEPS.replace("args.cuda", "self.cuda"),
}


def programs(texts):
    return {what: {"main.py": text} for what, text in texts.items()}


if __name__ == "__main__":
    sys.exit(main("switched", __doc__, ((False, USED), (True, BEHIND)), lowered("cuda", ("off by default", "that nothing here gives")))
             or main("defaults of fields", __doc__, ((False, programs(LEFT_DEFAULTS)), (True, programs(GIVEN_DEFAULTS))),
                     lowered("Default device cuda", ("each call", "given another", "gives another")))
             or main("tests that are kept", __doc__, ((False, programs(UNKEPT)), (True, programs(KEPT))),
                     lowered("torch.nn.Module.cuda", ("behind a test of",))))
