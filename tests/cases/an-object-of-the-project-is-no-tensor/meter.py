import torch


class Meter:
    def __init__(self):
        self.values = []

    def item(self):
        return self.values[-1]

    def cuda(self):
        return self

    def half(self):
        return self


class Smooth(Meter):
    pass


def own(known: Meter):
    Meter().cuda().half()
    made = Smooth()
    made.cuda()
    known.cuda()
    return known.item(), made.item()


def handed_in(other, x: torch.Tensor):
    other.cuda()
    return x.cuda()
