"""Exact resume: model, optimizer and every random generator."""
import os
import random

import numpy as np
import torch


def _rng_snapshot():
    return {
        "python": random.getstate(),
        "numpy": np.random.get_state(),
        "host": torch.get_rng_state(),
        "device": torch.cuda.get_rng_state_all(),
    }


def _rng_restore(snap):
    random.setstate(snap["python"])
    np.random.set_state(snap["numpy"])
    torch.set_rng_state(snap["host"])
    torch.cuda.set_rng_state_all(snap["device"])


def save(path, model, optimizer, step):
    tmp = path + ".part"
    torch.save(
        {
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "step": step,
            "rng": _rng_snapshot(),
        },
        tmp,
    )
    os.replace(tmp, path)


def load(path, model, optimizer):
    # weights_only=False because of the numpy state
    ckpt = torch.load(path, map_location="cpu", weights_only=False)
    model.load_state_dict(ckpt["model"])
    optimizer.load_state_dict(ckpt["optimizer"])
    _rng_restore(ckpt["rng"])
    return ckpt["step"]
