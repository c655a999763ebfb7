"""Flags and parameters: what is off unless somebody asks for it is lowered, what the project turns on is not."""
import argparse

import torch
from layers import Mixer, Sub, attend, profile_step, warm_up


def read_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--record-ranges", action="store_true")  # nobody gives it: lowered
    parser.add_argument("--spread-run", action="store_true")  # launch.sh gives it
    parser.add_argument("--wide-run", default=False, type=bool)  # options.yaml gives it
    parser.add_argument("--always-wait", default=True, type=bool)  # on at first
    parser.add_argument("--late-wait", action="store_true")  # set below
    parser.add_argument("--set-wait", action="store_true")  # by a text of a list
    return parser.parse_args()


TRACE_ALL = False
TRACE_SOME = False


def main():
    args = read_args()
    if args.record_ranges:
        torch.cuda.synchronize()  # lowered
    if not args.record_ranges:
        torch.cuda.synchronize()  # the way that is taken
    if args.record_ranges or args.spread_run:
        torch.cuda.synchronize()  # either will do
    if args.spread_run:
        torch.cuda.synchronize()
    if args.wide_run:
        torch.cuda.synchronize()
    if args.always_wait:
        torch.cuda.synchronize()
    args.late_wait = choose_wait()
    if args.late_wait:
        torch.cuda.synchronize()
    if args.set_wait:
        torch.cuda.synchronize()
    if args.unknown_wait:
        torch.cuda.synchronize()  # no flag that is known
    if TRACE_ALL:
        torch.cuda.synchronize()  # lowered
    if TRACE_SOME:
        torch.cuda.synchronize()  # layers.py sets it
    for step in range(8):
        if not args.record_ranges:
            continue
        torch.cuda.synchronize()  # lowered
    profile_step(step, deep_profile=True)
    warm_up(step, 4, True)
    Mixer(8, "relu", True)
    Sub(8, True)
    attend(step, step)
    return ["--set-wait"]


def choose_wait():
    return torch.rand(1) > 0


if __name__ == "__main__":
    main()
