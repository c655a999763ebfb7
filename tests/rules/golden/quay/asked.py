"""What functions, methods and names of the file say is there."""
import contextlib
import importlib.util

import torch


def is_wide(device):
    return device.type == "cuda" and device.index is not None


def _fits(x):
    """Big ones, on the GPU."""
    if not x.is_cuda:  # here
        return False
    return x.numel() > 8


def _probe():
    try:
        import triton
    except ImportError:
        return False
    return True


def there():
    return bool(torch.cuda.is_available())


def lacking():
    return not torch.cuda.is_available()


def anything(x):
    return x.is_cuda or x.numel() > 8


def pair(x):
    return x.is_cuda, x


def made(x):
    return open(x.is_cuda)


def either(x):
    if x.is_cuda:
        return True
    return x.numel() > 8


def needed():
    if not torch.cuda.is_available():
        raise RuntimeError("no CUDA")
    return True


def steps():
    yield torch.cuda.is_available()


async def later():
    return torch.cuda.is_available()


HAS_TILES = _probe()
READY = there()
GIVEN = anything(open("x"))


def guarded(x):
    if is_wide(x.device):
        return torch.cuda.Stream()
    if _fits(x):
        return torch.cuda.Stream()
    if HAS_TILES:
        import triton
    if READY:
        return torch.cuda.Stream()
    if not lacking():
        return torch.cuda.Stream()
    y = torch.cuda.Stream() if there() else None
    if lacking():
        return x
    return torch.cuda.Stream(), y


def bare(x):
    if anything(x):
        torch.cuda.Stream()
    if pair(x):
        torch.cuda.Stream()
    if made(x):
        torch.cuda.Stream()
    if either(x):
        torch.cuda.Stream()
    if needed():
        torch.cuda.Stream()
    if steps():
        torch.cuda.Stream()
    if later():
        torch.cuda.Stream()
    if there:
        torch.cuda.Stream()
    if GIVEN:
        torch.cuda.Stream()
    if lacking():
        torch.cuda.Stream()
    if not there():
        raise RuntimeError
    torch.cuda.Stream()


class Mixer:
    def _wanted(self):
        return self.weight.is_cuda and self.training

    @property
    def fast(self):
        return self._wanted()

    def forward(self, x):
        if self._wanted():
            return torch.cuda.Stream()
        if self.fast:
            return torch.cuda.Stream()
        if self._wanted:
            return torch.cuda.Stream()
        return x

    def back(self, x):
        if not self._wanted():
            return x
        return torch.cuda.Stream()


with contextlib.suppress(ImportError):
    import flash_attn
with contextlib.suppress(ValueError):
    import xformers
if importlib.util.find_spec("apex") is not None:
    import apex
