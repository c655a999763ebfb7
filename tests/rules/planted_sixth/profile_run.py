"""Profile a few steps of any training function.

    python profile_run.py --steps 8 --out trace/
"""
import argparse
from pathlib import Path

import torch
from torch import profiler as prof

ACTIVITIES = {
    "host": (prof.ProfilerActivity.CPU,),
    "all": (prof.ProfilerActivity.CPU, prof.ProfilerActivity.CUDA),
}


def parse_args():
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--steps", type=int, default=8)
    ap.add_argument("--what", choices=sorted(ACTIVITIES), default="all")
    ap.add_argument("--out", type=Path, default=Path("trace"))
    return ap.parse_args()


def toy_step(device):
    x = torch.randn(256, 1024, device=device)
    w = torch.randn(1024, 1024, device=device, requires_grad=True)
    (x @ w).relu().sum().backward()


def main():
    args = parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
    settings = {
        "activities": ACTIVITIES[args.what],
        "schedule": prof.schedule(wait=1, warmup=1, active=args.steps),
        "record_shapes": True,
        "on_trace_ready": prof.tensorboard_trace_handler(str(args.out)),
    }
    with prof.profile(**settings) as p:
        for _ in range(args.steps + 2):
            toy_step(device)
            p.step()
    print("the CUDA column of older reports is called 'device' now")


if __name__ == "__main__":
    main()
