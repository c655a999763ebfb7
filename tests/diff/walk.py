"""Is every function walked to its end: tests/diff/walk.py PORTFIT [--seed N] [--draw N]

Files of the installed Python's own library are drawn by a seed, beside some that hold the rarer statements. Behind the last
statement of every def a call is put, model.cuda(), of a name that the file binds to something unknown. A rule tells each,
whatever stands before it; one that is not told stands behind something that ended the walk.
"""
import ast, json, os, random, subprocess, sys, tempfile, warnings

warnings.filterwarnings("ignore")
CALL = "walked_model.cuda()"
ALWAYS = ("test_patma.py", "test_grammar.py", "test_with.py", "test_coroutines.py", "test_fstring.py", "test_generators.py",
          "test_type_params.py", "test_named_expressions.py", "dataclasses.py", "test_syntax.py", "test_except_star.py")

# what stands under these never runs; "import *" may bring any name
LEFT_OUT = ("TYPE_CHECKING", "if False:", "if 0:", "import *")


def with_calls(text):
    """The text with the calls in it, and their lines; None where that is no Python any more."""
    lines, places = text.split("\n"), []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or node.body[0].lineno == node.lineno:
            continue
        first, last = lines[node.body[0].lineno - 1], lines[node.body[-1].end_lineno - 1]
        if ";" not in last:
            places.append((node.body[-1].end_lineno, first[:len(first) - len(first.lstrip())]))
    for at, indent in sorted(places, key=lambda place: (-place[0], len(place[1]))):
        lines.insert(at, indent + CALL)
    lines += ["import torch", "walked_model = [torch][0]", ""]
    try:
        ast.parse("\n".join(lines))
    except (SyntaxError, ValueError):
        return None
    return "\n".join(lines), {n for n, line in enumerate(lines, 1) if line.strip() == CALL}


def files(seed, count):
    library = os.path.dirname(os.__file__)
    found = sorted(os.path.join(folder, name) for folder, _, names in os.walk(library) for name in names
                   if name.endswith(".py") and "site-packages" not in folder and "lib2to3" not in folder)
    always = [path for path in found if os.path.basename(path) in ALWAYS]
    return always + random.Random(seed).sample(found, min(count, len(found)))


def option(name, default):
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default


def main():
    expected, found = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for n, path in enumerate(files(option("--seed", 1), option("--draw", 120))):
            try:
                with open(path, encoding="utf-8") as f:
                    made = with_calls(f.read())
            except (SyntaxError, ValueError, RecursionError):
                continue
            if made and not any(word in made[0] for word in LEFT_OUT):
                name = f"{n}_{os.path.basename(path)}"
                with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                    f.write(made[0])
                expected[name] = made[1]
        command = [os.path.abspath(sys.argv[1]), "scan", ".", "--select", "tensor-cuda-call", "--format", "json"]
        run = subprocess.run(command, capture_output=True, text=True, cwd=folder)
        for finding in json.loads(run.stdout)["findings"]:
            found.setdefault(finding["path"], set()).add(finding["line"])
    passed = failed = 0
    for name, lines in expected.items():
        missing = lines - found.get(name, set())
        passed, failed = passed + len(lines) - len(missing), failed + len(missing)
        for line in sorted(missing)[:5]:
            print(f"{name}:{line}: {CALL} is not told")
    failed += passed < 500
    print(f"walk: {len(expected)} files: {passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
