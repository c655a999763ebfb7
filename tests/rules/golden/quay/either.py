"""A name that is one of two packages; what a thing is for; what does not grow."""
import torch

try:
    import cupy as np
except ImportError:
    import numpy as np


def count(x):
    return np.asarray(x)


def merge(config, whole):
    for layer in config.layers:
        mlp = layer.mlp
        mlp.weight = torch.cat([mlp.gate, mlp.weight], dim=0)
        whole.table = torch.cat([whole.table, mlp.weight], dim=0)


register(name="fast", devices=("cuda",))
torch.empty(2, device="cuda")
torch.save({"x": torch.zeros(2).cpu()}, "x.pt")
torch.save(config, "y.pt")


def _test_bag_cpu_helper():
    return torch.nn.EmbeddingBag(8, 8), torch.bincount(data)


def moved(y: torch.Tensor, need_xformers_init, opt):
    far = y.to(device="cpu", dtype=torch.float64)
    near = y.to(dtype=torch.float64)
    if need_xformers_init:
        import xformers
    register(name="slow", device=["xpu", "cuda"])
    register(name="one", device="cuda" if opt else "cpu")
    version = str(torch.version.cuda or "none")
    if y.is_cuda and opt:
        raise ValueError(version)
    env_info["CUDA_HOME"] = far, near
    if backend_supports_cuda(opt):
        torch.cuda.set_device(0)


try:
    import flash_attn
    torch.cuda.synchronize()
except ImportError:
    pass
