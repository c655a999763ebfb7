/* portfit: ignore-file[file-cuda-source] -- for CUDA */
__global__ void f() {}
