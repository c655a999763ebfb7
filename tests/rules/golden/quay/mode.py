import torch
from torch import nn


class Encoder(nn.Module):
    # texts, each by what it is held against
    def forward(self, image, mode, kind, task, part):
        assert mode in ["image", "text"], "no such mode"
        if mode == "image":
            image = image * 2
        if kind != "plain":
            image = image * 3
        if kind:
            image = image * 3
        if "train" == task:
            image = image * 4
        if part not in (
            "head",
            "tail",
        ):
            image = image * 5
        if part > image.shape[0]:
            image = image * 6
        return image


class Gate(nn.Module):
    # tensors all the same
    def forward(self, x, shift, mode, scale):
        if x == 0:
            x = x + 1
        if shift == 1:
            x = x + 2
        if scale > 0.5 and mode != "fast":
            x = x + 3
        if x in (1, 2):
            x = x + 4
        if x.max() == scale:
            x = x + 5
        return x


class Crop(nn.Module):
    # the size of what a function gives is a number, whatever made it
    def __init__(self, norm):
        super().__init__()
        self.norm = norm

    def forward(self, x, skip, length):
        y = self.norm(x)
        if y.shape[-1] == length:
            y = y + skip
        if y == length:
            y = y - skip
        return y
