from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(name="plain", ext_modules=[CUDAExtension("plain._C", ["a.cu"])], cmdclass={"build_ext": BuildExtension})
