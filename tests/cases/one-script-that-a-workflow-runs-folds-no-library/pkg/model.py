import torch


def run(x):
    torch.cuda.synchronize()
    return x.cuda()
