"""Normalisation layers by name."""
from torch import nn

NORMS = {"layer": nn.LayerNorm}

try:
    from apex.normalization import FusedRMSNorm

    NORMS["rms"] = FusedRMSNorm
except ModuleNotFoundError:
    NORMS["rms"] = nn.RMSNorm
