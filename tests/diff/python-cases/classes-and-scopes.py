import torch as T
from torch import nn


class Outer(nn.Module, metaclass=T.meta()):    #= torch.meta
    nn = T.other
    here = nn.Linear()    #= torch.other.Linear

    def method(self, T=T.default()):    #= torch.default
        T.late()    #= torch.nn.ReLU.late
        nn.Conv2d(1, 2)    #= torch.nn.Conv2d
        self.here()    #= -

        def deeper():
            nonlocal T
            T = nn.ReLU
            global other
            other = nn.GELU

        return T.x()    #= torch.nn.ReLU.x

    nn.after()    #= torch.other.after
    made = [nn.inside() for _ in nn.first()]    #= torch.nn.inside, torch.other.first

    class Inner:
        nn.inner()    #= torch.nn.inner


other()    #= torch.nn.GELU


def declared():
    global T
    T.g()    #= torch.g

    def within():
        T.h()    #= torch.h
