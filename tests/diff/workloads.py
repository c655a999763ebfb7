"""What a workload reaches, against CPython: tests/diff/workloads.py PORTFIT

Packages of the installed Python's own library are copied into a project of their own, beside scripts that import a part of
them. Which modules a script's imports lead to is asked of `modulefinder`, how many functions stand in a file of `ast`, and whether
a module loads others by names that are made at run time: then anything of the project may be loaded.
"""
import ast, json, modulefinder, os, shutil, subprocess, sys, tempfile, warnings

warnings.filterwarnings("ignore")
CASES = [("email", "from email.mime.text import MIMEText"), ("email", "import email.charset"), ("json", "import json"),
         ("json", "from json import tool"), ("xml", "import xml.dom.minidom"), ("xml", "from xml.etree import ElementTree"),
         ("logging", "from logging import handlers"), ("multiprocessing", "import multiprocessing.pool"),
         ("importlib", "from importlib import metadata"), ("html", "import html.entities"),
         ("concurrent", "from concurrent.futures import thread"), ("unittest", "import unittest.mock"), ("wsgiref", "from wsgiref import util")]


def functions(path):
    with open(path, "rb") as f:
        tree = ast.parse(f.read())
    return sum(isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) for node in ast.walk(tree))


def reached(project, entry):
    """Files that a script, or a module run as one, comes to by its imports."""
    finder = modulefinder.ModuleFinder(path=[project])
    if os.sep in entry:
        finder.import_hook(entry[:-3].replace(os.sep, "."))
    else:
        finder.run_script(os.path.join(project, entry))
    return {os.path.realpath(m.__file__) for m in finder.modules.values() if m.__file__ and m.__file__.startswith(project)}


def loads_by_name(path):
    """A call of import_module or __import__ whose first argument is no text."""
    with open(path, "rb") as f:
        tree = ast.parse(f.read())
    for call in ast.walk(tree):
        name = isinstance(call, ast.Call) and (getattr(call.func, "id", None) or getattr(call.func, "attr", None))
        if name in ("import_module", "__import__") and call.args and not (
                isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)):
            return True
    return False


def comes_to(project, entry, there):
    modules = reached(project, entry)
    return modules | there if any(map(loads_by_name, modules)) else modules


def one(portfit, package, line):
    """(what, seen, expected) of one script."""
    with tempfile.TemporaryDirectory() as folder:
        project = os.path.realpath(folder)
        source = os.path.join(os.path.dirname(os.__file__), package)
        shutil.copytree(source, os.path.join(project, package), ignore=shutil.ignore_patterns("__pycache__", "test*"))
        script = os.path.join(project, "start.py")
        with open(script, "w") as f:
            f.write(f'{line}\n\n\ndef main():\n    pass\n\n\nif __name__ == "__main__":\n    main()\n')
        run = subprocess.run([portfit, "scan", ".", "--format", "json"], capture_output=True, text=True, cwd=project)
        result = json.loads(run.stdout)
        there = {os.path.join(path, name) for path, _, names in os.walk(project) for name in names if name.endswith(".py")}
        modules = comes_to(project, "start.py", there)
        work = next(w for w in result["workloads"] if w["entry"] == "start.py")
        checks = [("inputs", work["inputs"], len(modules)), ("functions", work["functions"], sum(map(functions, modules)))]
        for other in result["workloads"]:  # modules of the package that are scripts too
            modules |= comes_to(project, other["entry"], there)
        rest = there - modules
        return checks + [("inputs not reached", result["unreached"]["inputs"], len(rest)),
                         ("functions not reached", result["unreached"]["functions"], sum(map(functions, rest)))]


def main():
    passed = failed = 0
    for package, line in CASES:
        for what, seen, expected in one(os.path.abspath(sys.argv[1]), package, line):
            passed, failed = passed + (seen == expected), failed + (seen != expected)
            if seen != expected:
                print(f"{line}: {what}: {seen}, not {expected}")
    print(f"workloads: {passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
