import torch
from torch.cuda.amp import custom_bwd, custom_fwd


class SlowScan(torch.autograd.Function):
    @staticmethod
    @custom_fwd
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.cumsum(x, dim=-1)

    @staticmethod
    @custom_bwd
    def backward(ctx, grad):
        return grad.flip(-1).cumsum(-1).flip(-1)
