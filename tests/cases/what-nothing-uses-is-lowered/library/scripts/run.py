import torch
from pkg.net import used


def forgotten(x):
    return torch.ones(1).cuda()


if __name__ == "__main__":
    used(1)
