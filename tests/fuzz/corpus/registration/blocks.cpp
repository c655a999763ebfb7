TORCH_LIBRARY(mylib, m) {
  m.def("add(Tensor a, Tensor b) -> Tensor"); /* m.def("no") */
  if (x) { m.def(R"(mul(Tensor a) -> Tensor)"); m.def(R"x(sub(Tensor a))x"); }
  m.def("other::name.overload(Tensor a)"); // m.def("no")
}
TORCH_LIBRARY_IMPL(mylib, CUDA, lib) { lib.impl("add", &add_cuda); lib.impl(TORCH_SELECTIVE_NAME("mul"), f); }
TORCH_LIBRARY_FRAGMENT(mylib, m) { m.def("\"quoted\\"); }
