import cupy

SOURCE = r"""
extern "C" __global__ void suppress(const float *boxes, int n, unsigned char *keep) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) keep[i] = boxes[4 * i + 2] > boxes[4 * i];
}
"""

suppress = cupy.RawKernel(SOURCE, "suppress")
