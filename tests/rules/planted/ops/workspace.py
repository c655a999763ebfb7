"""Scratch memory that the operators of a step share."""
import functools

import torch

allocate = functools.partial(torch.empty, dtype=torch.uint8, device="cuda")


class Workspace:
    def __init__(self, size=0):
        self.storage = allocate(size)

    def at_least(self, size):
        if self.storage.numel() < size:
            self.storage = allocate(size)
        return self.storage[:size]
