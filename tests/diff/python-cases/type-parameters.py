import torch
type A[torch] = torch.a()    #= -
type B[T: torch.b()] = torch.c(T)    #= torch.b, torch.c
def f[T: torch.d(), *U, **torch](x: torch.e(), y=torch.f()) -> torch.g(): return torch.h()    #= -, -, torch.f, -, -
class C[T](torch.i(), k=torch.j()):    #= torch.i, torch.j
    torch = torch.k()    #= -
    def m[torch](self): torch.l()    #= -
    def n[T](self, a: torch.o()): ...    #= -
