#!/usr/bin/env python3
"""Is a place told to be given what lies on the host only where each call gives it from there?

usage: host_calls.py BINARY

Small projects in which a function waits for its parameter. In the first ones something may give it a tensor of the device, so that nothing
of it may be lowered; in the last ones all calls give copies on the host: there it has to be.
"""
import sys

from projects import lowered, main

USE = """import torch

def show(preds: torch.Tensor, scale=1):
    return preds.tolist()
"""
METER = """import torch

class Meter:
    def keep(self, n, preds: torch.Tensor):
        self.last = torch.nonzero(preds > 0).tolist()

    def reset(self):
        self.last = None
"""
CALL = "from use import show\n\ndef run(model, x):\n    y = model(x)\n    return show(y.cpu())\n"
DEVICE = {
    "no call": {"use.py": USE},
    "one of two calls": {"use.py": USE, "main.py": CALL, "other.py": "from use import show\n\ndef test(model, x):\n    return show(model(x))\n"},
    "one of two calls by its keyword": {"use.py": USE, "main.py": CALL,
        "other.py": "from use import show\n\ndef test(model, x):\n    return show(scale=2, preds=model(x))\n"},
    "another file calls it by another name": {"use.py": USE, "main.py": CALL,
        "other.py": "from use import show as display\n\ndef test(model, x):\n    return display(model(x))\n"},
    "it is handed on": {"use.py": USE, "main.py": CALL, "other.py": "from use import show\n\ndef test(hooks):\n    hooks.append(show)\n"},
    "it has another name": {"use.py": USE + "\nprint_all = show\n", "main.py": CALL},
    "it is asked for by a text": {"use.py": USE, "main.py": CALL, "other.py": "import use\n\ndef test(x):\n    return getattr(use, \"show\")(x)\n"},
    "arguments that are not seen": {"use.py": USE, "main.py": CALL, "other.py": "from use import show\n\ndef test(args):\n    return show(*args)\n"},
    "options that are not seen": {"use.py": USE, "main.py": CALL, "other.py": "from use import show\n\ndef test(args):\n    return show(**args)\n"},
    "a package hands it out": {"use.py": USE, "lib/__init__.py": "from use import show\n", "main.py": CALL},
    "only tests give it from the host": {"use.py": USE,
        "tests/test_use.py": "from use import show\n\ndef test_it(model, x):\n    assert show(model(x).cpu())\n"},
    "only examples do": {"use.py": USE,
        "examples/run.py": "from use import show\n\ndef run(model, x):\n    return show(model(x).cpu())\n"},
    "a hook of a module": {"use.py": "import torch\n\nclass Net(torch.nn.Module):\n    def forward(self, x):\n        return x.tolist()\n",
        "main.py": "import torch\n\ndef run(net, x):\n    return net.forward(x.cpu())\n"},
    "a method that a framework may call": {
        "use.py": "import torch\nfrom pytorch_lightning import LightningModule\n\nclass Net(LightningModule):\n"
                  "    def on_batch(self, x: torch.Tensor):\n        return x.tolist()\n",
        "main.py": "import torch\n\ndef run(net, x):\n    return net.on_batch(x.cpu())\n"},
    "it is moved in the function": {
        "use.py": "import torch\n\ndef show(preds: torch.Tensor):\n    preds = preds.cuda()\n    return preds.tolist()\n", "main.py": CALL},
    "a method by a name made at run time": {"use.py": METER,
        "main.py": "def run(meter, model, x):\n    meter.keep(1, model(x).cpu())\n",
        "other.py": "def test(meter, name, x):\n    return getattr(meter, name)(1, x)\n"},
    "a function by a name made at run time": {"use.py": USE, "main.py": CALL,
        "other.py": "import use\n\ndef test(name, x):\n    return getattr(use, name)(x)\n"},
    "a copy beside what is not known": {"use.py": USE,
        "main.py": "from use import show\n\ndef run(model, x, y):\n    return show(model(x).cpu() + y)\n"},
    "another parameter is": {
        "use.py": "import torch\n\ndef show(preds: torch.Tensor, masks: torch.Tensor):\n    return masks.tolist()\n",
        "main.py": "from use import show\n\ndef run(model, x):\n    return show(x.cpu(), model(x))\n"},
    "a method whose class gives itself": {"use.py": METER,
        "main.py": "from use import Meter\n\ndef run(meter, model, x):\n    meter.keep(1, x.cpu())\n",
        "other.py": "from use import Meter\n\nclass More(Meter):\n    def keep(self, n, preds):\n        Meter.keep(self, n.cpu(), preds)\n"},
    "only a device is on the host": {
        "use.py": "import torch\n\ndef make(size, device):\n    return torch.rand(size, device=device).tolist()\n",
        "main.py": "from use import make\nimport torch\n\nclass Data(torch.utils.data.Dataset):\n"
                   "    def __getitem__(self, i):\n        return make(self.size, self.device)\n"},
}
HOST = {
    "a copy": {"use.py": USE, "main.py": CALL},
    "a copy by its keyword": {"use.py": USE, "main.py": CALL.replace("show(y.cpu())", "show(scale=3, preds=y.cpu())")},
    "copies by all": {"use.py": USE, "main.py": CALL, "other.py": "from use import show\n\ndef test(model, x):\n    return show(preds=model(x).detach().cpu())\n"},
    "a copy beside copies and numbers": {"use.py": USE,
        "main.py": "from use import show\n\ndef run(model, x, y, n: float):\n    y, z = y.cpu(), model(x).cpu()\n    return show((z - y) * n + 2)\n"},
    "each of several copies": {"use.py": USE,
        "main.py": "from use import show\n\ndef run(model, x, least):\n    y = model(x).cpu()\n    return [show(each > least) for each in y]\n"},
    "functions of libraries are called by names made at run time": {"use.py": USE, "main.py": CALL,
        "other.py": "import torchvision\n\ndef make(name):\n    return getattr(torchvision.models, name)(3)\n"},
    "an array": {"use.py": USE, "main.py": "import torch\nfrom use import show\n\ndef run(a):\n    return show(torch.from_numpy(a))\n"},
    "a method": {"use.py": METER, "main.py": "def run(meter, model, x):\n    y = model(x).cpu()\n    meter.keep(1, y)\n"},
    "a name that is bound before": {"use.py": USE,
        "main.py": "from use import show\n\ndef run(model, x):\n    y = model(x).detach().cpu()\n    y = y[0]\n    return show(y > 0.5)\n"},
    "a data set": {"use.py": "import torch\n\ndef spectrum(y):\n    y = y.squeeze(1)\n    return torch.nonzero(y).tolist()\n",
        "main.py": "import torch\nfrom use import spectrum\n\nclass Data(torch.utils.data.Dataset):\n"
                   "    def __getitem__(self, i):\n        wave = torch.from_numpy(self.waves[i])\n        return wave, spectrum(self.load(i))\n"},
    "one call gives None": {"use.py": USE, "main.py": CALL, "other.py": "from use import show\n\ndef test():\n    return show(None)\n"},
}
MIDDLE = "from use import show\n\ndef draw(preds, n):\n    return show(preds, scale=n)\n"
DRAW = CALL.replace("use import show", "middle import draw").replace("show(y.cpu())", "draw(y.cpu(), 3)")
DRAWER = """from use import Meter

class Drawer:
    def draw(self, preds, n):
        self.meter.keep(n, preds)

    def draw_all(self, preds):
        for n in range(3):
            self.draw(preds, n)
"""


