# An alias sees all imports and the aliases of scopes outside; the order of execution does not matter.
import torch
import torch.nn.functional as F
from torch import nn, cuda as gpu

early()    #= torch.cuda.synchronize
early = gpu.synchronize
layer = nn.Linear
layer(3, 4)    #= torch.nn.Linear
F.relu(x)    #= torch.nn.functional.relu
a = b = torch.zeros
a(), b()    #= torch.zeros, torch.zeros
(c) = torch.ones
c()    #= torch.ones
d: object = torch.eye
d()    #= torch.eye
e, (f, g) = torch.rand, (torch.randn, torch.randint)
e(), f(), g()    #= torch.rand, -, -
[h, i] = [torch.cat, torch.stack]
h(), i()    #= torch.cat, torch.stack
j, *k = torch.add, torch.sub
j(), k()    #= -, -
((m, n)) = ((torch.mul, torch.div))
m(), n()    #= torch.mul, torch.div
if (o := torch.where):
    o()    #= torch.where
p = torch.sum if x else torch.mean
p()    #= torch.sum|torch.mean
q = torch
q.max.values()    #= torch.max.values
r = torch.min,
r()    #= -
s[0], t = torch.exp, torch.log
t()    #= torch.log


def inside():
    early()    #= torch.cuda.synchronize
    u = v
    v = layer
    u(), v()    #= -, torch.nn.Linear
    for w in torch.unbind:
        w()    #= -
    with torch.no_grad as z:    # not called
        z()    #= -
