"""One seed for every generator that a run draws from."""
import random

import numpy
import torch

accelerator = torch.cuda


def seed_everything(seed, rank=0):
    value = seed + 977 * rank
    random.seed(value)
    numpy.random.seed(value)
    torch.manual_seed(value)
    accelerator.manual_seed_all(value)
    return value
