"""Extensions for CUDA where there is a toolkit, or somebody asks for them."""
import os

import torch
from setuptools import setup
from torch.utils.cpp_extension import CUDA_HOME, BuildExtension, CppExtension, CUDAExtension

force_cuda = os.getenv("FORCE_CUDA", "0") == "1"
modules = []


def chosen():
    extension = CppExtension
    if torch.cuda.is_available() and CUDA_HOME is not None:
        extension = CUDAExtension
    return extension("chosen", ["a.cpp"])


def always():
    module = CUDAExtension
    if os.getenv("PLAIN"):
        module = CppExtension
    return module("always", ["a.cpp"])


if torch.cuda.is_available() or os.getenv("FORCE_CUDA"):
    modules.append(CUDAExtension("asked", ["a.cu"], extra_compile_args={"nvcc": ["-O3"]}))
if (torch.cuda.is_available() and CUDA_HOME) or int(os.environ.get("FORCE_CUDA", "0")):
    modules.append(CUDAExtension("both", ["a.cu"]))
if force_cuda or CUDA_HOME is not None:
    modules.append(CUDAExtension("home", ["a.cu"], extra_compile_args={"nvcc": ["-O3"]}))
else:
    modules.append(CppExtension("home", ["a.cpp"]))

if os.getenv("FORCE_CUDA", "0"):  # a text is true
    modules.append(CUDAExtension("text", ["a.cu"]))
if os.getenv("WITH_CUDA", "1") == "1":
    modules.append(CUDAExtension("on", ["a.cu"], extra_compile_args={"nvcc": ["-O3"]}))
if CUDA_HOME is None:
    modules.append(CUDAExtension("none", ["a.cu"]))
if CUDA_HOME is not None or os.getenv("PLAIN"):
    modules.append(CUDAExtension("plain", ["a.cu"]))
if CUDA_HOME is not None:
    modules.append(CUDAExtension("stops", ["a.cu"], extra_compile_args={"nvcc": ["-O3"]}))
else:
    raise RuntimeError("no CUDA toolkit")
setup(name="wheel", ext_modules=modules + [chosen(), always()], cmdclass={"build_ext": BuildExtension})
