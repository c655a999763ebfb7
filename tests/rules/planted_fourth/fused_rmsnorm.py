import torch
import triton
import triton.language as tl


@triton.jit
def _rms_fwd(x_ptr, w_ptr, y_ptr, stride, n_cols, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    keep = cols < n_cols
    x = tl.load(x_ptr + row * stride + cols, mask=keep, other=0.0).to(tl.float32)
    rstd = 1.0 / tl.sqrt(tl.sum(x * x, axis=0) / n_cols + eps)
    w = tl.load(w_ptr + cols, mask=keep, other=0.0)
    tl.store(y_ptr + row * stride + cols, x * rstd * w, mask=keep)


def rmsnorm_ref(x, w, eps=1e-6):
    """Plain version, used in tests; the word triton here is only text."""
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * w


class RMSNorm(torch.nn.Module):
    def __init__(self, d, eps=1e-6):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(d))
        self.eps = eps

    def forward(self, x):
        x2 = x.reshape(-1, x.shape[-1]).contiguous()
        y = torch.empty_like(x2)
        n = x2.shape[1]
        _rms_fwd[(x2.shape[0],)](x2, self.weight, y, x2.stride(0), n, self.eps, BLOCK=1 << (n - 1).bit_length())
        return y.view_as(x)
