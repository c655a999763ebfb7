from setuptools import setup

# the names of extras are no requirements
setup(name="x", extras_require={"triton": [], "xformers": ["numpy"]})
