import sys

import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, sizes, device):
        super().__init__()
        self.size = torch.prod(sizes.to(device)).item()

    def forward(self, x):
        mean = x.sum().item()
        for batch in x.split(2):
            mean += len(batch)
        return mean * x.abs().max().item()


class Turn:
    def __init__(self, x: torch.Tensor):
        self.most = x.max().item()


def evaluate(model, loader, device):
    total = torch.zeros(1, device=device)
    for x, y in loader:
        total += (model(x.to(device)) - y.to(device)).sum()
        print(total.item())
    if model.told:
        print(total.item())
    return [part.item() for part in total]


def scaled(x: torch.Tensor):
    return x.sum().item()


def started(x: torch.Tensor):
    def first():
        return x.sum().item()

    return first() + _told(x)


def _told(x: torch.Tensor):
    return x.min().item()


def handed(x: torch.Tensor):
    return x.min().item()


@on_batch
def seen(x: torch.Tensor):
    return x.min().item()


def test_scale(device):
    for n in range(3):
        assert torch.equal(torch.ones(n, device=device), torch.ones(n, device=device))


def main(device):
    w = torch.ones(3, device=device)
    print(started(w), w.sum().item())
    device.register(handed)
    seen(w)
    for _ in range(3):
        scaled(w)
        evaluate(Scale(w, device), [], device)
        if w.sum().item() > 3:
            break


if __name__ == "__main__":
    main(torch.device(sys.argv[1]))


class Meter:
    def synchronize_between_processes(self, total, device):
        sums = torch.tensor([total, 1.0], device=device)
        torch.distributed.all_reduce(sums)
        self.total, self.count = sums.tolist()

    def synchronize_each(self, total, device):
        sums = torch.tensor([total, 1.0], device=device)
        torch.distributed.all_reduce(sums)
        self.total, self.count = sums.tolist()
