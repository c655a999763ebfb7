from ops import *
x0, x1, x2, x3, x4, x5, x6, x7, x8, x9 = range(10)
def f(y0, y1, y2, y3, y4, y5, y6, y7, y8):
    pass
zzz("nccl")
