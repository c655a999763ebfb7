"""Mixed precision policy object, shared by trainer and evaluator."""
from contextlib import nullcontext

import torch


class PrecisionPolicy:
    device_type = "cuda"
    dtype = torch.bfloat16

    def __init__(self, enabled: bool = True, cache: bool = True):
        self.enabled = enabled
        self.cache = cache

    def forward_ctx(self):
        if not self.enabled:
            return nullcontext()
        return torch.autocast(self.device_type, dtype=self.dtype, cache_enabled=self.cache)

    def __repr__(self):
        # shown in the run summary, e.g. "bf16-mixed (was: torch.cuda.amp)"
        return f"bf16-mixed={self.enabled}"


class Evaluator:
    def __init__(self, net, policy=None):
        self.net = net
        self.policy = policy or PrecisionPolicy()

    @torch.no_grad()
    def __call__(self, batch):
        with self.policy.forward_ctx():
            out = self.net(**batch)
        return out.logits.float()
