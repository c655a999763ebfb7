import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--nvtx-ranges", action="store_true")
args = parser.parse_args()


def batch(ids, pinned=False):
    torch._dynamo.mark_dynamic(ids, 1)
    if pinned:
        ids = ids.cuda()
    return ids


if args.nvtx_ranges:
    torch.cuda.synchronize()
batch(torch.ones(2, 2))
