"""Optimizers by name."""
from importlib import import_module

OPTIMIZERS = {
    "adam": "torch.optim:Adam",
    "adam8": "bitsandbytes.optim:Adam8bit",
    "fused": "apex.optimizers:FusedAdam",
    "kind": "awq:marlin",
    "text": "apex: needs a compiler",
    "list": "apex.optimizers",
}


def build(name):
    module, _, attribute = OPTIMIZERS[name].partition(":")
    return getattr(import_module(module), attribute)
