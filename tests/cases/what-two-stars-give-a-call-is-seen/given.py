import copy
import functools

import torch
import torch.distributed as dist
from torch.optim import SGD, Adam
from transformers import AutoModel

OPTIONS = {"attn_implementation": "flash_attention_2"}
FUSED = {"lr": 0.1, "fused": True}


def told(params, kind, more):
    kw = dict(lr=1, fused=True)
    Adam(params, **kw)
    dist.init_process_group(**{"backend": "nccl"})
    AutoModel.from_pretrained(kind, **OPTIONS)
    Adam(params, **FUSED)
    Adam(params, **{**FUSED, "lr": 3})
    Adam(params, **{"lr": 1} | FUSED)
    Adam(params, **copy.deepcopy(FUSED))
    functools.partial(Adam, **FUSED)(params)
    kw = {"lr": 1}
    if more:
        return None
    kw["fused"] = True
    Adam(params, **kw)
    kw = {"fused": False}
    kw.update(fused=True)
    Adam(params, **kw)
    with torch.no_grad():
        kw = {}
    kw |= {"fused": True}
    return [Adam([p], **kw) for p in params]


class Trainer:
    field = {"fused": True}

    def __init__(self, **options):
        self.options = {"fused": True}
        options["fused"] = True
        SGD([], 1, **options)

    def make(self, params):
        Adam(params, **self.options)
        SGD(params, 1, **self.field)


def not_given(params, names, flag):
    Adam(params, **{**FUSED, "fused": False})
    Adam(params, **{name: True for name in names})
    kw = {"fused": True}
    kw["fused"] = flag
    Adam(params, **kw)
    kw = {"fused": True}
    kw.pop("fused")
    Adam(params, **kw)
    if flag:
        kw["fused"] = True
    else:
        Adam(params, **kw)
    if flag:
        kw["fused"] = True
        raise ValueError(kw)
    del kw["fused"]
    Adam(params, **kw)
    kw.clear()
    kw.setdefault("fused", False)
    Adam(params, **kw)
    other = kw = {"fused": True}
    Adam(params, **other)
    own = {"fused": True}
    return names(**own)
