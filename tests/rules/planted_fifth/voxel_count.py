"""Count lidar points per voxel."""
import cupy as cp
import torch

SRC = r"""
extern "C" __global__
void count(const int* idx, int* out, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) atomicAdd(&out[idx[i]], 1);
}
"""

_kernel = cp.RawKernel(SRC, "count")


def voxel_index(points, origin, size, dims):
    ijk = ((points - origin) / size).floor().to(torch.int32)
    ijk = ijk.clamp_min(0)
    return (ijk[:, 0] * dims[1] + ijk[:, 1]) * dims[2] + ijk[:, 2]


def count(points, origin, size, dims):
    # a pure torch fallback (bincount) lives in voxel_ref.py
    idx = cp.from_dlpack(voxel_index(points, origin, size, dims).contiguous())
    out = cp.zeros(dims[0] * dims[1] * dims[2], dtype=cp.int32)
    n = idx.size
    _kernel(((n + 255) // 256,), (256,), (idx, out, n))
    return torch.from_dlpack(out).view(*dims)
