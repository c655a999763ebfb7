"""Loads the worker's modules from one file descriptor, so that nothing is written to disk.

Run as: PYTHON -c THIS FD. The descriptor holds JSON {module name: source}. The modules form the
package portfit_probe; tracebacks show their lines, since linecache knows the sources.
"""
import importlib.abc
import importlib.util
import json
import linecache
import os
import sys

with os.fdopen(int(sys.argv[1]), "rb", closefd=True) as bundle:
    bundle.seek(0)
    SOURCES = json.loads(bundle.read().decode("utf-8"))


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        package, _, module = name.partition(".")
        if package != "portfit_probe" or (module and module not in SOURCES):
            return None
        return importlib.util.spec_from_loader(name, self, is_package=not module)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        name = module.__name__.partition(".")[2]
        if not name:
            module.__path__ = []
            return
        source, where = SOURCES[name], "<portfit probe/python/%s.py>" % name
        linecache.cache[where] = (len(source), None, source.splitlines(True), where)
        module.__file__ = where
        exec(compile(source, where, "exec"), module.__dict__)


sys.meta_path.insert(0, Finder())
from portfit_probe import worker  # noqa: E402

worker.main()
