import torch
x = torch.zeros(
    3,
    device='cuda',  # portfit: ignore[device-cuda-literal] -- example
)
