import torch


def f3(model, c):
    match model:
        case 1:
            c.cuda()  # unknown
    model.cuda()  # unknown


def f4(model, c):
    match model:
        case int():
            c.cuda()  # unknown
        case [a, b]:
            c.cuda()  # unknown
        case {"x": y}:
            c.cuda()  # unknown
        case _ if c.cuda():  # unknown
            c.cuda()  # unknown
    model.cuda()  # unknown


def f5(model, c):
    match model:
        case int() as q:
            c.cuda()  # unknown
    model.cuda()  # unknown


def arms(x: torch.Tensor, kind, other):
    match kind:
        case 1:
            y = x + 1
            y.item()  # tensor
        case Point(x=0, y=where):
            x.item()  # tensor
            where.item()  # unknown
        case [first, *rest] if x.item():  # tensor
            first.cuda()  # unknown
    other.cuda()  # unknown
    match = x
    match.item()  # tensor
    case = x
    case.item()  # tensor
    match[0].item()  # tensor


class Table:
    match torch.cuda.is_available():
        case True:
            device = "cuda"

    def use(self, model):
        model.cuda()  # unknown
