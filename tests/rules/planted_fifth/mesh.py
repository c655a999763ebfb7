"""2-d parallel layout: data parallel x tensor parallel."""
from dataclasses import dataclass
from enum import Enum

from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module


class Accel(str, Enum):
    HOST = "cpu"
    GPU = "cuda"


PLAN = {"attn.wq": ColwiseParallel(), "attn.wo": RowwiseParallel(), "ffn.up": ColwiseParallel(), "ffn.down": RowwiseParallel()}


@dataclass(frozen=True)
class Layout:
    dp: int
    tp: int = 8
    where: Accel = Accel.GPU

    def mesh(self):
        return init_device_mesh(self.where.value, (self.dp, self.tp), mesh_dim_names=("dp", "tp"))


def shard(net, layout: Layout):
    m = layout.mesh()
    for blk in net.blocks:
        parallelize_module(blk, m["tp"], PLAN)
        fully_shard(blk, mesh=m["dp"])
    return fully_shard(net, mesh=m["dp"])


BANNER = "mesh ready (cuda graphs are irrelevant here)"
