from copy import deepcopy

import torch


def keep(net, path):
    state = {
        "epoch": 1,
        "model": deepcopy(net).half(),
        'ema': deepcopy(net.ema).half(),
        "now": net.half(),
    }
    torch.save(state, path)


def export(net, path):
    weights = {}
    for name, weight in net.state_dict().items():
        weights[name] = weight.half()
    torch.save(weights, path)
    other = net.half()
    return other


def run(net, cache, x: torch.Tensor):
    # nothing is written
    cache["x"] = x.half()
    net.half().float()  # rounded once
    y = net(x.half()).half().float()
    return {"net": deepcopy(net).half(), "y": y}


def both(net, x: torch.Tensor, path):
    torch.save({"x": 1}, path)
    y = net(deepcopy(x).half())
    cache = net.half().float() + net.half().float().sum()
    return {"y": 1, "z": y, **cache}


def mask(n, x: torch.Tensor):
    before = torch.zeros((n, n), dtype=torch.float16, device=x.device).type_as(x)
    after = torch.zeros((n, n), dtype=torch.float16, device=x.device)
    return before, after
