"""One optimisation step, used by every recipe in recipes/."""
from dataclasses import dataclass

import torch
from torch import amp
from torch.nn.utils import clip_grad_norm_


@dataclass
class Precision:
    name: str = "fp16"

    @property
    def half(self):
        return self.name == "fp16"


class Stepper:
    """(Was tied to torch.cuda.amp; rewritten on top of torch.amp in 2025.)"""

    def __init__(self, net, opt, prec=Precision(), clip=1.0):
        self.net, self.opt, self.clip = net, opt, clip
        self.prec = prec
        self.device = next(net.parameters()).device
        self.scaler = amp.GradScaler(enabled=prec.half, init_scale=2.0**14)

    def __call__(self, batch):
        self.opt.zero_grad(set_to_none=True)
        kind = torch.float16 if self.prec.half else torch.bfloat16
        with amp.autocast(self.device.type, dtype=kind):
            loss = self.net(**batch).loss
        self.scaler.scale(loss).backward()
        self.scaler.unscale_(self.opt)
        clip_grad_norm_(self.net.parameters(), self.clip)
        self.scaler.step(self.opt)
        self.scaler.update()
        return loss.detach()
