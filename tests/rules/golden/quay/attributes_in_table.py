"""Likewise by the table of attributes."""
import torch


class Manifest:
    def __init__(self, crates):
        self.crates = torch.arange(crates)

    def move(self, device):
        for name in ("crates",):
            self.__dict__[name] = self.__dict__[name].to(device)

    def large(self, least):
        return torch.nonzero(self.crates > least)
