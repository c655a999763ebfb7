import torch

torch.a([torch.b(torch) for torch in torch.c() if torch.d()])    #= torch.a, -, torch.c, -
{torch.e(k): v() for k, v in torch.f().items() for w in torch.g(k)}    #= torch.e, -, torch.f, -, torch.g
{torch.h() for torch.x[0] in y}    #= torch.h
(torch.i() async for z in torch.j())    #= torch.i, torch.j
f(torch.k() for torch in [torch.l()])    #= -, -, torch.l
[[torch.m() for torch in r] for r in torch.n()]    #= -, torch.n
[lambda: torch.o() for torch in s]    #= -
[(torch := t, torch.p()) for t in u]    #= torch.p
