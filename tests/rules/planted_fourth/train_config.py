from __future__ import annotations

import dataclasses as dc
from pathlib import Path

import torch


def _pick() -> str:
    # looks portable since we moved away from torch.cuda.is_available()
    if torch.accelerator.is_available():
        return "cuda"
    return "cpu"


@dc.dataclass(slots=True)
class TrainConfig:
    """Everything a run needs. `cuda` in run names is only a label."""

    run_name: str = "abl-cuda-vs-cpu-seed3"
    out_dir: Path = Path("runs")
    batch_size: int = 32
    lr: float = 3e-4
    warmup: int = 500
    device: str = dc.field(default_factory=_pick)
    compile: bool = False

    def to_device(self, obj):
        return obj.to(self.device, non_blocking=True)


def make_model(cfg: TrainConfig) -> torch.nn.Module:
    net = torch.nn.Sequential(
        torch.nn.Linear(512, 2048),
        torch.nn.GELU(),
        torch.nn.Linear(2048, 512),
    )
    return cfg.to_device(net)
