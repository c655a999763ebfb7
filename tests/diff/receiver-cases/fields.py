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


@dataclass


class Batch:
    x: Tensor
    y: Optional[Tensor]
    n: np.ndarray
    names: list

    def total(self):
        self.x.item()  # tensor
        self.y.item()  # tensor (seen as unknown)
        self.n.item()  # other
        self.names.item()  # other


class Pair(NamedTuple):
    a: Tensor
    b: np.ndarray

    def go(self):
        self.a.item()  # tensor
        self.b.item()  # other


def with_batch(b: Batch, p: Pair):
    b.x.item()  # tensor (seen as unknown)
    b.n.item()  # other
    p.a.item()  # tensor (seen as unknown)
    p.b.item()  # other
