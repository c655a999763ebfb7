"""Rows of a tensor of sizes, and tensors that stand as a size themselves."""
import torch


def attend(value: torch.Tensor, shapes: torch.Tensor, where: torch.Tensor):
    parts = value.split([h * w for h, w in shapes], dim=1)
    out = []
    for level, (h, w) in enumerate(shapes):
        part = parts[level].flatten(2).reshape(1, 2, h, w)
        out.append(part)
    for h, w in shapes:
        out.append(torch.zeros(h, w))
    for row in shapes:
        h, w = row
        out.append(torch.linspace(0, 1, h))
    for n in where:
        out.append(value.repeat(n))
    for n in where.tolist():
        out.append(value.repeat(n))
    return out


class Step(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, rows, columns):
        size = rows * columns  # perhaps numbers
        return torch.zeros(size, 3, dtype=x.dtype, device=x.device), torch.empty(rows + 1)


def whole(x: torch.Tensor, over: int):
    length = x.size(1)
    x = x.reshape(2, torch.div(length, over, rounding_mode="trunc"), over)
    return x.new_full((2, 3), x[0, 0, 0]), torch.empty((2, 3), out=x)


def heads(x: torch.Tensor, out_dim: torch.Tensor):
    return x.view(2, out_dim)
