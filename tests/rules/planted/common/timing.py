"""Wall time of a block of work on the accelerator."""
import time
from contextlib import contextmanager

from torch import cuda as gpu


@contextmanager
def timed(label, sink):
    start = time.perf_counter()
    yield
    gpu.synchronize()
    sink[label] = time.perf_counter() - start
