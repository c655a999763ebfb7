#include <ATen/cuda/CUDAContext.h>
TORCH_LIBRARY(a, m) { m.def("f(Tensor x) -> Tensor"); } const char *s = "__global__";
