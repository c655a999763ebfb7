from torch.utils.data import DataLoader
import torch.distributed as dist

group = dict(backend="nccl", timeout=60)
group.update(backend="nccl")
more = {"backend": "nccl"}
options = {"pin_memory_device": "cuda"}
options["pin_memory_device"] = "cuda:0"
options.update(pin_memory=True, num_workers=4)
plain = dict(pin_memory=True, num_workers=4)
config = Config(backend="nccl")
pin_memory_device = "cuda"
