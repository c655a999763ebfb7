import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(2, 2)
        self.register_buffer("kept", torch.zeros(2))

    def dump(self):
        self.head.to("cpu")
        w = self.head.weight
        if torch.isnan(w).any():
            print(torch.nonzero(w), torch.unique(w))

    def dump_all(self):
        self.cpu()
        if torch.isnan(self.head.weight).any() or torch.isnan(self.kept).any():
            raise ValueError
        bias = self.head.bias
        return torch.unique(bias), torch.nonzero(self.kept)

    def waits(self, offload):
        w = self.head.weight
        if torch.isnan(w).any():
            print(torch.nonzero(w))
        if offload:
            self.head.cpu()
        w = self.head.weight
        if torch.isnan(w).any():
            print(torch.nonzero(w))
        self.kept.cpu()
        return torch.unique(self.kept)

    def back(self, device):
        self.head.cpu()
        self.head.to(device)
        w = self.head.weight
        return torch.unique(w)
