import torch
from torch.cuda import is_available as ok

if torch.cuda.is_available():
    a()    #= - #~ cuda-if
elif b():    #= - #~ cuda-else
    c()    #= - #~ cuda-else
else:
    d()    #= - #~ cuda-else
if not (ok() and e()):    #= torch.cuda.is_available, - #~
    f()    #= - #~
else:
    g()    #= - #~ cuda-if
if not ok() or h:    #= torch.cuda.is_available
    i()    #= - #~
else:
    j()    #= - #~ cuda-if
k() if ok() else l(m() if n else o())    #= -, torch.cuda.is_available, -, -, -
p(q() if ok() and r() else s())    #= -, -, torch.cuda.is_available, -, -
while ok():    #= torch.cuda.is_available
    t()    #= - #~
if ok(0):    #= torch.cuda.is_available
    u()    #= - #~
if "__main__" == __name__:
    v()    #= - #~ main
    if ok() == True:    #= torch.cuda.is_available #~ main
        w()    #= - #~ main
    elif (ok()):    #= torch.cuda.is_available #~ main
        x()    #= - #~ main cuda-if
if (x := ok()):    #= torch.cuda.is_available
    y()    #= - #~
lambda: z() if ok() else y()    #= -, torch.cuda.is_available, -
