import os

from torch.utils.cpp_extension import CppExtension, CUDAExtension

FORCE_CUDA = True if os.environ.get("QUAY") else False


def extension():
    if FORCE_CUDA:
        return CUDAExtension("hull_ops", ["bind.cpp"])
    return CppExtension("hull_ops", ["bind.cpp"])


def wanted(force_cuda=True):
    if force_cuda:
        return CUDAExtension("hull_ops", ["bind.cpp"])
    return CppExtension("hull_ops", ["bind.cpp"])
