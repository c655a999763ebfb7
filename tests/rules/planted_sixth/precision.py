"""Mixed precision helpers for the segmentation trainer.

Historic note: with apex this used to be ``amp.initialize(model, optimizer, "O1")``.
"""
import contextlib
import functools

import torch
from torch import nn

_DTYPES = {
    "fp32": None,
    "bf16": torch.bfloat16,
}

_low_precision = functools.partial(torch.autocast, "cuda", cache_enabled=True)


def precision_context(name: str):
    """Return a factory of context managers for the chosen precision."""
    try:
        dtype = _DTYPES[name]
    except KeyError:
        raise ValueError(f"unknown precision {name!r}, choose from {sorted(_DTYPES)}") from None
    if dtype is None:
        return contextlib.nullcontext
    return functools.partial(_low_precision, dtype=dtype)


class SegmentationStep:
    def __init__(self, model: nn.Module, criterion: nn.Module, precision: str = "bf16"):
        self.model = model
        self.criterion = criterion
        self.ctx = precision_context(precision)

    def __call__(self, images, masks):
        with self.ctx():
            logits = self.model(images)
        # the loss stays in float32
        return self.criterion(logits.float(), masks)
