import atexit, functools

import torch
from torch import nn

__all__ = ["InAll"]
table = {"in-table": "InTable"}


class Part(nn.Module):
    def forward(self, x):
        return x.cuda()  # used by Net


class Net(nn.Module):
    def forward(self, x):
        return Part()(x)


class Whole(nn.Module):
    def forward(self, x):
        return Chained()(x.cuda())  # nothing uses it


class Chained(nn.Module):
    def forward(self, x) -> "Chained":
        return helper(x.cuda())  # only Whole does


def helper(x):
    return x.cuda()  # only Chained does


class Heir(Whole):
    pool = of_the_class()

    def forward(self, x, device=torch.device("cuda"), more=of_the_head()):
        return super().forward(x.cuda())  # nothing uses it, but the default is made when it is loaded


def of_the_class():
    return torch.ones(1).cuda()  # runs with the class


def of_the_head():
    return torch.ones(1).cuda()  # runs with the class


class Disc(nn.Module):
    def forward(self, x):
        return x.cuda()  # export.py uses another one


class InYaml(nn.Module):
    def forward(self, x):
        return x.cuda()


class InNotebook(nn.Module):
    def forward(self, x):
        return x.cuda()


class InAll(nn.Module):
    def forward(self, x):
        return x.cuda()


class InTable(nn.Module):
    def forward(self, x):
        return x.cuda()


class Made(nn.Module, metaclass=Meta):
    def forward(self, x):
        return x.cuda()


@functools.cache
def decorated(x):
    return x.cuda()


@atexit.register
def registered(x):
    return x.cuda()


def twice(x):
    return x.cuda()


def twice(x):
    return x.cuda()


if torch:
    def conditional(x):
        return x.cuda()


def guarded(x):
    if torch.cuda.is_available():
        x = x.cuda()  # behind a test already
    return x
