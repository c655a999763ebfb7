"""Running statistics in the precision that long sums need."""
import torch
from torch import nn


class RunningMean(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.register_buffer("total", torch.zeros(width))
        self.count = 0

    def update(self, batch: torch.Tensor):
        exact = batch.detach().flatten(0, -2).to(device=batch.device, dtype=torch.float64)
        self.total += exact.sum(0).to(self.total.dtype)
        self.count += exact.shape[0]
        return self.total / self.count
