"""Imports that may fail: with something of the file's own in their place, and with less than that."""
import logging

import torch
from torch import nn

logger = logging.getLogger(__name__)


class Norm(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))

    def forward(self, x):
        return x * self.weight


class OldNorm(nn.Module):
    def forward(self, x):
        return x


try:
    from apex.normalization import FusedRMSNorm

    Norm = FusedRMSNorm
    logger.info("apex is used")
except ImportError:
    pass
except Exception:
    logger.warning("apex does not load")

try:
    from xformers.ops import cross_entropy

    HAS_XFORMERS = True

    def loss(x, y):
        return -cross_entropy(x, y)
except ImportError:
    HAS_XFORMERS = False

    def loss(x, y):
        return -(x * y).sum()

try:
    from deepspeed.ops.adam import FusedAdam as Adam
except (ImportError, OSError):
    from torch.optim import AdamW as Adam

try:
    from cupy import asnumpy
except ModuleNotFoundError:
    asnumpy = torch.asarray
