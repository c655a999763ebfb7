"""The sources of PyTorch itself: every call, import, class and decorator where CPython sees it.

    torch_python.py PORTFIT

Reads the package that this Python would import; PyTorch is not run.
"""
import importlib.util
import os
import sys

import python


def main(argv):
    spec = importlib.util.find_spec("torch")
    if spec is None or not spec.origin:
        print("torch_python: this Python has no torch")
        print("torch_python: 0 passed, 1 failed")
        return 1
    score = python.Score()
    python.compare_tree(argv[0], os.path.dirname(spec.origin), score, tokens=False)
    print("torch_python: %d passed, %d failed" % (score.passed, score.failed))
    return 1 if score.failed or not score.passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
