"""Compare `portfit dump python` and `portfit dump tokens` with CPython's own `ast` and `tokenize`.

    python.py PORTFIT                       own cases, and the library of the Python that runs this
    python.py PORTFIT CORPUS                CORPUS/py-cases: every field of the expected files
    python.py PORTFIT --tree DIR...         sources in folders, call by call and token by token
    python.py PORTFIT --tree DIR... --oracle FILE   the same, and every field of every record by FILE

Cases in python-cases/ say in comments what is to be seen: "#= a.b, c|d, -" the targets of the calls that begin on this
line, in order ("-" none, "|" between several), "#~ main cuda-if" the flags of all of them. Before Python 3.12 positions in
f-strings are wrong and tokenize knows f-strings as one token: those calls are left out, with their count, and such tokens are
compared as a whole.
"""
import ast
import concurrent.futures
import importlib.util
import io
import json
import os
import re
import subprocess
import sys
import sysconfig
import tokenize
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
LINE_END = re.compile(r"\r\n|\n|\r")
FSTRINGS = sys.version_info >= (3, 12)
CHUNK = 40


class Score:
    def __init__(self):
        self.passed = self.failed = self.left_out = 0

    def check(self, name, problems):
        if problems:
            self.failed += 1
            print("FAIL", name)
            for line in problems[:6]:
                print("    " + line[:400])
        else:
            self.passed += 1


def dump(portfit, what, paths):
    run = subprocess.run([portfit, "dump", what] + paths, capture_output=True)
    if run.returncode:
        print("portfit dump %s: status %d: %s" % (what, run.returncode, run.stderr.decode()[:300]))
    return run.stdout.decode("utf-8")


def records_of(portfit, paths):
    """One object a file, by path."""
    out = {}
    for first in range(0, len(paths), CHUNK):
        for line in dump(portfit, "python", paths[first:first + CHUNK]).splitlines():
            record = json.loads(line)
            out[record["file"]] = record
    return out


def difference(what, want, got):
    """The first places where two sorted lists differ."""
    if want == got:
        return []
    missing = [w for w in want if w not in got]
    extra = [g for g in got if g not in want]
    return ["%s: CPython sees %s, portfit %s" % (what, missing[:2], extra[:2]),
            "%s: %d and %d" % (what, len(want), len(got))]


# ast


class Places(ast.NodeVisitor):
    """Calls, imports, classes and decorators with their places."""

    def __init__(self):
        self.calls, self.imports, self.classes, self.decorators = [], [], [], []
        self.fstring = self.left_out = 0

    def text(self, node):
        names = []
        while isinstance(node, ast.Attribute):
            names.append(node.attr)
            node = node.value
        return ".".join([node.id if isinstance(node, ast.Name) else "?"] + names[::-1])

    def visit_Call(self, node):
        if self.fstring and not FSTRINGS:
            self.left_out += 1
        else:
            self.calls.append([node.lineno, node.col_offset, node.end_lineno, node.end_col_offset,
                               self.text(node.func), len(node.args), [k.arg for k in node.keywords]])
        self.generic_visit(node)

    def visit_JoinedStr(self, node):
        self.fstring += 1
        self.generic_visit(node)
        self.fstring -= 1

    def add_import(self, node, module, level):
        for alias in node.names:
            place = alias if hasattr(alias, "lineno") else None
            name = (alias.name, None) if module is None and level is None else (module, alias.name)
            self.imports.append([place.lineno if place else 0, place.col_offset if place else 0,
                                 name[0], name[1], alias.asname, level or 0])

    def visit_Import(self, node):
        self.add_import(node, None, None)

    def visit_ImportFrom(self, node):
        self.add_import(node, node.module, node.level)

    def visit_ClassDef(self, node):
        self.classes.append([node.lineno, node.col_offset, node.name, len(node.bases)])
        self.definition(node)

    def definition(self, node):
        for d in node.decorator_list:
            self.decorators.append([d.lineno, d.col_offset, node.name, isinstance(d, ast.Call)])
        self.generic_visit(node)

    visit_FunctionDef = visit_AsyncFunctionDef = definition


