import functools
import os

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp.wrap import size_based_auto_wrap_policy


def shard(model):
    policy = functools.partial(size_based_auto_wrap_policy, min_num_params=10_000_000)
    here = int(os.environ["LOCAL_RANK"])
    return FSDP(model, auto_wrap_policy=policy, device_id=torch.device("cuda", here))
