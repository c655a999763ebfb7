"""Fields of objects whose class stands in the file."""
from dataclasses import dataclass, field

import torch
import torch.distributed as dist


@dataclass
class Config:
    where: str = "cuda"
    host: str = "cpu"
    spot: str = field(default="cuda:0")
    place: str = field(default_factory=lambda: "cuda:1")
    comm: str = field(default_factory=lambda: "nccl")
    dtype: torch.dtype = torch.float64


class Derived(Config):
    steps: int = 3


def run(config: Config, x):
    x.to(config.spot)
    x.to(config.host)
    return x.to(config.dtype)


def start():
    config = Derived()
    dist.init_process_group(backend=config.comm)
    return torch.nn.Linear(1, 1).to(config.where)


class Runner:
    def __init__(self, config: Config):
        self.config = config
        self.other = Config(where="cpu")

    def run(self, x):
        x.to(self.other.where)
        return x.to(self.config.place)


def elsewhere(x, config):
    made = Config(where="cpu")
    x.to(made.where)
    changed = Config()
    changed.where = "cpu"
    x.to(changed.where)
    Config("cpu")
    return x.to(config.where)
