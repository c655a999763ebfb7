import torch


def same(a, b):
    return torch.equal(a, b)  # found: no test, whatever the file is called
