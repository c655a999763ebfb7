#!/usr/bin/env python3
"""Is the build of an extension for CUDA told as one that can be left out only where each import of it goes on without it?

usage: optional_builds.py BINARY

Small projects with a setup.py that builds one extension, and its source. In the first ones the project needs it, or does not run
without its build: nothing may be lowered for it. In the last ones it goes on without.
"""
import sys

from projects import lowered, main

SETUP = """from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(name="fast_corr", ext_modules=[CUDAExtension("fast_corr", ["corr.cpp", "corr_kernel.cu"])], cmdclass={"build_ext": BuildExtension})
"""
NET = """import torch

try:
    import fast_corr
except ImportError:
    fast_corr = None


def corr(x, fast=False):
    if fast:
        return fast_corr.forward(x)
    return torch.einsum("ij,kj->ik", x, x)


if __name__ == "__main__":
    print(corr(torch.ones(2, 2)))
"""
BASE = {"net.py": NET, "ops/setup.py": SETUP, "ops/corr.cpp": "// the binding\n", "ops/corr_kernel.cu": "// kernels\n"}
NEEDED = {
    "an import that stops": {**BASE, "more.py": "import fast_corr\nprint(fast_corr)\n"},
    "an import that raises again": {**BASE, "net.py": NET.replace("    fast_corr = None", "    raise")},
    "no import at all": {**BASE, "net.py": "import torch\nprint(torch.ones(1))\n"},
    "the setup.py of the project": {"net.py": NET, "setup.py": SETUP, "corr.cpp": "// the binding\n", "corr_kernel.cu": "// kernels\n"},
    "packages beside it": {**BASE, "ops/setup.py": SETUP.replace("ext_modules", "packages=['ops'], ext_modules")},
    "built when it is missing": {**BASE, "net.py": NET.replace("    fast_corr = None", "    from build import fast_corr"),
        "build.py": "from torch.utils.cpp_extension import load\nfast_corr = load('fast_corr', ['ops/corr.cpp', 'ops/corr_kernel.cu'])\n"},
}
OPTIONAL = {
    "a try that goes on": BASE,
    "a try of anything": {**BASE, "net.py": NET.replace("except ImportError:", "except:")},
    "two of them": {**BASE, "more.py": "try:\n    import fast_corr\nexcept ImportError:\n    fast_corr = None\n"},
}

if __name__ == "__main__":
    sys.exit(main("optional_builds", __doc__, ((False, NEEDED), (True, OPTIONAL)), lowered("CUDA source file", ("goes on without it",))))
