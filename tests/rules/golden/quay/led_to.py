"""What is reached through tests alone, by way of functions and classes of the file."""
import torch


def _inner(x):
    return torch.cuda.Stream()


def _middle(x):
    return _inner(x)


def _open_inner(x):
    return torch.cuda.Stream()


def _open_middle(x):
    return _open_inner(x)


def _handed(x):
    return torch.cuda.Stream()


class _Fast:
    def __init__(self):
        self.stream = torch.cuda.Stream()


class _Bare:
    def __init__(self):
        self.stream = torch.cuda.Stream()


class _Applied:
    def apply(self):
        self.stream = torch.cuda.Stream()


def run(x, pool):
    def step(y):
        return torch.cuda.Stream()

    def walk(y):
        return torch.cuda.Stream()

    @pool.register
    def kept(y):
        return torch.cuda.Stream()

    if torch.cuda.is_available():
        kept(x)
        walk(x)
        _open_middle(x)
        _handed(x)
        return _middle(x), step(x), _Fast(), _Applied()
    _Bare()
    pool.map(walk, x)
    return x.exp()


def late(x, pool):
    pool.submit(_handed, x)
    _Applied.apply(x)
    return _open_middle(x)
