"""What is set on something else by its name leaves the attributes of the class where they were made."""
import torch


class Manifest:
    def __init__(self, crates):
        self.crates = torch.arange(crates)
        self.table = dict(self.__dict__)

    def mark(self, ship, name):
        setattr(ship, name, self.table[name])

    def large(self, least):
        return torch.nonzero(self.crates > least)
