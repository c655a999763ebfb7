#!/usr/bin/env python3
"""Is a CUDA source told as part of an extension that is built only where CUDA is, only where that is so?

usage: builds.py BINARY

Small projects with csrc/op.cu. Of the first ones something builds it whatever is there, or may: it stays as it is. Of the
last ones each place that builds it stands behind a test that has another way: there it is lowered by one step.
"""
import json
import os
import subprocess
import sys
import tempfile

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


def severity(binary, files):
    """Of the source for Trainium, and whether it is told as part of such an extension."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in {"README.md": "of a whole project\n", "csrc/op.cu": "__global__ void f() {}\n", **files}.items():
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
            with open(os.path.join(folder, path), "w", encoding="utf-8", newline="") as file:
                file.write(text)
        run = subprocess.run([os.path.abspath(binary), "scan", ".", "--format", "json"], cwd=folder,
                             capture_output=True, timeout=60, check=True)
    for f in json.loads(run.stdout)["findings"]:
        if f["rule"] == "file-cuda-source":
            return f["targets"]["trainium"], "built only where CUDA is" in f["message"]
    return None, False


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    passed, failed = 0, 0
    for wanted, projects in ((("blocker", False), STAYS), (("major", True), LOWERS)):
        for what, files in projects.items():
            found = severity(sys.argv[1], files)
            if found != wanted:
                print(f"builds: {what}: {found}")
            passed, failed = passed + (found == wanted), failed + (found != wanted)
    print(f"builds: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
