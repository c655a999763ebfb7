"""Process-group bootstrap shared by the pre-training and the eval entry points."""
from __future__ import annotations

import logging
import os

import torch.distributed as dist

log = logging.getLogger(__name__)

# gloo moves the tensors over TCP; good enough for unit tests on a laptop.
TEST_BACKEND = "gloo"
FABRIC = "nccl"

_COMMON = {
    "init_method": "env://",
}


def is_launched_by_torchrun() -> bool:
    return {"RANK", "WORLD_SIZE", "LOCAL_RANK"} <= os.environ.keys()


def setup(run_dir: str, unit_test: bool = False) -> int:
    """Join the default group and return the global rank.

    Hangs during the first all-reduce usually mean a firewall problem, see the
    "NCCL and friends" chapter of the wiki.
    """
    if not is_launched_by_torchrun():
        log.info("single process run, no group is created")
        return 0

    group_args = dict(_COMMON)
    group_args["backend"] = TEST_BACKEND if unit_test else FABRIC
    dist.init_process_group(**group_args)

    rank = dist.get_rank()
    os.makedirs(os.path.join(run_dir, f"rank{rank:04d}"), exist_ok=True)
    log.info("rank %d of %d is up", rank, dist.get_world_size())
    return rank


def teardown() -> None:
    if dist.is_initialized():
        dist.destroy_process_group()
