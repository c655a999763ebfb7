# 3-D rotary embedding of the video transformer
import torch
import torch.nn as nn

__all__ = ["rope_table", "apply_rope", "VideoAttention"]


def rope_table(max_len: int, dim: int, theta: float = 10000.0):
    """cos/sin pairs as a complex table; built once on the host when the model is made."""
    assert dim % 2 == 0
    inv = 1.0 / theta ** (torch.arange(0, dim, 2).float() / dim)
    angles = torch.outer(torch.arange(max_len).float(), inv)
    return torch.polar(torch.ones_like(angles), angles)


def apply_rope(x, table):
    # a double product here is what the reference weights were trained with
    b, s, n, d = x.shape
    hi = torch.float64
    pairs = torch.view_as_complex(x.to(hi).reshape(b, s, n, d // 2, 2))
    out = torch.view_as_real(pairs * table[:s].view(1, s, 1, d // 2))
    return out.flatten(3).to(x.dtype)


class VideoAttention(nn.Module):
    """Self attention. `complex` in the layer name of old checkpoints means "two streams"."""

    def __init__(self, dim, heads, max_len=8192):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)
        self.register_buffer("table", rope_table(max_len, dim // heads), persistent=False)

    def forward(self, x):
        b, s, c = x.shape
        q, k, v = self.qkv(x).view(b, s, 3, self.heads, c // self.heads).unbind(2)
        q, k = apply_rope(q, self.table), apply_rope(k, self.table)
        out = nn.functional.scaled_dot_product_attention(
            q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)
        )
        return self.proj(out.transpose(1, 2).reshape(b, s, c))
