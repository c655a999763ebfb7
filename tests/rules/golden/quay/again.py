"""Read again and again, whatever the names say."""
import torch
from torch import nn

from quay import helper


def test_loop(dataloader, model, loss_fn):
    total = 0
    for x, y in dataloader:
        loss = loss_fn(model(x), y)
        total += loss.item()
    return total


class Exporter:
    def exported(self, x: torch.Tensor):
        while True:
            yield x.sum().item()


def log_state_dict(x: torch.Tensor):
    return x.mean().item()


class Attention(nn.Module):
    def __init__(self, mask: torch.Tensor):
        self.n = mask.sum().item()


class Quant(nn.Module):
    def reset_parameters(self, x: torch.Tensor):
        self.low = x.min().item()

    def forward(self, x, mask: torch.Tensor):
        self.reset_parameters(x)
        return Attention(mask)(x) - self.low


class ModuleState:
    def __init__(self, x: torch.Tensor):
        self.low = x.min().item()


def pad(dataset_ids, x: torch.Tensor):
    for i in dataset_ids:
        x = x + i
    return x.sum().item()


class Meter:
    def update(self, v: torch.Tensor):
        self.sum += v.item()


def accuracy(pred: torch.Tensor, y: torch.Tensor):
    return (pred.argmax(1) == y).float().mean().item()


def main(model, data):
    for epoch in range(1000):
        loss = helper.one_step(model, data)
        print(loss.item())


if __name__ == "__main__":
    print(accuracy(torch.rand(3, 2), torch.ones(3)))
    options = {}
    options.update(a=1)
    main(None, None)
