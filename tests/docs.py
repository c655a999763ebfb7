#!/usr/bin/env python3
"""Are README and help true? tests/docs.py BINARY

Runs every `$ portfit ...` block of README.md and docs/*.md from the project's folder and compares what follows
with what is printed (a line `...` stands for any lines); checks that every command and option of the tables is
in the man page and that every option named in README.md exists, and that docs/rules.md tells of every word of the rule loader.
"""
import os, re, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def blocks(path):
    """(line, command, expected lines) of each console block."""
    lines = open(path, encoding="utf-8").read().split("\n")
    i = 0
    while i < len(lines):
        if lines[i].strip() == "```console":
            i += 1
            command, expected, at = None, [], i
            while lines[i].strip() != "```":
                if lines[i].startswith("$ "):
                    if command:
                        yield at, command, expected
                    command, expected, at = lines[i][2:], [], i + 1
                else:
                    expected.append(lines[i])
                i += 1
            if command:
                yield at, command, expected
        i += 1


def matches(expected, got):
    """`...` alone on a line stands for any number of lines."""
    if not expected:
        return not got
    if expected[0].strip() == "...":
        return any(matches(expected[1:], got[k:]) for k in range(len(got) + 1))
    return bool(got) and expected[0].rstrip() == got[0].rstrip() and matches(expected[1:], got[1:])


def rule_words():
    """Every word that the loader of rules knows: keys, kinds, matchers and their options, values."""
    folder = os.path.join(ROOT, "scanner")
    for name in sorted(os.listdir(folder)):
        text = open(os.path.join(folder, name), encoding="utf-8").read() if name.endswith((".c", ".h")) else ""
        if name.startswith("rule_") and name.endswith(".c"):
            for keys in re.findall(r"\bkeys\[\] = \{([^}]*)\}", text):
                yield from re.findall(r'"([a-z_]+)"', keys)
            yield from re.findall(r'str_eq\(n->key, S\("([a-z_]+)"\)\)', text)
            yield from re.findall(r'\{"(<[a-z]+>)", RULE_VALUE', text)
        for macro in ("MATCHER_LIST", "ITEM_KIND_LIST", "RULE_LANGUAGE_LIST", "EFFORT_CLASS_LIST"):
            for body in re.findall(r"#define " + macro + r"\(X\)((?:.*\\\n)*.*\n)", text):
                for row in re.findall(r"X\(([^)]*)\)", body):
                    words = re.findall(r'"([^"]*)"', row)
                    yield from words[:1] if macro == "RULE_LANGUAGE_LIST" else words


def check_rule_words():
    """Each stands in docs/rules.md, as code. Passed, failed."""
    text = open(os.path.join(ROOT, "docs", "rules.md"), encoding="utf-8").read()
    text = re.sub(r"(?s)```.*?```", "", text)
    known = set(word for code in re.findall(r"`([^`]+)`", text) for word in [code] + re.findall(r"[a-z_]+(?:-[a-z_]+)*", code))
    words = sorted(set(rule_words()) - {""})
    missing = [f"docs/rules.md does not tell of '{word}'" for word in words if word not in known]
    if len(words) < 90:
        missing.append(f"only {len(words)} words of rules found in the sources")
    for line in missing:
        print(line)
    return len(words) - len(missing), len(missing)


def main():
    binary = os.path.abspath(sys.argv[1])
    place = tempfile.mkdtemp()
    os.symlink(binary, os.path.join(place, "portfit"))
    passed = failed = 0
    files = [os.path.join(ROOT, "README.md")] + sorted(os.path.join(ROOT, "docs", f) for f in os.listdir(os.path.join(ROOT, "docs")) if f.endswith(".md"))
    for path in files:
        for line, command, expected in blocks(path):
            if not command.startswith("portfit"):
                continue
            env = dict(os.environ, PATH=place + ":" + os.environ.get("PATH", ""), COLUMNS="", LC_ALL="C.UTF-8")
            done = subprocess.run(["sh", "-c", command], cwd=ROOT, env=env, capture_output=True, text=True)
            got = (done.stdout + done.stderr).rstrip("\n").split("\n")
            while expected and not expected[-1].strip():
                expected.pop()
            if matches(expected, got):
                passed += 1
            else:
                failed += 1
                print(f"{os.path.relpath(path, ROOT)}:{line}: `{command}` prints\n" + "\n".join("    " + g for g in got[:60]))
    overview = subprocess.run([binary, "--help"], capture_output=True, text=True).stdout
    options = set(re.findall(r"--[a-z][a-z-]+", overview))
    for command in re.findall(r"^  ([a-z]+(?: [a-z]+)?) ", overview, re.M):
        done = subprocess.run([binary, *command.split(), "--help"], capture_output=True, text=True)
        options |= set(re.findall(r"--[a-z][a-z-]+", done.stdout))
        ok = done.returncode == 0 and "usage: portfit" in done.stdout
        passed, failed = passed + ok, failed + (not ok)
        if not ok:
            print(f"portfit {command} --help: status {done.returncode}")
    named = set(re.findall(r"portfit[^`\n]*?(--[a-z][a-z-]+)", open(files[0], encoding="utf-8").read()))
    for option in sorted(named - options):
        failed += 1
        print(f"README.md names {option}, which no command has")
    man = os.path.join(ROOT, "docs", "portfit.1")
    made = subprocess.run([binary, "help", "--man"], capture_output=True).stdout
    if open(man, "rb").read() == made:
        passed += 1
    else:
        failed += 1
        print("docs/portfit.1 is not what `portfit help --man` prints")
    told, untold = check_rule_words()
    passed, failed = passed + told, failed + untold
    print(f"docs: {passed} passed, {failed} failed")
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
