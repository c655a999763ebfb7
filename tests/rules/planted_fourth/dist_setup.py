# Copyright (c) 2025, the Larch authors.
"""Process bring-up. Device-neutral since v0.9 (no more torch.cuda.set_device)."""
import os
import datetime

import torch
import torch.distributed as dist

_BACKEND_FOR = {"cpu": "gloo", "neuron": "neuron", "tpu": "tpu_dist"}


def setup(timeout_min: int = 30):
    rank = int(os.environ["RANK"])
    world = int(os.environ["WORLD_SIZE"])
    local_rank = int(os.environ.get("LOCAL_RANK", 0))

    acc = torch.accelerator.current_accelerator()
    kind = acc.type if acc is not None else "cpu"
    if kind != "cpu":
        torch.accelerator.set_device_index(local_rank)

    dist.init_process_group(
        backend=_BACKEND_FOR[kind],
        rank=rank,
        world_size=world,
        timeout=datetime.timedelta(minutes=timeout_min),
    )
    return torch.device(kind), rank, world


def teardown():
    if dist.is_initialized():
        dist.barrier()
        dist.destroy_process_group()
