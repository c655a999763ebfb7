"""Launch helper for the retrieval trainer."""
import os
from datetime import timedelta

import torch.distributed as td

# key: value of --cluster
CLUSTERS = {
    "laptop": ("gloo", 5),
    "dgx": ("nccl", 60),
}


def rendezvous() -> str:
    host = os.getenv("MASTER_ADDR", "127.0.0.1")
    return f"tcp://{host}:{os.getenv('MASTER_PORT', '29511')}"


def start(cluster: str = "dgx"):
    backend, minutes = CLUSTERS[cluster]
    kw = {
        "backend": backend,
        "init_method": rendezvous(),
        "rank": int(os.environ["RANK"]),
        "world_size": int(os.environ["WORLD_SIZE"]),
    }
    if minutes != 5:
        kw["timeout"] = timedelta(minutes=minutes)
    td.init_process_group(**kw)
    if td.get_rank() == 0:
        print("nccl-tests results: https://wiki.example.org/nccl")
    return td.group.WORLD
