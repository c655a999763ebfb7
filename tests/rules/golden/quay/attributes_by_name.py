"""Attributes that a loop over their names may move: what they were made in says nothing of where they are."""
import torch


class Manifest:
    def __init__(self, crates):
        self.crates = torch.arange(crates)

    def to(self, device):
        for name, value in vars(self).items():
            setattr(self, name, value.to(device))
        return self

    def large(self, least):
        return torch.nonzero(self.crates > least)
