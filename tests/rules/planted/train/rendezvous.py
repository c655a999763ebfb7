"""Joins the processes of a job."""
import datetime
import os

import torch.distributed as dist


def join():
    options = {
        "backend": "nccl",
        "init_method": "env://",
        "timeout": datetime.timedelta(minutes=20),
    }
    if "WORLD_SIZE" in os.environ:
        dist.init_process_group(**options)
    return dist.is_initialized()
