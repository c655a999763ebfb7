"""Sparse mixture-of-experts feed-forward (top-2)."""
import torch
import torch.nn.functional as F
from torch import nn


class MoE(nn.Module):
    def __init__(self, d, hidden, n_experts=8):
        super().__init__()
        self.gate = nn.Linear(d, n_experts, bias=False)
        self.experts = nn.ModuleList(
            nn.Sequential(nn.Linear(d, hidden), nn.SiLU(), nn.Linear(hidden, d)) for _ in range(n_experts)
        )
        self.n = n_experts

    @torch.compile(fullgraph=True)
    def forward(self, x):
        b, s, d = x.shape
        flat = x.reshape(-1, d)
        w, sel = torch.topk(F.softmax(self.gate(flat), dim=-1), 2, dim=-1)
        out = torch.zeros_like(flat)
        hit = F.one_hot(sel, num_classes=self.n).permute(2, 1, 0)
        scale = torch.where(w > 0, w, torch.zeros_like(w))  # ternary form, fixed shape
        for e, ffn in enumerate(self.experts):
            slot, tok = torch.where(hit[e] == 1)
            y = ffn(flat[tok]) * scale[tok, slot, None]
            out.index_add_(0, tok, y)
        return out.view(b, s, d)
