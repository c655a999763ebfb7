#!/usr/bin/env python3
"""What of a project is installed, by what its setup.py, setup.cfg and pyproject.toml say?

usage: distributions.py BINARY

Of a public function that is installed anyone may take the default; of one that is not, the calls of the project are all there are,
and here each of them gives another value.
"""
import sys

from projects import lowered, main

FUNCTION = "import torch\ndef make(x, device=\"cuda\"):\n    return torch.ones(x, device=device)\n"
CALL = "from gui.make import make\nif __name__ == \"__main__\":\n    make(1, device=\"cpu\")\n"
FILES = {"gui/__init__.py": "", "gui/make.py": FUNCTION, "net/__init__.py": "", "net/a.py": "x = 1\n", "run.py": CALL}
HEAD = "from setuptools import setup, find_packages\n"
PROJECT = "[project]\nname = 'net'\nversion = '1'\n"


def setup(arguments, **more):
    return {**FILES, "setup.py": HEAD + f"setup(name='net', {arguments})\n", "README.md": "    pip install net\n", **more}


def toml(text):
    return {**FILES, "pyproject.toml": PROJECT + text}


INSTALLED = {
    "nothing is said": setup("version='1'"),
    "its name": setup("packages=['net', 'gui']"),
    "a tuple": setup("packages=(\n  'net',  # one\n  \"gui\",\n)"),
    "all that are found": setup("packages=find_packages()"),
    "all that are found, by the module's name": setup("packages=setuptools.find_packages(),"),
    "others are excluded": setup("packages=find_packages(exclude=['net', 'gui.deep'])"),
    "a text for exclude excludes letters": setup("packages=find_packages(exclude='gui')"),
    "an exclude of a package's folders": setup("packages=find_packages(exclude=['gui.*'])"),
    "a list and more": setup("packages=['net'] + more()"),
    "a list of what is made": setup("packages=['net', *more()]"),
    "a name": setup("packages=packages"),
    "found in a folder": setup("packages=find_packages('gui')"),
    "found where it says": setup("packages=find_packages(where='gui')"),
    "namespaces": setup("packages=find_namespace_packages()"),
    "a package_dir": setup("packages=['net'], package_dir={'net': 'gui'}"),
    "options": setup("packages=['net'], **options"),
    "two calls": {**FILES, "setup.py": HEAD + "setup(packages=['net'])\nsetup(packages=['gui'])\n"},
    "a call in a comment": {**FILES, "setup.py": HEAD + "# setup(packages=['net'])\nsetup(packages=['gui'])\n"},
    "a name in a text": setup("description='packages=[\\'net\\']', packages=['gui']"),
    "modules": {"setup.py": HEAD + "setup(py_modules=['make'])\n", "make.py": FUNCTION, "run.py": CALL.replace("gui.make", "make")},
    "setuptools of TOML": toml("[tool.setuptools]\npackages = ['net', 'gui']\n"),
    "found by TOML": toml("[tool.setuptools.packages.find]\nexclude = ['net*']\n"),
    "found by TOML in a folder": toml("[tool.setuptools.packages.find]\nwhere = ['gui']\n"),
    "included by TOML": toml("[tool.setuptools.packages.find]\ninclude = ['gu*']\n"),
    "all included by TOML": toml("[tool.setuptools.packages.find]\ninclude = ['*']\n"),
    "hatch": toml("[tool.hatch.build.targets.wheel]\npackages = ['gui']\n"),
    "poetry": toml("[tool.poetry]\npackages = [{include = 'net'}, {include = 'gui'}]\n"),
    "poetry from a folder": toml("[tool.poetry]\npackages = [{include = 'net', from = 'gui'}]\n"),
    "setup.cfg": {**FILES, "setup.cfg": "[metadata]\nname = net\n[options]\npackages =\n    net\n    gui\n"},
    "found by setup.cfg": {**FILES, "setup.cfg": "[metadata]\nname = net\n[options]\npackages = find:\n[options.packages.find]\nexclude =\n    net*\n"},
    "included by setup.cfg": {**FILES, "setup.cfg": "[options]\npackages = find:\n[options.packages.find]\ninclude = gui*\n"},
    "one of two files": {**setup("packages=['net']"), "pyproject.toml": PROJECT + "[tool.setuptools]\npackages = ['gui']\n"},
    "TOML that is broken": toml("[tool.setuptools]\npackages = ['net'\n[tool\n"),
    "a setup.py that lies deeper": {"lib/" + path: text for path, text in setup("packages=['gui']").items()},
}
def own(readme, arguments="packages=find_packages()", **more):
    return setup(arguments, **{"README.md": readme, **more})


