import os

from torch.utils.cpp_extension import load

HERE = os.path.dirname(__file__)

roi_pool = load(
    name="harbor_roi_pool",
    sources=[os.path.join(HERE, "csrc", name) for name in ("roi_pool.cpp", "roi_pool_kernel.cu")],
    extra_cuda_cflags=["-O3", "--use_fast_math"],
)
