"""Shards a model over the processes of a job."""
import torch
from torch.distributed.fsdp import FullyShardedDataParallel


def shard(model, policy):
    here = torch.cuda.current_device()
    return FullyShardedDataParallel(model, auto_wrap_policy=policy, device_id=here)
