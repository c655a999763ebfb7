/* portfit: ignore-file[file-cuda-source] until=2025-12-31 -- to be removed */
__global__ void f() {}
