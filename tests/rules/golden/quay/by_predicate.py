import torch


def _on_cuda(x):
    if x.ndim < 3:
        return False
    if x.device.type != "cuda":
        return False
    return True


def large(x):
    if _on_cuda(x):
        return torch.cuda.mem_get_info(x.device)
    return x.numel()


class _Swept:
    def run(self, x):
        return torch.cuda.mem_get_info()


def sweep(x):
    if x.device.type == "cuda":
        return _Swept().run(x)
    return x + 1


def _use_cuda(x):
    return x.ndim > 3


def named(x):
    if _use_cuda(x):
        return torch.cuda.mem_get_info()
    return x + 1


class _Mixed:
    def run(self, x):
        return torch.cuda.mem_get_info()


def mixed(x, fast):
    if x.is_cuda:
        return _Mixed().run(x)
    if torch.cuda.is_available():
        return _Mixed().run(x)
    return x + 1
