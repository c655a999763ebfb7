// Python binding of the rotary embedding op.
#include <torch/library.h>
#include <ATen/ATen.h>

namespace larch {

// defined in rope.cc; written in plain ATen since the CUDA kernel was dropped
at::Tensor rope_forward(const at::Tensor& q, const at::Tensor& cos, const at::Tensor& sin) {
  const auto half = q.size(-1) / 2;
  auto lo = q.narrow(-1, 0, half);
  auto hi = q.narrow(-1, half, half);
  auto rot = at::cat({hi.neg(), lo}, -1);
  return q * cos + rot * sin;
}

static const char* kDoc = "see notes/cuda.md for the history of this op";

}  // namespace larch

TORCH_LIBRARY(larch, m) {
  m.def("rope(Tensor q, Tensor cos, Tensor sin) -> Tensor");
}

TORCH_LIBRARY_IMPL(larch, CUDA, m) {
  m.impl("rope", &larch::rope_forward);
}
