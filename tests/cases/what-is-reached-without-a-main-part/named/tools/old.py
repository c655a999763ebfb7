import torch
def place(net):
    return net.cuda()  # not where the package lies
