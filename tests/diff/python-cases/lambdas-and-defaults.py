import torch
f = lambda x, torch=torch.a(): torch.b(x)    #= torch.a, -
g = lambda *torch, **kw: torch.c() if kw.d() else torch.e()    #= -, -, -
h = lambda: lambda: torch.f()    #= torch.f
(lambda torch: torch)(torch).g()    #= -, -
sorted(xs, key=lambda t: torch.h(t), reverse=torch.i())    #= -, torch.h, torch.i
x = lambda a=1, /, b=torch.j(), *c, d=torch.k(): a    #= torch.j, torch.k
y = a if b else lambda: torch.l()    #= torch.l
