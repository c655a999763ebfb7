import torch.nn, torch.optim as opt, os.path
from torch import (cuda,
                   jit as j,)
from . import sibling
from .. import up as u
from ...far.away import thing, other as o
from .same import *
from torch.nn.functional import *

torch.x(), opt.Adam(), os.getcwd()    #= torch.x, torch.optim.Adam, os.getcwd
cuda.y(), j.script()    #= torch.cuda.y, torch.jit.script
sibling.f(), u.g(), thing(), o.h()    #= .sibling.f, ..up.g, ...far.away.thing, ...far.away.other.h
relu()    #= -


def late():
    import numpy as torch
    torch.z()    #= numpy.z


try:
    import cupy as xp
except ImportError:
    import numpy as xp
xp.zeros()    #= cupy.zeros|numpy.zeros
if cond:
    from fast import kernel
else:
    def kernel(): ...
kernel()    #= fast.kernel
