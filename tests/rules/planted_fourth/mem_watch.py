"""Dump an allocator timeline when a training step runs out of memory."""
import contextlib
import pathlib
import time

from torch.cuda import memory as cmem

DUMP = pathlib.Path("/var/tmp/oom")


class memory:  # noqa: N801  our own counters, same name on purpose
    peak = 0

    @classmethod
    def update(cls, n):
        cls.peak = max(cls.peak, n)


@contextlib.contextmanager
def oom_snapshot(tag: str, max_entries: int = 100_000):
    cmem._record_memory_history(max_entries=max_entries)
    try:
        yield
    except RuntimeError as err:
        if "out of memory" in str(err):
            DUMP.mkdir(parents=True, exist_ok=True)
            cmem._dump_snapshot(str(DUMP / f"{tag}-{int(time.time())}.pickle"))
        raise
    finally:
        memory.update(1)
