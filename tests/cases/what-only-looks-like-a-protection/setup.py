from setuptools import setup

_deps = ["bitsandbytes"]  # nothing is looked up here
setup(name="x")
