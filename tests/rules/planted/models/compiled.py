"""Compiled versions of the modules that take the most time."""
from functools import partial

import torch

tuned = partial(torch.compile, mode="max-autotune-no-cudagraphs")


def compile_blocks(model):
    for index, block in enumerate(model.blocks):
        model.blocks[index] = tuned(block)
    return model
