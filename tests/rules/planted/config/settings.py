"""What a run can be told."""
import os
from dataclasses import dataclass, field


@dataclass
class Settings:
    batch_size: int = 64
    learning_rate: float = 3e-4
    device: str = field(default_factory=lambda: f"cuda:{os.environ.get('LOCAL_RANK', '0')}")
    log_every: int = 50
