import torch

NAME = "cuda"

def go(x, model, other, where="cuda"):
    getattr(torch, NAME).set_device(0)
    getattr(torch, "cuda").set_device(0)
    getattr(torch, "cpu")
    getattr(torch, where).synchronize()
    getattr(model, NAME)()
    getattr(model, NAME)
    getattr(other, "cpu")()
    y = getattr(x, "cuda", None)
    return getattr(x, "cuda")()


def chained(x, kind, kinds):
    getattr(torch, NAME).nvtx.range_push("a")
    getattr(torch, kind).synchronize()
    getattr(torch, kinds[0]).synchronize()
    setattr(x, "cuda", kind)
    return getattr(x, "cuda").index
