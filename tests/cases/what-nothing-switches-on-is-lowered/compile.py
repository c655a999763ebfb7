import torch

from a import batch

torch.compile(batch)(torch.ones(2, 2), True)
