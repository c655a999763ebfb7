"""Left before the place, by the device's name: what goes on without CUDA is lowered."""
import torch


def by_list(x, device):
    if device not in ("cuda", "cuda:0"):
        return x
    torch.cuda.synchronize()  # lowered


def by_mixed_list(x, device):
    if device not in ("cuda", "neuron"):
        return x
    torch.cuda.synchronize()  # a target comes here as well


def by_beginning(x, device):
    if device[:4] != "cuda":
        return x
    torch.cuda.synchronize()  # lowered


def by_part(x, device):
    if device.split(":")[0] != "cuda":
        return x
    torch.cuda.synchronize()  # lowered


def in_loop(xs):
    for x in xs:
        if x.device.type != "cuda":
            continue
        torch.cuda.synchronize()  # lowered


def of_host(x):
    if x.device.type == "cpu":
        return x
    torch.cuda.synchronize()  # a target comes here as well


def stops(x, device):
    if device != "cuda":
        raise ValueError(device)
    torch.cuda.synchronize()
