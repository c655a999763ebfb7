import torch
t"cuda:{torch.a()}" rt'{torch.b()!r:{torch.c()}}'    #= torch.a, torch.b, torch.c #~ fstring
try:
    torch.d()    #= torch.d #~ try-import
except KeyError, ImportError:
    torch.e()    #= torch.e #~ except-import
