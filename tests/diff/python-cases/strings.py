"""import torch
torch.a()"""
import torch    # torch.b()
'torch.c()'; torch.d("torch.e()", 'it''s', r"\", torch.f()")    #= torch.d
x = b"torch.g()" rb'\'' B"" if u"torch.h()"[0] else torch.i()    #= torch.i
torch.j("""a
b""", '''c''' "d" \
'e')    # the call began above
'\'torch.k()\'', "\
torch.l()", torch.m()    #= torch.m
