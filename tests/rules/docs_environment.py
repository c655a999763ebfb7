#!/usr/bin/env python3
"""Is what a file asks for told as needed by the documentation alone, only where that is so?

usage: docs_environment.py BINARY

Small projects whose docs/environment.yml asks for an old Python. Of the first ones something else may install it, or nothing
says that it is for the documentation: it stays as it is. Of the last ones Read the Docs alone names it: it is lowered.
"""
import sys

from projects import lowered, main

ASKS = {"docs/environment.yml": "dependencies:\n  - python=3.9\n"}
READ = {".readthedocs.yaml": "version: 2\nconda:\n  environment: docs/environment.yml\n", **ASKS}
STAYS = {
    "no configuration": ASKS,
    "a configuration that names another": {".readthedocs.yml": "conda:\n  environment: docs/other.yml\n", **ASKS},
    "a file beside the project": {".readthedocs.yml": "conda:\n  environment: environment.yml\n",
                                  "environment.yml": ASKS["docs/environment.yml"]},
    "an image installs it": {"Dockerfile": "FROM a\nCOPY docs/environment.yml .\nRUN conda env create -f environment.yml\n", **READ},
    "a workflow installs it": {".github/workflows/a.yml": "jobs:\n  a:\n    steps:\n      - run: conda env create -f docs/environment.yml\n", **READ},
    "people are told to install it": {"INSTALL.md": "conda env create -f docs/environment.yml\n", **READ},
    "a configuration that has it in a comment": {".readthedocs.yaml": "conda: # environment: docs/environment.yml\n", **ASKS},
}
LOWERS = {
    "an environment": READ,
    "a quoted name": {".readthedocs.yml": "conda:\n  environment: './docs/environment.yml' # old\n", **ASKS},
    "requirements": {".readthedocs.yaml": "python:\n  install:\n    - requirements: docs/requirements.txt\n",
                     "docs/requirements.txt": "torch==1.9\nsphinx\n"},
    "a project in a folder": {f"sub/{path}": text for path, text in READ.items()},
}


if __name__ == "__main__":
    sys.exit(main("docs_environment", __doc__, ((False, STAYS), (True, LOWERS)),
                  lowered("that the back end", ["installed only to build the documentation"])))
