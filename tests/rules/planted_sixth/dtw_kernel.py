"""Soft-DTW forward recursion, one thread block per pair."""
import math

import numba as nb
import torch
from numba import cuda as gpu

MAX_THREADS = 1024


@nb.njit(cache=True)
def softmin_host(a, b, c, gamma):
    # host version, used by the unit tests
    m = min(a, b, c)
    return m - gamma * math.log(
        math.exp((m - a) / gamma) + math.exp((m - b) / gamma) + math.exp((m - c) / gamma)
    )


@gpu.jit
def _forward_kernel(D, gamma, n, m, passes, R):
    b = gpu.blockIdx.x
    i = gpu.threadIdx.x
    for p in range(passes):
        j = max(0, min(p - i, m - 1))
        if i + j == p and i < n and j < m:
            r0 = R[b, i, j]
            r1 = R[b, i, j + 1]
            r2 = R[b, i + 1, j]
            lo = min(r0, r1, r2)
            s = math.exp((lo - r0) / gamma) + math.exp((lo - r1) / gamma) + math.exp((lo - r2) / gamma)
            R[b, i + 1, j + 1] = D[b, i, j] + lo - gamma * math.log(s)
        gpu.syncthreads()


def soft_dtw(D: torch.Tensor, gamma: float = 1.0) -> torch.Tensor:
    B, n, m = D.shape
    threads = max(n, m)
    if threads > MAX_THREADS:
        raise ValueError(f"sequences longer than {MAX_THREADS} need the tiled version")
    R = torch.full((B, n + 2, m + 2), float("inf"), device=D.device, dtype=D.dtype)
    R[:, 0, 0] = 0
    _forward_kernel[B, threads](
        gpu.as_cuda_array(D.detach()), gamma, n, m, n + m - 1, gpu.as_cuda_array(R)
    )
    return R[:, -2, -2]
