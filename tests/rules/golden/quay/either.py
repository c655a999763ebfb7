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


class Neck(torch.nn.Module):
    """What forward takes is perhaps a list, which len() reads."""

    def forward(self, inputs):
        for i in range(len(inputs)):
            inputs[i] = inputs[i] + 1
        x = torch.cat(inputs)
        state = x[:, 0]
        for i in range(x.size(1)):
            state = torch.tanh(state + x[:, i])
        return state


def _ipex_post_process(model):
    y = torch.ops.hpu.cast_to_fp8_v2(model, 1.0)
    return torch.jit.trace(model, y)


def post_process(model):
    y = torch.ops.cast_lib.to_fp8(model, 1.0)
    return torch.jit.trace(model, y)


def scale(model):
    return torch.ops.hpu.scale(model), torch.ops.quay.xpu_scale(model)


class Windows(torch.nn.Module):
    """Extents are numbers of Python."""

    def forward(self, x, H, W, level):
        pad_h, pad_w = -H % 7, -W % 7
        if pad_h > 0 and pad_w > 0:
            x = x + 1
        if level > 0 and x.sum() > 0:
            x = x + 1
        return x


print(f"cuda: {torch.cuda.is_available()}")
wanted = torch.cuda.is_available()

if False:
    torch.cuda.synchronize()
else:
    torch.cuda.synchronize()


def measure(device):
    if _is_cuda(device):
        torch.cuda.reset_peak_memory_stats(device)
    torch.cuda.reset_peak_memory_stats(device)


def convert(src, dst):
    weights = torch.load(src, map_location="cpu")["model"]
    torch.save({"model": weights}, dst)


def resume(model, src, dst):
    model.load_state_dict(torch.load(src, map_location="cpu"))
    torch.save(model.state, dst)


def where():
    return torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")


def index(rank):
    return torch.device(f"cuda:{rank}" if torch.cuda.is_available() else "cpu")
