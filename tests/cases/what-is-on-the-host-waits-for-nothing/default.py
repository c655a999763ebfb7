import torch

torch.set_default_device("tpu")
print(torch.arange(4).tolist())
