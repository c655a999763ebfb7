import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP

from . import sync
from .neutral import Block


def main():
    dist.init_process_group("nccl")
    rank = int(os.environ["LOCAL_RANK"])
    torch.cuda.set_device(rank)
    model = DDP(Block(64).cuda(), device_ids=[rank])
    scaler = torch.cuda.amp.GradScaler()
    for step in range(10):
        with torch.autocast("cuda", dtype=torch.float16):
            loss = model(torch.ones(4, 64, device=rank)).sum()
        scaler.scale(loss).backward()
        sync()
    torch.save(model.state_dict(), "quay.pt")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
