#!/usr/bin/env python3
"""Is a copy to the host told to be outside of any step only where no loop of any file calls its function?

usage: run_once.py BINARY

Small projects in which a function of one file copies to the host and others call it. In the first ones something may call it again
and again, so that it has to stay; in the last ones all that calls it runs once: there it has to be lowered.
"""
import sys

from projects import lowered, main

USE = "import torch\n\ndef show(model, x):\n    y = torch.sum(x.cuda())\n    return y.item()\n"
METHOD = "import torch\n\nclass Tester:\n    def show(self, x):\n        y = torch.sum(x.cuda())\n        return y.item()\n"
HEAD = "import torch\nfrom use import show\n\n"
RUN = "\nif __name__ == \"__main__\":\n    run(torch.nn.Linear(2, 2), torch.ones(2))\n"
CALL = HEAD + "def run(model, x):\n    print(show(model, x))\n" + RUN
IN_RUN = "    print(show(model, x))"
SETUP = "from setuptools import setup\nsetup(name=\"lib\", packages=[\"lib\"], classifiers=[])\n"


def run(body, use=USE, **more):
    return {"use.py": use, "main.py": CALL.replace(IN_RUN, body), **{name + ".py": text for name, text in more.items()}}


AGAIN = {
    "nobody calls it": {"use.py": USE},
    "a loop of another file": run("    for x in loader:\n        show(model, x)"),
    "a while loop": run("    while x:\n        show(model, x)"),
    "the test of a while loop": run("    while show(model, x):\n        pass"),
    "a comprehension": run("    print([show(model, y) for y in x])"),
    "a generator that a loop goes over": run("    print(sum(show(model, y) for y in x))"),
    "a step": run("    loss = show(model, x)\n    loss.backward()"),
    "a function that a loop calls": run("    for y in x:\n        middle(model, y)\n\ndef middle(model, y):\n    return show(model, y)"),
    "one of two files": run(IN_RUN, other="from use import show\n\ndef train(model, loader):\n    for x in loader:\n        show(model, x)\n"),
    "one of two files by its module": run(IN_RUN, other="import use\n\ndef train(model, loader):\n    for x in loader:\n        use.show(model, x)\n"),
    "another file by another name": run(IN_RUN,
        other="from use import show as display\n\ndef train(model, loader):\n    for x in loader:\n        display(model, x)\n"),
    "another file that takes all names": run(IN_RUN, other="from use import *\n\ndef train(model, loader):\n    for x in loader:\n        show(model, x)\n"),
    "it calls itself": run(IN_RUN, USE.replace("    return", "    if x.dim() > 1:\n        return show(model, x[0])\n    return")),
    "two that call each other": run(IN_RUN, USE.replace("    return", "    again(model, x)\n    return") +
        "\ndef again(model, x):\n    return show(model, x)\n"),
    "a callback": run(IN_RUN, other="from use import show\n\ndef train(hooks):\n    hooks.append(show)\n"),
    "map": run("    show(model, x)\n    print(list(map(show, model, x)))"),
    "a thread": run(IN_RUN, other="import threading\nfrom use import show\n\ndef train(model):\n    threading.Thread(target=show).start()\n"),
    "a lambda": run("    model.register_forward_hook(lambda m, i, o: show(m, i))"),
    "it has another name": run(IN_RUN, USE + "\ndisplay = show\n"),
    "a hook": run("    show(model, x)", USE.replace("def show", "@torch.compiler.hook\ndef show")),
    "a decorated caller": {"use.py": USE, "main.py": CALL.replace("def run", "@app.post(\"/\")\ndef run")},
    "a name made at run time": run(IN_RUN, other="import use\n\ndef train(name, model, x):\n    return getattr(use, name)(model, x)\n"),
    "a name that is read": run(IN_RUN, other="import importlib\n\ndef train(model, x):\n"
                               "    for y in x:\n        getattr(importlib.import_module('use'), 'show')(model, y)\n"),
    "names of the file itself made at run time": run(IN_RUN,
        other="from use import show\n\ndef train(name, model, x):\n    for y in x:\n        globals()[name](model, y)\n"),
    "a module that has it is asked for names made at run time": run(IN_RUN, tools="from use import show\n",
        other="import tools\n\ndef train(name, model, x):\n    for y in x:\n        getattr(tools, name)(model, y)\n"),
    "a configuration names it": {**run(IN_RUN), "net.yaml": "hook:\n  _target_: use.show\n"},
    "a text of its path": run(IN_RUN, other="from tools import locate_it\n\ndef train():\n    return locate_it('use.show')\n"),
    "a method of a data set": {"use.py": METHOD.replace("Tester:", "Tester(torch.utils.data.Dataset):"),
        "main.py": "from use import Tester\n\nif __name__ == \"__main__\":\n    Tester().show(1)\n"},
    "a data set's item": {"use.py": USE, "main.py": CALL, "data.py": "import torch\nfrom use import show\n\n"
        "class Data(torch.utils.data.Dataset):\n    def __getitem__(self, i):\n        return show(self.model, i)\n"},
    "a validation step": {"use.py": USE, "main.py": CALL, "net.py": "import torch\nfrom use import show\n\n"
        "class Net(torch.nn.Module):\n    def validation_step(self, x):\n        return show(self, x)\n"},
    "a method that a base class calls": {"use.py": METHOD, "base.py": "class Base:\n    def run(self, loader):\n        for x in loader:\n"
        "            self.show(x)\n", "main.py": "from use import Tester\n\nif __name__ == \"__main__\":\n    Tester().show(1)\n"},
    "a method of a class that a framework calls": {"use.py": METHOD.replace("Tester:", "Tester(Callback):"),
        "main.py": "from use import Tester\n\nif __name__ == \"__main__\":\n    Tester().show(1)\n"},
    "methods by names made at run time": {"use.py": METHOD,
        "main.py": "from use import Tester\n\nif __name__ == \"__main__\":\n    Tester().show(1)\n",
        "other.py": "def train(tester, name, loader):\n    for x in loader:\n        getattr(tester, name)(x)\n"},
    "a function of that name, of which a method is called once": {"use.py": USE,
        "main.py": "import torch\n\nif __name__ == \"__main__\":\n    print(torch.nn.Linear(2, 2))\n    viewer.show(1)\n"},
    "only tests call it": {"use.py": USE, "tests/test_use.py": "from use import show\n\nshow(1, 2)\n"},
    "a function of a package that is installed": {"lib/use.py": USE, "lib/__init__.py": "", "setup.py": SETUP,
        "main.py": CALL.replace("from use", "from lib.use")},
    "a caller in a package that is installed": {"lib/use.py": USE.replace("show", "_show"), "lib/__init__.py": "", "setup.py": SETUP,
        "lib/main.py": HEAD.replace("use import show", "lib.use import _show") + "def run(model, x):\n    return _show(model, x)\n" + RUN},
    "a package hands it out": {**run(IN_RUN), "lib/__init__.py": "from use import show\n"},
    "a loop over steps of an epoch": run("    for step_in_epoch, x in enumerate(loader):\n        for n in range(2):\n            pass\n"
                                         "        show(model, x)"),
}
ONCE = {
    "a call of another file": run(IN_RUN),
    "two calls of two files": run(IN_RUN, other=CALL),
    "through several": run("    first(model, x)\n\ndef first(model, x):\n    second(model, x)\n\ndef second(model, x):\n    show(model, x)"),
    "by its module": {"use.py": USE, "main.py": CALL.replace("from use import show", "import use").replace("show(", "use.show(")},
    "once an epoch": run("    for epoch in range(3):\n        for x in loader:\n            model(x)\n        show(model, x)"),
    "a loop of a test": {**run(IN_RUN), "tests/test_use.py": "from use import show\n\ndef test_it():\n    for x in y:\n        show(1, x)\n"},
    "another module is asked for names made at run time": run(IN_RUN, tools="def other():\n    pass\n",
        other="import tools\n\ndef train(name, model, x):\n    for y in x:\n        getattr(tools, name)(model, y)\n"),
    "a method": {"use.py": METHOD, "main.py": "from use import Tester\n\nif __name__ == \"__main__\":\n    Tester().show(1)\n"},
    "methods of that name in a loop": run(IN_RUN, other="def train(viewer, loader):\n    for x in loader:\n        viewer.show(x)\n"),
    "a function of that name of another file in a loop": run(IN_RUN,
        other="def show(x):\n    print(x)\n\ndef train(loader):\n    for x in loader:\n        show(x)\n"),
    "a main function under Hydra": {"use.py": USE, "main.py": HEAD.replace("import torch", "import hydra\nimport torch") +
        "@hydra.main(config_path=\"conf\")\ndef run(args):\n    show(args, 1)\n\nif __name__ == \"__main__\":\n    run()\n"},
    "a private function of a package": {"lib/use.py": USE.replace("show", "_show"), "lib/__init__.py": "", "setup.py": SETUP,
        "lib/_main.py": HEAD.replace("use import show", "lib.use import _show") + "def run(model, x):\n    return _show(model, x)\n" + RUN},
    "before the batches of an epoch, however often": {"use.py": "import torch\n\ndef train(model, loader):\n    for epoch in range(3):\n"
        "        y = torch.ones(2).cuda().sum()\n        print(y.item())\n        for x in loader:\n            model(x)\n",
        "main.py": "import use\n\nif __name__ == \"__main__\":\n    for n in range(3):\n        use.train(1, 2)\n"},
}


if __name__ == "__main__":
    sys.exit(main("run_once", __doc__, ((False, AGAIN), (True, ONCE)), lowered(".item()", ("outside of any step",))))
