import torch
def place(net):
    return net.cuda()  # nothing reaches it
