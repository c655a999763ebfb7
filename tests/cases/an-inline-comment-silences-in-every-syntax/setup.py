from setuptools import setup
setup(name='x', install_requires=['cupy-cuda12x'])  # portfit: ignore[package-cupy-requirement] -- optional
