import re

from setuptools import setup

_deps = [
    "accelerate",
    "bitsandbytes>=0.43.0",  # for 8-bit weights
    "vllm[audio]>=0.6",
    "torch==2.6.0+cu124",
]
deps = {b: a for a, b in (re.findall(r"^(([^!=<>~ \[\]]+)(?:\[[^\]]+\])?(?:[!=<>~ ].*)?$)", x)[0] for x in _deps)}
extras = {"serve": [deps["vllm"]]}
install_requires = [
    deps["accelerate"],
    deps["bitsandbytes"],
    "flash-attn>=2.7",  # ]
    "deepspeed",
]

setup(name="tables", install_requires=install_requires, extras_require=extras)
