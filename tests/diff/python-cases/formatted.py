import torch
f"{torch.a()}{{torch.b()}}{torch.c():>{torch.d()}}"    #= torch.a, torch.c, torch.d #~ fstring
f'{torch.e('quotes within')}'    #= torch.e #~ fstring
rf"\{torch.f()}\n{torch.g()!r}"    #= torch.f, torch.g
"torch.h()" f"{torch.i() = }" 'torch.j()'    #= torch.i
f"""{
    torch.k()    #= torch.k
}{torch.l() if torch.m() else torch.n()}"""    #= torch.l, torch.m, torch.n
f"{(lambda torch: torch.o())(1):{'x'}}"    #= -, -
f"{f"{f"{torch.p()}"}"}"    #= torch.p
f"{torch.q()!s:^{10}.{5}}\N{EM DASH}{torch.r()}"    #= torch.q, torch.r
f"{d['a']}{torch.s(b=1)}{x:%Y-%m}{x!r:{y}}"    #= torch.s
