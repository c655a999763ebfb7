"""Refuses to start where a run would fail after an hour."""
import shutil
import sys

import torch


def check(folder):
    if shutil.disk_usage(folder).free < 50 << 30:
        sys.exit("less than 50 GiB free")
    if not torch.cuda.is_available():
        sys.exit("no GPU in sight")
    return True
