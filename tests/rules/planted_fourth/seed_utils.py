"""Reproducible augmentation: same noise for both views of a sample."""
import random

import numpy as np
import torch


def seed_everything(seed: int):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)  # seeds every backend, torch.cuda.manual_seed_all not needed


class PairedNoise(torch.nn.Module):
    def __init__(self, encoder, p=0.1):
        super().__init__()
        self.encoder = encoder
        self.drop = torch.nn.Dropout(p)

    def _view(self, x, seed):
        idx = [x.device.index or 0] if x.device.type != "cpu" else []
        with torch.random.fork_rng(devices=idx):
            torch.manual_seed(seed)
            return self.encoder(self.drop(x))

    def forward(self, x1, x2, seed):
        return self._view(x1, seed), self._view(x2, seed)
