"""An extension with CUDA where that is: what is built without it, or not at all."""
import os

import torch
from torch.utils.cpp_extension import CUDA_HOME, BuildExtension, CppExtension, CUDAExtension


def with_another(name):
    if torch.cuda.is_available() or os.getenv("FORCE_CUDA", "0") == "1":
        extension = CUDAExtension
    else:
        print(f"Compiling {name} without CUDA")
        extension = CppExtension
    return extension(name=name, sources=[name + ".cpp"])


def with_none(name):
    built = CppExtension
    if torch.cuda.is_available() and CUDA_HOME is not None:
        built = CUDAExtension
    else:
        if CUDA_HOME is None:
            raise NotImplementedError("CUDA_HOME is None")
        else:
            raise NotImplementedError("no CUDA runtime")
    return built(name=name, sources=[name + ".cpp"])


if __name__ == "__main__":
    print(with_another("ops"), with_none("ops"), BuildExtension)
