import torch
import functools


@torch.compile
@torch.no_grad()    #= torch.no_grad #~ decorator
@functools.partial(torch.compile, mode="max-autotune")    #= functools.partial #~ decorator
async def f(x: torch.f() = torch.g()) -> torch.h():    #= torch.f, torch.g, torch.h
    return torch.i()    #= torch.i #~


@(lambda c: torch.j(c))    #= torch.j #~ decorator
class C(torch.k()):    #= torch.k #~
    @torch.l    # bare
    def m(self, /, a=lambda: torch.n(), *, b: torch.o()): ...    #= torch.n, torch.o


@register[torch.p()]    #= torch.p #~ decorator
def q(): ...
