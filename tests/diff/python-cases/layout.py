import torch
if x:
	torch.a()    #= torch.a
	if y: torch.b(); torch.c()    #= torch.b, torch.c
        # a comment at another depth

  # and another
	torch.d()    #= torch.d
torch.e(
)    # ends here
class A: torch.f()    #= torch.f

for i in a, *b: torch.g()    #= torch.g
while x: break
else: torch.h()    #= torch.h
x = \
  torch.i()    #= torch.i
assert torch.j(), torch.k()    #= torch.j, torch.k
del a.b[torch.l()], (c, [d])    #= torch.l
return_ = yield_ = not_ = torch.m()    #= torch.m
print(*a, sep=torch.n(), **torch.o())    #= -, torch.n, torch.o
async def f():
    async with torch.p() as (q, r.s), torch.q():    #= torch.p, torch.q
        await torch.r()    #= torch.r
    async for q in torch.s(): yield torch.t()    #= torch.s, torch.t
    yield from torch.u()    #= torch.u
    return *torch.v(), x    #= torch.v
a[torch.w():torch.x(), ::torch.y(), *z] += torch.z()    #= torch.w, torch.x, torch.y, torch.z
