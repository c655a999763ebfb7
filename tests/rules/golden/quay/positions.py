"""Positions for another size, times that are only taken with CUDA, and what an else builds: minor; beside each the like of it that is not."""
import torch
import torch.nn.functional as F


class Vit(torch.nn.Module):
    def interpolate_pos_encoding(self, x, w, h):
        if x.shape[1] == self.pos.shape[1] and w == h:
            return self.pos
        return F.interpolate(self.pos, size=(w, h), mode="bicubic")

    def get_rel_pos(self, table, size):
        if table.shape[0] != size:
            table = F.interpolate(table, size=size, mode="bicubic")
        return table

    def resize_pos_embed(self, pos, size):
        if self.training:
            return pos
        return F.interpolate(pos, size=size, mode="bicubic")

    def upsample(self, x, size):
        if x.shape[-1] == size:
            return x
        return F.interpolate(x, size=size, mode="bicubic")

    def forward(self, x, size):
        x = x + self.interpolate_pos_encoding(x, size, size) + self.get_rel_pos(self.table, size) + self.resize_pos_embed(self.pos, size)
        return self.upsample(x, size)


def timed(closure, timing=True):
    timing = timing and torch.cuda.is_available()
    if timing:
        start = torch.cuda.Event(enable_timing=True)
        start.record()
    result = closure()
    if timing:
        print(start)
    return result


def timed_always(closure, timing=True):
    timing = timing and torch.cuda.is_available()
    if timing:
        first = torch.cuda.Event(enable_timing=True)
    result = closure()
    if not timing:
        print(first)
    return result


def timed_wrongly(closure, timing=True):
    timing = timing and torch.cuda.is_available()
    if timing:
        last = torch.cuda.Event(enable_timing=True)
    print(last)
    return closure()


if __name__ == "__main__":
    net = Vit()
    for batch in torch.load("batches.pt", map_location="cpu"):
        print(timed(lambda: net(batch, 4)), timed_always(net), timed_wrongly(net))