def tree_problems(data, got):
    """None when this Python cannot read the file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(data)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None, 0
    if not got["ok"]:
        return ["not read: %s" % got["error"]], 0
    places = Places()
    places.visit(tree)
    calls = [[c["line"], c["col"], c["end_line"], c["end_col"], c["text"], len(c["args"]),
              [k[0] for k in c["kwargs"]]]
             for c in got["calls"] if FSTRINGS or "fstring" not in c["flags"]]
    known = sys.version_info >= (3, 10)
    imports = [[i["line"] if known else 0, i["col"] if known else 0, i["module"], i["name"], i["alias"], i["level"]]
               for i in got["imports"] if not i["dynamic"]]
    classes = [[c["line"], c["col"], c["name"].split(".")[-1], len(c["bases"])] for c in got["classes"]]
    decorators = [[d["line"], d["col"], d["on"].split(".")[-1], d["called"]] for d in got["decorators"]]
    key = json.dumps
    problems = difference("calls", sorted(places.calls, key=key), sorted(calls, key=key))
    problems += difference("imports", sorted(places.imports, key=key), sorted(imports, key=key))
    problems += difference("classes", sorted(places.classes, key=key), sorted(classes, key=key))
    problems += difference("decorators", sorted(places.decorators, key=key), sorted(decorators, key=key))
    return problems, places.left_out


# tokenize


def rows_of_python(data):
    """In the form of `portfit dump tokens`. A lone \\r is a line end for the parser alone."""
    data = re.sub(rb"\r(?!\n)", b"\n", data)
    lines, rows = None, []
    for token in tokenize.tokenize(io.BytesIO(data).readline):
        if lines is None:
            text = data.decode(token.string)
            lines = [line.encode("utf-8") for line in LINE_END.split(text[1:] if text[:1] == "\ufeff" else text)]
        spots = []
        for line, col in (token.start, token.end):
            text = lines[line - 1].decode("utf-8") if 0 < line <= len(lines) else ""
            spots += [line, len(text[:col].encode("utf-8")) + max(0, col - len(text)), col]
        rows.append([tokenize.tok_name[token.type], tokenize.tok_name[token.exact_type]] + spots + [token.string])
    return rows


def as_before_312(rows, python):
    """What old and new tokenizers see alike: an f-string as one string, and no layout tokens, which old ones
    place otherwise at the end of a file."""
    out, depth = [], 0
    for row in rows:
        if row[0] == "FSTRING_START":
            if not depth:
                out.append(["STRING", "STRING"] + row[2:8])
            depth += 1
        elif row[0] == "FSTRING_END":
            depth -= 1
            if not depth:
                out[-1][5:8] = row[5:8]
        elif row[0] in ("NEWLINE", "NL", "INDENT", "DEDENT", "ENDMARKER") or depth:
            continue
        elif row[0] == "STRING" and not python:
            out.append(row[:8])
        else:
            out.append(row[:8])
    return out


def token_problems(portfit, path, data):
    try:
        want = rows_of_python(data)
    except (tokenize.TokenError, SyntaxError, UnicodeDecodeError, LookupError):
        return []
    got = [json.loads(line) for line in dump(portfit, "tokens", [path]).splitlines()]
    if not FSTRINGS:
        want, got = as_before_312(want, True), as_before_312(got, False)
    if want == got:
        return []
    for i, (a, b) in enumerate(zip(want, got)):
        if a != b:
            return ["token %d: CPython sees %s, portfit %s" % (i, a, b)]
    return ["tokens: %d and %d" % (len(want), len(got))]


# trees


def files_of(folder, without):
    for top, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in without)
        for name in sorted(names):
            path = os.path.join(top, name)
            if name.endswith((".py", ".pyi")) and os.path.isfile(path) and not os.path.islink(path):
                yield path


# Encodings that portfit leaves out, with a reason: PEP 263 knows a hundred.
READ = re.compile(r"(?i)utf[-_]?8|latin[-_]?1|iso[-_]?8859[-_]1|ascii")


def is_left_out(data):
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
    except SyntaxError:
        return True
    return not READ.match(encoding)


def compare_file(job):
    """Problems (None: not to be compared) and calls left out of one file."""
    portfit, path, record, tokens = job
    with open(path, "rb") as f:
        data = f.read()
    if is_left_out(data):
        return None, 0
    problems, left_out = tree_problems(data, record)
    if problems is None:
        return None, 0
    return problems + (token_problems(portfit, path, data) if tokens else []), left_out


def compare_tree(portfit, folder, score, without=(), tokens=True):
    paths = list(files_of(folder, without))
    records = records_of(portfit, paths)
    skipped = 0
    with concurrent.futures.ProcessPoolExecutor() as pool:
        jobs = [(portfit, path, records[path], tokens) for path in paths]
        for path, (problems, left_out) in zip(paths, pool.map(compare_file, jobs, chunksize=8)):
            if problems is None:
                skipped += 1
            else:
                score.left_out += left_out
                score.check(path, problems)
    print("python: %s: %d files, %d that this Python does not read or portfit leaves out" % (folder, len(paths), skipped))


def without_wording(record):
    record = dict(record)
    record.pop("python", None)
    record.pop("file", None)
    if record.get("error"):
        record["error"] = {k: v for k, v in record["error"].items() if k != "message"}
    return record


def record_problems(want, got):
    want, got, out = without_wording(want), without_wording(got), []
    for key in sorted(set(want) | set(got)):
        a, b = want.get(key), got.get(key)
        if a == b:
            continue
        if isinstance(a, list) and isinstance(b, list):
            at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            a, b = a[at:at + 1], b[at:at + 1]
        out.append("%s: want %s, got %s" % (key, json.dumps(a), json.dumps(b)))
    return out


def compare_with_oracle(portfit, oracle, folder, score):
    spec = importlib.util.spec_from_file_location("oracle", oracle)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.setrecursionlimit(20000)
    paths = [p for p in files_of(folder, ()) if not is_left_out(open(p, "rb").read())]
    records = records_of(portfit, paths)
    for path in paths:
        want = json.loads(json.dumps(module.read_file(path)))
        if want["ok"]:
            score.check(path, record_problems(want, records[path]))


def compare_corpus(portfit, corpus, score):
    folder = os.path.join(corpus, "py-cases")
    names = [os.path.join(top, n) for top, _, names in os.walk(folder) for n in names if n.endswith(".json")]
    if not names:
        print("python: no expected files in", folder)
        score.failed += 1
    for name in sorted(names):
        with open(name, encoding="utf-8") as f:
            want = json.load(f)
        got = records_of(portfit, [name[:-5]]).get(name[:-5])
        score.check(name, record_problems(want, got) if got else ["no answer"])
    for name in sorted(names):
        path = name[:-5]
        if path.endswith(".py") and FSTRINGS:
            with open(path, "rb") as f:
                data = f.read()
            if tree_problems(data, {"ok": False, "error": None})[0] is not None:
                score.check(path + " (tokens)", token_problems(portfit, path, data))


# own cases


def case_problems(path, record):
    problems = []
    if not record["ok"]:
        return ["not read: %s" % record["error"]]
    by_line = {}
    for call in record["calls"]:
        by_line.setdefault(call["line"], []).append(call)
    with open(path, encoding="utf-8", newline="") as f:
        lines = LINE_END.split(f.read())
    if not any("#=" in line for line in lines):
        return ["the case says nothing of what is to be seen"]
    for number, line in enumerate(lines, 1):
        calls = by_line.get(number, [])
        said = re.search(r"#=([^#]*)", line)
        if said:
            want = [t.strip() for t in said.group(1).split(",")]
            got = ["|".join(c["targets"]) or "-" for c in calls]
            if want != got:
                problems.append("line %d: want %s, got %s" % (number, want, got))
        flags = re.search(r"#~([^#]*)", line)
        if flags and not calls:
            problems.append("line %d: flags of no call" % number)
        for call in calls if flags else []:
            if sorted(call["flags"]) != sorted(flags.group(1).split()):
                problems.append("line %d: flags %s" % (number, call["flags"]))
    return problems


def compare_cases(portfit, score):
    paths = list(files_of(os.path.join(HERE, "python-cases"), ()))
    records = records_of(portfit, paths)
    if not paths:
        score.failed += 1
    for path in paths:
        score.check(path, case_problems(path, records[path]))


def main(argv):
    portfit, rest, score = argv[0], argv[1:], Score()
    if not rest:
        compare_cases(portfit, score)
        compare_tree(portfit, sysconfig.get_paths()["stdlib"], score, ("test", "tests", "site-packages", "dist-packages"))
    elif rest[0] != "--tree":
        compare_corpus(portfit, rest[0], score)
    else:
        oracle = rest[rest.index("--oracle") + 1] if "--oracle" in rest else None
        for folder in rest[1:rest.index("--oracle") if oracle else None]:
            compare_tree(portfit, folder, score)
            if oracle:
                compare_with_oracle(portfit, oracle, folder, score)
    if score.left_out:
        print("python: %d calls in f-strings left out (Python before 3.12 misplaces them)" % score.left_out)
    print("python: %d passed, %d failed" % (score.passed, score.failed))
    return 1 if score.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
