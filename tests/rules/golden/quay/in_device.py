"""What is done where a device's name has "cuda" in it is left out on a target, as behind device == "cuda"."""
import torch


class Gauges:
    def __init__(self, device):
        self.device = device

    def free(self):
        if "cuda" in self.device:
            return torch.cuda.mem_get_info()[0]
        return 0

    def start(self):
        return torch.cuda.Event(enable_timing=True) if "cuda" in str(self.device) else None

    def others(self):
        if "cuda" not in self.device:
            return 0
        return torch.cuda.mem_get_info()[0]

    def wanted(self, names):
        if "cuda" in names:
            return torch.cuda.mem_get_info()[0]
        return 0


def gauges(device):
    g = Gauges(device)
    return g.free(), g.start(), g.others(), g.wanted([])


gauges("cpu")
