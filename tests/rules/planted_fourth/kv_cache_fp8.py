from typing import Literal, NamedTuple

import torch

CacheKind = Literal["auto", "fp8", "fp16"]

# e4m3 in comments and file names below is only the artefact label
_STORAGE = {
    "auto": torch.bfloat16,
    "fp16": torch.float16,
    "fp8": torch.float8_e4m3fn,
}


class Block(NamedTuple):
    key: torch.Tensor
    value: torch.Tensor


class PagedKV:
    """Fixed pool of blocks; `kind` comes from --kv-cache-dtype (fp8 in production)."""

    def __init__(self, n_blocks, n_heads, head_dim, device, kind: CacheKind = "fp8"):
        self.dtype = _STORAGE[kind]
        shape = (n_blocks, 16, n_heads, head_dim)
        self.pool = Block(
            torch.zeros(shape, dtype=self.dtype, device=device),
            torch.zeros(shape, dtype=self.dtype, device=device),
        )
        self.artefact = f"kv-{kind}-e4m3.bin"

    def write(self, slot: int, k, v):
        self.pool.key[slot].copy_(k.to(self.dtype))
        self.pool.value[slot].copy_(v.to(self.dtype))
