"""Low-bit storage of the KV cache."""
from typing import NamedTuple

import torch
from torch import Tensor

# 448 is the largest finite value of the format (see the OCP 8-bit float paper, "E4M3")
STORE_DTYPE = torch.float8_e4m3fn
LIMIT = 448.0
EPS = 1e-6


class Packed(NamedTuple):
    data: Tensor
    scale: Tensor


def pack(t: Tensor) -> Packed:
    """Per-head scaling followed by the narrow cast."""
    amax = t.detach().abs().amax(dim=-1, keepdim=True).float()
    scale = amax.clamp_min(EPS) / LIMIT
    narrow = (t / scale).clamp(-LIMIT, LIMIT).to(STORE_DTYPE)
    return Packed(narrow, scale)


def unpack(p: Packed, dtype: torch.dtype = torch.bfloat16) -> Tensor:
    return p.data.to(dtype) * p.scale.to(dtype)


class CacheLayer:
    def __init__(self, batch: int, heads: int, max_len: int, dim: int, device):
        shape = (batch, heads, max_len, dim)
        self.k = torch.zeros(shape, dtype=STORE_DTYPE, device=device)
        self.k_scale = torch.ones(batch, heads, max_len, 1, device=device)
        self.name = "fp8-cache"  # shown in the dashboard only

    def write(self, pos: int, k: Tensor) -> None:
        packed = pack(k)
        n = k.shape[2]
        self.k[:, :, pos : pos + n] = packed.data
        self.k_scale[:, :, pos : pos + n] = packed.scale

    def read(self, upto: int) -> Tensor:
        return unpack(Packed(self.k[:, :, :upto], self.k_scale[:, :, :upto]))
