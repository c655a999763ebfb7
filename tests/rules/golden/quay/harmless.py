"""Branches that only give memory back, a try around a test that raises nothing, steps that are counted."""
import gc

import torch
from torch import nn

try:
    if torch.cuda.is_available():
        device = torch.device("cuda")
    else:
        device = torch.device("cpu")
except Exception:
    device = torch.device("cpu")


def tidy(device: torch.device):
    if device.type == "cuda":
        torch.cuda.empty_cache()
    elif device.type == "mps":  # as well
        # of its own
        torch.mps.empty_cache()
        gc.collect()


def choose(device: torch.device, net):
    if device.type == "cuda":
        torch.cuda.empty_cache()
    elif device.type == "mps":
        net.eager = True


class Warm(nn.Module):
    def forward(self, x, target, it, weight, x_size):
        if it < self.start or x_size == self.size:
            return x
        if weight > self.most:
            return target
        return x + target


class Half(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor):
        if x.dtype == torch.float16 and (
            torch.isinf(x).any() or torch.isnan(x).any()
        ):
            x = x.clamp(-1, 1)
        if x.dtype == torch.float16:
            if torch.isinf(x).any():
                x = x.clamp(-1, 1)
        if x.dtype == torch.float16 or torch.isinf(x).any():
            x = x.clamp(-1, 1)
        if torch.isinf(x).any() and x.dtype == torch.float16:
            x = x.clamp(-1, 1)
        if x.dtype == torch.float32 and torch.isinf(x).any():
            x = x.clamp(-1, 1)
        return x + y


class Matcher(nn.Module):
    def small_forward(self, outputs):
        return outputs["logits"].softmax(-1).cpu()

    def forward(self, outputs):
        return self.small_forward(outputs)