INSTALLED.update({"offered: " + what: files for what, files in {
    "pip install": own("Run `pip3 install net`.\n"),
    "its extra": own("    pip install -U net[all]\n"),
    "from where it lies": own("    pip install git+https://example.org/more/net.git\n"),
    "a badge": own("![](https://badge.fury.io/py/net.svg)\n"),
    "classifiers": own("Of nets.\n", "packages=find_packages(), classifiers=['Programming Language :: Python']"),
    "a long description": own("Of nets.\n", "packages=find_packages(), long_description=open('README.md').read()"),
    "a project of TOML": own("    pip install -e .\n", **{"pyproject.toml": PROJECT + "[tool.setuptools]\npackages = ['gui']\n"}),
    "metadata of setup.cfg": own("    pip install -e .\n", **{"setup.cfg": "[metadata]\nname = net\n[options]\npackages = find:\n"}),
    "as it was installed": own("    pip install -e .\n", **{"net-1.0.dist-info/METADATA": "Name: net\n"}),
    "no name": {**own("    pip install -e .\n"), "setup.py": HEAD + "setup(packages=find_packages())\n"},
}.items()})
NOT_INSTALLED = {
    "for those who run it": own("    git clone https://example.org/more/net\n    pip install -e .\n    python run.py\n"),
    "for those who run it, with other packages": own("    pip install torch networks ./net-tools\n    python setup.py develop\n"),
    "for those who run it, with a build system": own("    pip install -e .\n", **{"pyproject.toml": "[build-system]\nrequires = ['setuptools']\n[tool.black]\nline-length = 9\n"}),
    "no file says it": FILES,
    "another's name": setup("packages=['net']"),
    "a name that begins alike": setup("packages=['gu', 'gui_tools', 'net']"),
    "found, without an __init__.py": {k: v for k, v in setup("packages=find_packages()").items() if k != "gui/__init__.py"},
    "excluded": setup("packages=find_packages(exclude=('gui', 'tests'))"),
    "excluded with all below": setup("packages=find_packages(exclude=[\"gui*\"],)"),
    "no package at all": {"setup.py": HEAD + "setup(packages=find_packages())\n", "make.py": FUNCTION, "run.py": CALL.replace("gui.make", "make")},
    "other modules": {"setup.py": HEAD + "setup(py_modules=['net'])\n", "make.py": FUNCTION, "run.py": CALL.replace("gui.make", "make")},
    "setuptools of TOML": toml("[tool.setuptools]\npackages = ['net']\n"),
    "excluded by TOML": toml("[tool.setuptools.packages.find]\nexclude = ['gui*']\n"),
    "not included by TOML": toml("[tool.setuptools.packages.find]\nwhere = ['.']\ninclude = ['net*']\n"),
    "hatch": toml("[tool.hatch.build.targets.wheel]\npackages = ['net']\n"),
    "poetry": toml("[tool.poetry]\npackages = [{include = 'net'}]\n"),
    "flit": toml("[tool.flit.module]\nname = 'net'\n"),
    "setup.cfg": {**FILES, "setup.cfg": "[metadata]\nname = net\n[options]\npackages = net, net.deep\n"},
    "excluded by setup.cfg": {**FILES, "setup.cfg": "[options]\npackages = find:\n[options.packages.find]\nexclude =\n    gui\n"},
    "setup.py, beside a TOML that says nothing": {**setup("packages=['net']"), "pyproject.toml": PROJECT},
    "a setup.py that lies deeper": {"lib/" + path: text for path, text in setup("packages=['net']").items()},
}
sys.exit(main("what is installed", __doc__, [(False, INSTALLED), (True, NOT_INSTALLED)], lowered("device=\"cuda\"", ["gives another value"])))
