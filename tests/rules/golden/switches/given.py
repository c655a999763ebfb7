"""Switches that are off at first and are given in ways that are no keyword argument."""
import argparse
import subprocess

import torch


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("-q", "--ask-quick", action="store_true")
    parser.add_argument("-w", "--ask-wide", action="store_true")
    parser.add_argument("--ask-late", action="store_true")
    parser.add_argument("--ask-far", action="store_true")
    return parser.parse_args()


def by_option(args):
    if args.ask_quick:  # launch.sh gives -q
        torch.cuda.synchronize()
    if args.ask_wide:  # nothing gives -w
        torch.cuda.synchronize()
    setattr(args, "ask_late", True)
    if args.ask_late:
        torch.cuda.synchronize()
    if args.ask_far:  # in a text that is split
        torch.cuda.synchronize()


def launch():
    subprocess.run("python given.py --ask-far".split())


def by_pairs(ask_pair=False):
    if ask_pair:
        torch.cuda.synchronize()


def by_default(ask_preset=False):
    if ask_preset:
        torch.cuda.synchronize()


def by_asking(options, ask_only_read=False):
    if options.get("ask_only_read", False):
        print("asked for")
    if ask_only_read:
        torch.cuda.synchronize()


def in_a_table(x, ask_table=False):
    if ask_table:
        torch.cuda.synchronize()


def in_a_list(ask_listed=False):
    if ask_listed:
        torch.cuda.synchronize()


TABLE = {"one": in_a_table}
WANTED = ["ask_listed"]


def main():
    by_option(read_options())
    by_pairs(**dict([("ask_pair", True)]))
    more = {}
    more.setdefault("ask_preset", True)
    by_default(**more)
    by_asking(argparse.Namespace())
    for work in TABLE.values():
        work(1, True)
    in_a_list(**{name: True for name in WANTED})


if __name__ == "__main__":
    main()
