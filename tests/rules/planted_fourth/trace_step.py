"""`larch trace`: profile a few training steps and write a chrome trace."""
import torch
from torch import profiler as tp

WANTED = ("CPU", "CUDA")
SORT = "self_cpu_time_total"


def make_profiler(out_dir, warmup=2, active=3):
    acts = [getattr(tp.ProfilerActivity, n) for n in WANTED]
    return tp.profile(
        activities=acts,
        schedule=tp.schedule(wait=1, warmup=warmup, active=active),
        on_trace_ready=tp.tensorboard_trace_handler(out_dir),
        record_shapes=True,
    )


def run(step_fn, loader, out_dir, n=8):
    title = "CUDA" if "cuda" in out_dir else "generic"  # chart heading only
    with make_profiler(out_dir) as prof:
        for _, batch in zip(range(n), loader):
            step_fn(batch)
            prof.step()
    print(title)
    print(prof.key_averages().table(sort_by=SORT, row_limit=20))
