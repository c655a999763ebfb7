from setuptools import setup

EXTRAS = {
    "": ["flash-attn"],
    ":python_version>='3.8'": ["flash-attn"],
    "bench:python_version>='3.8'": ["flash-attn"],
    "all": ["quay-own[gpu]"],
    "gpu": ["flash-attn"],
    "doc": ["flash-attn"],
}
setup(name="quay-own", install_requires=["numpy", "quay.own[all]"], extras_require=EXTRAS)
