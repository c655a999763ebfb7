"""Choices between values of which one is as bad as the other."""
import torch


def kept(a, x):
    g = torch.nonzero if a else torch.unique
    return g(x)


def made(a):
    f = torch.cuda.Stream if a else torch.cuda.Event
    return f()


def other(a, x):
    g = torch.nonzero if a else torch.sort
    return g(x)


def unknown(a, b, x, way):
    g = torch.nonzero if a else torch.unique if b else way
    return g(x)


def made_or_not(a, way):
    f = torch.cuda.Stream if a else way
    return f()


def joined(a):
    f = (torch.cuda.Stream if a else
         torch.cuda.Event)
    return f()
