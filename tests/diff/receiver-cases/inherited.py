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


class Base:
    device_table: Dict[str, Tensor] = {}
    arr: np.ndarray = None

    def __init__(self, t: Tensor, o=None):
        self.t = t
        self.o = o
        self.a, self.b = torch.zeros(1), np.zeros(1)

    def use(self):
        self.t.item()  # tensor (seen as unknown)
        self.o.item()  # unknown
        self.a.item()  # tensor
        self.b.item()  # other
        self.arr.item()  # other
        self.device_table["x"].item()  # tensor (seen as unknown)

    @property
    def prop(self) -> Tensor:
        return self.t

    def made(self) -> Tensor:
        return self.t

    def more(self):
        self.prop.item()  # tensor (seen as unknown)
        self.made().item()  # tensor (seen as unknown)


class Derived(Base):
    def __init__(self):
        super().__init__(torch.zeros(1))

    def go(self):
        self.t.item()  # tensor (seen as unknown)
        self.made().item()  # tensor (seen as unknown)
