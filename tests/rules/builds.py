#!/usr/bin/env python3
"""Is a CUDA source told as part of an extension that is built only where CUDA is, only where that is so?

usage: builds.py BINARY

Small projects with csrc/op.cu. Of the first ones something builds it whatever is there, or may: it stays as it is. Of the
last ones each place that builds it stands behind a test that has another way: there it is lowered by one step. So it is for
a build at run time that only a test of the tensor's device leads to, there with all that the loader names.
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
PLUGIN = """import torch.utils.cpp_extension
def get_plugin(name, sources, **kwargs):
    torch.utils.cpp_extension.load(name=name, sources=sources, **kwargs)
    return __import__(name)
"""
OP = """import os
from . import custom_ops
_plugin = None
def _init():
    global _plugin
    sources = [os.path.join(os.path.dirname(__file__), "csrc", s) for s in ["op.cpp", "op.cu"]]
    _plugin = custom_ops.get_plugin("op_plugin", sources=sources)
    return True
def _reference(x):
    return x * 2
def op(x):
    if x.device.type == "cuda" and _init():
        return _plugin.op(x)
    return _reference(x)
"""
RUN = 'import torch\nfrom net.op import op\nif __name__ == "__main__":\n    print(op(torch.ones(3)))\n'
NET = {"net/custom_ops.py": PLUGIN, "net/op.py": OP, "run.py": RUN, "net/csrc/op.cpp": '#include "op.h"\n#include <ATen/cuda/CUDAContext.h>\n',
    "net/csrc/op.h": "#include <cuda_runtime.h>\n", "net/csrc/op.cu": '#include "op.h"\n'}
AT_RUN_TIME_STAYS = {
    "a setup.py too": {"setup.py": PLAIN.replace("csrc/op.cu", "net/csrc/op.cu")},
    "a setup.py that takes all of a folder": {"setup.py": PLAIN.replace("['csrc/op.cu']", "sorted(os.listdir('net/csrc'))")},
    "another loader without a test": {"net/other.py": LOADS.replace("csrc/op.cu", "net/csrc/op.cu")},
    "another loader of names that are put together": {"net/other.py": "from . import custom_ops\nimport cupy\n"
        "def f(name):\n    return cupy.RawModule(code=open(f'net/csrc/{name}.cu').read())\n"},
    "a loader that stops elsewhere": {"net/op.py": OP.replace("return _reference(x)", "raise RuntimeError('CUDA')")},
    "a loader that is called whatever is there": {"net/op.py": OP + "_init()\n"},
    "a builder that others call": {"run.py": RUN + "from net.custom_ops import get_plugin\nget_plugin('b', ['b.cpp'])\n"},
    "cmake": {"CMakeLists.txt": "add_library(a net/csrc/op.cpp)\nfile(GLOB S net/csrc/*.cu)\n"},
    "a script": {"build.sh": "nvcc -o op net/csrc/op.cu net/csrc/op.cpp\n"},
    "sources that nothing names": {"net/op.py": OP.replace("op.c", "another.c")},
    "a source of another folder": {"net/op.py": None, "net/custom_ops.py": None, "other/op.py": OP, "other/custom_ops.py": PLUGIN,
        "run.py": RUN.replace("net.", "other.")},
}
AT_RUN_TIME_LOWERS = {
    "a plugin behind a test of the device": {},
    "what is packed and what people read": {"MANIFEST.in": "recursive-include net *.cu\n", "notes.md": "net/csrc/op.cu\n"},
    "a setup.py of another folder": {"other/setup.py": PLAIN.replace("op.cu", "conv.cu")},
}
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


def judge_all(found, wanted):
    """Of the files in C++ and CUDA: the first finding of each for Trainium, and whether all say that they are part of it."""
    told = [f for f in found if f["path"].startswith("net/csrc/")]
    got = ({f["path"][9:]: f["targets"]["trainium"] for f in told}, {"built only for tensors on CUDA" in f["message"] for f in told})
    return got == wanted, got


def at_run_time(projects):
    return {what: {path: text for path, text in {**NET, **files}.items() if text} for what, files in projects.items()}


if __name__ == "__main__":
    PLAINLY = ({"op.cpp": "major", "op.h": "major", "op.cu": "blocker"}, {False})
    LOWERED = (dict.fromkeys(PLAINLY[0], "info"), {True})
    status = main("builds", __doc__, ((("blocker", False), with_source(STAYS)), (("minor", True), with_source(LOWERS))), judge)
    status |= main("builds", __doc__, ((PLAINLY, at_run_time(AT_RUN_TIME_STAYS)), (LOWERED, at_run_time(AT_RUN_TIME_LOWERS))),
        judge_all)
    sys.exit(status)
