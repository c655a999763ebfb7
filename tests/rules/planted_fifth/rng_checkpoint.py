"""Exact resume: save and restore every random state."""
import random
from typing import Any

import numpy as np
import torch


def collect() -> dict[str, Any]:
    return {
        "python": random.getstate(),
        "numpy": np.random.get_state(),
        "torch": torch.get_rng_state(),
        "accel": torch.cuda.get_rng_state_all(),
    }


def restore(state: dict[str, Any]) -> None:
    random.setstate(state["python"])
    np.random.set_state(state["numpy"])
    torch.set_rng_state(state["torch"])
    if "accel" in state:
        torch.cuda.set_rng_state_all(state["accel"])


def save(path, net, opt, step):
    # `cuda` key of format v1 is not written any more
    torch.save({"net": net.state_dict(), "opt": opt.state_dict(), "step": step, "rng": collect(), "format": 2}, path)


FORMAT_NOTES = {1: "had a torch.cuda section", 2: "device-neutral"}
