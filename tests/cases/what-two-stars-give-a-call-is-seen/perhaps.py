from torch.optim import Adam

CHANGED = {"fused": True}


def change():
    CHANGED["fused"] = False


def perhaps(params, flag, **kw):
    kw.setdefault("fused", True)
    Adam(params, **kw)
    kw = {}
    if flag:
        kw["fused"] = True
    Adam(params, **kw)
    kw = {"fused": True} if flag else {}
    Adam(params, **kw)
    kw = {"fused": True}
    change_it(kw)
    Adam(params, **kw)
    kw = {"fused": True}
    for name in flag:
        kw.pop(name)
    Adam(params, **kw)
    if flag:
        kw = dict(fused=True)
    else:
        kw = dict(fused=False)
    Adam(params, **kw)
    Adam(params, **CHANGED)


class Trainer:
    def __init__(self):
        self.options = {"fused": True}

    def without(self):
        self.options["fused"] = False

    def make(self, params):
        Adam(params, **self.options)
