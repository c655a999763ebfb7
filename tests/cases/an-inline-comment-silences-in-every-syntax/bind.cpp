// portfit: ignore[cuda-aten-header] -- for CUDA
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/CUDAEvent.h> /* portfit: ignore[cuda-aten-header] -- for CUDA */
