import torch
from elsewhere import *


def from_a_star(x: torch.Tensor):
    model.cuda()  # unknown
    model.eval().cuda()  # unknown
    net[0].cuda()  # unknown
    make().cuda()  # unknown
    int(x.item())  # tensor
    "".join(str(len(x)) for _ in range(3))
    ",".join(names).cuda()  # other
