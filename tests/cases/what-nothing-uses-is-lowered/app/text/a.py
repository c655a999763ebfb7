import torch


def loaded(x):
    return torch.ones(1).cuda()
