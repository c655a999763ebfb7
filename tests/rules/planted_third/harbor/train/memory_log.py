from torch import cuda


class MemoryLog:
    def __init__(self, writer):
        self.writer = writer

    def record(self, step):
        peak = cuda.max_memory_allocated() / 2**20
        self.writer.add_scalar("memory/peak_mib", peak, step)
