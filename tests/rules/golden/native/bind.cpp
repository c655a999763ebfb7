#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include "kernel.cuh"
static const char *about = "uses cudaMalloc inside";
at::Tensor scale(at::Tensor x, double by) {
    TORCH_CHECK(x.is_cuda(), "x must be on the device");
    auto stream = at::cuda::getCurrentCUDAStream();
    run(x.data_ptr<float>(), by, x.numel());
    return x;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("scale", &scale); }
