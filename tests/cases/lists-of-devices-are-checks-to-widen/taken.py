import torch

OPTIONS = {"device_type": "cuda", "dtype": torch.bfloat16}
UNKNOWN = {"device_type": "cuda"}
DEVICE = {"device": "cuda"}


def cast(x):
    with torch.autocast(**OPTIONS):
        return x * 2
