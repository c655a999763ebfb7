from __future__ import annotations
from dataclasses import dataclass
from typing import Dict, List, NamedTuple, Optional, Tuple, Union, Sequence
import collections
import json
import numpy as np
import pandas as pd
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor
from torch.utils.data import DataLoader


class Net(nn.Module):
    scale = torch.ones(3)
    table = np.ones(3)

    def __init__(self, width, mode: str = "x"):
        super().__init__()
        self.fc = nn.Linear(width, 1)
        self.layers = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])
        self.seq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.register_buffer("mean", torch.zeros(3))
        self.weight = nn.Parameter(torch.zeros(3))
        self.host = np.zeros(3)
        self.width = width
        self.setup()

    def setup(self):
        self.late = torch.zeros(3)
        self.tab = {}

    def forward(self, x, mask=None, n: int = 1, flags: Optional[np.ndarray] = None):
        x.item()  # tensor
        mask.item()  # tensor (seen as unknown)
        n.item()  # other
        flags.item()  # other
        h = self.fc(x)
        h.item()  # tensor
        for layer in self.layers:
            h = layer(h)
        h.item()  # tensor (seen as unknown)
        y = self.seq(h)
        y.item()  # tensor
        self.weight.item()  # tensor
        self.mean.item()  # tensor
        self.late.item()  # tensor
        self.host.item()  # other
        self.tab.item()  # other
        self.width.item()  # unknown
        self.scale.item()  # tensor (seen as unknown)
        self.table.item()  # other
        for m in self.seq:
            m.cuda()  # module (seen as unknown)
        self.fc.cuda()  # module
        self.cuda()  # module (seen as unknown)
        super().cuda()  # module (seen as unknown)
        getattr(self, "late").item()  # tensor (seen as unknown)
        if (z := torch.zeros(3)).sum():
            z.item()  # tensor (seen as unknown)
        with torch.no_grad() as g:
            pass
        return helper(h)


def helper(t: Tensor) -> Tensor:
    return t


def host_helper(t) -> np.ndarray:
    return t


def pair_helper() -> Tuple[Tensor, np.ndarray]:
    return torch.zeros(3), np.zeros(3)


def train(loader: DataLoader, model: nn.Module, opt: torch.optim.Optimizer):
    r = helper(1)
    r.item()  # tensor (seen as unknown)
    q = host_helper(1)
    q.item()  # other
    a, b = pair_helper()
    a.item()  # tensor (seen as unknown)
    b.item()  # other
    for x, y in loader:
        x.item()  # unknown
    for batch in DataLoader([1]):
        batch.item()  # unknown
    model.cuda()  # module (seen as unknown)
    model.to("cuda")  # module (seen as unknown)
    net = Net(3)
    net.cuda()  # module (seen as unknown)
    out = net(torch.zeros(3))
    out.item()  # tensor (seen as unknown)
    loss = F.mse_loss(out, out)
    loss.item()  # tensor
    v = torch.zeros(3).numpy()
    v.item()  # other
    w = torch.from_numpy(v)
    w.item()  # tensor
    t = torch.tensor([1]).cpu()
    t.item()  # tensor
    vals, idx = torch.max(t, dim=0)
    idx.item()  # tensor
    m, n = torch.sort(t)
    n.item()  # tensor
    top = torch.topk(t, 1)
    top.values.item()  # tensor
    top[0].item()  # tensor
    first, *rest = torch.chunk(t, 2)
    first.item()  # tensor
    rest[0].item()  # tensor
    e = t if v else w
    e.item()  # tensor
    f = t or v
    k = [p for p in net.parameters()]
    k[0].item()  # tensor (seen as unknown)
    for p in net.parameters():
        p.item()  # tensor (seen as unknown)
    for name, p in net.named_parameters():
        p.item()  # tensor (seen as unknown)
    for name, p in net.state_dict().items():
        p.item()  # tensor (seen as unknown)
    s = t.shape[0]
    s.item()  # other
    c = t + 1
    c.item()  # tensor
    c = 2 * t
    c.item()  # tensor
    (t > 0).nonzero()  # tensor
    (-t).item()  # tensor
    t[0].item()  # tensor
    t[0, :2].unique()  # tensor
    t.grad.item()  # tensor
    t.data.item()  # tensor
    cond = torch.where(t > 0)
    cond[0].item()  # tensor
    z = np.asarray(t)
    z.item()  # other
    ten = torch.as_tensor(z)
    ten.item()  # tensor
    lst = [torch.zeros(1), torch.ones(1)]
    lst[0].item()  # tensor
    for el in lst:
        el.item()  # tensor
    dd = {"a": torch.zeros(1)}
    dd["a"].item()  # tensor (seen as unknown)
    acc = 0.0
    acc += loss
    acc.item()  # tensor (seen as unknown)
    new = torch.zeros_like(t).new_zeros(3)
    new.item()  # tensor
    i = t.tolist()
    i.item()  # other
    with open("x") as fh:
        fh.item()  # other
    gen = torch.Generator()
    gen.item()  # unknown
    st = torch.cuda.Stream()
    st.item()  # unknown
    model2 = nn.DataParallel(net)
    model2.cuda()  # module
    model2.module.cuda()  # module (seen as unknown)
    opt.to("cuda")  # unknown
    emb: nn.Embedding = nn.Embedding(3, 3)
    emb.cuda()  # module
    mm = torch.compile(net)
    mm.cuda()  # module (seen as unknown)
    lam = lambda x: x.item()  # unknown
