"""Thin helpers around torch.compile used by all recipes."""
import functools
import os
from typing import Callable

import torch
from torch import nn

_DISABLED = os.environ.get("LARCH_NO_COMPILE", "0") == "1"

# `mode` here is our own train/eval switch, unrelated to the compiler.
RunMode = str

_AUTOTUNE = "max-autotune-no-cudagraphs"
fast = functools.partial(torch.compile, fullgraph=False, mode=_AUTOTUNE)


def maybe_compile(fn: Callable) -> Callable:
    return fn if _DISABLED else fast(fn)


def compile_blocks(model: nn.Module, mode: RunMode = "train") -> nn.Module:
    """Regional compilation: one graph for all identical blocks."""
    if mode not in ("train", "eval"):
        raise ValueError(mode)
    for name, block in model.layers.named_children():
        model.layers.register_module(name, maybe_compile(block))
    return model
