import torch
from torch import nn


def copied(x):
    return x.detach().cpu()


def mask(n):
    return torch.arange(n)[None] > 2


def numbers(x):
    if x is None:
        return None
    values = x.detach().cpu().numpy()
    return values


def mixed(x, flag):
    if flag:
        return x.cpu()
    return x


def moved(n, device):
    return torch.arange(n).to(device) > 2


def streamed(x):
    yield x.cpu()


def use(x: torch.Tensor, n, device):
    a: torch.Tensor = copied(x)
    if (a > 0).any() or a.isnan().any():
        print(torch.nonzero(mask(n)), torch.where(mask(n)), torch.unique(a), a.item())
    if numbers(x).any() or numbers(x).max(dim=0):
        print(torch.equal(a, copied(x)))


def waits(x: torch.Tensor, n, device):
    a: torch.Tensor = mixed(x, n)
    if (a > 0).any():
        print(torch.unique(a))
    print(torch.nonzero(moved(n, device)))
    b: torch.Tensor = streamed(x)
    if (b > 0).any():
        print(torch.topk(x, numbers(x)))


class Net(nn.Module):
    def host(self, x):
        return x.cpu()

    def device(self, x):
        return x

    def forward(self, x):
        k = self.host(x)
        if k.isnan().any():
            print(torch.unique(k))
        k = self.device(x)
        if k.isnan().any():
            print(torch.unique(k))
        return x
