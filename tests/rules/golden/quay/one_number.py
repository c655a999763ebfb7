"""A number where a tensor may be given, and other tensors of a type that is chosen."""
import torch


def steps(timestep, sample):
    timesteps = timestep
    if not torch.is_tensor(timesteps):
        is_mps = sample.device.type == "mps"
        if isinstance(timestep, float):
            dtype = torch.float32 if is_mps else torch.float64
        else:
            dtype = torch.int32 if is_mps else torch.int64
        timesteps = torch.tensor([timesteps], dtype=dtype, device=sample.device)
    return timesteps.expand(sample.shape[0])


def typed_steps(t, sample, is_mps):
    if not isinstance(t, torch.Tensor):
        if isinstance(t, float):
            dtype = torch.float32 if is_mps else torch.float64
        else:
            dtype = torch.int64
        t = torch.tensor(
            [t], dtype=dtype, device=sample.device
        )
    return t


def wide(values, sample, is_mps):
    if not torch.is_tensor(values):
        dtype = torch.float32 if is_mps else torch.float64
        values = torch.tensor([values], dtype=dtype, device=sample.device)
    return values


def all_of_them(values, sample, is_mps):
    if not torch.is_tensor(values):
        if isinstance(values, float):
            dtype = torch.float32
        else:
            dtype = torch.float32 if is_mps else torch.float64
        values = torch.tensor([values], dtype=dtype, device=sample.device)
    return values


def many(values, sample, is_mps):
    if not torch.is_tensor(values):
        if isinstance(values[0], float):
            dtype = torch.float32 if is_mps else torch.float64
        else:
            dtype = torch.int64
        values = torch.tensor(values, dtype=dtype, device=sample.device)
    return values


def always(value, sample, is_mps):
    dtype = torch.float32
    if isinstance(value, float):
        dtype = torch.float32 if is_mps else torch.float64
    return torch.tensor([value], dtype=dtype, device=sample.device)


def only_way(value, sample):
    if not torch.is_tensor(value):
        if isinstance(value, float):
            value = torch.tensor([value], dtype=torch.float64, device=sample.device)
    return value
