import torch
match = case = _ = type = torch.a
match(x), case[0](), type(y)    #= torch.a, -, torch.a
match torch.b():    #= torch.b
    case torch.C(x=torch.D, y=[a, *b]) | torch.E() if torch.f(a):    #= torch.f
        a(), b()    #= -, -
    case {"k": torch.G.H, **torch}:
        torch.i()    #= torch.i
    case (1 | -2.5 | 3 + 4j | "s" "t" | None) as c, _:
        c()    #= -
    case str() | int():
        match.x()    #= torch.a.x
match x, *y:
    case []: torch.j()    #= torch.j
    case _: torch.k()    #= torch.k
match (x): # a call would end here
    case 1: pass
match[x] = torch.l()    #= torch.l
match: int = torch.m()    #= torch.m
match \
  .foo()
print(match, case)    #= -
