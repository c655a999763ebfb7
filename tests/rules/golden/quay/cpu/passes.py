"""Of the host, by its folder."""
import torch

TARGETS = {torch.ops.quay.linear.default}


def count(x: torch.Tensor):
    return torch.bincount(x)
