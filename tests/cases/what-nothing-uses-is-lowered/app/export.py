import torch
from torch import nn


class Disc(nn.Module):
    def forward(self, x):
        return x.cuda()  # Exported uses it


class Exported(nn.Module):
    def forward(self, x):
        return f"{Disc()(x)}"


"""
class Text(nn.Module):
"""


class Behind(nn.Module):
    def forward(self, x):
        return (x
.cuda())
