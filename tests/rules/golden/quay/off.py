import torch
from torch.cuda.amp import autocast

OFF = False


class Norm(torch.nn.Module):
    def __init__(self, half=False):
        super().__init__()
        self.half = half

    def forward(self, x):
        with torch.cuda.amp.autocast(enabled=False):
            x = x.float() * 2
        with autocast(False):
            x = x * 2
        with torch.autocast(device_type="cuda", enabled=False):
            x = x * 2
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=False):
            x = x * 2
        with torch.autocast(device_type=x.device.type, enabled=False):
            x = x * 2
        # somebody may switch these on
        with autocast(enabled=self.half):
            x = x * 2
        with autocast(enabled=OFF):
            x = x * 2
        with autocast(enabled=x.dtype != torch.float32):
            x = x * 2
        with torch.autocast("cuda", enabled=not OFF):
            return x * 2

    @autocast(enabled=False)
    def scale(self, x):
        return x * 2

    @autocast()
    def turn(self, x):
        return -x
