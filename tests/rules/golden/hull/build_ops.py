import sys

from torch.utils.cpp_extension import CppExtension, CUDAExtension

FORCE_CUDA = False
if "--cuda" in sys.argv:
    FORCE_CUDA = True


def extension():
    kind = CUDAExtension if FORCE_CUDA else CppExtension
    if FORCE_CUDA:
        return CUDAExtension("hull_ops", ["bind.cpp"])
    return kind("hull_ops", ["bind.cpp"])
