import torch


def run(x):
    return torch.ones(1).cuda()


def loaded_by_name(x):
    return torch.ones(1).cuda()
