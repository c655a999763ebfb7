import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        x = torch.ops.asr.rel_shift(x)
        if x.sum().item() > 0:
            return x
        return x.relu()
