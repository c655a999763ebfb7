"""What is computed of copies on the host, and of copies beside numbers, is there as well."""
import torch


def distance(left, right):
    a = left["weight"].float().cpu()
    b = right["weight"].float().cpu()
    difference = a - b
    return torch.norm(difference, p=2).item()


def distance_there(left, right):
    a = left["weight"].float().cpu()
    b = right["weight"].float()
    difference = a - b
    return torch.norm(difference, p=2).item()  # what b is, is not known


def scaled(weights, scale: float):
    return torch.sum(weights["a"].cpu() * scale).item()


def scaled_there(weights, scale):
    return torch.sum(weights["a"].cpu() * scale).item()


def kept(scores, least: float):
    rows = scores["rows"].cpu()
    return [torch.nonzero(row > least) for row in rows]


def kept_there(scores, least: float):
    rows = scores["rows"]
    return [torch.nonzero(row > least) for row in rows]
