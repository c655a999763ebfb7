#!/usr/bin/env python3
"""Is a CUDA source told as part of an extension that is built only where CUDA is, only where that is so?

usage: builds.py BINARY

Small projects with csrc/op.cu. Of the first ones something builds it whatever is there, or may: it stays as it is. Of the
last ones each place that builds it stands behind a test that has another way: there it is lowered by one step.
"""
import sys

from projects import main

TOP = """import os
import torch
from setuptools import setup
from torch.utils.cpp_extension import CUDA_HOME, BuildExtension, CppExtension, CUDAExtension
"""
PLAIN = TOP + "setup(name='a', ext_modules=[CUDAExtension('a._C', ['csrc/op.cu'])])\n"
GUARDED = TOP + """ext = []
if CUDA_HOME is not None and torch.cuda.is_available():
    ext = [CUDAExtension('a._C', ['csrc/op.cu'])]
else:
    print("Compiling without CUDA")
setup(name='a', ext_modules=ext)
"""
CHOSEN = TOP + """def extensions():
    extension = CppExtension
    if CUDA_HOME is not None and (torch.cuda.is_available() or "TORCH_CUDA_ARCH_LIST" in os.environ):
        extension = CUDAExtension
    else:
        return None
    return [extension('a._C', ['csrc/op.cu'])]
setup(name='a', ext_modules=extensions())
"""
RAISES = GUARDED.replace('print("Compiling without CUDA")', 'raise NotImplementedError("no CUDA")')
LOADS = """from torch.utils.cpp_extension import load
op = load('op', sources=['csrc/op.cu'])
"""
STAYS = {
    "no build": {},
    "a plain build": {"setup.py": PLAIN},
    "a build that stops without CUDA": {"setup.py": RAISES},
    "another build that is plain": {"setup.py": GUARDED, "ext/setup.py": PLAIN},
    "a module that loads it": {"setup.py": GUARDED, "a/op.py": LOADS},
    "a module that reads it": {"setup.py": GUARDED,
        "a/op.py": "import cupy\nop = cupy.RawModule(code=open('csrc/op.cu').read())\n"},
    "cmake": {"setup.py": GUARDED, "CMakeLists.txt": "project(a LANGUAGES CXX CUDA)\nadd_library(a csrc/op.cu)\n"},
    "cmake by a pattern": {"setup.py": GUARDED, "CMakeLists.txt": "file(GLOB S csrc/*.cu)\nadd_library(a ${S})\n"},
    "a Makefile": {"setup.py": GUARDED, "Makefile": "%.o: %.cu\n\tnvcc -c $<\n"},
    "meson": {"setup.py": GUARDED, "meson.build": "shared_library('a', 'csrc/op.cu')\n"},
    "a script": {"setup.py": GUARDED, "build.sh": "nvcc -o op csrc/op.cu\n"},
    "a build in a folder beside it": {"other/setup.py": GUARDED},
}
LOWERS = {
    "a build behind a test": {"setup.py": GUARDED},
    "an extension that is chosen": {"setup.py": CHOSEN},
    "what is packed and what people read": {"setup.py": GUARDED, "MANIFEST.in": "recursive-include csrc *.cu\n",
        "notes.md": "see csrc/op.cu\n"},
    "a module of CUDA": {"setup.py": GUARDED, "a/net.py": "def f(x):\n    return x.cuda(), x.cu2\n"},
}


def judge(found, wanted):
    """Of the source for Trainium, and whether it is told as part of such an extension."""
    told = [(f["targets"]["trainium"], "built only where CUDA is" in f["message"]) for f in found if f["rule"] == "file-cuda-source"]
    got = told[0] if told else (None, False)
    return got == wanted, got


def with_source(projects):
    return {what: {"csrc/op.cu": "__global__ void f() {}\n", **files} for what, files in projects.items()}


if __name__ == "__main__":
    sys.exit(main("builds", __doc__, ((("blocker", False), with_source(STAYS)), (("minor", True), with_source(LOWERS))), judge))
