import torch
from torch import _C

# hasattr of the same name, in the same condition and around
if hasattr(_C, '_cuda_setRNGState') and callable(_C._cuda_setRNGState):
    _C._cuda_setRNGState(1)
if not hasattr(_C, '_cuda_getDevice'):
    _C._cuda_getDevice()
# what every build of PyTorch has is no protection
if hasattr(torch.cuda, 'synchronize'):
    torch.cuda.synchronize()


def version():
    if torch.version.cuda is not None:
        torch.cuda.synchronize()
    if torch.version.cuda is None:
        return
    torch.cuda.synchronize()


def left():
    if not torch.cuda.is_available():
        return
    torch.cuda.synchronize()


def raised():
    if not torch.cuda.is_available():
        raise RuntimeError
    torch.cuda.synchronize()


def counted(x, hint):
    if torch.cuda.device_count() > 0:
        torch.cuda.empty_cache()
    if torch.cuda.device_count() == 0:
        torch.cuda.empty_cache()
    if torch.cuda.is_available() or hint:
        torch.cuda.empty_cache()
    return torch.cuda.FloatTensor if x.is_cuda else torch.FloatTensor


def others(name, platform):
    if name == "hpu":
        import habana_frameworks.torch
    elif name != "npu":
        import torch_npu
    if platform.is_rocm():
        torch.cuda.synchronize()
    else:
        torch.cuda.synchronize()


class NPUWorker:
    def wait(self):
        torch.cuda.synchronize()


def required(expected, device):
    assert torch.cuda.is_available() == expected
    if not torch.cuda.is_available() and device == "cuda":
        raise RuntimeError


def tried(x):
    try:
        return torch.linalg.svd(x)
    except Exception:
        return None


def several(platform):
    if platform.is_cuda() or platform.is_hip():
        import sgl_kernel
    if platform.is_cuda() or platform.is_big():
        import sgl_kernel


def skipped(self):
    if not torch.cuda.is_available():
        raise unittest.SkipTest("no CUDA")


def chosen(x, fnuz):
    if fnuz:
        kind = torch.float8_e4m3fnuz
    else:
        kind = torch.float8_e4m3fn
    return x.to(kind), x.to(torch.float8_e4m3fnuz)


class CupyBackend:
    def start(self):
        import cupy


def named(a, b):
    cuda = torch.cuda.is_available()
    count = torch.cuda.device_count() if cuda else None
    if cuda:
        torch.cuda.synchronize()
    assert a.is_cuda and b.is_cuda
    return count
