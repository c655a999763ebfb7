import torch


def norm(update: torch.Tensor):
    return torch.norm(update).item(), torch._int_mm(update, update)
