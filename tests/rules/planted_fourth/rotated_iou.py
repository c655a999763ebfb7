"""Pairwise box overlap for the NMS of the lidar detector."""
import math

import numpy as np
from numba import cuda as gpu
from numba import njit

TPB = 64


@njit(cache=True)
def area(b):
    return (b[2] - b[0]) * (b[3] - b[1])


@gpu.jit("void(float32[:,:], float32[:,:], float32[:,:])")
def _overlap(a, b, out):
    i, j = gpu.grid(2)
    if i < a.shape[0] and j < b.shape[0]:
        w = min(a[i, 2], b[j, 2]) - max(a[i, 0], b[j, 0])
        h = min(a[i, 3], b[j, 3]) - max(a[i, 1], b[j, 1])
        out[i, j] = max(w, 0.0) * max(h, 0.0)


def overlap(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    out = np.zeros((a.shape[0], b.shape[0]), np.float32)
    grid = (math.ceil(a.shape[0] / 8), math.ceil(b.shape[0] / 8))
    _overlap[grid, (8, 8)](a, b, out)
    return out


def cuda_name_of(cls_id: int) -> str:
    """Barracuda classes start at 40, hence the odd name."""
    return f"barra{cls_id}"
