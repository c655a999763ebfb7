"""Functions that a framework calls, whatever stands around their calls in the file."""
import functools
from functools import cache

import torch
from fastapi import FastAPI

from .kernels import register

app = FastAPI()


@app.post("/embed")
def cuda_embed(x):
    return x.cuda()


@torch.no_grad()
def cuda_warm(x):
    return x.cuda()


@functools.lru_cache(maxsize=None)
def _cuda_weights(x):
    return x.cuda()


@cache
def _cuda_biases(x):
    return x.cuda()


@register
def _cuda_kernel(x):
    return x.cuda()


def main(x):
    if torch.cuda.is_available():
        cuda_warm(x)
        _cuda_weights(x)
        _cuda_biases(x)
        _cuda_kernel(x)
        return cuda_embed(x)
    return x


@register
class _Backend:
    def place(self, x):
        return x.cuda()


class _Other:
    def place(self, x):
        return x.cuda()


def backend(x):
    if torch.cuda.is_available():
        _Other().place(x)
        return _Backend().place(x)
    return x
