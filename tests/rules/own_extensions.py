#!/usr/bin/env python3
"""Is an import of what the project builds with CUDA told, and nothing else called so?

usage: own_extensions.py BINARY

Small projects with a setup.py and op.py, which imports. Of the first ones the module is not there where CUDA is not, so the
import stops; of the next ones a try goes on without it; of the last ones nothing may be told: the module is built without CUDA
too, is a file of the project, or is another one.
"""
import sys

from projects import main

TOP = """import torch
from setuptools import Extension, setup
from torch.utils.cpp_extension import CUDA_HOME, BuildExtension, CppExtension, CUDAExtension
"""


def built(call):
    return TOP + f"setup(name='a', ext_modules=[{call}])\n"


PLAIN = built("CUDAExtension('roi_kernels', ['roi.cu'])")
INSIDE = built("CUDAExtension(sources=['roi.cu'], name='a.ops._C')")
CHOSEN = TOP + """def extensions():
    extension = CppExtension
    if torch.cuda.is_available() and CUDA_HOME is not None:
        extension = CUDAExtension
    else:
        raise NotImplementedError("CUDA is not available")
    return [extension('roi_kernels', ['roi.cpp'])]
setup(name='a', ext_modules=extensions())
"""
MADE = TOP + """def make_cuda_ext(name, module, sources):
    return CUDAExtension(name=f'{module}.{name}', sources=sources)
setup(name='a', ext_modules=[make_cuda_ext(name='_C', module='a.ops', sources=['roi.cu'])])
"""
FOR_HOST = CHOSEN.replace('raise NotImplementedError("CUDA is not available")', "extension = CppExtension")
TRY = "try:\n    import roi_kernels\nexcept ImportError:\n    roi_kernels = None\n\n\n\ndef pool(x):\n    return roi_kernels.pool(x)\n"
PACKAGE = {"a/__init__.py": "", "a/ops/__init__.py": ""}
STOPS = {
    "import": {"setup.py": PLAIN, "op.py": "import roi_kernels\n"},
    "import as": {"setup.py": PLAIN, "op.py": "import roi_kernels as k\n"},
    "from it": {"setup.py": PLAIN, "op.py": "from roi_kernels import forward\n"},
    "built in a folder": {"ops/setup.py": PLAIN, "op.py": "import roi_kernels\n"},
    "a class that is chosen, or the build stops": {"setup.py": CHOSEN, "op.py": "import roi_kernels\n"},
    "inside of a package": {**PACKAGE, "setup.py": INSIDE, "op.py": "from a.ops import _C\n"},
    "inside of a package, whole": {**PACKAGE, "setup.py": INSIDE, "op.py": "import a.ops._C\n"},
    "inside of a package, relative": {**PACKAGE, "setup.py": INSIDE, "a/ops/op.py": "from . import _C\n"},
    "by a function that makes it": {**PACKAGE, "setup.py": MADE, "op.py": "from a.ops import _C\n"},
}
GOES_ON = {
    "in a try": {"setup.py": PLAIN, "op.py": TRY},
    "in a module that is imported in a try": {"setup.py": PLAIN, "op.py": "import roi_kernels\n",
        "net.py": "try:\n    from op import forward\nexcept ImportError:\n    forward = None\n"},
    "in a module that two import in a try": {"setup.py": PLAIN, "op.py": "import roi_kernels\n",
        "net.py": "try:\n    import op\nexcept Exception:\n    op = None\n", "more.py": "try:\n    import op\nexcept ImportError:\n    op = None\n"},
}
NOT_ALL = {
    "one imports it in a try, another does not": {"setup.py": PLAIN, "op.py": "import roi_kernels\n",
        "net.py": "try:\n    import op\nexcept ImportError:\n    op = None\n", "more.py": "import op\n"},
    "the try gives up": {"setup.py": PLAIN, "op.py": "import roi_kernels\n",
        "net.py": "try:\n    import op\nexcept ImportError:\n    raise RuntimeError('build it first')\n"},
    "the try waits for something else": {"setup.py": PLAIN, "op.py": "import roi_kernels\n",
        "net.py": "try:\n    import op\nexcept ValueError:\n    op = None\n"},
    "a script that others import in a try": {"setup.py": PLAIN, "op.py": "import roi_kernels\nif __name__ == '__main__':\n    print(1)\n",
        "net.py": "try:\n    import op\nexcept ImportError:\n    op = None\n"},
}
SAYS_NOTHING = {
    "built for the host": {"setup.py": FOR_HOST, "op.py": "import roi_kernels\n"},
    "C++ alone": {"setup.py": built("CppExtension('roi_kernels', ['roi.cpp'])"), "op.py": "import roi_kernels\n"},
    "C alone": {"setup.py": built("Extension('roi_kernels', ['roi.c']), CUDAExtension('other', ['o.cu'])"), "op.py": "import roi_kernels\n"},
    "a longer name": {"setup.py": PLAIN, "op.py": "import roi_kernels_cpu\n"},
    "a file of the project": {"setup.py": PLAIN, "roi_kernels.py": "x = 1\n", "op.py": "import roi_kernels\n"},
    "the end of a name": {**PACKAGE, "setup.py": INSIDE, "op.py": "import C\nfrom torchvision import _C\n"},
    "no extension": {"setup.py": "from setuptools import setup\nsetup(name='roi_kernels')\n", "op.py": "import roi_kernels\n"},
}


def judge(found, wanted):
    """Of the import for Trainium."""
    told = [f["targets"]["trainium"] for f in found if f["rule"] == "import-own-cuda-extension"]
    got = told[0] if told else None
    return got == wanted and len(told) <= 1, got


if __name__ == "__main__":
    sys.exit(main("own extensions", __doc__, (("blocker", {**STOPS, **NOT_ALL}), ("major", GOES_ON), (None, SAYS_NOTHING)), judge))
