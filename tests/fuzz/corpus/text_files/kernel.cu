#include <cuda_runtime.h>
// c
__global__ void f(float *x) { asm volatile("mov.u32 %0;" : : ); }
f<<<1, 2>>>(x); /* d */
