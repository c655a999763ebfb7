import os

import torch.distributed as dist


def tensor_parallel_group(size):
    """One group for each set of `size` neighbouring ranks."""
    mine = None
    world = int(os.environ["WORLD_SIZE"])
    for first in range(0, world, size):
        ranks = list(range(first, first + size))
        group = dist.new_group(ranks, backend="nccl")
        if dist.get_rank() in ranks:
            mine = group
    return mine
