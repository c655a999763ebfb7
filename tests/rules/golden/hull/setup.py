from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CppExtension, CUDAExtension

FORCE_CUDA = True

extension = CUDAExtension("hull_ops", ["bind.cpp"]) if FORCE_CUDA else CppExtension("hull_ops", ["bind.cpp"])

setup(name="hull", ext_modules=[extension], cmdclass={"build_ext": BuildExtension})
