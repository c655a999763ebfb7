import torch


@torch.library.custom_op("asr::rel_shift", mutates_args=())
def rel_shift(x: torch.Tensor) -> torch.Tensor:
    return x.clone()


@torch.library.register_kernel("asr::rel_shift", "cuda")
def rel_shift_cuda(x):
    return x.clone()
