import torch


class Net(torch.nn.Module):
    def cuda(self, device=None):
        return super().cuda(device)


def train(known: Net):
    known.cuda()
    return Net().cuda()
