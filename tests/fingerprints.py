#!/usr/bin/env python3
"""Do fingerprints survive what is no change, and only that? fingerprints.py BINARY [TREE [EDITS [SEED]]]

Random edits of Python files with findings, each scanned against the baseline of the file before. Lines above, a new
name, another indent, a comment behind, a call broken over lines, code elsewhere: nothing may be new. A copied
statement, a renamed variable in the statement: exactly what the edit touched must be new. At most one edit in a hundred
may be judged wrongly; the seed is printed.
"""
import ast
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile

BINARY = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TREE = sys.argv[2] if len(sys.argv) > 2 else os.path.join(ROOT, "tests", "rules")
EDITS = int(sys.argv[3]) if len(sys.argv) > 3 else 150
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else 20261130


def portfit(folder, *words):
    done = subprocess.run([BINARY, *words, "-f", "json"] if words[0] == "scan" else [BINARY, *words], cwd=folder,
                          capture_output=True, text=True)
    return done.stdout


def findings(folder, *words):
    return json.loads(portfit(folder, "scan", ".", *words))["findings"]


def statements(text):
    """First and last line of every simple statement that stands alone on its lines."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return []
    out = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Assign, ast.Expr, ast.AugAssign)) and not isinstance(getattr(node, "value", None), ast.Constant):
            out.append((node.lineno, node.end_lineno, node))
    lines = text.split("\n")
    return [(a, b, n) for a, b, n in out
            if lines[a - 1][:n.col_offset].strip() == "" and re.fullmatch(r"\s*(#.*)?", lines[b - 1].encode()[n.end_col_offset:].decode())]


def lines_above(rng, text, found):
    start = 0
    lines = text.split("\n")
    if lines and lines[0].startswith(("#!", "# -*-")):
        start = 1
    if any(line.startswith("from __future__") for line in lines) or re.match(r'\s*[rRbBuU]*("""|\'\'\')', text):
        return "\n".join(lines[:start] + ["# a line"] * rng.randint(1, 100) + lines[start:]), 0
    return "\n".join(lines[:start] + ["a_new_name = 1"] * rng.randint(1, 100) + lines[start:]), 0


def other_indent(rng, text, found):
    if any("\t" in line or "\\" in line for line in text.split("\n")) or '"""' in text or "'''" in text:
        return None
    return re.sub(r"(?m)^(    )+", lambda m: "  " * (len(m.group()) // 4), text), 0


def comment_behind(rng, text, found):
    place = rng.choice(found)
    lines = text.split("\n")
    line = lines[place["end_line"] - 1]
    if "#" in line or line.endswith("\\") or line.count('"') % 2 or line.count("'") % 2 or '"""' in line:
        return None
    lines[place["end_line"] - 1] = line + "  # seen"
    return "\n".join(lines), 0


def code_elsewhere(rng, text, found):
    return text + "\n\ndef a_function_of_its_own(x):\n    return x + 1\n", 0


def broken_call(rng, text, found):
    """The last parenthesis of a one-line statement goes to a line of its own."""
    own = [(a, b, n) for a, b, n in statements(text) if a == b and any(f["line"] == a for f in found)]
    lines = text.split("\n")
    own = [s for s in own if lines[s[0] - 1].rstrip().endswith(")")]
    if not own:
        return None
    a, _, _ = rng.choice(own)
    lines[a - 1] = lines[a - 1].rstrip()[:-1] + "\n)"
    return "\n".join(lines), 0


def copied(rng, text, found):
    own = [(a, b, n) for a, b, n in statements(text) if any(a <= f["line"] <= b for f in found)]
    if not own:
        return None
    a, b, _ = rng.choice(own)
    lines = text.split("\n")
    return "\n".join(lines[:b] + lines[a - 1:b] + lines[b:]), sum(a <= f["line"] <= b for f in found)


def renamed_variable(rng, text, found):
    own = [(a, b, n) for a, b, n in statements(text) if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)
           and any(a <= f["line"] <= b for f in found)]
    if not own:
        return None
    a, b, n = rng.choice(own)
    lines = text.split("\n")
    name = n.targets[0].id
    lines[a - 1] = re.sub(rf"^(\s*){name}\b", rf"\1{name}_of_another_name", lines[a - 1])
    return "\n".join(lines), sum(a <= f["line"] <= b for f in found)


def same_to_find(before, after, copy):
    """Whether the edit left the rules and what they matched as they were, but for one copied statement."""
    count = lambda found: collections.Counter((f["rule"], f["message"]) for f in found)
    old, new = count(before), count(after)
    return old == new if not copy else not old - new and sum((new - old).values()) == len(after) - len(before) > 0


KINDS = (lines_above, other_indent, comment_behind, code_elsewhere, broken_call, copied, renamed_variable)


def sources():
    out = []
    for folder, _, names in os.walk(TREE):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith(".py") and os.path.getsize(path) < 200000:
                out.append(path)
    return sorted(out)


def main():
    rng = random.Random(SEED)
    paths = sources()
    wrong, done, changed, kinds = [], 0, 0, {}
    cache = {}
    tries = 0
    while done < EDITS and tries < EDITS * 60:
        tries += 1
        path = rng.choice(paths)
        with tempfile.TemporaryDirectory() as folder:
            with open(path, encoding="utf-8", errors="surrogateescape") as f:
                text = f.read()
            name = os.path.basename(path)
            with open(os.path.join(folder, name), "w", encoding="utf-8", errors="surrogateescape") as f:
                f.write(text)
            if path not in cache:
                found = [f for f in findings(folder) if f["state"] == "new"]
                cache[path] = found
            found = cache[path]
            if not found:
                continue
            kind = rng.choice(KINDS)
            edit = kind(rng, text, found)
            if not edit:
                continue
            portfit(folder, "baseline", "write", ".")
            rename = rng.random() < 0.3
            if rename:
                os.remove(os.path.join(folder, name))
                name = "renamed_" + name
            with open(os.path.join(folder, name), "w", encoding="utf-8", errors="surrogateescape") as f:
                f.write(edit[0])
            after = findings(folder, "--baseline", "portfit-baseline.json")
            seen = sum(f["state"] == "new" for f in after)
            # A copy or another name may change what there is to find (a copy on the host, a name that grows in a
            # loop): then it is no question to fingerprints.
            if edit[1] and not same_to_find(found, after, kind is copied):
                changed += 1
                continue
            done += 1
            kinds[kind.__name__] = kinds.get(kind.__name__, 0) + 1
            if seen != edit[1]:
                wrong.append(f"{kind.__name__}{' and renamed' if rename else ''}: {os.path.relpath(path, TREE)}: "
                             f"{seen} new, expected {edit[1]}")
    for line in wrong[:20]:
        print("wrong:", line)
    print(f"fingerprints: seed {SEED}, {done} edits ({', '.join(f'{k} {v}' for k, v in sorted(kinds.items()))}), "
          f"{changed} left out since they changed what there is to find, {len(wrong)} wrong")
    ok = done >= EDITS * 0.9 and len(wrong) <= done * 0.01
    print(f"fingerprints: {int(ok)} passed, {int(not ok)} failed")
    return not ok


sys.exit(main())
