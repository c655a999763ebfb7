import os
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


@dataclass
class ParallelConfig:
    # kept for old YAML files that still say `device_ids: [0, 1, 2, 3]`
    device_ids: tuple = ()
    find_unused: bool = False
    bucket_mb: int = 50
    static_graph: bool = False


def current_device() -> torch.device:
    acc = torch.accelerator.current_accelerator()
    return acc if acc is not None else torch.device("cpu")


def count_params(module: nn.Module) -> str:
    n = sum(p.numel() for p in module.parameters() if p.requires_grad)
    return f"{n / 1e6:.1f}M"


def wrap(model: nn.Module, cfg: ParallelConfig) -> nn.Module:
    """Move the model to the accelerator of this worker and replicate it."""
    local_rank = int(os.environ.get("LOCAL_RANK", 0))
    world = int(os.environ.get("WORLD_SIZE", 1))
    model = model.to(current_device())
    if world == 1:
        return model

    ddp_kwargs = dict(
        bucket_cap_mb=cfg.bucket_mb,
        find_unused_parameters=cfg.find_unused,
        static_graph=cfg.static_graph,
        gradient_as_bucket_view=True,
    )
    if current_device().type != "cpu":
        ddp_kwargs["device_ids"] = [local_rank]
    return DistributedDataParallel(model, **ddp_kwargs)


def unwrap(model: nn.Module) -> nn.Module:
    return model.module if hasattr(model, "module") else model
