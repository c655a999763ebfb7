"""Two ways of one thing, of which the other does not work."""
import sys
import warnings

import torch


def ends_late(x, fused):
    if x.is_cuda:
        return fused(x)
    warnings.warn("no CPU kernel")
    sys.exit(1)


def asserts(x, fused):
    if x.is_cuda:
        return fused(x)
    assert False, "no CPU kernel"


def told_to(x, fused, raise_not_supported):
    if x.is_cuda:
        return fused(x)
    raise_not_supported()


def aborts(x, fused, abort):
    if x.is_cuda:
        return fused(x)
    abort()


def nothing(x, fused):
    if x.is_cuda:
        y = fused(x)
    else:
        y = None
    return y


def not_implemented(x, fused):
    return fused(x) if x.is_cuda else NotImplemented


def raised_below(x, fused):
    if not x.is_cuda:
        print("no CPU kernel")
        raise_unsupported("softmax")
    return fused(x)


def raise_unsupported(name):
    raise RuntimeError(name)


def works(x, fused):
    if x.is_cuda:
        return fused(x)
    x = x - x.max()
    assert x.dim() == 2
    if x.dim() == 1:
        raise ValueError
    return x.softmax(-1)


def works_with_else(x, fused):
    if x.is_cuda:
        y = fused(x)
    else:
        y = None if x is None else x.softmax(-1)
    return y


def logs(x, fused):
    if x.is_cuda:
        return fused(x)
    logits = x.exp()
    assert 0 < logits.dim()
    failures = logits.sum(-1)
    return failures
