x = a.b(*c, d, e=f, **g)[1:2, ::3, *h, i := 4](j for k in l if m)
y = {**a, b: c}, {d, *e}, {f: g for h, *i in j async for k in l if m if n}, [], (), (yield)
z += -1 ** ~2 if not a in b is not c else lambda *, d=0j: d @ e
(a), [b.c, *d], e[f] = g, *h = (i, (j, k), l)
getattr(getattr(torch, "nn"), 'Lin' "ear")(__import__("a.b").c, import_module("d"))
f"a{b!r:>{c}}{{}}{d = }" rf'\{e:{f:{g}}}' "\x41\N{EM DASH}\u1234\101\
" b"\xff" u'' t"{x}"
