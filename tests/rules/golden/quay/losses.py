"""A loss without weights has nothing that .cuda() could move; one with weights, and a layer, has."""
import torch
from torch import nn


def losses(gpu, w):
    a = nn.CrossEntropyLoss().cuda()
    b = nn.CrossEntropyLoss(label_smoothing=0.1)
    b = b.cuda(gpu)
    c = nn.CrossEntropyLoss(weight=w).cuda()
    d = nn.CrossEntropyLoss(w)
    d = d.cuda()
    e = nn.Linear(2, 2).cuda()
    g = nn.AdaptiveLogSoftmaxWithLoss(4, 8, [2]).cuda()
    return a, b, c, d, e, g


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.loss = nn.MSELoss().cuda()
        self.out = nn.Linear(2, 2).cuda()
