import torch


def place(net):
    return net.cuda()
