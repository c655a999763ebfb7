import a.b as c, d
from ..e import (f as g, *h,)
@c.x(1)
async def f[T: int = 3, *U, **V](a: b = c, /, *d: *e, k=lambda x, *y: z, **l) -> m:
    global n; nonlocal o
    async with p as (q, r.s), t(): await u
    async for v, *w in x, y: yield from z
    else: return *a, b
class C[T](B[T], *b, m=n): x: int = y
type X[T] = list[T]
match a, *b:
    case {"k": C.D(x=1 | -2j, **_), **r} if s: pass
    case [a, *_, (b)] as c | "s" "t": pass
try: a()
except* (ImportError, b.c) as d: raise e from f
except A, B: pass
else: del a, (b[0], [c.d])
finally: assert x, y
while (x := y): break
with (a as b, c as d,): x = y, z = *w, 1
if a.is_available() and not (b or c() == d): pass
elif __name__ == "__main__": pass
