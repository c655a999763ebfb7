"""3-d rotary embedding for the video transformer (t, h, w)."""
import torch
from torch import nn


def axis_freqs(dim: int, length: int, theta: float = 10_000.0):
    inv = theta ** -(torch.arange(0, dim, 2, dtype=torch.double) / dim)
    ang = torch.outer(torch.arange(length, dtype=inv.dtype), inv)
    return torch.polar(torch.ones_like(ang), ang)


class Rope3d(nn.Module):
    # "complex" in the config selects the complex block layout, nothing numeric
    layout = "complex"

    def __init__(self, head_dim=96, max_len=128):
        super().__init__()
        part = head_dim // 3
        self.register_buffer("table", torch.stack([axis_freqs(part, max_len) for _ in range(3)]), persistent=False)

    def grid(self, t, h, w):
        a, b, c = self.table
        a = a[:t].view(t, 1, 1, -1).expand(t, h, w, -1)
        b = b[:h].view(1, h, 1, -1).expand(t, h, w, -1)
        c = c[:w].view(1, 1, w, -1).expand(t, h, w, -1)
        return torch.cat([a, b, c], dim=-1).reshape(1, t * h * w, 1, -1)

    def forward(self, x, thw):
        z = torch.view_as_complex(x.to(self.table.real.dtype).unflatten(-1, (-1, 2)))
        return torch.view_as_real(z * self.grid(*thw)).flatten(-2).to(x.dtype)
