from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(
    name="quay",
    install_requires=["numpy", "cupy-cuda12x>=13"],
    extras_require={"gpu": ["nvidia-dali-cuda120"], "test": ["pytest"]},
    ext_modules=[CUDAExtension("quay_ops", ["native/bind.cpp", "native/kernel.cu"])],
    cmdclass={"build_ext": BuildExtension},
)
