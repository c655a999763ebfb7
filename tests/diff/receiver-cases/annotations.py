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


def optional(x: Optional[Tensor], y: Union[Tensor, None], z: "Tensor", w: Tensor | None, q: "torch.Tensor | None" = None):
    x.item()  # tensor
    y.item()  # tensor
    z.item()  # tensor
    w.item()  # tensor
    q.item()  # tensor (seen as unknown)


def lists(xs: list[Tensor], ys: List[torch.Tensor], t: Tuple[Tensor, Tensor], d: Dict[str, Tensor], s: Sequence[Tensor]):
    xs.sort()  # other
    ys.index(xs[0])  # other
    for x in xs:
        x.item()  # tensor
        x.sort()  # tensor
    ys[0].item()  # tensor
    a, b = t
    a.item()  # tensor
    d["k"].item()  # tensor (seen as unknown)
    for k, v in d.items():
        v.item()  # tensor (seen as unknown)
    for v in d.values():
        v.item()  # tensor (seen as unknown)
    [v.item() for v in s]  # tensor (seen as unknown)
    for i, v in enumerate(xs):
        v.item()  # tensor
    for u, v in zip(xs, ys):
        u.item()  # tensor
        v.item()  # tensor


def others(a: np.ndarray, d: dict, n: int, df: pd.DataFrame, s: "np.ndarray", o: Optional[np.ndarray], l: list[np.ndarray], p: pd.Series):
    a.item()  # other
    a.nonzero()  # other
    d.item()  # other
    n.item()  # other
    df.nonzero()  # other
    s.item()  # other
    o.item()  # other
    for e in l:
        e.item()  # other
    p.unique()  # other
    p.item()  # other
    np.unique(a).item()  # other
    df["x"].unique()  # other
    df["x"].unique().item()  # other
    json.loads("1").item()  # other
    collections.Counter().item()  # other


def unknown(a, b, *args, **kw):
    a.item()  # unknown
    b.nonzero()  # unknown
    args[0].item()  # unknown
    kw["x"].unique()  # unknown
    foo(a).item()  # unknown
    a.b.c.item()  # unknown


def mixed(a: Union[Tensor, List[Tensor]], b: List[Tensor] | None, c: Tuple[Tensor, ...], d: Tuple[Tensor, int], e: List[List[Tensor]],
          f: Optional[List[Tensor]] = None):
    a[0].item()  # unknown
    for x in a:
        x.item()  # unknown
    b[0].item()  # tensor
    for x in c:
        x.item()  # tensor
    d[1].item()  # other
    for x in d:
        x.item()  # unknown
    for x in e:
        x.item()  # other
    f[0].item()  # tensor
