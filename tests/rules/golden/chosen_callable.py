# A name that is given one side of a conditional expression is followed to its calls and attributes.
from contextlib import nullcontext

import torch
from torch import autocast
from torch.distributed import _symmetric_memory as symm_mem
from torch.nn.utils import spectral_norm, weight_norm


def sample(model, x, precision, spectral):
    precision_scope = autocast if precision == "autocast" else nullcontext
    with precision_scope("cuda"):
        x = model(x)
    norm = spectral_norm if spectral else weight_norm
    return norm(x)


def buffer(size, alone):
    allocator = torch if alone else symm_mem
    return allocator.empty(size, dtype=torch.int8)


def nested(x, small, wide):
    chain = torch.sin if small else torch.cos if wide else autocast
    return chain("cuda")


def clean(x, precision):
    # judged by its own test, and where it is chosen
    scope = autocast if torch.cuda.is_available() else nullcontext
    wait = torch.cuda.synchronize if precision else print
    wait()
    plain = nullcontext if precision else print
    with plain("cuda"), scope("cuda"):
        return x
