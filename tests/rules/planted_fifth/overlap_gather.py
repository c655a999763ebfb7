"""Asynchronous parameter gathering for the ZeRO-like wrapper."""
import torch
import torch.distributed as dist


class GatherHandle:
    def __init__(self, out, shard, work):
        self.out, self.shard, self.work = out, shard, work

    def wait(self):
        self.work.wait()
        # keep the shard alive until the consumer has run (no torch.cuda here any more)
        stream = torch.accelerator.current_stream()
        self.shard.record_stream(stream)
        return self.out


class Gatherer:
    def __init__(self, group=None):
        self.group = group
        self.world = dist.get_world_size(group)
        self.records = []

    def launch(self, shard: torch.Tensor) -> GatherHandle:
        out = shard.new_empty(self.world * shard.numel())
        work = dist.all_gather_into_tensor(out, shard.flatten(), group=self.group, async_op=True)
        return GatherHandle(out, shard, work)

    def record_step(self, name: str, n: int):
        self.records.append((name, n))


def summary(g: Gatherer) -> str:
    return "; ".join(f"stream {name}: {n}" for name, n in g.records)
