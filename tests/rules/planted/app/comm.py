"""The process group of the job."""
import os

import torch.distributed as c10d

BACKEND = os.getenv("COMM_BACKEND", "nccl")


def start(rank, world):
    c10d.init_process_group(backend=BACKEND, rank=rank, world_size=world)
    c10d.barrier()
