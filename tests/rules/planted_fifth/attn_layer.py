from typing import ClassVar

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel


class CausalAttention(nn.Module):
    backends: ClassVar = [SDPBackend.FLASH_ATTENTION]

    def __init__(self, d: int, heads: int):
        super().__init__()
        self.h = heads
        self.qkv = nn.Linear(d, 3 * d, bias=False)
        self.out = nn.Linear(d, d, bias=False)
        # name kept so old checkpoints load: attn.flash.scale
        self.flash = nn.ParameterDict({"scale": nn.Parameter(torch.ones(()))})

    def split(self, x):
        b, s, d = x.shape
        return x.view(b, s, self.h, d // self.h).transpose(1, 2)

    def forward(self, x):
        q, k, v = (self.split(t) for t in self.qkv(x).chunk(3, dim=-1))
        with sdpa_kernel(self.backends):
            y = F.scaled_dot_product_attention(q * self.flash["scale"], k, v, is_causal=True)
        b, _, s, _ = y.shape
        return self.out(y.transpose(1, 2).reshape(b, s, -1))
