"""A stack of linear layers that is built where it will run."""
import torch
from torch import nn

FACTORY = {"device": "cuda:0", "dtype": torch.bfloat16}


class Tower(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width, **FACTORY) for _ in range(depth))

    def forward(self, hidden):
        for layer in self.layers:
            hidden = torch.relu(layer(hidden))
        return hidden
