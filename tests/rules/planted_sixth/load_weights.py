#!/usr/bin/env python3
"""Load sharded detector weights.  usage: load_weights.py DIR"""
import glob
import os
import re
import sys

import torch

SHARD = re.compile(r"shard-(\d+)-of-(\d+)\.pt$")


def local_rank():
    return int(os.getenv('LOCAL_RANK', '0'))


def to_this_worker(storage, location):
    # `location` says "cuda:3" or "cpu" as it was when the file was written
    return storage.cuda(local_rank())


def shards(folder):
    found = sorted(glob.glob(os.path.join(folder, 'shard-*.pt')))
    if not found:
        raise FileNotFoundError(folder)
    total = int(SHARD.search(found[0]).group(2))
    if len(found) != total:
        raise RuntimeError('%d of %d shards' % (len(found), total))
    return found


def load_state(folder):
    state = {}
    for path in shards(folder):
        part = torch.load(path, map_location=to_this_worker, weights_only=True)
        clash = state.keys() & part.keys()
        if clash:
            raise RuntimeError('key in two shards: %s' % sorted(clash)[0])
        state.update(part)
    return state


if __name__ == '__main__':
    for name, value in load_state(sys.argv[1]).items():
        print(name, tuple(value.shape), value.dtype)
