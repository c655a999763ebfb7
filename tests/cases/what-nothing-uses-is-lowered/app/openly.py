import torch

names = globals()


def anything(x):
    return torch.ones(1).cuda()
