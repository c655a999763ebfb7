import torch
from .net import place


def run(net):
    return place(net).cuda()
