"""What lies in a folder of processors is put together on the host."""
import torch
import torch.nn as nn


def bounds(ids: torch.Tensor, start):
    return torch.nonzero(ids == start).tolist()  # prepared


def post_process(scores: torch.Tensor):
    return torch.nonzero(scores > 0.5).tolist()  # of what a model gave


def rows(model, ids: torch.Tensor):
    found = model(ids)
    return torch.nonzero(found > 0).tolist()  # of a model


class Resize(nn.Module):
    def sizes(self, image: torch.Tensor):
        return torch.nonzero(image).tolist()  # a part of a model


class KeepTokensLogits:
    def __call__(self, ids: torch.Tensor):
        return torch.nonzero(ids).tolist()  # a step of generation
