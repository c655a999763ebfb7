import torch
import torch.nn.functional as F
from torch import nn


class Expert(nn.Module):
    def __init__(self, dim: int, hidden: int):
        super().__init__()
        self.w1 = nn.Linear(dim, hidden, bias=False)
        self.w2 = nn.Linear(hidden, dim, bias=False)
        self.w3 = nn.Linear(dim, hidden, bias=False)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


class SparseMoE(nn.Module):
    """Top-k routed feed-forward block ("sparse" is about the routing, tensors are dense)."""

    def __init__(self, dim: int, hidden: int, n_experts: int = 8, top_k: int = 2):
        super().__init__()
        self.top_k = top_k
        self.n_experts = n_experts
        self.gate = nn.Linear(dim, n_experts, bias=False)
        self.experts = nn.ModuleList(Expert(dim, hidden) for _ in range(n_experts))

    def forward(self, x):
        b, s, d = x.shape
        x = x.reshape(-1, d)
        probs = F.softmax(self.gate(x), dim=-1, dtype=torch.float32)
        weight, chosen = torch.topk(probs, self.top_k, dim=-1)
        weight = (weight / weight.sum(-1, keepdim=True)).to(x.dtype)

        # padding tokens never count; element-wise select keeps the shape
        weight = torch.where(weight > 1e-4, weight, torch.zeros_like(weight))

        out = torch.zeros_like(x)
        mask = F.one_hot(chosen, num_classes=self.n_experts).permute(2, 1, 0)
        for e, expert in enumerate(self.experts):
            slot, token = torch.where(mask[e])
            y = expert(x[token]) * weight[token, slot, None]
            out.index_add_(0, token, y)
        return out.reshape(b, s, d)


def build_block(dim=1024, hidden=3584):
    return torch.compile(SparseMoE(dim, hidden))
