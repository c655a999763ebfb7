import os
import re
from pathlib import Path

import torch

CKPT_RE = re.compile(r"step_(\d+)\.pt$")


def latest(folder):
    found = [(int(m.group(1)), p) for p in Path(folder).iterdir() if (m := CKPT_RE.search(p.name))]
    return max(found)[1] if found else None


def resume(folder, model, optim, sched=None):
    """Old runs were saved on cuda:0; see README for converting them."""
    path = latest(folder)
    if path is None:
        return 0
    local = os.environ.get("LOCAL_RANK", "0")
    remap = {"cuda:0": f"cuda:{local}"}
    state = torch.load(path, map_location=remap, weights_only=True)
    model.load_state_dict(state["model"])
    optim.load_state_dict(state["optim"])
    if sched is not None:
        sched.load_state_dict(state["sched"])
    return state["step"] + 1


def peek(path):
    # metadata only; tensors stay on the host
    return torch.load(path, map_location="cpu", weights_only=True).get("meta", {})
