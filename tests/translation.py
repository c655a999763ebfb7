#!/usr/bin/env python3
"""Is a report in Traditional Chinese all Chinese? tests/translation.py BINARY [--list]

Many projects are reported as text, Markdown and HTML in zh-TW. Two or more English words in a row may stand there only
when they come from data: the rules, the facts, the tables of PyTorch, the machines and prices, or the project itself;
or when they are one of ALLOWED, each with its reason. What is left is a sentence that nobody translated.
"""
import glob
import html
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BINARY = os.path.abspath(sys.argv[1])
# A run of English words that is neither code nor data, and why it stays.
ALLOWED = {
    # commands that a reader types
    r"portfit (baseline|coverage|job|probe|init|scan)": "a command",
    # detail of a finding, made with the texts of the rules: it stands in the JSON, SARIF and comments as well
    # what a back end needs, composed of words of the rules
    r"needs (torch|Python)": "message of a finding, the same in all formats",
}
DATA = ["rules/*.yaml", "coverage/data/*.yaml", "coverage/data/*/*.yaml", "pytorch/data/*.tsv", "assess/data/*", "tools/shots-plan.yaml"]
WORDS = re.compile(r"(?<![\w.-])[A-Za-z][a-z']+(?: [A-Za-z][a-z']+)+(?![\w-])")
# Words of the data that have a wording of their own; alone they are as wrong as a sentence.
OWN = re.compile(r"(?<![\w./|=`'\"-])(?:supported|decomposed|conditional|fallback|skipped|unsupported|unknown|blocker|major|minor|measured|documented|derived"
                 r"|community|assumed|partly|failed|eager|compiled)(?![\w./=`'\"-])")


def flat(text):
    return re.sub(r"[\s\"'\\]+", " ", text).lower()


def read(path):
    with open(path, "rb") as f:
        return f.read().decode(errors="replace")


def own_text(folder):
    """Everything that stands in the files of a project, in archives too."""
    out = []
    for base, folders, files in os.walk(folder):
        for name in files + folders:
            out.append(name)
        for name in files:
            path = os.path.join(base, name)
            if name.endswith((".pt2", ".zip")):
                out.append(subprocess.run([BINARY, "dump", "graph", path], capture_output=True).stdout.decode(errors="replace"))
            elif os.path.getsize(path) < 4 << 20:
                out.append(read(path))
    return "\n".join(out)


def words_of(kind, text):
    if kind == "html":
        text = re.sub(r"<(style|script|pre|code)\b.*?</\1>", " | ", text, flags=re.S)
        text = re.sub(r'(?:aria-label|title|placeholder)="([^"]*)"', r"> | \1 | <", text)
        text = re.sub(r"<[^>]*>", " | ", text)
    if kind == "markdown":
        text = re.sub(r"<[^>]*>", " | ", text)
    if kind in ("html", "markdown"):
        text = html.unescape(text)
    return text


def runs(text, data):
    """Runs that data do not explain as a whole, nor any three words of them."""
    for match in WORDS.finditer(text):
        words = match.group().split(" ")
        parts = [words] if len(words) < 3 else zip(words, words[1:], words[2:])
        if flat(match.group()) not in data and any(flat(" ".join(p)) not in data for p in parts):
            yield match.group(), text[max(0, match.start() - 60):match.end() + 30].replace("\n", " ")
    for match in OWN.finditer(text):
        before, behind = text[max(0, match.start() - 30):match.start()], text[match.end():match.end() + 30]
        # not within English words of the data, no value of an option or a threshold, not at its first mention
        if re.search(r"[a-z,] $|--only \S*$|（$", before) or re.match(r" [a-z]", behind) or behind.startswith("，--"):
            continue
        yield match.group(), (before + match.group() + behind).replace("\n", " ")


def projects():
    for folder in sorted(glob.glob(f"{ROOT}/examples/*/")):
        yield folder, []
    yield f"{ROOT}/examples", ["--training", "--plan", f"{ROOT}/tools/shots-plan.yaml"]
    yield f"{ROOT}/examples", ["-v", "--target", "trainium", "--target", "tpu", "--fail-on", "info", "--plan", f"{ROOT}/tools/shots-plan.yaml",
                               *(x for t in ("unknown=0", "coverage=100%", "effort_hours=1", "cost_per_job=0.01", "facts_age_days=1", "fallback=0", "skipped=0")
                                 for x in ("--threshold", t))]
    yield f"{ROOT}/examples/lstm", ["--target", "tpu", "--threshold", "cost_per_job=1"]
    for name in sorted(os.listdir(f"{ROOT}/tests/cases")):
        folder = f"{ROOT}/tests/cases/{name}"
        command = read(f"{folder}/cmd") if os.path.exists(f"{folder}/cmd") else ""
        if "portfit scan" in command and len(os.listdir(folder)) > 3:
            yield folder, ["-v", "--training"]


def main():
    passed = failed = 0
    seen = {}
    data = flat("\n".join(read(p) for pattern in DATA for p in glob.glob(f"{ROOT}/{pattern}")))
    with tempfile.TemporaryDirectory() as place:
        for folder, options in projects():
            formats = {"text": "t.txt", "markdown": "m.md", "html": "h.html"}
            done = subprocess.run([BINARY, "scan", folder, *options, "--lang", "zh-TW", "--width", "1000", "-q", "--as-of", "2026-11-30",
                                   *(x for f, n in formats.items() for x in ("-o", f"{f}:{place}/{n}"))], capture_output=True, cwd=place)
            own = data + flat(own_text(folder))
            for kind, name in formats.items():
                if not os.path.exists(f"{place}/{name}"):
                    continue
                found = {}
                for run, around in runs(words_of(kind, read(f"{place}/{name}")), own):
                    why = next((r for r in ALLOWED if re.search(r, around)), None)
                    if why:
                        seen[why] = seen.get(why, 0) + 1
                    else:
                        found.setdefault(run, around)
                os.remove(f"{place}/{name}")
                passed, failed = passed + (not found), failed + bool(found)
                for run, around in list(found.items())[:40]:
                    print(f"not so: {os.path.relpath(folder, ROOT)} {kind}: '{run}' in '{around}'")
            if done.returncode not in (0, 1, 2):
                failed += 1
                print(f"not so: {folder}: status {done.returncode} {done.stderr.decode()[:200]}")
    for why in ALLOWED:
        passed, failed = passed + (why in seen), failed + (why not in seen)
        if why not in seen or "--list" in sys.argv:
            print(f"{seen.get(why, 0):5} times {why}: {ALLOWED[why]}")
    print(f"translation: {passed} passed, {failed} failed")
    return failed > 0 or passed < 80


if __name__ == "__main__":
    sys.exit(main())
