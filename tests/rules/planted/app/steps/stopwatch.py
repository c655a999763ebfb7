"""Times a stretch of work without stopping the queue."""
import torch


class Stopwatch:
    def __init__(self):
        self.marks = [torch.cuda.Event(enable_timing=True) for _ in range(2)]

    def __enter__(self):
        self.marks[0].record()
        return self

    def __exit__(self, *exception):
        self.marks[1].record()
