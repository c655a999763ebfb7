"""Builds the optimizer named in the experiment file."""
import importlib

import torch.optim as optim

# name in the experiment file -> (module, class)
REGISTRY = {
    "sgd": ("torch.optim", "SGD"),
    "adamw": ("torch.optim", "AdamW"),
    "lamb": ("apex.optimizers", "FusedLAMB"),
}

NO_DECAY = ("bias", "norm.weight", "embed.weight")


def _resolve(name):
    module, cls = REGISTRY[name]
    return getattr(importlib.import_module(module), cls)


def param_groups(model, weight_decay):
    decay, rest = [], []
    for n, p in model.named_parameters():
        if not p.requires_grad:
            continue
        (rest if n.endswith(NO_DECAY) else decay).append(p)
    return [
        {"params": decay, "weight_decay": weight_decay},
        {"params": rest, "weight_decay": 0.0},
    ]


def build_optimizer(model, name="lamb", lr=2e-3, weight_decay=0.01, **extra):
    """`extra` is handed on as it is; the fused_head option belongs to the model, not to us."""
    extra.pop("fused_head", None)
    return _resolve(name)(param_groups(model, weight_decay), lr=lr, **extra)


def build_schedule(opt, warmup, total):
    def factor(step):
        if step < warmup:
            return (step + 1) / warmup
        return max(0.0, (total - step) / max(1, total - warmup))

    return optim.lr_scheduler.LambdaLR(opt, factor)
