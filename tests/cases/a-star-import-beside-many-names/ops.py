import torch.distributed as dist
from torch.distributed import init_process_group as zzz
