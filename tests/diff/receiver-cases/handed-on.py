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


import copy, pickle, functools, itertools, random, tqdm, hydra, queue
from collections import OrderedDict, deque


class Holder:
    def __init__(self):
        self.cache = {}
        self.items = []

    def make(self):
        return 1

    def run(self, model):
        self.cache["x"].cuda()  # unknown
        self.items[0].cuda()  # unknown
        super().make().cuda()  # unknown


def handed_on(model, loader):
    copy.deepcopy(model).cuda()  # unknown
    pickle.load(open("x")).cuda()  # unknown
    functools.partial(model)().cuda()  # unknown
    random.choice([model]).cuda()  # unknown
    hydra.utils.instantiate(model).cuda()  # unknown
    deque([model]).pop().cuda()  # unknown
    OrderedDict(a=model)["a"].cuda()  # unknown
    queue.Queue().get().cuda()  # unknown
    q = queue.Queue()
    q.get().cuda()  # unknown
    for batch in tqdm.tqdm(loader):
        batch.cuda()  # unknown
    for a, b in itertools.chain(loader):
        a.cuda()  # unknown
    torch.load("x").cuda()  # unknown
    torch.compile(model).cuda()  # unknown
    models = {"a": model}
    models["a"].cuda()  # unknown
    models.get("a").cuda()  # unknown
    for m in models.values():
        m.cuda()  # unknown
    stages = [m for m in models]
    stages[0].cuda()  # unknown
    stages.pop().cuda()  # unknown
    list(models)[0].cuda()  # unknown
    sorted(stages)[0].cuda()  # unknown
    dict(a=model)["a"].cuda()  # unknown
    [model][0].cuda()  # unknown
    {"a": model}["a"].cuda()  # unknown
    (model,)[0].cuda()  # unknown
    np.zeros(3).cuda()  # other
    np.zeros(3)[0].cuda()  # other
