import functools
import os

import ray
import torch
import torch.distributed as dist
import torch.nn.functional as F


# values that make a call harmless
def values(q, k, v, C, ranks, t):
    F.scaled_dot_product_attention.__name__
    ray.remote(C).options(num_gpus=0)
    torch.distributions.Normal(0, 1)
    torch.distributions.Poisson(1)
    dist.new_group(ranks, backend="gloo", timeout=t)


# a group on the host
class Parallel:
    def receive(self, t):
        dist.recv(t, group=self.cpu_group)
        dist.reduce(t, 0, group=self.gloo_group)


# the name is bound anew in each turn
def loop(rows, x):
    for row in rows:
        g = row.view(2, 3)
        g = torch.cat([g, x], dim=0)
    return g


# prefixes and keys of a report are no variables
PREFIXES = ("CUDA_", "NCCL_", "UCX_")
report = {}
report["CUDA_HOME"] = os.environ.get("HOME")


# another `llm` than the one of the other function
def one(LLM, prompts, parameters):
    llm = LLM("x")
    llm.generate(prompts, parameters)


# a member of an enumeration is no default
class Backend(str, enum.Enum):
    GLOO = "gloo"
    NCCL = "nccl"


# an iterator
def chunks(iterable, n, size):
    return iterable.take(n * size)


# the method of a class of the project
class Context(Base):
    def record_stream(self, stream):
        super().record_stream(stream)


# what is written for the CPU
def backward_cpu(grad: torch.Tensor, indices: torch.Tensor):
    return grad.new_zeros(4).index_add_(0, indices, grad).tolist()

# replaced by what another accelerator has
torch.cuda.FloatStorage = torch.xpu.FloatStorage
torch.cuda.FloatTensor = torch.xpu.FloatTensor


# read on the way to a raise
def check(x: torch.Tensor, low: float):
    if low > 3:
        place = x.argmax().item()
        raise ValueError(f"at {place}")


# rounded up: few lengths are left
class Collator:
    def __call__(self, batch):
        widest = self._round(max(len(x) for x in batch), 64)
        longest = (max(len(x) for x in batch) + 7) // 8 * 8
        return torch.zeros(len(batch), widest), torch.zeros(len(batch), longest)
