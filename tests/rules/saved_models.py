#!/usr/bin/env python3
"""Is a load without map_location major only where the project saves such checkpoints from CUDA?

usage: saved_models.py BINARY

Small projects of a program that trains and one that loads. In the first ones what is loaded is no model, or is saved on the host,
or nothing shows that the two belong together: there the load is minor. In the last ones the load raises without CUDA.
"""
import sys

from projects import main

TRAIN = """import torch
def save(model, optimizer, path):
    torch.save({"state_dict": model.state_dict(), "optimizer": optimizer.state_dict()}, path)
def train(model, loader, optimizer):
    model = model.cuda()
    for x in loader:
        model(x).sum().backward()
        optimizer.step()
    save(model, optimizer, "m.pt")
if __name__ == "__main__":
    train(*build())
"""
LOAD = """import sys
import torch
def run(model, path):
    state = torch.load(path)
    model.load_state_dict(state["state_dict"])
    return model
if __name__ == "__main__":
    print(run(build(), sys.argv[1]))
"""


def changed(before, after):
    assert before in TRAIN
    return {"train.py": TRAIN.replace(before, after), "load.py": LOAD}


STATE = '{"state_dict": model.state_dict(), "optimizer": optimizer.state_dict()}'
MINOR = {
    "nothing is saved": {"load.py": LOAD + "torch.ones(1).cuda()\n"},
    "an optimizer alone": changed(STATE, "optimizer.state_dict()"),
    "a copy on the host": changed(STATE, "{k: v.cpu() for k, v in model.state_dict().items()}"),
    "another place copies": {**changed("import torch", "import torch"),
                             "best.py": "import torch\ndef best(model):\n    state = {k: v.cpu() for k, v in model.state_dict().items()}\n"
                                        "    torch.save(state, 'b.pt')\nif __name__ == '__main__':\n    best(build())\n"},
    "nothing is on CUDA": changed("    model = model.cuda()\n", ""),
    "features": {"train.py": TRAIN, "load.py": LOAD.replace('model.load_state_dict(state["state_dict"])', "model.features = state")},
    "another program": {"ranker/train.py": TRAIN, "reader/load.py": LOAD},
    "a test": {"train.py": TRAIN, "test_load.py": LOAD + "def test_run():\n    run(build(), 'm.pt')\n"},
}
MAJOR = {
    "a model": {"train.py": TRAIN, "load.py": LOAD},
    "the model itself": changed(STATE, '{"model": model}'),
    "a part of an object": changed("model.state_dict()", "self.net.module.state_dict()"),
    "in a folder below": {"tools/train.py": TRAIN, "load.py": LOAD},
    "in a folder above": {"train.py": TRAIN, "tools/load.py": LOAD},
    "at once": {"train.py": TRAIN, "load.py": LOAD.replace('state["state_dict"]', 'torch.load(path)["state_dict"]').replace("    state = torch.load(path)\n", "")},
}


def judge(found, wanted):
    found = [f for f in found if f["rule"] == "load-without-map-location"]
    return bool(found) and all(f["severity"] == ("major" if wanted else "minor") for f in found), f"{[f['message'] for f in found]}"


if __name__ == "__main__":
    sys.exit(main("saved models", __doc__.split("\n\n")[1], [(False, MINOR), (True, MAJOR)], judge))
