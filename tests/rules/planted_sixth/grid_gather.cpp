// Python bindings of the sparse-grid gather.
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>

#include <cstdint>
#include <vector>

namespace grid {

// launcher, defined next to the kernel
void launch_gather(const float* table, const int32_t* index, float* out,
                   int64_t n, int64_t width, cudaStream_t stream);

namespace {

// not to be confused with the CUDA "texture" path removed in v0.3
constexpr int64_t kMaxWidth = 128;

void check(const at::Tensor& t, const char* name) {
  TORCH_CHECK(t.is_contiguous(), name, " must be contiguous");
  TORCH_CHECK(t.dim() >= 1, name, " must have at least one dimension");
}

}  // namespace

at::Tensor gather(const at::Tensor& table, const at::Tensor& index) {
  check(table, "table");
  check(index, "index");
  TORCH_CHECK(table.size(1) <= kMaxWidth, "row too wide");

  auto out = at::empty({index.size(0), table.size(1)}, table.options());
  launch_gather(table.data_ptr<float>(), index.data_ptr<int32_t>(),
                out.data_ptr<float>(), index.size(0), table.size(1),
                at::cuda::getCurrentCUDAStream());
  return out;
}

std::vector<int64_t> shape_of(const at::Tensor& t) { return t.sizes().vec(); }

}  // namespace grid

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("gather", &grid::gather, "gather rows of the grid table");
  m.def("shape_of", &grid::shape_of);
}