def deep(number):
    middle = "".join(f"def draw{n}(preds):\n    return draw{n + 1}(preds)\n\n" for n in range(number))
    return {"use.py": USE, "middle.py": f"from use import show\n\n{middle}def draw{number}(preds):\n    return show(preds)\n",
            "main.py": CALL.replace("use import show", "middle import draw0").replace("show(y.cpu())", "draw0(y.cpu())")}


def handed(middle=MIDDLE, main=DRAW, **more):
    return {"use.py": USE, "middle.py": middle, "main.py": main, **{name + ".py": text for name, text in more.items()}}


KEPT = {
    "nothing calls what hands it on": handed(main=""),
    "one of two calls of what hands it on": handed(other="from middle import draw\n\ndef test(model, x):\n    return draw(model(x), 1)\n"),
    "another call beside what hands it on": handed(other="from use import show\n\ndef test(model, x):\n    return show(model(x))\n"),
    "what is handed on is bound before": handed(MIDDLE.replace("    return", "    preds = n(preds)\n    return")),
    "what is handed on is moved": handed(MIDDLE.replace("    return", "    preds = preds.cuda()\n    return")),
    "what is handed on is bound by a loop": handed(MIDDLE.replace("    return", "    for preds in n:\n        pass\n    return")),
    "what is handed on is bound with :=": handed(MIDDLE.replace("    return", "    while (preds := n(preds)) is None:\n        pass\n    return")),
    "a function inside binds what is handed on": handed(
        MIDDLE.replace("    return", "    def move():\n        nonlocal preds\n        preds = preds.cuda()\n    move()\n    return")),
    "a comprehension has that name": handed(MIDDLE.replace("show(preds, scale=n)", "[show(preds) for preds in n]")),
    "a lambda has that name": handed(MIDDLE.replace("show(preds, scale=n)", "n(lambda preds: show(preds))")),
    "another parameter is handed on": handed(MIDDLE.replace("show(preds, scale=n)", "show(n, scale=preds)"),
        DRAW.replace("draw(y.cpu(), 3)", "draw(y.cpu(), y)")),
    "a part of it is handed on": handed(MIDDLE.replace("show(preds, scale=n)", "show(preds.other, scale=n)")),
    "all that is left is handed on": handed(MIDDLE.replace("(preds, n)", "(n, *preds)").replace("scale=n", "scale=1")),
    "what hands it on is decorated": handed("from other import wrap\n" + MIDDLE.replace("def draw", "@wrap\ndef draw")),
    "what hands it on is handed on": handed(other="from middle import draw\n\ndef test(hooks):\n    hooks.append(draw)\n"),
    "what hands it on is asked for by a text": handed(other="import middle\n\ndef test(x):\n    return getattr(middle, \"draw\")(x, 1)\n"),
    "what hands it on has another name": handed(MIDDLE + "\ndraw_all = draw\n"),
    "what hands it on is given arguments that are not seen": handed(other="from middle import draw\n\ndef test(a):\n    return draw(*a)\n"),
    "what hands it on is a hook": handed(MIDDLE.replace("def draw", "def forward"), DRAW.replace("draw", "forward")),
    "what hands it on is a method of what a framework may call": {"use.py": METER, "drawer.py": DRAWER.replace("Drawer:", "Drawer(Callback):"),
        "main.py": "def run(drawer, model, x):\n    drawer.draw(model(x).cpu(), 1)\n"},
    "two hand it on to each other alone": {"use.py": USE + "\ndef draw(preds):\n    draw_all(preds)\n    return show(preds)\n\n"
        "def draw_all(preds):\n    return draw(preds)\n"},
    "a test hands it on": {"use.py": USE, "tests/test_use.py": MIDDLE, "main.py": DRAW.replace("middle", "tests.test_use")},
    "none that gives it gives a tensor": handed(main=DRAW.replace("y.cpu()", "None")),
    "more hand it on than are asked": deep(20),
    "what is not from the host is handed on before many more calls": handed(main=CALL,
        names="from middle import draw\n\ndef test(model, x):\n    draw(model(x), 1)\n" + "".join(f"    made{n}(x)\n" for n in range(5000))),
}
HANDED = {
    "a function hands it on": handed(),
    "it is handed on by its keyword": handed(MIDDLE.replace("show(preds, scale=n)", "show(scale=n, preds=preds)")),
    "what hands it on is given it by its keyword": handed(main=DRAW.replace("draw(y.cpu(), 3)", "draw(n=1, preds=y.cpu())")),
    "a function hands it on that others call too": handed(other="from use import show\n\ndef test(model, x):\n    return show(model(x).cpu())\n"),
    "methods hand it on": {"use.py": METER, "drawer.py": DRAWER, "main.py": "def run(drawer, model, x):\n    drawer.draw_all(model(x).cpu())\n"},
    "several hand it on": deep(4),
    "it hands it on to itself": {"use.py": USE.replace("    return", "    if scale > 1:\n        return show(preds, scale - 1)\n    return"),
        "main.py": CALL},
    "a function that waits for it itself hands it on": handed(MIDDLE.replace("    return", "    print(preds.sum().item())\n    return")),
}
PIXELS = "import torch\n\ndef pixels(n, dtype=None, device=\"cuda\"):\n    return torch.empty(n, dtype=dtype, device=device)\n"
ERASER = "import torch\n\nclass Eraser:\n    def __init__(self, n, device=\"cuda\"):\n        self.device = device\n"
GIVES = "from use import pixels\n\ndef run(x):\n    return pixels(3, device=x.device)\n"
MAKES = "from use import Eraser\n\ndef run(args):\n    return Eraser(3, args.device)\n"
LEFT = {
    "no call of a default": {"use.py": PIXELS},
    "a call leaves the default": {"use.py": PIXELS, "main.py": GIVES, "other.py": "from use import pixels\n\ndef test():\n    return pixels(3, None)\n"},
    "a call without arguments leaves it": {"use.py": PIXELS.replace("(n, ", "(n=1, "), "main.py": GIVES,
        "other.py": "from use import pixels\n\ndef test():\n    return pixels()\n"},
    "options that may leave it": {"use.py": PIXELS, "main.py": GIVES, "other.py": "from use import pixels\n\ndef test(o):\n    return pixels(3, **o)\n"},
    "only a test gives another": {"use.py": PIXELS, "tests/test_use.py": GIVES.replace("run(", "test_it(")},
    "a configuration names the class": {"use.py": ERASER, "main.py": MAKES, "net.yaml": "model:\n  target: use.Eraser\n"},
    "a class that others derive from": {"use.py": ERASER, "main.py": MAKES, "other.py": "from use import Eraser\n\nclass More(Eraser):\n    pass\n\nMore(1)\n"},
    "a class that is registered": {"use.py": ERASER.replace("class", "from registry import register\n\n@register\nclass"), "main.py": MAKES},
    "a class among names made at run time": {"use.py": ERASER, "main.py": MAKES,
        "other.py": "import importlib\n\ndef make(path, name):\n    return getattr(importlib.import_module(path), name)\n"},
    "a function of a package that is installed": {"lib/use.py": PIXELS, "main.py": GIVES.replace("use", "lib.use"), "lib/__init__.py": "",
        "setup.py": "from setuptools import setup\nsetup(name=\"lib\", packages=[\"lib\"], classifiers=[])\n"},
}
ASKS = "\n\ndef make(name):\n    return getattr(%s, name)\n"
LEFT |= {
    "a module is asked for its classes": {"use.py": ERASER, "main.py": MAKES, "other.py": "import use" + ASKS % "use"},
    "a package around it is": {"lib/__init__.py": "from .use import *\n", "lib/use.py": ERASER, "main.py": MAKES.replace("use", "lib.use"),
        "other.py": "import lib" + ASKS % "lib"},
    "its own file is": {"use.py": ERASER + "\n\ndef make(name):\n    return globals()[name]()\n", "main.py": MAKES},
}
TYPED = {"use.py": ERASER, "main.py": MAKES}
WEARS = "from use import Eraser\n\ndef wear(eraser: Eraser, x: 'int' = 1) -> Eraser:\n    return eraser\n"
LEFT |= {
    "a library that makes what types say": {**TYPED, "other.py": WEARS, "cli.py": "import typer\nfrom other import wear\ntyper.run(wear)\n"},
    "types that are read": {**TYPED, "other.py": WEARS, "make.py": "import typing\n\ndef make(f):\n    return {k: t() for k, t in typing.get_type_hints(f).items()}\n"},
    "a class in a table beside its type": {**TYPED, "other.py": WEARS + "\nTABLE = {\"eraser\": Eraser}\n"},
    "a class that is handed to what is called as isinstance is": {**TYPED, "other.py": "from use import Eraser\n\ndef test(x, isinstance):\n    return isinstance(x, Eraser)\n"},
    "what a class is asked of makes it": {**TYPED, "other.py": "from use import Eraser\n\ndef test(f):\n    return isinstance(f(Eraser), (int, f(Eraser)))\n"},
}
INSTALLS = {"setup.py": "from setuptools import setup\nsetup(name=\"lib\", packages=[\"lib\"], classifiers=[])\n", "lib/__init__.py": ""}
GIVEN = {
    "another module is asked for its classes": {"use.py": ERASER, "main.py": MAKES, "nets.py": "class Net:\n    pass\n",
        "other.py": "import nets" + ASKS % "nets"},
    "a script beside what is installed": {"scripts/__init__.py": "", "scripts/use.py": PIXELS, "scripts/main.py": GIVES.replace("use", "scripts.use"), **INSTALLS},
    "each call gives another": {"use.py": PIXELS, "main.py": GIVES, "other.py": "from use import pixels\n\ndef test():\n    return pixels(3, None, \"cpu\")\n"},
    "each makes one with another": {"use.py": ERASER, "main.py": MAKES},
    "it is the type of a parameter, a return and a variable": {**TYPED, "other.py": WEARS + "\nlast: Eraser\nall: list[Eraser] = []\n"},
    "it is asked for by isinstance": {**TYPED, "other.py": "import use\nfrom use import Eraser\n\ndef test(x):\n"
        "    return isinstance(x, Eraser) or issubclass(type(x), use.Eraser) or isinstance(x, (int, Eraser))\n"},
    "a private function of a package": {"lib/use.py": PIXELS.replace("pixels", "_pixels"),
        "main.py": GIVES.replace("use", "lib.use").replace("pixels", "_pixels"), "lib/__init__.py": "",
        "setup.py": "from setuptools import setup\nsetup(name=\"lib\", packages=[\"lib\"], classifiers=[])\n"},
}


if __name__ == "__main__":
    judge = lowered("", ("gives it from the host's memory", "gives another value"))
    sys.exit(main("host_calls", __doc__, ((False, DEVICE), (True, HOST), (False, KEPT), (True, HANDED), (False, LEFT), (True, GIVEN)), judge))
